"""A report as text: a table for each document, with notes under the rows.

>>> from puzzle15.reproduce.figures import Figure
>>> for line in rows([Figure("worst", 31, 31), Figure("states", 10**6, 10**6)]):
...     print(line)
figure  printed    computed   verdict
worst   31         31         same
states  1,000,000  1,000,000  same
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from numbers import Integral, Real

from puzzle15.reproduce.figures import Figure

__all__ = ["notes", "rows", "shown", "shown_computed"]

WIDTH = 100
_HEAD = ("figure", "printed", "computed", "verdict")
_WIDEST = (38, 22, 22, 12)


def shown(value: object, style: str = "") -> str:
    """A value as it stands in a table: whole numbers with commas, others in their style, tuples row by row.

    >>> shown(181440), shown(26.8745, ".2f"), shown(((30, 29), (29, 31))), shown(None)
    ('181,440', '26.87', '30 29 / 29 31', '(not readable)')
    """
    if value is None:
        return "(not readable)"
    if isinstance(value, bool | str):
        return str(value)
    if isinstance(value, tuple | list):
        between = " / " if any(isinstance(part, tuple | list) for part in value) else " "
        return between.join(shown(part, style) for part in value)
    if isinstance(value, Real) and style:
        return format(value, style)
    return f"{value:,}" if isinstance(value, Integral) else str(value)


def shown_computed(figure: Figure) -> str:
    """The computed value as it stands in a table.

    >>> shown_computed(Figure("largest search", 75, None, note="left out of quick runs"))
    '(not computed)'
    """
    return "(not computed)" if figure.computed is None else shown(figure.computed, figure.style)


def notes(figure: Figure) -> list[str]:
    """What is said under a row: the interval, the sample, the criterion, why it differs, the note.

    >>> notes(Figure("mean", 2.5, 2.4, interval=(2.3, 2.5), sample="10 boards, seed 1", style=".1f"))
    ['within 2.3 to 2.5, with 99.9 % confidence; 10 boards, seed 1']
    >>> notes(Figure("solved by hand", "most", "9 of 10", holds=True, criterion="more than half are"))
    ['It agrees if more than half are.']
    """
    how = []
    if figure.interval is not None:
        where = {"consistent": "within ", "inferred": "within ", "differs": "outside "}.get(
            figure.verdict, ""
        )
        low, high = (shown(_short(end), figure.style) for end in figure.interval)
        how.append(f"{where}{low} to {high}, with 99.9 % confidence")
    if figure.sample:
        how.append(figure.sample)
    why = figure.why if figure.verdict == "differs" else ""
    assumed = f"The same, if {figure.assuming}." if figure.verdict == "inferred" else ""
    agrees = "is consistent" if figure.sample else "agrees"
    agreed = f"It {agrees} if {figure.criterion}." if figure.criterion else ""
    return [text for text in ("; ".join(how), assumed, agreed, why, figure.note) if text]


def _short(end: float) -> float:
    """Whole numbers without a point, others with few places."""
    return int(end) if float(end).is_integer() else float(f"{end:.4g}")


def rows(figures: Sequence[Figure]) -> list[str]:
    """The lines of a table, wide cells wrapped.

    >>> rows([Figure("worst", 31, 31)])[1]
    'worst   31       31        same'
    """
    table = [
        (figure.name, shown(figure.printed, figure.style), shown_computed(figure), figure.verdict)
        for figure in figures
    ]
    widths = [
        min(widest, max(len(cells[column]) for cells in [_HEAD, *table]))
        for column, widest in enumerate(_WIDEST)
    ]
    lines = _row(_HEAD, widths)
    for cells, figure in zip(table, figures, strict=True):
        lines += _row(cells, widths)
        for note in notes(figure):
            lines += textwrap.wrap(note, WIDTH, initial_indent="    ", subsequent_indent="    ")
    return lines


def _row(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """A row, of as many lines as its tallest cell needs."""
    parts = [textwrap.wrap(cell, width) or [""] for cell, width in zip(cells, widths, strict=True)]
    high = max(map(len, parts))
    lines = zip(*([*part, *[""] * (high - len(part))] for part in parts), strict=True)
    return ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lines]
