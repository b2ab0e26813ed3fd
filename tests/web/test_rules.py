"""What the page knows of the puzzle, without a browser: rules, links, games, tracks, against the package."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import quickjs

import puzzle15.render
import puzzle15.web
from puzzle15 import Board, random_board, solve

STATIC = Path(puzzle15.web.__file__).parent / "static"
SHARED = Path(puzzle15.render.__file__).parent / "shared"
BOARDS = [
    random_board(rows, cols, seed=rows * cols) for rows, cols in [(2, 2), (2, 5), (3, 3), (4, 4), (7, 3)]
]


@pytest.fixture(scope="module")
def script() -> quickjs.Context:
    context = quickjs.Context()
    # A player is an EventTarget and waits for frames, which only a browser has.
    context.eval("class EventTarget {} class Event {}")
    for folder, name in [
        (SHARED, "rules"),
        (SHARED, "words"),
        (STATIC, "link"),
        (STATIC, "game"),
        (SHARED, "player"),
    ]:
        source = (folder / f"{name}.js").read_text(encoding="utf-8")
        source = re.sub(r"^import .*$", "", source, flags=re.MULTILINE)
        # In a browser each file has names of its own; here they are put where the others find them.
        inner = re.sub(r"^export (const|function|class) (\w+)", r"\1 \2", source, flags=re.MULTILINE)
        public = re.findall(r"^export (?:const|function|class) (\w+)", source, re.MULTILINE)
        context.eval(f"Object.assign(globalThis, (() => {{ {inner}\nreturn {{ {', '.join(public)} }}; }})())")
        context.eval(f"globalThis.{name} = {{ {', '.join(public)} }}")
        context.eval("globalThis.play = rules.play")
    return context


def said(script: quickjs.Context, expression: str) -> Any:
    return json.loads(script.eval(f"JSON.stringify({expression})"))


def text(board: Board) -> str:
    return f"fromLists({json.dumps(board.to_list())})"


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_boards_and_moves_are_those_of_the_package(script: quickjs.Context, board: Board) -> None:
    assert said(script, f"toText({text(board)})") == board.to_text()
    solution = solve(board)
    for count in range(len(solution.moves) + 1):
        after = f"play({text(board)}, {solution.moves[:count]!r})"
        expected = board.apply(solution.moves[:count])
        assert said(script, f"toLists({after})") == expected.to_list()
        legal = said(script, f"[...'LRUD'].filter((way) => target({after}, way) >= 0).join('')")
        assert sorted(legal) == sorted(expected.legal_moves)
    assert said(script, f"countSlides({solution.moves!r})") == solution.multi
    script.eval(f"slid = []; play({text(board)}, {solution.moves!r}, (tile) => slid.push(tile))")
    assert tuple(said(script, "slid")) == solution.tiles
    assert said(script, f"isSame(play({text(board)}, {solution.moves!r}), {text(solution.goal)})") is True


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_a_press_slides_a_line(script: quickjs.Context, board: Board) -> None:
    for cell, tile in enumerate(board):
        moves = said(script, f"slideTo({text(board)}, {cell})")
        straight = (
            board.blank // board.cols == cell // board.cols or board.blank % board.cols == cell % board.cols
        )
        assert bool(moves) is (straight and tile != 0)
        if moves:
            assert board.apply(moves) == board.slide(tile)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_a_push_goes_the_way_of_the_tiles(script: quickjs.Context, board: Board) -> None:
    for way, letter in zip("LRUD", "RLDU", strict=True):
        legal = letter in board.legal_moves
        assert said(script, f"push({text(board)}, {way!r})") == (letter if legal else "")
        far = said(script, f"push({text(board)}, {way!r}, true)")
        assert set(far) == ({letter} if legal else set())
        assert letter not in board.apply(far).legal_moves


def test_an_illegal_move_is_refused(script: quickjs.Context) -> None:
    for moves in ("R", "LX"):
        with pytest.raises(quickjs.JSException, match="takes the blank off the board"):
            script.eval(f"play({text(Board('1 2/3 0'))}, {moves!r})")


def test_tiles_come_to_rest_in_stages(script: quickjs.Context) -> None:
    board = random_board(seed=2014)
    solution = solve(board)
    rest = dict(said(script, f"[...restAfter({text(board)}, {solution.moves!r})]"))
    for tile in range(1, 16):
        last = max((count for count, slid in enumerate(solution.tiles, start=1) if slid == tile), default=0)
        assert rest[tile] == last
    stages = json.dumps([{"name": stage.name, "length": stage.length} for stage in solution.stages])
    ends = [27, 46, 65]
    assert said(script, f"[0, 1, 27, 28, 46, 47, 65].map((n) => stageAt({ends}, n))") == [
        0,
        0,
        0,
        1,
        1,
        2,
        2,
    ]
    track = f"new Track({text(board)}, {text(solution.goal)}, {solution.moves!r}, {stages}, 'x')"
    assert said(script, f"{track}.ends") == ends
    # Forwards, backwards, and beyond the end.
    boards = list(solution.boards())
    order = [0, 1, 30, 29, 65, 3, 65]
    shown = said(script, f"((track) => {order}.map((at) => track.board(at)).map(toLists))({track})")
    assert shown == [boards[at].to_list() for at in order]
    assert said(script, f"toLists({track}.board(99))") == solution.goal.to_list()
    first = [tile for tile in range(1, 16) if rest[tile] <= 27]
    done = said(
        script, f"((paint) => [...Array(15).keys()].filter((i) => paint(i + 1).done))({track}.paint(27))"
    )
    assert [tile + 1 for tile in done] == first
    assert {1, 2, 3, 4} <= set(first)


def test_games_undo_redo_and_keep_time(script: quickjs.Context) -> None:
    script.eval(
        f"let now = 5000; const game = new Game({text(Board('1 2 3/0 4 6/7 5 8'))}, "
        f"{text(Board('1 2 3/4 5 6/7 8 0'))}, () => now)"
    )
    state = "[game.moves, game.multi, game.solved, game.canUndo, game.canRedo, game.seconds]"
    assert said(script, state) == ["", 0, False, False, False, 0]
    script.eval("game.play('R'); now += 4000; game.play('D')")
    assert said(script, state) == ["RD", 2, False, True, False, 4]
    script.eval("game.undo(); now += 3000; game.undo()")
    assert said(script, state) == ["", 0, False, False, True, 7]
    assert said(script, "toText(game.board)") == "1 2 3/0 4 6/7 5 8"
    script.eval("game.redo(); game.redo(); game.play('R'); now += 60000")
    assert said(script, state) == ["RDR", 3, True, True, False, 7]
    # Another slide after an undo is another future, and the clock runs on while it is not solved.
    script.eval("game.undo(); game.undo(); now += 1000; game.play('DR')")
    assert said(script, state) == ["RDR", 3, True, True, False, 8]
    script.eval("game.undo(); game.play('UL')")
    assert said(script, state)[:5] == ["RUL", 3, False, True, False]


LINKS = [
    ("#4x4-rows-12345", {"rows": 4, "cols": 4, "goal": "rows", "seed": "12345"}),
    (
        "#2x10-blank-first-18446744073709551615",
        {"rows": 2, "cols": 10, "goal": "blank-first", "seed": "18446744073709551615"},
    ),
    ("#4x4-missing6-1", {"rows": 4, "cols": 4, "goal": {"missing": 6}, "seed": "1"}),
    ("#2x2-3.2.1.0-7", {"rows": 2, "cols": 2, "goal": [3, 2, 1, 0], "seed": "7"}),
    ("#2x2-1000.2.1.0-7", {"rows": 2, "cols": 2, "goal": [1000, 2, 1, 0], "seed": "7"}),
    ("#2x2-rows-@3.2.1.0", {"rows": 2, "cols": 2, "goal": "rows", "cells": [3, 2, 1, 0]}),
]


def test_goals_are_named(script: quickjs.Context) -> None:
    assert said(script, "nameGoal([1, 2, 3, 0])") == "rows"
    assert said(script, "nameGoal([1, 0, 3, 4])") == {"missing": 2}
    assert said(script, "nameGoal([1, 3, 2, 0])") == [1, 3, 2, 0]


@pytest.mark.parametrize(("hash_", "link"), LINKS)
def test_links(script: quickjs.Context, hash_: str, link: dict[str, object]) -> None:
    assert said(script, f"read({hash_!r})") == link
    assert said(script, f"write({json.dumps(link)})") == hash_


@pytest.mark.parametrize(
    "hash_",
    [
        "",
        "#",
        "#x",
        "#1x4-rows-1",
        "#4x11-rows-1",
        "#4x4-magic-1",
        "#4x4-constructor-1",
        "#4x4-rows-x",
        "#4x4-rows-@1.2",
        "#2x2-rows-@1.1.2.0",
        "#2x2-1.2.3-5",
        "#2x2-rows-@1.2.3.",
        "#4x4-rows-123456789012345678901",
    ],
)
def test_what_is_no_link(script: quickjs.Context, hash_: str) -> None:
    assert said(script, f"read({hash_!r})") is None
