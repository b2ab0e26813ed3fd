"""improve: shorter, never wrong, as short as the twin's; and what it says of bad input."""

from __future__ import annotations

import math
import pickle
import random
import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzle15 import (
    Board,
    GoalError,
    Solution,
    UnsupportedError,
    goals,
    improve,
    random_board,
    reference,
    solve,
)
from puzzle15.typing import Method
from tests.support.interrupts import interrupted, interrupting


def walked(goal: Board, steps: int, seed: int) -> Solution:
    """A solution that wanders about: a random walk from the goal, backwards."""
    rng = random.Random(seed)
    board, back = goal, ""
    for _ in range(steps):
        move = rng.choice([move for move in board.legal_moves if move != back[-1:]])
        board = board.move(move)
        back += "LRUD"["RLDU".index(move)]
    return Solution(board, goal, back[::-1], "walk", [("walk", steps)])


@settings(max_examples=60, deadline=None)
@given(rows=st.integers(2, 8), cols=st.integers(2, 8), steps=st.integers(0, 22), seed=st.integers(0, 2**32))
def test_stretches_come_out_as_short_as_the_twins(rows: int, cols: int, steps: int, seed: int) -> None:
    solution = walked(goals.rows(rows, cols, blank=seed % (rows * cols)), steps, seed)
    better = improve(solution, passes=12)
    assert better.verify()
    assert len(better) == len(reference.shortest(solution.start.tiles, solution.goal.tiles, cols))


@pytest.mark.parametrize("seed", range(3))
def test_it_is_at_least_as_good_as_the_windows_of_the_twin(seed: int) -> None:
    solution = solve(random_board(5, 5, seed=seed), method="greedy")
    twin = reference.improve(solution.start.tiles, solution.moves, 5, 10)
    assert solution.start.apply(twin) == solution.goal
    assert len(improve(solution, passes=10)) <= len(twin) <= len(solution)


@pytest.mark.parametrize("shape", [(2, 2), (2, 5), (3, 3), (4, 2)])
def test_small_boards_come_out_optimal(shape: tuple[int, int]) -> None:
    for seed in range(5):
        solution = walked(goals.rows(*shape), 100, seed)
        better = improve(solution)
        assert better.optimal
        assert better.verify()
        assert len(better) == len(solve(solution.start, method="optimal"))


@settings(max_examples=25, deadline=None)
@given(
    rows=st.integers(2, 12),
    cols=st.integers(2, 12),
    seed=st.integers(0, 2**32),
    method=st.sampled_from(["peel", "greedy"]),
    passes=st.integers(0, 4),
)
def test_never_longer_never_wrong(rows: int, cols: int, seed: int, method: Method, passes: int) -> None:
    goal = goals.rows(rows, cols, blank=seed % (rows * cols))
    solution = solve(random_board(goal=goal, seed=seed), goal=goal, method=method)
    better = improve(solution, passes=passes)
    assert (better.start, better.goal) == (solution.start, solution.goal)
    assert better.verify()
    assert len(better) <= len(solution)
    assert "".join(stage.moves for stage in better.stages) == better.moves
    assert improve(solution, passes=passes).moves == better.moves
    if better.optimal:
        assert len(improve(better, passes=1)) == len(better)


@pytest.mark.parametrize("shape", [(4, 4), (5, 5), (10, 10), (3, 50), (60, 2), (20, 20)])
def test_what_solve_gives_gets_shorter(shape: tuple[int, int]) -> None:
    solution = solve(random_board(*shape, seed=3), method="greedy")
    better = improve(solution, passes=5)
    assert len(better) < len(solution)
    assert better.verify()
    assert better.method == "greedy+improve"
    assert [(stage.name, stage.length) for stage in better.stages] == [("improved", len(better))]
    again = improve(better, passes=6)
    assert again.method == "greedy+improve"
    assert len(again) <= len(better)
    assert pickle.loads(pickle.dumps(better)) == better


def test_an_optimal_solution_comes_back_as_it_is() -> None:
    solution = solve(random_board(3, 3, seed=1))
    assert improve(solution) is solution


def test_what_cannot_be_improved_keeps_its_method_and_stages() -> None:
    solution = solve(random_board(10, 10, seed=1))
    assert improve(solution, passes=0) is solution
    assert improve(solution, timeout=0) is solution
    found = solve("8 6 7/2 5 4/3 0 1")
    claimed = Solution(found.start, found.goal, found.moves, "mine", [("one", 3), ("two", 28)])
    proven = improve(claimed)
    assert (proven.optimal, proven.method, proven.moves) == (True, "mine", claimed.moves)
    assert proven.stages == claimed.stages


def test_the_distance_proves_it_on_any_board() -> None:
    board = goals.rows(20, 20).apply("UULL")
    detour = Solution(board, goals.rows(20, 20), "RRUDDD", "mine")
    better = improve(detour, passes=1)
    assert (better.moves, better.optimal) == ("RRDD", True)


