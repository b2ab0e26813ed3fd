"""Whole arrays of boards, each figure beside that of one board at a time and of the plain-Python twin."""

from __future__ import annotations

import sys
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
    _core,
    arrays,
    explore,
    random_boards,
    reference,
    solve_many,
)
from puzzle15._support import array_input
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
    words = arrays.pack(boards)
    for packed in (words, words.astype(">u8"), words.repeat(2)[::2]):
        assert (arrays.manhattan(packed) == expected).all()
        assert (arrays.apply(packed, "") == words).all()
        assert (arrays.unpack(packed) == boards).all()
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
        monkeypatch.setattr(array_input, "PIECE", piece)
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


@pytest.mark.parametrize("piece", [1 << 22, 160])
def test_solutions_lead_to_the_goal(monkeypatch: pytest.MonkeyPatch, piece: int) -> None:
    monkeypatch.setattr(array_input, "PIECE", piece)
    boards = random_boards(500, seed=3)
    boards[7] = boards[7][[1, 0, *range(2, 16)]]
    many = solve_many(boards, errors="mask")
    ends = arrays.apply(boards, many)
    assert ((ends == np.array(many.goal.tiles)).all(axis=1) == many.ok).all()
    assert (ends[~many.ok] == boards[~many.ok]).all()
    with pytest.raises(InvalidMoveError, match="solutions of 500 boards do not go with 2"):
        arrays.apply(boards[:2], many)


def test_arrays_that_are_not_aligned() -> None:
    boards = random_boards(1000, 4, 4, seed=1)
    raw = np.zeros(boards.size * 8 + 1, np.uint8)
    odd = raw[1:].view(np.int64).reshape(boards.shape)
    odd[...] = boards
    words = raw[1 : 8 * len(boards) + 1].view(np.uint64)
    for call in (arrays.manhattan, arrays.is_solvable, arrays.rank, arrays.legal_moves):
        assert (call(odd) == call(boards)).all()
    assert (arrays.apply(odd, "L", illegal="stay") == apply_twin(boards, "L")).all()
    words[...] = arrays.pack(boards)
    assert (arrays.manhattan(words) == arrays.manhattan(boards)).all()
    assert (arrays.unpack(words) == boards).all()


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


@pytest.mark.parametrize("piece", [1 << 22, 160])
def test_out_may_overlap_the_boards(monkeypatch: pytest.MonkeyPatch, piece: int) -> None:
    monkeypatch.setattr(array_input, "PIECE", piece)
    boards = random_boards(101, seed=1)
    expected = arrays.apply(boards, "L", illegal="stay")
    turned = boards.copy()
    assert (arrays.apply(turned, "L", illegal="stay", out=turned[::-1]) == expected).all()
    assert (turned[::-1] == expected).all()
    shifted = np.concatenate([boards, boards[:1]])
    arrays.apply(shifted[:-1], "L", illegal="stay", out=shifted[1:])
    assert (shifted[1:] == expected).all()
    arrays.apply(boards, "L", illegal="stay", out=boards)
    assert (boards == expected).all()


def test_large_distances_are_whole() -> None:
    """Every tile of the first row goes to the other end: more than four bytes hold."""
    cols = 100_000
    tiles = [*range(2 * cols - 1, 0, -1), 0]
    assert arrays.manhattan([tiles], shape=(2, cols)).tolist() == [Board(tiles, 2, cols).manhattan()]


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
    with pytest.raises(InvalidBoardError, match="out is an array like the boards, uint8"):
        arrays.apply(boards, "U", out=np.zeros((100, 9), int))
    out.flags.writeable = False
    with pytest.raises(InvalidBoardError, match="cannot be written to"):
        arrays.apply(boards, "U", out=out)


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


def test_words_are_solved_as_rows_are() -> None:
    boards = random_boards(1000, seed=9)
    many = solve_many(arrays.pack(boards))
    assert (many.moves == solve_many(boards).moves).all()
    assert (many.boards == boards).all()
    with pytest.raises(InvalidBoardError, match=r"\(N, cells\)"):
        solve_many(arrays.pack(boards), shape=(3, 3))


