"""`explore`: every state of a puzzle, by exhaustive search at one or two bits per state."""

from __future__ import annotations

import operator
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, SupportsIndex, TextIO

from puzzle15 import _core
from puzzle15._bar import drawn
from puzzle15._core import Board
from puzzle15.errors import UnsupportedError
from puzzle15.goals import GoalLike, resolve
from puzzle15.goals import rows as in_rows
from puzzle15.layers import Layers
from puzzle15.solving import solve
from puzzle15.typing import BoardLike, as_board

__all__ = ["Level", "SearchSize", "distance", "explore", "search_size"]

MANY = 2**31
"""More threads than anyone can mean."""

MAX_DEPTH = 10_000
"""The greatest depth of a source."""

Sources = Mapping[int, int] | Iterable[int | tuple[int, int]]
"""Cells of the blank: a mapping to their depths, pairs of the two, or cells alone at depth 0."""


class Level(NamedTuple):
    """What `progress` is told after each level.

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
    """What a search would take: states, bytes, and bytes if it is lean (None if it cannot be).

    >>> from puzzle15 import search_size
    >>> size = search_size(3, 4)
    >>> size.states, size.memory // 10**6, size.lean // 10**6
    (239500800, 61, 31)
    """

    states: int
    memory: int
    lean: int | None


class _Question(NamedTuple):
    """A search as the core wants it, and the names of the tiles."""

    rows: int
    cols: int
    removed: tuple[int, ...]
    homes: tuple[int, ...] | None
    kept_homes: tuple[int, ...] | None
    sources: tuple[tuple[int, int], ...]
    after: tuple[Layers, ...]
    tiles: tuple[int, ...] | None
    kept: tuple[int, ...] | None
    names: tuple[int, ...]
    all_homes: tuple[int, ...]

    @property
    def asked(self) -> _core._Asked:
        """What the core is asked."""
        rests = [(rest.removed, rest.kept_homes or (), rest.kept_depths or b"") for rest in self.after]
        return self.rows, self.cols, self.removed, self.homes, self.kept_homes, self.sources, rests

    def named(self, state: list[int]) -> list[int]:
        """A state with the tiles' own names: 0 is the blank, -1 a tile that is not told apart."""
        return [tile if tile <= 0 else self.names[tile - 1] for tile in state]


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
    metric: str = "single",
    threads: int | None = None,
    lean: bool | None = None,
    memory: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Callable[[Level], object] | bool | None = None,
) -> Layers:
    """Search a puzzle from its goal until every state has been found.

    - `tiles`: the tiles told apart, all others being alike. By default all are, on boards of up to 14 cells.
    - `removed`: cells taken off the board. Cells are numbered row by row from 0.
    - `blank`: the blank's home; by default the last cell that is free. Tile `t` is at home in cell `t - 1`;
      if all tiles are told apart they stand in reading order, whatever the blank's home.
    - `goal`: any other goal, as for `solve`.
    - `sources`: several cells of the blank to start from instead of its home, each with a depth of its own:
      what remains to be done from there. The search then finds a bound for the whole.
    - `keep` and `after`: the same in more detail. A search of what remains, with `keep=[tiles]`, keeps for
      every place of the blank and of these tiles the greatest depth. A search that tells these and the other
      tiles apart goes on from there with `after=[layers, ...]`: it may stop where the others are at home.
    - `metric`: `"single"`, or `"multi"` for straight slides of several tiles as one move.
    - `threads`: how many threads; by default as many as the machine has cores.
    - `lean`: keep one bit a state instead of two. By default only if nothing else fits.
    - `memory`: the most bytes to use, by default what the machine has free. A search that does not fit is
      refused before anything is allocated, with what it needs; `search_size` tells beforehand.
    - `checkpoint`: a file to keep up to date after every level, and to go on from if it is there. It belongs
      to one search at a time and stays when the search is complete; `seconds` is then that of the last run.
    - `progress`: called with a `Level` after each; or True or False for a bar or none. By default there is a
      bar if the search takes more than a moment and someone watches.

    >>> layers = explore(3, 3)
    >>> layers.states, layers.diameter, layers.counts[-3:]
    (181440, 31, (760, 221, 2))
    >>> first_row = explore(4, 4, tiles=[1, 2, 3, 4], sources=[4, 5, 6, 7])
    >>> first_row.states, first_row.diameter, round(first_row.mean, 4)
    (524160, 46, 26.8745)
    """
    if isinstance(after, Layers):
        after = [after]
    question = _ask(rows, cols, tiles, removed, blank, sources, goal, tuple(after), keep)
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise TypeError(f"progress is a function, True, False or None, got {progress!r}")
    start = time.perf_counter()
    bar = _Bar(sys.stderr) if progress is True or (progress is None and sys.stderr.isatty()) else None
    listener = progress if callable(progress) else bar
    total = 0 if listener is None else _core.search_size(question.asked, metric)[0]

    def tell(depth: int, states: int, seen: int) -> None:
        if listener is not None:
            listener(Level(depth, states, seen, total))

    try:
        by_slot, deepest, was_lean, used, on_threads, kept_depths = _core.explore(
            question.asked,
            metric,
            lean,
            None if threads is None else max(min(_number(threads, "threads"), MANY), -MANY),
            None if memory is None else _bytes(memory),
            checkpoint,
            None if listener is None else tell,
        )
    finally:
        if bar is not None:
            bar.close()
    cells = [cell for cell in range(rows * cols) if cell not in question.removed]
    return Layers(
        rows=rows,
        cols=cols,
        removed=question.removed,
        tiles=question.tiles,
        homes=question.all_homes if question.homes is None else question.homes,
        goal=None if goal is None else resolve(goal, in_rows(rows, cols)).to_text(),
        sources=question.sources,
        after=tuple(rest.fingerprint for rest in question.after),
        metric=metric,
        by_cell=tuple(_spread(level, cells, rows * cols, 0) for level in by_slot),
        deepest=None
        if deepest is None
        else tuple(_spread(question.named(state), cells, rows * cols, -1) for state in deepest),
        seconds=time.perf_counter() - start,
        bytes_used=used,
        threads=on_threads,
        lean=was_lean,
        kept=question.kept,
        kept_homes=question.kept_homes,
        kept_depths=kept_depths,
    )


