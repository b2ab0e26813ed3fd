"""What counts as a board or an executor, for type checkers and at run time; and the names of options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from puzzle15._core import Board
from puzzle15.errors import InvalidBoardError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    IntArray: TypeAlias = NDArray[np.integer[Any]]
    BoardLike: TypeAlias = Board | str | Sequence[int] | Sequence[Sequence[int]] | IntArray
    BoardsLike: TypeAlias = Sequence[BoardLike] | IntArray

    class _Executor(Protocol):
        def submit(self, fn: Callable[..., Any], /, *args: Any) -> Any: ...

    ExecutorLike: TypeAlias = _Executor | Callable[[], _Executor]
else:
    IntArray = Any
    BoardLike = Any
    BoardsLike = Any
    ExecutorLike = Any

__all__ = [
    "Algorithm",
    "BoardLike",
    "BoardsLike",
    "ExecutorLike",
    "GoalName",
    "IntArray",
    "Method",
    "Metric",
    "Notation",
    "OnInterrupt",
    "Prefer",
    "Progress",
    "Routes",
    "Swap",
    "Tables",
    "as_board",
]

Method: TypeAlias = Literal["auto", "combined", "optimal", "quick", "peel", "greedy", "twists"]
"""How a board is solved; `puzzle15.Solver` says what each is for."""

Metric: TypeAlias = Literal["single", "multi"]
"""What counts as one move: a tile slid by one cell, or a straight slide of any number of tiles."""

Algorithm: TypeAlias = Literal["bits", "lists"]
"""How `explore` keeps the states of a level; it says what each is for."""

Prefer: TypeAlias = Literal["turns", "multi"]
"""Which of all shortest solutions is wanted: one with the fewest turns, and so with the fewest slides."""

Swap: TypeAlias = Literal["nearest", "largest"]
"""Which two tiles mend a board that cannot be solved; `puzzle15.make_solvable` says more."""

Tables: TypeAlias = Literal["small", "large", "auto"]
"""Which pattern databases a search uses: the small ones, the large ones of `puzzle15.tables.build`, or the
large ones if they are on disk; `puzzle15.Solver` says more."""

Routes: TypeAlias = Literal["1995", "2014"]
"""The choices of the greedy algorithm where its paper leaves them open: ours, or those that the films of
Parberry's program of 2014 show."""

Notation: TypeAlias = Literal["blank", "tile", "number", "short", "twists"]
"""How moves are written; `Solution.notation` says what each looks like."""

GoalName: TypeAlias = Literal["rows", "columns", "snake", "spiral", "blank-first"]
"""The goals that have names; see `puzzle15.goals`."""

OnInterrupt: TypeAlias = Literal["raise", "best"]
"""What Ctrl-C does to `solve`: it raises a `KeyboardInterrupt` whose `best` is the best solution so far, or
returns that solution."""

Progress: TypeAlias = Callable[[float], object] | bool | None
"""Where the progress of a long job is shown: a function called with the share that is done, a bar (True), or
nowhere (False); None is a bar where somebody is watching."""


def as_board(board: BoardLike, shape: tuple[int, int] | None = None) -> Board:
    """Anything that can be read as a board; a flat one is folded to `shape` if that is given.

    >>> as_board([1, 2, 3, 4, 5, 0], shape=(2, 3))
    Board('1 2 3/4 5 0')
    """
    if isinstance(board, Board):
        return board
    if shape is None:
        return Board(board)
    if isinstance(board, Iterator):
        board = list(board)  # It can be read only once.
    try:
        return Board(board, *shape)
    except InvalidBoardError as error:
        # Perhaps it has its own shape; if it is not a board at all, the first reason is the better one.
        try:
            return Board(board)
        except InvalidBoardError:
            raise error from None
