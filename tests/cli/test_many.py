"""Many boards of which some go wrong: what is reported, and what is written all the same."""

from __future__ import annotations

import sys
import tracemalloc
from pathlib import Path

import pytest

from puzzle15 import Board, random_board, random_boards, solve
from puzzle15.arrays import manhattan
from tests.support.commands import Command, run

__all__ = ["run"]  # A fixture, found by its name.

SMALL = random_board(3, 3, seed=1).to_text()
LINES = [Board(tiles).to_text() for tiles in random_boards(20, seed=3).tolist()]


def test_boards_that_are_longer_than_csv_allows(run: Command) -> None:
    large = run("random", "200x200", "--seed", "1").out
    assert len(large) > 2**17
    assert run("check", text=large).out.startswith(large.strip() + ": solvable")
    solved = run("solve", "--csv", text=random_board(100, 100, seed=1).to_text()).out
    assert len(solved) > 2**17
    ran = run("check", "--csv", text=solved)
    assert (ran.code, ran.err) == (0, "")
    assert ",true," in ran.out


def test_distances_of_large_boards_need_little_memory() -> None:
    boards = random_boards(2, 50, 50, seed=1)
    manhattan(boards, shape=(50, 50))  # What is imported at first use does not count.
    tracemalloc.start()
    try:
        distances = manhattan(boards, shape=(50, 50)).tolist()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert distances == [Board(tiles, 50, 50).manhattan() for tiles in boards.tolist()]
    assert peak < 2_000_000  # A number for each tile and cell would be 50,000,000 bytes.


@pytest.mark.parametrize("before", [7, 8, 9])
@pytest.mark.parametrize("small", [1, 9])
def test_a_size_that_a_method_does_not_take_is_one_board(run: Command, before: int, small: int) -> None:
    """However many come together."""
    boards = [*LINES[:before], *[SMALL] * small, *LINES[before : before + 2]]
    ran = run("solve", "--method", "combined", "--moves", text="\n".join(boards))
    assert ran.code == 2
    moves = [solve(line, method="combined").moves if len(Board(line)) == 16 else "-" for line in boards]
    assert ran.out.splitlines() == moves
    assert ran.err.count("\n") == small


def test_a_method_that_takes_no_board_is_said_once(run: Command) -> None:
    ran = run("solve", "--method", "combined", "--moves", text=f"{SMALL}\n" * 20)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("others", [1, 9])
def test_a_notation_that_some_boards_do_not_have(run: Command, others: int) -> None:
    twisted, large = "8 2 5/1 0 3/7 4 6", "1 2 3 4/12 13 14 5/11 15 0 6/10 9 8 7"
    options = ("solve", "--goal", "spiral", "--notation", "twists", "--moves")
    one = run(*options, twisted).out.strip()
    ran = run(*options, text="\n".join([twisted, *[large] * others, twisted]))
    assert ran.code == 2
    assert ran.out.splitlines() == [one, *["-"] * others, one]
    assert ran.err.count("twists are for 3×3 boards") == others
    ran = run(*options, text=large)
    assert (ran.code, ran.out) == (2, "")


def test_a_picture_that_cannot_be_drawn(run: Command, tmp_path: Path) -> None:
    large = random_board(20, 20, seed=1)
    assert len(solve(large)) > 2000
    boards = ["1 2/0 3", large.to_text(), "1 2/3 0"]
    ran = run("solve", "--csv", "--svg", str(tmp_path / "{}.svg"), text="\n".join(boards))
    assert ran.code == 2
    assert ran.err.startswith("puzzle15: standard input, line 2: an animated SVG has at most 2,000 moves")
    assert ran.err.count("\n") == 1
    assert [row["moves"] for row in ran.rows()] == [solve(line).moves for line in boards]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["1.svg", "3.svg"]
    ran = run("solve", "--svg", str(tmp_path / "x.svg"), large.to_text())
    assert ran.code == 2


