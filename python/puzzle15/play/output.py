"""Lines on a screen, written with as few escape sequences as possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence

__all__ = ["Output"]

# Switch to the other screen, hide the cursor, clear; and back.
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[2J"
_LEAVE = "\x1b[0m\x1b[?25h\x1b[?1049l"


class Output:
    """Lines on a screen; only those that have changed are written.

    A terminal that cannot move its cursor (`plain`) gets every new screen below the last.

    >>> written = []
    >>> screen = Output(written.append)
    >>> screen.draw(["one", "two"])
    >>> screen.draw(["one", "three"])
    >>> written[-1]
    '\\x1b[2;1Hthree\\x1b[K'

    `.enter` takes a separate screen, `.leave` gives the old one back, `.forget` has all lines written anew.
    """

    def __init__(self, write: Callable[[str], object], *, plain: bool = False) -> None:
        """Write with this function."""
        self._write, self._plain = write, plain
        self._shown: list[str] | None = None

    def enter(self) -> None:
        """Take a separate screen."""
        self._shown = None
        if not self._plain:
            self._write(_ENTER)

    def leave(self) -> None:
        """Give the old one back."""
        if not self._plain:
            self._write(_LEAVE)

    def forget(self) -> None:
        """Write every line again next time."""
        self._shown = None

    def draw(self, lines: Sequence[str]) -> None:
        """Show these lines and nothing else."""
        if lines != self._shown:
            self._write("\n".join(lines) + "\n" if self._plain else self._changes(lines))
        self._shown = list(lines)

    def _changes(self, lines: Sequence[str]) -> str:
        old = self._shown
        parts = ["\x1b[2J"] if old is None else []
        for row in range(max(len(lines), len(old or []))):
            line = lines[row] if row < len(lines) else ""
            if old is None or row >= len(old) or old[row] != line:
                parts.append(f"\x1b[{row + 1};1H{line}\x1b[K")
        return "".join(parts)
