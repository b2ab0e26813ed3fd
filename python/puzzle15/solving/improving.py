"""`improve`: fewer moves, for as long as you like to wait."""

from __future__ import annotations

from collections.abc import Callable

from puzzle15 import _core
from puzzle15._support.checks import check_whole, seconds_of, shown
from puzzle15._support.interrupts import leave
from puzzle15.errors import Option, UnsupportedError
from puzzle15.solving.solution import IMPROVED, Solution
from puzzle15.typing import OnInterrupt

__all__ = ["improve"]


def improve(
    solution: Solution,
    *,
    timeout: float | None = None,
    passes: int | None = None,
    progress: Callable[[float], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Solution:
    """Shorten a solution of any board.

    Up to 25 cells the board is solved again, as by `solve(board, timeout=timeout)`, and the shorter solution
    is kept. On larger boards, one stretch after another is replaced by a shorter path between the same two
    boards: 10×10 boards lose 6 % of their moves in a second, 100×100 boards half a percent in ten.

    It stops after `timeout` seconds or this many `passes` over the solution, whichever comes first. Each pass
    searches twice as broadly as the one before, and takes two or three times as long; passes give the same
    result on every machine, also up to 25 cells. With neither, it goes on until nothing more is found, which
    takes milliseconds on 4×4, some seconds on 5×5 and a long time on larger boards; the broadest searches
    take up to 300 MB of memory.

    >>> from puzzle15 import random_board, solve
    >>> solution = solve(random_board(4, 4, seed=2014))
    >>> better = improve(solution, passes=8)
    >>> len(solution), len(better)
    (65, 53)
    >>> better.verify(), better.method, [stage.name for stage in better.stages]
    (True, 'combined+improve', ['improved'])

    The result has the same start and goal, "+improve" after the name of the method, and one stage. A solution
    that cannot be improved in the time comes back as it is. `optimal` is True only where it is proven.
    `progress` is called several times a second, and ends the search if it raises an error.

    >>> greedy = solve(random_board(2, 5, seed=1), method="greedy")
    >>> better = improve(greedy)
    >>> len(greedy), len(better), better.optimal
    (51, 31, True)

    Ctrl-C raises `KeyboardInterrupt`, and the exception has the best solution so far as `best`; with
    `on_interrupt="best"` that is returned instead.

    >>> def press_ctrl_c(share):
    ...     raise KeyboardInterrupt
    >>> long = solve(random_board(30, 30, seed=1), method="greedy")
    >>> best = improve(long, progress=press_ctrl_c, on_interrupt="best")
    >>> best.verify(), len(best) <= len(long)
    (True, True)
    """
    _check(solution)
    seconds = seconds_of(timeout)
    check_whole("passes", passes, 0, 2**63)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function or None, got {progress!r}")
    if on_interrupt not in ("raise", "best"):
        raise UnsupportedError(Option("on_interrupt"), f" is 'raise' or 'best', got {shown(on_interrupt)}")
    if solution.optimal:
        return solution
    count = None if passes is None else int(passes)
    listener = None if progress is None else lambda news: progress(news[0])
    kept: list[_core.Improved] = []
    try:
        _core.improve(solution.start, solution.goal, solution.moves, kept, seconds, count, listener)
    except KeyboardInterrupt as interrupt:
        best = _shorter(solution, kept[0]) if kept else solution
        if on_interrupt == "best":
            return best
        leave(interrupt, best, f"the best solution so far has {len(best)} moves, {best.how}")
        raise
    return _shorter(solution, kept[0])


def _shorter(solution: Solution, found: _core.Improved) -> Solution:
    """The solution with what was found: fewer moves, or a proof that there are none."""
    is_shorter = len(found.moves) < len(solution)
    if not is_shorter and not found.optimal and found.lower_bound is None:
        return solution
    stages = [(stage.name, stage.length) for stage in solution.stages]
    return Solution._known(
        solution.start,
        solution.goal,
        found.moves,
        solution.method.removesuffix(IMPROVED) + IMPROVED if is_shorter else solution.method,
        found.optimal,
        [("improved", len(found.moves))] if is_shorter else stages,
        lower_bound=found.lower_bound,
        nodes=found.nodes,
        made_by=f"improve {_core.ANSWERS}",
    )


def _check(solution: object) -> None:
    """Refuse what is not a solution."""
    if not isinstance(solution, Solution):
        raise TypeError(
            f"improve takes a Solution, got {type(solution).__name__}: solve(board) gives one, and "
            "Solution.from_moves(board, moves) makes one from your own moves"
        )
