"""Jobs beside the event loop: their share of time, who gives way, and answers when the time is up."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from typing import Any

import pytest

from puzzle15 import Board, Solution, Solver, goals, random_board, solve
from puzzle15.solving.hints import HintMemory
from puzzle15.web.anytime import search
from puzzle15.web.api import Api
from puzzle15.web.failures import Failure
from puzzle15.web.limits import Limits
from puzzle15.web.shapes import HintRequest
from puzzle15.web.work import GaveWay, Job, Lane
from tests.support.web_client import until

# So long that no test waits for it.
LONG = 600.0


async def never() -> Any:
    await asyncio.sleep(LONG)


def hard(timeout: float) -> Solver:
    return Solver(goal=goals.rows(5, 5), method="optimal", timeout=timeout)


BOARD = random_board(5, 5, seed=1)


def test_the_more_jobs_there_are_the_less_time_each_has() -> None:
    lane, free = Lane(threads=2, queue=8, seconds=LONG, patience=10.0), threading.Event()
    jobs: list[Job] = []

    def work(job: Job) -> None:
        jobs.append(job)
        free.wait()

    assert lane.later(work)
    until(lambda: len(jobs) == 1)
    assert jobs[0].share == 20.0
    for _ in range(9):
        assert lane.later(work)
    until(lambda: len(jobs) == 2)
    assert {job.share for job in jobs} == {2.0}
    free.set()
    until(lambda: lane.busy == 0)
    # The last of a crowd have no more time than the first: those who came with them have waited for that.
    assert [job.share for job in jobs] == [2.0] * 10
    lane.close()


def test_the_latest_of_many_makes_room() -> None:
    async def ask() -> None:
        lane, free = Lane(threads=1, queue=2, seconds=LONG, patience=10.0), threading.Event()
        done: list[str] = []

        def work(name: str, job: Job) -> None:
            free.wait()
            done.append(name)

        def start(name: str) -> asyncio.Task[None]:
            return asyncio.create_task(lane.run(lambda job: work(name, job), never, client=name[0]))

        asked = {}
        for name in ("a1", "a2", "a3", "b1"):
            asked[name] = start(name)
            await asyncio.sleep(0)
        with pytest.raises(Failure, match="2 are waiting") as refused:
            await asked["a3"]
        assert (refused.value.status, refused.value.retry_after) == (503, 10.0)
        free.set()
        await asyncio.gather(asked["a1"], asked["a2"], asked["b1"])
        assert done[0] == "a1"
        assert sorted(done[1:]) == ["a2", "b1"]
        lane.close()

    asyncio.run(ask())


def test_a_search_has_its_share() -> None:
    hard(LONG).prepare()
    job = Job(LONG)
    job.begin()
    job.share = 0.05
    found = search(hard, BOARD, LONG, job)
    assert found.cut == 0.05
    assert BOARD.apply(found.solution.moves) == goals.rows(5, 5)
    assert found.solution.lower_bound < len(found.solution)
    assert not found.solution.optimal


class Shortened(Job):
    """A job that has no more time once it has been asked so many times."""

    def __init__(self, what: str, calls: int) -> None:
        super().__init__(LONG)
        self._what, self._calls = what, calls

    def __call__(self, *_: object) -> None:
        if self._gives_way:
            self._calls -= 1
            if not self._calls:
                setattr(self, self._what, 0.0)
        super().__call__()


@pytest.mark.parametrize("what", ["share", "_seconds"])
def test_a_search_that_gives_way_has_an_answer(what: str) -> None:
    searches: list[Solver] = []

    def solver(timeout: float) -> Solver:
        searches.append(hard(timeout))
        return searches[-1]

    hard(LONG).prepare()
    for calls in (1, 20):
        job = Shortened(what, calls)
        job.begin()
        found = search(solver, BOARD, LONG, job)
        assert found.cut is not None
        assert 0 < found.cut < LONG
        assert BOARD.apply(found.solution.moves) == goals.rows(5, 5)
    assert len(searches) == 2, "one for each answer, and what it has found is the answer"


def test_a_search_that_is_stopped_before_it_has_a_solution_has_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    best = Solver._best

    def stopped(solver: Solver, board: Board, progress: Any, ends: Any) -> Solution:
        if ends is GaveWay:
            raise GaveWay
        return best(solver, board, progress, ends)

    monkeypatch.setattr(Solver, "_best", stopped)
    job = Job(LONG)
    job.begin()
    found = search(hard, BOARD, LONG, job)
    assert BOARD.apply(found.solution.moves) == goals.rows(5, 5)
    assert found.solution.method == "peel"


def test_a_search_that_has_all_its_time_is_not_cut() -> None:
    job = Job(LONG)
    job.begin()
    assert search(hard, BOARD, 0.1, job).cut is None
    assert search(hard, BOARD, 0.7, job).cut is None
    # Nor is one that ends before.
    near = goals.rows(5, 5).apply("LLUU")
    job.share = 0.2
    found = search(hard, near, LONG, job)
    assert (found.cut, found.solution.optimal, found.solution.moves) == (None, True, "DDRR")


def test_threads_of_long_jobs_yield_to_others() -> None:
    if sys.platform != "linux":
        pytest.skip("threads have no priority of their own here")
    lane, found = Lane(1, 0, LONG, LONG, nice=7), list[int]()
    assert lane.later(lambda _: found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id())))
    until(lambda: bool(found))
    lane.close()
    assert found == [min(19, os.getpriority(os.PRIO_PROCESS, 0) + 7)]


def test_in_a_crowd_hints_go_on_along_their_path(monkeypatch: pytest.MonkeyPatch) -> None:
    api, calm, crowded = Api(Limits()), Job(LONG), Job(LONG)
    calm.begin()
    crowded.begin()
    crowded.share = 0.001
    first = api.hint(HintRequest(BOARD.to_text()), calm)
    board, lengths = BOARD.move(first.move or ""), [first.length]

    def searched(*_: object) -> None:
        raise AssertionError("the path is known")

    monkeypatch.setattr(Api, "_short", searched)
    while board != goals.rows(5, 5):
        hint = api.hint(HintRequest(board.to_text()), crowded)
        board = board.move(hint.move or "")
        lengths.append(hint.length)
    assert lengths == list(range(first.length, 0, -1))
    with pytest.raises(AssertionError, match="the path is known"):
        api.hint(HintRequest(BOARD.to_text()), calm)
    api.close()


def test_in_a_crowd_a_first_hint_is_found_by_the_quickest_method() -> None:
    api, crowded = Api(Limits()), Job(LONG)
    crowded.begin()
    crowded.share = 0.001
    assert api.hint(HintRequest(BOARD.to_text()), crowded).length == len(solve(BOARD, method="peel"))
    # A small board needs no search.
    small = random_board(3, 3, seed=1)
    assert api.hint(HintRequest(small.to_text()), crowded).optimal
    api.close()


def test_in_a_crowd_the_rest_of_a_shortest_path_is_shortest(monkeypatch: pytest.MonkeyPatch) -> None:
    start = random_board(4, 4, seed=1)
    Solver(goal=goals.rows(4, 4), method="optimal").prepare()
    api, calm, crowded = Api(Limits(hint=LONG)), Job(LONG), Job(LONG)
    calm.begin()
    crowded.begin()
    crowded.share = 0.001
    hint = api.hint(HintRequest(start.to_text()), calm)
    assert hint.optimal
    monkeypatch.delattr(Api, "_short")
    board = start
    while hint.length > 1:
        board = board.move(hint.move or "")
        hint = api.hint(HintRequest(board.to_text()), crowded)
        assert hint.optimal
    api.close()


def test_in_a_crowd_small_boards_are_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table takes no longer than what is remembered, and knows more."""
    api, crowded = Api(Limits()), Job(LONG)
    crowded.begin()
    crowded.share = 0.001
    monkeypatch.delattr(HintMemory, "rest")
    assert api.hint(HintRequest(random_board(3, 3, seed=1).to_text()), crowded).optimal
    api.close()


def test_hints_take_little_while_long_jobs_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    Solver(goal=goals.rows(5, 5), method="optimal").prepare()
    api, calm, free = Api(Limits(jobs=1)), Job(LONG), threading.Event()
    calm.begin()
    times: list[float] = []
    short = Api._short

    def timed(self: Api, board: Board, goal: Board, seconds: float, job: Job) -> Solution:
        times.append(seconds)
        return short(self, board, goal, seconds, job)

    monkeypatch.setattr(Api, "_short", timed)
    try:
        for number in range(3):
            api.hint(HintRequest(random_board(5, 5, seed=number).to_text()), calm)
            api.slow.later(lambda job: free.wait())
    finally:
        free.set()
        api.close()
    # One of them runs, and then a second one waits for it.
    assert times[0] == times[1] == api.limits.hint > times[2]
