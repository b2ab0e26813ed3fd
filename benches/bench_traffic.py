"""What it costs to count what a search would send, beside the search alone; and what is counted.

The tables of docs/explanation/at-scale.md come from here: `pytest --benchmark-only benches/bench_traffic.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from puzzle15 import explore, traffic
from puzzle15.traffic.measuring import Partition

# Name, the puzzle, and the partition that suits it.
SPACES: dict[str, tuple[dict[str, Any], Partition]] = {
    "3x4": ({"rows": 3, "cols": 4}, "orders"),
    "3x4, by sets": ({"rows": 3, "cols": 4}, "sets"),
    "4x4 without three corners": ({"rows": 4, "cols": 4, "removed": [0, 3, 12]}, "orders"),
    "middle step of the 24-puzzle": (
        {"rows": 5, "cols": 5, "removed": range(6), "tiles": [7, 8, 9, 10, 11, 16, 21], "blank": 13},
        "sets",
    ),
}

Write = Callable[[str], None]


@pytest.fixture
def write(capsys: pytest.CaptureFixture[str]) -> Write:
    """Show text although pytest captures."""

    def show(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}", end="")

    return show


@pytest.mark.parametrize(
    "name",
    [
        "3x4",
        "3x4, by sets",
        pytest.param("4x4 without three corners", marks=pytest.mark.billions),
        pytest.param("middle step of the 24-puzzle", marks=pytest.mark.billions),
    ],
)
class BenchTraffic:
    def bench_explore(self, benchmark: Any, name: str) -> None:
        benchmark.group = f"traffic: {name}"
        benchmark.pedantic(explore, (), SPACES[name][0], rounds=2)

    def bench_measure(self, benchmark: Any, write: Write, name: str) -> None:
        benchmark.group = f"traffic: {name}"
        options, partition = SPACES[name]
        measured = benchmark.pedantic(traffic.measure, (), options | {"partition": partition}, rounds=2)
        moves = sum(level.moves for level in measured.levels)
        along, between = (
            sum(getattr(level, kind) for level in measured.levels)
            for kind in ("pulls_along", "pulls_between")
        )
        sums = f"lanes {measured.plan.lanes}, moves {moves:,}, pulls {along:,} and {between:,}"
        write(f"{measured}\n{measured.table(64)}\n  {sums}")


@pytest.mark.benchmark(group="traffic: plans of what is too large to search")
@pytest.mark.parametrize(("rows", "cols"), [(3, 5), (5, 3), (4, 4)])
def bench_plan(benchmark: Any, write: Write, rows: int, cols: int) -> None:
    write(str(benchmark.pedantic(traffic.plan, (rows, cols), {"partition": "orders"}, rounds=1)))
