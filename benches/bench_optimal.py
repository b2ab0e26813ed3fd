"""Optimal and nearly optimal solutions: pattern databases beside Korf's search, and length against time."""

from __future__ import annotations

from typing import Any

import pytest

from puzzle15 import count_optimal, korf, random_board, random_boards, solve, solve_many, tables, tradeoff

BOARDS = random_boards(1000, seed=1)
EASY = "0 1 9 7/11 13 5 3/14 12 4 2/8 6 10 15"


@pytest.fixture(scope="module", autouse=True)
def small() -> None:
    """Make the small tables beforehand."""
    solve(BOARDS[0], method="optimal")


def note(benchmark: Any, **figures: float) -> None:
    benchmark.extra_info.update(figures)
    if benchmark.stats is not None:
        text = ", ".join(f"{name} {value:,.2f}" for name, value in figures.items())
        print(f"  {benchmark.name}: {text}, {benchmark.stats.stats.min * 1e3:,.2f} ms")


@pytest.mark.benchmark(group="one 15-puzzle of 42 moves, optimal")
class BenchOne:
    def bench_patterns(self, benchmark: Any) -> None:
        solution = benchmark(solve, EASY, goal="blank-first", method="optimal")
        note(benchmark, nodes=solution.nodes)

    def bench_manhattan_as_in_1985(self, benchmark: Any) -> None:
        search = benchmark.pedantic(korf.plain_search, (EASY,), {"goal": "blank-first"}, rounds=3)
        note(benchmark, nodes=search.nodes)


@pytest.mark.benchmark(group="random 15-puzzles, optimal, one thread")
class BenchOptimal:
    def bench_small_tables(self, benchmark: Any) -> None:
        boards = BOARDS[:200]
        many = benchmark.pedantic(solve_many, (boards,), {"method": "optimal", "threads": 1}, rounds=1)
        note(benchmark, boards=len(boards), moves=float(many.lengths.mean()))

    def bench_large_tables(self, benchmark: Any) -> None:
        file = tables.build(4, 4, progress=False)
        try:
            arguments = {"method": "optimal", "threads": 1, "tables": "large"}
            many = benchmark.pedantic(solve_many, (BOARDS,), arguments, rounds=2, warmup_rounds=1)
        finally:
            file.remove()
            tables.forget(4, 4)
        note(benchmark, boards=len(BOARDS), moves=float(many.lengths.mean()))


@pytest.mark.benchmark(group="pattern databases")
class BenchTables:
    def bench_small(self, benchmark: Any) -> None:
        note(benchmark, bytes=benchmark.pedantic(tables.patterns, (4, 4), rounds=3).size)

    def bench_large(self, benchmark: Any) -> None:
        note(benchmark, bytes=benchmark.pedantic(tables.patterns, (4, 4), {"tier": "large"}, rounds=1).size)


@pytest.mark.benchmark(group="all shortest solutions of one 15-puzzle")
def bench_count(benchmark: Any) -> None:
    note(benchmark, solutions=benchmark.pedantic(count_optimal, (random_board(seed=1),), rounds=3))


@pytest.mark.benchmark(group="length against time")
def bench_tradeoff(benchmark: Any) -> None:
    points = benchmark.pedantic(tradeoff.measure, (300,), {"slow": 50}, rounds=1)
    print("\n" + tradeoff.table(points))
    by_name = {point.name: point for point in points}
    assert by_name["optimal"].mean <= by_name["quick 256"].mean <= by_name["quick 10"].mean
