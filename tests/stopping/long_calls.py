"""Every call that may take long, and a process that stops it with Ctrl-C again and again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

__all__ = ["CALLS", "Latency", "LongCall", "latencies"]


class Latency(NamedTuple):
    """From Ctrl-C to KeyboardInterrupt, in seconds."""

    time: float
    work: float
    """What all threads of the process have computed meanwhile, where that is known: it depends less on what
    others do on the machine."""


@dataclass(frozen=True)
class LongCall:
    """Code that takes long: it is repeated until Ctrl-C comes, in a process that has no tables yet."""

    call: str
    """What is interrupted."""
    setup: str = ""
    """What is done once before."""
    span: float = 1.0
    """Ctrl-C comes within so many seconds after the beginning, on an idle machine; usually before the end."""
    reads_tables: bool = False
    """Whether the large tables of 4×4 are there."""


# Nothing that a call has made is there for the next one.
_REMOVED = "\nfor file in tables.files():\n    file.remove()"
_BOARDS = "boards = random_boards(400_000, seed=1)"
_SMALL_BOARDS = "boards = random_boards(400_000, 3, 3, seed=1)"

CALLS = {
    "solve optimal 4x4": LongCall("solve(HARD, method='optimal')", span=3),
    "solve optimal 4x4, two threads": LongCall("solve(HARD, method='optimal', threads=2)", span=3),
    "solve optimal 5x5": LongCall("solve(FIVE, method='optimal')", span=6),
    "solve 5x5 with a timeout": LongCall("solve(FIVE, timeout=1000)", span=6),
    "solve quick 5x5, a wide beam": LongCall("solve(FIVE, method='quick', width=2**16)", span=3),
    "solve 4x4 in slides": LongCall("solve(HARD, metric='multi')", span=5),
    "solve 4x4 with few turns": LongCall("solve(HARD, prefer='turns')", span=3),
    "solve 20x20 with a timeout": LongCall("solve(TWENTY, timeout=1000)", span=3),
    "solve peel 200x200": LongCall("solve(LARGE, method='peel')", "LARGE = random_board(200, 200, seed=1)"),
    "solve greedy 400x400": LongCall(
        "solve(LARGE, method='greedy')", "LARGE = random_board(400, 400, seed=1)"
    ),
    "improve 20x20": LongCall("improve(found, timeout=1000)", "found = solve(TWENTY)", span=3),
    "count_optimal": LongCall("count_optimal(HARD)", span=3),
    "solve_many": LongCall("solve_many(boards)", _BOARDS, span=2),
    "solve_many of lists": LongCall("solve_many(boards)", "boards = random_boards(50_000, seed=1).tolist()"),
    "solve_many optimal": LongCall(
        "solve_many(boards, method='optimal')", "boards = random_boards(9999, seed=1)"
    ),
    "tables.build(4, 4)": LongCall(f"tables.build(4, 4){_REMOVED}", span=8),
    "tables.build(3, 5)": LongCall(f"tables.build(3, 5){_REMOVED}", span=3),
    "a move table of twelve cells": LongCall(f"solve(TWELVE){_REMOVED}", span=5),
    "large patterns from their file": LongCall(
        "Solver(goal=goals.rows(4, 4), method='optimal', tables='large').prepare(); tables.forget(4, 4)",
        span=0.5,
        reads_tables=True,
    ),
    "tables.verify()": LongCall("tables.verify()", span=0.5, reads_tables=True),
    "graphs.solution_graph": LongCall("graphs.solution_graph('2x5').distances", span=2),
    "theory.row_first": LongCall("theory.row_first()", span=2),
    "explore(3, 4)": LongCall("explore(3, 4)", span=5),
    "explore(5, 5) with some tiles": LongCall("explore(5, 5, tiles=[1, 2, 3, 4, 5, 6])", span=3),
    "explore by lists": LongCall("explore(3, 4, algorithm='lists')", span=20),
    "explore, symmetric": LongCall("explore(5, 5, tiles=[1, 2, 3, 6, 7, 11], symmetric=True)", span=3),
    "explore with a checkpoint": LongCall("explore(3, 4, checkpoint='layers', every=0)", span=5),
    "distance": LongCall("distance(TWELVE)", span=5),
    "bounds.prove": LongCall("bounds.prove('15: 91')", span=5),
    "bounds.lower 5x5": LongCall("bounds.lower(FIVE, timeout=None)", span=4),
    "bounds.lower 6x6": LongCall("bounds.lower([0, *range(35, 0, -1)], timeout=None)", span=4),
    "bounds.find_hard 3x3": LongCall("bounds.find_hard(3, 3, timeout=None)", span=3),
    "the beginning of bounds.find_hard": LongCall("bounds.find_hard(3, 3, timeout=None)", span=0.12),
    "bounds.find_hard 4x4": LongCall("bounds.find_hard(4, 4, timeout=None)", span=4),
    "bounds.find_hard 5x5": LongCall("bounds.find_hard(5, 5, timeout=None)", span=4),
    "arrays.walking_distance": LongCall(
        "arrays.walking_distance(boards)", "boards = random_boards(2000, 5, 5, seed=1)", span=2
    ),
    "traffic.measure": LongCall("traffic.measure(3, 4)", span=3),
    "random_boards": LongCall("random_boards(20_000_000, seed=1)", span=2),
    "experiment": LongCall("experiment(10**9, seed=1)", span=2),
    "experiment with a checkpoint": LongCall("experiment(10**9, seed=1, checkpoint='experiment')", span=3),
    "datasets.write": LongCall("datasets.write('some.npz', 2_000_000, (3, 3), seed=1)", span=3),
    "datasets.write of 4x4": LongCall("datasets.write('some.npz', 9999, seed=1)", span=3),
    "arrays.manhattan": LongCall("arrays.manhattan(boards)", _BOARDS, span=0.5),
    "arrays.distance": LongCall("arrays.distance(boards)", _SMALL_BOARDS, span=0.5),
    "arrays.unpack(arrays.pack())": LongCall("arrays.unpack(arrays.pack(boards))", _BOARDS, span=0.5),
    "korf.plain_search": LongCall("korf.plain_search(HARD)", span=2),
    "Board(list of a million)": LongCall("Board(numbers)", "numbers = [*range(1, 10**6), 0]", span=0.5),
}

_SAMPLER = """
import faulthandler, json, math, os, random, select, signal, struct, sys, time, traceback, warnings
warnings.simplefilter("ignore")
import numpy
from puzzle15 import *
from puzzle15 import arrays, bounds, datasets, goals, graphs, korf, tables, theory, traffic
HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
FIVE, TWENTY, TWELVE = (random_board(*size, seed=1) for size in ((5, 5), (20, 20), (3, 4)))
task = json.loads(sys.argv[1])
exec(task["setup"])
code = compile(task["call"], "call", "exec")
chance = random.Random(task["seed"])

