"""The solutions of many boards, in arrays."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from puzzle15._core import Board, SolvedMany, SolverOptions
from puzzle15._core import Solver as CoreSolver
from puzzle15.arrays import manhattan
from puzzle15.errors import InvalidBoardError, PuzzleError, check_same
from puzzle15.solving.board_arrays import ERRORS_KEPT
from puzzle15.solving.solution import Solution
from puzzle15.twists.solving import split
from puzzle15.typing import Metric

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Solutions"]

_LETTERS = bytes.maketrans(bytes(range(4)), b"LRUD")


class Solutions(Sequence[Solution]):
    """The solutions of many boards, in arrays; index it to get a `Solution`.

    >>> from puzzle15 import solve_many
    >>> many = solve_many([[1, 2, 3, 4, 5, 6, 0, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8, 0]])
    >>> many.lengths.tolist(), many.moves.tolist(), many.offsets.tolist()
    ([2, 0], [1, 1], [0, 2, 2])
    >>> many[0].moves
    'RR'
    """

    boards: NDArray[np.integer[Any]]
    """The boards, one a row."""
    goal: Board
    """The goal of all the boards."""
    lengths: NDArray[np.int32]
    """The number of moves for each board, -1 where there is an error."""
    moves: NDArray[np.uint8]
    """All moves one after another: L, R, U, D as 0, 1, 2, 3."""
    offsets: NDArray[np.int64]
    """Board `i` has `moves[offsets[i]:offsets[i + 1]]`."""

    def __init__(
        self,
        boards: NDArray[np.integer[Any]],
        goal: Board,
        options: SolverOptions,
        results: list[SolvedMany],
        unread: Mapping[int, PuzzleError],
    ) -> None:
        """Take what the core found; `unread` has the rows that could not be read as boards."""
        from puzzle15._support.numeric import np

        self.boards = boards
        self.goal = goal
        self._options = options
        self.lengths = _joined([part.lengths for part in results]).view(np.int32)
        self._stages = _joined([part.stages for part in results]).reshape(-1, 4)
        self.moves = _joined([part.moves for part in results])
        self._method = results[0].method
        self._made_by = _only([part.made_by for part in results])
        # Combined solutions have no bound but the Manhattan distance, which is computed when it is needed.
        self._bounds: NDArray[np.int64] | None = None
        self._nodes: NDArray[np.int64] | None = None
        self._optimal: NDArray[np.bool_] | None = None
        if not self._is_combined:
            self._bounds = _joined([part.lower_bounds for part in results]).view(np.int64)
            self._nodes = _joined([part.nodes for part in results]).view(np.int64)
            self._optimal = _joined([part.optimal for part in results]).view(np.bool_)
        self.offsets = np.zeros(len(self.lengths) + 1, np.int64)
        np.cumsum(np.maximum(self.lengths, 0), out=self.offsets[1:])
        self.offsets.flags.writeable = False
        self._unread = dict(unread)

    @property
    def method(self) -> str:
        """The method that solved them.

        >>> from puzzle15 import solve_many
        >>> solve_many([[1, 2, 3, 0]]).method
        'optimal'
        """
        return self._method

    @property
    def made_by(self) -> str:
        """The algorithm that solved them, its version and the checksum of its tables.

        >>> from puzzle15 import random_boards, solve_many
        >>> solve_many(random_boards(10, seed=1), method="quick").made_by
        'beam 2, small tables b426eed3'
        """
        return self._made_by

    @property
    def _is_combined(self) -> bool:
        return self._method == "combined"

    @property
    def lower_bounds(self) -> NDArray[np.int64]:
        """For each board, a proven bound: no solution is shorter. 0 where there is an error.

        >>> from puzzle15 import solve_many
        >>> solve_many([[1, 2, 3, 4, 5, 6, 0, 7, 8]]).lower_bounds.tolist()
        [2]
        """
        if self._bounds is None:
            from puzzle15._support.numeric import np

            self._bounds = np.zeros(len(self), np.int64)
            self._bounds[self.ok] = manhattan(self.boards[self.ok], goal=self.goal)
            self._bounds.flags.writeable = False
        return self._bounds

    @property
    def optimal(self) -> NDArray[np.bool_]:
        """Which solutions are proven to be as short as any.

        >>> from puzzle15 import solve_many
        >>> solve_many([[1, 2, 3, 4, 5, 6, 0, 7, 8]]).optimal.tolist()
        [True]
        """
        if self._optimal is None:
            self._optimal = self.ok & (self.lengths == self.lower_bounds)
            self._optimal.flags.writeable = False
        return self._optimal

    @property
    def nodes(self) -> NDArray[np.int64]:
        """How many nodes a search generated for each board; 0 where there was no search.

        >>> from puzzle15 import solve_many
        >>> solve_many([[1, 2, 3, 4, 5, 6, 0, 7, 8]]).nodes.tolist()
        [0]
        """
        if self._nodes is None:
            from puzzle15._support.numeric import np

            self._nodes = np.zeros(len(self), np.int64)
            self._nodes.flags.writeable = False
        return self._nodes

    @property
    def metric(self) -> Metric:
        """What counts as one move in `optimal` and `lower_bounds`.

        >>> from puzzle15 import solve_many
        >>> solve_many([[1, 2, 3, 0]]).metric
        'single'
        """
        return self._options.metric

    @property
    def ok(self) -> NDArray[np.bool_]:
        """Which boards were solved.

        >>> from puzzle15 import solve_many
        >>> solve_many([[1, 2, 3, 0], [2, 1, 3, 0]], errors="mask").ok.tolist()
        [True, False]
        """
        return self.lengths >= 0

    @property
    def errors(self) -> Mapping[int, PuzzleError]:
        """The errors of the boards that could not be solved, by index.

        >>> from puzzle15 import solve_many
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
        """The solution of one board; its error is raised if it has none."""
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        i = operator.index(index)
        if not -len(self) <= i < len(self):
            raise IndexError(f"index {i} is out of range for {len(self)} boards")
        i %= len(self)
        if self.lengths[i] < 0:
            raise self.errors[i]
        begin, end = self.offsets[i : i + 2].tolist()
        moves = self.moves[begin:end].tobytes().translate(_LETTERS).decode()
        start = Board(self.boards[i].tolist(), *self.goal.shape)
        # Looking at one combined solution does not compute the bounds of all.
        bound = start.manhattan(self.goal) if self._bounds is None else int(self._bounds[i])
        optimal = len(moves) == bound if self._optimal is None else bool(self._optimal[i])
        return Solution._known(
            start,
            self.goal,
            moves,
            self._method,
            optimal,
            self._stages_of(i, start, moves),
            lower_bound=bound,
            nodes=0 if self._nodes is None else int(self._nodes[i]),
            metric=self.metric,
            made_by=self._made_by,
        )

    def __iter__(self) -> Iterator[Solution]:
        """The solutions, in order."""
        return (self[i] for i in range(len(self)))

    def _stages_of(self, i: int, start: Board, moves: str) -> list[tuple[str, int]]:
        length = len(moves)
        if self._method == "twists":
            first = len(split(start, moves)[0])
            twists = [("twists", length - first)]
            return [("to the centre", first), *twists] if first else twists
        if not self._is_combined:
            return [(self._method, length)]
        if length == 0:
            return []
        one, two, three, column_first = self._stages[i].tolist()
        names = ["column", "row", "3x3"] if column_first else ["row", "column", "3x3"]
        stages = list(zip(names, [one, two - one, three - two], strict=True))
        return [*stages, ("detour", length - three)] if length > three else stages

    def __repr__(self) -> str:
        """The number of boards, with the mean and longest length."""
        solved = self.lengths[self.lengths >= 0]
        noun = "board" if len(self) == 1 else "boards"
        text = f"Solutions({len(self)} {noun} of {self.goal.rows}×{self.goal.cols}"
        if len(solved):
            text += f", mean length {solved.mean():.2f}, longest {solved.max()}"
        if len(solved) < len(self):
            text += f", {len(self) - len(solved)} not solved"
        return text + ")"


