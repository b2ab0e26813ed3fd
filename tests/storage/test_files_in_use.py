"""Files that are cut short, damaged or replaced by something else while they are in use, or before."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
import zlib
from pathlib import Path
from typing import Any

import pytest

from puzzle15 import Board, FileError, explore, goals, random_board, solve, tables
from puzzle15.errors import CacheWarning
from tests.support.commands import Command, run
from tests.support.shared_tables import cache_in

__all__ = ["run"]

# Solves a board with a table on disk, cuts all files short, and solves more boards.
CUT = """
import os, sys
from pathlib import Path
from puzzle15 import random_board, solve, tables
rows, cols = int(sys.argv[1]), int(sys.argv[2])
def length(seed):
    board = random_board(rows, cols, seed=seed)
    return len(solve(board, method="optimal", tables="auto").moves)
if (rows, cols) == (2, 7):
    tables.build(rows, cols, progress=False)
length(1)
files = [path for path in tables.cache_folder().iterdir() if path.suffix != ".lock"]
assert len(files) == 1
for path in files:
    os.truncate(path, 0)
print(sum(map(length, range(2, 9))))
"""


@pytest.mark.slow
@pytest.mark.parametrize("size", [(2, 7), (3, 4)])
def test_a_table_that_is_cut_short_kills_nobody(tmp_path: Path, size: tuple[int, int]) -> None:
    environment = {**os.environ, "PUZZLE15_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", CUT, *map(str, size)]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    boards = [random_board(*size, seed=seed) for seed in range(2, 9)]
    assert int(done.stdout) == sum(len(solve(board, method="optimal").moves) for board in boards)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
def test_a_link_in_the_cache_is_replaced_and_what_it_points_to_is_left_alone(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "2x7-blank13.patterns").symlink_to(victim)
    with cache_in(cache):
        file = tables.build(2, 7, progress=False)
    assert (file.path, file.path.is_symlink(), file.verify()) == (cache / "2x7-blank13.patterns", False, True)
    assert victim.read_text() == "precious"


# Reads a dataset, cuts its files short, and uses it.
DATASET = """
import os
from pathlib import Path
from puzzle15 import datasets
datasets.write("data", 5000, (2, 3), seed=1)
data = datasets.read("data")
total = int(data.boards.sum())
for path in Path("data").iterdir():
    os.truncate(path, 0)
assert int(data.boards.sum()) == total == 5000 * 15
"""


def test_a_dataset_that_is_cut_short_kills_nobody(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", DATASET], cwd=tmp_path, capture_output=True, encoding="utf-8"
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture(scope="module")
def patterns(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The large tables of 2×6."""
    with cache_in(tmp_path_factory.mktemp("patterns")):
        return tables.build(2, 6, progress=False).path.read_bytes()


def forged(data: bytes, at: int, value: bytes) -> bytes:
    """The same bytes with others from here on, and a right checksum."""
    body = data[:at] + value + data[at + len(value) : -4]
    return body + zlib.crc32(body).to_bytes(4, "little")


@pytest.mark.parametrize(
    ("at", "value", "says"),
    [
        (0, b"P", "it is not a file of this package"),
        (10, b"\0", r"it holds 'pa\x00terns', expected 'patterns'"),
        (8, b"\xff\n", r"it holds '\xff\ntterns', expected 'patterns'"),
        (16, b"\x02", "its version is 2, expected 1"),
        (20, b"\x03", "it is for 3×6 with the blank at home in cell 12"),
        (44, b"\x09", "it is damaged, or has other patterns than this version"),
        (160, b"\xff" * 8, "it is damaged"),
    ],
)
def test_verify_says_what_a_solver_says(
    run: Command, patterns: bytes, tmp_path: Path, at: int, value: bytes, says: str
) -> None:
    """Even of a head with odd bytes, and with a right checksum."""
    board = random_board(2, 6, seed=1)
    with cache_in(tmp_path):
        file = tables.TableFile(tmp_path / "2x6-blank11.patterns", len(patterns))
        for data in (forged(patterns, at, value), patterns[:at] + value + patterns[at + len(value) :]):
            file.path.write_bytes(data)
            assert not file.verify()
            tables.forget(2, 6)
            with warnings.catch_warnings(record=True) as warned:
                warnings.simplefilter("always")
                tables.estimate(board, tables="auto")
            assert [warning.category for warning in warned] == [CacheWarning]
            fault = file.fault()
            assert fault is not None
            assert str(warned[0].message).startswith(fault)
            assert says in fault
            assert tables.verify() == {file.name: False}
            ran = run("tables", "verify")
            assert ran.code == 1
            assert f"{fault}; puzzle15 tables remove {file.name}" in ran.err
        file.path.write_bytes(patterns)
        assert tables.verify() == {file.name: True}
        tables.forget(2, 6)


