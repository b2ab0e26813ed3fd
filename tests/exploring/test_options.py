"""The options of a search: memory, progress, what remains of another search, and what makes no sense."""

from __future__ import annotations

import pickle
import re
from math import factorial
from typing import Any

import pytest

from puzzle15 import (
    Board,
    IncompleteWarning,
    Layers,
    Level,
    MemoryBudgetError,
    UnsupportedError,
    distance,
    explore,
    search_size,
)
from puzzle15._support import progress
from tests.support.interrupts import interrupted


def test_memory_is_estimated_and_kept_to() -> None:
    size = search_size(3, 4)
    assert size.states == factorial(12) // 2
    assert size.lean is not None
    assert size.lean < size.memory < 64_000_000
    assert explore(3, 3, memory=search_size(3, 3).memory).lean is False
    assert explore(3, 3, memory=search_size(3, 3).memory - 1).lean is True
    with pytest.raises(
        MemoryBudgetError, match=r"or \d+ bytes .* if it is lean, and may use .*; use lean=True"
    ) as caught:
        explore(3, 4, memory=40_000_000, lean=False)
    assert (caught.value.needed, caught.value.budget) == (size.memory, 40_000_000)
    with pytest.raises(
        MemoryBudgetError, match=r"if it is lean, and may use .*; tell fewer tiles apart"
    ) as caught:
        explore(5, 5, tiles=range(1, 9), memory=10**9)
    assert isinstance(caught.value, MemoryError)
    assert search_size(3, 4, metric="multi").lean is None
    # A search that keeps tiles cannot be lean.
    with pytest.raises(MemoryBudgetError) as caught:
        explore(3, 4, memory=40_000_000, keep=[1])
    assert "lean" not in str(caught.value)


def test_progress() -> None:
    levels: list[Level] = []
    layers = explore(2, 4, progress=levels.append)
    assert [level.depth for level in levels] == list(range(37))
    assert tuple(level.states for level in levels) == layers.counts
    assert levels[-1].seen == levels[-1].total == layers.states

    def refuse(level: Level) -> None:
        if level.depth == 3:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        explore(2, 4, progress=refuse)


def test_a_bar_where_someone_watches(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "DELAY", 0)
    explore(2, 4, progress=True)
    shown = capsys.readouterr().err
    assert re.search(r"searching: +\d+%\|.*\| \[00:00, depth \d+, [\d,]+ states\]", shown)
    assert shown.endswith(" \r")
    explore(2, 4, progress=False)
    explore(2, 4)
    assert capsys.readouterr().err == ""


