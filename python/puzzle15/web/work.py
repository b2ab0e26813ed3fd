"""Work beside the event loop: a few threads, a short queue, and an end when nobody waits any more.

The problem: a search holds a processor for seconds, and the page must answer meanwhile; people close the
page, and nobody should search for them any longer.

The core releases the interpreter's lock while it works, so threads are enough: they share its tables, and
there is nothing to start or to send. It calls a function fifty times a second (or between levels, when it
searches a whole puzzle), and stops within a few milliseconds if that raises an error. A `Job` is this
function. It raises when its time is over and when it was told to stop.

A `Lane` has some threads of its own. There are two, so that hints never wait for long searches.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import BoundedSemaphore
from typing import Any, TypeVar

from puzzle15.web.failures import Failure, as_failure

__all__ = ["Job", "Lane", "Stopped"]

T = TypeVar("T")
Receive = Callable[[], Awaitable[Any]]


class Stopped(Exception):  # noqa: N818, nothing went wrong
    """Nobody waits for the result any more.

    >>> raise Stopped
    Traceback (most recent call last):
    puzzle15.web.work.Stopped
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
        """Allow it so many seconds once it has begun."""
        self._seconds = seconds
        self._end = float("inf")
        self._stopped = False
        self.begun = False

    def begin(self) -> None:
        """Start the clock."""
        self.begun = True
        self._end = time.monotonic() + self._seconds

    def stop(self) -> None:
        """Let the search end, from any thread."""
        self._stopped = True

    def __call__(self, *_: object) -> None:
        """Go on, or raise."""
        if self._stopped:
            raise Stopped
        if time.monotonic() > self._end:
            raise Failure(503, "timeout", f"this takes more than the {self._seconds:g} seconds allowed")


class Lane:
    """Threads for so many `jobs` at once, and a `queue` for more, which wait `patience` seconds at most.

    >>> lane = Lane(jobs=1, queue=0, seconds=60, patience=60)
    >>> asyncio.run(lane.run(lambda job: 6 * 7, receive=lambda: asyncio.sleep(60)))
    42
    >>> lane.busy
    0
    >>> lane.close()
    >>> lane.later(lambda job: None)
    False
    """

    def __init__(self, jobs: int, queue: int, seconds: float, patience: float) -> None:
        """Start nothing yet: threads come with the first jobs."""
        self._pool = ThreadPoolExecutor(jobs, thread_name_prefix="puzzle15-web")
        self._places = BoundedSemaphore(jobs + queue)
        self._seconds = seconds
        self._patience = patience
        self._jobs: set[Job] = set()

    @property
    def busy(self) -> int:
        """How many jobs there are, running or waiting."""
        return len(self._jobs)

    async def run(self, function: Callable[[Job], T], receive: Receive) -> T:
        """Run a job and wait for its result; stop it if the client goes away, or nobody awaits this."""
        job, future = self._start(function)
        work = asyncio.wrap_future(future)
        gone: asyncio.Future[None] = asyncio.ensure_future(_disconnected(receive))
        try:
            both: set[asyncio.Future[Any]] = {work, gone}
            done, _ = await asyncio.wait(both, timeout=self._patience, return_when=asyncio.FIRST_COMPLETED)
            if not done and not job.begun:
                raise _busy(f"the server was busy for {self._patience:g} seconds")
            if not done:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if work.cancelled():  # It was still waiting when the lane was closed.
                raise Stopped
            if not work.done():
                raise Failure(400, "request", "the client has gone")
            return work.result()
        except Stopped:
            raise _busy("the server is closing down") from None
        finally:
            job.stop()
            gone.cancel()
            # A job that has not begun never will; and nobody has to ask for its result any more.
            work.cancel()

    def later(self, function: Callable[[Job], object]) -> bool:
        """Start a job that nobody waits for, unless there is no place; say whether it was started."""
        try:
            self._start(function)
        except Failure:
            return False
        return True

    def close(self) -> None:
        """Stop all jobs, and take no more."""
        for job in list(self._jobs):
            job.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _start(self, function: Callable[[Job], T]) -> tuple[Job, Future[T]]:
        if not self._places.acquire(blocking=False):
            raise _busy("the server has as many jobs as it can take")
        job = Job(self._seconds)
        self._jobs.add(job)

        def work() -> T:
            job()  # Whoever asked may have gone already.
            job.begin()
            return function(job)

        def done(_: Future[T]) -> None:
            self._jobs.discard(job)
            self._places.release()

        try:
            future = self._pool.submit(_plainly, work)
        except RuntimeError:  # The server is about to end.
            self._jobs.discard(job)
            self._places.release()
            raise _busy("the server is closing down") from None
        future.add_done_callback(done)
        return job, future


def _busy(reason: str) -> Failure:
    return Failure(503, "busy", f"{reason}; try again in a moment")


def _plainly(work: Callable[[], T]) -> T:
    """The result, or a failure, even for a panic of the core, which is no `Exception`."""
    try:
        return work()
    except (Failure, Stopped):
        raise
    except BaseException as error:
        raise as_failure(error) from None


async def _disconnected(receive: Receive) -> None:
    """Wait until the client has gone. Its request has been read."""
    while (await receive())["type"] != "http.disconnect":
        pass
