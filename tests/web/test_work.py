"""Jobs beside the event loop: their share of time, who gives way, and answers when the time is up."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from typing import Any

import pytest

from puzzle15 import Solver, goals, random_board
from puzzle15.web.anytime import search
from puzzle15.web.failures import Failure
from puzzle15.web.work import Job, Lane
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
    job = Job(LONG)
    job.begin()
    job.share = 0.05
    found = search(hard, BOARD, LONG, job)
    assert found.cut == 0.05
    assert BOARD.apply(found.solution.moves) == goals.rows(5, 5)
    assert found.lower_bound < len(found.solution)
    assert not found.optimal


class Interrupted(Job):
    """A job that has only a tenth of a second, but hears of it only once there is an answer."""

    def __init__(self, what: str) -> None:
        super().__init__(LONG)
        self._what = what

    def __call__(self, *_: object) -> None:
        if self._gives_way:
            setattr(self, self._what, 0.1)
        super().__call__()


@pytest.mark.parametrize("what", ["share", "_seconds"])
def test_a_search_that_gives_way_has_an_answer(what: str) -> None:
    job = Interrupted(what)
    job.begin()
    found = search(hard, BOARD, LONG, job)
    assert found.cut is not None
    assert 0.5 <= found.cut < LONG
    assert BOARD.apply(found.solution.moves) == goals.rows(5, 5)


def test_a_search_that_has_all_its_time_is_not_cut() -> None:
    job = Job(LONG)
    job.begin()
    assert search(hard, BOARD, 0.1, job).cut is None
    assert search(hard, BOARD, 0.7, job).cut is None
    # Nor is one that ends before.
    near = goals.rows(5, 5).apply("LLUU")
    job.share = 0.2
    found = search(hard, near, LONG, job)
    assert (found.cut, found.optimal, found.solution.moves) == (None, True, "DDRR")


def test_threads_of_long_jobs_yield_to_others() -> None:
    if sys.platform != "linux":
        pytest.skip("threads have no priority of their own here")
    lane, found = Lane(1, 0, LONG, LONG, nice=7), list[int]()
    assert lane.later(lambda _: found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id())))
    until(lambda: bool(found))
    lane.close()
    assert found == [min(19, os.getpriority(os.PRIO_PROCESS, 0) + 7)]
