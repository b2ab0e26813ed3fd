"""The five-puzzle: the eight-puzzle without its bottom row, small enough to be followed by hand.

The problem: how many moves does each of its 60 positions take, and what does that say about the eight-puzzle?
Schofield's paper of 1967 answers this before its large computation. Two corners are left to twist:

    1 2 3      A = (012)   W = (021)
    0   4      B = (234)   X = (243)

>>> puzzle = five_puzzle()
>>> puzzle.order, puzzle.most_moves, puzzle.most_twists
(60, 20, 6)
>>> for permutation, path in puzzle.ways.items():
...     if path.length == 20:
...         print(path.notation("small"), cycles(permutation))
BWBWB (0 4)(1 3)
BaXWBa (0 1)(3 4)

A position is a permutation of all eight squares that leaves 5, 6 and 7 alone, so that everything for the
eight-puzzle fits it. Everything here is computed when first asked for: the puzzle in some milliseconds, the
bound in a tenth of a second. The group is also that of the rotations of a dodecahedron: see
`puzzle15.twists.rotations`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from types import MappingProxyType
from typing import NamedTuple

from puzzle15.errors import InvalidMoveError
from puzzle15.twists.path import TWISTS, TwistPath
from puzzle15.twists.permutations import IDENTITY, Permutation, cycles
from puzzle15.twists.tables import tabulation

__all__ = ["CrudeBound", "FivePuzzle", "TwistTree", "eight_puzzle_bound", "five_puzzle", "twist_tree"]

_FIVE = "BAWX"  # The twists of the five-puzzle, in the order of TWISTS.
_AFTER = {"A": "BX", "W": "BX", "B": "AW", "X": "AW"}  # The two twists of the other corner.
_PERMUTATION = {twist: TwistPath(twist).permutation for twist in TWISTS}
_ELIDED = {one + two for one in TWISTS for two in TWISTS if TwistPath(one + two).elisions}


@dataclass(frozen=True, repr=False)
class FivePuzzle:
    """The 60 positions of the five-puzzle, each with a shortest path to it.

    >>> from puzzle15.twists.permutations import permutation
    >>> five_puzzle().ways[permutation("(123)")]
    TwistPath('AXWB')
    """

    ways: Mapping[Permutation, TwistPath]
    """Each permutation's path: the fewest moves, then the fewest twists, then the order of `TWISTS`."""

    @property
    def order(self) -> int:
        """The number of permutations.

        >>> five_puzzle().order
        60
        """
        return len(self.ways)

    @property
    def most_moves(self) -> int:
        """The moves that the hardest permutations take.

        >>> five_puzzle().most_moves
        20
        """
        return max(path.length for path in self.ways.values())

    @property
    def most_twists(self) -> int:
        """How many twists it takes until every permutation has come up.

        >>> five_puzzle().most_twists
        6
        """
        return _rounds(IDENTITY, _FIVE)

    @property
    def by_moves(self) -> dict[int, int]:
        """By number of moves: how many permutations take so many.

        >>> five_puzzle().by_moves
        {0: 1, 4: 4, 6: 2, 8: 6, 10: 8, 12: 10, 14: 14, 16: 9, 18: 4, 20: 2}
        """
        return dict(sorted(Counter(path.length for path in self.ways.values()).items()))

    @property
    def by_class(self) -> dict[str, int]:
        """By lengths of cycles: how many permutations have them.

        >>> five_puzzle().by_class
        {'identity': 1, 'three-cycle': 20, 'five-cycle': 24, 'pair of transpositions': 15}
        """
        names = {0: "identity", 3: "three-cycle", 5: "five-cycle", 4: "pair of transpositions"}
        found = Counter(sum(there != here for here, there in enumerate(p)) for p in self.ways)
        return {name: found[moved] for moved, name in names.items()}

    def __repr__(self) -> str:
        """Say what it is."""
        return f"<FivePuzzle of {self.order} positions, at most {self.most_moves} moves>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the only one there is."""
        return five_puzzle, ()


@cache
def five_puzzle() -> FivePuzzle:
    """The five-puzzle, solved.

    >>> five_puzzle().ways[TwistPath("ABABAB").permutation].length
    14
    """
    return FivePuzzle(MappingProxyType(_shortest(IDENTITY, _FIVE)))


@dataclass(frozen=True, repr=False)
class TwistTree:
    """A twist, and the twists that go on from there. As text, `str()`, it is drawn with lines.

    >>> tree = twist_tree("A")
    >>> tree.path, tree.length, cycles(tree.permutation), [branch.path for branch in tree.branches]
    (TwistPath('A'), 4, '(0 1 2)', [TwistPath('AB'), TwistPath('AX')])
    """

    path: TwistPath
    """The twists from the beginning to here."""

    branches: tuple[TwistTree, ...]
    """What goes on from here, none to two."""

    @property
    def length(self) -> int:
        """The moves so far.

        >>> twist_tree("B").branches[0].length  # BA, with an elision.
        6
        """
        return self.path.length

    @property
    def permutation(self) -> Permutation:
        """Where the path takes the piece in each square.

        >>> cycles(twist_tree("W").permutation)
        '(0 2 1)'
        """
        return self.path.permutation

    def __iter__(self) -> Iterator[TwistTree]:
        """All the tree, this one first, each before its branches.

        >>> sum(1 for _ in twist_tree("A")), sum(1 for _ in twist_tree("W"))
        (19, 22)
        """
        yield self
        for branch in self.branches:
            yield from branch

    def __str__(self) -> str:
        """Draw the tree: the twist, small if elided, the moves so far, and the permutation."""
        return "\n".join(self._lines())

    def __repr__(self) -> str:
        """Say what it is; `str()` draws it."""
        return f"<TwistTree from {self.path}: {sum(1 for _ in self)} paths>"

    def _lines(self) -> Iterator[str]:
        yield f"{self.path.notation('small')[-1]} {self.length} {cycles(self.permutation)}"
        for branch in self.branches:
            corner, side = ("└─ ", "   ") if branch is self.branches[-1] else ("├─ ", "│  ")
            for line in branch._lines():
                yield corner + line
                corner = side


