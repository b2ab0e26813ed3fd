"""Imports that Ctrl-C does not disturb."""

from __future__ import annotations

import _thread
import sys
from contextlib import suppress
from importlib import import_module

from puzzle15._core import check_room_for_a_thread

__all__ = ["import_undisturbed"]


def import_undisturbed(*names: str) -> None:
    """Import modules on another thread, if they have not been imported yet.

    Ctrl-C raises its exception wherever the main thread is. During an import it may be lost: one in three
    that came while NumPy imported `numpy.random` was never heard of, some became an `ImportError`, and a few
    were ignored where Python itself takes back the lock of a module. What another thread does it leaves
    alone. If an import fails, the caller's own says why. After Ctrl-C the import goes on, and a fork waits
    for it, as for all imports of this package and NumPy.

    >>> import_undisturbed("numpy.random", "no such module")
    """

    # `threading.Thread` would not do: Ctrl-C while it starts may come out of it as a `RuntimeError`.
    over = _thread.allocate_lock()

    def run() -> None:
        try:
            for name in names:
                with suppress(Exception):
                    import_module(name)
        finally:
            over.release()

    if any(name not in sys.modules for name in names):
        over.acquire()
        # Without memory for a thread, the caller's imports are as good.
        with suppress(MemoryError, RuntimeError):
            check_room_for_a_thread()
            _thread.start_new_thread(run, ())
            over.acquire()
