"""Blocks of work: each is done exactly once, whatever the executor does."""

from __future__ import annotations

import itertools
import random
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from heapq import heappop, heappush
from typing import Any

import numpy as np
import pytest

from puzzle15 import (
    Board,
    ExecutorError,
    PuzzleError,
    UnsolvableError,
    _core,
    experiment,
    random_boards,
    solve_many,
)
from puzzle15._support import blocks
from puzzle15._support.blocks import RETRIES, SECONDS, Block, _Pace, _timed, run
from puzzle15.experiments.tally import Tally
from tests.support.executors import Deaf, Late, Nasty


def numbers(first: int, count: int) -> list[int]:
    return list(range(first, first + count))


def plain(first: int, count: int) -> tuple[int, int]:
    return first, count


def collected(executor: Any, ranges: list[tuple[int, int]], most: int = 50) -> list[int]:
    """The numbers of all blocks as they come."""
    found: list[int] = []

    def collect(block: Block, result: list[int]) -> None:
        assert result == numbers(block.first, block.count)
        assert 1 <= block.count <= most
        found.extend(result)

    run(numbers, plain, ranges, executor, collect, most)
    return found


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hardly any pause before a new try."""
    monkeypatch.setattr(blocks, "PAUSE", 0.001)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("seed", range(5))
def test_a_nasty_executor(seed: int) -> None:
    with Nasty(seed) as executor:
        found = collected(executor, [(3, 4), (10, 900), (950, 1000), (1000, 1000)], 8)
        assert executor.losses.keys() == {"refused", "before", "after", "cancelled", "interrupted"}
    assert sorted(found) == [3, *range(10, 900), *range(950, 1000)]
    assert found != sorted(found), "they came in another order"


@pytest.mark.usefixtures("quick")
def test_results_do_not_depend_on_the_executor() -> None:
    alone = experiment(20_000, seed=4, threads=1)
    boards = random_boards(700, seed=4)
    many = solve_many(boards)
    with Nasty(1) as nasty, Late() as late, ThreadPoolExecutor(3) as threads:
        for executor in (nasty, late, threads):
            assert experiment(20_000, seed=4, executor=executor) == alone
            same = solve_many(boards, executor=executor)
            assert repr(same) == repr(many)
            assert np.array_equal(same.moves, many.moves)
            assert np.array_equal(same.offsets, many.offsets)
            assert [one.stages for one in same[:9]] == [one.stages for one in many[:9]]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("given", ["array", "text"])
def test_the_first_bad_row_is_the_error_whatever_comes_first(given: str) -> None:
    array = random_boards(900, 3, 3, seed=2)
    for row in (140, 141, 600, 899):
        array[row] = np.choose(array[row], [0, 2, 1, *range(3, 9)])
    boards: Any = array if given == "array" else [Board(row.tolist(), 3, 3).to_text() for row in array]
    alone = solve_many(boards, errors="mask", shape=(3, 3))
    with Late() as late, Nasty(3) as nasty:
        for executor in (late, nasty):
            with pytest.raises(UnsolvableError, match=r"^boards\[140\]: not solvable") as caught:
                solve_many(boards, executor=executor)
            assert caught.value.row == 140
            masked = solve_many(boards, errors="mask", executor=executor)
            assert list(masked.errors) == list(alone.errors) == [140, 141, 600, 899]
            assert np.array_equal(masked.lengths, alone.lengths)
            assert str(masked.errors[600]) == str(alone.errors[600])


def test_rows_that_cannot_be_read() -> None:
    boards = ["1 2 3/4 5 6/7 0 8", "nonsense", "1 2 3/4 5 6/7 8 0"]
    with Late() as executor:
        with pytest.raises(PuzzleError, match=r"^boards\[1\]: "):
            solve_many(boards, executor=executor)
        assert solve_many(boards, errors="mask", executor=executor).lengths.tolist() == [1, -1, 0]
        assert len(solve_many([], executor=executor)) == 0


class Refusing(Executor):
    """Loses everything."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.asked = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.asked += 1
        future: Future[Any] = Future()
        future.set_exception(self.error)
        return future


@pytest.mark.usefixtures("quick")
def test_what_is_lost_again_and_again_is_an_error() -> None:
    executor = Refusing(ConnectionError("nobody there"))
    with pytest.raises(ExecutorError, match=r"lost 4 times, .*Error: nobody there; 0 of 100 boards"):
        run(numbers, plain, [(0, 100)], executor, print, 100)
    assert executor.asked > RETRIES


