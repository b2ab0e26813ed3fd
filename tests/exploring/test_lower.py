"""Lower bounds for one board: linear conflict and walking distance, with their twins, and `bounds.lower`."""

from __future__ import annotations

import json
import math
import pickle
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puzzle15 import (
    Board,
    FileError,
    Solver,
    UnsolvableError,
    UnsupportedError,
    arrays,
    goals,
    random_board,
    random_boards,
    reference,
    solve,
)
from puzzle15._support.sealed import checksum_of
from puzzle15.bounds import LowerBound, lower
from puzzle15.errors import RefutedError
from puzzle15.typing import Metric

TURNED = [0, *range(24, 0, -1)]
HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
SIZES = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (5, 2), (3, 4), (4, 3), (4, 4)]


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_the_fast_bounds_are_those_of_the_slow_ones(rows: int, cols: int) -> None:
    """For the blank at home in any cell, not only in the last."""
    dice = random.Random(rows * 10 + cols)
    for seed in range(4):
        goal = goals.rows(rows, cols, blank=dice.randrange(rows * cols))
        boards = random_boards(6, goal=goal, seed=seed)
        conflict = arrays.linear_conflict(boards, goal=goal)
        walking = arrays.walking_distance(boards, goal=goal)
        for tiles, first, second in zip(boards.tolist(), conflict, walking, strict=True):
            assert first == reference.linear_conflict(tuple(tiles), goal.tiles, cols)
            assert second == reference.walking_distance(tuple(tiles), goal.tiles, cols)


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (2, 4), (4, 2), (2, 5)])
def test_no_bound_exceeds_the_distance_of_any_board(rows: int, cols: int) -> None:
    states = math.factorial(rows * cols) // 2
    boards = arrays.unrank(np.arange(states), (rows, cols)).reshape(-1, rows, cols)
    exact = arrays.distance(boards).astype(int)
    slower = arrays.manhattan(boards)
    for bound in (arrays.linear_conflict, arrays.walking_distance, arrays.pattern_distance):
        found = bound(boards)
        assert (found <= exact).all(), bound
        assert ((exact - found) % 2 == 0).all(), bound
        assert (found >= slower).all(), bound
        assert (found == 0).sum() == 1, bound


def test_no_bound_exceeds_the_distance_on_twelve_cells() -> None:
    boards = random_boards(20_000, 3, 4, seed=1).reshape(-1, 3, 4)
    exact = arrays.distance(boards).astype(int)
    for bound in (arrays.linear_conflict, arrays.walking_distance, arrays.pattern_distance):
        assert (bound(boards) <= exact).all(), bound


def test_the_24_puzzle_upside_down() -> None:
    """112 by Manhattan distance, and 140 by walking distance (Hannanov 2011), without any clock."""
    assert arrays.manhattan([TURNED]) == 112
    assert arrays.walking_distance([TURNED]) == 140
    assert reference.linear_conflict(tuple(TURNED), goals.rows(5, 5).tiles, 5) == 128
    assert arrays.linear_conflict([TURNED]) == 128


def test_a_wider_board_is_searched_and_a_huge_one_is_not() -> None:
    boards = random_boards(1, 6, 6, seed=1)
    assert (arrays.walking_distance(boards) >= arrays.manhattan(boards)).all()
    turned = [[0, *range(35, 0, -1)]]
    assert arrays.manhattan(turned) == 206
    assert arrays.walking_distance(turned) == 230
    large = random_boards(2, 20, 20, seed=1)
    assert (arrays.walking_distance(large) == arrays.manhattan(large)).all()
    assert (arrays.linear_conflict(large) >= arrays.manhattan(large)).all()


@pytest.mark.parametrize("size", [(2, 3), (3, 3), (2, 5), (3, 4)])
def test_with_time_the_bound_is_the_distance(size: tuple[int, int]) -> None:
    for seed in range(4):
        board = random_board(*size, seed=seed)
        found = lower(board, timeout=None)
        assert found.is_exact
        assert found.moves is not None
        assert board.apply(found.moves) == found.goal
        assert found.bound == len(found.moves) == len(solve(board, method="optimal"))
        assert list(dict(found.heuristics)) == [
            "manhattan",
            "linear conflict",
            "walking distance",
            "linear conflict and walking distance",
            "pattern databases",
        ]
        assert all(value <= found.bound for _, value in found.heuristics)


