"""Tests of puzzle15.reference.patterns: additive pattern databases, and shortest solutions."""

from __future__ import annotations

import doctest
import functools
import random
from collections import deque

import pytest

import puzzle15
from puzzle15 import reference
from puzzle15.reference import patterns
from puzzle15.reference.moves import MOVES, Board, apply, exits, neighbours
from puzzle15.reference.patterns import Partition, Pattern, State

GOAL8: Board = (1, 2, 3, 4, 5, 6, 7, 8, 0)
CENTRE8: Board = (1, 2, 3, 8, 0, 4, 7, 6, 5)
FOUR_FOUR: Partition = ((0, 1, 3, 4), (2, 5, 6, 7))
THREE_THREE_TWO: Partition = ((0, 1, 2), (3, 6, 7), (4, 5))
FOUR_FOUR_ROUND: Partition = ((0, 1, 2, 5), (3, 6, 7, 8))


@functools.cache
def true_distances(goal: Board, cols: int) -> dict[Board, int]:
    return reference.distances([goal], cols)


def sample(goal: Board, cols: int, n: int) -> list[Board]:
    return random.Random(1).sample(sorted(true_distances(goal, cols)), n)


def test_doctests() -> None:
    result = doctest.testmod(patterns)
    assert result.attempted > 10
    assert result.failed == 0


# Pattern databases


def by_cells_of_the_blank(rows: int, cols: int, homes: Pattern, blank: int) -> dict[State, int]:
    """The same numbers without regions: 0-1 breadth-first search over tiles and the blank's very cell."""
    cells = rows * cols
    far: dict[tuple[tuple[int, ...], int], int] = {}
    queue = deque([(0, homes, blank)])
    while queue:
        moves, tiles, here = queue.popleft()
        if (tiles, here) in far:
            continue
        far[tiles, here] = moves
        for _, there in exits(here, cells, cols):
            if there in tiles:
                after = tuple(here if cell == there else cell for cell in tiles)
                queue.append((moves + 1, after, there))
            else:
                queue.appendleft((moves, tiles, there))
    found: dict[State, int] = {}
    for (tiles, here), moves in far.items():
        state = patterns.pattern_state(rows, cols, tiles, here)
        assert found.setdefault(state, moves) == moves, "the same throughout a region"
    return found


@pytest.mark.parametrize(
    ("rows", "cols", "homes", "blank"),
    [
        (2, 2, (0, 1), 3),
        (2, 3, (0, 3), 5),
        (2, 3, (1, 2, 4), 0),
        (3, 2, (0, 1, 2), 3),
        (2, 4, (0, 1, 4, 5), 7),
        (3, 3, (1, 4, 7), 0),
        (3, 3, (0, 1, 3), 4),
        (2, 5, (0, 5, 6), 9),
    ],
)
def test_regions_give_what_cells_of_the_blank_give(rows: int, cols: int, homes: Pattern, blank: int) -> None:
    found = patterns.pattern_distances(rows, cols, homes, blank)
    assert found == by_cells_of_the_blank(rows, cols, homes, blank)
    counts = patterns.pattern_counts(rows, cols, homes, blank)
    assert sum(counts) == len(found)
    assert counts[0] == 1
    assert all(counts)


def test_counts_by_hand() -> None:
    # One tile: it goes to any cell, and never shuts the blank in.
    assert patterns.pattern_counts(2, 2, (0,), 3) == [1, 2, 1]
    assert patterns.pattern_counts(3, 3, (4,), 0) == [1, 4, 4]
    # The 12 boards of 2×2 are a ring, on which the three tiles move in turn. Moves of one tile are free, so 8
    # states are left, again on a ring.
    assert patterns.pattern_counts(2, 2, (0, 1), 3) == [1, 2, 2, 2, 1]
    # Without tiles nothing ever moves.
    assert patterns.pattern_counts(2, 2, (), 3) == [1]


def test_a_pattern_may_shut_the_blank_in() -> None:
    far = patterns.pattern_distances(3, 3, (1, 4, 7), 0)
    assert far[(1, 4, 7), 0] == 0
    assert far[(1, 4, 7), 2] > 0
    # Two tiles round the corner, with the blank in it.
    assert ((1, 3), 0) in patterns.pattern_distances(3, 3, (1, 3), 8)


