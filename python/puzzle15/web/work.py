"""Work beside the event loop: a few threads, a fair queue, and an end when nobody waits any more.

The problem: a search holds a processor for seconds, and the page must answer meanwhile; people close the
page, and nobody should search for them any longer; and when many ask at once, all of them want an answer.

The core releases the interpreter's lock while it works, so threads are enough: they share its tables, and
there is nothing to start or to send. It calls a function fifty times a second (or between levels, when it
searches a whole puzzle), and stops within a few milliseconds if that raises an error. A `Job` is this
function. It raises when its time is over, when it was told to stop, and, if the search allows it, when
others have waited long enough.

A `Lane` has some threads of its own, and a queue. There are two, so that small jobs never wait for long
searches. The more jobs there are in a lane, the less time each one has, so that all of them together take
about as long as a client is asked to wait: that is the `share` of a job. It goes by the most jobs that were
there at once since this one came. (By those that are there now, the last ones of a crowd would have more and
more time, and a hundred jobs would take five times as long as they should.)

The threads of a lane yield to the thread that answers requests, where the system lets a thread do so.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from puzzle15.web.failures import Failure, as_failure
from puzzle15.web.queue import FairQueue

__all__ = ["GaveWay", "Job", "Lane", "Stopped"]

T = TypeVar("T")
Receive = Callable[[], Awaitable[Any]]

# The work that nobody waits for counts as that of another client.
_SERVER = ""


class Stopped(Exception):  # noqa: N818, nothing went wrong
    """Nobody waits for the result any more.

    >>> raise Stopped
    Traceback (most recent call last):
    puzzle15.web.work.Stopped
    """


class GaveWay(Exception):  # noqa: N818, nothing went wrong
    """The search has had its share, and others wait.

    >>> raise GaveWay
    Traceback (most recent call last):
    puzzle15.web.work.GaveWay
    """


class Job:
    """The function that a search calls to ask whether to go on; it raises once the search is to end.

    >>> job = Job(seconds=60)
    >>> job.begin()
    >>> job(0.5)
    >>> job.stop()
    >>> job(0.6)
    Traceback (most recent call last):
    puzzle15.web.work.Stopped
    """

    def __init__(self, seconds: float) -> None:
        """Allow it so many seconds once it has begun; its `share` becomes less when others come."""
        self.share = float("inf")
        self._seconds = seconds
        self._start = float("inf")
        self.gave_way = False
        """Whether it has ended with `GaveWay`."""
        self._stopped = False
        self._gives_way = False

    @property
    def elapsed(self) -> float:
        """Seconds since it has begun.

        >>> job = Job(seconds=60)
        >>> job.begin()
        >>> 0 <= job.elapsed < 60
        True
        """
        return time.monotonic() - self._start

    def begin(self) -> None:
        """Start the clock."""
        self._start = time.monotonic()

    def stop(self) -> None:
        """Let the search end, from any thread."""
        self._stopped = True

    @contextmanager
    def giving_way(self) -> Iterator[None]:
        """Meanwhile it ends with `GaveWay` when it has had its share, or all its time.

        >>> job = Job(seconds=60)
        >>> job.begin()
        >>> job.share = 0.0
        >>> with job.giving_way():
        ...     job(0.5)
        Traceback (most recent call last):
        puzzle15.web.work.GaveWay
        """
        self._gives_way = True
        try:
            yield
        finally:
            self._gives_way = False

    def __call__(self, *_: object) -> None:
        """Go on, or raise."""
        if self._stopped:
            raise Stopped
        if self._gives_way and self.elapsed > min(self.share, self._seconds):
            self.gave_way = True
            raise GaveWay
        if self.elapsed > self._seconds:
            raise Failure(503, "timeout", f"this takes more than the {self._seconds:g} seconds allowed")


class _Task(Generic[T]):
    """A job, what it does, and where its result goes."""

    def __init__(self, job: Job, function: Callable[[Job], T]) -> None:
        self.job = job
        self.function = function
        self.future: Future[T] = Future()


class Lane:
    """`threads` for as many jobs at once, and a `queue` for more, all done in about `patience` seconds.

    >>> lane = Lane(threads=1, queue=0, seconds=60, patience=60)
    >>> asyncio.run(lane.run(lambda job: 6 * 7, receive=lambda: asyncio.sleep(60)))
    42
    >>> lane.close()
    >>> lane.later(lambda job: None)
    False
    """

    def __init__(self, threads: int, queue: int, seconds: float, patience: float, nice: int = 0) -> None:
        """Start nothing yet: threads come with the first jobs. `nice` is how much they yield to others."""
        self._pool = ThreadPoolExecutor(
            threads, thread_name_prefix="puzzle15-web", initializer=_yield_to_others, initargs=(nice,)
        )
        self._threads = threads
        self._queue = queue
        self._seconds = seconds
        self._patience = patience
        self._lock = threading.Lock()
        self._closed = False
        self._running: set[_Task[Any]] = set()
        # Empty whenever a thread is free.
        self._waiting = FairQueue[_Task[Any]](queue)

    @property
    def busy(self) -> int:
        """How many jobs there are, running or waiting.

        >>> Lane(threads=2, queue=8, seconds=60, patience=10).busy
        0
        """
        return len(self._running) + len(self._waiting)

    @property
    def has_waiting(self) -> bool:
        """Whether jobs wait because every thread has one.

        >>> Lane(threads=2, queue=8, seconds=60, patience=10).has_waiting
        False
        """
        return len(self._waiting) > 0

    async def run(
        self, function: Callable[[Job], T], receive: Receive, client: str = "", cost: float = 0.0
    ) -> T:
        """Run a job and wait for its result; stop it if the client goes away, or nobody awaits this.

        `cost` is how many seconds it may take, as far as that is known.
        """
        task = self._start(function, client, cost)
        work = asyncio.wrap_future(task.future)
        gone: asyncio.Future[None] = asyncio.ensure_future(_disconnected(receive))
        try:
            both: set[asyncio.Future[Any]] = {work, gone}
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if work.cancelled():  # It was still waiting when the lane was closed.
                raise Stopped
            if not work.done():
                raise Failure(400, "request", "the client has gone")
            return work.result()
        except Stopped:
            raise _closing() from None
        finally:
            gone.cancel()
            work.cancel()  # Nobody has to ask for its result any more.
            self._end(task)

    def later(self, function: Callable[[Job], object]) -> bool:
        """Start a job that nobody waits for, unless there is no place; say whether it was started."""
        try:
            self._start(function, _SERVER, self._seconds)
        except Failure:
            return False
        return True

    def close(self) -> None:
        """Stop all jobs, and take no more."""
        with self._lock:
            self._closed = True
            waiting = self._waiting.clear()
            for task in self._running:
                task.job.stop()
        for task in waiting:
            task.future.cancel()
        self._pool.shutdown(wait=False)

    def _start(self, function: Callable[[Job], T], client: str, cost: float) -> _Task[T]:
        task = _Task(Job(self._seconds), function)
        refused: _Task[Any] | None = None
        with self._lock:
            if self._closed:
                raise _closing()
            if len(self._running) < self._threads:
                self._submit(task)
            else:
                refused = self._waiting.put(task, client, min(cost, self._share(self.busy + 1)))
            self._share_out()
        if refused is task:
            raise self._full()
        if refused is not None and refused.future.set_running_or_notify_cancel():
            refused.future.set_exception(self._full())
        return task

    def _share(self, jobs: int) -> float:
        """How many seconds each of so many jobs may take, so that all take no longer than `patience`."""
        return self._patience * self._threads / jobs

    def _share_out(self) -> None:
        """Tell every job how little time it has now. It never has more again: others wait behind it."""
        share = self._share(max(1, self.busy))
        for task in (*self._running, *self._waiting):
            task.job.share = min(task.job.share, share)

    def _submit(self, task: _Task[Any]) -> None:
        """Give a job to the thread that is free; the lock is held."""
        self._running.add(task)
        self._pool.submit(self._work, task)

    def _work(self, task: _Task[Any]) -> None:
        """Do a job, and have the next one done."""
        try:
            if task.future.set_running_or_notify_cancel():
                _fulfil(task)
        finally:
            with self._lock:
                self._running.discard(task)
                if self._waiting and not self._closed:
                    self._submit(self._waiting.take())

    def _end(self, task: _Task[Any]) -> None:
        """Nobody waits for a job any more: it stops if it runs, and never begins if it waits."""
        task.job.stop()
        with self._lock:
            self._waiting.remove(task)

    def _full(self) -> Failure:
        reason = f"the server has as many jobs as it can take: {self._queue} are waiting"
        return Failure(503, "busy", f"{reason}; try again later", retry_after=self._patience)


def _closing() -> Failure:
    return Failure(503, "busy", "the server is closing down; try again in a moment", retry_after=1)


def _yield_to_others(nice: int) -> None:
    """Make this thread yield to others; on other systems the number would be that of a process."""
    if sys.platform == "linux" and nice:
        before = os.getpriority(os.PRIO_PROCESS, 0)
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), min(19, before + nice))


def _fulfil(task: _Task[T]) -> None:
    """The result, or a failure, even for a panic of the core, which is no `Exception`."""
    try:
        task.job()  # Whoever asked may have gone already.
        task.job.begin()
        result = task.function(task.job)
    except (Failure, Stopped) as error:
        task.future.set_exception(error)
    except BaseException as error:
        task.future.set_exception(as_failure(error))
    else:
        task.future.set_result(result)


async def _disconnected(receive: Receive) -> None:
    """Wait until the client has gone. Its request has been read."""
    while (await receive())["type"] != "http.disconnect":
        pass
