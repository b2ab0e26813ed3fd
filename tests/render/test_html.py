"""The page to play a solution: it needs nothing else, and its rules are those of the boards."""

from __future__ import annotations

import html
import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
import quickjs

from puzzle15 import Board, Solution, UnsupportedError, goals, random_board, solve
from puzzle15.render import html as module
from puzzle15.render.colours import colour_groups


class Page(HTMLParser):
    """Checks that every tag is closed, and gathers ids, labels and text by tag."""

    VOID = frozenset({"meta", "link", "input"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: dict[str, str] = {}
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.text[self.open[-1]] = self.text.get(self.open[-1], "") + data


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def script() -> quickjs.Context:
    """What the page knows of the puzzle, run as a browser would."""
    context = quickjs.Context()
    # A player is an EventTarget and waits for frames, which only a browser has.
    context.eval("class EventTarget {} class Event {}")
    context.eval(re.findall(r"<script>\n(.*?)</script>", solve("1 2/0 3").to_html(), re.DOTALL)[0])
    return context


def said(script: quickjs.Context, expression: str) -> Any:
    return json.loads(script.eval(f"JSON.stringify({expression})"))


def track(script: quickjs.Context, solution: Solution) -> None:
    """What the page plays, made as its own script makes it."""
    page = solution.to_html()
    make = re.search(r"^function makeTrack.*?^}", page, re.DOTALL | re.MULTILINE)
    assert make
    script.eval(f"{make[0]} var track = makeTrack({json.dumps(data_of(page))})")


CASES = [
    (random_board(seed=2014), None),
    (random_board(3, 5, seed=2), None),
    (random_board(7, 4, seed=2), None),
    (Board("2 3 4/1 8 0/7 6 5"), "spiral"),
    (Board([4_000_000_000, 123, 7, 0, 12345, 6], 2, 3), None),
]


@pytest.mark.parametrize(("board", "goal"), CASES)
def test_the_rules_are_those_of_the_boards(script: quickjs.Context, board: Board, goal: str | None) -> None:
    solution = solve(board, goal=goal)
    track(script, solution)
    boards = [list(step) for step in solution.boards()]
    total = len(solution)
    forwards = said(script, f"Array.from({{length: {total + 1}}}, (_, k) => track.board(k).cells)")
    assert forwards == boards
    backwards = said(script, f"Array.from({{length: {total + 1}}}, (_, k) => track.board({total} - k).cells)")
    assert backwards == boards[::-1]
    # Jumps, also to where nothing is.
    for target, number in [(total // 2, total // 2), (0, 0), (10**9, total), (1, 1)]:
        assert said(script, f"track.board({target}).cells") == boards[number]


def test_words(script: quickjs.Context) -> None:
    track(script, solve("1 2 3/4 0 6/7 5 8"))
    words = said(script, "[0, 1, 2].map((k) => wordsOf(track, k))")
    assert words == ["The start.", "optimal: 5 goes up.", "Solved."]
    labels = said(script, "[4, 8, 7].map((cell) => nameOf(track.board(1), track.goal, cell))")
    assert labels == ["tile 5, row 2, column 2, home", "tile 8, row 3, column 3", "blank, row 3, column 2"]
    solution = solve(random_board(seed=2014))
    track(script, solution)
    after = {"L": "right", "R": "left", "U": "down", "D": "up"}
    names = [stage.name for stage in solution.stages for _ in stage.moves]
    expected = [
        f"{name}: {tile} goes {after[letter]}."
        for name, tile, letter in zip(names, solution.tiles, solution.moves, strict=True)
    ]
    assert said(script, "[...track.moves].map((_, k) => wordsOf(track, k + 1))") == [
        *expected[:-1],
        "Solved.",
    ]


def test_stages_and_pages(script: quickjs.Context) -> None:
    solution = solve(random_board(10, 10, seed=1))
    track(script, solution)
    names = [number for number, stage in enumerate(solution.stages) for _ in stage.moves]
    assert said(script, "[...track.moves].map((_, k) => stageAt(track.ends, k + 1))") == names
    for at in (0, 1, 400, 401, 1000, len(solution)):
        first, last = said(script, f"pageOf({at}, track.moves.length)")
        assert last - first <= 400
        # The last move made is on the page; before the first move, the first one is.
        assert first < max(at, 1) <= last
        pieces = said(script, f"piecesOf(track, {first}, {last})")
        assert [number for number, begin, end in pieces for _ in range(begin, end)] == names[first:last]
    assert said(script, "[pageOf(0, 0), pageOf(3, 65), pageOf(700, 800)]") == [[0, 0], [0, 65], [0, 800]]
    assert said(script, "[0, 65, 1000, 1e7].map((length) => notchFor(length, 60, 10))") == [2, 2, 5, 10]


@pytest.mark.slow
def test_two_million_moves(script: quickjs.Context) -> None:
    start = random_board(100, 100, seed=1)
    solution = solve(start, method="greedy")
    assert len(solution) > 2_000_000
    page = solution.to_html()
    assert len(page) < len(solution) + 250_000
    track(script, solution)
    middle = len(solution) // 2
    assert said(script, f"track.board({middle}).cells") == list(start.apply(solution.moves[:middle]))
    assert said(script, "track.board(1e9).cells") == list(solution.goal)
    assert said(script, "track.board(0).cells") == list(start)
    assert solution._repr_html_() is None


def test_the_page_needs_nothing_else() -> None:
    page = solve(random_board(seed=2014)).to_html(colours="stage")
    parsed = Page(page)
    ids = [attributes["id"] for _, attributes in parsed.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    # What the script looks for is there.
    assert set(re.findall(r'byId\("([\w-]+)"\)', page)) <= set(ids)
    controls = {"to-start", "back", "play", "step", "to-end", "scrubber", "speed"}
    assert controls | {"list", "board", "words"} <= set(ids)
    # Modules have become plain scripts.
    assert not re.search(r"^(import|export)\b", page, re.MULTILINE)
    for tag, attributes in parsed.tags:
        assert not {"src", "srcset", "action"} & attributes.keys()
        assert tag != "button" or attributes["id"] == "play" or attributes["aria-label"]
    assert not re.search(r"https?:|@import|url\(|\bfetch\(|XMLHttp|\beval\(|innerHTML", page)
    assert "default-src 'none'" in page
    for part in ("prefers-color-scheme: dark", "prefers-reduced-motion: reduce", 'aria-live="polite"'):
        assert part in page
    assert "{{" not in page


def test_the_data() -> None:
    solution = solve(random_board(seed=2014))
    data = data_of(solution.to_html(colours="stage"))
    assert data["moves"] == solution.moves
    assert [data["start"], data["goal"]] == [list(solution.start), list(solution.goal)]
    assert data["stages"] == [["row", 27], ["column", 19], ["3x3", 19]]
    assert data["parts"] == [0, 1, 2]
    assert data["groups"] == colour_groups(solution.goal, "stage")
    page = Page(solution.to_html())
    assert page.text["title"] == page.text["h1"] == "65 moves for a 4 × 4 board"
    assert page.text["pre"] == str(solution)
    assert "combined: row 27, column 19, 3x3 19" in page.text["p"]
    assert "… 10 more" in Page(solve(random_board(10, 10, seed=1)).to_html()).text["p"]


EVIL = "</script x><!--<script></script><script>alert(1)</script>\"'&{{title}}\u2028"


def test_everything_is_escaped(script: quickjs.Context) -> None:
    board = Board("1 2/0 3")
    for stages in ([(EVIL, 1)], [(EVIL, 0), (EVIL, 1)], []):
        page = Solution(board, Board("1 2/3 0"), "R", EVIL, stages).to_html()
        parsed = Page(page)
        assert [tag for tag, _ in parsed.tags].count("script") == 3
        assert data_of(page)["stages"][0][0] == EVIL
        assert "<" not in page.split('id="data">')[1].split("</script>")[0]
        assert (EVIL in parsed.text["pre"]) == bool(stages)
        frame = Solution(board, Board("1 2/3 0"), "R", EVIL, stages)._repr_html_()
        assert frame is not None
        assert [tag for tag, _ in Page(frame).tags] == ["iframe"]


def test_in_a_notebook() -> None:
    solution = solve(random_board(seed=2014))
    frame = solution._repr_html_()
    assert frame is not None
    ((tag, attributes),) = Page(frame).tags
    assert tag == "iframe"
    # Parsed, the attribute is the page; it may run scripts and nothing else.
    assert attributes["srcdoc"] == solution.to_html()
    assert attributes["sandbox"] == "allow-scripts"
    assert attributes["title"] == "65 moves for a 4 × 4 board"
    assert html.escape(solution.to_html()) in frame
    assert "height:520px" in frame
    assert solve(goals.rows(51, 51))._repr_html_() is None
    tall = solve(random_board(20, 2, seed=1))._repr_html_()
    assert tall is not None
    assert "height:780px" in tall


def test_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_MOVES", 10)
    with pytest.raises(UnsupportedError, match=r"at most 10 moves, this solution has 65; improve\(\)"):
        solve(random_board(seed=2014)).to_html()
