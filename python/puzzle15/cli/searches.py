"""Searches side by side, for boards of which each may take long.

Solutions come in the order of the boards, each as soon as it is there. Ctrl-C loses none: what is finished is
handed over, then the best so far of the boards under way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

from puzzle15._support.progress import listening
from puzzle15.solving.solver import News, read_news

if TYPE_CHECKING:
    from typing import Self

    from puzzle15._core import Board
    from puzzle15.cli.lines import Item
    from puzzle15.solving import Solution

__all__ = ["Search", "Searches"]

# Seconds between two looks at a search that somebody waits for.
_LOOK = 0.1

Find = Callable[["Board", Callable[[News], object]], "Solution"]


class Search:
    """The search for the solution of one board."""

    def __init__(self, item: Item) -> None:
        """Begin with what was written."""
        self.item = item
        self.board: Board | None = None
        """The board, once it has been read."""
        self.future: Future[Solution] = Future()
        """The solution; `KeyboardInterrupt` if the search was stopped before it had found any."""
        self._news: News = (0.0, None, None)
        self._stopped = False

    def run(self, find: Find) -> Solution:
        """Search, on any thread."""
        self._hear(self._news)
        self.board = self.item.board()
        return find(self.board, self._hear)

    def stop(self) -> None:
        """Let the search end with the best solution so far."""
        self._stopped = True

    def wait(self) -> None:
        """Wait for the end of the search; where somebody is watching, show how far it has come."""
        with listening(None, "solving", read_news, unit=None) as show:
            while True:
                try:
                    self.future.exception(_LOOK)
                except TimeoutError:
                    if show is not None:
                        show(self._news)
                else:
                    return

    def _hear(self, news: News) -> None:
        self._news = news
        if self._stopped:
            raise KeyboardInterrupt


class Searches:
    """Searches on several threads, to be iterated over; `find` solves a board and reports news of it.

    >>> from puzzle15.cli.lines import Item
    >>> from puzzle15 import solve
    >>> boards = [Item("", "1 2/0 3"), Item("", "3 1/2 0")]
    >>> with Searches(lambda board, news: solve(board), boards, threads=2) as searches:
    ...     [search.future.result().moves for search in searches]
    ['R', 'LURD']
    """

    def __init__(self, find: Find, items: Iterable[Item], threads: int) -> None:
        """Start nothing yet."""
        self._find = find
        self._items = iter(items)
        self._most = 2 * threads
        self._pool = ThreadPoolExecutor(threads)
        self._begun: deque[Search] = deque()

    def __enter__(self) -> Self:
        """Let threads be started."""
        return self

    def __exit__(self, *_: object) -> None:
        """End them."""
        self.stop()
        self._pool.shutdown()

    def __iter__(self) -> Self:
        """The searches in the order of their boards."""
        return self

    def __next__(self) -> Search:
        """The next search, when it is done."""
        while len(self._begun) < self._most and (item := next(self._items, None)) is not None:
            search = Search(item)
            search.future = self._pool.submit(search.run, self._find)
            self._begun.append(search)
        if not self._begun:
            raise StopIteration
        self._begun[0].wait()
        # Not before: Ctrl-C may come while this waits.
        return self._begun.popleft()

    def stop(self) -> None:
        """Begin no more searches, and end those that have begun; they can still be iterated over."""
        self._items = iter(())
        for search in self._begun:
            search.stop()
