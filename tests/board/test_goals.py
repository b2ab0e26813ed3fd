"""Goals by name."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle15 import Board, GoalError, InvalidBoardError, goals, is_solvable, solve


def test_the_named_goals_of_the_document() -> None:
    assert goals.snake(4, 4) == Board("1 2 3 4/8 7 6 5/9 10 11 12/0 15 14 13")
    assert goals.spiral(4, 4) == Board("1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7")
    # The pen's path drawn in the document, from the upper right corner.
    pen = [3, 7, 11, 15, 14, 13, 12, 8, 4, 0, 1, 5, 9, 10, 6, 2]
    assert goals.path(pen, 4, 4) == Board("10 11 0 1/9 12 15 2/8 13 14 3/7 6 5 4")
    assert goals.missing(2, 4, 4) == Board("1 0 3 4/5 6 7 8/9 10 11 12/13 14 15 16")


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 5), (5, 2), (3, 4), (7, 3)])
def test_every_name_gives_a_board_of_the_shape(rows: int, cols: int) -> None:
    for make in goals.NAMES.values():
        goal = make(rows, cols)
        assert goal.shape == (rows, cols)
        assert sorted(goal) == list(range(rows * cols))
    for cell in range(rows * cols):
        assert goals.rows(rows, cols, blank=cell).blank == cell
    for number in range(1, rows * cols + 1):
        assert goals.missing(number, rows, cols).natural_goal == goals.missing(number, rows, cols)


@given(st.sampled_from([goals.snake(3, 4), goals.spiral(3, 4), goals.spiral(4, 3)]), st.data())
def test_one_stroke_goals_need_no_width(goal: Board, data: st.DataObject) -> None:
    """Read along the pen's path, a board is solvable just if its inversions are even."""
    board = Board(data.draw(st.permutations(goal.tiles)), *goal.shape)
    path = sorted(range(12), key=lambda cell: goal[cell] or 12)
    along = [board[cell] for cell in path if board[cell]]
    inversions = sum(x > y for i, x in enumerate(along) for y in along[i + 1 :])
    assert is_solvable(board, goal) == (inversions % 2 == 0)


def test_numbers_may_be_those_of_numpy() -> None:
    assert goals.rows(np.int64(2), np.int8(3), blank=np.int64(0)) == Board("0 1 2/3 4 5")  # type: ignore[arg-type]


def test_slips() -> None:
    with pytest.raises(GoalError, match="choose one of rows, columns, snake, spiral"):
        solve("1 2/3 0", goal="zigzag")
    with pytest.raises(GoalError, match="not side by side"):
        goals.path([0, 3, 1, 2], 2, 2)
    with pytest.raises(GoalError, match="once"):
        goals.path([0, 1, 1, 2], 2, 2)
    with pytest.raises(GoalError, match="0 to 3"):
        goals.rows(2, 2, blank=4)
    with pytest.raises(TypeError, match="rows and columns are whole numbers, got '3' and 3"):
        goals.rows("3", 3)  # type: ignore[arg-type]
    with pytest.raises(GoalError, match="at least 2"):
        goals.snake(1, 4)
    with pytest.raises(GoalError, match="1 to 4"):
        goals.missing(5, 2, 2)
    with pytest.raises(InvalidBoardError):
        solve("1 2/3 0", goal="1 2/3")
