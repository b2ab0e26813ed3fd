"""A report as one page that needs nothing else: tables, notes, pictures, machine and times.

Everything is in the file: the style sheet, and the pictures as SVG that takes the page's colours, so that
they can be read in light and in dark. There is no script.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files
from typing import Protocol

from puzzle15._support.checks import check_package
from puzzle15._support.files import check_writable, write_bytes
from puzzle15.reproduce.figures import VERDICTS, Figure, Section, Verdict
from puzzle15.reproduce.machine import Machine
from puzzle15.reproduce.text import notes, shown

__all__ = ["check", "page", "picture", "write"]

TITLE = "The sliding-tile puzzle: every printed figure, computed again"

MEANINGS: dict[Verdict, tuple[str, str]] = {
    "same": ("✓", "what was computed is what is printed"),
    "agrees": (
        "∼",
        "the print makes a statement, such as a bound, and it is true of what was computed; where its words "
        "are vague, by a criterion that the row states",
    ),
    "consistent": (
        "≈",
        "one of the two comes from a sample: the printed statement is true of it, or the printed value lies "
        "within the interval of 99.9 % confidence",
    ),
    "inferred": (
        "≟",
        "one of these three, if something is assumed that the print does not say; a note names it",
    ),
    "differs": ("≠", "none of these; a note says what is known of the reason"),
    "open": (
        "…",
        "the print has a question mark, or leaves a question open; what was computed is shown",
    ),
    "unreadable": (
        "?",
        "the print has a picture, a gap or a damaged place instead of a value; what was computed is shown",
    ),
    "measured": ("◷", "depends on the machine, and is set beside the printed value without a judgement"),
    "not computed": ("–", "left out of this run, or out of reach; a note says why"),
}


class Findings(Protocol):
    """What the page shows of a run; a `Report` has all of it."""

    @property
    def sections(self) -> tuple[Section, ...]:
        """The figures by document."""
        ...

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures of all documents."""
        ...

    @property
    def counts(self) -> Mapping[Verdict, int]:
        """How many figures there are of each verdict."""
        ...

    @property
    def machine(self) -> Machine:
        """The computer that found them."""
        ...

    @property
    def threads(self) -> int | None:
        """How many threads were asked for."""
        ...

    @property
    def kind(self) -> str:
        """Whether it is a quick or a full run, and when it began."""
        ...

    @property
    def begun(self) -> str:
        """When the run began."""
        ...

    @property
    def seconds(self) -> float:
        """How long the run took."""
        ...


def check(path: str | os.PathLike[str]) -> None:
    """Raise an error if a page with pictures could not be written there.

    >>> check("no such folder/report.html")
    Traceback (most recent call last):
    puzzle15.errors.FileError: cannot write no such folder/report.html: there is no folder 'no such folder'
    """
    check_package("matplotlib", "the pictures of a report need matplotlib", "plot")
    check_writable(path)


def write(path: str | os.PathLike[str], text: str) -> None:
    """Write a page into a file.

    >>> write("no such folder/report.html", "")
    Traceback (most recent call last):
    puzzle15.errors.FileError: cannot write no such folder/report.html: No such file or directory (os error 2)
    """
    write_bytes(path, text.encode())


def page(report: Findings) -> str:
    """The page of a report.

    >>> from puzzle15.reproduce import Report, Section
    >>> from puzzle15.reproduce.machine import this_machine
    >>> report = Report((Section("a", "A < B", ()),), this_machine(), "2026-11-20", quick=True, threads=None)
    >>> "A &lt; B" in page(report)
    True
    """
    return "\n".join(_page(report))


def _page(report: Findings) -> Iterator[str]:
    style = files("puzzle15.reproduce").joinpath("page.css").read_text(encoding="utf-8")
    yield f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(TITLE)}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f"<style>\n{style}</style>\n</head>\n<body>\n<main>"
    yield f"<h1>{escape(TITLE)}</h1>"
    took = escape(_seconds(report.seconds))
    yield f"<p>{escape(report.kind)}: {len(report.figures)} figures in {took}.</p>"
    yield from _summary(report)
    yield from _overview(report)
    yield from _machine(report)
    yield from _differences(report)
    for section in report.sections:
        yield from _section(section)
    yield "</main>\n</body>\n</html>\n"


def _summary(report: Findings) -> Iterator[str]:
    """The verdicts with their numbers and meanings."""
    yield '<dl class="verdicts">'
    for verdict in VERDICTS:
        count = report.counts.get(verdict, 0)
        yield f"<div><dt>{_badge(verdict)} <b>{count}</b></dt><dd>{escape(MEANINGS[verdict][1])}</dd></div>"
    yield "</dl>"


def _overview(report: Findings) -> Iterator[str]:
    """The contents: documents, with their verdicts and times."""
    yield '<h2 id="contents">Documents</h2>\n<div class="wide"><table class="overview">'
    heads = "".join(f'<th class="number">{verdict}</th>' for verdict in VERDICTS)
    yield f'<thead><tr><th>document</th>{heads}<th class="number">time</th></tr></thead>\n<tbody>'
    for section in report.sections:
        found = [figure.verdict for figure in section.figures]
        cells = "".join(f'<td class="number">{found.count(verdict) or "·"}</td>' for verdict in VERDICTS)
        link = f'<a href="#{escape(section.key)}">{escape(section.title)}</a>'
        yield f'<tr><td>{link}</td>{cells}<td class="number">{escape(_seconds(section.seconds))}</td></tr>'
    yield "</tbody></table></div>"


