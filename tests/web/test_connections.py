"""Connections that nobody uses do not keep others out."""

from __future__ import annotations

import json
import resource
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from unittest.mock import Mock

import httpx
import pytest
from uvicorn.server import ServerState

from puzzle15 import random_board
from puzzle15.web import Limits
from puzzle15.web import server as starting
from puzzle15.web.connections import BACKLOG, Connection, room_for
from tests.support.soak import Note
from tests.support.web_client import Server, serving, until

HARD = json.dumps(
    {"board": random_board(5, 5, seed=1).to_list(), "method": "optimal", "timeout": 600}
).encode()


def silent(server: Server, address: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), source_address=(address, 0))


def is_open(there: socket.socket) -> bool:
    """Whether the server has not closed a connection on which nothing was sent."""
    there.setblocking(False)
    try:
        return there.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def test_the_longest_silent_connection_is_closed() -> None:
    with serving(Limits(connections=20, upload=600)) as server, ExitStack() as stack:
        asking = stack.enter_context(server.connect("check", b'{"board": ', length=100))
        first = [stack.enter_context(silent(server)) for _ in range(19)]
        assert all(map(is_open, [asking, *first]))
        later = [stack.enter_context(silent(server)) for _ in range(40)]
        until(lambda: sum(map(is_open, [asking, *first, *later])) == 20)
        # A request that is not complete is as silent as none.
        assert not any(map(is_open, [asking, *first]))
        assert httpx.get(f"{server.url}/").status_code == 200


def test_those_who_wait_for_an_answer_stay() -> None:
    with serving(Limits(connections=4, timeout=600, seconds=600)) as server, ExitStack() as stack:
        asking = [stack.enter_context(server.connect("solve", HARD)) for _ in range(3)]
        until(lambda: server.api.slow.busy == 3)
        for _ in range(20):
            stack.enter_context(silent(server))
        assert server.ask("check", board="1 2/3 0").status_code == 200
        assert all(map(is_open, asking))
        assert server.api.slow.busy == 3


@pytest.mark.skipif(sys.platform != "linux", reason="this machine has one loopback address")
def test_a_flood_closes_its_own() -> None:
    with serving(Limits(connections=20, upload=600)) as server, ExitStack() as stack:
        own = [stack.enter_context(silent(server)) for _ in range(5)]
        flood = [stack.enter_context(silent(server, "127.0.0.2")) for _ in range(60)]
        until(lambda: sum(map(is_open, flood)) == 15)
        assert all(map(is_open, own))


def test_an_answer_that_is_not_read_is_given_up() -> None:
    with serving(Limits(upload=0.2)) as server, silent(server) as there:
        there.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        there.sendall(b"GET /panel-solve.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 2000)
        until(lambda: server.connections.open == 0)


class Clock:
    """A loop of which the tests need only timers, which fire when the test says so."""

    def __init__(self) -> None:
        self.timers: list[Mock] = []

    def call_later(self, _seconds: float, call: Callable[..., None], *arguments: object) -> Mock:
        timer = Mock(call=partial(call, *arguments))
        self.timers.append(timer)
        return timer

    def time_is_over(self) -> None:
        due, self.timers = self.timers, []
        for timer in due:
            if not timer.cancel.called:
                timer.call()


def test_a_slow_reader_is_not_given_up() -> None:
    server, clock, transport = starting.Server(Limits(), "127.0.0.1"), Clock(), Mock()
    there = Connection(server.config, ServerState(), {}, _loop=clock)  # type: ignore[arg-type]
    there.connections_of_server = server.connections
    transport.get_extra_info.return_value = None
    there.connection_made(transport)
    clock.timers.clear()  # This one waits for the first request.
    unsent = transport.get_write_buffer_size
    unsent.return_value = 70_000
    there.pause_writing()
    for left in [69_999, 50_000, 20_000]:
        unsent.return_value = left
        clock.time_is_over()
        transport.abort.assert_not_called()
    there.resume_writing()
    clock.time_is_over()
    transport.abort.assert_not_called()
    there.pause_writing()
    clock.time_is_over()
    transport.abort.assert_called_once()


def test_files_leave_room_for_connections() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (900, hard))
        assert room_for(1000) == 1000
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 1000 + BACKLOG
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.soak
def test_thousands_of_silent_connections(note: Note) -> None:
    """2,000 of them, if the limit of files allows: each needs two files here, one for each side."""
    room_for(8000)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    count = min(2000, (most - 2000) // 2)
    assert count > 100, f"the limit of {most} files is too low for this test"
    with serving(Limits()) as server, ExitStack() as stack, httpx.Client(base_url=server.url) as client:
        worst = 0.0
        for number in range(count):
            stack.enter_context(silent(server))
            if number % 50 == 0:
                answer = client.get("/")
                assert answer.status_code == 200
                worst = max(worst, answer.elapsed.total_seconds())
                assert server.ask("hint", board="1 2 3/4 0 6/7 5 8").json()["move"] == "D"
        assert server.connections.open <= 1024
    note("silent connections", f"{count}, the page took {1000 * worst:.1f} ms at most")
