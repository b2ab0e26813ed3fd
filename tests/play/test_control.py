"""What the keys do: moves, advice from searches that find what a test says, demonstrations; bad arguments."""

from __future__ import annotations

import ctypes
import io
import re
import sys
from collections.abc import Sequence
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzle15 import (
    Board,
    GoalError,
    Solution,
    UnsolvableError,
    UnsupportedError,
    random_board,
    solve,
)
from puzzle15.play import guide as guide_module
from puzzle15.play import play
from puzzle15.play.control import Control, seeds
from puzzle15.play.game import Game, inverse
from puzzle15.play.guide import Advice, Guide
from puzzle15.play.keys import decode
from puzzle15.play.search import Known
from puzzle15.play.windows import WindowsTerminal

SEEDS = st.integers(0, 2**32)


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


# Advice, from a search that ends when a test says so, with what the test says.


class Told:
    """Stands in for a search."""

    made: list[Told]

    def __init__(self, board: Board, goal: Board, method: str, seconds: Sequence[float]) -> None:
        self.board, self.goal, self.method = board, goal, method
        self.found: Solution | None = None
        self.error = None
        self.finished = self.stopped = False
        self.made.append(self)

    @property
    def known(self) -> Known:
        return Known(1, None if self.found is None else len(self.found), not self.finished)

    def tell(self, solution: Solution) -> None:
        self.found, self.finished = solution, True

    def stop(self) -> None:
        self.stopped = True

    def join(self) -> None:
        assert self.finished or self.stopped


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Told]:
    Told.made = []
    monkeypatch.setattr(guide_module, "Search", Told)
    return Told.made


def test_nothing_waits_for_a_search(told: list[Told]) -> None:
    game = Game(random_board(4, 4, seed=7))
    control = Control(game, title="4×4 puzzle")
    control.press("?")
    for _ in range(3):
        control.tick()
    assert control.waiting
    assert control.info().note == "Thinking ... any key stops."
    assert [search.stopped for search in told] == [False, False]
    control.press("x")
    assert not control.waiting
    assert [search.stopped for search in told] == [False, True]
    assert control.info().note == ""
    told[1].tell(solve(game.board))  # Too late.
    control.tick()
    assert control.info().note == ""
    assert game.hints == 0
    control.close()
    assert told[0].stopped


def test_a_shortest_path_that_is_known_is_given_at_once(told: list[Told]) -> None:
    game = Game("1 2 3/4 5 6/0 7 8")
    guide = Guide(game)
    told[0].tell(solve(game.board))
    game.move("R")
    guide.ask()
    assert guide.advice() == Advice("R", True)
    assert guide.advice() is None
    assert len(told) == 1
    game.undo()
    game.move("U")
    guide.ask()
    assert guide.advice() is None
    assert len(told) == 2
    guide.close()


@settings(deadline=None, max_examples=30)
@given(SEEDS)
def test_hints_of_a_poor_solver_never_lead_round_in_circles(seed: int) -> None:
    """What is found from one board may contradict what was found from the last."""
    with pytest.MonkeyPatch.context() as patch:
        Told.made = []
        patch.setattr(guide_module, "Search", Told)
        game = Game(random_board(4, 4, seed=seed))
        guide = Guide(game)
        shortest = 10**9
        while game.status != "solved":
            guide.ask()
            Told.made[-1].tell(solve(game.board, method="greedy"))
            advice = guide.advice()
            assert advice is not None
            assert len(advice.moves) < shortest
            shortest = len(advice.moves)
            assert game.move(advice.moves[0])


def test_a_new_board_stops_the_old_searches(told: list[Told]) -> None:
    control = Control(Game(random_board(3, 3, seed=1)), title="3×3 puzzle", numbers=seeds(5))
    control.press("?")
    control.press("x")
    control.press("n")
    assert [search.stopped for search in told] == [True, True, False]
    assert told[2].board == random_board(3, 3, seed=5)
    assert control.info().title == "3×3 puzzle · seed 5"
    control.close()


