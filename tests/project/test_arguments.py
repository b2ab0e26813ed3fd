"""Options of the wrong type: whatever public function gets them says what was expected, and what it got."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import puzzle15
from puzzle15 import (
    MissingPackageError,
    PuzzleError,
    arrays,
    bounds,
    datasets,
    explore,
    goals,
    graphs,
    growth,
    indexing,
    korf,
    render,
    solve,
    tables,
    theory,
    tradeoff,
    traffic,
    twists,
)

MODULES = (
    *(puzzle15, arrays, bounds, datasets, goals, graphs, growth, indexing, korf, render, tables, theory),
    *(tradeoff, traffic, twists),
)
BOARD = "1 2 3/4 5 6/7 0 8"
RECIPE = bounds.Recipe("corner", 2, 2, ((1,),))
# What functions are given for arguments that they need, by name.
GIVEN: dict[str, Any] = {
    "board": puzzle15.Board(BOARD),
    "boards": [[1, 2, 3, 4, 5, 6, 7, 0, 8]],
    "solution": solve(BOARD),
    "start": BOARD,
    "goal": "1 2 3/4 5 6/7 8 0",
    "moves": "D",
    "rows": 2,
    "cols": 2,
    "n": 3,
    "number": 1,
    "index": 0,
    "indices": [0],
    "name": "2x2",
    "path": "out.svg",
    "cells": [0, 1, 3, 2],
    "code": "0x0123",
    "sizes": [2],
    "means": [1.0],
    "words": [0x0FEDCBA987654321],
    "recipe": RECIPE,
    "title": "mine",
    "steps": ((1,),),
    "points": [],
    "layers": (),
    "k": 1,
    "c": 3,
    "samples": 2,
    "chance": 0.5,
    "puzzle": "102536",
    "a": 1,
    "b": 2,
}
# How Python and the bindings complain; none of these words are ours.
RAW = re.compile(
    r"argument '|has no attribute|cannot be converted|cannot be interpreted|not an instance of|"
    r"object is not|not supported between|must be str|expected str, bytes|not subscriptable|has no len|"
    r"could not convert|invalid literal|too large to convert|too big to convert|embedded null|list index"
)


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    for module in MODULES:
        for name in module.__all__:
            found = getattr(module, name)
            is_ours = inspect.isfunction(found) or (inspect.isclass(found) and name in ("Solver", "Recipe"))
            if is_ours and not name.startswith("_"):
                yield f"{module.__name__}.{name}", found


def options(annotated: Callable[[str], bool]) -> list[Any]:
    """Each option whose annotation is of a kind, with its function."""
    found = {}
    for name, function in public_functions():
        for option in inspect.signature(function).parameters.values():
            if annotated(str(option.annotation)) and option.name != "progress":
                found[function, option.name] = pytest.param(function, option.name, id=f"{name}-{option.name}")
    return list(found.values())


def call(function: Callable[..., Any], **odd: object) -> None:
    needed = {
        option.name: GIVEN[option.name]
        for option in inspect.signature(function).parameters.values()
        if option.default is option.empty and option.kind is not option.VAR_KEYWORD
    }
    # A search that takes long would be one that did not look at its options first.
    function(**{**needed, **odd})


PATHS = options(lambda kind: "PathLike" in kind)
FLAGS = options(lambda kind: kind in ("bool", "bool | None"))
NUMBERS = options(lambda kind: kind in ("int", "int | None"))


def test_there_are_options_of_every_kind() -> None:
    assert len(PATHS) >= 8
    assert len(FLAGS) >= 9
    assert len(NUMBERS) >= 60


@pytest.mark.parametrize(("function", "option"), PATHS)
@pytest.mark.parametrize("odd", [b"out.svg", 3.5, 1, ["out.svg"], object], ids=repr)
def test_paths(
    function: Callable[..., Any], option: str, odd: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        TypeError, match=f"^{option} is the name of a file, as text or as a pathlib.Path; got"
    ):
        call(function, **{option: odd})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("function", "option"), FLAGS)
@pytest.mark.parametrize("odd", ["yes", "", 1, 0, b"", [True]], ids=repr)
def test_flags(function: Callable[..., Any], option: str, odd: object) -> None:
    with pytest.raises(TypeError, match=f"^{option} is True or False.*; got {re.escape(repr(odd))}"):
        call(function, **{option: odd})


@pytest.mark.parametrize(("function", "option"), NUMBERS)
def test_numbers(function: Callable[..., Any], option: str) -> None:
    for odd in ("many", b"", 3.5, [3], object()):
        with pytest.raises((TypeError, PuzzleError)) as caught:
            call(function, **{option: odd})
        if not isinstance(caught.value, MissingPackageError):
            assert not RAW.search(str(caught.value)), (odd, caught.value)
    # Numbers that nothing can have; of some there may be any, which takes a while.
    if option not in ("seed", "n", "number", "boards", "slow", "keep"):
        for far in (-(2**70), 2**70):
            assert not RAW.search(said(function, option, far)), far


def said(function: Callable[..., Any], option: str, value: object) -> str:
    """The text of the error, if there is one."""
    try:
        call(function, **{option: value})
    except (TypeError, PuzzleError, MemoryError) as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("function", "arguments", "says"),
    [
        (graphs.solution_graph, {"name": None}, "name is a string, one of the names in the documentation of"),
        (tables.move_table, {"name": b"2x2"}, "name is a string"),
        (bounds.lower, {"metric": b""}, "metric is a string"),
        (traffic.plan, {"partition": 5}, "partition is a string"),
        (puzzle15.solve_many, {"boards": None}, "boards is a list of boards, or an array of them; got None"),
        (puzzle15.search_size, {"symmetric": "yes"}, "symmetric is True or False; got 'yes'"),
        (bounds.Bound, {"recipe": None, "layers": ()}, "recipe is a Recipe; got None"),
        (bounds.Bound, {"recipe": RECIPE, "layers": ["x"]}, "layers is a list of Layers; got 'x'"),
        (render.solution_svg, {"solution": None}, "solution is a Solution; got None"),
        (tradeoff.measure, {"methods": None}, "methods is a list of names; got None"),
        (growth.greedy_lengths, {"goal": 5}, "goal is a Board; got 5"),
        (goals.missing, {"number": None}, "the missing number is a whole number, got None"),
    ],
)
def test_names_and_objects(function: Callable[..., Any], arguments: dict[str, object], says: str) -> None:
    with pytest.raises(TypeError) as caught:
        call(function, **arguments)
    assert str(caught.value).startswith(says)


def test_results_are_written_to_paths_only() -> None:
    solution, layers = solve(BOARD), explore(2, 2)
    writers: list[Callable[[Any], object]] = [
        *(solution.to_svg, solution.to_html, solution.to_gif, layers.save, puzzle15.Board(BOARD).to_svg),
        *(bounds.prove(RECIPE).save, bounds.lower(BOARD).save, twists.tabulation().save),
        *(puzzle15.experiment(10, seed=1).save, puzzle15.Layers.load, bounds.Bound.load),
        *(bounds.LowerBound.load, datasets.BoardSet.load),
    ]
    for write in writers:
        with pytest.raises(TypeError, match=r"^path is the name of a file, as text or as a .*Path; got b"):
            write(b"out.csv")
