"""solve: the combined solver against its twin, optimal tables against search, any goal."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzle15 import (
    Board,
    GoalError,
    InvalidMoveError,
    PuzzleError,
    Solution,
    UnsupportedError,
    goals,
    is_solvable,
    random_board,
    random_boards,
    reference,
    solve,
    solve_many,
)


def undone(solution: Solution) -> bool:
    """Whether some move only undoes the one before."""
    return any(pair in solution.moves for pair in ("LR", "RL", "UD", "DU"))


def test_the_twin_makes_the_same_moves() -> None:
    for tiles in random_boards(100, seed=4).tolist():
        solution = solve(tiles)
        moves, stages = reference.solve(tuple(tiles))
        assert solution.moves == moves
        assert [(stage.name, stage.length) for stage in solution.stages] == list(stages)


def test_it_is_verified_and_consistent() -> None:
    for seed in range(200):
        board = random_board(seed=seed)
        solution = solve(board)
        assert solution.verify()
        assert solution.start == board
        assert solution.goal == goals.rows(4, 4)
        assert solution.method == "combined"
        assert solution.optimal == (len(solution) == board.manhattan())
        assert board.manhattan() <= len(solution) <= 108
        assert (len(solution) - board.manhattan()) % 2 == 0
        assert "".join(stage.moves for stage in solution.stages) == solution.moves
        assert not undone(solution)
        path = list(solution.boards())
        assert (path[0], path[-1], len(path)) == (board, solution.goal, len(solution) + 1)
        assert solve(board, method="combined") == solution


def test_stages_leave_what_is_done() -> None:
    """After the row its tiles never move again, and so on."""
    solution = solve(random_board(seed=11))
    board = solution.start
    row, column = {0, 1, 2, 3}, {0, 4, 8, 12}
    first = row if solution.stages[0].name == "row" else column
    for stage, done in zip(solution.stages, [first, row | column, range(16)], strict=True):
        board = board.apply(stage.moves)
        assert all(board[cell] == (cell + 1) % 16 for cell in done)


@pytest.mark.parametrize("cell", range(16))
def test_the_blank_may_be_at_home_anywhere(cell: int) -> None:
    goal = goals.rows(4, 4, blank=cell)
    for seed in range(20):
        board = random_board(goal=goal, seed=seed)
        solution = solve(board, goal=goal)
        assert solution.goal == goal
        assert solution.verify()
        assert "".join(stage.moves for stage in solution.stages) == solution.moves
        assert not undone(solution)
    assert solve(goal, goal=goal).moves == ""
    assert solve(goal, goal=goal).optimal


@given(st.permutations(range(16)), st.permutations(range(16)))
def test_any_goal_at_all(tiles: list[int], target: list[int]) -> None:
    board, goal = Board(tiles), Board(target)
    if is_solvable(board, goal):
        solution = solve(board, goal=goal)
        assert board.apply(solution.moves) == goal
    else:
        with pytest.raises(PuzzleError):
            solve(board, goal=goal)


@pytest.mark.parametrize("name", sorted(goals.NAMES))
@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (3, 3), (2, 5), (5, 2)])
def test_goals_by_name(name: str, rows: int, cols: int) -> None:
    goal = goals.NAMES[name](rows, cols)
    board = random_board(rows, cols, goal=name, seed=3)
    solution = solve(board, goal=name)
    assert solution.goal == goal
    assert solution.verify()


def test_a_missing_number() -> None:
    board = random_board(goal=goals.missing(2, 4, 4), seed=8)
    solution = solve(board)
    assert solution.goal == goals.missing(2, 4, 4)
    assert solution.verify()
    assert solve("0 5/700 60").goal == Board("5 60/700 0")


@pytest.mark.parametrize(
    ("rows", "cols"), [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), pytest.param(3, 3, marks=pytest.mark.slow)]
)
def test_small_puzzles_are_solved_optimally(rows: int, cols: int) -> None:
    """Against plain search, for every home of the blank; all boards up to 2×3, samples beyond."""
    for cell in range(rows * cols):
        goal = goals.rows(rows, cols, blank=cell)
        depths = reference.distances([goal.tiles], cols)
        sample = list(depths.items()) if len(depths) <= 360 else list(depths.items())[::997]
        for tiles, depth in sample:
            solution = solve(Board(tiles, rows, cols), goal=goal)
            assert len(solution) == depth
            assert solution.optimal
            assert solution.verify()


@pytest.mark.parametrize(("rows", "cols"), [(2, 5), (5, 2)])
def test_ten_cells(rows: int, cols: int) -> None:
    """No solution is shorter than the tiles' distance, and each step comes one nearer."""
    for seed in range(30):
        board = random_board(rows, cols, seed=seed)
        solution = solve(board)
        assert solution.verify()
        left = [len(solve(on_the_way)) for on_the_way in solution.boards()]
        assert left == list(range(len(solution), -1, -1))


