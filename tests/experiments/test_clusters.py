"""Experiments and batches on real process pools and a real Dask cluster, with workers that are killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from distributed import Client, LocalCluster

from puzzle15 import ExecutorError, experiment, random_boards, solve_many

# Boards that take about a millisecond: a second or two in all.
BOARDS: dict[str, Any] = {"n": 1500, "method": "peel", "size": (9, 9), "seed": 15}

pytestmark = pytest.mark.slow


class Killing(Executor):
    """Hands on what it is asked; once some blocks are done it kills a worker that is at work."""

    def __init__(self, executor: Executor, busy: Callable[[], int | None]) -> None:
        self.executor = executor
        self.busy = busy
        self.done = self.asked_after = 0
        self.killed = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = self.executor.submit(fn, *args, **kwargs)
        future.add_done_callback(self.count)
        self.asked_after += self.killed
        # The second: the first one has been collected, or is about to be.
        if not self.killed and self.done >= 2 and (pid := self.busy()):
            self.killed = True
            os.kill(pid, signal.SIGKILL)
        return future

    def count(self, _: object) -> None:
        self.done += 1

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.executor.shutdown(wait, cancel_futures=cancel_futures)

    def check(self) -> None:
        """It was in the middle: some blocks were done before, and others asked for after it."""
        assert self.killed
        assert self.asked_after


@pytest.fixture(scope="module")
def alone() -> Any:
    return experiment(**BOARDS, threads=1)


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with (
        LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        yield client


def busy_worker(client: Client) -> Callable[[], int | None]:
    """Finds the process of a worker that has something to do."""
    pids = client.run(os.getpid)

    def busy() -> int | None:
        working = client.processing()
        return next((pids[worker] for worker, tasks in working.items() if tasks and worker in pids), None)

    return busy


def test_dask_with_a_worker_that_is_killed(client: Client, alone: Any) -> None:
    with client.get_executor() as executor:
        killing = Killing(executor, busy_worker(client))
        assert experiment(**BOARDS, executor=killing) == alone
        killing.check()


def test_dask_solves_many_boards(client: Client) -> None:
    boards = random_boards(1000, 9, 9, seed=3)
    many = solve_many(boards, method="peel")
    with client.get_executor() as executor:
        killing = Killing(executor, busy_worker(client))
        same = solve_many(boards, method="peel", executor=killing)
        killing.check()
    assert np.array_equal(same.moves, many.moves)
    assert np.array_equal(same.lengths, many.lengths)


def processes() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(2, get_context("spawn"))


def child(pool: ProcessPoolExecutor) -> int:
    return pool.submit(os.getpid).result()


def test_a_broken_process_pool_is_replaced(alone: Any) -> None:
    made: list[Killing] = []

    def make() -> Killing:
        pool = processes()
        # The first two die in the middle of their work.
        made.append(Killing(pool, lambda: child(pool) if len(made) < 3 else None))
        return made[-1]

    assert experiment(**BOARDS, executor=make) == alone
    assert len(made) == 3
    assert [pool.killed for pool in made] == [True, True, False]


def test_a_broken_process_pool_that_was_given_is_told(alone: Any, tmp_path: Path) -> None:
    """What was done before is in the checkpoint."""
    path = tmp_path / "experiment"
    with processes() as pool:
        killing = Killing(pool, lambda: child(pool))
        with pytest.raises(ExecutorError, match=r"is broken .*; [1-9][\d,]* of 1,500 boards are done"):
            experiment(**BOARDS, executor=killing, checkpoint=path)
    kept = path.read_bytes()
    with processes() as pool:
        again = Killing(pool, lambda: None)
        assert experiment(**BOARDS, executor=again, checkpoint=path) == alone
        assert path.read_bytes() != kept
        assert solve_many(random_boards(200, seed=1), executor=pool).lengths.min() > 0
