"""Work cut into blocks, done by any executor, each block exactly once.

A block is a range of numbers. Blocks are cut as they are needed, so that each takes about half a second where
it is done: a result carries its seconds. As many are under way as keep the executor busy: more while they
hardly wait there, fewer when they wait for long. A block that is lost, because its worker died or could not
be reached, is done again after a pause, at most three times; errors of this package are raised at once.

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


# What a block is to take, in seconds; how often Ctrl-C is heard; how often a lost block is done again.
SECONDS = 0.5
_POLL = 0.05
RETRIES = 3
# The pause before the first new try, in seconds; that before the next is four times as long.
PAUSE = 0.1
# Sizes of blocks are multiples of this, once they are larger: that of the streams of random numbers.
_STREAM = 1024
_MOST_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class Block:
    """A range of numbers, and how often it was lost."""

    first: int
    count: int
    lost: int = 0

    @property
    def end(self) -> int:
        """The number after the last."""
        return self.first + self.count


def check_executor(executor: object) -> None:
    """Refuse what is neither an executor nor makes one."""
    if hasattr(executor, "get_executor"):
        raise TypeError("this is a client: give executor=client.get_executor()")
    if not callable(getattr(executor, "submit", None)) and not callable(executor):
        raise TypeError(
            "executor is one with the interface of concurrent.futures, or a function that makes one, such as "
            f"lambda: ProcessPoolExecutor(4); got {executor!r}"
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

    Blocks are begun in order and collected as they come, at most `most` numbers each. Where `collect` returns
    True, nothing after that block is of interest any more. An executor is left as it is; one that was made
    here, by a function, is replaced when it breaks, and shut down in the end. Errors of the executor end with
    the remedy.
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
    """Do a block, on a worker. A new name makes a new try a new task for executors that remember results."""
    begin = time.perf_counter()
    result = task(*arguments)
    return time.perf_counter() - begin, result


def _error(future: _Future) -> BaseException | None:
    """What a future ended with. (`result` would raise it, and a Ctrl-C on a worker is not one here.)"""
    try:
        return future.exception()
    except CancelledError as error:
        return error


def _refusal(error: Exception) -> Exception:
    """Why `submit` refused a block: an executor that is shut down has no type of error of its own."""
    over = isinstance(error, RuntimeError) and "shutdown" in str(error)
    return BrokenExecutor(str(error)) if over else error


def _answer(future: _Future) -> tuple[float, Any]:
    """What `_timed` gave."""
    answer = future.result()
    if isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[0], float):
        return answer
    raise ExecutorError(
        f"the executor gave {repr(answer)[:80]} for a block, and not what the function it was given returned"
    )


class _Pool:
    """An executor, or the present one of those that a function makes."""

    def __init__(self, executor: ExecutorLike, remedy: Remedy | None) -> None:
        self._remedies = [] if remedy is None else [remedy]
        # How many have been replaced since a block was done.
        self.replaced = 0
        made = isinstance(executor, type) or not hasattr(executor, "submit")
        self._make: Any = executor if made else None
        self.executor: Any = executor() if made else executor  # type: ignore[operator]
        if made and not hasattr(self.executor, "submit"):
            raise TypeError(
                f"executor= is a function that makes an executor; this one gave {self.executor!r}"
            )

    def renew(self, error: BaseException, progress: str) -> None:
        """Put another in the place of a broken one."""
        said = str(error) or type(error).__name__
        if self._make is None:
            raise self.error(
                f"the executor is broken ({said}); {progress}. Give a function that makes executors, such as "
                "executor=lambda: ProcessPoolExecutor(4), and a broken one is replaced"
            ) from error
        if self.replaced == RETRIES:
            raise self.error(
                f"{RETRIES + 1} executors one after another broke before a block was done, the last one with "
                f"{type(error).__name__}: {said}; {progress}. Look at the workers"
            ) from error
        self.replaced += 1
        self.close(at_once=True)
        self.executor = self._make()

    def error(self, text: str) -> ExecutorError:
        """An error that ends with what can be done."""
        return ExecutorError(text, remedies=self._remedies)

    def close(self, *, at_once: bool) -> None:
        """Shut down an executor that was made here."""
        if self._make is not None:
            with suppress(TypeError):  # Not all know how to cancel.
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
        # When a lost block may be tried again, and its first number; the one to try first is in front.
        self._lost: list[tuple[float, int, Block]] = []
        # Nothing is submitted before.
        self._ready = 0.0
        self._under_way: dict[int, tuple[Block, _Future, Any, float]] = {}
        self._done: SimpleQueue[int] = SimpleQueue()
        self._name = os.urandom(8).hex()
        self._number = 0
        self._done_count = 0
        self._end: int | None = None
        self._pace = _Pace(most)

    def fill(self) -> bool:
        """Keep the executor busy, and say whether something is left to wait for."""
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
        """The block to submit now."""
        now = time.monotonic()
        if now < self._ready:
            return None
        if self._lost and self._lost[0][0] <= now:
            return heappop(self._lost)[2]
        return self._cut()

    def _cut(self) -> Block | None:
        """The next block."""
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
            # Nothing else at once, either: what is wrong may pass.
            self._ready = time.monotonic() + _pause(block.lost)
            self._give_back(block, executor, _refusal(error))
            return
        if not hasattr(future, "add_done_callback"):
            raise ExecutorError(f"submit of the executor gave {repr(future)[:80]}, and not a future")
        self._under_way[number] = block, future, executor, time.perf_counter()
        future.add_done_callback(lambda _: self._done.put(number))

    def wait(self) -> tuple[Block, Any] | None:
        """A block that is done, with its result; or nothing yet."""
        try:
            number = self._done.get(timeout=_POLL)
        except Empty:
            return None
        if number not in self._under_way:
            return None  # Told twice.
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
        """Do a block again, unless that would not help."""
        if isinstance(error, PuzzleError | TypeError | MemoryError):
            raise error
        if executor is not self._pool.executor:
            self._keep(block)  # Of one that has been replaced: the block is not to blame.
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
        """Do a block again, after a pause, if it is of interest still."""
        if self._end is None or block.end <= self._end:
            heappush(self._lost, (time.monotonic() + pause, block.first, block))

    def _progress(self) -> str:
        return f"{self._done_count:,} of {self._total:,} boards are done"

    def end_after(self, block: Block) -> None:
        """What comes after a block is of no interest any more."""
        self._end = block.end if self._end is None else min(block.end, self._end)
        self._lost = [lost for lost in self._lost if lost[2].end <= self._end]
        heapify(self._lost)

    def cancel(self) -> None:
        """Cancel what has not begun."""
        for _, future, *_ in self._under_way.values():
            with suppress(Exception):
                future.cancel()


def _pause(lost: int) -> float:
    """How long to wait before something that went wrong so often before is tried again."""
    return PAUSE * 4.0**lost


class _Pace:
    """How large the next block is, and how many may be under way."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 16.0
        self._blocks = self._boards = self._seconds = 0.0
        # Two for each core of this machine at least; nobody tells how many workers there are.
        self._wanted = self._least = 2.0 * (os.cpu_count() or 1)

    @property
    def at_once(self) -> int:
        """How many may be under way."""
        return int(self._wanted)

    def next_end(self, first: int, left: int) -> int:
        """Where a block that begins here ends; the last ones are smaller, so that workers end together."""
        size = max(1, min(int(self._size), self._most, left // self.at_once))
        end = first + size
        return end // _STREAM * _STREAM if size >= _STREAM else end

    def learn(self, count: int, seconds: float, turnaround: float) -> None:
        """Blocks of the size that takes half a second, lately; more at once if this one hardly waited.

        About three for each worker are under way in the end. A block is compared with what others took: long
        ones hardly wait for their own length, and there would be more and more.
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
            # Slowly: those that come now have waited behind all that are under way, and tell of the past.
            self._wanted = max(self._wanted - 0.25, self._least)
