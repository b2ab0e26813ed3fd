"""The index of one paper and the code of another: there and back, and the twin's numbers."""

from __future__ import annotations

import random
from math import factorial

import pytest

from puzzle15 import Board, InvalidBoardError, UnsolvableError, UnsupportedError, is_solvable, reference
from puzzle15.indexing import hex_board, hex_code, hex_tiles, paper_board, paper_index


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)])
def test_a_bijection(rows: int, cols: int) -> None:
    """Every index has a board that can be solved, all are different, and each leads back to its index."""
    count = factorial(rows * cols) // 2
    boards = [paper_board(index, rows, cols) for index in range(count)]
    assert len(set(boards)) == count
    assert all(paper_index(board) == index for index, board in enumerate(boards))
    assert all(is_solvable(board) for board in boards[:: max(1, count // 3000)])


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (3, 4), (4, 3), (2, 6), (4, 4), (4, 5)])
def test_samples_against_the_twin(rows: int, cols: int) -> None:
    chance = random.Random(12)
    count = factorial(rows * cols) // 2
    for index in [0, count - 1, *(chance.randrange(count) for _ in range(500))]:
        board = paper_board(index, rows, cols)
        assert board.tiles == reference.paper_board(index, rows, cols)
        assert paper_index(board) == reference.paper_index(board.tiles) == index
        assert is_solvable(board, Board([*range(1, rows * cols), 0], rows, cols))


def test_what_has_no_index() -> None:
    with pytest.raises(UnsolvableError):
        paper_index("1 2 3/4 5 6/8 7 0")
    with pytest.raises(UnsupportedError, match="0 to 181439, got 181440"):
        paper_board(181440, 3, 3)
    for index in [-1, 2**64]:
        with pytest.raises(UnsupportedError, match="at least 0 and fits into 64 bits"):
            paper_board(index, 3, 3)
    for rows, cols in [(1, 5), (5, 5), (0, 0)]:
        with pytest.raises(UnsupportedError, match="boards of up to 20 cells"):
            paper_board(0, rows, cols)
    with pytest.raises(UnsupportedError, match="boards of up to 20 cells"):
        paper_index(Board([*range(1, 25), 0], 5, 5))


ROW_AND_COLUMN = (1, 2, 3, 4, 5, 9, 13)
SOLVED = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"


@pytest.mark.parametrize(
    ("board", "tiles", "code"),
    [
        # The start of the search of the 8-puzzle, and the two boards next to it, in figures 4 and 5.
        ("1 2 3/4 5 6/7 8 0", None, "0x012345678"),
        ("1 2 3/4 5 0/7 8 6", None, "0x012348675"),
        ("1 2 3/4 5 6/7 0 8", None, "0x012345687"),
        # Figure 6 and the starts of stage 1. The report has one digit more in each of them.
        (SOLVED, (1, 2, 3, 4), "0x012344444444444F"),
        ("5 6 7 8/9 4 3 1/10 11 2 12/13 14 15 0", (1, 2, 3, 4), "0x444443204414444F"),
        ("1 2 3 4/0 5 6 7/8 9 10 11/12 13 14 15", (1, 2, 3, 4), "0x0123F44444444444"),
        ("1 2 3 4/5 0 6 7/8 9 10 11/12 13 14 15", (1, 2, 3, 4), "0x01234F4444444444"),
        ("1 2 3 4/5 6 0 7/8 9 10 11/12 13 14 15", (1, 2, 3, 4), "0x012344F444444444"),
        ("1 2 3 4/5 6 7 0/8 9 10 11/12 13 14 15", (1, 2, 3, 4), "0x0123444F44444444"),
        # Figure 8, where the report has 9 and D for tiles 9 and 13, and the starts of stage 2.
        (SOLVED, ROW_AND_COLUMN, "0x012345558555C55F"),
        ("1 2 3 4/6 7 8 9/5 10 13 11/12 14 15 0", ROW_AND_COLUMN, "0x0123555845C5555F"),
        ("1 2 3 4/5 0 6 7/9 10 11 8/13 14 15 12", ROW_AND_COLUMN, "0x01234F558555C555"),
        ("1 2 3 4/5 6 7 8/9 0 10 11/13 14 15 12", ROW_AND_COLUMN, "0x012345558F55C555"),
        ("1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15", ROW_AND_COLUMN, "0x012345558555CF55"),
    ],
)
def test_the_codes_of_the_report(board: str, tiles: tuple[int, ...] | None, code: str) -> None:
    one = Board(board)
    assert hex_code(one, tiles=tiles) == code
    told = hex_tiles(code, *one.shape)
    assert told == tuple(t if tiles is None or t in (0, *tiles) else None for t in one.tiles)
    if tiles is None:
        assert hex_board(code, *one.shape) == one
        assert hex_board(int(code, 16), *one.shape) == hex_board(code[2:].lower(), *one.shape) == one


@pytest.mark.parametrize(
    "printed",
    [
        "0x0123444444444444F",
        "0x4444432044144444F",
        "0x0123F44444444444F",
        "0x01234F4444444444F",
        "0x012344F444444444F",
        "0x0123444F44444444F",
        "0x01234F558555C555F",
        "0x012345558F55C555F",
        "0x012345558555CC55F",
    ],
)
def test_the_codes_with_a_digit_too_many(printed: str) -> None:
    with pytest.raises(InvalidBoardError, match=r"has 16 hexadecimal digits, .* has 17"):
        hex_tiles(printed, 4, 4)


def test_the_slip_of_figure_8() -> None:
    """As printed, the codes are those of tiles 10 and 14."""
    for printed in ("0x012345559555D55F", "0x0123555945D5555F"):
        assert {tile for tile in hex_tiles(printed, 4, 4) if tile} == {1, 2, 3, 4, 5, 10, 14}


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 3), (3, 4), (2, 8), (3, 5), (4, 4)])
def test_codes_lead_back(rows: int, cols: int) -> None:
    chance = random.Random(3)
    for _ in range(200):
        tiles = chance.sample(range(rows * cols), rows * cols)
        board = Board(tiles, rows, cols)
        assert hex_board(hex_code(board), rows, cols) == board
        assert hex_board(int(hex_code(board), 16), rows, cols) == board
        told = chance.sample(range(1, rows * cols), chance.randrange(rows * cols))
        found = hex_tiles(hex_code(board, tiles=told), rows, cols)
        # A single tile that is left has its own digit.
        alike = None if len(told) < rows * cols - 2 else (set(range(1, rows * cols)) - set(told) or {0}).pop()
        assert found == tuple(t if t == 0 or t in told else alike for t in tiles)


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("", "hexadecimal digits, got ''"),
        ("0x01234567G", "hexadecimal digits, got '0x01234567G'"),
        (-1, "hexadecimal digits, got '-0x1'"),
        ("0x" + "1" * 10**6, r"9 hexadecimal digits, '0x1{98} \.\.\.' has 1000000"),
        (2**40, "9 hexadecimal digits, .* has 11"),
        ("0x012345677", "the digit 8 once, for the blank"),
        ("0x012345688", "the digit 8 once, for the blank"),
        ("0x012345689", "the digit 8 once, for the blank, and none above it"),
        ("0x012225558", "in which 2 and 5 are repeated"),
        ("0x012777778", "smallest digit that no other tile has; .* in which 7 is repeated"),
        ("0x012333338", "does not tell all tiles apart"),
    ],
)
def test_what_is_no_code(code: str | int, what: str) -> None:
    with pytest.raises(InvalidBoardError, match=what):
        hex_board(code, 3, 3)


def test_what_has_no_code() -> None:
    with pytest.raises(UnsupportedError, match="boards of 2×2 to 16 cells, got 5×5"):
        hex_code(Board([*range(1, 25), 0], 5, 5))
    with pytest.raises(UnsupportedError, match="boards of 2×2 to 16 cells, got 1×9"):
        hex_tiles("0x012345678", 1, 9)
    with pytest.raises(UnsupportedError, match="tiles 1 to 3 and 0 for the blank"):
        hex_code("1 2/9 0")
    with pytest.raises(UnsupportedError, match="tiles of this board are 1 to 3, got 4"):
        hex_code("1 2/3 0", tiles=[1, 4])
