"""Lower bounds for slides of several tiles, against all boards of small puzzles."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import islice

import pytest

from puzzle15 import Board, UnsupportedError, explore, goals, random_board, solve, theory
from puzzle15.bounds import lower
from puzzle15.reference import reachable, slide_distances

SHAPES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5)]


@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_no_level_has_more_boards_than_words(rows: int, cols: int) -> None:
    counts = explore(rows, cols, metric="multi").counts
    words = list(islice(theory.slide_words(rows, cols), len(counts)))
    assert all(found <= most for found, most in zip(counts, words, strict=True))
    assert list(counts[:3]) == words[:3], "sharp near the goal"


@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_the_decision_tree(rows: int, cols: int) -> None:
    layers = explore(rows, cols, metric="multi")
    boards = math.factorial(rows * cols) // 2
    most = theory.most_slides_by_counting(rows, cols)
    words = list(islice(theory.slide_words(rows, cols), most + 1))
    assert sum(words[:-1]) < boards <= sum(words)
    assert most <= layers.diameter
    # The least mean, with every level full but the last.
    full = sum(slides * found for slides, found in enumerate(words[:-1]))
    least = Fraction(full + most * (boards - sum(words[:-1])), boards)
    assert theory.mean_slides_by_counting(rows, cols) == least
    assert most - 4 < least <= layers.mean
    if (rows, cols) == (2, 2):
        assert (most, float(least)) == (layers.diameter, layers.mean), "twelve boards in a circle"


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 2), (2, 4)])
def test_manhattan_over_all_boards(rows: int, cols: int) -> None:
    goal = (*range(1, rows * cols), 0)
    slides = slide_distances(goal, cols)
    assert set(slides) == reachable(goal, cols)
    bounds = {tiles: theory.slides_by_manhattan(Board(tiles, rows, cols)) for tiles in slides}
    assert all(bounds[tiles] <= fewest for tiles, fewest in slides.items())
    assert any(bounds[tiles] == fewest > 2 for tiles, fewest in slides.items())
    # The mean before anything is rounded up.
    exact = Fraction(0)
    for tiles in slides:
        for cell, tile in enumerate(tiles):
            if tile:
                home = tile - 1
                exact += Fraction(abs(cell % cols - home % cols), cols - 1)
                exact += Fraction(abs(cell // cols - home // cols), rows - 1)
    assert theory.mean_slides_by_manhattan(rows, cols) == exact / len(slides)
    assert exact <= sum(bounds.values()) <= sum(slides.values())


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 5), (3, 3), (3, 4), (4, 3), (5, 5), (6, 3)])
def test_the_bound_is_that_of_the_core(rows: int, cols: int) -> None:
    for seed in range(50):
        board = random_board(rows, cols, seed=seed)
        found = dict(lower(board, metric="multi", timeout=0).heuristics)
        assert found["manhattan"] == theory.slides_by_manhattan(board)


@pytest.mark.parametrize("n", range(2, 30))
def test_the_mean_of_square_boards(n: int) -> None:
    mean = theory.mean_slides_by_manhattan(n)
    assert mean == theory.mean_manhattan(n) / (n - 1) == Fraction(2 * n * n + 2 * n - 3, 3)


@pytest.mark.parametrize("n", range(3, 25))
def test_the_hard_board(n: int) -> None:
    slides = theory.hard_slides(n)
    assert theory.hard_distance(n) / (n - 1) <= slides <= theory.hard_distance(n) / (n - 1) + 2
    assert abs(slides / n**2 - 1) < 1 / (n - 1) + 2 / n**2


def test_the_order_is_n_squared() -> None:
    """Two arguments, one constant each: 1 and 2."""
    assert theory.hard_slides(100) / 100**2 == pytest.approx(1, abs=0.02)
    tree = [theory.most_slides_by_counting(n) / n**2 for n in (10, 30, 100)]
    assert tree == sorted(tree)
    assert 1.6 < tree[0] < tree[-1] < 2
    # By Stirling's formula.
    logarithm = (math.lgamma(100**2 + 1) - math.log(2)) / math.log(99)
    assert theory.most_slides_by_counting(100) == pytest.approx(logarithm, abs=2)


def test_other_goals_and_boards() -> None:
    for seed in range(5):
        board = random_board(3, 3, goal="spiral", seed=seed)
        fewest = solve(board, goal="spiral", method="optimal", metric="multi").multi
        assert 0 < theory.slides_by_manhattan(board, "spiral") <= fewest
    assert theory.slides_by_manhattan(goals.rows(4, 4)) == 0
    assert theory.slides_by_manhattan(goals.rows(4, 4).apply("LLL")) == 1


@pytest.mark.slow
def test_the_12_cells() -> None:
    layers = explore(3, 4, metric="multi")
    assert (layers.diameter, round(layers.mean, 2)) == (33, 23.37)
    assert theory.most_slides_by_counting(3, 4) == 21
    assert theory.mean_slides_by_counting(3, 4) < layers.mean


def test_sizes() -> None:
    for call in (
        theory.most_slides_by_counting,
        theory.mean_slides_by_counting,
        theory.mean_slides_by_manhattan,
        lambda n: next(theory.slide_words(n)),
    ):
        with pytest.raises(UnsupportedError, match="the number of rows is 2 or more, got 1"):
            call(1)
        with pytest.raises(UnsupportedError, match="up to 10,000 cells, got 101×101; choose a smaller size"):
            call(101)
