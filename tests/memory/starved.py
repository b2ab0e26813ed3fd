"""Every job that takes memory, done in children whose address space is limited.

This is the script of a process of its own: `python -m tests.memory.starved all 0 1 4`. It imports everything
and makes no tables. For each job and number of megabytes it forks a child, which takes that much more address
space than it has, does the job, and says how it ended. One line of JSON for each: the name of the job, the
megabytes, and `ok`, `refused` (a `MemoryError`) or what else happened.
"""

from __future__ import annotations

import copy
import json
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

import puzzle15.learning
from puzzle15 import (
    Board,
    InvalidBoardError,
    Solution,
    Solver,
    arrays,
    bounds,
    count_optimal,
    datasets,
    distance,
    experiment,
    explore,
    goals,
    graphs,
    growth,
    improve,
    is_solvable,
    korf,
    make_solvable,
    random_board,
    random_boards,
    search_size,
    solutions,
    solve,
    solve_many,
    stream,
    tables,
    theory,
    traffic,
    twists,
)

QUICK = (
    "solve",
    "solve quick",
    "solve optimal, threads",
    "tables.build 4x4",
    "explore 4x4 lean",
    "Board of numbers",
    "improve 40 million moves",
    "solution_graph 2x5",
    "theory.row_first",
)
"""The jobs of the ordinary run."""

HARD = "15 14 8 12/2 11 9 13/10 6 5 1/3 7 4 0"
MEGABYTE = 1_000_000
SECONDS = 60
"""A job that takes longer has failed: without memory it may seem to hang."""


