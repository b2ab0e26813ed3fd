"""The real-time greedy algorithm: its moves, its bounds, its figures."""

from __future__ import annotations

import copy
import itertools
import pickle
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzle15 import (
    Board,
    Stream,
    UnsolvableError,
    UnsupportedError,
    goals,
    random_board,
    random_boards,
    reference,
    solve,
    solve_many,
    stream,
    theory,
)
from puzzle15.growth import greedy_lengths
from puzzle15.typing import Routes
from tests.support.interrupts import interrupted

TWINS = {"1995": reference.greedy, "2014": reference.greedy_2014}


def some_boards(n: int, count: int, seed: int) -> list[Board]:
    return [Board(tiles, n, n) for tiles in random_boards(count, n, n, seed=seed).tolist()]


def adversaries(n: int) -> list[Board]:
    """Boards on which one would expect the worst: far away, turned round, almost home."""
    goal = goals.rows(n, n)
    far = theory.hard_board(n)
    round_the_edge = [theory.perimeter_board(n, turns) for turns in (1, n, -n, 2 * n)]
    tiles = list(goal.tiles)
    turned = [*tiles[-2::-1], 0]
    if not is_even(turned):
        turned[0], turned[1] = turned[1], turned[0]
    last = goal.apply("U" * (n - 1) + "L" * (n - 1))
    return [far, far.apply("U" * (n - 1)), *round_the_edge, Board(turned, n, n), last, goal.move("L")]


def is_even(tiles: list[int]) -> bool:
    return reference.inversions(tuple(tiles)) % 2 == 0


@settings(max_examples=150, deadline=None)
@given(
    rows=st.integers(2, 7),
    cols=st.integers(2, 7),
    core=st.sampled_from([2, 3]),
    seed=st.integers(0, 2**32),
    walk=st.booleans(),
    home=st.integers(0, 10**6),
)
@pytest.mark.parametrize("routes", TWINS)
def test_the_moves_are_those_of_the_twin(
    routes: Routes, rows: int, cols: int, core: int, seed: int, walk: bool, home: int
) -> None:
    goal = (
        goals.rows(rows, cols, blank=home % (rows * cols))
        if home % 3
        else random_board(rows, cols, seed=home)
    )
    board = random_board(
        goal=goal, seed=seed, method="walk" if walk else "shuffle", steps=5 if walk else None
    )
    moves = "".join(stream(board, goal=goal, core=core, routes=routes))
    assert moves == "".join(TWINS[routes](board.tiles, goal.tiles, cols, core))
    assert board.apply(moves) == goal


@pytest.mark.parametrize(
    "shape",
    [(2, 40), (40, 2), (3, 25), (25, 3), (4, 17), (12, 9), pytest.param((30, 30), marks=pytest.mark.slow)],
)
def test_other_shapes_are_solved_like_the_twin_does(shape: tuple[int, int]) -> None:
    board = random_board(*shape, seed=1)
    solution = solve(board, method="greedy")
    assert solution.moves == "".join(reference.greedy(board.tiles, solution.goal.tiles, shape[1]))
    assert solution.method == "greedy"
    assert solution.verify()
    assert sum(stage.length for stage in solution.stages) == len(solution)


def test_stages_are_lines_and_the_core() -> None:
    names = [stage.name for stage in solve(random_board(5, 6, seed=4), method="greedy").stages]
    assert names == ["column", "row", "column", "row", "column", "optimal"]


def test_a_solved_board_has_no_moves() -> None:
    for rows, cols in ((2, 2), (3, 3), (5, 4), (20, 20)):
        goal = goals.rows(rows, cols)
        assert list(stream(goal)) == []
        assert solve(goal, method="greedy").moves == ""


