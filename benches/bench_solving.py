"""How long solutions take, beside the plain-Python twin: `pytest --benchmark-only`."""

from __future__ import annotations

from typing import Any

import pytest

from puzzle15 import Board, random_board, random_boards, reference, solve, solve_many

BOARDS = random_boards(100_000, seed=1)
TWIN_BOARDS = [tuple(board) for board in BOARDS[:20].tolist()]


@pytest.fixture(scope="module", autouse=True)
def tables_are_made() -> None:
    solve(BOARDS[0])
    reference.solve(TWIN_BOARDS[0])


@pytest.mark.benchmark(group="one 15-puzzle, combined")
def bench_solve(benchmark: Any) -> None:
    board = random_board(seed=1)
    assert benchmark(solve, board).verify()


@pytest.mark.benchmark(group="one 15-puzzle, combined")
def bench_solve_from_nested_lists(benchmark: Any) -> None:
    rows = random_board(seed=1).to_list()
    assert benchmark(solve, rows).verify()


@pytest.mark.benchmark(group="one 15-puzzle, combined")
def bench_solve_plain_python(benchmark: Any) -> None:
    moves, _ = benchmark(reference.solve, random_board(seed=1).tiles)
    assert Board(random_board(seed=1)).apply(moves) == solve(random_board(seed=1)).goal


@pytest.mark.benchmark(group="one 8-puzzle, optimal")
def bench_solve_8_puzzle(benchmark: Any) -> None:
    board = random_board(3, 3, seed=1)
    assert benchmark(solve, board).optimal


@pytest.mark.benchmark(group="one 8-puzzle, optimal")
def bench_solve_8_puzzle_plain_python(benchmark: Any) -> None:
    _, moves = reference.stage_table("3x3")
    way = benchmark(reference.follow, random_board(3, 3, seed=1).tiles, 3, moves)
    assert len(way) == len(solve(random_board(3, 3, seed=1)))


@pytest.mark.benchmark(group="a batch of 15-puzzles")
@pytest.mark.parametrize("threads", [1, 2])
def bench_100_000_boards(benchmark: Any, threads: int) -> None:
    many = benchmark.pedantic(solve_many, (BOARDS,), {"threads": threads}, rounds=5)
    benchmark.extra_info["microseconds a board"] = benchmark.stats["min"] * 1e6 / len(many)
    assert many.ok.all()


@pytest.mark.benchmark(group="a batch of 15-puzzles")
def bench_100_000_boards_from_lists(benchmark: Any) -> None:
    many = benchmark.pedantic(solve_many, (BOARDS.tolist(),), rounds=3)
    assert many.ok.all()


@pytest.mark.benchmark(group="a batch of 15-puzzles")
def bench_20_boards_plain_python(benchmark: Any) -> None:
    results = benchmark.pedantic(lambda: [reference.solve(b) for b in TWIN_BOARDS], rounds=3)
    assert len(results) == 20