@pytest.mark.parametrize("goal", [(1, 2, 3, 4, 5, 0), (1, 0, 2, 3, 4, 5)])
def test_a_pattern_of_all_tiles_is_the_puzzle(goal: Board) -> None:
    blank = goal.index(0)
    homes = tuple(cell for cell in range(6) if cell != blank)
    for board, depth in true_distances(goal, 3).items():
        assert patterns.pattern_estimate(board, goal, 3, homes) == depth
    assert patterns.pattern_counts(2, 3, homes, blank) == reference.histogram(true_distances(goal, 3))


def test_single_tiles_give_the_manhattan_distance() -> None:
    partition = tuple((cell,) for cell in range(8))
    for board in sample(GOAL8, 3, 200):
        estimate = patterns.additive_estimate(board, GOAL8, 3, partition)
        assert estimate == reference.manhattan(board, GOAL8, 3)


@pytest.mark.parametrize(
    ("goal", "partition"), [(GOAL8, FOUR_FOUR), (GOAL8, THREE_THREE_TWO), (CENTRE8, FOUR_FOUR_ROUND)]
)
def test_estimates_are_never_too_large_and_change_with_their_own_tiles(
    goal: Board, partition: Partition
) -> None:
    depths = true_distances(goal, 3)
    for board in sample(goal, 3, 4000):
        parts = estimates(board, goal, partition)
        assert sum(parts) == patterns.additive_estimate(board, goal, 3, partition)
        assert reference.manhattan(board, goal, 3) <= sum(parts) <= depths[board]
        assert (depths[board] - sum(parts)) % 2 == 0
        for _, other in neighbours(board, 3):
            home = goal.index(board[other.index(0)])
            expected = [int(home in homes) for homes in partition]
            changes = zip(parts, estimates(other, goal, partition), strict=True)
            assert [abs(before - after) for before, after in changes] == expected


def estimates(board: Board, goal: Board, partition: Partition) -> list[int]:
    return [patterns.pattern_estimate(board, goal, 3, homes) for homes in partition]


def test_no_board_of_eight_cells_is_nearer_than_its_estimate() -> None:
    goal: Board = (1, 2, 3, 4, 5, 6, 7, 0)
    partition: Partition = ((0, 1, 4, 5), (2, 3, 6))
    for board, depth in true_distances(goal, 4).items():
        assert patterns.additive_estimate(board, goal, 4, partition) <= depth


def test_more_tiles_together_tell_more() -> None:
    boards = sample(GOAL8, 3, 1000)

    def total(partition: Partition) -> int:
        return sum(patterns.additive_estimate(board, GOAL8, 3, partition) for board in boards)

    singles = tuple((cell,) for cell in range(8))
    pairs = ((0, 1), (2, 5), (3, 6), (4, 7))
    fours = ((0, 1, 2, 5), (3, 4, 6, 7))
    assert total(singles) < total(pairs) < total(fours) < sum(true_distances(GOAL8, 3)[b] for b in boards)


@pytest.mark.parametrize("homes", [(1, 0), (0, 0), (0, 5), (0, 6), (-1, 0)])
def test_patterns_that_are_none_are_refused(homes: Pattern) -> None:
    with pytest.raises(ValueError, match="in increasing order without 5, the blank's; got"):
        patterns.pattern_distances(2, 3, homes, 5)


@pytest.mark.parametrize(("rows", "cols", "blank"), [(1, 6, 5), (6, 1, 5), (2, 3, 6), (2, 3, -1)])
def test_boards_that_are_none_are_refused(rows: int, cols: int, blank: int) -> None:
    with pytest.raises(ValueError, match="2 rows and columns or more"):
        patterns.pattern_distances(rows, cols, (0,), blank)


def test_a_tile_in_two_patterns_is_refused() -> None:
    with pytest.raises(ValueError, match="no cell in common"):
        patterns.additive_estimate(GOAL8, GOAL8, 3, ((0, 1), (1, 2)))


# Shortest solutions


