"""Solver: made once, used for many boards; solve and solve_many give the same."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from puzzle15 import (
    Board,
    GoalError,
    Solver,
    UnsolvableError,
    UnsupportedError,
    _core,
    goals,
    random_board,
    random_boards,
    solve,
    solve_many,
)

OPTIONS: list[dict[str, Any]] = [
    {},
    {"method": "optimal"},
    {"method": "optimal", "max_nodes": 500},
    {"method": "optimal", "weight": 1.3},
    {"method": "quick", "width": 30},
    {"method": "quick", "max_nodes": 20_000},
    {"method": "peel"},
    {"method": "greedy"},
    {"prefer": "turns"},
    {"metric": "multi", "max_nodes": 2000},
]
SHAPES = [(3, 3), (2, 5), (4, 4)]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_many_boards_get_what_each_gets_alone(rows: int, cols: int, options: dict[str, Any]) -> None:
    boards = random_boards(3 if (rows, cols) == (4, 4) else 6, rows, cols, seed=5)
    many = solve_many(boards, shape=(rows, cols), **options)
    for i, tiles in enumerate(boards):
        alone = solve(Board(tiles.tolist(), rows, cols), **options)
        assert many[i].moves == alone.moves
        assert (many[i].optimal, many[i].metric) == (alone.optimal, alone.metric)
        assert many.optimal[i] == alone.optimal
        assert many.lower_bounds[i] == many[i].lower_bound == alone.lower_bound
        assert many.nodes[i] == many[i].nodes == alone.nodes
        assert alone.verify()
        assert alone.lower_bound <= (alone.multi if alone.metric == "multi" else len(alone))
    assert many.method == alone.method


# All but the last two: their tables take long to make in every process.
@pytest.mark.parametrize("options", OPTIONS[:-2], ids=str)
def test_options_reach_the_workers_of_an_executor(options: dict[str, Any]) -> None:
    boards = random_boards(40, 3, 4, seed=6)
    here = solve_many(boards, shape=(3, 4), **options)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there = solve_many(boards, shape=(3, 4), executor=pool, **options)
    assert there.moves.tobytes() == here.moves.tobytes()
    assert there.nodes.tolist() == here.nodes.tolist()
    assert there.lower_bounds.tolist() == here.lower_bounds.tolist()


def test_options_and_results_survive_pickling() -> None:
    options = _core.SolverOptions(method="optimal", timeout=1.5, max_nodes=7, weight=1.25, threads=2, width=9)
    again = pickle.loads(pickle.dumps(options))
    names = ("method", "metric", "prefer", "timeout", "max_nodes", "weight", "threads", "width")
    assert [getattr(again, name) for name in names] == [getattr(options, name) for name in names]
    solver = _core.Solver(goals.rows(3, 3), options)
    found = solver.solve_many(random_boards(3, 3, 3, seed=1), first=0, threads=1, go_on=False)
    again_found = pickle.loads(pickle.dumps(found))
    for name in ("lengths", "stages", "moves", "lower_bounds", "nodes", "optimal", "method"):
        assert getattr(again_found, name) == getattr(found, name)


def test_masked_boards_have_no_figures() -> None:
    boards = np.array([[1, 2, 3, 0], [2, 1, 3, 0], [1, 1, 3, 0]])
    for options in OPTIONS[:2]:
        many = solve_many(boards, errors="mask", **options)
        assert many.optimal.tolist() == [True, False, False]
        assert many.lower_bounds.tolist() == many.nodes.tolist() == [0, 0, 0]
    boards = random_boards(3, seed=1)
    boards[1][boards[1] == 1], boards[1][boards[1] == 2] = 2, 1
    many = solve_many(boards, errors="mask")
    assert many.method == "combined"
    assert many.lower_bounds[1] == 0
    assert not many.optimal[1]
    assert many.lower_bounds[0] == Board(boards[0].tolist(), 4, 4).manhattan()


def test_a_solver_knows_its_goal_by_name_or_by_board() -> None:
    board = "2 3 4/1 8 0/7 6 5"
    assert Solver(goal="spiral").solve(board).moves == solve(board, goal="spiral").moves
    for goal in (goals.spiral(3, 3).to_array(), goals.spiral(3, 3).to_list()):
        assert solve(board, goal=goal).moves == solve(board, goal="spiral").moves
    solver = Solver(goal=goals.spiral(3, 3), method="twists")
    assert solver.method == "twists"
    assert solver.solve(board).goal == goals.spiral(3, 3)
    assert solver.solve_many([board]).method == "twists"
    with pytest.raises(GoalError):
        Solver(goal=goals.rows(3, 3), method="twists")


def test_what_cannot_be_is_said_when_the_solver_is_made() -> None:
    with pytest.raises(UnsupportedError, match="4×4"):
        Solver(goal=goals.rows(3, 3), method="combined")
    with pytest.raises(UnsupportedError, match="up to 25 cells"):
        Solver(goal=goals.rows(6, 6), method="optimal")
    with pytest.raises(UnsupportedError, match="unknown method 'optimum'"):
        Solver(method="optimum")  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="metric"):
        Solver(metric="double")  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="prefer"):
        Solver(prefer="beauty")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="method"):
        Solver(method=7)  # type: ignore[arg-type]


@pytest.mark.slow
def test_several_goals_in_turn_keep_their_tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("PUZZLE15_CACHE", str(tmp_path))
    wanted = [goals.rows(3, 4), goals.rows(2, 6), goals.rows(4, 4)]
    for goal in wanted:
        Solver(goal=goal, method="optimal").prepare()
    for goal in wanted:
        solver = Solver(goal=goal, method="optimal")
        assert solver.is_ready
        assert solver.memory > 10**6


def test_memory_is_about_what_was_said_before() -> None:
    for goal, options in (
        (goals.rows(2, 5, blank=3), {}),
        (goals.rows(4, 4, blank=6), {"method": "optimal"}),
    ):
        solver = Solver(goal=goal, **options)  # type: ignore[arg-type]
        before = solver.memory
        solver.prepare()
        assert 0.5 * solver.memory <= before <= 2 * solver.memory
    assert Solver(goal=goals.rows(9, 9)).memory == 0


def games() -> Iterator[tuple[Solver, Board]]:
    """Boards of several sizes, with solvers of every method for them."""
    for seed in range(3):
        for method in ("auto", "quick", "peel", "greedy"):
            yield Solver(method=method), random_board(4, 4, seed=seed)
        yield Solver(), random_board(3, 3, seed=seed)
        yield Solver(), random_board(3, 5, seed=seed)
        yield Solver(timeout=0), random_board(4, 4, seed=seed)


def test_hints_lead_to_the_goal() -> None:
    for solver, board in games():
        first = len(solver.solve(board))
        made = 0
        while (move := solver.hint(board)) is not None:
            board = board.move(move)
            made += 1
            assert made <= first
        assert board == board.natural_goal


def test_progress_of_many_boards_is_a_share_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzle15.solving.solver.BOARDS_AT_A_TIME", 40)
    shares: list[float] = []
    solve_many(random_boards(100, seed=3), method="optimal", progress=shares.append)
    assert all(0 <= share <= 1 for share in shares)
    # The second piece begins where the first has ended.
    assert shares[-1] > 0.4


def test_an_unsolvable_board_makes_no_tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("PUZZLE15_CACHE", str(tmp_path))
    solver = Solver(goal=goals.rows(3, 4, blank=1), method="optimal")
    with pytest.raises(UnsolvableError):
        solver.solve("1 0 2 3/4 5 6 7/8 9 11 10")
    assert not solver.is_ready
    assert not list(tmp_path.iterdir())


def test_many_boards_need_one_goal() -> None:
    solver = _core.Solver(None, _core.SolverOptions())
    with pytest.raises(ValueError, match="one goal"):
        solver.solve_many(np.array([1, 2, 3, 0]), first=0, threads=1, go_on=False)


def test_a_search_for_slides_that_may_give_up_makes_all_its_tables_beforehand() -> None:
    plain = Solver(goal=goals.rows(4, 4), metric="multi")
    limited = Solver(goal=goals.rows(4, 4), metric="multi", max_nodes=1)
    plain.prepare()
    limited.prepare()
    assert limited.memory == plain.memory + Solver(goal=goals.rows(4, 4), method="optimal").memory


@pytest.mark.parametrize(
    "options",
    [
        {"method": "greedy", "timeout": 1},
        {"method": "quick", "weight": 1.1},
        {"method": "combined", "metric": "multi"},
        {"prefer": "turns", "max_nodes": 5},
        {"metric": "multi", "prefer": "turns"},
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused_before_there_is_a_board(options: dict[str, Any]) -> None:
    for goal in (None, "spiral", goals.rows(4, 4)):
        with pytest.raises(UnsupportedError):
            Solver(goal=goal, **options)


def test_large_boards_take_a_timeout_alone() -> None:
    board = random_board(6, 6, seed=1)
    for options in ({"max_nodes": 10}, {"width": 4}, {"weight": 1.5}, {"timeout": 1, "threads": 2}):
        with pytest.raises(UnsupportedError, match="up to 25 cells, this one is 6×6; give timeout="):
            solve(board, **options)
    assert solve(board, timeout=0.05).verify()


@pytest.mark.parametrize("again", [copy.copy, lambda solver: pickle.loads(pickle.dumps(solver))])
def test_solvers_are_copied_and_pickled(again: Callable[[Solver], Solver]) -> None:
    board = random_board(seed=3, goal="spiral")
    for solver in (Solver(goal="spiral", max_nodes=2000), Solver(goal=board.apply(board.legal_moves[0]))):
        assert repr(again(solver)) == repr(solver)
        assert again(solver).solve(board) == solver.solve(board)


def test_stages_of_many_twists() -> None:
    boards = random_boards(50, 3, 3, seed=1, goal="spiral")
    many = solve_many(boards, goal="spiral", method="twists")
    for i, tiles in enumerate(boards):
        alone = solve(Board(tiles.tolist(), 3, 3), goal="spiral", method="twists")
        assert many[i].stages == alone.stages
        assert str(many[i]) == str(alone)
