"""How far the mean moves while a random board is made, piece by piece.

The problem
    The Manhattan distance of a random board is hardly ever far below its mean. How can that be
    proved, and with which probability?

The idea
    Place the blank, then tile after tile, at random. After each piece look at the *mean* over
    all solvable boards that are still possible. It starts as the mean of all boards and ends
    as the distance of the one board that is left. The less a single piece can move it, the
    rarer are boards far from the mean: if the pieces move it within ranges r1, r2, ..., a board
    lies t or more below the mean with a probability of at most exp(-2t^2 / (r1^2 + r2^2 + ...)),
    by the Azuma-Hoeffding inequality.

    A proof for boards of any size can only bound the ranges (``allowed_range``). Here they are
    found for small boards, by looking at every board (``true_ranges``).
"""

from __future__ import annotations

from fractions import Fraction

from .moves import BLANK, manhattan
from .solvability import reachable


def placing_order(rows: int, cols: int) -> list[int]:
    """The homes of the pieces in the order in which they are placed.

    Row by row from the last one up, and in each row from the outside in: the last cell, the
    first, the last but one, and so on. The first home is that of the blank.

    >>> placing_order(2, 3)
    [5, 3, 4, 2, 0, 1]
    """
    order = []
    for row in reversed(range(rows)):
        cells = list(range(row * cols, (row + 1) * cols))
        while cells:
            order.append(cells.pop())
            if cells:
                order.append(cells.pop(0))
    return order


def allowed_range(cols: int, cell: int) -> Fraction:
    """What the proof allows the piece with this home: i + 1 + γ(j) for row i and column j.

    γ(j) is twice the mean distance of column j from all columns.

    >>> allowed_range(3, 0), allowed_range(3, 4)
    (Fraction(3, 1), Fraction(10, 3))
    """
    row, col = divmod(cell, cols)
    return row + 1 + Fraction(2 * sum(abs(col - other) for other in range(cols)), cols)


def true_ranges(rows: int, cols: int) -> list[Fraction]:
    """The range within which each piece moves the mean at most, in the order of `placing_order`.

    All solvable boards are made, and the mean is taken over those that differ in the last piece,
    then over those that differ in the last two, and so on. Nine cells take some seconds.

    >>> [str(widest) for widest in true_ranges(2, 2)]
    ['2/3', '4', '0', '0']
    """
    cells = rows * cols
    goal = (*range(1, cells), BLANK)
    pieces = [goal[home] for home in placing_order(rows, cols)]
    # By the cells of the first pieces: the mean distance of the boards that have them there.
    means = {
        tuple(board.index(piece) for piece in pieces): Fraction(manhattan(board, goal, cols))
        for board in reachable(goal, cols)
    }
    ranges = []
    for placed in reversed(range(cells)):
        choices: dict[tuple[int, ...], list[Fraction]] = {}
        for places, mean in means.items():
            choices.setdefault(places[:placed], []).append(mean)
        ranges.append(max(max(found) - min(found) for found in choices.values()))
        # Each choice leaves as many boards as any other.
        means = {places: sum(found, Fraction()) / len(found) for places, found in choices.items()}
    return ranges[::-1]
