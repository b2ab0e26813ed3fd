"""The input of `puzzle15.arrays`: boards, ranks and moves, checked without copying them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from puzzle15._core import Board
from puzzle15._support.shapes import board_shape
from puzzle15.errors import InvalidBoardError, InvalidMoveError, Option, Remedy, UnsupportedError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from puzzle15.typing import IntArray

__all__ = [
    "Boards",
    "ManySolutions",
    "check_words",
    "read_boards",
    "read_indices",
    "read_moves",
    "result",
    "stacked",
]

# What is handed to the core: enough that starting threads does not matter, and little enough to need little
# memory and to hear Ctrl-C.
TILES_AT_A_TIME = 1 << 22
# What NumPy reads of a list at a time: some milliseconds' worth.
_LISTED_AT_A_TIME = 1 << 14
# The core's code for no move.
_PASS = 4
_ONE_BOARD = "this is one board: give an array or a list of boards"


class ManySolutions(Protocol):
    """The moves of many boards, one after another, as the `Solutions` of `solve_many` have them."""

    @property
    def moves(self) -> NDArray[np.uint8]:
        """The codes of all moves."""
        ...

    @property
    def offsets(self) -> NDArray[np.int64]:
        """Where the moves of each board begin, and where those of the last one end."""
        ...

    @property
    def lengths(self) -> NDArray[np.int32]:
        """How many moves each board has; -1 for none."""
        ...

    def __len__(self) -> int:
        """Number of boards."""
        ...


class Boards(NamedTuple):
    """Boards as they were given, with their shape, and whether they are words."""

    array: IntArray
    shape: tuple[int, int]
    packed: bool

    @property
    def cells(self) -> int:
        return self.shape[0] * self.shape[1]

    def pieces(self) -> Iterator[tuple[slice, IntArray]]:
        """Some rows at a time, and where they are."""
        from puzzle15._support.numeric import np

        kind = np.dtype(np.uint64) if self.packed else self.array.dtype.newbyteorder("=")
        size = max(1, TILES_AT_A_TIME // self.cells)
        for first in range(0, len(self.array), size):
            part = slice(first, min(first + size, len(self.array)))
            # This copies only what is not contiguous, not aligned, or of another byte order.
            yield part, np.require(self.array[part], kind, ["C", "A"])

    def first(self) -> Board | None:
        """The first board, if it is one."""
        if not len(self.array):
            return None
        tiles = self.array[0].reshape(-1).tolist()
        if self.packed:
            tiles = [tiles[0] >> 4 * cell & 15 for cell in range(16)]
        try:
            return Board(tiles, *self.shape)
        except InvalidBoardError:
            return None


def read_boards(boards: ArrayLike, shape: tuple[int, int] | None) -> Boards:
    """Find out what an array holds, without copying it."""
    from puzzle15._support.numeric import np

    if isinstance(boards, Board | str):
        raise InvalidBoardError(_ONE_BOARD)
    try:
        array: NDArray[Any] = stacked(boards) if isinstance(boards, list | tuple) else np.asarray(boards)
    except ValueError as error:
        raise InvalidBoardError(f"boards must all have the same number of tiles: {error}") from error
    if array.ndim == 1 and array.dtype.kind == "u" and array.itemsize == 8:
        check_words(shape or (4, 4))
        return Boards(array, (4, 4), True)
    if array.shape == (0,):
        array = np.zeros((0, 4, 4) if shape is None else (0, *shape), np.uint8)
    if array.dtype.kind not in "iu":
        raise InvalidBoardError(f"boards must be whole numbers, got an array of {array.dtype}")
    if array.ndim == 1:
        raise InvalidBoardError(
            "boards must have the shape (N, cells) or (N, rows, cols), or be words of type uint64 and shape "
            f"(N,); got {array.dtype} of shape {array.shape}"
        )
    if array.ndim == 2 and 1 < len(array) < 100 and len(np.unique(array)) == array.size:
        raise InvalidBoardError(_ONE_BOARD)
    found = board_shape(array.shape, shape)
    if shape not in (None, found):
        raise InvalidBoardError(f"boards of shape {shape} were asked for, these have the shape {found}")
    return Boards(array, found, False)


def stacked(rows: Sequence[Any]) -> NDArray[Any]:
    """`numpy.array(rows)`, some rows at a time: NumPy reads lists with the interpreter's lock held.

    >>> stacked([[1, 2, 3, 0], [3, 1, 2, 0]])
    array([[1, 2, 3, 0],
           [3, 1, 2, 0]])
    """
    from puzzle15._support.numeric import np

    size = len(rows[0]) if rows and hasattr(rows[0], "__len__") else 1
    step = max(1, _LISTED_AT_A_TIME // max(1, size))
    if len(rows) <= step:
        return np.array(rows)
    return np.concatenate([np.array(rows[first : first + step]) for first in range(0, len(rows), step)])


def check_words(shape: Sequence[int]) -> None:
    if tuple(shape) != (4, 4):
        raise UnsupportedError(
            f"words are 4×4 boards, these are {shape[0]}×{shape[1]}", remedies=[Remedy("rows_of_tiles")]
        )


def read_indices(numbers: ArrayLike) -> IntArray:
    """An array of ranks or words: whole numbers from 0 up."""
    from puzzle15._support.numeric import np

    array: NDArray[Any] = np.asarray(numbers)
    if array.ndim != 1 or (len(array) and array.dtype.kind not in "iu"):
        raise UnsupportedError(
            f"expected whole numbers from 0 up in one dimension, got {array.dtype} of shape {array.shape}"
        )
    if array.dtype.kind == "i" and len(array) and array.min() < 0:
        row = int((array < 0).argmax())
        error = UnsupportedError(f"expected whole numbers from 0 up, got {array[row]}")
        error.row = row
        raise error
    return array if len(array) else np.zeros(0, np.uint64)


def read_moves(moves: str | ArrayLike | ManySolutions, boards: int) -> Callable[[slice], NDArray[np.uint8]]:
    """A function from a slice of the boards to their codes: a row for each, or one for all if it is text."""
    from puzzle15._support.numeric import np

    if isinstance(moves, str):
        codes = _letters(moves)
        return lambda part: codes
    if hasattr(moves, "offsets"):
        many = cast("ManySolutions", moves)
        if len(many) != boards:
            raise InvalidMoveError(f"solutions of {len(many)} boards do not go with {boards} boards")
        return lambda part: _padded(many, part)
    array: NDArray[Any] = np.asarray(moves)
    if array.ndim not in (1, 2) or len(array) != boards:
        raise InvalidMoveError(
            f"moves are text, or codes for each of the {boards} boards, ({boards},) or ({boards}, k), or "
            f"Solutions; got an array of shape {array.shape}"
        )
    if array.size and array.dtype.kind not in "iu":
        raise InvalidMoveError(f"codes of moves are whole numbers, got an array of {array.dtype}")
    if array.size and not -1 <= int(array.min()) <= int(array.max()) <= 3:
        bad = next(code for code in (int(array.min()), int(array.max())) if not -1 <= code <= 3)
        raise InvalidMoveError(f"codes of moves are 0, 1, 2, 3 for L, R, U, D and -1 for none; got {bad}")
    rows = array[:, None] if array.ndim == 1 else array
    return lambda part: np.ascontiguousarray(np.where(rows[part] < 0, _PASS, rows[part]), np.uint8)


def _letters(moves: str) -> NDArray[np.uint8]:
    """The codes of the letters, as one row."""
    from puzzle15._support.numeric import np

    letters = "".join(moves.split()).upper()
    wrong = [letter for letter in letters if letter not in "LRUD"]
    if wrong:
        raise InvalidMoveError(f"{wrong[0]!r} is not a move; the blank goes L, R, U or D")
    return np.array([["LRUD".index(letter) for letter in letters]], np.uint8)


def _padded(many: ManySolutions, part: slice) -> NDArray[np.uint8]:
    """The moves of some solutions, all padded to the longest."""
    from puzzle15._support.numeric import np

    lengths = np.maximum(many.lengths[part], 0)
    codes = np.full((len(lengths), lengths.max(initial=0)), _PASS, np.uint8)
    codes[np.arange(codes.shape[1]) < lengths[:, None]] = many.moves[
        many.offsets[part.start] : many.offsets[part.stop]
    ]
    return codes


def result(out: IntArray | None, boards: IntArray) -> IntArray:
    """The array to write to: `out`, unless that would change boards before they are read."""
    from puzzle15._support.numeric import np

    kind = boards.dtype.newbyteorder("=")
    if out is None:
        return np.empty(boards.shape, kind)
    if not isinstance(out, np.ndarray) or (out.shape, out.dtype) != (boards.shape, boards.dtype):
        raise InvalidBoardError(
            Option("out"), f" is an array like the boards, {boards.dtype} of shape {boards.shape}"
        )
    if not out.flags.writeable:
        raise InvalidBoardError(Option("out"), " is an array that cannot be written to; give another")
    same = out.__array_interface__["data"] == boards.__array_interface__["data"]
    if np.may_share_memory(out, boards) and not (same and out.strides == boards.strides):
        return np.empty(boards.shape, kind)
    return out
