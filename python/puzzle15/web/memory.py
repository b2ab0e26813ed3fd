"""What the server keeps between requests: which tables are there, and ways that hints have begun."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from puzzle15._core import Board
from puzzle15.solving import Solution
from puzzle15.web.failures import Failure

__all__ = ["Tables", "Ways"]

Key = tuple[int, int, int, int, str]

# Bytes of tables: up to ten cells, twelve cells, fewest slides on 4×4, and patterns for up to 25.
_SMALL, _TWELVE, _SLIDES, _PATTERNS = 10**6, 62 * 10**6, 90 * 10**6, 30 * 10**6


class Tables:
    """Which tables the core has been asked for. It keeps them all, so there is a limit to what may be asked.

    >>> from puzzle15 import goals
    >>> tables = Tables(100 * 10**6)
    >>> tables.admits(goals.rows(3, 4)), tables.admits(goals.spiral(2, 6)), tables.admits(goals.rows(3, 4))
    (True, False, True)
    >>> tables.ready(goals.rows(3, 4))
    False
    >>> tables.made(goals.rows(3, 4))
    >>> tables.ready(goals.rows(3, 4))
    True
    >>> tables.admit(goals.rows(5, 5)), tables.admit(goals.rows(4, 5))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    puzzle15.web.failures.Failure: the server has as many tables as it may keep: ...
    """

    def __init__(self, budget: int) -> None:
        """Have none; `budget` is in bytes."""
        self._left = budget
        self._asked: set[Key] = set()
        self._made: set[Key] = set()
        self._lock = Lock()

    def admits(self, goal: Board, metric: str = "single") -> bool:
        """Whether tables for a goal are there, or still fit."""
        key = _key(goal, metric)
        with self._lock:
            cost = 0 if key in self._asked else _cost(len(goal), metric)
            if cost > self._left:
                return False
            self._left -= cost
            self._asked.add(key)
        return True

    def admit(self, goal: Board, metric: str = "single") -> None:
        """Refuse what needs tables that do not fit any more."""
        if not self.admits(goal, metric):
            raise Failure(
                422,
                "limit",
                "the server has as many tables as it may keep: choose the method combined, peel or greedy, "
                "or start it again",
            )

    def made(self, goal: Board, metric: str = "single") -> None:
        """Note that the tables for a goal are there."""
        self._made.add(_key(goal, metric))

    def ready(self, goal: Board, metric: str = "single") -> bool:
        """Whether tables are there, or made in a moment; those of twelve cells and beyond 16 take longer."""
        return len(goal) < 12 or 12 < len(goal) <= 16 or _key(goal, metric) in self._made


def _key(goal: Board, metric: str) -> Key:
    """Boards that are mirror images have the same tables."""
    rows, cols = goal.shape
    row, col = divmod(goal.blank, cols)
    row, col = max(row, rows - 1 - row), max(col, cols - 1 - col)
    return (rows, cols, row, col, metric) if rows <= cols else (cols, rows, col, row, metric)


def _cost(cells: int, metric: str) -> int:
    if cells <= 10:
        return _SMALL
    if cells <= 12:
        return _TWELVE
    return _SLIDES if metric == "multi" else _PATTERNS


class Ways:
    """Ways that hints have begun, so that one hint after another leads to the goal and never round in a ring.

    A hint is the first move of a short way, found anew each time. If it is not proven to be shortest, the
    next one may be longer than what is left of it. Then what is left is taken.

    >>> from puzzle15 import goals
    >>> ways, board, goal = Ways(10), Board("1 2 3/4 0 6/7 5 8"), goals.rows(3, 3)
    >>> ways.best(board, Solution(board, goal, "DR", "quick", False))
    'DR'
    >>> board = board.move("D")
    >>> ways.best(board, Solution(board, goal, "URDLDRUULDDR", "quick", False))
    'R'
    """

    def __init__(self, most: int) -> None:
        """Keep so many of them."""
        self._most = most
        self._kept: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._lock = Lock()

    def best(self, board: Board, solution: Solution) -> str:
        """The shorter of a solution and of what is left of an earlier way; note what comes next."""
        goal = solution.goal.to_text()
        with self._lock:
            kept = self._kept.get((board.to_text(), goal))
            moves = solution.moves if kept is None or len(solution) <= len(kept) else kept
            if moves:
                self._kept[board.move(moves[0]).to_text(), goal] = moves[1:]
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return moves