def test_empty_arrays() -> None:
    empty = np.zeros((0, 9), np.int64)
    assert arrays.distance(empty).tolist() == []
    assert arrays.apply(empty, "L").shape == (0, 9)
    assert arrays.apply(empty, np.zeros((0, 3), int)).shape == (0, 9)
    assert arrays.unrank([], (3, 3)).shape == (0, 9)
    assert arrays.pack(np.zeros((0, 16), int)).tolist() == []
    words = np.zeros(0, np.uint64)
    assert arrays.is_solvable(words).tolist() == []
    assert arrays.apply(words, "L", out=words) is words
    assert arrays.legal_moves(words).shape == (0, 4)
    assert arrays.apply([[1, 2, 3, 0]], "").tolist() == [[1, 2, 3, 0]]


GOOD = [1, 2, 3, 4, 5, 6, 7, 8, 0]


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (
            lambda: arrays.manhattan([GOOD, [1, 1, *GOOD[2:]]]),
            InvalidBoardError,
            r"boards\[1\]: .*duplicate 1",
        ),
        (
            lambda: arrays.manhattan([GOOD, [-1, *GOOD[1:]]]),
            InvalidBoardError,
            r"boards\[1\]: .*-1 in cell 1",
        ),
        (lambda: arrays.manhattan([GOOD, [9, *GOOD[1:]]]), GoalError, r"boards\[1\]: .*only on the board: 9"),
        (lambda: arrays.rank([GOOD, [2, 1, *GOOD[2:]]]), UnsolvableError, r"boards\[1\]: not solvable"),
        (lambda: arrays.distance([GOOD, [2, 1, *GOOD[2:]]]), UnsolvableError, r"boards\[1\]: not solvable"),
        (lambda: arrays.distance(random_boards(2, seed=1)), UnsupportedError, "up to 12 cells, .* 4×4"),
        (lambda: arrays.rank(random_boards(2, 5, 5, seed=1)), UnsupportedError, "20 cells, this one is 5×5"),
        (lambda: arrays.rank([0.5]), InvalidBoardError, "whole numbers, got an array of float64"),
        (lambda: arrays.rank([True]), InvalidBoardError, "whole numbers, got an array of bool"),
        (lambda: arrays.rank([1, 2, 3, 0]), InvalidBoardError, r"\(N, cells\).* uint64 .*; got int64 of"),
        (lambda: arrays.rank([[1, 2], [3, 0]]), InvalidBoardError, "this is one board"),
        (lambda: arrays.rank(np.arange(16).reshape(4, 4)), InvalidBoardError, "this is one board"),
        (lambda: arrays.rank([[1, 2, 3, 0], [1, 2, 3]]), InvalidBoardError, "same number of tiles"),
        (lambda: arrays.unrank([1], packed=True, dtype="u1"), UnsupportedError, "leave out dtype"),
        (lambda: arrays.unrank(5), UnsupportedError, "in one dimension"),
        (lambda: arrays.rank(np.zeros((2, 12), int)), InvalidBoardError, "give shape="),
        (lambda: arrays.rank(Board("1 2/3 0")), InvalidBoardError, "one board"),
        (lambda: arrays.rank([GOOD], goal="1 2/3 0"), InvalidBoardError, "no boards of shape"),
        (lambda: arrays.manhattan(np.zeros(3, np.uint64), shape=(3, 3)), UnsupportedError, "words are 4×4"),
        (lambda: arrays.manhattan(np.zeros(3, np.uint64)), InvalidBoardError, r"boards\[0\]: .*16 blanks"),
        (lambda: arrays.apply([GOOD, GOOD], [2, 3]), InvalidMoveError, r"boards\[1\]: move 1 \(D\) takes"),
        (lambda: arrays.apply([GOOD], "UXL"), InvalidMoveError, "'X' is not a move"),
        (lambda: arrays.apply([GOOD], "LXR"), InvalidMoveError, "'X' is not a move"),
        (lambda: arrays.apply([GOOD], [4]), InvalidMoveError, "-1 for none; got 4"),
        (lambda: arrays.apply([GOOD], [[-2, 0]]), InvalidMoveError, "-1 for none; got -2"),
        (lambda: arrays.apply([GOOD], [[[0]]]), InvalidMoveError, "each of the 1 boards"),
        (lambda: arrays.apply([GOOD], [0.5]), InvalidMoveError, "whole numbers, got an array of float64"),
        (lambda: arrays.apply([GOOD, GOOD], [1]), InvalidMoveError, "each of the 2 boards"),
        (lambda: arrays.apply([[1, 2, 3, 4]], "U"), InvalidBoardError, r"boards\[0\]: not a board: no blank"),
        (
            lambda: arrays.apply([GOOD], "U", illegal="skip"),  # type: ignore[arg-type]
            UnsupportedError,
            "'raise' or 'stay'",
        ),
        (
            lambda: arrays.unrank([0, 181_440], (3, 3)),
            UnsupportedError,
            r"boards\[1\]: .*0 to 181439, got 181440",
        ),
        (lambda: arrays.unrank([-1], (3, 3)), UnsupportedError, "from 0 up, got -1"),
        (lambda: arrays.unrank([0.5], (3, 3)), UnsupportedError, "float64"),
        (lambda: arrays.unrank([0], (5, 5)), UnsupportedError, "20 cells, this one is 5×5"),
        (lambda: arrays.unrank([0], (3, 3), packed=True), UnsupportedError, "words are 4×4"),
        (lambda: arrays.unrank([0], (3, 3), dtype=float), UnsupportedError, "integer type that holds 8"),
        (lambda: arrays.pack([list(range(1, 17))]), UnsupportedError, r"boards\[0\]: .*got 16 in cell 16"),
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
    walk = np.zeros((len(boards), 16), np.int8)
    calls: list[Callable[[], object]] = [
        lambda: arrays.is_solvable(boards[::2]),
        lambda: arrays.apply(boards[:100_000], "L" * 200, illegal="stay"),
        lambda: arrays.apply(boards, walk, illegal="stay", out=boards),
        lambda: arrays.legal_moves(boards)[0],
    ]
    for call in calls:
        tracemalloc.start()
        call()
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < boards.nbytes / 2


