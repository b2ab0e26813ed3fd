"""Explore, bounds, twists and the others, called in this process: what they write, and the exit codes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import puzzle15
from puzzle15 import Board
from tests.support.commands import Command, run

__all__ = ["run"]  # A fixture, found by its name.


def test_twists(run: Command) -> None:
    assert run("twists", "102536", "--csv").rows()[0]["twists"] == "WxyzAdY"
    assert run("twists", "012345").out.splitlines()[1:] == ["0 1 2  3 4 5 ) ........   0"]
    (solved,) = (row for row in run("twists", "--table", "--json").objects() if row["moves"] == 0)
    assert solved == {"moves": 0, "puzzles": 1, "classes": 1, "with_inverses": 1}
    assert run("twists", "--table").out.endswith("total   20,160    2,572          1,439\n")
    assert sum(int(row["puzzles"]) for row in run("twists", "--table", "--csv").rows()) == 20160
    assert sum(row["puzzles"] for row in run("twists", "--table", "--json").objects()) == 20160
    assert run("twists", "1 2 3/8 0 4/7 5 6").code == 1


PUZZLES = "102536\n012345  # solved\n\n0 2 5\n1 _ 3\n7 4 6\n\n8 2 5/1 0 3/7 4 6\n"


def test_twists_of_a_stream(run: Command, tmp_path: Path) -> None:
    codes = ["102536", "012345", "102536", "102536"]
    (tmp_path / "puzzles.txt").write_text(PUZZLES)
    for arguments in (["twists"], ["twists", "-"], ["twists", "--file", str(tmp_path / "puzzles.txt")]):
        assert [row["code"] for row in run(*arguments, "--csv", text=PUZZLES).rows()] == codes
    ran = run("twists", "--json", text="102530\n102536\n1 2 3/4 5 6/7 8 0\n1 2 3/8 0 4/7 5 6\n")
    assert (ran.code, [entry["code"] for entry in ran.objects()]) == (2, ["102536"])
    assert [line.partition(": ")[2][:24] for line in ran.err.splitlines()] == [
        "standard input, line 1: ",
        "standard input, line 3: ",
        "standard input, line 4: ",
    ]
    assert run("twists", "012345", "102536", "--json").objects()[1]["code"] == "102536"
    assert run("twists", "--goal", "rows", text=PUZZLES.splitlines()[-1]).code == 2
    assert run("twists", "--table", text=PUZZLES).out.startswith("moves ")


def test_explore(run: Command, tmp_path: Path) -> None:
    layers = puzzle15.explore(2, 3)
    ran = run("explore", "2x3")
    assert ran.out.splitlines()[:5] == str(layers).splitlines()[:5]
    assert run("explore", "2", "3", "--csv").rows()[2] == {"depth": "2", "states": str(layers.counts[2])}
    (found,) = run("explore", "2x3", "--json").objects()
    assert found["counts"] == list(layers.counts)
    assert (found["states"], found["total"], found["complete"]) == (360, 360, True)
    # On a ring tiles never pass each other.
    (ring,) = run("explore", "3x3", "--removed", "5", "--json").objects()
    assert (ring["states"], ring["total"], ring["complete"]) == (56, 20160, False)
    assert found["maxima"] == [list(row) for row in layers.maxima]
    svg, saved = tmp_path / "layers.svg", tmp_path / "layers.json"
    run("explore", "2x3", "--svg", str(svg), "--save", str(saved))
    assert svg.read_text(encoding="utf-8") == layers.svg()
    assert puzzle15.Layers.load(saved) == layers
    ran = run("explore", "3x3", "--antipodes")
    assert ran.out.endswith("at depth 31:\n6 4 7/8 5 0/3 2 1\n8 6 7/2 5 4/3 0 1\n")
    (found,) = run("explore", "3x3", "--antipodes", "--json").objects()
    assert found["antipodes"] == [[[6, 4, 7], [8, 5, 0], [3, 2, 1]], [[8, 6, 7], [2, 5, 4], [3, 0, 1]]]
    (found,) = run("explore", "2x3", "--tiles", "1,2", "--antipodes", "--json").objects()
    assert found["antipodes"][0] == [[0, 1, None], [2, None, None]]
    assert "antipodes" not in run("explore", "2x3", "--json").objects()[0]
    assert "0 1 ·\n2 · ·\n" in run("explore", "2x3", "--tiles", "1,2", "--antipodes").out
    (found,) = run("explore", "3x3", "--blank", "5", "--metric", "multi", "--json").objects()
    assert found["counts"] == list(puzzle15.explore(3, 3, blank=4, metric="multi").counts)
    (found,) = run("explore", "3x3", "--lean", "--threads", "1", "--json").objects()
    assert (found["diameter"], found["threads"]) == (31, 1)
    (found,) = run("explore", "4x4", "--removed", "6,7,10,11", "--memory", "1G", "--json").objects()
    assert found["states"] == 132
    (found,) = run(
        "explore", "3x3", "--goal", "spiral", "--checkpoint", str(tmp_path / "c"), "--json"
    ).objects()
    assert found["states"] == 181440


SIX = puzzle15.random_board(6, 6, seed=1).to_text()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["explore", "3x4", "--memory", "1M"], "give more with --memory"),
        (["explore", "4x4"], "name the tiles to tell apart"),
        (["explore", "3", "4", "5"], "such as 3x4"),
        (["explore", "3x3", "--save", "no/such/folder"], "cannot write"),
        (["explore", "3x3", "--svg", "no/such/folder"], "cannot write"),
        (["explore", "3x3", "--antipodes", "--csv"], "leave out --csv"),
        (["explore", "3x3", "--tiles", "5-1"], "expected numbers such as 1,2,5-8"),
        (["bounds", "prove"], "give the name of a recipe"),
        (["bounds", "prove", "15: 91", "--step", "1"], "give the name of a recipe"),
        (["bounds", "prove", "15: 1"], "there is no recipe"),
        (["bounds", "lower", "1 2 3 4 5 0"], "or give --size ROWSxCOLS"),
        (["bounds", "hard", "1 2 3 4 5 0"], "expected rows and columns, each at least 2, such as 3x4; got"),
        (["bounds", "hard", "100000x100000"], "at most 100,000,000 cells"),
        (
            ["random", "3x3", "--blank", "20"],
            "a cell of the blank is cell 20, but the board has only cells 1 to 9; choose one of them",
        ),
        (["bounds", "check", "no such file"], "cannot read no such file: No such file"),
        (["bounds", "check", "a", "b"], "unrecognized arguments: b; see 'puzzle15 bounds check --help'"),
        (["bounds", "prove", "15:", "1"], "there is no recipe '15: 1'"),
        (["bounds", "prove", "15:1"], "there is no recipe '15: 1'"),
        (["explore", "4x4", "--tiles", "1-9"], "got 9; name fewer tiles with --tiles"),
        (["random", "100000x100000"], "at most 100,000,000 cells"),
        (["solve", "--size", "4x4", "1 2/3 0"], "the board is 2×2, and --size says 4×4"),
        (["solve", "1 2/0 3", "--html", "-"], "argument --html: expected the name of a file"),
        (["solve", "1 2/0 3", "--svg", "x.gif"], "ends with .svg, got 'x.gif'"),
        (["experiment", "-n", "10", "--png", "x.svg"], "ends with .png, got 'x.svg'"),
        (["solve", "--method", "peel", "--timeout", "1", "1 2/0 3"], "leave out --method"),
        (["solve", "--method", "optimal", SIX], "and give a --timeout to make the solution shorter"),
        (["twists", "1 2 3/4 5 6/7 8 0"], "; puzzle15 solve --method twists --goal spiral takes it, too"),
        (["twists", "102530"], "code numbers are"),
        (["twists", "--book", "x.pdf"], "written as .txt, .csv or .html"),
        (["twists", "--book", "no/such/book.html"], "cannot write"),
        (["tables", "remove"], "or --all"),
        (["tables", "remove", "x", "--all"], "or --all"),
        (["tables", "verify", "x"], "there is no table 'x'"),
        (["tables", "build", "9x9"], "25 cells"),
        (["solve", "--file", "no such file"], "cannot read no such file"),
        (["solve", "--file", "."], "cannot read"),
        (["solve", "1 2/3 0", "--file", "x"], "not both"),
        (["solve", "--goal", "circle", "1 2/3 0"], "choose one of rows, columns"),
        (["solve", "--method", "magic", "1 2/3 0"], "invalid choice: 'magic'"),
        (["solve", "--timeout", "soon", "1 2/3 0"], "argument --timeout: expected a number from 0 up"),
        (["random", "-n", "-1"], "expected a whole number"),
        (["random", "3x3", "--size", "4x4"], "give the size once"),
        (["play", "3x3", "--size", "4x4"], "give the size once"),
        (["play", "1x3"], "expected rows and columns, each at least 2"),
        (["experiment", "-n", "0"], "expected a whole number from 1"),
        (["experiment", "-n", "10", "--core", "2", "--method", "peel"], "for method 'greedy'"),
        (["reproduce", "fermat1637"], "there is no document 'fermat1637'"),
        (["nonsense"], "invalid choice: 'nonsense'"),
        ([], "arguments are required: COMMAND; see 'puzzle15 --help'"),
    ],
)
def test_mistakes_are_one_line(run: Command, arguments: list[str], reason: str) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.err.startswith("puzzle15: ")
    assert ran.err.count("\n") == 1
    assert reason in ran.err


def test_no_boards(run: Command) -> None:
    assert run("solve", "--csv") == (
        0,
        "board,length,multi,method,optimal,moves,made_by,error\n",
        "puzzle15: no boards in standard input\n",
    )


def test_lower_bounds(run: Command, tmp_path: Path) -> None:
    path = str(tmp_path / "bound.json")
    board = ("8", "6", "7", "2", "5", "4", "3", "0", "1")
    ran = run("bounds", "lower", *board, "--timeout", "none", "--save", path)
    assert ran.out.splitlines()[:3] == [
        "8 6 7/2 5 4/3 0 1: exactly 31 moves (search)",
        "  manhattan: 21",
        "  linear conflict: 23",
    ]
    assert run("bounds", "lower", "8 6 7/2 5 4/3 0 1", "--known", path).out == ran.out
    (found,) = run("bounds", "lower", *board, "--json", "--metric", "multi").objects()
    assert found["is_exact"]
    assert found["bound"] == puzzle15.solve("8 6 7/2 5 4/3 0 1", metric="multi").lower_bound
    assert "another board, goal or metric" in run("bounds", "lower", "1 2/3 0", "--known", path).err


def test_a_saved_lower_bound_is_proven_again(run: Command, tmp_path: Path) -> None:
    path = str(tmp_path / "bound.json")
    run("bounds", "lower", "8 6 7 2 5 4 3 0 1", "--size", "3x3", "--save", path)
    ran = run("bounds", "check", path)
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "verified: no solution has fewer than 31 moves")
    turned = puzzle15.bounds.lower([0, *range(24, 0, -1)], timeout=0)
    replace(turned, bound=200, proved_by="search").save(path)
    ran = run("bounds", "check", path, "--timeout", "0", "--json")
    (found,) = ran.objects()
    assert (ran.code, found["is_complete"], found["trusted"][-1]) == (
        1,
        False,
        "no solution has fewer than 200 moves",
    )
    replace(puzzle15.bounds.lower("8 6 7/2 5 4/3 0 1"), bound=33, moves=None).save(path)
    ran = run("bounds", "check", path)
    assert ran.code == 1
    assert "there is a solution of 31 moves" in ran.err
    few = ("--tables", "small", "--threads", "1", "--memory")
    assert run("bounds", "check", path, *few, "100M").code == 1
    ran = run("bounds", "check", path, *few, "5")
    assert (ran.code, ran.out) == (2, "")
    assert "--memory is at least 1 MiB" in ran.err
    Path(path).write_text(Path(path).read_text(encoding="utf-8").replace("33", "35"), encoding="utf-8")
    ran = run("bounds", "check", path)
    assert (ran.code, "checksum is wrong" in ran.err) == (2, True)


def test_bounds(run: Command, tmp_path: Path) -> None:
    assert [line.split("  ")[0] for line in run("bounds").out.splitlines()[1:]] == list(
        puzzle15.bounds.RECIPES
    )
    assert run("bounds", "--json").objects()[0]["15: 91"]["ends"] == [6]
    path = tmp_path / "bound.json"
    ran = run("bounds", "prove", "--size", "3x3", "--step", "1,4,7", "--save", str(path))
    assert ran.out.startswith("the puzzle of 3 by 3: at most 42 moves\n")
    assert run("bounds", "check", str(path)).out == ran.out
    (found,) = run("bounds", "--json", "check", str(path)).objects()
    assert found["bound"] == 42
    assert [search["states"] for search in found["searches"]] == [3024, 360]
    assert [search["total"] for search in found["searches"]] == [3024, 360]
    assert all(search["complete"] for search in found["searches"])
    slides = run("bounds", "prove", "--size", "3x3", "--step", "1-3", "--metric", "multi")
    assert slides.out.startswith("the puzzle of 3 by 3: at most 34 slides\n")
    through = ("--step", "1,2,3,4,7", "--through", "1-3", "--through", "1,4,7")
    assert run("bounds", "prove", "--size", "3", *through, "--json").objects()[0]["bound"] == 34
    assert (
        run("bounds", "prove", "--size", "3", "--step", "1-3", "--end", "6", "--json").objects()[0]["bound"]
        == 44
    )


def test_nothing_in_a_file_commands_the_terminal(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Titles, names and reasons may have been forged; \x9b alone is as good as escape and a bracket."""
    title = "the \x1b]0;owned\x07\x1b[31m\x9b2J puzzle"
    path = tmp_path / "bound.json"
    bound = puzzle15.bounds.prove(puzzle15.bounds.Recipe(title, 3, 3, ((1, 2, 3),)))
    bound.save(path)
    shown = r"the \x1b]0;owned\x07\x1b[31m\x9b2J puzzle: at most 42 moves"
    assert str(puzzle15.bounds.Bound.load(path)).splitlines()[0] == shown
    assert run("bounds", "check", str(path)).out.splitlines()[0] == shown
    ran = run("bounds", "check", str(path), "--json")
    assert ran.out.strip().isprintable()
    assert ran.objects()[0]["puzzle"] == title
    # The names of files.
    monkeypatch.setenv("PUZZLE15_CACHE", str(tmp_path))
    (tmp_path / "\x1b[31m.patterns").write_bytes(b"x")
    for arguments in (["tables"], ["tables", "verify"]):
        ran = run(*arguments)
        assert r"\x1b[31m.patterns" in ran.out
        assert (ran.out + ran.err).replace("\n", "").isprintable()
    # What is wrong with an input, on the command line and in Python.
    ran = run("solve", text="1 2 \x1b[31m/3 0 4\n")
    assert ran.code == 2
    assert ran.err.strip().isprintable()
    with pytest.raises(puzzle15.PuzzleError) as caught:
        puzzle15.Board("1 2 \x1b[31m/3 0 4")
    assert str(caught.value).isprintable()
    assert str(puzzle15.PuzzleError("two\nlines \x07")) == "two\nlines \\x07"


