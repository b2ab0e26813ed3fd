"""Parberry 2014 without its Uniform Distribution Assumption, and what can be read of its charts.

The moves of the three stages are counted over all 16!/2 boards, exactly; see `puzzle15.theory.row_first`.
Charts are pictures without numbers, of which the captions give the unit of the vertical axis.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzle15.reproduce.figures import Figure

__all__ = ["chart_unit", "slightly_different", "without_assumption"]

UNITS = {"hundreds": 100, "thousands": 1000, "tens of thousands": 10_000}


def without_assumption() -> Iterator[Figure]:
    """Mean and worst case of the three stages over every 15-puzzle, beside those of Table I.

    >>> [(figure.printed, figure.computed, figure.verdict) for figure in without_assumption()][1:]
    [(67.75, 67.63, 'differs'), ('at most 108', '106, for 1,818 boards', 'agrees')]
    """
    from puzzle15.theory import row_first

    every, most = row_first(), row_first(ties="most")
    low, high = float(every.mean), float(most.mean)
    yield Figure(
        "Table I, counted over all boards: means of the stages",
        (26.87, 18.83, 22.04),
        tuple(round(float(mean), 2) for mean in every.stage_means),
        f"Over all {every.boards:,} boards, row first.",
        why="The tiles that a stage leaves are in random order, as the report assumes, but the blank is not "
        "in a random cell: stages 1 and 2 end next to the line just solved, and our tables choose the cell "
        "from which the least is expected to follow.",
        style=".2f",
    )
    yield Figure(
        "Table I, counted over all boards: mean",
        67.75,
        round(low, 2),
        f"Exactly {every.mean}. The text says at most 67.75, which is right. Where several paths of a stage "
        f"are equally short, ours takes the one with the best prospects; the opposite rule gives {high:.4f}, "
        "and any other rule something in between.",
        why="The sum of the three means above.",
        style=".2f",
        plot=every.plot,
    )
    yield Figure(
        "Table I, counted over all boards: worst",
        "at most 108",
        f"{every.worst}, for {every.counts[-1]:,} boards",
        "No board meets the worst cases of all three stages.",
        holds=every.worst <= 108,
    )


def chart_unit(name: str, counts: tuple[int, ...], unit: str) -> Figure:
    """What can be read of a chart: in which unit its counts are, so how high it is.

    >>> figure = chart_unit("Fig. 0", (1, 250, 700, 3), "hundreds")
    >>> figure.name, figure.computed, figure.verdict
    ('Fig. 0: unit of the vertical axis', 'peak of 7.0 hundreds at 2', 'agrees')
    """
    peak = max(counts)
    return Figure(
        f"{name}: unit of the vertical axis",
        unit,
        f"peak of {peak / UNITS[unit]:.1f} {unit} at {counts.index(peak)}",
        f"{peak:,} configurations at the peak.",
        holds=1 <= peak / UNITS[unit] < 100,
        criterion="the peak is at least one of the unit, and less than a hundred",
    )


def slightly_different(some: tuple[int, ...], every: tuple[int, ...]) -> Figure:
    """How far the 8-puzzles of the last stage are from all of them, by length.

    >>> slightly_different((1, 1), (2, 2)).computed
    '0.0 % of the boards'
    """
    length = max(len(some), len(every))
    shares = [
        [count / sum(counts) for count in (*counts, *[0] * length)[:length]] for counts in (some, every)
    ]
    moved = sum(abs(one - other) for one, other in zip(*shares, strict=True)) / 2
    return Figure(
        "Fig. 10 against Fig. 2",
        "only slightly different",
        f"{moved:.1%} of the boards".replace("%", " %"),
        "The share of boards that would have to change their length to make the two distributions "
        f"equal. The peak is at {some.index(max(some))} and at {every.index(max(every))} moves.",
        holds=moved < 0.1,
        criterion="it is less than a tenth",
    )
