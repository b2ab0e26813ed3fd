"""The bounds and boards of Parberry's paper of 1995, against the boards themselves."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import groupby, permutations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from puzzle15 import (
    Board,
    UnsupportedError,
    distance,
    explore,
    goals,
    is_solvable,
    random_boards,
    solve,
    theory,
)
from puzzle15.reference.solvability import reachable
from puzzle15.theory.distances import LOW

IntArray = NDArray[np.int64]

SIGMAS = 5
"""How far a sample may be from what is expected."""


def distances(boards: IntArray, rows: int, cols: int) -> IntArray:
    """Manhattan distances, tile by tile: another way than that of the module."""
    places = np.argsort(boards, axis=1)
    found = np.zeros(len(boards), np.int64)
    for tile in range(1, rows * cols):
        place, home = places[:, tile], tile - 1
        found += abs(place // cols - home // cols) + abs(place % cols - home % cols)
    return found


@cache
def everything(rows: int, cols: int) -> tuple[IntArray, IntArray, NDArray[np.bool_]]:
    """All boards of a shape, their Manhattan distances, and which of them can be solved."""
    cells = rows * cols
    boards = np.array(list(permutations(range(cells))), np.int64)
    odd = np.zeros(len(boards), np.int64)
    for right in range(cells):
        for left in range(right):
            odd += (boards[:, left] > boards[:, right]) & (boards[:, right] > 0)
    if cols % 2 == 0:
        odd += np.argmin(boards, axis=1) // cols + rows - 1
    return boards, distances(boards, rows, cols), odd % 2 == 0


def mean(values: IntArray) -> Fraction:
    return Fraction(int(values.sum()), len(values))


@cache
def exact_variance(n: int) -> float:
    """The variance of the Manhattan distance over all n×n boards, by Hoeffding's formula."""
    cells = np.arange(n * n)
    away = abs(cells[:, None] // n - cells // n) + abs(cells[:, None] % n - cells % n).astype(float)
    away[:, -1] = 0  # The blank's home.
    away = away - away.mean(axis=0) - away.mean(axis=1)[:, None] + away.mean()
    return float((away**2).sum() / (n * n - 1))


# The greedy algorithm


@pytest.mark.parametrize("n", range(4, 40))
def test_the_bounds_add_up(n: int) -> None:
    tiles = [theory.tile_bound(n, k) for k in range(1, n + 1)]
    assert tiles == tiles[::-1]
    ring = 2 * (sum(tiles) + 5) - tiles[0]
    assert theory.ring_bound(n) - ring == n % 2, "printed for even n, one move too many for odd n"
    assert theory.greedy_bound(n) - theory.greedy_bound(n - 1) == theory.ring_bound(n)
    printed = 5 * n**3 - Fraction(9 * n**2, 2) + Fraction(19 * n, 2) - 89
    assert theory.greedy_bound(n) == printed


def test_where_the_recurrence_starts() -> None:
    centre = explore(3, 3, goal=goals.rows(3, 3, blank=4))
    between_centres = centre.maxima[1][1]
    assert between_centres is not None
    assert theory.greedy_bound(3) == 2 + between_centres + 2
    assert explore(3, 3).diameter <= theory.greedy_bound(3)


@pytest.mark.parametrize("n", [4, 5, 6])
def test_one_tile_never_needs_more_than_its_bound(n: int) -> None:
    """Each tile by the best moves, wherever it and the blank are; the last two of the row together."""
    for k in range(1, n - 1):
        done = range(k - 1)
        rest = [cell for cell in range(n * n) if cell not in (*done, k - 1)]
        worst = explore(n, n, tiles=[k], removed=done, sources=rest).diameter
        assert theory.tile_bound(n, k) - 4 <= worst <= theory.tile_bound(n, k)
    done, last = range(n - 2), [n - 1, n]
    rest = [cell for cell in range(n * n) if cell not in (*done, n - 2, n - 1)]
    worst = explore(n, n, tiles=last, removed=done, sources=rest).diameter
    assert worst <= sum(theory.tile_bound(n, k) for k in last) + 5


def test_the_leading_terms() -> None:
    """What Figures 3 and 4 cost, in both ways of counting, gives 5n³ and 11n³/3."""
    diagonal, straight, times = "ULDLUR", "ULDRU", 4
    start = goals.rows(9, 9, blank=71)
    tile = start[70]
    assert start.apply(diagonal * times).find(tile) == 70 - times * 10
    assert start.apply(straight * times).find(tile) == 70 - times * 9

    def turns(moves: str) -> int:
        """Moves for each time, if straight slides are one move and there are many times."""
        return sum(1 for _ in groupby(moves * 2)) - sum(1 for _ in groupby(moves))

    def leading(to_tile: float, diagonal: int, straight: int) -> float:
        """All half lines of all rings, divided by n³; on the way to the tile it is to_tile·(2n − k)."""
        tiles = ((size, k) for size in range(1, 801) for k in range(1, size // 2 + 1))
        moves = (to_tile * (2 * n - k) + diagonal * (n - k) + straight * k for n, k in tiles)
        return 4 * sum(moves) / 800**3

    assert leading(1, len(diagonal), len(straight)) == pytest.approx(
        theory.greedy_bound(800) / 800**3, rel=0.005
    )
    # To the tile it takes two slides now, whatever n.
    assert leading(0, turns(diagonal), turns(straight)) == pytest.approx(
        float(theory.multi_leading_term(800)) / 800**3, rel=0.005
    )


# Worst boards


@pytest.mark.parametrize("n", range(3, 31))
def test_hard_boards(n: int) -> None:
    board, printed, goal = theory.hard_board(n), theory.hard_board(n, printed=True), goals.rows(n, n)
    assert sorted(board) == list(range(n * n))
    assert board.blank == printed.blank == n * n - 1
    assert is_solvable(board)
    assert not is_solvable(printed), "an odd number of exchanges"
    exchanges = sum(there != home for there, home in zip(printed, goal, strict=True)) // 2
    assert exchanges == ((n - 1) ** 2 // 2 + n - 2 if n % 2 else n * n // 2 - 1)
    assert exchanges % 2 == 1
    assert [{1: 2, 2: 1}.get(tile, tile) for tile in printed] == list(board), "one exchange mends it"
    assert board.manhattan() == printed.manhattan() == theory.hard_distance(n)
    in_the_paper = n**3 - n**2 + n + 1 if n % 2 else n * (n * n - 2)
    assert in_the_paper - theory.hard_distance(n) == (2 * n if n % 2 else 0)
    # The parts of the printed sum are right.
    if n % 2:
        assert theory.hard_distance(n) == (n - 1) * ((n - 1) ** 2 - 2) + 2 * n * (n - 1)
    assert theory.hard_distance(n) > n**3 - 2 * n**2


def test_the_printed_board_is_its_own_inverse() -> None:
    """Only exchanges: tile by tile, as the figure shows it."""
    assert theory.hard_board(4, printed=True) == Board("11 12 9 10/15 6 13 14/3 4 1 2/7 8 5 0")
    assert theory.hard_board(3, printed=True) == Board("1 7 4/3 5 8/2 6 0")
    for n in (5, 8):
        tiles = theory.hard_board(n, printed=True).tiles[:-1]
        assert [tiles[tile - 1] for tile in tiles] == list(range(1, n * n))


@pytest.mark.parametrize("n", [3, 4])
def test_hard_boards_are_hard(n: int) -> None:
    solution = solve(theory.hard_board(n))
    assert theory.hard_board(n).apply(solution.moves) == goals.rows(n, n)
    assert theory.hard_distance(n) <= len(solution.moves) <= theory.greedy_bound(n)


# Means


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)])
def test_means_by_enumeration(rows: int, cols: int) -> None:
    boards, away, solvable = everything(rows, cols)
    at_home = boards[:, -1] == 0
    assert 2 * solvable.sum() == len(boards)
    assert mean(away) == mean(away[solvable]) == theory.mean_manhattan(rows, cols)
    fixed = theory.mean_manhattan(rows, cols, blank_home=True)
    assert mean(away[at_home]) == mean(away[at_home & solvable]) == fixed


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 2)])
def test_the_enumeration_knows_what_can_be_solved(rows: int, cols: int) -> None:
    boards, _, solvable = everything(rows, cols)
    found = {tuple(board) for board in boards[solvable].tolist()}
    assert found == reachable(goals.rows(rows, cols).tiles, cols)


