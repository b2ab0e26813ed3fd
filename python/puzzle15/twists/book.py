"""The whole tabulation as a book: plain text, CSV, or one web page.

Schofield printed his table of the 20,160 puzzles on 168 pages, two half-pages each. A half-page has the first
three numbers of the code at its head, and below it 20 rows of three puzzles with the other three:

    1 0 2

    5 3 6 ) ....W..Z  20  WX̶Y̶Z̶AD̶Y

These are the twists with which a shortest path can begin, its length in moves, and one such path. Here the
same half-pages are made from any entries in order of their codes; fewer of them make a thinner book.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from puzzle15._support.csv_text import csv_text
from puzzle15.render.scripts import SHARED, filled, inlined, read_file
from puzzle15.twists.path import TwistPath

if TYPE_CHECKING:
    from puzzle15.twists.entries import Entry, Row

__all__ = ["book_csv", "book_html", "book_text"]

TITLE = "The Eight-Puzzle, Solved"
_COLUMNS = 3
_GAP = "    "
_COUNTED = ("moves", "puzzles", "classes", "with inverses")
_CLASSES = """\
Puzzles that turn or reflect into each other are one class; with inverses, so are a puzzle and its inverse."""

_FRONT = """\
{title}

Each of the {total:,} puzzles with the blank in the centre, and a shortest solution.
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


