"""The tabulation as a book: every page, every entry, in text, CSV and HTML."""

from __future__ import annotations

import csv
import io
import json
import re
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest
import quickjs

from puzzle15 import Board, goals, is_solvable
from puzzle15.twists import TWISTS, Entry, TwistPath, tabulation
from puzzle15.twists.book import book_csv, book_html, book_text

CELL = re.compile(r"(\d) (\d) (\d) \) ([A-Z.]{8})  ([ \d]\d)  ((?:[A-Za-z]\u0336?)*)")


@cache
def entries() -> list[Entry]:
    return list(tabulation())


@cache
def text(strokes: bool = True) -> str:
    return book_text(entries(), strokes, tabulation().rows)


@cache
def html() -> str:
    return book_html(entries(), tabulation().rows)


def read_back(book: str) -> list[Entry]:
    read = []
    for page in book.split("\f")[1:]:
        head = ""
        for line in page.splitlines()[1:]:
            if re.fullmatch(r"\d \d \d", line):
                head = line.replace(" ", "")
            for *code, columns, length, path in CELL.findall(line):
                first = tuple(columns.replace(".", ""))
                read.append(Entry(head + "".join(code), int(length), first, TwistPath(path)))
    return read


def test_pages_are_as_in_1967() -> None:
    front, *pages = text().split("\f")
    assert "Schofield" in front
    assert "20,160" in front
    assert len(pages) == 168
    heads = []
    for number, page in enumerate(pages, start=1):
        title, blank, *rest = page.splitlines()
        assert title.endswith(f" page {number}")
        assert len(rest) == 46
        assert not blank
        heads += [rest[0], rest[24]]
        for half in (rest[2:22], rest[26:46]):
            assert [len(CELL.findall(row)) for row in half] == [3] * 20
            # Aligned to the eye: strokes have no width.
            shown = [row.replace("\u0336", "") for row in half]
            assert len({tuple(found.start() for found in re.finditer(r"\)", row)) for row in shown}) == 1
    assert len(set(heads)) == 336
    assert heads == sorted(heads)


def test_the_example_of_the_paper() -> None:
    page = text().split("\f")[22]
    assert page.splitlines()[2] == "1 0 2"
    assert "5 3 6 ) ....W..Z  20  WX̶Y̶Z̶AD̶Y" in page.split("1 0 3")[0]
    assert "5 3 6 ) ....W..Z  20  WxyzAdY" in text(False).split("\f")[22]


@pytest.mark.parametrize("strokes", [True, False])
def test_text_can_be_read_back(strokes: bool) -> None:
    assert read_back(text(strokes)) == entries()
    # Marks, too, are those of the path.
    kind = "struck" if strokes else "small"
    paths = [found[5] for found in CELL.findall(text(strokes).split("\f", 1)[1])]
    assert paths == [entry.specimen.notation(kind) for entry in entries()]


def test_csv_can_be_read_back() -> None:
    rows = list(csv.DictReader(io.StringIO(book_csv(entries()))))
    assert list(rows[0]) == ["code", "first", "length", "specimen", "moves"]
    read = [
        Entry(row["code"], int(row["length"]), tuple(row["first"]), TwistPath(row["specimen"]))
        for row in rows
    ]
    assert read == entries()
    assert all(len(row["moves"]) == int(row["length"]) for row in rows)
    for row in rows[::41]:
        assert board(row["code"]).apply(row["moves"]) == goals.spiral(3, 3), row


def board(code: str) -> Board:
    """The puzzle of a code, the last two pieces in the order that can be solved."""
    rest = [piece for piece in "01234567" if piece not in code]
    for last in (rest, rest[::-1]):
        ring = [int(piece) or 8 for piece in [*code, *last]]
        found = Board([ring[1], ring[2], ring[3], ring[0], 0, ring[4], ring[7], ring[6], ring[5]], 3, 3)
        if is_solvable(found, goals.spiral(3, 3)):
            return found
    raise AssertionError(code)


