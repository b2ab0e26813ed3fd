"""The column of boards in CSV, as its lines come.

Only the cells of that column are made: as Python objects, all cells of a line would take up to thirty times
as much memory as the line.
"""

from __future__ import annotations

import re

__all__ = ["Column", "column_of"]

# Where the name of a column is looked for. A record over several lines that has more bytes than this is a
# mistake, and is read as if it ended.
_HEADER = 4096
_LONGEST_OPEN = 1 << 20

# What is between quotes, where two of them are one; and the rest of a cell.
_QUOTED = re.compile(rb'[^"]*+(?:""[^"]*+)*+')
_PLAIN = re.compile(rb"[^,]*+")


def column_of(header: str) -> Column | None:
    """The column named board in a table with this header; None if there is none.

    >>> column_of("name,Board").cells(2, [b"a,1 2/3 0"])
    (2, [b'1 2/3 0'])
    >>> column_of("1 2/3 0") is None
    True
    """
    header = header[:_HEADER].lower()
    if "board" not in header:
        return None
    import csv

    try:
        names = [name.strip() for name in next(csv.reader([header]))]
    except csv.Error:
        return None
    return Column(names.index("board")) if "board" in names else None


class Column:
    r"""Takes lines, and gives a cell for each, empty after the first line of a record of several.

    >>> column = Column(0)
    >>> column.cells(2, [b'1 2/3 0,a', b'"1 2'])
    (2, [b'1 2/3 0'])
    >>> column.cells(4, [b'0 3",b', b"1 2/0 3,c"])
    (3, [b'1 2\n0 3', b'', b'1 2/0 3'])
    """

    def __init__(self, number: int) -> None:
        """Take the cells with this number in their records."""
        self._number = number
        self._first = 0
        """The number of the first line of the record that is being read."""
        self._begin()

    def _begin(self) -> None:
        """Begin a record."""
        self._at = 0
        """The number of the cell that is being read."""
        self._is_quoted = False
        """Whether that began with a quote that has not ended."""
        self._cell = bytearray()
        """What there is of the cell asked for."""
        self._lines = 0
        """How many lines of the record have been read, and how many bytes."""
        self._size = 0

    def cells(self, first: int, lines: list[bytes]) -> tuple[int, list[bytes]]:
        """The cells of the records that are complete with these lines, and the number of their first line."""
        first -= self._lines
        cells: list[bytes] = []
        for line in lines:
            if self._read(line):
                cells += self._end()
        if self._size > _LONGEST_OPEN:
            cells += self._end()
        self._first = first + len(cells)
        return first, cells

    def rest(self) -> tuple[int, list[bytes]]:
        """The cells of what is left at the end.

        >>> column = Column(0)
        >>> column.cells(2, [b'"1 2/3 0']), column.rest()
        ((2, []), (2, [b'1 2/3 0']))
        """
        return self._first, self._end() if self._lines else []

    def _end(self) -> list[bytes]:
        """The cell of a record, and an empty one for each line but the first."""
        cells = [bytes(self._cell.strip()), *[b""] * (self._lines - 1)]
        self._begin()
        return cells

    def _read(self, line: bytes) -> bool:
        """Read a line of a record, and say whether it is the last."""
        self._lines += 1
        self._size += len(line)
        at, last_quote = 0, line.rfind(b'"')
        while at <= last_quote or self._is_quoted:
            if self._is_quoted:
                at = self._take(_QUOTED, line, at)
                if at == len(line):
                    self._cell += b"\n" if self._at == self._number else b""
                    return False
                self._is_quoted = False
                at += 1
            elif line[at : at + 1] == b'"' and (at == 0 or line[at - 1 : at] == b","):
                self._is_quoted = True
                at += 1
            else:
                at = self._take(_PLAIN, line, at)
                if at == len(line):
                    return True
                self._at += 1
                at += 1
        # From here on there is a cell from one comma to the next.
        before = self._number - self._at
        if before >= 0:
            self._cell += b"".join(line[at:].split(b",", before + 1)[before : before + 1])
        return True

    def _take(self, pattern: re.Pattern[bytes], line: bytes, at: int) -> int:
        """Take the part of a cell that begins at a place, and return the place after it."""
        found = pattern.match(line, at)
        if found is None:
            return at
        if self._at == self._number:
            self._cell += found[0].replace(b'""', b'"') if pattern is _QUOTED else found[0]
        return found.end()
