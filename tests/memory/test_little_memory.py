"""With little memory everything ends with an answer or with a `MemoryError`; nothing ends the process."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import textwrap
from collections import Counter
from pathlib import Path

import pytest

import puzzle15
from tests.support.soak import Note, times

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux limits the address space like this"
)

ROOT = Path(__file__).parents[2]


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run Python in a new process, with a cache folder of its own."""
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PUZZLE15_CACHE": str(folder)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=times(900),
    )


def endings(which: str, megabytes: list[float], folder: Path) -> Counter[str]:
    """How all jobs ended, counted. All must have ended with an answer or with a `MemoryError`."""
    ended = run("-m", "tests.memory.starved", which, *map(str, megabytes), folder=folder)
    lines = [json.loads(line) for line in ended.stdout.splitlines()]
    wrong = [line for line in lines if line[2] not in ("ok", "refused")]
    assert not wrong, (wrong, ended.stderr)
    assert ended.returncode == 0, ended.stderr
    return Counter(line[2] for line in lines)


def test_with_little_memory_jobs_are_done_or_refused(tmp_path: Path) -> None:
    counts = endings("quick", [0, 6, 60], tmp_path)
    # Each of them is refused with the least memory, and most are done with the most.
    assert counts.total() == 27
    assert counts["refused"] >= 9
    assert counts["ok"] >= 3


@pytest.mark.soak
def test_every_job_with_every_memory(tmp_path: Path, note: Note) -> None:
    """From none up, small steps first, and up to a gigabyte by chance."""
    chance = random.Random(15)
    megabytes = [0.0, 8.0, 24.0, 90.0]
    megabytes += [round(2 ** chance.uniform(0, 10), 1) for _ in range(times(3) - 3)]
    counts = endings("all", megabytes, tmp_path)
    note("jobs with little memory", f"{counts.total()}, {dict(counts)}, nothing else")
    assert min(counts["ok"], counts["refused"]) > counts.total() / 5


def test_the_error_says_what_was_needed_and_what_was_free(tmp_path: Path) -> None:
    script = """
        import resource
        from puzzle15 import MemoryBudgetError, search_size, tables
        from pathlib import Path
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        limit = pages * resource.getpagesize() + 100_000_000
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        try:
            tables.build(4, 4, progress=False)
        except MemoryError as error:
            assert isinstance(error, MemoryBudgetError)
            assert error.needed > 300_000_000, error.needed
            # The limit leaves about 100 MB, whatever the machine has.
            assert 50_000_000 < error.budget < 100_000_000, error.budget
            print(error)
    """
    ended = run("-c", textwrap.dedent(script), folder=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert "making the tables for this size needs" in ended.stdout
    assert "are free" in ended.stdout


def test_a_process_recovers_when_there_is_memory_again(tmp_path: Path) -> None:
    script = """
        import resource
        from puzzle15 import random_board, solve
        pages = int(open("/proc/self/statm").read().split()[0])
        limit, none = pages * resource.getpagesize(), resource.RLIM_INFINITY
        board = random_board(4, 4, seed=1)
        refused = 0
        for _ in range(50):
            resource.setrlimit(resource.RLIMIT_AS, (limit, none))
            try:
                solve(board, method="optimal")
            except MemoryError:
                refused += 1
            resource.setrlimit(resource.RLIMIT_AS, (none, none))
        print(refused, len(solve(board, method="optimal")))
    """
    ended = run("-c", textwrap.dedent(script), folder=tmp_path)
    assert (
        ended.stdout == f"50 {len(puzzle15.solve(puzzle15.random_board(4, 4, seed=1), method='optimal'))}\n"
    ), ended.stderr


@pytest.mark.parametrize(
    "keep",
    [
        "kept.append(board.move(board.legal_moves[0]))",
        "kept.append(Board(text))",
        "kept.append(solve('10 1 15 14/11 7 4 9/2 0 3 6/12 13 5 8'))",
        "kept.append(stream(board))",
        "kept.extend(solve(board, method='greedy').boards())",
        "kept.append(random_board(2000, 2000, seed=1))",
    ],
)
@pytest.mark.parametrize("size", [4, 10, 20, 60])
def test_whatever_is_kept_until_memory_ends_is_no_abort(keep: str, size: int, tmp_path: Path) -> None:
    script = f"""
        import resource
        from puzzle15 import Board, random_board, solve, stream
        board, kept = random_board({size}, {size}, seed=1), []
        text = board.to_text()
        solve(board), solve(board, method="greedy")
        pages = int(open("/proc/self/statm").read().split()[0])
        limit, none = pages * resource.getpagesize() + 40_000_000, resource.RLIM_INFINITY
        for _ in range(2):
            resource.setrlimit(resource.RLIMIT_AS, (limit, none))
            try:
                while True:
                    {keep}
            except MemoryError:
                kept.clear()
            resource.setrlimit(resource.RLIMIT_AS, (none, none))
            # There is memory again.
            print(solve(board, method="greedy").verify())
    """
    ended = run("-c", textwrap.dedent(script), folder=tmp_path)
    assert ended.stdout == "True\n" * 2, ended.stderr


def test_a_time_limit_gives_what_is_there_when_memory_runs_out(tmp_path: Path) -> None:
    script = """
        import resource
        from pathlib import Path
        from puzzle15 import MemoryBudgetError, Solution, bounds, goals, random_board, solve
        goal = goals.rows(5, 5)
        hard = "0 24 23 22 21/20 19 18 17 16/15 14 13 12 11/10 9 8 7 6/5 4 3 2 1"
        wide = random_board(6, 6, seed=1)
        bounds.lower(random_board(3, 3, seed=1), timeout=1)
        moves = "LR" * 20_000_000
        def leave(megabytes):
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            limit = pages * resource.getpagesize() + megabytes * 1_000_000
            resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))
        for megabytes in (3, 20):
            leave(megabytes)
            try:
                Solution.from_moves(goal, moves)
            except MemoryBudgetError as error:
                assert error.needed > error.budget, error
        leave(80)
        print(len(solve(hard, timeout=1)) >= 140)
        for megabytes in (8, 20):
            leave(megabytes)
            print(bounds.lower(wide, timeout=1).bound >= wide.manhattan())
    """
    ended = run("-c", textwrap.dedent(script), folder=tmp_path)
    assert ended.stdout == "True\n" * 3, ended.stderr
