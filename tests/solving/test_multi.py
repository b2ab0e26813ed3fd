"""Fewest slides: tables, the search on 4×4, and their plain-Python twins."""

from __future__ import annotations

import csv
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from puzzle15 import (
    Board,
    UnsolvableError,
    UnsupportedError,
    explore,
    goals,
    random_boards,
    reference,
    solve,
)

DATA = Path(__file__).parents[1] / "data"
FIFTEEN = goals.rows(4, 4)


def solved(board: Board, goal: Board | None = None) -> str:
    """A solution, checked: the moves lead home, and there are as many slides as the bound says."""
    solution = solve(board, goal=goal, metric="multi")
    assert solution.optimal
    assert board.apply(solution.moves) == (board.natural_goal if goal is None else goal)
    assert reference.multi_count(solution.moves) == solution.lower_bound
    return solution.moves


def slides(board: Board, goal: Board | None = None) -> int:
    return reference.multi_count(solved(board, goal))


def published(rows: int, cols: int, home: int) -> dict[int, int]:
    """How many boards there are at each depth, as others have counted."""
    wanted = ("MTM", str(rows), str(cols), str(home))
    with (DATA / "distributions.csv").open() as file:
        lines = list(csv.DictReader(file))
    keys = ("metric", "rows", "cols", "blank_home")
    return {int(x["depth"]): int(x["count"]) for x in lines if tuple(x[key] for key in keys) == wanted}


def after_slides(goal: Board, count: int, seed: int) -> Board:
    """A board so many random slides from the goal, along columns and rows in turn."""
    draw = random.Random(seed)
    tiles, axis = goal.tiles, draw.choice(["LR", "UD"])
    for _ in range(count):
        ways = [there for moves, there in reference.slides(tiles, goal.cols) if moves[0] in axis]
        tiles, axis = draw.choice(ways), "UD" if axis == "LR" else "LR"
    return Board(tiles, goal.rows, goal.cols)


@pytest.mark.parametrize(
    ("rows", "cols"), [(2, 2), (2, 3), (3, 2), pytest.param(2, 4, marks=pytest.mark.slow)]
)
def test_every_small_board_like_the_twin(rows: int, cols: int) -> None:
    """All distances are the twin's, and so is every move where the frame leaves the board as it is."""
    goal = goals.rows(rows, cols)
    distances = reference.slide_distances(goal.tiles, cols)
    for tiles, distance in distances.items():
        moves = solved(Board(tiles, rows, cols), goal)
        assert reference.multi_count(moves) == distance
        if rows <= cols:
            assert moves == reference.fewest_slides(tiles, goal.tiles, cols)


@pytest.mark.parametrize(
    "home", [pytest.param(home, marks=[pytest.mark.slow] * (home not in (0, 4, 8))) for home in range(9)]
)
def test_the_twin_has_the_published_counts_and_the_core_its_distances(home: int) -> None:
    tiles = (*range(1, home + 1), 0, *range(home + 1, 9))
    distances = reference.slide_distances(tiles, 3)
    assert Counter(distances.values()) == published(3, 3, home)
    goal = Board(tiles, 3, 3)
    for board in random.Random(home).sample(list(distances), 300):
        assert slides(Board(board, 3, 3), goal) == distances[board]
    reference.slide_distances.cache_clear()


def test_ten_cells() -> None:
    layers = explore(2, 5, metric="multi")
    for board in layers.antipodes():
        assert isinstance(board, Board)
        assert slides(board) == layers.diameter
    boards = random_boards(400, 2, 5, seed=3)
    mean = sum(slides(Board(board.reshape(2, 5))) for board in boards) / len(boards)
    assert abs(mean - layers.mean) < 1.5


@pytest.mark.parametrize(
    ("rows", "cols", "diameter", "deepest"),
    [pytest.param(3, 4, 33, 5, marks=pytest.mark.slow), pytest.param(6, 2, 41, 36, marks=pytest.mark.slow)],
)
def test_twelve_cells_are_as_far_as_the_search_says(
    rows: int, cols: int, diameter: int, deepest: int
) -> None:
    layers = explore(rows, cols, metric="multi")
    assert (layers.diameter, layers.counts[-1]) == (diameter, deepest)
    for board in layers.antipodes():
        assert isinstance(board, Board)
        assert slides(board) == layers.diameter
    boards = random_boards(1000, rows, cols, seed=12)
    lengths = [slides(Board(board.reshape(rows, cols))) for board in boards]
    spread = sum((depth - layers.mean) ** 2 * n for depth, n in enumerate(layers.counts)) / layers.states
    assert abs(sum(lengths) / 1000 - layers.mean) < 5 * (spread / 1000) ** 0.5
    near = {goals.rows(rows, cols)}
    for depth in range(6):
        assert len(near) == layers.counts[depth]
        assert {slides(board) for board in near} == {depth}
        there = {Board(t, rows, cols) for board in near for _, t in reference.slides(board.tiles, cols)}
        near = {board for board in there if slides(board) == depth + 1}


