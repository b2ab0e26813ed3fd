"""Boards with answers, written to a file, beside the same answers without one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puzzle15 import datasets, random_boards, solve_many


@pytest.mark.benchmark(group="100,000 8-puzzles with answers")
class BenchDatasets:
    @pytest.mark.parametrize("name", ["data.npz", "data.parquet"])
    def bench_write(self, benchmark: Any, tmp_path: Path, name: str) -> None:
        if name.endswith(".parquet"):
            reason = "pyarrow is not installed: pip install 'puzzle15[parquet]'"
            pytest.importorskip("pyarrow", reason=reason)
        made = benchmark.pedantic(
            datasets.write, (tmp_path / name, 100_000, (3, 3)), {"seed": 1, "threads": 1}, rounds=5
        )
        assert made["boards"] == 100_000

    def bench_solve_many(self, benchmark: Any) -> None:
        """The same lengths, and one first move, without a file."""
        boards = random_boards(100_000, 3, 3, seed=1)
        assert benchmark.pedantic(solve_many, (boards,), {"threads": 1}, rounds=5).ok.all()
