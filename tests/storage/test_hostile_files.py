"""Damaged, forged and mixed-up files of every kind end in a clear error, or in the right answer."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import warnings
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from puzzle15 import FileError, MemoryBudgetError, Solver, tables
from puzzle15.errors import CacheWarning, PuzzleError
from tests.storage.hostile import Kind, copied, damage, kinds
from tests.support.shared_tables import cache_in
from tests.support.soak import Note, times

MAKER = """
from puzzle15 import random_board, solve
for metric in ("single", "multi"):
    solve(random_board(3, 4, seed=1), method="optimal", metric=metric)
"""
CASES = times(350)
# One case in so many is of a kind whose files have many megabytes.
HEAVY = 40


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> list[Kind]:
    folder = tmp_path_factory.mktemp("sound")
    # In another process: this one may have had these tables in memory before.
    environment = {**os.environ, "PUZZLE15_CACHE": str(folder)}
    subprocess.run([sys.executable, "-c", MAKER], env=environment, check=True)
    with cache_in(folder):
        return kinds(folder)


def chosen(dice: random.Random, sound: list[Kind]) -> Kind:
    heavy = dice.randrange(HEAVY) == 0
    return dice.choice([kind for kind in sound if kind.heavy == heavy])


def outcome(kind: Kind, path: Path) -> tuple[str, Any]:
    """What reading a file comes to; anything but an error of ours fails the test."""
    with warnings.catch_warnings():
        # Of a table that cannot be used, a search says so and uses others.
        warnings.simplefilter("error", CacheWarning)
        try:
            return "read", kind.read(path)
        except (FileError, MemoryBudgetError, CacheWarning) as error:
            text = error.facts if isinstance(error, PuzzleError) else str(error)
            assert "\x00" not in text
            return "refused", text


@pytest.mark.soak
def test_damaged_files_are_refused_or_read_as_they_were(
    sound: list[Kind], tmp_path: Path, note: Note
) -> None:
    dice = random.Random(1)
    counts: Counter[str] = Counter()
    with cache_in(tmp_path):
        for number in range(CASES):
            kind = chosen(dice, sound)
            path = copied(kind.path, tmp_path)
            damage(dice, path)
            how, found = outcome(kind, path)
            assert how == "refused" or found == kind.answer, f"case {number}, {kind}"
            counts[how] += 1
    assert sum(counts.values()) == CASES
    note("damaged files", f"{CASES} of {len(sound)} kinds, {dict(counts)}, nothing else")


@pytest.mark.soak
def test_forged_files_are_refused_or_make_sense(sound: list[Kind], tmp_path: Path, note: Note) -> None:
    """With right checksums nobody can tell a changed number from another, but nothing else may happen."""
    dice = random.Random(2)
    counts: Counter[str] = Counter()
    with cache_in(tmp_path):
        for _ in range(CASES):
            kind = chosen(dice, sound)
            path = copied(kind.path, tmp_path)
            kind.forge(dice, path)
            counts[outcome(kind, path)[0]] += 1
    assert sum(counts.values()) == CASES
    note("forged files", f"{CASES} of {len(sound)} kinds, {dict(counts)}, nothing else")


@pytest.mark.soak
def test_files_of_another_kind_are_refused(sound: list[Kind], tmp_path: Path) -> None:
    with cache_in(tmp_path):
        for kind in sound:
            for other in sound:
                if kind.path == other.path or kind.path.is_dir() or other.path.is_dir():
                    continue
                path = tmp_path / kind.path.name
                path.write_bytes(other.path.read_bytes()[: 1 << 20])
                assert outcome(kind, path)[0] == "refused", f"{other.name} as {kind.name}"


@pytest.mark.soak
@pytest.mark.parametrize("name", ["moves", "slides", "patterns"])
def test_usual_tables_are_known_by_their_checksums(name: str, sound: list[Kind], tmp_path: Path) -> None:
    kind = next(kind for kind in sound if kind.name.endswith(name))
    path = copied(kind.path, tmp_path)
    assert tables.TableFile(path, path.stat().st_size).fault() is None
    data = bytearray(path.read_bytes()[:-4])
    data[-1] ^= 1
    path.write_bytes(bytes(data) + zlib.crc32(data).to_bytes(4, "little"))
    assert "not the table that its name says" in str(tables.TableFile(path, path.stat().st_size).fault())


# Solves boards with forged tables: each solution leads to the goal, or there is an error of ours.
SOLVER = """
import sys, warnings
from puzzle15 import FileError, solve
from puzzle15.generate import random_board
goal, counts = sys.argv[1], {"solved": 0, "refused": 0}
for seed in range(int(sys.argv[2])):
    board = random_board(goal=goal, seed=seed)
    try:
        solution = solve(board, method="optimal", goal=goal, timeout=5, tables="auto")
        assert solution.verify()
        counts["solved"] += 1
    except FileError as error:
        assert "a table is wrong" in str(error), error
        counts["refused"] += 1
print(counts)
"""


@pytest.mark.soak
def test_searches_with_forged_tables_find_solutions_or_say_so(tmp_path: Path, note: Note) -> None:
    """The checksum of a table for an unusual goal is not known, so anything may be in it."""
    dice = random.Random(3)
    said = []
    goal = "1 2 3 4 5 6 7/8 9 10 0 11 12 13"
    with cache_in(tmp_path):
        Solver(goal=goal, method="optimal", tables="large").prepare()
        [file] = tables.files()
    sound = file.path.read_bytes()
    for noise in (4096, 1):
        data = bytearray(sound[:-4])
        # After the head, a quarter of all bytes are noise, or one in 16384.
        for begin in range(8192, len(data) - noise, 16384):
            data[begin : begin + noise] = dice.randbytes(noise)
        file.path.write_bytes(bytes(data) + zlib.crc32(data).to_bytes(4, "little"))
        assert file.verify(), "nobody can tell"
        environment = {**os.environ, "PUZZLE15_CACHE": str(tmp_path)}
        command = [sys.executable, "-c", SOLVER, goal, str(times(20))]
        done = subprocess.run(
            command, env=environment, capture_output=True, encoding="utf-8", timeout=times(300)
        )
        assert done.returncode == 0, done.stderr
        said.append(f"{noise} of 16384 bytes noise: {done.stdout.strip()}")
    note("searches with forged tables", "; ".join(said))