def test_exchanging_two_tiles_changes_the_distance_by_2_at_most() -> None:
    boards, away, _ = everything(2, 4)
    names = np.array([0, 2, 1, *range(3, 8)])
    assert set((distances(names[boards], 2, 4) - away).tolist()) == {-2, 0, 2}


@pytest.mark.parametrize("n", range(2, 12))
def test_totals(n: int) -> None:
    cells = [(row, col) for row in range(n) for col in range(n)]
    to = {home: sum(abs(home[0] - row) + abs(home[1] - col) for row, col in cells) for home in cells}
    corner = to[n - 1, n - 1]
    assert sum(to.values()) == 2 * n**3 * (n * n - 1) // 3, "as printed"
    assert corner == n * n * (n - 1) != n * (n - 1) // 2
    assert theory.total_manhattan(n) == sum(to.values()) - corner
    assert theory.mean_manhattan(n) == Fraction(theory.total_manhattan(n), n * n)
    printed = Fraction(n * (2 * n**4 - 2 * n * n - 3 * n + 1), 3)
    assert printed not in (theory.total_manhattan(n), sum(to.values()) - Fraction(n * (n - 1), 2))
    assert n > 2 or printed.denominator == 3
    # The paper's own leading term is right: 2n³/3, less O(n).
    assert 0 < Fraction(2 * n**3, 3) - theory.mean_manhattan(n) < 2 * n


