"""One board in a table of two bits: the twin's moves, and what is refused."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from puzzle15 import Board, GoalError, UnsolvableError, UnsupportedError, random_board, reference, solve
from puzzle15.reference import combined
from puzzle15.tables import MoveTable, TableName, move_table

STAGES: tuple[TableName, ...] = ("stage 1", "stage 2", "stage 3")


def walked(table: MoveTable, board: Board) -> str:
    """The moves that the table gives, one after another."""
    moves = ""
    while move := table.next_move(board):
        board, moves = board.move(move), moves + move
    return moves


def test_the_three_stages_are_those_of_the_twin() -> None:
    tables = [move_table(name) for name in STAGES]
    for seed in range(60):
        board, stages = random_board(seed=seed), []
        expected = combined.rows_first(board.tiles)
        for table in tables:
            stages.append(walked(table, board))
            board = board.apply(stages[-1])
        assert stages == expected
        assert board == board.natural_goal


@pytest.mark.parametrize("name", ["2x2", "2x3", "2x4", "2x5", "3x3"])
def test_small_boards_are_solved_as_by_solve(name: TableName) -> None:
    rows, cols = map(int, name.split("x"))
    table = move_table(name)
    for seed in range(40):
        board = random_board(rows, cols, seed=seed)
        assert walked(table, board) == solve(board, method="optimal").moves


def test_every_board_of_the_column_is_that_of_the_twin() -> None:
    table, (_, moves) = move_table("column"), reference.stage_table("column")
    chance = random.Random(5)
    for _ in range(500):
        others = chance.sample([0, *range(5, 16)], 12)
        board = Board([1, 2, 3, 4, *others], 4, 4)
        state = combined.renamed(tuple(others), combined.COLUMN)
        done = (others[0], others[4], others[8]) == combined.COLUMN
        assert table.next_move(board) == (None if done else "LRUD"[moves[state]])


def test_a_stage_is_done_wherever_the_blank_is() -> None:
    done = "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15"
    assert [move_table(name).next_move(done) for name in STAGES] == [None, None, "R"]
    assert move_table("row").next_move("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0") is None, "cannot be solved"


def test_names() -> None:
    assert [move_table(name).name for name in STAGES] == ["row", "column", "3x3"]
    assert move_table("stage 1") == move_table("row")
    assert all(move_table(name).states for name in get_args(TableName))


@pytest.mark.parametrize(
    ("name", "board", "error", "what"),
    [
        ("row", "1 2 3/4 5 6/7 8 0", UnsupportedError, "'row' is for 4×4 boards, this one is 3×3"),
        ("2x3", "1 2 3/4 5 6/7 8 0", UnsupportedError, "'2x3' is for 2×3 boards, this one is 3×3"),
        ("3x3", "1 2 3/4 5 0", UnsupportedError, "'3x3' is for 3×3 boards, this one is 2×3"),
        (
            "column",
            "5 1 2 4/9 6 3 7/13 10 11 8/14 15 12 0",
            UnsupportedError,
            "first row is 1 2 3 4; the moves",
        ),
        (
            "3x3",
            "1 2 3 4/9 6 5 7/13 10 11 8/14 15 12 0",
            UnsupportedError,
            "first column is 1 5 9 13; the moves",
        ),
        ("3x3", "1 2 3/4 5 6/8 7 0", UnsolvableError, "swap"),
        ("3x3", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", UnsolvableError, "swap"),
        ("3x3", "1 2 3/4 5 6/7 9 0", GoalError, "tiles 1 to 8 and 0 for the blank"),
    ],
)
def test_what_has_no_entry(name: TableName, board: str, error: type[Exception], what: str) -> None:
    with pytest.raises(error, match=what):
        move_table(name).next_move(board)
