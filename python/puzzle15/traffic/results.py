"""What a measurement found: rows and bytes sent from node to node, level by level and in total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzle15.errors import UnsupportedError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Crossing", "Plan", "Traffic", "TrafficArrays", "TrafficLevel"]


class Crossing(NamedTuple):
    """What goes from node to node, at one level or in total.

    >>> crossing = measure(3, 3, nodes=[4]).total(4)
    >>> crossing.rows <= crossing.pulls_along + crossing.pulls_between
    True
    """

    nodes: int
    """The number of nodes."""
    pulls_along: int
    """Pulls from another node for moves of the blank along a row of the board."""
    pulls_between: int
    """Pulls from another node for moves of the blank between two rows of the board."""
    rows: int
    """Rows sent: a node that pulls a row twice is sent it once."""
    states: int
    """States in those rows."""
    raw: int
    """Bytes, if each row is sent as it is."""
    coded: int
    """Bytes, if a row may also be sent as a list of positions: two for each, and two for each row."""
    least: float
    """Bytes that no code for single rows can beat on average."""
    busiest: int
    """Coded bytes that the busiest node sends or receives; in a total, the sum over the levels."""


class TrafficLevel(NamedTuple):
    """One level of a search.

    >>> level = measure(3, 3, nodes=[4]).levels[2]
    >>> level.depth, level.states, level.rows, level.moves
    (2, 4, 3, 12)
    """

    depth: int
    states: int
    rows: int
    """Rows that have any of the states."""
    moves: int
    """Moves from the states, including those that go back: what a search that sends states would send."""
    pulls_along: int
    """Pulls of these rows by rows that are not full, for moves along a row of the board."""
    pulls_between: int
    """The same for moves between two rows of the board."""
    crossings: tuple[Crossing, ...]
    """How much of that goes from node to node, by number of nodes."""


class TrafficArrays(NamedTuple):
    """A measurement as arrays: by depth; the last five by depth and number of nodes.

    >>> measure(3, 3, nodes=[4, 16]).arrays().coded.shape
    (32, 2)
    """

    depths: NDArray[np.int64]
    states: NDArray[np.int64]
    rows: NDArray[np.int64]
    moves: NDArray[np.int64]
    sent: NDArray[np.int64]
    raw: NDArray[np.int64]
    coded: NDArray[np.int64]
    least: NDArray[np.float64]
    busiest: NDArray[np.int64]


class Plan(NamedTuple):
    """The rows of a puzzle, and the lanes that its messages can take.

    >>> plan(4, 4, tiles=[1, 2, 3], nodes=[4])
    Plan(states=43680, rows=7280, row_bits=6, partition='sets', nodes=(4,), lanes=(1367,))
    """

    states: int
    rows: int
    """Rows, over all cells of the blank."""
    row_bits: int
    """Bits of a row."""
    partition: str
    nodes: tuple[int, ...]
    lanes: tuple[int, ...]
    """By number of nodes: the rows that would be sent if every row had states and every node wanted them. The
    colours of the board take turns, so a level sends at most about half of them."""


@dataclass(frozen=True)
class Traffic:
    """What a search would send, level by level.

    >>> traffic = measure(3, 3, nodes=[4, 16])
    >>> traffic
    <Traffic of 3×3: 181,440 states, 32 levels, on 4 and 16 nodes>
    """

    title: str
    plan: Plan
    levels: tuple[TrafficLevel, ...]
    seconds: float = field(compare=False)
    """How long the search took, with the measuring."""

    @property
    def states(self) -> int:
        """How many states were found.

        >>> measure(2, 3, nodes=[2]).states
        360
        """
        return sum(level.states for level in self.levels)

    def total(self, nodes: int) -> Crossing:
        """Everything that goes from node to node, with this many nodes.

        >>> measure(2, 3, nodes=[1, 2]).total(1).rows
        0
        """
        if nodes not in self.plan.nodes:
            raise UnsupportedError(f"this was measured for {list(self.plan.nodes)} nodes, got {nodes}")
        number = self.plan.nodes.index(nodes)
        columns = zip(*(level.crossings[number] for level in self.levels), strict=True)
        return Crossing(nodes, *[sum(column) for column in list(columns)[1:]])

    def table(self, nodes: int) -> str:
        """Every level as a line of text, in bytes.

        >>> print(measure(2, 2, nodes=[2]).table(2))
          depth  states  rows  pulls  rows sent  raw  coded  least  busiest
              0       1     1      2          0    0      0      0        0
              1       2     2      4          0    0      0      0        0
              2       2     2      2          0    0      0      0        0
              3       2     2      2          1    1      3      0        3
              4       2     2      2          1    1      3      0        3
              5       2     2      2          0    0      0      0        0
              6       1     1      0          0    0      0      0        0
        """
        self.total(nodes)
        number = self.plan.nodes.index(nodes)
        head = ("depth", "states", "rows", "pulls", "rows sent", "raw", "coded", "least", "busiest")
        lines: list[Sequence[str]] = [head]
        for level in self.levels:
            sent = level.crossings[number]
            cells = (level.depth, level.states, level.rows, level.pulls_along + level.pulls_between)
            costs = (sent.rows, sent.raw, sent.coded, round(sent.least), sent.busiest)
            lines.append(tuple(f"{cell:,}" for cell in (*cells, *costs)))
        return _aligned(lines)

    def arrays(self) -> TrafficArrays:
        """Everything as arrays, by depth.

        >>> measure(2, 3, nodes=[2]).arrays().states.tolist()[:5]
        [1, 2, 3, 5, 6]
        """
        from puzzle15._support.numeric import np

        def column(name: str) -> NDArray[np.int64]:
            return np.array([getattr(level, name) for level in self.levels], np.int64)

        def costs(name: str) -> NDArray[np.float64]:
            return np.array([[getattr(sent, name) for sent in level.crossings] for level in self.levels])

        depths, states, rows, moves = map(column, ("depth", "states", "rows", "moves"))
        sent, raw, coded, busiest = (
            costs(name).astype(np.int64) for name in ("rows", "raw", "coded", "busiest")
        )
        return TrafficArrays(depths, states, rows, moves, sent, raw, coded, costs("least"), busiest)

    def to_json(self) -> dict[str, Any]:
        """Everything as a dictionary for JSON.

        >>> import json
        >>> text = json.dumps(measure(2, 2, nodes=[2]).to_json())
        >>> json.loads(text)["levels"][3]["crossings"][0]["rows"]
        1
        """
        contents = asdict(self)
        contents["plan"] = self.plan._asdict()
        contents["levels"] = [
            level._asdict() | {"crossings": [sent._asdict() for sent in level.crossings]}
            for level in self.levels
        ]
        return contents

    def __repr__(self) -> str:
        """One line."""
        *some, last = map(str, self.plan.nodes)
        nodes = f"{', '.join(some)} and {last}" if some else last
        return (
            f"<Traffic of {self.title}: {self.states:,} states, {len(self.levels)} levels, on {nodes} nodes>"
        )

    def __str__(self) -> str:
        """A table with a line for each number of nodes, in millions of bytes."""
        lines: list[Sequence[str]] = [("nodes", "rows sent", "raw", "coded", "least", "busiest")]
        for total in map(self.total, self.plan.nodes):
            costs = (total.raw, total.coded, total.least, total.busiest)
            lines.append((str(total.nodes), f"{total.rows:,}", *(f"{cost / 1e6:,.3f} M" for cost in costs)))
        plan = self.plan
        head = f"{self.title} ({plan.states:,} states, {plan.rows:,} rows of {plan.row_bits:,} bits)"
        return f"{head}, cut by {plan.partition}\n{_aligned(lines)}"


def _aligned(lines: Sequence[Sequence[str]]) -> str:
    """Columns, two spaces apart, each as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "".join(f"  {cell:>{width}}" for cell, width in zip(line, widths, strict=True)) for line in lines
    )
