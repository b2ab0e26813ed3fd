"""`improve`: fewer moves, for as long as one likes to wait."""

from __future__ import annotations

from numbers import Integral, Real

from puzzle15 import _core
from puzzle15.errors import GoalError, UnsupportedError
from puzzle15.solution import Solution

__all__ = ["improve"]

_MARK = "+improve"


def improve(solution: Solution, *, timeout: float | None = None, passes: int | None = None) -> Solution:
    """Shorten a solution of any board: part after part is replaced by a shorter way between the same boards.

    What `solve` gives for 4×4 boards goes from 65 moves to 53 in a tenth of a second, nearly the least there
    is; 10×10 boards lose 6 % of their moves in a second, 100×100 boards half a percent in ten.

    It stops after `timeout` seconds or so many `passes` over the solution, whichever comes first. Each pass
    searches twice as broadly as the one before, and takes two or three times as long; passes give the same
    result on every machine. With neither, it goes on until nothing more is found, which takes a second or two
    on 4×4, minutes on 10×10, and days on 100×100; the broadest searches take up to 300 MB of memory.

    >>> from puzzle15 import random_board, solve
    >>> solution = solve(random_board(4, 4, seed=2014))
    >>> better = improve(solution, passes=8)
    >>> len(solution), len(better)
    (65, 53)
    >>> better.verify(), better.method, [stage.name for stage in better.stages]
    (True, 'combined+improve', ['improved'])

    The result has the start and the goal of what was given, the name of its method with "+improve", and one
    stage. What cannot be improved in the time comes back as it is. `optimal` is True only where it is proven:
    as many moves as the tiles' distance, or on up to sixteen cells a search that has left nothing out.

    >>> greedy = solve(random_board(2, 5, seed=1), method="greedy")
    >>> better = improve(greedy)
    >>> len(greedy), len(better), better.optimal
    (51, 31, True)
    """
    _check(solution, timeout, passes)
    if solution.optimal:
        return solution
    seconds = None if timeout is None else float(timeout)
    # More passes than fit a word are as good as no limit.
    count = None if passes is None else min(int(passes), 2**63)
    moves, optimal = _core.improve(solution.start, solution.moves, seconds, count)
    if len(moves) == len(solution):
        stages = [(stage.name, stage.length) for stage in solution.stages]
        same = Solution(solution.start, solution.goal, solution.moves, solution.method, True, stages)
        return same if optimal else solution
    method = solution.method.removesuffix(_MARK) + _MARK
    return Solution(solution.start, solution.goal, moves, method, optimal, [("improved", len(moves))])


def _check(solution: object, timeout: object, passes: object) -> None:
    """Say what is wrong with the arguments, if anything is."""
    if not isinstance(solution, Solution):
        raise TypeError(
            f"improve takes a Solution, got {type(solution).__name__}: solve(board) gives one, and "
            "Solution(start, goal, moves, 'mine', False) makes one of your own moves"
        )
    if timeout is not None:
        if isinstance(timeout, bool) or not isinstance(timeout, Real):
            raise TypeError(f"timeout is a number of seconds, or None for no limit; got {timeout!r}")
        if not float(timeout) >= 0:
            raise UnsupportedError(
                f"timeout is a number of seconds from 0 up, got {timeout}: give None for no limit"
            )
    if passes is not None:
        if isinstance(passes, bool) or not isinstance(passes, Integral):
            raise TypeError(f"passes is a whole number, or None for no limit; got {passes!r}")
        if int(passes) < 0:
            raise UnsupportedError(
                f"passes is a whole number from 0 up, got {passes}: give None for no limit"
            )
    reached = solution.start.apply(solution.moves)
    if reached != solution.goal:
        raise GoalError(
            f"the moves of this solution lead to {_shown(reached)} and not to its goal, "
            f"{_shown(solution.goal)}: give the board that they reach as the goal, or the moves as solve() "
            "returned them"
        )


def _shown(board: _core.Board) -> str:
    """A board on one line, if that is short."""
    return f"{board.to_text()!r}" if len(board) <= 36 else f"another {board.rows}×{board.cols} board"
