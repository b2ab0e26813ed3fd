"""Work cut into blocks, done by any executor, each block exactly once.

A block is a range of numbers. Blocks are cut as they are needed, so that each takes about half a second on
its worker: every result comes with its seconds. Enough of them are under way to keep the executor busy: more
while they hardly wait there, fewer when they wait for long. A block that is lost, because its worker died or
could not be reached, is done again after a pause, at most three times; errors of this package are raised at
once.

Only what the interface `concurrent.futures.Executor` promises is used: `submit`, and of the futures
`add_done_callback`, `exception`, `result` and `cancel`.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import suppress
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from puzzle15.errors import ExecutorError, PuzzleError, Remedy
from puzzle15.typing import ExecutorLike

__all__ = ["Block", "check_executor", "run"]


class _Future(Protocol):
    def add_done_callback(self, fn: Callable[[Any], object], /) -> object: ...
    def exception(self) -> BaseException | None: ...
    def result(self) -> Any: ...
    def cancel(self) -> object: ...


SECONDS = 0.5  # What a block should take.
_POLL = 0.05  # Seconds between two chances to hear Ctrl-C.
RETRIES = 3  # How often a lost block is done again,
PAUSE = 0.1  # and the seconds before the first retry; each further pause is four times as long.
# Blocks that are larger than this end at multiples of it, where a new stream of random numbers begins.
_STREAM = 1024
_MOST_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class Block:
    """A range of numbers, and how often it has been lost."""

    first: int
    count: int
    lost: int = 0

    @property
    def end(self) -> int:
        """The number after the last."""
        return self.first + self.count


def check_executor(executor: object) -> None:
    """Refuse what is neither an executor nor a function that makes one."""
    if hasattr(executor, "get_executor"):
        raise TypeError("this is a client: give executor=client.get_executor()")
    if not callable(getattr(executor, "submit", None)) and not callable(executor):
        raise TypeError(
            "executor has the interface of concurrent.futures.Executor, or is a function that makes one, "
            f"such as lambda: ProcessPoolExecutor(4); got {executor!r}"
        )


def run(
    task: Callable[..., Any],
    arguments: Callable[[int, int], tuple[Any, ...]],
    ranges: Iterable[tuple[int, int]],
    executor: ExecutorLike,
    collect: Callable[[Block, Any], bool | None],
    most: int = 1 << 62,
    remedy: Remedy | None = None,
) -> None:
    """Do `task(*arguments(first, count))` for blocks that cover the ranges, and `collect` every result once.

    Blocks are begun in order and collected as they come, at most `most` numbers each. Once `collect` returns
    True, nothing after that block matters any more. An executor that is given stays open; one made here, by a
    function, is replaced when it breaks, and shut down in the end. Errors of the executor carry the remedy.
    """
    check_executor(executor)
    pool = _Pool(executor, remedy)
    work = _Work(task, arguments, ranges, pool, most)
    try:
        while work.fill():
            done = work.wait()
            if done is not None and collect(*done):
                work.end_after(done[0])
    except BaseException:
        work.cancel()
        pool.close(at_once=True)
        raise
    work.cancel()
    pool.close(at_once=False)


def _timed(task: Callable[..., Any], arguments: tuple[Any, ...], name: str) -> tuple[float, Any]:
    """Do a block, on a worker. A new name makes a retry a new task for executors that cache results."""
    begin = time.perf_counter()
    result = task(*arguments)
    return time.perf_counter() - begin, result


def _error(future: _Future) -> BaseException | None:
    """The error of a future. (`result` would raise it, and a Ctrl-C on a worker is not one here.)"""
    try:
        return future.exception()
    except CancelledError as error:
        return error


def _refusal(error: Exception) -> Exception:
    """The error of `submit`; that of an executor which has been shut down has no type of its own."""
    is_shut_down = isinstance(error, RuntimeError) and "shutdown" in str(error)
    return BrokenExecutor(str(error)) if is_shut_down else error


def _answer(future: _Future) -> tuple[float, Any]:
    """What `_timed` returned."""
    answer = future.result()
    if isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[0], float):
        return answer
    raise ExecutorError(
        f"the executor gave {repr(answer)[:80]} for a block, and not what the function that it ran returned"
    )


class _Pool:
    """An executor: one that was given, or the current one of those that a function makes."""

    def __init__(self, executor: ExecutorLike, remedy: Remedy | None) -> None:
        self._remedies = [] if remedy is None else [remedy]
        # How many have been replaced since the last block was done.
        self.replaced = 0
        made = isinstance(executor, type) or not hasattr(executor, "submit")
        self._make: Any = executor if made else None
        self.executor: Any = executor() if made else executor  # type: ignore[operator]
        if made and not hasattr(self.executor, "submit"):
            raise TypeError(
                f"executor= is a function that makes an executor; this one gave {self.executor!r}"
            )

    def renew(self, error: BaseException, progress: str) -> None:
        """Replace a broken executor."""
        reason = str(error) or type(error).__name__
        if self._make is None:
            raise self.error(
                f"the executor is broken ({reason}); {progress}. Give a function that makes executors, such "
                "as executor=lambda: ProcessPoolExecutor(4), and a broken one is replaced"
            ) from error
        if self.replaced == RETRIES:
            raise self.error(
                f"{RETRIES + 1} executors one after another broke before a block was done, the last one with "
                f"{type(error).__name__}: {reason}; {progress}. Look at the workers"
            ) from error
        self.replaced += 1
        self.close(at_once=True)
        self.executor = self._make()

    def error(self, text: str) -> ExecutorError:
        """An error with the remedy."""
        return ExecutorError(text, remedies=self._remedies)

    def close(self, *, at_once: bool) -> None:
        """Shut down an executor that was made here."""
        if self._make is not None:
            with suppress(TypeError):  # Not all of them can cancel.
                self.executor.shutdown(wait=not at_once, cancel_futures=True)
                return
            self.executor.shutdown(wait=not at_once)


class _Work:
    """Blocks that are waiting, and those under way."""

    def __init__(
        self,
        task: Callable[..., Any],
        arguments: Callable[[int, int], tuple[Any, ...]],
        ranges: Iterable[tuple[int, int]],
        pool: _Pool,
        most: int,
    ) -> None:
        self._task = task
        self._arguments = arguments
        self._pool = pool
        self._ranges = deque(Block(first, end - first) for first, end in ranges if end > first)
        self._left = self._total = sum(block.count for block in self._ranges)
        # A heap of lost blocks, each with the time from which it may be tried again and its first number.
        self._lost: list[tuple[float, int, Block]] = []
        # Nothing is submitted before this time.
        self._ready = 0.0
        self._under_way: dict[int, tuple[Block, _Future, Any, float]] = {}
        self._done: SimpleQueue[int] = SimpleQueue()
        self._name = os.urandom(8).hex()
        self._number = 0
        self._done_count = 0
        self._end: int | None = None
        self._pace = _Pace(most)

    def fill(self) -> bool:
        """Submit what keeps the executor busy; whether there is something left to wait for."""
        while len(self._under_way) < self._pace.at_once and self._done.empty():
            block = self._next()
            if block is None:
                break
            self._submit(block)
        if self._end is None:
            return bool(self._under_way or self._lost or self._ranges)
        end = self._end
        return bool(self._lost) or any(block.end <= end for block, *_ in self._under_way.values())

    def _next(self) -> Block | None:
        """The block to submit now, if there is one."""
        now = time.monotonic()
        if now < self._ready:
            return None
        if self._lost and self._lost[0][0] <= now:
            return heappop(self._lost)[2]
        return self._cut()

    def _cut(self) -> Block | None:
        """Cut the next block off the ranges."""
        if not self._ranges or self._end is not None:
            return None
        rest = self._ranges.popleft()
        end = min(rest.end, self._pace.next_end(rest.first, self._left))
        if end < rest.end:
            self._ranges.appendleft(Block(end, rest.end - end))
        self._left -= end - rest.first
        return Block(rest.first, end - rest.first)

    def _submit(self, block: Block) -> None:
        number, executor = self._number, self._pool.executor
        self._number += 1
        try:
            arguments = self._arguments(block.first, block.count)
            future = executor.submit(_timed, self._task, arguments, f"{self._name}-{number}")
        except Exception as error:
            # Wait before submitting anything else, too: what is wrong may pass.
            self._ready = time.monotonic() + _pause(block.lost)
            self._give_back(block, executor, _refusal(error))
            return
        if not hasattr(future, "add_done_callback"):
            raise ExecutorError(f"submit of the executor gave {repr(future)[:80]}, and not a future")
        self._under_way[number] = block, future, executor, time.perf_counter()
        future.add_done_callback(lambda _: self._done.put(number))

    def wait(self) -> tuple[Block, Any] | None:
        """A block that is done, with its result; None if there is none yet."""
        try:
            number = self._done.get(timeout=_POLL)
        except Empty:
            return None
        if number not in self._under_way:
            return None  # Its callback was called twice.
        block, future, executor, begun = self._under_way.pop(number)
        error = _error(future)
        if error is not None:
            self._give_back(block, executor, error)
            return None
        seconds, result = _answer(future)
        self._pool.replaced = 0
        self._pace.learn(block.count, seconds, time.perf_counter() - begun)
        self._done_count += block.count
        return block, result

    def _give_back(self, block: Block, executor: Any, error: BaseException) -> None:
        """Do a lost block again, unless that would not help."""
        if isinstance(error, PuzzleError | TypeError | MemoryError):
            raise error
        if executor is not self._pool.executor:
            self._keep(block)  # Lost with an executor that has been replaced: the block is not to blame.
        elif isinstance(error, BrokenExecutor):
            self._ready = time.monotonic() + _pause(self._pool.replaced)
            self._pool.renew(error, self._progress())
            self._keep(block)
        elif block.lost < RETRIES:
            self._keep(replace(block, lost=block.lost + 1), _pause(block.lost))
        else:
            raise self._pool.error(
                f"boards {block.first} to {block.end - 1} were lost {RETRIES + 1} times, the last time by "
                f"{type(error).__name__}: {error}; {self._progress()}. Look at the workers"
            ) from error

    def _keep(self, block: Block, pause: float = 0.0) -> None:
        """Do a block again, after a pause, if it still matters."""
        if self._end is None or block.end <= self._end:
            heappush(self._lost, (time.monotonic() + pause, block.first, block))

    def _progress(self) -> str:
        return f"{self._done_count:,} of {self._total:,} boards are done"

    def end_after(self, block: Block) -> None:
        """Nothing after this block matters any more."""
        self._end = block.end if self._end is None else min(block.end, self._end)
        self._lost = [lost for lost in self._lost if lost[2].end <= self._end]
        heapify(self._lost)

    def cancel(self) -> None:
        """Cancel what has not begun."""
        for _, future, *_ in self._under_way.values():
            with suppress(Exception):
                future.cancel()


def _pause(lost: int) -> float:
    """Seconds to wait before retrying what has been lost this many times before."""
    return PAUSE * 4.0**lost


class _Pace:
    """How large the next block is, and how many may be under way."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 16.0
        self._blocks = self._boards = self._seconds = 0.0
        # At least two for each core of this machine; an executor does not say how many workers it has.
        self._wanted = self._least = 2.0 * (os.cpu_count() or 1)

    @property
    def at_once(self) -> int:
        """How many may be under way."""
        return int(self._wanted)

    def next_end(self, first: int, left: int) -> int:
        """The end of a block that begins here; the last ones are smaller, so that workers finish together."""
        size = max(1, min(int(self._size), self._most, left // self.at_once))
        end = first + size
        return end // _STREAM * _STREAM if size >= _STREAM else end

    def learn(self, count: int, seconds: float, turnaround: float) -> None:
        """Aim at blocks of half a second at the recent speed, and at more at once if this one hardly waited.

        In the end about three for each worker are under way. A block's turnaround is compared with what
        others took: compared with its own length, a long one would hardly seem to wait, and there would be
        more and more.
        """
        self._blocks = 0.8 * self._blocks + 1
        self._boards = 0.8 * self._boards + count
        self._seconds = 0.8 * self._seconds + max(seconds, 1e-6)
        wanted = SECONDS * self._boards / self._seconds
        self._size = min(max(wanted, self._size / 4, 1), 4 * self._size)
        usual = self._seconds / self._blocks
        if turnaround < 2 * usual:
            self._wanted = min(self._wanted + 1, _MOST_AT_ONCE)
        elif turnaround > 4 * usual:
            # Slowly: those that come back now waited behind all that are under way, and show the past.
            self._wanted = max(self._wanted - 0.25, self._least)