def jobs() -> dict[str, Callable[[], object]]:
    """What is done with little memory, by name. The result of each is the same whenever there is one."""
    board4, board5 = random_board(4, 4, seed=3), random_board(5, 5, seed=3)
    board12, board10 = random_board(3, 4, seed=3), random_board(2, 5, seed=3)
    board3, board6 = random_board(3, 3, seed=3), random_board(6, 6, seed=3)
    spiral = random_board(goal=goals.spiral(3, 3), seed=1)
    batch = random_boards(2000, 4, 4, seed=1)
    many = np.asarray(batch)
    numbers = [*range(1, 640_000), 0]
    wide = goals.rows(1000, 1000).apply("UULL")
    sparse = Board([*range(10**6, 10**6 + 9999), 0])
    shuffled = wide.to_array()
    letters, accents, word = "UD" * 4_000_000, "é" * 8_000_000, "x" * 16_000_000
    long = Solution(goals.rows(3, 3), goals.rows(3, 3), "UD" * 20_000_000)
    running, walking = stream(wide), stream(random_board(600, 600, seed=1))
    recipe = bounds.Recipe("corner", 3, 3, ((1, 2, 3, 4, 7),), through=((1, 2, 3), (1, 4, 7)))
    near = Board(HARD).apply("UULLDD")

    def environments() -> object:
        env = puzzle15.learning.SlidingPuzzleVectorEnv(20_000)
        return env.reset(seed=1)[0].sum().item()

    def dataset(name: str) -> object:
        with tempfile.TemporaryDirectory() as folder:
            datasets.write(Path(folder) / name, 20_000, (3, 3), seed=1, progress=False)
            return len(datasets.read(Path(folder) / name))

    def refused_board(given: str | list[str]) -> object:
        """What is not a board is refused, however much memory there is."""
        try:
            return Board(given).shape  # type: ignore[arg-type]
        except InvalidBoardError as error:
            return len(error.reasons)

    def walk() -> object:
        steps = stream(random_board(60, 60, seed=1))
        return sum(1 for _ in steps)

    return {
        "solve": lambda: len(solve(board4)),
        "solve 3x3": lambda: len(solve(board3)),
        "solve 2x5": lambda: len(solve(board10)),
        "solve 6x6": lambda: len(solve(board6)),
        "solve 40x40": lambda: len(solve(random_board(40, 40, seed=1))),
        "solve 12 cells": lambda: len(solve(board12, method="optimal")),
        "solve quick": lambda: len(solve(board4, method="quick")),
        "solve wide": lambda: len(solve(board5, method="quick", width=5000)),
        "solve optimal": lambda: len(solve(HARD, method="optimal", max_nodes=1_500_000).moves) > 0,
        "solve optimal, threads": lambda: len(solve(board4, method="optimal", threads=2)),
        "solve optimal, timeout": lambda: solve(HARD, method="optimal", timeout=0.3).verify(),
        "solve 5x5, timeout": lambda: solve(board5, timeout=0.4).verify(),
        "solve combined": lambda: len(solve(board4, method="combined")),
        "solve greedy": lambda: len(solve(random_board(100, 100, seed=1), method="greedy")),
        "solve peel": lambda: len(solve(board6, method="peel")),
        "improve 40 million moves": lambda: len(improve(long, passes=0).moves),
        "solve twists": lambda: len(solve(spiral, goal="spiral", method="twists")),
        "solve multi 3x3": lambda: len(solve(board3, metric="multi")),
        "solve multi 4x4": lambda: len(solve(near, metric="multi", max_nodes=200_000)),
        "Solver": lambda: len(Solver(goal=goals.rows(4, 4), method="optimal").solve(board4)),
        "improve": lambda: len(improve(solve(board6, method="greedy"), passes=8)),
        "stream": walk,
        "count_optimal": lambda: count_optimal(board3),
        "solutions": lambda: len(list(solutions(board3))),
        "solve_many": lambda: int(solve_many(batch).lengths.sum()),
        "solve_many quick": lambda: int(solve_many(batch[:300], method="quick").lengths.sum()),
        "solve_many optimal": lambda: int(solve_many(batch[:5], method="optimal").lengths.sum()),
        "solve_many 3x3": lambda: int(solve_many(random_boards(50_000, 3, 3, seed=1)).lengths.sum()),
        "distance": lambda: distance(board12),
        "experiment": lambda: experiment(50_000, seed=1, progress=False).mean,
        "experiment quick": lambda: experiment(200, "quick", seed=1, progress=False).mean,
        "experiment 3x3": lambda: experiment(20_000, "optimal", (3, 3), seed=1, progress=False).mean,
        "korf": lambda: korf.plain_search(board3).nodes,
        "tables.build 4x4": lambda: tables.build(4, 4, progress=False).verify(),
        "tables.build 3x4": lambda: tables.build(3, 4, progress=False).verify(),
        "tables.patterns": lambda: tables.patterns(4, 4).size,
        "tables.move_table": lambda: tables.move_table("2x5", fresh=True).worst,
        "solution_graph 2x5": lambda: len(graphs.solution_graph("2x5").edges),
        "solution_graph": lambda: int(graphs.solution_graph("3x3").distances.max()),
        "explore 3x3": lambda: explore(3, 3).diameter,
        "explore 3x4": lambda: explore(3, 4, tiles=[1, 2, 3, 4, 5]).diameter,
        "explore 3x4 multi": lambda: explore(3, 4, tiles=[1, 2, 3, 4, 5], metric="multi").diameter,
        "explore 4x4": lambda: explore(4, 4, tiles=[1, 2, 3, 4, 5]).diameter,
        "explore 4x4 lean": lambda: explore(4, 4, tiles=[1, 2, 3, 4, 5], lean=True).diameter,
        "explore 4x4 symmetric": lambda: explore(4, 4, tiles=[1, 2, 5, 6, 11], symmetric=True).diameter,
        "explore by lists": lambda: explore(2, 5, algorithm="lists").diameter,
        "explore keep": lambda: explore(3, 3, keep=[8]).diameter,
        "search_size": lambda: search_size(4, 4, tiles=[1, 2, 3, 4, 5, 6]).states,
        "bounds": lambda: bounds.prove(recipe).value,
        "bounds.lower": lambda: bounds.lower(board3, timeout=None).bound,
        "LowerBound.check": lambda: len(bounds.lower(board3, timeout=None).check(timeout=None).verified),
        "bounds.find_hard": lambda: bounds.find_hard(3, 3, timeout=None, max_evaluations=50)[0].bound,
        "make_solvable": lambda: len(make_solvable(wide, swap="largest")),
        "hints": lambda: Solver(goal=goals.rows(4, 4), method="optimal").hint(board4),
        "theory.row_first": lambda: theory.row_first().worst,
        "theory.heuristic_means": lambda: len(theory.heuristic_means(batch)),
        "growth": lambda: int(growth.greedy_lengths([random_board(60, 60, seed=1)]).sum()),
        "tables.estimate": lambda: tables.estimate(board5),
        "twists.five_puzzle": lambda: str(twists.five_puzzle()),
        "datasets.BoardSet": lambda: len(datasets.BoardSet(random_boards(50_000, 3, 3, seed=1))),
        "arrays.linear_conflict": lambda: int(arrays.linear_conflict(many).sum()),
        "arrays.pattern_distance": lambda: int(arrays.pattern_distance(many).sum()),
        "arrays.unpack": lambda: int(arrays.unpack(arrays.pack(many)).sum()),
        "arrays.unrank": lambda: int(arrays.unrank(np.arange(100_000), (3, 3))[-1].sum()),
        "arrays.walking_distance": lambda: int(arrays.walking_distance([[0, *range(24, 0, -1)]])[0]),
        "traffic": lambda: len(traffic.measure(3, 3).levels),
        "datasets.write npz": lambda: dataset("set.npz"),
        "datasets.write folder": lambda: dataset("set"),
        "environments": environments,
        "random_boards": lambda: int(random_boards(1_000_000, 4, 4, seed=1)[-1].sum()),
        "Board of numbers": lambda: len(Board(numbers)),
        "Board of text": lambda: len(Board(" ".join(map(str, numbers)))),
        "Board of an array": lambda: len(Board(shuffled)),
        "Board of a turned array": lambda: len(Board(shuffled.T)),
        "Board of bytes turned round": lambda: len(Board(shuffled.astype(">i4"))),
        "Board of accents": lambda: refused_board(accents),
        "Board of one word": lambda: refused_board([word]),
        "Board as text": lambda: len(str(wide)),
        "Board as a line": lambda: len(wide.to_text()),
        "Board as a list": lambda: len(wide.to_list()),
        "Board as a tuple": lambda: len(wide.tiles),
        "Board as an array": lambda: int(wide.to_array().sum()),
        "Board moved": lambda: len(wide.move("D")),
        "Board moved far": lambda: len(goals.rows(4, 4).apply(letters)),
        "Board slid": lambda: len(goals.rows(4, 4).tiles_slid(letters)),
        "Board solvable": lambda: is_solvable(wide),
        "Board of a line": lambda: len(Board(wide, rows=2)),
        "Board.natural_goal": lambda: len(wide.natural_goal),
        "Board.manhattan": lambda: wide.manhattan(),
        "Board.inversions": lambda: wide.inversions(),
        "Board with large numbers": lambda: sparse.manhattan(sparse.natural_goal),
        "Solver of a large board": lambda: Solver(goal=wide).method,
        "solve a large board": lambda: len(solve(wide, method="greedy")),
        "copy of a stream": lambda: copy.copy(running).made,
        "board of a stream": lambda: len(running.board),
        "stream.take": lambda: len(copy.copy(walking).take(20_000_000)),
        "arrays.is_solvable": lambda: int(arrays.is_solvable(many).sum()),
        "arrays.manhattan": lambda: int(arrays.manhattan(many).sum()),
        "arrays.distance": lambda: int(arrays.distance(random_boards(1000, 3, 3, seed=1)).sum()),
        "arrays.first_moves": lambda: int(arrays.first_moves(random_boards(1000, 3, 3, seed=1)).sum()),
        "arrays.rank": lambda: int(arrays.rank(random_boards(1000, 3, 3, seed=1)).sum()),
        "arrays.pack": lambda: int(arrays.pack(many)[0]),
        "twists": lambda: len(twists.tabulation().rows),
    }


