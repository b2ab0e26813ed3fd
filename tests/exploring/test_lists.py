"""The search of Karlemo and Östergård beside ours."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from puzzle15 import Level, MemoryBudgetError, UnsupportedError, explore, reference
from tests.support.interrupts import interrupted

TABLE_1 = Path(__file__).parents[1] / "data" / "table_1.csv"


def printed(size: str) -> list[int]:
    with TABLE_1.open() as file:
        return [int(row[size]) for row in csv.DictReader(file) if row[size]]


@pytest.mark.parametrize("size", ["2x2", "2x3", "3x3", "2x4"])
def test_the_twin_finds_table_1(size: str) -> None:
    """And makes one move fewer than a board has neighbours, but for the goal: at most three of four."""
    rows, cols = map(int, size.split("x"))
    counts, tried = reference.list_search(rows, cols)
    assert counts == printed(size)
    states, cells = sum(counts), rows * cols
    neighbours = 2 * (rows * (cols - 1) + cols * (rows - 1)) * states // cells
    assert tried == neighbours - states + 1 <= 3 * states


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5)])
def test_lists_find_what_bits_find(rows: int, cols: int) -> None:
    for blank in range(rows * cols):
        layers = explore(rows, cols, blank=blank, algorithm="lists")
        assert layers == explore(rows, cols, blank=blank)
        assert (layers.threads, layers.lean) == (1, False)
    assert explore(rows, cols, goal="snake", algorithm="lists") == explore(rows, cols, goal="snake")


def test_memory_is_kept_to() -> None:
    """A main table that does not fit is refused at once, and lists as soon as they do not."""
    needed = explore(2, 5, algorithm="lists").bytes_used
    assert explore(2, 5, algorithm="lists", memory=needed).bytes_used == needed
    for memory, depth in [(needed - 1, 20), (100_000, -1)]:
        levels: list[Level] = []
        with pytest.raises(MemoryBudgetError, match=r"the lists .* may use .*; use algorithm='bits'"):
            explore(2, 5, algorithm="lists", memory=memory, progress=levels.append)
        assert (levels[-1].depth if levels else -1) >= depth
    with pytest.raises(MemoryBudgetError, match="the main table"):
        explore(2, 7, algorithm="lists", memory=10**9)


def test_progress_and_ctrl_c() -> None:
    levels: list[Level] = []
    layers = explore(2, 4, algorithm="lists", progress=levels.append)
    assert [level.states for level in levels] == list(layers.counts)
    assert levels[-1] == Level(36, 1, 20_160, 20_160)
    with interrupted():
        explore(3, 4, algorithm="lists")


@pytest.mark.parametrize(
    ("search", "got"),
    [
        ({"tiles": [1, 2]}, "tiles that are alike"),
        ({"removed": [0]}, "cells taken off the board"),
        ({"sources": {8: 1}}, "several sources, or one with a depth"),
        ({"keep": [1]}, "tiles to keep"),
        ({"metric": "multi"}, "multi-tile moves"),
        ({"lean": True}, "lean=True"),
        ({"checkpoint": "file"}, "a checkpoint"),
    ],
)
def test_what_the_paper_does_not_cover_is_refused(search: dict[str, Any], got: str) -> None:
    with pytest.raises(UnsupportedError, match=f"a full board .*; got {got}; use algorithm='bits'"):
        explore(3, 3, algorithm="lists", **search)


def test_another_name_is_refused() -> None:
    with pytest.raises(ValueError, match="'heap'"):
        explore(3, 3, algorithm="heap")  # type: ignore[arg-type]
