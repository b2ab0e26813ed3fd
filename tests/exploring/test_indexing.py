"""The paper's index: a bijection, and the twin's numbers."""

from __future__ import annotations

import random
from math import factorial

import pytest

from puzzle15 import Board, UnsolvableError, UnsupportedError, is_solvable, reference
from puzzle15.indexing import paper_board, paper_index


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
