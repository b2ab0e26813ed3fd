"""Corner twists and the tabulation: the fast ones beside their plain twins, and the paper's own figures."""

from __future__ import annotations

import pickle
import random
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from puzzle15 import (
    Board,
    GoalError,
    InvalidBoardError,
    PuzzleError,
    UnsolvableError,
    UnsupportedError,
    _core,
    goals,
    random_board,
    solve,
    twists,
)
from puzzle15.reference import twists as plain
from puzzle15.twists import TwistPath, lookup, tabulation

# The table of the paper: moves, puzzles, classes, classes with inverses.
PAPER = [
    tuple(map(int, line.split(",")))
    for line in (Path(__file__).parents[1] / "data" / "schofield.csv").read_text().splitlines()[1:]
]

TARGET = goals.spiral(3, 3)


@pytest.fixture(scope="module")
def solved() -> plain.SolvedPositions:
    return plain.solve_all()


def test_rows_of_the_paper() -> None:
    assert list(tabulation().rows) == PAPER
    assert tabulation().table().splitlines()[-1].split() == ["total", "20,160", "2,572", "1,439"]


def test_every_entry_is_that_of_the_plain_twin(solved: plain.SolvedPositions) -> None:
    expected = plain.tabulate(solved)
    entries = list(tabulation())
    assert [entry.code for entry in entries] == list(expected) == sorted(expected)
    for entry in entries:
        assert (entry.length, "".join(entry.first), entry.specimen) == expected[entry.code]
        assert entry.specimen.permutation == entry.pieces
        assert entry.specimen.length == len(entry.specimen.moves) == entry.length


def test_the_dictionaries_are_those_of_the_plain_twin(solved: plain.SolvedPositions) -> None:
    short = {plain.position(twists.sequence_number(r.code)): r for r in tabulation().short}
    assert list(short) == list(solved.short)
    for position, (length, last) in solved.short.items():
        assert (short[position].length, set(short[position].last)) == (length, last)
    bits = int.from_bytes(tabulation().main, "little")
    assert [bits >> 5 * i & 31 for i in range(20160)] == solved.main == list(tabulation().lengths)
    assert len(tabulation().main) == 20160 * 5 // 8


def test_a_fresh_run_gives_the_same() -> None:
    assert _core.tabulation(True) == _core.tabulation(False)


def test_classes() -> None:
    tables = tabulation()
    sizes = np.bincount(tables.classes)
    assert len(sizes) == 2572
    for place in range(0, 2572, 37):
        members = tables.members(tables.short[place].code)
        numbers = [twists.sequence_number(code) for code in members]
        assert len(members) == sizes[place]
        assert {tables.classes[number] for number in numbers} == {place}
        assert {tables.lengths[number] for number in numbers} == {tables.short[place].length}


def test_search_by_single_moves_gives_the_same() -> None:
    comparison = twists.compare_with_search()
    assert comparison == (20160, 20160, 20160, 20160)
    assert comparison.same
    lengths, first = bytearray(tabulation().lengths), bytearray(tabulation().first)
    lengths[16] -= 2
    lengths[17] += 2
    first[18] ^= 1
    first[19] &= first[19] - 1
    wrong = twists.compare_with_search(replace(tabulation(), lengths=bytes(lengths), first=bytes(first)))
    assert wrong == (20160, 20158, 20158, 20160)
    assert not wrong.same
    assert not twists.Comparison(20160, 20160, 20158, 20160).same
    assert not twists.Comparison(20160, 20160, 20160, 20159).same


def test_specimens_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    paths = _core.specimens(0, 20160)
    # Longer by two twists that undo each other, and one that ends elsewhere.
    paths[5] += "AW"
    paths[6] = paths[6][:-1] + ("A" if paths[6][-1] != "A" else "B")
    monkeypatch.setattr(_core, "specimens", lambda begin, end: paths[begin:end])
    assert twists.compare_with_search() == (20160, 20160, 20160, 20158)


def test_arrays() -> None:
    arrays = tabulation().arrays()
    assert arrays.pieces.tolist() == [[*plain.position(number)] for number in range(20160)]
    assert all(array.flags.writeable for array in arrays)
    assert bytes(arrays.lengths) == tabulation().lengths
    assert bytes(arrays.first) == tabulation().first


def test_by_number() -> None:
    tables = tabulation()
    assert tables[-1] == tables[20159] == tables["765432"] == tables[[7, 6, 5, 4, 3, 2, 1, 0]]
    assert tables[int(np.int64(3))].number == 3
    assert tables[-20160] == tables[0]
    assert [entry.code for entry in tables[2544:2546]] == [tables[2544].code, "102536"]
    assert tables[np.array([1, 0, 2, 5, 3, 6])].code == "102536"  # type: ignore[call-overload]
    assert "102536" in tables
    assert tables[5] in tables
    assert tables[5]._replace(length=2) not in tables
    for other in ("102530", "10253674", 5, None, "hello"):
        assert other not in tables
    assert repr(tables) == "<Tabulation of 20,160 puzzles, at most 30 moves>"
    assert str(tables[0]) == "0 1 2  3 4 5 ) ........   0"
    for number in (20160, -20161):
        with pytest.raises(IndexError, match="0 to 20159"):
            tables[number]
    with pytest.raises(TypeError, match=r"lookup\(board, goal=\.\.\.\) takes boards"):
        tables[Board("8 2 5/1 0 3/7 4 6")]  # type: ignore[call-overload]


