"""Who is next: a queue that is fair between clients, and in which small jobs pass large ones.

The problem: one client may send a hundred requests where others send one, and a search of ten seconds may be
asked for just before one of ten milliseconds.

This is weighted fair queueing. Every client has an account, in seconds of work. It is charged the cost of a
job when the job is taken, and the next job is the one with the lowest account after being charged for it: a
cheap job comes early, and a client that was served much comes late. An account that has fallen behind starts
at the level of those that are being served, so that nobody saves up turns. Levels only rise: every job gets
its turn.

Among the jobs of one client, the one is first that has waited longest for what it costs (the highest response
ratio): a small job passes large ones unless they have waited many times as long, and every job's ratio grows.

Taking a job looks at every client that waits, of which there are hundreds at most.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

__all__ = ["FairQueue"]

T = TypeVar("T", bound=Hashable)

# No job costs less, in seconds, and whoever has just come counts as having waited so long.
_MOMENT = 0.01


@dataclass
class _Client(Generic[T]):
    """The jobs of a client that wait, with when they came and what they cost, and its account."""

    account: float
    jobs: dict[T, tuple[float, float]] = field(default_factory=dict)

    def first(self, now: float) -> tuple[T, float]:
        """The job to be taken next, and its cost."""

        def ratio(job: T) -> float:
            came, cost = self.jobs[job]
            return (now - came + _MOMENT) / cost

        job = max(self.jobs, key=ratio)
        return job, self.jobs[job][1]


class FairQueue(Generic[T]):
    """Jobs that wait, `room` of them at most.

    `FairQueue.put` adds a job and `FairQueue.take` gives the next. `FairQueue.remove` and `FairQueue.clear`
    drop jobs that nobody waits for any more.

    >>> queue = FairQueue[str](room=4)
    >>> for name in ("a1", "a2", "a3", "b1"):
    ...     _ = queue.put(name, client=name[0], cost=1.0)
    >>> queue.put("c1", client="c", cost=0.1)  # It is full, and "a" has most.
    'a3'
    >>> [queue.take() for _ in range(4)]
    ['c1', 'a1', 'b1', 'a2']
    """

    def __init__(self, room: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with nothing. The `clock` tells how long jobs have waited, in seconds."""
        self._room = room
        self._clock = clock
        self._size = 0
        self._level = 0.0
        self._clients: dict[str, _Client[T]] = {}

    def __len__(self) -> int:
        """How many jobs wait."""
        return self._size

    def __iter__(self) -> Iterator[T]:
        """The jobs, in no order."""
        return (job for client in self._clients.values() for job in client.jobs)

    def put(self, job: T, client: str, cost: float) -> T | None:
        """Add a job of so many seconds; give back the one that finds no room, perhaps this one.

        In a full queue, the latest job of the client with most of them makes room for one with fewer.
        """
        if self._size >= self._room:
            crowd = max(self._clients.values(), key=lambda one: len(one.jobs), default=None)
            own = self._clients.get(client)
            if crowd is None or len(crowd.jobs) <= (len(own.jobs) if own else 0) + 1:
                return job
            latest = next(reversed(crowd.jobs))
            self.remove(latest)
            self._add(job, client, cost)
            return latest
        self._add(job, client, cost)
        return None

    def take(self) -> T:
        """The next job; there is one."""
        waiting = [one for one in self._clients.values() if one.jobs]
        now = self._clock()
        client = min(waiting, key=lambda one: one.account + one.first(now)[1])
        job, cost = client.first(now)
        self._level = max(self._level, client.account)
        client.account += cost
        del client.jobs[job]
        self._size -= 1
        self._forget()
        return job

    def remove(self, job: T) -> None:
        """Take out a job that nobody waits for any more, if it is there."""
        for client in self._clients.values():
            if client.jobs.pop(job, None) is not None:
                self._size -= 1

    def clear(self) -> list[T]:
        """Take out all of them."""
        jobs = list(self)
        self._clients.clear()
        self._size = 0
        return jobs

    def _add(self, job: T, client: str, cost: float) -> None:
        one = self._clients.setdefault(client, _Client(self._level))
        if not one.jobs:
            one.account = max(one.account, self._level)
        one.jobs[job] = (self._clock(), max(cost, _MOMENT))
        self._size += 1

    def _forget(self) -> None:
        """Forget the accounts that would start at the level anyway."""
        idle = [name for name, one in self._clients.items() if not one.jobs and one.account <= self._level]
        for name in idle:
            del self._clients[name]