class Page(HTMLParser):
    """Checks that every tag is closed, and gathers ids, links and table rows."""

    VOID = frozenset({"meta", "link", "input", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.labels: list[str] = []
        self.rows: dict[str, list[str]] = {}
        self.row = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in ("href", "src"):
                self.links.append(value or "")
            elif name in ("aria-labelledby", "aria-describedby", "for"):
                self.labels.append(value or "")
        if tag == "tr":
            self.row = dict(attrs).get("id") or ""
        elif tag in ("th", "td") and self.row:
            self.rows.setdefault(self.row, []).append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, self.getpos()

    def handle_data(self, data: str) -> None:
        if self.row and self.open and self.open[-1] in ("td", "th", "s", "i"):
            self.rows[self.row][-1] += data.lower() if self.open[-1] == "s" else data


def test_html_is_whole_and_well_formed() -> None:
    page = Page()
    page.feed(html())
    page.close()
    assert not page.open
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links if link.startswith("#")} | set(page.labels) <= set(page.ids)
    # Every entry once, in order, with everything the text has.
    assert list(page.rows) == [entry.code for entry in entries()]
    for entry in entries():
        columns = "".join(letter if letter in entry.first else "." for letter in TWISTS)
        # The whole code, so that it can be searched.
        row = [entry.code, columns, str(entry.length), entry.specimen.notation("small")]
        assert page.rows[entry.code] == row
    assert sum(name.startswith("h") and name[1:].isdigit() for name in page.ids) == 336
    assert sum(name.startswith("p") and name[1:].isdigit() for name in page.ids) == 168


def test_html_needs_nothing_else() -> None:
    assert len(html().encode()) < 2_600_000
    assert "://" not in html()
    assert "{{" not in html()
    assert not re.search(r"@import|url\((?!#)|<img|<link(?! rel=\"icon\" href=\"data:)|src=", html())


def test_what_the_page_says_of_itself() -> None:
    lengths = [entry.length for entry in entries()]
    hardest, common = max(lengths), max(set(lengths), key=lengths.count)
    assert f"more than {hardest} moves, and {lengths.count(hardest)} of them need as many" in html()
    assert f"length is {common}." in html()
    heads = sorted({entry.code[:3] for entry in entries()})
    assert re.findall(r'<a href="#h(\d+)">(\d+)</a>', html()) == [(head, head) for head in heads]
    pad = re.search(r'id="pad".*?id="undo"', html(), re.DOTALL)
    assert pad
    assert re.findall("<button[^>]*>([A-Z])<", pad[0]) == [*"ABDCWXZY"]


@pytest.fixture(scope="module")
def script() -> quickjs.Context:
    """What the page knows of the puzzle, run as a browser would."""
    context = quickjs.Context()
    context.eval(re.findall(r"<script>\n(.*?)</script>", html(), re.DOTALL)[0])
    return context


def said(script: quickjs.Context, expression: str) -> Any:
    return json.loads(script.eval(f"JSON.stringify({expression})"))


def test_the_script_has_our_boards_and_moves(script: quickjs.Context) -> None:
    codes = json.dumps([entry.code for entry in entries()])
    boards = [[-1 if tile == 0 else tile % 8 for tile in entry.board] for entry in entries()]
    assert said(script, f"{codes}.map(cellsOf)") == boards
    assert said(script, f"{codes}.map(cellsOf).map(ring).map((all) => odd([...all]))") == [0] * 20160
    assert said(script, "odd([1, 0, 2, 3, 4, 5, 6, 7])") == 1
    paths = json.dumps([entry.specimen for entry in entries()])
    assert said(script, f"{paths}.map((path) => movesOf(path))") == [e.specimen.moves for e in entries()]
    # Before an elision the blank waits at the edge, a move before home.
    assert said(script, "[0, 1, 2].map((n) => movesOf('BA', n))") == ["", "RUL", "RULLDR"]
    assert said(script, "UNDONE") == {name: TwistPath(name).inverse() for name in TWISTS}


@pytest.mark.parametrize(
    "text", ["102536", "10253647", "1,0 2 5 3 6", "0 2 5/1 _ 3/7 4 6", "0 2 5/1 3/7 4 6", "825103746"]
)
def test_the_script_reads_codes_and_boards(script: quickjs.Context, text: str) -> None:
    assert said(script, f"ring(read({text!r}).cells)") == "10253647"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("1025", {"short": "A code has six numbers, or all eight: 2 more to come."}),
        ("10253x", {"wrong": "A code has numbers only, not “x”."}),
        ("<b>", {"wrong": "A code has numbers only, not “<”."}),
        ("102539", {"wrong": "9 is not a piece: they are 0 to 7."}),
        ("102531", {"wrong": "1 is there twice."}),
        ("_ 2 5/1 0 3/7 4 6", {"wrong": "The blank must be in the centre."}),
    ],
)
def test_the_script_says_what_is_wrong(script: quickjs.Context, text: str, answer: dict[str, str]) -> None:
    assert said(script, f"read({text!r})") == answer


def test_counts() -> None:
    # With the rows of the tabulation, classes are counted too.
    front = text().split("\f")[0]
    assert re.search(r"^ +moves +puzzles +classes +with inverses$", front, re.MULTILINE)
    assert re.search(r"^ +22 +5,048 +638 +340  \|{60}$", front, re.MULTILINE)
    assert re.search(r"^ +total +20,160 +2,572 +1,439$", front, re.MULTILINE)
    assert '<tr><th scope="row">30</th><td>60</td><td>12</td><td>12</td><td>' in html()
    assert '<th scope="row">all</th><td>20,160</td><td>2,572</td><td>1,439</td>' in html()
    # Without them, puzzles only.
    front = book_text(entries()).split("\f")[0]
    assert re.search(r"^ +moves +puzzles$", front, re.MULTILINE)
    assert re.search(r"^ +22 +5,048  \|{60}$", front, re.MULTILINE)
    assert re.search(r"^ +total +20,160$", front, re.MULTILINE)
    assert "classes" not in front
    page = book_html(entries()[:100])
    assert '<th scope="row">all</th><td>100</td><td></td>' in page
    assert "classes" not in page


def test_thin_books() -> None:
    few = entries()[60:62]
    assert read_back(book_text(few)) == few
    assert book_html(few).count('<tr id="') == 2
    for make in (book_text, book_html):
        assert "Schofield" in make([])
    assert book_csv([]) == "code,first,length,specimen,moves\n"
