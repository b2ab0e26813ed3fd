"""How many moves n×n puzzles take: the bounds and boards of Parberry's paper of 1995, each one checked.

The problem: how long can a solution get, at worst, on average and for a random board? The paper [1] answers
with a greedy algorithm that never takes more than about 5n³ moves, a board that needs about n³, and a mean
of about 2n³/3. This module has the exact numbers behind those, and the boards themselves. Where the paper
has a slip, the docstring says what is printed and what is right; the tests show both.

>>> from puzzle15 import theory
>>> theory.greedy_bound(10), theory.hard_distance(10), float(theory.mean_manhattan(10))
(4556, 980, 651.0)

All numbers are exact (integers and fractions) unless they are probabilities. The bounds cost nothing at any
size; a board costs one look at each cell.

[1] Ian Parberry, A real-time algorithm for the (n²−1)-puzzle, Information Processing Letters 56, 1995.
"""

from __future__ import annotations

import math
import operator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from puzzle15._core import Board
from puzzle15.errors import UnsupportedError
from puzzle15.generate import random_boards
from puzzle15.goals import rows as in_rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "greedy_bound",
    "hard_board",
    "hard_distance",
    "low_boards",
    "mean_manhattan",
    "multi_leading_term",
    "perimeter_board",
    "perimeter_distance",
    "perimeter_moves",
    "ring_bound",
    "tail_bound",
    "theorem_4_bound",
    "tile_bound",
    "total_manhattan",
]

LOW = Fraction(264, 1000)
"""Theorem 4 is about boards with a Manhattan distance below this times n³."""

_CELLS_AT_A_TIME = 1 << 20


def tile_bound(n: int, k: int) -> int:
    """At most so many moves bring tile `k` of a line home (proof of Theorem 1), but for its last two tiles.

    Those come together, and need 5 moves more than both their bounds: either alone may exceed its own.

    Tiles count from 1. It is 8n − 2k − 7 in the first half of the line; the second half is its mirror image.
    The proof has the tile start in (n − 1, n), but means (n, n − 1): from there it goes n − k − 1 places
    diagonally to (k + 1, k), six moves each, and then k places straight on, five moves each.

    >>> [tile_bound(6, k) for k in range(1, 7)]
    [39, 37, 35, 35, 37, 39]
    """
    n = _whole("n, the size of the board,", n, 4)
    k = _whole("k, the tile's number in its line,", k, 1)
    if k > n:
        raise UnsupportedError(f"a line of this board has tiles k = 1 to {n}, got {k}; choose one of them")
    return 8 * n - 2 * min(k, n + 1 - k) - 7


def ring_bound(n: int) -> int:
    """At most so many moves bring the first row and the first column home: 15n² − 24n + 19.

    These are the tile bounds of both lines, 5 moves for the end of each, and tile (1, 1) counted once. For
    odd n that is one move less: the proof halves the row as if n were even.

    >>> ring_bound(6)
    415
    >>> 2 * (sum(tile_bound(6, k) for k in range(1, 7)) + 5) - tile_bound(6, 1)
    415
    """
    n = _whole("n, the size of the board,", n, 4)
    return 15 * n * n - 24 * n + 19


def greedy_bound(n: int) -> int:
    """At most so many moves solve the n×n puzzle, ring by ring: T(n) = 5n³ − 9n²/2 + 19n/2 − 89.

    The paper starts from T(3) = 34: two moves to bring the blank to the middle, 30 between any two boards
    with the blank there, and two to bring it home. In truth the 8-puzzle never takes more than 31. The greedy
    algorithm down to a core of 2×2 may take more than T(n).

    >>> greedy_bound(3), greedy_bound(4)
    (34, 197)
    >>> greedy_bound(4) == greedy_bound(3) + ring_bound(4)
    True
    """
    n = _whole("n, the size of the board,", n, 3)
    return (10 * n**3 - 9 * n * n + 19 * n) // 2 - 89


