"""Imports that Ctrl-C does not disturb."""

from __future__ import annotations

import sys
import threading
from contextlib import suppress
from importlib import import_module

__all__ = ["import_undisturbed"]


def import_undisturbed(name: str) -> None:
    """Import a module on another thread, if it has not been imported yet.

    Ctrl-C raises its exception wherever the main thread is. Where compiled modules are imported it is lost:
    one in three that came while NumPy imported `numpy.random` was never heard of, and others became an
    `ImportError`. What another thread does it leaves alone. If the import fails, the caller's own says why.

    >>> import_undisturbed("numpy.random")
    >>> import_undisturbed("no such module")
    """

    def run() -> None:
        with suppress(ImportError):
            import_module(name)

    if name not in sys.modules:
        thread = threading.Thread(target=run)
        # Without memory for a thread, the caller's import is as good.
        with suppress(RuntimeError):
            thread.start()
            thread.join()
