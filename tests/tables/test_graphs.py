"""Solution graphs: vertices and edges against the twins, and what NetworkX makes of them."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from puzzle15 import MissingPackageError, UnsupportedError, arrays, reference
from puzzle15.graphs import SolutionGraph, solution_graph
from puzzle15.indexing import hex_board, hex_tiles
from puzzle15.reference.tables import Depths, Moves
from puzzle15.tables import TableName, move_table

nx = pytest.importorskip("networkx")


def twin(name: str) -> tuple[reference.Space, Depths, Moves]:
    """The states of a table, with distances and moves, by dictionaries."""
    stage = {"row": reference.row_stage, "column": reference.column_stage}.get(name)
    if stage is not None:
        return (stage()[0], *reference.stage_table(name))
    rows, cols = map(int, name.split("x"))
    space = reference.Space(rows, cols, told=(rows * cols - 1) // 2, whole=True)
    return (space, *reference.move_table(space, [((*range(1, rows * cols), 0), 0)]))


def standard_tiles(graph: SolutionGraph, vertex: int, alike: int) -> tuple[int, ...]:
    """A vertex as the twin writes it."""
    names = {-1: alike} | ({5: 1, 9: 2, 13: 3} if graph.name == "column" else {})
    return tuple(names.get(tile, tile) for tile in graph.tiles[vertex].tolist())


@pytest.mark.parametrize(
    "name", ["2x2", "2x3", "2x4", "3x3", "column", pytest.param("row", marks=pytest.mark.slow)]
)
def test_vertices_and_edges_are_those_of_the_twin(name: TableName) -> None:
    graph, (space, depths, moves) = solution_graph(name), twin(name)
    rows, cols = graph.shape
    assert (rows, cols) == (space.rows, space.cols)
    assert graph.vertices == space.size == len(depths)
    for vertex in range(0, graph.vertices, max(1, graph.vertices // 15_000)):
        board = standard_tiles(graph, vertex, space.told + 1)
        assert space.index(board) == vertex
        there = {code: space.index(other) for code, other in reference.neighbours(board, cols)}
        assert {code: to for code, to in enumerate(graph.targets[vertex].tolist()) if to >= 0} == there
        if graph.next_moves[vertex] >= 0:
            assert graph.next_moves[vertex] == moves[board]
            assert graph.distances[vertex] == depths[board]
        else:
            assert graph.distances[vertex] == 0
            assert depths[board] == 0 or name in ("row", "column"), "done, with the blank farther in"


@pytest.mark.parametrize(("name", "goals"), [("row", 12), ("column", 9), ("3x3", 1), ("2x5", 1)])
def test_the_arrays_fit_together(name: TableName, goals: int) -> None:
    graph, table = solution_graph(name), move_table(name)
    assert graph.vertices == table.states
    assert len(graph.goals) == goals
    sources, targets = graph.edges.T
    assert len(graph.edges) == len(graph.edge_moves) == int((graph.targets >= 0).sum())
    assert (graph.targets[targets, graph.edge_moves ^ 1] == sources).all(), "every move can be reversed"
    assert (graph.distances[sources] - graph.distances[targets] <= 1).all(), "no edge is a short cut"
    assert (graph.blanks[sources] != graph.blanks[targets]).all()
    inner = np.flatnonzero(graph.next_moves >= 0)
    assert (graph.distances[graph.next_vertices[inner]] == graph.distances[inner] - 1).all()
    assert (graph.next_vertices[graph.goals] == -1).all()
    assert set(graph.ends.tolist()) <= set(graph.goals.tolist())
    assert int(graph.distances.max()) == table.worst


def test_the_8_puzzle_beside_the_arrays() -> None:
    graph = solution_graph("3x3")
    assert (graph.distances == arrays.distance(graph.tiles.astype(np.uint8))).all()
    assert tuple(np.bincount(graph.distances).tolist()) == move_table("3x3").counts


def test_codes() -> None:
    shapes: dict[TableName, tuple[int, int]] = {"3x3": (3, 3), "2x4": (2, 4)}
    for name, (rows, cols) in shapes.items():
        graph = solution_graph(name)
        for vertex in range(0, graph.vertices, 997):
            assert list(hex_board(graph.code(vertex), rows, cols).tiles) == graph.tiles[vertex].tolist()
    column = solution_graph("column")
    for vertex in range(0, column.vertices, 97):
        tiles = [-1 if tile is None else tile for tile in hex_tiles(column.code(vertex), 4, 4)]
        assert tiles == [1, 2, 3, 4, *column.tiles[vertex].tolist()]


def test_networkx_finds_the_same_distances() -> None:
    graph = solution_graph("2x4")
    found = graph.to_networkx()
    assert (found.number_of_nodes(), found.number_of_edges()) == (20_160, len(graph.edges))
    distances = nx.single_target_shortest_path_length(found, int(graph.goals[0]))
    assert dict(distances) == dict(enumerate(graph.distances.tolist())) == dict(found.nodes(data="distance"))
    for a, b, data in list(found.edges(data=True))[::501]:
        assert "LRUD".index(data["move"]) == graph.targets[a].tolist().index(b)
        assert data["best"] == (graph.next_vertices[a] == b)


def test_a_part_of_it() -> None:
    graph = solution_graph("3x3")
    part = graph.to_networkx(max_distance=5, shortest=True)
    assert part.number_of_nodes() == sum(move_table("3x3").counts[:6])
    assert nx.is_directed_acyclic_graph(part)
    assert sorted(degree for _, degree in part.out_degree()) == [0] + [1] * (part.number_of_nodes() - 1)
    assert all(best for _, _, best in part.edges(data="best"))
    assert graph.to_networkx(max_distance=0).number_of_edges() == 0


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnsupportedError, match="choose 'row', 'column'"):
        solution_graph("4x4")  # type: ignore[arg-type]
    graph = solution_graph("2x2")
    with pytest.raises(UnsupportedError, match="max_distance is a whole number from 0 to 255"):
        graph.to_networkx(max_distance=-1)
    monkeypatch.setitem(sys.modules, "networkx", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingPackageError, match=r'needs networkx; pip install "puzzle15\[graph\]"'):
        graph.to_networkx()
