"""`experiment`: random boards are made, solved and counted, here or by an executor."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from puzzle15 import _core
from puzzle15._core import Board, SolverOptions, TalliedBoards
from puzzle15._support.blocks import check_executor, run
from puzzle15._support.checks import check_count, check_name, check_whole, check_width
from puzzle15._support.progress import listening, share
from puzzle15.errors import Option, Remedy, UnsupportedError
from puzzle15.experiments.result import Experiment
from puzzle15.experiments.tally import INTERVAL, Checkpoint
from puzzle15.generate import BlankIn, blank_cells, seed_of, target_of
from puzzle15.goals import GoalLike
from puzzle15.solving import Solver
from puzzle15.typing import ExecutorLike, Method, Routes, Tables

__all__ = ["experiment"]


def experiment(
    n: int,
    method: Method = "combined",
    size: tuple[int, int] = (4, 4),
    seed: int | None = None,
    *,
    goal: GoalLike | None = None,
    width: int | None = None,
    core: int | None = None,
    tables: Tables = "small",
    routes: Routes = "1995",
    blank: BlankIn | None = None,
    threads: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> Experiment:
    """Solve `n` fair random boards, and return the histogram of the lengths.

    - `method` and `width` are those of `solve_many`; `method="auto"` takes the best one for the size. With
      `core=2` the greedy algorithm goes down to 2×2, as in Parberry's report of 2014; with `routes="2014"` it
      also makes the choices of his program.
    - `tables` are those of `Solver`: with the same tables the same seed gives the same result on every
      machine, so it is better not to leave the choice to `"auto"`.
    - `blank`: a cell by its index, or several: every solvable board with the blank in one of them is equally
      likely, as in `random_boards`. By default it may be anywhere.
    - `seed`: by default one is drawn at random; the result has it.
    - `threads`: how many; by default as many as the machine has cores, or one for each task of an executor.
    - `executor`: anything with the interface `concurrent.futures.Executor`, such as a process pool or
      `client.get_executor()` of a Dask cluster, or a function that makes one. The boards are cut into blocks
      of about half a second. One whose worker dies is done again, and none counts twice. An executor that is
      given stays open; one that is made is replaced if it breaks, and shut down in the end.
    - `checkpoint`: a file that is kept up to date, and resumed from if it exists: after an interruption, or
      with a larger `n`. It belongs to one run at a time and stays when the experiment is complete; without a
      seed, that of the file is used. Results of another version, of other tables or of other boards are
      refused, here and from workers.
    - `progress`: a bar or none; by default there is one where someone is watching.

    The result is the same whatever the threads, the executor and the interruptions.

    >>> experiment(20_000, "greedy", seed=195, core=2)
    <Experiment: 20,000 boards of 4×4 by greedy with a core of 2×2, 55 / 117.96 / 189 moves>
    >>> experiment(20_000, "greedy", seed=195, routes="2014")
    <Experiment: 20,000 boards of 4×4 by greedy with routes of 2014, 47 / 120.91 / 212 moves>
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as pool:
    ...     experiment(10_000, seed=3, executor=pool) == experiment(10_000, seed=3, threads=1)
    True
    """
    check_count("n", n, 1, 10**15)
    check_whole("threads", threads, 1, 1024)
    check_name("method", method)
    check_name("tables", tables)
    check_name("routes", routes)
    _check(method, width, core)
    if executor is not None:
        check_executor(executor)
    target = target_of(*_pair(size), goal)
    cells = blank_cells(blank, target)
    asked = None if seed is None else seed_of(seed)
    if method == "auto" and checkpoint is not None:
        method = Solver(goal=target, method=method).method
    options = SolverOptions(method=method, width=width, tables=tables, routes=routes)
    question = {
        "goal": target.to_text(),
        "method": method,
        "width": width,
        "core": core,
        "tables": tables,
        "routes": None if routes == "1995" else routes,
        "blank": cells or None,
        "seed": asked,
    }
    file = Checkpoint(checkpoint)
    tally, known = file.load(question, n)
    number = seed_of(known if asked is None else asked)
    question["seed"] = number
    begin = time.perf_counter()
    job = _ExperimentJob(target, options, core, number, cells, threads)
    with listening(progress, "experiment", share, total=n, done=tally.done, unit=" boards") as tell:

        def add(first: int, counted: TalliedBoards) -> None:
            tally.add(first, counted)
            file.save_now_and_then(question, tally)
            if tell is not None:
                tell(tally.done)

        try:
            if executor is None:
                job.run_here(tally.missing(n), add, tell, tally.done, INTERVAL if checkpoint else None)
            else:
                job.run_on(executor, tally.missing(n), add, _REMEDIES[checkpoint is not None])
        finally:
            file.save(question, tally)
    shortest, longest = (
        _core.random_board(target, number, extreme[1], None, cells) for extreme in tally.extremes()
    )
    return Experiment(
        n=n,
        rows=target.rows,
        cols=target.cols,
        method=tally.method,
        seed=number,
        histogram=dict(sorted(tally.histogram.items())),
        shortest=shortest,
        longest=longest,
        goal=target,
        width=width,
        core=core,
        routes=routes,
        blank=tuple(cells) or None,
        made_by=tally.made_by,
        seconds=time.perf_counter() - begin,
    )


def _check(method: Method, width: int | None, core: int | None) -> None:
    """Refuse options that do not belong to the method."""
    if core is not None and (core not in (2, 3) or method != "greedy"):
        raise UnsupportedError(
            Option("core"), f" is 2 or 3, for method 'greedy'; got {core!r} with {method!r}"
        )
    check_width(width)
    if width is not None and method != "quick":
        raise UnsupportedError(Option("width"), f" is for method 'quick', got {method!r}")


# The remedy when an executor fails, without a checkpoint and with one.
_REMEDIES = Remedy("checkpoint"), Remedy("same_again")


class _ExperimentJob(NamedTuple):
    """Boards, and how to solve them."""

    goal: Board
    options: SolverOptions
    core: int | None
    seed: int
    blank: list[int]
    threads: int | None

    def run_here(
        self,
        ranges: Iterable[tuple[int, int]],
        add: Callable[[int, TalliedBoards], None],
        tell: Callable[[float], object] | None,
        done: int,
        seconds: float | None,
    ) -> None:
        """Solve the boards of some ranges, handing over what is done every `seconds`."""
        for first, end in ranges:
            while first < end:

                def show(part: float, done: int = done, count: int = end - first) -> None:
                    if tell is not None:
                        tell(done + part * count)

                counted = _core.tally(
                    *self[:5], first, end - first, self.threads, seconds, show if tell else None
                )
                add(first, counted)
                first, done = first + counted.boards, done + counted.boards

    def run_on(
        self,
        executor: ExecutorLike,
        ranges: Iterable[tuple[int, int]],
        add: Callable[[int, TalliedBoards], None],
        remedy: Remedy,
    ) -> None:
        """The same on the workers of an executor."""
        threads = 1 if self.threads is None else self.threads
        run(
            _core.tally,
            lambda first, count: (*self[:5], first, count, threads, None, None),
            ranges,
            executor,
            lambda block, counted: add(block.first, counted),
            remedy=remedy,
        )


def _pair(size: tuple[int, int]) -> tuple[int, int]:
    """A size as rows and columns, or an error."""
    try:
        rows, cols = size
    except (TypeError, ValueError):
        raise TypeError(f"size is (rows, cols), such as (4, 4); got {size!r}") from None
    return rows, cols
