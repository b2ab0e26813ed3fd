"""Shorter solutions: how many moves are saved in how many passes, beside the plain-Python twin."""

from __future__ import annotations

from typing import Any

import pytest

from puzzle15 import Solution, improve, random_board, reference, solve

SOLUTIONS = {
    n: [solve(random_board(n, n, seed=seed)) for seed in range(count)]
    for n, count in [(4, 50), (5, 10), (10, 2)]
}


def note(benchmark: Any, before: list[Solution], after: list[int]) -> None:
    """Show the mean number of moves before and after, and the time for each of them."""
    given, left = (sum(lengths) / len(before) for lengths in (map(len, before), after))
    benchmark.extra_info["moves"] = left
    if benchmark.stats is not None:
        each = benchmark.stats.stats.min / len(before) * 1e3
        benchmark.extra_info["ms a board"] = round(each, 1)
        print(f"  {benchmark.name}: {given:,.1f} moves, then {left:,.1f}; {each:,.1f} ms a board")


@pytest.mark.benchmark(group="improve: passes")
class BenchPasses:
    @pytest.mark.parametrize("passes", [2, 4, 6, 8])
    @pytest.mark.parametrize("n", SOLUTIONS)
    def bench_passes(self, benchmark: Any, n: int, passes: int) -> None:
        run = lambda: [len(improve(solution, passes=passes)) for solution in SOLUTIONS[n]]  # noqa: E731
        note(benchmark, SOLUTIONS[n], benchmark.pedantic(run, rounds=2))


@pytest.mark.benchmark(group="improve: 4×4, beside the twin")
class BenchTwin:
    def bench_core(self, benchmark: Any) -> None:
        solutions = SOLUTIONS[4][:3]
        run = lambda: [len(improve(solution, passes=4)) for solution in solutions]  # noqa: E731
        note(benchmark, solutions, benchmark.pedantic(run, rounds=3))

    def bench_plain_python(self, benchmark: Any) -> None:
        solutions = SOLUTIONS[4][:3]
        run = lambda: [len(reference.improve(one.start.tiles, one.moves, 4)) for one in solutions]  # noqa: E731
        note(benchmark, solutions, benchmark.pedantic(run, rounds=1))


@pytest.mark.benchmark(group="improve: one pass over 100×100")
class BenchHundred:
    def bench_one_pass(self, benchmark: Any) -> None:
        solution = solve(random_board(100, 100, seed=1))
        better = benchmark.pedantic(improve, (solution,), {"passes": 1}, rounds=1)
        note(benchmark, [solution], [len(better)])
