"""A load on the web page: many clients for a while, on loopback; errors, and how long answers take.

    python benches/load_web.py --clients 50 --seconds 30

It starts the server of `puzzle15 web` on a free port. Each client does as a browser does: it loads the page
with its files, then plays: a random board, and a distance and a hint for every move, one request after
another and without a pause. Now and then one of them solves a board that takes seconds, or goes away in the
middle of it.

A timing decides nothing here, but an error does: the exit code is 1 if there was any.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

# Sizes to play, the usual one more often than others.
SIZES = [(4, 4), (4, 4), (4, 4), (3, 3), (5, 5), (8, 8)]
HARD = {"timeout": 2}


class Clock:
    """Seconds by kind of request, and what went wrong."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)
        self.errors: Counter[str] = Counter()
        self.busy = 0

    async def ask(self, client: httpx.AsyncClient, kind: str, path: str, values: Any = None) -> Any:
        """Send a request and note how long it took."""
        begin = time.perf_counter()
        try:
            method = "GET" if values is None else "POST"
            response = await client.request(method, path, json=values)
        except httpx.HTTPError as error:
            self.errors[f"{kind}: {type(error).__name__} {error}"] += 1
            return None
        self.seconds[kind].append(time.perf_counter() - begin)
        if kind == "solve" and response.status_code == 503:
            self.busy += 1  # Told to come back later, as it should be with so many at once.
        elif response.status_code != 200:
            self.errors[f"{kind}: {response.status_code} {response.text[:80]}"] += 1
            return None
        return response


def new_client(url: str) -> httpx.AsyncClient:
    """A browser. It is not to read certificates, which takes longer than many answers."""
    return httpx.AsyncClient(base_url=url, timeout=60, verify=False)


async def play(clock: Clock, url: str, end: float, number: int) -> None:
    """One client: the page, then game after game until the end."""
    chance = random.Random(number)
    async with new_client(url) as client:
        while time.monotonic() < end:
            await load(clock, client)
            rows, cols = chance.choice(SIZES)
            asked = {"rows": rows, "cols": cols, "seed": chance.randrange(2**64)}
            dealt = await clock.ask(client, "random", "/api/random", asked)
            board = dealt.json()["board"] if dealt else [[1, 2], [3, 0]]
            if chance.random() < 0.05:
                await solve(clock, client, board, gone=chance.random() < 0.5)
            for _ in range(10):
                if time.monotonic() > end:
                    return
                await clock.ask(client, "distance", "/api/distance", {"board": board})
                hint = await clock.ask(client, "hint", "/api/hint", {"board": board})
                if hint is None or hint.json()["tile"] is None:
                    break
                board = slid(board, hint.json()["tile"])


async def load(clock: Clock, client: httpx.AsyncClient) -> None:
    """The page and the files that it names."""
    page = await clock.ask(client, "page", "/")
    for path in re.findall(r'(?:src|href)="([\w./-]+)"', page.text if page else ""):
        await clock.ask(client, "file", path)


async def solve(clock: Clock, client: httpx.AsyncClient, board: Any, gone: bool) -> None:
    """A search of seconds, which the client may not wait for."""
    asking = asyncio.ensure_future(clock.ask(client, "solve", "/api/solve", {"board": board, **HARD}))
    if gone:
        await asyncio.sleep(0.1)
        asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)


def slid(board: list[list[int]], tile: int) -> list[list[int]]:
    """The board with a tile slid."""
    swap = {0: tile, tile: 0}
    return [[swap.get(cell, cell) for cell in row] for row in board]


@contextmanager
def server() -> Iterator[str]:
    """The server in a process of its own; gives its address."""
    code = "from puzzle15.web import serve; serve(port=0, browser=False)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[1].rstrip(",")
        finally:
            process.terminate()


async def run(url: str, clients: int, seconds: float) -> Clock:
    """All clients at once."""
    clock = Clock()
    async with new_client(url) as client:
        for rows, cols in {*SIZES}:  # The tables, which are made once.
            dealt = await client.post("/api/random", json={"rows": rows, "cols": cols})
            await client.post("/api/hint", json={"board": dealt.json()["board"]})
    end = time.monotonic() + seconds
    await asyncio.gather(*(play(clock, url, end, number) for number in range(clients)))
    return clock


def report(clock: Clock, seconds: float) -> str:
    """A table: requests, and the time that half, 90, 99 of a hundred and all of them took."""
    lines = [
        f"{'':10}{'requests':>9}{'a second':>9}{'50 %':>9}{'90 %':>9}{'99 %':>9}{'most':>9}   (milliseconds)"
    ]
    for kind, found in sorted(clock.seconds.items()):
        found.sort()
        shares = [found[min(len(found) - 1, int(share * len(found)))] for share in (0.5, 0.9, 0.99, 1)]
        times = "".join(f"{1000 * value:9.1f}" for value in shares)
        lines.append(f"{kind:10}{len(found):9}{len(found) / seconds:9.1f}{times}")
    lines.append(
        f"told to come back later: {clock.busy} of the searches; errors: {sum(clock.errors.values())}"
    )
    lines += [f"  {count} × {text}" for text, count in clock.errors.most_common(10)]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    with server() as url:
        clock = asyncio.run(run(url, options.clients, options.seconds))
    print(report(clock, options.seconds))
    return 1 if clock.errors else 0


if __name__ == "__main__":
    raise SystemExit(main())