def test_no_moves_at_all() -> None:
    goal = goals.rows(4, 4)
    better = improve(Solution(goal, goal, "LRLR", "mine"))
    assert (better.moves, better.optimal) == ("", True)
    assert improve(Solution(goal, goal, "", "mine")).optimal


@pytest.mark.parametrize("timeout", [0, 1e-9, 0.001, np.float32(0.001), 0.03])
def test_any_number_is_a_timeout(timeout: float) -> None:
    solution = solve(random_board(30, 30, seed=1), method="greedy")
    better = improve(solution, timeout=timeout)
    assert better.verify()
    assert len(better) <= len(solution)


@pytest.mark.parametrize("timeout", [math.inf, 1e300, 10**9, 10**400])
def test_for_ever_is_a_timeout(timeout: float) -> None:
    solution = solve(random_board(3, 3, seed=1), method="greedy")
    assert improve(solution, timeout=timeout, passes=2**62).optimal


@pytest.mark.parametrize(
    ("kind", "options", "words"),
    [
        (UnsupportedError, {"timeout": -1}, "from 0 up, or None for no limit; got -1"),
        (UnsupportedError, {"timeout": math.nan}, "from 0 up, or None for no limit; got nan"),
        (UnsupportedError, {"passes": -1}, "passes is a whole number from 0 to .*, or None; got -1"),
        (TypeError, {"timeout": "1"}, "number of seconds, or None for no limit; got '1'"),
        (TypeError, {"timeout": True}, "got True"),
        (TypeError, {"passes": 1.5}, "passes is a whole number from 0 to .*, or None; got 1.5"),
        (TypeError, {"passes": True}, "got True"),
    ],
)
def test_bad_budgets(kind: type[Exception], options: dict[str, Any], words: str) -> None:
    for board in [random_board(4, 4, seed=1), goals.rows(3, 3)]:
        with pytest.raises(kind, match=words):
            improve(solve(board), **options)


def test_bad_solutions() -> None:
    with pytest.raises(TypeError, match="takes a Solution, got str: solve"):
        improve("LURD")  # type: ignore[arg-type]
    with pytest.raises(GoalError, match="another 7×7 board"):
        improve(Solution(goals.rows(7, 7), goals.rows(7, 7), "U", "mine"))


def test_interrupt() -> None:
    solution = solve(random_board(30, 30, seed=1))
    with interrupted():
        improve(solution)


@pytest.mark.parametrize(("shape", "timeout"), [((5, 5), 600.0), ((5, 5), None), ((30, 30), None)])
def test_ctrl_c_leaves_the_best_so_far(shape: tuple[int, int], timeout: float | None) -> None:
    """It comes in the search for a new solution or in the first pass, and never loses what there was."""
    solution = solve(random_board(*shape, seed=1), method="greedy")

    def press_ctrl_c(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        improve(solution, timeout=timeout, progress=press_ctrl_c)
    assert type(caught.value) is KeyboardInterrupt
    best: Solution = caught.value.best  # type: ignore[attr-defined]
    assert (best.start, best.goal) == (solution.start, solution.goal)
    assert best.verify()
    assert len(best) <= len(solution)
    assert f"the best solution so far has {len(best)} moves" in caught.value.__notes__[0]
    again = improve(solution, timeout=timeout, progress=press_ctrl_c, on_interrupt="best")
    assert again.verify()
    assert len(again) <= len(solution)


def test_ctrl_c_after_a_while_leaves_something_shorter() -> None:
    solution = solve(random_board(30, 30, seed=1), method="greedy")
    with interrupting():
        best = improve(solution, on_interrupt="best")
    assert best.verify()
    assert len(best) < len(solution)
    assert (best.method, best.optimal) == ("greedy+improve", False)


def test_bad_on_interrupt() -> None:
    with pytest.raises(UnsupportedError, match="on_interrupt is 'raise' or 'best', got 'stop'"):
        improve(solve(random_board(4, 4, seed=1)), on_interrupt="stop")  # type: ignore[arg-type]


def test_other_threads_go_on_meanwhile() -> None:
    solution = solve(random_board(12, 12, seed=1))
    results: list[Solution] = []
    threads = [threading.Thread(target=lambda: results.append(improve(solution, passes=4))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 3
    assert len(set(results)) == 1


def test_the_twin_refuses_what_cannot_be_reached() -> None:
    with pytest.raises(ValueError, match="cannot be reached"):
        reference.shortest((1, 2, 3, 0), (2, 1, 3, 0), 2)


def test_what_progress_raises_ends_it() -> None:
    def stop(share: float) -> None:
        raise ZeroDivisionError(share)

    for board in (random_board(10, 10, seed=1), random_board(5, 5, seed=1)):
        solution = solve(board, method="peel")
        with pytest.raises(ZeroDivisionError):
            improve(solution, timeout=600, progress=stop)
    with pytest.raises(TypeError, match="progress is a function or None"):
        improve(solution, progress=True)  # type: ignore[arg-type]
