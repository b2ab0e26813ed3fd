"""`max_nodes` is a limit, whatever the board, the method and the threads."""

from __future__ import annotations

from typing import Any

import pytest

from puzzle15 import Solution, random_board, random_boards, solve, solve_many

EXCESS = 64
"""By how many nodes a search may exceed its limit, as documented."""

EXCESS_OF_A_THREAD = 4
"""By how many more for each thread, if there are several."""

LIMITS = (0, 1, 2, 3, 10, 63, 100, 1000, 3000, 10_000)
BOARDS = [random_board(*shape, seed=seed) for shape in [(4, 4), (3, 5), (5, 5)] for seed in (1, 2, 3)]
HARD = "0 12 9 13/15 11 10 14/8 3 6 2/4 7 5 1"


def check(solution: Solution, limit: int, threads: int = 0) -> None:
    assert solution.verify()
    assert solution.nodes <= limit + EXCESS + EXCESS_OF_A_THREAD * threads
    assert solution.lower_bound <= len(solution)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"method": "quick"},
        {"method": "quick", "width": 300},
        {"width": 2000},
        {"weight": 1.2},
        {"threads": 2},
        {"threads": 4},
    ],
    ids=str,
)
def test_the_limit_holds(options: dict[str, Any]) -> None:
    for board in BOARDS:
        for limit in LIMITS:
            check(solve(board, max_nodes=limit, **options), limit, options.get("threads", 0))


def test_the_limit_holds_for_slides() -> None:
    for seed in (1, 2):
        for limit in (0, 1, 100, 3000):
            solution = solve(random_board(4, 4, seed=seed), metric="multi", max_nodes=limit)
            assert solution.verify()
            assert solution.nodes <= limit + EXCESS
            assert solution.lower_bound <= solution.multi


def test_the_limit_holds_for_many_boards() -> None:
    for limit in (0, 100, 5000):
        many = solve_many(random_boards(30, seed=2), max_nodes=limit)
        assert many.nodes.max() <= limit + EXCESS
        assert many.ok.all()


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_limit_holds_where_no_node_is_kept(threads: int) -> None:
    """The hardest boards fill the memory of A*, and IDA* takes over."""
    for limit in (5_000_000, 6_000_001):
        solution = solve(HARD, method="optimal", max_nodes=limit, threads=threads)
        check(solution, limit, threads)
        assert solution.nodes > 0.9 * limit


def test_without_nodes_the_answer_is_that_of_a_method_that_does_not_search() -> None:
    for board in BOARDS:
        plain = solve(board, method="combined" if board.shape == (4, 4) else "peel")
        for method in ("optimal", "quick"):
            solution = solve(board, method=method, max_nodes=0)
            assert (solution.moves, solution.nodes, solution.method) == (plain.moves, 0, method)
            assert board.manhattan() <= solution.lower_bound < len(solution)


def test_a_few_nodes_are_enough_for_a_narrow_beam() -> None:
    boards = random_boards(50, seed=3)
    lengths = [solve_many(boards, method="quick", max_nodes=limit).lengths for limit in (0, 1000, 3000)]
    assert (lengths[1] <= lengths[0]).all()
    assert lengths[0].mean() > lengths[1].mean() > lengths[2].mean()