def process_time(pid):
    # The clock of another process, as clock_getcpuclockid makes its number on Linux.
    return time.clock_gettime(~pid << 3 | 2) if sys.platform == "linux" else math.nan

def child(pipe):
    faulthandler.register(signal.SIGUSR1)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        os.write(pipe, b"b")
        while True:
            exec(code)
    except KeyboardInterrupt:
        os.write(pipe, struct.pack("dd", time.monotonic(), time.process_time()))
    except BaseException:
        traceback.print_exc()

for _ in range(task["count"]):
    ours, theirs = os.pipe()
    pid = os.fork()
    if not pid:
        child(theirs)
        os._exit(0)
    os.close(theirs)
    assert os.read(ours, 1) == b"b"
    time.sleep(chance.uniform(0, task["span"]))
    sent, worked = time.monotonic(), process_time(pid)
    os.kill(pid, signal.SIGINT)
    heard = os.read(ours, 16) if select.select([ours], [], [], task["patience"])[0] else b""
    if not heard:
        # It has not heard of it, or has ended otherwise. Where is it?
        os.kill(pid, signal.SIGUSR1)
        time.sleep(0.5)
        os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(ours)
    if heard:
        at, work = struct.unpack("dd", heard)
        print(at - sent, work - worked, flush=True)
    else:
        print("failed", flush=True)
"""


def latencies(
    call: LongCall,
    count: int,
    seed: int,
    folder: Path,
    *,
    cache: Path | None = None,
    share: float = 1.0,
    patience: float = 60,
) -> list[Latency | None]:
    """How long it takes from Ctrl-C to KeyboardInterrupt, so many times.

    None where the call ended with another error, or did not end within `patience` seconds.

    Ctrl-C comes at a random moment of a share of the call's span. Tables are kept in `cache`, or in `folder`.
    """
    task = {
        "call": call.call,
        "setup": call.setup,
        "count": count,
        "seed": seed,
        "span": share * call.span,
        "patience": patience,
    }
    ran = subprocess.run(
        [sys.executable, "-c", _SAMPLER, json.dumps(task)],
        env={**os.environ, "PUZZLE15_CACHE": str(cache or folder / "tables")},
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    if ran.stderr:
        print(ran.stderr)
    lines = ran.stdout.splitlines()
    return [None if line == "failed" else Latency(*map(float, line.split())) for line in lines]
