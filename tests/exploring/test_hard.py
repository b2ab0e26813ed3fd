"""`bounds.find_hard` finds the hardest boards where these are known, and what it says of a board is true."""

from __future__ import annotations

import csv
import itertools
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puzzle15 import (
    Board,
    GoalError,
    UnsolvableError,
    UnsupportedError,
    arrays,
    explore,
    goals,
    is_solvable,
    random_board,
    solve,
    solve_many,
)
from puzzle15.bounds import HardBoard, find_hard, hard, judging
from puzzle15.bounds.neighbours import MOST_EXCHANGES, Neighbours, hard_starts
from tests.support.shared_tables import large_tables
from tests.support.soak import Note

DATA = Path(__file__).parents[1] / "data"


def diameters() -> list[tuple[int, int, int, int, int]]:
    """Rows, columns, home of the blank, diameter and number of antipodes, up to ten cells."""
    with (DATA / "diameters.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["metric"] == "STM"]
    names = ("rows", "cols", "blank_home", "diameter", "antipodes")
    found = [tuple(int(row[name]) for name in names) for row in rows]
    return [row for row in found if row[0] * row[1] in (4, 6, 8, 9)]  # type: ignore[misc]


def antipodes() -> set[Board]:
    """The 17 boards of the 15-puzzle that take 80 moves."""
    with (DATA / "antipodes.csv").open(encoding="utf-8") as file:
        return {Board(row["board"]) for row in csv.DictReader(file)}


def hardest(found: list[HardBoard]) -> set[Board]:
    """Those with the largest bound."""
    return {one.board for one in found if one.bound == found[0].bound}


def homes_of(board: Board, goal: Board) -> Any:
    """For each cell, the home of what is there."""
    return np.array([goal.find(tile) for tile in board], np.int32)


def boards_of(rows: Any, goal: Board) -> list[Board]:
    """The boards of such rows."""
    return [Board([goal[home] for home in row], *goal.shape) for row in rows.tolist()]


@pytest.mark.parametrize(("rows", "cols", "home", "diameter", "count"), diameters())
def test_all_of_the_hardest_boards_of_a_small_puzzle(
    rows: int, cols: int, home: int, diameter: int, count: int
) -> None:
    """A few hundred evaluations find the diameter, for the blank at home in any cell."""
    goal = goals.rows(rows, cols, blank=home)
    found = find_hard(goal=goal, timeout=None, max_evaluations=300, keep=200)
    assert found[0].bound == diameter
    assert all(one.is_exact and one.goal == goal for one in found)
    if count <= 2:
        assert len(hardest(found)) == count
    distances = arrays.distance([one.board.tiles for one in found], goal=goal)
    assert distances.tolist() == [one.bound for one in found]


def test_both_boards_of_31_moves() -> None:
    for seed in range(5):
        found = find_hard(3, 3, timeout=None, max_evaluations=200, seed=seed)
        assert hardest(found) == {Board("6 4 7/8 5 0/3 2 1"), Board("8 6 7/2 5 4/3 0 1")}
        assert {one.bound for one in found[:2]} == {31}


def test_all_18_hardest_boards_of_twelve_cells() -> None:
    found = find_hard(3, 4, timeout=None, max_evaluations=200, keep=30)
    assert (found[0].bound, len(hardest(found))) == (53, 18)


def test_a_puzzle_that_is_evaluated_to_the_last_board() -> None:
    """Then the search ends by itself, with all distances right."""
    found = find_hard(2, 3, timeout=None, keep=1000)
    assert len(found) == 360
    counts = np.bincount([one.bound for one in found]).tolist()
    assert counts == list(explore(2, 3).counts)


def test_the_same_seed_gives_the_same_boards() -> None:
    for size, options in [((3, 3), {}), ((4, 4), {"max_nodes": 2000}), ((4, 5), {}), ((6, 6), {})]:
        asked: dict[str, Any] = {"timeout": None, "max_evaluations": 9, "seed": 5, **options}
        first = find_hard(*size, **asked)
        assert first == find_hard(*size, threads=1, **asked)
        assert [one.bound for one in first] == sorted((one.bound for one in first), reverse=True)
        assert all(is_solvable(one.board) for one in first)


def test_what_it_says_of_a_board_is_true() -> None:
    """On 4×4: an exact board takes that many moves, and no other takes fewer than its bound."""
    walks = ("ULULDRULURDDLURDR", "UULDLURRDLULDRRUL", "LLURULDLURDRULDDR")
    start = [goals.rows(4, 4).apply(walk) for walk in walks]
    found = find_hard(start=start, timeout=None, max_evaluations=8, max_nodes=3000, keep=100)
    lengths = solve_many([one.board.tiles for one in found], method="optimal").lengths
    for one, length in zip(found, lengths.tolist(), strict=True):
        assert one.bound == length if one.is_exact else one.bound <= length
        assert (length - one.bound) % 2 == 0
    assert {one.is_exact for one in found} == {True, False}


def test_larger_boards_have_lower_bounds() -> None:
    turned = Board([0, *range(24, 0, -1)])
    found = find_hard(start=[turned], goal=goals.rows(5, 5), timeout=None, max_evaluations=1)
    assert [(one.board, one.bound, one.proved_by) for one in found] == [(turned, 140, "walking distance")]
    assert str(found[0]).endswith("/5 4 3 2 1: at least 140 moves (walking distance)")
    large = find_hard(7, 7, timeout=None, max_evaluations=40)
    best = max(arrays.linear_conflict([board.tiles for board in hard_starts(goals.rows(7, 7))]))
    assert large[0].bound > best, "the search improves on what it began with"
    assert {(one.is_exact, one.proved_by) for one in large} == {(False, "linear conflict")}


@pytest.mark.parametrize(
    "goal", [goals.rows(3, 3), goals.spiral(3, 3), goals.rows(2, 4, blank=5), goals.rows(2, 4)]
)
def test_mirror_images_are_as_far_from_the_goal(goal: Board) -> None:
    neighbours = Neighbours(goal, np.random.default_rng(0))
    for seed in range(20):
        board = random_board(goal=goal, seed=seed)
        images = boards_of(neighbours.images(homes_of(board, goal)), goal)
        assert board in images
        assert len({len(solve(image, goal=goal, method="optimal")) for image in images}) == 1
        assert len(images) <= {8: 2, 5: 1, 4: 8, 7: 1}[goal.blank]
    assert neighbours.images(homes_of(goal, goal)).tolist() == [list(range(len(goal)))]


def test_neighbours_in_plain_python() -> None:
    for goal in (goals.rows(3, 3), goals.rows(2, 4, blank=2)):
        neighbours = Neighbours(goal, np.random.default_rng(0))
        board = random_board(goal=goal, seed=3)
        one = {board.move(way) for way in board.legal_moves}
        two = {after.move(way) for after in one for way in after.legal_moves}
        near = boards_of(neighbours.near(homes_of(board, goal)), goal)
        assert len(near) == len(set(near))
        assert set(near) == (one | two) - {board}

        pairs = list(itertools.combinations([tile for tile in board if tile], 2))
        expected = set()
        for first, second in itertools.product(pairs, pairs):
            tiles = list(board)
            for a, b in (first, second):
                i, j = tiles.index(a), tiles.index(b)
                tiles[i], tiles[j] = b, a
            expected.add(Board(tiles, *goal.shape))
        made = boards_of(neighbours.exchanged(homes_of(board, goal)), goal)
        assert len(made) == len(set(made))
        assert set(made) == expected - {board}


def test_on_large_boards_exchanges_are_drawn() -> None:
    goal = goals.rows(5, 5)
    made = boards_of(Neighbours(goal, np.random.default_rng(0)).exchanged(homes_of(goal, goal)), goal)
    assert len(made) == MOST_EXCHANGES
    assert all(board.blank == goal.blank and is_solvable(board) for board in made)
    assert max(sum(x != y for x, y in zip(board, goal, strict=True)) for board in made) == 4
    assert len(set(made)) > MOST_EXCHANGES // 2


def test_starts() -> None:
    for rows, cols in [(2, 2), (3, 3), (3, 4), (4, 4), (5, 5)]:
        goal = goals.rows(rows, cols)
        starts = hard_starts(goal)
        assert len(starts) == len(set(starts)) >= 3
        assert all(is_solvable(board) for board in starts)
    assert Board([0, *range(24, 0, -1)]) in hard_starts(goals.rows(5, 5))


def test_a_first_search_that_takes_all_the_time_leaves_better_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def cut_off(*_: object) -> None:
        raise hard._OutOfTimeError

    for judge in judging.Judge.__subclasses__():
        monkeypatch.setattr(judge, "prove", cut_off)
    found = {one.board: one for one in find_hard(4, 4, keep=20)}
    turned = found[Board("0 15 14 13/12 11 10 9/8 7 6 5/4 3 2 1")]
    assert (turned.bound, turned.proved_by) == (70, "walking distance")
    assert turned.bound == arrays.walking_distance([turned.board.tiles])[0]
    assert any(one.proved_by == "search" for one in found.values())


def test_a_timeout_ends_it() -> None:
    find_hard(4, 4, timeout=0)
    begin = time.monotonic()
    find_hard(4, 4, timeout=0)
    find_hard(5, 5, timeout=0.2)
    assert time.monotonic() - begin < 60, "far less than the search would go on"


@pytest.mark.parametrize("shape", [(2, 3), (4, 4), (5, 5), (6, 6)])
def test_the_first_boards_have_a_bound_before_any_is_evaluated(shape: tuple[int, int]) -> None:
    """However short the time was, and also if Ctrl-C comes while tables are made."""
    goal = goals.rows(*shape)
    found = find_hard(*shape, timeout=0, keep=20)
    assert {one.board for one in found} == set(hard_starts(goal))
    for one in found:
        assert one.bound == arrays.linear_conflict([one.board.tiles], goal=goal)[0]
        assert (one.is_exact, one.proved_by) == (False, "linear conflict")
    assert [one.bound for one in found] == sorted((one.bound for one in found), reverse=True)

    def press_ctrl_c(judge: object) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        for judge in (judging.Judge, *judging.Judge.__subclasses__()):
            patch.setattr(judge, "prepare", press_ctrl_c)
        with pytest.raises(KeyboardInterrupt) as caught:
            find_hard(*shape, keep=20)
        assert caught.value.best == found  # type: ignore[attr-defined]
        assert find_hard(*shape, keep=20, on_interrupt="best") == found


def test_an_evaluation_replaces_the_first_bound() -> None:
    start = goals.rows(4, 4).apply("UULDLURRDLULDRRUL")
    [found] = find_hard(start=[start], timeout=None, max_evaluations=1, keep=1)
    assert (found.is_exact, found.proved_by, found.bound) == (
        True,
        "search",
        len(solve(start, method="optimal")),
    )


def test_ctrl_c_leaves_what_was_found() -> None:
    calls = 0

    def press_ctrl_c(bound: float) -> None:
        nonlocal calls
        calls += bound > 0
        if calls > 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        find_hard(3, 3, timeout=None, progress=press_ctrl_c)
    assert type(caught.value) is KeyboardInterrupt
    best: list[HardBoard] = caught.value.best  # type: ignore[attr-defined]
    assert best[0].bound == len(solve(best[0].board)) > 20
    calls = 0
    assert find_hard(3, 3, timeout=None, progress=press_ctrl_c, on_interrupt="best")[0].bound > 20


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"rows": 21}, UnsupportedError, "up to 400 cells, got 21×21"),
        ({"keep": 0}, UnsupportedError, "keep is a whole number from 1"),
        ({"keep": None}, TypeError, "keep is a whole number from 1"),
        ({"max_evaluations": 0}, UnsupportedError, "max_evaluations is a whole number from 1"),
        ({"timeout": -1}, UnsupportedError, "timeout is a number of seconds from 0 up"),
        ({"start": []}, TypeError, "start is a list of boards, at least one"),
        ({"start": "1 2 3/4 5 6/7 8 0"}, TypeError, "start is a list of boards, at least one"),
        (
            {"rows": 3, "start": ["2 1 3/4 5 6/7 8 0"]},
            UnsolvableError,
            "not solvable: the board has 1 inversion",
        ),
        ({"rows": 3, "start": [[1, 2, 3, 0]]}, GoalError, "the goal is 3×3, the boards are 2×2"),
        ({"rows": 3, "tables": "large"}, UnsupportedError, "13 to 16 cells"),
        ({"on_interrupt": "stop"}, UnsupportedError, "on_interrupt is 'raise' or 'best'"),
    ],
)
def test_bad_input(options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        find_hard(**options)


@pytest.mark.slow
def test_the_antipodes_of_the_15_puzzle(note: Note) -> None:
    """From two moves beside one of the 17, others are found; how many, depends on the time."""
    known = antipodes()
    assert len(known) == 17
    goal = goals.rows(4, 4)
    with large_tables():
        solutions = solve_many([board.tiles for board in known], method="optimal", tables="large")
        assert (solutions.lengths == 80).all()
        assert solutions.optimal.all()
        start = Board("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1").apply("RD")
        assert start not in known
        options: dict[str, Any] = {"max_nodes": 20_000_000, "keep": 50, "tables": "large"}
        found = find_hard(start=[start], timeout=None, max_evaluations=40, **options)
    reached = {one.board for one in found if one.bound == 80}
    assert found[0].bound == 80
    assert reached <= known, "there are no others"
    neighbours = Neighbours(goal, np.random.default_rng(0))
    for board in reached:
        assert set(boards_of(neighbours.images(homes_of(board, goal)), goal)) <= reached
    assert len(reached) >= 3
    note("antipodes of the 15-puzzle found by local search from beside one", f"{len(reached)} of 17")


def test_memory_bounds_every_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bounds are smaller then, and true. The search of a board, and that of a walking distance."""
    given: list[int | None] = []
    walked = arrays.walking_distance
    monkeypatch.setattr(
        arrays,
        "walking_distance",
        lambda *boards, memory=None, **options: (
            given.append(memory) or walked(*boards, memory=memory, **options)  # type: ignore[func-returns-value]
        ),
    )
    (found,) = find_hard(5, 5, timeout=None, max_evaluations=2, keep=1, memory=2**20)
    assert given == [2**20] * 2
    assert found.bound >= found.board.manhattan(found.goal)
    start = ["15 14 8 12/2 11 9 13/10 6 5 1/3 7 4 0"]
    known = {"start": start, "timeout": None, "max_evaluations": 1, "keep": 1, "max_nodes": 500_000}
    (small,) = find_hard(4, 4, **known, memory=2**20)  # type: ignore[arg-type]
    (usual,) = find_hard(4, 4, **known)  # type: ignore[arg-type]
    assert small.bound <= 80
    assert usual.bound <= 80
    with pytest.raises(UnsupportedError, match="memory is at least 1 MiB"):
        find_hard(4, 4, memory=5)
