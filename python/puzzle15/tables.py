"""The move tables: what is in them, and how far the states are.

>>> from puzzle15.tables import move_table
>>> row = move_table("row")
>>> row.states, len(row.data), row.worst, round(row.mean, 4)
(524160, 131040, 46, 26.8745)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from puzzle15 import _core

__all__ = ["MoveTable", "cache_folder", "move_table"]


@dataclass(frozen=True)
class MoveTable:
    """Two bits for each state: the next move on a shortest way.

    `data` has entry `i` in byte `i // 4` from bit `2 * (i % 4)`: L, R, U, D as 0, 1, 2, 3. How a state is
    numbered is explained, and done, in `puzzle15.reference.rank`. `by_cell[depth][cell]` is how many states
    there are at that depth with the blank in that cell.

    >>> table = move_table("2x2")
    >>> table.counts, table.states, table.worst, table.mean
    ((1, 2, 2, 2, 2, 2, 1), 12, 6, 3.0)
    """

    name: str
    data: bytes = field(repr=False)
    by_cell: tuple[tuple[int, ...], ...] = field(repr=False)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many states there are at each depth."""
        return tuple(map(sum, self.by_cell))

    @property
    def states(self) -> int:
        """How many states there are."""
        return sum(self.counts)

    @property
    def worst(self) -> int:
        """The greatest depth."""
        return len(self.by_cell) - 1

    @property
    def mean(self) -> float:
        """The mean depth."""
        return sum(depth * count for depth, count in enumerate(self.counts)) / self.states


def cache_folder() -> Path | None:
    """The folder in which the tables of twelve cells are kept: `PUZZLE15_CACHE`, or a place of the system's.

    There is a file of 60 MB for each shape and home of the blank that was asked for. They can be deleted at
    any time, and are made again when they are needed. None if there is no such place.

    >>> isinstance(cache_folder(), (Path, type(None)))
    True
    """
    return _core.cache_folder()


def move_table(name: str, *, fresh: bool = False) -> MoveTable:
    """Give one of the tables that the solvers use, making it first if need be.

    `"row"` and `"column"` are stages 1 and 2 of the combined solver, `"3x3"` its last; `"2x2"`, `"2x3"`,
    `"2x4"` and `"2x5"` are those of the other small puzzles, the blank at home in the last cell.

    With `fresh` the table is made again instead of taken from what is kept in memory; the two are the same.

    >>> move_table("column").worst
    32
    >>> move_table("2x4", fresh=True) == move_table("2x4")
    True
    """
    data, by_cell = _core.move_table(name, fresh)
    return MoveTable(name, data, tuple(map(tuple, by_cell)))
