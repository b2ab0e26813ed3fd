"""The board after the blank has gone round its edge: few moves, but many tiles are far from home."""

from __future__ import annotations

from puzzle15._core import Board
from puzzle15._support.checks import whole_number
from puzzle15.goals import rows as rows_goal

__all__ = ["perimeter_board", "perimeter_distance", "perimeter_moves"]


def perimeter_board(n: int, turns: int | None = None) -> Board:
    """The solved board after the blank has gone round its edge, clockwise, n times or `turns` times.

    This is the example of the paper's last section: few moves were made (`perimeter_moves`), but the tiles
    along the edge are far from home. After 4n − 5 turns the board is solved again; negative turns go
    anticlockwise.

    >>> perimeter_board(3, turns=1)
    Board('2 3 6/1 5 8/4 7 0')
    >>> from puzzle15 import goals
    >>> perimeter_board(3, turns=1) == goals.rows(3, 3).apply("LLUURRDD")
    True
    """
    n = whole_number("n, the size of the board,", n, 2)
    tiles = list(rows_goal(n, n))
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

    Up to n − 1 turns in either direction it is 4(n − 1) for each of them, the number of moves made: no
    solution is shorter. After that each turn adds 4 less than the one before, up to half of the 4n − 5.

    >>> [perimeter_distance(5, turns) for turns in range(8)]
    [0, 16, 32, 48, 64, 76, 84, 88]
    """
    n = whole_number("n, the size of the board,", n, 2)
    turns = _shorter(n, turns)
    more = max(0, turns - (n - 1))
    return 4 * (n - 1) * turns - 2 * more * (more + 1)


def perimeter_moves(n: int, turns: int | None = None) -> int:
    """The moves that solve `perimeter_board(n, turns)` along the edge, in the shorter direction.

    That is 4n(n − 1) for n turns and n ≥ 3, at most 4 moves more than the shortest solution.

    >>> perimeter_moves(10), perimeter_distance(10), greedy_bound(10)
    (360, 356, 4556)
    """
    n = whole_number("n, the size of the board,", n, 2)
    return 4 * (n - 1) * _shorter(n, turns)


def _turns(n: int, turns: int | None) -> int:
    return n if turns is None else whole_number("the number of turns", turns)


def _shorter(n: int, turns: int | None) -> int:
    """The fewest turns, in either direction, that lead to the same board."""
    turns, period = _turns(n, turns), 4 * n - 5
    return min(turns % period, -turns % period)
