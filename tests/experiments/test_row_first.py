"""The stages of the 15-puzzle over all boards: the argument, tried on every 8-puzzle, and the count."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import factorial, sqrt

import pytest

from puzzle15 import UnsupportedError, random_boards, reference, solve_many, theory
from puzzle15.graphs import solution_graph
from puzzle15.reference import combined, row_first
from puzzle15.theory.stages import _ends

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)


def boards(blank: int, *, solvable: bool = True) -> list[tuple[int, ...]]:
    """The 8-puzzles with the blank in a cell."""
    every = ((*tiles[:blank], 0, *tiles[blank:]) for tiles in permutations(range(1, 9)))
    return [tiles for tiles in every if reference.is_solvable(tiles, GOAL, 3) == solvable]


@pytest.mark.parametrize(
    "blank", [pytest.param(cell, marks=[pytest.mark.slow] * (cell != 4)) for cell in range(9)]
)
def test_the_argument_against_every_8_puzzle(blank: int) -> None:
    tried = row_first.by_trying(boards(blank), 3, 3)
    assert tried == row_first.by_stages(3, 3, blank)
    assert sum(tried.values()) == factorial(8) // 2


def test_the_8_puzzle_in_all() -> None:
    every: Counter[tuple[int, ...]] = Counter()
    for blank in range(9):
        every.update(row_first.by_stages(3, 3, blank))
    assert every == row_first.by_stages(3, 3)
    assert sum(every.values()) == factorial(9) // 2


def test_parity_makes_no_difference_to_the_first_two_stages() -> None:
    """Boards that cannot be solved take as many moves in them, board for board."""
    found = []
    for solvable in (True, False):
        some = boards(2, solvable=solvable)
        found.append(Counter(tuple(map(len, row_first.walks(tiles, 3, 3)[:2])) for tiles in some))
    assert found[0] == found[1]


def test_what_is_left_is_uniform() -> None:
    """After two stages every solvable 2×2 with the blank in the same cell is equally frequent."""
    left: Counter[tuple[int, ...]] = Counter()
    for tiles in boards(4):
        row, column, _ = row_first.walks(tiles, 3, 3)
        at = reference.apply(tiles, 3, row + column)
        left[at[4], at[5], at[7], at[8]] += 1
    for place in {square.index(0) for square in left}:
        counts = [count for square, count in left.items() if square[place] == 0]
        assert len(counts) == 3
        assert len(set(counts)) == 1


@pytest.mark.slow
def test_the_twin_solves_as_the_combined_solver_does() -> None:
    for tiles in random_boards(40, seed=7).tolist():
        assert row_first.walks(tuple(tiles), 4, 4) == combined.rows_first(tuple(tiles))


@pytest.mark.slow
def test_the_15_puzzle_is_that_of_the_twin() -> None:
    assert theory.row_first().by_stages == dict(row_first.by_stages(4, 4))


@pytest.fixture(scope="module")
def every() -> theory.RowFirst:
    return theory.row_first()


def test_the_15_puzzle(every: theory.RowFirst) -> None:
    assert every.boards == factorial(16) // 2
    assert every.mean == Fraction(88435401752323, 1307674368000)
    assert every.mean == sum(every.stage_means)
    assert every.stage_means[0] == Fraction(55899, 2080)
    assert (every.worst, every.counts[106], every.counts[0]) == (106, 1818, 1)
    assert all(first <= 46 and second <= 32 and third <= 31 for first, second, third in every.by_stages)


def test_random_boards_agree(every: theory.RowFirst) -> None:
    """Both lengths of a sample: row first, and the shorter of both orders, which is never longer."""
    some = random_boards(1500, seed=3)
    lengths = [sum(map(len, combined.rows_first(tuple(tiles)))) for tiles in some.tolist()]
    variance = (
        sum((moves - every.mean) ** 2 * count for moves, count in enumerate(every.counts)) / every.boards
    )
    assert abs(sum(lengths) / 1500 - every.mean) < 4 * sqrt(variance / 1500)
    assert max(lengths) <= every.worst
    assert (solve_many(some, method="combined").lengths <= lengths).all()


def test_ties(every: theory.RowFirst) -> None:
    least, most = every, theory.row_first("most")
    assert least.mean < most.mean < Fraction(6767, 100)
    assert least.stage_means[0] == most.stage_means[0], "a stage is as short as can be, whatever follows"
    assert most.worst == 106
    assert most.boards == least.boards
    with pytest.raises(UnsupportedError, match="ties is 'least' or 'most', got 'both'"):
        theory.row_first("both")  # type: ignore[arg-type]


def test_the_least_is_what_the_tables_do() -> None:
    """The tables end each path where the values say; see puzzle15.reference.tables."""
    _, goals = reference.column_stage()
    values = {board.index(0): value for board, value in goals}
    graph = solution_graph("column")
    farther = {cell: max(values.values()) + 1 for cell in (2, 3, 6, 7, 10, 11)}
    assert (_ends(graph, values | farther, "least") == graph.blanks[graph.ends]).all()