def test_slides() -> None:
    """Every bound in slides is at most the exact number, for all boards of 2×3 and some of 3×3."""
    every = [Board(tiles, 2, 3) for tiles in arrays.unrank(range(360), (2, 3)).tolist()]
    for boards in (every, [random_board(3, 3, seed=seed) for seed in range(15)]):
        solver = Solver(goal=goals.rows(*boards[0].shape), metric="multi")
        for board in boards:
            found = lower(board, metric="multi")
            exact = solver.solve(found.board)
            assert found.is_exact
            assert found.bound == exact.lower_bound
            assert all(value <= found.bound for _, value in found.heuristics)
    cut = lower(HARD, metric="multi", timeout=0)
    assert not cut.is_exact
    assert 15 <= cut.bound <= 43
    large = lower(random_board(6, 6, seed=1), metric="multi", timeout=0)
    assert (large.moves, large.bound >= 15) == (None, True)
    assert "slides" in str(large)


def test_larger_boards() -> None:
    """Near the goal the distance is found, whatever the size; far from it there is a bound."""
    near = goals.rows(8, 9).apply("ULDLURULD")
    found = lower(near)
    assert (found.bound, found.is_exact) == (9, True)
    far = lower(random_board(30, 30, seed=1), timeout=0.05)
    assert far.bound >= far.board.manhattan()
    assert not far.is_exact


def test_no_time_at_all() -> None:
    found = lower(HARD, timeout=0)
    assert 66 <= found.bound < 80
    assert dict(found.heuristics)["walking distance"] == 66
    assert dict(found.heuristics)["pattern databases"] == 62
    goal = lower(goals.rows(4, 4), timeout=0)
    assert (goal.bound, goal.moves, goal.proved_by) == (0, "", "manhattan")


def test_a_bound_goes_on_from_one_that_is_known(tmp_path: Path) -> None:
    board = random_board(4, 4, seed=1)
    first = lower(board, timeout=0)
    first.save(tmp_path / "bound.json")
    again = LowerBound.load(tmp_path / "bound.json")
    assert again == first
    assert again.seconds == first.seconds
    done = lower(board, timeout=None, known=again)
    assert done.is_exact
    assert done.bound == len(solve(board, method="optimal"))
    assert done.nodes >= first.nodes
    assert lower(board, known=done) is done
    with pytest.raises(UnsupportedError, match="another board, goal or metric"):
        lower(HARD, known=done)
    with pytest.raises(TypeError, match="known is a LowerBound"):
        lower(board, known=40)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("board", "metric", "more", "length"),
    [
        ("1 2 3/4 5 6/0 7 8", "single", 2, "2 moves"),
        ("1 2 3/4 5 6/0 7 8", "multi", 1, "1 slide"),
        ("8 6 7/2 5 4/3 0 1", "multi", 13, "20 slides"),
        ("1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15", "multi", 5, "1 slide"),
    ],
)
def test_a_known_bound_that_is_too_large_is_found_out(
    board: str, metric: Metric, more: int, length: str
) -> None:
    found = lower(board, metric=metric)
    assert found.is_exact
    forged = replace(found, bound=found.bound + more, moves=None, proved_by="search")
    said = rf"known bound is wrong: it says {forged.bound}, .* solution of {length}$"
    with pytest.raises(UnsupportedError, match=said):
        lower(board, metric=metric, known=forged)


def changed(data: dict[str, Any], **fields: object) -> str:
    """The file with other entries, and the right checksum for them."""
    head = {name: data[name] for name in ("format", "version")}
    rest = {name: value for name, value in {**data, **fields}.items() if name not in (*head, "checksum")}
    return json.dumps({**head, "checksum": checksum_of(rest), **rest})


def test_files_that_prove_nothing(tmp_path: Path) -> None:
    path = tmp_path / "bound.json"
    lower("8 6 7/2 5 4/3 0 1").save(path)
    data = json.loads(path.read_text())
    for text, reason in [
        (json.dumps({**data, "bound": 33}), "checksum is wrong"),
        (json.dumps({**data, "version": 2}), "its version is 2, expected 1"),
        ("[]", "does not hold a lower bound"),
        (changed(data, bound=33), "not a solution of length 33"),
        (changed(data, bound=32), "every solution is of odd length"),
        (changed(data, bound=21, moves=None), "less than one of its heuristics"),
        (changed(data, moves="LLLL"), "cannot be used"),
        (changed(data, board=[[1, 2, 3], [4, 5, 6], [8, 7, 0]]), "its board cannot be solved"),
        (changed(data, board=[[1, 1, 3], [4, 5, 6], [8, 7, 0]]), "a board, row by row"),
        (changed(data, goal=[[1, 2], [3, 0]]), "cannot be used"),
        (changed(data, proved_by="magic"), "'proved_by' should be one of"),
        (changed(data, heuristics=[["search", 31]]), "'heuristics' should be a list"),
        (changed(data, heuristics=[["manhattan"]]), "'heuristics' should be a list"),
        (changed(data, nodes=-1), "'nodes' should be a whole number"),
    ]:
        path.write_text(text)
        with pytest.raises(FileError, match=reason):
            LowerBound.load(path)


