"""Solve, random and check, called in this process: what they write, and the exit codes."""

from __future__ import annotations

import errno
import io
from pathlib import Path

import pytest

import puzzle15
from puzzle15 import Board, Solution, random_boards, solve, solve_many
from puzzle15.cli import main
from puzzle15.cli.wording import said
from puzzle15.errors import Option, Remedy, UnsupportedError, options
from puzzle15.typing import Notation
from tests.support.commands import Command, run

UNSOLVABLE = "1 2 3/4 5 6/8 7 0"
MANY = "".join(f"{Board(tiles).to_text()}\n" for tiles in random_boards(50, seed=3).tolist())

__all__ = ["run"]  # A fixture, found by its name.


def test_one_board(run: Command) -> None:
    board = "8 6 7/2 5 4/3 0 1"
    assert run("solve", board) == (0, f"{Board(board)}\n{solve(board)}\n", "")
    assert run("solve", text=board) == run("solve", "-", text=board) == run("solve", board)
    assert run("solve", board, "--moves").out == solve(board).moves + "\n"


def test_many_boards_as_text(run: Command) -> None:
    ran = run("solve", text="1 2 3/4 5 6/0 7 8\n1 2 3/4 0 6/7 5 8\n")
    assert ran.out == (
        "1 2 3/4 5 6/0 7 8\n2 moves (optimal)\n  optimal   2  RR\n\n"
        "1 2 3/4 0 6/7 5 8\n2 moves (optimal)\n  optimal   2  DR\n"
    )
    assert run("solve", "1 2/3 0", "1 2/0 3", "--drawing").out.count("┌") == 2


@pytest.mark.parametrize("kind", ["blank", "tile", "number", "short"])
def test_notations(run: Command, kind: Notation) -> None:
    solution = solve("1 2 3/0 5 6/4 7 8")
    ran = run("solve", solution.start.to_text(), "--moves", "--notation", kind)
    assert ran.out == solution.notation(kind) + "\n"
    lines = run("solve", solution.start.to_text(), "--notation", kind).out.splitlines()
    assert lines[-1].split()[-1] == solution.notation(kind).split()[-1]
    # Together they are written another way than one by one.
    moves = run("solve", "--moves", "--notation", kind, text=MANY).out.splitlines()
    assert moves == [solve(line).notation(kind) for line in MANY.splitlines()]


def test_solutions_in_twists(run: Command) -> None:
    ran = run("solve", "8 2 5/1 0 3/7 4 6", "--goal", "spiral", "--method", "twists", "--notation", "twists")
    assert "WX̶Y̶Z̶AD̶Y" in ran.out
    assert run("twists", "102536").out.splitlines() == [
        "code           first length  twists",
        "1 0 2  5 3 6 ) ....W..Z  20  WX̶Y̶Z̶AD̶Y",
        "  moves  LURRDDLLURULDDRURDLU",
    ]
    (entry,) = run("twists", "8 2 5/1 0 3/7 4 6", "--json").objects()
    assert entry["code"] == "102536"
    assert entry["twists"] == "WxyzAdY"


@pytest.mark.parametrize("method", ["auto", "quick", "optimal", "peel", "greedy"])
def test_csv_of_many_is_that_of_each(run: Command, method: str) -> None:
    small = [Board(tiles, 3, 3).to_text() for tiles in random_boards(30, 3, 3, seed=5).tolist()]
    boards = [*MANY.splitlines(), *(small if method in ("auto", "optimal", "quick") else [])]
    many = run("solve", "--csv", "--method", method, text="\n".join(boards))
    each = [run("solve", "--csv", "--method", method, board).rows()[0] for board in boards]
    assert many.code == 0
    assert many.rows() == each
    assert {row["error"] for row in each} == {""}


def test_csv_has_the_facts(run: Command) -> None:
    boards = [
        *MANY.splitlines(),
        "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0",
        "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15",
    ]
    for row in run("solve", "--csv", text="\n".join(boards)).rows():
        solution = solve(row["board"])
        assert row["moves"] == solution.moves
        assert int(row["length"]) == len(solution)
        assert int(row["multi"]) == solution.multi
        assert row["method"] == solution.method
        assert row["optimal"] == str(solution.optimal).lower()