@pytest.mark.parametrize("boards", [["1 2/0 3", "1 2/3 0"], ["1 2/0 3"] * 9])
@pytest.mark.parametrize("form", ["--csv", "--moves", "--drawing"])
def test_one_file_for_several_boards_is_refused_at_once(
    run: Command, tmp_path: Path, boards: list[str], form: str
) -> None:
    ran = run("solve", form, "--svg", str(tmp_path / "x.svg"), text="\n".join(boards))
    assert (ran.code, ran.out, list(tmp_path.iterdir())) == (2, "", [])
    assert "write {} where the number goes" in ran.err
    ran = run("solve", form, "--svg", str(tmp_path / "x.svg"), *boards)
    assert (ran.code, ran.out, list(tmp_path.iterdir())) == (2, "", [])


@pytest.mark.parametrize("command", ["solve", "check"])
@pytest.mark.parametrize("goal", ["circle", "1 2/3 0", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 15"])
def test_a_wrong_goal_is_said_once(run: Command, command: str, goal: str) -> None:
    ran = run(command, "--goal", goal, text="\n".join(LINES))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


def test_a_goal_that_is_wrong_for_some(run: Command) -> None:
    text = f"{LINES[0]}\n{SMALL}\n{LINES[1]}\n"
    goal = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"
    for command in ("solve", "check"):
        ran = run(command, "--csv", "--goal", goal, text=text)
        assert ran.code == 2
        assert [bool(row["error"]) for row in ran.rows()] == [False, True, False]
        assert ran.err.count("\n") == 1


@pytest.mark.parametrize("command", [["experiment", "-n", "100"], ["explore", "2x3"]])
@pytest.mark.parametrize("option", ["--svg", "--save"])
def test_a_folder_is_looked_for_before_the_work(
    run: Command, command: list[str], option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("the work was begun")

    monkeypatch.setattr("puzzle15.experiments.experiment", fail)
    monkeypatch.setattr("puzzle15.exploring.explore", fail)
    ran = run(*command, option, "no such folder/x")
    assert (ran.code, ran.out) == (2, "")
    assert "there is no folder 'no such folder'" in ran.err


def test_matplotlib_is_looked_for_before_the_work(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("the work was begun")

    monkeypatch.setattr("puzzle15.experiments.experiment", fail)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    ran = run("experiment", "-n", "100", "--svg", "x.svg")
    assert (ran.code, ran.out) == (2, "")
    assert "needs matplotlib" in ran.err


def test_the_result_is_there_though_it_cannot_be_saved(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("puzzle15._support.files.write_file", fail)
    for command in (["experiment", "-n", "100", "--seed", "1"], ["explore", "2x3"]):
        ran = run(*command, "--save", str(tmp_path / "saved"))
        assert ran.code == 2
        assert ran.out
        assert ran.err.startswith("puzzle15: cannot write ")


def test_what_cannot_be_saved_is_said_before_the_work(run: Command, tmp_path: Path) -> None:
    for command in (["experiment", "-n", "100", "--seed", "1"], ["explore", "2x3"]):
        ran = run(*command, "--save", str(tmp_path))
        assert ran.code == 2
        assert not ran.out
        assert ran.err.startswith("puzzle15: cannot write ")


@pytest.mark.parametrize("command", ["solve", "check", "twists"])
def test_what_is_no_file_of_boards_is_given_up(run: Command, command: str) -> None:
    words = "These are words, and no board at all, however many of them there are.\n\n" * 100
    ran = run(command, text=words)
    lines = ran.err.splitlines()
    assert (ran.code, ran.out, len(lines)) == (2, "", 21)
    assert lines[-1] == "puzzle15: none of the first 20 is a board; are these boards at all?"
    assert "'These' in row 1" in lines[0]
    assert lines[0].endswith(" more")
    # One board is hope enough.
    first = "8 2 5/1 0 3/7 4 6\n"
    assert len(run(command, "--goal", "spiral", text=first + words).err.splitlines()) == 100


def test_a_long_word_is_cut(run: Command) -> None:
    ran = run("solve", "x" * 10_000 + " 1/2 0")
    assert ran.code == 2
    assert len(ran.err) < 400
    assert "ragged row 2 (1 tile, row 1 has 2)" in run("solve", "1 2/0").err


def test_check_writes_together_what_came_together(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr("puzzle15.cli.commands.check.write", written.append)
    run("check", text="\n".join([*LINES, ""]))
    assert len(written) == 1
    assert written[0].count("\n") == 20
