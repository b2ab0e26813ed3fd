"""What a run found: figures by document, the machine, the time; as text, JSON or a page."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from numbers import Integral, Real
from typing import Any

from puzzle15.reproduce.figures import VERDICTS, Figure, Section, Verdict
from puzzle15.reproduce.machine import Machine
from puzzle15.reproduce.page import page, write
from puzzle15.reproduce.text import rows

__all__ = ["Report"]


@dataclass(frozen=True)
class Report:
    """The figures of one or more documents, each printed and computed, with a verdict.

    >>> from puzzle15.reproduce.machine import this_machine
    >>> figures = (Figure("cells", 9, 9), Figure("rows", 3, 4, why="A misprint."))
    >>> sections = (Section("puzzles", "A. Author, 1900, On puzzles", figures),)
    >>> report = Report(sections, this_machine(), "2026-11-20T12:00:00+00:00", quick=True, threads=None)
    >>> report
    <Report of 2 figures: 1 same, 1 differs>
    >>> report.kind, report.begun
    ('Quick run of 2026-11-20 12:00 UTC', '2026-11-20 12:00')
    >>> report.counts, report.summary
    ({'same': 1, 'differs': 1}, '2 figures: 1 same, 1 differs')
    >>> len(report.figures), report.seconds
    (2, 0.0)
    >>> print(report)                                                               # doctest: +ELLIPSIS
    Quick run of 2026-11-20 12:00 UTC, 0.0 s
    ...
    2 figures: 1 same, 1 differs
    <BLANKLINE>
    A. Author, 1900, On puzzles (0.0 s)
    <BLANKLINE>
    figure  printed  computed  verdict
    cells   9        9         same
    rows    3        4         differs
        A misprint.
    """

    sections: tuple[Section, ...]
    machine: Machine
    date: str
    """When the run began, as in ISO 8601."""
    quick: bool
    threads: int | None

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures of all documents."""
        return tuple(figure for section in self.sections for figure in section.figures)

    @property
    def seconds(self) -> float:
        """How long the run took."""
        return sum(section.seconds for section in self.sections)

    @property
    def counts(self) -> dict[Verdict, int]:
        """How many figures there are of each verdict that occurs."""
        found = Counter(figure.verdict for figure in self.figures)
        return {verdict: found[verdict] for verdict in VERDICTS if found[verdict]}

    @property
    def kind(self) -> str:
        """Whether it is a quick or a full run, and when it began."""
        return f"{'Quick' if self.quick else 'Full'} run of {self.begun} UTC"

    @property
    def begun(self) -> str:
        """When the run began, to the minute."""
        return self.date[:16].replace("T", " ")

    @property
    def summary(self) -> str:
        """The number of figures, and of each verdict."""
        total = len(self.figures)
        counts = ", ".join(f"{count} {verdict}" for verdict, count in self.counts.items())
        return f"{total} figure{'s' * (total != 1)}" + (f": {counts}" if counts else "")

    def __repr__(self) -> str:
        """A line with the number of figures."""
        return f"<Report of {self.summary}>"

    def __str__(self) -> str:
        """A table for each document, with notes under the rows."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.kind}, {self.seconds:.1f} s"
        yield self.machine.line
        yield self.summary
        for section in self.sections:
            yield from ["", f"{section.title} ({section.seconds:.1f} s)", "", *rows(section.figures)]

    def to_json(self) -> dict[str, Any]:
        """Everything but the pictures as a dictionary for JSON.

        >>> from puzzle15.reproduce.machine import this_machine
        >>> sections = (Section("puzzles", "On puzzles", (Figure("cells", 9, 9),)),)
        >>> data = Report(sections, this_machine(), "2026-11-20", quick=True, threads=None).to_json()
        >>> data["counts"], data["documents"][0]["figures"][0]["computed"]
        ({'same': 1}, 9)
        """
        return {
            "date": self.date,
            "quick": self.quick,
            "threads": self.threads,
            "seconds": self.seconds,
            "machine": asdict(self.machine),
            "counts": self.counts,
            "documents": [
                {
                    "key": section.key,
                    "title": section.title,
                    "seconds": section.seconds,
                    "figures": [_row(figure) for figure in section.figures],
                }
                for section in self.sections
            ],
        }

    def to_html(self) -> str:
        """One page with everything in it, pictures included (which needs matplotlib).

        >>> from puzzle15.reproduce.machine import this_machine
        >>> Report((), this_machine(), "2026-11-20", quick=True, threads=None).to_html()[:15]
        '<!DOCTYPE html>'
        """
        return page(self)

    def save_html(self, path: str | os.PathLike[str]) -> None:
        """Write `to_html()` into a file.

        >>> import pathlib, tempfile
        >>> from puzzle15.reproduce.machine import this_machine
        >>> report = Report((), this_machine(), "2026-11-20", quick=True, threads=None)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     report.save_html(f"{folder}/report.html")
        ...     pathlib.Path(f"{folder}/report.html").read_text(encoding="utf-8") == report.to_html()
        True
        """
        write(path, self.to_html())


def _row(figure: Figure) -> dict[str, Any]:
    return {
        "name": figure.name,
        "printed": _plain(figure.printed),
        "computed": _plain(figure.computed),
        "verdict": figure.verdict,
        "interval_99.9%": _plain(figure.interval),
        "sample": figure.sample,
        "note": figure.note,
        "assuming": figure.assuming if figure.verdict == "inferred" else "",
        "criterion": figure.criterion,
        "why": figure.why if figure.verdict == "differs" else "",
        "seconds": figure.seconds,
    }


def _plain(value: object) -> Any:
    """A value for JSON: numbers of NumPy become numbers, fractions become text."""
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    if isinstance(value, Integral):
        return int(value)
    return float(value) if isinstance(value, Real) and not hasattr(value, "numerator") else str(value)
