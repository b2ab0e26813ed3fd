"""`Solver`: a goal, a method and options. Everything that solves boards asks one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from puzzle15._core import Board, Solved, SolvedMany, SolverOptions
from puzzle15._core import Solver as CoreSolver
from puzzle15._support.blocks import Block, check_executor, run
from puzzle15._support.checks import (
    check_memory,
    check_name,
    check_number,
    check_whole,
    check_width,
    seconds_of,
    shown,
)
from puzzle15._support.interrupts import leave
from puzzle15._support.progress import listening, share
from puzzle15._support.shapes import check_goal, pair
from puzzle15.errors import InvalidBoardError, Option, PuzzleError, UnsolvableError, UnsupportedError
from puzzle15.goals import GoalLike, is_name, resolve
from puzzle15.solving.board_arrays import BOARDS_AT_A_TIME, BoardArray, copy_boards, sample
from puzzle15.solving.hints import HintMemory
from puzzle15.solving.solution import Solution
from puzzle15.solving.solution_arrays import Solutions
from puzzle15.typing import (
    BoardLike,
    BoardsLike,
    ExecutorLike,
    Method,
    Metric,
    OnInterrupt,
    Prefer,
    Progress,
    Routes,
    Tables,
    as_board,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["News", "Solver", "read_news"]

# How many paths that hints have begun a solver remembers.
_HINTS = 1000


class Solver:
    """Solves boards: made once from a goal, a method and options, used for any number of them.

    `solve` and `solve_many` make one for you; make your own to keep it, to prepare its tables before they are
    needed, or to ask for hints.

    >>> solver = Solver(method="optimal")
    >>> solver.solve("1 2 3/4 0 6/7 5 8").moves, solver.hint("1 2 3/4 0 6/7 5 8")
    ('DR', 'D')
    >>> [len(solution) for solution in solver.solve_many([[1, 2, 3, 4, 5, 6, 0, 7, 8]])]
    [2]

    `goal` is a board, one of the names in `puzzle15.goals.NAMES`, or by default the one that the numbers of
    each board suggest: in order, the blank last. `method` is

    - `"combined"`: 4×4, Parberry's three stages in both orientations: about 65 moves in a few microseconds;
    - `"quick"`: up to 25 cells, a beam search: a 15-puzzle in 57 moves on average, in less than a tenth of a
      millisecond. `width` is the knob: twice the width takes twice the time and finds shorter solutions (4×4:
      21 by default; 128 gives 53.8 in half a millisecond, where the shortest have 52.6);
    - `"optimal"`: up to 25 cells, a shortest solution: up to twelve cells from a table that is made at first
      use (those of twelve cells are kept on disk), beyond by search. 4×4 takes some milliseconds, and less
      than one with `tables="large"`; 5×5 may take hours: give a `timeout`;
    - `"peel"`: every size, outer rows and columns two tiles at a time, then a core of 4×4. It takes 60 % of
      the moves of `"greedy"` on small boards, half of them from 20×20 on, and more on narrow boards;
    - `"greedy"`: every size, Parberry's real-time algorithm of 1995, one tile at a time. See also `stream`.
      `routes="2014"` makes the choices of his own program, as its films show them, down to a core of 2×2;
    - `"twists"`: 3×3 with the blank of the goal in the centre, as in `goal="spiral"`: a shortest solution in
      the corner twists of Schofield's tables of 1967 (`puzzle15.twists`), printed in his notation;
    - `"auto"`: the best method that does not keep you waiting: optimal up to twelve cells, combined, or peel.
      With a budget, a weight or several threads it is `"optimal"`, with a width `"quick"`.

    `tables` says which pattern databases a search uses. A solution found with other tables may have other
    moves, and other lengths if the method is `"quick"` or there is a budget. So files decide only if you say
    so: the same call gives the same answer on every machine, whatever lies in its cache.

    - `"small"`, the default: tables of a few megabytes, made in memory at first use;
    - `"large"`: those of `puzzle15.tables.build`, from their file, or made first if there is none: up to 300
      MB on disk and some seconds. Where no search is made there are none, and this is an error;
    - `"auto"`: the large ones if their file exists, the small ones if not.

    `timeout` (seconds) and `max_nodes` are a budget for each board with `"optimal"` and `"quick"`: when it
    runs out, the solution is the shortest found so far, and `Solution.lower_bound` is what has been proven.
    If the budget is too small for any search, it is what `"combined"` or `"peel"` would find. `max_nodes` is
    exceeded by 64 nodes at most, and by 4 more for each thread if there are several. Tables that do not
    exist yet are made first, outside the budget. Boards of more than 25 cells take a
    `timeout` with `"auto"`: they are solved line by line, and improved in the time that is left; or by
    `"greedy"`, if there is no time for that. A `timeout` is kept to within 50 ms, or a tenth of it if that is
    more, unless the machine is overloaded. If even `"greedy"` takes longer, as on boards of 100×100 and more
    it may, there is no solution, and `TimeBudgetError` is raised.
    `memory` (bytes, at least 1 MiB) is what a search may take for each board, beside the tables; without
    it, up to 50 megabytes on 4×4, some hundred with large tables, and up to two gigabytes with a budget or a
    wide beam, though few boards need as much (`search_memory` says how many). With less, the search for a
    shortest solution goes on without keeping what it has visited: it takes longer, and still finds one. A
    beam that needs more is given up, and the solution is the shortest found with narrower ones. With `"auto"`
    it needs another option that makes a search.
    `weight=1.1` accepts a solution that is proven to be at most 1.1 times as long as a shortest one.
    `threads` is the number of cores for one hard board, None for all. `prefer="turns"` gives, of all
    shortest solutions, one with the fewest turns, which is also one with the fewest straight slides
    (`prefer="multi"` is the same).

    `metric="multi"` counts a straight slide of several tiles as one move: with `"optimal"`, a solution of the
    fewest slides, up to twelve cells from tables, and by search for 4×4, which takes seconds.
    """

    def __init__(
        self,
        *,
        goal: GoalLike | None = None,
        method: Method = "auto",
        metric: Metric = "single",
        timeout: float | None = None,
        max_nodes: int | None = None,
        memory: int | None = None,
        weight: float | None = None,
        threads: int | None = 1,
        width: int | None = None,
        prefer: Prefer | None = None,
        tables: Tables = "small",
        routes: Routes = "1995",
    ) -> None:
        """Check the options: those that contradict each other are refused, and none is ignored."""
        for name, value in (("method", method), ("metric", metric), ("tables", tables), ("routes", routes)):
            check_name(name, value)
        if prefer is not None:
            check_name("prefer", prefer)
        seconds = seconds_of(timeout)
        check_whole("max_nodes", max_nodes, 0, 2**64 - 1)
        check_memory(memory)
        check_number("weight", 1 if weight is None else weight, 1, 100)
        check_whole("threads", threads, 1, 256)
        check_width(width)
        self._options = SolverOptions(
            method=method,
            metric=metric,
            prefer=prefer,
            timeout=seconds,
            max_nodes=max_nodes,
            memory=memory,
            weight=None if weight is None else float(weight),
            threads=threads,
            width=width,
            tables=tables,
            routes=routes,
        )
        self._goal = goal if goal is None or is_name(goal) or isinstance(goal, Board) else as_board(goal)
        self._core = CoreSolver(self._goal if isinstance(self._goal, Board) else None, self._options)
        self._hints: HintMemory | None = None

    def __reduce__(self) -> tuple[partial[Solver], tuple[()]]:
        """For pickle and copies: made again from the goal and the options."""
        return partial(Solver, goal=self._goal, **self._given()), ()

    def _given(self) -> dict[str, Any]:
        """The options by name."""
        budget = ("timeout", "max_nodes", "memory", "weight", "threads", "width")
        names = ("method", "metric", *budget, "prefer", "tables", "routes")
        return {name: getattr(self._options, name) for name in names}

    @property
    def goal(self) -> Board | str | None:
        """The goal, as a board or a name; None for the natural goal of each board.

        >>> Solver(goal="spiral").goal
        'spiral'
        """
        return self._goal

    @property
    def options(self) -> SolverOptions:
        """The method, and all other options as they were given.

        >>> Solver(timeout=1).options.timeout
        1.0
        """
        return self._options

    @property
    def method(self) -> Method:
        """The method that is used; `"auto"` as long as that depends on the board.

        >>> Solver(goal="1 2 3/4 5 6/7 8 0").method, Solver().method
        ('optimal', 'auto')
        """
        return self._core.method

    @property
    def made_by(self) -> str:
        """The algorithm for its goal, or that of the last board, its version and the checksum of its tables.

        With the same options, solvers of which this is the same find the same solutions, on every machine.
        The tables are made now if they do not exist yet.

        >>> from puzzle15 import goals
        >>> Solver(goal=goals.rows(4, 4)).made_by, Solver(goal=goals.rows(4, 4), method="quick").made_by
        ('stages 2', 'beam 2, small tables b426eed3')
        """
        return self._core.made_by()

    @property
    def memory(self) -> int:
        """Bytes of the tables for its goal, or for that of the last board, made or not.

        0 for methods that take every size: the tables that they share, under a megabyte, are made as needed.

        >>> solver = Solver(goal="1 2 3/4 5 6/7 8 0")
        >>> solver.prepare()
        >>> solver.memory
        45360
        """
        return self._core.memory

    @property
    def search_memory(self) -> int | None:
        """Bytes that solving one board takes at most, beside the tables: `memory`, or a search's own bound.

        0 where only tables are looked up, None where it is not known: for `prefer` and `metric="multi"`, and
        for methods that take every size.

        >>> from puzzle15 import goals
        >>> goal = goals.rows(4, 4)
        >>> Solver(goal=goal).search_memory
        0
        >>> Solver(goal=goal, method="optimal", memory=50_000_000).search_memory
        50000000
        >>> Solver(goal=goal, method="optimal").search_memory < 50_000_000
        True
        """
        return self._core.search_memory

    @property
    def is_slow(self) -> bool:
        """Whether one board may take more than a few milliseconds.

        >>> Solver(goal="1 2 3/4 5 6/7 8 0").is_slow
        False
        """
        return self._core.is_slow

    @property
    def is_ready(self) -> bool:
        """Whether the tables for its goal, or for that of the last board, exist or are made in a moment.

        >>> Solver(goal="1 2 3/4 5 6/7 8 0").is_ready
        True
        """
        return self._core.is_ready

    def prepare(self, *, progress: Progress = None) -> None:
        """Make the tables for its goal now, if that is a board, instead of with the first board.

        >>> Solver(goal="1 2 3/4 5 6/7 8 0").prepare()
        """
        with listening(progress, "making tables", share) as listener:
            self._core.prepare(listener)

    def solve(
        self, board: BoardLike, *, progress: Progress = None, on_interrupt: OnInterrupt = "raise"
    ) -> Solution:
        """Solve one board.

        Where somebody is watching, a search that takes longer than a moment shows the length of the best
        solution so far and the proven lower bound, and a large board shows a bar; `progress` True or False
        says otherwise. It may also be a function, which long searches call several
        times a second with the share that is done, as far as that is known. An error that it raises ends the
        search, which is how another thread can stop one.

        Ctrl-C raises `KeyboardInterrupt`, as everywhere, and the exception has the best solution so far as
        `best`, with `Solution.lower_bound` as far as it has been proven; or None if there is no solution yet,
        for instance while tables are being made. With `on_interrupt="best"` that solution is returned
        instead, if there is one: it is as good as with a `timeout` at that moment.

        >>> Solver(method="greedy").solve("1 2 3/4 5 6/0 7 8").moves
        'RR'
        >>> def press_ctrl_c(share):
        ...     raise KeyboardInterrupt
        >>> try:
        ...     board = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
        ...     Solver(method="optimal").solve(board, progress=press_ctrl_c)
        ... except KeyboardInterrupt as interrupt:
        ...     best = interrupt.best
        >>> best is None or best.verify()
        True
        """
        if on_interrupt not in ("raise", "best"):
            raise UnsupportedError(
                Option("on_interrupt"), f" is 'raise' or 'best', got {shown(on_interrupt)}"
            )
        return self._best(board, progress, KeyboardInterrupt if on_interrupt == "best" else ())

    def _best(
        self,
        board: BoardLike,
        progress: Progress,
        ends: type[BaseException] | tuple[type[BaseException], ...],
        news: Callable[[News], object] | None = None,
    ) -> Solution:
        """Solve one board, or return the best solution so far if an exception of these kinds ends the search.

        `news` is called with more than `progress`: also with the best length and the bound.
        """
        start = board if isinstance(board, Board) else as_board(board)
        core = self._solver_for(start) if isinstance(self._goal, str) else self._core
        kept: list[Solved] = []
        try:
            if progress is None and news is None:
                found = core.solve_at_once(start)
                if found is not None:
                    return Solution._unread(start, found)
            if progress is None and news is None and not core.is_slow_for(start):
                core.solve(start, kept)
            else:
                with nullcontext(news) if news else self._watching(core, progress) as listener:
                    core.solve(start, kept, listener)
        except BaseException as error:
            if isinstance(error, ends) and kept:
                return Solution._of(start, kept[0])
            if isinstance(error, KeyboardInterrupt):
                best = Solution._of(start, kept[0]) if kept else None
                leave(error, best, _so_far(best))
            raise
        return Solution._of(start, kept[0])

    def _watching(
        self, core: CoreSolver, progress: Progress
    ) -> AbstractContextManager[Callable[[News], object] | None]:
        """Where news of a board that is being solved goes."""
        if callable(progress):
            tell = progress
            return nullcontext(lambda news: tell(news[0]))
        # How much of a search is left, nobody knows.
        is_search = core.method not in ("peel", "greedy") or self._options.timeout is not None
        return listening(progress, "solving", read_news, unit=None if is_search else "")

    def _solver_for(self, board: Board) -> CoreSolver:
        """The core's solver for a board; a goal by name depends on its shape and tiles."""
        if isinstance(self._goal, str):
            self._core = CoreSolver(resolve(self._goal, board), self._options)
        return self._core

    def hint(self, board: BoardLike) -> str | None:
        """The next move on a path to the goal, or None if the board is solved.

        Following the hints of one solver, move by move, leads to the goal: it remembers the paths that it
        has begun, and leaves one only for a shorter one.

        >>> solver = Solver()
        >>> solver.hint("1 2 3/4 5 6/0 7 8"), solver.hint("1 2 3/4 5 6/7 8 0")
        ('R', None)
        """
        start = as_board(board)
        if self._hints is None:
            self._hints = HintMemory(_HINTS)
        return self._hints.best(start, self.solve(start)).moves[:1] or None

    def solve_many(
        self,
        boards: BoardsLike,
        *,
        shape: tuple[int, int] | None = None,
        threads: int | None = None,
        errors: Literal["raise", "mask"] = "raise",
        executor: ExecutorLike | None = None,
        progress: Progress = None,
    ) -> Solutions:
        """Solve many boards of one shape, on all cores and without the interpreter's lock.

        `boards` is an array of any integer type with a row for each board, (N, cells) or (N, rows, cols),
        or nested lists, or a list of boards, or the 64-bit words of `puzzle15.arrays` for 4×4. Flat rows
        have the `shape` given, or that of the goal, or are square. The goal is by default the natural one
        of the first board if the last has the same tiles, otherwise 1, 2, 3, ... with the blank last. A
        board that cannot be solved raises an error that names its index; with `errors="mask"` the others
        are solved all the same, see `Solutions.ok` and `Solutions.errors`. `threads` is the number of
        boards solved at a time, None for as many as there are cores. An `executor` does the work elsewhere,
        as in `experiment`, with one thread for each task unless `threads` says otherwise; the result is the
        same. `progress` is as in `solve`.

        The result holds about 90 bytes for each 15-puzzle.

        >>> from puzzle15 import random_boards
        >>> many = Solver().solve_many(random_boards(1000, seed=1))
        >>> many
        Solutions(1000 boards of 4×4, mean length 65.03, longest 88)
        >>> many[7].verify()
        True
        """
        if errors not in ("raise", "mask"):
            raise UnsupportedError(Option("errors"), f" is 'raise' or 'mask', got {shown(errors)}")
        if executor is not None:
            check_executor(executor)
        check_whole("threads", threads, 1, 1024)
        read, target = self._read(boards, None if shape is None else pair(shape))
        mask = errors == "mask"
        end = len(read.rows) if mask else min(read.unread, default=len(read.rows))
        job = _SolverJob(read.rows, target, self._options, threads, mask)
        with listening(progress, "solving", share) as listener:
            try:
                if executor is None or not end:
                    results = job.run_here(end, listener)
                else:
                    results = job.run_on(executor, end, listener)
            except UnsolvableError as error:
                if shape is None and self._goal is None:
                    rows, cols = read.shape
                    error.add_note(f"(The boards were read as {rows}×{cols}: if they are not, give shape=.)")
                raise
        if read.unread and not mask:
            raise read.unread[end]
        return Solutions(read.rows, target, self._options, results, read.unread)

    def _read(self, boards: BoardsLike, shape: tuple[int, int] | None) -> tuple[BoardArray, Board]:
        """The boards as an array, and their goal."""
        target = self._goal if isinstance(self._goal, Board) else None
        read = copy_boards(boards, shape or (target.shape if target else None))
        if shape not in (None, read.shape):
            raise InvalidBoardError(
                f"boards of shape {shape} were asked for, these have the shape {read.shape}"
            )
        if target is None:
            target = resolve(self._goal, sample(read.rows, read.shape))
        check_goal(target, read.shape)
        return read, target

    def __repr__(self) -> str:
        """The options that are not the defaults."""
        goal = self._goal.to_text() if isinstance(self._goal, Board) else self._goal
        defaults = {"method": "auto", "metric": "single", "threads": 1, "tables": "small", "routes": "1995"}
        given = {"goal": goal} | self._given()
        return f"Solver({', '.join(f'{k}={v!r}' for k, v in given.items() if v != defaults.get(k))})"


