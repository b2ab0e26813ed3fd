"""Experiments: the same boards as `random_boards`, counted in pieces."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puzzle15 import Board, UnsupportedError, experiment, explore, random_boards, reference, solve_many
from puzzle15.growth import greedy_lengths
from puzzle15.typing import Method


@pytest.mark.parametrize(
    ("method", "size", "goal", "n"),
    [
        ("combined", (4, 4), None, 3000),
        ("combined", (4, 4), "spiral", 1500),
        ("optimal", (3, 3), "snake", 2000),
        ("greedy", (5, 3), None, 1100),
        ("peel", (7, 7), None, 130),
        ("quick", (4, 4), None, 300),
        ("greedy", (3, 3), "blank-first", 2500),
        ("greedy", (3, 2), None, 1100),
        ("optimal", (5, 2), "spiral", 1100),
        ("optimal", (2, 4), "columns", 1100),
        ("optimal", (3, 4), "snake", 1100),
    ],
)
def test_against_all_at_once(method: Method, size: tuple[int, int], goal: str | None, n: int) -> None:
    result = experiment(n, method, size, 7, goal=goal)
    boards = random_boards(n, *size, goal=goal, seed=7)
    lengths = solve_many(boards, goal=goal, method=method, shape=size).lengths
    assert result.histogram == Counter(lengths.tolist())
    assert list(result.histogram) == sorted(result.histogram)
    assert (result.min, result.max) == (lengths.min(), lengths.max())
    assert result.mean == pytest.approx(lengths.mean(), rel=1e-12)
    assert result.deviation == pytest.approx(lengths.std(ddof=1), rel=1e-9)
    assert result.standard_error == pytest.approx(lengths.std(ddof=1) / np.sqrt(n), rel=1e-9)
    assert list(result.shortest) == boards[lengths.argmin()].tolist()
    assert list(result.longest) == boards[lengths.argmax()].tolist()
    assert (result.n, result.method, result.seed) == (n, method, 7)


def test_the_greedy_algorithm_down_to_2x2() -> None:
    result = experiment(500, "greedy", (4, 4), 3, core=2)
    boards = random_boards(500, seed=3)
    goal = (*range(1, 16), 0)
    plain = [len(list(reference.greedy(tuple(tiles), goal, 4, 2))) for tiles in boards.tolist()]
    assert result.histogram == Counter(plain)
    assert result.mean > experiment(500, "greedy", (4, 4), 3).mean
    turned = experiment(200, "greedy", (4, 4), 3, core=2, goal="blank-first")
    assert turned.n == 200
    assert turned.goal.tiles[0] == 0


@pytest.mark.parametrize("method", ["optimal", "greedy", "peel"])
def test_tiles_with_other_numbers(method: Method) -> None:
    """Boards have the tiles of the goal, whose largest matters to the shuffle."""
    goal = Board("70000 5 900/0 12 4000/3 8 77")
    result = experiment(1500, method, (3, 3), 2, goal=goal)
    boards = random_boards(1500, goal=goal, seed=2)
    lengths = solve_many(boards, goal=goal, method=method).lengths
    assert result.histogram == Counter(lengths.tolist())
    assert list(result.shortest) == boards[lengths.argmin()].tolist()
    assert list(result.longest) == boards[lengths.argmax()].tolist()


def test_the_number_of_threads_does_not_matter() -> None:
    one, two = (experiment(70_000, seed=5, threads=threads) for threads in (1, 2))
    assert one == two
    assert experiment(70_000, seed=6) != one


def test_the_first_boards_are_those_of_a_shorter_run() -> None:
    short, long = experiment(1000, seed=9), experiment(5000, seed=9)
    assert all(long.histogram[length] >= count for length, count in short.histogram.items())


def test_without_a_seed_one_is_drawn_and_reported() -> None:
    first = experiment(100)
    assert experiment(100, seed=first.seed) == first
    assert experiment(100).seed != first.seed


def test_the_interval_holds_the_exact_mean() -> None:
    exact = explore(3, 3).mean
    inside = 0
    for seed in range(40):
        low, high = experiment(500, "optimal", (3, 3), seed).interval(0.9)
        inside += low <= exact <= high
    assert 30 <= inside <= 40
    low, high = experiment(500, "optimal", (3, 3), 1).interval()
    assert low < experiment(500, "optimal", (3, 3), 1).interval(0.9)[0] < high


def test_saved(tmp_path: Path) -> None:
    result = experiment(2000, "optimal", (2, 3), seed=1)
    result.save(tmp_path / "lengths.csv")
    rows = [line.split(",") for line in (tmp_path / "lengths.csv").read_text().splitlines()]
    assert rows[0] == ["moves", "boards"]
    assert {int(a): int(b) for a, b in rows[1:]} == result.histogram
    result.save(tmp_path / "lengths.json")
    data = json.loads((tmp_path / "lengths.json").read_text())
    assert data["mean"] == result.mean
    assert data["histogram"] == {str(a): b for a, b in result.histogram.items()}


def test_one_board() -> None:
    result = experiment(1, seed=1)
    assert result.min == result.max == result.mean
    assert "standard error" not in str(result)
    assert json.loads(json.dumps(result.to_json()))["standard_error"] is None


def test_what_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="n is a whole number from 1"):
        experiment(0)
    with pytest.raises(TypeError, match="n is a whole number"):
        experiment(1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="size is \\(rows, cols\\)"):
        experiment(10, size=4)  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="core is 2 or 3, for method 'greedy'; got 2 with 'peel'"):
        experiment(10, "peel", core=2)
    with pytest.raises(UnsupportedError, match="method"):
        experiment(10, "magic")  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="width is for method 'quick'"):
        experiment(10, width=5)
    with pytest.raises(UnsupportedError, match="width is for method 'quick'"):
        experiment(10, "greedy", core=2, width=5)
    with pytest.raises(UnsupportedError, match="between 0 and 1"):
        experiment(10, seed=1).interval(1)


def test_greedy_lengths_takes_a_goal() -> None:
    from puzzle15 import goals

    board = random_boards(1, goal="spiral", seed=1)[0].reshape(4, 4)
    goal = goals.spiral(4, 4)
    assert (
        greedy_lengths([board], core=3, goal=goal)[0]
        == solve_many([board], goal=goal, method="greedy").lengths[0]
    )


def test_arguments_that_are_not_numbers() -> None:
    for n in (0, None):
        with pytest.raises((UnsupportedError, TypeError), match=rf"^n is .* to 10{'0' * 14}; got {n}$"):
            experiment(n)  # type: ignore[arg-type]
    for threads in (1.5, "2", True, 0, 10**30):
        for call in (lambda t: experiment(9, threads=t), lambda t: solve_many([[1, 2, 3, 0]], threads=t)):
            with pytest.raises((UnsupportedError, TypeError), match=r"^threads is a whole number from 1 to"):
                call(threads)


def test_a_bar_if_asked_for(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzle15._support.progress.DELAY", 0)
    experiment(5000, seed=1)
    assert capsys.readouterr().err == ""
    experiment(5000, seed=1, progress=True)
    shown = capsys.readouterr().err
    assert re.search(r"experiment: +\d+%\|.*/5\.00k \[00:00<.* boards/s\]", shown)
    assert shown.endswith(" \r")


def test_large_figures_are_grouped() -> None:
    result = experiment(2, "peel", (20, 20), seed=1)
    assert result.min > 1000
    for text in (str(result), repr(result)):
        assert f"{result.min:,}" in text
        assert f"{result.mean:,.2f}"[:-3] in text
        assert str(result.max) not in text


@pytest.mark.parametrize("option", ["method", "tables"])
def test_names_of_another_type_are_refused(option: str) -> None:
    wrong: dict[str, Any] = {option: None}
    with pytest.raises(TypeError, match=f"^{option} is a string, .*; got None$"):
        experiment(10, **wrong)
