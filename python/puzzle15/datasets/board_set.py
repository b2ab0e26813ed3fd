"""A set of boards whose distances are known, small enough to come with a game."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzle15 import arrays
from puzzle15._core import Board
from puzzle15._support.checks import check_whole, whole_number
from puzzle15._support.numeric import np
from puzzle15._support.shapes import pair
from puzzle15.datasets import board_file
from puzzle15.errors import UnsupportedError
from puzzle15.generate import seed_of
from puzzle15.goals import GoalLike, is_name, resolve
from puzzle15.reference.random import Stream
from puzzle15.solving import Solver
from puzzle15.solving.board_arrays import copy_boards, sample
from puzzle15.typing import BoardsLike, IntArray, Progress, as_board

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["BoardSet", "KnownBoard"]


class KnownBoard(NamedTuple):
    """A board, and the length of its shortest solutions.

    >>> KnownBoard(Board("1 2/0 3"), 1).distance
    1
    """

    board: Board
    distance: int


class BoardSet:
    """Boards of one shape with their distances: saved in a few bytes each, and picked at random.

    `boards` is what `solve_many` takes. `distances` are the lengths of their shortest solutions, such as the
    `lengths` of a dataset. Without them the boards are solved, on `threads` threads and with a bar where
    somebody watches. Of distances that you give only this is checked: that they are even or odd, as the cell
    of the blank demands, and no smaller than the Manhattan distance.

    In a file a 4×4 board takes 7 bytes, one of them for the distance, and a 3×3 board 4; `bytes_per_board`
    says it for others. A set has each board once, the nearest first, whatever order they were given in.

    >>> from puzzle15 import datasets, random_boards
    >>> some = datasets.BoardSet(random_boards(500, 3, 3, seed=1))
    >>> some
    BoardSet(500 boards of 3×3, distances 8 to 30, 4 bytes a board)
    >>> some.pick(seed=7, distance=(10, 15))
    KnownBoard(board=Board('7 2 3/4 1 5/8 0 6'), distance=15)
    """

    def __init__(
        self,
        boards: BoardsLike,
        distances: IntArray | list[int] | None = None,
        *,
        goal: GoalLike | None = None,
        shape: tuple[int, int] | None = None,
        threads: int | None = None,
        progress: Progress = None,
    ) -> None:
        """Read the boards, and solve them if need be."""
        asked = None if shape is None else pair(shape)
        target = None if goal is None or is_name(goal) else as_board(goal, asked)
        given = copy_boards(boards, asked or (target.shape if target else None))
        for error in given.unread.values():
            raise error
        if target is None:
            target = resolve(goal, sample(given.rows, given.shape))
        if distances is None:
            solver = Solver(goal=target, method="optimal")
            distances = solver.solve_many(
                given.rows, shape=given.shape, threads=threads, progress=progress
            ).lengths
        elif not arrays.is_solvable(given.rows, goal=target, shape=given.shape).all():
            raise UnsupportedError(
                "a board of a set can be solved; leave out the others, or mend them with make_solvable"
            )
        known = np.asarray(distances)
        if known.shape != (len(given.rows),) or (known.dtype.kind not in "iu" and len(known)):
            raise UnsupportedError(
                f"distances are one whole number for each of the {len(given.rows)} boards, got an array of "
                f"shape {known.shape} and type {known.dtype}"
            )
        if len(known) and not 0 <= int(known.min()) <= int(known.max()) < 1 << 32:
            raise UnsupportedError(f"distances are from 0 to 2³² − 1, got {known.min()} to {known.max()}")
        tiles = given.rows.astype(np.min_scalar_type(max(target.tiles)))
        contents = board_file.Contents(tiles, known.astype(np.uint32), target)
        try:
            board_file.check_distances(contents)
            self._contents = board_file.ordered(contents)
        except ValueError as error:
            raise UnsupportedError(str(error)) from None

    @property
    def goal(self) -> Board:
        """The goal that the distances lead to.

        >>> BoardSet(["1 2/0 3"]).goal
        Board('1 2/3 0')
        """
        return self._contents.goal

    @property
    def boards(self) -> NDArray[np.unsignedinteger[Any]]:
        """The boards as an array with a row for each, the nearest first.

        >>> BoardSet(["0 1/3 2", "1 2/0 3"]).boards
        array([[1, 2, 0, 3],
               [0, 1, 3, 2]], dtype=uint8)
        """
        return self._contents.boards

    @property
    def distances(self) -> NDArray[np.uint32]:
        """The distances of the boards, in the same order.

        >>> BoardSet(["0 1/3 2", "1 2/0 3"]).distances
        array([1, 2], dtype=uint32)
        """
        return self._contents.distances

    @property
    def bytes_per_board(self) -> int:
        """The bytes that a board takes in a file, with its distance.

        >>> BoardSet(["1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"]).bytes_per_board
        7
        """
        return board_file.board_bytes(len(self.goal)) + board_file.distance_bytes(
            int(self.distances.max(initial=0))
        )

    def pick(
        self, seed: int | None = None, *, distance: int | tuple[int, int] | None = None, number: int = 0
    ) -> KnownBoard:
        """Pick a board at random, each as likely as any other; the same seed picks the same board everywhere.

        `distance` asks for a distance, or for one from the first to the second of two. `number` counts the
        picks of one seed: the same seed and number pick the same board. (It is drawn by the generator of
        `puzzle15.reference.random`, from the stream of that seed and that block.)

        >>> some = BoardSet(["1 2/0 3", "0 2/1 3", "0 1/3 2"])
        >>> some.pick(seed=1)
        KnownBoard(board=Board('0 1/3 2'), distance=2)
        >>> some.pick(seed=1, distance=1).board
        Board('1 2/0 3')
        """
        low, high = self._limits(distance)
        number = whole_number("number", number, 0)
        check_whole("number", number, 0, 2**64 - 1)
        first, end = (int(i) for i in np.searchsorted(self.distances, [low, high + 1]))
        if first == end:
            there = f"there are {self._reach()}" if len(self) else "the set is empty"
            wanted = f"from {low} to {high}" if low != high else f"of {low}"
            raise UnsupportedError(f"the set has no board with a distance {wanted}; {there}")
        picked = Stream(seed_of(seed), number).below(end - first)
        return self[first + picked]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the set to a file, as a whole or not at all.

        >>> import tempfile
        >>> some = BoardSet(["1 2/0 3", "0 2/1 3", "0 1/3 2"])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     some.save(f"{folder}/some.boards")
        ...     BoardSet.load(f"{folder}/some.boards") == some
        True
        """
        board_file.save(path, self._contents)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> BoardSet:
        """Read a set from a file; one that is damaged raises a `FileError`.

        >>> BoardSet.load("no.boards")
        Traceback (most recent call last):
        puzzle15.errors.FileError: cannot read no.boards: No such file or directory
        """
        made = cls.__new__(cls)
        made._contents = board_file.load(path)
        return made

    def __len__(self) -> int:
        """The number of boards."""
        return len(self.boards)

    def __getitem__(self, index: int) -> KnownBoard:
        """A board and its distance."""
        return KnownBoard(Board(self.boards[index].tolist(), *self.goal.shape), int(self.distances[index]))

    def __iter__(self) -> Iterator[KnownBoard]:
        """All boards, the nearest first."""
        return (self[index] for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        """Whether the same boards are in both, with the same distances to the same goal."""
        if not isinstance(other, BoardSet):
            return NotImplemented
        return (
            self.goal == other.goal
            and np.array_equal(self.boards, other.boards)
            and np.array_equal(self.distances, other.distances)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """How many boards there are, and of which kind."""
        rows, cols = self.goal.shape
        there = f", {self._reach()}" if len(self) else ""
        boards = "1 board" if len(self) == 1 else f"{len(self)} boards"
        return f"BoardSet({boards} of {rows}×{cols}{there}, {self.bytes_per_board} bytes a board)"

    def _reach(self) -> str:
        least, most = self.distances[0], self.distances[-1]
        return f"distance {least}" if least == most else f"distances {least} to {most}"

    def _limits(self, distance: int | tuple[int, int] | None) -> tuple[int, int]:
        if distance is None:
            return 0, (1 << 32) - 1
        limits = list(distance) if isinstance(distance, tuple | list) else [distance, distance]
        low, high = (whole_number("distance", limit) for limit in limits) if len(limits) == 2 else (1, 0)
        if not 0 <= low <= high < 1 << 32:
            raise UnsupportedError(
                f"distance is a whole number from 0 up, or two of them in order, got {distance!r}"
            )
        return low, high
