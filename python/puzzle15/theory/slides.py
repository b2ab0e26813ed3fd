"""How few straight slides of several tiles can do: the two arguments of the paper's last section.

A slide takes any number of tiles of a row or column one cell on. The paper gives an upper bound of 11n³/3 and
says that two arguments give Ω(n²) only: by *Manhattan distance*, as a slide brings at most n − 1 tiles one
cell nearer; and by a *decision tree*, as there are few slides to choose from and many boards to reach. Here
both are worked out: for the mean and for the worst board, and the first for single boards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate

from puzzle15._support.checks import whole_number
from puzzle15.errors import UnsupportedError
from puzzle15.goals import GoalLike, resolve
from puzzle15.theory.hard import hard_board
from puzzle15.typing import BoardLike, as_board

__all__ = [
    "hard_slides",
    "mean_slides_by_counting",
    "mean_slides_by_manhattan",
    "most_slides_by_counting",
    "slide_words",
    "slides_by_manhattan",
]

_MOST_CELLS = 10_000


def slides_by_manhattan(board: BoardLike, goal: GoalLike | None = None) -> int:
    """A number of slides that a board needs at least, by its Manhattan distance.

    A slide along a row takes at most cols − 1 tiles one cell to the side, and moves none up or down; a slide
    along a column takes at most rows − 1. So the columns and rows between tiles and their homes are divided
    by these numbers, and both are rounded up. In a shortest solution slides along rows and columns take
    turns, as two on the same line would be one, or none. So k slides of one kind have k − 1 of the other
    between them, and 2k − 1 are needed if that is more.

    >>> slides_by_manhattan("8 6 7/2 5 4/3 0 1")
    11
    """
    start = as_board(board)
    target = resolve(goal, start)
    rows, cols = start.shape
    across = down = 0
    for cell, tile in enumerate(start):
        if tile:
            home = target.find(tile)
            down += abs(cell // cols - home // cols)
            across += abs(cell % cols - home % cols)
    along, down = math.ceil(Fraction(across, cols - 1)), math.ceil(Fraction(down, rows - 1))
    return max(along + down, 2 * max(along, down) - 1)


def mean_slides_by_manhattan(rows: int, cols: int | None = None) -> Fraction:
    """A number that the mean of fewest slides over all boards cannot be below, by Manhattan distances.

    It is the mean of the distances along rows, divided by cols − 1, plus that along columns, divided by
    rows − 1. (What `slides_by_manhattan` adds for single boards, by rounding up and as slides take turns, is
    not in it.) For n×n that is the mean Manhattan distance divided by n − 1, (2n² + 2n − 3)/3.

    >>> mean_slides_by_manhattan(3), mean_slides_by_manhattan(4), mean_slides_by_manhattan(3, 4)
    (Fraction(7, 1), Fraction(37, 3), Fraction(28, 3))
    """
    rows, cols = _shape(rows, cols)
    # From every line to every line, less what the blank has to go to the last one.
    across = Fraction(cols * cols - 1, 3) * rows - Fraction(cols - 1, 2)
    down = Fraction(rows * rows - 1, 3) * cols - Fraction(rows - 1, 2)
    return across / (cols - 1) + down / (rows - 1)


def hard_slides(n: int) -> int:
    """The number of slides that `hard_board(n)` needs at least: about n².

    >>> [hard_slides(n) for n in (3, 4, 5, 10)]
    [8, 20, 24, 110]
    """
    return slides_by_manhattan(hard_board(n))


def slide_words(rows: int, cols: int | None = None) -> Iterator[int]:
    """How many sequences of 0, 1, 2, ... slides there are, in which rows and columns alternate.

    Two slides along the same line, one after the other, are one slide or none; so a shortest solution
    alternates. Along its row the blank can go to cols − 1 cells, along its column to rows − 1, wherever it
    is. No more boards than that are so many slides from the goal.

    >>> from itertools import islice
    >>> list(islice(slide_words(3), 5)), list(islice(slide_words(3, 4), 4))
    ([1, 4, 8, 16, 32], [1, 5, 12, 30])
    """
    return _words(*_shape(rows, cols))


def _words(rows: int, cols: int) -> Iterator[int]:
    yield 1
    across, down = cols - 1, rows - 1
    while True:
        yield across + down
        # By the last slide: one along a row comes after one along a column.
        across, down = down * (cols - 1), across * (rows - 1)


def most_slides_by_counting(rows: int, cols: int | None = None) -> int:
    """A number of slides that some board needs at least, by a decision tree; about 2n² for n×n.

    It is the least k such that there are as many sequences of up to k slides as there are solvable boards.

    >>> most_slides_by_counting(3), most_slides_by_counting(4), most_slides_by_counting(3, 4)
    (16, 27, 21)
    """
    rows, cols = _shape(rows, cols)
    boards = math.factorial(rows * cols) // 2
    reached = accumulate(slide_words(rows, cols))
    return next(slides for slides, most in enumerate(reached) if most >= boards)


def mean_slides_by_counting(rows: int, cols: int | None = None) -> Fraction:
    """A number that the mean of fewest slides over all boards cannot be below, by the same argument.

    The mean is least if as many boards as possible are 0, 1, 2, ... slides away.

    >>> round(float(mean_slides_by_counting(3)), 2), round(float(mean_slides_by_counting(4)), 2)
    (14.56, 25.91)
    """
    rows, cols = _shape(rows, cols)
    boards = left = math.factorial(rows * cols) // 2
    total = 0
    for slides, words in enumerate(slide_words(rows, cols)):
        here = min(words, left)
        total += slides * here
        left -= here
        if not left:
            break
    return Fraction(total, boards)


def _shape(rows: int, cols: int | None) -> tuple[int, int]:
    rows = whole_number("the number of rows", rows, 2)
    cols = rows if cols is None else whole_number("the number of columns", cols, 2)
    if rows * cols > _MOST_CELLS:
        raise UnsupportedError(
            f"boards are counted up to {_MOST_CELLS:,} cells, got {rows}×{cols}; choose a smaller size"
        )
    return rows, cols