@pytest.mark.parametrize("error", [PuzzleError("ours"), TypeError("ours"), MemoryError("ours")])
def test_errors_of_our_own_are_raised_at_once(error: Exception) -> None:
    executor = Refusing(error)
    with pytest.raises(type(error), match="ours"):
        run(numbers, plain, [(0, 1)], executor, print)
    assert executor.asked == 1


def test_a_bad_question_comes_back_from_the_worker() -> None:
    with ThreadPoolExecutor(2) as pool:
        with pytest.raises(PuzzleError, match="unknown method 'magic'"):
            experiment(100, "magic", executor=pool)  # type: ignore[arg-type]
        assert pool.submit(len, "open").result() == 4, "it is left as it was"


@pytest.mark.usefixtures("quick")
def test_a_broken_executor_is_replaced_or_reported() -> None:
    made: list[Executor] = []

    def make() -> Executor:
        broken = len(made) < 2
        made.append(Refusing(BrokenExecutor("dead")) if broken else ThreadPoolExecutor(2))
        return made[-1]

    assert sorted(collected(make, [(0, 300)])) == list(range(300))
    assert len(made) == 3
    with pytest.raises(RuntimeError, match="after shutdown"):
        made[-1].submit(print)
    with pytest.raises(ExecutorError, match=r"is broken \(dead\); 0 of 9 boards .* a function that makes"):
        collected(Refusing(BrokenExecutor("dead")), [(0, 9)])
    many = r"^4 executors one after another broke .* BrokenExecutor: dead; 0 of 9 boards are done\. Look"
    with pytest.raises(ExecutorError, match=many):
        collected(lambda: Refusing(BrokenExecutor("dead")), [(0, 9)])


class Short(Late):
    """Breaks after some answers, with all that it was asked: no block is to blame."""

    def __init__(self, answers: int) -> None:
        super().__init__()
        self.answers = answers

    def settle(self, future: Future[Any], work: Callable[[], Any]) -> None:
        self.answers -= 1
        if self.answers >= 0:
            super().settle(future, work)
        else:
            future.set_exception(BrokenExecutor("dead"))


@pytest.mark.usefixtures("quick")
def test_executors_that_break_again_and_again_after_some_work() -> None:
    made: list[Executor] = []

    def make() -> Executor:
        made.append(Short(1))
        return made[-1]

    assert sorted(collected(make, [(0, 60)], 4)) == list(range(60))
    assert len(made) > 2 * (RETRIES + 1)


class Outage(ThreadPoolExecutor):
    """No worker can be reached for a while."""

    def __init__(self, seconds: float) -> None:
        super().__init__(1)
        self.end = time.monotonic() + seconds
        self.refused = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if time.monotonic() < self.end:
            self.refused += 1
            raise ConnectionError("no route to host")
        return super().submit(fn, *args, **kwargs)


def test_an_outage_of_half_a_second() -> None:
    with Outage(0.5) as executor:
        assert collected(executor, [(0, 200)]) == list(range(200))
        assert 2 <= executor.refused <= RETRIES, "the pauses are longer and longer"


def test_an_executor_that_is_shut_down() -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    told = (
        r"^the executor is broken \(cannot schedule .* shutdown\); 0 of 9 boards are done\. Give a function"
    )
    with pytest.raises(ExecutorError, match=told) as caught:
        solve_many(random_boards(9, seed=1), executor=pool)
    assert "checkpoint" not in str(caught.value)
    with pytest.raises(ExecutorError, match=r"; an experiment with checkpoint= can go on later$"):
        experiment(9, seed=1, executor=pool)


class Strange(Executor):
    """Answers something else."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(None)
        return future


class Mute(Executor):
    """Gives no futures."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        return None


def test_executors_that_do_not_keep_the_interface() -> None:
    with pytest.raises(ExecutorError, match="the executor gave None for a block, and not what the function"):
        collected(Strange(), [(0, 9)])
    with pytest.raises(ExecutorError, match="submit of the executor gave None, and not a future"):
        collected(Mute(), [(0, 9)])


class Prompt(Executor):
    """Has the answer before `submit` returns."""

    def __init__(self) -> None:
        self.asked = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.asked += 1
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_what_is_done_is_collected_before_more_is_asked() -> None:
    executor = Prompt()
    asked: list[int] = []
    run(numbers, plain, [(0, 100)], executor, lambda *_: asked.append(executor.asked), 10)
    assert asked == list(range(1, executor.asked + 1))