@pytest.mark.parametrize(
    ("n", "count"), [(4, 20_000), (10, 20_000), (40, 1_000), pytest.param(60, 400, marks=pytest.mark.slow)]
)
def test_means_by_sampling(n: int, count: int) -> None:
    boards = random_boards(count, n, n, seed=1995).astype(np.int64)
    found = float(distances(boards, n, n).mean())
    assert abs(found - theory.mean_manhattan(n)) < SIGMAS * math.sqrt(exact_variance(n) / count)


@pytest.mark.parametrize(("n", "all_boards"), [(2, Fraction(11, 6)), (3, Fraction(25, 3))])
def test_the_variance_by_enumeration(n: int, all_boards: Fraction) -> None:
    """Solvable or not makes no difference from n = 3 on; on 2×2 boards it does."""
    _, away, solvable = everything(n, n)
    assert exact_variance(n) == pytest.approx(float(all_boards))
    for found, expected in ((away, all_boards), (away[solvable], theory.manhattan_variance(n))):
        whole = found.astype(np.int64)
        mean = Fraction(int(whole.sum()), len(whole))
        assert Fraction(int((whole**2).sum()), len(whole)) - mean**2 == expected


@pytest.mark.parametrize("n", range(3, 31))
def test_the_variance_by_hoeffdings_formula(n: int) -> None:
    variance = theory.manhattan_variance(n)
    assert variance == Fraction(4 * n**4, 45) + Fraction(13 * n**2, 90) - Fraction(1, 6)
    assert float(variance) == pytest.approx(exact_variance(n))


@pytest.mark.parametrize(("n", "count"), [(4, 200_000), (5, 100_000), (10, 20_000)])
def test_variances_by_sampling(n: int, count: int) -> None:
    boards = random_boards(count, n, n, seed=1879).astype(np.int64)
    squares = (distances(boards, n, n) - float(theory.mean_manhattan(n))) ** 2
    error = float(squares.std()) / math.sqrt(count)
    assert abs(float(squares.mean()) - theory.manhattan_variance(n)) < SIGMAS * error
    assert error < theory.manhattan_variance(n) / 50


# Random boards


