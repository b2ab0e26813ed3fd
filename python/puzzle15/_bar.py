"""How much of a long job is done, on one line that is cleared in the end."""

from __future__ import annotations

from typing import TextIO


class Bar:
    """Shows a share of the whole; `text` has a place for it."""

    def __init__(self, out: TextIO, text: str) -> None:
        self._out = out
        self._text = text
        self._shown = ""

    def __call__(self, share: float) -> None:
        text = self._text.format(share)
        if text != self._shown:
            self._shown = text
            self._out.write(f"\r{text}\x1b[K")
            self._out.flush()

    def close(self) -> None:
        """Clear the line."""
        if self._shown:
            self._out.write("\r\x1b[K")
            self._out.flush()
