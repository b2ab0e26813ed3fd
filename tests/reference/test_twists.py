"""Tests of puzzle15.reference.twists: the 8-puzzle by corner twists, as in Schofield (1967)."""

import doctest
import itertools
import random
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from puzzle15.reference import tables, twists
from puzzle15.reference.twists import ELIDED, INVERSE, LETTERS, MOVES, START, SYMMETRIES, TWISTS, Position

# The table of the paper: moves, puzzles, classes, classes with inverses.
PAPER = [
    tuple(map(int, line.split(",")))
    for line in (Path(__file__).parents[1] / "data" / "schofield.csv").read_text().splitlines()[1:]
]

CELLS = (3, 0, 1, 2, 5, 8, 7, 6)  # where squares 0 to 7 are on a 3x3 grid; the centre is cell 4
STEPS = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}


@pytest.fixture(scope="module")
def solved() -> twists.SolvedPositions:
    return twists.solve_all()


@pytest.fixture(scope="module")
def table(solved: twists.SolvedPositions) -> dict[str, twists.Row]:
    return twists.tabulate(solved)


@pytest.fixture(scope="module")
def depths() -> tables.Depths:
    """The fewest single moves to Fig. 1 of all 181,440 boards, which know nothing of twists."""
    return tables.distances([grid_of(START)], 3)


def grid_of(position: Position) -> tuple[int, ...]:
    """Put piece p of the position on a 3x3 grid as p + 1, and 0 for the blank."""
    grid = [0] * 9
    for square, piece in enumerate(position):
        grid[CELLS[square]] = piece + 1
    return tuple(grid)


def slide(grid: tuple[int, ...], moves: str) -> tuple[int, ...]:
    """Move the blank, one cell at a time; it has to stay on the grid."""
    cells = list(grid)
    for move in moves:
        here = cells.index(0)
        row, col = here // 3 + STEPS[move][0], here % 3 + STEPS[move][1]
        assert {row, col} <= {0, 1, 2}
        cells[here], cells[3 * row + col] = cells[3 * row + col], 0
    return tuple(cells)


def is_even(position: Position) -> bool:
    return sum(a > b for a, b in itertools.combinations(position, 2)) % 2 == 0


def position_of(code: str) -> Position:
    """Complete a code by the two missing pieces, so that the position is even."""
    first = tuple(map(int, code))
    a, b = sorted(set(range(8)) - set(first))
    return (*first, a, b) if is_even((*first, a, b)) else (*first, b, a)


def cycle_type(permutation: Position) -> tuple[int, ...]:
    """Return the lengths of the cycles longer than one."""
    lengths, seen = [], set[int]()
    for start in range(len(permutation)):
        length, here = 0, start
        while here not in seen:
            seen.add(here)
            here, length = permutation[here], length + 1
        if length > 1:
            lengths.append(length)
    return tuple(sorted(lengths))


def random_path(source: random.Random, twist_count: int) -> str:
    """Draw a reduced path: no two twists in a row at the same corner. Every other one elides, if it can."""
    path = ""
    while len(path) < twist_count:
        letter = ELIDED[path[-1]] if path and source.random() < 0.5 else source.choice(LETTERS)
        if not path or letter not in (path[-1], INVERSE[path[-1]]):
            path += letter
    return path


def test_doctests() -> None:
    result = doctest.testmod(twists)
    assert result.attempted >= 12
    assert result.failed == 0


def test_twists_are_the_cycles_of_the_paper() -> None:
    for letter, cycle in {"A": (0, 1, 2), "B": (2, 3, 4), "C": (4, 5, 6), "D": (6, 7, 0)}.items():
        goes = dict(zip(cycle, (*cycle[1:], cycle[0]), strict=True))
        assert TWISTS[letter] == tuple(goes.get(square, square) for square in range(8))
        after = twists.twist(START, letter)
        assert all(after[TWISTS[letter][square]] == square for square in range(8))
        assert twists.twist(after, INVERSE[letter]) == START
        assert twists.twist(after, letter) == twists.twist(START, INVERSE[letter])  # AA is W
    assert [INVERSE[letter] for letter in "ABCD"] == list("WXYZ")
    assert sorted(TWISTS) == sorted(MOVES) == sorted(LETTERS)


