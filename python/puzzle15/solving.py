"""`solve` for one board."""

from __future__ import annotations

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15.goals import GoalLike, resolve
from puzzle15.solution import Solution
from puzzle15.typing import BoardLike, as_board

__all__ = ["is_solvable", "solve"]


def solve(board: BoardLike, *, goal: GoalLike | None = None, method: str = "auto") -> Solution:
    """Solve a board.

    `goal` is a board, one of the names in `puzzle15.goals.NAMES`, or by default the one that the numbers
    suggest: in order, the blank last. `method` is

    - `"combined"`: 4×4, Parberry's three stages in both orientations: about 65 moves in a few microseconds;
    - `"optimal"`: up to twelve cells, a shortest solution from a table that is made at first use (those of
      twelve cells are kept on disk);
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
