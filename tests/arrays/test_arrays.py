"""Arrays of boards of every kind: layouts, words, moves, bad input, memory and threads."""

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
    random_boards,
    reference,
    solve_many,
)
from puzzle15._support import array_input
from puzzle15.typing import IntArray

KINDS = ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8"]


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
    """4×4 boards after these moves, one by one; moves that would leave the board are skipped."""
    made = []
    for tiles in boards.tolist():
        board = tuple(tiles)
        for move in moves:
            if move in reference.legal_moves(board, 4):
                board = reference.step(board, 4, move)
        made.append(board)
    return np.array(made)


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
    monkeypatch.setattr(array_input, "TILES_AT_A_TIME", piece)
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


@pytest.mark.parametrize("piece", [1 << 22, 160])
def test_out_may_overlap_the_boards(monkeypatch: pytest.MonkeyPatch, piece: int) -> None:
    monkeypatch.setattr(array_input, "TILES_AT_A_TIME", piece)
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
        (lambda: arrays.rank([GOOD], goal="1 2/3 0"), InvalidBoardError, "not boards of shape"),
        (lambda: arrays.manhattan(np.zeros(3, np.uint64), shape=(3, 3)), UnsupportedError, "words are 4×4"),
        (lambda: arrays.manhattan(np.zeros(3, np.uint64)), InvalidBoardError, r"boards\[0\]: .*16 blanks"),
        (lambda: arrays.apply([GOOD, GOOD], [2, 3]), InvalidMoveError, r"boards\[1\]: move 1 \(D\) takes"),
        (lambda: arrays.apply([GOOD], "UXL"), InvalidMoveError, "'X' is not a move"),
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
    """Threads do not switch by themselves here: the other one runs only if the core releases the lock."""
    boards = random_boards(2_000_000, 4, 4, seed=1)
    words, ranks = arrays.pack(boards), np.zeros(2_000_000, np.uint64)
    monkeypatch.setattr(array_input, "TILES_AT_A_TIME", 1 << 30)
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
    with pytest.raises(UnsupportedError, match=r"'solvable', 'manhattan', 'linear conflict', .* or 'labels'"):
        _core.figures(boards, Board("1 2/3 0"), "size", False, 0, 1)
