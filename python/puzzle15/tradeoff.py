"""Length against time: what every method gives for a 15-puzzle, and what it costs.

>>> points = measure(boards=20, methods=["combined", "quick 10"])
>>> [point.name for point in points]
['combined', 'quick 10']
>>> print(table(points))                                                      # doctest: +ELLIPSIS
method      mean moves  longest  microseconds  shortest
combined ...
quick 10 ...
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from os import PathLike
from typing import TYPE_CHECKING, cast

from puzzle15._support.checks import check_count, check_name, list_of
from puzzle15._support.csv_text import csv_text
from puzzle15._support.files import write_bytes
from puzzle15.errors import UnsupportedError
from puzzle15.generate import random_boards
from puzzle15.solving import improve, solve, solve_many
from puzzle15.typing import IntArray, Method

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["METHODS", "Point", "measure", "plot", "save", "table"]

METHODS = (
    "greedy",
    "combined",
    *(f"quick {width}" for width in (4, 6, 8, 10, 14, 20, 32, 64, 128, 256, 512)),
    *(f"improve {passes}" for passes in (1, 2, 3, 4, 5)),
    *(f"weight {weight}" for weight in (1.2, 1.1, 1.05)),
    "optimal",
)
"""Everything there is to compare: methods, with the setting of those that have one.

>>> METHODS[1], METHODS[-1]
('combined', 'optimal')
"""


@dataclass(frozen=True)
class Point:
    """A point of the curve: a method with its setting, its mean and longest solution, and its time a board.

    >>> point = measure(boards=10, methods=["optimal"])[0]
    >>> point.boards, point.shortest, point.microseconds > 0
    (10, 1.0, True)
    """

    name: str
    mean: float
    longest: int
    microseconds: float
    shortest: float
    """The share of solutions that are shortest; NaN unless `optimal` is among the methods."""
    boards: int


def measure(
    boards: int = 1000, *, seed: int = 1, methods: Sequence[str] = METHODS, slow: int = 200
) -> list[Point]:
    """Solve random 15-puzzles by each method on one core, and return lengths and times.

    `improve` and `weight`, which are slow, solve only the first `slow` boards. The time does not include
    making tables, which are the small ones.

    >>> greedy, quick = measure(boards=50, methods=["greedy", "quick 20"])
    >>> quick.mean < greedy.mean
    True
    """
    if isinstance(methods, str):
        methods = [methods]
    check_count("boards", boards, 1, 10**9)
    check_count("slow", slow, 1, 10**9)
    tiles = random_boards(boards, seed=seed)
    solvers = {name: _solver(name) for name in list_of("methods", methods, "names")}
    lengths: dict[str, list[int]] = {}
    seconds: dict[str, float] = {}
    for name, solver in solvers.items():
        some = tiles[:slow] if name.split()[0] in ("improve", "weight") else tiles
        solver(tiles[:1])
        begin = time.perf_counter()
        lengths[name] = solver(some)
        seconds[name] = (time.perf_counter() - begin) / max(1, len(some))
    best = lengths.get("optimal")
    return [_point(name, lengths[name], seconds[name], best) for name in methods]


def _solver(name: str) -> Callable[[IntArray], list[int]]:
    """A function from boards to lengths."""
    check_name("a method of the curve", name, "puzzle15.tradeoff")
    first, _, knob = name.partition(" ")
    method = cast("Method", first)
    number = knob.replace(".", "", 1) if first == "weight" else knob
    if name not in METHODS and not (first in ("quick", "improve", "weight") and number.isdecimal()):
        raise UnsupportedError(f"unknown method {name!r}; choose from {', '.join(METHODS)}")

    def many(boards: IntArray) -> list[int]:
        width = int(knob) if method == "quick" else None
        lengths: list[int] = solve_many(boards, method=method, width=width, threads=1).lengths.tolist()
        return lengths

    def improved(boards: IntArray) -> list[int]:
        return [len(improve(solution, passes=int(knob))) for solution in solve_many(boards, threads=1)]

    def weighted(boards: IntArray) -> list[int]:
        return [len(solve(board, weight=float(knob))) for board in boards]

    return {"improve": improved, "weight": weighted}.get(first, many)


def _point(name: str, lengths: list[int], seconds: float, best: list[int] | None) -> Point:
    same = [length == other for length, other in zip(lengths, best or [], strict=False)]
    shortest = sum(same) / len(same) if same else float("nan")
    mean = sum(lengths) / max(1, len(lengths))
    return Point(name, mean, max(lengths, default=0), seconds * 1e6, shortest, len(lengths))


def table(points: Sequence[Point]) -> str:
    """The points as a table of text.

    >>> print(table(measure(boards=5, methods=["combined"])).splitlines()[0])
    method      mean moves  longest  microseconds  shortest
    """
    lines = ["method      mean moves  longest  microseconds  shortest"]
    for point in points:
        share = "" if point.shortest != point.shortest else f"{point.shortest:.0%}"
        line = f"{point.name:12}{point.mean:10.2f} {point.longest:8} {point.microseconds:13,.1f} {share:>9}"
        lines.append(line.rstrip())
    return "\n".join(lines)


def save(points: Sequence[Point], path: str | PathLike[str]) -> None:
    """Write the points to a CSV file, for a plot.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(measure(boards=5, methods=["combined"]), f"{folder}/curve.csv")
    ...     Path(f"{folder}/curve.csv").read_text().split(",")[:3]
    ['name', 'mean', 'longest']
    """
    points = list_of("points", points, "points, as measure returns them")
    rows = [list(Point.__dataclass_fields__), *(asdict(point).values() for point in points)]
    write_bytes(path, csv_text(rows).encode())


def plot(points: Sequence[Point], ax: Axes | None = None) -> Axes:
    """Draw the points with matplotlib: the same as `puzzle15.plot.tradeoff`.

    >>> plot(measure(boards=20, methods=["combined", "quick 10"])).get_ylabel()
    'mean moves'
    """
    from puzzle15 import plot

    return plot.tradeoff(points, ax)
