"""Bad input costs at most ten times its size in memory, and its error stays short.

Each case has a process of its own, which makes some megabytes of input, hands it over, and says how far its
peak rose. The longer the soaks take, the larger it is, up to 32 MB of each.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.soak import TIMES, Note

_SIZE = 4_000_000

# Longest text of an error, whatever was given.
_LETTERS = 6000

_PROGRAM = """
import contextlib, io, sys
import numpy as np
from puzzle15 import Board, PuzzleError, Solution, solve_many
from puzzle15.cli import main

def peak():
    try:
        lines = open("/proc/self/status").readlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) * 1024
    except FileNotFoundError:
        import resource
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

def repeated(part):
    return part * (size // len(part))

def command(data):
    # As `puzzle15 check < data` would.
    sys.stdin = io.TextIOWrapper(io.BytesIO(data))
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
        code = main(["check"])
    if code:
        raise PuzzleError(said.getvalue())

size = {size}
for warm in ("1 2/3 3", "1 2/3 0"):  # Everything is imported.
    with contextlib.suppress(PuzzleError):
        command(warm.encode())
    with contextlib.suppress(PuzzleError):
        solve_many(np.zeros((1, 4), int))
given = {given}
before = peak()
try:
    {use}
    letters = -1
except PuzzleError as error:
    letters = len(str(error)) + sum(map(len, getattr(error, "reasons", ())))
print(peak() - before, letters)
"""

_QUICK = {
    "text": ('repeated("1 2 3 ")', "Board(given)"),
    "standard input": ('repeated(b"1 2 3 ")', "command(given)"),
    "bytes": ("np.full(size, -1, np.int8)", "Board(given)"),
}

_MORE = {
    "moves": ('"LR" * (size // 2) + "R"', 'Solution.from_moves("1 2/3 0", given)'),
    "numbers": ('repeated("1,2,")', "Board(given)"),
    "cells that are none": ('repeated("x ")', "Board(given)"),
    "rows": ('repeated("1/")', "Board(given)"),
    "bad rows": ('repeated("x\\n")', "Board(given)"),
    "one word": ('"x" * size', "Board(given)"),
    "bars": ('"|" * size', "Board(given)"),
    "large numbers": ('repeated("4294967294 ")', "Board(given)"),
    "other letters": ('repeated("é ")', "Board(given)"),
    "list": ('["x"] * (size // 8)', "Board(given)"),
    "one row": ("[[None] * (size // 8)]", "Board(given)"),
    "column": ("np.ones((size, 1), np.uint8)", "Board(given)"),
    "slice": ("np.ones(2 * size, np.uint8)[::2]", "Board(given)"),
    "byte order": ('np.full(size // 4, 7, ">i4")', "Board(given)"),
    "dimensions": ("np.ones((size // 4, 2, 2), np.uint8)", "Board(given)"),
    "bad moves": ('"X" * size', 'Solution.from_moves("1 2/3 0", given)'),
    "moves elsewhere": ('"LR" * (size // 2 - 1) + "L"', 'Solution.from_moves("1 2/3 0", given)'),
    "name of a goal": ('"x" * size', "solve_many([[1, 2, 3, 0]], goal=given)"),
    "many boards": ("np.full((size // 4, 4), -1, np.int8)", "solve_many(given)"),
    "many texts": ('["x"] * (size // 8)', "solve_many(given)"),
    "lines": ('repeated(b"1 2 3\\n")', "command(given)"),
    "carriage returns": ('repeated(b"1 2\\r")', "command(given)"),
    "only carriage returns": ('b"\\r" * size + b"x"', "command(given)"),
    "many lines": ('repeated(b"x y\\n\\n")', "command(given)"),
    "CSV": ('b"board\\n" + repeated(b"1 2 3 ")', "command(given)"),
    "CSV cells": ('b"board\\n" + repeated(b"ab,")', "command(given)"),
    "CSV names": ('repeated(b"board,ab,") + b"\\nx"', "command(given)"),
    "CSV commas": ("b'board\\nx,\"\"' + repeated(b',') + b'\"'", "command(given)"),
    "open quote": ("b'board\\n\"' + repeated(b'1 2 3\\n')", "command(given)"),
    "JSON numbers": ('repeated(b"[1,")', "command(given)"),
    "JSON objects": ("b'[' + repeated(b'{\"a\":1},') + b'{}]'", "command(given)"),
    "JSON lists": ("b'[' + repeated(b'[],') + b'{}]'", "command(given)"),
    "JSON value": ("b'{\"a\":[' + repeated(b'{\"a\":257},') + b'1]}'", "command(given)"),
    "JSON lines": ('repeated(b"[[[[[[[\\n")', "command(given)"),
}

_CASES = _QUICK | _MORE


def _measure(case: str, size: int, folder: Path, note: Note) -> None:
    given, use = _CASES[case]
    program = _PROGRAM.replace("{size}", str(size)).replace("{given}", given).replace("{use}", use)
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=300, cwd=folder
    )
    assert not ran.stderr, ran.stderr
    grown, letters = map(int, ran.stdout.split())
    note(f"memory for bad input, {case}", f"{grown / size:.2f} times {size} bytes, {letters} letters")
    assert 0 < letters <= _LETTERS
    assert grown <= 10 * size


@pytest.mark.skipif(sys.platform == "win32", reason="no peak can be measured")
@pytest.mark.parametrize("case", _QUICK)
def test_bad_input_costs_a_few_times_its_size(case: str, tmp_path: Path, note: Note) -> None:
    _measure(case, 2 * _SIZE, tmp_path, note)


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="no peak can be measured")
@pytest.mark.parametrize("case", _MORE)
def test_other_bad_input_costs_a_few_times_its_size(case: str, tmp_path: Path, note: Note) -> None:
    _measure(case, int(_SIZE * min(max(1, TIMES), 8)), tmp_path, note)
