"""The best solution in the time that there is, which becomes less when others come to wait.

The core is told beforehand how long to search, and then gives the best that it has found. It cannot be told
later that there is less time: it can only be stopped, and then it gives nothing. So there are two searches, a
short one for an answer to have, then a long one that may be stopped. The short one costs a twentieth of the
longest time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from puzzle15._core import Board
from puzzle15.solving import Solution, Solver
from puzzle15.web.work import GaveWay, Job

__all__ = ["Found", "search"]

# Seconds of the first search.
_FIRST = 0.5


@dataclass(frozen=True)
class Found:
    """A solution, the best lower bound, and after how many seconds the search was cut short, if it was.

    >>> from puzzle15 import solve
    >>> Found(solve("1 2/0 3"), lower_bound=1).cut is None
    True
    """

    solution: Solution
    lower_bound: int
    cut: float | None = None

    @property
    def optimal(self) -> bool:
        """Whether no solution is shorter.

        >>> from puzzle15 import solve
        >>> Found(solve("1 2/0 3"), lower_bound=1).optimal
        True
        """
        return self.solution.optimal or _length(self.solution) == self.lower_bound


def search(solver: Callable[[float], Solver], board: Board, seconds: float, job: Job) -> Found:
    """Solve a board in so many seconds, or in the job's share of time if that is less.

    >>> job = Job(seconds=60)
    >>> job.begin()
    >>> found = search(lambda seconds: Solver(timeout=seconds), Board("1 2 3/4 0 6/7 5 8"), 10.0, job)
    >>> found.solution.moves, found.lower_bound, found.optimal, found.cut
    ('DR', 2, True, None)
    """
    start = time.monotonic()
    first = min(seconds, job.share, _FIRST)
    found = _found(solver(first).solve(board, progress=job))
    if found.optimal or time.monotonic() < start + first:  # It has ended by itself.
        return found
    allowed = min(seconds, job.share)
    if allowed > first:
        try:
            with job.giving_way():
                found = _better(found, _found(solver(allowed - first).solve(board, progress=job)))
        except GaveWay:
            allowed = time.monotonic() - start
    if found.optimal or allowed >= seconds:
        return found
    return Found(found.solution, found.lower_bound, round(allowed, 3))


def _found(solution: Solution) -> Found:
    return Found(solution, solution.lower_bound)


def _better(one: Found, two: Found) -> Found:
    """The shorter solution, with the better bound: both are proven."""
    shorter = min(two, one, key=lambda found: _length(found.solution))
    return Found(shorter.solution, max(one.lower_bound, two.lower_bound))


def _length(solution: Solution) -> int:
    return solution.multi if solution.metric == "multi" else len(solution)
