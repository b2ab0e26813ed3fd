"""Theorem 4 of Parberry 1995: random boards are far from home, with a probability."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import exp, sqrt
from typing import TYPE_CHECKING

from puzzle15.reproduce.figures import Figure, Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["theorem_4"]


def theorem_4(run: Run) -> Iterator[Figure]:
    """The constants of the proof, its probability, and boards.

    >>> [figure.verdict for figure in theorem_4(Run(quick=True, scale=0.01))][:2]
    ['same', 'agrees']
    """
    from puzzle15 import theory

    far, part, chance = Fraction(4, 10), Fraction(34, 100), Fraction(33, 100)
    yield Figure("Theorem 4: d(1 − ε) for d = 0.4, ε = 0.34", 0.264, float(far * (1 - part)))
    large = next(n for n in range(2, 1000) if 2 * far**2 + 2 * far / n + Fraction(1, n * n) < chance)
    yield Figure(
        "Theorem 4: p < 0.33 for d = 0.4 and large n",
        "p < 0.33",
        f"from n = {large} on",
        holds=2 * far**2 < chance,
    )
    exponent = (part / chance - 1) ** 2 * chance / 2
    yield Figure("Theorem 4: exponent of the proof, n²/6600", Fraction(1, 6600), exponent)
    yield Figure("Theorem 4: exp(−1/6600)", 0.9998, round(exp(-float(exponent)), 4), style=".4f")
    best = 1 / sqrt(6)
    yield Figure(
        "Theorem 4: best d, 1/√6",
        round(best, 4),
        max(range(1, 10_000), key=lambda d: d / 1e4 * (1 - 2 * (d / 1e4) ** 2)) / 1e4,
        "Computed as the maximum of d(1 − 2d²).",
        style=".4f",
    )
    yield Figure(
        "Theorem 4: ε for the best d, arbitrarily close to d",
        round(best, 3),
        round(2 * best**2, 3),
        why="A slip: ε has to be a little more than p, which is 2d² = 1/3 then; d itself is 0.408.",
        style=".3f",
    )
    sizes = (50, 100, 200)
    yield Figure(
        f"Theorem 4: chance of less than 0.264n³, at most 0.9998ⁿ, n = {', '.join(map(str, sizes))}",
        tuple(round(0.9998**n, 4) for n in sizes),
        tuple(round(theory.theorem_4_bound(n), 4) for n in sizes),
        why="The theorem is printed with the exponent n; its proof ends with exp(−n²/6600) ≈ 0.9998 to the "
        "power of n², which is far less, and is what was computed. So the theorem says less than was "
        "proven. (The proof takes the tiles for independent, which they are not quite, and counts the blank "
        "as a tile; a bound that does neither is in puzzle15.theory.)",
        style=".4f",
    )
    yield _boards(run)
    yield from _larger_constants(run)


def _boards(run: Run) -> Figure:
    """How many random boards are below 0.264n³."""
    from puzzle15 import theory

    many, few = run.sample(quick=40_000, full=400_000), run.sample(quick=2000, full=20_000)
    counts = {n: many if n < 10 else few for n in SIZES}
    shares = [theory.low_boards(n, count, seed=run.seed) / count for n, count in counts.items()]
    return Figure(
        f"Theorem 4: share of random boards with less than 0.264n³, n = {', '.join(map(str, SIZES))}",
        f"at most {' '.join(f'{0.9998**n:.4f}' for n in SIZES)}",
        tuple(round(found, 4) for found in shares),
        "The printed bound is 0.9998ⁿ: the shares are below it, as the theorem says, and it is far from "
        "sharp, as the paper suspects.",
        holds=all(found <= 0.9998**n for n, found in zip(SIZES, shares, strict=True)),
        sample=f"{many:,} boards of each size up to 5×5, {few:,} of the others, seed {run.seed}",
        style=".4f",
        plot=lambda ax: _plot(run, ax),
    )


def _larger_constants(run: Run) -> Iterator[Figure]:
    """One of the open problems of section 4: any constant below 2/3, for the Manhattan distance."""
    from puzzle15 import theory

    first = {c: _better_from(c) for c in (0.3, 0.4, 0.5, 0.6, 0.65)}
    yield Figure(
        "section 4: a larger constant than 0.264 for random boards",
        "?",
        ", ".join(f"{c} from n = {n} on" for c, n in first.items()),
        "Settled for the Manhattan distance: every constant below 2/3 will do, by the proof in the "
        "documentation (random-boards.md). These are the n from which the chance of a smaller distance is "
        "below exp(−n²/6600), what the paper's proof ends with for 0.264; sizes up to 400 were looked at.",
    )
    n, count = 10, run.sample(quick=20_000, full=200_000)
    shares = {c: theory.low_boards(n, count, seed=run.seed, c=c) / count for c in (0.5, 0.55, 0.6)}
    yield Figure(
        f"section 4: share of random 10×10 boards below c·n³, c = {', '.join(map(str, shares))}",
        "?",
        tuple(round(share, 4) for share in shares.values()),
        "At most " + ", ".join(f"{theory.tail_bound(n, c):.4f}" for c in shares) + " by the proof in the "
        "documentation, which answers one of the paper's open problems for the Manhattan distance.",
        sample=f"{count:,} boards, seed {run.seed}",
        style=".4f",
    )


def _better_from(c: float) -> int:
    """The n from which on our bound for this constant is below that of Theorem 4, of those up to 400."""
    from puzzle15 import theory

    worse = (n for n in range(2, 401) if theory.tail_bound(n, c) >= theory.theorem_4_bound(n))
    return max(worse, default=1) + 1


SIZES = (2, 3, 4, 5, 10, 20, 40)


def _plot(run: Run, ax: Axes) -> None:
    """The Manhattan distances of random boards of several sizes, divided by n³."""
    import math

    from puzzle15._core import Board
    from puzzle15._support.numeric import np
    from puzzle15.generate import random_boards
    from puzzle15.plot import COLOURS

    for colour, n in zip(COLOURS, (4, 6, 10, 20), strict=False):
        boards = random_boards(run.sample(quick=4000, full=4000), n, n, seed=run.seed).tolist()
        away = np.array([Board(tiles, n, n).manhattan() for tiles in boards])
        # As many whole numbers in every bin.
        step = math.ceil((away.max() - away.min() + 1) / 25)
        edges = (np.arange(away.min() - 0.5, away.max() + 0.5 + step, step) / n**3).tolist()
        ax.hist(away / n**3, edges, density=True, histtype="step", color=colour, label=f"{n}×{n}")
    ax.axvline(0.264, color="black", linestyle="--", linewidth=1, label="0.264")
    ax.axvline(2 / 3, color="black", linestyle=":", linewidth=1, label="2/3")
    ax.set_title("Manhattan distances of random boards, divided by n³", loc="left", fontsize="medium")
    ax.set_xlabel("distance / n³")
    ax.set_ylabel("density")
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False)
