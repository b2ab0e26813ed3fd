"""How far random boards are from home, on average (Theorem 3) and at best (Theorem 4)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from puzzle15._support.checks import whole_number
from puzzle15.generate import random_boards

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["low_boards", "mean_manhattan", "tail_bound", "theorem_4_bound", "total_manhattan"]

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
    rows = whole_number("the number of rows", rows, 2)
    cols = rows if cols is None else whole_number("the number of columns", cols, 2)
    cells = rows * cols
    # Rows and columns separately: all pairs of lines, and every line with the last one.
    pairs = (cols**2 * (rows**3 - rows) + rows**2 * (cols**3 - cols)) // 3
    corner = cells * (rows + cols - 2) // 2
    if blank_home:
        return Fraction(pairs - 2 * corner, cells - 1)
    return Fraction(pairs - corner, cells)


def low_boards(n: int, samples: int, seed: int | None = None) -> int:
    """How many of some random solvable boards have a Manhattan distance below 0.264n³ (Theorem 4).

    It happens on small boards, but hardly ever from 5×5 on. The boards are those of
    `random_boards(samples, n, n, seed=seed)`, and take `samples` × n² times 1, 2 or 4 bytes.

    >>> [low_boards(n, 300_000, seed=1) for n in (2, 3, 4, 5)]
    [124878, 3661, 8, 0]
    """
    n = whole_number("n, the size of the board,", n, 2)
    boards = random_boards(samples, n, n, seed=seed)
    step = max(1, _CELLS_AT_A_TIME // (n * n))
    # Compared as whole numbers.
    limit, scale = LOW.numerator * n**3, LOW.denominator
    pieces = (boards[first : first + step] for first in range(0, len(boards), step))
    return sum(int((_manhattan(piece, n) * scale < limit).sum()) for piece in pieces)


def theorem_4_bound(n: int) -> float:
    """The paper's bound on the chance that a random board is below 0.264n³: exp(−n²/6600), for large n.

    The theorem is printed with 0.9998ⁿ; its proof ends with this, which is far less. The paper rounds it to
    0.9998^(n²), but downwards, so that this is a little less than what was proved. "Large" is n ≥ 82, from
    where p < 0.33. One step is missing: the proof treats the tiles as independent, though no two share a
    cell. `tail_bound` does without that, and is smaller from n = 6 on.

    >>> round(theorem_4_bound(100), 4), round(0.9998**100, 4)
    (0.2198, 0.9802)
    """
    n = whole_number("n, the size of the board,", n, 2)
    return _exp_minus(Fraction(n * n, 6600))


def tail_bound(n: int) -> float:
    """A bound on the same chance as `theorem_4_bound` that holds for every n and is far smaller.

    Place the pieces one by one, all but the last. Each choice moves the mean over what may follow by at most
    4(n − 1), as exchanging two pieces does. So Hoeffding's inequality for martingales gives
    exp(−2t²/((n² − 1)·16(n − 1)²)), where t is how far 0.264n³ is below the mean. Half of all boards are
    solvable, hence twice that; and 1.0 where that is no help.

    >>> round(tail_bound(10), 2), tail_bound(20) < 0.0003, tail_bound(100) < 1e-80
    (0.19, True, True)
    """
    n = whole_number("n, the size of the board,", n, 2)
    below = mean_manhattan(n) - LOW * n**3
    return min(1.0, 2 * _exp_minus(2 * below**2 / ((n * n - 1) * 16 * (n - 1) ** 2)))


def _manhattan(boards: NDArray[np.unsignedinteger[Any]], n: int) -> NDArray[np.int64]:
    """The Manhattan distances of some boards, one a row."""
    import numpy as np

    homes = boards.astype(np.int64) - 1
    cells = np.arange(n * n)
    away = abs(homes // n - cells // n) + abs(homes % n - cells % n)
    distances: NDArray[np.int64] = np.where(homes < 0, 0, away).sum(axis=1)
    return distances


def _exp_minus(exponent: Fraction) -> float:
    """exp(−x), also where x is too large for a float: 0.0 from about 745 on."""
    return math.exp(-float(min(exponent, Fraction(1000))))