class _Errors(Mapping[int, PuzzleError]):
    """The errors of a batch, each made again when it is looked at: there may be millions."""

    def __init__(self, many: Solutions) -> None:
        self._many = many

    def __getitem__(self, row: int) -> PuzzleError:
        many = self._many
        if not isinstance(row, int) or not 0 <= row < len(many) or many.lengths[row] >= 0:
            raise KeyError(row)
        if row in many._unread:
            return many._unread[row]
        if many._unread and not many.boards[row].any():
            error = InvalidBoardError(
                f"not a board; of boards that cannot be read, only the first {ERRORS_KEPT:,} are explained"
            )
            error.row = row
            return error
        try:
            solver = CoreSolver(many.goal, many._options)
            solver.solve_many(many.boards[row : row + 1], first=row, threads=1, go_on=False)
        except PuzzleError as error:
            return error
        raise AssertionError("a board that was not solved can be solved now; please report it")

    def __iter__(self) -> Iterator[int]:
        yield from (self._many.lengths < 0).nonzero()[0].tolist()

    def __len__(self) -> int:
        return int((self._many.lengths < 0).sum())

    def __repr__(self) -> str:
        return f"<errors of {len(self)} boards>"


def _only(names: list[str]) -> str:
    """What made all parts, or an error if workers have used different versions or tables."""
    for name in names:
        check_same(name, names[0])
    return names[0]


def _joined(parts: list[bytes]) -> NDArray[np.uint8]:
    """Join the parts, one at a time, into an array that cannot be written to."""
    from puzzle15._support.numeric import np

    if len(parts) == 1:
        return np.frombuffer(parts[0], np.uint8)
    array = np.empty(sum(map(len, parts)), np.uint8)
    begin = 0
    for part in parts:
        array[begin : begin + len(part)] = np.frombuffer(part, np.uint8)
        begin += len(part)
    array.flags.writeable = False
    return array
