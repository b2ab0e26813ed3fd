"""A search for a best solution in its own thread, so that the screen never waits.

What it has found so far can be asked for at any time. The core releases the interpreter's lock and asks now
and then whether to go on; a search that is to stop ends within some milliseconds (a quarter of a second on
boards of more than 25 cells).

>>> from puzzle15 import Board
>>> search = Search(Board("1 2 3/4 5 6/0 7 8"), Board("1 2 3/4 5 6/7 8 0"))
>>> search.join()
>>> search.known
Known(bound=2, best=2, searching=False)
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puzzle15._core import Board
from puzzle15.solving import Solution, Solver
from puzzle15.typing import Method

__all__ = ["LONG", "SHORT", "Known", "Search"]

SHORT = (0.7,)
"""Seconds for a hint."""

LONG = (0.0, 1.0, 10.0)
"""Seconds for what the player is measured against, attempt by attempt, so that something is known soon."""


class Known(NamedTuple):
    """What is known of the length of a shortest solution.

    >>> Known(40, 43, True).proven, Known(43, 43, False).proven
    (False, True)
    """

    bound: int
    """No solution has fewer moves."""
    best: int | None
    """The length of the shortest one found."""
    searching: bool
    """Whether there may be more to come."""

    @property
    def proven(self) -> bool:
        """Whether the shortest solution found is known to be a shortest of all.

        >>> Known(40, None, True).proven
        False
        """
        return self.best == self.bound


class _Stopped(Exception):  # noqa: N818, it is no error
    """The search is to stop."""


class Search:
    """Looks for a solution of one board, by default for the best that the time allows.

    `method` is one of those of `solve`; "auto" and "optimal" keep to the time. `found` is the best so far,
    `error` what went wrong, if anything did.

    >>> from puzzle15 import random_board
    >>> board = random_board(seed=7)
    >>> with Search(board, board.natural_goal, "combined") as search:
    ...     search.join()
    ...     len(search.found), search.error
    (70, None)
    """

    def __init__(
        self, board: Board, goal: Board, method: Method = "auto", seconds: Sequence[float] = LONG
    ) -> None:
        """Begin at once."""
        self._board, self._goal = board, goal
        self._method, self._seconds = method, seconds
        self._bound = board.manhattan(goal)
        self._stop = threading.Event()
        self.found: Solution | None = None
        self.error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="puzzle15-search")
        self._thread.start()

    def __enter__(self) -> Search:
        """Return the search itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop, and wait for the end."""
        self.stop()
        self.join()

    @property
    def finished(self) -> bool:
        """Whether nothing more is to come.

        >>> from puzzle15 import Board
        >>> with Search(Board("1 2/0 3"), Board("1 2/3 0")) as search:
        ...     search.join()
        ...     search.finished
        True
        """
        return not self._thread.is_alive()

    @property
    def known(self) -> Known:
        """What is known by now.

        >>> from puzzle15 import Board
        >>> with Search(Board("1 2/0 3"), Board("1 2/3 0")) as search:
        ...     search.known.bound
        1
        """
        searching, found = not self.finished, self.found
        return Known(self._bound, None if found is None else len(found), searching)

    def stop(self) -> None:
        """Ask it to stop, and do not wait.

        >>> from puzzle15 import random_board
        >>> board = random_board(5, 5, seed=1)
        >>> search = Search(board, board.natural_goal)
        >>> search.stop()
        >>> search.join()
        """
        self._stop.set()

    def join(self, seconds: float | None = None) -> None:
        """Wait until it ends, or for so many seconds.

        >>> from puzzle15 import Board
        >>> search = Search(Board("1 2/0 3"), Board("1 2/3 0"))
        >>> search.join()
        >>> search.found.moves
        'R'
        """
        self._thread.join(seconds)

    def _run(self) -> None:
        try:
            for solution in self._solutions():
                self._bound = max(self._bound, solution.lower_bound)
                if self.found is None or len(solution) < len(self.found) or solution.optimal:
                    self.found = solution
                if solution.optimal or self._stop.is_set():
                    return
        except _Stopped:
            pass
        except BaseException as error:  # Whatever it is, the game goes on and says so.
            self.error = error

    def _solutions(self) -> Iterator[Solution]:
        """Better and better ones."""
        if self._method in ("auto", "optimal"):
            for seconds in self._seconds:
                yield self._solved("auto", seconds)
        else:
            yield self._solved(self._method, None)

    def _solved(self, method: Method, seconds: float | None) -> Solution:
        solver = Solver(goal=self._goal, method=method, timeout=seconds, tables="auto")
        return solver.solve(self._board, progress=self._look)

    def _look(self, _share: float) -> None:
        if self._stop.is_set():
            raise _Stopped
