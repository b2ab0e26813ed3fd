"""The terminal: keys as they are pressed, a separate screen, and in the end everything as it was before.

This is what the terminals of all systems have in common; the rest is in `posix.py` and `windows.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Self

from puzzle15.play.output import Output

__all__ = ["HANGUP", "Terminal"]

HANGUP = 129
"""The exit code of a program whose terminal is gone."""


class Terminal(ABC):
    """What the game needs of a terminal: `.size`, `.draw`, `.redraw`, `.wait` and `.suspend`.

    `ended` is an exit code once a signal, or the end of the terminal, has ended the game.

    >>> import sys
    >>> from puzzle15.play.windows import WindowsTerminal
    >>> terminal: Terminal = WindowsTerminal(sys.stdout)
    >>> terminal.ended is None
    True
    """

    def __init__(self, *, plain: bool = False) -> None:
        """Draw with escape sequences, or without them on a `plain` terminal."""
        self._output = Output(self._write, plain=plain)
        self.ended: int | None = None

    @abstractmethod
    def __enter__(self) -> Self:
        """Take the terminal."""

    @abstractmethod
    def __exit__(self, *_: object) -> None:
        """Give it back as it was."""

    @abstractmethod
    def size(self) -> tuple[int, int]:
        """Columns and lines."""

    def draw(self, lines: Sequence[str]) -> None:
        """Show these lines and nothing else."""
        try:
            self._output.draw(lines)
        except OSError:
            self.ended = HANGUP

    def redraw(self) -> None:
        """Draw everything next time: something else has written on the screen."""
        self._output.forget()

    @abstractmethod
    def wait(self, seconds: float) -> list[str]:
        """Keys that are pressed within so many seconds; at once if there are any."""

    @abstractmethod
    def suspend(self) -> None:
        """Give the terminal back and stop, until somebody lets it go on."""

    @abstractmethod
    def _write(self, text: str) -> None:
        """Write text to the screen at once."""
