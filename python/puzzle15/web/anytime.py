"""The best solution in the time that there is, which becomes less when others come to wait.

A search is told beforehand how long it may take. If there is less time later, its job stops it, and what it
has found and proven by then is the answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from puzzle15._core import Board
from puzzle15.errors import TimeBudgetError
from puzzle15.solving import Solution, Solver
from puzzle15.web.work import GaveWay, Job

__all__ = ["Found", "search"]


@dataclass(frozen=True)
class Found:
    """A solution, and after how many seconds the search was cut short, if it was.

    >>> from puzzle15 import solve
    >>> Found(solve("1 2/0 3")).cut is None
    True
    """

    solution: Solution
    cut: float | None = None


def search(solver: Callable[[float], Solver], board: Board, seconds: float, job: Job) -> Found:
    """Solve a board in so many seconds, or in the job's share of time if that is less.

    >>> job = Job(seconds=60)
    >>> job.begin()
    >>> found = search(lambda seconds: Solver(timeout=seconds), Board("1 2 3/4 0 6/7 5 8"), 10.0, job)
    >>> found.solution.moves, found.solution.optimal, found.cut
    ('DR', True, None)
    """
    allowed = min(seconds, job.share)
    asked = solver(allowed)
    asked.prepare(progress=job)  # There is nothing to answer before the tables are there.
    start = time.monotonic()
    try:
        with job.giving_way():
            solution = asked._best(board, job, GaveWay)
    except (GaveWay, TimeBudgetError):
        # It was stopped before it had any: one that needs no search.
        solution = Solver(goal=asked.goal).solve(board)
    spent = time.monotonic() - start
    is_over = job.gave_way or spent >= allowed  # It has not ended by itself.
    is_cut = is_over and not solution.optimal and min(spent, allowed) < seconds
    return Found(solution, round(min(spent, allowed), 3) if is_cut else None)
