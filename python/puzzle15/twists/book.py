"""The whole tabulation as a book: plain text, CSV, or one web page.

Schofield printed his table of the 20,160 puzzles on 168 pages, two half-pages each. A half-page has the first
three numbers of the code at its head, and below it 20 rows of three puzzles with the other three:

    1 0 2

    5 3 6 ) ....W..Z  20  WX̶Y̶Z̶AD̶Y

That is the twists a shortest path can begin with, its length in moves, and one such path. The same half-pages
are made here from any entries in order of their codes; fewer than all of them make a thinner book.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from puzzle15.twists.path import TwistPath

if TYPE_CHECKING:
    from puzzle15.twists import Entry

__all__ = ["book_csv", "book_html", "book_text"]

TITLE = "The Eight-Puzzle, Solved"
_COLUMNS = 3
_GAP = "    "

_FRONT = """\
{title}

Each of the {total:,} puzzles with the blank in the centre, and a shortest way to solve it.
After P. D. A. Schofield, "Complete solution of the 'Eight-puzzle'", Machine Intelligence 1, 1967.


THE SQUARES                              THE TWISTS

    1 2 3    The squares have numbers.       A B    A takes the three pieces at its corner one
    0   4    The puzzle is solved when       D C    place on, clockwise; so do B, C and D. W, X,
    7 6 5    each piece is on its own.              Y and Z take them back: A and W, B and X,
                                                    C and Y, D and Z share a corner.

A twist is four moves: the blank leaves the centre, goes round the corner and comes home. Sometimes the next
twist would begin by taking back the last move of this one. Then both moves are left out, and the letter of
that next twist is {mark}. So t twists with e of them {short} take 4t - 2e moves.


TO LOOK UP A PUZZLE

Read off the pieces in the squares 0, 1, 2, 3, 4 and 5. These six numbers are its code; the last two pieces
can lie only one way, or the puzzle has no solution. Take

    0 2 5
    1   3    which has the code 102536.
    7 4 6

Find the half-page headed 1 0 2, and on it the row 5 3 6. You read:

    {example}

A shortest path begins with W or with Z, and it has 20 moves. The last column is one such path.


HOW MANY PUZZLES NEED HOW MANY MOVES

{counts}"""


class _Half(NamedTuple):
    """Half a page: the entries whose code begins with the head."""

    head: str
    entries: list[Entry]


def book_text(entries: Iterable[Entry], strokes: bool = True) -> str:
    """The book as plain text: a page that explains, then the table, with a form feed between pages.

    Elided twists are struck through, or small letters without `strokes`.

    >>> from puzzle15.twists import lookup
    >>> front, page = book_text([lookup("102536")], strokes=False).split("\\f")
    >>> print(page)
    The Eight-Puzzle, Solved                                                                            page 1
    <BLANKLINE>
    1 0 2
    <BLANKLINE>
    5 3 6 ) ....W..Z  20  WxyzAdY
    <BLANKLINE>
    """
    table = list(entries)
    kind = "struck" if strokes else "small"
    width = max((len(entry.specimen) for entry in table), default=0)
    line = max(106, _COLUMNS * (width + 22) + (_COLUMNS - 1) * len(_GAP))
    pages = [_front(table, kind)]
    for number, halves in enumerate(_pages(table), start=1):
        heading = TITLE + f"page {number}".rjust(line - len(TITLE))
        body = "\n\n\n".join(_half_text(half, kind, width) for half in halves)
        pages.append(f"{heading}\n\n{body}\n")
    return "\f".join(pages)


def book_csv(entries: Iterable[Entry]) -> str:
    """The book as CSV: code, first twists, length, specimen, and its moves of the blank.

    >>> from puzzle15.twists import lookup
    >>> print(book_csv([lookup("102536")]), end="")
    code,first,length,specimen,moves
    102536,WZ,20,WXYZADY,LURRDDLLURULDDRURDLU
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["code", "first", "length", "specimen", "moves"])
    for entry in entries:
        path = entry.specimen
        writer.writerow([entry.code, "".join(entry.first), entry.length, path.notation(), path.moves])
    return file.getvalue()


