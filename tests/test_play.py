"""The game without a terminal: its state, its screen, its keys, and the searches beside it."""

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
    InvalidMoveError,
    Solution,
    UnsolvableError,
    UnsupportedError,
    _core,
    goals,
    random_board,
    solve,
)
from puzzle15.play import guide as guide_module
from puzzle15.play import play
from puzzle15.play.control import Control, seeds
from puzzle15.play.game import Game, inverse
from puzzle15.play.guide import Advice, Guide
from puzzle15.play.keys import decode
from puzzle15.play.plan import Plan, reduced
from puzzle15.play.screen import HELP, Info, Look, draw, result
from puzzle15.play.search import Known, Search
from puzzle15.play.tiles import STYLES, Style, extent, picture
from puzzle15.play.windows import WindowsTerminal

SHAPES = st.tuples(st.integers(2, 6), st.integers(2, 6))
SEEDS = st.integers(0, 2**32)
COLOUR = re.compile(r"\x1b\[[\d;]*m")


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


# The game.


@given(
    SHAPES,
    SEEDS,
    st.lists(st.sampled_from(["L", "R", "U", "D", "undo", "redo", "slide"]), max_size=60),
    SEEDS,
)
def test_counters_and_history_are_those_of_the_moves(
    shape: tuple[int, int], seed: int, actions: list[str], number: int
) -> None:
    game = Game(random_board(*shape, seed=seed))
    for i, action in enumerate(actions):
        before = (game.board, game.moves)
        if action == "undo":
            assert game.undo() == bool(before[1])
            if before[1]:
                assert game.can_redo
                assert game.redo()
                assert (game.board, game.moves) == before
                game.undo()
        elif action == "redo":
            assert game.can_redo == game.redo()
        elif action == "slide":
            tile = game.board[(number + i) % len(game.board)]
            slid = game.slide(tile)
            assert len(game.moves) == len(before[1]) + slid
            if slid:
                assert game.board == before[0].slide(tile)
        else:
            assert game.move(action) == (action in before[0].legal_moves)
        made = Solution(game.start, game.goal, game.moves, "mine", False)
        assert game.board == game.start.apply(game.moves)
        assert (game.single, game.multi) == (made.single, made.multi)
        assert (game.status == "solved") == made.verify()


@given(SHAPES, SEEDS, st.text("LRUD", max_size=40))
def test_undoing_all_and_making_all_again(shape: tuple[int, int], seed: int, moves: str) -> None:
    game = Game(random_board(*shape, seed=seed))
    for letter in moves:
        game.move(letter)
    made, board = game.moves, game.board
    while game.undo():
        pass
    assert (game.board, game.moves, game.single, game.multi) == (game.start, "", 0, 0)
    assert game.undos == len(made)
    while game.redo():
        pass
    assert (game.board, game.moves) == (board, made)


def test_a_new_move_forgets_what_was_undone() -> None:
    game = Game("1 2 3/4 0 5/6 7 8", "rows")
    assert game.move("L")
    assert game.undo()
    assert game.move("U")
    assert not game.redo()
    assert game.moves == "U"


def test_the_clock_runs_from_the_first_move_to_the_last() -> None:
    clock = Clock()
    game = Game("1 2 3/4 5 6/0 7 8", clock=clock)
    clock.now += 5
    assert (game.status, game.elapsed) == ("ready", 0.0)
    game.move("R")
    clock.now += 7
    assert (game.status, game.elapsed) == ("playing", 7.0)
    game.pause()
    clock.now += 50
    assert game.elapsed == 7.0
    game.resume()
    clock.now += 2
    assert game.elapsed == 9.0
    game.move("R")
    clock.now += 50
    assert (game.status, game.elapsed) == ("solved", 9.0)
    game.resume()
    clock.now += 50
    assert game.elapsed == 9.0
    game.undo()
    clock.now += 1
    assert (game.status, game.elapsed) == ("playing", 10.0)
    game.restart()
    clock.now += 1
    assert (game.status, game.elapsed, game.undos, game.hints, game.moves) == ("ready", 0.0, 0, 0, "")


def test_a_game_that_was_paused_goes_on_with_the_next_move() -> None:
    clock = Clock()
    game = Game("1 2 3/4 5 6/0 7 8", clock=clock)
    game.move("U")
    game.pause()
    clock.now += 50
    game.move("D")
    clock.now += 3
    assert game.elapsed == 3.0


def test_moves_that_were_shown_are_known_after_undo_and_redo() -> None:
    game = Game("1 2 3/4 5 6/0 7 8")
    game.move("R", shown=True)
    game.undo()
    assert game.shown == 0
    game.redo()
    game.move("R")
    assert (game.shown, game.single) == (1, 2)


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(UnsolvableError, match="with 8 and 7 swapped"):
        Game("1 2 3/4 5 6/8 7 0")
    with pytest.raises(InvalidMoveError, match="'X' is not a move"):
        Game("1 2/0 3").move("X")
    with pytest.raises(InvalidMoveError, match="'UU'"):
        Game("1 2/0 3").move("UU")
    with pytest.raises(InvalidMoveError, match="no tile 9"):
        Game("1 2/0 3").slide(9)