def multi_leading_term(n: int) -> Fraction:
    """11n³/3, the leading term of a bound if sliding several tiles at once is one move. Not a bound itself.

    The paper gives 11n³/3 + O(n²) and leaves the O(n²) open. The term comes out of the proof of Theorem 1 if
    turns are counted: still six moves for one place diagonally, but four for one place straight on.

    >>> multi_leading_term(4)
    Fraction(704, 3)
    """
    return Fraction(11 * _whole("n, the size of the board,", n, 3) ** 3, 3)


def hard_board(n: int, *, printed: bool = False) -> Board:
    """The board of Theorem 2 (Figure 6), whose Manhattan distance is about n³: `hard_distance(n)`.

    For even n opposite quadrants are exchanged; the blank stays, and so does the tile that would go there.
    For odd n the first row and column are left out of that, and tiles (1, i) and (n − i + 2, 1) exchanged.

    The paper calls this board legal, as made by an even number of exchanges. But their number is odd for
    every n: n²/2 − 1, or (n − 1)²/2 + n − 2 if n is odd. So one more exchange is made here, of tiles 1 and 2.
    It costs nothing, as one of them gets as much nearer as the other gets farther. With `printed=True` you
    get the board of the paper, which cannot be solved.

    >>> print(hard_board(4))
    ┌────┬────┬────┬────┐
    │ 11 │ 12 │  9 │ 10 │
    ├────┼────┼────┼────┤
    │ 15 │  6 │ 13 │ 14 │
    ├────┼────┼────┼────┤
    │  3 │  4 │  2 │  1 │
    ├────┼────┼────┼────┤
    │  7 │  8 │  5 │    │
    └────┴────┴────┴────┘
    >>> from puzzle15 import is_solvable
    >>> is_solvable(hard_board(4)), is_solvable(hard_board(4, printed=True))
    (True, False)
    """
    n = _whole("n, the size of the board,", n, 3)
    tiles = list(in_rows(n, n))

    def exchange(here: int, there: int) -> None:
        tiles[here], tiles[there] = tiles[there], tiles[here]

    half, odd = n // 2, n % 2
    for row in range(odd, odd + half):
        for cell in range(row * n + odd, row * n + odd + half):
            exchange(cell + half, cell + half * n)
            if tiles[cell + half * n + half]:
                exchange(cell, cell + half * n + half)
    if odd:
        for col in range(1, n):
            exchange(col, (n - col) * n)
    if not printed:
        exchange(tiles.index(1), tiles.index(2))
    return Board(tiles, n, n)


def hard_distance(n: int) -> int:
    """The Manhattan distance of `hard_board(n)`, with or without the mend: no solution of it is shorter.

    For even n it is n(n² − 2), as printed. For odd n the paper prints n³ − n² + n + 1; what it adds up, and
    what the board has, is n³ − n² − n + 1, which is (n − 1)²(n + 1).

    >>> hard_distance(4), hard_board(4).manhattan()
    (56, 56)
    >>> hard_distance(5), hard_board(5).manhattan()
    (96, 96)
    """
    n = _whole("n, the size of the board,", n, 3)
    return (n - 1) ** 2 * (n + 1) if n % 2 else n * (n * n - 2)


def total_manhattan(n: int) -> int:
    """The distances from every cell to every tile's home, added up (Theorem 3): n²(n − 1)(2n² + 2n − 3)/3.

    All pairs of cells have 2n³(n² − 1)/3, as printed. The blank's share in that, the way from every cell to
    the corner, is n²(n − 1), while the paper takes off n(n − 1)/2. And the total that it prints,
    n(2n⁴ − 2n² − 3n + 1)/3, follows from neither: for n = 2 it is not even a whole number.

    >>> total_manhattan(2), total_manhattan(3), total_manhattan(4)
    (12, 126, 592)
    """
    n = _whole("n, the size of the board,", n, 2)
    return n * n * (n - 1) * (2 * n * n + 2 * n - 3) // 3


