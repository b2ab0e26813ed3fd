"""The command line: how long `--help` takes beside an empty program, and a hundred thousand boards."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = {
    "python -c pass": ["-c", "pass"],
    "import puzzle15": ["-c", "import puzzle15"],
    "puzzle15 --help": ["-m", "puzzle15", "--help"],
    "puzzle15 solve, one board": ["-m", "puzzle15", "solve", "8 6 7/2 5 4/3 0 1"],
}
BOARDS = 100_000


@pytest.mark.parametrize("name", PROGRAMS)
def bench_start(benchmark: Any, name: str) -> None:
    """The whole process, from the start of Python to its end."""
    command = [sys.executable, *PROGRAMS[name]]
    ran = benchmark.pedantic(
        subprocess.run, (command,), {"capture_output": True, "check": True}, rounds=10, warmup_rounds=1
    )
    assert ran.returncode == 0


@pytest.mark.parametrize("output", ["--csv", "--moves", "--json"])
def bench_solve(benchmark: Any, output: str, tmp_path: Path) -> None:
    """Random 15-puzzles from a file, solved and written."""
    boards = tmp_path / "boards.txt"
    command = [sys.executable, "-m", "puzzle15", "random", "-n", str(BOARDS), "--seed", "1"]
    boards.write_bytes(subprocess.run(command, capture_output=True, check=True).stdout)
    solve = [sys.executable, "-m", "puzzle15", "solve", output, "--file", str(boards)]
    ran = benchmark.pedantic(subprocess.run, (solve,), {"capture_output": True, "check": True}, rounds=2)
    assert len(ran.stdout.splitlines()) == BOARDS + (output == "--csv")
