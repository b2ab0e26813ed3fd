"""Optimal solutions by search: known answers, any goal, budgets, all shortest solutions, tables on disk."""

from __future__ import annotations

import csv
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzle15 import (
    Board,
    GoalError,
    Solution,
    UnsolvableError,
    UnsupportedError,
    count_optimal,
    distance,
    goals,
    is_solvable,
    korf,
    random_board,
    random_boards,
    reference,
    solutions,
    solve,
    solve_many,
    tables,
    tradeoff,
)
from tests.support.shared_tables import cache_in, large_tables

DATA = Path(__file__).parents[1] / "data"
BLANK_FIRST = goals.rows(4, 4, blank=0)
TURNED = "0 15 14 13/12 11 10 9/8 7 6 5/4 3 2 1"
HARD = [f"0 12 9 13/15 11 10 14/{rest}" for rest in ("3 7 5 6/4 8 2 1", "8 3 6 2/4 7 5 1", "3 7 6 2/4 8 5 1")]


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Path]:
    with cache_in(tmp_path):
        yield tmp_path


def korf_boards() -> tuple[list[list[int]], list[int]]:
    with (DATA / "korf100.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [[int(tile) for tile in row["board"].split()] for row in rows], [
        int(row["optimal"]) for row in rows
    ]


def test_korfs_hundred_boards() -> None:
    boards, lengths = korf_boards()
    many = solve_many(boards, goal=BLANK_FIRST, method="optimal")
    assert many.lengths.tolist() == lengths
    assert many.lengths.sum() == 5305
    assert all(solution.optimal and solution.verify() for solution in many)


def test_the_board_of_the_document_on_solvability() -> None:
    solution = solve("12 13 11 2/4 5 3 14/1 9 15 6/8 7 0 10", method="optimal")
    assert (len(solution), solution.optimal, solution.lower_bound) == (57, True, 57)
    assert solution.nodes > 1000


@pytest.fixture
def large() -> Iterator[Path]:
    with large_tables() as folder:
        yield folder


@pytest.mark.slow
def test_the_hardest_boards_with_the_large_tables(large: Path) -> None:
    """Turned by 180 degrees it takes 78 moves, and three boards of the paper take 80, the most there are."""
    [file] = tables.files()
    assert file.path == large / "4x4-blank15.patterns"
    assert file.size < 300_000_000
    for threads, board, moves in [(1, TURNED, 78), *((2, hard, 80) for hard in HARD)]:
        solution = solve(board, method="optimal", threads=threads, tables="large")
        assert (len(solution), solution.optimal, solution.verify()) == (moves, True, True)
    boards, lengths = korf_boards()
    many = solve_many(boards, goal=BLANK_FIRST, method="optimal", tables="large")
    assert many.lengths.tolist() == lengths
    assert max(map(sum, tables.estimate(HARD[0], tables="large"))) > 60
    assert tables.verify() == {"4x4-blank15.patterns": True}
    # Mapped by another process, too.
    job = f"from puzzle15 import *; print(len(solve('{TURNED}', method='optimal', tables='large')))"
    done = subprocess.run([sys.executable, "-c", job], capture_output=True, text=True, check=True)
    assert done.stdout == "78\n"


def test_a_file_that_is_removed_is_gone(cache: Path) -> None:
    file = tables.build(3, 4, progress=False)
    assert tables.files() == [file]
    assert file.path.parent == cache
    file.remove()
    assert tables.files() == []


