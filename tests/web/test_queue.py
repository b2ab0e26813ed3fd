"""Who is next: fair between clients, small jobs before large ones, and every job in the end."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from puzzle15.web.queue import FairQueue


def filled(*jobs: tuple[str, float], room: int = 1000) -> FairQueue[tuple[int, str]]:
    """A queue of jobs given by client and cost, numbered in this order."""
    queue = FairQueue[tuple[int, str]](room)
    for number, (client, cost) in enumerate(jobs):
        assert queue.put((number, client), client, cost) is None
    return queue


def test_a_client_with_many_jobs_does_not_keep_others_waiting() -> None:
    queue = filled(*[("many", 1.0)] * 100, *[(f"one {i}", 1.0) for i in range(10)])
    clients = [queue.take()[1] for _ in range(110)]
    assert sorted(clients[:11]) == ["many", *(f"one {i}" for i in range(10))]
    assert clients[11:] == ["many"] * 99


def test_whoever_comes_later_does_not_wait_for_all() -> None:
    queue = filled(*[("many", 1.0)] * 100)
    for _ in range(50):
        queue.take()
    queue.put((100, "late"), "late", 1.0)
    assert "late" in {queue.take()[1] for _ in range(2)}


@pytest.mark.parametrize("clients", [1, 3])
def test_small_jobs_pass_large_ones(clients: int) -> None:
    jobs = [(f"client {i % clients}", 10.0) for i in range(6)]
    queue = filled(*jobs, ("client 0", 0.1))
    assert queue.take()[0] == 6


def test_small_jobs_pass_large_ones_that_have_waited_long() -> None:
    now = 0.0
    queue = FairQueue[str](10, clock=lambda: now)
    for name in ("first", "second"):
        queue.put(name, "client", 0.4)
    now = 10.0
    queue.put("small", "client", 0.01)
    assert queue.take() == "first"
    now = 10.4
    assert [queue.take() for _ in range(2)] == ["small", "second"]


def test_large_jobs_get_their_turn() -> None:
    # Nine clients send small jobs without end, and one has a job that costs as much as twenty of them.
    queue = filled(("large", 10.0))
    taken: list[str] = []
    for number in range(9):
        queue.put((number + 1, f"small {number}"), f"small {number}", 0.5)
    while "large" not in taken:
        number, client = queue.take()
        taken.append(client)
        queue.put((number + 100, client), client, 0.5)
        assert len(taken) < 1000, "it never comes"
    # Everyone else has had as much by then.
    assert {round(0.5 * count) for client, count in Counter(taken).items() if client != "large"} <= {9, 10}


def test_the_work_done_is_shared_evenly() -> None:
    chance = random.Random(1)
    costs = {"short": (0.1, 0.5), "middle": (1.0, 2.0), "long": (5.0, 10.0)}
    queue, done, number = filled(), Counter[str](), 0
    cost_of: dict[tuple[int, str], float] = {}

    def add(client: str) -> None:
        nonlocal number
        number += 1
        cost_of[number, client] = chance.uniform(*costs[client])
        queue.put((number, client), client, cost_of[number, client])

    for client in (*costs, *costs, *costs):
        add(client)
    for _ in range(5000):
        job = queue.take()
        done[job[1]] += cost_of[job]  # type: ignore[assignment]
        add(job[1])
    assert max(done.values()) - min(done.values()) <= 20.0


def test_a_full_queue_makes_room_for_those_who_have_fewer() -> None:
    queue = filled(("a", 1.0), ("a", 1.0), ("a", 1.0), ("b", 1.0), room=4)
    assert queue.put((4, "b"), "b", 1.0) == (2, "a")  # The latest of "a".
    assert queue.put((5, "b"), "b", 1.0) == (5, "b")  # Both have two.
    assert queue.put((6, "a"), "a", 1.0) == (6, "a")
    assert queue.put((7, "c"), "c", 1.0) in {(1, "a"), (4, "b")}
    assert len(queue) == 4
    assert FairQueue[int](0).put(1, "a", 1.0) == 1


def test_every_job_comes_out_once() -> None:
    chance = random.Random(2)
    queue = FairQueue[int](50)
    waiting: set[int] = set()
    for number in range(20_000):
        what = chance.random()
        if what < 0.5:
            waiting.add(number)
            refused = queue.put(number, str(chance.randrange(8)), chance.choice([0.01, 1.0, 10.0]))
            waiting -= {refused}
        elif what < 0.9 and waiting:
            waiting.remove(queue.take())
        elif waiting:
            gone = chance.choice(sorted(waiting))
            queue.remove(gone)
            waiting.remove(gone)
        assert len(queue) == len(waiting) <= 50
        assert set(queue) == waiting
    assert sorted(queue.clear()) == sorted(waiting)
    assert len(queue) == 0
