"""Random boards are far from home: each step of the proof against all boards of small shapes, and samples."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from puzzle15 import UnsupportedError, random_boards, theory
from puzzle15.reference import allowed_range, manhattan, placing_order, reachable, true_ranges

SIGMAS = 5
"""How far a sample may be from what is expected."""


def away(cols: int, one: int, other: int) -> int:
    """The Manhattan distance of two cells."""
    return abs(one // cols - other // cols) + abs(one % cols - other % cols)


def twice_the_mean(cols: int, order: list[int], step: int) -> Fraction:
    """Lemma 3: twice the mean distance of a home from those that come after it."""
    after = order[step + 1 :]
    return Fraction(2 * sum(away(cols, order[step], home) for home in after), len(after))


# The proof, step by step


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_the_ranges_over_all_boards(rows: int, cols: int) -> None:
    order, ranges = placing_order(rows, cols), true_ranges(rows, cols)
    allowed = [allowed_range(cols, home) for home in order]
    last = len(order) - 3
    # Lemma 2, and Lemma 3 for all but the last three, which is sharp for the outermost tile of a row.
    assert ranges[0] <= rows + cols - 2 <= allowed[0]
    for step in range(1, last):
        assert ranges[step] <= twice_the_mean(cols, order, step) <= allowed[step]
        assert ranges[step] == twice_the_mean(cols, order, step) or order[step] % cols not in (0, cols - 1)
    # Lemma 4: parity decides about the last two.
    p, q, w = order[last:]
    assert ranges[last] <= away(cols, p, q) + away(cols, q, w) + away(cols, w, p) == 4
    assert ranges[last + 1 :] == [0, 0]
    assert ranges[last] > allowed[last], "one step alone is not covered, all three together are"
    total = sum(widest**2 for widest in allowed)
    assert sum(widest**2 for widest in ranges) <= total
    if rows == cols:
        assert theory.squared_ranges(rows) == total


@pytest.mark.parametrize("n", range(2, 21))
def test_what_the_ranges_add_up_to(n: int) -> None:
    order = placing_order(n, n)
    assert sorted(order) == list(range(n * n))
    assert order[0] == n * n - 1, "the blank is the first"
    allowed = [allowed_range(n, home) for home in order]
    assert theory.squared_ranges(n) == sum(widest**2 for widest in allowed)
    for step in range(1, n * n - 3):
        assert twice_the_mean(n, order, step) <= allowed[step]
    if n > 2:
        assert sum(widest**2 for widest in allowed[-3:]) > 16
    else:
        assert theory.squared_ranges(2) >= 2**2 + 16


def test_the_leading_term() -> None:
    n = 10**30
    assert abs(theory.squared_ranges(n) / n**4 - Fraction(22, 15)) < Fraction(2, n)
    c = Fraction(1, 2)
    exponents = {n: -math.log(theory.tail_bound(n, c)) / n**2 for n in (20, 40, 80, 140)}
    assert sorted(exponents.values()) == list(exponents.values())
    assert exponents[140] == pytest.approx(15 / 11 * float(Fraction(2, 3) - c) ** 2, rel=0.02)


def test_where_the_slack_is() -> None:
    """The true ranges of Lemma 3: the sum of their squares tends to about 1.30n⁴, against 22n⁴/15."""
    sums = {}
    for n in (30, 60):
        rows, cols = np.divmod(np.arange(n * n), n)
        order = placing_order(n, n)
        later = np.zeros(n * n)
        sums[n] = 0.0
        for step in range(n * n - 1, 0, -1):
            home = order[step]
            here = abs(rows - rows[home]) + abs(cols - cols[home])
            after = n * n - 1 - step
            if after >= 3:
                # Any two cells can be free, so the range is that of this function over all cells.
                differences = here - later / after
                widest = float(differences.max() - differences.min())
                assert widest <= allowed_range(n, home) + 1e-9
                sums[n] += widest**2 / n**4
            later += here
    # What is missing for a finite n is of the order of 1/n.
    assert 2 * sums[60] - sums[30] == pytest.approx(1.305, abs=0.003)


# The bound


@pytest.mark.parametrize("n", [2, 3])
def test_the_bound_over_all_boards(n: int) -> None:
    """Every solvable board, for every distance there is: 12 of 2×2, 181,440 of 3×3."""
    goal = (*range(1, n * n), 0)
    counts = Counter(manhattan(board, goal, n) for board in reachable(goal, n))
    boards = sum(counts.values())
    assert boards == math.factorial(n * n) // 2
    assert Fraction(sum(found * count for found, count in counts.items()), boards) == theory.mean_manhattan(n)
    shares = []
    for limit in range(1, max(counts) + 2):
        below = sum(count for found, count in counts.items() if found < limit) / boards
        bound = theory.tail_bound(n, Fraction(limit, n**3))
        assert below <= bound
        if bound < 1:
            shares.append(below / bound)
            # Also in between: fewer than limit − 1/2 moves are at most limit − 1.
            assert theory.tail_bound(n, Fraction(2 * limit - 1, 2 * n**3)) == bound
    assert max(shares) > 0.4, "not far from what is true"


@pytest.mark.parametrize(("n", "samples"), [(4, 40_000), (5, 20_000), (8, 10_000), (12, 5_000), (20, 2_000)])
def test_samples_stay_below_the_bound(n: int, samples: int) -> None:
    seen = []
    for c in (0.264, 0.3, 0.4, 0.5, 0.55, 0.6, 0.62, 0.64, 0.66):
        share = theory.low_boards(n, samples, seed=n, c=c) / samples
        bound = theory.tail_bound(n, c)
        error = math.sqrt(max(share * (1 - share), 1 / samples) / samples)
        assert share <= bound + SIGMAS * error
        seen.append(share)
    assert seen == sorted(seen)
    assert seen[-1] > 0.3


def test_the_smaller_of_two_bounds() -> None:
    """Cantelli's near the mean, the exponential one further away; they cross at about 1.6n²."""
    for n in (2, 3, 4, 10, 30, 100):
        mean, variance = theory.mean_manhattan(n), theory.manhattan_variance(n)
        cantelli_wins = []
        for below in range(1, int(mean) + 1, max(1, int(mean) // 200)):
            cantelli = float(variance / (variance + below**2))
            exponential = math.exp(-2 * below**2 / theory.squared_ranges(n))
            found = theory.tail_bound(n, (mean - below + 1) / n**3)
            assert found == pytest.approx(min(cantelli, exponential), rel=1e-12)
            cantelli_wins.append(cantelli < exponential)
            if n > 2 and not 0.028 < found < 0.038:
                assert (cantelli < exponential) == (found > 1 / 30)
        assert cantelli_wins == sorted(cantelli_wins, reverse=True)
        assert cantelli_wins[0]
        assert cantelli_wins[-1] == (n < 4)


def test_a_share_of_the_boards_below_the_mean() -> None:
    """Why 2/3 itself will not do: at least s⁴/(4V²) of the boards, which tends to 1/1089."""
    n = 10**30
    least = theory.manhattan_variance(n) ** 2 / (4 * theory.squared_ranges(n) ** 2)
    assert abs(least - Fraction(1, 1089)) < Fraction(1, 10**20)
    assert theory.mean_manhattan(n) < Fraction(2, 3) * n**3
    for size in (4, 10):
        least = theory.manhattan_variance(size) ** 2 / (4 * theory.squared_ranges(size) ** 2)
        assert theory.low_boards(size, 2000, seed=1, c=theory.mean_manhattan(size) / size**3) / 2000 > least


def test_low_boards_of_any_constant() -> None:
    n, goal = 5, (*range(1, 25), 0)
    boards = random_boards(500, n, n, seed=8).tolist()
    distances = [manhattan(tuple(board), goal, n) for board in boards]
    for c in (Fraction(1, 2), 0.6, 0.648, 1, 0):
        limit = Fraction(str(c)) * n**3
        assert theory.low_boards(n, 500, seed=8, c=c) == sum(found < limit for found in distances)


def test_a_float_is_the_decimal_number_it_prints() -> None:
    """0.264 is a little more than 264/1000, and a board of 10×10 at exactly 264 is not below it."""
    assert theory.tail_bound(10, 0.264) == theory.tail_bound(10, Fraction(264, 1000)) == theory.tail_bound(10)
    assert theory.tail_bound(10, 0.264) < theory.tail_bound(10, 0.2641)


def test_the_bound_grows_with_c_and_stays_a_probability() -> None:
    for n in (2, 3, 4, 10, 50):
        bounds = [theory.tail_bound(n, Fraction(part, 100)) for part in range(90)]
        assert bounds == sorted(bounds)
        assert bounds[0] == 0
        assert bounds[-1] == 1
        assert all(0 <= bound <= 1 for bound in bounds)
    assert theory.tail_bound(10**100, 0.66) == 0


def test_from_where_it_beats_the_paper() -> None:
    """A larger constant, and a smaller probability than the end of the proof of Theorem 4 has for 0.264."""
    first = {}
    for c in (0.264, 0.4, 0.5, 0.6, 0.63, 0.65):
        better = [n for n in range(2, 400) if theory.tail_bound(n, c) < theory.theorem_4_bound(n)]
        first[c] = better[0]
        assert better == list(range(better[0], 400))
    assert first == {0.264: 2, 0.4: 3, 0.5: 3, 0.6: 5, 0.63: 7, 0.65: 11}


@pytest.mark.parametrize("chance", [0.999, 0.5, 0.1, Fraction(1, 30), 0.01, 1e-9, 1e-300])
@pytest.mark.parametrize("n", [2, 5, 10, 100, 1000])
def test_typical_distances(n: int, chance: float | Fraction) -> None:
    """The largest number that the bound allows."""
    moves = theory.typical_distance(n, chance)
    assert theory.tail_bound(n, Fraction(moves, n**3)) <= chance
    assert theory.tail_bound(n, Fraction(moves + 1, n**3)) > chance * (1 - 1e-9)


def test_exactly_what_cantelli_gives() -> None:
    """For 3×3 and t = 10: at most 4 with this chance, so at least 5 otherwise."""
    chance = Fraction(25, 3) / (Fraction(25, 3) + 10**2)
    assert theory.typical_distance(3, chance) == 5
    assert theory.typical_distance(3, chance - Fraction(1, 10**40)) == 4


def test_chances_too_small_for_a_float() -> None:
    """The distance below the mean grows with the square root of the logarithm."""
    mean = theory.mean_manhattan(1000)
    near, far = (mean - theory.typical_distance(1000, Fraction(1, 10**k)) + 1 for k in (100, 40_000))
    assert far / near == pytest.approx(20, rel=1e-6)
    below = mean - theory.typical_distance(1000, Fraction(1, 10**400)) + 1
    assert 2 * below**2 / theory.squared_ranges(1000) == pytest.approx(400 * math.log(10), rel=1e-5)
    assert theory.typical_distance(4, Fraction(1, 10**400)) == 0


def test_the_factor_tends_to_seven_and_a_half() -> None:
    factors = [theory.greedy_bound(n) / theory.typical_distance(n, 1e-6) for n in (10, 100, 1000, 10**6)]
    assert factors == sorted(factors, reverse=True)
    assert factors[0] < 19
    assert factors[-1] == pytest.approx(7.5, abs=1e-4)


# Slips


@pytest.mark.parametrize("c", [-0.1, math.nan, math.inf])
def test_constants_out_of_range(c: float) -> None:
    with pytest.raises(UnsupportedError, match="divided by n³, is a number from 0 up, got"):
        theory.tail_bound(4, c)
    with pytest.raises(UnsupportedError, match="divided by n³, is a number from 0 up, got"):
        theory.low_boards(4, 1, seed=1, c=c)


@pytest.mark.parametrize("chance", [0, 1, -0.5, 2, math.nan])
def test_chances_out_of_range(chance: float) -> None:
    with pytest.raises(UnsupportedError, match="chance is a number between 0 and 1, got"):
        theory.typical_distance(4, chance)


def test_other_types() -> None:
    with pytest.raises(TypeError, match=r"is a number from 0 up, got '0\.5'"):
        theory.tail_bound(4, "0.5")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="is a number from 0 up, got True"):
        theory.tail_bound(4, True)
    with pytest.raises(TypeError, match="chance is a number between 0 and 1, got None"):
        theory.typical_distance(4, None)  # type: ignore[arg-type]
