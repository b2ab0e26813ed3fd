"""Many boards, in whatever form they come, as an array with a row for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from puzzle15._core import Board
from puzzle15._support.array_input import stacked
from puzzle15._support.checks import list_of
from puzzle15._support.shapes import board_shape
from puzzle15.arrays import unpack
from puzzle15.errors import InvalidBoardError, PuzzleError
from puzzle15.goals import rows as rows_goal
from puzzle15.typing import BoardsLike, as_board

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["BOARDS_AT_A_TIME", "ERRORS_KEPT", "BoardArray", "copy_boards", "sample"]

BOARDS_AT_A_TIME = 1 << 17
"""Boards copied, or handed to the core, at a time."""

ERRORS_KEPT = 1000
"""Of boards that cannot be read there may be millions, and only the first have errors of their own."""


class BoardArray(NamedTuple):
    """Boards of one shape, one a row; rows that could not be read are all zeros."""

    rows: NDArray[np.integer[Any]]
    shape: tuple[int, int]
    unread: dict[int, PuzzleError]
    """Why rows could not be read, by index: the first `ERRORS_KEPT` of them."""


def sample(array: NDArray[np.integer[Any]], shape: tuple[int, int]) -> Board:
    """A board with the tiles of all, or 1, 2, 3, ... if the first and the last have different tiles."""
    ends = [sorted(array[row].tolist()) for row in (0, -1)] if len(array) else []
    if ends and ends[0] == ends[1]:
        try:
            return Board(array[0].tolist(), *shape)
        except InvalidBoardError:
            pass
    return rows_goal(*shape)


def copy_boards(boards: BoardsLike, shape: tuple[int, int] | None) -> BoardArray:
    """Copy the boards into a new array; flat rows have the shape given, or are square."""
    from puzzle15._support.numeric import np

    if isinstance(boards, Board | str):
        raise InvalidBoardError("this is one board: use solve(board), or give a list of boards")
    if isinstance(boards, bytes | bytearray):
        boards = memoryview(boards)  # As a list, each byte would take eight.
    if isinstance(boards, memoryview) or hasattr(boards, "__array__"):
        boards = np.asarray(boards)
    if not isinstance(boards, np.ndarray):
        rows: list[Any] = list_of("boards", boards, "boards, or an array of them")
        if any(isinstance(row, str) for row in rows):
            return _read_rows(rows, shape)  # NumPy would make all texts as long as the longest.
        try:
            array = stacked(rows)
        except (ValueError, OverflowError):
            array = np.array([], object)
        if array.ndim == 1 and array.dtype.kind in "bfc":
            rows = rows[:1]  # Nothing but numbers: all are as wrong as the first.
        if len(rows) and array.dtype.kind not in "iu":
            return _read_rows(rows, shape)
    else:
        if boards.dtype.kind not in "iu":
            raise InvalidBoardError(f"boards must be whole numbers, got an array of {boards.dtype}")
        if boards.ndim == 1 and boards.dtype == np.uint64 and shape in (None, (4, 4)):
            boards = unpack(boards)
        # Copied in pieces, since an array may be large, and NumPy does not hear Ctrl-C.
        array = np.empty(boards.shape, boards.dtype.newbyteorder("="))
        for first in range(0, len(boards) if boards.ndim else 0, BOARDS_AT_A_TIME):
            array[first : first + BOARDS_AT_A_TIME] = boards[first : first + BOARDS_AT_A_TIME]
    if array.shape == (0,):
        array = np.zeros((0, 4, 4) if shape is None else (0, *shape), np.uint8)
    shape = board_shape(array.shape, shape)
    array = array.reshape(-1, shape[0] * shape[1])
    array.flags.writeable = False
    return BoardArray(array, shape, {})


def _read_rows(rows: list[Any], shape: tuple[int, int] | None) -> BoardArray:
    """Read boards one by one, where they do not make an array of numbers."""
    from puzzle15._support.numeric import np

    tiles: dict[int, tuple[int, ...]] = {}
    unread: dict[int, PuzzleError] = {}
    for row, given in enumerate(rows):
        try:
            board = as_board(given, shape)
            if shape not in (None, board.shape):
                raise InvalidBoardError(f"a board of shape {shape} is expected, got {board.shape}")
        except (PuzzleError, TypeError) as error:
            wrong = error if isinstance(error, PuzzleError) else InvalidBoardError(str(error))
            wrong.row = row
            if len(unread) < ERRORS_KEPT:
                unread[row] = wrong
        else:
            shape = board.shape
            tiles[row] = board.tiles
    if shape is None:
        raise unread[0]
    # Rows that could not be read are all zeros, which the core refuses to solve, too.
    array = np.zeros((len(rows), shape[0] * shape[1]), np.uint32)
    for row, read in tiles.items():
        array[row] = read
    array.flags.writeable = False
    return BoardArray(array, shape, unread)