def book_text(entries: Iterable[Entry], strokes: bool = True, rows: Sequence[Row] = ()) -> str:
    """The book as plain text: a page that explains, then the table, with a form feed between pages.

    Elided twists are struck through, or small letters without `strokes`. With the rows of the tabulation the
    front page counts classes too, not only puzzles.

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
    pages = [_front(table, kind, rows)]
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
    names = ["code", "first", "length", "specimen", "moves"]
    rows = ([one.code, "".join(one.first), one.length, *_specimen(one)] for one in entries)
    return csv_text([names, *rows])


def _specimen(entry: Entry) -> tuple[str, str]:
    """The twists of the specimen, and its moves of the blank."""
    path = entry.specimen
    return path.notation(), path.moves


def book_html(entries: Iterable[Entry], rows: Sequence[Row] = ()) -> str:
    """The book as one web page that needs nothing else, with a board to look puzzles up.

    With the rows of the tabulation it counts classes too.

    >>> from puzzle15.twists import lookup
    >>> page = book_html([lookup("102536")])
    >>> print(next(line for line in page.splitlines() if 'id="102536"' in line))
    <tr id="102536"><th><i>102</i>536</th><td>....W..Z</td><td>20</td><td>W<s>XYZ</s>A<s>D</s>Y</td></tr>
    """
    table = list(entries)
    counts = _counts(table, rows)
    longest = max((entry.length for entry in table), default=0)
    pages = _pages(table)
    parts = {
        "title": TITLE,
        "total": f"{len(table):,}",
        "pages": str(len(pages)),
        "longest": str(longest),
        "hardest": str(sum(entry.length == longest for entry in table)),
        "common": str(max(counts, key=lambda line: line[1], default=(0, 0))[0]),
        "counts": _counts_html(counts),
        "index": _index_html(table),
        "table": "\n".join(_page_html(number, halves) for number, halves in enumerate(pages, start=1)),
    }
    rules = inlined(read_file("puzzle15.render", SHARED, "rules.js"))
    scripts = {"rules": rules + _file("squares.js"), "script": filled(_file("book.js"), parts)}
    return filled(_file("book.html"), {**parts, **scripts, "style": _file("book.css")})


def _file(name: str) -> str:
    """A file beside this one."""
    return read_file("puzzle15.twists", name)


def _pages(table: Sequence[Entry]) -> list[list[_Half]]:
    """The half-pages, two by two."""
    halves = [_Half(head, list(group)) for head, group in groupby(table, key=lambda entry: entry.code[:3])]
    return [halves[at : at + 2] for at in range(0, len(halves), 2)]


def _counts(table: Sequence[Entry], rows: Sequence[Row]) -> list[tuple[int, ...]]:
    """For each length, how many puzzles have it; from the rows of the tabulation, how many classes too."""
    return [tuple(row) for row in rows] or sorted(Counter(entry.length for entry in table).items())


def _totals(counts: Sequence[tuple[int, ...]]) -> list[int]:
    """The sum of each column but the lengths."""
    return [sum(column) for column in list(zip(*counts, strict=True))[1:]] or [0]


def _bars(counts: Sequence[tuple[int, ...]]) -> list[float]:
    """How many puzzles each line has, as a fraction of the largest number."""
    most = max((line[1] for line in counts), default=1)
    return [line[1] / most for line in counts]


def _cell(entry: Entry, kind: str, width: int = 0) -> str:
    """One entry as text, padded as if its path had `width` letters."""
    path = entry.specimen
    tail = " " * (width - len(path))
    return f"{' '.join(entry.code[3:])} ) {entry.columns}  {entry.length:2}  {path.notation(kind)}{tail}"


def _half_text(half: _Half, kind: str, width: int) -> str:
    cells = [_cell(entry, kind, width) for entry in half.entries]
    rows = [_GAP.join(cells[at : at + _COLUMNS]).rstrip() for at in range(0, len(cells), _COLUMNS)]
    return "\n".join([" ".join(half.head), "", *rows])


def _front(table: Sequence[Entry], kind: str, rows: Sequence[Row]) -> str:
    """The page that explains the others."""
    counts = _counts(table, rows)
    totals = _totals(counts)

    def line(cells: Iterable[object]) -> str:
        return _GAP + "  ".join(f"{cell:>{len(name)}}" for name, cell in zip(_COUNTED, cells, strict=False))

    lines = [line(_COUNTED[: len(totals) + 1]), ""]
    lines += [
        f"{line(f'{number:,}' for number in numbers)}  {'|' * round(60 * bar)}".rstrip()
        for numbers, bar in zip(counts, _bars(counts), strict=True)
    ]
    lines += ["", line(["total", *(f"{total:,}" for total in totals)])]
    if rows:
        lines += ["", _CLASSES]
    struck = kind == "struck"
    path = TwistPath("WXYZADY").notation(kind)
    return _FRONT.format(
        title=TITLE.upper(),
        total=len(table),
        mark="struck through" if struck else "a small one",
        short="struck" if struck else "small",
        example=f"5 3 6 ) ....W..Z  20  {path}",
        counts="\n".join(lines) + "\n",
    )


def _counts_html(counts: Sequence[tuple[int, ...]]) -> str:
    totals = _totals(counts)
    head = "".join(f'<th scope="col">{name}</th>' for name in _COUNTED[: len(totals) + 1])
    lines = "\n".join(
        f'<tr><th scope="row">{length}</th>{_cells_html(numbers)}'
        f'<td><i style="width:{100 * bar:.2f}%"></i></td></tr>'
        for (length, *numbers), bar in zip(counts, _bars(counts), strict=True)
    )
    return (
        f'<table class="counts" aria-labelledby="count-title">\n<thead><tr>{head}<td></td></tr></thead>\n'
        f"<tbody>\n{lines}\n</tbody>\n"
        f'<tfoot><tr><th scope="row">all</th>{_cells_html(totals)}<td></td></tr></tfoot>\n</table>'
    ) + (f"\n<p>{_CLASSES}</p>" if len(totals) > 1 else "")


def _cells_html(numbers: Iterable[int]) -> str:
    return "".join(f"<td>{number:,}</td>" for number in numbers)


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
            f'<tr id="{entry.code}"><th><i>{entry.code[:3]}</i>{entry.code[3:]}</th>'
            f"<td>{entry.columns}</td><td>{entry.length}</td><td>{path}</td></tr>"
        )