# Keys and what they do.


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", ["up", "down", "right", "left"]),
        (b"\x1bOA\x1bOD", ["up", "left"]),
        (b"\x1b[1;5A", ["up"]),
        (b"\x1b[15~\x1b[Z", ["unknown", "unknown"]),
        (b"\x7f\x08\r\n", ["backspace", "backspace", "enter", "enter"]),
        (b"\x03\x04\x0c", ["interrupt", "q", "redraw"]),
        ("qé→".encode(), ["q", "é", "→"]),
        (b"\xff\x01\xc3q", ["unknown", "unknown", "unknown", "q"]),
        (b"\x1bx", ["escape", "x"]),
    ],
)
def test_keys(data: bytes, keys: list[str]) -> None:
    assert decode(data) == (keys, b"")


@given(
    st.lists(st.sampled_from([b"\x1b[A", b"\x1bOB", b"\x1b[1;2C", b"w", b"7"]), max_size=10),
    st.integers(0, 60),
)
def test_sequences_may_come_in_pieces(parts: list[bytes], at: int) -> None:
    data = b"".join(parts)
    first, rest = decode(data[:at])
    second, left = decode(rest + data[at:])
    assert (first + second, left) == decode(data)


@given(st.binary(max_size=30))
def test_whatever_comes_is_some_keys(data: bytes) -> None:
    keys, rest = decode(data, complete=True)
    assert rest == b""
    assert len(keys) <= len(data)
    assert bool(keys) == bool(data)


def controlled(board: str, **options: object) -> tuple[Control, Clock]:
    clock = Clock()
    return Control(Game(board, clock=clock), title="puzzle", clock=clock, **options), clock  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("keys", "moves"),
    [
        (["up", "w", "W", "k"], "D"),
        (["down", "s", "S", "j"], "U"),
        (["left", "a", "A", "h"], "R"),
        (["right", "d", "D", "l"], "L"),
    ],
)
def test_a_tile_goes_where_the_arrow_points(told: list[Told], keys: list[str], moves: str) -> None:
    for key in keys:
        control, _ = controlled("1 2 3/4 0 5/7 8 6")
        control.press(key)
        assert control.game.moves == moves
        control.press("f")
        control.press("r")
        control.press(key)
        assert control.game.moves == inverse(moves)
        control.close()


def test_a_number_is_complete_after_a_second_or_by_another_key(told: list[Told]) -> None:
    control, clock = controlled("1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15")
    control.press("1")
    clock.now += 0.9
    control.tick()
    assert control.info().note == "Slide tile 1"
    clock.now += 0.2
    control.tick()
    assert control.info().note == "Tile 1 is in neither the row nor the column of the blank."
    control.press("1")
    control.press("escape")
    assert control.info().note == ""
    control.press("0")
    control.press("1")
    control.press("4")
    assert control.game.moves == "R"
    control.press("1")
    control.press("up")  # Not tile 1, which is not in line; the arrow counts.
    assert control.game.moves == "R"
    control.press("9")
    assert "Tile 9 is in neither" in control.info().note
    control.close()


def test_watching_keeps_its_pace_and_makes_up_for_nothing(told: list[Told]) -> None:
    control, clock = controlled("8 6 7/2 5 4/3 0 1", speed=2.0)
    control.press("v")
    told[1].tell(solve(control.game.board))
    control.tick()
    assert control.game.single == 1
    assert control.patience() <= 0.1
    clock.now += 0.5
    control.tick()
    assert control.game.single == 2
    clock.now += 1000.0
    control.tick()
    assert control.game.single == 3
    assert "Solving: 28 moves to go, 2 a second" in control.info().note
    control.press("+")
    for _ in range(40):
        clock.now += 0.25
        control.tick()
    assert control.game.status == "solved"
    assert control.info().note.startswith("Solved, 31 moves (")
    assert "shown by the program" in control.info().note
    control.close()


def test_the_speed_has_bounds(told: list[Told]) -> None:
    control, _ = controlled("1 2 3/4 5 6/0 7 8")
    for _ in range(20):
        control.press("+")
    assert "64 moves a second" in control.info().note
    for _ in range(6):
        control.press("-")
    assert "1 move a second" in control.info().note
    for _ in range(20):
        control.press("-")
    assert "0.25 moves a second" in control.info().note
    control.close()


def test_a_solved_board_stays_solved(told: list[Told]) -> None:
    control, _ = controlled("1 2 3/4 5 6/7 0 8")
    control.press("left")
    for key in ("up", "right", "8", "?", "v"):
        control.press(key)
        control.tick()
    assert control.game.status == "solved"
    assert control.game.moves == "R"
    assert not control.waiting
    control.press("u")
    assert control.game.moves == ""
    control.close()


