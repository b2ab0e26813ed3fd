"""`explore`: every state of a puzzle, by exhaustive search at one or two bits per state."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from puzzle15 import _core
from puzzle15._support.checks import check_flag, check_name, path_of, seconds_of, thread_count
from puzzle15._support.progress import listening
from puzzle15.errors import IncompleteWarning, Option, Remedy, UnsupportedError
from puzzle15.exploring.layers import Layers
from puzzle15.exploring.question import Question, Sources, ask, byte_count, rests_of
from puzzle15.goals import GoalLike, resolve
from puzzle15.goals import rows as rows_goal
from puzzle15.solving import solve
from puzzle15.typing import Algorithm, BoardLike, Metric, as_board

__all__ = ["Level", "SearchSize", "distance", "explore", "search_size", "telling_levels"]


class Level(NamedTuple):
    """What `progress` is called with after each level.

    >>> from puzzle15 import explore
    >>> levels = []
    >>> layers = explore(2, 3, progress=levels.append)
    >>> levels[2]
    Level(depth=2, states=3, seen=6, total=360)
    """

    depth: int
    states: int
    seen: int
    total: int
    """How many states there can be; all of them are reached in the usual puzzles."""


class SearchSize(NamedTuple):
    """What a search would take: states and bytes, by itself and with all that the process holds.

    >>> from puzzle15 import search_size
    >>> size = search_size(3, 4)
    >>> size.states, size.memory // 10**6, size.lean // 10**6
    (239500800, 61, 31)
    >>> size.peak - size.memory == size.lean_peak - size.lean > 10**7   # Python and all that it has loaded
    True
    """

    states: int
    memory: int
    """The bytes of the search alone: what `explore(memory=)` has to allow."""
    lean: int | None
    """The bytes if it is lean; None if it cannot be."""
    peak: int | None
    """The most bytes that the whole process would hold if the search began now: what a container must allow.

    Python, whatever the process has made before, and the search. None where the system does not tell what a
    process holds.
    """
    lean_peak: int | None
    """The same if the search is lean; None if it cannot be."""


def explore(
    rows: int,
    cols: int,
    *,
    tiles: Iterable[int] | None = None,
    removed: Iterable[int] = (),
    blank: int | None = None,
    sources: Sources | None = None,
    after: Iterable[Layers] | Layers = (),
    keep: Iterable[int] | None = None,
    goal: GoalLike | None = None,
    metric: Metric = "single",
    algorithm: Algorithm = "bits",
    threads: int | None = None,
    lean: bool | None = None,
    symmetric: bool = False,
    memory: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    every: float | None = None,
    progress: Callable[[Level], object] | bool | None = None,
) -> Layers:
    """Search a puzzle from its goal until every state has been found.

    - `tiles`: the tiles told apart, all others being alike. By default all are, on boards of up to 14 cells.
    - `removed`: cells taken off the board. Cells are numbered row by row from 0.
    - `blank`: the blank's home; by default the last cell that is free. Tile `t` is at home in cell `t - 1`;
      if all tiles are told apart they stand in reading order, whatever the blank's home.
    - `goal`: any other goal, as for `solve`.
    - `sources`: several cells of the blank to start from instead of its home, each with a depth: what
      remains to be done from there. The search then finds a bound for the whole.
    - `keep` and `after`: the same in more detail. A search of what remains, with `keep=[tiles]`, keeps the
      greatest depth for every place of the blank and of these tiles. A search that tells these and the other
      tiles apart goes on from there with `after=[layers, ...]`: it may stop where the others are at home.
      Layers that have not reached every state are refused.
    - `metric`: `"single"`, or `"multi"` for straight slides of several tiles as one move.
    - `algorithm`: `"bits"`, or `"lists"` for the search of Karlemo and Östergård: a bit for each board and a
      list for each level, on one thread. It is here for comparison, and is for full boards with every tile
      told apart, from one goal, by single-tile moves. How long its lists grow is known only on the way: it
      ends with an error where they need more than `memory`.
    - `threads`: how many threads; by default as many as the machine has cores.
    - `lean`: keep one bit a state instead of two. By default only if nothing else fits.
    - `symmetric`: store one of two states that are mirror images in the main diagonal of a square board. It
      takes about half the memory and two thirds of the time, and finds the same. The goal must be its own
      image: the blank at home on the diagonal (or several sources that are images of each other), and with
      each tile told apart also the one whose home is the mirror image of its home.
    - `memory`: the most bytes to use, by default what the machine has free. A search that does not fit is
      refused before anything is allocated, with what it needs; `search_size` says so beforehand.
    - `checkpoint`: a file that is resumed from if it exists, and kept up to date: after the first level, in
      the end, and after levels in between. It belongs to one search at a time and stays when the search is
      complete; `seconds` is then the time of the last run.
    - `every`: seconds from one update of the checkpoint to the next, at least; 0 is after every level. By
      default they are spaced so that they take less than a tenth of the time. It needs a `checkpoint`.
    - `progress`: a function called with a `Level` after each, or True or False for a bar or none. By default
      there is a bar if the search takes more than a moment and someone is watching.

    >>> layers = explore(3, 3)
    >>> layers.states, layers.diameter, layers.counts[-3:]
    (181440, 31, (760, 221, 2))
    >>> half = explore(3, 3, symmetric=True)
    >>> half == layers, half.bytes_used < layers.bytes_used
    (True, True)
    >>> explore(3, 3, algorithm="lists") == layers
    True
    >>> first_row = explore(4, 4, tiles=[1, 2, 3, 4], sources=[4, 5, 6, 7])
    >>> first_row.states, first_row.diameter, round(first_row.mean, 4)
    (524160, 46, 26.8745)
    """
    interval = seconds_of(every, "every", "None to let the search choose")
    if every is not None and checkpoint is None:
        raise UnsupportedError(
            Option("every"),
            " says how often the checkpoint is written, and there is none",
            remedies=[Remedy("give", Option("checkpoint")), Remedy("leave_out", Option("every"))],
        )
    check_name("metric", metric)
    check_name("algorithm", algorithm)
    check_flag("lean", lean, "None for one bit a state only if nothing else fits")
    file = None if checkpoint is None else path_of(checkpoint, "checkpoint")
    question = ask(
        rows,
        cols,
        tiles=tiles,
        removed=removed,
        blank=blank,
        sources=sources,
        goal=goal,
        after=rests_of(after),
        keep=keep,
        symmetric=symmetric,
    )
    start = time.perf_counter()
    with telling_levels(progress, question, metric) as tell:
        found = _core.explore(
            question.asked,
            algorithm=algorithm,
            metric=metric,
            lean=lean,
            threads=thread_count(threads),
            memory=byte_count(memory),
            checkpoint=file,
            every=interval,
            progress=tell,
        )
    slots = _slots(rows * cols, question.removed)
    layers = Layers(
        rows=rows,
        cols=cols,
        removed=question.removed,
        tiles=question.tiles,
        homes=question.homes,
        goal=None if goal is None else resolve(goal, rows_goal(rows, cols)).to_text(),
        sources=question.sources,
        after=tuple(rest.fingerprint for rest in question.after),
        metric=metric,
        by_cell=tuple(_by_cell(level, slots, 0) for level in found.by_slot),
        deepest=None
        if found.deepest is None
        else tuple(_by_cell(question.named(state), slots, -1) for state in found.deepest),
        seconds=time.perf_counter() - start,
        bytes_used=found.bytes_used,
        threads=found.threads,
        lean=found.lean,
        kept=question.kept,
        kept_homes=question.kept_homes,
        kept_depths=found.residual,
    )
    if layers.tiles is not None and not layers.complete:
        warnings.warn(
            f"the search has reached {layers.states:,} of {layers.total:,} states: its diameter is no bound "
            "for the others",
            IncompleteWarning,
            stacklevel=2,
        )
    return layers


def search_size(
    rows: int,
    cols: int,
    *,
    tiles: Iterable[int] | None = None,
    removed: Iterable[int] = (),
    blank: int | None = None,
    sources: Sources | None = None,
    goal: GoalLike | None = None,
    metric: Metric = "single",
    symmetric: bool = False,
) -> SearchSize:
    """What `explore` would need, without searching: by itself, and with all that the process holds.

    >>> size = search_size(4, 4, tiles=[1, 2, 3, 4, 5, 9, 13])
    >>> size.states
    518918400
    >>> size.peak > size.memory
    True
    """
    check_name("metric", metric)
    question = ask(
        rows,
        cols,
        tiles=tiles,
        removed=removed,
        blank=blank,
        sources=sources,
        goal=goal,
        symmetric=symmetric,
    )
    size = _core.search_size(question.asked, metric=metric)
    return SearchSize(size.states, size.bytes, size.lean_bytes, size.peak, size.lean_peak)


def distance(board: BoardLike, *, goal: GoalLike | None = None) -> int:
    """How many moves a shortest solution takes, on boards of up to 12 cells.

    >>> distance("8 6 7/2 5 4/3 0 1")
    31
    >>> distance("1 2 3 4/5 6 7 8/9 10 0 11")
    1
    """
    start = as_board(board)
    if len(start) > _core.MOST_TABLED_CELLS:
        raise UnsupportedError(
            f"distance is for boards of up to {_core.MOST_TABLED_CELLS} cells, this one is "
            f"{start.rows}×{start.cols}"
        )
    return len(solve(start, goal=goal, method="optimal"))


def _slots(cells: int, removed: Sequence[int]) -> list[int | None]:
    """For each cell its slot: its number among the cells on the board, None for one that is off it."""
    numbers = iter(range(cells))
    return [None if cell in removed else next(numbers) for cell in range(cells)]


def _by_cell(values: Sequence[int], slots: Sequence[int | None], missing: int) -> tuple[int, ...]:
    """Values by slot as values by cell, with `missing` for the cells off the board."""
    return tuple([missing if slot is None else values[slot] for slot in slots])


@contextmanager
def telling_levels(
    progress: Callable[[Level], object] | bool | None, question: Question, metric: str
) -> Iterator[Callable[[int, int, int], object] | None]:
    """The function that the core calls after each level, with its depth, its states and all states seen."""
    with listening(progress, "searching", _reading) as tell:
        if tell is None:
            yield None
        else:
            total = _core.search_size(replace(question, symmetric=False).asked, metric=metric).states
            yield lambda depth, states, seen: tell(Level(depth, states, seen, total))


def _reading(level: Level) -> tuple[float, str]:
    """The share of the states that have been seen, and what the bar says beside it."""
    return level.seen / max(level.total, 1), f"depth {level.depth}, {level.seen:,} states"
