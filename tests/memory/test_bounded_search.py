"""`memory` bounds what a search takes beside its tables, and changes no length of a shortest solution."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from puzzle15 import Solver, UnsupportedError, goals, random_board, random_boards, solve, solve_many

HARD = "15 14 8 12/2 11 9 13/10 6 5 1/3 7 4 0"
MEGABYTE = 1 << 20

# The tables are made before, and so is everything that a search of another board makes.
SCRIPT = """
import json, sys
from pathlib import Path
from puzzle15 import Solver, goals

def resident(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))

board, options = json.loads(sys.argv[1])
goal = goals.rows(4, 4)
Solver(goal=goal, **{**options, "max_nodes": 1000, "memory": 2**20}).solve(goal.apply("UULLDDRR"))
solver = Solver(goal=goal, **options)
Path("/proc/self/clear_refs").write_text("5")
before = resident("VmRSS")
assert solver.solve(board).verify()
print(resident("VmHWM") - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak of memory like this")
@pytest.mark.parametrize(
    "options",
    [
        {"method": "optimal", "max_nodes": 4_000_000},
        {"method": "optimal", "max_nodes": 2_000_000, "threads": 2},
        {"method": "optimal", "max_nodes": 2_000_000, "threads": 3},
        {"method": "quick", "max_nodes": 2_000_000},
        {"method": "quick", "width": 20_000},
    ],
)
def test_a_search_stays_within_its_memory(options: dict[str, Any]) -> None:
    def peak(megabytes: int) -> int:
        asked = json.dumps([HARD, {**options, "memory": megabytes * MEGABYTE}])
        ended = subprocess.run(
            [sys.executable, "-c", SCRIPT, asked], capture_output=True, text=True, check=True
        )
        return int(ended.stdout)

    # Beside the search there are the stacks of threads, and whatever Python makes of the solution.
    assert peak(4) <= 6 * MEGABYTE
    assert peak(16) <= 18 * MEGABYTE
    assert peak(1000) >= 8 * MEGABYTE


def test_a_search_says_what_it_takes_at_most() -> None:
    goal = goals.rows(4, 4)
    stated = Solver(goal=goal, method="optimal").search_memory
    assert stated is not None
    # With small tables 500,000 boards are kept, and then a table of 4 MiB is filled; with large ones four
    # million, and a table of 64 MiB.
    assert 30 * MEGABYTE < stated < 50 * MEGABYTE
    large = Solver(goal=goal, method="optimal", tables="large").search_memory
    assert large is not None
    assert 300 * MEGABYTE < large < 500 * MEGABYTE
    narrow, wide = (Solver(goal=goal, width=width).search_memory for width in (100, 1000))
    assert narrow is not None
    assert wide is not None
    assert narrow < wide
    assert Solver(goal=goal, width=1000, memory=5 * MEGABYTE).search_memory == 5 * MEGABYTE
    assert Solver(goal=goal, prefer="turns").search_memory is None


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak of memory like this")
def test_a_search_takes_no_more_than_it_says() -> None:
    """While A* keeps boards, and when its memory is given back while a table is filled."""
    script = SCRIPT.replace(
        "assert solver.solve(board).verify()",
        """
from time import monotonic
begin = monotonic()
def stop(share):
    if resident("VmHWM") - before > solver.search_memory or monotonic() > begin + 20:
        raise KeyboardInterrupt
assert solver.solve(board, progress=stop, on_interrupt="best").verify()
""",
    )
    asked = json.dumps(["0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", {"method": "optimal"}])
    ended = subprocess.run([sys.executable, "-c", script, asked], capture_output=True, text=True, check=True)
    assert int(ended.stdout) <= (Solver(goal=goals.rows(4, 4), method="optimal").search_memory or 0)


@pytest.mark.parametrize("memory", [MEGABYTE, 10 * MEGABYTE])
def test_with_little_memory_solutions_are_as_short(memory: int) -> None:
    for seed in range(3):
        board = random_board(4, 4, seed=seed)
        found = solve(board, method="optimal", memory=memory)
        assert (len(found), found.optimal) == (len(solve(board, method="optimal")), True)
    boards = random_boards(4, seed=2)
    lengths = solve_many(boards, method="optimal").lengths
    assert solve_many(boards, method="optimal", memory=memory).lengths.tolist() == lengths.tolist()


def test_a_beam_that_is_too_wide_is_given_up() -> None:
    board = random_board(4, 4, seed=1)
    wide = solve(board, width=5000)
    cut = solve(board, width=5000, memory=MEGABYTE)
    assert cut.verify()
    assert len(cut) > len(wide)


def test_memory_is_an_option_of_searches() -> None:
    for options in ({"method": "optimal"}, {"timeout": 9}, {"max_nodes": 9}, {"weight": 2}, {"threads": 2}):
        solver = Solver(goal=goals.rows(4, 4), memory=5 * MEGABYTE, **options)
        assert (solver.method, solver.options.memory) == ("optimal", 5 * MEGABYTE)
        assert (solver.search_memory, Solver(goal=goals.rows(4, 4)).search_memory) == (5 * MEGABYTE, 0)
    assert Solver(goal=goals.rows(4, 4), memory=5 * MEGABYTE, width=9).method == "quick"
    # It alone does not make a search of hours out of a moment.
    with pytest.raises(UnsupportedError, match="memory is for the methods 'optimal' and 'quick', got 'auto'"):
        Solver(memory=5 * MEGABYTE)
    with pytest.raises(UnsupportedError, match="memory"):
        Solver(method="combined", memory=5 * MEGABYTE)
    with pytest.raises(UnsupportedError, match="memory"):
        Solver(memory=1000)


REFUSED = f"""
import resource
from pathlib import Path
from puzzle15 import Solver

Solver(method="optimal").solve("1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15")
mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
limit = mapped + 24_000_000
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
for options in ({{}}, {{"max_nodes": 3_000_000}}, {{"timeout": 0.3}}, {{"weight": 1.05}}):
    found = Solver(method="optimal", **options).solve({HARD!r})
    assert found.verify() and found.lower_bound <= 66 <= len(found) <= 90
    assert found.optimal or options
print("fine")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the address space like this")
def test_a_search_that_the_system_refuses_memory_goes_on_without() -> None:
    """As it does with `memory=`; here nobody has given a limit."""
    done = subprocess.run([sys.executable, "-c", REFUSED], capture_output=True, text=True, check=False)
    assert done.stdout == "fine\n", done.stderr
