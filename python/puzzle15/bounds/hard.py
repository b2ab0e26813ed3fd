"""`find_hard` searches for boards that are far from the goal; a `HardBoard` is one that it has found."""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15._support.checks import check_count, check_memory, check_whole, list_of, seconds_of, shown
from puzzle15._support.imports import import_undisturbed
from puzzle15._support.interrupts import leave
from puzzle15._support.progress import listening
from puzzle15._support.shapes import check_goal
from puzzle15.bounds.judging import Check, HardBy, Judge, Verdict, judge_for
from puzzle15.errors import Option, UnsupportedError
from puzzle15.generate import target_of
from puzzle15.goals import GoalLike
from puzzle15.typing import BoardLike, OnInterrupt, Progress, Tables, as_board

if TYPE_CHECKING:
    from puzzle15.bounds.neighbours import Homes

__all__ = ["HardBoard", "find_hard"]

MOST_CELLS = 400
# How many boards with exchanged tiles go on the list, of all that one board has; and how long the list gets.
_BEST_EXCHANGED = 256
_WAITING = 200_000


@dataclass(frozen=True)
class HardBoard:
    """A board that is far from the goal: no solution has fewer than `bound` moves.

    >>> found = find_hard(2, 2)[0]
    >>> found.board, found.bound, found.is_exact, found.proved_by
    (Board('0 3/2 1'), 6, True, 'table')
    >>> print(found)
    0 3/2 1: exactly 6 moves (table)
    """

    board: Board
    goal: Board
    bound: int
    """No solution has fewer moves."""
    is_exact: bool
    """Whether there is a solution of so many moves."""
    proved_by: HardBy

    def __str__(self) -> str:
        """The board, the bound and its proof in one line."""
        board = "/".join(" ".join(map(str, row)) for row in self.board.to_list())
        how = "exactly" if self.is_exact else "at least"
        return f"{board}: {how} {self.bound} moves ({self.proved_by})"


def find_hard(
    rows: int | None = None,
    cols: int | None = None,
    *,
    goal: GoalLike | None = None,
    start: Sequence[BoardLike] | None = None,
    keep: int = 10,
    timeout: float | None = 10.0,
    max_evaluations: int | None = None,
    max_nodes: int | None = 5_000_000,
    memory: int | None = None,
    tables: Tables = "small",
    threads: int | None = None,
    seed: int = 0,
    progress: Progress = None,
    on_interrupt: OnInterrupt = "raise",
) -> list[HardBoard]:
    """Search for boards that are far from the goal; gives the `keep` hardest found, hardest first.

    It is a local search: it begins with the boards in `start`, by default the goal turned, mirrored, and with
    opposite quarters exchanged. It always goes on with the board that seems the hardest of those that
    resemble the ones evaluated so far: they are up to two moves away, or have two pairs of tiles exchanged,
    or three tiles in turn. A mirror image that is as far from the goal is found with the board. The hardest
    board of all need not be among those found.

    How a board is evaluated depends on its size:

    - up to twelve cells, its distance is looked up in tables;
    - up to 16 cells, a search with `tables`, as in `Solver`, finds its distance, or proves a bound if it
      ends after `max_nodes` nodes. `threads` boards are searched at a time, None for as many as there are
      cores;
    - up to 25 cells, the best of linear conflict, walking distance and small pattern databases counts, and
      on larger boards, up to 400 cells, linear conflict. `lower` may prove more of the boards found.

    It ends after `timeout` seconds, not counting the making of tables, or after `max_evaluations`, or when
    all boards have been evaluated. The boards that it begins with have a bound by linear conflict before any
    is evaluated, and soon a better one, so that there is something to show however short the time was. A
    search that the time cuts off leaves nothing, so `max_nodes=None` takes patience. Of 15-puzzles, those of
    more than 76 moves are seldom proven with small tables; `tables="large"` finds boards of 78 in a minute.
    With `timeout=None`, the same `seed` and `max_evaluations` give the same boards everywhere. `memory`
    (bytes, at least 1 MiB) is what each search may take beside the tables, of a board or of a walking
    distance; by default as in `Solver` and in `arrays.walking_distance`. Beside that, memory grows by about
    200 bytes with each evaluation.

    Ctrl-C raises `KeyboardInterrupt`, and the exception has the boards found so far as `best`; with
    `on_interrupt="best"` they are returned. A function as `progress` is called with the best bound so far.

    >>> for found in find_hard(3, 3, timeout=None, max_evaluations=200, keep=2):
    ...     print(found)
    6 4 7/8 5 0/3 2 1: exactly 31 moves (table)
    8 6 7/2 5 4/3 0 1: exactly 31 moves (table)
    """
    target = target_of(rows, cols, goal)
    if len(target) > MOST_CELLS:
        raise UnsupportedError(
            f"hard boards are searched for with up to {MOST_CELLS} cells, got {target.rows}×{target.cols}"
        )
    check_count("keep", keep, 1, 10_000)
    check_whole("max_evaluations", max_evaluations, 1, 2**63 - 1)
    check_whole("max_nodes", max_nodes, 0, 2**63 - 1)
    check_memory(memory)
    check_whole("threads", threads, 1, 1024)
    check_count("seed", seed, 0, 2**64 - 1)
    seconds = seconds_of(timeout)
    if on_interrupt not in ("raise", "best"):
        raise UnsupportedError(Option("on_interrupt"), f" is 'raise' or 'best', got {shown(on_interrupt)}")
    import_undisturbed("puzzle15._support.numeric", "numpy.random", "puzzle15.bounds.neighbours")
    if start is None:
        from puzzle15.bounds.neighbours import hard_starts

        boards = hard_starts(target)
    else:
        boards = _given(start, target)
    judge = judge_for(target, tables, max_nodes, threads, memory)
    hunt = _Hunt(target, judge, int(keep), seed)
    with listening(progress, "searching", _read_news, unit=None) as listener:
        try:
            hunt.begin(boards)
            judge.prepare()
            clock = _Clock(seconds, listener, hunt)
            hunt.run(max_evaluations, clock.check)
        except _OutOfTimeError:
            pass
        except KeyboardInterrupt as interrupt:
            best = hunt.best()
            if on_interrupt == "best":
                return best
            leave(interrupt, best, f"boards found so far: {len(best)}")
            raise
    return hunt.best()


