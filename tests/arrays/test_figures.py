"""Figures of whole arrays of boards, against those of one board at a time and of the plain-Python twin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from puzzle15 import (
    Board,
    InvalidBoardError,
    UnsupportedError,
    arrays,
    explore,
    random_boards,
    reference,
    solve_many,
)
from puzzle15._support import array_input
from puzzle15.goals import resolve
from puzzle15.indexing import paper_board, paper_index
from puzzle15.typing import IntArray

SIZES = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 4), (3, 7), (6, 6), (9, 9), (17, 16)]


def mixed(rows: int, cols: int, n: int = 200) -> IntArray:
    """Random boards, every other one made unsolvable by exchanging two tiles."""
    boards = random_boards(n, rows, cols, seed=rows * 100 + cols)
    for tiles in boards[::2]:
        a, b = np.flatnonzero(tiles)[:2]
        tiles[[a, b]] = tiles[[b, a]]
    return boards


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("goal", [None, "blank-first", "spiral"])
def test_solvable_and_manhattan_are_those_of_the_twin(size: tuple[int, int], goal: str | None) -> None:
    boards = mixed(*size, n=40)
    target = Board(boards[0].tolist(), *size).natural_goal
    if goal is not None:
        target = resolve(goal, target)
    solvable = arrays.is_solvable(boards, goal=goal, shape=size)
    far = arrays.manhattan(boards, goal=goal, shape=size)
    for tiles, can, steps in zip(boards.tolist(), solvable.tolist(), far.tolist(), strict=True):
        assert can == reference.is_solvable(tuple(tiles), target.tiles, size[1])
        assert steps == reference.manhattan(tuple(tiles), target.tiles, size[1])
    assert solvable.dtype == bool
    assert far.dtype == np.int32


def test_results_do_not_depend_on_threads_or_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = random_boards(20_000, 3, 3, seed=2)
    calls: list[Callable[..., Any]] = [arrays.is_solvable, arrays.manhattan, arrays.rank, arrays.distance]
    expected = [call(boards, threads=1) for call in calls]
    for piece in (1 << 20, 1000, 9):
        monkeypatch.setattr(array_input, "TILES_AT_A_TIME", piece)
        some = boards if piece > 10 else boards[:50]
        for call, values in zip(calls, expected, strict=True):
            assert (call(some, threads=3) == values[: len(some)]).all()


def test_distance_is_the_length_of_shortest_solutions() -> None:
    for size in [(2, 2), (3, 2), (2, 4), (3, 3), (2, 5), (4, 3)]:
        boards = random_boards(100, *size, seed=4)
        lengths = solve_many(boards, shape=size, method="optimal").lengths
        assert (arrays.distance(boards, shape=size) == lengths).all()


def test_distances_of_all_boards_are_the_layers() -> None:
    every = arrays.unrank(np.arange(181_440), (3, 3))
    assert tuple(np.bincount(arrays.distance(every))) == explore(3, 3).counts
    goal = "1 2 3/4 0 5/6 7 8"
    every = arrays.unrank(np.arange(181_440), goal=goal)
    layers = explore(3, 3, blank=4)
    assert tuple(np.bincount(arrays.distance(every, goal=goal))) == layers.counts


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)])
@pytest.mark.parametrize("blank", ["first", "last", "middle"])
def test_ranks_are_dense(size: tuple[int, int], blank: str) -> None:
    cells = size[0] * size[1]
    home = {"first": 0, "last": cells - 1, "middle": cells // 2}[blank]
    goal = Board([*range(1, home + 1), 0, *range(home + 1, cells)], *size)
    states = np.arange(np.prod(np.arange(3, cells + 1)))
    boards = arrays.unrank(states, goal=goal)
    assert arrays.is_solvable(boards, goal=goal).all()
    assert (arrays.rank(boards, goal=goal) == states).all()
    assert len(np.unique(boards, axis=0)) == len(states)


@pytest.mark.parametrize("size", [(3, 3), (4, 4), (3, 6), (4, 5)])
def test_the_rank_is_the_index_of_the_paper(size: tuple[int, int]) -> None:
    boards = random_boards(50, *size, seed=6)
    ranks = arrays.rank(boards, shape=size)
    assert ranks.tolist() == [paper_index(Board(tiles, *size)) for tiles in boards.tolist()]
    assert arrays.unrank(ranks, size).tolist() == boards.tolist()
    assert [list(paper_board(rank, *size).tiles) for rank in ranks.tolist()] == boards.tolist()


def test_the_rank_by_its_definition() -> None:
    """The first n - 3 by their Lehmer code, and the place of the largest of the last three."""
    for tiles in random_boards(50, 3, 4, seed=8).tolist():
        reading = [tile or 12 for tile in tiles]
        a = 0
        for i, tile in enumerate(reading[:-3]):
            a = a * (12 - i) + sum(later < tile for later in reading[i + 1 :])
        index = 3 * a + reading[-3:].index(max(reading[-3:]))
        assert arrays.rank([tiles], shape=(3, 4)).tolist() == [index]


def test_other_tiles_than_1_to_n() -> None:
    goal = Board("10 300 20/70000 50 0")
    boards = arrays.unrank(np.arange(360), goal=goal)
    assert boards.dtype == np.uint32
    assert (arrays.rank(boards, goal=goal) == np.arange(360)).all()
    assert arrays.distance(boards, goal=goal).max() == 21


@pytest.mark.parametrize("size", [(2, 2), (3, 2), (3, 3), (2, 5), (3, 4)])
def test_first_moves_are_those_that_lead_nearer(size: tuple[int, int]) -> None:
    boards = random_boards(100, *size, seed=4)
    boards[0] = [*range(1, len(boards[0])), 0]  # the goal, at least once
    bits = arrays.first_moves(boards, shape=size)
    far = arrays.distance(boards, shape=size)
    legal = arrays.legal_moves(boards, shape=size)
    for code in range(4):
        moved = arrays.apply(boards, np.full(100, code), shape=size, illegal="stay")
        nearer = arrays.distance(moved, shape=size) < far
        assert (nearer == (bits >> code & 1)).all()
        assert ((moved != boards).any(axis=1) == legal[:, code]).all()
    assert ((bits == 0) == (far == 0)).all()


def test_legal_moves_of_words_and_of_what_has_no_blank() -> None:
    boards = random_boards(200, seed=3)
    expected = [[move in Board(tiles).legal_moves for move in "LRUD"] for tiles in boards.tolist()]
    assert arrays.legal_moves(boards.reshape(-1, 4, 4)).tolist() == expected
    assert arrays.legal_moves(arrays.pack(boards)).tolist() == expected
    with pytest.raises(InvalidBoardError, match=r"boards\[1\]: not a board: no blank"):
        arrays.legal_moves([[1, 2, 3, 0], [1, 2, 3, 4]])


def test_large_distances_are_whole() -> None:
    """Every tile of the first row goes to the other end: more than four bytes hold."""
    cols = 100_000
    tiles = [*range(2 * cols - 1, 0, -1), 0]
    assert arrays.manhattan([tiles], shape=(2, cols)).tolist() == [Board(tiles, 2, cols).manhattan()]


def test_the_first_bad_board_is_named_on_any_number_of_threads() -> None:
    boards = random_boards(50_000, 3, 3, seed=1)
    for bad in (49_000, 30_001, 777):
        boards[bad] = 1
        for threads in (1, 4):
            with pytest.raises(InvalidBoardError) as caught:
                arrays.manhattan(boards, threads=threads)
            assert caught.value.row == bad


def test_walking_distance_stays_within_its_memory() -> None:
    """Beyond 4×5 it is a search, which ends with what it has proven by then."""
    boards = [[0, *range(24, 0, -1)]]
    exact = arrays.walking_distance(boards)
    within = arrays.walking_distance(boards, memory=2**20)
    assert arrays.manhattan(boards)[0] <= within[0] < exact[0] == 140
    assert arrays.walking_distance(boards, memory=2**28).tolist() == exact.tolist()
    with pytest.raises(UnsupportedError, match="memory is at least 1 MiB"):
        arrays.walking_distance(boards, memory=5)
    with pytest.raises(TypeError, match="memory is a whole number"):
        arrays.walking_distance(boards, memory="1G")  # type: ignore[arg-type]
