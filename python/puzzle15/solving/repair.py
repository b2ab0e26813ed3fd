"""Boards that cannot be solved, mended by exchanging two tiles."""

from __future__ import annotations

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15.errors import Option, UnsolvableError, UnsupportedError
from puzzle15.goals import GoalLike, resolve
from puzzle15.typing import BoardLike, Swap, as_board

__all__ = ["make_solvable"]


def make_solvable(board: BoardLike, goal: GoalLike | None = None, *, swap: Swap = "nearest") -> Board:
    """The board itself if it can be solved, else with two tiles exchanged, which makes it solvable.

    `swap="nearest"` exchanges the two neighbours that come nearest to their homes by it, as the
    `UnsolvableError` suggests: the board that somebody probably meant. `swap="largest"` exchanges the two
    largest tiles, wherever they are. That makes a fair board of a shuffled one: every solvable board is
    equally likely, as it comes from two arrangements, itself and its partner. With `"nearest"` some
    boards would be likelier than others.

    >>> make_solvable("2 1 3/4 5 6/7 8 0")
    Board('1 2 3/4 5 6/7 8 0')
    >>> make_solvable("2 1 3/4 5 6/7 8 0", swap="largest")
    Board('2 1 3/4 5 6/8 7 0')
    >>> make_solvable("1 2 3/4 5 6/7 8 0", swap="largest")
    Board('1 2 3/4 5 6/7 8 0')
    """
    if swap not in ("nearest", "largest"):
        raise UnsupportedError(Option("swap"), f" is 'nearest' or 'largest', got {swap!r}")
    start = as_board(board)
    try:
        _core.check_solvable(start, resolve(goal, start))
    except UnsolvableError as error:
        return error.nearest if swap == "nearest" else _largest_swapped(start)
    return start


def _largest_swapped(board: Board) -> Board:
    """The board with its two largest tiles exchanged."""
    tiles = list(board)
    one, other = (board.find(tile) for tile in sorted(tiles)[-2:])
    tiles[one], tiles[other] = tiles[other], tiles[one]
    return Board(tiles, *board.shape)
