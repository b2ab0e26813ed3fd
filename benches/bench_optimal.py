"""Optimal and nearly optimal solutions: pattern databases beside Korf's search, and length against time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from puzzle15 import (
    Board,
    count_optimal,
    goals,
    korf,
    random_board,
    random_boards,
    solve,
    solve_many,
    tables,
    tradeoff,
)

BOARDS = random_boards(1000, seed=1)
# Of Korf and Felner's fifty 24-puzzles those that other programs are measured on, by number.
TWENTY_FOUR = {
    40: "2 17 4 13 7 12 10 3 0 16 21 24 8 5 18 20 15 19 14 9 22 11 6 1 23",
    38: "10 3 24 12 0 7 8 11 14 21 22 23 2 1 9 17 18 6 20 4 13 15 5 19 16",
    44: "8 12 18 3 2 11 10 22 24 17 1 13 23 4 20 16 6 15 9 21 19 5 14 0 7",
    25: "3 17 9 8 24 1 11 12 14 0 5 4 22 13 16 21 15 6 7 10 20 23 2 18 19",
    32: "1 12 18 13 17 15 3 7 20 0 19 24 6 5 21 11 2 8 9 16 22 10 4 23 14",
}
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


@pytest.mark.benchmark(group="24-puzzles of Korf and Felner, optimal, one thread")
class BenchTwentyFour:
    @pytest.fixture(scope="class", autouse=True)
    def large(self) -> Iterator[None]:
        goal = goals.rows(5, 5, blank=0)
        file = tables.build(5, 5, goal=goal, progress=False)
        yield
        file.remove()
        tables.forget(5, 5, goal=goal)

    @pytest.mark.parametrize("number", TWENTY_FOUR)
    def bench_board(self, benchmark: Any, number: int) -> None:
        board = Board([int(tile) for tile in TWENTY_FOUR[number].split()], 5, 5)
        options = {"goal": goals.rows(5, 5, blank=0), "method": "optimal", "tables": "large"}
        solution = benchmark.pedantic(solve, (board,), options, rounds=1, warmup_rounds=int(number == 40))
        note(benchmark, moves=len(solution), nodes=solution.nodes)


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