@pytest.mark.parametrize("n", [2, 3])
def test_low_boards_are_not_rare_on_small_boards(n: int) -> None:
    _, away, solvable = everything(n, n)
    chance = float((away[solvable] * 1000 < 264 * n**3).mean())
    assert 0.01 < chance < theory.theorem_4_bound(n)
    count = 40_000
    found = theory.low_boards(n, count, seed=4)
    assert abs(found - count * chance) < SIGMAS * math.sqrt(count * chance * (1 - chance))


@pytest.mark.parametrize(("n", "count"), [(4, 300_000), (5, 100_000), (20, 5_000), (150, 150)])
def test_low_boards_get_rare(n: int, count: int) -> None:
    found = theory.low_boards(n, count, seed=3)
    boards = random_boards(count, n, n, seed=3).astype(np.int64)
    assert found == int((distances(boards, n, n) < 0.264 * n**3).sum())
    assert (found > 0) == (n == 4)
    # Far below the bound of the paper, which is hardly less than 1 for small n.
    assert found / count < theory.theorem_4_bound(n) / 20


def test_the_bounds_of_theorem_4() -> None:
    sizes = range(2, 400)
    for n in sizes:
        # What is printed in the theorem, what the proof gives, and what it is rounded to.
        assert 0.9998**n > theory.theorem_4_bound(n) > 0.9998 ** (n * n)
    # B(0.34n², n², 0.33) by the inequality that the proof cites.
    beta, p = Fraction(34, 33) - 1, Fraction(33, 100)
    assert theory.theorem_4_bound(90) == pytest.approx(math.exp(-(beta**2) * 90**2 * p / 2))
    d = Fraction(4, 10)
    assert d * (1 - Fraction(34, 100)) == LOW
    large = [n for n in sizes if 2 * d**2 + 2 * d / n + Fraction(1, n * n) < p]
    assert large == list(range(82, 400))
    smaller = [n for n in sizes if theory.tail_bound(n) < theory.theorem_4_bound(n)]
    assert smaller == list(sizes)
    assert theory.tail_bound(10**200) == theory.theorem_4_bound(10**200) == 0


# Round the edge


