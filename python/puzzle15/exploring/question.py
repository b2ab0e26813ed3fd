"""What a search is asked for, checked and said in cells; before anything is searched."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, SupportsIndex

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15.errors import Option, Remedy, UnsupportedError, options
from puzzle15.exploring.layers import Layers
from puzzle15.goals import GoalLike, resolve
from puzzle15.goals import rows as in_rows

__all__ = ["MANY", "Question", "Sources", "ask", "byte_count", "number", "numbers"]

MANY = 2**31
"""More threads than anyone can mean."""

MAX_DEPTH = 10_000
"""The greatest depth of a source."""

Sources = Mapping[int, int] | Iterable[int | tuple[int, int]]
"""Cells of the blank: a mapping to their depths, pairs of the two, or cells alone at depth 0."""


class Question(NamedTuple):
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
    def asked(self) -> _core.SearchQuestion:
        """What the core is asked."""
        return _core.SearchQuestion(
            rows=self.rows,
            cols=self.cols,
            removed=self.removed,
            homes=self.homes,
            kept=self.kept_homes,
            sources=self.sources,
            after=[
                _core.Residual(
                    removed=layers.removed, homes=layers.kept_homes or (), depths=layers.kept_depths or b""
                )
                for layers in self.after
            ],
        )

    def named(self, state: list[int]) -> list[int]:
        """A state with the tiles' own names: 0 is the blank, -1 a tile that is not told apart."""
        return [tile if tile <= 0 else self.names[tile - 1] for tile in state]


def ask(
    rows: int,
    cols: int,
    tiles: Iterable[int] | None,
    removed: Iterable[int],
    blank: int | None,
    sources: Sources | None,
    goal: GoalLike | None,
    after: tuple[Layers, ...],
    keep: Iterable[int] | None,
) -> Question:
    """Check what was asked for, and say it in cells."""
    last = in_rows(rows, cols)
    cells = rows * cols
    off = tuple(
        sorted({_cell(c, cells, "a cell to take off the board") for c in numbers(removed, "removed")})
    )
    target = last if goal is None else resolve(goal, last)
    if (rows, cols) != target.shape:
        raise UnsupportedError(f"the goal is {target.rows} by {target.cols}, expected {rows} by {cols}")
    told = None if tiles is None else tuple(sorted(numbers(tiles, "tiles"), key=_finder(target)))
    if told is not None and len(set(told)) < len(told):
        raise UnsupportedError("a tile is named twice in ", Option("tiles", list(told)))
    homes = None if told is None else tuple(map(_finder(target), told))
    if sources is not None:
        if blank is not None or after:
            raise UnsupportedError(
                "give one of ", *options("blank", "sources", "after"), "; each says where the blank starts"
            )
        if not isinstance(sources, Iterable):
            raise TypeError(
                f"sources= is a list of cells, or a dictionary of cells and depths, got {sources!r}"
            )
        starts = tuple(_source(item, cells) for item in _items(sources))
        if not starts:
            raise UnsupportedError(Option("sources"), " is empty; name at least one cell of the blank")
    elif after:
        starts = ()
    elif blank is not None:
        if goal is not None and blank != target.blank:
            raise UnsupportedError(
                f"the goal has its blank in {given_cell(target.blank)}, and ",
                Option("blank"),
                f" says {given_cell(blank)}; leave out one of them",
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
            remedies = [Remedy("leave_out", Option("tiles"))]
            raise UnsupportedError(
                Option("keep"), " is for puzzles with every tile told apart", remedies=remedies
            )
        _check_rests(after)
        return Question(rows, cols, off, homes, None, starts, after, told, None, told, ())
    if after:
        raise UnsupportedError(
            Option("after"),
            " is for searches that tell only some tiles apart; name them with ",
            Option("tiles"),
        )
    names = _names(target, off, starts[0][0], goal)
    kept_homes: list[int] = []
    for tile in numbers(keep or (), "keep"):
        if tile not in names.values():
            raise UnsupportedError(
                f"the tiles of this puzzle are {sorted(names.values())}, got {tile} to keep"
            )
        kept_homes.append(next(cell for cell, name in names.items() if name == tile))
    kept_homes.sort()
    order = [*kept_homes, *(cell for cell in names if cell not in kept_homes)]
    return Question(
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


def numbers(values: Iterable[int], what: str) -> list[int]:
    """Whole numbers as a list, or an error that names the argument."""
    try:
        return [operator.index(value) for value in values]
    except TypeError:
        raise TypeError(f"{what}= is a list of whole numbers, got {values!r}") from None


def number(value: int, what: str) -> int:
    """A whole number, or an error that names the argument."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{what}= is a whole number, got {value!r}") from None


def _check_rests(after: tuple[Layers, ...]) -> None:
    for rest in after:
        if rest.kept_depths is None or rest.kept_homes is None:
            raise UnsupportedError(
                Option("after"), " needs layers that were found with ", Option("keep"), f", got {rest!r}"
            )


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


def given_cell(cell: int) -> str:
    """A cell that was given by its index: as people count, and as code does.

    >>> given_cell(8)
    'cell 9 (index 8)'
    """
    return f"cell {cell + 1} (index {cell})"


def _cell(cell: int, cells: int, what: str) -> int:
    try:
        number = operator.index(cell)
    except TypeError:
        raise TypeError(f"{what} is a whole number, got {cell!r}") from None
    if not 0 <= number < cells:
        raise UnsupportedError(f"{what} is {given_cell(number)}, and the board has {cells} cells")
    return number


def byte_count(memory: int) -> int:
    """A number of bytes that the core can count."""
    count = number(memory, "memory")
    if count < 0:
        raise UnsupportedError(Option("memory"), f" is a number of bytes, at least 0, got {count}")
    return min(count, 2**63)


def _items(sources: Sources) -> Iterable[int | tuple[int, int]]:
    return sources.items() if isinstance(sources, Mapping) else sources


def _source(item: int | tuple[int, int], cells: int) -> tuple[int, int]:
    cell, offset = item if isinstance(item, tuple) and len(item) == 2 else (item, 0)
    if isinstance(cell, tuple) or not isinstance(offset, SupportsIndex):
        raise TypeError(f"a source is a cell, or a pair of a cell and a depth, got {item!r}")
    offset = operator.index(offset)
    if not 0 <= offset <= MAX_DEPTH:
        raise UnsupportedError(
            f"the depth of a source is 0 to {MAX_DEPTH}, got {offset} for {given_cell(operator.index(cell))}"
        )
    return _cell(cell, cells, "a cell of the blank"), offset
