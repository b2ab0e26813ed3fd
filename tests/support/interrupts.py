"""Ctrl-C in the middle of a long call."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

BUSY = 0.2
"""Seconds of work after which Ctrl-C comes: of this process, whatever else the machine does."""


@contextmanager
def interrupted() -> Iterator[None]:
    """The block is at work when Ctrl-C comes, and ends with KeyboardInterrupt."""
    with pytest.raises(KeyboardInterrupt), interrupting():
        yield


@contextmanager
def interrupting() -> Iterator[None]:
    """Ctrl-C comes once the block has worked for a while.

    The thread that waits for that is Python, too: the block must not hold the interpreter.
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