@pytest.mark.parametrize("letter", LETTERS)
def test_twist_is_four_moves_of_the_blank(letter: str) -> None:
    assert slide(grid_of(START), MOVES[letter]) == grid_of(twists.twist(START, letter))


def test_elision_is_where_two_moves_cancel() -> None:
    cancel = {("L", "R"), ("R", "L"), ("U", "D"), ("D", "U")}
    for first, second in itertools.product(LETTERS, repeat=2):
        if INVERSE[first] != second:
            assert ((MOVES[first][3], MOVES[second][0]) in cancel) == (ELIDED[first] == second)


def test_examples_of_the_five_puzzle_path() -> None:
    assert twists.length_of("AXWB") == 16  # two of the paper's examples
    assert twists.length_of("ABAB") == 14
    # The paper moves the pieces 4 1 3 2 0 4 in this order from 2 3 1 / 0 _ 4 by the path BA.
    grid, pieces = grid_of((0, 2, 3, 1, 4, 5, 6, 7)), []
    for move in twists.moves_of("BA"):
        blank = grid.index(0)
        grid = slide(grid, move)
        pieces.append(grid[blank] - 1)
    assert pieces == [4, 1, 3, 2, 0, 4]


@pytest.mark.parametrize("seed", range(20))
def test_paths_and_moves_there_and_back(seed: int) -> None:
    source = random.Random(seed)
    for twist_count in range(25):
        path = random_path(source, twist_count)
        moves = twists.moves_of(path)
        elisions = sum(path[i : i + 2] in ("AD", "DC", "CB", "BA", "WX", "XY", "YZ", "ZW") for i in range(25))
        assert len(moves) == twists.length_of(path) == 4 * twist_count - 2 * elisions
        assert twists.path_of(moves) == path
        here = START
        for letter in path:
            here = twists.twist(here, letter)
        assert slide(grid_of(START), moves) == grid_of(here)


@pytest.mark.parametrize("moves", ["UD", "ULDU", "U", "ULD", "ULDL", "UU", "ULDRLURD", "ULDRU", "LLDR"])
def test_path_of_refuses(moves: str) -> None:
    with pytest.raises(ValueError, match="blank"):
        twists.path_of(moves)


def test_numbers_are_those_of_the_even_permutations_in_order() -> None:
    even = [p for p in itertools.permutations(range(8)) if is_even(p)]
    assert [twists.number(p) for p in even] == list(range(20160))
    assert [twists.position(n) for n in range(20160)] == even


def test_worked_examples_of_the_number() -> None:
    assert twists.number(START) == 0
    # The paper prints 6 5 4 / 7 _ 3 / 1 0 2 with the number 20159. That is what the formula gives, but the
    # position is odd; the even one of this number has the last two pieces the other way round.
    printed = (7, 6, 5, 4, 3, 2, 0, 1)
    assert twists.number(printed) == 20159
    assert not is_even(printed)
    assert twists.position(20159) == (7, 6, 5, 4, 3, 2, 1, 0)
    assert twists.number((7, 6, 5, 4, 3, 2, 1, 0)) == 20159


@pytest.mark.parametrize("number", [-1, 20160])
def test_no_such_number(number: int) -> None:
    with pytest.raises(ValueError, match="20159"):
        twists.position(number)


def test_symmetries() -> None:
    assert len(set(SYMMETRIES)) == 8
    assert twists.RENAMED["A"] == list("ABCDXWZY")
    source = random.Random(8)
    for index, symmetry in enumerate(SYMMETRIES):
        path = random_path(source, 12)
        here = there = START
        for letter in path:
            here = twists.twist(here, letter)
            there = twists.twist(there, twists.RENAMED[letter][index])
        assert twists.conjugate(here, symmetry) == there
        assert twists.length_of("".join(twists.RENAMED[x][index] for x in path)) == twists.length_of(path)


def test_table_of_the_paper(solved: twists.SolvedPositions) -> None:
    assert twists.counts(solved) == PAPER
    assert [sum(column) for column in zip(*PAPER, strict=True)][1:] == [20160, 2572, 1439]


