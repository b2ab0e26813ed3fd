"""The result of an experiment: how many boards took how many moves, and the figures that follow."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any

from puzzle15._core import Board
from puzzle15._support.checks import check_number, path_of
from puzzle15._support.csv_text import csv_text
from puzzle15._support.files import write_bytes, write_json
from puzzle15.errors import Option, UnsupportedError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Experiment"]


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
    """The width of the beam, if the method is `quick`."""
    core: int | None = None
    """The side of the core that is solved optimally, if the method is `greedy`."""
    routes: str = "1995"
    """The choices of the greedy algorithm."""
    blank: tuple[int, ...] | None = None
    """The cells of which the blank of every board was in one, by index; None if it could be in any."""
    made_by: str = ""
    """The algorithm, its version and the checksum of its tables: these decide what a seed gives."""
    seconds: float = field(default=0.0, compare=False)
    """How long it took, including making the boards."""

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
        """The confidence interval of the mean over all boards.

        >>> low, high = experiment(1000, "optimal", (3, 3), seed=1).interval()
        >>> low < 21.9724 < high
        True
        """
        from statistics import NormalDist

        check_number("confidence", confidence, 0, 1)
        if not 0 < confidence < 1:
            raise UnsupportedError(Option("confidence"), f" is a number between 0 and 1, got {confidence}")
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
            "routes": self.routes,
            "blank": None if self.blank is None else list(self.blank),
            "made_by": self.made_by,
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
        return csv_text([("moves", "boards"), *self.histogram.items()])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the histogram if the name ends in .csv, otherwise everything as JSON.

        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     experiment(10, seed=1).save(f"{folder}/lengths.csv")
        ...     pathlib.Path(f"{folder}/lengths.csv").read_text().splitlines()[0]
        'moves,boards'
        """
        if path_of(path).suffix == ".csv":
            write_bytes(path, self.to_csv().encode())
        else:
            write_json(path, self.to_json())

    def __repr__(self) -> str:
        """A line with the main figures."""
        return f"<Experiment: {self._what()}, {self.min:,} / {self.mean:,.2f} / {self.max:,} moves>"

    @property
    def label(self) -> str:
        """The method with its setting, if it has one.

        >>> experiment(10, "quick", seed=1, width=4).label
        'quick 4'
        """
        routes = "" if self.routes == "1995" else f" with routes of {self.routes}"
        core = f" {'and' if routes else 'with'} a core of {self.core}×{self.core}" if self.core else ""
        return f"{self.method}{routes}{core}" if self.width is None else f"{self.method} {self.width}"

    def _what(self) -> str:
        noun = "board" if self.n == 1 else "boards"
        where = ""
        if self.blank is not None:
            cells = ", ".join(str(cell + 1) for cell in self.blank)
            where = f" with the blank in cell{'s' * (len(self.blank) > 1)} {cells}"
        return f"{self.n:,} {noun} of {self.rows}×{self.cols}{where} by {self.label}"

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
