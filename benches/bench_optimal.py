"""Optimal and nearly optimal solutions: pattern databases beside Korf's search, and length against time."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from puzzle15 import (
    Solver,
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
EASY = "0 1 9 7/11 13 5 3/14 12 4 2/8 6 10 15"
ENDS = ("3 7 5 6/4 8 2 1", "8 3 6 2/4 7 5 1", "3 7 6 2/4 8 5 1")
HARD = [f"0 12 9 13/15 11 10 14/{end}" for end in ENDS]
TURNED = "0 15 14 13/12 11 10 9/8 7 6 5/4 3 2 1"
# Their heuristic is 14 to 16 short with the large tables.
FAR_OFF = ["11 8 7 4/0 9 12 2/15 10 6 3/13 14 5 1", "12 15 7 4/0 11 8 1/10 14 6 2/13 5 3 9"]
# With so few bytes for what it has visited, a search is IDA* but for its first moments.
HARDLY_ANY = 4 << 20


def korfs_boards() -> list[list[int]]:
    path = Path(__file__).parents[1] / "tests" / "data" / "korf100.csv"
    with path.open(encoding="utf-8") as file:
        return [[int(tile) for tile in row["board"].split()] for row in csv.DictReader(file)]


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

    def bench_large_tables(self, benchmark: Any, large: None) -> None:
        arguments = {"method": "optimal", "threads": 1, "tables": "large"}
        many = benchmark.pedantic(solve_many, (BOARDS,), arguments, rounds=2, warmup_rounds=1)
        note(benchmark, boards=len(BOARDS), moves=float(many.lengths.mean()))


@pytest.fixture(scope="module")
def large() -> Iterator[None]:
    """Make the large tables beforehand, and remove them if they were not there."""
    is_new = not any(file.name == "4x4-blank15.patterns" for file in tables.files())
    file = tables.build(4, 4, progress=False)
    yield
    if is_new:
        file.remove()
        tables.forget(4, 4)


def one_by_one(benchmark: Any, boards: Any, **options: Any) -> None:
    """Solve boards one at a time, and note nodes, processor time, and the longest."""
    solver = Solver(method="optimal", **options)
    solver.solve(boards[0])

    def solve_each() -> tuple[int, list[float]]:
        nodes, times = 0, [process_time()]
        for board in boards:
            nodes += solver.solve(board).nodes or 0
            times.append(process_time())
        return nodes, [after - before for before, after in pairwise(times)]

    nodes, times = benchmark.pedantic(solve_each, rounds=2)
    count = len(boards)
    note(
        benchmark,
        boards=count,
        nodes=nodes / count,
        mean_ms=1e3 * sum(times) / count,
        worst_ms=1e3 * max(times),
    )


@pytest.mark.benchmark(group="random 15-puzzles, optimal, one at a time")
class BenchOneByOne:
    def bench_small_tables(self, benchmark: Any) -> None:
        one_by_one(benchmark, BOARDS[:200])

    def bench_small_tables_with_little_memory(self, benchmark: Any) -> None:
        one_by_one(benchmark, BOARDS[:200], memory=HARDLY_ANY)

    def bench_large_tables(self, benchmark: Any, large: None) -> None:
        one_by_one(benchmark, BOARDS, tables="large")

    def bench_large_tables_with_little_memory(self, benchmark: Any, large: None) -> None:
        one_by_one(benchmark, BOARDS, tables="large", memory=HARDLY_ANY)


@pytest.mark.benchmark(group="Korf's hundred, optimal, one at a time")
class BenchKorf:
    GOAL = goals.rows(4, 4, blank=0)

    def bench_small_tables(self, benchmark: Any) -> None:
        one_by_one(benchmark, korfs_boards(), goal=self.GOAL)

    def bench_large_tables(self, benchmark: Any, large: None) -> None:
        one_by_one(benchmark, korfs_boards(), goal=self.GOAL, tables="large")


@pytest.mark.benchmark(group="hard 15-puzzles, optimal, large tables")
class BenchHard:
    @pytest.mark.parametrize("memory", [None, HARDLY_ANY], ids=["astar", "ida"])
    def bench_eighty_moves(self, benchmark: Any, large: None, memory: int | None) -> None:
        one_by_one(benchmark, [TURNED, *HARD], tables="large", memory=memory)

    @pytest.mark.parametrize("memory", [None, HARDLY_ANY], ids=["astar", "ida"])
    def bench_far_off(self, benchmark: Any, large: None, memory: int | None) -> None:
        one_by_one(benchmark, FAR_OFF, tables="large", memory=memory)


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
