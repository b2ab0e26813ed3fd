"""How long it takes to make the tables, and random boards: `pytest --benchmark-only`."""

from __future__ import annotations

from typing import Any

import pytest

from puzzle15 import random_boards, reference
from puzzle15.tables import move_table

GOAL = (*range(1, 16), 0)


@pytest.mark.benchmark(group="all three tables of the combined solver")
class BenchStages:
    def bench_tables(self, benchmark: Any) -> None:
        table = benchmark.pedantic(move_table, ("row",), {"fresh": True}, rounds=10)
        assert table.worst == 46

    def bench_plain_python(self, benchmark: Any) -> None:
        def build() -> int:
            reference.stage_table.cache_clear()
            depths, _ = reference.stage_table("row")
            return max(depths.values())

        assert benchmark.pedantic(build, rounds=1) == 46


@pytest.mark.benchmark(group="the table of 2x4, 20,160 states")
class BenchSmall:
    def bench_tables(self, benchmark: Any) -> None:
        assert benchmark(move_table, "2x4", fresh=True).worst == 36

    def bench_plain_python(self, benchmark: Any) -> None:
        space = reference.Space(2, 4, told=3, whole=True)
        goals = [((1, 2, 3, 4, 5, 6, 7, 0), 0)]
        depths, _ = benchmark.pedantic(reference.move_table, (space, goals), rounds=3)
        assert max(depths.values()) == 36


@pytest.mark.benchmark(group="the table of 2x5, 1,814,400 states")
def bench_2x5(benchmark: Any) -> None:
    table = benchmark.pedantic(move_table, ("2x5",), {"fresh": True}, rounds=3)
    assert table.worst == 55


@pytest.mark.benchmark(group="1,000 random 15-puzzles")
@pytest.mark.parametrize("method", ["shuffle", "walk"])
class BenchRandom:
    def bench_array(self, benchmark: Any, method: str) -> None:
        boards = benchmark(random_boards, 1000, seed=1, method=method, threads=1)
        assert boards.shape == (1000, 16)

    def bench_plain_python(self, benchmark: Any, method: str) -> None:
        boards = benchmark.pedantic(reference.random_boards, (1000, GOAL, 4, 1, method), rounds=2)
        assert len(boards) == 1000