def test_json_has_the_facts(run: Command) -> None:
    objects = run("solve", "--json", text=MANY).objects()
    assert [found["board"] for found in objects] == [Board(line).to_list() for line in MANY.splitlines()]
    for found in objects:
        solution = solve(found["board"])
        assert found["moves"] == solution.moves
        assert found["lower_bound"] == solution.lower_bound
        assert found["stages"] == [{"name": stage.name, "length": stage.length} for stage in solution.stages]
        assert found["error"] is None


def test_boards_that_cannot_be_solved(run: Command) -> None:
    boards = MANY.splitlines()
    boards[20] = "2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 0"
    ran = run("solve", "--csv", text="\n".join(boards))
    assert ran.code == 1
    assert ran.err.startswith("puzzle15: standard input, line 21: not solvable: ")
    assert ran.err.count("\n") == 1
    rows = ran.rows()
    assert rows[20]["error"].startswith("not solvable")
    assert rows[20]["moves"] == ""
    assert [row["board"] for row in rows] == boards
    assert rows[21]["moves"] == solve(boards[21]).moves
    boards[30] = "2 1 3 3/5 6 7 8/9 10 11 12/13 14 15 0"
    ran = run("solve", "--json", text="\n".join(boards))
    assert ran.code == 2
    assert [line.split(",")[1][:9] for line in ran.err.splitlines()] == [" line 21:", " line 31:"]
    assert [number for number, found in enumerate(ran.objects()) if found["error"]] == [20, 30]
    ran = run("solve", "--moves", text=f"{UNSOLVABLE}\n1 2/0 3\n")
    assert (ran.code, ran.out) == (1, "-\nR\n")


def test_one_board_that_cannot_be_solved(run: Command) -> None:
    ran = run("solve", UNSOLVABLE)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("puzzle15: not solvable: the board has 1 inversion (odd)")
    ran = run("solve", "1 2/3 3")
    assert (ran.code, ran.out) == (2, "")


def test_options_of_the_solver(run: Command) -> None:
    board = puzzle15.random_board(seed=7).to_text()

    def length(*options: str) -> int:
        return int(run("solve", board, "--json", *options).objects()[0]["length"])

    assert length("--method", "optimal") == length("--method", "optimal", "--threads", "2") == 52
    assert length("--method", "quick") == 52
    assert length("--width", "128") == len(solve(board, width=128))
    assert length("--threads", "2") == len(solve(board))
    assert length("--weight", "1.1") <= 57
    multi = run("solve", "8 6 7/2 5 4/3 0 1", "--metric", "multi", "--json").objects()[0]
    assert multi["multi"] == solve("8 6 7/2 5 4/3 0 1", metric="multi").multi
    straight = run("solve", board, "--prefer", "turns", "--json").objects()[0]
    assert straight["multi"] == solve(board, prefer="turns").multi
    budget = run(
        "solve", puzzle15.random_board(5, 5, seed=1).to_text(), "--max-nodes", "10000", "--json"
    ).objects()[0]
    assert budget["lower_bound"] <= budget["length"]
    assert not budget["optimal"]
    assert run("solve", board, "--timeout", "0.01").code == 0
    assert run("solve", "2 3 4/1 8 0/7 6 5", "--goal", "spiral", "--moves").out == "ULLDR\n"
    assert run("solve", "1 2 3/4 5 6/7 8 0", "--goal", "1 2 3/4 5 0/7 8 6", "--moves").out == "U\n"
    wide = run("solve", "--csv", "--width", "20", text=MANY).rows()
    assert [int(row["length"]) for row in wide] == solve_many(
        [list(Board(line)) for line in MANY.splitlines()], method="quick", width=20
    ).lengths.tolist()
    snakes = [Board(tiles).to_text() for tiles in random_boards(20, goal="snake", seed=3).tolist()]
    rows = run("solve", "--csv", "--goal", "snake", text="\n".join(snakes)).rows()
    assert [row["moves"] for row in rows] == [solve(line, goal="snake").moves for line in snakes]


def test_goals_with_other_tiles(run: Command) -> None:
    line = "10 20/0 30\n"
    assert run("solve", "--moves", "--goal", "10 20/30 0", text=line * 10).out == "R\n" * 10
    assert run("solve", "--moves", text=line * 10).out == "R\n" * 10
    missing = "1 3 0 4/5 6 7 8/9 10 11 12/13 14 15 16\n"
    assert run("solve", "--moves", text=missing * 10).out == "L\n" * 10


