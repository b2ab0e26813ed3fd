"""The column of boards in CSV, as its lines come."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["Column", "column_of"]

# Where the name of a column is looked for, and the longest cell: boards may be longer than `csv` expects.
_HEADER = 4096
_LONGEST = 2**31 - 1


def column_of(header: str) -> Column | None:
    """The column named board in a table with this header; None if there is none.

    >>> column_of("name,Board").cells(2, [b"a,1 2/3 0"])
    (2, [b'1 2/3 0'])
    >>> column_of("1 2/3 0") is None
    True
    """
    if "board" not in header[:_HEADER].lower():
        return None
    import csv

    csv.field_size_limit(_LONGEST)
    try:
        names = [name.strip().lower() for name in next(csv.reader([header]))]
    except csv.Error:
        return None
    return Column(names.index("board")) if "board" in names else None


class _Feed:
    """Lines for `csv`; `dry` is set once it asks for more than there are."""

    def __init__(self, lines: list[bytes]) -> None:
        self._lines = iter(lines)
        self.dry = False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        for line in self._lines:
            return line.decode("utf-8", "replace").replace("\r", " ").replace("\0", "\ufffd") + "\n"
        self.dry = True
        raise StopIteration


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
        self._open: list[bytes] = []
        """The lines of a record that is not complete."""
        self._first = 0

    def cells(self, first: int, lines: list[bytes]) -> tuple[int, list[bytes]]:
        """The cells of the records that are complete with these lines, and the number of their first line."""
        first, lines = first - len(self._open), self._open + lines
        cells, used = self._read(lines, whole=False)
        self._open, self._first = lines[used:], first + used
        return first, cells

    def rest(self) -> tuple[int, list[bytes]]:
        """The cells of what is left at the end.

        >>> column = Column(0)
        >>> column.cells(2, [b'"1 2/3 0']), column.rest()
        ((2, []), (2, [b'1 2/3 0']))
        """
        return self._first, self._read(self._open, whole=True)[0]

    def _read(self, lines: list[bytes], *, whole: bool) -> tuple[list[bytes], int]:
        """Cells, and how many lines they come from."""
        import csv

        feed = _Feed(lines)
        reader = csv.reader(feed)
        cells: list[bytes] = []
        for record in reader:
            if feed.dry and not whole:
                break
            cell = record[self._number].strip() if len(record) > self._number else ""
            cells += [cell.encode(), *[b""] * (reader.line_num - len(cells) - 1)]
        return cells, len(cells)
