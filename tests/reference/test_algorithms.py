"""Tests of puzzle15.reference, the plain-Python version of the package's ideas."""

import doctest
import hashlib
import importlib
import itertools
import math
import pkgutil

import pytest

from puzzle15 import reference
from puzzle15.reference import combined, moves, random, rank, solvability, tables
from puzzle15.reference.moves import MOVES, Board

GOAL8: Board = (1, 2, 3, 4, 5, 6, 7, 8, 0)
GOAL15: Board = combined.GOAL
SMALL_SHAPES = [(2, 2), (2, 3), (3, 2)]


def goal_of(cells: int) -> Board:
    return (*range(1, cells), 0)


def mean(depths: dict[Board, int]) -> float:
    return sum(depths.values()) / len(depths)


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(reference.__path__)])
def test_doctests(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"puzzle15.reference.{name}"))
    assert result.attempted > 0
    assert result.failed == 0


def test_all_names_exist() -> None:
    for name in reference.__all__:
        assert hasattr(reference, name)


# moves


def test_codes_reverse_and_transpose() -> None:
    board = (1, 2, 3, 4, 0, 5, 6, 7, 8)
    for code, move in enumerate(MOVES):
        there = moves.step(board, 3, move)
        assert moves.step(there, 3, MOVES[code ^ 1]) == board
        turned = moves.step(moves.transpose(board, 3), 3, MOVES[code ^ 2])
        assert turned == moves.transpose(there, 3)


@pytest.mark.parametrize("blank", range(6))
def test_legal_moves_are_those_step_takes(blank: int) -> None:
    board = (*range(1, blank + 1), 0, *range(blank + 1, 6))
    legal = moves.legal_moves(board, 3)
    assert [MOVES[code] for code, _ in moves.neighbours(board, 3)] == list(legal)
    for move in MOVES:
        if move in legal:
            assert moves.step(board, 3, move) != board
        else:
            with pytest.raises(ValueError, match="not possible"):
                moves.step(board, 3, move)


def test_a_move_that_is_no_letter_is_refused() -> None:
    with pytest.raises(ValueError, match="not possible"):
        moves.apply(GOAL8, 3, "LX")


def test_columns_must_fit_the_board() -> None:
    with pytest.raises(ValueError, match="do not fill"):
        moves.legal_moves(GOAL8, 4)


def test_transpose_twice_is_nothing() -> None:
    board = goal_of(12)
    assert moves.transpose(moves.transpose(board, 4), 3) == board


@pytest.mark.parametrize(("text", "runs"), [("", 0), ("L", 1), ("LL", 1), ("LRL", 3), ("UULLDDD", 3)])
def test_multi_count(text: str, runs: int) -> None:
    assert moves.multi_count(text) == runs


def test_manhattan_never_exceeds_the_depth_and_changes_by_one() -> None:
    goal = (1, 2, 3, 4, 5, 0)
    for board, depth in tables.distances([goal], 3).items():
        estimate = moves.manhattan(board, goal, 3)
        assert estimate <= depth
        for _, other in moves.neighbours(board, 3):
            assert abs(moves.manhattan(other, goal, 3) - estimate) == 1


# solvability


