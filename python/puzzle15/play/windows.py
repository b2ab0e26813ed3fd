"""The console of Windows, which behaves like the terminal of other systems.

Keys come from `msvcrt`, which cannot wait for one, so it is asked again and again. The console is switched to
understand the escape sequences that draw the screen.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import os
import time
from typing import Any, Self, TextIO

from puzzle15.play.keys import decode
from puzzle15.play.terminal import Terminal

__all__ = ["WindowsTerminal"]

# What follows a zero or 0xE0 for an arrow.
_ARROWS = {"H": "up", "P": "down", "K": "left", "M": "right"}
_STEP = 0.01
_STDOUT = -11
_UNDERSTAND = 0x0004  # ENABLE_VIRTUAL_TERMINAL_PROCESSING


class WindowsTerminal(Terminal):
    """A console window, with `.wait`, `.redraw` and all that a `Terminal` has; `.suspend` does nothing.

    >>> import io
    >>> out = io.StringIO()
    >>> terminal = WindowsTerminal(out)
    >>> terminal.draw(["a board"])
    >>> out.getvalue(), terminal.size()
    ('\\x1b[2J\\x1b[1;1Ha board\\x1b[K', (80, 24))
    """

    def __init__(self, target: TextIO, *, plain: bool = False) -> None:
        """Draw on the console that `target` writes to."""
        self._target = target
        super().__init__(plain=plain)
        self._last: tuple[int, int] | None = None

    def __enter__(self) -> Self:
        """Take the console."""
        self._keys: Any = importlib.import_module("msvcrt")
        self._mode = _understand()
        self._output.enter()
        return self

    def __exit__(self, *_: object) -> None:
        """Give it back."""
        with contextlib.suppress(OSError):
            self._output.leave()
        if self._mode is not None:
            _set_mode(self._mode)

    def size(self) -> tuple[int, int]:
        """Columns and lines; 80 and 24 if the console does not know."""
        try:
            cols, lines = os.get_terminal_size(self._target.fileno())
        except (OSError, ValueError):
            cols, lines = 80, 24
        if self._last not in (None, (cols, lines)):
            self.redraw()
        self._last = cols, lines
        return cols, lines

    def wait(self, seconds: float) -> list[str]:
        """Keys that are pressed within so many seconds; at once if there are any."""
        end = time.monotonic() + seconds
        while not self._keys.kbhit() and time.monotonic() < end:
            time.sleep(_STEP)
        keys = []
        while self._keys.kbhit():
            keys.append(self._key())
        return keys

    def suspend(self) -> None:
        """Do nothing: a console has no jobs."""

    def _write(self, text: str) -> None:
        self._target.write(text)
        self._target.flush()

    def _key(self) -> str:
        letter = self._keys.getwch()
        if letter in ("\x00", "\xe0") and self._keys.kbhit():
            return _ARROWS.get(self._keys.getwch(), "unknown")
        if "\ud800" <= letter <= "\udfff":  # Half of a character.
            return "unknown"
        keys, _ = decode(letter.encode(), complete=True)
        return keys[0]


def _understand() -> int | None:
    """Switch escape sequences on; return the mode as it was, None if it cannot be changed."""
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009, it is there on Windows alone
    mode = ctypes.c_ulong()
    if not kernel.GetConsoleMode(kernel.GetStdHandle(_STDOUT), ctypes.byref(mode)):
        return None
    _set_mode(mode.value | _UNDERSTAND)
    return mode.value


def _set_mode(mode: int) -> None:
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009, it is there on Windows alone
    kernel.SetConsoleMode(kernel.GetStdHandle(_STDOUT), mode)
