"""Every shortest solution of a board: one by one, or only counted."""

from __future__ import annotations

from collections.abc import Iterator

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15.goals import GoalLike, resolve
from puzzle15.solving.solution import Solution
from puzzle15.typing import BoardLike, as_board

__all__ = ["count_optimal", "solutions"]


def solutions(board: BoardLike, *, goal: GoalLike | None = None) -> Iterator[Solution]:
    """Yield every shortest solution of a board of up to 25 cells, one by one.

    The first takes as long as `solve(board, method="optimal")`, or on hard boards many times as long. There
    is no budget; Ctrl-C stops it. `count_optimal` says how many there are.

    >>> [solution.moves for solution in solutions("2 3 0/1 4 6/7 5 8")]
    ['LLDRDR']
    >>> board = "8 6 7/2 5 4/3 0 1"
    >>> found = list(solutions(board))
    >>> len(found), {len(solution) for solution in found}, count_optimal(board)
    (40, {31}, 40)
    """
    start = as_board(board)
    target = resolve(goal, start)
    _core.check_solvable(start, target)
    return _each_solution(start, target)


# The tables make no difference to what is found, or in which order.
_MADE_BY = f"all shortest {_core.ANSWERS}"


def _each_solution(start: Board, target: Board) -> Iterator[Solution]:
    paths = _core.ShortestPaths(start, target)
    count = 1
    while True:
        found = paths.take(count)
        for moves in found:
            stages = [("optimal", len(moves))]
            solution = Solution._known(start, target, moves, "optimal", True, stages, made_by=_MADE_BY)
            if not solution.verify():
                raise AssertionError(f"{moves} does not solve {start.to_text()}; please report this as a bug")
            yield solution
        if len(found) < count:
            return
        count = min(2 * count, 1024)


def count_optimal(board: BoardLike, *, goal: GoalLike | None = None) -> int:
    """How many shortest solutions a board of up to 25 cells has.

    They are counted without being listed: there may be millions. Hard boards take many times as long as
    solving them; the large tables of `puzzle15.tables.build` help.

    >>> count_optimal("8 6 7/2 5 4/3 0 1")
    40
    >>> from puzzle15 import random_board
    >>> count_optimal(random_board(seed=7))
    37
    """
    start = as_board(board)
    return _core.count_optimal(start, resolve(goal, start))
