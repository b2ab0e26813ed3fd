"""What the player is measured against, and the next move when asked.

Two searches run beside the game, each in its own thread: one from the first board, for the length of a
shortest path, and one from the board as it stands when advice is asked for. Nothing here waits.

>>> guide = Guide(Game("1 2 3/4 5 6/0 7 8"))
>>> guide.ask()
>>> import time
>>> end = time.monotonic() + 60
>>> while (advice := guide.advice()) is None and time.monotonic() < end:
...     time.sleep(0.01)
>>> advice
Advice(moves='RR', shortest=True, error='')
>>> guide.close()
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puzzle15.play.game import Game
from puzzle15.play.known_solution import KnownSolution
from puzzle15.play.search import LONG, SHORT, Known, Search
from puzzle15.typing import Method

__all__ = ["Advice", "Guide"]


class Advice(NamedTuple):
    """The path to the goal from the board as it stands, or why there is none.

    >>> Advice("RR", shortest=True).moves[0]
    'R'
    """

    moves: str
    shortest: bool
    """Whether it is proven that no path is shorter."""
    error: str = ""


class Guide:
    """Knows what was found for a game, and searches for more when asked.

    >>> guide = Guide(Game("1 2/0 3"))
    >>> guide.known.bound
    1
    >>> guide.close()
    """

    def __init__(self, game: Game) -> None:
        """Begin at once with the search for a shortest path."""
        self._searches: list[Search] = []
        self.begin(game)

    def begin(self, game: Game) -> None:
        """Turn to another game.

        >>> guide = Guide(Game("1 2/0 3"))
        >>> guide.begin(Game("1 2/3 0"))
        >>> guide.known.bound
        0
        >>> guide.close()
        """
        for search in self._searches:
            search.stop()
        self._game = game
        self._plan: KnownSolution | None = None
        self._helper: Search | None = None
        self._ready: Advice | None = None
        self._optimum = self._search("auto", LONG)

    @property
    def known(self) -> Known:
        """What is known of the length of a shortest path from the first board.

        >>> guide = Guide(Game("1 2/0 3"))
        >>> guide.known.bound, guide.close()
        (1, None)
        """
        return self._optimum.known

    def ask(self, method: Method = "auto") -> None:
        """Ask for a path from the board as it stands: the best, or that of some other method.

        >>> guide = Guide(Game("1 2/0 3"))
        >>> guide.ask("greedy"), guide.cancel(), guide.close()
        (None, True, None)
        """
        self.cancel()
        made = self._game.moves
        self._learn(self._optimum, "")
        if method in ("auto", "optimal"):
            if self._plan is not None and self._plan.is_shortest(made):
                self._ready = Advice(self._plan.rest(made), True)
                return
            method = "auto"
        self._method = method
        self._helper = self._search(method, SHORT)

    def advice(self) -> Advice | None:
        """What was asked for, once; None if it is not there yet.

        >>> guide = Guide(Game("1 2/0 3"))
        >>> guide.advice() is None, guide.close()
        (True, None)
        """
        if self._helper is not None and self._helper.finished:
            search, self._helper = self._helper, None
            self._ready = self._found(search)
        ready, self._ready = self._ready, None
        return ready

    def cancel(self) -> bool:
        """Stop looking for what was asked for; whether it was still to come.

        >>> guide = Guide(Game("1 2/0 3"))
        >>> guide.cancel(), guide.close()
        (False, None)
        """
        going = self._helper is not None or self._ready is not None
        if self._helper is not None:
            self._helper.stop()
        self._helper = self._ready = None
        return going

    def close(self) -> None:
        """Stop all searches, and wait until they have ended.

        >>> Guide(Game("1 2/0 3")).close()
        """
        for search in self._searches:
            search.stop()
        for search in self._searches:
            search.join()

    def _search(self, method: Method, seconds: Sequence[float]) -> Search:
        """A search from the board as it stands, remembered until it has ended."""
        self._searches = [search for search in self._searches if not search.finished]
        search = Search(self._game.board, self._game.goal, method, seconds)
        self._searches.append(search)
        return search

    def _found(self, search: Search) -> Advice:
        """What a search has found, or something better that was known."""
        made = self._game.moves
        if search.found is None:
            return Advice("", False, str(search.error or "") or type(search.error).__name__)
        if self._method != "auto":
            return Advice(search.found.moves, search.found.optimal)
        self._learn(self._optimum, "")
        plan = self._learn(search, made) or KnownSolution(made, search.found)
        return Advice(plan.rest(made), plan.is_shortest(made))

    def _learn(self, search: Search, made: str) -> KnownSolution | None:
        """Keep what a search found if it is shorter than the plan, or better proven; return the plan."""
        if search.found is not None:
            plans = [plan for plan in (self._plan, KnownSolution(made, search.found)) if plan is not None]
            self._plan = min(plans, key=self._worth)
        return self._plan

    def _worth(self, plan: KnownSolution) -> tuple[int, bool]:
        made = self._game.moves
        return len(plan.rest(made)), not plan.is_shortest(made)
