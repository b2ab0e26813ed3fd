"""What a search is asked for, checked and put in terms of cells, before anything is searched."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, SupportsIndex

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15._support.checks import cell_of, check_flag, list_of, whole_number
from puzzle15.errors import Option, Remedy, UnsupportedError, options
from puzzle15.exploring.layers import Layers
from puzzle15.goals import GoalLike, resolve
from puzzle15.goals import rows as rows_goal
from puzzle15.wording import Cell

__all__ = ["Question", "Sources", "ask", "byte_count", "numbers", "rests_of"]

MAX_DEPTH = 10_000
"""The greatest depth of a source."""

Sources = Mapping[int, int] | Iterable[int | tuple[int, int]]
"""Cells of the blank: a mapping to their depths, pairs of the two, or cells alone at depth 0."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """A search as the core takes it, and the names of the tiles."""

    rows: int
    cols: int
    removed: tuple[int, ...]
    """The cells that are off the board."""
    sources: tuple[tuple[int, int], ...]
    """The cells of the blank to start from, each with its depth."""
    after: tuple[Layers, ...] = ()
    tiles: tuple[int, ...] | None = None
    """The tiles told apart, in the order of their homes; None if all are."""
    homes: tuple[int, ...]
    """The homes of the tiles told apart, in the order of `tiles`, or of their numbers if all are."""
    kept: tuple[int, ...] | None = None
    """The tiles to keep, in the order of `kept_homes`."""
    kept_homes: tuple[int, ...] | None = None
    symmetric: bool = False
    """Whether to store one of two states that are mirror images."""
    names: tuple[int, ...]
    """The numbers of the tiles told apart, in the order in which the core numbers them."""

    @property
    def asked(self) -> _core.SearchQuestion:
        """The question as the core takes it."""
        return _core.SearchQuestion(
            rows=self.rows,
            cols=self.cols,
            removed=self.removed,
            homes=None if self.tiles is None else self.homes,
            kept=self.kept_homes,
            sources=[_core.BlankSource(cell=cell, depth=depth) for cell, depth in self.sources],
            after=[
                _core.Residual(
                    removed=layers.removed, homes=layers.kept_homes or (), depths=layers.kept_depths or b""
                )
                for layers in self.after
            ],
            symmetric=self.symmetric,
        )

    def named(self, state: list[int]) -> list[int]:
        """A state with the tiles' own names: 0 is the blank, -1 a tile that is not told apart."""
        return [tile if tile <= 0 else self.names[tile - 1] for tile in state]


def ask(
    rows: int,
    cols: int,
    *,
    tiles: Iterable[int] | None = None,
    removed: Iterable[int] = (),
    blank: int | None = None,
    sources: Sources | None = None,
    goal: GoalLike | None = None,
    after: tuple[Layers, ...] = (),
    keep: Iterable[int] | None = None,
    symmetric: bool = False,
) -> Question:
    """Check the arguments of a search, and put them in terms of cells."""
    check_flag("symmetric", symmetric)
    last = rows_goal(rows, cols)
    off = _removed(removed, len(last))
    target = _target(last, goal)
    named = None if tiles is None else _told_apart(tiles, target)
    homes = tuple(map(target.find, named or ()))
    if sources is not None and (blank is not None or after):
        raise UnsupportedError(
            "give one of ", *options("blank", "sources", "after"), "; each says where the blank starts"
        )
    if sources is not None:
        starts = _starts(sources, len(last))
    elif after:
        starts = ()
    else:
        at_home = target.blank if goal is not None else None
        starts = ((_blank_home(blank, at_home, len(last), {*off, *homes}), 0),)
    if named is None:
        _refuse_rests(after)
        names = _names(target, off, starts[0][0], goal)
        return _all_told_apart(
            names, keep, rows=rows, cols=cols, removed=off, sources=starts, symmetric=symmetric
        )
    if keep is not None:
        remedies = [Remedy("leave_out", Option("tiles"))]
        raise UnsupportedError(
            Option("keep"), " is for puzzles with every tile told apart", remedies=remedies
        )
    _check_rests(after)
    return Question(
        rows=rows,
        cols=cols,
        removed=off,
        sources=starts,
        after=after,
        tiles=named,
        homes=homes,
        names=named,
        symmetric=symmetric,
    )


def _all_told_apart(names: dict[int, int], keep: Iterable[int] | None, **puzzle: Any) -> Question:
    """The question if all tiles are told apart; `names` are theirs, by home cell."""
    homes = tuple(sorted(names, key=names.__getitem__))
    if keep is None:
        return Question(homes=homes, names=tuple(names.values()), **puzzle)
    kept_homes = _homes_of(keep, names)
    # The core numbers those that are kept first.
    order = [*kept_homes, *(cell for cell in names if cell not in kept_homes)]
    return Question(
        homes=homes,
        names=tuple(names[cell] for cell in order),
        kept=tuple(names[cell] for cell in kept_homes),
        kept_homes=kept_homes,
        **puzzle,
    )


def _homes_of(keep: Iterable[int], names: dict[int, int]) -> tuple[int, ...]:
    """The homes of the tiles to keep, in increasing order."""
    homes = {name: cell for cell, name in names.items()}
    kept = numbers(keep, "keep")
    for tile in kept:
        if tile not in homes:
            raise UnsupportedError(f"the tiles of this puzzle are {sorted(homes)}, got {tile} to keep")
    return tuple(sorted(homes[tile] for tile in kept))