def _given(start: Sequence[BoardLike], goal: Board) -> list[Board]:
    """The boards to begin with, checked."""
    given = [] if isinstance(start, (str, Board)) else list_of("start", start, "boards")
    if not given:
        raise TypeError(f"start is a list of boards, at least one, got {shown(start)}")
    boards = [as_board(board, goal.shape) for board in given]
    for board in boards:
        check_goal(goal, board.shape)
        _core.check_solvable(board, goal)
    return boards


def _read_news(bound: float) -> tuple[float, str]:
    """What a bar shows of the news.

    >>> _read_news(76)
    (0, 'found at least 76')
    """
    return 0, f"found at least {bound:g}" if bound else ""


class _OutOfTimeError(Exception):
    """The time is up."""


class _Clock:
    """Ends the search in time, and tells how far it is."""

    def __init__(
        self, seconds: float | None, listener: Callable[[float], object] | None, hunt: _Hunt
    ) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._listener = listener
        self._hunt = hunt
        self._told = 0.0

    def check(self, _share: float = 0) -> None:
        """Called several times a second while the core works, and between its jobs."""
        now = time.monotonic()
        if self._end is not None and now >= self._end:
            raise _OutOfTimeError
        if self._listener is not None and now - self._told >= 0.1:
            self._told = now
            self._listener(self._hunt.highest)


class _Waiting(NamedTuple):
    """A board on the list. The one that seems hardest comes first, and of equals any."""

    easiness: float
    draw: float
    homes: bytes
    guess: float


