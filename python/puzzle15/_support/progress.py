"""Where the progress of a long job goes: to the caller's function, to a bar drawn by tqdm, or nowhere."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from typing import Any, TypeVar

__all__ = ["DELAY", "listening", "share"]

DELAY = 0.5
"""Seconds before a bar is shown: short work needs none, and does not wait for tqdm to be imported."""

_COUNTED = "{l_bar}{bar}{r_bar}"
# A share of the work need not be the same share of the time, so no time left is shown.
_SHARE = "{l_bar}{bar}| [{elapsed}{postfix}]"
# Only a line with a bar is cut to the width of the terminal; this bar is blank, as there is no total.
_ENDLESS = "{desc}: {n} [{elapsed}{postfix}]{bar}"
_WORDS = "{desc} [{elapsed}{postfix}]{bar}"

# Columns and lines of a terminal that does not know how many it has.
_USUAL_WIDTH, _USUAL_HEIGHT = 80, 24

Told = TypeVar("Told")


@contextmanager
def listening(
    progress: Callable[[Told], object] | bool | None,
    label: str,
    reading: Callable[[Told], tuple[float, str]],
    *,
    total: float | None = 1,
    done: float = 0,
    unit: str | None = "",
) -> Iterator[Callable[[Told], object] | None]:
    """The function to call with news of the work, or None if nobody wants any.

    It is `progress` itself if that is a function, or one that draws a bar if `progress` is True, or if it is
    None and somebody is watching. `reading` turns the news into what a bar shows: how much of `total` is
    done, and a few words beside it. With a `unit`, the bar has the speed and the time left, both without what
    was `done` before; without one the total is a share, and without a total there is only the count. If the
    `unit` is None nothing is counted, and there are only the time and the words.

    >>> with listening(print, "solving", share) as tell:
    ...     tell(0.5)
    0.5
    >>> with listening(False, "solving", share) as tell:
    ...     print(tell)
    None
    """
    if callable(progress):
        yield progress
        return
    if progress is not None and not isinstance(progress, bool):
        raise TypeError(f"progress is a function, True, False or None, got {progress!r}")
    if sys.stderr is not None and (_is_watched() if progress is None else progress):
        bar = _Bar(label, total, done, unit)
        try:
            yield lambda told: bar.show(*reading(told))
        finally:
            bar.close()
    else:
        yield None


def share(done: float) -> tuple[float, str]:
    """How to read news that is just the amount done."""
    return done, ""


class _Bar:
    """A bar that is drawn once the work has taken a moment, and that leaves nothing behind."""

    def __init__(self, label: str, total: float | None, done: float, unit: str | None) -> None:
        form = _WORDS if unit is None else _ENDLESS if total is None else _COUNTED if unit else _SHARE
        self._options = {
            "desc": label,
            "total": None if unit is None else total,
            "initial": done,
            "unit": unit or "",
            # The cursor waits at the beginning, so that the ^C that a terminal echoes is cleared, too.
            "bar_format": form + "\r",
        }
        self._begin = time.time()
        self._drawn: Any = None

    def show(self, done: float, note: str) -> None:
        """Show how much is done by now."""
        if self._drawn is not None:
            self._drawn.set_postfix_str(note, refresh=False)
            self._drawn.update(done - self._drawn.n)
        elif time.time() - self._begin >= DELAY:
            self._drawn = self._draw(done, note)

    def _draw(self, done: float, note: str) -> Any:
        """Draw the bar for the first time; its clock has been running since the work began."""
        drawn = _bar_class()(
            **self._options,
            file=sys.stderr,
            leave=False,
            delay=DELAY,
            **_width(),
            unit_scale=True,
            miniters=0,
            smoothing=0,
        )
        drawn.start_t, drawn.n = self._begin, done
        drawn.set_postfix_str(note)
        return drawn

    def close(self) -> None:
        """Clear the line, or take the widget away; one that is not full would stay."""
        if self._drawn is not None:
            self._drawn.total = None
            self._drawn.close()


def _width() -> dict[str, Any]:
    """How wide the bar is: as wide as the terminal, if that knows it; some say that they have no columns."""
    try:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
    except OSError:
        return {"dynamic_ncols": True}
    return {"dynamic_ncols": True} if columns else {"ncols": _USUAL_WIDTH, "nrows": _USUAL_HEIGHT}


@cache
def _bar_class() -> Any:
    """The class of tqdm for this place: a notebook or a terminal.

    A subclass has neither tqdm's monitor thread nor its lock between processes, which would fix the way this
    process starts others. `tqdm.auto` would warn where ipywidgets is missing.
    """
    if _has_widgets():
        from tqdm.notebook import tqdm
    else:
        from tqdm import tqdm
    bar: Any = type("Bar", (tqdm,), {"monitor_interval": 0})
    bar.set_lock(threading.RLock())
    return bar


def _is_watched() -> bool:
    return sys.stderr.isatty() or _has_widgets()


def _has_widgets() -> bool:
    """Whether this is a notebook that can show widgets; a bar of text could not be taken away again."""
    python = sys.modules.get("IPython")
    in_notebook = python is not None and hasattr(python.get_ipython(), "kernel")
    return in_notebook and find_spec("ipywidgets") is not None