# Ways kept while the player goes elsewhere.


@given(st.text("LRUD", max_size=30))
def test_moves_and_their_inverse_are_nothing(moves: str) -> None:
    assert reduced(moves + inverse(moves)) == ""
    assert reduced(reduced(moves)) == reduced(moves)


@given(SEEDS, st.lists(st.integers(0, 3), max_size=20), st.integers(0, 20))
def test_a_plan_leads_home_from_wherever_one_went(seed: int, choices: list[int], at: int) -> None:
    game = Game(random_board(3, 3, seed=seed))
    for choice in choices[:at]:
        game.move(game.board.legal_moves[choice % len(game.board.legal_moves)])
    plan = Plan(game.moves, solve(game.board))
    for choice in choices[at:]:
        game.move(game.board.legal_moves[choice % len(game.board.legal_moves)])
    rest = plan.rest(game.moves)
    assert game.board.apply(rest) == game.goal
    if plan.is_shortest(game.moves):
        assert len(rest) == len(solve(game.board))


def test_a_plan_that_is_not_proven_is_never_called_shortest() -> None:
    board = random_board(3, 3, seed=1)
    best = solve(board)
    assert Plan("", best).is_shortest(best.moves[:3])
    assert not Plan("", Solution(board, best.goal, best.moves, "mine", False)).is_shortest("")


# Searches.


def test_a_search_tells_what_it_knows() -> None:
    board = random_board(4, 4, seed=7)
    with Search(board, board.natural_goal) as search:
        search.join()
    assert search.known == Known(52, 52, False)
    assert search.known.proven
    assert search.found is not None
    assert search.found.verify()
    assert search.finished


@pytest.mark.parametrize("shape", [(5, 5), (10, 10)])
def test_a_search_stops_when_it_is_told_to(shape: tuple[int, int]) -> None:
    board = random_board(*shape, seed=1)
    search = Search(board, board.natural_goal, seconds=(0.0, 10_000.0))
    while search.known.best is None:
        search.join(0.01)
    assert search.known.searching
    search.stop()
    search.join()  # Would take hours.
    known = search.known
    assert not known.searching
    assert not known.proven
    assert known.best is not None
    assert board.manhattan() <= known.bound < known.best
    assert search.error is None


@pytest.mark.parametrize("method", ["combined", "quick", "peel", "greedy"])
def test_a_search_by_another_method(method: str) -> None:
    board = random_board(4, 4, seed=7)
    with Search(board, board.natural_goal, method) as search:
        search.join()
    assert search.found == solve(board, method=method)


def test_a_search_in_twists() -> None:
    board = Board("8 2 5/1 0 3/7 4 6")
    with Search(board, goals.spiral(3, 3), "twists") as search:
        search.join()
    assert search.found == solve(board, goal="spiral", method="twists")


def test_large_boards_are_improved() -> None:
    board = random_board(7, 7, seed=1)
    with Search(board, board.natural_goal, seconds=(0.5,)) as search:
        search.join()
    assert search.found is not None
    assert search.found.verify()
    assert len(search.found) < len(solve(board))


def test_what_goes_wrong_in_a_search_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError("no room for tables")

    monkeypatch.setattr(_core, "solve", fail)
    control = Control(Game("1 2 3/4 5 6/0 7 8"), title="3×3 puzzle")
    control.press("?")
    while control.waiting:
        control.tick()
    assert control.info().note == "No solution was found: no room for tables"
    assert control.info().known == Known(2, None, False)
    control.close()


# Advice. A search that ends when it is told to, with what it is told.


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


def test_a_shortest_way_that_is_known_is_told_at_once(told: list[Told]) -> None:
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


# The screen.


def text(lines: Sequence[str]) -> list[str]:
    return [COLOUR.sub("", line) for line in lines]


@given(SHAPES, SEEDS, st.sampled_from(STYLES), st.booleans())
def test_a_picture_has_its_extent_and_all_tiles(
    shape: tuple[int, int], seed: int, style: Style, colour: bool
) -> None:
    board = random_board(*shape, seed=seed)
    lines = text(picture(board, board.natural_goal, style, colour=colour))
    width, height = extent(board, style)
    assert len(lines) == height
    assert all(len(line) == width for line in lines)
    assert [int(number) for number in re.findall(r"\d+", " ".join(lines))] == [tile for tile in board if tile]


@settings(deadline=None)
@given(
    SHAPES,
    SEEDS,
    st.tuples(st.integers(1, 120), st.integers(1, 60)),
    st.builds(Look, st.booleans(), st.booleans(), st.booleans()),
    st.text("abcd ", max_size=300),
)
def test_the_screen_never_overflows(
    shape: tuple[int, int], seed: int, size: tuple[int, int], look: Look, note: str
) -> None:
    game = Game(random_board(*shape, seed=seed))
    info = Info("some puzzle · goal spiral · seed 123456", Known(140, 205, False), note, "↑")
    lines = text(draw(game, info, size, look))
    assert len(lines) <= size[1]
    assert all(len(line) <= size[0] for line in lines)
    if look.ascii:
        assert all(line.isascii() for line in lines)
    if not look.colour:
        assert lines == draw(game, info, size, look)
    if size[0] > 60 and size[1] > 40:
        assert "some puzzle" in lines[0]
        status = next(row for row, line in enumerate(lines) if "moves" in line)
        shown = re.findall(r"\d+", " ".join(lines[1:status]))
        assert [int(tile) for tile in shown] == [tile for tile in game.board if tile]