def test_ctrl_c() -> None:
    """It stops the search, and the next one works as if nothing had happened."""
    with interrupted():
        explore(5, 5, tiles=[1, 2, 3, 4, 5, 6])
    assert explore(2, 3).diameter == 21


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rows": 5, "cols": 5}, "at most 14 cells, got 25"),
        ({"tiles": range(1, 10)}, "the tiles of this board are 1 to 8, got 9"),
        ({"tiles": [1, 1]}, "a tile is named twice"),
        ({"tiles": [0]}, "the tiles of this board are 1 to 8, got 0"),
        ({"tiles": [1], "blank": 0}, "a tile told apart is at home there"),
        ({"blank": 9}, r"the blank's home is cell 10 \(index 9\), but the board has only cells 1 to 9"),
        ({"blank": 4, "sources": [3]}, "give one of blank, sources and after;"),
        ({"blank": 4, "goal": "rows"}, "leave out one of them"),
        ({"removed": [9]}, r"a cell to take off the board is cell 10 \(index 9\), but the board has"),
        ({"removed": [8], "blank": 8}, r"cell 9 \(index 8\) is taken off the board"),
        ({"removed": range(9)}, "no cell is left"),
        ({"removed": range(8)}, "at least two cells"),
        ({"removed": [3], "tiles": [4]}, r"cell 4 \(index 3\) is taken off the board and cannot be a home"),
        ({"sources": []}, "sources is empty"),
        ({"sources": [(1, -1)]}, r"0 to 10000, got -1 for cell 2 \(index 1\)"),
        ({"sources": {1: 10_001}}, r"0 to 10000, got 10001 for cell 2 \(index 1\)"),
        ({"sources": [(1, 10**30)]}, "0 to 10000"),
        ({"memory": -1}, "at least 0, got -1"),
        ({"threads": -(2**70)}, "threads is at least 1"),
        ({"rows": 3, "cols": 4, "sources": [11, 7]}, "parities differ"),
        ({"metric": "both"}, "choose 'single' or 'multi'"),
        ({"metric": "multi", "lean": True}, "a lean search needs single-tile moves"),
        ({"tiles": [1], "sources": [1, 2], "lean": True}, "a lean search needs"),
        ({"rows": 4, "cols": 4, "tiles": range(1, 10)}, "at most 8 tiles"),
        ({"rows": 8, "cols": 8, "tiles": [1]}, "at most 49 cells"),
        ({"rows": 2, "cols": 13, "tiles": [1]}, "at most 12 columns"),
        ({"rows": 10, "cols": 2, "tiles": [1], "metric": "multi"}, "at most 9 rows"),
        ({"threads": 0}, "threads is at least 1, got 0"),
        ({"keep": [1, 1]}, "two tiles are at home in cell 1"),
    ],
)
def test_what_makes_no_sense(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        explore(**({"rows": 3, "cols": 3} | arguments))  # type: ignore[arg-type]


def test_other_numbers() -> None:
    odd: list[tuple[dict[str, Any], str]] = [
        ({"removed": ["a"]}, "removed is a list of whole numbers"),
        ({"tiles": [1.5]}, "tiles is a list of whole numbers"),
        ({"tiles": 5}, "tiles is a list of whole numbers, got 5"),
        ({"memory": "64MB"}, "memory is a whole number, got '64MB'"),
        ({"threads": "all"}, "threads is a whole number, got 'all'"),
        ({"sources": 8}, "sources is a list of cells"),
        ({"keep": 5}, "keep is a list of whole numbers, got 5"),
        ({"lean": 1}, "lean is True or False, or None .*; got 1"),
        ({"symmetric": 1}, "symmetric is True or False; got 1"),
        ({"algorithm": None}, "algorithm is a string"),
    ]
    for arguments, message in odd:
        with pytest.raises(TypeError, match=message):
            explore(3, 3, **arguments)
    for sources in [[(1, 2, 3)], [(1,)], [(1, "2")], [((1, 2), 3)]]:
        with pytest.raises(TypeError, match="a pair of a cell and a depth"):
            explore(3, 3, tiles=[1], sources=sources)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="progress is a function"):
        explore(3, 3, progress=5)  # type: ignore[arg-type]
    assert explore(2, 2, memory=2**70, threads=2**70).threads == 256
    with pytest.raises(TypeError, match="the blank's home is a whole number, got True"):
        explore(3, 3, blank=True)
    assert explore(2, 2, sources={3: 10_000}).diameter == 10_006
    with pytest.raises(UnsupportedError, match="up to 12 cells, this one is 4×4"):
        distance(Board([*range(1, 16), 0]))


def test_sizes_are_estimated_however_large() -> None:
    """Never less than the bits, and for what fits hardly more."""
    for arguments, bits in [
        ({"rows": 3, "cols": 4}, 2),
        ({"rows": 3, "cols": 4, "metric": "multi"}, 3),
        ({"rows": 4, "cols": 4, "tiles": range(1, 8)}, 2),
        ({"rows": 4, "cols": 4, "tiles": [1, 2, 3, 4, 5, 6], "sources": [8, 9]}, 3),
    ]:
        size = search_size(**arguments)  # type: ignore[arg-type]
        assert bits * size.states / 8 < size.memory < (bits + 0.1) * size.states / 8 + 1_000_000
    huge = search_size(6, 6, tiles=range(1, 9))
    assert huge.states == factorial(36) // factorial(27)
    assert huge.memory == huge.states // 4
    assert huge.lean == huge.states // 8


def test_a_quick_search_shows_no_bar(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "DELAY", 3600)
    explore(2, 3, progress=True)
    assert capsys.readouterr().err == ""


def test_the_error_keeps_its_numbers() -> None:
    with pytest.raises(MemoryBudgetError) as caught:
        explore(3, 4, memory=10)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.needed, again.budget, str(again)) == (caught.value.needed, 10, str(caught.value))


def test_what_remains_in_more_detail() -> None:
    """With nothing kept, it is the same as sources by cell of the blank; with tiles it is never worse."""
    rest = explore(3, 3, removed=[0, 1, 2], keep=[])
    maxima = {cell: depth for cell, depth in enumerate(sum(rest.maxima, ())) if depth is not None}
    plain = explore(3, 3, tiles=[1, 2, 3], sources=maxima)
    assert explore(3, 3, tiles=[1, 2, 3], after=[rest]).counts == plain.counts
    finer = explore(3, 3, removed=[0, 1, 2], keep=[7, 4])
    assert finer.kept == (4, 7)
    assert finer.kept_depths is not None
    assert len(finer.kept_depths) == 6 * 5 * 4
    assert max(finer.kept_depths) == finer.diameter == rest.diameter
    whole = explore(3, 3, tiles=[1, 2, 3, 4, 7], after=[finer])
    assert whole.diameter <= plain.diameter
    assert whole.states == 9 * 8 * 7 * 6 * 5 * 4
    assert explore(2, 4, keep=[1, 5, 7]).antipodes() == explore(2, 4).antipodes()