def search_size(
    rows: int,
    cols: int,
    *,
    tiles: Iterable[int] | None = None,
    removed: Iterable[int] = (),
    blank: int | None = None,
    sources: Sources | None = None,
    goal: GoalLike | None = None,
    metric: str = "single",
) -> SearchSize:
    """Tell what `explore` would need, without searching.

    >>> search_size(4, 4, tiles=[1, 2, 3, 4, 5, 9, 13]).states
    518918400
    """
    question = _ask(rows, cols, tiles, removed, blank, sources, goal, (), None)
    return SearchSize(*_core.search_size(question.asked, metric))


def distance(board: BoardLike, *, goal: GoalLike | None = None) -> int:
    """How many moves a shortest solution takes, on boards of up to 12 cells.

    >>> distance("8 6 7/2 5 4/3 0 1")
    31
    >>> distance("1 2 3 4/5 6 7 8/9 10 0 11")
    1
    """
    start = as_board(board)
    if len(start) > 12:
        raise UnsupportedError(f"distance is for boards of up to 12 cells, got {start.rows} by {start.cols}")
    return len(solve(start, goal=goal, method="optimal"))


def _ask(
    rows: int,
    cols: int,
    tiles: Iterable[int] | None,
    removed: Iterable[int],
    blank: int | None,
    sources: Sources | None,
    goal: GoalLike | None,
    after: tuple[Layers, ...],
    keep: Iterable[int] | None,
) -> _Question:
    """Check what was asked for, and say it in cells."""
    last = in_rows(rows, cols)
    cells = rows * cols
    off = tuple(
        sorted({_cell(c, cells, "a cell to take off the board") for c in _numbers(removed, "removed")})
    )
    target = last if goal is None else resolve(goal, last)
    if (rows, cols) != target.shape:
        raise UnsupportedError(f"the goal is {target.rows} by {target.cols}, expected {rows} by {cols}")
    told = None if tiles is None else tuple(sorted(_numbers(tiles, "tiles"), key=_finder(target)))
    if told is not None and len(set(told)) < len(told):
        raise UnsupportedError(f"a tile is named twice in tiles={list(told)}")
    homes = None if told is None else tuple(map(_finder(target), told))
    if sources is not None:
        if blank is not None or after:
            raise UnsupportedError(
                "give one of blank=, sources= and after=: each says where the blank starts"
            )
        if not isinstance(sources, Iterable):
            raise TypeError(
                f"sources= is a list of cells, or a dictionary of cells and depths, got {sources!r}"
            )
        starts = tuple(_source(item, cells) for item in _items(sources))
        if not starts:
            raise UnsupportedError("sources= is empty: name at least one cell of the blank")
    elif after:
        starts = ()
    elif blank is not None:
        if goal is not None and blank != target.blank:
            raise UnsupportedError(
                f"the goal has its blank in cell {target.blank}, blank= says {blank}: leave one of them out"
            )
        starts = ((_cell(blank, cells, "the blank's home"), 0),)
    elif goal is not None:
        starts = ((target.blank, 0),)
    else:
        free = [cell for cell in range(cells) if cell not in off and cell not in (homes or ())]
        if not free:
            raise UnsupportedError("no cell is left for the blank")
        starts = ((free[-1], 0),)
    if told is not None:
        if keep is not None:
            raise UnsupportedError("keep= is for puzzles with every tile told apart: leave out tiles=")
        _check_rests(after)
        return _Question(rows, cols, off, homes, None, starts, after, told, None, told, ())
    if after:
        raise UnsupportedError(
            "after= is for searches that tell only some tiles apart: name them with tiles="
        )
    names = _names(target, off, starts[0][0], goal)
    kept_homes: list[int] = []
    for tile in _numbers(keep or (), "keep"):
        if tile not in names.values():
            raise UnsupportedError(
                f"the tiles of this puzzle are {sorted(names.values())}, got {tile} to keep"
            )
        kept_homes.append(next(cell for cell, name in names.items() if name == tile))
    kept_homes.sort()
    order = [*kept_homes, *(cell for cell in names if cell not in kept_homes)]
    return _Question(
        rows,
        cols,
        off,
        None,
        None if keep is None else tuple(kept_homes),
        starts,
        (),
        None,
        None if keep is None else tuple(names[cell] for cell in kept_homes),
        tuple(names[cell] for cell in order),
        tuple(sorted(names, key=lambda cell: names[cell])),
    )