def test_more_room_shows_more() -> None:
    game = Game(random_board(4, 4, seed=7))
    info = Info("4×4 puzzle", Known(52, 52, False))
    full = text(draw(game, info, (80, 24), Look()))
    assert full[0] == "  4×4 puzzle"
    assert full[1] == ""
    assert "╭────╮" in full[2]
    for key in HELP:
        assert key in " · ".join(full)
    grid = text(draw(game, info, (80, 17), Look()))
    assert "├────┼────┼────┼────┤" in "\n".join(grid)
    assert "q quit" in "\n".join(grid)
    bare = text(draw(game, info, (30, 7), Look()))
    assert bare[4:6] == ["  0 moves (0 slides) · 0:00", "  shortest way: 52"]
    assert text(draw(game, info, (30, 6), Look()))[0].startswith("The terminal is too small")


def test_the_size_that_is_asked_for_is_enough() -> None:
    for shape in [(2, 2), (4, 4), (3, 10), (10, 3)]:
        game = Game(random_board(*shape, seed=1))
        info = Info("a puzzle", Known(52, 52, False))
        whole = " ".join(draw(game, info, (10, 40), Look()))
        asked = re.search(r"needs (\d+) columns and (\d+) lines", whole)
        assert asked
        size = int(asked[1]), int(asked[2])
        assert "too small" not in " ".join(draw(game, info, size, Look()))
        assert "too small" in " ".join(draw(game, info, (size[0] - 1, 40), Look()))


def test_tiles_at_home_are_filled_with_the_colour_of_their_row() -> None:
    board = Board("1 2 3/4 0 5")
    first, second = picture(board, board.natural_goal, "plain", colour=True)
    homes = re.findall(r"\x1b\[1;38;5;16;48;5;(\d+)m\d", first)
    assert len(homes) == 3
    assert len(set(homes)) == 1
    four, five = re.findall(r"\x1b\[([\d;]+)m[45]", second)
    assert four.endswith(five.removeprefix("38;5;"))
    assert five.startswith("38;5;")
    assert homes[0] not in five


def test_what_is_known_is_told() -> None:
    game = Game("1 2 3/4 5 6/0 7 8")

    def line(known: Known) -> str:
        return "\n".join(draw(game, Info("", known), (80, 24), Look(colour=False)))

    assert "shortest way: 52" in line(Known(52, 52, True))
    assert "shortest way, searching: at least 40\n" in line(Known(40, None, True))
    assert "shortest way, searching: at least 40, best found 60" in line(Known(40, 60, True))
    assert "shortest way not known: at least 40, best found 60" in line(Known(40, 60, False))


@pytest.mark.parametrize(
    ("known", "words"),
    [
        (Known(2, 2, False), "A shortest way has 2: efficiency 50 %."),
        (Known(2, 3, True), "A shortest way has at least 2: efficiency at least 50 %."),
        (Known(4, None, True), "There is no shorter way: efficiency 100 %."),
    ],
)
def test_the_result_says_how_good_it_was(known: Known, words: str) -> None:
    clock = Clock()
    game = Game("1 2 3/4 5 6/0 7 8", clock=clock)
    game.move("U")
    clock.now += 83
    game.move("D")
    game.slide(8)
    game.hints = 1
    assert result(game, known) == f"Solved: 4 moves (3 slides) in 1:23. {words} 1 hint."


def test_the_result_when_the_program_has_helped() -> None:
    game = Game("1 2 3/4 5 6/0 7 8")
    game.move("R")
    game.move("R", shown=True)
    assert result(game, Known(2, 2, False)) == "Solved, 1 of 2 moves (1 slide) shown by the program."
    assert result(Game("1 2/3 0"), Known(0, 0, False)) == "This board is solved."


# Windows, as far as it can be told from elsewhere.


def test_the_console_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = list("w\xe0H\x00;\r\x03\x1b")
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
        assert terminal.wait(1.0) == ["w", "up", "unknown", "enter", "interrupt", "escape"]
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
        ({"method": "magic"}, UnsupportedError, "no method 'magic'"),
        ({"method": "combined", "rows": 3}, UnsupportedError, "combined"),
        ({"method": "optimal", "rows": 6}, UnsupportedError, "25"),
        ({"speed": 0}, UnsupportedError, "speed is a number from 0.25 to 64, got 0"),
        ({"speed": "fast"}, TypeError, "speed is a number"),
        ({"flip": 1}, TypeError, "flip is True or False, got 1"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=re.escape(words)):
        play(**arguments)  # type: ignore[arg-type]
