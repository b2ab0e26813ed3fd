"""Experiments: solve many random boards, and keep only what they have in common.

>>> result = experiment(100_000, "combined", seed=1)
>>> result
<Experiment: 100,000 boards of 4×4 by combined, 22 / 65.08 / 94 moves>
>>> result.shortest, result.histogram[65]
(Board('1 3 5 4/11 2 9 8/6 7 0 12/13 10 14 15'), 5287)

Memory does not grow with the number of boards. Board `i` depends on the seed and on `i` only, and is that of
`random_boards`; so the result is the same on any number of threads, processes or machines, and every board
can be made again.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzle15 import _core
from puzzle15._bar import Meter
from puzzle15._blocks import check_executor, run
from puzzle15._checks import check_count, check_number, check_whole
from puzzle15._core import Board
from puzzle15._files import write_bytes, write_json
from puzzle15._tally import INTERVAL, Checkpoint, Counted
from puzzle15.errors import UnsupportedError
from puzzle15.generate import seed_of, target_of
from puzzle15.goals import GoalLike
from puzzle15.solving import check_width
from puzzle15.typing import ExecutorLike

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Experiment", "experiment"]


@dataclass(frozen=True)
class Experiment:
    """The lengths of the solutions of many random boards.

    >>> result = experiment(1000, "optimal", (3, 3), seed=1)
    >>> result.min, result.mean, result.max, round(result.standard_error, 3)
    (6, 21.81, 30, 0.107)
    >>> print(result)
    1,000 boards of 3×3 by optimal, seed 1
    moves: least 6, mean 21.810 ± 0.107 (standard error), most 30
    least for 2 3 0/1 4 5/7 8 6
    most for 7 8 6/4 2 5/0 3 1
    """

    n: int
    """How many boards."""
    rows: int
    cols: int
    method: str
    seed: int
    histogram: Mapping[int, int] = field(repr=False)
    """How many boards took each number of moves, in order."""
    shortest: Board
    """The first board that took the fewest moves."""
    longest: Board
    """The first board that took the most."""
    goal: Board
    width: int | None = None
    """Of the beam, if the method is `quick`."""
    core: int | None = None
    """Of what is left in the end, if the method is `greedy`."""
    seconds: float = field(default=0.0, compare=False)
    """How long it took, making the boards included."""

    @property
    def min(self) -> int:
        """The fewest moves of any board.

        >>> experiment(100, "optimal", (2, 2), seed=1).min
        0
        """
        return min(self.histogram)

    @property
    def max(self) -> int:
        """The most moves of any board.

        >>> experiment(100, "optimal", (2, 2), seed=1).max
        6
        """
        return max(self.histogram)

    @property
    def mean(self) -> float:
        """The mean number of moves.

        >>> experiment(100, "optimal", (2, 2), seed=1).mean
        2.9
        """
        return sum(length * count for length, count in self.histogram.items()) / self.n

    @property
    def deviation(self) -> float:
        """The standard deviation of the number of moves.

        >>> round(experiment(1000, "optimal", (3, 3), seed=1).deviation, 2)
        3.38
        """
        if self.n < 2:
            return float("nan")
        mean = self.mean
        total = sum(count * (length - mean) ** 2 for length, count in self.histogram.items())
        return sqrt(total / (self.n - 1))

    @property
    def standard_error(self) -> float:
        """The standard error of the mean.

        >>> round(experiment(1000, "optimal", (3, 3), seed=1).standard_error, 3)
        0.107
        """
        return self.deviation / sqrt(self.n)

    def interval(self, confidence: float = 0.999) -> tuple[float, float]:
        """Where the mean over all boards lies, with this confidence.

        >>> low, high = experiment(1000, "optimal", (3, 3), seed=1).interval()
        >>> low < 21.9724 < high
        True
        """
        from statistics import NormalDist

        check_number("confidence", confidence, 0, 1)
        if not 0 < confidence < 1:
            raise UnsupportedError(f"confidence is a number between 0 and 1, got {confidence}")
        far = NormalDist().inv_cdf((1 + confidence) / 2) * self.standard_error
        return self.mean - far, self.mean + far

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the histogram with matplotlib; see `puzzle15.plot`.

        >>> experiment(1000, seed=1).plot().get_xlabel()
        'moves'
        """
        from puzzle15 import plot

        return plot.lengths([self], ax)

    def to_json(self) -> dict[str, Any]:
        """Everything as a dictionary for JSON.

        >>> experiment(10, "optimal", (2, 2), seed=1).to_json()["histogram"]
        {'1': 1, '3': 3, '4': 3, '5': 2, '6': 1}
        """
        low, high = self.interval() if self.n > 1 else (self.mean, self.mean)
        return {
            "boards": self.n,
            "rows": self.rows,
            "cols": self.cols,
            "method": self.method,
            "width": self.width,
            "core": self.core,
            "seed": self.seed,
            "goal": self.goal.to_text(),
            "min": self.min,
            "mean": self.mean,
            "standard_error": self.standard_error if self.n > 1 else None,
            "interval_99.9%": [low, high],
            "max": self.max,
            "shortest": self.shortest.to_text(),
            "longest": self.longest.to_text(),
            "histogram": {str(length): count for length, count in self.histogram.items()},
            "seconds": self.seconds,
        }

    def to_csv(self) -> str:
        """The histogram as CSV.

        >>> print(experiment(10, "optimal", (2, 2), seed=1).to_csv().splitlines()[:3])
        ['moves,boards', '1,1', '3,3']
        """
        rows = [f"{length},{count}\n" for length, count in self.histogram.items()]
        return "".join(["moves,boards\n", *rows])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the histogram if the name ends with .csv, otherwise everything as JSON.

        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     experiment(10, seed=1).save(f"{folder}/lengths.csv")
        ...     pathlib.Path(f"{folder}/lengths.csv").read_text().splitlines()[0]
        'moves,boards'
        """
        if Path(path).suffix == ".csv":
            write_bytes(path, self.to_csv().encode())
        else:
            write_json(path, self.to_json())

    def __repr__(self) -> str:
        """A line with the main figures."""
        return f"<Experiment: {self._what()}, {self.min:,} / {self.mean:,.2f} / {self.max:,} moves>"

    @property
    def label(self) -> str:
        """The method with its knob.

        >>> experiment(10, "quick", seed=1, width=4).label
        'quick 4'
        """
        core = f" with a core of {self.core}×{self.core}" if self.core else ""
        return f"{self.method}{core}" if self.width is None else f"{self.method} {self.width}"

    def _what(self) -> str:
        noun = "board" if self.n == 1 else "boards"
        return f"{self.n:,} {noun} of {self.rows}×{self.cols} by {self.label}"

    def __str__(self) -> str:
        """The main figures and the extreme boards."""
        error = f" ± {self.standard_error:,.3f} (standard error)" if self.n > 1 else ""
        return "\n".join(
            [
                f"{self._what()}, seed {self.seed}",
                f"moves: least {self.min:,}, mean {self.mean:,.3f}{error}, most {self.max:,}",
                f"least for {self.shortest.to_text()}",
                f"most for {self.longest.to_text()}",
            ]
        )


def experiment(
    n: int,
    method: str = "combined",
    size: tuple[int, int] = (4, 4),
    seed: int | None = None,
    *,
    goal: GoalLike | None = None,
    width: int | None = None,
    core: int | None = None,
    threads: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> Experiment:
    """Solve `n` fair random boards, and give the histogram of the lengths.

    - `method` and `width` are those of `solve_many`; `method="auto"` takes the best one for the size. With
      `core=2` the greedy algorithm goes down to 2×2, as in Parberry's report of 2014.
    - `seed`: without one, one is drawn, and told.
    - `threads`: how many; by default as many as the machine has cores, or one for each task of an executor.
    - `executor`: anything with the interface `concurrent.futures.Executor`, such as a process pool or
      `client.get_executor()` of a Dask cluster, or a function that makes one. The boards are cut into blocks
      of about half a second. One whose worker dies is done again, and none counts twice. An executor that is
      given stays open; one that is made is replaced if it breaks, and shut down in the end.
    - `checkpoint`: a file to keep up to date, and to go on from if it is there: after an interruption, or
      with a larger `n`. It belongs to one run at a time and stays when the experiment is complete; without a
      seed, that of the file is taken.
    - `progress`: a bar or none; by default one is shown where someone watches.

    The result is the same whatever the threads, the executor and the interruptions.

    >>> experiment(20_000, "greedy", seed=195, core=2)
    <Experiment: 20,000 boards of 4×4 by greedy with a core of 2×2, 55 / 117.96 / 189 moves>
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as pool:
    ...     experiment(10_000, seed=3, executor=pool) == experiment(10_000, seed=3, threads=1)
    True
    """
    check_count("n", n, 1, 10**15)
    check_whole("threads", threads, 1, 1024)
    _check(method, width, core)
    if executor is not None:
        check_executor(executor)
    target = target_of(*_pair(size), goal)
    asked = None if seed is None else seed_of(seed)
    if method == "auto" and checkpoint is not None:
        method = _core.tally(target, (method, None, None), 0, 0, 0, 1, None, None)[4]
    question = {"goal": target.to_text(), "method": method, "width": width, "core": core, "seed": asked}
    file = Checkpoint(checkpoint)
    tally, known = file.load(question, n)
    number = seed_of(known if asked is None else asked)
    question["seed"] = number
    watched = sys.stderr.isatty() if progress is None else progress
    bar = Meter(sys.stderr, n, tally.done) if watched else None
    begin = time.perf_counter()

    def add(first: int, counted: Counted) -> None:
        tally.add(first, counted)
        file.save_now_and_then(question, tally)
        if bar:
            bar.show(tally.done)

    job = _Job(target, (method, width, core), number, threads)
    try:
        if executor is None:
            job.run_here(tally.missing(n), add, bar, tally.done, INTERVAL if checkpoint else None)
        else:
            job.run_on(executor, tally.missing(n), add, _REMEDIES[checkpoint is not None])
    finally:
        file.save(question, tally)
        if bar:
            bar.close()
    shortest, longest = (_core.random_board(target, number, extreme[1]) for extreme in tally.extremes())
    return Experiment(
        n,
        *target.shape,
        tally.method,
        number,
        dict(sorted(tally.histogram.items())),
        shortest,
        longest,
        target,
        width,
        core,
        time.perf_counter() - begin,
    )


def _check(method: str, width: int | None, core: int | None) -> None:
    """Refuse knobs that do not belong to the method."""
    if core is not None and (core not in (2, 3) or method != "greedy"):
        raise UnsupportedError(f"core= is 2 or 3, for method 'greedy'; got {core!r} with {method!r}")
    check_width(width)
    if width is not None and method != "quick":
        raise UnsupportedError(f"width= is for method 'quick', got {method!r}")


# What to do when an executor fails, without a checkpoint and with one.
_REMEDIES = "an experiment with checkpoint= can go on later", "the same call goes on from the checkpoint"


class _Job(NamedTuple):
    """Boards and how they are solved."""

    goal: Board
    how: tuple[str, int | None, int | None]
    seed: int
    threads: int | None

    def run_here(
        self,
        ranges: Iterable[tuple[int, int]],
        add: Callable[[int, Counted], None],
        bar: Meter | None,
        done: int,
        seconds: float | None,
    ) -> None:
        """Solve the boards of some ranges, handing over what is done every so many seconds."""
        for first, end in ranges:
            while first < end:

                def show(share: float, done: int = done, count: int = end - first) -> None:
                    if bar:
                        bar.show(done + share * count)

                counted = _core.tally(
                    *self[:3], first, end - first, self.threads, seconds, show if bar else None
                )
                add(first, counted)
                first, done = first + counted[0], done + counted[0]

    def run_on(
        self,
        executor: ExecutorLike,
        ranges: Iterable[tuple[int, int]],
        add: Callable[[int, Counted], None],
        remedy: str,
    ) -> None:
        """The same on the workers of an executor."""
        threads = 1 if self.threads is None else self.threads
        run(
            _core.tally,
            lambda first, count: (*self[:3], first, count, threads, None, None),
            ranges,
            executor,
            lambda block, counted: add(block.first, counted),
            remedy=remedy,
        )


def _pair(size: tuple[int, int]) -> tuple[int, int]:
    """Check that a size is rows and columns."""
    try:
        rows, cols = size
    except (TypeError, ValueError):
        raise TypeError(f"size is (rows, cols), such as (4, 4); got {size!r}") from None
    return rows, cols
