"""The command as it is used: pipes, terminals, Ctrl-C, and readers that leave."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from puzzle15 import Board, random_boards, solve
from tests.support.pseudo_terminal import PREPARE, Player, wait_until

PUZZLE15 = [sys.executable, "-m", "puzzle15"]

HARD = "/".join(" ".join(str(24 - 5 * row - col) for col in range(5)) for row in range(5))
"""24 tiles upside down: a search of hours, or days."""


def start(*arguments: str, **streams: int) -> subprocess.Popen[str]:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.Popen([*PUZZLE15, *arguments], text=True, encoding="utf-8", **pipes)  # type: ignore[call-overload, no-any-return]


def finish(process: subprocess.Popen[str], text: str = "") -> tuple[int, str, str]:
    out, err = process.communicate(text, timeout=120)
    return process.returncode, out, err


def stream(file: IO[str] | None) -> IO[str]:
    assert file is not None
    return file


@contextmanager
def terminal() -> Iterator[tuple[int, int]]:
    """The two ends of a terminal: ours and that of the program."""
    ends = pty.openpty()
    try:
        yield ends
    finally:
        for end in ends:
            os.close(end)


def shown(end: int) -> str:
    """What is on a terminal so far."""
    os.set_blocking(end, False)
    try:
        return os.read(end, 1 << 16).decode()
    except BlockingIOError:
        return ""


def test_a_pipe_of_two() -> None:
    boards = start("random", "-n", "3000", "--seed", "4", stdin=subprocess.DEVNULL)
    solved = start("solve", "--csv", stdin=stream(boards.stdout).fileno())
    stream(boards.stdout).close()
    out = stream(solved.stdout).read()
    assert (boards.wait(120), solved.wait(120)) == (0, 0)
    lines = out.splitlines()
    assert len(lines) == 3001
    for line, tiles in zip(lines[1:], random_boards(3000, seed=4).tolist(), strict=True):
        board, length, _, _, _, moves, made_by, _ = line.split(",")
        assert Board(board) == Board(tiles)
        assert (len(moves), made_by) == (int(length), "stages 2")
        assert Board(board).apply(moves) == Board(board).natural_goal
    for process in (boards, solved):
        assert stream(process.stderr).read() == ""
        for file in (process.stdout, process.stderr):
            stream(file).close()


def test_solutions_come_while_boards_do() -> None:
    process = start("solve", "--moves")
    for board in ["1 2/0 3", "1 2 3/4 0 6/7 5 8"]:
        stream(process.stdin).write(f"{board}\n")
        stream(process.stdin).flush()
        assert stream(process.stdout).readline() == solve(board).moves + "\n"
    assert finish(process) == (0, "", "")


def seconds_used(process: subprocess.Popen[str]) -> float:
    """The time that a process has been busy; where the system does not tell, that of the clock."""
    try:
        numbers = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return time.monotonic()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("busy", [False, True])
def test_ctrl_c(busy: bool) -> None:
    """While it waits, or while it searches for hours: 24 tiles upside down."""
    process = start("solve", "--moves", "--method", "optimal")
    stream(process.stdin).write("1 2/0 3\n")
    stream(process.stdin).flush()
    assert stream(process.stdout).readline() == "R\n"
    if busy:
        before = seconds_used(process)
        stream(process.stdin).write(f"{HARD}\n\n")
        stream(process.stdin).flush()
        wait_until(lambda: seconds_used(process) > before + 0.3)
    process.send_signal(signal.SIGINT)
    code, out, err = finish(process)
    assert (code, err) == (130, "")
    # While it waits or makes tables there is nothing to print, after that there is the best solution so far.
    if out:
        assert busy
        assert Board(HARD).apply(out.strip()) == Board(HARD).natural_goal


@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_loses_no_solution_of_many(threads: str) -> None:
    """What is solved has been written when Ctrl-C comes; the best so far of the others is written then."""
    easy = Board("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15").to_text()
    hardest = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
    boards = [*[easy] * 20, hardest, *[easy] * 3]
    process = start("solve", "--method", "optimal", "--moves", "--threads", threads)
    stream(process.stdin).write("\n".join(boards) + "\n\n")
    stream(process.stdin).flush()
    assert [stream(process.stdout).readline() for _ in range(20)] == ["R\n"] * 20
    before = seconds_used(process)
    wait_until(lambda: seconds_used(process) > before + 0.3)
    process.send_signal(signal.SIGINT)
    code, out, err = finish(process)
    assert (code, err) == (130, "")
    best, *others = out.splitlines()
    assert Board(hardest).apply(best) == Board(hardest).natural_goal
    assert others == ["R"] * len(others), "they are begun in the order of the boards"
    assert len(others) <= (0 if threads == "1" else 3)


def test_ctrl_c_leaves_the_best_solution(tmp_path: Path) -> None:
    """It is announced on the terminal, printed in the format asked for, and drawn."""
    picture = tmp_path / "best.html"
    with terminal() as (ours, end):
        termios.tcsetwinsize(end, (40, 120))
        options = ["--json", "--method", "optimal", "--html", str(picture)]
        process = start("solve", *options, HARD, stdin=subprocess.DEVNULL, stderr=end)
        said: list[str] = []
        line = re.compile(r"solving \[\d\d:\d\d, best so far \d+ moves, a shortest has at least \d+\]")
        wait_until(lambda: line.search("".join(said)), lambda: said.append(shown(ours)))
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=120)
    assert process.returncode == 130
    found = json.loads(out)
    assert Board(HARD).apply(found["moves"]).to_list() == found["goal"]
    assert found["moves"] in picture.read_text(encoding="utf-8")
    assert found["lower_bound"] < found["length"]
    assert (found["optimal"], found["made_by"]) == (False, "search 2, small tables 1")


def test_a_person_who_presses_ctrl_c() -> None:
    """All in one terminal: the line of progress is gone, and the solution is there."""
    command = f"{PREPARE}from puzzle15.cli import entry\nsys.exit(entry())"
    player = Player(
        [sys.executable, "-c", command, "solve", "--method", "optimal", HARD], (120, 40), {"TERM": "xterm"}
    )
    try:
        player.saw("best so far ")
        player.send("\x03")
        assert player.end() == 130
        text = player.screen.text
        assert re.search(r"\n\d+ moves \(a shortest has at least \d+\)\n", text)
        assert "solving" not in text
    finally:
        player.close()


def test_ctrl_c_while_it_writes() -> None:
    process = start("random", "-n", "1000000000")
    assert stream(process.stdout).readline().count("/") == 3
    process.send_signal(signal.SIGINT)
    code, _, err = finish(process)
    assert (code, err) == (130, "")


def test_a_reader_that_leaves() -> None:
    for arguments in (["random", "-n", "1000000"], ["explore", "3x3"]):
        process = start(*arguments, stdin=subprocess.DEVNULL)
        if arguments[0] == "random":
            assert stream(process.stdout).readline().count("/") == 3
        stream(process.stdout).close()
        assert process.wait(120) == 0
        assert stream(process.stderr).read() == ""
        stream(process.stderr).close()


def test_nothing_is_waited_for_at_a_terminal() -> None:
    with terminal() as (_, end):
        code, out, err = finish_without_input("solve", stdin=end)
    assert (code, out) == (2, "")
    assert err.startswith('puzzle15: no board: write one as "1 2 3/4 5 6/7 8 0"')
    assert err.count("\n") == 1


def finish_without_input(*arguments: str, **streams: int) -> tuple[int, str, str]:
    process = start(*arguments, **streams)
    out, err = process.communicate(timeout=120)
    return process.returncode, out or "", err or ""


def test_a_terminal_is_shown_more() -> None:
    # The seed, so that the board can be had again, and a drawing; a pipe gets neither.
    with terminal() as (ours, end):
        code, out, _ = finish_without_input("random", "3x3", stderr=end)
        said = shown(ours)
    assert code == 0
    assert said.startswith("seed ")
    seed = said.split()[1]
    assert finish_without_input("random", "3x3", "--seed", seed) == (0, out, "")
    with terminal() as (ours, end):
        code, _, err = finish_without_input("random", "3x3", "--seed", seed, stdout=end)
        assert (code, err) == (0, "")
        assert shown(ours).replace("\r\n", "\n") == f"{Board(out.strip())}\n"
    with terminal() as (ours, end):
        finish_without_input("explore", "2x3", stderr=end)
        assert shown(ours) == "360 states, 0.0 MB\r\n"
    assert finish_without_input("explore", "2x3")[2] == ""


def test_a_drawing_that_cannot_be_shown_is_no_reason_to_stop() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    ran = subprocess.run([*PUZZLE15, "solve", "1 2/0 3"], capture_output=True, env=environment, timeout=120)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"1 move (optimal)" in ran.stdout


@pytest.mark.parametrize(
    ("line", "code", "out", "err"),
    [
        ("solve - <&-", 0, "", "puzzle15: no boards in standard input\n"),
        ("solve <&-", 0, "", "puzzle15: no boards in standard input\n"),
        ("random 2x2 --seed 1 2>&-", 0, "2 0/1 3\n", ""),
        ("random 2x2 --seed 1 >&-", 0, "", ""),
        ("solve '1 2/3 3' 2>&-", 2, "", ""),
        ("nonsense 2>&-", 2, "", ""),
        ("explore 2x2 --csv <&- 2>&-", 0, "depth,states\n0,1\n1,2\n2,2\n3,2\n4,2\n5,2\n6,1\n", ""),
    ],
)
def test_streams_that_are_closed(line: str, code: int, out: str, err: str) -> None:
    ran = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m puzzle15 {line}'], capture_output=True, text=True, timeout=120
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (code, out, err)


@pytest.mark.parametrize("line", [r"solve $'\xff 1 2'", r"check --goal $'\xff' '1 2/3 0'", r"twists $'\xff'"])
def test_arguments_that_are_no_text(line: str) -> None:
    ran = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m puzzle15 {line}'], capture_output=True, text=True, timeout=120
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("puzzle15: ")
    assert "'?'" in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_a_disk_that_is_full() -> None:
    with open("/dev/full", "w") as full:
        code, _, err = finish_without_input("random", "-n", "1000", stdout=full.fileno())
    assert (code, err) == (2, "puzzle15: cannot use standard output: No space left on device\n")


def test_help_loads_nothing_large() -> None:
    program = "import sys; from puzzle15.cli import main; main({!r}); print(*sys.modules, file=sys.stderr)"
    heavy = {"numpy", "matplotlib", "PIL", "json", "csv", "dataclasses", "inspect"}
    for arguments in (["--help"], ["--version"], ["solve", "--help"]):
        ran = subprocess.run(
            [sys.executable, "-c", program.format(arguments)], capture_output=True, text=True, timeout=120
        )
        loaded = set(ran.stderr.split())
        assert "puzzle15.cli.commands.solve" in loaded
        assert not loaded & heavy, arguments
        ours = {name for name in loaded if re.match(r"puzzle15\.(?!cli)", name)}
        small = {"puzzle15._support", "puzzle15._support.csv_text", "puzzle15.errors", "puzzle15.wording"}
        assert ours <= {"puzzle15._core", *small}


def test_a_single_board_needs_no_arrays() -> None:
    program = "import sys; from puzzle15.cli import main; main({!r}); print('numpy' in sys.modules)"
    for arguments in (["solve", "8 6 7/2 5 4/3 0 1", "--moves"], ["check", "1 2/3 0"]):
        ran = subprocess.run(
            [sys.executable, "-c", program.format(arguments)], capture_output=True, text=True, timeout=120
        )
        assert ran.stdout.endswith("False\n")
