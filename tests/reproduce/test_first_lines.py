"""All shortest solutions at once against one after another, in plain Python."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from puzzle15 import count_optimal, reference
from puzzle15.graphs import SolutionGraph, solution_graph
from puzzle15.reproduce.papers.first_lines import BOTH, COLUMN, ROW, settled
from puzzle15.reproduce.papers.uniform import chart_unit, slightly_different
from puzzle15.tables import TableName

Fate = tuple[int, bool]


def fate(tiles: tuple[int, ...], cols: int, moves: str, cells: tuple[int, ...]) -> Fate:
    """Since when the tiles of these cells are home for good, and whether they were so before and left."""
    goal = (*range(1, len(tiles)), 0)
    boards = [reference.apply(tiles, cols, moves[:count]) for count in range(len(moves) + 1)]
    whole = [all(board[cell] == goal[cell] for cell in cells) for board in boards]
    since = next(count for count in range(len(whole)) if all(whole[count:]))
    return since, any(whole[:since])


def fates(graph: SolutionGraph, vertex: int, groups: list[tuple[int, ...]]) -> Counter[tuple[Fate, ...]]:
    """The same for all shortest solutions of a board."""
    tiles, cols = tuple(graph.tiles[vertex].tolist()), graph.shape[1]
    goal = (*range(1, len(tiles)), 0)
    found = reference.all_optimal(tiles, goal, cols)
    return Counter(tuple(fate(tiles, cols, moves, cells) for cells in groups) for moves in found)


@pytest.mark.parametrize(
    ("name", "groups", "boards"), [("2x3", [(0, 1, 2), (0, 3)], 100), ("3x3", [ROW, COLUMN, BOTH], 25)]
)
def test_one_board_after_another(name: TableName, groups: list[tuple[int, ...]], boards: int) -> None:
    graph = solution_graph(name)
    starts, found = settled(graph, groups)
    for vertex in random.Random(1).sample(range(graph.vertices), boards):
        mine = [number for number, start in enumerate(starts.tolist()) if start == vertex]
        together = Counter(
            tuple((int(group.since[number]), bool(group.broken[number])) for group in found)
            for number in mine
        )
        assert together == fates(graph, vertex, groups)


def test_every_solution_is_played() -> None:
    graph = solution_graph("3x3")
    starts, _ = settled(graph, [])
    counts = Counter(starts.tolist())
    assert len(counts) == graph.vertices
    for vertex in random.Random(2).sample(range(graph.vertices), 100):
        assert counts[vertex] == count_optimal(graph.tiles[vertex].tolist())


def test_charts() -> None:
    assert chart_unit("Fig.", (5, 1200), "thousands").computed == "peak of 1.2 thousands at 1"
    with pytest.raises(ValueError, match="unexplained"):
        chart_unit("Fig.", (5, 499), "thousands")
    assert slightly_different((10, 11), (10, 10, 1)).computed == "4.8 % of the boards"
    with pytest.raises(ValueError, match=r"25\.0 % of the boards computed, unexplained"):
        slightly_different((1, 3), (2, 2, 0))
