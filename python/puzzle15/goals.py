"""Goals by name: row by row, snake, spiral, any path drawn in one stroke, and with a number missing.

Any board can be a goal; these are the ones with names. Wherever a function takes a goal, that is a board,
anything that can be read as one, or one of the names in `NAMES`.

>>> from puzzle15 import goals, solve
>>> print(goals.spiral(3, 3))
┌───┬───┬───┐
│ 1 │ 2 │ 3 │
├───┼───┼───┤
│ 8 │   │ 4 │
├───┼───┼───┤
│ 7 │ 6 │ 5 │
└───┴───┴───┘
>>> solve("2 3 4/1 8 0/7 6 5", goal="spiral").moves
'ULLDR'
"""

from __future__ import annotations

import operator
from array import array
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, pairwise
from typing import SupportsIndex, TypeAlias, TypeGuard

from puzzle15._core import Board, require_memory
from puzzle15._support.checks import list_of, shown, whole_number
from puzzle15.errors import GoalError
from puzzle15.typing import BoardLike, GoalName, as_board

__all__ = ["NAMES", "GoalLike", "columns", "is_name", "missing", "path", "resolve", "rows", "snake", "spiral"]

GoalLike: TypeAlias = GoalName | BoardLike
"""A board, anything that can be read as one, or one of `NAMES`."""


MAX_CELLS = 10**8
"""Goals by name are made for boards of up to this size; 10,000×10,000 takes gigabytes already."""


_LARGE = 2**16
"""From so many cells on it is worth asking beforehand whether there is memory."""


def rows(rows: int, cols: int, blank: int | None = None) -> Board:
    """Row by row, with the blank in the last cell, or in the one that `blank` names.

    >>> rows(2, 3)
    Board('1 2 3/4 5 0')
    >>> rows(2, 3, blank=0)
    Board('0 1 2/3 4 5')
    """
    cells = _cells(rows, cols)
    home = _cell(blank, cells)
    return Board(array("I", chain(range(1, home + 1), [0], range(home + 1, cells))), rows, cols)


def columns(rows: int, cols: int) -> Board:
    """Column by column, the blank last.

    >>> columns(2, 3)
    Board('1 3 5/2 4 0')
    """
    cells = _cells(rows, cols)
    return _along(chain.from_iterable(range(col, cells, cols) for col in range(cols)), rows, cols)


def snake(rows: int, cols: int) -> Board:
    """Back and forth, every other row from right to left; the blank at the end.

    >>> snake(3, 3)
    Board('1 2 3/6 5 4/7 8 0')
    """
    _cells(rows, cols)
    lines = (range(row * cols, (row + 1) * cols) for row in range(rows))
    turned = (line[::-1] if row % 2 else line for row, line in enumerate(lines))
    return _along(chain.from_iterable(turned), rows, cols)


def spiral(rows: int, cols: int) -> Board:
    """Round the edge and inwards, clockwise; the blank at the inner end.

    >>> spiral(3, 4)
    Board('1 2 3 4/10 11 0 5/9 8 7 6')
    """
    _cells(rows, cols)
    return _along(_inwards(rows, cols), rows, cols)