def test_options_that_do_not_go_together_are_said_once(run: Command) -> None:
    ran = run("solve", "--weight", "2", "--method", "combined", text=MANY)
    assert ran.code == 2
    assert ran.err.startswith(
        "puzzle15: --timeout, --max-nodes, --memory, --weight, --threads and --width are for"
    )
    assert ran.err.count("\n") == 1
    ran = run("solve", "--method", "combined", "1 2/3 0")
    assert (ran.code, ran.out) == (2, "")


def test_messages_are_in_the_words_of_the_command_line() -> None:
    error = UnsupportedError(*options("metric", "max_nodes"), " are\nfor ", Option("metric", "multi"))
    assert said(error) == "--metric and --max-nodes are for --metric multi"
    assert said("x = 3, rows=3") == "x = 3, rows=3"


@pytest.mark.parametrize("kind", ["svg", "gif", "html"])
def test_pictures(run: Command, kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"one.{kind}"
    ran = run("solve", "1 2 3/4 0 6/7 5 8", f"--{kind}", str(path))
    assert (ran.code, ran.err) == (0, "")
    made: str | bytes = getattr(solve("1 2 3/4 0 6/7 5 8"), f"to_{kind}")()
    assert path.read_bytes() == (made.encode() if isinstance(made, str) else made)
    ran = run("solve", f"--{kind}", str(tmp_path / f"{{}}.{kind}"), text=f"1 2/0 3\n{UNSOLVABLE}\n1 2/3 0")
    assert ran.code == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == [f"1.{kind}", f"3.{kind}", path.name]
    ran = run("solve", f"--{kind}", str(path), text="1 2/0 3\n1 2/3 0")
    assert ran.code == 2
    assert "write {} where the number goes" in ran.err
    ran = run("solve", f"--{kind}", str(tmp_path / "no" / "x"), "1 2/3 0")
    assert ran.code == 2
    assert "cannot write" in ran.err


def test_pictures_of_random_boards(run: Command, tmp_path: Path) -> None:
    ran = run("random", "3x3", "-n", "2", "--seed", "1", "--svg", str(tmp_path / "{}.svg"))
    assert ran.code == 0
    for number, line in enumerate(ran.out.splitlines(), start=1):
        assert (tmp_path / f"{number}.svg").read_text(encoding="utf-8") == Board(line).to_svg()
    ran = run("random", "-n", "2", "--svg", str(tmp_path / "x.svg"))
    assert (ran.code, ran.out) == (2, "")


def test_random_boards(run: Command) -> None:
    expected = [Board(tiles, 3, 4) for tiles in random_boards(25_000, 3, 4, seed=9).tolist()]
    ran = run("random", "-n", "25000", "--size", "3x4", "--seed", "9")
    assert ran.out == "".join(f"{board.to_text()}\n" for board in expected)
    assert run("random", "3x4", "-n", "25_000", "--seed", "9") == ran
    few = ("random", "3x4", "-n", "3", "--seed", "9")
    assert run(*few, "--csv").out == "board\n" + "".join(ran.out.splitlines(keepends=True)[:3])
    assert [found["board"] for found in run(*few, "--json").objects()] == [b.to_list() for b in expected[:3]]
    assert run(*few, "--drawing").out == "\n\n".join(map(str, expected[:3])) + "\n"
    assert run("random", "--seed", "9", "--walk", "3", "--goal", "spiral").out == (
        puzzle15.random_board(goal="spiral", seed=9, method="walk", steps=3).to_text() + "\n"
    )
    assert run("random", "-n", "0").out == ""
    assert run("random", "5").out != run("random", "5").out


@pytest.mark.parametrize("option", ["--csv", "--json", "--drawing"])
def test_what_random_writes_is_read_back(run: Command, option: str) -> None:
    plain = run("random", "-n", "40", "--seed", "2").out
    other = run("random", "-n", "40", "--seed", "2", option).out
    assert run("solve", "--csv", text=other).out == run("solve", "--csv", text=plain).out
    solved = run("solve", "--json", text=plain).out
    assert run("check", "--csv", text=solved).out == run("check", "--csv", text=plain).out


def test_check(run: Command) -> None:
    ran = run("check", "1 2 3/4 5 6/7 8 0")
    assert ran.code == 0
    assert ran.out.startswith("1 2 3/4 5 6/7 8 0: solvable: the board has 0 inversions (even), the goal 0")
    ran = run("check", UNSOLVABLE)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.endswith("must be the same; with 8 and 7 swapped it is: 1 2 3/4 5 6/7 8 0\n")
    assert run("check", UNSOLVABLE, "--goal", "snake").code == 0
    (found,) = run("check", UNSOLVABLE, "--json").objects()
    assert found["swap"] == [8, 7]
    assert found["nearest"] == [[1, 2, 3], [4, 5, 6], [7, 8, 0]]


def test_check_with_the_two_largest_tiles(run: Command) -> None:
    ran = run("check", "2 1 3/4 5 6/7 8 0", "--swap", "largest")
    assert ran.code == 1
    assert ran.out.endswith("must be the same; with 8 and 7 swapped it is: 2 1 3/4 5 6/8 7 0\n")
    (found,) = run("check", "2 1 3/4 5 6/7 8 0", "--swap", "largest", "--json").objects()
    assert found["swap"] == [8, 7]
    assert found["nearest"] == [[2, 1, 3], [4, 5, 6], [8, 7, 0]]
    (usual,) = run("check", "2 1 3/4 5 6/7 8 0", "--json").objects()
    assert usual["swap"] == [2, 1]
    solvable = ["check", "1 2 3/4 5 6/7 8 0", "--json"]
    assert run(*solvable, "--swap", "largest").out == run(*solvable).out
    ran = run("check", "--csv", text=f"1 2/3 0\nx\n{UNSOLVABLE}\n")
    assert ran.code == 2
    assert [row["solvable"] for row in ran.rows()] == ["true", "", "false"]
    assert ran.err.startswith("puzzle15: standard input, line 2: not a board")


@pytest.mark.parametrize(("rows", "cols"), [(2, 3), (3, 2), (2, 4), (3, 3), (4, 4)])
def test_check_says_the_parities(run: Command, rows: int, cols: int) -> None:
    for tiles in random_boards(20, rows, cols, seed=1).tolist():
        board = Board(tiles, rows, cols)
        (found,) = run("check", board.to_text(), "--json").objects()
        apart = found["rows_apart"] if cols % 2 == 0 else 0
        assert (found["inversions"] + found["goal_inversions"] + apart) % 2 == 0
        need = "different" if apart % 2 else "the same"
        assert found["reason"].endswith(f"be {need}")


def test_a_warning_is_one_line(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    import warnings

    def warn(self: Solution) -> str:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn("something\nis odd", puzzle15.CacheWarning, stacklevel=1)
        return "solved"

    monkeypatch.setattr(Solution, "__str__", warn)
    assert run("solve", "1 2/3 0").err == "puzzle15: warning: something is odd\n"


def test_version_and_help(run: Command) -> None:
    assert run("--version") == (0, f"puzzle15 {puzzle15.__version__}\n", "")
    ran = run("--help")
    assert ran.code == 0
    assert "exit codes:\n  0    done\n  1    " in ran.out
    assert "puzzle15 random -n 1000 --seed 1 | puzzle15 solve --csv" in ran.out


def test_a_disk_that_is_full(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.StringIO):
        def write(self, text: str, /) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("sys.stdout", Full())
    ran = run("random", "-n", "10")
    assert (ran.code, ran.err) == (2, "puzzle15: cannot use standard output: No space left on device\n")


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 0, ""),
        (MemoryError(), 2, "puzzle15: not enough memory; ask for fewer boards, or a smaller search\n"),
    ],
)
def test_ways_to_end(
    run: Command, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, message: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("puzzle15.solving.Solver.solve", fail)
    monkeypatch.setattr("puzzle15.cli._leave", lambda: pytest.fail("the streams are the caller's"))
    assert run("solve", "1 2/3 0", "--moves") == (code, "", message)


def test_the_output_of_the_caller_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="strict")
    monkeypatch.setattr("sys.stdout", out)
    assert main(["random", "2x2", "--seed", "1"]) == 0
    assert out.errors == "strict"


def test_the_words_of_a_command_end_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Whether it ends well or not, whoever calls `main` from Python."""
    error = UnsupportedError(
        "too large", remedies=[Remedy("more_memory"), Remedy("leave_out", Option("width"))]
    )
    expected = "too large; give more with --memory, or leave out --width"
    for arguments in (["twists", "102536"], ["twists", "102530"], ["twists", "--nothing"]):
        main(arguments)
        assert said(error) == expected
    assert "code numbers are" in capsys.readouterr().err