def test_pipes_in_place_of_tables_and_locks(tmp_path: Path, patterns: bytes) -> None:
    with cache_in(tmp_path):
        os.mkfifo(tmp_path / "2x6-blank11.patterns")
        os.mkfifo(tmp_path / "2x6-blank11.patterns.lock")
        with pytest.warns(CacheWarning, match="it is a pipe, not a regular file"):
            tables.estimate(random_board(2, 6, seed=1), tables="auto")
        tables.build(2, 6, progress=False)
        assert (tmp_path / "2x6-blank11.patterns").read_bytes() == patterns
        tables.forget(2, 6)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege, and pipes have no names")
@pytest.mark.parametrize("kind", ["pipe", "folder", "device", "link to nothing", "link to a table"])
def test_verify_says_what_lies_in_place_of_a_table(
    run: Command, tmp_path: Path, patterns: bytes, kind: str
) -> None:
    name = "2x6-blank11.patterns"
    path = tmp_path / name
    (tmp_path / "table").write_bytes(patterns)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to({"device": "/dev/null", "link to nothing": "nothing"}.get(kind, "table"))
    with cache_in(tmp_path):
        tables.forget(2, 6)
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            tables.estimate(random_board(2, 6, seed=1), tables="auto")
        tables.forget(2, 6)
        (file,) = tables.files()
        assert file.path == path
        if kind == "link to a table":
            assert (warned, file.fault(), file.size) == ([], None, len(patterns))
            return
        fault = file.fault()
        assert fault is not None
        assert (file.size, tables.verify()) == (0, {name: False})
        assert [str(warning.message).partition(";")[0] for warning in warned] == [fault]
        ran = run("tables", "verify")
        assert (ran.code, ran.out) == (1, f"{name}  damaged\n")
        assert fault in ran.err
        assert ("tables remove" in ran.err) is (kind != "folder")
        if kind == "folder":
            with pytest.raises(FileError, match="cannot be removed: it is a folder"):
                file.remove()
            return
        # What a link points to stays.
        assert run("tables", "remove", name).code == 0
        assert tables.files() == []
        assert (tmp_path / "table").exists()


def test_a_forged_database_is_an_error_and_not_a_panic(tmp_path: Path, patterns: bytes) -> None:
    with cache_in(tmp_path):
        half = len(patterns) // 2
        (tmp_path / "2x6-blank11.patterns").write_bytes(forged(patterns, half, b"\x55" * (half - 4)))
        tables.forget(2, 6)
        with pytest.raises(FileError, match="a table is wrong, though its checksum is right; remove the tab"):
            estimates(50)
        tables.forget(2, 6)


def estimates(count: int) -> list[Any]:
    """What the tables say of some boards."""
    return [tables.estimate(random_board(2, 6, seed=seed), tables="auto") for seed in range(count)]


@pytest.mark.parametrize("after", ["x", 5, [1], {"a": 1}])
def test_only_layers_can_be_gone_on_from(after: Any) -> None:
    with pytest.raises(TypeError, match="after is Layers, or a list of them, got"):
        explore(2, 3, after=after, tiles=[1])


def test_goals_are_for_boards() -> None:
    for goal in (None, "snake", "1 2/3 0"):
        with pytest.raises(TypeError, match="a goal is for a Board, got 5"):
            goals.resolve(goal, 5)  # type: ignore[arg-type]


def test_numbers_of_another_byte_order() -> None:
    import numpy as np

    board = np.array([[1, 2], [3, 0]], ">i4")
    assert Board(board) == Board("1 2/3 0")
    with pytest.raises(TypeError, match="a board is made from text, a sequence or an array, not <memory"):
        Board(memoryview(board))  # type: ignore[arg-type]
    assert solve(Board(board)).moves == ""