def test_a_damaged_file_is_not_used(cache: Path) -> None:
    file = tables.build(3, 3, progress=False)
    data = bytearray(file.path.read_bytes())
    board = random_board(3, 3, seed=1)
    length = len(next(solutions(board)))
    # The head: five numbers after 20 bytes of the store, then tables.
    for at in range(20, 400, 3):
        for byte in (0, 255):
            if data[at] != byte:
                file.path.write_bytes(bytes([*data[:at], byte, *data[at + 1 :]]))
                tables.forget(3, 3)
                with pytest.warns(UserWarning, match="the small tables are used until"):
                    tables.estimate(board, tables="auto")
    for wrong in [data[:-100], data[:10], b"", data[:40] + b"\xff" * 8 + data[48:], bytes(10_000)]:
        file.path.write_bytes(bytes(wrong))
        assert not file.verify()
        tables.forget(3, 3)
        with pytest.warns(UserWarning, match="the small tables are used until"):
            assert len(next(solutions(board))) == length
    data[len(data) // 2] ^= 1
    file.path.write_bytes(data)
    assert not file.verify()
    assert tables.verify() == {file.name: False}
    tables.forget(3, 3)
    with pytest.warns(UserWarning, match="checksum is wrong"):
        assert count_optimal(board) > 0
    # It is not read again until someone asks for it.
    assert count_optimal(board) > 0
    assert tables.build(3, 3, progress=False).verify()
    assert len(next(solutions(board))) == length


@pytest.mark.parametrize(
    ("rows", "cols"),
    [(3, 3), (3, 4), (4, 3), pytest.param(2, 6, marks=pytest.mark.slow), (2, 5), (2, 3), (2, 2)],
)
def test_searches_find_what_tables_know(rows: int, cols: int) -> None:
    for seed in range(12):
        board = random_board(rows, cols, seed=seed)
        solution = next(solutions(board))
        assert len(solution) == distance(board)
        assert solution.optimal
        quick = solve(board, method="quick")
        assert quick.verify()
        assert quick.lower_bound <= len(solution) <= len(quick)


@pytest.mark.parametrize("cell", range(16))
def test_any_home_of_the_blank(cell: int) -> None:
    """A solution has the length of one in the other direction, which has another goal and home."""
    goal = goals.rows(4, 4, blank=cell)
    for seed in range(2):
        board = goal
        for letter in solve(random_board(seed=seed, goal=goal), goal=goal).moves[-45:][::-1]:
            board = board.move({"L": "R", "R": "L", "U": "D", "D": "U"}[letter])
        there, back = solve(board, goal=goal, method="optimal"), solve(goal, goal=board, method="optimal")
        assert len(there) == len(back) <= 45
        assert there.verify()
        assert there.optimal


@pytest.mark.parametrize(
    ("rows", "cols"),
    [(2, 7), (7, 2), (3, 5), (5, 3), (2, 8), (4, 5), (3, 6), pytest.param(5, 5, marks=pytest.mark.slow)],
)
def test_other_sizes(rows: int, cols: int) -> None:
    """Against the plain search, on boards that it can solve; and in both directions."""
    for seed in range(3):
        board = random_board(rows, cols, seed=seed, method="walk", steps=8)
        solution = solve(board, method="optimal")
        plain = korf.plain_search(board)
        assert plain.solution is not None
        assert len(solution) == len(plain.solution)
        assert solution.optimal
        assert solution.verify()
        assert len(solve(solution.goal, goal=board, method="optimal")) == len(solution)


def test_random_boards_of_fifteen_cells() -> None:
    many = solve_many(random_boards(3, 3, 5, seed=3), shape=(3, 5), method="optimal")
    for solution in many:
        assert solution.verify()
        assert solution.optimal
        back = solve(solution.goal, goal=solution.start, method="optimal")
        assert len(back) == len(solution)


def test_patterns_are_those_of_the_plain_twin() -> None:
    for rows, cols in [(3, 3), (2, 4), (2, 3), (2, 2)]:
        found = tables.patterns(rows, cols)
        for pattern in (pattern for lookup in found.lookups for pattern in lookup):
            counts = reference.pattern_counts(rows, cols, pattern.homes, rows * cols - 1)
            assert list(pattern.counts) == counts
            assert pattern.states == sum(counts)
    for seed in range(40):
        board = random_board(3, 3, seed=seed)
        tiles, goal = board.tiles, goals.rows(3, 3).tiles
        mirrored = reference.transpose(tiles, 3)
        names = [0, 1, 4, 7, 2, 5, 8, 3, 6]
        boards = [tiles, tuple(names[tile] for tile in mirrored)]
        for lookup, numbers, one in zip(
            tables.patterns(3, 3).lookups, tables.estimate(board), boards, strict=True
        ):
            parts = tuple(pattern.homes for pattern in lookup)
            assert sum(numbers) == reference.additive_estimate(one, goal, 3, parts)


def test_the_distributions_of_the_small_tables() -> None:
    small = tables.patterns(4, 4)
    [[six, other, three], mirrored] = small.lookups
    assert mirrored == small.lookups[0], "the tables serve both lookups"
    assert [pattern.states for pattern in small.lookups[0]] == [11_816_640, 11_816_640, 3_792]
    assert three.counts == tuple(reference.pattern_counts(4, 4, (1, 2, 3), 15))
    assert six.counts[:8] == (1, 6, 26, 84, 214, 604, 1718, 5234)
    assert six.counts[-5:] == (13442, 2386, 454, 104, 16)
    assert other.counts[:8] == (1, 2, 4, 24, 100, 395, 1279, 3791)
    assert other.counts[-5:] == (52358, 13932, 2535, 377, 15)
    assert small.size < 16_000_000


@pytest.mark.slow
def test_the_distributions_of_the_large_tables() -> None:
    large = tables.patterns(4, 4, tier="large")
    eight, seven = large.lookups[0]
    assert (eight.states, seven.states, large.size) == (1_425_191_040, 139_849_920, 195_874_560)
    assert eight.counts[:8] == (1, 4, 10, 44, 161, 564, 1626, 4662)
    assert eight.counts[-6:] == (3399106, 948664, 203040, 26569, 1930, 49)
    assert seven.counts[:8] == (1, 2, 6, 24, 100, 335, 1002, 2756)
    assert seven.counts[-6:] == (422006, 110309, 19731, 2126, 96, 2)


@pytest.mark.slow
def test_the_distributions_of_the_24_puzzle() -> None:
    """Three of the blocks are mirrored or turned into one another, and the blank's home is far away."""
    large = tables.patterns(5, 5, tier="large")
    block, second, third, corner = large.lookups[0]
    assert block.counts == second.counts == third.counts
    assert block.counts[:8] == (1, 5, 22, 103, 397, 1385, 4320, 12651)
    assert block.counts[-4:] == (65498, 16890, 3350, 624)
    assert corner.counts[-4:] == (26648, 5734, 592, 24)
    assert {pattern.states for lookup in large.lookups for pattern in lookup} == {181_008_000}
    # The further ones cut the tiles in other ways, on the board as it is and mirrored.
    assert len(large.lookups) == 8
    cells = [sorted(cell for pattern in lookup for cell in pattern.homes) for lookup in large.lookups]
    assert cells == [list(range(24))] * 8
    distinct = {pattern.homes for lookup in large.lookups for pattern in lookup}
    assert large.size == 10 * 22_631_040 == len(distinct) * 22_631_040


@pytest.mark.soak
def test_boards_of_korf_and_felner(tmp_path: Path) -> None:
    """Lengths that took their authors days. The same call has the same answer."""
    with (DATA / "korf50.csv").open(encoding="utf-8") as file:
        rows = {int(row["id"]): row for row in csv.DictReader(file)}
    goal = goals.rows(5, 5, blank=0)
    with cache_in(tmp_path):
        tables.build(5, 5, goal=goal, progress=False)
        for number in (40, 38, 44, 25, 32, 1, 28):
            board = Board([int(tile) for tile in rows[number]["board"].split()], 5, 5)
            optimum = int(rows[number]["optimal"])
            solution = solve(board, goal=goal, method="optimal", tables="large")
            assert (len(solution), solution.optimal, solution.verify()) == (optimum, True, True)
            assert max(map(sum, tables.estimate(board, goal=goal, tables="large"))) <= optimum
            if number in (40, 38):
                assert solve(board, goal=goal, method="optimal", tables="large") == solution
                both = solve(board, goal=goal, method="optimal", tables="large", threads=2)
                assert len(both) == optimum
        tables.forget(5, 5, goal=goal)


def test_a_budget_leaves_a_solution_and_a_bound() -> None:
    board = random_board(seed=4)
    shortest = len(solve(board, method="optimal"))
    for budget in ({"max_nodes": 0}, {"max_nodes": 5000}, {"timeout": 0.0}, {"timeout": 0.002}):
        solution = solve(board, method="optimal", **budget)
        assert solution.verify()
        assert solution.lower_bound <= shortest <= len(solution)
        assert solution.optimal == (solution.lower_bound == len(solution))
        assert solution.nodes < budget.get("max_nodes", 1_000_000) + 20_000
    large = random_board(5, 5, seed=4)
    for nodes in (100_000, 500_000):
        solution = solve(large, max_nodes=nodes)
        assert solution.verify()
        assert nodes <= solution.nodes < nodes + 50_000
        assert solution == solve(large, max_nodes=nodes)
    solution = solve(large, timeout=0.2)
    assert solution.verify()
    assert large.manhattan() < solution.lower_bound < len(solution) < 140
    assert not solution.optimal
    assert "a shortest has at least" in str(solution)


def test_a_large_board_takes_a_timeout() -> None:
    board = random_board(6, 6, seed=1)
    solution = solve(board, timeout=0.3)
    assert solution.verify()
    assert solution.lower_bound < len(solution) <= len(solve(board))
    assert solve(random_board(seed=4), timeout=10**400).optimal


@pytest.mark.parametrize("weight", [1, 1.01, 1.05, 1.1, 1.5, 2, 3])
def test_a_weight_is_kept(weight: float) -> None:
    for seed in range(10):
        board = random_board(seed=seed)
        solution = solve(board, weight=weight)
        assert solution.verify()
        assert len(solution) <= weight * solution.lower_bound
        assert solution.lower_bound <= len(solve(board, method="optimal"))


def test_quick_solutions() -> None:
    boards = random_boards(2000, seed=9)
    quick, combined = solve_many(boards, method="quick"), solve_many(boards)
    assert quick.lengths.mean() < 58 < 60 < combined.lengths.mean()
    assert quick.lengths.max() <= 90
    assert all(len(solve(board, method="quick")) <= 90 for board in [TURNED, *HARD])
    wide = [solve(board, method="quick", width=200) for board in boards[:40]]
    assert sum(map(len, wide)) < quick.lengths[:40].sum()
    assert all(solution.verify() for solution in wide)
    assert all(quick[i].lower_bound <= len(quick[i]) for i in range(40))
    assert solve(boards[0], width=200) == wide[0]
    assert len(solve(boards[1], method="quick", timeout=0.05)) <= quick.lengths[1]


@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (3, 8), (2, 10), (2, 12), (4, 6)])
def test_quick_is_never_longer_than_peel(rows: int, cols: int) -> None:
    """Also on boards turned by 180 degrees, where both lookups together expect more than 255 moves."""
    turned = Board([0, *range(rows * cols - 1, 0, -1)], rows, cols)
    start = turned if is_solvable(turned) else random_board(rows, cols, seed=1)
    for board in (start, random_board(rows, cols, seed=2)):
        quick = solve(board, method="quick")
        assert quick.verify()
        assert quick.lower_bound <= len(quick) <= len(solve(board, method="peel"))


