"""How solutions grow with the board: measured, and compared with the theory.

The greedy algorithm makes 8n³/3 moves on average and never more than about 5n³; in straight slides, at most
about 11n³/3. No solution is shorter than the Manhattan distance, 2n³/3 on average. `measure` solves random
boards of several sizes and gives the means and the worst; `leading_term` fits the n³ term.

>>> rows = measure([4, 6, 8, 10, 12], boards=200, seed=1)
>>> rows[0].greedy, rows[0].worst, rows[0].multi, rows[0].peel, rows[0].manhattan
(97.995, 134, 79.975, 64.875, 36.545)
>>> round(leading_term([row.n for row in rows], [row.greedy for row in rows]), 1)
2.4
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from puzzle15._core import Board, Stream
from puzzle15._support.checks import check_flag, check_kind, list_of, whole_number
from puzzle15.errors import UnsupportedError
from puzzle15.generate import random_boards
from puzzle15.solving import solve
from puzzle15.solving.one_board import check_stream
from puzzle15.typing import BoardLike, Routes, as_board

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

__all__ = ["Growth", "greedy_lengths", "leading_term", "measure", "plot"]


class Growth(NamedTuple):
    """What was measured on boards of one size.

    >>> measure([5], boards=10, seed=1)[0].n
    5
    """

    n: int
    """Rows and columns."""
    boards: int
    """How many random boards."""
    greedy: float
    """Mean moves of the greedy algorithm."""
    worst: int
    """The most it took."""
    multi: float
    """Mean straight slides of the greedy algorithm."""
    multi_worst: int
    """The most it took."""
    peel: float
    """Mean moves of `solve(board, method="peel")`; NaN if that was not asked for."""
    manhattan: float
    """Mean Manhattan distance: no solution is shorter."""
    deviation: float = float("nan")
    """Standard deviation of the moves of the greedy algorithm; NaN for a single board."""


def greedy_lengths(
    boards: Iterable[BoardLike],
    *,
    core: int | None = None,
    goal: Board | None = None,
    routes: Routes = "1995",
) -> NDArray[np.int64]:
    """Count the moves of the greedy algorithm on each board, with the `core` and the `routes` of `stream`.

    >>> greedy_lengths(["1 2 3/4 5 6/0 7 8", "8 7 6/5 4 3/2 1 0"], core=2).tolist()
    [14, 34]
    """
    from puzzle15._support.numeric import np

    given = [as_board(board) for board in list_of("boards", boards, "boards")]
    if goal is not None:
        check_kind("goal", goal, Board, "a Board")
    check_stream(core, routes)
    return np.array([Stream(board, goal, core, routes).skip() for board in given], np.int64)


def measure(sizes: Iterable[int], boards: int = 100, *, seed: int = 0, peel: bool = True) -> list[Growth]:
    """Solve random boards of some sizes, `boards` of each.

    >>> [row.boards for row in measure([4, 5], boards=3, peel=False)]
    [3, 3]
    """
    whole_number("boards", boards, 1)
    check_flag("peel", peel)
    return [_measure(n, boards, seed, peel) for n in list_of("sizes", sizes, "whole numbers")]


def leading_term(sizes: Sequence[int], means: Sequence[float]) -> float:
    """Fit a cubic polynomial by least squares, and return the coefficient of n³.

    >>> round(leading_term([4, 5, 6, 7, 8], [2 * n**3 - n for n in [4, 5, 6, 7, 8]]), 6)
    2.0
    """
    from puzzle15._support.numeric import np, prepare_linear_algebra

    prepare_linear_algebra()
    sizes, means = list_of("sizes", sizes, "numbers"), list_of("means", means, "numbers")
    if len(set(sizes)) < 4 or len(sizes) != len(means):
        raise UnsupportedError(
            f"a fit needs 4 different sizes or more, each with its mean; got {len(sizes)}, {len(means)}"
        )
    # Divided by n³, so that all sizes have the same weight.
    n = np.array(sizes, float)
    terms = np.stack([n**-power for power in range(4)], axis=1)
    return float(np.linalg.lstsq(terms, np.array(means) / n**3, rcond=None)[0][0])


def _measure(n: int, count: int, seed: int, peel: bool) -> Growth:
    from puzzle15._support.numeric import np

    boards = [Board(tiles, n, n) for tiles in random_boards(count, n, n, seed=seed).tolist()]
    streams = [Stream(board, None, None, "1995") for board in boards]
    lengths = np.array([stream.skip() for stream in streams])
    slides = np.array([stream.multi for stream in streams])
    peeled = np.mean([len(solve(board, method="peel")) for board in boards]) if peel else np.nan
    return Growth(
        n=n,
        boards=count,
        greedy=float(lengths.mean()),
        worst=int(lengths.max()),
        multi=float(slides.mean()),
        multi_worst=int(slides.max()),
        peel=float(peeled),
        manhattan=float(np.mean([board.manhattan() for board in boards])),
        deviation=float(lengths.std(ddof=1)) if count > 1 else float("nan"),
    )


def plot(rows: Sequence[Growth], ax: Axes | None = None) -> Axes:
    """Draw measurements with matplotlib: the same as `puzzle15.plot.growth`.

    >>> plot(measure([4, 5, 6], boards=10)).get_xlabel()
    'n'
    """
    from puzzle15 import plot

    return plot.growth(rows, ax)
