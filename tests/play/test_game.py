"""The game without a terminal: its state, the paths that it keeps, the searches beside it, its screen."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzle15 import (
    Board,
    InvalidMoveError,
    Solution,
    UnsolvableError,
    goals,
    random_board,
    solve,
)
from puzzle15.play.control import Control
from puzzle15.play.game import Game, inverse
from puzzle15.play.known_solution import KnownSolution, reduced
from puzzle15.play.screen import HELP, Info, Look, draw, result
from puzzle15.play.search import Known, Search
from puzzle15.play.tiles import STYLES, Style, extent, picture
from puzzle15.typing import Method
from tests.support.pseudo_terminal import wait_until

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
        made = Solution(game.start, game.board, game.moves, "mine")
        assert game.board == game.start.apply(game.moves)
        assert (game.single, game.multi) == (made.single, made.multi)
        assert (game.status == "solved") == (game.board == game.goal)


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


# Paths kept while the player goes elsewhere.


@given(st.text("LRUD", max_size=30))
def test_moves_and_their_inverse_are_nothing(moves: str) -> None:
    assert reduced(moves + inverse(moves)) == ""
    assert reduced(reduced(moves)) == reduced(moves)


@given(SEEDS, st.lists(st.integers(0, 3), max_size=20), st.integers(0, 20))
def test_a_plan_leads_home_from_wherever_one_went(seed: int, choices: list[int], at: int) -> None:
    game = Game(random_board(3, 3, seed=seed))
    for choice in choices[:at]:
        game.move(game.board.legal_moves[choice % len(game.board.legal_moves)])
    plan = KnownSolution(game.moves, solve(game.board))
    for choice in choices[at:]:
        game.move(game.board.legal_moves[choice % len(game.board.legal_moves)])
    rest = plan.rest(game.moves)
    assert game.board.apply(rest) == game.goal
    if plan.is_shortest(game.moves):
        assert len(rest) == len(solve(game.board))


def test_a_plan_that_is_not_proven_is_never_called_shortest() -> None:
    board = random_board(3, 3, seed=1)
    best = solve(board)
    assert KnownSolution("", best).is_shortest(best.moves[:3])
    assert not KnownSolution("", Solution(board, best.goal, best.moves, "mine")).is_shortest("")


# Searches.


def test_a_search_says_what_it_knows() -> None:
    board = random_board(4, 4, seed=7)
    with Search(board, board.natural_goal) as search:
        search.join()
    assert search.known == Known(52, 52, False)
    assert search.known.proven
    assert search.found is not None
    assert search.found.verify()
    assert search.finished


@pytest.mark.parametrize("shape", [(5, 5), (10, 10)])
def test_a_search_stops_on_request(shape: tuple[int, int]) -> None:
    board = random_board(*shape, seed=1)
    search = Search(board, board.natural_goal, seconds=(0.0, 300.0))
    wait_until(lambda: search.known.best is not None)
    assert search.known.searching
    search.stop()
    search.join(100.0)  # It would go on for much longer.
    assert search.finished
    known = search.known
    assert not known.searching
    assert not known.proven
    assert known.best is not None
    assert board.manhattan() <= known.bound < known.best
    assert search.error is None


@pytest.mark.parametrize("method", ["combined", "quick", "peel", "greedy"])
def test_a_search_by_another_method(method: Method) -> None:
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
    with Search(board, board.natural_goal, seconds=(2.0,)) as search:
        search.join()
    assert search.found is not None
    assert search.found.verify()
    assert len(search.found) < len(solve(board))


@pytest.mark.parametrize(
    ("error", "words"),
    [(MemoryError("no room"), "no room"), (MemoryError(), "MemoryError"), (SystemExit(), "SystemExit")],
)
def test_what_goes_wrong_in_a_search_is_said(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, words: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("puzzle15.solving.Solver.solve", fail)
    control = Control(Game("1 2 3/4 5 6/0 7 8"), title="3×3 puzzle")
    control.press("?")
    wait_until(lambda: not control.waiting, control.tick)
    assert control.info().note == f"No solution was found: {words}"
    wait_until(lambda: not control.info().known.searching)
    assert control.info().known == Known(2, None, False)
    control.close()


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
    assert bare[4:6] == ["  0 moves (0 slides) · 0:00", "  shortest path: 52"]
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


def test_what_is_known_is_shown() -> None:
    game = Game("1 2 3/4 5 6/0 7 8")

    def line(known: Known) -> str:
        return "\n".join(draw(game, Info("", known), (80, 24), Look(colour=False)))

    assert "shortest path: 52" in line(Known(52, 52, True))
    assert "shortest path, searching: at least 40\n" in line(Known(40, None, True))
    assert "shortest path, searching: at least 40, best found 60" in line(Known(40, 60, True))
    assert "shortest path not known: at least 40, best found 60" in line(Known(40, 60, False))


@pytest.mark.parametrize(
    ("known", "words"),
    [
        (Known(2, 2, False), "A shortest path has 2: efficiency 50 %."),
        (Known(2, 3, True), "A shortest path has at least 2: efficiency at least 50 %."),
        (Known(4, None, True), "There is no shorter path: efficiency 100 %."),
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