def mean_manhattan(rows: int, cols: int | None = None, *, blank_home: bool = False) -> Fraction:
    """The exact mean Manhattan distance to the natural goal over all boards of a shape (n×n by default).

    The blank may be anywhere, or only in its home, the last cell, with `blank_home`. Over the solvable boards
    alone the mean is the same: with one tile and the blank in any two cells, there are as many solvable as
    unsolvable ways to place the others. (The paper says that they differ by 1 at most, as exchanging tiles
    1 and 2 does; but that can make a difference of 2.)

    For n×n it is (n − 1)(2n² + 2n − 3)/3; the paper has the leading term, 2n³/3.

    >>> mean_manhattan(4), mean_manhattan(3), mean_manhattan(2, 3)
    (Fraction(37, 1), Fraction(14, 1), Fraction(41, 6))
    >>> mean_manhattan(4, blank_home=True)
    Fraction(544, 15)
    """
    rows = _whole("the number of rows", rows, 2)
    cols = rows if cols is None else _whole("the number of columns", cols, 2)
    cells = rows * cols
    # Both directions apart: all pairs of lines, and all lines to the last one.
    pairs = (cols**2 * (rows**3 - rows) + rows**2 * (cols**3 - cols)) // 3
    corner = cells * (rows + cols - 2) // 2
    if blank_home:
        return Fraction(pairs - 2 * corner, cells - 1)
    return Fraction(pairs - corner, cells)