def _removed(removed: Iterable[int], cells: int) -> tuple[int, ...]:
    """The cells off the board, in increasing order."""
    off = (cell_of(cell, cells, "a cell to take off the board") for cell in numbers(removed, "removed"))
    return tuple(sorted(set(off)))


def _target(last: Board, goal: GoalLike | None) -> Board:
    """The goal that is given, or else `last`, the one with the blank last; both have the same shape."""
    target = last if goal is None else resolve(goal, last)
    if target.shape != last.shape:
        raise UnsupportedError(f"the goal is {target.rows}×{target.cols}, expected {last.rows}×{last.cols}")
    return target


def _told_apart(tiles: Iterable[int], goal: Board) -> tuple[int, ...]:
    """The tiles told apart, in the order of their homes."""
    named = numbers(tiles, "tiles")
    for tile in named:
        if tile <= 0 or tile not in goal:
            known = sorted(goal)
            raise UnsupportedError(f"the tiles of this board are {known[1]} to {known[-1]}, got {tile}")
    ordered = tuple(sorted(named, key=goal.find))
    if len(set(ordered)) < len(ordered):
        raise UnsupportedError("a tile is named twice in ", Option("tiles", list(ordered)))
    return ordered


def _starts(sources: Sources, cells: int) -> tuple[tuple[int, int], ...]:
    """The cells of the blank that `sources` names, each with its depth."""
    items = sources.items() if isinstance(sources, Mapping) else sources
    named = list_of("sources", items, "cells, or a dictionary of cells and depths")
    starts = tuple(_source(item, cells) for item in named)
    if not starts:
        raise UnsupportedError(Option("sources"), " is empty; name at least one cell of the blank")
    return starts


def _blank_home(blank: int | None, in_goal: int | None, cells: int, taken: set[int]) -> int:
    """The home of the blank: the cell given, or the one in the goal, or else the last free cell."""
    if blank is not None:
        if in_goal is not None and blank != in_goal:
            raise UnsupportedError(
                "the goal has its blank in ",
                Cell(in_goal),
                ", and ",
                Option("blank"),
                " says ",
                Cell(blank),
                "; leave out one of them",
            )
        return cell_of(blank, cells, "the blank's home")
    if in_goal is not None:
        return in_goal
    free = [cell for cell in range(cells) if cell not in taken]
    if not free:
        raise UnsupportedError("no cell is left for the blank")
    return free[-1]


def numbers(values: Iterable[int], name: str) -> list[int]:
    """Whole numbers as a list, or an error that names the argument."""
    try:
        return [operator.index(value) for value in values]
    except TypeError:
        raise TypeError(f"{name} is a list of whole numbers, got {values!r}") from None


def rests_of(after: Iterable[Layers] | Layers) -> tuple[Layers, ...]:
    """The layers that a search goes on from, or an error."""
    rests = (after,) if isinstance(after, Layers) else tuple(after) if isinstance(after, Iterable) else None
    if rests is None or not all(isinstance(rest, Layers) for rest in rests):
        raise TypeError(f"after is Layers, or a list of them, got {after!r}")
    return rests


def _refuse_rests(after: tuple[Layers, ...]) -> None:
    if after:
        raise UnsupportedError(
            Option("after"),
            " is for searches that tell only some tiles apart; name them with ",
            Option("tiles"),
        )


def _check_rests(after: tuple[Layers, ...]) -> None:
    for rest in after:
        if rest.kept_depths is None or rest.kept_homes is None:
            raise UnsupportedError(
                Option("after"), " needs layers that were found with ", Option("keep"), f", got {rest!r}"
            )
        if not rest.complete:
            raise UnsupportedError(
                Option("after"),
                f" needs layers that have reached every state, these have {rest.states:,} of {rest.total:,}: "
                "not every order of the tiles can be reached on the cells that are left, choose other tiles",
            )


def _names(goal: Board, removed: Sequence[int], blank: int, given: GoalLike | None) -> dict[int, int]:
    """The names of the tiles by home cell, in reading order, if all are told apart."""
    homes = [cell for cell in range(len(goal)) if cell not in removed and cell != blank]
    if given is not None:
        return dict(zip(homes, (t for c, t in enumerate(goal) if t and c not in removed), strict=False))
    if removed:
        return {cell: cell + 1 for cell in homes}
    return {cell: number for number, cell in enumerate(homes, start=1)}


def byte_count(memory: int | None) -> int | None:
    """A number of bytes that the core can read."""
    if memory is None:
        return None
    count = whole_number("memory", memory)
    if count < 0:
        raise UnsupportedError(Option("memory"), f" is a number of bytes, at least 0, got {count}")
    return min(count, 2**63)


def _source(item: int | tuple[int, int], cells: int) -> tuple[int, int]:
    cell, offset = item if isinstance(item, tuple) and len(item) == 2 else (item, 0)
    if isinstance(cell, tuple) or not isinstance(offset, SupportsIndex):
        raise TypeError(f"a source is a cell, or a pair of a cell and a depth, got {item!r}")
    offset = operator.index(offset)
    if not 0 <= offset <= MAX_DEPTH:
        raise UnsupportedError(
            f"the depth of a source is 0 to {MAX_DEPTH}, got {offset} for ", Cell(operator.index(cell))
        )
    return cell_of(cell, cells, "a cell of the blank"), offset