def _numbers(values: Iterable[int], what: str) -> list[int]:
    try:
        return [operator.index(value) for value in values]
    except TypeError:
        raise TypeError(f"{what}= is a list of whole numbers, got {values!r}") from None


def _number(value: int, what: str) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{what}= is a whole number, got {value!r}") from None


def _check_rests(after: tuple[Layers, ...]) -> None:
    for rest in after:
        if rest.kept_depths is None or rest.kept_homes is None:
            raise UnsupportedError(f"after= needs layers that were found with keep=, got {rest!r}")


def _names(goal: Board, removed: Sequence[int], blank: int, given: GoalLike | None) -> dict[int, int]:
    """What the tiles are called if all are told apart, by their home cells in reading order."""
    homes = [cell for cell in range(len(goal)) if cell not in removed and cell != blank]
    if given is not None:
        return dict(zip(homes, (t for c, t in enumerate(goal) if t and c not in removed), strict=False))
    if removed:
        return {cell: cell + 1 for cell in homes}
    return {cell: number for number, cell in enumerate(homes, start=1)}


def _finder(goal: Board) -> Callable[[int], int]:
    """Gives the home of a tile."""

    def home(tile: int) -> int:
        if tile <= 0 or tile not in goal:
            tiles = sorted(goal)
            raise UnsupportedError(f"the tiles of this board are {tiles[1]} to {tiles[-1]}, got {tile}")
        return goal.find(tile)

    return home


def _cell(cell: int, cells: int, what: str) -> int:
    try:
        number = operator.index(cell)
    except TypeError:
        raise TypeError(f"{what} is a whole number, got {cell!r}") from None
    if not 0 <= number < cells:
        raise UnsupportedError(f"{what} is one of 0 to {cells - 1}, got {cell}")
    return number


def _bytes(memory: int) -> int:
    number = _number(memory, "memory")
    if number < 0:
        raise UnsupportedError(f"memory is a number of bytes, at least 0, got {number}")
    return min(number, 2**63)


def _items(sources: Sources) -> Iterable[int | tuple[int, int]]:
    return sources.items() if isinstance(sources, Mapping) else sources


def _source(item: int | tuple[int, int], cells: int) -> tuple[int, int]:
    cell, offset = item if isinstance(item, tuple) and len(item) == 2 else (item, 0)
    if isinstance(cell, tuple) or not isinstance(offset, SupportsIndex):
        raise TypeError(f"a source is a cell, or a pair of a cell and a depth, got {item!r}")
    offset = operator.index(offset)
    if not 0 <= offset <= MAX_DEPTH:
        raise UnsupportedError(f"the depth of a source is 0 to {MAX_DEPTH}, got {offset} for cell {cell}")
    return _cell(cell, cells, "a cell of the blank"), offset


def _spread(values: Sequence[int], cells: Sequence[int], count: int, missing: int) -> tuple[int, ...]:
    """Values of the cells on the board, with something for those that are off it."""
    spread = [missing] * count
    for cell, value in zip(cells, values, strict=True):
        spread[cell] = value
    return tuple(spread)


class _Bar:
    """A line in a terminal that says how far a search is."""

    patience = 0.5
    """Seconds before it is shown: a quick search needs no bar."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.start = time.perf_counter()
        self.shown = False

    def __call__(self, level: Level) -> None:
        seconds = time.perf_counter() - self.start
        if seconds < self.patience:
            return
        bar = drawn(level.seen / max(level.total, 1))
        self.stream.write(f"\r{bar}  depth {level.depth}, {level.seen:,} states, {seconds:.1f} s \x1b[K")
        self.stream.flush()
        self.shown = True

    def close(self) -> None:
        """Leave an empty line."""
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
