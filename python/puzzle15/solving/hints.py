"""Hints that lead to the goal, one after another, and never in a circle."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from puzzle15._core import Board
from puzzle15.solving.solution import Solution

__all__ = ["HintMemory", "KnownPath"]


class KnownPath(NamedTuple):
    """A path to the goal.

    >>> KnownPath("DR", optimal=True).moves
    'DR'
    """

    moves: str
    optimal: bool
    """Whether no path is shorter, which holds for the rest of a shortest path, too."""


class HintMemory:
    """Paths that hints have begun.

    A hint is the first move of a short path, which is searched for each time. If a path is not proven to be
    shortest, the next one found may be longer than what is left of it. Then the rest of the old one is taken.

    >>> from puzzle15 import goals
    >>> memory, board, goal = HintMemory(10), Board("1 2 3/4 0 6/7 5 8"), goals.rows(3, 3)
    >>> memory.best(board, Solution(board, goal, "DR", "quick")).moves
    'DR'
    >>> board = board.move("D")
    >>> memory.best(board, Solution(board, goal, "UDR", "quick"))
    KnownPath(moves='R', optimal=True)
    """

    def __init__(self, most: int) -> None:
        """Remember at most so many of them."""
        self._most = most
        self._kept: OrderedDict[tuple[Board, Board], KnownPath] = OrderedDict()
        self._lock = Lock()

    def best(self, board: Board, solution: Solution) -> KnownPath:
        """The shorter of a solution and the rest of an earlier path; remember the rest of that."""
        goal, moves = solution.goal, solution.moves
        with self._lock:
            kept = self._kept.get((board, goal))
            path = KnownPath(moves, solution.optimal)
            if kept is not None and len(kept.moves) <= len(moves):
                is_shortest = kept.optimal or len(kept.moves) == solution.lower_bound
                path = KnownPath(kept.moves if len(kept.moves) < len(moves) else moves, is_shortest)
            self._keep(board, goal, path)
        return path

    def rest(self, board: Board, goal: Board) -> KnownPath | None:
        """The rest of an earlier path, without a search; None if no path leads here.

        >>> from puzzle15 import goals
        >>> memory, board, goal = HintMemory(10), Board("1 2 3/4 0 6/7 5 8"), goals.rows(3, 3)
        >>> _ = memory.best(board, Solution(board, goal, "DR", "quick"))
        >>> memory.rest(board.move("D"), goal)
        KnownPath(moves='R', optimal=True)
        >>> memory.rest(board.move("U"), goal) is None
        True
        """
        with self._lock:
            kept = self._kept.get((board, goal))
            if kept is not None:
                self._keep(board, goal, kept)
        return kept

    def _keep(self, board: Board, goal: Board, path: KnownPath) -> None:
        """Remember where the first move of a path leads; the lock is held."""
        if path.moves:
            self._kept[board.move(path.moves[0]), goal] = path._replace(moves=path.moves[1:])
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
