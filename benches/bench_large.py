"""Boards beyond 4×4: peel beside the greedy algorithm and the plain-Python twins."""

from __future__ import annotations

from typing import Any

import pytest

from puzzle15 import Board, random_board, reference, solve, solve_many, stream
from puzzle15.generate import random_boards

BOARD = random_board(10, 10, seed=1)
LARGE = random_board(100, 100, seed=1)


@pytest.fixture(scope="module", autouse=True)
def tables() -> None:
    """Make the tables beforehand."""
    solve(BOARD)


def note(benchmark: Any, moves: int) -> None:
    """Show moves, and nanoseconds a move."""
    benchmark.extra_info["moves"] = moves
    if benchmark.stats is not None:
        each = benchmark.stats.stats.min / moves * 1e9
        benchmark.extra_info["ns a move"] = round(each)
        print(f"  {benchmark.name}: {moves:,} moves, {each:,.0f} ns each")


@pytest.mark.benchmark(group="one 10×10 board")
class BenchTen:
    @pytest.mark.parametrize("method", ["peel", "greedy"])
    def bench_solve(self, benchmark: Any, method: str) -> None:
        note(benchmark, len(benchmark(solve, BOARD, method=method)))

    def bench_stream(self, benchmark: Any) -> None:
        note(benchmark, benchmark(lambda: sum(1 for _ in stream(BOARD))))

    def bench_greedy_in_plain_python(self, benchmark: Any) -> None:
        goal = solve(BOARD).goal.tiles
        moves = benchmark.pedantic(lambda: list(reference.greedy(BOARD.tiles, goal, 10)), rounds=2)
        note(benchmark, len(moves))

    def bench_peel_in_plain_python(self, benchmark: Any) -> None:
        goal = solve(BOARD).goal.tiles
        moves, _ = benchmark.pedantic(lambda: reference.peel(BOARD.tiles, goal, 10), rounds=1)
        note(benchmark, len(moves))


@pytest.mark.benchmark(group="many boards by size: peel, one thread")
class BenchSizes:
    @pytest.mark.parametrize("n", [5, 6, 7, 8, 9, 10])
    def bench_size(self, benchmark: Any, n: int) -> None:
        boards = random_boards(2000 // n, n, n, seed=1)
        many = benchmark.pedantic(solve_many, (boards,), {"threads": 1}, rounds=5)
        note(benchmark, int(many.lengths.sum()))


@pytest.mark.benchmark(group="one 100×100 board")
class BenchHundred:
    @pytest.mark.parametrize("method", ["peel", "greedy"])
    def bench_solve(self, benchmark: Any, method: str) -> None:
        solution = benchmark.pedantic(solve, (LARGE,), {"method": method}, rounds=2)
        note(benchmark, len(solution))

    def bench_the_greedy_moves_alone(self, benchmark: Any) -> None:
        note(benchmark, benchmark.pedantic(lambda: stream(LARGE).skip(), rounds=2))


@pytest.mark.benchmark(group="the first move on 1000×1000")
class BenchFirst:
    def bench_stream(self, benchmark: Any) -> None:
        board: Board = random_board(1000, 1000, seed=1)
        assert benchmark.pedantic(lambda: next(stream(board)), rounds=3) in "LRUD"