def test_short_dictionary_has_one_of_each_class(solved: twists.SolvedPositions) -> None:
    members = [{twists.conjugate(here, symmetry) for symmetry in SYMMETRIES} for here in solved.short]
    assert sum(map(len, members)) == len(set().union(*members)) == 20160
    for here, (length, lasts) in solved.short.items():
        assert solved.main[twists.number(here)] == length
        assert lasts or here == START


def test_lengths_are_those_of_single_moves(solved: twists.SolvedPositions, depths: tables.Depths) -> None:
    for number, length in enumerate(solved.main):
        assert depths[grid_of(twists.position(number))] == length


def test_first_twists_are_those_of_single_moves(table: dict[str, twists.Row], depths: tables.Depths) -> None:
    # Three moves determine a twist; they begin a shortest path if the goal is three moves nearer.
    for code in random.Random(1967).sample(sorted(table), 3000):
        length, firsts, _ = table[code]
        grid = grid_of(position_of(code))
        assert firsts == "".join(x for x in LETTERS if depths[slide(grid, MOVES[x][:3])] == length - 3)


def test_every_specimen_is_a_shortest_path_home(table: dict[str, twists.Row]) -> None:
    assert len(table) == 20160
    for code, (length, firsts, path) in table.items():
        here = position_of(code)
        grid = grid_of(here)
        for letter in path:
            here = twists.twist(here, letter)
        assert here == START
        moves = twists.moves_of(path)
        assert slide(grid, moves) == grid_of(START)
        assert len(moves) == twists.length_of(path) == length
        assert path[:1] == firsts[:1]


def test_specimens_are_the_first_of_all_shortest_paths(
    table: dict[str, twists.Row], depths: tables.Depths
) -> None:
    # All shortest solutions in single moves, turned into paths of twists, without those that have AA.
    for code in random.Random(1967).sample(sorted(table), 300):
        found = [twists.path_of(moves) for moves in shortest_solutions(grid_of(position_of(code)), depths)]
        neat = [path for path in found if all(a != b for a, b in itertools.pairwise(path))]
        assert min(neat, key=lambda path: [LETTERS.index(letter) for letter in path]) == table[code][2]


def shortest_solutions(grid: tuple[int, ...], depths: tables.Depths) -> list[str]:
    """List all solutions in the fewest single moves."""
    if depths[grid] == 0:
        return [""]
    found = []
    for move in "LRUD":
        row, col = grid.index(0) // 3 + STEPS[move][0], grid.index(0) % 3 + STEPS[move][1]
        if {row, col} <= {0, 1, 2}:
            there = slide(grid, move)
            if depths[there] < depths[grid]:
                found += [move + rest for rest in shortest_solutions(there, depths)]
    return found


def test_half_page_of_the_paper(table: dict[str, twists.Row]) -> None:
    text = files("puzzle15.twists").joinpath("data", "table_1.txt").read_text(encoding="utf-8")
    rows = [line.split() for line in text.splitlines() if not line.startswith("#")]
    # What can be read are 57 of the 60; three of these the scan has garbled.
    differ = {
        tail
        for tail, first, length, _ in rows
        if table["102" + tail][:2] != (int(length), first.replace(".", ""))
    }
    assert len(rows) == 57
    assert differ == {"634", "654", "746"}


def test_look_up() -> None:
    assert twists.look_up("102536") == (20, "WZ", "WXYZADY")
    assert twists.look_up("012345") == (0, "", "")
    for code in ("", "1025", "112345", "012348", "10253647"):
        with pytest.raises(ValueError, match="six different digits"):
            twists.look_up(code)


def test_five_puzzle() -> None:
    found = twists.five_puzzle()
    assert set(found) == {p for p in itertools.permutations(range(5)) if is_even(p)}
    assert len(found) == 60
    assert max(found.values()) == 20
    assert Counter(map(cycle_type, found)) == {(): 1, (3,): 20, (5,): 24, (2, 2): 15}


def test_five_puzzle_by_single_moves() -> None:
    # The same on a 2x3 grid; the centre is the cell 4 there.
    goal = (2, 3, 4, 1, 0, 5)
    depths = tables.distances([goal], 3)
    for (a, b, c, d, e), length in twists.five_puzzle().items():
        assert depths[b + 1, c + 1, d + 1, a + 1, 0, e + 1] == length
    assert sum(board[4] == 0 for board in depths) == 60
