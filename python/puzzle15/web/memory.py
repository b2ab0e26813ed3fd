"""Which tables the server has been asked for."""

from __future__ import annotations

from threading import Lock

from puzzle15._core import Board
from puzzle15.solving import Solver
from puzzle15.web.failures import Failure

__all__ = ["Tables", "is_ready"]

Key = tuple[int, int, int, int, str, str]

# Smaller tables are made in a moment: those of 4×4 in an eighth of a second, those of 5×5 in a third.
_SMALL = 3 * 2**20


class Tables:
    """Which tables the core has been asked for. It keeps them all, so there is a limit to how many.

    >>> from puzzle15 import goals
    >>> tables, twelve = Tables(100 * 10**6), Solver(goal=goals.rows(3, 4))
    >>> tables.admits(twelve), tables.admits(Solver(goal=goals.spiral(2, 6))), tables.admits(twelve)
    (True, False, True)
    >>> tables.admit(Solver(goal=goals.rows(2, 6)))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    puzzle15.web.failures.Failure: the server has as many tables as it may keep: ...
    """

    def __init__(self, budget: int) -> None:
        """Have none; `budget` is in bytes."""
        self._left = budget
        self._asked: set[Key] = set()
        self._lock = Lock()

    def admits(self, solver: Solver) -> bool:
        """Whether the tables of a solver are there, or still fit."""
        key = _key(solver)
        with self._lock:
            cost = 0 if key in self._asked else solver.memory
            if cost > self._left:
                return False
            self._left -= cost
            self._asked.add(key)
        return True

    def admit(self, solver: Solver) -> None:
        """Refuse what needs tables that do not fit any more."""
        if not self.admits(solver):
            raise Failure(
                422,
                "limit",
                "the server has as many tables as it may keep: choose the method combined, peel or greedy, "
                "or start it again",
            )


def is_ready(solver: Solver) -> bool:
    """Whether the tables of a solver are there, or can be made in a moment.

    >>> is_ready(Solver(goal="1 2 3/4 5 6/7 8 0"))
    True
    """
    return solver.is_ready or solver.memory < _SMALL


def _key(solver: Solver) -> Key:
    """What the tables depend on; goals that are mirror images share them."""
    goal = solver.goal
    assert isinstance(goal, Board), "the server knows the goal"
    rows, cols = goal.shape
    row, col = divmod(goal.blank, cols)
    row, col = max(row, rows - 1 - row), max(col, cols - 1 - col)
    kind = solver.options.metric, solver.options.tables
    return (rows, cols, row, col, *kind) if rows <= cols else (cols, rows, col, row, *kind)
