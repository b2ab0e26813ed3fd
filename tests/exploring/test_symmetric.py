"""Symmetric searches find what plain ones find, in half the memory."""

from __future__ import annotations

import zlib
from math import factorial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzle15 import FileError, Layers, MemoryBudgetError, UnsupportedError, explore, reference, search_size
from puzzle15.reference.symmetric import over
from puzzle15.typing import Metric

METRICS = st.sampled_from(["single", "multi"])


def both(**search: Any) -> tuple[Layers, Layers]:
    return explore(**search), explore(**search, symmetric=True)


@pytest.mark.parametrize("metric", ["single", "multi"])
@pytest.mark.parametrize(("side", "blank"), [(2, 0), (2, 3), (3, 0), (3, 4), (3, 8)])
def test_whole_puzzles(side: int, blank: int, metric: Metric) -> None:
    plain, symmetric = both(rows=side, cols=side, blank=blank, metric=metric)
    assert symmetric == plain
    counts, remembered = reference.symmetric_search(side, blank=blank, metric=metric)
    assert [list(level) for level in symmetric.by_cell] == counts
    assert symmetric.states == plain.states == factorial(side * side) // 2
    assert remembered <= plain.states * 0.6


@st.composite
def patterns(draw: st.DrawFn) -> dict[str, Any]:
    """Tiles and sources that are closed under the reflection, on squares."""
    side = draw(st.integers(2, 4))
    cells = range(side * side)
    orbits = sorted({tuple(sorted({cell, over(cell, side)})) for cell in cells})
    order = draw(st.permutations(orbits))
    most = {2: 3, 3: 5, 4: 3}[side]
    homes: list[int] = []
    for orbit in order[:-1]:
        if len(homes) + len(orbit) <= draw(st.integers(0, most)):
            homes.extend(orbit)
    free = [orbit for orbit in order if orbit[0] not in homes]
    starts = draw(st.lists(st.sampled_from(free), min_size=1, max_size=2, unique=True))
    sources = {cell: depth for orbit in starts for depth in [draw(st.integers(0, 5))] for cell in orbit}
    goal = [0 if cell == starts[0][0] else cell + 1 for cell in cells]
    tiles = [home + 1 for home in homes]
    return {"rows": side, "cols": side, "tiles": tiles, "sources": sources, "goal": goal}


@pytest.mark.filterwarnings("ignore::puzzle15.errors.IncompleteWarning")
@settings(max_examples=300, deadline=None)
@given(patterns(), METRICS, st.sampled_from([1, 2]), st.booleans())
def test_random_patterns(search: dict[str, Any], metric: Metric, threads: int, lean: bool) -> None:
    """Counts by depth and cell, and the deepest states."""
    plain = explore(**search, metric=metric)
    parities = {(sum(divmod(cell, search["cols"])) + depth) % 2 for cell, depth in search["sources"].items()}
    lean = lean and metric == "single" and len(parities) == 1
    assert explore(**search, metric=metric, threads=threads, lean=lean, symmetric=True) == plain


@pytest.mark.parametrize(
    ("side", "tiles", "blank"), [(3, [1, 2, 4, 5], 8), (4, [2, 5, 6], 15), (4, [1, 7, 10], 5)]
)
def test_patterns_against_the_twin(side: int, tiles: list[int], blank: int) -> None:
    homes = [tile - 1 for tile in tiles]
    for metric in ("single", "multi"):
        counts, _ = reference.symmetric_search(side, homes=homes, blank=blank, metric=metric)
        layers = explore(side, side, tiles=tiles, blank=blank, metric=metric, symmetric=True)
        assert [list(level) for level in layers.by_cell] == counts


@pytest.mark.parametrize("lean", [False, True])
def test_half_the_memory_of_58_million_states(lean: bool) -> None:
    search: dict[str, Any] = {"rows": 4, "cols": 4, "tiles": [1, 2, 3, 5, 6, 9], "lean": lean}
    plain, symmetric = both(**search)
    assert symmetric == plain
    assert symmetric.states == 57_657_600
    assert symmetric.bytes_used < plain.bytes_used * 0.55


def test_a_symmetric_search_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    file = tmp_path / "search"
    search: dict[str, Any] = {"rows": 4, "cols": 4, "tiles": [1, 2, 5, 6], "symmetric": True}

    def stop(level: Any) -> None:
        if level.depth == 30:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        explore(**search, checkpoint=file, every=0, progress=stop)
    levels: list[Any] = []
    resumed = explore(**search, checkpoint=file, progress=levels.append)
    assert levels[0].depth >= 29
    assert resumed == explore(4, 4, tiles=[1, 2, 5, 6])
    assert explore(**search, checkpoint=file, lean=True) == resumed
    with pytest.raises(Exception, match="mirror images"):
        explore(4, 4, tiles=[1, 2, 5, 6], checkpoint=file)


