"""`solve_many`: arrays of boards in, arrays of solutions out."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, overload

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15._support.blocks import Block, check_executor, run
from puzzle15._support.checks import check_whole, check_width
from puzzle15._support.shapes import board_shape, check_goal, pair
from puzzle15.arrays import unpack
from puzzle15.errors import InvalidBoardError, PuzzleError, UnsolvableError, UnsupportedError
from puzzle15.goals import GoalLike, is_name, resolve
from puzzle15.goals import rows as rows_goal
from puzzle15.solving.solution import Solution
from puzzle15.typing import BoardsLike, ExecutorLike, as_board

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Solutions", "solve_many"]

# Boards copied, or handed to the core, at a time.
_PIECE = 1 << 17

_LETTERS = bytes.maketrans(bytes(range(4)), b"LRUD")


def solve_many(
    boards: BoardsLike,
    *,
    goal: GoalLike | None = None,
    method: str = "auto",
    shape: tuple[int, int] | None = None,
    threads: int | None = None,
    errors: Literal["raise", "mask"] = "raise",
    width: int | None = None,
    executor: ExecutorLike | None = None,
) -> Solutions:
    """Solve many boards of one shape, on all cores and without the interpreter's lock.

    `boards` is an array of any integer type with a row for each board, (N, cells) or (N, rows, cols), or
    nested lists, or a list of boards, or the 64-bit words of `puzzle15.arrays` for 4×4. Flat rows have the
    `shape` given, or that of the goal, or are squares.
    The goal is by default the natural one of the first board if the last has the same tiles, otherwise
    1, 2, 3, ... with the blank last. A board that cannot be solved raises an error that names its number;
    with `errors="mask"` the others are solved all the same, see `Solutions.ok` and `Solutions.errors`.
    `width` is that of the beam if the method is `"quick"`. An `executor` does the work elsewhere, as in
    `experiment`, with one thread for each task unless `threads` says otherwise; the result is the same.

    The result holds about 90 bytes for each 15-puzzle.

    >>> from puzzle15 import random_boards
    >>> many = solve_many(random_boards(1000, seed=1))
    >>> many
    Solutions(1000 boards of 4×4, mean length 65.03, longest 88)
    >>> many[7].verify()
    True
    """
    if errors not in ("raise", "mask"):
        raise UnsupportedError(f"errors is 'raise' or 'mask', got {errors!r}")
    if executor is not None:
        check_executor(executor)
    check_whole("threads", threads, 1, 1024)
    check_width(width)
    if width is not None and method != "quick":
        raise UnsupportedError(f"width= is for method 'quick', got {method!r}")
    asked = None if shape is None else pair(shape)
    target = None if goal is None or is_name(goal) else as_board(goal, asked)
    array, found, unread = _as_array(boards, asked or (target.shape if target else None))
    if asked not in (None, found):
        raise InvalidBoardError(f"boards of shape {asked} were asked for, these have the shape {found}")
    if target is None:
        target = resolve(goal, _sample(array, found))
    check_goal(target, found)
    mask = errors == "mask"
    end = min(unread, default=len(array)) if not mask else len(array)
    try:
        job = _Job(array, target, (method, width), threads, mask)
        results = job.run_here(end) if executor is None or not end else job.run_on(executor, end)
    except UnsolvableError as error:
        if asked is None and goal is None:
            error.add_note(f"(The boards were read as {found[0]}×{found[1]}: if they are not, give shape=.)")
        raise
    if unread and not mask:
        raise unread[end]
    return Solutions(array, target, results, unread)


# Lengths, ends of stages and moves, as bytes; and the name of the method.
_Solved = tuple[bytes, bytes, bytes, str]


class _Job(NamedTuple):
    """Boards and how they are solved."""

    array: NDArray[np.integer[Any]]
    goal: Board
    how: tuple[str, int | None]
    threads: int | None
    mask: bool

    def run_here(self, end: int) -> list[_Solved]:
        """Solve the rows before `end`, in pieces, so that Ctrl-C is heard also while arrays are copied."""
        return [
            _core.solve_many(
                self.array[first : min(first + _PIECE, end)], *self[1:3], first, self.threads, self.mask
            )
            for first in range(0, max(1, end), _PIECE)
        ]

    def run_on(self, executor: ExecutorLike, end: int) -> list[_Solved]:
        """The same on the workers of an executor."""
        threads = 1 if self.threads is None else self.threads
        found: dict[int, _Solved | PuzzleError] = {}

        def arguments(first: int, count: int) -> tuple[Any, ...]:
            return self.array[first : first + count], *self[1:3], first, threads, self.mask

        def collect(block: Block, result: _Solved | PuzzleError) -> bool:
            found[block.first] = result
            return isinstance(result, PuzzleError)

        run(_solve_rows, arguments, [(0, end)], executor, collect, _PIECE)
        results = []
        for first in sorted(found):
            result = found[first]
            # All rows before the first bad one are there, so that it is the first indeed.
            if isinstance(result, PuzzleError):
                raise result
            results.append(result)
        return results


def _solve_rows(*arguments: Any) -> _Solved | PuzzleError:
    """Solve some rows, on a worker. An error that belongs to a row is a result like others."""
    try:
        return _core.solve_many(*arguments)
    except PuzzleError as error:
        if error.row is None:
            raise
        return error


class Solutions(Sequence[Solution]):
    """The solutions of many boards, in arrays; index it to get a `Solution`.

    >>> many = solve_many([[1, 2, 3, 4, 5, 6, 0, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8, 0]])
    >>> many.lengths.tolist(), many.moves.tolist(), many.offsets.tolist()
    ([2, 0], [1, 1], [0, 2, 2])
    >>> many[0].moves
    'RR'
    """

    boards: NDArray[np.integer[Any]]
    """The boards, one a row."""
    goal: Board
    """The goal of them all."""
    lengths: NDArray[np.int32]
    """The number of moves of each board, -1 where there is an error."""
    moves: NDArray[np.uint8]
    """All moves one after another: L, R, U, D as 0, 1, 2, 3."""
    offsets: NDArray[np.int64]
    """Board `i` has `moves[offsets[i]:offsets[i + 1]]`."""

    def __init__(
        self,
        boards: NDArray[np.integer[Any]],
        goal: Board,
        results: list[_Solved],
        unread: Mapping[int, PuzzleError],
    ) -> None:
        """Take what the core found; `unread` are rows that were no boards to begin with."""
        import numpy as np

        self.boards = boards
        self.goal = goal
        self.lengths = _joined([part[0] for part in results]).view(np.int32)
        self._stages = _joined([part[1] for part in results]).reshape(-1, 4)
        self.moves = _joined([part[2] for part in results])
        self._method = results[0][3]
        self.offsets = np.zeros(len(self.lengths) + 1, np.int64)
        np.cumsum(np.maximum(self.lengths, 0), out=self.offsets[1:])
        self.offsets.flags.writeable = False
        self._unread = dict(unread)

    @property
    def method(self) -> str:
        """The method that solved them.

        >>> solve_many([[1, 2, 3, 0]]).method
        'optimal'
        """
        return self._method

    @property
    def ok(self) -> NDArray[np.bool_]:
        """Which boards were solved.

        >>> solve_many([[1, 2, 3, 0], [2, 1, 3, 0]], errors="mask").ok.tolist()
        [True, False]
        """
        return self.lengths >= 0

    @property
    def errors(self) -> Mapping[int, PuzzleError]:
        """The boards that could not be solved, by number, with the reason.

        >>> many = solve_many([[1, 2, 3, 0], [2, 1, 3, 0]], errors="mask")
        >>> list(many.errors), many.errors[1].row
        ([1], 1)
        """
        return _Errors(self)

    def __len__(self) -> int:
        """Number of boards."""
        return len(self.lengths)

    @overload
    def __getitem__(self, index: SupportsIndex) -> Solution: ...
    @overload
    def __getitem__(self, index: slice) -> list[Solution]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Solution | list[Solution]:
        """Give the solution of one board, or raise its error."""
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        i = operator.index(index)
        if not -len(self) <= i < len(self):
            raise IndexError(f"board {i} of {len(self)}")
        i %= len(self)
        if self.lengths[i] < 0:
            raise self.errors[i]
        begin, end = self.offsets[i : i + 2].tolist()
        moves = self.moves[begin:end].tobytes().translate(_LETTERS).decode()
        start = Board(self.boards[i].tolist(), *self.goal.shape)
        optimal = self._method == "optimal" or len(moves) == start.manhattan(self.goal)
        return Solution(start, self.goal, moves, self._method, optimal, self._stages_of(i))

    def __iter__(self) -> Iterator[Solution]:
        """Go through the solutions in order."""
        return (self[i] for i in range(len(self)))

    def _stages_of(self, i: int) -> list[tuple[str, int]]:
        length = int(self.lengths[i])
        if self._method != "combined":
            return [(self._method, length)]
        if length == 0:
            return []
        one, two, three, column_first = self._stages[i].tolist()
        names = ["column", "row", "3x3"] if column_first else ["row", "column", "3x3"]
        stages = list(zip(names, [one, two - one, three - two], strict=True))
        return [*stages, ("detour", length - three)] if length > three else stages

    def __repr__(self) -> str:
        """Summarise."""
        solved = self.lengths[self.lengths >= 0]
        noun = "board" if len(self) == 1 else "boards"
        text = f"Solutions({len(self)} {noun} of {self.goal.rows}×{self.goal.cols}"
        if len(solved):
            text += f", mean length {solved.mean():.2f}, longest {solved.max()}"
        if len(solved) < len(self):
            text += f", {len(self) - len(solved)} not solved"
        return text + ")"


class _Errors(Mapping[int, PuzzleError]):
    """The errors of a batch, each found again when it is looked at: there may be millions."""

    def __init__(self, many: Solutions) -> None:
        self._many = many

    def __getitem__(self, row: int) -> PuzzleError:
        many = self._many
        if not isinstance(row, int) or not 0 <= row < len(many) or many.lengths[row] >= 0:
            raise KeyError(row)
        if row in many._unread:
            return many._unread[row]
        try:
            _core.solve_many(many.boards[row : row + 1], many.goal, (many._method, None), row, 1, False)
        except PuzzleError as error:
            return error
        raise AssertionError("a board that was not solved can be solved now; please report it")

    def __iter__(self) -> Iterator[int]:
        yield from (self._many.lengths < 0).nonzero()[0].tolist()

    def __len__(self) -> int:
        return int((self._many.lengths < 0).sum())

    def __repr__(self) -> str:
        return f"<errors of {len(self)} boards>"


def _joined(parts: list[bytes]) -> NDArray[np.uint8]:
    """Put parts together, one at a time, in an array that cannot be written to."""
    import numpy as np

    if len(parts) == 1:
        return np.frombuffer(parts[0], np.uint8)
    array = np.empty(sum(map(len, parts)), np.uint8)
    begin = 0
    for part in parts:
        array[begin : begin + len(part)] = np.frombuffer(part, np.uint8)
        begin += len(part)
    array.flags.writeable = False
    return array


def _sample(array: NDArray[np.integer[Any]], shape: tuple[int, int]) -> Board:
    """A board with the tiles of them all, or the standard one if the first and the last do not agree."""
    ends = [sorted(array[row].tolist()) for row in (0, -1)] if len(array) else []
    if ends and ends[0] == ends[1]:
        try:
            return Board(array[0].tolist(), *shape)
        except InvalidBoardError:
            pass
    return rows_goal(*shape)


def _as_array(
    boards: BoardsLike, shape: tuple[int, int] | None
) -> tuple[NDArray[np.integer[Any]], tuple[int, int], dict[int, PuzzleError]]:
    """Turn the boards into an array of their own with a board a row.

    Gives the array, the shape of a board, and the errors of rows that cannot be read, by number.
    """
    import numpy as np

    if isinstance(boards, Board | str):
        raise InvalidBoardError("this is one board: use solve(board), or give a list of boards")
    if isinstance(boards, memoryview) or hasattr(boards, "__array__"):
        boards = np.asarray(boards)
    if not isinstance(boards, np.ndarray):
        rows = list(boards)
        try:
            array = np.array(rows)
        except (ValueError, OverflowError):
            array = np.array([], object)
        if len(rows) and array.dtype.kind not in "iu":
            return _read_rows(rows, shape)
    else:
        if boards.dtype.kind not in "iu":
            raise InvalidBoardError(f"boards must be whole numbers, got an array of {boards.dtype}")
        if boards.ndim == 1 and boards.dtype == np.uint64 and shape in (None, (4, 4)):
            boards = unpack(boards)
        # A copy of our own, in pieces: an array may be large, and nobody can interrupt NumPy.
        array = np.empty(boards.shape, boards.dtype.newbyteorder("="))
        for first in range(0, len(boards) if boards.ndim else 0, _PIECE):
            array[first : first + _PIECE] = boards[first : first + _PIECE]
    if array.shape == (0,):
        array = np.zeros((0, 4, 4) if shape is None else (0, *shape), np.uint8)
    shape = board_shape(array.shape, shape)
    array = array.reshape(-1, shape[0] * shape[1])
    array.flags.writeable = False
    return array, shape, {}


def _read_rows(
    rows: list[Any], shape: tuple[int, int] | None
) -> tuple[NDArray[np.integer[Any]], tuple[int, int], dict[int, PuzzleError]]:
    """Read boards one by one, for those that are no plain array of numbers."""
    import numpy as np

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
            wrong.args = (f"board {row}: {error}",)
            unread[row] = wrong
        else:
            shape = board.shape
            tiles[row] = board.tiles
    if shape is None:
        raise unread[0]
    # Rows that could not be read are all blank, which the core does not solve either.
    blank = (0,) * (shape[0] * shape[1])
    array = np.array([tiles.get(row, blank) for row in range(len(rows))], np.uint32)
    array.flags.writeable = False
    return array, shape, unread