def _machine(report: Findings) -> Iterator[str]:
    one = report.machine
    threads = "as many as cores" if report.threads is None else str(report.threads)
    facts = {
        "processor": one.cpu,
        "cores": str(one.cores),
        "threads": threads,
        "memory": f"{one.gigabytes:.1f} GB" if one.gigabytes else "unknown",
        "system": one.system,
        "Python": one.python,
        "puzzle15": one.puzzle15,
        "NumPy": one.numpy,
        "begun": f"{report.begun} UTC",
        "took": _seconds(report.seconds),
    }
    yield '<h2 id="machine">Machine and versions</h2>\n<dl class="facts">'
    for name, value in facts.items():
        yield f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"
    yield "</dl>"


def _differences(report: Findings) -> Iterator[str]:
    """A list of what a reader will want to see first."""
    found = [
        (section, number)
        for section in report.sections
        for number, figure in enumerate(section.figures)
        if figure.verdict == "differs"
    ]
    if not found:
        return
    yield '<h2 id="differences">What differs</h2>\n<ul class="differences">'
    for section, number in found:
        figure = section.figures[number]
        values = f"{_value(figure, figure.printed)} printed, {_value(figure, figure.computed)} computed"
        link = f'<a href="#{escape(section.key)}-{number}">{escape(figure.name)}</a>'
        yield f"<li>{link} <small>({escape(section.key)})</small>: {values}</li>"
    yield "</ul>"


def _section(section: Section) -> Iterator[str]:
    """The table of one document."""
    yield f'<h2 id="{escape(section.key)}">{escape(section.title)}</h2>'
    yield f"<p>{len(section.figures)} figures in {escape(_seconds(section.seconds))}.</p>"
    yield '<table class="figures">\n<thead><tr><th>figure</th><th>printed</th><th>computed</th>'
    yield '<th>verdict</th><th class="number">time</th></tr></thead>'
    for number, figure in enumerate(section.figures):
        yield from _rows(figure, f"{section.key}-{number}")
    yield "</table>"


def _rows(figure: Figure, name: str) -> Iterator[str]:
    """A figure: its row, and a second one for notes and picture if there are any."""
    yield f'<tbody id="{escape(name)}" class="{_class(figure.verdict)}"><tr>'
    yield f'<th scope="row">{escape(figure.name)}</th>'
    yield f'<td data-label="printed">{_value(figure, figure.printed)}</td>'
    yield f'<td data-label="computed">{_value(figure, figure.computed)}</td>'
    yield f"<td>{_badge(figure.verdict)}</td>"
    yield f'<td class="number time">{escape(_seconds(figure.seconds))}</td></tr>'
    texts = "".join(f"<p>{escape(text)}</p>" for text in notes(figure))
    drawn = picture(figure, name) if figure.plot is not None else ""
    if texts or drawn:
        yield f'<tr class="note"><td colspan="5">{texts}{drawn}</td></tr>'
    yield "</tbody>"


def _value(figure: Figure, value: object) -> str:
    """A value; a table has a line for each row."""
    if value is None:
        return "<i>not computed</i>" if figure.computed is None else "<i>not readable</i>"
    if not isinstance(value, tuple):
        return escape(shown(value, figure.style))
    nested = any(isinstance(part, tuple) for part in value)
    lines = [escape(shown(row, figure.style)) for row in (value if nested else [value])]
    return f'<span class="list">{"<br>".join(lines)}</span>'


def _badge(verdict: Verdict) -> str:
    """The verdict as a word with a sign, so that colour is not needed."""
    sign = MEANINGS[verdict][0]
    return f'<span class="badge {_class(verdict)}"><span aria-hidden="true">{sign}</span> {verdict}</span>'


def _class(verdict: Verdict) -> str:
    """Its name in the style sheet."""
    return verdict.replace(" ", "-")


def _seconds(seconds: float) -> str:
    if seconds < 0.001:
        return "< 1 ms"
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds:.0f} s"


def picture(figure: Figure, name: str) -> str:
    """The picture of a figure as SVG, with ids that no other picture on the page has.

    >>> from puzzle15 import explore
    >>> layers = explore(2, 2)
    >>> drawn = picture(Figure("states", 12, layers.states, plot=layers.plot), "a-1")
    >>> drawn.count('<svg role="img" aria-label="states"'), 'id="a-1-' in drawn
    (1, True)
    """
    from puzzle15._support.numeric import prepare_matplotlib

    prepare_matplotlib()
    from matplotlib.figure import Figure as Canvas

    from puzzle15.plot import to_svg

    assert figure.plot is not None
    axes = Canvas(figsize=(7, 3.4), layout="constrained").subplots()
    figure.plot(axes)
    svg = to_svg(axes)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'(href="|url\()#', rf"\1#{name}-", svg)
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{escape(figure.name)}" ', 1)
    return f"<figure>{svg}</figure>"
