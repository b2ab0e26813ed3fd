"""Korf's search of 1985: his hundred boards, node for node, and the slow twin."""

from __future__ import annotations

import csv
import pickle
import random
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from puzzle15 import (
    Board,
    GoalError,
    UnsolvableError,
    UnsupportedError,
    goals,
    random_board,
    reference,
    solve,
)
from puzzle15.korf import PlainSearch, plain_search
from tests.support.interrupts import interrupted

DATA = Path(__file__).parents[1] / "data"
GOAL = goals.rows(4, 4, blank=0)


def rows(name: str, size: int) -> list[tuple[Board, dict[str, int]]]:
    """The boards of a file, each with its numbers."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return [
            (
                Board([int(tile) for tile in row.pop("board").split()], size, size),
                {name: int(number) for name, number in row.items()},
            )
            for row in csv.DictReader(file)
        ]


KORF = rows("korf100.csv", 4)

# Three of the published counts do not come out, the other 97 do, which was tried on all hundred boards in six
# minutes. 22 and 89 differ by a digit or two, 750,746,755 and 166,571,097: misprints. 88, published as
# 6,009,130,748, is another number altogether. Only board 89 is searched here; the others take too long.
DIFFERENT = {22: 750_745_755, 88: 6_320_047_980, 89: 166_571_021}

EASY = [(board, row) for board, row in KORF if row["nodes"] < 10_000_000 and row["id"] not in DIFFERENT]


def test_all_manhattan_distances_and_the_sum_of_the_lengths() -> None:
    assert [row["id"] for _, row in KORF] == list(range(1, 101))
    assert [board.manhattan(GOAL) for board, _ in KORF] == [row["manhattan"] for _, row in KORF]
    assert sum(row["optimal"] for _, row in KORF) == 5305
    assert all((row["optimal"] - row["manhattan"]) % 2 == 0 for _, row in KORF)


def test_the_24_puzzles_are_boards_with_the_published_mean() -> None:
    boards = rows("korf50.csv", 5)
    assert len(boards) == 50
    assert sum(row["optimal"] for _, row in boards) == 5039  # a mean of 100.78
    for board, row in boards:
        assert (row["optimal"] - board.manhattan(goals.rows(5, 5, blank=0))) % 2 == 0


def test_published_counts_come_out() -> None:
    assert len(EASY) == 25
    for board, row in EASY:
        search = plain_search(board, goal=GOAL)
        assert search.solution is not None
        assert search.solution.verify()
        found = (len(search.solution), search.lower_bound, search.nodes)
        assert found == (row["optimal"], row["optimal"], row["nodes"]), row


def test_a_misprint() -> None:
    board, row = KORF[88]
    search = plain_search(board, goal=GOAL)
    assert (row["id"], search.lower_bound, search.nodes) == (89, row["optimal"], DIFFERENT[89])
    assert search.nodes != row["nodes"]


def test_the_mean_number_of_nodes() -> None:
    """As counted, 363 million; with the three published numbers it would be 360."""
    counts = [DIFFERENT.get(row["id"], row["nodes"]) for _, row in KORF]
    assert sum(counts) == 36_302_808_031


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)])
def test_the_slow_twin_finds_the_same_with_the_same_nodes(shape: tuple[int, int]) -> None:
    """Boards near to goals of all kinds, and every order in turn."""
    draw = random.Random(f"{shape}")
    for _ in range(20):
        order = "".join(draw.sample("LRUD", 4))
        goal = random_board(*shape, seed=draw.getrandbits(32))
        board = random_board(goal=goal, seed=draw.getrandbits(32), method="walk", steps=24)
        search = plain_search(board, goal=goal, order=order)
        moves, nodes = reference.korf.plain_search(board.tiles, goal.tiles, shape[1], order)
        assert search.solution is not None
        assert (search.solution.moves, search.nodes) == (moves, nodes)
        assert len(moves) == len(solve(board, goal=goal, method="optimal"))


def test_tiles_may_have_any_numbers() -> None:
    search = plain_search("10 20 30/0 50 60/40 70 80")
    assert search.solution is not None
    assert search.solution.moves == "DRR"
    assert search.solution.goal == Board("10 20 30/40 50 60/70 80 0")


def test_limits_keep_what_was_proved() -> None:
    board, row = KORF[0]
    search = plain_search(board, goal=GOAL, max_nodes=1_000_000)
    assert (search.solution, search.nodes) == (None, 1_000_000)
    assert row["manhattan"] < search.lower_bound < row["optimal"]
    search = plain_search(board, goal=GOAL, timeout=0)
    assert search == PlainSearch(None, 1, row["manhattan"])
    search = plain_search(board, goal=GOAL, timeout=0.05)
    assert search.solution is None
    assert row["manhattan"] <= search.lower_bound <= row["optimal"]


def test_limits_that_are_never_reached() -> None:
    board, row = EASY[0]
    for timeout, most in [(float("inf"), 10**30), (10**400, row["nodes"]), (None, None)]:
        assert plain_search(board, goal=GOAL, timeout=timeout, max_nodes=most).nodes == row["nodes"]


def test_a_solved_board_is_one_node() -> None:
    search = plain_search(GOAL, goal=GOAL)
    assert search.solution is not None
    assert (search.solution.moves, search.nodes, search.lower_bound) == ("", 1, 0)


def test_ctrl_c_stops_it() -> None:
    hard = max(KORF, key=lambda pair: pair[1]["nodes"])[0]
    # The timeout keeps a broken test from running for minutes: it would end without the exception.
    with interrupted():
        plain_search(hard, goal=GOAL, timeout=30)


def test_a_search_is_a_value() -> None:
    search = plain_search("1 2 3/0 5 6/4 7 8")
    assert pickle.loads(pickle.dumps(search)) == search == plain_search("1 2 3/0 5 6/4 7 8")
    with pytest.raises(FrozenInstanceError):
        search.nodes = 0  # type: ignore[misc]


@pytest.mark.parametrize("order", ["", "ULR", "ULRR", "ULRDU", "XLRD"])
def test_an_order_has_each_letter_once(order: str) -> None:
    with pytest.raises(UnsupportedError, match=f"each once, as in 'ULRD', got '{order}'"):
        plain_search("1 2/0 3", order=order)


def test_limits_that_make_no_sense_are_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"max_nodes is 1 or more, as the start is a node.*; got 0"):
        plain_search("1 2/0 3", max_nodes=0)
    with pytest.raises(TypeError, match=r"max_nodes is a whole number, or None for no limit, got 1\.5"):
        plain_search("1 2/0 3", max_nodes=1.5)  # type: ignore[arg-type]
    for timeout in [-1.0, float("nan")]:
        with pytest.raises(UnsupportedError, match=r"timeout is a number of seconds from 0 up.*; got"):
            plain_search("1 2/0 3", timeout=timeout)
    with pytest.raises(TypeError, match="timeout is a number of seconds, or None for no limit; got 'soon'"):
        plain_search("1 2/0 3", timeout="soon")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="order is a string"):
        plain_search("1 2/0 3", order=None)  # type: ignore[arg-type]


def test_boards_that_cannot_be_searched() -> None:
    with pytest.raises(UnsolvableError):
        plain_search("1 2 3/4 5 6/8 7 0")
    with pytest.raises(GoalError):
        plain_search("1 2 3/4 5 6/7 8 0", goal="1 2/3 0")
    with pytest.raises(UnsupportedError, match="up to 65536 cells, this one is 257×256"):
        plain_search(goals.rows(257, 256))
