"""Table III of Parberry 2014: the combined and the greedy algorithm on random 15-puzzles.

The report has 10⁶ boards for each; here are others, from a seed of ours. Means are compared within an
interval that counts the errors of both samples, extremes by rank; see `sampling`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from math import exp, hypot
from typing import TYPE_CHECKING

from puzzle15.reproduce.figures import Figure, Run
from puzzle15.reproduce.papers.films import LAST_COLUMN
from puzzle15.reproduce.sampling import least_largest, mean_interval, most_smallest, share

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from puzzle15.experiments import Experiment
    from puzzle15.typing import IntArray

__all__ = ["eight_puzzles", "table_iii"]

BOARDS = 10**6
"""How many boards the report has."""

CHOICES = (
    "The report does not state every choice of the algorithm (see the greedy 8-puzzle above). With our "
    "choices the mean comes as near as this. Those that the films of his program show are compared below."
)


def table_iii(run: Run, bound: int) -> Iterator[Figure]:
    """The figures of Table III, and what the report says of them.

    `bound` is a proven one for the combined algorithm, the worst cases of its stages together.

    >>> figures = table_iii(Run(quick=True, scale=0.001), bound=108)
    >>> [next(figures).name for _ in range(3)]
    ['Table III: combined, least', 'Table III: combined, mean', 'Table III: combined, most']
    """
    from puzzle15.experiments import experiment
    from puzzle15.theory import ring_bound

    number = run.sample(quick=4_000_000, full=10_000_000)
    combined = experiment(number, "combined", seed=run.seed, threads=run.threads, progress=False)
    yield from _rows(combined, (20, 95), bound, _combined_mean(run, combined))
    number = run.sample(quick=1_000_000, full=3_000_000)
    greedy = experiment(number, "greedy", seed=run.seed, core=2, progress=False)
    # The first row and column, then the worst of all 8-puzzles.
    greedy_bound = ring_bound(4) + int(eight_puzzles().max())
    yield from _rows(greedy, (40, 195), greedy_bound, _mean(greedy, 118.16, why=CHOICES))
    yield from _ratios(combined, greedy, bound, greedy_bound)
    yield from _other_places(combined, greedy, greedy_bound)
    yield _optimum(run)
    yield from _times(run, greedy)


@cache
def eight_puzzles() -> IntArray:
    """The moves of the greedy algorithm for every 8-puzzle, down to a core of 2×2.

    >>> len(eight_puzzles())
    181440
    """
    from puzzle15.growth import greedy_lengths
    from puzzle15.indexing import paper_board

    return greedy_lengths((paper_board(index, 3, 3) for index in range(181_440)), core=2)


def _rows(one: Experiment, printed: tuple[int, int], bound: int, mean: Figure) -> Iterator[Figure]:
    """Least, mean and most."""
    name, sample = f"Table III: {one.method}", _sample(one)
    least, most = printed
    rare = 1 - share(one.histogram, least + 1)
    yield Figure(
        f"{name}, least",
        least,
        one.min,
        _chance(one, rare, f"{least} moves or fewer"),
        interval=(0, most_smallest(one.histogram, BOARDS)),
        sample=sample,
    )
    yield mean
    yield _most(
        f"{name}, most", one, most, bound, _chance(one, share(one.histogram, most), f"{most} moves or more")
    )


def _mean(one: Experiment, printed: float, note: str = "", assuming: str = "", why: str = "") -> Figure:
    return Figure(
        f"Table III: {one.method}, mean",
        printed,
        round(one.mean, 3),
        note,
        assuming=assuming,
        why=why,
        interval=mean_interval(one.mean, one.deviation, one.n, printed_boards=BOARDS, unit=0.01),
        sample=f"{_sample(one)}, and the error of the 10⁶ boards in the report",
        style=".2f",
        plot=lambda ax: _draw([one], ax),
    )


def _most(name: str, one: Experiment, printed: int, bound: int, note: str) -> Figure:
    low = least_largest(one.histogram, BOARDS)
    note += f" From {low} on by rank; none takes more than {bound}, which is proven."
    return Figure(name, printed, one.max, note, interval=(low, bound), sample=_sample(one))


def _draw(experiments: list[Experiment], ax: Axes) -> None:
    """Histograms, with a legend below that hides nothing."""
    from puzzle15.plot import lengths

    lengths(experiments, ax, title="Table III: random 15-puzzles")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=2, frameon=False)


def _chance(one: Experiment, rare: float, what: str) -> str:
    """How often a sample of the report's size has such a board."""
    found, chance = round(rare * one.n), 1 - exp(-rare * BOARDS)
    if not found:
        # exp(-7) is less than 0.1 %.
        return f"An extreme of one sample. None of our boards took {what}: less than 7 in {one.n:,} do."
    text = f"An extreme of one sample: {found:,} of our {one.n:,} boards took {what}"
    if found < 10:
        return f"{text}, too few to tell how many samples of 10⁶ have such a board."
    return f"{text}, so that about {chance:.0%} of all samples of 10⁶ have such a board."


def _sample(one: Experiment) -> str:
    boards = "fair boards" if one.blank is None else "boards with the blank in the last column"
    return f"{one.n:,} {boards}, seed {one.seed}"


