"""Imports that Ctrl-C does not disturb, and imports for which there is no room."""

from __future__ import annotations

import _thread
import os
import sys
from contextlib import suppress
from importlib import import_module

from puzzle15._core import address_space_left, check_room_for_a_thread
from puzzle15.errors import MissingPackageError

__all__ = ["import_undisturbed", "not_imported"]

_unfinished: list[_thread.LockType] = []
"""The locks of imports that have not ended; each is held until its import has."""


def _wait_for_imports() -> None:
    """Wait until the imports have ended: a child would find modules locked, and nobody to release them."""
    for over in _unfinished.copy():
        # No import takes so long. One that hangs must not keep the fork for good.
        if over.acquire(timeout=30):
            over.release()


if sys.platform != "win32":
    os.register_at_fork(before=_wait_for_imports, after_in_child=_unfinished.clear)


def import_undisturbed(*names: str) -> None:
    """Import modules on another thread, if they have not been imported yet.

    Ctrl-C raises its exception wherever the main thread is. During an import it may be lost: one in three
    that came while NumPy imported `numpy.random` was silently lost, some became an `ImportError`, and a few
    were ignored where Python itself takes back the lock of a module. What another thread does it leaves
    alone. If an import fails, the caller's own says why. After Ctrl-C the import goes on, and a fork waits
    for it.

    The first that fails is the last.

    >>> import_undisturbed("puzzle15._support.numeric", "numpy.random", "no such module")
    """

    # `threading.Thread` would not do: Ctrl-C while it starts may come out of it as a `RuntimeError`.
    over = _thread.allocate_lock()

    def run() -> None:
        _unfinished.append(over)
        try:
            with suppress(Exception):
                for name in names:
                    import_module(name)
        finally:
            over.release()
            _unfinished.remove(over)

    if any(name not in sys.modules for name in names):
        over.acquire()
        # Without memory for a thread, the caller's imports are as good.
        with suppress(MemoryError, RuntimeError):
            check_room_for_a_thread()
            _thread.start_new_thread(run, ())
            with over:
                pass


def not_imported(error: ImportError, what: str, extra: str) -> Exception:
    """The error of an optional package: it is missing, or there is no room for it.

    What cannot be mapped into a limited address space is no `MemoryError` but an `ImportError`, too.

    >>> not_imported(ModuleNotFoundError("No module named 'matplotlib'"), "plots need matplotlib", "plot")
    MissingPackageError('plots need matplotlib')
    """
    if isinstance(error, ModuleNotFoundError) or address_space_left() is None:
        return MissingPackageError(what, extra)
    return MemoryError(f"{what}, which cannot be loaded in the address space that is left: {error}")