def twist_tree(first: str = "A") -> TwistTree:
    """The binary tree of the paths that begin with one twist; after each comes one of the other corner.

    It is pruned where the permutation can be made in fewer moves, whatever the first twist. That makes
    nothing longer: what an elision could save later on, the shorter path has saved already.

    `first` is A or W. Reflection in the vertical axis, `TwistPath.turned(4)`, gives X and B, which can be
    asked for as well. The four trees and the identity have all 60 permutations, some of them more than once.
    A line of the drawing is a twist (a small letter if elided), the moves so far, and the permutation.

    >>> print("\\n".join(str(twist_tree("W")).splitlines()[:6]))
    W 4 (0 2 1)
    ├─ B 8 (0 3 4 2 1)
    │  ├─ a 10 (0 3 4)
    │  │  ├─ B 14 (0 4)(2 3)
    │  │  └─ X 14 (0 2 4)
    │  │     └─ W 18 (0 1)(2 4)
    >>> twist_tree("C")
    Traceback (most recent call last):
    puzzle15.errors.InvalidMoveError: the five-puzzle has the twists A, B, W and X, got 'C'
    """
    if first not in tuple(_FIVE):
        raise InvalidMoveError(f"the five-puzzle has the twists A, B, W and X, got {first!r}")
    return _grown(TwistPath(first), five_puzzle().ways)


class CrudeBound(NamedTuple):
    """How many moves the eight-puzzle takes at most, if the bottom row is solved first, the rest after it.

    >>> print(eight_puzzle_bound())
    The three pieces of the bottom row come home in at most 6 twists, wherever they are.
    The five-puzzle that is left takes at most 6 more; 12 twists of four moves are 48 moves.
    Counted in moves, with elisions, the parts take 22 and 20 at most: 42 moves.
    The paper gives 48 but not how it was found; this is one way. In truth the hardest take 30.
    """

    row_twists: int
    """The twists that bring the bottom row home, at most."""

    five_twists: int
    """The twists that the five-puzzle takes, at most."""

    moves: int
    """Four moves for each of these twists."""

    row_moves: int
    """The moves that bring the bottom row home, at most."""

    five_moves: int
    """The moves that the five-puzzle takes, at most."""

    better: int
    """The sum of these moves. What an elision between both parts may save is not counted."""

    def __str__(self) -> str:
        """Say how the bound comes about."""
        row, five = self.row_twists, self.five_twists
        return (
            f"The three pieces of the bottom row come home in at most {row} twists, wherever they are.\n"
            f"The five-puzzle that is left takes at most {five} more; "
            f"{row + five} twists of four moves are {self.moves} moves.\n"
            f"Counted in moves, with elisions, the parts take {self.row_moves} and {self.five_moves} "
            f"at most: {self.better} moves.\n"
            "The paper gives 48 but not how it was found; this is one way. "
            f"In truth the hardest take {max(tabulation().lengths)}."
        )


@cache
def eight_puzzle_bound() -> CrudeBound:
    """A bound for the eight-puzzle from the five-puzzle, over all 336 places of the bottom row's pieces.

    >>> eight_puzzle_bound().moves, eight_puzzle_bound().better
    (48, 42)
    """
    # From home outwards: the path back has as many twists and moves.
    row = (5, 6, 7)
    twists = _rounds(row, TWISTS), five_puzzle().most_twists
    moves = max(path.length for path in _shortest(row, TWISTS).values()), five_puzzle().most_moves
    return CrudeBound(*twists, 4 * sum(twists), *moves, sum(moves))


def _grown(path: TwistPath, shortest: Mapping[Permutation, TwistPath]) -> TwistTree:
    """The tree from a path on, as far as no other path is shorter."""
    onward = (TwistPath(path + twist) for twist in _AFTER[path[-1]])
    kept = (to for to in onward if to.length == shortest[to.permutation].length)
    return TwistTree(path, tuple(_grown(to, shortest) for to in kept))


def _shortest(start: Permutation, twists: str) -> dict[Permutation, TwistPath]:
    """Shortest paths to all places that pieces can get to, by Dijkstra over the places and the last twist."""
    paths: dict[Permutation, TwistPath] = {}
    done = set()
    # Ordered by moves, twists and letters, these as numbers.
    heap: list[tuple[int, int, tuple[int, ...], Permutation]] = [(0, 0, (), start)]
    while heap:
        moves, count, path, places = heappop(heap)
        last = TWISTS[path[-1]] if path else ""
        if (places, last) in done:
            continue
        done.add((places, last))
        if places not in paths:
            paths[places] = TwistPath("".join(TWISTS[number] for number in path))
        for twist in twists:
            cost = 2 if last + twist in _ELIDED else 4
            heappush(heap, (moves + cost, count + 1, (*path, TWISTS.index(twist)), _twisted(places, twist)))
    return paths


def _rounds(start: Permutation, twists: str) -> int:
    """After how many twists the pieces have been in all places that they can get to."""
    seen = fresh = {start}
    rounds = -1
    while fresh:
        fresh = {_twisted(places, twist) for places in fresh for twist in twists} - seen
        seen = seen | fresh
        rounds += 1
    return rounds


def _twisted(places: Permutation, twist: str) -> Permutation:
    """Where pieces are after one more twist."""
    return tuple(_PERMUTATION[twist][square] for square in places)
