"""Boards of twelve cells: optimal solutions from tables that are kept on disk."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from puzzle15 import distance, explore, random_boards, solve, solve_many


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache folder for the tables of this file."""
    folder = tmp_path_factory.mktemp("cache")
    before = os.environ.get("PUZZLE15_CACHE")
    os.environ["PUZZLE15_CACHE"] = str(folder)
    yield folder
    if before is None:
        del os.environ["PUZZLE15_CACHE"]
    else:
        os.environ["PUZZLE15_CACHE"] = before


def run(folder: Path, code: str) -> str:
    """Run a program that has no table yet."""
    done = subprocess.run(
        [sys.executable, "-W", "always", "-c", "from puzzle15 import *; " + code],
        env={**os.environ, "PUZZLE15_CACHE": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("rows", "cols"), [(3, 4), (4, 3), pytest.param(2, 6, marks=pytest.mark.slow), (6, 2)]
)
def test_every_solution_is_as_short_as_the_search_says(cache: Path, rows: int, cols: int) -> None:
    """The mean of many boards is that of all, and the deepest boards have the greatest distance."""
    layers = explore(rows, cols)
    for board in layers.antipodes():
        assert len(solve(board)) == layers.diameter  # type: ignore[arg-type]
    boards = random_boards(4000, rows, cols, seed=12)
    lengths = solve_many(boards, shape=(rows, cols)).lengths
    spread = sum((depth - layers.mean) ** 2 * n for depth, n in enumerate(layers.counts)) / layers.states
    assert abs(lengths.mean() - layers.mean) < 5 * (spread / 4000) ** 0.5
    for board in boards[:20]:
        solution = solve(board.reshape(rows, cols))
        assert solution.optimal
        assert solution.verify()
        assert solution.method == "optimal"


@pytest.mark.parametrize(
    "goal", ["snake", pytest.param("spiral", marks=pytest.mark.slow), "columns", "blank-first"]
)
def test_other_goals(cache: Path, goal: str) -> None:
    """Ten moves from a goal, no solution takes more than ten moves, or an odd number of them."""
    start = solve(random_boards(1, 3, 4, seed=1, goal=goal)[0].reshape(3, 4), goal=goal).goal
    board = start
    for _ in range(10):
        board = board.move(board.legal_moves[-1])
    assert distance(board, goal=goal) <= 10
    assert distance(board, goal=goal) % 2 == 0


def test_distances_near_the_goal_are_those_of_the_search(cache: Path) -> None:
    counts = explore(3, 4).counts
    near = {solve("1 2 3 4/5 6 7 8/9 10 11 0").goal}
    for depth in range(8):
        assert len(near) == counts[depth]
        assert {distance(board) for board in near} == {depth}
        there = {board.move(step) for board in near for step in board.legal_moves}
        near = {board for board in there if distance(board) == depth + 1}


@pytest.mark.slow
@pytest.mark.parametrize(
    "harm",
    [
        lambda sound: sound[:30_000_000] + bytes([sound[30_000_000] ^ 1]) + sound[30_000_001:],
        lambda sound: sound[:-1000],
        lambda sound: b"",
        lambda sound: sound[:20] + bytes([9]) + sound[21:],
    ],
    ids=["a bit", "cut", "empty", "another head"],
)
def test_the_file_is_made_used_and_made_again_if_damaged(
    tmp_path: Path, harm: Callable[[bytes], bytes]
) -> None:
    job = "print(distance('0 3 2 1/8 7 6 5/4 11 10 9'))"
    assert run(tmp_path, job) == "53\n"
    path, lock = sorted(tmp_path.iterdir())
    assert [path.name, lock.name] == ["3x4-blank11.moves", "3x4-blank11.moves.lock"]
    assert lock.read_bytes() == b""
    sound = path.read_bytes()
    assert len(sound) == 20 + 24 + 59_875_200 + 4
    changed = path.stat().st_mtime_ns
    assert run(tmp_path, job) == "53\n"
    assert path.stat().st_mtime_ns == changed, "a sound file is used as it is"
    path.write_bytes(harm(sound))
    text = run(tmp_path, job)
    assert text.startswith("53\n")
    assert "CacheWarning" in text
    assert "the table is made again" in text
    assert path.read_bytes() == sound


@pytest.mark.slow
def test_without_a_place_to_write(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    text = run(blocked, "print(distance('0 3 2 1/8 7 6 5/4 11 10 9'))")
    assert text.startswith("53\n")
    assert "the table is kept in memory only" in text


def test_no_table_for_a_board_without_a_solution(tmp_path: Path) -> None:
    job = "\ntry: solve('1 2 3 4/5 6 7 8/9 11 10 0')\nexcept UnsolvableError: print('none')"
    assert run(tmp_path, job) == "none\n"
    assert list(tmp_path.iterdir()) == []
