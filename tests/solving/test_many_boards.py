"""solve_many: arrays in, arrays out; bad rows, threads, Ctrl-C, processes."""

from __future__ import annotations

import multiprocessing
import pickle
import threading
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray

from puzzle15 import (
    Board,
    GoalError,
    InvalidBoardError,
    PuzzleError,
    UnsolvableError,
    UnsupportedError,
    goals,
    random_board,
    random_boards,
    solve,
    solve_many,
)
from tests.support.interrupts import interrupted


def test_a_million_boards() -> None:
    """Parberry has a mean of 65.21 over a million; the standard error is below 0.01."""
    many = solve_many(random_boards(1_000_000, seed=65))
    assert 64.9 < many.lengths.mean() < 65.4
    assert many.lengths.max() <= 108
    assert len(many.moves) == many.offsets[-1] == many.lengths.sum()


def test_it_gives_what_solve_gives() -> None:
    boards = random_boards(2500, seed=3)
    many = solve_many(boards)
    assert len(many) == 2500
    for i in [0, 1, 1023, 1024, 2047, 2048, 2499, -1]:
        single = solve(boards[i])
        assert many[i] == single
        assert many[i].stages == single.stages
        assert many[i].method == single.method
        assert many[i].verify()
    assert [len(solution) for solution in many[10:20]] == many.lengths[10:20].tolist()
    with pytest.raises(IndexError):
        many[2500]
    assert pickle.loads(pickle.dumps(many))[7] == many[7]


@pytest.mark.parametrize("dtype", ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", ">i4", ">u2"])
def test_any_integer_type_and_layout(dtype: str) -> None:
    boards = random_boards(50, seed=3)
    expected = solve_many(boards)
    for array in [boards, boards.reshape(50, 4, 4), np.asfortranarray(boards), boards[::2]]:
        many = solve_many(array.astype(dtype))
        step = 2 if len(array) == 25 else 1
        assert many.lengths.tolist() == expected.lengths[::step].tolist()
        assert many[3] == expected[3 * step]


def test_lists_and_boards_and_text() -> None:
    boards = random_boards(20, seed=3)
    expected = solve_many(boards).moves.tolist()
    assert solve_many(boards.tolist()).moves.tolist() == expected
    assert solve_many(boards.reshape(20, 4, 4).tolist()).moves.tolist() == expected
    assert solve_many([Board(board) for board in boards]).moves.tolist() == expected
    assert solve_many([Board(board).to_text() for board in boards]).moves.tolist() == expected
    assert solve_many(iter(boards)).moves.tolist() == expected  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [None, *sorted(goals.NAMES)])
@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (3, 3), (2, 4), (5, 2)])
def test_any_goal_and_shape(name: str | None, rows: int, cols: int) -> None:
    boards = random_boards(40, rows, cols, goal=name, seed=6).reshape(40, rows, cols)
    many = solve_many(boards, goal=name)
    for i in range(40):
        single = solve(boards[i], goal=name)
        assert many[i] == single
        assert many[i].stages == single.stages
        assert many[i].optimal == single.optimal


@pytest.mark.parametrize("cell", range(16))
def test_every_home_of_the_blank(cell: int) -> None:
    goal = goals.rows(4, 4, blank=cell)
    boards = [goal.tiles, *random_boards(20, goal=goal, seed=6).tolist()]
    many = solve_many(boards, goal=goal)
    assert all(many[i] == solve(board, goal=goal) for i, board in enumerate(boards))
    assert all(many[i].stages == solve(b, goal=goal).stages for i, b in enumerate(boards))


def test_large_labels() -> None:
    goal = Board([10**9 + n for n in range(15)] + [0])
    boards = random_boards(5, goal=goal, seed=1)
    assert all(solution.verify() for solution in solve_many(boards, goal=goal))


def test_missing_numbers_have_their_natural_goal() -> None:
    boards = random_boards(50, goal=goals.missing(2, 4, 4), seed=1)
    assert solve_many(boards).goal == goals.missing(2, 4, 4)
    assert solve_many([Board("0 5/700 60")]).goal == Board("5 60/700 0")
    stray = random_boards(50, seed=1)
    stray[0, stray[0] == 15] = 16
    assert sorted(solve_many(stray, errors="mask").errors) == [0]


