"""How far random boards are from home, on average (Theorem 3) and at best (Theorem 4)."""

from __future__ import annotations

import math
from fractions import Fraction
from numbers import Rational, Real
from typing import TYPE_CHECKING, Any

from puzzle15._support.checks import check_flag, whole_number
from puzzle15.errors import UnsupportedError
from puzzle15.generate import random_boards

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "exp_minus",
    "low_boards",
    "manhattan_variance",
    "mean_manhattan",
    "share_of",
    "theorem_4_bound",
    "total_manhattan",
]

LOW = Fraction(264, 1000)
"""Theorem 4 is about boards with a Manhattan distance below this times n³."""

_CELLS_AT_A_TIME = 1 << 20


def total_manhattan(n: int) -> int:
    """The sum of the distances from every cell to every tile's home (Theorem 3): n²(n − 1)(2n² + 2n − 3)/3.

    All pairs of cells add up to 2n³(n² − 1)/3, as printed. The blank's share of that, from every cell to the
    corner, is n²(n − 1), while the paper subtracts n(n − 1)/2. And the total that it prints,
    n(2n⁴ − 2n² − 3n + 1)/3, follows from neither: for n = 2 it is not even a whole number.

    >>> total_manhattan(2), total_manhattan(3), total_manhattan(4)
    (12, 126, 592)
    """
    n = whole_number("n, the size of the board,", n, 2)
    return n * n * (n - 1) * (2 * n * n + 2 * n - 3) // 3


def mean_manhattan(rows: int, cols: int | None = None, *, blank_home: bool = False) -> Fraction:
    """The exact mean Manhattan distance to the natural goal over all boards of a shape (n×n by default).

    The blank may be anywhere, or with `blank_home` only in its home, the last cell. Over the solvable boards
    alone the mean is the same: with one tile and the blank in any two cells, there are as many solvable as
    unsolvable ways to place the others. (The paper says that the means differ by 1 at most, as exchanging
    tiles 1 and 2 changes a distance by 1 at most; but that can change it by 2.)

    For n×n it is (n − 1)(2n² + 2n − 3)/3; the paper has the leading term, 2n³/3.

    >>> mean_manhattan(4), mean_manhattan(3), mean_manhattan(2, 3)
    (Fraction(37, 1), Fraction(14, 1), Fraction(41, 6))
    >>> mean_manhattan(4, blank_home=True)
    Fraction(544, 15)
    """
    check_flag("blank_home", blank_home)
    rows = whole_number("the number of rows", rows, 2)
    cols = rows if cols is None else whole_number("the number of columns", cols, 2)
    cells = rows * cols
    # Rows and columns separately: all pairs of lines, and every line with the last one.
    pairs = (cols**2 * (rows**3 - rows) + rows**2 * (cols**3 - cols)) // 3
    corner = cells * (rows + cols - 2) // 2
    if blank_home:
        return Fraction(pairs - 2 * corner, cells - 1)
    return Fraction(pairs - corner, cells)


def manhattan_variance(n: int) -> Fraction:
    """The exact variance of the Manhattan distance over the solvable n×n boards.

    It is 4n⁴/45 + 13n²/90 − 1/6 for n ≥ 3, by Hoeffding's formula for sums over a random permutation; the
    page "Random boards are far from home" of the documentation derives it. Over all boards, solvable or not,
    it is the same: with the blank and any two tiles in given cells, exchanging two of the other tiles turns
    the solvable boards into the unsolvable ones. A 2×2 board has only one other tile. There the variance
    over the 12 solvable boards is 19/6.

    >>> manhattan_variance(2), manhattan_variance(3), manhattan_variance(4)
    (Fraction(19, 6), Fraction(25, 3), Fraction(249, 10))
    """
    n = whole_number("n, the size of the board,", n, 2)
    return Fraction(19, 6) if n == 2 else Fraction(8 * n**4 + 13 * n**2 - 15, 90)


def low_boards(n: int, samples: int, seed: int | None = None, c: float | Fraction = LOW) -> int:
    """How many of some random solvable boards have a Manhattan distance below c·n³ (0.264n³ in Theorem 4).

    It happens on small boards, but hardly ever from 5×5 on. The boards are those of
    `random_boards(samples, n, n, seed=seed)`, and take `samples` × n² times 1, 2 or 4 bytes. A float `c`
    counts as the decimal number that Python prints for it.

    >>> [low_boards(n, 300_000, seed=1) for n in (2, 3, 4, 5)]
    [124878, 3661, 8, 0]
    >>> [low_boards(10, 20_000, seed=1, c=c) for c in (0.5, 0.6, 0.65)]
    [0, 852, 9579]
    """
    n = whole_number("n, the size of the board,", n, 2)
    limit = math.ceil(share_of(c) * n**3)
    boards = random_boards(samples, n, n, seed=seed)
    step = max(1, _CELLS_AT_A_TIME // (n * n))
    pieces = (boards[first : first + step] for first in range(0, len(boards), step))
    return sum(int((_manhattan(piece, n) < limit).sum()) for piece in pieces)


def theorem_4_bound(n: int) -> float:
    """The paper's bound on the chance that a random board is below 0.264n³: exp(−n²/6600), for large n.

    The theorem is printed with 0.9998ⁿ; its proof ends with this, which is far less. The paper rounds it to
    0.9998^(n²), which is about exp(−n²/5000) and so claims more than the proof gives. "Large" is n ≥ 82, from
    where p < 0.33. The proof, as printed, takes the tiles for independent, though no two share a cell, and
    counts the blank as a tile. Both are easily repaired. `tail_bound` needs neither, holds for every n, and
    is smaller.

    >>> round(theorem_4_bound(100), 4), round(0.9998**100, 4)
    (0.2198, 0.9802)
    """
    n = whole_number("n, the size of the board,", n, 2)
    return exp_minus(Fraction(n * n, 6600))


def _manhattan(boards: NDArray[np.unsignedinteger[Any]], n: int) -> NDArray[np.int64]:
    """The Manhattan distances of some boards, one a row."""
    from puzzle15._support.numeric import np

    homes = boards.astype(np.int64) - 1
    cells = np.arange(n * n)
    away = abs(homes // n - cells // n) + abs(homes % n - cells % n)
    distances: NDArray[np.int64] = np.where(homes < 0, 0, away).sum(axis=1)
    return distances


def share_of(c: float | Fraction) -> Fraction:
    """The number c, of moves divided by n³, as a fraction; a float is the decimal number that it prints.

    >>> share_of(0.264)
    Fraction(33, 125)
    """
    if isinstance(c, bool) or not isinstance(c, Real):
        raise TypeError(f"c, the number of moves divided by n³, is a number from 0 up, got {c!r}")
    # A fraction may be too large for a float.
    if not c >= 0 or (not isinstance(c, Rational) and math.isinf(c)):
        raise UnsupportedError(f"c, the number of moves divided by n³, is a number from 0 up, got {c!r}")
    return Fraction(c) if isinstance(c, Rational) else Fraction(repr(float(c)))


def exp_minus(exponent: Fraction) -> float:
    """exp(−x), also where x is too large for a float: 0.0 from about 745 on."""
    return math.exp(-float(min(exponent, Fraction(1000))))