def test_every_shortest_solution() -> None:
    goal = goals.rows(3, 3)
    for seed in range(5):
        board = random_board(3, 3, seed=seed)
        found = [solution.moves for solution in solutions(board)]
        assert sorted(found) == sorted(reference.all_optimal(board.tiles, goal.tiles, 3))
        assert count_optimal(board) == len(found)
        straight = solve(board, prefer="turns")
        assert straight.multi == min(Solution(board, goal, moves, "").multi for moves in found)
        assert straight == solve(board, method="optimal", prefer="multi")
    assert [solution.moves for solution in solutions("1 2/3 0")] == [""]
    assert count_optimal("1 2/3 0") == 1


def test_shortest_solutions_of_the_15_puzzle() -> None:
    board = random_board(seed=1)
    found = [solution.moves for solution in solutions(board)]
    assert len(set(found)) == len(found) == count_optimal(board)
    assert {len(moves) for moves in found} == {len(solve(board, method="optimal"))}
    other = goals.snake(4, 4)
    start = random_board(goal=other, seed=3)
    assert next(solutions(start, goal=other)).goal == other


def test_what_cannot_be_is_refused() -> None:
    board = random_board(seed=1)
    for wrong, text in [
        ({"timeout": -1}, "timeout is a number of seconds"),
        ({"timeout": float("nan")}, "timeout is a number of seconds"),
        ({"max_nodes": -1}, "max_nodes is a whole number"),
        ({"memory": 1000}, "memory is at least 1 MiB"),
        ({"weight": 0.9}, "weight is a number from 1 to 100"),
        ({"threads": 0}, "threads is a whole number"),
        ({"width": 0}, "width is a whole number"),
        ({"metric": "both"}, "unknown metric 'both'; choose 'single' or 'multi'"),
        ({"prefer": "short"}, "unknown preference 'short'; choose 'turns' or 'multi'"),
        ({"method": "combined", "timeout": 1}, "for the methods 'optimal' and 'quick'"),
        ({"method": "quick", "prefer": "turns"}, "for method 'optimal'"),
        ({"prefer": "turns", "timeout": 1}, "prefer does not go with timeout"),
        ({"metric": "multi", "weight": 2}, "does not go with weight"),
    ]:
        with pytest.raises(UnsupportedError, match=text):
            solve(board, **wrong)  # type: ignore[arg-type]
    for name, value in {
        "timeout": "1",
        "max_nodes": 1.5,
        "weight": "2",
        "threads": 2.5,
        "width": "3",
    }.items():
        with pytest.raises(TypeError, match=f"{name} is a"):
            solve(board, **{name: value})  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="up to 25 cells"):
        next(solutions(random_board(6, 6, seed=1)))
    with pytest.raises(UnsupportedError, match="up to 25 cells"):
        solve(random_board(6, 6, seed=1), weight=2)
    with pytest.raises(UnsupportedError, match="timeout is a number"):
        solve(board, timeout=-(10**400))
    with pytest.raises(GoalError, match="tables for 4×4 were asked for, the goal is 3×3"):
        tables.build(4, 4, goal="1 2 3/4 5 6/7 8 0")
    with pytest.raises(UnsupportedError, match="threads is a whole number from 1 to 256"):
        tables.build(3, 4, threads=20_000)
    with pytest.raises(UnsupportedError, match="unknown method 'quick x'"):
        tradeoff.measure(methods=["quick x"])
    with pytest.raises(UnsupportedError, match="up to 25 cells"):
        tables.build(6, 6)
    with pytest.raises(UnsupportedError, match="unknown tier 'huge'; choose"):
        tables.patterns(tier="huge")
    unsolvable = Board("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0")
    for call in (solutions, count_optimal, tables.estimate):
        with pytest.raises(UnsolvableError):
            list(call(unsolvable))  # type: ignore[arg-type]


def test_a_solution_keeps_what_is_known_of_it() -> None:
    solution = solve(random_board(seed=1), max_nodes=10)
    again = pickle.loads(pickle.dumps(solution))
    assert (again.lower_bound, again.nodes, again.metric) == (
        solution.lower_bound,
        solution.nodes,
        solution.metric,
    )
