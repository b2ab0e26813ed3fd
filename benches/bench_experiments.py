"""Experiments: here, on threads and on processes, beside the same boards solved with all their moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from puzzle15 import experiment, random_boards, solve_many
from puzzle15.typing import Method

N = 1_000_000


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        experiment(100_000, seed=1, executor=pool)
        yield pool


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def lengths(method: Method, side: int) -> Counter[int]:
    """The same figures from boards and solutions that are kept."""
    boards = random_boards(N, side, seed=1)
    return Counter(solve_many(boards, method=method).lengths.tolist())


@pytest.mark.parametrize(("method", "side"), [("combined", 4), ("greedy", 3)])
class BenchExperiment:
    @pytest.fixture(autouse=True)
    def group(self, benchmark: Any, method: Method, side: int) -> None:
        benchmark.group = f"{N:,} boards of {side}×{side} by {method}"

    def bench_here(self, benchmark: Any, method: Method, side: int) -> None:
        result = benchmark.pedantic(experiment, (N, method, (side, side), 1), rounds=3, warmup_rounds=1)
        assert result.histogram == lengths(method, side)

    def bench_one_thread(self, benchmark: Any, method: Method, side: int) -> None:
        arguments = {"threads": 1}
        result = benchmark.pedantic(experiment, (N, method, (side, side), 1), arguments, rounds=3)
        assert result.n == N

    def bench_threads(self, benchmark: Any, method: Method, side: int, threads: Executor) -> None:
        arguments = {"executor": threads}
        result = benchmark.pedantic(experiment, (N, method, (side, side), 1), arguments, rounds=3)
        assert result == experiment(N, method, (side, side), 1)

    def bench_processes(self, benchmark: Any, method: Method, side: int, processes: Executor) -> None:
        arguments = {"executor": processes}
        result = benchmark.pedantic(experiment, (N, method, (side, side), 1), arguments, rounds=3)
        assert result == experiment(N, method, (side, side), 1)

    def bench_with_all_moves(self, benchmark: Any, method: Method, side: int) -> None:
        assert sum(benchmark.pedantic(lengths, (method, side), rounds=3).values()) == N