BALANCE = b", one of two mirror images by weighted balance"


def stopped(file: Path) -> tuple[bytes, bytes]:
    """The description and the rest of a checkpoint of a symmetric search that was stopped half-way."""

    def stop(level: Any) -> None:
        if level.depth == 12:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        explore(3, 3, tiles=[1, 2, 4, 5], symmetric=True, checkpoint=file, every=0, progress=stop)
    data = file.read_bytes()
    end = 28 + int.from_bytes(data[20:28], "little")
    return data[28:end], data[end:-4]


def test_a_checkpoint_says_which_mirror_image_it_has(tmp_path: Path) -> None:
    """If this fails because other images are stored now, describe them in other words, here and in the core.

    Otherwise the bits in older checkpoints would be read as those of other states.
    """
    description, rest = stopped(tmp_path / "search")
    assert description.endswith(b"from 1 2 x/3 4 x/x x 0" + BALANCE)
    assert zlib.crc32(rest) == 1871002476


@pytest.mark.parametrize("older", [b", one of two mirror images by balance", b", one of two mirror images"])
def test_a_checkpoint_with_other_mirror_images_is_refused(tmp_path: Path, older: bytes) -> None:
    """As in files of versions that stored others."""
    file = tmp_path / "search"
    description, rest = stopped(file)
    name = description.removesuffix(BALANCE) + older
    data = file.read_bytes()[:20] + len(name).to_bytes(8, "little") + name + rest
    file.write_bytes(data + zlib.crc32(data).to_bytes(4, "little"))
    with pytest.raises(FileError, match="belongs to another search"):
        explore(3, 3, tiles=[1, 2, 4, 5], symmetric=True, checkpoint=file)


@pytest.mark.parametrize("tiles", [[1, 6, 11], [1, 2, 5, 6], [2, 3, 5, 9, 11], [1, 2, 5, 6, 8, 14]])
@pytest.mark.parametrize("lean", [False, True])
def test_cell_by_cell_where_tiles_are_on_both_sides(tiles: list[int], lean: bool) -> None:
    """Rows of less than a word, of words and a rest, and of many words, read from either end."""
    plain, symmetric = both(rows=4, cols=4, tiles=tiles, lean=lean, blank=15)
    assert symmetric.by_cell == plain.by_cell
    assert symmetric == plain


def test_what_it_states_is_enough_and_one_byte_less_is_refused() -> None:
    search: dict[str, Any] = {"rows": 5, "cols": 5, "tiles": [1, 2, 6, 7, 13], "symmetric": True}
    least = search_size(**search).lean
    assert least is not None
    assert explore(**search, memory=least).bytes_used == least
    with pytest.raises(MemoryBudgetError):
        explore(**search, memory=least - 1)


def test_its_size_is_known_beforehand() -> None:
    search: dict[str, Any] = {"rows": 4, "cols": 4, "tiles": [1, 2, 5, 6, 11]}
    size, plain = search_size(**search, symmetric=True), search_size(**search)
    assert size.states == plain.states
    assert size.lean is not None
    assert explore(**search, symmetric=True).bytes_used == size.memory < plain.memory
    assert explore(**search, symmetric=True, memory=size.memory - 1).bytes_used == size.lean
    large = search_size(5, 5, tiles=[1, 2, 3, 6, 7, 8, 11, 12], symmetric=True)
    assert large.memory == pytest.approx(large.states / 8, rel=0.05)


@pytest.mark.parametrize(
    ("search", "message"),
    [
        ({"rows": 3, "cols": 4}, "needs a square board, got 3×4; leave out symmetric=True"),
        ({"removed": [0]}, "needs a full board, got one with cells taken off"),
        ({"blank": 5}, r"got cell 6 \(index 5\) and not cell 8 \(index 7\) at the same depth"),
        ({"tiles": [1], "sources": {5: 0, 7: 1}}, "sources that are mirror images of each other"),
        ({"tiles": [2]}, "got one at home in cell 2 and none in cell 4"),
        ({"sources": [0, 8]}, "one source if all tiles are told apart, got several"),
        ({"keep": [1]}, "no tiles to keep"),
        ({"algorithm": "lists"}, "got symmetric=True; use algorithm='bits'"),
    ],
)
def test_what_is_not_its_own_mirror_image_is_refused(search: dict[str, Any], message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        explore(**{"rows": 3, "cols": 3, "symmetric": True} | search)
