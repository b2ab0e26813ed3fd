"""The tabulation beside a search over single moves: two independent methods, one answer.

The program of 1967 works with twists and classes; `puzzle15.arrays.distance` reads a table that was made by a
breadth-first search over moves of the blank and knows nothing of twists. Their lengths are compared for all
20,160 puzzles. Three moves determine a twist; so a shortest path can begin with it if and only if the
distance is three less after these. The specimens are played on a board.
"""

from __future__ import annotations

from typing import NamedTuple

from puzzle15 import arrays, goals
from puzzle15._support.checks import check_kind
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
    from puzzle15._support.numeric import np

    if tables is not None:
        check_kind("tables", tables, Tabulation, "a Tabulation")
    target = goals.spiral(3, 3)
    begins = {twist: TwistPath(twist).moves[:3] for twist in TWISTS}
    lengths = first = specimens = 0
    entries = list(tabulation() if tables is None else tables)
    boards = np.array([entry.board.tiles for entry in entries], np.uint8).reshape(-1, 3, 3)
    after = {twist: arrays.apply(boards, begin) for twist, begin in begins.items()}
    distances = arrays.distance(boards, goal=target).tolist()
    left = {twist: arrays.distance(some, goal=target).tolist() for twist, some in after.items()}
    for number, (entry, length) in enumerate(zip(entries, distances, strict=True)):
        nearer = tuple(twist for twist in TWISTS if left[twist][number] == length - 3)
        lengths += length == entry.length
        first += nearer == entry.first
        moves = entry.specimen.moves
        specimens += len(moves) == length and entry.board.apply(moves) == target
    return Comparison(len(entries), lengths, first, specimens)
