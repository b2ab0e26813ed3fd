"""The whole game through a real pseudo-terminal: keys go in, and the screen is read as a person would.

Nothing waits for a time to pass: each step waits for what it expects to see, and fails with the screen that
it saw instead.
"""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from puzzle15 import random_board, solve
from puzzle15.play import NOT_A_TERMINAL
from tests.support.pseudo_terminal import LIMIT, PACKAGE, PREPARE, Player

ARROWS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D"}
# An arrow for each direction of the blank: the tile goes the other way.
BLANK = {"D": ARROWS["up"], "U": ARROWS["down"], "R": ARROWS["left"], "L": ARROWS["right"]}

Start = Callable[..., Player]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts `play` with these arguments, as they stand in a program."""
    players: list[Player] = []

    def start(arguments: str = "", size: tuple[int, int] = (80, 30), before: str = "", **more: str) -> Player:
        variables = {"TERM": "xterm-256color", "PYTHONUTF8": "1", **more}
        code = f"{PREPARE}from puzzle15.play import play\n{before}\nsys.exit(play({arguments}))"
        players.append(Player([sys.executable, "-c", code], size, variables))
        return players[-1]

    yield start
    for player in players:
        player.close()


def test_a_game_from_the_first_move_to_the_message_at_the_end(start: Start) -> None:
    player = start("'1 2 3/4 5 6/0 7 8'")
    player.see("0 moves (0 slides) · 0:00")
    assert player.screen.alternate
    assert not player.screen.cursor_shown
    player.send(ARROWS["left"])
    player.see("1 move (1 slide)")
    player.send(ARROWS["left"])
    player.see("Solved: 2 moves (1 slide) in ")
    player.see("There is no shorter path: efficiency 100 %.")
    player.send("q")
    assert player.end() == 0
    player.check_terminal()
    assert "3×3 puzzle: Solved: 2 moves" in player.screen.text


def test_a_known_board_is_played_along_a_shortest_solution(start: Start) -> None:
    board = random_board(4, 4, seed=7)
    moves = solve(board, method="optimal").moves
    player = start("seed=7")
    player.see("4×4 puzzle · seed 7")
    player.see("shortest path: 52")
    player.send("".join(BLANK[letter] for letter in moves))
    text = player.see("efficiency 100 %.")
    assert "Solved: 52 moves" in text
    assert "┏━━━━┓┏━━━━┓┏━━━━┓┏━━━━┓\n  ┃  1 ┃┃  2 ┃┃  3 ┃┃  4 ┃" in text


def test_a_detour_makes_it_less_efficient(start: Start) -> None:
    player = start("'1 2 3/4 5 6/7 0 8'")
    player.see("shortest path: 1")
    player.send("djh")
    player.until(lambda text: "3 moves" in text, "three moves")
    player.send("r")
    player.see("0 moves")
    player.send("da" + "a")
    player.see("Solved: 3 moves (2 slides)")
    player.see("A shortest path has 1: efficiency 33 %.")


def test_letters_do_what_arrows_do(start: Start) -> None:
    player = start("'1 2 3/4 0 5/6 7 8', goal='rows'")
    for keys in ("wsad", "kjhl", "WSAD", "".join(ARROWS[key] for key in ("up", "down", "left", "right"))):
        player.send("r")
        player.see("0 moves")
        player.send(keys)
        # Up and down again, left and right again: four moves, and the board as it was.
        player.see("4 moves (4 slides)")
        player.see("┃ 4 ┃ │ 5 │")
    player.send("q")
    assert player.end() == 0


def test_arrows_can_be_flipped(start: Start) -> None:
    player = start("'1 2 3/4 5 6/0 7 8'")
    player.see("0 moves")
    player.send("f")
    player.see("An arrow now moves the blank.")
    player.send(ARROWS["right"] * 2)
    player.see("Solved: 2 moves")
    flipped = start("'1 2 3/4 5 6/0 7 8', flip=True")
    flipped.send(ARROWS["right"] * 2)
    flipped.see("Solved: 2 moves")


def test_undo_and_redo(start: Start) -> None:
    player = start("'1 2 3/4 5 6/0 7 8'")
    player.see("0 moves")
    player.send("au")
    player.see("0 moves")
    player.send("u")
    player.see("There is nothing to undo.")
    player.send("y")
    player.see("1 move (1 slide)")
    player.send("y")
    player.see("There is nothing to redo.")
    player.send("a")
    player.see("efficiency 100 %. 1 undone move.")


def test_the_number_of_a_tile_slides_it(start: Start) -> None:
    patient = "import puzzle15.play.control as control\ncontrol._PAUSE = 3600.0"
    player = start("'1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15'", before=patient)
    player.see("0 moves")
    player.send("1")
    player.see("Slide tile 1")
    player.send("4")
    player.see("2 moves (1 slide)")
    player.send("8")
    player.see("Tile 8 is in neither the row nor the column of the blank.")
    player.send("1\r")
    player.see("Tile 1 is in neither")
    player.send("16")
    player.see("There is no tile 16.")
    player.send("15")
    player.see("Solved: 3 moves (1 slide)")


def test_hints_lead_to_the_goal(start: Start) -> None:
    length = len(solve(random_board(3, 3, seed=1)))
    player = start("rows=3, seed=1", before="import puzzle15.play.guide as guide\nguide.SHORT = (60.0,)")
    for left in range(length, 0, -1):
        player.send("?")
        text = player.see(f"This is a shortest path, {left} move{'s' * (left > 1)} to go.")
        found = re.search(r"Hint: slide (\d) (\w+)\.", text)
        assert found
        assert {"up": "↑", "down": "↓", "left": "←", "right": "→"}[found[2]] in text
        player.send(ARROWS[found[2]])
        player.miss("Hint:")
    player.see(f"Solved: {length} moves")
    player.see(f"{length} hints.")


def test_a_hint_where_no_shortest_way_is_known(start: Start) -> None:
    player = start("rows=10, seed=1", size=(120, 40))
    player.see("at least 693")
    player.send("?")
    player.see("This is a short path, not proven to be shortest")
    player.send("q")
    assert player.end() == 0


def test_the_bound_is_shown_where_a_shortest_way_is_out_of_reach(start: Start) -> None:
    board = random_board(6, 6, seed=1)
    brief = "import puzzle15.play.guide as guide\nguide.LONG = (0.0, 1.0)"
    player = start("rows=6, seed=1", size=(90, 40), before=brief)
    player.saw("shortest path, searching: at least")
    player.see(f"shortest path not known: at least {board.manhattan()}, best found")


def test_it_solves_the_board(start: Start) -> None:
    player = start("seed=7, speed=64")
    player.see("shortest path: 52")
    player.send("v")
    player.saw("Solving: ")
    player.see("Solved, 52 moves (")
    player.see("shown by the program")
    player.send("q")
    assert player.end() == 0


def test_it_solves_the_board_by_another_method(start: Start) -> None:
    length = len(solve(random_board(4, 4, seed=7), method="greedy"))
    player = start("seed=7, speed=64, method='greedy'")
    player.send("v")
    player.see(f"Solved, {length} moves (")


def test_any_key_stops_it_and_the_speed_can_be_changed(start: Start) -> None:
    player = start("seed=7, speed=1")
    player.send("v")
    player.see("moves to go, 1 a second")
    player.send("+")
    player.see("moves to go, 2 a second")
    player.send("--")
    player.see("moves to go, 0.5 a second")
    player.send("x")
    player.miss("Solving:")
    player.send("r")
    player.see("0 moves")
    player.send("+")
    player.see("Watching shows 1 move a second.")


def test_shuffle_and_restart(start: Start) -> None:
    player = start("rows=3, cols=4, seed=5")
    player.see("3×4 puzzle · seed 5")
    player.send("n")
    text = player.see("seed 6")
    numbers = [int(word) for word in re.findall(r"[│┃] +(\d+) [│┃]", text)]
    assert numbers == [tile for tile in random_board(3, 4, seed=6) if tile]
    letter = random_board(3, 4, seed=6).legal_moves[0]
    player.send(BLANK[letter])
    player.see("1 move")
    player.send("r")
    player.see("0 moves (0 slides) · 0:00")
    assert "seed 6" in player.screen.text


def test_a_goal_by_name_can_be_looked_at(start: Start) -> None:
    player = start("'2 3 4/1 8 0/7 6 5', goal='spiral'")
    player.see("3×3 puzzle · goal spiral")
    player.send("g")
    assert "┃ 8 ┃     ┃ 4 ┃" in player.see("This is the goal.")
    player.send("g")
    player.miss("This is the goal.")
    player.see("shortest path: 5")
    for letter in "ULLDR":
        player.send(BLANK[letter])
    player.see("Solved: 5 moves (4 slides)")


def test_the_screen_follows_the_window(start: Start) -> None:
    player = start("seed=7", size=(80, 30))
    player.see("╭────╮")
    player.see("shortest path: 52")
    player.resize(60, 17)
    player.see("├────┼────┼────┼────┤")
    player.resize(24, 8)
    assert "┼" not in player.see("0 moves (0 slides)")
    player.resize(18, 8)
    player.see("The terminal is too small: the board needs 20 columns and 8 lines, there are 18 and 8.")
    player.resize(20, 3)
    player.see("The terminal is too small: the board needs 20")
    player.resize(80, 30)
    player.see("╭────╮")
    assert "too small" not in player.screen.text
    player.send("q")
    assert player.end() == 0
    player.check_terminal()


def test_control_c(start: Start) -> None:
    player = start("rows=5, seed=1")
    player.saw("searching")
    player.send("\x03")
    assert player.end() == 130
    player.check_terminal()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGQUIT, signal.SIGHUP, signal.SIGINT])
def test_signals_leave_the_terminal_as_it_was(start: Start, number: signal.Signals) -> None:
    player = start("seed=7")
    player.see("0 moves")
    player.process.send_signal(number)
    assert player.end() == 128 + number
    player.check_terminal()


def test_an_error_leaves_the_terminal_as_it_was(start: Start) -> None:
    broken = "import puzzle15.play.control as c\ndef fail(self): raise RuntimeError('broken on purpose')\n"
    player = start("seed=7", before=f"{broken}c.Control._undo = fail")
    player.see("0 moves")
    player.send("u")
    player.see("RuntimeError: broken on purpose")
    assert player.end() == 1
    player.check_terminal()


@pytest.mark.parametrize("before", ["", "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)"])
def test_a_window_that_is_closed_ends_the_game(start: Start, before: str) -> None:
    player = start("seed=7", before=before)
    player.see("0 moves")
    player.hang_up()
    assert player.process.wait(LIMIT) == 129


def test_it_can_be_suspended_from_a_shell(tmp_path: Path) -> None:
    script = tmp_path / "game.py"
    script.write_text("import sys\nfrom puzzle15.play import play\nsys.exit(play('1 2 3/4 5 6/0 7 8'))\n")
    variables = {
        "TERM": "xterm",
        "PYTHONUTF8": "1",
        "PS1": "ready> ",
        "ENV": "",
        "GAME": f"{sys.executable} {script}",
    }
    shell = [sys.executable, "-c", f"{PREPARE}import os; os.execvp('sh', ['sh', '-i'])"]
    player = Player(shell, (80, 30), variables)
    try:
        player.see("ready>")
        player.send("$GAME\r")
        player.see("0 moves")
        player.send("a")
        player.see("1 move")
        player.send("\x1a")
        player.see("Stopped")
        assert not player.screen.alternate
        assert player.screen.cursor_shown
        player.send("fg\r")
        player.see("1 move")
        assert player.screen.alternate
        player.send("a")
        player.see("Solved: 2 moves")
        player.send("q")
        player.see("3×3 puzzle: Solved")
        player.send("echo code $?\r")
        player.see("code 0")
    finally:
        player.close()


def test_a_program_that_was_stopped_by_others_takes_the_keys_again(start: Start) -> None:
    player = start("'1 2 3/4 5 6/0 7 8'")
    player.see("0 moves")
    player.process.send_signal(signal.SIGSTOP)
    os.waitpid(player.process.pid, os.WUNTRACED)
    termios.tcsetattr(player.slave, termios.TCSANOW, player.before)
    player.screen.clear()
    player.process.send_signal(signal.SIGCONT)
    player.see("0 moves")
    player.send("aa")
    player.see("Solved: 2 moves")


def test_colours_and_none(start: Start) -> None:
    coloured = start("'1 2 3/4 5 6/0 7 8'")
    coloured.see("0 moves")
    assert any(number.startswith("38;5") for number in coloured.screen.colours)
    assert any("48;5" in number for number in coloured.screen.colours)
    plain = start("'1 2 3/4 5 6/0 7 8'", NO_COLOR="1")
    plain.see("0 moves")
    assert plain.screen.colours <= {"0"}


def test_a_dumb_terminal_gets_no_sequence_at_all(start: Start) -> None:
    player = start("'1 2 3/4 5 6/0 7 8'", TERM="dumb")
    player.see("0 moves (0 slides)")
    player.send("aa")
    player.see("Solved: 2 moves (1 slide) in ")
    player.send("q")
    assert player.end() == 0
    assert "\x1b" not in player.raw


def test_a_terminal_without_boxes_gets_letters(start: Start) -> None:
    player = start("'1 2 3/4 5 6/0 7 8'", PYTHONUTF8="0", PYTHONIOENCODING="ascii", LC_ALL="C")
    player.see("3x3 puzzle")
    player.see("# 1 ## 2 #")
    player.send("aaq")
    assert player.end() == 0
    assert player.raw.isascii()


def test_warnings_are_not_written_across_the_screen(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.write_text("where a folder should be")
    player = start("rows=3, cols=4, seed=5", PUZZLE15_CACHE=str(file / "cache"))
    player.see("shortest path: ")
    player.send("q")
    assert player.end() == 0
    assert "Warning" not in player.raw


@pytest.mark.parametrize("stream", ["input", "output"])
def test_without_a_terminal_it_says_so(stream: str) -> None:
    master, slave = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from puzzle15.play import play; sys.exit(play(seed=1))"],
        stdin=slave if stream == "output" else subprocess.DEVNULL,
        stdout=slave if stream == "input" else subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PYTHONPATH": str(PACKAGE), "PYTHONUTF8": "1"},
        timeout=LIMIT,
        check=False,
    )
    os.close(master)
    os.close(slave)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [NOT_A_TERMINAL.format(stream)]
