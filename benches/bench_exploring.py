"""Exhaustive search: one thread and two, lean and not, symmetric and not, beside lists and plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from puzzle15 import Layers, explore, random_board, random_boards, reference, solve, solve_many

Show = Callable[[Any, Layers], None]

SQUARE: dict[str, Any] = {"rows": 4, "cols": 4, "tiles": [1, 2, 3, 4, 5, 9, 13]}
SQUARE_OF_25: dict[str, Any] = {"rows": 5, "cols": 5, "tiles": [1, 2, 3, 6, 11]}
ROW_AND_COLUMN: dict[str, Any] = {"rows": 4, "cols": 4, "tiles": [1, 2, 3, 4, 5, 9, 13], "blank": 6}
FIRST_STEP: dict[str, Any] = {"rows": 5, "cols": 5, "tiles": [1, 2, 3, 4, 5, 6], "blank": 8}
MIDDLE_STEP: dict[str, Any] = {
    "rows": 5,
    "cols": 5,
    "removed": range(6),
    "tiles": [7, 8, 9, 10, 11, 16, 21],
    "blank": 13,
}


@pytest.fixture
def show(capsys: pytest.CaptureFixture[str]) -> Show:
    """Write a line with nanoseconds and bits per state."""

    def write(benchmark: Any, layers: Layers) -> None:
        nanoseconds = benchmark.stats.stats.min * 1e9 / layers.states
        bits = layers.bytes_used * 8 / layers.states
        benchmark.extra_info.update(nanoseconds=nanoseconds, bits=bits)
        with capsys.disabled():
            print(
                f"\n  {layers.states:>14,} states  {nanoseconds:8.2f} ns and {bits:7.2f} bits a state, "
                f"threads: {layers.threads}{', lean' if layers.lean else ''}; {layers.title}",
                end="",
            )

    return write


@pytest.mark.benchmark(group="explore: 3x3, 181,440 states")
class BenchSmall:
    def bench_explore(self, benchmark: Any, show: Show) -> None:
        show(benchmark, benchmark(explore, 3, 3))

    def bench_plain_python(self, benchmark: Any) -> None:
        counts, _ = benchmark.pedantic(reference.search, (3, 3), {"sources": [(8, 0)]}, rounds=1)
        assert len(counts) == 32

    def bench_lists(self, benchmark: Any, show: Show) -> None:
        show(benchmark, benchmark(explore, 3, 3, algorithm="lists"))

    def bench_lists_in_plain_python(self, benchmark: Any) -> None:
        counts, _ = benchmark.pedantic(reference.list_search, (3, 3), rounds=1)
        assert len(counts) == 32

    def bench_symmetric(self, benchmark: Any, show: Show) -> None:
        show(benchmark, benchmark(explore, 3, 3, symmetric=True))


@pytest.mark.benchmark(group="explore: 3x4, 239,500,800 states")
class BenchTwelve:
    @pytest.mark.parametrize(
        "options",
        [{"threads": 1}, {"threads": 2}, {"threads": 2, "lean": True}, {"threads": 2, "metric": "multi"}],
        ids=["one thread", "two threads", "two threads, lean", "two threads, multi-tile moves"],
    )
    def bench_explore(self, benchmark: Any, show: Show, options: dict[str, Any]) -> None:
        show(benchmark, benchmark.pedantic(explore, (3, 4), options, rounds=3))

    def bench_lists(self, benchmark: Any, show: Show) -> None:
        show(benchmark, benchmark.pedantic(explore, (3, 4), {"algorithm": "lists"}, rounds=1))


@pytest.mark.benchmark(group="explore: symmetric or not, one thread")
class BenchSymmetric:
    @pytest.mark.parametrize("symmetric", [False, True], ids=["plain", "symmetric"])
    @pytest.mark.parametrize("lean", [False, True], ids=["two bits", "lean"])
    @pytest.mark.parametrize("puzzle", [SQUARE, SQUARE_OF_25], ids=["4x4", "5x5"])
    def bench_explore(
        self, benchmark: Any, show: Show, puzzle: dict[str, Any], lean: bool, symmetric: bool
    ) -> None:
        options = puzzle | {"threads": 1, "lean": lean, "symmetric": symmetric}
        show(benchmark, benchmark.pedantic(explore, (), options, rounds=3))


@pytest.mark.benchmark(group="explore: first row and column of the 15-puzzle, 518,918,400 states")
class BenchRowAndColumn:
    @pytest.mark.parametrize("threads", [1, 2])
    def bench_explore(self, benchmark: Any, show: Show, threads: int) -> None:
        show(benchmark, benchmark.pedantic(explore, (), ROW_AND_COLUMN | {"threads": threads}, rounds=3))


@pytest.mark.billions
@pytest.mark.benchmark(group="explore: first step of the 24-puzzle, 2,422,728,000 states")
class BenchFirstStep:
    @pytest.mark.parametrize("lean", [False, True], ids=["two bits", "lean"])
    def bench_explore(self, benchmark: Any, show: Show, lean: bool) -> None:
        show(benchmark, benchmark.pedantic(explore, (), FIRST_STEP | {"lean": lean}, rounds=1))


@pytest.mark.billions
@pytest.mark.benchmark(group="explore: middle step of the 24-puzzle, 3,047,466,240 states")
class BenchMiddleStep:
    @pytest.mark.parametrize("lean", [False, True], ids=["two bits", "lean"])
    def bench_explore(self, benchmark: Any, show: Show, lean: bool) -> None:
        show(benchmark, benchmark.pedantic(explore, (), MIDDLE_STEP | {"lean": lean}, rounds=1))


@pytest.mark.benchmark(group="growth: one thread")
@pytest.mark.parametrize(
    "puzzle",
    [
        {"rows": 2, "cols": 4},
        {"rows": 3, "cols": 3},
        {"rows": 2, "cols": 5},
        {"rows": 4, "cols": 4, "tiles": range(1, 6)},
        {"rows": 4, "cols": 4, "tiles": range(1, 7)},
        {"rows": 3, "cols": 4},
        ROW_AND_COLUMN,
        pytest.param(MIDDLE_STEP, marks=pytest.mark.billions),
    ],
    ids=[
        "20 thousand",
        "181 thousand",
        "2 million",
        "6 million",
        "58 million",
        "240 million",
        "519 million",
        "3 billion",
    ],
)
def bench_growth(benchmark: Any, show: Show, puzzle: dict[str, Any]) -> None:
    show(benchmark, benchmark.pedantic(explore, (), puzzle | {"threads": 1}, rounds=1, warmup_rounds=0))


@pytest.mark.benchmark(group="a shortest solution from a table")
class BenchOptimal:
    @pytest.mark.parametrize(("rows", "cols"), [(3, 3), (2, 5), (3, 4)])
    def bench_solve(self, benchmark: Any, rows: int, cols: int) -> None:
        board = random_board(rows, cols, seed=12)
        solve(board)
        assert benchmark(solve, board).optimal


@pytest.mark.benchmark(group="1000 shortest solutions from a table, one thread")
class BenchOptimalMany:
    @pytest.mark.parametrize(("rows", "cols"), [(3, 3), (2, 5), (3, 4)])
    def bench_solve(self, benchmark: Any, rows: int, cols: int) -> None:
        boards = random_boards(1000, rows, cols, seed=12)
        solve_many(boards, shape=(rows, cols))
        assert len(benchmark(solve_many, boards, shape=(rows, cols), threads=1)) == 1000
