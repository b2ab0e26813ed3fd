"""Whole arrays of boards, each figure beside that of one board at a time and of the plain-Python twin."""

from __future__ import annotations

import threading
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzle15 import (
    Board,
    GoalError,
    InvalidBoardError,
    InvalidMoveError,
    PuzzleError,
    UnsolvableError,
    UnsupportedError,
    arrays,
    explore,
    random_boards,
    reference,
    solve_many,
)
from puzzle15.indexing import paper_board, paper_index
from puzzle15.typing import IntArray

SIZES = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 4), (3, 7), (6, 6), (9, 9), (17, 16)]
KINDS = ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8"]


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
        from puzzle15.goals import resolve

        target = resolve(goal, target)
    solvable = arrays.is_solvable(boards, goal=goal, shape=size)
    far = arrays.manhattan(boards, goal=goal, shape=size)
    for tiles, can, steps in zip(boards.tolist(), solvable.tolist(), far.tolist(), strict=True):
        assert can == reference.is_solvable(tuple(tiles), target.tiles, size[1])
        assert steps == reference.manhattan(tuple(tiles), target.tiles, size[1])
    assert solvable.dtype == bool
    assert far.dtype == np.int32


def test_every_kind_of_array_gives_the_same() -> None:
    boards = random_boards(300, 4, 4, seed=5)
    expected = arrays.manhattan(boards)
    for kind in KINDS:
        for order in "<>":
            assert (arrays.manhattan(boards.astype(order + kind)) == expected).all()
    big = np.zeros((600, 48), np.int16)
    views: list[IntArray] = [
        np.asfortranarray(boards),
        boards.reshape(-1, 4, 4),
        np.asfortranarray(boards.reshape(-1, 4, 4)),
        big[::2, 5:37:2],
    ]
    views[-1][...] = boards
    for view in views:
        assert (arrays.manhattan(view) == expected).all()
        assert (arrays.apply(view, "L", illegal="stay").reshape(-1, 16) == apply_twin(boards, "L")).all()
    assert (arrays.manhattan(boards.tolist()) == expected).all()
    assert (arrays.manhattan(arrays.pack(boards)) == expected).all()
    backwards = boards[::-1]
    assert (arrays.manhattan(backwards) == expected[::-1]).all()


def apply_twin(boards: IntArray, moves: str) -> IntArray:
    """Move by move on boards of 4×4; those that leave the board are left out."""
    made = []
    for tiles in boards.tolist():
        board = tuple(tiles)
        for move in moves:
            if move in reference.legal_moves(board, 4):
                board = reference.step(board, 4, move)
        made.append(board)
    return np.array(made)


def test_results_do_not_depend_on_threads_or_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = random_boards(20_000, 3, 3, seed=2)
    calls: list[Callable[..., Any]] = [arrays.is_solvable, arrays.manhattan, arrays.rank, arrays.distance]
    expected = [call(boards, threads=1) for call in calls]
    for piece in (1 << 20, 1000, 9):
        monkeypatch.setattr(arrays, "_PIECE", piece)
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


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 12), st.sampled_from(["rows", "words"]))
def test_moves_are_those_of_the_twin(seed: int, count: int, form: str) -> None:
    boards = random_boards(20, 4, 4, seed=seed)
    codes = np.random.default_rng(seed).integers(-1, 4, (20, count))
    given = arrays.pack(boards) if form == "words" else boards
    moved = arrays.apply(given, codes, illegal="stay")
    letters = ["".join("LRUD"[code] for code in row if code >= 0) for row in codes.tolist()]
    rows = [apply_twin(boards[i : i + 1], moves)[0] for i, moves in enumerate(letters)]
    expected = np.array(rows)
    assert ((arrays.unpack(moved) if form == "words" else moved) == expected).all()


