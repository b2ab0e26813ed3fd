"""Korf's search of 1985, node for node: the yardstick for every cleverer search for shortest solutions.

`plain_search` is iterative deepening A* with the Manhattan distance and nothing else. It tries all paths up
to a bound, one after another and without remembering any, and prunes those that leave too few moves for the
distance that remains; then it raises the bound by two, and so on. It counts nodes as Korf did: the start
once, and each board that a move generates, whether or not it is expanded; moves that undo the last one are
not made. So his figures come out (here board 79 of his hundred, whose goal has the blank first):

>>> from puzzle15 import goals
>>> board = "0 1 9 7/11 13 5 3/14 12 4 2/8 6 10 15"
>>> search = plain_search(board, goal=goals.rows(4, 4, blank=0))
>>> len(search.solution), search.nodes
(42, 540860)

Of his counts 97 come out; those of boards 22, 88 and 89 differ, and are 750,745,755, 6,320,047,980 and
166,571,021 here. His boards take 363 million nodes on average, some seconds each today; the hardest a minute.

Korf, R. E. (1985), Depth-first iterative-deepening: an optimal admissible tree search, Artificial
Intelligence 27, 97-109.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass

from puzzle15 import _core
from puzzle15._support.checks import seconds_of
from puzzle15.errors import Option, UnsupportedError
from puzzle15.goals import GoalLike, resolve
from puzzle15.solving import Solution
from puzzle15.typing import BoardLike, as_board

__all__ = ["PlainSearch", "plain_search"]

# The most that the core can count to; no search gets there.
_MOST_NODES = 2**64 - 1


@dataclass(frozen=True, slots=True)
class PlainSearch:
    """What a search found.

    >>> search = plain_search("1 2 3/0 5 6/4 7 8")
    >>> search.solution.moves, search.nodes, search.lower_bound
    ('DRR', 7, 3)
    """

    solution: Solution | None
    """A shortest solution, or None if `timeout` or `max_nodes` came first."""
    nodes: int
    """Nodes generated, including the start; the goal is the last."""
    lower_bound: int
    """No solution is shorter; the length of `solution`, if there is one."""


def plain_search(
    board: BoardLike,
    *,
    goal: GoalLike | None = None,
    order: str = "ULRD",
    timeout: float | None = None,
    max_nodes: int | None = None,
) -> PlainSearch:
    """Find a shortest solution by iterative deepening with the Manhattan distance, and count the nodes.

    `order` is the order in which the blank's moves are tried; up, left, right, down gives the published
    figures. It decides which shortest solution is found, and how much of the last iteration has to be
    searched for it. The search gives up after `timeout` seconds or `max_nodes` nodes; what it has proved by
    then is in `lower_bound`. Ctrl-C stops it at once.

    >>> plain_search("8 6 7/2 5 4/3 0 1").nodes
    24015
    >>> plain_search("8 6 7/2 5 4/3 0 1", order="DRLU").nodes
    28380
    >>> plain_search("8 6 7/2 5 4/3 0 1", max_nodes=10_000)
    PlainSearch(solution=None, nodes=10000, lower_bound=29)
    """
    start = as_board(board)
    target = resolve(goal, start)
    if not isinstance(order, str):
        raise TypeError(f"order is a string of the letters L, R, U and D, as in 'ULRD', got {order!r}")
    found = _core.manhattan_search(start, target, order, _max_nodes(max_nodes), seconds_of(timeout))
    if found.moves is None:
        return PlainSearch(None, found.nodes, found.lower_bound)
    stages = [("manhattan", len(found.moves))]
    solution = Solution._known(
        start, target, found.moves, "manhattan", True, stages, made_by=f"korf {_core.ANSWERS}"
    )
    return PlainSearch(solution, found.nodes, found.lower_bound)


def _max_nodes(max_nodes: int | None) -> int | None:
    if max_nodes is None:
        return None
    try:
        number = operator.index(max_nodes)
    except TypeError:
        raise TypeError(f"max_nodes is a whole number, or None for no limit, got {max_nodes!r}") from None
    if number < 1:
        raise UnsupportedError(
            Option("max_nodes"),
            f" is 1 or more, as the start is a node, or None for no limit; got {number}",
        )
    return min(number, _MOST_NODES)