@pytest.mark.parametrize("n", range(2, 9))
def test_round_the_edge(n: int) -> None:
    turn = "".join(direction * (n - 1) for direction in "LURD")
    back = "".join(direction * (n - 1) for direction in "ULDR")
    goal = clockwise = other_way = goals.rows(n, n)
    period = 4 * n - 5
    for turns in range(2 * period + 1):
        assert theory.perimeter_board(n, turns) == clockwise
        assert theory.perimeter_board(n, -turns) == other_way
        assert (clockwise == goal) == (turns % period == 0)
        assert is_solvable(clockwise)
        for board, signed in ((clockwise, turns), (other_way, -turns)):
            away, moves = theory.perimeter_distance(n, signed), theory.perimeter_moves(n, signed)
            assert board.manhattan() == away <= moves
            assert any(board.apply(way * (moves // len(way))) == goal for way in (turn, back))
            assert (away == moves) == (moves <= (n - 1) * len(turn))
        clockwise, other_way = clockwise.apply(turn), other_way.apply(back)


@pytest.mark.parametrize("n", range(3, 30))
def test_n_turns(n: int) -> None:
    assert theory.perimeter_board(n) == theory.perimeter_board(n, n)
    assert theory.perimeter_moves(n) == 4 * n * (n - 1)
    assert theory.perimeter_board(n).manhattan() == theory.perimeter_distance(n) == 4 * n * (n - 1) - 4


def test_the_way_back_is_shortest() -> None:
    for turns in range(4):
        shortest = distance(theory.perimeter_board(3, turns))
        assert theory.perimeter_distance(3, turns) <= shortest <= theory.perimeter_moves(3, turns)
        assert turns > 2 or shortest == theory.perimeter_moves(3, turns)


# Slips


@pytest.mark.parametrize(
    ("call", "least"),
    [
        (lambda n: theory.tile_bound(n, 1), 4),
        (theory.ring_bound, 4),
        (theory.greedy_bound, 3),
        (theory.multi_leading_term, 3),
        (theory.hard_board, 3),
        (theory.hard_distance, 3),
        (theory.total_manhattan, 2),
        (theory.mean_manhattan, 2),
        (lambda n: theory.mean_manhattan(4, n), 2),
        (theory.manhattan_variance, 2),
        (lambda n: theory.low_boards(n, 1, seed=1), 2),
        (theory.theorem_4_bound, 2),
        (theory.tail_bound, 2),
        (theory.squared_ranges, 2),
        (lambda n: theory.typical_distance(n, 0.1), 2),
        (theory.perimeter_board, 2),
        (theory.perimeter_distance, 2),
        (theory.perimeter_moves, 2),
    ],
)
def test_sizes(call: Callable[[int], object], least: int) -> None:
    assert call(least) == call(np.int64(least))  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match=f"is {least} or more, got {least - 1}; choose a larger one"):
        call(least - 1)
    with pytest.raises(TypeError, match=r"is a whole number, got 4\.0"):
        call(4.0)  # type: ignore[arg-type]


def test_other_slips() -> None:
    with pytest.raises(UnsupportedError, match="tiles k = 1 to 5, got 6; choose one of them"):
        theory.tile_bound(5, 6)
    with pytest.raises(UnsupportedError, match="k, the tile's number in its line, is 1 or more, got 0"):
        theory.tile_bound(5, 0)
    with pytest.raises(TypeError, match="the number of turns is a whole number, got '2'"):
        theory.perimeter_board(4, "2")  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="the number of boards is a whole number from 0"):
        theory.low_boards(4, -1)


def test_means_of_heuristics() -> None:
    """Each is between the Manhattan distance and the optimum, on Korf and Felner's 50 boards, too."""
    data = Path(__file__).parents[1] / "data" / "korf50.csv"
    rows = [line.split(",") for line in data.read_text().splitlines()[1:]]
    boards = [[int(tile) for tile in row[1].split()] for row in rows]
    found = theory.heuristic_means(boards, goal="blank-first", optima=[int(row[2]) for row in rows])
    means = {one.name: one.mean for one in found}
    assert means["optimum"] == 100.78
    assert means["manhattan"] < means["walking distance"] < means["pattern databases"] < means["optimum"]
    assert means["manhattan"] < means["linear conflict"] < means["optimum"]
    assert all(0 < one.error < 2 for one in found)
    with pytest.raises(UnsupportedError, match="a mean takes 2 boards or more, got 1"):
        theory.heuristic_means(boards[:1], goal="blank-first")
    with pytest.raises(UnsupportedError, match="give a number for each board"):
        theory.heuristic_means(boards, goal="blank-first", optima=[1])


@pytest.mark.parametrize(
    ("optima", "reason"),
    [
        ([math.nan, 22, 22], "got nan for board 1"),
        ([22, math.inf, 22], "got inf for board 2"),
        ([22, 22, 20.5], "got 20.5 for board 3"),
        ([-2, 22, 22], "got -2 for board 1, which needs"),
        ([True, True, True], "of type bool"),
        (["22", "22", "22"], "of type <U2"),
        ([], "optima of shape"),
    ],
)
def test_optima_that_are_no_lengths_are_refused(optima: list[float], reason: str) -> None:
    boards = random_boards(3, 3, 3, seed=1)
    with pytest.raises((TypeError, UnsupportedError), match=reason):
        theory.heuristic_means(boards, optima=optima)


def test_numbers_that_are_none_are_refused() -> None:
    """Also those that Python takes for whole numbers, and those that are too large for a float."""
    for wrong in (True, math.nan, 2.0, "4", None):
        for function in (theory.greedy_bound, theory.slide_words, theory.tail_bound, theory.perimeter_board):
            with pytest.raises(TypeError, match="is a whole number"):
                function(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="the number of turns is a whole number, got True"):
        theory.perimeter_moves(3, True)
    with pytest.raises(TypeError, match="is_sample is True or False"):
        theory.heuristic_means(random_boards(3, 3, 3, seed=1), is_sample=2)  # type: ignore[arg-type]
    assert theory.tail_bound(3, 10**400) == 1.0
    with pytest.raises(UnsupportedError, match="from 0 up"):
        theory.tail_bound(3, -(10**400))
