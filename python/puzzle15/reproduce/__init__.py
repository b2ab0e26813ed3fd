"""Every figure of five papers computed again, printed and computed side by side, with a verdict.

>>> figure = next(document("parberry1995").figures(Run(quick=True)))
>>> figure.name, figure.printed, figure.computed, figure.verdict
('8-puzzle, blank in the centre: most moves between two boards', 30, 30, 'same')

`str(report)` has tables, `report.save_html(path)` writes a page with pictures, `report.to_json()` is for
programs. Each document has a module of its own, named as in `DOCUMENTS`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib import import_module

from puzzle15._support.checks import check_flag, check_whole
from puzzle15.errors import UnsupportedError
from puzzle15.reproduce.figures import Document, Figure, Run, Section
from puzzle15.reproduce.report import Report

__all__ = ["DOCUMENTS", "Document", "Figure", "Report", "Run", "Section", "document", "reproduce"]

DOCUMENTS = ("parberry2014", "schofield", "solvability", "parberry1995", "karlemo")
"""The short names of the documents."""


def document(key: str) -> Document:
    """One of the documents, by its short name.

    >>> document("parberry2014").title
    'Ian Parberry, A memory-efficient method for fast computation of short 15-puzzle solutions, 2014'
    """
    if key not in DOCUMENTS:
        raise UnsupportedError(f"there is no document {key!r}; choose from {', '.join(DOCUMENTS)}")
    found = import_module(f"puzzle15.reproduce.papers.{key}").DOCUMENT
    assert isinstance(found, Document)
    return found


def reproduce(
    documents: Iterable[str] | str | None = None,
    *,
    quick: bool = False,
    threads: int | None = None,
    progress: Callable[[Document, Figure], object] | None = None,
    html: str | os.PathLike[str] | None = None,
) -> Report:
    """Compute the figures of some documents, or of all, and compare them with the print.

    A full run takes some minutes on two cores and 1 GB of memory, a quick one less than two: samples are
    smaller, and the largest searches are left out. `progress` is called with every figure once it is
    computed. With `html` the report is also written as a page; whether that is possible is checked
    beforehand.

    >>> reproduce([])
    <Report of 0 figures>
    >>> reproduce("fermat1637")                                                    # doctest: +ELLIPSIS
    Traceback (most recent call last):
    puzzle15.errors.UnsupportedError: there is no document 'fermat1637'; choose from parberry2014, ...
    """
    check_flag("quick", quick)
    from datetime import UTC, datetime

    from puzzle15.reproduce.machine import this_machine

    check_whole("threads", threads, 1, 256)
    keys = DOCUMENTS if documents is None else (documents,) if isinstance(documents, str) else documents
    chosen = [document(key) for key in keys]
    if html is not None:
        from puzzle15.reproduce.page import check

        check(html)
    run = Run(quick=quick, threads=threads)
    date = datetime.now(UTC).isoformat(timespec="seconds")
    sections = tuple(_section(one, run, progress) for one in chosen)
    report = Report(sections, this_machine(), date, quick, threads)
    if html is not None:
        report.save_html(html)
    return report


def _section(one: Document, run: Run, progress: Callable[[Document, Figure], object] | None) -> Section:
    """Compute the figures of one document, and take the time."""
    figures = []
    begin = time.perf_counter()
    for figure in one.figures(run):
        now = time.perf_counter()
        figures.append(replace(figure, seconds=now - begin))
        if progress is not None:
            progress(one, figures[-1])
        begin = time.perf_counter()
    return Section(one.key, one.title, tuple(figures))
