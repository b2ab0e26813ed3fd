"""A load on the web page: many clients at once, which solve hard boards and visit the page meanwhile.

Requests are written to sockets by hand: a library for HTTP would take more of the processor than the server
does, and the waiting for it would be counted. Boards and pauses follow from a seed.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from puzzle15 import Board, goals, random_board

__all__ = ["Connection", "Load", "Reply", "process", "run"]


@contextmanager
def process(*options: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The server in a process of its own, as the command line starts it, and its port."""
    command = [sys.executable, "-m", "puzzle15", "web", "--port", "0", "--no-browser", *options]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    ) as server:
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split()[1]
            yield server, int(url.split(":")[2].rstrip("/,;"))
        finally:
            server.terminate()


@dataclass(frozen=True)
class Reply:
    """An answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)


class Connection:
    """A connection that stays open, with one request at a time."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, port: int) -> Connection:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def get(self, path: str) -> Reply:
        return await self._ask(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())

    async def post(self, name: str, values: object) -> Reply:
        body = json.dumps(values).encode()
        head = (
            f"POST /api/{name} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return await self._ask(head.encode() + body)

    async def _ask(self, request: bytes) -> Reply:
        self._writer.write(request)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        body = await self._reader.readexactly(int(headers["content-length"]))
        return Reply(int(head[0].split()[1]), headers, body)

    async def close(self) -> None:
        self._writer.close()
        await asyncio.gather(self._writer.wait_closed(), return_exceptions=True)


@dataclass
class Load:
    """What was seen: seconds by kind of request, refusals, and answers that are wrong."""

    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    refused: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    cut: int = 0
    gone: int = 0

    def report(self) -> str:
        """A table: how many, and the time that half, 99 of a hundred and all of them took."""
        lines = [f"{'':8}{'answers':>9}{'refused':>9}{'50 %':>10}{'99 %':>10}{'worst':>10}   (milliseconds)"]
        for kind, found in sorted(self.seconds.items()):
            found.sort()
            shares = [found[min(len(found) - 1, int(share * len(found)))] for share in (0.5, 0.99, 1)]
            times = "".join(f"{1000 * value:10.1f}" for value in shares)
            lines.append(f"{kind:8}{len(found):9}{self.refused[kind]:9}{times}")
        lines.append(
            f"searches cut short: {self.cut}; clients that went away: {self.gone}; "
            f"wrong answers: {len(self.wrong)}"
        )
        return "\n".join(lines)

    async def timed(self, kind: str, asking: Any) -> Reply | None:
        """The answer, unless the request was refused."""
        begin = time.perf_counter()
        reply: Reply = await asking
        self.seconds[kind].append(time.perf_counter() - begin)
        if reply.status == 503:
            self.refused[kind] += 1
            return None
        if reply.status != 200:
            self.wrong.append(f"{kind}: {reply.status} {reply.body[:200]!r}")
            return None
        return reply


async def run(port: int, clients: int, seconds: float, seed: int) -> Load:
    """All clients at once, for so long; every one waits for its last answer."""
    load, end = Load(), time.monotonic() + seconds
    each = [[_solve(load, port, end, seed + i), _visit(load, port, end, seed + i)] for i in range(clients)]
    await asyncio.gather(*(part for client in each for part in client))
    return load


async def _solve(load: Load, port: int, end: float, seed: int) -> None:
    """Solve one hard board after another; now and then go away in the middle of it, and come back."""
    chance, there = random.Random(seed), await Connection.open(port)
    while time.monotonic() < end:
        board = random_board(5, 5, seed=chance.randrange(2**64))
        asked = {"board": board.to_list(), "method": "optimal"}
        if chance.random() < 0.2:
            asking = asyncio.ensure_future(there.post("solve", asked))
            await asyncio.wait([asking], timeout=chance.uniform(0, 2))
            asking.cancel()
            await there.close()
            there = await Connection.open(port)
            load.gone += 1
            continue
        reply = await load.timed("solve", there.post("solve", asked))
        if reply is None:
            await asyncio.sleep(0.5)
            continue
        found = reply.json()
        load.cut += bool(found.get("cut"))
        if board.apply(found["moves"]) != Board(found["goal"]) or found["lower_bound"] > found["length"]:
            load.wrong.append(f"solve: {board!r} {found}")
    await there.close()


async def _visit(load: Load, port: int, end: float, seed: int) -> None:
    """Load the page and its files, read the description, and follow hints, as fast as a quick person."""
    chance, there = random.Random(~seed), await Connection.open(port)
    board = random_board(5, 5, seed=seed)
    while time.monotonic() < end:
        await load.timed("page", there.get("/"))
        await load.timed("file", there.get(chance.choice(["/main.js", "/rules.js", "/style.css"])))
        await load.timed("api", there.get("/api"))
        for _ in range(3):
            await asyncio.sleep(chance.uniform(0, 1))
            reply = await load.timed("hint", there.post("hint", {"board": board.to_list()}))
            move = None if reply is None else reply.json()["move"]
            if move is not None and move in board.legal_moves:
                board = board.move(move)
            elif reply is not None:  # There is no next move on a solved board only.
                if board != goals.rows(5, 5):
                    load.wrong.append(f"hint: {board!r} {reply.body!r}")
                board = random_board(5, 5, seed=chance.randrange(2**64))
    await there.close()