class _SolverJob(NamedTuple):
    """Boards, and how to solve them."""

    array: NDArray[np.integer[Any]]
    goal: Board
    options: SolverOptions
    threads: int | None
    mask: bool

    def run_here(self, end: int, listener: Callable[[float], object] | None) -> list[SolvedMany]:
        """Solve the rows before `end`, in pieces, so that Ctrl-C is heard even while arrays are copied."""
        solver = CoreSolver(self.goal, self.options)
        results = []
        for first in range(0, max(1, end), BOARDS_AT_A_TIME):
            piece = self.array[first : min(first + BOARDS_AT_A_TIME, end)]
            results.append(
                solver.solve_many(
                    piece,
                    first=first,
                    threads=self.threads,
                    go_on=self.mask,
                    progress=None if listener is None else _part(listener, first, len(piece), end),
                )
            )
        return results

    def run_on(
        self, executor: ExecutorLike, end: int, listener: Callable[[float], object] | None
    ) -> list[SolvedMany]:
        """The same on the workers of an executor."""
        threads = 1 if self.threads is None else self.threads
        found: dict[int, SolvedMany | PuzzleError] = {}
        done = 0

        def arguments(first: int, count: int) -> tuple[Any, ...]:
            return self.goal, self.options, self.array[first : first + count], first, threads, self.mask

        def collect(block: Block, result: SolvedMany | PuzzleError) -> bool:
            nonlocal done
            found[block.first] = result
            done += block.count
            if listener is not None:
                listener(done / end)
            return isinstance(result, PuzzleError)

        run(_solve_rows, arguments, [(0, end)], executor, collect, BOARDS_AT_A_TIME)
        results = []
        for first in sorted(found):
            result = found[first]
            # All rows before it have been solved, so that this is indeed the first bad one.
            if isinstance(result, PuzzleError):
                raise result
            results.append(result)
        return results