def book_html(entries: Iterable[Entry]) -> str:
    """The book as one web page that needs nothing else, with a board to look puzzles up.

    >>> from puzzle15.twists import lookup
    >>> page = book_html([lookup("102536")])
    >>> print(next(line for line in page.splitlines() if 'id="102536"' in line))
    <tr id="102536"><th>536</th><td>....W..Z</td><td>20</td><td>W<s>XYZ</s>A<s>D</s>Y</td></tr>
    """
    table = list(entries)
    longest = max((entry.length for entry in table), default=0)
    pages = _pages(table)
    parts = {
        "title": TITLE,
        "total": f"{len(table):,}",
        "pages": str(len(pages)),
        "longest": str(longest),
        "hardest": str(sum(entry.length == longest for entry in table)),
        "common": str(max(_counts(table), key=lambda pair: pair[1], default=(0, 0))[0]),
        "counts": _counts_html(table),
        "index": _index_html(table),
        "table": "\n".join(_page_html(number, halves) for number, halves in enumerate(pages, start=1)),
    }
    template = Path(__file__).with_name("book.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], template)


def _pages(table: Sequence[Entry]) -> list[list[_Half]]:
    """The half-pages, two by two."""
    halves = [_Half(head, list(group)) for head, group in groupby(table, key=lambda entry: entry.code[:3])]
    return [halves[at : at + 2] for at in range(0, len(halves), 2)]


def _counts(table: Sequence[Entry]) -> list[tuple[int, int]]:
    """How many puzzles have each length."""
    return sorted(Counter(entry.length for entry in table).items())


def _cell(entry: Entry, kind: str, width: int = 0) -> str:
    """One entry as text, so wide that the letters of its path would fill the width."""
    path = entry.specimen
    tail = " " * (width - len(path))
    return f"{' '.join(entry.code[3:])} ) {entry.columns}  {entry.length:2}  {path.notation(kind)}{tail}"


def _half_text(half: _Half, kind: str, width: int) -> str:
    cells = [_cell(entry, kind, width) for entry in half.entries]
    rows = [_GAP.join(cells[at : at + _COLUMNS]).rstrip() for at in range(0, len(cells), _COLUMNS)]
    return "\n".join([" ".join(half.head), "", *rows])


def _front(table: Sequence[Entry], kind: str) -> str:
    """The page that explains the others."""
    counts = _counts(table)
    most = max((count for _, count in counts), default=1)
    lines = ["    moves  puzzles", ""]
    lines += [
        f"    {length:5}  {count:7,}  {'|' * round(60 * count / most)}".rstrip() for length, count in counts
    ]
    struck = kind == "struck"
    path = TwistPath("WXYZADY").notation(kind)
    return _FRONT.format(
        title=TITLE.upper(),
        total=len(table),
        mark="struck through" if struck else "a small one",
        short="struck" if struck else "small",
        example=f"5 3 6 ) ....W..Z  20  {path}",
        counts="\n".join([*lines, "", f"    total  {len(table):7,}"]) + "\n",
    )


def _counts_html(table: Sequence[Entry]) -> str:
    counts = _counts(table)
    most = max((count for _, count in counts), default=1)
    return "\n".join(
        f'<tr><th scope="row">{length}</th><td>{count:,}</td>'
        f'<td><i style="width:{100 * count / most:.2f}%"></i></td></tr>'
        for length, count in counts
    )


def _index_html(table: Sequence[Entry]) -> str:
    """A block of links for each first number, with a row for each second."""
    heads = [head for head, _ in groupby(table, key=lambda entry: entry.code[:3])]
    return "\n".join(
        _index_block(first, list(group)) for first, group in groupby(heads, key=lambda head: head[0])
    )


def _index_block(first: str, heads: Sequence[str]) -> str:
    links = "\n".join(f'<a href="#h{head}">{head}</a>' for head in heads)
    return f'<div role="group" aria-label="Heads that begin with {first}">\n{links}\n</div>'


def _page_html(number: int, halves: Iterable[_Half]) -> str:
    body = "\n".join(_half_html(half) for half in halves)
    return f'<div class="page" id="p{number}"><p class="folio"><span>page</span> {number}</p>\n{body}\n</div>'


def _half_html(half: _Half) -> str:
    head = " ".join(half.head)
    rows = "\n".join(_rows_html(half.entries))
    return (
        f'<h3 id="h{half.head}">{head}</h3>\n<table class="half" aria-labelledby="h{half.head}">\n'
        "<thead><tr><th>code</th><th>first twists</th><th>moves</th><th>path</th></tr></thead>\n"
        f"<tbody>\n{rows}\n</tbody></table>"
    )


def _rows_html(entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        # A run of small letters is a run of elided twists.
        path = re.sub("[a-z]+", lambda run: f"<s>{run[0].upper()}</s>", entry.specimen.notation("small"))
        yield (
            f'<tr id="{entry.code}"><th>{entry.code[3:]}</th><td>{entry.columns}</td>'
            f"<td>{entry.length}</td><td>{path}</td></tr>"
        )
