"""The greedy algorithm on random boards from 4×4 to 100×100 or 200×200, for what is printed of n³."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from puzzle15.growth import Growth, measure
from puzzle15.reproduce.figures import Run

__all__ = ["leading_term", "sizes"]

SMALL = (4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 24, 32, 48, 64, 100)
LARGE = (*SMALL, 150, 200)


@cache
def sizes(run: Run) -> tuple[Growth, ...]:
    """Play boards of every size, about as many moves on each.

    Every size has a seed of its own: shuffles by the same random numbers look alike, whatever the size.

    >>> [row.boards for row in sizes(Run(quick=True, scale=0.01))][:3]
    [20, 20, 20]
    """
    moves = run.sample(quick=4_000_000, full=60_000_000)
    most = run.sample(quick=2000, full=20_000)
    return tuple(
        measure([n], max(4, min(most, moves * 3 // (8 * n**3))), seed=1000 * run.seed + n, peel=False)[0]
        for n in (SMALL if run.quick else LARGE)
    )


def leading_term(found: Sequence[Growth]) -> tuple[float, float]:
    """The n³ term of a polynomial of third degree, and its standard error, by weighted least squares.

    Sizes below 8 are left out: the means of small boards are no polynomial. The deviation is taken to be
    that of all sizes together, so many times n²; of few boards alone it would be a poor guess.

    >>> term, error = leading_term(sizes(Run(quick=True, scale=0.01)))
    >>> abs(term - 8 / 3) < 5 * error
    True
    """
    from puzzle15._support.numeric import np, prepare_linear_algebra

    prepare_linear_algebra()
    large = [(row.n, row.boards, row.greedy, row.deviation) for row in found if row.n >= 8]
    n, boards, means, deviations = (np.array(values, float) for values in zip(*large, strict=True))
    pooled = np.average((deviations / n**2) ** 2, weights=boards - 1) ** 0.5
    # Divided by n³, and by its error, every mean counts as it should.
    errors = pooled / n / boards**0.5
    terms = np.stack([n**-power for power in range(4)], axis=1) / errors[:, None]
    inverse = np.linalg.inv(terms.T @ terms)
    return float((inverse @ terms.T @ (means / n**3 / errors))[0]), float(inverse[0, 0] ** 0.5)