def low_boards(n: int, samples: int, seed: int | None = None) -> int:
    """How many of some random solvable boards have a Manhattan distance below 0.264n³ (Theorem 4).

    It happens on small boards; from 5×5 on you will hardly see it. The boards are those of
    `random_boards(samples, n, n, seed=seed)`; they take `samples` × n² times 1, 2 or 4 bytes.

    >>> [low_boards(n, 300_000, seed=1) for n in (2, 3, 4, 5)]
    [124878, 3661, 8, 0]
    """
    n = _whole("n, the size of the board,", n, 2)
    boards = random_boards(samples, n, n, seed=seed)
    step = max(1, _CELLS_AT_A_TIME // (n * n))
    # Compared as whole numbers.
    limit, scale = LOW.numerator * n**3, LOW.denominator
    pieces = (boards[first : first + step] for first in range(0, len(boards), step))
    return sum(int((_manhattan(piece, n) * scale < limit).sum()) for piece in pieces)


def theorem_4_bound(n: int) -> float:
    """The paper's bound for the chance that a random board is below 0.264n³: exp(−n²/6600), for large n.

    The theorem is printed with 0.9998ⁿ; its proof ends with this, which is far less. It rounds to
    0.9998^(n²), but down, so that is a little less than what was shown. "Large" is n ≥ 82, from where on
    p < 0.33. One step is missing: the proof takes the tiles for independent, and no two share a cell.
    `tail_bound` does without that, and is smaller from n = 6 on.

    >>> round(theorem_4_bound(100), 4), round(0.9998**100, 4)
    (0.2198, 0.9802)
    """
    n = _whole("n, the size of the board,", n, 2)
    return _exp_minus(Fraction(n * n, 6600))


def tail_bound(n: int) -> float:
    """A bound for the same chance as `theorem_4_bound` that holds for every n and is far smaller.

    Place the pieces one by one, all but the last. Each choice moves the mean of what may follow by
    4(n − 1) at most, as exchanging two pieces does. So Hoeffding's inequality for martingales gives
    exp(−2t²/((n² − 1)·16(n − 1)²)), where t is how far 0.264n³ is below the mean. Half of all boards are
    solvable, hence twice that. (1.0 if it is no help.)

    >>> round(tail_bound(10), 2), tail_bound(20) < 0.0003, tail_bound(100) < 1e-80
    (0.19, True, True)
    """
    n = _whole("n, the size of the board,", n, 2)
    below = mean_manhattan(n) - LOW * n**3
    return min(1.0, 2 * _exp_minus(2 * below**2 / ((n * n - 1) * 16 * (n - 1) ** 2)))


def perimeter_board(n: int, turns: int | None = None) -> Board:
    """The solved board after the blank went round its edge, clockwise, n times or as often as `turns` says.

    This is the example of the paper's last section: few moves were made (`perimeter_moves`), but all along
    the edge tiles are far from home. After 4n − 5 turns the board is solved again; negative turns go the
    other way.

    >>> perimeter_board(3, turns=1)
    Board('2 3 6/1 5 8/4 7 0')
    >>> from puzzle15 import goals
    >>> perimeter_board(3, turns=1) == goals.rows(3, 3).apply("LLUURRDD")
    True
    """
    n = _whole("n, the size of the board,", n, 2)
    tiles = list(in_rows(n, n))
    last = n * n - 1
    # The edge as the blank goes along it: left, up, right, down; without the corner where it starts.
    edge = [*range(last - 1, last - n, -1), *range(last - 2 * n + 1, -1, -n)]
    edge += [*range(1, n), *range(2 * n - 1, last, n)]
    shift = _turns(n, turns) % len(edge)
    for cell, came_from in zip(edge, edge[shift:] + edge[:shift], strict=True):
        tiles[cell] = came_from + 1
    return Board(tiles, n, n)


def perimeter_distance(n: int, turns: int | None = None) -> int:
    """The Manhattan distance of `perimeter_board(n, turns)`: 4n² − 4n − 4 for n turns and n ≥ 3.

    Up to n − 1 turns either way it is 4(n − 1) for each of them, which is how many moves were made: there is
    no shorter way back. After that, it grows by 4 less with each turn, up to half of the 4n − 5.

    >>> [perimeter_distance(5, turns) for turns in range(8)]
    [0, 16, 32, 48, 64, 76, 84, 88]
    """
    n = _whole("n, the size of the board,", n, 2)
    turns = _shorter(n, turns)
    more = max(0, turns - (n - 1))
    return 4 * (n - 1) * turns - 2 * more * (more + 1)


def perimeter_moves(n: int, turns: int | None = None) -> int:
    """At most so many moves solve `perimeter_board(n, turns)`: back along the edge, the shorter way round.

    That is 4n(n − 1) for n turns and n ≥ 3, at most 4 moves more than the shortest solution.

    >>> perimeter_moves(10), perimeter_distance(10), greedy_bound(10)
    (360, 356, 4556)
    """
    n = _whole("n, the size of the board,", n, 2)
    return 4 * (n - 1) * _shorter(n, turns)


def _turns(n: int, turns: int | None) -> int:
    return n if turns is None else _whole("the number of turns", turns)


def _shorter(n: int, turns: int | None) -> int:
    """As few turns, one way or the other, that lead to the same board."""
    turns, period = _turns(n, turns), 4 * n - 5
    return min(turns % period, -turns % period)


def _manhattan(boards: NDArray[np.unsignedinteger[Any]], n: int) -> NDArray[np.int64]:
    """The Manhattan distances of some boards, one a row."""
    import numpy as np

    homes = boards.astype(np.int64) - 1
    cells = np.arange(n * n)
    away = abs(homes // n - cells // n) + abs(homes % n - cells % n)
    distances: NDArray[np.int64] = np.where(homes < 0, 0, away).sum(axis=1)
    return distances


def _exp_minus(exponent: Fraction) -> float:
    """The exponential of minus a positive number, however large: 0.0 from about 745 on."""
    return math.exp(-float(min(exponent, Fraction(1000))))


def _whole(name: str, value: int, least: int | None = None) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, got {value!r}") from None
    if least is not None and number < least:
        raise UnsupportedError(f"{name} is {least} or more, got {number}; choose a larger one")
    return number
