"""The most moves that the greedy algorithm takes (Theorem 1)."""

from __future__ import annotations

from fractions import Fraction

from puzzle15._support.checks import whole_number
from puzzle15.errors import UnsupportedError

__all__ = ["greedy_bound", "multi_leading_term", "ring_bound", "tile_bound"]


def tile_bound(n: int, k: int) -> int:
    """The most moves that bring tile `k` of a line home (proof of Theorem 1), except for its last two tiles.

    Those two come home together, and may need 5 moves more than the sum of their bounds: either alone may
    exceed its own.

    Tiles count from 1. It is 8n − 2k − 7 in the first half of the line; the second half is its mirror image.
    The proof has the tile start in (n − 1, n), but means (n, n − 1): from there it goes n − k − 1 places
    diagonally to (k + 1, k), six moves each, and then k places straight on, five moves each.

    >>> [tile_bound(6, k) for k in range(1, 7)]
    [39, 37, 35, 35, 37, 39]
    """
    n = whole_number("n, the size of the board,", n, 4)
    k = whole_number("k, the tile's number in its line,", k, 1)
    if k > n:
        raise UnsupportedError(f"a line of this board has tiles k = 1 to {n}, got {k}; choose one of them")
    return 8 * n - 2 * min(k, n + 1 - k) - 7


def ring_bound(n: int) -> int:
    """The most moves that bring the first row and the first column home: 15n² − 24n + 19.

    This is the sum of the tile bounds of both lines, plus 5 moves for the end of each, with tile (1, 1)
    counted once. For odd n that is one move less: the proof halves the row as if n were even.

    >>> ring_bound(6)
    415
    >>> 2 * (sum(tile_bound(6, k) for k in range(1, 7)) + 5) - tile_bound(6, 1)
    415
    """
    n = whole_number("n, the size of the board,", n, 4)
    return 15 * n * n - 24 * n + 19


def greedy_bound(n: int) -> int:
    """The most moves that solve the n×n puzzle, ring by ring: T(n) = 5n³ − 9n²/2 + 19n/2 − 89.

    The paper starts from T(3) = 34: two moves to bring the blank to the middle, 30 between any two boards
    with the blank there, and two to bring it home. In fact the 8-puzzle never takes more than 31. The greedy
    algorithm down to a core of 2×2 may take more than T(n).

    >>> greedy_bound(3), greedy_bound(4)
    (34, 197)
    >>> greedy_bound(4) == greedy_bound(3) + ring_bound(4)
    True
    """
    n = whole_number("n, the size of the board,", n, 3)
    return (10 * n**3 - 9 * n * n + 19 * n) // 2 - 89


def multi_leading_term(n: int) -> Fraction:
    """11n³/3, the leading term of a bound if sliding several tiles at once is one move; not itself a bound.

    The paper gives 11n³/3 + O(n²) and leaves the O(n²) open. The term follows from the proof of Theorem 1 if
    turns are counted: still six moves for one place diagonally, but four for one place straight on.

    >>> multi_leading_term(4)
    Fraction(704, 3)
    """
    return Fraction(11 * whole_number("n, the size of the board,", n, 3) ** 3, 3)