def test_more_boards_than_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = bad_rows()
    expected = solve_many(boards, errors="mask")
    monkeypatch.setattr("puzzle15.solving.solver.BOARDS_AT_A_TIME", 700)
    monkeypatch.setattr("puzzle15.solving.board_arrays.BOARDS_AT_A_TIME", 700)
    many = solve_many(boards, errors="mask")
    assert many.moves.tobytes() == expected.moves.tobytes()
    assert many.lengths.tolist() == expected.lengths.tolist()
    assert list(many.errors) == list(expected.errors)
    assert many[2998].stages == expected[2998].stages
    with pytest.raises(UnsolvableError, match=r"boards\[1499\]: "):
        solve_many(np.delete(boards, 2, axis=0))


def test_the_number_of_threads_does_not_matter() -> None:
    boards = random_boards(5000, seed=3)
    one, four = solve_many(boards, threads=1), solve_many(boards, threads=4)
    assert one.moves.tobytes() == four.moves.tobytes()


def bad_rows() -> NDArray[np.int32]:
    boards = random_boards(3000, seed=2).astype(np.int32)
    boards[1500] = [*range(1, 14), 15, 14, 0]
    boards[2] = 1
    boards[2000, 3] = -7
    boards[2999, boards[2999] == 15] = 99
    return boards


def test_a_bad_row_is_named() -> None:
    boards = bad_rows()
    with pytest.raises(InvalidBoardError, match=r"boards\[2\]: not a board: no blank") as caught:
        solve_many(boards)
    assert caught.value.row == 2
    with pytest.raises(UnsolvableError, match=r"boards\[1499\]: not solvable") as unsolvable:
        solve_many(np.delete(boards, 2, axis=0))
    assert unsolvable.value.nearest == goals.rows(4, 4)
    with pytest.raises(InvalidBoardError, match=r"boards\[0\]: not a board: -7 in cell 4 is not"):
        solve_many(boards[2000:])
    with pytest.raises(GoalError, match=r"boards\[0\]: .*only on the board: 99; only in the goal: 15"):
        solve_many(boards[2999:], goal="1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0")


def test_mask_goes_on() -> None:
    boards = bad_rows()
    many = solve_many(boards, errors="mask")
    assert sorted(many.errors) == [2, 1500, 2000, 2999]
    assert np.flatnonzero(~many.ok).tolist() == [2, 1500, 2000, 2999]
    assert (many.lengths == -1).sum() == 4
    assert isinstance(many.errors[1500], UnsolvableError)
    assert [error.row for error in many.errors.values()] == [2, 1500, 2000, 2999]
    assert pickle.loads(pickle.dumps(many.errors[1500])).row == 1500
    assert pickle.loads(pickle.dumps(many.errors[2])).row == 2
    assert 3 not in many.errors
    assert "x" not in many.errors  # type: ignore[comparison-overlap]
    with pytest.raises(InvalidBoardError, match=r"boards\[2\]: "):
        many[2]
    good = np.flatnonzero(many.ok)
    assert many.moves.tobytes() == solve_many(boards[good]).moves.tobytes()
    assert many[1501] == solve(boards[1501])
    assert "4 not solved" in repr(many)


def test_mask_goes_on_over_what_is_no_board_at_all() -> None:
    many = solve_many(["1 2/3 0", "1 1/3 0", "1 2/0 3", "x"], errors="mask")
    assert many.lengths.tolist() == [0, -1, 1, -1]
    assert [str(error).split(":")[0] for error in many.errors.values()] == ["boards[1]", "boards[3]"]
    many = solve_many([[1, 2, 3, 0], [1, 2, 3], [1, 2, 0, 3]], errors="mask")
    assert many.lengths.tolist() == [0, -1, 1]
    assert many.errors[1].row == 1


def test_nothing_at_all() -> None:
    many = solve_many([])
    assert len(many) == 0
    assert solve_many(np.zeros((0, 9), int)).goal == goals.rows(3, 3)
    assert solve_many(np.zeros((0, 2, 4), int)).goal == goals.rows(2, 4)
    with pytest.raises(InvalidBoardError):
        solve_many(np.zeros((5, 0), int))
    assert list(many) == []
    assert len(solve_many(random_boards(0))) == 0
    assert many.offsets.tolist() == [0]


