"""What Parberry's report of 2014 says of shortest solutions of the 8-puzzle, over all of them.

The report looked at some random examples. Many of them, it says, solve the first row and column and then
leave them in place, and most of these finish one of the two lines before the other, which they solve without
touching it. Here every shortest solution of every board is played, all together, one move each in turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from puzzle15._support.numeric import np
from puzzle15.reproduce.figures import Figure

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from puzzle15.graphs import SolutionGraph

__all__ = ["Settled", "first_lines", "settled"]

ROW, COLUMN, BOTH = (0, 1, 2), (0, 3, 6), (0, 1, 2, 3, 6)
"""The cells of the first row, of the first column, and of both."""


class Settled(NamedTuple):
    """When some tiles come home, in each of many solutions.

    >>> from puzzle15.graphs import solution_graph
    >>> starts, (row,) = settled(solution_graph("2x2"), [(0, 1)])
    >>> starts.tolist()  # Once for each solution, in no particular order.
    [2, 2, 5, 8, 10, 11, 4, 7, 0, 1, 3, 6, 9]
    >>> row.since.tolist()
    [6, 5, 5, 4, 4, 3, 2, 3, 2, 1, 1, 0, 0]
    """

    since: NDArray[np.int64]
    """After how many moves they are home for good."""
    broken: NDArray[np.bool_]
    """Whether they all were at home before, and one of them left."""


def settled(graph: SolutionGraph, groups: Sequence[Sequence[int]]) -> tuple[NDArray[np.int64], list[Settled]]:
    """Play all shortest solutions of all boards; the vertex at which each begins, and each group of homes.

    >>> from puzzle15.graphs import solution_graph
    >>> starts, (row, column) = settled(solution_graph("2x3"), [(0, 1, 2), (0, 3)])
    >>> len(starts), int(row.since.max()), int(column.broken.sum())
    (489, 21, 0)
    """
    goal = graph.tiles[graph.goals[0]]
    whole = [(graph.tiles[:, list(cells)] == goal[list(cells)]).all(axis=1) for cells in groups]
    at = starts = np.arange(graph.vertices)
    found = [Settled(np.where(home, 0, -1), np.zeros(len(at), bool)) for home in whole]
    moves = 0
    while (left := graph.distances[at]).any():
        moves += 1
        there = graph.targets[at]
        nearer = (there >= 0) & (graph.distances[there] == left[:, np.newaxis] - 1)
        rows, codes = np.nonzero(nearer)  # A solution goes on in as many ways as there are moves nearer home.
        arrived = np.flatnonzero(left == 0)
        order = np.concatenate([rows, arrived])
        at = np.concatenate([there[rows, codes], at[arrived]])
        starts = starts[order]
        for number, home in enumerate(whole):
            since, broken = (column[order] for column in found[number])
            now = home[at]
            broken |= (since >= 0) & ~now
            found[number] = Settled(np.where(now, np.where(since < 0, moves, since), -1), broken)
    return starts, found


def first_lines() -> Iterator[Figure]:
    """The two statements, over all 181,440 boards.

    >>> [figure.verdict for figure in first_lines()]
    ['agrees', 'agrees']
    """
    from puzzle15.graphs import solution_graph

    graph = solution_graph("3x3")
    starts, (row, column, both) = settled(graph, [ROW, COLUMN, BOTH])
    total, kept = len(starts), ~both.broken
    rest = graph.distances[starts] - both.since
    yield Figure(
        "shortest 8-puzzle solutions that solve first row and column, then leave them in place",
        "many",
        f"{int(kept.sum()):,} of {total:,}",
        f"All shortest solutions of all {graph.vertices:,} boards, where the report looked at some. Counted "
        "are those in which tiles 1, 2, 3, 4 and 7, from the first moment at which all of them are home, "
        "never move again. That is less than it sounds: they come home late, and the 2×2 that is left takes "
        f"{rest.mean():.2f} moves on average, and {rest.max()} at most.",
        holds=2 * int(kept.sum()) > total,
        criterion="more than half do so",
    )
    row_first = row.since < column.since
    first_broken = np.where(row_first, row.broken, column.broken)
    good = kept & ~first_broken & (row.since != column.since)
    between = abs(row.since - column.since)[good]
    two, four = (100 * float((between >= moves).mean()) for moves in (2, 4))
    boards = len(np.unique(starts[good]))
    yield Figure(
        "of these, those that solve one of the two, then the other while it stays in place",
        "most",
        f"{int(good.sum()):,} of {int(kept.sum()):,}",
        "Counted are those in which the line that is finished first (1 2 3 or 1 4 7), from the first moment "
        f"at which it is whole, stays whole, and that do not finish both at once. {boards:,} boards have "
        f"such a solution. The other line is finished {between.mean():.1f} moves later on average: two or "
        f"more in {two:.0f} % of the solutions, four or more in {four:.0f} %.",
        holds=2 * int(good.sum()) > int(kept.sum()),
        criterion="more than half do so",
    )