def test_a_walking_distance_that_is_not_finished_is_not_shown() -> None:
    """What was proven of it counts for the bound, but is no walking distance."""
    at_once = lower(TURNED, timeout=0)
    assert set(dict(at_once.heuristics)) == {"manhattan", "linear conflict", "pattern databases"}
    large = lower(random_board(20, 20, seed=1), timeout=0.01)
    assert "walking distance" not in dict(large.heuristics)


def test_a_check_proves_the_bound_again() -> None:
    for board, metric in (("8 6 7/2 5 4/3 0 1", "single"), ("8 6 7/2 5 4/3 0 1", "multi")):
        found = lower(board, metric=metric)  # type: ignore[arg-type]
        done = found.check()
        assert (done.proven, done.is_complete) == (found.bound, True)
        assert f"no solution has fewer than {found.bound}" in str(done)
    hard = lower(HARD, timeout=0)
    assert hard.check(timeout=None).is_complete, "the search ends at the bound"


@pytest.mark.parametrize("metric", ["single", "multi"])
def test_a_check_does_not_believe_a_number_made_by_hand(metric: Metric, tmp_path: Path) -> None:
    """Whether it was put into an object, or into a file with a right checksum."""
    found = lower("8 6 7/2 5 4/3 0 1", metric=metric)
    forged = replace(found, bound=found.bound + 2, moves=None)
    forged.save(tmp_path / "forged.json")
    for claim in (forged, LowerBound.load(tmp_path / "forged.json")):
        with pytest.raises(UnsupportedError, match=f"its bound is {claim.bound}, but there is a solution of"):
            claim.check(timeout=None)
    assert found.moves is not None
    longer = found.moves + "UDUD"
    length = reference.multi_count(longer) if metric == "multi" else len(longer)
    with pytest.raises(UnsupportedError, match="but there is a solution of"):
        replace(found, bound=length, moves=longer).check(timeout=None)


def test_a_bound_beyond_a_short_solution_is_refuted_without_a_search() -> None:
    for board, short in ((random_board(5, 5, seed=1), 200), (random_board(6, 6, seed=1), 500)):
        found = lower(board, timeout=0)
        far = short + (found.bound - short) % 2
        with pytest.raises(UnsupportedError, match="but there is a solution of"):
            replace(found, bound=far, proved_by="search").check(timeout=0)


def test_a_check_does_not_believe_a_heuristic_made_by_hand() -> None:
    found = replace(lower(HARD, timeout=0), bound=80, proved_by="search")
    for name, value in found.heuristics:
        others = [pair for pair in found.heuristics if pair[0] != name]
        for other in (value - 2, value + 2, 78):
            forged = replace(found, heuristics=(*others, (name, other)))
            if name == "pattern databases":
                done = forged.check(timeout=0)
                text = f"{name} is {other}: with the tables of this check it is {value}"
                assert (text in done.trusted) == (other > done.proven)
                assert (f"no solution has fewer than {other} moves, as {name} say" in done.verified) == (
                    other <= done.proven
                )
            elif "walking distance" in name and other < value:
                assert f"{name} is at least {other}" in forged.check(timeout=0).verified
            else:
                with pytest.raises(RefutedError, match=f"{name} is {other}, but it is {value}"):
                    forged.check(timeout=0)


def test_what_is_said_to_have_proved_a_bound_must_be_the_bound(tmp_path: Path) -> None:
    found = lower("8 6 7/2 5 4/3 0 1")
    for name, value in found.heuristics:
        with pytest.raises(RefutedError, match=f"bound, 31, is not proved by {name}, which is {value}"):
            replace(found, proved_by=name)  # type: ignore[arg-type]
        if name != "pattern databases":
            with pytest.raises(RefutedError, match=f"says that {name} is at least 31, but it is {value}"):
                replace(found, proved_by=name, heuristics=()).check()  # type: ignore[arg-type]
    done = replace(found, proved_by="pattern databases", heuristics=()).check()
    assert done.trusted == ("pattern databases is at least 31: it was not computed here",)
    path = tmp_path / "bound.json"
    found.save(path)
    path.write_text(changed(json.loads(path.read_text()), proved_by="manhattan"))
    with pytest.raises(FileError, match="not proved by manhattan, which is 21"):
        LowerBound.load(path)


def test_a_bound_that_other_tables_have_proved_goes_on() -> None:
    """As with large tables, which say more than the small ones of the search that goes on."""
    found = lower(HARD, timeout=0)
    heuristics = tuple({**dict(found.heuristics), "pattern databases": 68}.items())
    known = replace(found, bound=68, proved_by="pattern databases", heuristics=heuristics)
    again = lower(HARD, timeout=0, known=known)
    assert (again.bound, again.proved_by, again.heuristics) == (68, "pattern databases", heuristics)


