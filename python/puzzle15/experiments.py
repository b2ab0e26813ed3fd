"""Experiments: solve many random boards, and keep only what they have in common.

>>> result = experiment(100_000, "combined", seed=1)
>>> result
<Experiment: 100,000 boards of 4×4 by combined, 22 / 65.08 / 94 moves>
>>> result.shortest, result.histogram[65]
(Board('1 3 5 4/11 2 9 8/6 7 0 12/13 10 14 15'), 5287)

Memory does not grow with the number of boards. Board `i` depends on the seed and on `i` only, and is that of
`random_boards`; so the result is the same on any number of threads, and every board can be made again.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzle15._bar import Bar
from puzzle15._checks import check_number, check_whole
from puzzle15._core import Board
from puzzle15._files import write_bytes, write_json
from puzzle15.batch import solve_many
from puzzle15.errors import UnsupportedError
from puzzle15.generate import pieces, seed_of, target_of
from puzzle15.goals import GoalLike
from puzzle15.growth import greedy_lengths

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from puzzle15.typing import IntArray

__all__ = ["Experiment", "experiment"]

# A piece of work is made larger while it takes less than this, in seconds, and smaller while it takes more
# than four times as much; and it makes about so many moves at most, a byte each.
_SECONDS = 0.1
_MOVES = 1 << 24


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
    progress: bool | None = None,
) -> Experiment:
    """Solve `n` fair random boards, and give the histogram of the lengths.

    `method` and `width` are those of `solve_many`; `method="auto"` takes the best one for the size. With
    `core=2` the greedy algorithm goes down to 2×2, as in Parberry's report of 2014 (on one thread). Without
    a seed one is drawn, and told. A bar shows how far it is, where someone watches; `progress` says yes or
    no.

    >>> experiment(20_000, "greedy", seed=195, core=2)
    <Experiment: 20,000 boards of 4×4 by greedy with a core of 2×2, 55 / 117.96 / 189 moves>
    >>> experiment(10_000, seed=3, threads=1) == experiment(10_000, seed=3, threads=2)
    True
    """
    check_whole("n", n, 1, 10**15)
    if core is not None and (core not in (2, 3) or method != "greedy"):
        raise UnsupportedError(f"core= is 2 or 3, for method 'greedy'; got {core!r} with {method!r}")
    if width is not None and method != "quick":
        raise UnsupportedError(f"width= is for method 'quick', got {method!r}")
    target = target_of(*_pair(size), goal)
    number = seed_of(seed)
    watched = sys.stderr.isatty() if progress is None else progress
    bar = Bar(sys.stderr, "{:4.0%} of the boards solved") if watched else None
    tally = _Tally(target)
    begin = time.perf_counter()

    def lengths(boards: IntArray) -> IntArray:
        if core == 2:
            return greedy_lengths(
                (Board(tiles, *target.shape) for tiles in boards.tolist()), core=2, goal=target
            )
        many = solve_many(boards, goal=target, method=method, width=width, threads=threads)
        tally.method = many.method
        return many.lengths

    try:
        for boards in pieces(n, target, number, None, threads):
            for done in tally.add(boards, lengths):
                if bar:
                    bar(done / n)
    finally:
        if bar:
            bar.close()
    return Experiment(
        n,
        *target.shape,
        tally.method or method,
        number,
        dict(sorted(tally.histogram.items())),
        tally.board(tally.shortest),
        tally.board(tally.longest),
        target,
        width,
        core,
        time.perf_counter() - begin,
    )


class _Tally:
    """What is kept of the boards that have been solved."""

    def __init__(self, target: Board) -> None:
        self._target = target
        # No method makes more than about five moves for the board's cells to the power of 3/2.
        self._most = max(1, int(_MOVES / (5 * len(target) ** 1.5)))
        self._piece = min(64, self._most)
        self.done = 0
        self.method = ""
        self.histogram: Counter[int] = Counter()
        self.shortest: list[int] = []
        self.longest: list[int] = []

    def add(self, boards: IntArray, lengths: Callable[[IntArray], IntArray]) -> Iterator[int]:
        """Solve boards, some at a time, and tell how many are done in all."""
        first = 0
        while first < len(boards):
            part = boards[first : first + self._piece]
            begin = time.perf_counter()
            self._count(part, lengths(part))
            self._adapt(time.perf_counter() - begin)
            first += len(part)
            self.done += len(part)
            yield self.done

    def _count(self, boards: IntArray, lengths: IntArray) -> None:
        """Add to the histogram, and keep boards that are more extreme than those before."""
        least, most = int(lengths.argmin()), int(lengths.argmax())
        if not self.histogram or lengths[least] < min(self.histogram):
            self.shortest = boards[least].tolist()
        if not self.histogram or lengths[most] > max(self.histogram):
            self.longest = boards[most].tolist()
        import numpy as np

        values, counts = np.unique(lengths, return_counts=True)
        self.histogram.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))

    def _adapt(self, seconds: float) -> None:
        """Do more at a time while that is quick, less while it is slow; the result does not depend on it."""
        if seconds < _SECONDS:
            self._piece = min(2 * self._piece, self._most)
        elif seconds > 4 * _SECONDS:
            self._piece = max(1, self._piece // 2)

    def board(self, tiles: list[int]) -> Board:
        return Board(tiles, *self._target.shape)


def _pair(size: tuple[int, int]) -> tuple[int, int]:
    """Check that a size is rows and columns."""
    try:
        rows, cols = size
    except (TypeError, ValueError):
        raise TypeError(f"size is (rows, cols), such as (4, 4); got {size!r}") from None
    return rows, cols