@pytest.mark.parametrize("ending", ["txt", "csv", "html"])
def test_saving(tmp_path: Path, ending: str) -> None:
    tables = tabulation()
    path = tmp_path / f"book.{ending}"
    tables.save(path)
    expected = {"txt": tables.text, "csv": tables.csv, "html": tables.html}[ending]()
    assert path.read_bytes().decode() == expected


def test_no_such_book(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match=r"as \.txt, \.csv or \.html, got 'book\.pdf'"):
        tabulation().save(tmp_path / "book.pdf")
    tabulation().save(tmp_path / "BOOK.CSV")
    assert (tmp_path / "BOOK.CSV").read_text() == tabulation().csv()


def test_the_worked_example() -> None:
    entry = lookup("102536")
    assert entry.length == 20
    assert entry.first == ("W", "Z")
    assert entry.specimen == "WXYZADY"
    assert entry.board.apply(entry.specimen.moves) == TARGET
    assert (
        lookup(entry.board)
        == lookup("1 0 2 5 3 6")
        == lookup("10253647")
        == lookup([1, 0, 2, 5, 3, 6])
        == entry
    )


def test_any_goal_with_the_blank_in_the_centre() -> None:
    goal = Board("60 10 40/20 0 80/70 30 50")
    board = TwistPath("AXD").apply(goal)
    entry = lookup(board, goal=goal)
    assert entry.length == solve(board, goal=goal).single
    assert entry.specimen.apply(board) == goal


@pytest.mark.parametrize(
    "code", ["10253\u0666", "112345", "01234", "012348", "abcdef", "0123456", "", [0, 1, 2, 3, 4, 4]]
)
def test_bad_codes_say_what_is_expected(code: str) -> None:
    expected = f"6 or 8 different pieces from 0 to 7, got {code!r}"
    with pytest.raises(InvalidBoardError, match=re.escape(expected)):
        lookup(code)


def test_what_is_no_code_is_read_as_a_board() -> None:
    small = Board("1 2 3/4 5 0")  # Six numbers, too.
    for board in ("1 2 3\n4 5 0", "1 2 3 4/5 6 7 0", "10 2/3 0", [[1, 2, 3], [4, 5, 0]], small):
        with pytest.raises(UnsupportedError, match=r"the tables have 3×3 boards.* got [0-9 /]*$"):
            lookup(board)
    with pytest.raises(TypeError, match=r"text.* got the number 2545; tabulation\(\)\[number\] goes by"):
        lookup(2545)  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="no goal but their own, got '102536' with 'rows'"):
        lookup("102536", goal="rows")
    assert lookup(np.array([1, 0, 2, 5, 3, 6])) == lookup("1, 0, 2, 5, 3, 6") == lookup("102536")


def test_pictures_as_in_the_paper() -> None:
    for picture in ("0 2 5/1 _ 3/7 4 6", "0 2 5\n1 . 3\n7 4 6\n", " 0,2,5 / 1 3 / 7 4 6 "):
        assert lookup(picture).code == "102536"
        assert twists.sequence_number(picture) == 2545
        with pytest.raises(UnsupportedError, match="no goal but their own"):
            lookup(picture, goal="spiral")
    # With tiles 1 to 8 it is a board, whatever stands for the blank.
    assert lookup("8 2 5/1 _ 3/7 4 6").code == "102536"
    with pytest.raises(UnsolvableError, match="odd permutation"):
        lookup("0 2 5/1 _ 3/7 6 4")
    for other in ("0 2 5/1 3 _/7 4 6", "0 2 5/1 _ 3/7 4 4", "0 2/5 1 3/7 4 6", "0 2 5/1 _ 3"):
        with pytest.raises(PuzzleError):
            lookup(other)


def test_odd_ones_are_refused_with_the_remedy() -> None:
    with pytest.raises(UnsolvableError, match="76543201 is an odd permutation") as caught:
        twists.sequence_number("76543201")
    assert lookup(caught.value.nearest).code == "765432"
    assert caught.value.swap == (8, 1)
    with pytest.raises(UnsolvableError, match="3 columns"):
        lookup("2 1 3/8 0 4/7 6 5")


def test_other_boards_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="centre, got 1 2 3/8 4 0/7 6 5; solve"):
        lookup("1 2 3/8 4 0/7 6 5")
    with pytest.raises(GoalError, match="got the goal 1 2 3/4 5 6/7 8 0; use goal='spiral'"):
        lookup("1 2 3/8 0 4/7 6 5", goal="rows")