def test_solutions_lead_to_the_goal() -> None:
    many = solve_many(random_boards(500, seed=3))
    moves = np.full((500, many.lengths.max()), -1)
    for i, (begin, end) in enumerate(zip(many.offsets, many.offsets[1:], strict=False)):
        moves[i, : end - begin] = many.moves[begin:end]
    ends = arrays.apply(many.boards, moves)
    assert (ends == np.array(many.goal.tiles)).all()


def test_out_may_be_the_boards_themselves() -> None:
    boards = random_boards(100, 3, 3, seed=1)
    expected = arrays.apply(boards, "UD", illegal="stay")
    kept = boards.copy()
    out = np.zeros_like(boards)
    assert arrays.apply(boards, "UD", illegal="stay", out=out) is out
    assert (out == expected).all()
    assert (boards == kept).all()
    assert arrays.apply(boards, "UD", illegal="stay", out=boards) is boards
    assert (boards == expected).all()
    spread = np.zeros((100, 18), np.uint8)
    arrays.apply(kept, "UD", illegal="stay", out=spread[:, ::2])
    assert (spread[:, ::2] == expected).all()
    with pytest.raises(InvalidBoardError, match="out= is an array like the boards, uint8"):
        arrays.apply(boards, "U", out=np.zeros((100, 9), int))


def test_words_hold_a_tile_in_four_bits() -> None:
    boards = random_boards(1000, seed=9)
    words = arrays.pack(boards.astype(np.int64))
    assert words.dtype == np.uint64
    for cell in range(16):
        assert (words >> np.uint64(4 * cell) & np.uint64(15) == boards[:, cell]).all()
    assert (arrays.unpack(words) == boards).all()
    assert (arrays.pack(words) == words).all()
    for call in (arrays.is_solvable, arrays.manhattan, arrays.rank):
        assert (call(words) == call(boards)).all()
    assert (arrays.unrank(arrays.rank(words), packed=True) == words).all()


def test_empty_arrays() -> None:
    empty = np.zeros((0, 9), np.int64)
    assert arrays.distance(empty).tolist() == []
    assert arrays.apply(empty, "L").shape == (0, 9)
    assert arrays.apply(empty, np.zeros((0, 3), int)).shape == (0, 9)
    assert arrays.unrank([], (3, 3)).shape == (0, 9)
    assert arrays.pack(np.zeros((0, 16), int)).tolist() == []
    assert arrays.is_solvable(np.zeros(0, np.uint64)).tolist() == []
    assert arrays.apply([[1, 2, 3, 0]], "").tolist() == [[1, 2, 3, 0]]


