"""The shape of the boards in an array, and of their goal."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from math import prod

from puzzle15._core import Board
from puzzle15.errors import GoalError, InvalidBoardError, Option, Remedy

__all__ = ["board_shape", "check_goal", "pair"]


def pair(shape: Sequence[int], name: str = "shape") -> tuple[int, int]:
    """A shape as rows and columns, or an error."""
    try:
        rows, cols = map(operator.index, shape)
    except (TypeError, ValueError):
        raise InvalidBoardError(Option(name), f" is (rows, cols), got {shape!r}") from None
    return rows, cols


def board_shape(array: tuple[int, ...], shape: tuple[int, int] | None) -> tuple[int, int]:
    """Rows and columns of the boards in an array of this shape; flat rows have `shape`, or are square.

    >>> board_shape((100, 9), None), board_shape((100, 12), (3, 4)), board_shape((100, 2, 5), None)
    ((3, 3), (3, 4), (2, 5))
    """
    if len(array) == 3:
        shape = (array[1], array[2])
    elif len(array) != 2:
        raise InvalidBoardError(f"boards must have the shape (N, cells) or (N, rows, cols), got {array}")
    cells = prod(array[1:])
    side = round(cells**0.5)
    if shape is None and side**2 != cells:
        raise InvalidBoardError(f"rows of {cells} tiles are not square", remedies=[Remedy("shape_of_boards")])
    shape = shape or (side, side)
    if shape[0] * shape[1] != cells or min(shape) < 2:
        raise InvalidBoardError(f"rows of {cells} tiles are not boards of shape {shape}")
    return shape


def check_goal(goal: Board, shape: tuple[int, int]) -> None:
    """Refuse a goal whose shape is not that of the boards."""
    if goal.shape != shape:
        sizes = [f"{rows}×{cols}" for rows, cols in (goal.shape, shape)]
        raise GoalError(
            f"the goal is {sizes[0]}, the boards are {sizes[1]}", remedies=[Remedy("goal_of_shape")]
        )