def test_a_bijection_as_in_the_plain_twin() -> None:
    codes = [twists.code_of(number) for number in range(20160)]
    assert [twists.sequence_number(code) for code in codes] == list(range(20160))
    assert codes == ["".join(map(str, plain.position(number)[:6])) for number in range(20160)]


def test_the_worked_examples() -> None:
    # The paper prints the second with its last two pieces exchanged, which would be odd.
    assert twists.sequence_number("01234567") == 0
    assert twists.sequence_number("76543210") == 20159


@pytest.mark.parametrize("number", [-1, 20160, "5", 1.5, None])
def test_no_such_number(number: int) -> None:
    with pytest.raises(UnsupportedError, match="0 to 20159"):
        twists.code_of(number)


def test_in_his_notation() -> None:
    solution = solve("8 2 5/1 0 3/7 4 6", goal="spiral", method="twists")
    assert solution.method == "twists"
    assert solution.optimal
    assert solution.twists == "WXYZADY"
    assert str(solution) == "20 moves (optimal)\n  twists  20  WX̶Y̶Z̶AD̶Y"
    assert solution.notation("twists") == "WX̶Y̶Z̶AD̶Y"
    assert pickle.loads(pickle.dumps(solution)) == solution


def test_boards_and_goals_of_every_kind() -> None:
    source = random.Random(1967)
    for seed in range(200):
        tiles = source.sample(range(1, 100), 8)
        goal = Board([*tiles[:4], 0, *tiles[4:]], 3, 3)
        board = goal.apply("".join(walk(source, 40)))
        solution = solve(board, goal=goal, method="twists")
        assert solution.verify()
        assert len(solution) == len(solve(board, goal=goal, method="optimal")), seed
        lead = len(solution.moves) - solution.twists.length
        middle = board.apply(solution.moves[:lead])
        assert solution.twists == lookup(middle, goal=goal).specimen
        assert (lead == 0) == (board.blank == 4)
        assert solution.moves.endswith(solution.twists.moves)
        assert "".join(stage.moves for stage in solution.stages) == solution.moves


def test_solutions_of_other_methods_can_be_read_as_twists() -> None:
    board = random_board(3, 3, seed=5, goal="spiral")
    solution = solve(board, goal="spiral", method="greedy")
    lead, _, path = solution.notation("twists").rpartition("] ")
    again = TwistPath(path)
    assert board.apply(lead.strip("[")).apply(again.moves) == TARGET


def test_a_missing_five_is_in_the_centre() -> None:
    assert solve("1 2 3/4 6 0/7 8 9", method="twists").moves == "L"


def test_solved_already() -> None:
    solution = solve(TARGET, goal=TARGET, method="twists")
    assert (solution.moves, solution.twists, str(solution)) == ("", "", "0 moves (optimal)")


def test_board_and_goal_of_two_sizes() -> None:
    with pytest.raises(GoalError, match="2×2"):
        solve("1 2/3 0", goal=TARGET, method="twists")


@pytest.mark.parametrize("board", ["1 2 3/4 5 6/7 8 0", "1 2/3 0"])
def test_goals_elsewhere_are_refused(board: str) -> None:
    with pytest.raises(GoalError, match=r"in the centre, got the goal .*; use goal='spiral'"):
        solve(board, method="twists")
    with pytest.raises(GoalError, match="blank in the centre"):
        _ = solve(board).twists


def test_unsolvable() -> None:
    with pytest.raises(UnsolvableError):
        solve("2 1 3/8 0 4/7 6 5", goal="spiral", method="twists")


def test_head_and_entries_of_table_1() -> None:
    table = twists.table_1()
    assert table.head == "102"
    assert sorted(table.matches.values()) == [0, 0, 1, 1, 1, 54]
    assert table.agreeing == sum(scanned.agrees for scanned in table.entries) == 54
    assert len(table.entries) + len(table.lost) == 60
    assert table.strayed == {"102634": "102573"}
    assert str(table).startswith("head 1 0 2: 54 of the 57 entries in the scan agree")
    assert repr(table) == "<ScannedTable of 57 entries under the head 1 0 2>"
    garbled = {scanned.entry.code: (scanned.agrees, scanned.begins_alike) for scanned in table.garbled}
    assert garbled == {
        "102367": (True, False),
        "102634": (False, False),
        "102654": (False, False),
        "102746": (False, True),
    }


def walk(source: random.Random, steps: int) -> list[str]:
    """Random moves from the centre that stay on the board."""
    row, col, moves = 1, 1, []
    for _ in range(steps):
        choices = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}
        move = source.choice([m for m, (r, c) in choices.items() if 0 <= row + r < 3 and 0 <= col + c < 3])
        row, col = row + choices[move][0], col + choices[move][1]
        moves.append(move)
    return moves