@pytest.mark.parametrize("n", [4, 5, 6, 7, 8, 10, 13])
def test_bounds_of_every_tile_ring_and_board(n: int) -> None:
    boards = some_boards(n, 4000 // n, seed=n) + adversaries(n)
    for board in boards:
        moves = stream(board)
        by_tile: Counter[int | None] = Counter()
        tile = moves.tile
        for _ in moves:
            by_tile[tile] += 1
            tile = moves.tile
        assert moves.made <= theory.greedy_bound(n)
        for ring in range(n, 3, -1):
            corner = (n - ring) * (n + 1)
            row = [corner + k + 1 for k in range(ring)]
            column = [corner + n * (k + 1) + 1 for k in range(ring - 1)]
            assert sum(by_tile[tile] for tile in row + column) <= theory.ring_bound(ring)
            for line in (row, column):
                # The place in the line of n that the bound is for: a column has lost its first tile.
                places = range(ring - len(line) + 1, ring + 1)
                bounds = [theory.tile_bound(ring, k) for k in places]
                for one, bound in zip(line[:-2], bounds[:-2], strict=True):
                    assert by_tile[one] <= bound, (board, one)
                assert by_tile[line[-2]] + by_tile[line[-1]] <= bounds[-2] + bounds[-1] + 5
        assert by_tile[None] <= 31


def test_work_between_moves_does_not_grow() -> None:
    """Counted, not timed: looks at the board and decisions, for random boards and the worst kind."""
    most = {}
    for n in (4, 10, 30, 100, 300, 1000):
        boards = [random_board(n, n, seed=1), goals.rows(n, n).apply("U" * (n // 2)), theory.hard_board(n)]
        works = []
        for board in boards:
            moves = stream(board)
            moves.skip(300_000)
            works.append(moves.most_work)
        most[n] = max(works)
    assert max(most.values()) <= 16
    assert most[1000] <= max(most[4], most[10], most[30])


def test_memory_stays_flat() -> None:
    """A million moves on a large board, and the process has not grown."""
    script = (
        "import resource, puzzle15\n"
        "moves = puzzle15.stream(puzzle15.random_board(1000, 1000, seed=1))\n"
        "moves.skip(10_000)\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "for _ in range(200_000): next(moves)\n"
        "moves.skip(2_000_000)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 2000  # kilobytes


@pytest.mark.slow
def test_the_eight_puzzle_exhaustively() -> None:
    """All 181,440 boards, down to 2×2: the paper has a mean of 44.76 and at worst 82, of 10⁹ random ones."""
    boards = (tiles for tiles in itertools.permutations(range(9)) if is_even([t for t in tiles if t]))
    lengths = greedy_lengths((Board(tiles, 3, 3) for tiles in boards), core=2)
    assert len(lengths) == 181_440
    assert lengths.max() == 82
    # The mean is ours; no choice that the paper leaves open was found that gives 44.76 and the figures below.
    assert round(lengths.mean(), 4) == 40.8485


def test_figures_of_the_fifteen_puzzle() -> None:
    """The paper has 40 / 118.16 / 195 for 10⁶ random boards."""
    lengths = greedy_lengths(some_boards(4, 100_000, seed=118), core=2)
    error = lengths.std() / len(lengths) ** 0.5
    assert abs(lengths.mean() - 118.010) < 5 * error
    assert 38 <= lengths.min() <= 50
    assert 180 <= lengths.max() <= 205
    # Near the paper's, and not the same.
    assert 2 * error < abs(lengths.mean() - 118.16) < 0.3


def test_the_perimeter_board_costs_n_cubed() -> None:
    """The example of the paper's conclusion: about 4n² moves away, and the algorithm makes n³."""
    for n in (6, 12, 24, 48):
        moves = stream(theory.perimeter_board(n))
        made = moves.skip()
        assert theory.perimeter_moves(n) == 4 * n * (n - 1)
        assert made > n**3 / 2
    assert made > 4 * theory.perimeter_moves(48)


def test_streams() -> None:
    board = random_board(6, 6, seed=5)
    whole = solve(board, method="greedy").moves
    moves = stream(board)
    assert iter(moves) is moves
    assert isinstance(moves, Stream)
    assert moves.tile == 1
    assert moves.made == 0
    assert moves.multi == 0
    first = next(moves)
    assert moves.board == board.apply(first)
    assert first + moves.take(10) + "".join(moves) == whole
    assert moves.made == len(whole)
    assert moves.board == moves.goal == goals.rows(6, 6)
    assert moves.tile is None
    assert moves.take(5) == ""
    assert moves.skip() == 0
    assert next(moves, None) is None
    again = stream(board)
    assert again.skip(7) == 7
    assert again.skip() == len(whole) - 7
    assert again.multi == solve(board, method="greedy").multi
    with pytest.raises(UnsupportedError, match="core is a whole number from 2 to 3, or None; got 4"):
        stream(board, core=4)
    with pytest.raises(UnsolvableError):
        stream("1 2 3/4 5 6/8 7 0")
    for wrong in (-1, "x", 2.5, 10**30):
        with pytest.raises(UnsupportedError, match="the number of moves is "):
            moves.take(wrong)
        with pytest.raises(UnsupportedError, match="the number of moves is "):
            moves.skip(wrong)


def test_copies_and_threads() -> None:
    moves = stream(random_board(20, 20, seed=8))
    moves.skip(1000)
    other = copy.copy(moves)
    assert repr(other) == f"<Stream 20×20: 1000 moves made, at tile {other.tile}>"
    assert copy.deepcopy(moves).take(500) == other.take(500)
    assert moves.made == 1000
    large = stream(random_board(300, 300, seed=8))
    with ThreadPoolExecutor(3) as pool:
        jobs = [pool.submit(large.skip, 2_000_000) for _ in range(2)]
        seen = pool.submit(lambda: [large.made for _ in range(1000)]).result()
        assert sum(job.result() for job in jobs) == 4_000_000
    assert seen == sorted(seen)
    assert large.made == 4_000_000


def test_a_stream_is_not_pickled() -> None:
    moves = stream(random_board(5, 5, seed=8))
    moves.skip(10)
    with pytest.raises(TypeError, match=r"pickle its board and goal instead.*stream\(board, goal=goal\)"):
        pickle.dumps(moves)
    # As it says:
    board, goal = pickle.loads(pickle.dumps((moves.board, moves.goal)))
    assert board.apply("".join(stream(board, goal=goal))) == goal


def test_many_at_once() -> None:
    boards = random_boards(300, 6, 6, seed=6)
    many = solve_many(boards, method="greedy")
    assert many.lengths.tolist() == greedy_lengths([Board(b, 6, 6) for b in boards.tolist()]).tolist()
    assert many[5].verify()
    assert many[5].method == "greedy"
    assert many[5].stages[0].name == "greedy"
    assert np.array_equal(solve_many(boards, method="greedy", threads=1).moves, many.moves)


def test_interrupt() -> None:
    moves = stream(random_board(400, 400, seed=1))
    with interrupted():
        moves.skip()
    made = moves.made
    assert made > 0
    assert moves.skip(10) == 10
    assert moves.made == made + 10