@pytest.mark.parametrize(
    ("goal", "cols", "partition"),
    [
        ((1, 2, 3, 4, 5, 0), 3, ((0, 1, 3), (2, 4))),
        ((1, 2, 3, 4, 5, 0), 3, None),
        ((0, 1, 2, 3, 4, 5), 2, ((1, 2), (3, 4, 5))),
        ((1, 2, 3, 4, 5, 6, 7, 0), 4, ((0, 1, 4, 5), (2, 3, 6))),
        (GOAL8, 3, FOUR_FOUR),
        (GOAL8, 3, THREE_THREE_TWO),
    ],
)
def test_optimal_lengths(goal: Board, cols: int, partition: Partition | None) -> None:
    depths = true_distances(goal, cols)
    deepest = max(depths, key=lambda board: depths[board])
    few = 3 if len(goal) == 9 else 20
    for board in [goal, *([deepest] if len(goal) < 9 else []), *sample(goal, cols, few)]:
        moves = patterns.optimal(board, goal, cols, partition)
        assert len(moves) == depths[board]
        assert apply(board, cols, moves) == goal


def test_an_optimal_solution_of_ten_cells() -> None:
    goal: Board = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
    board = puzzle15.random_board(2, 5, method="walk", steps=60, seed=4)
    moves = patterns.optimal(board.tiles, goal, 5, ((0, 1, 5, 6), (2, 3, 7), (4, 8)))
    assert apply(board.tiles, 5, moves) == goal
    assert len(moves) == len(puzzle15.solve(board, method="optimal")) > 15


def count_by_depths(board: Board, depths: dict[Board, int], cols: int) -> int:
    """How many shortest paths a board has, by the distances of all boards: a sum over those one nearer."""

    @functools.cache
    def paths(here: Board) -> int:
        near = [other for _, other in neighbours(here, cols) if depths[other] < depths[here]]
        return sum(map(paths, near)) if near else 1

    return paths(board)


@pytest.mark.parametrize(
    ("goal", "cols", "few"),
    [
        ((1, 2, 3, 0), 2, 12),
        ((1, 2, 3, 4, 5, 0), 3, 50),
        ((1, 0, 2, 3, 4, 5), 2, 50),
        ((1, 2, 3, 4, 5, 6, 7, 0), 4, 10),
        (GOAL8, 3, 4),
    ],
)
def test_all_shortest_solutions(goal: Board, cols: int, few: int) -> None:
    depths = true_distances(goal, cols)
    for board in sample(goal, cols, few):
        solutions = patterns.all_optimal(board, goal, cols)
        assert len(solutions) == len(set(solutions))
        assert solutions == sorted(solutions, key=lambda moves: [MOVES.index(move) for move in moves])
        assert {len(moves) for moves in solutions} == {depths[board]}
        assert all(apply(board, cols, moves) == goal for moves in solutions)
        expected = count_by_depths(board, depths, cols)
        assert len(solutions) == patterns.count_optimal(board, goal, cols) == expected


def test_the_hardest_8_puzzles_have_many_shortest_solutions() -> None:
    depths = true_distances(GOAL8, 3)
    hardest = [board for board, depth in depths.items() if depth == 31]
    assert sorted(hardest) == [(6, 4, 7, 8, 5, 0, 3, 2, 1), (8, 6, 7, 2, 5, 4, 3, 0, 1)]
    # They are mirror images of each other, so one will do for the slow functions.
    assert [count_by_depths(board, depths, 3) for board in hardest] == [40, 40]
    assert patterns.count_optimal(hardest[0], GOAL8, 3) == 40
    assert len(set(patterns.all_optimal(hardest[0], GOAL8, 3))) == 40


def test_boards_that_cannot_be_solved_are_refused() -> None:
    board: Board = (1, 2, 3, 4, 5, 6, 8, 7, 0)
    with pytest.raises(ValueError, match="cannot be solved"):
        patterns.optimal(board, GOAL8, 3)
    with pytest.raises(ValueError, match="cannot be solved"):
        patterns.all_optimal(board, GOAL8, 3)
    with pytest.raises(ValueError, match="cannot be solved"):
        patterns.count_optimal(board, GOAL8, 3)
