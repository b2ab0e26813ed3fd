"""The greedy algorithm on random boards from 4×4 to 100×100 or 200×200, for what is printed of n³."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from puzzle15.growth import Growth
from puzzle15.reproduce.figures import Run

__all__ = ["Size", "leading_term", "sizes"]

SMALL = (4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 24, 32, 48, 64, 100)
LARGE = (*SMALL, 150, 200)


class Size(NamedTuple):
    """What was found on boards of one size.

    >>> sizes(Run(quick=True, scale=0.01))[0].row.n
    4
    """

    row: Growth
    error: float
    """The standard error of the mean number of moves."""


@cache
def sizes(run: Run) -> tuple[Size, ...]:
    """Play boards of every size, about as many moves on each.

    >>> [size.row.boards for size in sizes(Run(quick=True, scale=0.01))][:3]
    [20, 20, 20]
    """
    moves = run.sample(quick=4_000_000, full=60_000_000)
    most = run.sample(quick=2000, full=20_000)
    return tuple(
        _size(n, max(4, min(most, moves * 3 // (8 * n**3))), run.seed)
        for n in (SMALL if run.quick else LARGE)
    )


def _size(n: int, count: int, seed: int) -> Size:
    import numpy as np

    from puzzle15 import Board, random_boards, stream

    boards = [Board(tiles, n, n) for tiles in random_boards(count, n, n, seed=seed).tolist()]
    streams = [stream(board) for board in boards]
    lengths = np.array([one.skip() for one in streams], float)
    slides = [one.multi for one in streams]
    away = [board.manhattan() for board in boards]
    mean, worst = float(lengths.mean()), int(lengths.max())
    row = Growth(
        n, count, mean, worst, float(np.mean(slides)), max(slides), float("nan"), float(np.mean(away))
    )
    return Size(row, float(lengths.std(ddof=1)) / count**0.5)


def leading_term(found: Sequence[Size]) -> tuple[float, float]:
    """The n³ term of a polynomial of third degree, and its standard error, by weighted least squares.

    >>> term, error = leading_term(sizes(Run(quick=True, scale=0.01)))
    >>> abs(term - 8 / 3) < 5 * error
    True
    """
    import numpy as np

    n = np.array([size.row.n for size in found], float)
    # Divided by n³, and by its error, every mean counts as it should.
    means, errors = (
        np.array(values) / n**3 for values in zip(*((s.row.greedy, s.error) for s in found), strict=True)
    )
    terms = np.stack([n**-power for power in range(4)], axis=1) / errors[:, None]
    inverse = np.linalg.inv(terms.T @ terms)
    return float((inverse @ terms.T @ (means / errors))[0]), float(inverse[0, 0] ** 0.5)