def test_a_class_makes_executors_too() -> None:
    assert sorted(collected(ThreadPoolExecutor, [(0, 99)])) == list(range(99))


class Interrupted(Deaf):
    """Never answers; a moment after the last question comes Ctrl-C."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        return super().submit(fn, *args, **kwargs)


@pytest.fixture
def alarm() -> Iterator[None]:
    """The timer interrupts as Ctrl-C does."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("alarm")
def test_ctrl_c_cancels_what_is_waiting() -> None:
    executor = Interrupted()
    with pytest.raises(KeyboardInterrupt):
        experiment(10**6, seed=1, executor=executor)
    assert executor.futures
    assert all(future.cancelled() for future in executor.futures)


def test_what_is_no_executor() -> None:
    class Client:
        def get_executor(self) -> None: ...
        def submit(self) -> None: ...

    for wrong in (4, "processes", None.__class__):
        with pytest.raises(TypeError, match=r"executor"):
            experiment(10, executor=wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"give executor=client.get_executor\(\)"):
        solve_many([[1, 2, 3, 0]], executor=Client())  # type: ignore[arg-type]


def test_blocks_take_half_a_second() -> None:
    """Whatever a board costs, and also when that changes."""
    pace = _Pace(1 << 60)
    for cost in (1e-6, 1e-3, 0.1, 30, 1e-4):
        for _ in range(60):
            count = pace.next_end(0, 1 << 60)
            pace.learn(count, count * cost, 10 * count * cost)
        assert count == 1 or SECONDS / 2 < count * cost < 2 * SECONDS
        assert count < 1024 or count % 1024 == 0


def test_more_are_under_way_while_none_waits() -> None:
    """A hundred workers, each with a queue of its own behind it: about two blocks for each are under way."""
    pace = _Pace(1 << 60)
    for _ in range(3000):
        waiting = max(1, pace.at_once / 100)
        pace.learn(10, 0.5, 0.5 * waiting)
    assert 190 < pace.at_once < 210


@pytest.mark.parametrize("spread", [0, 0.05, 1.0, 1.5])
@pytest.mark.parametrize("workers", [8, 100])
def test_no_more_than_some_for_each_worker(
    workers: int, spread: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However different the blocks are: a queue of workers, in simulated time."""
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    chance = random.Random(1)
    pace = _Pace(1 << 60)
    now, free, ends = 0.0, [0.0] * workers, list[tuple[float, float, float]]()
    for number in range(10_000):
        while len(ends) < pace.at_once:
            seconds = 0.3 * chance.lognormvariate(0, spread)
            end = max(now, heappop(free)) + seconds
            heappush(free, end)
            heappush(ends, (end, now, seconds))
        now, begun, seconds = heappop(ends)
        pace.learn(10, seconds, now - begun)
        assert pace.at_once < 8 * workers
        assert number < 2000 or pace.at_once > workers, "nobody is idle"


def test_the_last_blocks_are_small() -> None:
    pace = _Pace(1 << 60)
    for _ in range(50):
        pace.learn(10**6, 0.5, 5)
    assert pace.next_end(0, 10**9) > 10**5
    assert pace.next_end(0, 100) <= 100 // pace.at_once


def test_any_partition_gives_the_same_tally() -> None:
    chance = np.random.default_rng(1)
    goal = Board("1 2 3/4 5 6/7 8 0")

    def block(first: int, end: int) -> Any:
        return _core.tally(
            goal, _core.SolverOptions(method="greedy"), None, 9, [], first, end - first, 1, None, None
        )

    whole = Tally()
    whole.add(0, block(0, 3000))
    for _ in range(10):
        cuts = [0, *sorted(chance.choice(2999, 12, replace=False) + 1), 3000]
        parts = list(itertools.pairwise(map(int, cuts)))
        chance.shuffle(parts)
        tally = Tally()
        for number, (first, end) in enumerate(parts):
            missing = [value for a, b in tally.missing(3000) for value in range(a, b)]
            left = [value for a, b in parts[number:] for value in range(a, b)]
            assert missing == sorted(left)
            tally.add(int(first), block(int(first), int(end)))
        assert vars(tally) == vars(whole)
        with pytest.raises(AssertionError, match="counted before"):
            tally.add(int(parts[0][0]), block(*map(int, parts[0])))


def test_seconds_are_those_of_the_work() -> None:
    seconds, result = _timed(time.sleep, (0.02,), "")
    assert result is None
    assert seconds >= 0.02
