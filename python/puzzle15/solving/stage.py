"""A stage of a solution."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Stage"]


class Stage(NamedTuple):
    """A part of a solution: a name for what it does, and its moves.

    >>> from puzzle15 import Board, solve
    >>> for stage in solve("2 3 4 8/1 6 0 7/5 10 11 12/9 13 14 15").stages:
    ...     print(stage.name, stage.length, stage.moves)
    row 6 RULLLD
    column 3 DDR
    3x3 2 RR
    """

    name: str
    moves: str

    @property
    def length(self) -> int:
        """Number of moves."""
        return len(self.moves)