@pytest.mark.parametrize("name", ["figures", "pack_boards", "unrank_boards", "apply_moves", "unpack_boards"])
def test_other_threads_go_on(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Nobody is forced to give up the interpreter's lock here: another thread has it if the core gives it."""
    boards = random_boards(2_000_000, 4, 4, seed=1)
    words, ranks = arrays.pack(boards), np.zeros(2_000_000, np.uint64)
    monkeypatch.setattr(array_input, "PIECE", 1 << 30)
    begun, seen = threading.Event(), threading.Event()
    had: list[bool] = []

    def watch(*given: Any) -> Any:
        begun.set()
        result = core(*given)
        had.append(seen.is_set())
        return result

    def other() -> None:
        begun.wait()
        seen.set()

    core = getattr(_core, name)
    monkeypatch.setattr(_core, name, watch)
    calls: dict[str, Callable[[], object]] = {
        "figures": lambda: arrays.rank(boards),
        "pack_boards": lambda: arrays.pack(boards),
        "unrank_boards": lambda: arrays.unrank(ranks),
        "apply_moves": lambda: arrays.apply(words, "LR", illegal="stay"),
        "unpack_boards": lambda: arrays.unpack(words),
    }
    thread = threading.Thread(target=other)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        thread.start()
        calls[name]()
    finally:
        sys.setswitchinterval(interval)
    thread.join()
    assert had == [True]


@pytest.mark.parametrize(
    ("shape", "count"), [((1, 1), 1), ((2**32, 2**32), 1), ((2, 2), 2**63), ((2, 3), 1), ((2, 2), 3)]
)
def test_the_core_refuses_what_does_not_fit(shape: tuple[int, int], count: int) -> None:
    boards, moves = np.array([[1, 2, 3, 0]], np.uint8), np.zeros(2, np.uint8)
    with pytest.raises(PuzzleError):
        _core.apply_moves(boards, shape, moves, count, False, False, 0, 1)
    with pytest.raises(PuzzleError):
        _core.apply_moves(np.zeros(1, np.uint64), shape, moves, count, False, True, 0, 1)


def test_an_unknown_figure_is_refused() -> None:
    boards = np.array([[1, 2, 3, 0]], dtype=np.uint8)
    with pytest.raises(UnsupportedError, match="'solvable', 'manhattan', 'rank', 'distance' or 'labels'"):
        _core.figures(boards, Board("1 2/3 0"), "size", False, 0, 1)
