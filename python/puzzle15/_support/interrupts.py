"""What Ctrl-C leaves: the best result so far, on the exception that it raises."""

from __future__ import annotations

__all__ = ["leave"]


def leave(interrupt: KeyboardInterrupt, best: object, note: str) -> None:
    """Put the best result so far on the exception of Ctrl-C as `best`, and say in a note what it is.

    It is no class of our own, since an uncaught one would then not end a program as Ctrl-C does.

    >>> interrupt = KeyboardInterrupt()
    >>> leave(interrupt, 42, "proven so far: at least 42")
    >>> interrupt.best, interrupt.__notes__
    (42, ['(proven so far: at least 42: see .best)'])
    """
    interrupt.best = best  # type: ignore[attr-defined]
    interrupt.add_note(f"({note})" if best is None else f"({note}: see .best)")