class _Hunt:
    """The search: boards that wait, those evaluated, and the hardest of them."""

    def __init__(self, goal: Board, judge: Judge, keep: int, seed: int) -> None:
        from puzzle15._support.numeric import np
        from puzzle15.bounds.neighbours import Neighbours

        self._goal = goal
        self._tiles = np.array(goal.tiles, np.int64)
        self._judge = judge
        self._keep = keep
        self._dice = np.random.default_rng(seed)
        self._neighbours = Neighbours(goal, self._dice)
        self._waiting: list[_Waiting] = []
        self._evaluated: set[bytes] = set()
        self._found: dict[bytes, Verdict] = {}
        self.highest = 0
        self._starts: Homes = np.empty((0, len(goal)), np.int32)

    def begin(self, boards: list[Board]) -> None:
        """Take the boards to begin with, with a bound that costs no time."""
        from puzzle15._support.numeric import np

        home = {tile: cell for cell, tile in enumerate(self._goal.tiles)}
        self._starts = np.array([[home[tile] for tile in board] for board in boards], np.int32)
        self._keep_all(self._starts, self._judge.prove_at_once(self._tiles[self._starts]))

    def run(self, most: int | None, check: Check) -> None:
        """Search from there until so many are evaluated, or none are left."""
        from puzzle15._support.numeric import np

        # So that there is something if the first search takes all the time.
        self._keep_all(self._starts, self._judge.prove_soon(self._tiles[self._starts], check))
        self._wait(self._starts, 0, check)
        done = 0
        while most is None or done < most:
            some = self._next(
                self._judge.together if most is None else min(self._judge.together, most - done)
            )
            if not some:
                return
            rows = np.array([np.frombuffer(waiting.homes, np.int32) for waiting in some])
            verdicts = self._judge.prove(self._tiles[rows], check)
            done += len(some)
            for row, waiting, verdict in zip(rows, some, verdicts, strict=True):
                self._keep_best(waiting.homes, verdict)
                for image in self._neighbours.images(row):
                    self._evaluated.add(image.tobytes())
                    self._keep_best(image.tobytes(), verdict)
            for row, waiting, verdict in zip(rows, some, verdicts, strict=True):
                # A board that is harder than it seemed has neighbours that are, too.
                surplus = verdict.bound - waiting.guess
                self._wait(self._neighbours.near(row), surplus, check)
                self._wait(self._neighbours.exchanged(row), surplus, check, _BEST_EXCHANGED)

    def _next(self, count: int) -> list[_Waiting]:
        """The hardest boards that wait; their mirror images need no evaluation of their own."""
        from puzzle15._support.numeric import np

        some: list[_Waiting] = []
        taken: set[bytes] = set()
        while self._waiting and len(some) < count:
            first = heapq.heappop(self._waiting)
            if first.homes not in self._evaluated and first.homes not in taken:
                some.append(first)
                images = self._neighbours.images(np.frombuffer(first.homes, np.int32))
                taken.update(image.tobytes() for image in images)
        return some

    def _wait(self, rows: Homes, surplus: float, check: Check, most: int | None = None) -> None:
        """Put boards on the list, at most so many of them."""
        from puzzle15._support.numeric import np

        guesses = self._judge.guess(self._tiles[rows], check)
        draws = self._dice.random(len(rows))
        for i in np.lexsort((draws, -guesses))[:most].tolist():
            key = rows[i].tobytes()
            if key not in self._evaluated:
                guess = float(guesses[i])
                heapq.heappush(self._waiting, _Waiting(-guess - surplus, float(draws[i]), key, guess))
        if len(self._waiting) > _WAITING:
            # One by one: sorting them at once would keep Ctrl-C waiting.
            self._waiting = [heapq.heappop(self._waiting) for _ in range(_WAITING // 2)]

    def _keep_all(self, rows: Homes, verdicts: list[Verdict]) -> None:
        for row, verdict in zip(rows, verdicts, strict=True):
            self._keep_best(row.tobytes(), verdict)

    def _keep_best(self, homes: bytes, verdict: Verdict) -> None:
        """Keep what has been proven of a board, if it is one of the hardest."""
        known = self._found.get(homes)
        if known is None or verdict.is_exact or verdict.bound >= known.bound:
            self._found[homes] = verdict
        self.highest = max(self.highest, verdict.bound)
        if len(self._found) >= 2 * self._keep + 1000:
            self._found = dict(self._ranked())

    def _ranked(self) -> list[tuple[bytes, Verdict]]:
        """The hardest boards, hardest first; of equals those that are exact, and then in order of tiles."""

        def rank(item: tuple[bytes, Verdict]) -> tuple[int, bool, tuple[int, ...]]:
            return -item[1].bound, not item[1].is_exact, self._board_of(item[0]).tiles

        return sorted(self._found.items(), key=rank)[: self._keep]

    def _board_of(self, homes: bytes) -> Board:
        from puzzle15._support.numeric import np

        return Board(self._tiles[np.frombuffer(homes, np.int32)].tolist(), *self._goal.shape)

    def best(self) -> list[HardBoard]:
        """The hardest boards found so far."""
        return [HardBoard(self._board_of(homes), self._goal, *verdict) for homes, verdict in self._ranked()]
