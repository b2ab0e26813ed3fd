"""The tabulation beside the project's own search over single moves: two independent ways, one answer.

The program of 1967 goes by twists and classes; `puzzle15.distance` reads a table that was made by a
breadth-first search over moves of the blank and knows nothing of twists. Their lengths are compared for all
20,160 puzzles. A twist is known by its first three moves; so a shortest way can begin with it if and only if
the distance is less by three after these. The specimens are played on a board.
"""

from __future__ import annotations

from typing import NamedTuple

from puzzle15 import goals
from puzzle15.exploring import distance
from puzzle15.twists.path import TWISTS, TwistPath
from puzzle15.twists.tables import Tabulation, tabulation

__all__ = ["Comparison", "compare_with_search"]


class Comparison(NamedTuple):
    """How many entries of the tabulation the search confirms.

    >>> Comparison(puzzles=20160, lengths=20160, first=20160, specimens=20160).same
    True
    """

    puzzles: int
    lengths: int
    """Entries whose length is the distance."""
    first: int
    """Entries whose first twists are those that lead nearer."""
    specimens: int
    """Entries whose specimen leads home in as many moves as the distance."""

    @property
    def same(self) -> bool:
        """Whether the two agree on every puzzle."""
        return self.puzzles == self.lengths == self.first == self.specimens


def compare_with_search(tables: Tabulation | None = None) -> Comparison:
    """Compare every length, every set of first twists and every specimen; it takes a second or two.

    `tables` are those of `tabulation()` unless others are to be tried.

    >>> compare_with_search()
    Comparison(puzzles=20160, lengths=20160, first=20160, specimens=20160)
    """
    target = goals.spiral(3, 3)
    begins = {twist: TwistPath(twist).moves[:3] for twist in TWISTS}
    lengths = first = specimens = 0
    entries = list(tabulation() if tables is None else tables)
    for entry in entries:
        board = entry.board
        length = distance(board, goal=target)
        nearer = tuple(t for t in TWISTS if distance(board.apply(begins[t]), goal=target) == length - 3)
        lengths += length == entry.length
        first += nearer == entry.first
        moves = entry.specimen.moves
        specimens += len(moves) == length and board.apply(moves) == target
    return Comparison(len(entries), lengths, first, specimens)
