"""A program in a pseudo-terminal, and somebody who types and reads: a small emulator, and a process in it."""

from __future__ import annotations

import codecs
import contextlib
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable
from pathlib import Path

import puzzle15

LIMIT = 60.0
"""Seconds to wait for what is expected; a test that passes needs a few."""

PACKAGE = Path(puzzle15.__file__).parent.parent
KEPT = ("PATH", "PUZZLE15_CACHE")

# A child in a session of its own takes the pseudo-terminal for its controlling one, so that Ctrl-C is heard.
PREPARE = "import fcntl, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"


def wait_until(ready: Callable[[], object], step: Callable[[], object] = lambda: None) -> None:
    """Wait for something that happens elsewhere, but not for ever; `step` is called in the meantime."""
    end = time.monotonic() + LIMIT
    while not ready():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)
        step()


class Screen:
    """A terminal as far as the game uses one."""

    SEQUENCE = re.compile(r"\x1b\[(\??)([\d;]*)([A-Za-z])|\x1b(.?)")

    def __init__(self, cols: int, lines: int) -> None:
        self.cols, self.lines = cols, lines
        self.alternate, self.cursor_shown = False, True
        self.colours: set[str] = set()
        self.clear()

    def clear(self) -> None:
        self.cells = [[" "] * self.cols for _ in range(self.lines)]
        self.row = self.col = 0

    @property
    def text(self) -> str:
        return "\n".join("".join(line).rstrip() for line in self.cells)

    def feed(self, text: str) -> str:
        """Take what was written; what is left is the beginning of a sequence."""
        while text:
            found = self.SEQUENCE.match(text)
            if found and found[3]:
                self.obey(found[1] + found[3], found[2])
                text = text[found.end() :]
            elif text[0] == "\x1b":
                assert len(text) < 30, f"not a sequence that is known: {text[:30]!r}"
                return text
            else:
                self.put(text[0])
                text = text[1:]
        return ""

    def obey(self, command: str, number: str) -> None:
        if command in ("?h", "?l") and number == "1049":
            self.alternate = command == "?h"
            self.clear()
        elif command in ("?h", "?l") and number == "25":
            self.cursor_shown = command == "?h"
        elif command == "H":
            self.row, self.col = (int(part) - 1 for part in number.split(";"))
        elif command == "K":
            self.cells[self.row][self.col :] = [" "] * (self.cols - self.col)
        elif (command, number) == ("J", "2"):
            self.cells = [[" "] * self.cols for _ in range(self.lines)]
        elif command == "m":
            self.colours.add(number)
        else:
            raise AssertionError(f"not a sequence that is known: {number}{command}")

    def put(self, letter: str) -> None:
        if letter == "\r":
            self.col = 0
        elif letter == "\n":
            self.row += 1
            if self.row == self.lines:
                self.cells = [*self.cells[1:], [" "] * self.cols]
                self.row -= 1
        elif letter >= " ":
            if self.col == self.cols:
                # The game keeps to its screen; what is written after it may go on below.
                assert not self.alternate, f"{letter!r} is written over the right edge of\n{self.text}"
                self.put("\r")
                self.put("\n")
            self.cells[self.row][self.col] = letter
            self.col += 1


class Player:
    """Somebody at a terminal in which a program runs."""

    def __init__(self, command: list[str], size: tuple[int, int], variables: dict[str, str]) -> None:
        self.master, self.slave = pty.openpty()
        self.screen = Screen(*size)
        self.resize(*size)
        self.before = termios.tcgetattr(self.slave)
        self.raw, self.rest = "", ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.process = subprocess.Popen(
            command,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            env={**{name: os.environ[name] for name in KEPT}, "PYTHONPATH": str(PACKAGE), **variables},
        )

    def resize(self, cols: int, lines: int) -> None:
        """Change the window, which clears it; the kernel sends the signal."""
        self.screen.cols, self.screen.lines = cols, lines
        self.screen.clear()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, cols, 0, 0))

    def send(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def read(self, seconds: float) -> bool:
        """Take in what the program writes; whether there was anything."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        text = self.decoder.decode(os.read(self.master, 65536))
        self.raw += text
        self.rest = self.screen.feed(self.rest + text)
        return True

    def until(self, condition: Callable[[str], object], what: str) -> str:
        """Wait until the screen is as expected, and give its text."""
        end = time.monotonic() + LIMIT
        while not condition(self.screen.text):
            assert time.monotonic() < end, f"{what} was never seen; the screen is\n{self.screen.text}"
            if not self.read(0.2) and self.process.poll() is not None and not self.read(0.2):
                assert condition(self.screen.text), f"it ended without {what}:\n{self.screen.text}"
        return self.screen.text

    def see(self, text: str) -> str:
        return self.until(lambda screen: text in " ".join(screen.split()), repr(text))

    def saw(self, text: str) -> None:
        """Wait until a text was written, though it may be gone again."""
        self.until(lambda _: text in self.raw, repr(text))

    def miss(self, text: str) -> str:
        return self.until(lambda screen: text not in " ".join(screen.split()), f"no {text!r}")

    def end(self) -> int:
        """Wait for the end of the program; its exit code."""
        end = time.monotonic() + LIMIT
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it does not end; the screen is\n{self.screen.text}"
            self.read(0.1)
        while self.read(0):
            pass
        return self.process.returncode

    def check_terminal(self) -> None:
        """Everything is as it was before."""
        assert termios.tcgetattr(self.slave) == self.before
        assert not self.screen.alternate
        assert self.screen.cursor_shown

    def hang_up(self) -> None:
        """Close the window."""
        os.close(self.slave)
        os.close(self.master)
        self.slave = self.master = -1  # The numbers may be those of other files from now on.

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for end in (self.master, self.slave):
            with contextlib.suppress(OSError):
                os.close(end)