def run(folder: Path, code: str) -> str:
    """Run a program that has no table yet."""
    done = subprocess.run(
        [sys.executable, "-c", "from puzzle15 import solve; " + code],
        env={**os.environ, "PUZZLE15_CACHE": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout + done.stderr


@pytest.mark.slow
def test_the_file_is_made_used_and_made_again_if_damaged(tmp_path: Path) -> None:
    job = "s = solve('0 3 2 1/8 7 6 5/4 11 10 9', metric='multi'); print((s.lower_bound, s.nodes))"
    first = run(tmp_path, job)
    assert first.endswith(", 0)\n")
    [path] = tmp_path.glob("*.slides")
    assert path.name == "3x4-blank11.slides"
    sound = path.read_bytes()
    assert len(sound) == 20 + 24 + 59_875_200 + 4
    bits = np.frombuffer(sound, np.uint8)[44:-4]
    counts = explore(3, 4, metric="multi").counts
    for entry in range(3):
        counted = sum(counts[entry::3])
        assert sum(int((bits >> shift & 3 == entry).sum()) for shift in (0, 2, 4, 6)) == counted
    changed = path.stat().st_mtime_ns
    assert run(tmp_path, job) == first
    assert path.stat().st_mtime_ns == changed, "a sound file is used as it is"
    flipped = bytearray(sound)
    flipped[30_000_000] ^= 1
    path.write_bytes(bytes(flipped))
    text = run(tmp_path, job)
    assert text.split(",")[0] == first.split(",")[0]
    assert "the table is made again" in text
    assert path.read_bytes() == sound


@pytest.mark.parametrize("home", [0, *(pytest.param(home, marks=pytest.mark.slow) for home in (5, 11, 14))])
def test_fifteen_near_the_goal(home: int) -> None:
    """All boards up to three slides away, and some further ones: no solution is longer than the way there."""
    cells = [tile for tile in range(1, 17) if tile != home + 1]
    goal = Board([*cells[:home], 0, *cells[home:]], 4, 4)
    depths = {goal.tiles: 0}
    level = [goal.tiles]
    for depth in (1, 2, 3):
        there = dict.fromkeys(t for tiles in level for _, t in reference.slides(tiles, 4))
        level = [tiles for tiles in there if tiles not in depths]
        depths.update(dict.fromkeys(level, depth))
    for tiles, depth in depths.items():
        assert slides(Board(tiles, 4, 4), goal) == depth
    for seed, count in enumerate([5, 8, 12, 16, 20, 24] * 3):
        board = after_slides(goal, count, seed)
        found = slides(board, goal)
        assert reference.walking_bound(board.tiles, goal.tiles, 4) <= found <= count


def test_fifteen_half_way_is_met_from_both_sides() -> None:
    """Two breadth-first searches of five slides, from board and goal, meet or do not."""

    def ball(centre: tuple[int, ...]) -> dict[tuple[int, ...], int]:
        found, level = {centre: 0}, [centre]
        for depth in range(1, 6):
            there = dict.fromkeys(t for tiles in level for _, t in reference.slides(tiles, 4))
            level = [tiles for tiles in there if tiles not in found]
            found.update(dict.fromkeys(level, depth))
        return found

    home = ball(FIFTEEN.tiles)
    for seed in range(12):
        board = after_slides(FIFTEEN, 8 + seed % 5, seed)
        here = ball(board.tiles)
        meeting = [depth + home[tiles] for tiles, depth in here.items() if tiles in home]
        found = slides(board)
        assert found == min(meeting) if meeting else found > 10


# The sixteen boards of 4×4 that need 43 slides, as Bruce Norskog found them.
ANTIPODES = """
1 5 9 13/2 6 10 14/3 7 11 15/4 8 12 0
0 12 8 4/15 11 7 3/14 10 6 2/13 9 5 1
12 5 9 0/15 6 10 13/1 7 11 14/2 3 4 8
15 12 1 5/2 6 10 9/3 7 11 13/0 4 8 14
0 12 8 1/15 11 7 5/14 10 6 9/2 3 4 13
0 12 8 5/15 11 7 9/14 10 6 13/1 2 3 4
0 12 5 9/15 6 10 13/1 7 11 14/2 3 4 8
0 12 1 5/15 6 10 9/2 7 11 13/3 4 8 14
15 12 7 1/14 10 0 5/2 6 11 9/3 4 8 13
12 8 5 9/15 7 6 13/10 0 11 14/1 2 3 4
12 8 9 0/15 11 7 13/14 10 6 4/5 1 2 3
15 12 8 2/14 11 7 1/3 10 6 5/0 4 13 9
0 8 5 9/12 7 6 13/15 11 10 14/1 3 2 4
0 15 12 1/14 10 11 9/2 6 7 5/3 4 8 13
0 12 8 9/15 11 7 13/14 10 6 4/5 1 2 3
0 12 8 2/15 11 7 1/14 10 6 5/3 4 13 9
""".strip().splitlines()


@pytest.mark.parametrize(
    "board", [ANTIPODES[1], *(pytest.param(x, marks=pytest.mark.slow) for x in ANTIPODES)]
)
def test_the_hardest_fifteens_need_43_slides(board: str) -> None:
    assert slides(Board(board)) == 43


def test_the_hardest_fifteens_come_in_pairs() -> None:
    boards = {Board(board).tiles for board in ANTIPODES}
    names = (0, *reference.transpose(tuple(range(1, 17)), 4))
    mirrored = {
        tuple(names[tile] if tile else 0 for tile in reference.transpose(tiles, 4)) for tiles in boards
    }
    assert len(boards) == 16
    assert mirrored == boards


@pytest.mark.slow
def test_random_fifteens_agree_with_one_another() -> None:
    """A board, its mirror image and the way back are equally far; the first slide brings it nearer."""
    for board in random_boards(4, 4, 4, seed=5):
        start = Board(board.reshape(4, 4))
        found = slides(start)
        mirrored = Board(reference.transpose(start.tiles, 4), 4, 4)
        mirrored_goal = Board(reference.transpose(FIFTEEN.tiles, 4), 4, 4)
        assert slides(mirrored, mirrored_goal) == found
        assert reference.walking_bound(start.tiles, FIFTEEN.tiles, 4) <= found
        assert 1 <= found <= 43
        first = solved(start)
        run_length = len(first) - len(first.lstrip(first[0]))
        assert slides(start.apply(first[:run_length])) == found - 1
        # Backwards: from the goal to the board, which then is the goal.
        assert slides(FIFTEEN, start) == found


def test_a_budget_leaves_a_bound_that_grows() -> None:
    board = Board(random_boards(1, 4, 4, seed=7)[0].reshape(4, 4))
    best = slides(board)
    bounds = []
    for nodes in (0, 100, 1000, 10_000):
        solution = solve(board, metric="multi", max_nodes=nodes)
        assert solution.verify()
        assert solution.optimal == (reference.multi_count(solution.moves) == solution.lower_bound)
        assert solution.lower_bound <= best
        # Up to 64 boards are expanded at once.
        assert solution.nodes < nodes + 3 * 64
        bounds.append(solution.lower_bound)
    assert bounds == sorted(bounds)
    assert bounds[0] > 15
    assert solve(board, metric="multi", timeout=0.0).lower_bound == bounds[0]
    assert solve(board, metric="multi", timeout=1e300).lower_bound == best


def test_what_cannot_be_solved_is_said_before_tables_are_made() -> None:
    with pytest.raises(UnsolvableError):
        solve("1 2 3 4/5 6 7 8/9 11 10 0", metric="multi")
    with pytest.raises(UnsupportedError, match="up to 12 cells and for 4×4, this one is 3×5"):
        solve(goals.rows(3, 5), metric="multi")
    for bad in (-1.0, float("nan")):
        with pytest.raises(UnsupportedError, match="timeout"):
            solve(FIFTEEN, metric="multi", timeout=bad)


def test_solve_counts_slides() -> None:
    board = Board(random_boards(1, 4, 4, seed=7)[0].reshape(4, 4))
    best = solve(board, metric="multi")
    single = solve(board, method="optimal", prefer="multi")
    assert best.metric == "multi"
    assert best.optimal
    assert best.verify()
    assert best.multi == best.lower_bound <= single.multi
    assert len(best) >= len(single)
    assert f"optimal: {best.multi} slides" in str(best)
    for budget in ({"max_nodes": 10}, {"timeout": 0.0}):
        some = solve(board, metric="multi", **budget)
        assert some.verify()
        assert some.lower_bound <= best.multi <= some.multi
        assert some.optimal == (some.lower_bound == some.multi)
    assert solve("1 2 3/4 5 6/0 7 8", metric="multi").multi == 1


@pytest.mark.parametrize(("rows", "cols"), [(2, 3), (3, 3)])
def test_walking_distance_is_a_lower_bound(rows: int, cols: int) -> None:
    goal = goals.rows(rows, cols).tiles
    distances = reference.slide_distances(goal, cols)
    sample = list(distances)[:: max(1, len(distances) // 3000)]
    assert all(reference.walking_bound(tiles, goal, cols) <= distances[tiles] for tiles in sample)
    assert reference.walking_bound(goal, goal, cols) == 0