def _combined_mean(run: Run, fair: Experiment) -> Figure:
    """On boards like those in the films, and on others beside it."""
    from puzzle15.experiments import experiment

    def sampled(quick: int, full: int, blank: tuple[int, ...]) -> Experiment:
        number = run.sample(quick=quick, full=full)
        return experiment(number, seed=run.seed, blank=blank, threads=run.threads, progress=False)

    column = sampled(1_000_000, 4_000_000, LAST_COLUMN)
    home = sampled(200_000, 1_000_000, LAST_COLUMN[-1:])
    low, high = mean_interval(fair.mean, fair.deviation, fair.n, printed_boards=BOARDS, unit=0.01)
    note = (
        "The report does not say how its boards were drawn. In its picture of a random board, and in all "
        "four films that were published with it, the blank is in the last column: it may be that the tiles "
        "were permuted with the blank at home, which then went up by 0 to 3 cells. Fair boards, all equally "
        f"likely, take {fair.mean:.2f} ({fair.n:,} boards), and the mean of 10⁶ of them would be within "
        f"{low:.2f} to {high:.2f}. Boards with the blank at home take {home.mean:.2f}; the last row gives as "
        "much as the last column, by symmetry."
    )
    assuming = "the blank of every board was in the last column, all such boards equally likely"
    return _mean(column, 65.21, note, assuming)


def _ratios(combined: Experiment, greedy: Experiment, bound: int, greedy_bound: int) -> Iterator[Figure]:
    """Combined over greedy, in percent."""
    lows = [least_largest(one.histogram, BOARDS) for one in (combined, greedy)]
    yield Figure(
        "combined over greedy: worst, %",
        49,
        round(100 * combined.max / greedy.max),
        "A ratio of two extremes, each of one sample; the interval is from the least of one over the most "
        "of the other, to the most over the least, as they are given above.",
        interval=(100 * lows[0] / greedy_bound, 100 * bound / lows[1]),
        sample=f"{combined.n:,} and {greedy.n:,} fair boards, seed {combined.seed}",
        style=".0f",
    )
    ratio = 100 * combined.mean / greedy.mean
    deviation = ratio * hypot(combined.deviation / combined.mean, greedy.deviation / greedy.mean)
    boards = min(combined.n, greedy.n)
    yield Figure(
        "combined over greedy: mean, %",
        55,
        round(ratio, 1),
        interval=mean_interval(ratio, deviation, boards, printed_boards=BOARDS, unit=1),
        sample=f"{combined.n:,} and {greedy.n:,} fair boards, seed {combined.seed}",
        style=".1f",
        plot=lambda ax: _draw([combined, greedy], ax),
    )


def _other_places(combined: Experiment, greedy: Experiment, greedy_bound: int) -> Iterator[Figure]:
    """The same experiment, as described in introduction and conclusion."""
    yield Figure(
        "combined, in introduction and conclusion: mean",
        "less than 66",
        f"{combined.mean:.2f}",
        holds=combined.interval()[1] < 66,
        sample=_sample(combined),
    )
    yield Figure(
        "combined, in introduction and conclusion: worst case",
        93,
        combined.max,
        why=f"Abstract and Table III have 95 for the same experiment. Of our {combined.n:,} boards "
        f"{round(share(combined.histogram, 94) * combined.n):,} took more than 93.",
        holds=combined.max <= 93,
        sample=_sample(combined),
    )
    yield _most(
        "greedy, in the conclusion: most",
        greedy,
        190,
        greedy_bound,
        "Abstract and Table III have 195 for the same experiment; a sample can have either.",
    )


def _optimum(run: Run) -> Figure:
    from puzzle15.experiments import experiment

    number = run.sample(quick=400, full=4000)
    one = experiment(number, "optimal", seed=run.seed, threads=run.threads, progress=False)
    return Figure(
        "Table II: mean optimum",
        "?",
        round(one.mean, 2),
        "An open problem of the report.",
        interval=one.interval(),
        sample=_sample(one),
        style=".2f",
    )


def _times(run: Run, greedy: Experiment) -> Iterator[Figure]:
    """The time for a solution, on one thread."""
    from puzzle15.generate import random_boards
    from puzzle15.solving import solve_many

    boards = random_boards(run.sample(quick=200_000, full=200_000), seed=run.seed)
    begin = time.perf_counter()
    solve_many(boards, method="combined", threads=1)
    each = (time.perf_counter() - begin) / len(boards)
    machine = "Printed for an Intel Core i7-3930K at 3.2 GHz; here one core of this machine, see above."
    yield Figure(
        "time a solution, combined",
        "less than 0.07 ms",
        f"{1e6 * each:.1f} µs",
        machine,
        timed=True,
        sample=f"{len(boards):,} boards in a batch",
    )
    yield Figure(
        "time a solution, greedy",
        "less than 0.04 ms",
        f"{1e6 * greedy.seconds / greedy.n:.1f} µs",
        f"{machine} Most of it is making the board and calling from Python.",
        timed=True,
        sample=_sample(greedy),
    )
