"""A terminal of Linux, macOS and the like.

Handlers only note that a signal came; it is dealt with between two keys, so nothing is ever interrupted
halfway. After a signal that ends the program, `ended` is the exit code that shells use, 128 plus its number.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import threading
from types import FrameType
from typing import Any, Self, TextIO

from puzzle15.play.keys import decode
from puzzle15.play.terminal import HANGUP, Terminal

__all__ = ["PosixTerminal"]

# Seconds after which an escape that came alone is the key of that name, not the beginning of an arrow.
_ESCAPE = 0.1

_ENDING = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")


class PosixTerminal(Terminal):
    """A terminal of Linux, macOS and the like.

    `with` takes it: no echo, no waiting for the end of a line, the other screen, no cursor. However the block
    ends, it is given back as it was; `terminal.suspend` does so for a while. Signals are handled in the main
    thread only, as Python demands.

    >>> import pty
    >>> outside, inside = pty.openpty()
    >>> with open(inside) as source, open(inside, "w", closefd=False) as target:
    ...     with PosixTerminal(source, target) as terminal:
    ...         written = os.write(outside, b"w\\x1b[A")
    ...         terminal.redraw()
    ...         terminal.draw(["a board"])
    ...         print(terminal.size(), terminal.wait(10.0), terminal.ended)
    (80, 24) ['w', 'up'] None
    >>> os.close(outside)
    """

    def __init__(self, source: TextIO, target: TextIO, *, plain: bool = False) -> None:
        """Read keys from one, draw on the other."""
        import termios
        import tty

        self._termios, self._tty = termios, tty
        self._in, self._out = source.fileno(), target.fileno()
        self._encoding = target.encoding
        target.flush()
        super().__init__(plain=plain)
        self._left = b""
        self._events: list[int] = []
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Self:
        """Take the terminal."""
        self._before = self._termios.tcgetattr(self._in)
        self._pipe = os.pipe()
        os.set_blocking(self._pipe[1], False)
        try:
            self._listen()
            self._take()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Give it back."""
        self._give_back()
        for number, handler in self._handlers.items():
            # None stands for a handler that was not set from Python, and cannot be set from there.
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        self._handlers.clear()
        for end in self._pipe:
            os.close(end)

    def size(self) -> tuple[int, int]:
        """Columns and lines; 80 and 24 if the terminal does not know."""
        with contextlib.suppress(OSError):
            cols, lines = os.get_terminal_size(self._out)
            return cols or 80, lines or 24
        return 80, 24

    def wait(self, seconds: float) -> list[str]:
        """Keys that are pressed within so many seconds; at once if there are any."""
        keys, self._left = decode(self._left + self._read(seconds))
        if self._left and not keys:
            more = self._read(_ESCAPE)
            keys, self._left = decode(self._left + more, complete=not more)
        return keys + self._heard()

    def suspend(self) -> None:
        """Give the terminal back and stop, until somebody lets it go on."""
        self._give_back()
        before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        # It was stopped above, and goes on here.
        signal.signal(signal.SIGTSTP, before)
        try:
            self._take()
        except OSError:
            self.ended = HANGUP

    def _take(self) -> None:
        self._set_keys()
        self._output.enter()

    def _set_keys(self) -> None:
        try:
            # What was typed ahead is kept.
            self._tty.setcbreak(self._in, self._termios.TCSADRAIN)
        except self._termios.error:
            self.ended = HANGUP

    def _give_back(self) -> None:
        # If the terminal is gone there is nothing to give back.
        with contextlib.suppress(OSError):
            self._output.leave()
        with contextlib.suppress(self._termios.error):
            self._termios.tcsetattr(self._in, self._termios.TCSAFLUSH, self._before)

    def _listen(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        for name in (*_ENDING, "SIGWINCH", "SIGTSTP", "SIGCONT"):
            number = getattr(signal, name)
            self._handlers[number] = signal.signal(number, self._note)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        """Remember a signal, and wake whoever waits for a key."""
        self._events.append(number)
        with contextlib.suppress(BlockingIOError):
            os.write(self._pipe[1], b"!")

    def _write(self, text: str) -> None:
        """Write at once: nothing must be left in a buffer if the terminal goes away."""
        data = text.encode(self._encoding, errors="replace")
        while data:
            data = data[os.write(self._out, data) :]

    def _read(self, seconds: float) -> bytes:
        ready, _, _ = select.select([self._in, self._pipe[0]], [], [], seconds)
        if self._pipe[0] in ready:
            os.read(self._pipe[0], 1024)
        if self._in not in ready:
            return b""
        try:
            data = os.read(self._in, 1024)
        except OSError:
            data = b""
        if not data:
            self.ended = HANGUP
        return data

    def _heard(self) -> list[str]:
        """Deal with the signals that have come; the game itself asks to be suspended."""
        keys = []
        while self._events:
            number = self._events.pop(0)
            if number == signal.SIGTSTP:
                keys.append("suspend")
            elif number == signal.SIGWINCH:
                self.redraw()
            elif number == signal.SIGCONT:
                # Whoever stopped it may have changed the settings.
                self._set_keys()
                self.redraw()
            else:
                self.ended = 128 + number
        return keys