def test_what_can_be_made_can_be_saved_and_loaded(tmp_path: Path) -> None:
    """Whatever a file could not hold is refused at once, in words; also in what was unpickled."""
    found = lower("8 6 7/2 5 4/3 0 1")
    cases: list[tuple[dict[str, Any], str]] = [
        (
            {"bound": 2**64 + 1},
            "its bound should be a whole number from 0 to 9223372036854775807, got 18446744073709551617",
        ),
        ({"bound": 31.0}, "its bound should be a whole number of at least 0, got 31.0"),
        ({"bound": -1}, "its bound should be a whole number of at least 0, got -1"),
        ({"bound": True}, "its bound should be a whole number"),
        ({"metric": "x"}, "its metric should be one of 'single', 'multi', got 'x'"),
        ({"proved_by": "magic"}, "its proved_by should be one of 'manhattan', "),
        ({"heuristics": (("bogus", 3),)}, "its heuristics should be a list, each one of 'manhattan', "),
        ({"heuristics": (("search", 31),)}, "its heuristics should be a list, each one of 'manhattan', "),
        ({"heuristics": [("manhattan", 21)]}, r"heuristics should be \(\('manhattan', 21\),\), got \["),
        ({"heuristics": (("manhattan", 21), ("manhattan", 19))}, "it has a heuristic twice"),
        ({"moves": b"L"}, "its moves should be text, got b'L'"),
        ({"nodes": 0.5}, "its nodes should be a whole number"),
        ({"seconds": math.nan}, "its seconds should be a number of at least 0, got nan"),
        ({"board": "8 6 7/2 5 4/3 0 1"}, "its board should be a Board, got '8 6 7/2 5 4/3 0 1'"),
    ]
    for bad, reason in cases:
        with pytest.raises(UnsupportedError, match=reason):
            replace(found, **bad)
        unpickled = pickle.loads(pickle.dumps(found))
        for name, value in bad.items():
            object.__setattr__(unpickled, name, value)
        with pytest.raises(UnsupportedError):
            unpickled.check()
        if "board" not in bad and "metric" not in bad:
            with pytest.raises(UnsupportedError, match=reason):
                lower(found.board, known=pickle.loads(pickle.dumps(unpickled)))
    for good in (found, lower(HARD, timeout=0), lower(TURNED, timeout=0, metric="multi")):
        good.save(tmp_path / "bound.json")
        assert LowerBound.load(tmp_path / "bound.json") == good


def test_a_check_says_what_it_leaves_on_trust() -> None:
    forged = replace(lower(TURNED, timeout=0), bound=200, proved_by="search")
    done = forged.check(timeout=0)
    assert done.proven < 200
    assert not done.is_complete
    assert done.trusted[-1] == "no solution has fewer than 200 moves"
    assert str(done).splitlines()[-1] == "on trust: no solution has fewer than 200 moves"


def test_nothing_contradicts_itself() -> None:
    found = lower("8 6 7/2 5 4/3 0 1")
    with pytest.raises(UnsupportedError, match="every solution is of odd length"):
        replace(found, bound=32, moves=None)
    with pytest.raises(UnsupportedError, match="not a solution of length 33"):
        replace(found, bound=33)


def test_ctrl_c_leaves_the_best_bound() -> None:
    told: list[float] = []

    def press(bound: float) -> None:
        told.append(bound)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        lower(HARD, timeout=None, progress=press)
    assert told
    assert "proven so far: at least" in caught.value.__notes__[0]
    assert 58 <= caught.value.best.bound < 80  # type: ignore[attr-defined]
    best = lower(HARD, timeout=None, progress=press, on_interrupt="best")
    assert 58 <= best.bound < 80

    def fail(bound: float) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        lower(HARD, timeout=None, progress=fail)


def test_bad_arguments() -> None:
    with pytest.raises(UnsolvableError):
        lower("2 1 3/4 5 6/7 8 0")
    with pytest.raises(UnsupportedError, match="metric"):
        lower(HARD, metric="triple")  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="memory"):
        lower(HARD, memory=5)
    with pytest.raises(UnsupportedError, match="on_interrupt"):
        lower(HARD, on_interrupt="stop")  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="timeout"):
        lower(HARD, timeout=-1)


def test_little_memory_gives_a_bound_all_the_same() -> None:
    found = lower(TURNED, timeout=0.2, memory=2**20)
    assert 128 <= found.bound <= 140


def test_the_walking_distance_raises_the_bound_of_solutions() -> None:
    """Without any time for a search, where pattern databases say less."""
    board = Board([0, *range(15, 0, -1)])
    found = Solver(method="optimal", timeout=0.0).solve(board)
    assert arrays.pattern_distance([board.tiles]) < 70 == arrays.walking_distance([board.tiles])
    assert found.lower_bound >= 70
