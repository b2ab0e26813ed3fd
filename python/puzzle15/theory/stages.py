"""The three stages of Parberry's report of 2014, row first, over every 15-puzzle: counted, not sampled.

The report assumes that the 8-puzzle which the first two stages leave is a random one (the "Uniform
Distribution Assumption"). It is, given the cell of the blank: a stage looks at its own tiles and the blank
alone, so its moves shuffle the other tiles in the same way, whatever their order. So the lengths of the
stages can be counted one after another, by the cell in which the blank is left. That only half of all orders
can be solved changes nothing: exchanging two tiles that a stage does not look at leads from one half to the
other. `puzzle15.reference.row_first` does the same in plain Python, and has the argument in full.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from puzzle15.errors import UnsupportedError

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from puzzle15.graphs import SolutionGraph

__all__ = ["RowFirst", "Ties", "row_first"]

Ties: TypeAlias = Literal["least", "most"]
"""Which of several shortest paths of a stage is taken: one that ends where the least is expected to follow,
as in the tables of the solver, or the most."""

Stages: TypeAlias = tuple[int, int, int]
_Lengths: TypeAlias = Counter[tuple[int, ...]]


@dataclass(frozen=True)
class RowFirst:
    """How many moves row, column and 3×3 take one after another; made by `row_first`.

    >>> every = row_first()
    >>> every.boards, every.worst, every.counts[-1]
    (10461394944000, 106, 1818)
    >>> every.mean, round(float(every.mean), 4)
    (Fraction(88435401752323, 1307674368000), 67.628)
    >>> [round(float(mean), 4) for mean in every.stage_means]
    [26.8745, 18.7677, 21.9858]
    """

    by_stages: dict[Stages, int] = field(repr=False)
    """How many boards there are for each length of the three stages."""

    def __repr__(self) -> str:
        """What matters, in a line."""
        return f"<RowFirst: {self.boards:,} boards, mean {float(self.mean):.4f}, at most {self.worst} moves>"

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many boards take 0, 1, 2, ... moves."""
        counts: Counter[int] = Counter()
        for lengths, boards in self.by_stages.items():
            counts[sum(lengths)] += boards
        return tuple(counts[moves] for moves in range(max(counts) + 1))

    @property
    def boards(self) -> int:
        """How many boards there are: 16!/2."""
        return sum(self.counts)

    @property
    def mean(self) -> Fraction:
        """The mean number of moves, exactly."""
        return Fraction(sum(moves * boards for moves, boards in enumerate(self.counts)), self.boards)

    @property
    def worst(self) -> int:
        """The most moves that any board takes."""
        return len(self.counts) - 1

    @property
    def stage_means(self) -> tuple[Fraction, ...]:
        """The mean number of moves of each stage, exactly."""
        totals = (sum(key[stage] * boards for key, boards in self.by_stages.items()) for stage in range(3))
        return tuple(Fraction(total, self.boards) for total in totals)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw how many boards there are of each length, with matplotlib; see `puzzle15.plot`.

        >>> row_first().plot().get_title(loc="left")
        'row first: all 10,461,394,944,000 boards'
        """
        from puzzle15 import plot

        return plot.histogram(
            self.counts, ax, title=f"row first: all {self.boards:,} boards", what="boards", along="moves"
        )


def row_first(ties: Ties = "least") -> RowFirst:
    """Count the moves for the first row, then the first column, then the rest, over all 15-puzzles.

    Each stage takes the fewest moves for itself. Where several paths are equally short, `ties` says which of
    them is taken. `"least"` is what the solver does, and no rule that looks at the stage's tiles and the
    blank gives a smaller mean; none gives a larger one than `"most"`.

    `method="combined"` also tries the column first and keeps the shorter solution, so no board takes it more
    moves than this. The count takes about a second.

    >>> round(float(row_first(ties="most").mean), 4)
    67.6605
    """
    from puzzle15.graphs import solution_graph

    if ties not in ("least", "most"):
        raise UnsupportedError(f"ties is 'least' or 'most', got {ties!r}")
    row, column, square = (solution_graph(name) for name in ("row", "column", "3x3"))
    after: dict[int, _Lengths] = {}
    for cell in range(9):
        distances = square.distances[square.blanks == cell]
        # The same cell of the second stage's board, which has one more column.
        after[cell // 3 * 4 + cell % 3 + 1] = Counter((moves,) for moves in distances.tolist())
    after = {4 + cell: lengths for cell, lengths in _with_stage(column, after, ties).items()}
    every: _Lengths = Counter()
    for lengths in _with_stage(row, after, ties).values():
        every.update(lengths)
    return RowFirst({(first, second, third): boards for (first, second, third), boards in every.items()})


def _with_stage(graph: SolutionGraph, after: dict[int, _Lengths], ties: Ties) -> dict[int, _Lengths]:
    """The lengths of a stage and of what follows it, by the cell of the blank when the stage begins.

    `after` has the lengths of what follows, by the cell of the blank when the stage ends; there are equally
    many boards for each cell.
    """
    from puzzle15._support.numeric import np

    values = {
        cell: sum(sum(key) * boards for key, boards in lengths.items()) for cell, lengths in after.items()
    }
    ends = _ends(graph, values, ties)
    # One number for all three, which are below 64; sorting them would keep Ctrl-C waiting.
    states = np.bincount((graph.blanks.astype(np.int64) * 64 + graph.distances) * 64 + ends)
    joined: dict[int, _Lengths] = {}
    for key in np.flatnonzero(states).tolist():
        begin, moves, end, count = key >> 12, key >> 6 & 63, key & 63, int(states[key])
        lengths = joined.setdefault(begin, Counter())
        for others, boards in after[end].items():
            lengths[(moves, *others)] += count * boards
    return joined


def _ends(graph: SolutionGraph, values: dict[int, int], ties: Ties) -> NDArray[np.int64]:
    """By state the cell of the blank when the stage ends, if ties are decided by the value of that cell.

    Going out from the goals, each state takes over the best end of those next to it and nearer to a goal.
    """
    from puzzle15._support.numeric import np

    best_first = sorted(values, key=values.__getitem__, reverse=ties == "most")
    ranks = np.full(max(values) + 1, -1)
    ranks[best_first] = np.arange(len(best_first))
    found = np.full(graph.vertices, len(best_first))
    found[graph.goals] = ranks[graph.blanks[graph.goals]]
    sources, targets = graph.edges.T
    nearer = graph.distances[targets] < graph.distances[sources]
    sources, targets = sources[nearer], targets[nearer]
    for distance in range(1, int(graph.distances.max()) + 1):
        here = graph.distances[sources] == distance
        np.minimum.at(found, sources[here], found[targets[here]])
    cells: NDArray[np.int64] = np.array(best_first)[found]
    return cells
