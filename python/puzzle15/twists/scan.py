"""Table 1 of the paper, half a page of the tabulation, read from a scan and compared.

The scan lost the head of the half-page, which has the first three code numbers of its sixty puzzles, and
more. The head is found again by matching: under each of the six that are possible, count the entries whose
length and first twists are those of our tabulation. (What the scan has for 6 3 4 is the entry of 5 7 3, from
the row that it lost.)

>>> report = table_1()
>>> report.head, report.same, report.lost
('102', 54, ('102573', '102574', '102576'))
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from itertools import permutations
from typing import NamedTuple

from puzzle15.twists.tables import Entry, lookup

__all__ = ["ScannedEntry", "ScannedTable", "table_1"]


class ScannedEntry(NamedTuple):
    """What the scan says of a puzzle, beside what is right.

    >>> table_1().garbled[0]     # doctest: +ELLIPSIS
    ScannedEntry(first='.B.....', length=18, entry=Entry(code='102634', length=16, first=('W',), ...))
    """

    first: str
    """The first twists as they were read, with what is left of the dots."""
    length: int
    entry: Entry
    """The entry of our tabulation."""

    @property
    def agrees(self) -> bool:
        """Whether length and letters are the same; the scan's dots are not counted.

        >>> [scanned.agrees for scanned in table_1().entries[:3]]
        [True, True, True]
        """
        return self.length == self.entry.length and self.first.replace(".", "") == "".join(self.entry.first)


@dataclass(frozen=True)
class ScannedTable:
    """The half-page under its head.

    >>> table = table_1()
    >>> len(table.entries), table.matches
    (57, {'012': 1, '021': 0, '102': 54, '120': 1, '201': 1, '210': 0})
    """

    matches: dict[str, int]
    """For each head, how many entries would be right under it."""
    entries: tuple[ScannedEntry, ...]
    """All that the scan has, under the head that matches best."""

    @property
    def head(self) -> str:
        """The first three code numbers, which the scan lost.

        >>> table_1().head
        '102'
        """
        return max(self.matches, key=lambda head: self.matches[head])

    @property
    def same(self) -> int:
        """How many entries agree.

        >>> table_1().same
        54
        """
        return sum(entry.agrees for entry in self.entries)

    @property
    def garbled(self) -> tuple[ScannedEntry, ...]:
        """The entries that do not agree.

        >>> [scanned.entry.code for scanned in table_1().garbled]
        ['102634', '102654', '102746']
        """
        return tuple(entry for entry in self.entries if not entry.agrees)

    @property
    def lost(self) -> tuple[str, ...]:
        """The codes that the half-page must have had and the scan has not.

        >>> table_1().lost
        ('102573', '102574', '102576')
        """
        there = {scanned.entry.code for scanned in self.entries}
        rest = [piece for piece in "01234567" if piece not in self.head]
        codes = (self.head + "".join(tail) for tail in permutations(rest, 3))
        return tuple(code for code in codes if code not in there)

    def __str__(self) -> str:
        """Say what agrees, and list what does not."""
        total = len(self.entries) + len(self.lost)
        lines = [
            f"head {' '.join(self.head)}: {self.same} of {total} entries agree in length and first twists",
            *(
                f"  {e.code}: read {first} {length}, is {e.columns} {e.length}"
                for first, length, e in self.garbled
            ),
            *(f"  {e.code}: not in the scan, is {e.columns} {e.length}" for e in map(lookup, self.lost)),
        ]
        return "\n".join(lines)


def table_1() -> ScannedTable:
    """The paper's specimen half-page, with its head found again.

    >>> print(table_1())
    head 1 0 2: 54 of 60 entries agree in length and first twists
      102634: read .B..... 18, is ....W... 16
      102654: read B.B..... 24, is D.B..... 24
      102746: read .....X. 24, is .....XY. 24
      102573: not in the scan, is ..B..... 18
      102574: not in the scan, is DC....Y. 24
      102576: not in the scan, is ..B...Y. 22
    """
    lines = files("puzzle15.twists").joinpath("table_1.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    # Every puzzle of the half-page has its last three code numbers among 3 to 7.
    heads = {
        "".join(head): tuple(
            ScannedEntry(first, int(length), lookup("".join(head) + tail)) for tail, first, length in rows
        )
        for head in permutations("012")
    }
    matches = {head: sum(entry.agrees for entry in entries) for head, entries in heads.items()}
    return ScannedTable(matches, heads[max(matches, key=lambda head: matches[head])])