def mapped() -> int:
    """Bytes of address space that this process has."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def answer(job: Callable[[], object], limit: int | None) -> str:
    """What a job gives, as text, or `refused` if there is not enough memory for it."""
    if limit is not None:
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    try:
        return json.dumps(job())
    except MemoryError:
        return "refused"
    except BaseException as error:
        return f"failed with {type(error).__name__}: {error}"


def ending(job: Callable[[], object], limit: int | None) -> str:
    """The answer of a child that does a job, or how it died."""
    receiving, sending = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(receiving)
        signal.alarm(SECONDS)
        os.write(sending, answer(job, limit).encode())
        os._exit(0)
    os.close(sending)
    with os.fdopen(receiving, "rb") as file:
        said = file.read().decode(errors="replace")
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return said if code == 0 else f"died with {code} {said}"


def main(which: str, *megabytes: str) -> None:
    """Do the jobs, and print how each ended."""
    chosen = {name: job for name, job in jobs().items() if which == "all" or name in which.split("|")}
    if which == "quick":
        chosen = {name: job for name, job in jobs().items() if name in QUICK}
    base = mapped()
    for name, job in chosen.items():
        got = {more: ending(job, base + int(float(more) * MEGABYTE)) for more in megabytes}
        answers = set(got.values()) - {"refused"}
        expected = ending(job, None) if answers else ""
        for more, ended in got.items():
            is_right = ended == expected and not ended.startswith(("died", "failed"))
            print(json.dumps([name, float(more), "ok" if is_right else ended]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
