"""Fewest slides: tables and the search on 4×4, beside the plain-Python twin."""

from __future__ import annotations

from typing import Any

import pytest

from puzzle15 import Board, reference, solve
from puzzle15.generate import random_boards

SHAPES = [(3, 3), (2, 5), (3, 4), (4, 4)]


def boards(rows: int, cols: int, count: int) -> list[Board]:
    return [Board(board.reshape(rows, cols)) for board in random_boards(count, rows, cols, seed=1)]


@pytest.fixture(scope="module", autouse=True)
def tables() -> None:
    """Make the tables beforehand."""
    for rows, cols in SHAPES:
        [board] = boards(rows, cols, 1)
        solve(board, metric="multi", max_nodes=0)


def note(benchmark: Any, slides: int, nodes: int, count: int) -> None:
    """Show slides, boards looked at, and milliseconds, for each board."""
    benchmark.extra_info["slides"] = slides / count
    benchmark.extra_info["nodes"] = nodes // count
    if benchmark.stats is not None:
        each = benchmark.stats.stats.min
        text = (
            f"{slides / count:.2f} slides and {nodes // count:,} nodes a board, {each / count * 1e3:.3f} ms"
        )
        print(f"  {benchmark.name}: {text}")


@pytest.mark.benchmark(group="fewest slides: 20 boards")
class BenchShapes:
    @pytest.mark.parametrize(("rows", "cols"), SHAPES)
    def bench_solve(self, benchmark: Any, rows: int, cols: int) -> None:
        some = boards(rows, cols, 20)
        answers = benchmark.pedantic(lambda: [solve(board, metric="multi") for board in some], rounds=2)
        slides = sum(answer.lower_bound for answer in answers)
        note(benchmark, slides, sum(answer.nodes for answer in answers), 20)

    def bench_the_hardest_4x4(self, benchmark: Any) -> None:
        """One of the sixteen boards that need 43 slides."""
        board = Board("0 12 8 4/15 11 7 3/14 10 6 2/13 9 5 1")
        answer = benchmark.pedantic(lambda: solve(board, metric="multi"), rounds=1)
        note(benchmark, answer.lower_bound, answer.nodes, 1)

    def bench_3x3_in_plain_python(self, benchmark: Any) -> None:
        some = boards(3, 3, 20)
        goal = some[0].natural_goal.tiles
        reference.slide_distances(goal, 3)
        ways = benchmark(lambda: [reference.fewest_slides(board.tiles, goal, 3) for board in some])
        note(benchmark, sum(map(reference.multi_count, ways)), 0, 20)