def _inwards(rows: int, cols: int) -> Iterator[int]:
    """The cells round the edge, clockwise, then those round what is left, and so on."""
    for ring in range((min(rows, cols) + 1) // 2):
        bottom, right = rows - 1 - ring, cols - 1 - ring
        yield from range(ring * cols + ring, ring * cols + right + 1)
        yield from range((ring + 1) * cols + right, bottom * cols + right + 1, cols)
        if ring < bottom:
            yield from range(bottom * cols + right - 1, bottom * cols + ring - 1, -1)
        if ring < right:
            yield from range((bottom - 1) * cols + ring, ring * cols + ring, -cols)


def path(cells: Iterable[int], rows: int, cols: int) -> Board:
    """Along any order of the cells, the blank in the last one.

    Each cell must be beside the one before, as if a pen had drawn the path.

    >>> path([0, 3, 4, 1, 2, 5], 2, 3)
    Board('1 4 5/2 3 0')
    >>> path([0, 5, 4, 1, 2, 3], 2, 3)
    Traceback (most recent call last):
    puzzle15.errors.GoalError: cells 1 and 6 of the path (indices 0 and 5) are not side by side
    """
    order = [whole_number("a cell of the path", cell) for cell in list_of("cells", cells, "cells")]
    count = _cells(rows, cols)
    if sorted(order) != list(range(count)):
        raise GoalError(f"a path has the index of each cell, 0 to {count - 1}, once; got {order}")
    for here, there in pairwise(order):
        if abs(here // cols - there // cols) + abs(here % cols - there % cols) != 1:
            cells_of = f"cells {here + 1} and {there + 1} of the path (indices {here} and {there})"
            raise GoalError(f"{cells_of} are not side by side")
    return _along(order, rows, cols)


def missing(number: int, rows: int, cols: int) -> Board:
    """Row by row with one number left out; the blank stands in its place.

    >>> missing(2, 2, 3)
    Board('1 0 3/4 5 6')
    """
    cells = _cells(rows, cols)
    if not 1 <= whole_number("the missing number", number) <= cells:
        raise GoalError(f"the missing number is one of 1 to {cells}, got {number}")
    return Board([0 if n == number else n for n in range(1, cells + 1)], rows, cols)


NAMES: dict[str, Callable[[int, int], Board]] = {
    "rows": rows,
    "columns": columns,
    "snake": snake,
    "spiral": spiral,
    "blank-first": lambda n_rows, n_cols: rows(n_rows, n_cols, blank=0),
}
"""The goals that can be asked for by name."""


def is_name(goal: GoalLike | None) -> TypeGuard[str]:
    """Whether this is meant to name a goal: text with letters in it.

    >>> is_name("snake"), is_name("1 2/3 0"), is_name(None)
    (True, False, False)
    """
    return isinstance(goal, str) and any(letter.isalpha() for letter in goal)


def resolve(goal: GoalLike | None, board: Board) -> Board:
    """The goal for a board: its natural one if none is given, else by name, or read as a board.

    A goal by name has the tiles of the board, in increasing order along its path.

    >>> from puzzle15 import Board
    >>> resolve("snake", Board("10 20 30/0 50 60"))
    Board('10 20 30/0 60 50')
    >>> resolve(None, Board("3 2 1/0 4 5"))
    Board('1 2 3/4 5 0')
    """
    if not isinstance(board, Board):
        raise TypeError(f"a goal is for a Board, got {board!r}")
    if goal is None:
        return board.natural_goal
    if is_name(goal):
        if goal not in NAMES:
            raise GoalError(f"there is no goal named {shown(goal)}; choose one of {', '.join(NAMES)}")
        named = NAMES[goal](board.rows, board.cols)
        if max(board) == len(board) - 1:
            return named
        order = sorted(tile for tile in board if tile)
        return Board([order[tile - 1] if tile else 0 for tile in named], board.rows, board.cols)
    return as_board(goal, board.shape)


def _along(order: Iterable[int], rows: int, cols: int) -> Board:
    """Numbers 1, 2, 3, ... along the cells, the blank in the last."""
    tiles = array("I", bytes(rows * cols * array("I").itemsize))
    cell = 0
    for number, cell in enumerate(order, start=1):
        tiles[cell] = number
    tiles[cell] = 0
    return Board(tiles, rows, cols)


def _cells(rows: int, cols: int) -> int:
    try:
        rows, cols = operator.index(rows), operator.index(cols)
    except TypeError:
        raise TypeError(f"rows and columns are whole numbers, got {rows!r} and {cols!r}") from None
    if rows < 2 or cols < 2:
        raise GoalError(f"a board has at least 2 rows and 2 columns, got {rows} and {cols}")
    if rows * cols > MAX_CELLS:
        raise GoalError(f"a board has at most {MAX_CELLS} cells, got {rows} rows of {cols}")
    if rows * cols >= _LARGE:
        # An array of the tiles, and the board's own.
        require_memory(8 * rows * cols)
    return rows * cols


def _cell(blank: int | None, cells: int) -> int:
    if blank is None:
        return cells - 1
    if not isinstance(blank, SupportsIndex) or not 0 <= operator.index(blank) < cells:
        raise GoalError(f"the index of the blank's cell is one of 0 to {cells - 1}, got {blank!r}")
    return blank
