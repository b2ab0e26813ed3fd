"""Table 1 of the paper, half a page of the tabulation, read from a scan and compared.

The scan lost the head of the half-page, which has the first three code numbers of its sixty puzzles, and
more. The head is found again by matching: for each of the six possible heads, count the entries whose length
and first twists are those of our tabulation. Only the first letters of the specimens can be read; one of them
is wrong where the rest of the entry is right. What the scan has for 6 3 4 is exactly the entry of 5 7 3,
which would stand above it in the row that was lost.

>>> table = table_1()
>>> table.head, table.agreeing, table.lost
('102', 54, ('102573', '102574', '102576'))
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from itertools import permutations
from typing import NamedTuple

from puzzle15.twists.entries import Entry
from puzzle15.twists.tables import lookup

__all__ = ["ScannedEntry", "ScannedTable", "table_1"]


class ScannedEntry(NamedTuple):
    """What the scan has for a puzzle, beside the entry of our tabulation.

    `first` are the first twists with what is left of their dots, `begin` is the first letter of the specimen.

    >>> table_1().garbled[1][:3]
    ('.B.....', 18, 'B')
    """

    first: str
    length: int
    begin: str
    entry: Entry

    @property
    def agrees(self) -> bool:
        """Whether length and first twists are the same; the scan's dots are not counted.

        >>> [scanned.agrees for scanned in table_1().entries[:3]]
        [True, True, True]
        """
        return self.length == self.entry.length and self.first.replace(".", "") == "".join(self.entry.first)

    @property
    def begins_alike(self) -> bool:
        """Whether the specimen begins with the same letter as ours.

        >>> [scanned.entry.code for scanned in table_1().entries if not scanned.begins_alike]
        ['102367', '102634', '102654']
        """
        return self.begin == self.entry.specimen[:1]


@dataclass(frozen=True, repr=False)
class ScannedTable:
    """The half-page under its head.

    `matches` has for each possible head how many entries would agree under it, `entries` all that the scan
    has, under the head that matches best.

    >>> table = table_1()
    >>> len(table.entries), table.matches
    (57, {'012': 1, '021': 0, '102': 54, '120': 1, '201': 1, '210': 0})
    """

    matches: dict[str, int]
    entries: tuple[ScannedEntry, ...]

    @property
    def head(self) -> str:
        """The first three code numbers, which the scan lost.

        >>> table_1().head
        '102'
        """
        return max(self.matches, key=lambda head: self.matches[head])

    @property
    def agreeing(self) -> int:
        """How many entries agree in length and first twists.

        >>> table_1().agreeing
        54
        """
        return self.matches[self.head]

    @property
    def garbled(self) -> tuple[ScannedEntry, ...]:
        """The entries in which something does not agree.

        >>> [scanned.entry.code for scanned in table_1().garbled]
        ['102367', '102634', '102654', '102746']
        """
        return tuple(scanned for scanned in self.entries if not (scanned.agrees and scanned.begins_alike))

    @property
    def lost(self) -> tuple[str, ...]:
        """The codes that the half-page must have had, but are not in the scan.

        >>> table_1().lost
        ('102573', '102574', '102576')
        """
        there = {scanned.entry.code for scanned in self.entries}
        rest = [piece for piece in "01234567" if piece not in self.head]
        codes = (self.head + "".join(tail) for tail in permutations(rest, 3))
        return tuple(code for code in codes if code not in there)

    @property
    def strayed(self) -> dict[str, str]:
        """The garbled entries that belong to a lost code, letter for letter, each with that code.

        >>> table_1().strayed
        {'102634': '102573'}
        """
        return {
            scanned.entry.code: code
            for scanned in self.garbled
            for code in self.lost
            if (moved := scanned._replace(entry=lookup(code))).agrees and moved.begins_alike
        }

    def __str__(self) -> str:
        """Say what agrees, and list what does not."""
        head = (
            f"head {' '.join(self.head)}: {self.agreeing} of the {len(self.entries)} entries in the scan "
            f"agree in length and first twists, {len(self.lost)} are lost"
        )
        strayed = self.strayed
        garbled = (
            f"  {e.code}: read {first} {length} {begin}"
            + (f" (what {strayed[e.code]} has)" if e.code in strayed else "")
            + f", is {e.columns} {e.length} {e.specimen[:1]}"
            for first, length, begin, e in self.garbled
        )
        lost = (
            f"  {e.code}: not in the scan, is {e.columns} {e.length} {e.specimen[:1]}"
            for e in map(lookup, self.lost)
        )
        return "\n".join([head, *garbled, *lost])

    def __repr__(self) -> str:
        """Say what it is."""
        return f"<ScannedTable of {len(self.entries)} entries under the head {' '.join(self.head)}>"


def table_1() -> ScannedTable:
    """The paper's specimen half-page, with its head found again.

    It lists first twists, length, and the letter with which the specimen begins.

    >>> print(table_1())
    head 1 0 2: 54 of the 57 entries in the scan agree in length and first twists, 3 are lost
      102367: read .C..... 18 D, is .C...... 18 C
      102634: read .B..... 18 B (what 102573 has), is ....W... 16 W
      102654: read B.B..... 24 B, is D.B..... 24 D
      102746: read .....X. 24 X, is .....XY. 24 X
      102573: not in the scan, is ..B..... 18 B
      102574: not in the scan, is DC....Y. 24 D
      102576: not in the scan, is ..B...Y. 22 B
    """
    text = files("puzzle15.twists").joinpath("data", "table_1.txt").read_text(encoding="utf-8")
    rows = [line.split() for line in text.splitlines() if not line.startswith("#")]
    # Every puzzle of the half-page has its last three code numbers among 3 to 7.
    heads = {
        "".join(head): tuple(
            ScannedEntry(first, int(length), begin, lookup("".join(head) + tail))
            for tail, first, length, begin in rows
        )
        for head in permutations("012")
    }
    matches = {head: sum(scanned.agrees for scanned in entries) for head, entries in heads.items()}
    return ScannedTable(matches, heads[max(matches, key=lambda head: matches[head])])
