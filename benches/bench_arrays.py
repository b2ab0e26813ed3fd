"""Figures of many boards from arrays, beside one board at a time: `pytest --benchmark-only`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from puzzle15 import Board, arrays, distance, is_solvable, random_board, random_boards
from puzzle15.indexing import paper_index
from puzzle15.reference import random as twin

BOARDS = random_boards(100_000, 4, 4, seed=1)
SMALL = random_boards(100_000, 3, 3, seed=1)
WORDS = arrays.pack(BOARDS)
FEW = [Board(tiles) for tiles in BOARDS[:1000].tolist()]
MOVES = np.random.default_rng(1).integers(0, 4, len(BOARDS), dtype=np.uint8)


@pytest.fixture(scope="module", autouse=True)
def tables() -> None:
    """Make the table beforehand."""
    arrays.distance(SMALL[:1])


@pytest.mark.benchmark(group="100,000 random 15-puzzles in an array, or 1,000 one by one")
class BenchRandom:
    def bench_array(self, benchmark: Any) -> None:
        assert len(benchmark(random_boards, 100_000, seed=1, threads=1)) == 100_000

    def bench_walks(self, benchmark: Any) -> None:
        options = {"seed": 1, "method": "walk", "threads": 1}
        assert len(benchmark.pedantic(random_boards, (100_000,), options, rounds=3)) == 100_000

    def bench_thousand_one_by_one(self, benchmark: Any) -> None:
        assert len(benchmark(lambda: [random_board(seed=seed) for seed in range(1000)])) == 1000

    def bench_thousand_in_plain_python(self, benchmark: Any) -> None:
        goal = random_board(seed=1).natural_goal
        made = benchmark.pedantic(twin.random_boards, (1000, goal.tiles, goal.cols, 1), rounds=3)
        assert made == [tuple(board) for board in BOARDS[:1000].tolist()]


@pytest.mark.benchmark(group="100,000 15-puzzles in an array, or 1,000 one by one: Manhattan distance")
class BenchManhattan:
    def bench_rows(self, benchmark: Any) -> None:
        benchmark(arrays.manhattan, BOARDS, threads=1)

    def bench_words(self, benchmark: Any) -> None:
        benchmark(arrays.manhattan, WORDS, threads=1)

    def bench_thousand_one_by_one(self, benchmark: Any) -> None:
        found = benchmark(lambda: [board.manhattan() for board in FEW])
        assert found == arrays.manhattan(BOARDS[:1000]).tolist()


@pytest.mark.benchmark(group="100,000 15-puzzles in an array, or 1,000 one by one: which can be solved")
class BenchSolvable:
    def bench_rows(self, benchmark: Any) -> None:
        benchmark(arrays.is_solvable, BOARDS, threads=1)

    def bench_words(self, benchmark: Any) -> None:
        benchmark(arrays.is_solvable, WORDS, threads=1)

    def bench_thousand_one_by_one(self, benchmark: Any) -> None:
        assert all(benchmark(lambda: [is_solvable(board) for board in FEW]))


@pytest.mark.benchmark(group="100,000 15-puzzles in an array, or 1,000 one by one: rank")
class BenchRank:
    def bench_rows(self, benchmark: Any) -> None:
        benchmark(arrays.rank, BOARDS, threads=1)

    def bench_thousand_one_by_one(self, benchmark: Any) -> None:
        found = benchmark(lambda: [paper_index(board) for board in FEW])
        assert found == arrays.rank(BOARDS[:1000]).tolist()


@pytest.mark.benchmark(group="100,000 15-puzzles in an array, or 1,000 one by one: a move each")
class BenchApply:
    def bench_rows(self, benchmark: Any) -> None:
        benchmark(arrays.apply, BOARDS, MOVES, illegal="stay", threads=1)

    def bench_words(self, benchmark: Any) -> None:
        benchmark(arrays.apply, WORDS, MOVES, illegal="stay", threads=1)

    def bench_thousand_one_by_one(self, benchmark: Any) -> None:
        benchmark(lambda: [board.move(board.legal_moves[0]) for board in FEW])


@pytest.mark.benchmark(group="100,000 8-puzzles in an array, or 1,000 one by one: exact distance")
class BenchDistance:
    def bench_rows(self, benchmark: Any) -> None:
        benchmark(arrays.distance, SMALL, threads=1)

    def bench_thousand_one_by_one(self, benchmark: Any) -> None:
        boards = [Board(tiles) for tiles in SMALL[:1000].tolist()]
        found = benchmark(lambda: [distance(board) for board in boards])
        assert found == arrays.distance(SMALL[:1000]).tolist()
