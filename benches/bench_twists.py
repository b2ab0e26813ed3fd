"""Schofield's program of 1967, and ways to a solution in twists: `pytest --benchmark-only`."""

from __future__ import annotations

from typing import Any

import pytest

from puzzle15 import _core, goals, solve
from puzzle15.reference import twists as plain
from puzzle15.twists import lookup, product_of_twists, tabulation


@pytest.mark.benchmark(group="both dictionaries of all 20,160 puzzles")
class BenchProgram:
    def bench_core(self, benchmark: Any) -> None:
        assert len(benchmark(_core.tabulation, True).lengths) == 20160

    def bench_plain_python(self, benchmark: Any) -> None:
        assert len(benchmark.pedantic(plain.solve_all, rounds=2).main) == 20160


@pytest.mark.benchmark(group="the way home from one puzzle, in twists")
class BenchOne:
    def bench_lookup(self, benchmark: Any) -> None:
        assert benchmark(lookup, "102536").length == 20

    def bench_solve(self, benchmark: Any) -> None:
        board, goal = lookup("102536").board, goals.spiral(3, 3)
        assert len(benchmark(solve, board, goal=goal, method="twists")) == 20

    def bench_theorem_2(self, benchmark: Any) -> None:
        pieces = lookup("102536").pieces
        assert benchmark(product_of_twists, pieces).permutation == pieces


@pytest.mark.benchmark(group="the book")
@pytest.mark.parametrize("form", ["text", "csv", "html"])
def bench_book(benchmark: Any, form: str) -> None:
    assert len(benchmark.pedantic(getattr(tabulation(), form), rounds=3)) > 20160
