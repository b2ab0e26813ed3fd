"""Large boards and arrays are read and written without keeping the interpreter's lock for long."""

from __future__ import annotations

import pickle
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from puzzle15 import Board, Solution, arrays, random_boards, solve, solve_many
from puzzle15._support.array_input import stacked
from tests.support.soak import Note

SIDE = 600
TILES = [*range(1, SIDE * SIDE), 0]
NESTED = [TILES[first : first + SIDE] for first in range(0, SIDE * SIDE, SIDE)]
ARRAY = np.array(TILES)
BOARD = Board(TILES)
TEXT = BOARD.to_text()
DRAWING = str(BOARD)
MOVES = "LR" * 200_000
LISTS = random_boards(20_000, seed=1).tolist()
BOARDS = [Board(tiles) for tiles in LISTS]

CALLS: dict[str, Callable[[], object]] = {
    "Board(list)": lambda: Board(TILES),
    "Board(nested list)": lambda: Board(NESTED),
    "Board(array)": lambda: Board(ARRAY),
    "Board(array of rows)": lambda: Board(ARRAY.reshape(SIDE, SIDE)),
    "Board(text)": lambda: Board(TEXT),
    "Board(drawing)": lambda: Board(DRAWING),
    "str(board)": lambda: str(BOARD),
    "repr(board)": lambda: repr(BOARD),
    "pickle.loads(pickle.dumps(board))": lambda: pickle.loads(pickle.dumps(BOARD)),
    "board.tiles": lambda: BOARD.tiles,
    "iter(board)": lambda: sum(1 for _ in BOARD),
    "board.to_list()": BOARD.to_list,
    "board.to_text()": BOARD.to_text,
    "board.to_array()": BOARD.to_array,
    "board.apply(moves)": lambda: BOARD.apply(MOVES),
    "board.tiles_slid(moves)": lambda: BOARD.tiles_slid(MOVES),
    "Solution(board, board, moves)": lambda: Solution(BOARD, BOARD, MOVES),
    "solve_many(lists)": lambda: solve_many(LISTS),
    "solve_many(boards)": lambda: solve_many(BOARDS),
    "arrays.manhattan(lists)": lambda: arrays.manhattan(LISTS),
}


HUGE_SIDE = 3000
# Of a board of nine million cells: what takes no time on others may take too long here. (How long Python
# itself keeps the lock to pickle a text, or to take a long list back, is not ours to say.)
HUGE_CALLS: dict[str, Callable[[Board], object]] = {
    "Board(text)": lambda board: Board(board.to_text()),
    "Board(array)": lambda board: Board(board.to_array()),
    "str": str,
    "repr": repr,
    "hash": hash,
    "iter": lambda board: sum(1 for _ in board),
    "in": lambda board: -1 in board or 0 in board,
    "tiles": lambda board: board.tiles,
    "natural_goal": lambda board: board.natural_goal,
    "to_list": Board.to_list,
    "to_text": Board.to_text,
    "to_array": Board.to_array,
    "find": lambda board: board.find(HUGE_SIDE**2 - 1),
    "slide": lambda board: board.slide(HUGE_SIDE**2 - 1),
    "move": lambda board: board.move("L"),
    "apply": lambda board: board.apply("LURD" * 500_000),
    "apply of accented letters": lambda board: refused(lambda: board.apply("é" * HUGE_SIDE**2)),
    "manhattan": lambda board: board.manhattan(),
    "inversions": lambda board: board.inversions(),
}


def refused(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="is not a move"):
        call()


@pytest.fixture(scope="module")
def huge() -> Board:
    return Board(np.append(np.arange(1, HUGE_SIDE**2), 0))