def test_rests_that_do_not_fit() -> None:
    rest = explore(3, 3, removed=[0, 1, 2], keep=[4])
    for arguments, message in [
        ({"tiles": [1, 2, 3], "after": [rest]}, "they keep a tile that is not told apart"),
        ({"tiles": [1, 2, 4], "after": [rest]}, "not those that the other tiles leave"),
        ({"tiles": [1, 2, 3, 4], "removed": [8], "after": [rest]}, "not those that the other tiles leave"),
        ({"tiles": [1, 2, 3, 4], "after": [explore(3, 3)]}, "found with keep"),
        ({"after": [rest]}, "name them with tiles"),
        ({"tiles": [1, 2, 3, 4], "after": [rest], "sources": [8]}, "give one of"),
        ({"tiles": [1, 2, 3, 4], "keep": [1]}, "leave out tiles="),
        ({"keep": [9]}, r"the tiles of this puzzle are \[1, 2, 3, 4, 5, 6, 7, 8\], got 9 to keep"),
        ({"keep": [1, 2, 3, 4, 5]}, "at most 4 of them on 9 cells"),
        ({"keep": [1], "lean": True}, "tiles cannot be kept in a lean search"),
    ]:
        with pytest.raises(UnsupportedError, match=message):
            explore(3, 3, **arguments)  # type: ignore[arg-type]


# By options: how many states there are, and how many of them are reached.
SPACES: list[tuple[dict[str, Any], int, int]] = [
    ({}, 360, 360),
    ({"sources": [5, 4]}, 360, 360),
    ({"tiles": []}, 6, 6),
    ({"tiles": [1, 2, 3]}, 360, 360),
    # One tile that is not told apart is no other than the last: the parity rules out half.
    ({"tiles": [1, 2, 3, 4]}, 360, 360),
    ({"tiles": [1, 2, 3, 4, 5]}, 360, 360),
    # Four cells round a corner, and one beside them that holds a tile or the blank.
    ({"removed": [0]}, 60, 15),
    ({"removed": [0], "tiles": [3]}, 20, 15),
]


@pytest.mark.parametrize(("options", "total", "reached"), SPACES, ids=str)
@pytest.mark.filterwarnings("ignore::puzzle15.errors.IncompleteWarning")
def test_layers_say_whether_they_are_complete(options: dict[str, Any], total: int, reached: int) -> None:
    layers = explore(2, 3, **options)
    assert (layers.total, layers.states, layers.complete) == (total, reached, total == reached)
    loaded = Layers.from_json(layers.to_json())
    assert (loaded.total, loaded.complete) == (layers.total, layers.complete)


def test_a_search_of_a_pattern_that_is_not_complete_warns() -> None:
    with pytest.warns(IncompleteWarning, match="reached 15 of 20 states: its diameter is no bound") as caught:
        explore(2, 3, removed=[0], tiles=[3])
    assert caught[0].filename == __file__


def test_a_search_does_not_go_on_from_one_that_is_not_complete() -> None:
    """The ring of eight cells is whole, but its tiles never pass each other."""
    ring = explore(3, 3, removed=[4], keep=[1])
    assert (ring.states, ring.total) == (56, 20160)
    told = "after needs layers that have reached every state, these have 56 of 20,160: not every order"
    with pytest.raises(UnsupportedError, match=told):
        explore(3, 3, tiles=[1, 5], after=[ring])


def test_an_interval_of_checkpoints_needs_a_checkpoint() -> None:
    with pytest.raises(UnsupportedError, match="give checkpoint, or leave out every="):
        explore(2, 3, every=1)


@pytest.mark.parametrize(("option", "value"), [("lean", 1), ("lean", "yes"), ("metric", None)])
def test_options_of_another_type_are_named(option: str, value: object) -> None:
    wrong: dict[str, Any] = {option: value}
    with pytest.raises(TypeError, match=f"^{option} is .*; got {value!r}$"):
        explore(2, 3, **wrong)
