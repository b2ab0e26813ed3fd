"""The greedy algorithm with the routes of Parberry's films: its moves, the work between them, its figures."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from puzzle15 import (
    Board,
    Solver,
    UnsupportedError,
    experiment,
    goals,
    random_board,
    random_boards,
    reference,
    solve,
    solve_many,
    stream,
    theory,
)
from puzzle15.growth import greedy_lengths
from puzzle15.indexing import paper_board
from puzzle15.reproduce.papers import films
from tests.support.commands import Command, run

__all__ = ["run"]

FILMS = {film.name: film for film in films.FILMS}


@pytest.mark.parametrize(
    ("name", "length"), [("pair.65.95", 95), ("pair.67.115", 115), ("pair.75.131", 131), ("novice", 120)]
)
def test_the_moves_of_the_films(name: str, length: int) -> None:
    """All 461 moves; `reference.greedy_2014` says which film was used for what."""
    film = FILMS[name]
    board = Board(film.board)
    moves = film.greedy
    assert board.apply(moves) == goals.rows(4, 4)
    assert len(moves) == length
    assert solve(board, method="greedy", routes="2014").moves == moves
    assert "".join(stream(board, routes="2014")) == moves
    assert "".join(reference.greedy_2014(board.tiles, goals.rows(4, 4).tiles, 4)) == moves
    assert solve_many([board], method="greedy", routes="2014")[0].moves == moves
    assert solve(board, method="greedy").moves != moves


def test_other_columns_of_the_films() -> None:
    """The combined algorithm solves the same boards; on the first, our tables make the very same moves."""
    ours = {name: solve(film.board).moves for name, film in FILMS.items() if film.combined}
    assert ours["pair.65.95"] == FILMS["pair.65.95"].combined
    assert {name: len(moves) for name, moves in ours.items()} == {
        "pair.65.95": 65,
        "pair.67.115": 73,
        "pair.75.131": 75,
    }
    for name in ours:
        film = FILMS[name]
        assert Board(film.board).apply(film.combined) == goals.rows(4, 4)
    assert all(Board(film.board).find(0) % 4 == 3 for film in FILMS.values()), "the last column"


@pytest.mark.parametrize("shape", [(2, 40), (40, 2), (3, 25), (25, 3), (4, 17), (12, 9)])
def test_other_shapes_are_solved_like_the_twin_does(shape: tuple[int, int]) -> None:
    board = random_board(*shape, seed=1)
    solution = solve(board, method="greedy", routes="2014")
    assert solution.moves == "".join(reference.greedy_2014(board.tiles, solution.goal.tiles, shape[1]))
    assert solution.verify()
    assert sum(stage.length for stage in solution.stages) == len(solution)


def test_shut_in() -> None:
    """The fourteen moves of the film `novice`, the same in a row, and what is left of them after two."""
    column = stream("1 2 3 4/5 6 7 8/9 14 11 15/13 10 0 12", routes="2014")
    assert column.take(14) == "ULDRRULLDRULDR"
    assert column.board == Board("1 2 3 4/5 6 7 8/9 12 11 14/13 10 0 15")
    row = stream("1 2 4 3/5 6 7 0/9 10 11 8/13 15 14 12", routes="2014")
    assert row.take(14) == "LURDDLUURDLURD"
    assert [row.board.find(tile) for tile in (3, 4, 0)] == [3, 10, 7]
    begun = stream("1 2 0 3/5 6 4 7/9 10 11 8/13 15 14 12", routes="2014")
    assert begun.take(12) == "RDDLUURDLURD"
    assert begun.board == row.board


def test_what_is_home_costs_nothing() -> None:
    for rows, cols in ((2, 2), (3, 3), (5, 4), (20, 20)):
        goal = goals.rows(rows, cols)
        assert list(stream(goal, routes="2014")) == []
        assert solve(goal.apply("LU"), method="greedy", routes="2014").moves == "DR"
        # Ours closes every line again.
        assert rows == cols == 2 or len(solve(goal.apply("LU"), method="greedy")) >= 2


def test_work_between_moves_is_bounded() -> None:
    """Counted, not timed. The tree of tiles that are not home has a level more for 64 times as many cells."""
    for n in (4, 10, 30, 100, 300, 1000):
        goal = goals.rows(n, n)
        boards = [
            random_board(n, n, seed=1),
            goal.apply("U" * (n // 2) + "L" * (n // 2)),
            goal.apply("U" * (n - 1) + "L" * (n - 1)),
            theory.hard_board(n),
        ]
        for board in boards:
            moves = stream(board, routes="2014")
            moves.skip(300_000)
            assert moves.most_work <= 16


def test_a_long_run_of_tiles_that_are_home_is_passed_at_once() -> None:
    """A few tiles far apart are off, and most of a quarter of a million between them are home."""
    n = 500
    tiles = list(goals.rows(n, n))
    for cell in (0, (n - 3) * n + n - 3):
        a, b, c = cell, cell + 1, cell + n
        tiles[a], tiles[b], tiles[c] = tiles[b], tiles[c], tiles[a]
    moves = stream(Board(tiles, n, n), routes="2014")
    moves.skip()
    assert moves.board == moves.goal
    assert moves.most_work <= 16


@pytest.mark.parametrize(("size", "boards"), [((4, 4), 200_000), ((5, 5), 50_000), ((3, 5), 50_000)], ids=str)
def test_every_board_is_solved(size: tuple[int, int], boards: int) -> None:
    """An experiment replays what it counts."""
    found = experiment(boards, "greedy", size, seed=14, routes="2014")
    assert sum(found.histogram.values()) == boards
    assert found.label == "greedy with routes of 2014"


@pytest.mark.soak
def test_the_eight_puzzle_exhaustively() -> None:
    lengths = greedy_lengths((paper_board(index, 3, 3) for index in range(181_440)), routes="2014")
    assert (lengths.min(), lengths.max()) == (0, 86)
    assert round(lengths.mean(), 4) == 42.7359


def test_figures_of_the_fifteen_puzzle() -> None:
    """Ours to compare with; the report has 118.16 and 195, and LARC-2014-01 126.73 and 217."""
    found = experiment(100_000, "greedy", seed=118, routes="2014")
    assert abs(found.mean - 120.987) < 5 * found.standard_error
    column = experiment(100_000, "greedy", seed=118, routes="2014", blank=[3, 7, 11, 15])
    assert abs(column.mean - 121.914) < 5 * column.standard_error


def test_copies_and_cores() -> None:
    board = random_board(9, 9, seed=8)
    moves = stream(board, routes="2014")
    moves.skip(100)
    other = copy.copy(moves)
    assert "".join(moves) == "".join(other)
    small, large = (stream(board, routes="2014", core=core).skip() for core in (2, 3))
    assert stream(board, routes="2014").skip() == small != large
    boards = random_boards(300, 6, 6, seed=6)
    many = solve_many(boards, method="greedy", routes="2014")
    lengths = greedy_lengths([Board(b, 6, 6) for b in boards.tolist()], routes="2014")
    assert np.array_equal(many.lengths, lengths)
    assert many.made_by == "greedy of 2014 2"


def test_slips() -> None:
    with pytest.raises(UnsupportedError, match="routes is for method 'greedy', got 'combined'"):
        Solver(method="combined", routes="2014")
    with pytest.raises(UnsupportedError, match="routes is for method 'greedy', got 'auto'"):
        solve("1 2 3/4 5 6/7 0 8", routes="2014")
    with pytest.raises(UnsupportedError, match="routes is for method 'greedy'"):
        experiment(10, routes="2014")
    with pytest.raises(UnsupportedError, match="unknown routes '2013'"):
        solve("1 2 3/4 5 6/7 0 8", method="greedy", routes="2013")  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="unknown routes '2013'"):
        stream("1 2 3/4 5 6/7 0 8", routes="2013")  # type: ignore[arg-type]
    for wrong in (2014, None):
        with pytest.raises(TypeError, match="routes is "):
            solve("1 2 3/4 5 6/7 0 8", method="greedy", routes=wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="routes is "):
            stream("1 2 3/4 5 6/7 0 8", routes=wrong)  # type: ignore[arg-type]
    solver = Solver(method="greedy", routes="2014")
    assert repr(solver) == "Solver(method='greedy', routes='2014')"
    assert copy.copy(solver).options.routes == "2014"


def test_on_the_command_line(run: Command) -> None:
    film = FILMS["novice"]
    solved = run("solve", film.board, "--method", "greedy", "--routes", "2014", "--moves")
    assert solved.out == film.greedy + "\n"
    assert run("solve", film.board, "--routes", "2014").code == 2
    asked = (
        "experiment",
        "-n",
        "1000",
        "--seed",
        "3",
        "--method",
        "greedy",
        "--routes",
        "2014",
        "--blank",
        "4,8",
    )
    (found,) = run(*asked, "--json").objects()
    assert (found["routes"], found["blank"]) == ("2014", [3, 7])
    assert found["mean"] == experiment(1000, "greedy", seed=3, routes="2014", blank=[3, 7]).mean
    boards = run("random", "-n", "50", "--seed", "3", "--blank", "4,8").out.splitlines()
    assert {Board(text).find(0) for text in boards} == {3, 7}
    assert [Board(text).tiles for text in boards] == [
        tuple(tiles) for tiles in random_boards(50, seed=3, blank={3, 7}).tolist()
    ]
    for wrong in (("--blank", "17"), ("--blank", "0"), ("--blank", "4", "--walk", "5"), ("--blank", "")):
        assert run("random", *wrong).code == 2
