"""The universal rule, by exhaustion for the small sizes and against the twin for the others."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle15 import Board, UnsolvableError, UnsupportedError, goals, is_solvable, make_solvable, solve
from puzzle15.reference import solvability as twin


def kinds_of_goals(rows: int, cols: int) -> list[Board]:
    cells = rows * cols
    named = [make(rows, cols) for make in goals.NAMES.values()]
    anywhere = [goals.rows(rows, cols, blank=cell) for cell in range(cells)]
    odd = Board([2, 1, *range(3, cells), 0], rows, cols)
    return list(dict.fromkeys([*named, *anywhere, odd]))


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 2), (2, 4)])
def test_the_rule_is_reachability(rows: int, cols: int) -> None:
    """Every board of these sizes, against goals of every kind."""
    for goal in [*kinds_of_goals(rows, cols), goals.missing(2, rows, cols)]:
        reachable = twin.reachable(goal.tiles, cols)
        assert len(reachable) == factorial(rows * cols) // 2
        for tiles in permutations(goal.tiles):
            assert is_solvable(Board(tiles, rows, cols), goal) == (tiles in reachable)


@given(st.integers(2, 7), st.integers(2, 7), st.data())
def test_the_rule_is_the_twin(rows: int, cols: int, data: st.DataObject) -> None:
    tiles = data.draw(st.permutations(range(rows * cols)))
    goal = data.draw(st.permutations(range(rows * cols)))
    expected = twin.is_solvable(tuple(tiles), tuple(goal), cols)
    assert is_solvable(Board(tiles, rows, cols), Board(goal, rows, cols)) == expected


def test_the_worked_boards_of_the_document() -> None:
    board = Board("8 4 12 3/14 0 9 15/7 2 5 1/10 11 13 6")
    assert board.inversions() == 52
    assert board.move("R").inversions() == 52
    assert board.move("U").inversions() == 53
    solvable = Board("12 13 11 2/4 5 3 14/1 9 15 6/8 7 0 10")
    assert solvable.inversions() == 52
    assert is_solvable(solvable)
    assert 57 <= len(solve(solvable)) <= 108
    missing_two = Board("12 8 7 15/0 6 4 1/10 9 13 11/3 16 14 5")
    assert missing_two.inversions() == 50
    assert not is_solvable(missing_two)
    assert is_solvable("1 0 3 4/5 6 7 8/9 11 10 12/13 14 15 16", missing_two)


def test_the_explanation_counts_the_rows_between_the_blanks() -> None:
    with pytest.raises(UnsolvableError, match="1 row apart, on 4 columns these parities must be different"):
        solve(goals.rows(4, 4).move("U"), goal=Board("2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 0"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", ["1 inversion (odd)", "must be the same", "1 2 3 4/5 6"]),
        ("1 2 3/4 5 6/8 7 0", ["1 inversion (odd)", "on 3 columns these parities must be the same"]),
    ],
)
def test_an_unsolvable_board_is_explained(text: str, words: list[str]) -> None:
    board = Board(text)
    with pytest.raises(UnsolvableError) as caught:
        solve(board)
    assert all(word in str(caught.value) for word in words)
    assert caught.value.nearest == board.natural_goal
    assert f"with {caught.value.swap[0]} and {caught.value.swap[1]} swapped" in str(caught.value)


@given(st.permutations(range(16)))
def test_the_nearest_board_is_solvable_and_one_swap_away(tiles: list[int]) -> None:
    board = Board(tiles)
    if is_solvable(board):
        assert solve(board).verify()
        return
    with pytest.raises(UnsolvableError) as caught:
        solve(board)
    nearest = caught.value.nearest
    assert is_solvable(nearest)
    assert {x for x, y in zip(board, nearest, strict=True) if x != y} == set(caught.value.swap)
    assert solve(nearest).verify()


# Mending


@given(st.integers(2, 5), st.integers(2, 5), st.data())
def test_mended_boards_are_solvable_and_one_swap_away(rows: int, cols: int, data: st.DataObject) -> None:
    board = Board(data.draw(st.permutations(range(rows * cols))), rows, cols)
    goal = data.draw(st.sampled_from(kinds_of_goals(rows, cols)))
    nearest, largest = make_solvable(board, goal), make_solvable(board, goal, swap="largest")
    if twin.is_solvable(board.tiles, goal.tiles, cols):
        assert nearest == largest == board
        return
    for mended in (nearest, largest):
        assert twin.is_solvable(mended.tiles, goal.tiles, cols)
    with pytest.raises(UnsolvableError) as caught:
        solve(board, goal=goal)
    assert nearest == caught.value.nearest
    last = rows * cols - 1
    exchanged = {last: last - 1, last - 1: last}
    assert largest.tiles == tuple(exchanged.get(tile, tile) for tile in board)


def test_only_the_two_largest_tiles_make_fair_boards() -> None:
    """All 720 arrangements of 2×3, mended: each solvable board twice, or some more often than others."""
    every = [Board(tiles, 2, 3) for tiles in permutations(range(6))]
    largest = Counter(make_solvable(board, swap="largest") for board in every)
    assert set(largest.values()) == {2}
    assert set(largest) == {board for board in every if is_solvable(board)}
    nearest = Counter(make_solvable(board, swap="nearest") for board in every)
    assert set(nearest) == set(largest)
    assert min(nearest.values()) == 1
    assert max(nearest.values()) > 3


def test_tiles_of_other_numbers_are_mended() -> None:
    goal = goals.missing(2, 2, 3)
    assert max(goal) == 6
    tiles = list(goal)
    one, other = goal.find(3), goal.find(4)
    tiles[one], tiles[other] = tiles[other], tiles[one]
    mended = make_solvable(Board(tiles, 2, 3), goal, swap="largest")
    assert {x for x, y in zip(tiles, mended, strict=True) if x != y} == {5, 6}


def test_there_are_two_ways_to_mend() -> None:
    with pytest.raises(UnsupportedError, match="swap is 'nearest' or 'largest', got 'any'"):
        make_solvable("2 1/3 0", swap="any")  # type: ignore[arg-type]