GOOD = [1, 2, 3, 4, 5, 6, 7, 8, 0]


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: arrays.manhattan([GOOD, [1, 1, *GOOD[2:]]]), InvalidBoardError, "board 1: .*duplicate 1"),
        (lambda: arrays.manhattan([GOOD, [-1, *GOOD[1:]]]), InvalidBoardError, "board 1: .*-1 in cell 0"),
        (lambda: arrays.manhattan([GOOD, [9, *GOOD[1:]]]), GoalError, "board 1: .*only on the board: 9"),
        (lambda: arrays.rank([GOOD, [2, 1, *GOOD[2:]]]), UnsolvableError, "board 1: not solvable"),
        (lambda: arrays.distance([GOOD, [2, 1, *GOOD[2:]]]), UnsolvableError, "board 1: not solvable"),
        (lambda: arrays.distance(random_boards(2, seed=1)), UnsupportedError, "up to 12 cells, .* 4×4"),
        (lambda: arrays.rank(random_boards(2, 5, 5, seed=1)), UnsupportedError, "20 cells, got 5×5"),
        (lambda: arrays.rank([0.5]), InvalidBoardError, "whole numbers, got an array of float64"),
        (lambda: arrays.rank([True]), InvalidBoardError, "whole numbers, got an array of bool"),
        (lambda: arrays.rank([1, 2, 3, 0]), InvalidBoardError, r"\(N, cells\)"),
        (lambda: arrays.rank(np.zeros((2, 12), int)), InvalidBoardError, "give shape="),
        (lambda: arrays.rank(Board("1 2/3 0")), InvalidBoardError, "one board"),
        (lambda: arrays.rank([GOOD], goal="1 2/3 0"), InvalidBoardError, "no boards of shape"),
        (lambda: arrays.manhattan(np.zeros(3, np.uint64), shape=(3, 3)), UnsupportedError, "words are 4×4"),
        (lambda: arrays.manhattan(np.zeros(3, np.uint64)), InvalidBoardError, "board 0: .*16 blanks"),
        (lambda: arrays.apply([GOOD, GOOD], [2, 3]), InvalidMoveError, r"board 1: move 0 \(D\) takes"),
        (lambda: arrays.apply([GOOD], "UXL"), InvalidMoveError, "'X' is not a move"),
        (lambda: arrays.apply([GOOD], "LXR"), InvalidMoveError, "'X' is not a move"),
        (lambda: arrays.apply([GOOD], [4]), InvalidMoveError, "-1 for none; got 4"),
        (lambda: arrays.apply([GOOD], [[-2, 0]]), InvalidMoveError, "-1 for none; got -2"),
        (lambda: arrays.apply([GOOD], [[[0]]]), InvalidMoveError, "each of the 1 boards"),
        (lambda: arrays.apply([GOOD], [0.5]), InvalidMoveError, "whole numbers, got an array of float64"),
        (lambda: arrays.apply([GOOD, GOOD], [1]), InvalidMoveError, "each of the 2 boards"),
        (lambda: arrays.apply([[1, 2, 3, 4]], "U"), InvalidBoardError, "board 0: not a board: no blank"),
        (
            lambda: arrays.apply([GOOD], "U", illegal="skip"),  # type: ignore[arg-type]
            UnsupportedError,
            "'raise' or 'stay'",
        ),
        (lambda: arrays.unrank([0, 181_440], (3, 3)), UnsupportedError, "board 1: .*0 to 181439, got 181440"),
        (lambda: arrays.unrank([-1], (3, 3)), UnsupportedError, "from 0 up, got -1"),
        (lambda: arrays.unrank([0.5], (3, 3)), UnsupportedError, "float64"),
        (lambda: arrays.unrank([0], (5, 5)), UnsupportedError, "20 cells, got 5×5"),
        (lambda: arrays.unrank([0], (3, 3), packed=True), UnsupportedError, "words are 4×4"),
        (lambda: arrays.unrank([0], (3, 3), dtype=float), UnsupportedError, "integer type that holds 8"),
        (lambda: arrays.pack([list(range(1, 17))]), UnsupportedError, "board 0: .*got 16 in cell 15"),
        (lambda: arrays.pack([GOOD]), UnsupportedError, "words are 4×4 boards, these are 3×3"),
        (lambda: arrays.rank([GOOD], threads=0), UnsupportedError, "threads is at least 1"),
    ],
)
def test_bad_input_says_what_is_wrong(call: Callable[[], object], kind: type[PuzzleError], text: str) -> None:
    with pytest.raises(kind, match=text):
        call()


def test_the_first_bad_board_is_named_on_any_number_of_threads() -> None:
    boards = random_boards(50_000, 3, 3, seed=1)
    for bad in (49_000, 30_001, 777):
        boards[bad] = 1
        for threads in (1, 4):
            with pytest.raises(InvalidBoardError) as caught:
                arrays.manhattan(boards, threads=threads)
            assert caught.value.row == bad


def test_no_copy_of_the_whole_is_made() -> None:
    boards = random_boards(3_000_000, 4, 4, seed=1)
    tracemalloc.start()
    arrays.is_solvable(boards[::2])
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < boards.nbytes / 4


def test_other_threads_go_on() -> None:
    boards = random_boards(300_000, 4, 4, seed=1)
    ticks = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not stop.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=count)
    thread.start()
    for _ in range(3):
        arrays.rank(boards, threads=1)
    stop.set()
    thread.join()
    assert ticks > 3
