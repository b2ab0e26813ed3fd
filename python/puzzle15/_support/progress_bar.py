"""How much of a long job is done, on one line that is cleared in the end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import TextIO

from puzzle15.typing import Progress

__all__ = ["Bar", "Meter", "clock_time", "drawn", "listening"]


def drawn(share: float) -> str:
    """A share of the whole, as a picture and as a number.

    >>> drawn(0.25)
    '[######                  ]  25.0%'
    """
    return f"[{'#' * round(24 * share):<24}] {share:6.1%}"


def clock_time(seconds: float) -> str:
    """Minutes and seconds, and hours if need be.

    >>> clock_time(83.9), clock_time(3600)
    ('1:23', '1:00:00')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


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


class Meter(Bar):
    """Shows how many of a number of boards are done, how fast, and how long the others will take."""

    def __init__(self, out: TextIO, total: int, done: int) -> None:
        super().__init__(out, "{}")
        self._total = total
        # Those that were done before tell nothing about the speed.
        self._before = done
        self._begin = time.perf_counter()

    def show(self, done: float) -> None:
        """So many are done by now."""
        line = f"{drawn(done / self._total)}  {int(done):,} boards"
        seconds = time.perf_counter() - self._begin
        if done > self._before:
            rate = (done - self._before) / seconds
            line += f", {rate:,.0f} a second, {clock_time((self._total - done) / rate + 0.5)} left"
        self(line)


@contextmanager
def listening(progress: Progress, label: str) -> Iterator[Callable[[float], object] | None]:
    """Who is told the share that is done: the caller's own function, or a bar, or nobody."""
    if callable(progress):
        yield progress
        return
    if progress is not None and not isinstance(progress, bool):
        raise TypeError(f"progress is True, False or None, or a function, got {progress!r}")
    if progress is False or (progress is None and not sys.stderr.isatty()):
        yield None
        return
    bar = Bar(sys.stderr, label + ": {:.0%}")
    try:
        yield bar
    finally:
        bar.close()
