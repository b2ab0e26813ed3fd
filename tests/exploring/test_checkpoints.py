"""Checkpoints: a search that is killed at any moment goes on and ends with the same counts."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from puzzle15 import FileError, Level, UnsupportedError, explore
from tests.support.soak import times

SEARCH = """
import sys
from puzzle15 import explore
explore(3, 4, checkpoint=sys.argv[1], every=0, lean={lean})
"""


@pytest.mark.soak
@pytest.mark.parametrize("lean", [False, True])
def test_killed_at_random_moments(tmp_path: Path, lean: bool) -> None:
    path = tmp_path / "search"
    chance = random.Random(15)
    for _ in range(times(5)):
        search = subprocess.Popen([sys.executable, "-c", SEARCH.format(lean=lean), str(path)])
        while not path.exists() and search.poll() is None:
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 1))
        search.kill()
        search.wait()
    depths: list[int] = []
    layers = explore(3, 4, checkpoint=path, progress=lambda level: depths.append(level.depth))
    assert depths[0] > 0, "it goes on from the file"
    assert layers == explore(3, 4)


PUZZLES: list[dict[str, Any]] = [
    {"rows": 2, "cols": 4},
    {"rows": 2, "cols": 4, "metric": "multi"},
    {"rows": 3, "cols": 3, "tiles": [1, 2, 3, 4], "sources": {8: 0, 7: 4, 5: 9, 6: 1}},
    {"rows": 4, "cols": 4, "tiles": [1, 2, 3], "removed": [5], "blank": 15},
]


class StoppedError(Exception):
    """Raised by a test to stop a search."""


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
def test_stopped_after_every_level(tmp_path: Path, puzzle: dict[str, Any]) -> None:
    """Each try goes on from the file for one level; the deepest states are the same too."""
    path = tmp_path / "search"
    whole = explore(**puzzle)

    def stop_at(depth: int) -> Callable[[Level], None]:
        def check(level: Level) -> None:
            if level.depth == depth:
                raise StoppedError

        return check

    for depth in range(1, whole.diameter + 1):
        with pytest.raises(StoppedError):
            explore(**puzzle, checkpoint=path, every=0, progress=stop_at(depth), threads=1 + depth % 2)
    depths: list[int] = []
    assert explore(**puzzle, checkpoint=path, progress=lambda level: depths.append(level.depth)) == whole
    assert depths == [whole.diameter]


def test_how_often_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "search"

    def written(every: float | None) -> list[int]:
        """The levels after which there is another file; the last one is what the search leaves."""
        path.unlink(missing_ok=True)
        files = [b""]

        def look(level: Level) -> None:
            files.append(path.read_bytes())

        assert explore(3, 3, checkpoint=path, every=every, progress=look) == whole
        files.append(path.read_bytes())
        return [depth for depth, pair in enumerate(pairwise(files)) if pair[0] != pair[1]]

    whole = explore(3, 3)
    always = written(0)
    assert always == list(range(whole.diameter + 1))
    assert written(1e9) == [0, whole.diameter + 1], "the first, and in the end"
    assert 0 in written(None)
    depths: list[int] = []
    assert explore(3, 3, checkpoint=path, progress=lambda level: depths.append(level.depth)) == whole
    assert depths == [whole.diameter], "it is complete"
    for every, error in ((-1, UnsupportedError), ("soon", TypeError), (True, TypeError)):
        with pytest.raises(error, match="every is a number of seconds"):
            explore(2, 2, every=every)  # type: ignore[arg-type]


def damaged(data: bytes) -> dict[str, bytes]:
    flipped = bytearray(data)
    flipped[len(data) // 2] ^= 4
    version = bytearray(data)
    version[16] = 77
    kind = bytearray(data)
    kind[8:14] = b"moves\0"
    return {
        "checksum is wrong": bytes(flipped),
        "it is damaged: it ends too early": data[:-5],
        "ends too early": data[:10],
        "longer than it should be": data + b"x",
        "not a file of this package": b"0" * len(data),
        "version is 77, expected 2": bytes(version),
        "it holds 'moves', expected 'search'": bytes(kind),
    }


def test_damaged_and_foreign_files(tmp_path: Path) -> None:
    path = tmp_path / "search"
    explore(2, 3, checkpoint=path)
    sound = path.read_bytes()
    for reason, data in damaged(sound).items():
        path.write_bytes(data)
        with pytest.raises(FileError, match=reason):
            explore(2, 3, checkpoint=path)
        assert path.read_bytes() == data, "what is refused is not touched"
    path.write_bytes(sound)
    others: list[dict[str, Any]] = [
        {"blank": 0},
        {"metric": "multi"},
        {"tiles": [1, 2]},
        {"sources": {5: 1}},
        {"removed": [0]},
    ]
    for other in others:
        with pytest.raises(FileError, match="belongs to another search"):
            explore(2, 3, checkpoint=path, **other)
    assert explore(2, 3, checkpoint=path) == explore(2, 3)


def test_a_checkpoint_of_another_search_is_named_in_words(tmp_path: Path) -> None:
    path = tmp_path / "search"
    explore(2, 3, checkpoint=path)
    with pytest.raises(FileError) as caught:
        explore(2, 3, tiles=[1], removed=[1], sources={5: 2}, metric="multi", checkpoint=path)
    assert caught.value.facts == (
        f"{path} cannot be used: it belongs to another search, of 2×3, all tiles told apart, single moves, "
        "from 1 2 3/4 5 0; this one is of 2×3 without cell 2, 1 tile told apart, moves of one or more tiles, "
        "from 1 # x/x x 0 at depth 2"
    )


def test_every_byte_matters(tmp_path: Path) -> None:
    path = tmp_path / "search"
    explore(2, 2, checkpoint=path)
    sound = path.read_bytes()
    for place in range(len(sound)):
        path.write_bytes(sound[:place] + bytes([sound[place] ^ 1]) + sound[place + 1 :])
        with pytest.raises(FileError):
            explore(2, 2, checkpoint=path)


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot write"):
        explore(2, 3, checkpoint=tmp_path / "no such folder" / "search")
    with pytest.raises(FileError, match=r"cannot (read|write)"):
        explore(2, 3, checkpoint=tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such device, and no pipe with a name")
def test_nobody_is_told_to_delete_a_device(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, kind in ((Path("/dev/null"), "device"), (tmp_path, "folder"), (pipe, "pipe")):
        with pytest.raises(FileError, match=f"it is a {kind}, not a regular file; name another file$"):
            explore(2, 3, checkpoint=path)
    damaged = tmp_path / "damaged"
    damaged.write_text("x")
    with pytest.raises(FileError, match=r"delete it, or name another file$"):
        explore(2, 3, checkpoint=damaged)
