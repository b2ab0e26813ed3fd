"""What a search gives: to print, draw, turn into arrays, save and load."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from puzzle15 import FileError, Layers, Position, UnsupportedError, explore


@pytest.fixture(scope="module")
def pattern() -> Layers:
    return explore(3, 3, removed=[2], tiles=[1, 4], sources={8: 2, 7: 1})


def test_it_prints_as_a_table(pattern: Layers) -> None:
    text = str(explore(2, 2))
    assert text.startswith(
        "2×2, blank at home in cell 4, single-tile moves\n\ndepth  states\n    0       1\n"
    )
    assert "12 states, diameter 6, mean 3.0000; " in text
    assert text.endswith("maxima by first cell of the blank:\n6 5\n5 4")
    assert str(pattern).startswith(
        "3×3 without cell 3, tiles 1, 4 told apart, blank at home in cells 9 (depth 2), 8 (depth 1), single"
    )
    assert "·" in pattern.maxima_text()
    assert repr(explore(3, 3)) == "<Layers of 3×3: 181,440 states, diameter 31, mean 21.9724>"


def test_the_picture_is_sound(pattern: Layers) -> None:
    for layers in [explore(3, 3), pattern]:
        root = ElementTree.fromstring(layers.svg())
        bars = root.findall(".//{*}rect")
        assert len(bars) == len(layers.counts)
        heights = [float(bar.attrib["height"]) for bar in bars]
        assert heights.index(max(heights)) == layers.counts.index(max(layers.counts))
        ElementTree.fromstring(layers._repr_html_())


def test_arrays(pattern: Layers) -> None:
    arrays = pattern.arrays()
    assert arrays.counts.tolist() == list(pattern.counts)
    assert arrays.by_cell.shape == (len(pattern.counts), 3, 3)
    assert np.array_equal(arrays.by_cell.sum(axis=(1, 2)), arrays.counts)
    assert arrays.maxima[0, 2] == -1
    assert arrays.maxima.max() == pattern.diameter


def test_antipodes(pattern: Layers) -> None:
    deepest = pattern.antipodes()
    assert len(deepest) == pattern.counts[-1]
    first = deepest[0]
    assert isinstance(first, Position)
    assert first.rows[0][2] == "#"
    assert sorted(tile for row in first.rows for tile in row if isinstance(tile, int)) == [0, 1, 4]
    assert str(first).count("·") == 5
    # Nowhere is far from anywhere if the blank is all there is.
    assert len(explore(6, 6, tiles=[], blank=35).antipodes()) == 1


def test_too_many_antipodes_to_list(pattern: Layers) -> None:
    with pytest.raises(UnsupportedError, match="too many to have been listed"):
        replace(pattern, deepest=None).antipodes()


def test_saved_and_loaded(pattern: Layers, tmp_path: Path) -> None:
    path = tmp_path / "layers.json"
    for layers in [explore(2, 3), pattern, explore(2, 3, metric="multi")]:
        layers.save(path)
        again = Layers.load(path)
        assert again == layers
        assert (again.seconds, again.bytes_used, again.antipodes()) == (
            layers.seconds,
            layers.bytes_used,
            layers.antipodes(),
        )
    assert [file.name for file in tmp_path.iterdir()] == ["layers.json"]
    assert pickle.loads(pickle.dumps(pattern)) == pattern


def test_damaged_files(pattern: Layers, tmp_path: Path) -> None:
    path = tmp_path / "layers.json"
    pattern.save(path)
    data = json.loads(path.read_text())
    data["by_cell"][3][4] += 1
    for change, reason in [
        (json.dumps(data), "checksum is wrong"),
        (json.dumps({**data, "version": 9}), "its version is 9, expected 1"),
        (json.dumps([1]), "does not hold layers"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
    ]:
        path.write_text(change)
        with pytest.raises(FileError, match=reason):
            Layers.load(path)
    places: list[Path | str] = [tmp_path / "no such folder" / "layers.json", path / "layers.json", "", "a\0b"]
    for place in [*places, tmp_path]:
        with pytest.raises(FileError, match="cannot write"):
            pattern.save(place)
    assert [file.name for file in tmp_path.iterdir()] == ["layers.json"]