@pytest.fixture
def _impatient() -> Iterator[None]:
    """A thread that waits for the lock asks for it at once."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


LONGEST = 0.02
"""Seconds for which no call may keep the lock."""


class Ticker:
    """A thread that takes the lock again and again, and notes how much the caller has computed by then.

    What others do on the machine meanwhile does not count, but where no thread's time is known.
    """

    def __init__(self) -> None:
        self.times: list[float] = []
        if hasattr(time, "pthread_getcpuclockid"):
            self._now = partial(time.clock_gettime, time.pthread_getcpuclockid(threading.get_ident()))
        else:
            self._now = partial(time.perf_counter)

    def __enter__(self) -> Ticker:
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._tick)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _tick(self) -> None:
        while not self._over.is_set():
            self.times.append(self._now())
            time.sleep(0)

    def longest_wait(self, call: Callable[[], object]) -> tuple[float, float]:
        """What a call computes at most while the thread waits, and in all, in seconds."""
        self.times.clear()
        begin, begin_work = self._now(), time.thread_time()
        call()
        end, work = self._now(), time.thread_time() - begin_work
        times = [begin, *(moment for moment in self.times.copy() if begin < moment < end), end]
        return max(after - before for before, after in pairwise(times)), work


@pytest.mark.usefixtures("_impatient")
@pytest.mark.skipif(sys.platform == "win32", reason="the processor time is not known to the millisecond")
@pytest.mark.parametrize("name", CALLS)
def test_another_thread_runs_meanwhile(name: str, note: Note) -> None:
    """If a call kept the lock for long, another thread would wait in every try.

    So one try in which it waits for less is a proof, however busy the machine is. Where the processors have
    other things to do, the thread may miss its turn many times.
    """
    tries = 0
    with Ticker() as ticker:
        while tries < 500:
            tries += 1
            wait, work = ticker.longest_wait(CALLS[name])
            if wait < min(work / 2, LONGEST):
                break
    seen = f"{1000 * work:.1f} ms, another thread waits {1000 * wait:.1f} ms at most, try {tries}"
    note(f"lock of Python, {name}", seen)
    assert wait < min(work / 2, LONGEST)


@pytest.mark.soak
@pytest.mark.usefixtures("_impatient")
@pytest.mark.skipif(sys.platform == "win32", reason="the processor time is not known to the millisecond")
@pytest.mark.parametrize("name", HUGE_CALLS)
def test_another_thread_runs_while_a_huge_board_is_read_or_written(
    name: str, huge: Board, note: Note
) -> None:
    """What the call has made is kept until the end: Python itself takes back what is large at once."""
    waits: list[float] = []
    while len(waits) < 20:
        made: list[object] = []
        with Ticker() as ticker:
            wait, work = ticker.longest_wait(lambda: made.append(HUGE_CALLS[name](huge)))  # noqa: B023
        waits.append(wait)
        if wait < LONGEST:
            break
    seen = f"{1000 * work:.0f} ms, another thread waits {1000 * min(waits):.1f} ms at most, try {len(waits)}"
    note(f"lock of Python, huge board, {name}", seen)
    assert min(waits) < LONGEST


@pytest.mark.usefixtures("_impatient")
@pytest.mark.skipif(sys.platform == "win32", reason="the processor time is not known to the millisecond")
def test_a_lock_that_is_kept_is_noticed() -> None:
    with Ticker() as ticker:
        for _ in range(20):
            wait, work = ticker.longest_wait(lambda: sum(range(10**6)))
            assert wait > 0.9 * work


def test_slices_make_the_same() -> None:
    """What is read or made slice by slice is what is read or made at once."""
    assert Board(NESTED) == Board(ARRAY) == Board(ARRAY.reshape(SIDE, SIDE)) == Board(TEXT) == Board(DRAWING)
    assert BOARD.tiles == tuple(TILES) == Board(iter(TILES)).tiles  # type: ignore[arg-type]
    assert BOARD.to_list() == NESTED
    assert list(BOARD) == TILES
    assert repr(BOARD) == f"Board('{TEXT}')"
    assert "/".join(" ".join(map(str, row)) for row in NESTED) == TEXT
    with pytest.raises(ValueError, match="'é' is not a move"):
        BOARD.apply("LR" * 300_000 + "é" * 300_000)
    assert BOARD.to_array().dtype == np.array(TILES).dtype
    for dtype in (None, np.uint32, np.float64, "U6", object):
        made = np.asarray(BOARD, dtype=dtype)
        expected = np.array(NESTED, dtype=dtype)
        assert made.dtype == expected.dtype
        assert (made == expected).all()
    lines = DRAWING.split("\n")
    assert len(lines) == 2 * SIDE + 1
    assert [[int(cell.strip() or 0) for cell in line.split("│")[1:-1]] for line in lines[1::2]] == NESTED


@pytest.mark.parametrize("shape", [(1,), (3, 4), (5000, 16), (2, 5000), (40_000,), (3000, 4, 4), (0, 4)])
def test_stacked_is_what_numpy_makes(shape: tuple[int, ...]) -> None:
    array = np.arange(np.prod(shape)).reshape(shape)
    rows = array.tolist()
    assert np.array_equal(stacked(rows), np.array(rows))
    assert stacked(rows).dtype == np.array(rows).dtype


def test_stacked_refuses_what_numpy_refuses() -> None:
    for rows in ([[1, 2]] * 20_000 + [[1]], [[1]] + [[1, 2]] * 20_000):
        with pytest.raises(ValueError, match=r"dimension|shape"):
            stacked(rows)
    mixed = [[1, 2]] * 20_000 + [["x", "y"]]
    assert stacked(mixed).dtype.kind == np.array(mixed).dtype.kind == "U"
    bits = [[True, False]] * 20_000 + [[1, 2]]
    assert np.array_equal(stacked(bits), np.array(bits))


def test_defects_of_large_boards_are_named_by_their_place() -> None:
    """Slices do not shift the numbers of cells, rows and columns."""
    wrong = TILES.copy()
    wrong[200_000] = -1
    for given, place in (
        (wrong, "cell 200001"),
        (np.array(wrong), "cell 200001"),
        (np.array(wrong).reshape(SIDE, SIDE), "row 334, column 201"),
    ):
        with pytest.raises(ValueError, match=f"-1 in {place} is not"):
            Board(given)


def test_solving_is_not_disturbed() -> None:
    """The boards that are read in slices are those that are solved."""
    found = solve_many(BOARDS)
    assert [found[row].moves for row in (0, 9_999, 19_999)] == [
        solve(BOARDS[row]).moves for row in (0, 9_999, 19_999)
    ]