def test_shuffled_boards_are_never_solved_already(told: list[Told]) -> None:
    control = Control(Game("1 2/0 3"), title="2×2 puzzle", numbers=seeds(0))
    for _ in range(60):
        control.press("n")
        assert control.game.status == "ready"
    control.close()


def test_the_first_board_is_never_solved_already(told: list[Told], monkeypatch: pytest.MonkeyPatch) -> None:
    seed = next(seed for seed in range(1000) if random_board(2, 2, seed=seed) == Board("1 2/3 0"))
    made: list[Control] = []
    screen = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr("puzzle15.play.sys", SimpleNamespace(stdin=screen, stdout=screen))
    monkeypatch.setattr("puzzle15.play._run", lambda control, *_: made.append(control))
    play(rows=2, seed=seed)
    assert made[0].game.status == "ready"
    assert made[0].info().title == f"2×2 puzzle · seed {seed + 1}"


def test_quitting(told: list[Told]) -> None:
    for key, code in (("q", 0), ("Q", 0), ("interrupt", 130)):
        control, _ = controlled("1 2 3/4 5 6/0 7 8")
        control.press("?")
        assert control.code is None
        control.press(key)
        assert control.code == code
        control.close()


def test_what_is_left_behind(told: list[Told]) -> None:
    control, _ = controlled("1 2 3/4 5 6/0 7 8")
    assert control.summary() == ""
    control.press("left")
    assert control.summary() == "puzzle: not solved, after 1 move it is 1 2 3/4 5 6/7 0 8"
    control.press("left")
    assert control.summary().startswith("puzzle: Solved: 2 moves (1 slide) in 0:00.")
    control.close()


def test_seeds_without_a_first_are_random() -> None:
    numbers = seeds()
    assert len({next(numbers) for _ in range(20)}) > 10
    last = seeds(2**64 - 1)
    assert [next(last), next(last)] == [2**64 - 1, 0]


# Windows, as far as it can be tested elsewhere.


def test_the_console_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = list("w\xe0H\x00;\r\x03\x1b\ud83d\xe0")
    keyboard = SimpleNamespace(kbhit=lambda: bool(waiting), getwch=lambda: waiting.pop(0))
    modes = [7]

    def get_mode(_handle: int, pointer: object) -> int:
        pointer._obj.value = modes[-1]  # type: ignore[attr-defined]
        return 1

    kernel = SimpleNamespace(
        GetStdHandle=lambda number: number,
        GetConsoleMode=get_mode,
        SetConsoleMode=lambda _handle, mode: modes.append(mode),
    )
    monkeypatch.setitem(sys.modules, "msvcrt", keyboard)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    out = io.StringIO()
    with WindowsTerminal(out) as terminal:
        terminal.draw(["a board"])
        assert terminal.wait(1.0) == ["w", "up", "unknown", "enter", "interrupt", "escape", "unknown", "à"]
        assert terminal.wait(0.0) == []
        terminal.suspend()
        assert modes == [7, 7 | 4]
    assert modes == [7, 7 | 4, 7]
    assert out.getvalue().startswith("\x1b[?1049h")
    assert out.getvalue().endswith("\x1b[?1049l")


# What is refused before a terminal is looked for.


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"board": "1 2 3/4 5 6/8 7 0"}, UnsolvableError, "with 8 and 7 swapped"),
        (
            {"board": "1 2 3/4 5 6/7 8 0", "rows": 4},
            GoalError,
            "the board is 3×3, and rows and cols ask for 4×None",
        ),
        ({"rows": 1}, GoalError, "at least 2 rows"),
        ({"goal": "circle"}, GoalError, "no goal named 'circle'"),
        ({"seed": -1}, UnsupportedError, "seed is a whole number from 0"),
        ({"seed": "one"}, TypeError, "seed is a whole number"),
        ({"method": "magic"}, UnsupportedError, "unknown method 'magic'"),
        ({"method": "combined", "rows": 3}, UnsupportedError, "combined"),
        ({"method": "optimal", "rows": 6}, UnsupportedError, "25"),
        ({"speed": 0}, UnsupportedError, "speed is a number from 0.25 to 64, got 0"),
        ({"speed": "fast"}, TypeError, "speed is a number"),
        ({"flip": 1}, TypeError, "flip is True or False; got 1"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=re.escape(words)):
        play(**arguments)  # type: ignore[arg-type]
