"""Table 1 of Schofield's paper: half a page of his tables, of which a scan has lost a part.

What can be read is set beside the tabulation row by row: of each entry the first twists, the length and the
first letter of the specimen. What the scan has damaged or lost stands in a figure of its own, unreadable,
with what it must have been.

>>> figure = next(half_page())
>>> figure.verdict, figure.computed
('unreadable', '1 0 2')
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from puzzle15.reproduce.figures import Figure
from puzzle15.twists import Entry, ScannedEntry, lookup, table_1

__all__ = ["DAMAGED", "half_page"]

DAMAGED = {
    "102367": "D cannot begin the specimen: it is not among the first twists beside it, C alone is.",
    "102634": "That is, letter for letter, the entry of 1 0 2 5 7 3, whose row is lost: the scan mixed them.",
    "102654": "B stands in its column and again in the first, which is that of D.",
    "102746": "A letter and a dot of the eight columns are gone: Y beside X.",
}
"""Entries that the scan has got wrong, and how."""


def half_page() -> Iterator[Figure]:
    """The half-page: its head, its rows, and what is damaged or lost.

    >>> figures = list(half_page())
    >>> len(figures), [figure.name for figure in figures if figure.verdict == "differs"]
    (28, [])
    """
    table = table_1()
    agree = f"{table.agreeing} of {len(table.entries)}"
    yield Figure(
        "Table 1: head of the half-page, three of 0 1 2",
        None,
        " ".join(table.head),
        note=f"Lost in the scan. Under this head {agree} entries agree in length and first twists, under any "
        f"other {sorted(table.matches.values())[-2]} at most.",
    )
    for begin, row in groupby(table.entries, lambda scanned: scanned.entry.code[3:5]):
        entries = list(row)
        yield Figure(
            f"Table 1, row {' '.join(begin)}: first twists, length, first letter",
            tuple(_printed(scanned) for scanned in entries),
            tuple(_computed(scanned.entry) for scanned in entries),
        )
    first = table.entries[0].entry
    yield Figure(
        "Table 1: the specimens after their first letters",
        None,
        f"{' '.join(first.code)} is {first.specimen}, and so on",
        note="The scan has the same few letters for all of them. Those computed are all checked above.",
    )
    for scanned in table.entries:
        if scanned.entry.code in DAMAGED:
            yield _damaged(scanned)
    for code in table.lost:
        note = "The scan has lost the row of 1 0 2 5 7."
        yield Figure(f"Table 1, entry {' '.join(code)}", None, _text(lookup(code)), note=note)


def _damaged(scanned: ScannedEntry) -> Figure:
    """An entry for which the scan shows something that cannot have been printed."""
    code = scanned.entry.code
    note = f"The scan has {scanned.first} {scanned.length} {scanned.begin}. {DAMAGED[code]}"
    return Figure(f"Table 1, entry {' '.join(code)}", None, _text(scanned.entry), note=note)


def _printed(scanned: ScannedEntry) -> str:
    """An entry as the scan has it, without the dots, of which some are lost."""
    if scanned.entry.code in DAMAGED:
        return "?"
    return f"{scanned.first.replace('.', '')} {scanned.length} {scanned.begin}"


def _computed(entry: Entry) -> str:
    """The same from our tabulation."""
    return "?" if entry.code in DAMAGED else _text(entry)


def _text(entry: Entry) -> str:
    """First twists, length and first letter."""
    return f"{''.join(entry.first)} {entry.length} {entry.specimen[:1]}"
