"""Exhaustive search: the published figures, and the plain twin on random puzzles."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from math import factorial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzle15 import (
    Board,
    Layers,
    Position,
    explore,
    reference,
)
from puzzle15.typing import Metric

DATA = Path(__file__).parents[1] / "data"

Key = tuple[Metric, int, int, int]


def distributions() -> dict[Key, tuple[int, ...]]:
    found: dict[Key, dict[int, int]] = defaultdict(dict)
    with (DATA / "distributions.csv").open() as file:
        for row in csv.DictReader(file):
            metric: Metric = "single" if row["metric"] == "STM" else "multi"
            key = metric, int(row["rows"]), int(row["cols"]), int(row["blank_home"])
            found[key][int(row["depth"])] = int(row["count"])
    return {key: tuple(counts[depth] for depth in range(len(counts))) for key, counts in found.items()}


DISTRIBUTIONS = distributions()


@cache
def searched(rows: int, cols: int, blank: int, metric: Metric = "single") -> Layers:
    """The search of a whole puzzle, shared by several tests, since twelve cells take seconds."""
    return explore(rows, cols, blank=blank, metric=metric)


@pytest.mark.parametrize("size", ["2x2", "2x3", "3x3", "2x4", "3x4"])
def test_table_1_of_the_paper(size: str) -> None:
    with (DATA / "table_1.csv").open() as file:
        counts = tuple(int(row[size]) for row in csv.DictReader(file) if row[size])
    rows, cols = map(int, size.split("x"))
    layers = searched(rows, cols, rows * cols - 1)
    assert layers.counts == counts
    assert layers.states == factorial(rows * cols) // 2


@pytest.mark.parametrize("key", [key for key in DISTRIBUTIONS if key[1] * key[2] <= 10], ids=str)
def test_every_home_of_the_blank_in_both_metrics(key: Key) -> None:
    metric, rows, cols, blank = key
    layers = explore(rows, cols, blank=blank, metric=metric)
    assert layers.counts == DISTRIBUTIONS[key]
    assert layers.states == factorial(rows * cols) // 2
    turned = (blank % cols) * rows + blank // cols
    assert explore(cols, rows, blank=turned, metric=metric).counts == layers.counts


# By metric, size and home of the blank: the diameter, the number of antipodes, and the mean depth.
TWELVE_CELLS = {
    ("single", 3, 4, 11): (53, 18, 35.1043),
    ("single", 2, 6, 11): (80, 2, 48.9943),
}


@pytest.mark.parametrize(
    ("rows", "cols", "metric"),
    [
        (3, 4, "single"),
        pytest.param(3, 4, "multi", marks=pytest.mark.slow),
        pytest.param(2, 6, "single", marks=pytest.mark.slow),
        pytest.param(2, 6, "multi", marks=pytest.mark.slow),
    ],
)
def test_twelve_cells(rows: int, cols: int, metric: Metric) -> None:
    """One home of the blank for each class of cells that are mirror images."""
    for row in range(rows // 2, rows):
        for col in range(cols // 2, cols):
            layers = searched(rows, cols, row * cols + col, metric)
            assert layers.states == factorial(12) // 2
            key = metric, rows, cols, row * cols + col
            if key in TWELVE_CELLS:
                assert (layers.diameter, layers.counts[-1], round(layers.mean, 4)) == TWELVE_CELLS[key]
            if metric == "multi":
                assert layers.diameter < TWELVE_CELLS["single", rows, cols, 11][0]


def test_diameters_and_means() -> None:
    with (DATA / "diameters.csv").open() as file:
        for row in csv.DictReader(file):
            size = int(row["rows"]) * int(row["cols"])
            if size > 9 and not (size == 12 and row["metric"] == "MTM"):
                continue
            metric: Metric = "single" if row["metric"] == "STM" else "multi"
            layers = searched(int(row["rows"]), int(row["cols"]), int(row["blank_home"]), metric)
            assert layers.diameter == int(row["diameter"])
            assert layers.counts[-1] == int(row["antipodes"])
            assert f"{layers.mean:.8f}" == row["mean"]


def test_the_first_row_and_column_of_the_15_puzzle() -> None:
    layers = explore(4, 4, tiles=[1, 2, 3, 4, 5, 9, 13], blank=6)
    assert (layers.states, layers.diameter) == (518_918_400, 62)


def test_the_maxima_of_3x4() -> None:
    assert searched(3, 4, 11).maxima == ((53, 52, 51, 52), (52, 51, 52, 51), (53, 52, 51, 52))


Puzzle = tuple[int, int, list[int], list[int] | None, list[tuple[int, int]], Metric]


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Small puzzles with cells off the board, alike tiles, several sources and either metric."""
    rows, cols = draw(
        st.sampled_from([(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (3, 4), (4, 4), (2, 5)])
    )
    cells = list(range(rows * cols))
    order = draw(st.permutations(cells))
    removed = order[: draw(st.integers(0, max(0, min(len(cells) - 4, 5))))]
    open_cells = [cell for cell in order if cell not in removed]
    whole = len(open_cells) <= 6 and draw(st.booleans())
    told = draw(st.integers(0, min(len(open_cells) - 1, 4 if len(open_cells) < 10 else 2)))
    homes = None if whole else sorted(open_cells[:told])
    free = [cell for cell in open_cells if homes is None or cell not in homes]
    count = 1 if whole else draw(st.integers(1, min(3, len(free))))
    offsets = draw(st.lists(st.integers(0, 6), min_size=count, max_size=count))
    sources = list(zip(free[:count], offsets, strict=True))
    return rows, cols, removed, homes, sources, draw(st.sampled_from(["single", "multi"]))


@pytest.mark.filterwarnings("ignore::puzzle15.errors.IncompleteWarning")
@settings(max_examples=500, deadline=None)
@given(puzzles(), st.sampled_from([1, 2, 3]), st.booleans())
def test_random_puzzles_against_the_twin(puzzle: Puzzle, threads: int, lean: bool) -> None:
    rows, cols, removed, homes, sources, metric = puzzle
    counts, deepest = reference.search(
        rows, cols, homes=homes, removed=removed, sources=sources, metric=metric
    )
    colours = {(cell // cols + cell % cols + offset) % 2 for cell, offset in sources}
    layers = explore(
        rows,
        cols,
        tiles=None if homes is None else [home + 1 for home in homes],
        removed=removed,
        sources=sources,
        goal=[0 if cell == sources[0][0] else cell + 1 for cell in range(rows * cols)],
        metric=metric,
        threads=threads,
        lean=lean and len(colours) == 1 and metric == "single",
    )
    assert [list(level) for level in layers.by_cell] == counts
    states = {tuple(cell for row in rows_of(state) for cell in row) for state in layers.antipodes()}
    names = homes or [cell for cell in range(rows * cols) if cell != sources[0][0] and cell not in removed]
    shown = {-2: "#", -1: None, 0: 0} | {tile: home + 1 for tile, home in enumerate(names, start=1)}
    assert states == {tuple(shown[tile] for tile in position) for position in deepest}


@pytest.mark.parametrize("metric", ["single", "multi"])
@pytest.mark.parametrize(
    ("rows", "cols", "homes", "blank"),
    [(3, 2, [0, 1, 2, 3], 4), (5, 2, [0, 2, 4, 6], 8), (3, 3, [0, 1, 3, 4, 6], 8), (4, 3, [0, 3, 6, 9], 11)],
)
def test_lines_across_several_tiles_told_apart(
    rows: int, cols: int, homes: list[int], blank: int, metric: Metric
) -> None:
    counts, _ = reference.search(rows, cols, homes=homes, sources=[(blank, 0)], metric=metric)
    layers = explore(rows, cols, tiles=[home + 1 for home in homes], blank=blank, metric=metric)
    assert [list(level) for level in layers.by_cell] == counts


@pytest.mark.filterwarnings("ignore::puzzle15.errors.IncompleteWarning")
def test_sources_that_lead_nowhere() -> None:
    """Only the deepest one is among the deepest states."""
    layers = explore(2, 4, removed=[0, 2, 5], tiles=[4], sources={4: 0, 1: 3})
    assert layers.counts == (1, 0, 0, 1)
    assert [str(position) for position in layers.antipodes()] == ["# 0 # 4\n· # · ·"]


def rows_of(state: Board | Position) -> Sequence[Sequence[int | str | None]]:
    return state.to_list() if isinstance(state, Board) else state.rows


@pytest.mark.parametrize("lean", [False, True])
def test_one_thread_or_many(lean: bool) -> None:
    one, two, five = (explore(2, 5, threads=threads, lean=lean) for threads in [1, 2, 5])
    assert one == two == five == explore(2, 5)
    assert (one.lean, five.threads) == (lean, 5)


def test_a_lean_search_of_twelve_cells() -> None:
    layers = explore(3, 4, lean=True)
    assert layers == searched(3, 4, 11)
    assert layers.bytes_used < 33_000_000


def test_several_sources_are_a_minimum_over_single_ones() -> None:
    """The depth of a state is the least over the sources of offset and distance."""
    both = explore(3, 3, tiles=[1, 2], sources={8: 2, 4: 1})
    alone = [explore(3, 3, tiles=[1, 2], sources={8: 2}), explore(3, 3, tiles=[1, 2], sources={4: 1})]
    assert both.states == alone[0].states == 9 * 8 * 7
    assert both.mean < min(layers.mean for layers in alone)
    assert both.counts[:2] == alone[1].counts[:2] == (0, 1)


def test_goals() -> None:
    assert explore(3, 3, goal="spiral").counts == explore(3, 3, blank=4).counts
    assert explore(3, 3, goal="snake").counts == explore(3, 3).counts
    turned = explore(3, 3, goal="8 7 6/5 4 3/2 1 0")
    assert turned.homes == (7, 6, 5, 4, 3, 2, 1, 0)
    assert turned.title == "3×3, goal 8 7 6/5 4 3/2 1 0, blank at home in cell 9, single-tile moves"
    snake = explore(3, 3, goal="snake", tiles=[4, 5, 6])
    assert snake.homes == (3, 4, 5)
    assert snake.counts == explore(3, 3, tiles=[4, 5, 6]).counts
    deepest = explore(2, 3, goal="4 0 5/1 2 3").antipodes()
    assert all(sorted(board) == [0, 1, 2, 3, 4, 5] for board in deepest if isinstance(board, Board))


def test_names_of_tiles_beside_cells_off_the_board() -> None:
    for board in explore(3, 3, removed=[0, 1, 2]).antipodes():
        assert isinstance(board, Position)
        tiles = [tile for row in board.rows[1:] for tile in row if isinstance(tile, int)]
        assert sorted(tiles) == [0, 4, 5, 6, 7, 8]