@settings(max_examples=30)
@given(st.permutations(range(9)), st.permutations(range(9)))
def test_any_goal_of_the_8_puzzle_is_optimal(tiles: list[int], target: list[int]) -> None:
    board, goal = Board(tiles), Board(target)
    if is_solvable(board, goal):
        there, back = solve(board, goal=goal), solve(goal, goal=board)
        assert len(there) == len(back)


def test_notations() -> None:
    solution = solve("1 2 3/0 5 6/4 7 8")
    assert solution.notation() == solution.moves == "DRR"
    assert solution.notation("tile") == "ULL"
    assert solution.notation("number") == "4 7 8"
    assert solution.notation("short") == "UL2"
    assert solution.tiles == (4, 7, 8)
    assert (solution.single, solution.multi, len(solution)) == (3, 2, 3)
    with pytest.raises(PuzzleError, match="choose 'blank'"):
        solution.notation("morse")  # type: ignore[arg-type]
    for seed in range(20):
        solution = solve(random_board(seed=seed))
        assert solution.multi == len(list(groupby(solution.moves))) == reference.multi_count(solution.moves)


def test_a_solution_is_a_value() -> None:
    solution = solve("1 2 3/4 5 6/0 7 8")
    assert pickle.loads(pickle.dumps(solution)) == solution
    assert pickle.loads(pickle.dumps(solution)).stages == solution.stages
    assert len({solution, solve("1 2 3/4 5 6/0 7 8")}) == 1
    with pytest.raises(AttributeError):
        solution.moves = "L"  # type: ignore[misc]
    assert solve("1 2/3 0")
    assert solution != "RR"
    assert str(solution) == "2 moves (optimal)\n  optimal   2  RR"


def test_a_solution_that_nobody_has_looked_at_is_a_value_too() -> None:
    board = random_board(seed=5)
    known = solve(board)
    assert len(known.moves) == len(known)
    ways: list[Callable[[Solution], Solution]] = [
        copy.copy,
        copy.deepcopy,
        lambda solution: pickle.loads(pickle.dumps(solution)),
    ]
    for copied in ways:
        again = copied(solve(board))
        assert again == known
        assert hash(again) == hash(solve(board))
        assert repr(copied(solve(board))) == repr(known)
        assert (again.stages, again.made_by, again.nodes) == (known.stages, known.made_by, 0)
    with pytest.raises(AttributeError, match="a Solution has no attribute 'length'"):
        getattr(solve(board), "length")  # noqa: B009


def test_a_solution_of_your_own_claims_only_what_is_known() -> None:
    mine = Solution.from_moves("1 2 3/4 5 6/0 7 8", "udRLRR")
    assert (mine.moves, mine.method, mine.optimal, mine.lower_bound) == ("UDRLRR", "given", False, 2)
    assert (mine.nodes, mine.made_by, mine.stages) == (0, None, ())
    assert mine.verify()
    # As short as the Manhattan distance is proven to be optimal.
    assert Solution.from_moves("1 2 3/4 5 6/0 7 8", "R R\n").optimal
    copied = pickle.loads(pickle.dumps(mine))
    assert (copied, copied.optimal, copied.lower_bound) == (mine, False, 2)
    found = solve(random_board(seed=1), method="quick")
    copied = pickle.loads(pickle.dumps(found))
    assert (copied.made_by, copied.nodes) == (found.made_by, found.nodes)
    spiral = solve("8 2 5/1 0 3/7 4 6", goal="spiral")
    assert Solution.from_moves("8 2 5/1 0 3/7 4 6", spiral.moves, "spiral") == spiral


