"""The boards of a dataset, some at a time: random ones, all there are, or the caller's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

from puzzle15 import _core
from puzzle15._core import Board, Scramble, check_solvable
from puzzle15._support.array_input import read_boards
from puzzle15._support.checks import check_count
from puzzle15._support.scramble import Reach, scramble_of
from puzzle15._support.shapes import check_goal, pair
from puzzle15.errors import Option, UnsolvableError, UnsupportedError, options
from puzzle15.generate import BLOCK, BYTES_AT_A_TIME, pieces, seed_of, target_of
from puzzle15.goals import GoalLike, is_name, resolve
from puzzle15.goals import rows as rows_goal
from puzzle15.typing import as_board

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Source", "source_of"]


class Source(Protocol):
    """Boards, and how they are described."""

    n: int
    target: Board
    metadata: dict[str, Any]

    def pieces(self) -> Iterator[NDArray[Any]]:
        """The boards in order, some at a time, one a row."""


def source_of(
    n: Any,
    size: tuple[int, int] | None,
    goal: GoalLike | None,
    *,
    seed: int | None,
    scramble: Reach,
    depth: Reach,
    first: int,
    threads: int | None,
) -> Source:
    """The source of the boards that were asked for."""
    if n is None:
        raise TypeError("n is a number of boards, or 'all', or an array of boards; got None")
    if isinstance(n, str) and n != "all":
        raise UnsupportedError(
            Option("n"), f" is a number of boards, or 'all', or an array of boards; got {n!r}"
        )
    check_count("first", first, 0, 2**48)
    shape = None if size is None else pair(size, "size")
    rows, cols = shape or (None, None)
    if isinstance(n, str):
        if seed is not None or scramble is not None or first:
            raise _alone(Option("n", "all"), seed=seed, scramble=scramble, first=first or None)
        return _Every(target_of(rows, cols, goal), depth)
    if hasattr(n, "__len__"):
        if any(value is not None for value in (seed, scramble, depth)) or first:
            raise _alone("an array of boards", seed=seed, scramble=scramble, depth=depth, first=first or None)
        return _Given(n, shape, goal)
    check_count("n", n, 0, 2**48)
    target = target_of(rows, cols, goal)
    return _Random(int(n), target, seed_of(seed), scramble_of(scramble, depth), int(first), threads)


def _metadata(scramble: Scramble | None) -> list[str | int] | None:
    """A scramble as it is written to files."""
    return None if scramble is None else [scramble.kind, scramble.least, scramble.most]


class _Random:
    """Fair boards, or those of a scramble."""

    def __init__(
        self,
        n: int,
        target: Board,
        seed: int,
        scramble: Scramble | None,
        first: int,
        threads: int | None,
    ) -> None:
        self.n, self.target = n, target
        self._seed, self._scramble, self._first, self._threads = seed, scramble, first, threads
        named = _metadata(scramble)
        self.metadata: dict[str, Any] = {"seed": seed, "first": first, "scramble": named, "all": False}

    def pieces(self) -> Iterator[NDArray[Any]]:
        # A stream of random numbers can only be read from its beginning.
        block, skipped = divmod(self._first, BLOCK)
        made = self._fair if self._scramble is None else self._scrambled
        for boards in made(block, self.n + skipped if self.n else 0):
            yield boards[skipped:]
            skipped = 0

    def _fair(self, block: int, n: int) -> Iterator[NDArray[Any]]:
        return pieces(n, self.target, self._seed, None, self._threads, block)

    def _scrambled(self, block: int, n: int) -> Iterator[NDArray[Any]]:
        from puzzle15._support.numeric import np

        cells = len(self.target)
        blocks = max(1, BYTES_AT_A_TIME // (4 * cells * BLOCK))
        for done in range(0, n, blocks * BLOCK):
            count = min(blocks * BLOCK, n - done)
            first = block + done // BLOCK
            data = _core.scrambled_boards(
                self.target, self._scramble, self._seed, first, count, self._threads
            )
            yield np.frombuffer(data, np.uint32).reshape(count, cells)


def _alone(what: str | Option, **others: object) -> UnsupportedError:
    """The error about options that mean nothing for the boards that were asked for."""
    given = [name for name, value in others.items() if value is not None]
    return UnsupportedError(what, " does not go with ", *options(*given))


class _Every:
    """All boards of a small puzzle, nearest first, or those at some depths."""

    def __init__(self, target: Board, depth: Reach) -> None:
        self.target = target
        scramble = scramble_of(None, depth, least=0)
        sizes = _core.layer_sizes(target)
        low, high = (scramble.least, scramble.most) if scramble else (0, len(sizes) - 1)
        if not low <= high < len(sizes):
            raise UnsupportedError(f"depths are from 0 to {len(sizes) - 1}, got {low} to {high}")
        self._first, self.n = sum(sizes[:low]), sum(sizes[low : high + 1])
        named = _metadata(scramble)
        self.metadata: dict[str, Any] = {"seed": None, "first": 0, "scramble": named, "all": True}

    def pieces(self) -> Iterator[NDArray[Any]]:
        from puzzle15._support.numeric import np

        for done in range(0, self.n, 64 * BLOCK):
            count = min(64 * BLOCK, self.n - done)
            data = _core.boards_by_depth(self.target, self._first + done, count)
            yield np.frombuffer(data, np.uint32).reshape(count, len(self.target))


class _Given:
    """The boards of an array, all of which can reach the goal."""

    def __init__(self, boards: Any, shape: tuple[int, int] | None, goal: GoalLike | None) -> None:
        own = None if goal is None or is_name(goal) else as_board(goal, shape)
        self._boards = given = read_boards(boards, shape or (own.shape if own else None))
        self.target = own or resolve(goal, given.first() or rows_goal(*given.shape))
        check_goal(self.target, given.shape)
        self.n = len(given.array)
        self.metadata: dict[str, Any] = {"seed": None, "first": 0, "scramble": None, "all": False}
        self._check()

    def pieces(self) -> Iterator[NDArray[Any]]:
        for _, rows in self._boards.pieces():
            yield self._tiles(rows)

    def _tiles(self, rows: NDArray[Any]) -> NDArray[Any]:
        """Rows as rows of tiles."""
        from puzzle15.arrays import unpack

        return unpack(rows) if self._boards.packed else rows.reshape(len(rows), -1)

    def _check(self) -> None:
        """Refuse the first row that is not a board or cannot be solved, before long work."""
        from puzzle15.arrays import is_solvable

        good = is_solvable(self._boards.array, goal=self.target, shape=self._boards.shape)
        if good.all():
            return
        row = int(good.argmin())
        tiles = self._tiles(self._boards.array[row : row + 1])[0].tolist()
        try:
            check_solvable(Board(tiles, *self._boards.shape), self.target)
        except UnsolvableError as error:
            error.row = row
            raise error from None
