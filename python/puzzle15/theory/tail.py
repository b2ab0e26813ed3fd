"""How unlikely it is that a random board is near home: beyond Theorem 4, for every constant below 2/3.

The last section of the paper asks for a larger constant than the 0.264 of Theorem 4, for the Manhattan
distance. Every constant below 2/3 will do, and neither 2/3 nor any larger one: the Manhattan distance of a
random board is 2n³/3, give or take a few n². Its variance and Chebyshev's inequality are enough to see that,
with a probability of order 1/n². A second bound makes it exponentially small. The proof is on the page
"Random boards are far from home" of the documentation. In short: place the blank and then the tiles at
random, one after the other, row by row from the last row up. Each placement moves the mean over what may
follow by a small range at most, and the Azuma–Hoeffding inequality adds the ranges up.
"""

from __future__ import annotations

import math
from fractions import Fraction
from numbers import Rational, Real

from puzzle15._support.checks import whole_number
from puzzle15.errors import Option, UnsupportedError
from puzzle15.theory.distances import LOW, exp_minus, manhattan_variance, mean_manhattan, share_of

__all__ = ["squared_ranges", "tail_bound", "typical_distance"]


def squared_ranges(n: int) -> Fraction:
    """The sum of the squared ranges of the proof, V(n); about 22n⁴/15.

    A tile of row i and column j, both counted from 0, moves the mean by at most i + 1 + γ(j), where γ(j) is
    2/n times the sum of the distances from column j to all columns. V(n) is the sum of the squares of that
    over all cells, n²(n + 1)(2n + 1)/6 + 2n(n + 1)(n² − 1)/3 + (n² − 1)(7n² − 8)/15.

    >>> squared_ranges(2), squared_ranges(3), squared_ranges(4)
    (Fraction(26, 1), Fraction(406, 3), Fraction(424, 1))
    >>> float(squared_ranges(1000) / 1000**4), 22 / 15
    (1.4678318326672, 1.4666666666666666)
    """
    n = whole_number("n, the size of the board,", n, 2)
    rows = n * n * (n + 1) * (2 * n + 1) // 6
    mixed = Fraction(2 * n * (n + 1) * (n * n - 1), 3)
    cols = Fraction((n * n - 1) * (7 * n * n - 8), 15)
    return rows + mixed + cols


def tail_bound(n: int, c: float | Fraction = LOW) -> float:
    """A bound on the chance that a random solvable n×n board needs fewer than c·n³ moves.

    Let t be how far the largest whole number below c·n³ lies below the mean Manhattan distance. Two bounds
    are proven, and this is the smaller one: Cantelli's, s²/(s² + t²), where s² is `manhattan_variance(n)`,
    and exp(−2t²/V(n)), where V(n) is `squared_ranges(n)`. Cantelli's is smaller up to about t = 1.6n², where
    both are about 1/30; further below the mean the exponential one is. For every c < 2/3 the bound tends to
    0, about as exp(−15(2/3 − c)²n²/11).

    It holds for every n, and for the Manhattan distance, which no solution undercuts. Where c·n³ is larger
    than the mean, it is 1.0. A float `c` counts as the decimal number that Python prints for it.

    With 0.264, the constant of the paper, it is smaller than `theorem_4_bound` for every n. The factor of
    5/0.264 < 19 between the greedy algorithm and the shortest solution of a random board becomes 5/c:
    7.5 + ε, for any ε > 0, with a probability that tends to 1.

    >>> round(tail_bound(4), 3), round(tail_bound(10, 0.5), 4), tail_bound(100, 0.6) < 1e-24
    (0.053, 0.0376, True)
    >>> tail_bound(100, 0.7)
    1.0
    """
    n = whole_number("n, the size of the board,", n, 2)
    share = share_of(c)
    if share == 0:
        return 0.0
    most = math.ceil(share * n**3) - 1
    below = mean_manhattan(n) - most
    if below <= 0:
        return 1.0
    variance = manhattan_variance(n)
    cantelli = float(variance / (variance + below**2))
    return min(cantelli, exp_minus(2 * below**2 / squared_ranges(n)))


def typical_distance(n: int, chance: float | Fraction) -> int:
    """A number of moves that a random n×n board needs, except with a probability of at most `chance`.

    It is what `tail_bound` says, read the other way: the Manhattan distance is smaller with a probability of
    at most `chance`. For chances up to about 1/30 it lies about n²·√(11·ln(1/chance)/15) below the mean. On
    small boards it may be 0, which says nothing.

    >>> typical_distance(10, 0.001), typical_distance(100, 0.001)
    (419, 643906)
    >>> round(greedy_bound(100) / typical_distance(100, 0.001), 2)
    7.7
    >>> [typical_distance(n, 0.001) for n in (2, 3, 4, 5, 6)]
    [0, 0, 0, 17, 50]
    """
    n = whole_number("n, the size of the board,", n, 2)
    if isinstance(chance, bool) or not isinstance(chance, Real):
        raise TypeError(f"chance is a number between 0 and 1, got {chance!r}")
    if not 0 < chance < 1:
        raise UnsupportedError(Option("chance"), f" is a number between 0 and 1, got {chance!r}")
    inverse = 1 / (Fraction(chance) if isinstance(chance, Rational) else Fraction(float(chance)))
    # From which t² on P(distance ≤ mean − t) is at most `chance`: by Cantelli, and by the ranges.
    squared = min(manhattan_variance(n) * (inverse - 1), squared_ranges(n) * _log_rounded_up(inverse) / 2)
    # The mean is a whole number, so t is one as well: the square root, rounded up.
    below = math.isqrt(math.ceil(squared) - 1) + 1
    return max(0, math.floor(mean_manhattan(n)) - below + 1)


def _log_rounded_up(x: Fraction) -> Fraction:
    """At least ln(x), and hardly more where x ≥ 2; also where x is too large for a float."""
    if x < 2:
        return x - 1
    # Below 2**60 a float is precise enough; above, so is the next whole number.
    log = math.log(x) if x < 1 << 60 else math.log(math.ceil(x))
    return Fraction(log) * (1 + Fraction(1, 1 << 50))
