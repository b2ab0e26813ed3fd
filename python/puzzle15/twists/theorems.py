"""Every even permutation as a path of corner twists: Schofield's proofs of 1967, run as programs.

The problem: show the twists for a permutation of the eight squares, without a search. The paper's proof [1]
that they always exist is a recipe, in three steps, and each is a function here:

- Lemma A, `cycle_path`: a cycle of three adjacent squares is one twist at a corner, four along an edge.
- Lemma B, `transposition_cycles`: a transposition is some such cycles and one transposition of neighbours.
- Theorem 2, `product_of_twists`: two transpositions are such cycles alone, so an even permutation is twists.

>>> product_of_twists("(123)"), product_of_twists("(15)(47)")
(TwistPath('AXWB'), TwistPath('ZCDYWDACZCD'))

The squares lie on a ring, 0 to 7, where 7 and 0 are neighbours, too; a cycle is a tuple of three of them. A
path costs some 40 microseconds. It is not a short one: over all 20,160 even permutations it has
16.3 twists and 62.0 moves on average, 31 and 118 at most, where 9 twists or 30 moves would always do.

[1] P. D. A. Schofield, Complete solution of the 'Eight-puzzle', Machine Intelligence 1, 1967, pages 125-133.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from puzzle15._support.checks import check_flag, whole_number
from puzzle15.errors import PuzzleError, UnsolvableError
from puzzle15.twists.codes import board_of
from puzzle15.twists.path import TwistPath
from puzzle15.twists.permutations import Permutation, cycles, is_even, permutation

__all__ = ["TranspositionCycles", "cycle_path", "product_of_twists", "transposition_cycles"]


class TranspositionCycles(NamedTuple):
    """A transposition as three-cycles and one swap of neighbours, in this order or the swap first.

    >>> TranspositionCycles([(1, 3, 2)], (1, 2)).swap
    (1, 2)
    """

    cycles: list[tuple[int, int, int]]
    """Cycles of three adjacent squares, first to last."""

    swap: tuple[int, int]
    """The two neighbours that are left to be exchanged."""


def cycle_path(a: int, b: int, c: int) -> TwistPath:
    """The cycle (a b c) of three adjacent squares (Lemma A): one twist at a corner, four along an edge.

    >>> cycle_path(0, 1, 2), cycle_path(1, 2, 3), cycle_path(3, 2, 1)
    (TwistPath('A'), TwistPath('AXWB'), TwistPath('XABW'))
    >>> cycle_path(1, 2, 4)
    Traceback (most recent call last):
    puzzle15.errors.PuzzleError: (1 2 4) is no cycle of three neighbours; take such as (1 2 3) or (1 0 7)
    """
    path = _paths().get((a, b, c))
    if path is None:
        raise PuzzleError(f"({a} {b} {c}) is no cycle of three neighbours; take such as (1 2 3) or (1 0 7)")
    return path


def transposition_cycles(a: int, b: int, before: bool = False) -> TranspositionCycles:
    """The transposition (a b) as cycles of three adjacent squares, then a swap of neighbours (Lemma B).

    The piece in `a` goes along the ring to `b`, neighbour by neighbour, and the one in `b` comes back; these
    steps are taken two by two. The one left over swaps `a` and its neighbour, or with `before=True` that is
    the first step. They go the shorter way round, and clockwise if both are as long.

    >>> transposition_cycles(1, 4)
    TranspositionCycles(cycles=[(1, 3, 2), (4, 2, 3)], swap=(1, 2))
    >>> transposition_cycles(1, 4, before=True)
    TranspositionCycles(cycles=[(2, 4, 3), (3, 1, 2)], swap=(1, 2))
    >>> transposition_cycles(3, 3)
    Traceback (most recent call last):
    puzzle15.errors.PuzzleError: a transposition has two different squares of 0 to 7, got (3 3)
    """
    a, b = whole_number("a square", a), whole_number("a square", b)
    check_flag("before", before)
    if a not in range(8) or b not in range(8) or a == b:
        raise PuzzleError(f"a transposition has two different squares of 0 to 7, got ({a} {b})")
    there = list(pairwise(_along(a, b)))
    swaps = there + there[-2::-1]
    swap = swaps.pop(0 if before else -1)
    return TranspositionCycles([_joined(*pair) for pair in zip(swaps[::2], swaps[1::2], strict=True)], swap)


def product_of_twists(of: str | Sequence[int]) -> TwistPath:
    """An even permutation as a path of twists, put together as the proof of Theorem 2 does.

    Its transpositions are taken two by two, the swap of neighbours after the first and before the second. If
    those two are apart, pairs that undo each other go in between. Either square of a transposition can be the
    one that its swap is at; what gives fewer twists is taken.

    >>> product_of_twists("(012)"), product_of_twists("()")
    (TwistPath('A'), TwistPath(''))
    >>> path = product_of_twists("(15)(26)")
    >>> path.permutation == permutation("(15)(26)"), path.twists, path.length
    (True, 17, 66)
    >>> product_of_twists("(01)")
    Traceback (most recent call last):
    puzzle15.errors.UnsolvableError: (0 1) is odd, twists make even ones; with (1 2) before it, it is even
    """
    wanted = permutation(of)
    if not is_even(wanted):
        raise _odd(wanted)
    swaps = list(_transpositions(wanted))
    pairs = zip(swaps[::2], swaps[1::2], strict=True)
    return TwistPath("".join(_pair(*pair) for pair in pairs)).reduced()


@cache
def _paths() -> dict[tuple[int, int, int], TwistPath]:
    """Every cycle of three neighbours and its path."""
    paths: dict[tuple[int, int, int], TwistPath] = {}
    for turn in range(4):
        for middle, letters in ((1, "A"), (2, "AXWB")):
            path = TwistPath(letters).turned(turn)
            a, b, c = ((middle + 2 * turn + step) % 8 for step in (-1, 0, 1))
            paths |= dict.fromkeys([(a, b, c), (b, c, a), (c, a, b)], path)
            paths |= dict.fromkeys([(c, b, a), (b, a, c), (a, c, b)], path.inverse())
    return paths


def _transpositions(of: Permutation) -> Iterator[tuple[int, int]]:
    """The swaps whose product it is: (abcd) is (ab)(ac)(ad)."""
    to = list(of)
    for first in range(8):
        while (other := to[first]) != first:
            yield first, other
            to[first], to[other] = to[other], other


def _along(a: int, b: int) -> list[int]:
    """The squares from a to b, both included, the shorter way round the ring."""
    clockwise = (b - a) % 8
    steps = range(clockwise + 1) if clockwise <= 4 else range(0, clockwise - 9, -1)
    return [(a + step) % 8 for step in steps]


def _joined(first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int, int]:
    """Two swaps with one square in common, one after the other, are a cycle: (12)(23) is (132)."""
    (common,) = {*first} & {*second}
    (a,) = {*first} - {common}
    (c,) = {*second} - {common}
    return a, c, common


@cache
def _pair(first: tuple[int, int], second: tuple[int, int]) -> TwistPath:
    """Two transpositions, one after the other, the swaps of neighbours at the best of their ends."""
    paths = (_joint(a, b) for a in (first, first[::-1]) for b in (second, second[::-1]))
    return min(paths, key=len)


def _joint(first: tuple[int, int], second: tuple[int, int]) -> TwistPath:
    """Two transpositions, one after the other, the swaps of neighbours at the first square of each."""
    before, swap = transposition_cycles(*first)
    after, other = transposition_cycles(*second, before=True)
    # Each pair of neighbours by the first of them, clockwise; between two such pairs go along the ring.
    begin, end = (a if (b - a) % 8 == 1 else b for a, b in (swap, other))
    between = [_joined(*pair) for pair in pairwise((at, (at + 1) % 8) for at in _along(begin, end))]
    return TwistPath("".join(cycle_path(*cycle) for cycle in (*before, *between, *after))).reduced()


def _odd(wanted: Permutation) -> UnsolvableError:
    """The error for a permutation that no path gives, with the nearest board that has one.

    The board is the one that the permutation would take to the goal: piece p[s] in square s.
    """
    zero, one, two, *others = wanted
    return UnsolvableError(
        f"{cycles(wanted)} is odd, twists make even ones; with (1 2) before it, it is even",
        nearest=board_of([zero, two, one, *others]),
        swap=(one or 8, two or 8),
    )
