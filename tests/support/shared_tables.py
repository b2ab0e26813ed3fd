"""The large tables of the 15-puzzle, made by one process for all that run tests: they take 20 seconds."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from puzzle15 import tables
from tests.support import hermetic

NAME = "4x4-blank15.patterns"
PATIENCE = 300.0


@contextmanager
def large_tables() -> Iterator[Path]:
    """Search with the large tables of 4×4 inside the block; gives their folder, which nothing may change."""
    folder = Path(os.environ[hermetic.SHARED])
    with cache_in(folder):
        try:
            (folder / "claimed").mkdir(parents=True)
        except FileExistsError:
            wait_for(folder / NAME)
        else:
            tables.build(4, 4, progress=False)
        yield folder


def wait_for(file: Path) -> None:
    """Wait until another process has made a file; it is renamed when it is whole."""
    end = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < end, f"the process that makes {file} must have failed"
        time.sleep(0.1)


@contextmanager
def cache_in(folder: Path) -> Iterator[None]:
    """Keep tables in a folder inside the block; those of 3×3 to 4×4 in memory are let go before and after."""
    before = os.environ["PUZZLE15_CACHE"]
    os.environ["PUZZLE15_CACHE"] = str(folder)
    try:
        forget()
        yield
    finally:
        os.environ["PUZZLE15_CACHE"] = before
        forget()


def forget() -> None:
    """Let go of the pattern databases in memory, as if this process had just begun."""
    for rows, cols in [(3, 3), (3, 4), (4, 4)]:
        tables.forget(rows, cols)
