"""The board after the blank went round its edge: few moves, but a long way for many tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzle15._core import Board
from puzzle15.goals import rows as in_rows

if TYPE_CHECKING:
    pass
from puzzle15._support.checks import whole_number

__all__ = ["perimeter_board", "perimeter_distance", "perimeter_moves"]


def perimeter_board(n: int, turns: int | None = None) -> Board:
    """The solved board after the blank went round its edge, clockwise, n times or as often as `turns` says.

    This is the example of the paper's last section: few moves were made (`perimeter_moves`), but all along
    the edge tiles are far from home. After 4n − 5 turns the board is solved again; negative turns go the
    other way.

    >>> perimeter_board(3, turns=1)
    Board('2 3 6/1 5 8/4 7 0')
    >>> from puzzle15 import goals
    >>> perimeter_board(3, turns=1) == goals.rows(3, 3).apply("LLUURRDD")
    True
    """
    n = whole_number("n, the size of the board,", n, 2)
    tiles = list(in_rows(n, n))
    last = n * n - 1
    # The edge as the blank goes along it: left, up, right, down; without the corner where it starts.
    edge = [*range(last - 1, last - n, -1), *range(last - 2 * n + 1, -1, -n)]
    edge += [*range(1, n), *range(2 * n - 1, last, n)]
    shift = _turns(n, turns) % len(edge)
    for cell, came_from in zip(edge, edge[shift:] + edge[:shift], strict=True):
        tiles[cell] = came_from + 1
    return Board(tiles, n, n)


def perimeter_distance(n: int, turns: int | None = None) -> int:
    """The Manhattan distance of `perimeter_board(n, turns)`: 4n² − 4n − 4 for n turns and n ≥ 3.

    Up to n − 1 turns either way it is 4(n − 1) for each of them, which is how many moves were made: there is
    no shorter way back. After that, it grows by 4 less with each turn, up to half of the 4n − 5.

    >>> [perimeter_distance(5, turns) for turns in range(8)]
    [0, 16, 32, 48, 64, 76, 84, 88]
    """
    n = whole_number("n, the size of the board,", n, 2)
    turns = _shorter(n, turns)
    more = max(0, turns - (n - 1))
    return 4 * (n - 1) * turns - 2 * more * (more + 1)


def perimeter_moves(n: int, turns: int | None = None) -> int:
    """At most so many moves solve `perimeter_board(n, turns)`: back along the edge, the shorter way round.

    That is 4n(n − 1) for n turns and n ≥ 3, at most 4 moves more than the shortest solution.

    >>> perimeter_moves(10), perimeter_distance(10), greedy_bound(10)
    (360, 356, 4556)
    """
    n = whole_number("n, the size of the board,", n, 2)
    return 4 * (n - 1) * _shorter(n, turns)


def _turns(n: int, turns: int | None) -> int:
    return n if turns is None else whole_number("the number of turns", turns)


def _shorter(n: int, turns: int | None) -> int:
    """As few turns, one way or the other, that lead to the same board."""
    turns, period = _turns(n, turns), 4 * n - 5
    return min(turns % period, -turns % period)