@pytest.mark.parametrize(
    ("moves", "error", "text"),
    [
        (
            "RL",
            GoalError,
            "after the last move, number 2, the board is '1 2 3/4 5 6/0 7 8', not the goal, '1 2",
        ),
        (
            "",
            GoalError,
            "without any moves the board is '1 2 3/4 5 6/0 7 8', not the goal, '1 2 3/4 5 6/7 8 0'",
        ),
        ("RLL", InvalidMoveError, r"move 3 \(L\) takes the blank off the 3×3 board from row 3, column 1"),
        ("RXL", InvalidMoveError, "move 2 is 'X'; the blank goes L, R, U or D"),
        (["R", "R"], TypeError, r"moves is a text of the letters L, R, U and D, got \['R', 'R'\]"),
        (None, TypeError, "got None"),
    ],
)
def test_moves_that_do_not_solve_are_refused(moves: str, error: type[Exception], text: str) -> None:
    start = Board("1 2 3/4 5 6/0 7 8")
    with pytest.raises(error, match=text):
        Solution.from_moves(start, moves)
    with pytest.raises(error, match=text):
        Solution(start, start.natural_goal, moves)


def test_stages_of_your_own_have_all_the_moves() -> None:
    start = Board("1 2 3/4 5 6/0 7 8")
    with pytest.raises(UnsupportedError, match="the stages of 2 moves have 2 together, these have 3"):
        Solution(start, start.natural_goal, "RR", "mine", [("one", 1), ("two", 2)])


def test_what_is_not_there_says_so() -> None:
    for rows, cols in ((6, 6), (3, 9), (50, 50)):
        with pytest.raises(UnsupportedError, match=f"this one is {rows}×{cols}; use method='auto'"):
            solve(goals.rows(rows, cols), method="optimal")
    with pytest.raises(
        UnsupportedError, match="sides of up to 60000, this one is 2×60001; use method='greedy'"
    ):
        solve(goals.rows(2, 60_001), method="peel")
    assert solve(goals.rows(2, 60_001)).method == "greedy"
    with pytest.raises(UnsupportedError, match="use method='auto'"):
        solve("1 2/3 0", method="combined")
    with pytest.raises(UnsupportedError, match="choose 'auto', 'combined'"):
        solve("1 2/3 0", method="best")  # type: ignore[arg-type]
    with pytest.raises(GoalError, match="blank in the centre"):
        solve_many(["1 2 3/8 0 4/7 6 5"], method="twists")


@pytest.mark.parametrize(
    ("board", "options"),
    [
        (random_board(5, 5, seed=1), {"method": "optimal"}),
        ("0 12 8 4/15 11 7 3/14 10 6 2/13 9 5 1", {"metric": "multi"}),  # Needs 43 slides: some seconds.
        (random_board(10, 10, seed=1), {"timeout": 600.0}),
        (random_board(200, 200, seed=1), {"method": "peel"}),
    ],
    ids=["search", "slides", "improve", "large"],
)
def test_what_progress_raises_ends_the_search(board: Board | str, options: dict[str, Any]) -> None:
    def stop(share: float) -> None:
        raise ZeroDivisionError(share)

    with pytest.raises(ZeroDivisionError):
        solve(board, progress=stop, **options)


def test_a_large_board_is_stopped_before_it_is_improved() -> None:
    shares = []

    def stop(share: float) -> None:
        shares.append(share)
        raise ZeroDivisionError(share)

    with pytest.raises(ZeroDivisionError):
        solve(random_board(150, 150, seed=1), timeout=500, progress=stop)
    assert len(shares) == 1


def test_a_solution_takes_boards_in_any_form() -> None:
    assert Solution("1 2/0 3", [[1, 2], [3, 0]], "R") == Solution(Board("1 2/0 3"), Board("1 2/3 0"), "R")
    with pytest.raises(TypeError, match="a board is made from"):
        Solution(5, "1 2/3 0", "R")  # type: ignore[arg-type]
