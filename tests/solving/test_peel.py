"""Boards of any size, line by line."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzle15 import (
    Board,
    MemoryBudgetError,
    UnsolvableError,
    goals,
    random_board,
    random_boards,
    reference,
    solve,
    solve_many,
    stream,
    theory,
)
from puzzle15.growth import greedy_lengths
from puzzle15.typing import Method
from tests.support.interrupts import interrupted


@settings(max_examples=12, deadline=None)
@given(
    rows=st.integers(2, 7),
    cols=st.integers(2, 7),
    seed=st.integers(0, 2**32),
    home=st.integers(0, 10**6),
    steps=st.sampled_from([None, None, 3, 8]),
)
def test_the_moves_are_those_of_the_twin(
    rows: int, cols: int, seed: int, home: int, steps: int | None
) -> None:
    goal = (
        goals.rows(rows, cols, blank=home % (rows * cols))
        if home % 3
        else random_board(rows, cols, seed=home)
    )
    board = random_board(goal=goal, seed=seed, method="walk" if steps else "shuffle", steps=steps)
    solution = solve(board, goal=goal, method="peel")
    moves, stages = reference.peel(board.tiles, goal.tiles, cols)
    assert solution.moves == "".join(moves)
    assert [(stage.name, stage.length) for stage in solution.stages] == list(stages)
    assert board.apply(solution.moves) == goal


@pytest.mark.parametrize("shape", [(8, 8), (9, 12), (5, 12), (2, 30), (30, 2), (3, 21), (21, 4)])
def test_other_shapes_are_solved_like_the_twin_does(shape: tuple[int, int]) -> None:
    board = random_board(*shape, seed=2)
    solution = solve(board)
    assert solution.method == "peel"
    assert solution.verify()
    assert solution.moves == "".join(reference.peel(board.tiles, solution.goal.tiles, shape[1])[0])


@pytest.mark.parametrize("shape", [(33, 32), (2, 520), (350, 3)])
def test_large_boards_are_solved_like_the_twin_does(shape: tuple[int, int]) -> None:
    board = random_board(goal=goals.rows(*shape), method="walk", steps=4, seed=3)
    solution = solve(board)
    assert solution.method == "peel"
    assert solution.verify()
    assert solution.moves == "".join(reference.peel(board.tiles, solution.goal.tiles, shape[1])[0])


@pytest.mark.parametrize("shape", [(2, 300), (3, 255), (300, 2)])
def test_the_blank_may_be_far_away(shape: tuple[int, int]) -> None:
    """Three tiles in a corner exchanged, and the blank hundreds of cells away: still led by the guide."""
    tiles = list(goals.rows(*shape).tiles)
    cells = (0, 1, shape[1])
    tiles[0], tiles[1], tiles[shape[1]] = (tiles[cell] for cell in (cells[1], cells[2], cells[0]))
    board = Board(tiles, *shape)
    solution = solve(board)
    assert solution.method == "peel"
    assert len(solution) < 3 * sum(shape) + 60
    assert solution.moves == reference.peel(board.tiles, solution.goal.tiles, shape[1])[0]


def test_every_shape_up_to_nine_and_some_more() -> None:
    shapes = [(rows, cols) for rows in range(2, 10) for cols in range(2, 10)]
    for rows, cols in [*shapes, (2, 50), (50, 2), (3, 40), (4, 33), (19, 13), (45, 40), (2, 600)]:
        board = random_board(rows, cols, seed=rows + cols)
        for method in ("peel", "auto") if rows * cols > 12 else ("peel",):
            solution = solve(board, method=method)
            assert solution.verify(), (rows, cols)
            assert sum(stage.length for stage in solution.stages) == len(solution)
            assert len(solution) >= board.manhattan()
        assert solution.method == ("combined" if (rows, cols) == (4, 4) else "peel")


def test_any_goal() -> None:
    for rows, cols in ((5, 5), (6, 9), (3, 8), (2, 11), (11, 4)):
        for name in ("rows", "columns", "snake", "spiral", "blank-first"):
            board = random_board(rows, cols, goal=name, seed=9)
            assert solve(board, goal=name).verify(), (name, rows, cols)
        for blank in range(rows * cols):
            ends_there = goals.rows(rows, cols, blank=blank)
            board = random_board(goal=ends_there, seed=blank)
            assert solve(board, goal=ends_there).goal == ends_there
        labels = random.Random(1).sample(range(1, 10**6), rows * cols - 1)
        odd = Board([*labels[:7], 0, *labels[7:]], rows, cols)
        assert solve(random_board(goal=odd, seed=1), goal=odd).verify()


@pytest.mark.parametrize(("n", "count"), [(5, 1500), (6, 500), (7, 200), (8, 100), (9, 60), (10, 40)])
def test_no_more_than_60_per_cent_of_greedy(n: int, count: int) -> None:
    boards = [Board(tiles, n, n) for tiles in random_boards(count, n, n, seed=7).tolist()]
    peeled = np.array([len(solve(board, method="peel")) for board in boards])
    assert peeled.mean() < 0.6 * greedy_lengths(boards).mean()


@pytest.mark.parametrize(("n", "count"), [(15, 20), (20, 10), (30, 4), (50, 1), (100, 1)])
def test_about_half_of_greedy_on_large_boards(n: int, count: int) -> None:
    boards = [Board(tiles, n, n) for tiles in random_boards(count, n, n, seed=7).tolist()]
    peeled = np.array([len(solve(board, method="peel")) for board in boards])
    assert peeled.mean() < 0.53 * greedy_lengths(boards).mean()


@pytest.mark.parametrize(
    ("rows", "cols", "lengths"),
    [
        (5, 5, [107, 160, 146, 137, 155, 119]),
        (7, 7, [406, 402, 433, 460, 441]),
        (10, 10, [1276, 1389, 1281, 1245]),
        (4, 9, [345, 322, 283, 281]),
        (2, 30, [1927, 1555, 1758]),
        (20, 20, [9825, 10073]),
        (45, 40, [90358]),
        pytest.param(210, 200, [13143874], marks=pytest.mark.slow),
    ],
)
def test_pinned_lengths(rows: int, cols: int, lengths: list[int]) -> None:
    """Nothing gets worse unnoticed, on boards of every kind that is treated differently."""
    assert [len(solve(random_board(rows, cols, seed=seed))) for seed in range(len(lengths))] == lengths


def test_what_is_optimal_is_said_to_be() -> None:
    assert solve(random_board(3, 3, seed=1), method="peel").optimal
    assert not solve(random_board(5, 5, seed=1)).optimal
    assert solve(goals.rows(6, 6).move("L")).optimal


def test_a_bar_that_fails_stops_the_job() -> None:
    def fail(share: float) -> None:
        raise ZeroDivisionError(share)

    with pytest.raises(ZeroDivisionError):
        solve(random_board(200, 200, seed=1), method="peel", progress=fail)
    with pytest.raises(TypeError, match="progress is a function, True, False or None"):
        solve(goals.rows(5, 5), progress="yes")  # type: ignore[arg-type]


def test_solved_and_nearly_solved_boards() -> None:
    goal = goals.rows(8, 8)
    assert solve(goal).moves == ""
    for side in (40, 1000):
        board = goals.rows(side, side)
        assert solve(board).moves == ""
        solution = solve(board.apply("UULLDDRR"))
        assert solution.method == "peel"
        assert len(solution) < 60
    for moves in ("L", "UL", "ULLDRR", "UUULLLDR"):
        board = goal.apply(moves)
        solution = solve(board)
        assert solution.verify()
        assert len(solution) <= 3 * len(moves) + 60


def test_hard_boards() -> None:
    for n in (5, 6, 9, 12):
        for board in (theory.hard_board(n), theory.perimeter_board(n)):
            solution = solve(board)
            assert solution.verify()
            assert solution.method == "peel"


def test_many_at_once() -> None:
    boards = random_boards(40, 6, 7, seed=4)
    many = solve_many(boards, shape=(6, 7))
    singles = [solve(Board(tiles, 6, 7)) for tiles in boards.tolist()]
    assert [solution.moves for solution in many] == [solution.moves for solution in singles]
    assert many[3].method == "peel"
    assert many[3].stages[0].name == "peel"
    assert np.array_equal(solve_many(boards, shape=(6, 7), threads=1).moves, many.moves)


def test_a_million_tiles_that_cannot_be_solved_are_refused() -> None:
    tiles = np.arange(1, 1_000_001)
    tiles[[-1, -2, -3]] = 0, tiles[-3], tiles[-2]
    with pytest.raises(UnsolvableError, match="the board has 1 inversion"):
        solve(Board(tiles.reshape(1000, 1000)))


@pytest.mark.slow
def test_moves_that_do_not_fit_into_memory_are_refused() -> None:
    goal = goals.rows(4000, 4000)
    board = goal.move("L")
    for method in ("auto", "greedy"):
        with pytest.raises(MemoryBudgetError, match=r"stream\(board\) gives the moves one by one"):
            solve(board, goal=goal, method=method)
    assert next(stream(board, goal=goal)) in "LRUD"
    assert solve(goal).moves == ""


def test_the_bar(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzle15._support.progress.DELAY", 0)
    board = random_board(60, 60, seed=1)
    assert solve(board, progress=True).verify()
    shown = capsys.readouterr().err
    assert "solving: " in shown
    assert "%|" in shown
    assert shown.endswith(" \r")
    solve(board)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("method", ["peel", "greedy"])
def test_interrupt(method: Method) -> None:
    board = random_board(300, 300, seed=1)
    with interrupted():
        solve(board, method=method)
