"""Comma-separated values, as the whole package writes them."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO

__all__ = ["csv_text"]


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    r"""Lines of CSV; the cell of None is empty.

    >>> csv_text([["board", "length"], ["1 2/3 0", 0], [None, 'a "b", c']])
    'board,length\n1 2/3 0,0\n,"a ""b"", c"\n'
    """
    import csv

    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