@pytest.mark.parametrize(("rows", "cols"), SMALL_SHAPES)
def test_solvable_is_reachable(rows: int, cols: int) -> None:
    everything = list(itertools.permutations(range(rows * cols)))
    for goal in [everything[0], everything[-1], everything[len(everything) // 3]]:
        found = solvability.reachable(goal, cols)
        assert len(found) == len(everything) // 2
        for board in everything:
            assert solvability.is_solvable(board, goal, cols) == (board in found)


@pytest.mark.parametrize("cols", [1, 4])
def test_on_a_line_tiles_never_pass(cols: int) -> None:
    goal = (1, 2, 3, 0)
    found = solvability.reachable(goal, cols)
    for board in itertools.permutations(range(4)):
        assert solvability.is_solvable(board, goal, cols) == (board in found)


def test_other_labels_only_need_an_order() -> None:
    goal, board = (10, 20, 30, 0), (30, 0, 20, 10)
    names = {10: 1, 20: 2, 30: 3, 0: 0}
    plain = solvability.is_solvable(tuple(names[t] for t in board), tuple(names[t] for t in goal), 2)
    assert solvability.is_solvable(board, goal, 2) == plain


def test_different_or_repeated_tiles_are_refused() -> None:
    for board in [(1, 2, 4, 0), (1, 2, 2, 0)]:
        with pytest.raises(ValueError, match="same tiles"):
            solvability.is_solvable(board, (1, 2, 3, 0), 2)


# rank


@pytest.mark.parametrize("n", range(7))
def test_permutations_are_ranked_in_order(n: int) -> None:
    everything = list(itertools.permutations(range(n)))
    assert [rank.rank_permutation(p) for p in everything] == list(range(math.factorial(n)))
    assert [rank.unrank_permutation(r, n) for r in range(len(everything))] == everything


@pytest.mark.parametrize("k", range(8))
def test_sets_are_ranked_in_order(k: int) -> None:
    everything = sorted(itertools.combinations(range(7), k), key=lambda s: s[::-1])
    assert [rank.rank_set(places) for places in everything] == list(range(math.comb(7, k)))
    assert [rank.unrank_set(r, k) for r in range(len(everything))] == everything


def test_ranks_2r_and_2r_plus_1_differ_by_the_last_two() -> None:
    for r in range(0, 120, 2):
        p, q = rank.unrank_permutation(r, 5), rank.unrank_permutation(r + 1, 5)
        assert q == (*p[:3], p[4], p[3])


@pytest.mark.parametrize(("rows", "cols"), [*SMALL_SHAPES, (2, 4), (3, 3)])
def test_whole_spaces_have_no_gaps(rows: int, cols: int) -> None:
    cells = rows * cols
    space = rank.Space(rows, cols, told=(cells - 1) // 2, whole=True)
    boards: set[Board]
    if (rows, cols) == (3, 3):
        boards = set(tables.stage_table("3x3")[0])
    else:
        boards = solvability.reachable(goal_of(cells), cols)
    assert space.size == len(boards) == math.factorial(cells) // 2
    assert {space.index(board) for board in boards} == set(range(space.size))


@pytest.mark.parametrize(("rows", "cols", "told"), [(2, 2, 1), (2, 3, 2), (3, 2, 3), (3, 3, 2)])
def test_patterns_have_no_gaps(rows: int, cols: int, told: int) -> None:
    cells = rows * cols
    space = rank.Space(rows, cols, told, whole=False)
    goal = (*range(1, told + 1), *[told + 1] * (cells - 1 - told), 0)
    boards = solvability.reachable(goal, cols)
    assert space.size == len(boards) == math.perm(cells, told + 1)
    assert {space.index(board) for board in boards} == set(range(space.size))


def test_alike_tiles_may_have_any_larger_number() -> None:
    space = rank.Space(2, 3, told=2, whole=False)
    assert space.index((5, 1, 0, 4, 2, 3)) == space.index((3, 1, 0, 3, 2, 3))


@pytest.mark.parametrize(
    ("rows", "cols", "told", "whole"),
    [(3, 3, 3, True), (1, 9, 4, True), (3, 3, 9, False), (3, 3, -1, False)],
)
def test_impossible_spaces_are_refused(rows: int, cols: int, told: int, whole: bool) -> None:
    with pytest.raises(ValueError, match=r"space|told"):
        rank.Space(rows, cols, told, whole)


# tables


@pytest.mark.parametrize(
    ("name", "count", "worst", "average"),
    [
        pytest.param("row", 524160, 46, 26.8745, marks=pytest.mark.slow),
        ("column", 11880, 32, 18.8347),
        ("3x3", 181440, 31, 21.9724),
    ],
)
def test_stage_figures(name: str, count: int, worst: int, average: float) -> None:
    space, goals = tables.STAGES[name]()
    depths, codes = tables.stage_table(name)
    histogram = tables.histogram(depths)
    assert len(depths) == sum(histogram) == space.size == count
    assert len(histogram) - 1 == worst
    assert round(mean(depths), 4) == average
    assert len(codes) == count - len(goals)


@pytest.mark.parametrize(("name", "digest"), [("column", "e96a780fb59ac390"), ("3x3", "eb97b0de771bdbea")])
def test_pinned_arrays(name: str, digest: str) -> None:
    space, _ = tables.STAGES[name]()
    array = tables.packed(space, *tables.stage_table(name))
    assert len(array) == space.size // 4
    assert hashlib.sha256(array).hexdigest().startswith(digest)


def test_numbers_of_8_puzzle_boards_by_depth() -> None:
    histogram = tables.histogram(tables.stage_table("3x3")[0])
    assert histogram[:12] == [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396]
    assert histogram[-2:] == [221, 2]


def test_values_of_the_column_stage_are_mean_depths() -> None:
    _, goals = tables.column_stage()
    assert [round(value / 20160, 2) for _, value in goals] == [22.15, 21.90, 22.12]


def test_column_moves_follow_the_rule() -> None:
    """Work the best moves out again, straight from the definition."""
    _, goals = tables.column_stage()
    depths = tables.distances([board for board, _ in goals], 4)
    values = dict(goals)
    best: dict[Board, int] = {}
    for board in sorted(depths, key=lambda b: depths[b]):
        if depths[board] > 0:
            choices = []
            for code, other in moves.neighbours(board, 4):
                if depths[other] == depths[board] - 1:
                    choices.append((values[other], code))
            values[board], best[board] = min(choices)
    assert (depths, best) == tables.stage_table("column")


def test_ties_are_broken_by_value_before_code() -> None:
    space = rank.Space(2, 3, told=2, whole=False)
    goals: tables.Goals = [((1, 2, 3, 0, 3, 3), 9), ((1, 2, 3, 3, 3, 0), 5)]
    _, codes = tables.move_table(space, goals)
    assert codes[1, 2, 3, 3, 0, 3] == MOVES.index("R")
    _, codes = tables.move_table(space, [(board, 0) for board, _ in goals])
    assert codes[1, 2, 3, 3, 0, 3] == MOVES.index("L")


def test_following_a_table_takes_depth_moves() -> None:
    depths, codes = tables.stage_table("row")
    for board in itertools.islice(depths, 0, None, 997):
        path = tables.follow(board, 4, codes)
        assert len(path) == depths[board]
        end = moves.apply(board, 4, path)
        assert end[:4] == (1, 2, 3, 4)
        assert end.index(0) in (4, 5, 6, 7)


def test_packed_bits_can_be_looked_up() -> None:
    space, _ = tables.column_stage()
    depths, codes = tables.stage_table("column")
    array = tables.packed(space, depths, codes)
    for board in depths:
        i = space.index(board)
        assert (array[i // 4] >> (2 * (i % 4))) & 3 == codes.get(board, 0)


# combined


def test_mirrored_moves_do_the_same_on_the_mirrored_board() -> None:
    board = random.random_boards(1, GOAL15, 4, seed=3)[0]
    for move in moves.legal_moves(board, 4):
        after = combined.mirrored(moves.step(board, 4, move))
        assert after == moves.step(combined.mirrored(board), 4, combined.mirrored_moves(move))
    assert combined.mirrored(combined.mirrored(board)) == board


def test_combined_solves_random_boards() -> None:
    lengths = []
    for board in random.random_boards(1000, GOAL15, 4, seed=1):
        path, stages = combined.solve(board)
        assert moves.apply(board, 4, path) == GOAL15
        assert sum(length for _, length in stages) == len(path)
        assert moves.manhattan(board, GOAL15, 4) <= len(path) <= 46 + 32 + 30
        lengths.append(len(path))
    assert 64 < sum(lengths) / len(lengths) < 66


def test_stages_of_a_solution_do_what_their_names_say() -> None:
    done = {"row": [0, 1, 2, 3], "column": [0, 4, 8, 12], "3x3": list(range(16))}
    seen = set()
    for board in random.random_boards(100, GOAL15, 4, seed=2):
        path, stages = combined.solve(board)
        seen.add(tuple(name for name, _ in stages))
        finished: list[int] = []
        for name, length in stages:
            finished += done[name]
            for move in path[:length]:
                assert not all(board[cell] == GOAL15[cell] for cell in finished)
                board = moves.step(board, 4, move)
            path = path[length:]
            assert all(board[cell] == GOAL15[cell] for cell in finished)
    assert seen == {("row", "column", "3x3"), ("column", "row", "3x3")}


def test_the_shorter_orientation_wins_and_rows_win_ties() -> None:
    ties = 0
    for board in random.random_boards(200, GOAL15, 4, seed=4):
        straight = len("".join(combined.rows_first(board)))
        sideways = len("".join(combined.rows_first(combined.mirrored(board))))
        path, stages = combined.solve(board)
        assert len(path) == min(straight, sideways)
        assert stages[0][0] == ("row" if straight <= sideways else "column")
        ties += straight == sideways
    assert ties > 0


def test_stages_that_are_done_take_no_moves() -> None:
    assert combined.solve(GOAL15) == ("", (("row", 0), ("column", 0), ("3x3", 0)))
    board = moves.apply(GOAL15, 4, "UULDLURD")  # the blank stays within the 3x3 square
    path, stages = combined.solve(board)
    assert stages[:2] == (("row", 0), ("column", 0))
    assert moves.apply(board, 4, path) == GOAL15


def test_boards_that_are_no_15_puzzle_or_unsolvable_are_refused() -> None:
    with pytest.raises(ValueError, match="tiles 1 to 15"):
        combined.solve(GOAL8)
    with pytest.raises(ValueError, match="cannot be solved"):
        combined.solve((*GOAL15[:13], 15, 14, 0))
