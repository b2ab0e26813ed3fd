"""Solution graphs: a vertex for every state of a move table, and an edge for every legal move.

This is the graph that Parberry's report of 2014 searches, for the 8-puzzle and for each stage of the
15-puzzle. Vertices are numbered like the entries of `puzzle15.tables.move_table`.

>>> from puzzle15.graphs import solution_graph
>>> graph = solution_graph("3x3")
>>> graph
<SolutionGraph of 3x3: 181,440 vertices, 483,840 edges>
>>> int(graph.goals[0]), graph.code(161280), graph.edges[graph.edges[:, 0] == 161280].tolist()
(161280, '0x012345678', [[161280, 141120], [161280, 100801]])
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from puzzle15 import _core
from puzzle15._support.checks import check_flag, check_name, check_package, check_whole
from puzzle15._support.numeric import np
from puzzle15.indexing import code_of
from puzzle15.tables import TableName, table_name

if TYPE_CHECKING:
    import networkx as nx
    from numpy.typing import NDArray

__all__ = ["SolutionGraph", "solution_graph"]

_LETTERS = "LRUD"
_COLUMN = np.array([0, 5, 9, 13, -1], np.int8)
"""The tiles 1, 2, 3 of the second stage by their names on the whole board; the last one is that of -1."""

# What NetworkX takes, measured: 1.1 KB a vertex and 0.35 KB an edge, and some more.
_VERTEX_BYTES = 1200
_EDGE_BYTES = 400


@dataclass(frozen=True, eq=False)
class SolutionGraph:
    """The solution graph of a small puzzle or of a stage, as arrays; made by `solution_graph`.

    >>> graph = solution_graph("2x2")
    >>> graph.tiles[9].tolist(), graph.targets[9].tolist(), int(graph.next_moves[9])
    ([1, 2, 3, 0], [6, -1, 3, -1], -1)
    >>> graph.distances.tolist()
    [2, 2, 6, 1, 3, 5, 1, 3, 5, 0, 4, 4]
    >>> graph.vertices, graph.goals.tolist(), graph.edges[:2].tolist()
    (12, [9], [[0, 3], [0, 7]])
    """

    name: str
    """Which table it is of: `"row"`, `"column"`, `"3x3"` and so on."""
    shape: tuple[int, int]
    """Rows and columns of the part of the board that the table is about."""
    tiles: NDArray[np.int8]
    """By vertex and cell what stands there: 0 is the blank, and -1 a tile that is not told apart."""
    targets: NDArray[np.int32]
    """By vertex and move of the blank (L, R, U, D) the vertex that it leads to; -1 if there is none."""
    next_moves: NDArray[np.int8]
    """By vertex the table's move: 0, 1, 2, 3 for L, R, U, D, and -1 where nothing is left to do."""

    @property
    def vertices(self) -> int:
        """How many vertices there are."""
        return len(self.tiles)

    @cached_property
    def edges(self) -> NDArray[np.int64]:
        """A row for every legal move: from which vertex to which, in the order of the vertices."""
        sources, codes = self._moves
        _core.require_memory(20 * len(sources))
        return np.stack([sources, self.targets[sources, codes]], axis=1)

    @property
    def edge_moves(self) -> NDArray[np.int64]:
        """By edge its move: 0, 1, 2, 3 for L, R, U, D.

        >>> solution_graph("2x2").edge_moves[:4]
        array([1, 3, 1, 3])
        """
        return self._moves[1]

    @cached_property
    def _moves(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        # On average, a state has at most three moves, of sixteen bytes.
        _core.require_memory(52 * self.vertices)
        sources, codes = np.nonzero(self.targets >= 0)
        return sources, codes

    @property
    def goals(self) -> NDArray[np.int64]:
        """The vertices where nothing is left to do: the goal, or every state in which the stage is done."""
        return np.flatnonzero(self.next_moves < 0)

    @cached_property
    def next_vertices(self) -> NDArray[np.int32]:
        """By vertex where the table's move leads: the next state on a shortest path. -1 at a goal.

        >>> solution_graph("2x2").next_vertices.tolist()
        [3, 6, 5, 9, 1, 10, 9, 0, 11, -1, 7, 4]
        """
        moved = self.targets[np.arange(self.vertices), np.maximum(self.next_moves, 0)]
        return np.where(self.next_moves < 0, -1, moved)

    @cached_property
    def distances(self) -> NDArray[np.int64]:
        """By vertex the number of moves to the nearest goal, which is the number that the table takes."""
        return self._walks[0]

    @property
    def ends(self) -> NDArray[np.int64]:
        """By vertex the goal at which the table's path ends.

        >>> solution_graph("column").ends[:3]
        array([1218, 1218, 1218])
        """
        return self._walks[1]

    @cached_property
    def _walks(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """All vertices walk at once, one move each in turn, until all have arrived."""
        _core.require_memory(49 * self.vertices)
        at = np.arange(self.vertices)
        lengths = np.zeros(self.vertices, np.int64)
        step = np.where(self.next_vertices < 0, at, self.next_vertices)
        while (moving := self.next_moves[at] >= 0).any():
            lengths += moving
            at = step[at]
        return lengths, at

    @property
    def blanks(self) -> NDArray[np.int64]:
        """By vertex the cell of the blank.

        >>> solution_graph("2x2").blanks
        array([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3])
        """
        cells: NDArray[np.int64] = np.argmin(abs(self.tiles), axis=1)
        return cells

    def code(self, vertex: int) -> str:
        """Parberry's hexadecimal code of a vertex; see `puzzle15.indexing`.

        >>> solution_graph("row").code(524159), solution_graph("column").code(0)
        ('0x444444444443210F', '0x0123F48C55555555')
        """
        above = [1, 2, 3, 4] if self.name == "column" else []
        tiles = above + self.tiles[vertex].tolist()
        return code_of(tuple(None if tile < 0 else tile for tile in tiles))

    def to_networkx(self, *, max_distance: int | None = None, shortest: bool = False) -> nx.DiGraph:
        """The graph for NetworkX, which the extra `graph` brings.

        A vertex has `code` and `distance`. An edge has `move`, a letter, and `best`, which is whether the
        table has that move. With `shortest` there are only the best edges, one from every vertex that is not
        a goal. With `max_distance` there are only the vertices within that distance of a goal. The whole
        graph of the 8-puzzle takes some seconds and 0.4 GB; this is the part of it in the report's figure 5:

        >>> part = solution_graph("3x3").to_networkx(max_distance=1)
        >>> code = part.nodes(data="code")
        >>> for a, b, move in part.edges(data="move"):
        ...     print(code[a], move, code[b])
        0x012348675 D 0x012345678
        0x012345687 R 0x012345678
        0x012345678 L 0x012345687
        0x012345678 U 0x012348675
        """
        check_flag("shortest", shortest)
        check_package("networkx", "a graph for NetworkX needs networkx", "graph")
        check_whole("max_distance", max_distance, 0, 255)
        import networkx as nx

        kept = np.full(self.vertices, True) if max_distance is None else self.distances <= max_distance
        sources, codes = self._moves
        best = self.next_moves[sources] == codes
        used = kept[sources] & kept[self.edges[:, 1]] & (best if shortest else True)
        vertices, edges = np.flatnonzero(kept), np.flatnonzero(used)
        _core.require_memory(_VERTEX_BYTES * len(vertices) + _EDGE_BYTES * len(edges))
        graph = nx.DiGraph(name=f"solution graph of {self.name}")
        graph.add_nodes_from(
            (vertex, {"code": self.code(vertex), "distance": distance})
            for vertex, distance in zip(vertices.tolist(), self.distances[vertices].tolist(), strict=True)
        )
        columns = (self.edges[edges, 0], self.edges[edges, 1], codes[edges], best[edges])
        graph.add_edges_from(
            (a, b, {"move": _LETTERS[code], "best": is_best})
            for a, b, code, is_best in zip(*(column.tolist() for column in columns), strict=True)
        )
        return graph

    def __repr__(self) -> str:
        """The name, and how large it is."""
        return f"<SolutionGraph of {self.name}: {self.vertices:,} vertices, {len(self.edges):,} edges>"


def solution_graph(name: TableName) -> SolutionGraph:
    """The solution graph of a table; the names are those of `puzzle15.tables.move_table`.

    It takes 17 bytes a vertex and one for each cell: 17 MB for the first stage, 49 MB for 2×5.

    >>> [solution_graph(name).vertices for name in ("stage 1", "stage 2", "3x3")]
    [524160, 11880, 181440]
    """
    check_name("name", name, "tables.move_table")
    name = table_name(name)
    found = _core.solution_graph(name)
    cells = len(found.tiles) // len(found.next)
    rows = {"row": 4, "column": 3, "3x3": 3}.get(name, 2)
    tiles = np.frombuffer(found.tiles, np.int8).reshape(-1, cells)
    return SolutionGraph(
        name,
        (rows, cells // rows),
        _COLUMN[tiles] if name == "column" else tiles,
        np.frombuffer(found.targets, np.int32).reshape(-1, 4),
        np.frombuffer(found.next, np.int8),
    )
