"""How long solutions take, beside the plain-Python twin: `pytest --benchmark-only`."""

from __future__ import annotations

from typing import Any

import pytest

from puzzle15 import Board, random_board, random_boards, reference, solve, solve_many

BOARD = random_board(seed=1)
SMALL = random_board(3, 3, seed=1)
BOARDS = random_boards(100_000, seed=1)


@pytest.fixture(scope="module", autouse=True)
def tables() -> None:
    """Make the tables beforehand: they are measured in bench_tables.py."""
    solve(BOARD)
    solve(SMALL)
    reference.solve(BOARD.tiles)


@pytest.mark.benchmark(group="one 15-puzzle by the combined solver")
class BenchOne:
    def bench_board(self, benchmark: Any) -> None:
        assert benchmark(solve, BOARD).verify()

    def bench_thousand_boards(self, benchmark: Any) -> None:
        boards = [Board(tiles) for tiles in BOARDS[:1000].tolist()]
        assert all(solution.verify() for solution in benchmark(lambda: [solve(board) for board in boards]))

    def bench_text(self, benchmark: Any) -> None:
        assert benchmark(solve, BOARD.to_text()).verify()

    def bench_nested_lists(self, benchmark: Any) -> None:
        assert benchmark(solve, BOARD.to_list()).verify()

    def bench_plain_python(self, benchmark: Any) -> None:
        moves, _ = benchmark(reference.solve, BOARD.tiles)
        assert moves == solve(BOARD).moves


@pytest.mark.benchmark(group="one 8-puzzle, optimal")
class BenchSmall:
    def bench_board(self, benchmark: Any) -> None:
        assert benchmark(solve, SMALL).optimal

    def bench_plain_python(self, benchmark: Any) -> None:
        _, moves = reference.stage_table("3x3")
        way = benchmark(reference.follow, SMALL.tiles, 3, moves)
        assert len(way) == len(solve(SMALL))


@pytest.mark.benchmark(group="1,000 15-puzzles")
class BenchThousand:
    def bench_array(self, benchmark: Any) -> None:
        many = benchmark(solve_many, BOARDS[:1000], threads=1)
        assert many.ok.all()

    def bench_plain_python(self, benchmark: Any) -> None:
        boards = [tuple(board) for board in BOARDS[:1000].tolist()]
        answers = benchmark.pedantic(lambda: [reference.solve(board) for board in boards], rounds=2)
        assert [len(moves) for moves, _ in answers] == solve_many(BOARDS[:1000]).lengths.tolist()


@pytest.mark.benchmark(group="100,000 15-puzzles")
class BenchBatch:
    @pytest.mark.parametrize("threads", [1, 2])
    def bench_array(self, benchmark: Any, threads: int) -> None:
        many = benchmark.pedantic(solve_many, (BOARDS,), {"threads": threads}, rounds=10)
        assert many.ok.all()

    def bench_list_of_lists(self, benchmark: Any) -> None:
        many = benchmark.pedantic(solve_many, (BOARDS.tolist(),), rounds=5)
        assert many.ok.all()
