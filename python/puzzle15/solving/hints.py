"""Hints that lead to the goal, one after another, and never in a circle."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from puzzle15._core import Board
from puzzle15.solving.solution import Solution

__all__ = ["HintMemory"]


class HintMemory:
    """Paths that hints have begun.

    A hint is the first move of a short path, which is searched for each time. If a path is not proven to be
    shortest, the next one found may be longer than what is left of it. Then the rest of the old one is taken.

    >>> from puzzle15 import goals
    >>> memory, board, goal = HintMemory(10), Board("1 2 3/4 0 6/7 5 8"), goals.rows(3, 3)
    >>> memory.best(board, Solution(board, goal, "DR", "quick"))
    'DR'
    >>> board = board.move("D")
    >>> memory.best(board, Solution(board, goal, "URDLDRUULDDR", "quick"))
    'R'
    """

    def __init__(self, most: int) -> None:
        """Remember at most so many of them."""
        self._most = most
        self._kept: OrderedDict[tuple[Board, Board], str] = OrderedDict()
        self._lock = Lock()

    def best(self, board: Board, solution: Solution) -> str:
        """The shorter of a solution and the rest of an earlier path; remember the rest of that."""
        goal = solution.goal
        with self._lock:
            kept = self._kept.get((board, goal))
            moves = solution.moves if kept is None or len(solution) <= len(kept) else kept
            if moves:
                self._kept[board.move(moves[0]), goal] = moves[1:]
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return moves