def test_hard_boards(run: Command) -> None:
    ran = run("bounds", "hard", "3", "3", "--timeout", "none", "--evaluations", "200", "--keep", "2")
    assert ran == (
        0,
        "6 4 7/8 5 0/3 2 1: exactly 31 moves (table)\n8 6 7/2 5 4/3 0 1: exactly 31 moves (table)\n",
        "",
    )
    (found,) = run("bounds", "hard", "2x2", "--keep", "1", "--json").objects()
    assert found == {"board": [[0, 3], [2, 1]], "bound": 6, "is_exact": True, "proved_by": "table"}
    first = run("bounds", "hard", "4x4", "--timeout", "0", "--keep", "1")
    assert (first[0], first[2]) == (0, "")
    assert re.fullmatch(r"[\d /]+: at least \d+ moves \(linear conflict\)\n", first[1])


def test_a_bound_that_was_tampered_with(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "bound.json"
    run("bounds", "prove", "--size", "3x3", "--step", "1,4,7", "--save", str(path))
    data = json.loads(path.read_text(encoding="utf-8"))
    data["recipe"]["steps"] = [[1, 2, 3]]
    path.write_text(json.dumps(data), encoding="utf-8")
    ran = run("bounds", "check", str(path))
    assert (ran.code, "checksum is wrong" in ran.err) == (2, True)
    del data["checksum"]  # Files of 0.1.0 have none.
    path.write_text(json.dumps(data), encoding="utf-8")
    ran = run("bounds", "check", str(path))
    assert (ran.code, "does not prove anything" in ran.err) == (1, True)
    path.write_text("{", encoding="utf-8")
    ran = run("bounds", "check", str(path))
    assert (ran.code, "it is not JSON" in ran.err) == (2, True)
    path.write_text("[]", encoding="utf-8")
    assert run("bounds", "check", str(path)).code == 2


def test_tables(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUZZLE15_CACHE", str(tmp_path))
    assert run("tables").out == f"in {tmp_path}:\nno tables\n"
    assert run("tables", "verify").out == "no tables\n"
    assert run("tables", "remove", "--all").out == "no tables\n"
    ran = run("tables", "build", "2x6", "--threads", "1", "--json")
    (built,) = ran.objects()
    path = tmp_path / built["name"]
    assert built["bytes"] == path.stat().st_size
    assert built["seconds"] >= 0
    assert "2x6-blank11.patterns  2.7 MB\n" in run("tables", "list").out
    assert run("tables", "--json", "list").objects()[0]["tables"][0]["name"] == built["name"]
    assert run("tables", "verify") == (0, f"{built['name']}  sound\n", "")
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    ran = run("tables", "verify", built["name"])
    assert (ran.code, ran.out) == (1, f"{built['name']}  damaged\n")
    assert "puzzle15 tables remove" in ran.err
    assert run("tables", "remove", built["name"]).out.startswith("removed 2x6")
    assert not path.exists()


def test_experiment(run: Command, tmp_path: Path) -> None:
    result = puzzle15.experiment(200, "optimal", (3, 3), seed=1)
    common = ("experiment", "-n", "200", "--size", "3x3", "--seed", "1")
    assert run(*common).out == f"{result}\n"
    assert run(*common, "--csv").out == result.to_csv()
    (found,) = run(*common, "--json").objects()
    assert {**found, "seconds": 0} == {**result.to_json(), "seconds": 0}
    svg, png, saved = (tmp_path / f"x.{ending}" for ending in ("svg", "png", "csv"))
    assert run(*common, "--svg", str(svg), "--png", str(png), "--save", str(saved)).code == 0
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert saved.read_text(encoding="utf-8") == result.to_csv()


@pytest.mark.slow
def test_reproduce(run: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from puzzle15 import reproduce

    asked: list[tuple[object, dict[str, object]]] = []
    true = reproduce.reproduce

    def listen(documents: Any = None, **options: Any) -> Any:
        asked.append((documents, options))
        return true(documents, **options)

    monkeypatch.setattr(reproduce, "reproduce", listen)
    page = tmp_path / "report.html"
    ran = run("reproduce", "schofield", "--quick", "--threads", "2", "--html", str(page), "--json")
    assert ran.code == 0
    documents, options = asked[0]
    assert documents == ["schofield"]
    assert options["quick"] is True
    assert options["threads"] == 2
    (found,) = ran.objects()
    assert [document["key"] for document in found["documents"]] == ["schofield"]
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_figure_that_nothing_explains(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from puzzle15 import reproduce
    from puzzle15.reproduce.figures import Figure

    monkeypatch.setattr(reproduce, "reproduce", lambda *_, **__: Figure("states", 1, 2))
    ran = run("reproduce")
    assert ran.code == 1
    assert ran.err.startswith("puzzle15: 'states': 1 printed, 2 computed, unexplained")


def test_reproduce_tells_which_figure_is_there(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from puzzle15 import reproduce
    from puzzle15.reproduce.figures import Figure

    def two_figures(_: object, progress: Callable[..., None], **__: object) -> str:
        for name in ("states", "depth"):
            progress(SimpleNamespace(key="paper"), Figure(name, 1, 1))
        return "done"

    monkeypatch.setattr("puzzle15._support.progress.DELAY", 0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(reproduce, "reproduce", two_figures)
    ran = run("reproduce")
    assert ran.out == "done\n"
    assert "figures: 1 [00:00, paper: states: same]" in ran.err
    assert "\n" not in ran.err
    assert ran.err.endswith(" \r")


def test_play_is_told_what_was_asked(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from puzzle15 import play

    asked: list[tuple[object, dict[str, object]]] = []

    def listen(board: Board | None, **options: object) -> int:
        asked.append((board, options))
        return 7

    monkeypatch.setattr(play, "play", listen)
    assert run("play", "1 2/3 0", "--flip").code == 7
    assert (
        run(
            "play", "--size", "3x4", "--seed", "5", "--goal", "snake", "--method", "greedy", "--speed", "8"
        ).code
        == 7
    )
    assert asked[0][0] == Board("1 2/3 0")
    assert asked[0][1]["flip"] is True
    assert asked[1] == (
        None,
        {"rows": 3, "cols": 4, "goal": "snake", "seed": 5, "method": "greedy", "speed": 8.0, "flip": False},
    )
    assert run("play", "1 2/3 3").code == 2
    assert run("play", "3x4", "--seed", "7").code == run("play", "5").code == 7
    assert [(board, options["rows"], options["cols"]) for board, options in asked[2:]] == [
        (None, 3, 4),
        (None, 5, 5),
    ]
    assert run("play", "1 2 3 4 5 0", "--size", "2x3").code == 7
    assert asked[-1][0] == Board("1 2 3/4 5 0")
