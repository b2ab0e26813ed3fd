"""Solutions against the size of the board."""

from __future__ import annotations

import math

import pytest

from puzzle15 import UnsupportedError, growth, solve, stream, theory


def test_greedy_grows_as_theory_says() -> None:
    sizes = [4, 5, 6, 8, 10, 12, 16, 20, 28, 40, 60]
    rows = [growth.measure([n], max(3, 100_000 // n**3), seed=n, peel=False)[0] for n in sizes]
    term = growth.leading_term(sizes, [row.greedy for row in rows])
    assert abs(term - 8 / 3) < 0.04
    for row in rows:
        assert row.worst <= theory.greedy_bound(row.n) <= 5 * row.n**3
        assert row.multi_worst <= theory.multi_leading_term(row.n)
        assert row.manhattan <= row.multi <= row.greedy <= row.worst
        assert math.isnan(row.peel)
    # Towards the term from below.
    ratios = [row.greedy / row.n**3 for row in rows[::3]]
    assert ratios == sorted(ratios)


def test_a_row_is_what_it_says() -> None:
    (row,) = growth.measure([5], boards=1, seed=3)
    from puzzle15 import Board, random_boards

    board = Board(random_boards(1, 5, 5, seed=3)[0].tolist(), 5, 5)
    moves = stream(board)
    assert row.greedy == row.worst == moves.skip()
    assert row.multi == row.multi_worst == moves.multi
    assert row.peel == len(solve(board))
    assert row.manhattan == board.manhattan()


def test_slips() -> None:
    with pytest.raises(UnsupportedError, match="boards is 1 or more, got 0"):
        growth.measure([4], boards=0)
    with pytest.raises(UnsupportedError, match="4 different sizes or more"):
        growth.leading_term([1, 2, 3], [1, 2, 3])
    with pytest.raises(UnsupportedError, match="each with its mean"):
        growth.leading_term([1, 2, 3, 4], [1, 2, 3])