def test_slips() -> None:
    with pytest.raises(InvalidBoardError, match="whole numbers, got an array of float64"):
        solve_many(np.zeros((2, 16)))  # type: ignore[arg-type]
    with pytest.raises(InvalidBoardError, match="whole numbers, got an array of bool"):
        solve_many(np.zeros((2, 16), bool))
    with pytest.raises(InvalidBoardError, match="not square; give shape="):
        solve_many([[1, 2, 3, 4, 5, 0]])
    with pytest.raises(InvalidBoardError, match=r"\(N, cells\) or \(N, rows, cols\), got \(16,\)"):
        solve_many(range(16))  # type: ignore[arg-type]
    with pytest.raises(InvalidBoardError, match=r"boards\[1\]: .* 2 rows of 2 are not filled by 3 tiles"):
        solve_many([[1, 2, 3, 0], [1, 2, 0]])
    with pytest.raises(InvalidBoardError, match=r"boards\[1\]: .*\(2, 2\) is expected, got \(2, 3\)"):
        solve_many(["1 2/3 0", "1 2 3/4 5 0"])
    with pytest.raises(InvalidBoardError, match=r"boards\[0\]: .* None in cell 3 is not a whole number"):
        solve_many([[1, 2, None, 0]])  # type: ignore[list-item]
    with pytest.raises(InvalidBoardError, match=r"boards\[0\]: .* 1180591620717411303424 in cell 3"):
        solve_many([[1, 2, 2**70, 0]])
    with pytest.raises(InvalidBoardError, match=r"boards\[0\]: a board is made from"):
        solve_many([None, None])  # type: ignore[list-item]
    for one in (random_board(), "1 2/3 0"):
        with pytest.raises(InvalidBoardError, match="this is one board: use solve"):
            solve_many(one)  # type: ignore[arg-type]
    assert solve_many(memoryview(random_boards(3))).ok.all()  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match="'raise' or 'mask'"):
        solve_many([[1, 2, 3, 0]], errors="ignore")  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="up to 25 cells, this one is 6×6; use method='auto'"):
        solve_many([list(range(36))], method="optimal")
    for threads in (0, -1):
        with pytest.raises(PuzzleError, match="threads is a whole number from 1"):
            solve_many([[1, 2, 3, 0]], threads=threads)


def test_boards_and_goal_of_different_shapes() -> None:
    threes, fours = random_boards(16, 3, 3), goals.rows(4, 4)
    with pytest.raises(GoalError, match="the goal is 4×4, the boards are 3×3"):
        solve_many(threes.reshape(-1, 3, 3), goal=fours)
    with pytest.raises(InvalidBoardError, match=r"rows of 9 tiles are not boards of shape \(4, 4\)"):
        solve_many(threes, goal=fours)
    with pytest.raises(GoalError, match="the goal is 2×3, the boards are 3×2"):
        solve_many([[[1, 2], [3, 4], [0, 5]]], goal="1 2 3/4 5 0")
    with pytest.raises(GoalError, match="the goal is 4×4, the boards are 3×3"):
        solve_many([random_board(3, 3)], goal=fours)


def test_the_first_bad_row_is_the_one_named() -> None:
    """Whatever thread comes first, and whatever is wrong with the rows."""
    boards = random_boards(20 * 1024, seed=1)
    boards[500::1024] = 1
    for _ in range(20):
        with pytest.raises(InvalidBoardError) as caught:
            solve_many(boards, threads=4)
        assert caught.value.row == 500
    with pytest.raises(UnsolvableError, match=r"boards\[0\]"):
        solve_many([[2, 1, 3, 0], [1, 2, 3]])
    with pytest.raises(InvalidBoardError, match=r"boards\[1\]"):
        solve_many([[1, 2, 3, 0], [1, 2, 3], [2, 1, 3, 0]])


