"""`solve` for one board and `solve_many` for arrays of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15.errors import InvalidBoardError, PuzzleError
from puzzle15.goals import GoalLike, resolve
from puzzle15.solution import Solution
from puzzle15.typing import BoardLike, BoardsLike, as_board

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Solutions", "is_solvable", "solve", "solve_many"]


def solve(board: BoardLike, *, goal: GoalLike | None = None, method: str = "auto") -> Solution:
    """Solve a board.

    `goal` is a board, one of the names in `puzzle15.goals.NAMES`, or by default the one that the numbers
    suggest: in order, the blank last. `method` is

    - `"combined"`: 4×4, Parberry's three stages in both orientations: about 65 moves in a microsecond or two;
    - `"optimal"`: up to ten cells, a shortest solution from a table that is made at first use;
    - `"auto"`: the better of what there is for the size.

    >>> solution = solve("5 1 2 4/9 6 3 7/13 10 11 8/14 15 12 0")
    >>> len(solution), solution.method, solution.verify()
    (12, 'combined', True)
    >>> solve([[1, 2, 3], [4, 5, 0], [7, 8, 6]]).moves
    'D'
    >>> solve("1 2 3/4 5 6/7 0 8", goal="1 2 3/4 0 6/7 5 8").moves
    'U'
    """
    start = board if isinstance(board, Board) else as_board(board)
    target = None if goal is None else resolve(goal, start)
    reached, moves, name, optimal, stages = _core.solve(start, target, method)
    return Solution(start, reached, moves, name, optimal, stages)


def is_solvable(board: BoardLike, goal: GoalLike | None = None) -> bool:
    """Whether the goal can be reached from the board, by the universal rule.

    Board and goal must agree in the parity of their inversions if the number of columns is odd, and of
    inversions plus the blank's row if it is even.

    >>> is_solvable("1 2 3/4 5 6/7 8 0")
    True
    >>> is_solvable("1 2 3/4 5 6/8 7 0")
    False
    >>> is_solvable("1 2 3/4 5 6/8 7 0", goal="snake")
    True
    """
    start = as_board(board)
    return _core.is_solvable(start, resolve(goal, start))


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
    errors: dict[int, PuzzleError]
    """By number, the boards that could not be solved, with the reason."""

    def __init__(
        self,
        boards: NDArray[np.integer[Any]],
        goal: Board,
        method: str,
        results: tuple[bytes, bytes, bytes, list[tuple[int, PuzzleError]]],
    ) -> None:
        """Take what the core found."""
        import numpy as np

        lengths, stages, moves, errors = results
        self.boards = boards
        self.goal = goal
        self.lengths = np.frombuffer(lengths, np.int32)
        self.moves = np.frombuffer(moves, np.uint8)
        self.offsets = np.zeros(len(self.lengths) + 1, np.int64)
        np.cumsum(np.maximum(self.lengths, 0), out=self.offsets[1:])
        self.errors = dict(errors)
        self._stages = np.frombuffer(stages, np.uint8).reshape(-1, 4)
        self._method = method

    @property
    def ok(self) -> NDArray[np.bool_]:
        """Which boards were solved.

        >>> solve_many([[1, 2, 3, 0], [2, 1, 3, 0]], errors="mask").ok.tolist()
        [True, False]
        """
        return self.lengths >= 0

    def __len__(self) -> int:
        """Number of boards."""
        return len(self.lengths)

    @overload
    def __getitem__(self, index: int) -> Solution: ...
    @overload
    def __getitem__(self, index: slice) -> list[Solution]: ...
    def __getitem__(self, index: int | slice) -> Solution | list[Solution]:
        """Give the solution of one board, or raise its error."""
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"board {index} of {len(self)}")
        index %= len(self)
        if index in self.errors:
            raise self.errors[index]
        begin, end = self.offsets[index : index + 2].tolist()
        moves = self.moves[begin:end].tobytes().translate(_LETTERS).decode()
        start = Board(self.boards[index].tolist(), *self.goal.shape)
        optimal = self._method == "optimal" or not moves
        return Solution(start, self.goal, moves, self._method, optimal, self._stages_of(index))

    def __iter__(self) -> Iterator[Solution]:
        """Go through the solutions in order."""
        return (self[i] for i in range(len(self)))

    def _stages_of(self, index: int) -> list[tuple[str, int]]:
        length = int(self.lengths[index])
        if self._method == "optimal":
            return [("optimal", length)]
        if length == 0:
            return []
        one, two, three, column_first = self._stages[index].tolist()
        names = ["column", "row", "3x3"] if column_first else ["row", "column", "3x3"]
        stages = list(zip(names, [one, two - one, three - two], strict=True))
        return [*stages, ("detour", length - three)] if length > three else stages

    def __repr__(self) -> str:
        """Summarise."""
        solved = self.lengths[self.lengths >= 0]
        text = f"Solutions({len(self)} boards of {self.goal.rows}×{self.goal.cols}"
        if len(solved):
            text += f", mean length {solved.mean():.2f}, longest {solved.max()}"
        if self.errors:
            text += f", {len(self.errors)} not solved"
        return text + ")"


_LETTERS = bytes.maketrans(bytes(range(4)), b"LRUD")


def solve_many(
    boards: BoardsLike,
    *,
    goal: GoalLike | None = None,
    method: str = "auto",
    threads: int | None = None,
    errors: Literal["raise", "mask"] = "raise",
) -> Solutions:
    """Solve many boards of one shape, on all cores and without the interpreter's lock.

    `boards` is an array of any integer type with a row for each board, (N, cells) or (N, rows, cols), or
    nested lists, or a list of boards. Flat rows are taken for squares unless `goal` is a board of another
    shape. The goal is by default 1, 2, 3, ... with the blank last. A board that cannot be solved raises an
    error that names its number; with `errors="mask"` the others are solved all the same, see `Solutions.ok`
    and `Solutions.errors`.

    The result holds about 80 bytes for each 15-puzzle.

    >>> from puzzle15 import random_boards
    >>> many = solve_many(random_boards(1000, seed=1))
    >>> many
    Solutions(1000 boards of 4×4, mean length 65.03, longest 88)
    >>> many[7].verify()
    True
    """
    if errors not in ("raise", "mask"):
        raise PuzzleError(f"errors is 'raise' or 'mask', got {errors!r}")
    array, shape = _as_array(boards, goal)
    sample = Board([*range(1, array.shape[1]), 0], *shape)
    target = resolve(goal, sample)
    results = _core.solve_many(array, target, method, threads, errors == "mask")
    name = "combined" if shape == (4, 4) else "optimal"
    return Solutions(array, target, name, results)


def _as_array(boards: BoardsLike, goal: GoalLike | None) -> tuple[NDArray[np.integer[Any]], tuple[int, int]]:
    """Turn the boards into a contiguous array with a board a row, and say their shape."""
    import numpy as np

    shape = goal.shape if isinstance(goal, Board) else None
    rows = boards if isinstance(boards, np.ndarray) else list(boards)
    if len(rows) and isinstance(rows[0], Board | str):
        each = [as_board(board, shape) for board in rows]
        shapes = {board.shape for board in each}
        if len(shapes) > 1:
            raise InvalidBoardError(f"boards of one shape are expected, got {sorted(shapes)}")
        shape = shapes.pop()
        rows = [board.tiles for board in each]
    try:
        array = np.asarray(rows)
    except (ValueError, OverflowError) as error:
        text = f"boards must be rows of equally many whole numbers: {error}"
        raise InvalidBoardError(text) from error
    if array.size == 0:
        array = array.reshape(0, shape[0] * shape[1] if shape else 16).astype(np.uint8)
    if array.dtype.kind not in "iu":
        raise InvalidBoardError(f"boards must be whole numbers, got an array of {array.dtype}")
    if array.ndim == 3:
        shape = (array.shape[1], array.shape[2])
        array = array.reshape(len(array), -1)
    if array.ndim != 2:
        text = f"boards must have the shape (N, cells) or (N, rows, cols), got {array.shape}"
        raise InvalidBoardError(text)
    cells = array.shape[1]
    side = round(cells**0.5)
    if shape is None:
        shape = (side, side)
    if shape[0] * shape[1] != cells or min(shape) < 2:
        text = f"rows of {cells} tiles are no square: give an array of shape (N, rows, cols)"
        raise InvalidBoardError(text)
    return np.ascontiguousarray(array.astype(array.dtype.newbyteorder("="), copy=False)), shape
