"""Imports that Ctrl-C does not disturb."""

from __future__ import annotations

import sys
import threading
from contextlib import suppress
from importlib import import_module

__all__ = ["import_undisturbed"]


def import_undisturbed(*names: str) -> None:
    """Import modules on another thread, if they have not been imported yet.

    Ctrl-C raises its exception wherever the main thread is. During an import it may be lost: one in three
    that came while NumPy imported `numpy.random` was never heard of, some became an `ImportError`, and a few
    were ignored where Python itself takes back the lock of a module. What another thread does it leaves
    alone. If an import fails, the caller's own says why.

    >>> import_undisturbed("numpy.random", "no such module")
    """

    def run() -> None:
        for name in names:
            with suppress(ImportError):
                import_module(name)

    if any(name not in sys.modules for name in names):
        thread = threading.Thread(target=run)
        # Without memory for a thread, the caller's imports are as good.
        with suppress(RuntimeError):
            thread.start()
            thread.join()