# The share that is done, the length of the best solution so far, and a proven lower bound.
News = tuple[float, int | None, int | None]


def _so_far(best: Solution | None) -> str:
    """What there is of a solution."""
    if best is None:
        return "no solution was found yet"
    return f"the best solution so far has {len(best)} moves, {best.how}"


def read_news(news: News) -> tuple[float, str]:
    """What a bar shows of the news.

    >>> read_news((0, 117, 98))
    (0, 'best so far 117 moves, a shortest has at least 98')
    """
    done, best, bound = news
    words = (
        f"best so far {best} moves" if best else "",
        f"a shortest has at least {bound}" if bound else "",
    )
    return done, ", ".join(filter(None, words))


def _part(listener: Callable[[float], object], first: int, count: int, end: int) -> Callable[[float], object]:
    """A listener for a part of the boards, which passes on the share of all."""
    return lambda share: listener((first + share * count) / end)


def _solve_rows(
    goal: Board,
    options: SolverOptions,
    rows: NDArray[np.integer[Any]],
    first: int,
    threads: int,
    mask: bool,
) -> SolvedMany | PuzzleError:
    """Solve some rows, on a worker. An error that belongs to a row is a result like any other."""
    try:
        return CoreSolver(goal, options).solve_many(rows, first=first, threads=threads, go_on=mask)
    except PuzzleError as error:
        if error.row is None:
            raise
        return error