def test_the_shape_asked_for_is_the_shape() -> None:
    for boards in (np.array([[[1, 2], [3, 4], [5, 0]]]), [Board("1 2/3 4/5 0")]):
        with pytest.raises(InvalidBoardError, match=r"\(2, 3\) were asked for"):
            solve_many(boards, shape=(2, 3))
    for shape in (5, (2, 2, 1), "22x"):
        with pytest.raises(InvalidBoardError, match=r"shape is \(rows, cols\), got"):
            solve_many([[1, 2, 3, 0]], shape=shape)  # type: ignore[arg-type]
    assert solve_many([[1, 2, 3, 4, 0, 5]], shape=[2, 3]).lengths.tolist() == [1]  # type: ignore[arg-type]


def test_flat_rows_of_any_shape() -> None:
    boards = random_boards(5, 2, 5, goal="spiral", seed=1)
    many = solve_many(boards, goal="spiral", shape=(2, 5))
    assert all(solution.verify() for solution in many)
    assert many.goal == goals.spiral(2, 5)
    assert len(solve_many([[1, 2, 3, 4, 0, 5]], goal="1 2 3/4 5 0")) == 1
    assert solve_many(random_boards(2, 3, 2), shape=(3, 2)).ok.all()


def test_results_do_not_change_with_the_array() -> None:
    boards = random_boards(10, seed=1)
    many = solve_many(boards)
    boards[:] = boards[::-1].copy()
    assert all(solution.verify() for solution in many)
    for array in (many.boards, many.lengths, many.moves, many.offsets):
        assert not array.flags.writeable


def test_ctrl_c_stops_a_long_batch() -> None:
    """The batch would take many seconds; it ends as soon as the signal is seen."""
    boards = np.tile(random_boards(100_000, seed=1), (60, 1))
    with interrupted():
        solve_many(boards, threads=1)
    assert solve(random_board(seed=1)).verify()


@pytest.mark.parametrize(("n", "steps"), [(1, 300_000_000), (5000, 50_000)])
def test_ctrl_c_stops_a_long_walk(n: int, steps: int) -> None:
    with interrupted():
        random_boards(n, method="walk", steps=steps)


def test_other_threads_run_meanwhile() -> None:
    """The lock is released: a Python thread counts on while a batch is solved."""
    boards = random_boards(300_000, seed=1)
    ticks, stop = [0], threading.Event()

    def count() -> None:
        while not stop.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    solve_many(boards, threads=1)
    stop.set()
    counter.join()
    assert ticks[0] > 10


def test_calls_from_several_threads() -> None:
    boards = random_boards(4000, seed=1)
    expected = solve_many(boards).moves.tobytes()
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: solve_many(boards).moves.tobytes(), range(8)))
        singles = list(pool.map(solve, boards[:200]))
    assert set(results) == {expected}
    assert [len(s) for s in singles] == solve_many(boards[:200]).lengths.tolist()


def lengths_in_child(seed: int) -> list[int]:
    boards = random_boards(3000, seed=seed)
    return [len(solve(boards[0])), int(solve_many(boards).lengths.sum())]


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_a_child_process_can_solve(method: str) -> None:
    expected = lengths_in_child(5)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.apply_async(lengths_in_child, (5,)).get(timeout=60) == expected


def test_flat_rows_read_as_squares_are_named() -> None:
    with pytest.raises(UnsolvableError) as caught:
        solve_many(random_boards(20, 2, 8, seed=1))
    assert "read as 4×4" in caught.value.__notes__[0]
    assert solve_many(random_boards(20, 2, 8, seed=1), shape=(2, 8)).ok.all()


def test_numbers_are_no_boards_and_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    def read(board: object, shape: tuple[int, int] | None) -> Board:
        tried.append(board)
        raise InvalidBoardError("not a board")

    monkeypatch.setattr("puzzle15.solving.board_arrays.as_board", read)
    with pytest.raises(InvalidBoardError, match=r"^boards\[0\]: "):
        solve_many([0.5] * 100_000)  # type: ignore[list-item]
    assert tried == [0.5]


@pytest.mark.parametrize("kind", [bytes, bytearray])
def test_bytes_are_not_copied_into_a_list(kind: type[bytes | bytearray]) -> None:
    data = kind(b"\x01" * 1_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(InvalidBoardError):
            solve_many(data)  # type: ignore[arg-type]
        assert tracemalloc.get_traced_memory()[1] < 10 * len(data)
    finally:
        tracemalloc.stop()
