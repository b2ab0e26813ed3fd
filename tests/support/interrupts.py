"""Ctrl-C in the middle of a long call."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

BUSY = 0.2
"""Seconds of processor time of this process after which Ctrl-C comes, however busy the machine is."""


@contextmanager
def interrupted() -> Iterator[None]:
    """The block is at work when Ctrl-C comes, and ends with KeyboardInterrupt."""
    with pytest.raises(KeyboardInterrupt), interrupting():
        yield


@contextmanager
def interrupting() -> Iterator[None]:
    """Ctrl-C comes once the block has worked for a while.

    The thread that waits for that runs Python code, so the block must release the interpreter's lock.
    """
    over = threading.Event()
    begun = time.process_time()

    def interrupt() -> None:
        while time.process_time() < begun + BUSY:
            if over.wait(0.002):
                return
        signal.raise_signal(signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    try:
        thread.start()
        yield
    finally:
        over.set()
        thread.join()
