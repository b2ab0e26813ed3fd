"""How much of a long job is done, on one line that is cleared in the end."""

from __future__ import annotations

from shutil import get_terminal_size
from typing import TextIO


class Bar:
    """Shows a share of the whole, or words; `text` has a place for it."""

    def __init__(self, out: TextIO, text: str) -> None:
        self._out = out
        self._text = text
        self._shown = ""

    def __call__(self, share: float | str) -> None:
        # A line that is too long would become two, of which only one is cleared.
        text = self._text.format(share)[: get_terminal_size().columns - 1]
        if text != self._shown:
            self._shown = text
            self._out.write(f"\r{text}\x1b[K")
            self._out.flush()

    def close(self) -> None:
        """Clear the line."""
        if self._shown:
            self._shown = ""
            self._out.write("\r\x1b[K")
            self._out.flush()
