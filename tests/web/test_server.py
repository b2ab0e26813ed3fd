"""The server on a real socket: many at once, clients that go away, slow ones, and how it starts and ends."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import httpx
import pytest

from puzzle15 import Solver, explore, goals, random_board
from puzzle15.cli.commands.web import EXAMPLES
from puzzle15.errors import MissingPackageError, UnsupportedError
from puzzle15.web import Limits, create_app, serve, server
from puzzle15.web.api import Api
from puzzle15.web.failures import Failure
from puzzle15.web.work import Job, Lane, Stopped
from tests.support.commands import Command, run
from tests.support.soak import Note
from tests.support.web_client import Server, serving, until

__all__ = ["run"]  # A fixture, found by its name.

# So long that no test waits for it.
LONG = 600.0
SEARCH = {"board": random_board(5, 5, seed=1).to_list(), "method": "optimal", "timeout": LONG}
SLIDES = {"board": "0 3 2 1/8 7 6 5/4 11 10 9/12 13 15 14", "metric": "multi", "timeout": LONG}
IMPROVE = {"board": random_board(10, 10, seed=1).to_list(), "timeout": LONG}


@pytest.fixture(scope="module")
def lonely() -> Iterator[Server]:
    """A server with one place for long jobs, where nobody can wait."""
    with serving(Limits(jobs=1, queue=0, timeout=LONG, seconds=LONG)) as found:
        yield found


@pytest.mark.parametrize("values", [SEARCH, SLIDES, IMPROVE], ids=["search", "slides", "improve"])
def test_a_job_ends_when_the_client_goes_away(lonely: Server, values: dict[str, Any]) -> None:
    there = lonely.connect("solve", json.dumps(values).encode())
    until(lambda: lonely.api.slow.busy == 1)
    there.close()
    until(lambda: lonely.api.slow.busy == 0)
    assert lonely.ask("solve", board="1 2 3/4 0 6/7 5 8").json()["moves"] == "DR"


def test_a_job_that_waits_is_dropped_when_the_client_goes_away() -> None:
    with serving(Limits(jobs=1, queue=1, timeout=LONG, seconds=LONG, patience=LONG)) as found:
        first, second = (found.connect("solve", json.dumps(SEARCH).encode()) for _ in range(2))
        until(lambda: found.api.slow.busy == 2)
        second.close()
        until(lambda: found.api.slow.busy == 1)
        first.close()
        until(lambda: found.api.slow.busy == 0)


def test_a_busy_server_says_so_and_answers_what_is_quick(lonely: Server) -> None:
    with lonely.connect("solve", json.dumps(SEARCH).encode()):
        until(lambda: lonely.api.slow.busy == 1)
        refused = lonely.ask("solve", **SEARCH)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "10")
        assert refused.json()["error"]["kind"] == "busy"
        assert lonely.ask("solve", board="1 2 3/4 0 6/7 5 8").json()["moves"] == "DR"
        assert lonely.ask("hint", board="1 2 3/4 0 6/7 5 8").json()["move"] == "D"
        assert lonely.ask("check", board="1 2 3/4 0 6/7 5 8").json()["solvable"]
        assert httpx.get(f"{lonely.url}/api").status_code == 200
    until(lambda: lonely.api.slow.busy == 0)


@pytest.mark.slow
def test_many_hard_boards_at_once_are_all_solved() -> None:
    boards = [random_board(5, 5, seed=seed) for seed in range(5)]
    with (
        serving(Limits(jobs=1, patience=0.5, timeout=LONG, seconds=LONG)) as found,
        ThreadPoolExecutor(len(boards)) as pool,
    ):
        # It would search for ten minutes, and has to give way.
        first = found.connect("solve", json.dumps(SEARCH).encode())
        until(lambda: found.api.slow.busy == 1)
        asked = {"method": "optimal", "timeout": LONG}
        replies = list(pool.map(lambda board: found.ask("solve", board=board.to_list(), **asked), boards))
        assert first.recv(12) == b"HTTP/1.1 200"
        first.close()
    for board, reply in zip(boards, replies, strict=True):
        assert reply.status_code == 200
        answer = reply.json()
        assert board.apply(answer["moves"]) == goals.rows(5, 5)
        assert answer["lower_bound"] <= answer["length"]
        assert answer["optimal"] or 0 < answer["cut"] < LONG


def test_jobs_have_an_end() -> None:
    Solver(goal=goals.rows(5, 5), method="optimal").prepare()
    with serving(Limits(timeout=LONG, seconds=0.2)) as found:
        late = found.ask("explore", rows=3, cols=4)
        assert late.status_code == 503
        assert late.json()["error"]["kind"] == "timeout"
        assert "0.2 seconds" in late.json()["error"]["message"]
        # A search has a solution by then.
        cut = found.ask("solve", **SEARCH)
        assert cut.status_code == 200
        assert cut.json()["cut"] > 0


def test_a_search_of_a_whole_puzzle_can_be_stopped() -> None:
    job = Job(LONG)
    job.stop()
    with pytest.raises(Stopped):
        explore(3, 3, progress=job)
    late = Job(0.0)
    late.begin()
    with pytest.raises(Failure, match="0 seconds"):
        explore(3, 4, progress=late)


def test_a_closed_lane_takes_no_more() -> None:
    lane = Lane(1, 0, LONG, LONG)
    begun = threading.Event()

    def work(job: Job) -> None:
        begun.set()
        while True:
            job()

    assert lane.later(work)
    begun.wait()
    assert not lane.later(work)
    lane.close()
    until(lambda: lane.busy == 0)
    assert not lane.later(work)


def test_slow_and_broken_requests() -> None:
    with serving(Limits(upload=0.2)) as found:
        with found.connect("check", b'{"board": ', length=100) as there:
            assert there.recv(1000).startswith(b"HTTP/1.1 408 ")
        with socket.create_connection(("127.0.0.1", found.port)) as there:
            there.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000)
            assert there.recv(1000).startswith(b"HTTP/1.1 400 ")
        with socket.create_connection(("127.0.0.1", found.port)) as there:
            head = "POST /api/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            there.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
            there.sendall(b"ffff\r\n" + b" " * 0xFFFF + b"\r\nffff\r\n" + b" " * 0xFFFF + b"\r\n")
            assert there.recv(1000).startswith(b"HTTP/1.1 413 ")
        found.connect("check", b'{"board": ', length=100).close()
        assert found.ask("check", board="1 2/3 0").status_code == 200


def test_silent_connections_are_closed() -> None:
    ask = b"GET /api HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    Solver(goal=goals.rows(5, 5), method="optimal").prepare()
    with serving(Limits(upload=0.1, timeout=LONG, seconds=0.3)) as found:
        place = ("127.0.0.1", found.port)
        with socket.create_connection(place, timeout=60) as there:
            assert there.recv(1) == b""
        # Whoever sends a byte now and then does not stay longer, nor after a request that was answered.
        for head in (ask, ask + b"\r\n" + ask):
            with socket.create_connection(place, timeout=60) as there:
                there.sendall(head)
                until(partial(is_closed, there))
        # Whoever waits for an answer stays.
        assert found.ask("solve", **SEARCH).json()["cut"]


def is_closed(there: socket.socket) -> bool:
    """Whether the other side takes no more; otherwise it has one more byte."""
    try:
        there.sendall(b"x")
    except OSError:
        return True
    return False


def test_other_origins_and_names(lonely: Server) -> None:
    body = {"rows": 2, "cols": 2}
    for headers in ({"Origin": "https://evil.example"}, {"Host": "evil.example"}):
        refused = httpx.post(f"{lonely.url}/api/random", json=body, headers=headers)
        assert refused.status_code == 403
        assert "content-security-policy" in refused.headers
    own = httpx.post(f"{lonely.url}/api/random", json=body, headers={"Origin": lonely.url})
    assert own.status_code == 200
    assert "server" not in own.headers


def start(*options: str) -> subprocess.Popen[str]:
    """A server in a process of its own, as the command line starts it."""
    return subprocess.Popen(
        [sys.executable, "-m", "puzzle15", "web", "--port", "0", "--no-browser", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def test_it_serves_until_it_is_interrupted() -> None:
    with start() as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("puzzle15: http://127.0.0.1:")
        assert "for this machine only" in line
        url = line.split()[1].rstrip(",")
        assert httpx.get(f"{url}api").json()["info"]["title"] == "puzzle15"
        found = Server(Api(Limits()), int(url.split(":")[2].rstrip("/")))
        # More of them than threads: some run, some wait.
        search = json.dumps({**SEARCH, "timeout": 10}).encode()
        there = [found.connect("solve", search) for _ in range(4)]
        # They have begun once another answer is there.
        assert found.ask("check", board="1 2/3 0").status_code == 200
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        answers = [one.recv(100) for one in there]
        for one in there:
            one.close()
    assert all(answer.startswith(b"HTTP/1.1 503 ") for answer in answers)
    assert (process.returncode, errors) == (0, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_its_end_waits_for_nobody(number: signal.Signals, note: Note) -> None:
    with start() as process:
        assert process.stdout is not None
        port = int(process.stdout.readline().split(":")[3].split("/")[0])
        found = Server(Api(Limits()), port)
        there = [
            found.connect("solve", json.dumps({**SEARCH, "timeout": 10}).encode()),
            found.connect("explore", b'{"rows": 3, "cols": 4}'),
            found.connect("check", b'{"board": ', length=100),
            socket.create_connection(("127.0.0.1", port)),
        ]
        # This answer is never read, so that it cannot be sent.
        there[3].sendall(b"GET /api HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 1000)
        assert found.ask("check", board="1 2/3 0").status_code == 200
        begin = time.perf_counter()
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
        note(f"page, {number.name}", f"ended after {1000 * (time.perf_counter() - begin):.0f} ms")
        for one in there:
            one.close()
    # uvicorn would wait 5 seconds, and then say so.
    assert errors == ""
    assert process.returncode == (0 if number == signal.SIGINT else -number)


def test_it_warns_where_others_can_reach_it() -> None:
    with start("--host", "0.0.0.0") as process:
        assert process.stdout is not None
        url = process.stdout.readline().split()[1].rstrip(";")
        assert url.startswith("http://127.0.0.1:")
        assert httpx.get(f"{url}api").status_code == 200
        assert f"from another device http://{socket.gethostname()}:" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "warning: listening on 0.0.0.0: everyone who can reach this machine" in errors


def test_the_command_line(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int, bool]] = []

    def listen(host: str, port: int, *, browser: bool) -> int:
        asked.append((host, port, browser))
        return 0

    monkeypatch.setattr("puzzle15.web.serve", listen)
    for line in EXAMPLES.splitlines():
        assert run(*line.split()[1:]).code == 0
    assert asked == [("127.0.0.1", 1515, True), ("127.0.0.1", 8080, False), ("0.0.0.0", 1515, True)]
    assert run("web", "--port", "65536").code == 2
    monkeypatch.undo()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ran = run("web", "--no-browser", "--port", str(taken.getsockname()[1]))
    assert ran.code == 2
    assert ran.err.startswith("puzzle15: cannot listen on 127.0.0.1 port ")


def test_answers_are_sent_at_once() -> None:
    # Without its protocol asyncio would wait for more to send, 40 milliseconds each time.
    with server._listen("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_it_opens_the_browser(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    opened: list[str] = []
    seen = threading.Event()

    def look(url: str) -> None:
        opened.append(url)
        seen.set()

    monkeypatch.setattr("webbrowser.open", look)
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, **__: seen.wait(60))
    assert serve(port=0) == 0
    assert opened == [capsys.readouterr().out.split()[1].rstrip(",")]


def test_where_it_cannot_listen() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(UnsupportedError, match="choose another host or port"),
    ):
        serve(port=taken.getsockname()[1], browser=False)
    with pytest.raises(UnsupportedError, match="cannot listen on"):
        serve("no such host.invalid", 0, browser=False)
    with pytest.raises(UnsupportedError, match="0 to 65535"):
        serve(port=-1, browser=False)
    with pytest.raises(TypeError, match="port is a whole number"):
        serve(port="80", browser=False)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="host is a name"):
        serve(80, browser=False)  # type: ignore[arg-type]


def test_without_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "puzzle15.web.app", None)
    monkeypatch.setitem(sys.modules, "puzzle15.web.server", None)
    for call in (create_app, serve):
        with pytest.raises(MissingPackageError, match=r"puzzle15\[web\]"):
            call()
