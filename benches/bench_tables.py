"""How long it takes to make the tables, and random boards: `pytest --benchmark-only`."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from puzzle15 import random_boards, reference
from puzzle15.reference.tables import move_table as twin_table
from puzzle15.tables import move_table

GOAL = (*range(1, 16), 0)

FIRST_USE = """
import time
from puzzle15.tables import move_table
begin = time.perf_counter()
move_table({name!r})
print(time.perf_counter() - begin)
"""


def first_use(name: str) -> float:
    """Seconds to make a table, in a process that has none yet."""
    code = FIRST_USE.format(name=name)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(done.stdout)


@pytest.mark.benchmark(group="making tables (seconds in a new process: see extra_info)")
@pytest.mark.parametrize("name", ["row", "2x5"])
def bench_tables_at_first_use(benchmark: Any, name: str) -> None:
    """`row` makes all three tables of the combined solver."""
    seconds = [first_use(name) for _ in range(5)]
    benchmark.extra_info["seconds"] = min(seconds)
    # What is timed is the look-up once the table is there; what it cost to make is the figure above.
    assert benchmark(move_table, name).states in (524_160, 1_814_400)
    print(f"\n{name}: {min(seconds) * 1e3:.1f} ms in a new process")


@pytest.mark.benchmark(group="making tables (seconds in a new process: see extra_info)")
@pytest.mark.parametrize("name", ["column", "3x3"])
def bench_tables_plain_python(benchmark: Any, name: str) -> None:
    stage = {"column": reference.column_stage, "3x3": reference.square_stage}[name]
    reference.stage_table("3x3")
    space, goals = stage()
    depths, _ = benchmark.pedantic(twin_table, (space, goals), rounds=2)
    assert len(depths) == move_table(name).states


@pytest.mark.benchmark(group="random boards")
@pytest.mark.parametrize("method", ["shuffle", "walk"])
def bench_100_000_random_boards(benchmark: Any, method: str) -> None:
    options = {"seed": 1, "method": method, "threads": 1}
    boards = benchmark.pedantic(random_boards, (100_000,), options, rounds=5)
    assert boards.shape == (100_000, 16)


@pytest.mark.benchmark(group="random boards")
@pytest.mark.parametrize("method", ["shuffle", "walk"])
def bench_100_random_boards_plain_python(benchmark: Any, method: str) -> None:
    boards = benchmark(reference.random_boards, 100, GOAL, 4, 1, method)
    assert len(boards) == 100
