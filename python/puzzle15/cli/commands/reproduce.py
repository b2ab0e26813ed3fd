"""`puzzle15 reproduce`: the figures of the documents, printed and computed."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING

from puzzle15.cli.arguments import add_threads, output_file
from puzzle15.cli.command import Command
from puzzle15.cli.output import add_formats, json_line, report, write

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator

    from puzzle15.cli.command import Parser
    from puzzle15.reproduce.figures import Document, Figure

__all__ = ["COMMAND"]

DESCRIPTION = """\
Compute the figures of the documents again, and print each beside the one in print,
with a verdict: same, agrees (a printed bound or statement is true; if its words are
vague, the row says what they are taken to mean), consistent (it is true of a sample, or
within its interval), inferred (one of these, if something is assumed that the print
does not say), differs (with an explanation), open (a question, in print), unreadable
(in print), measured (it depends on the machine), not computed (left out by --quick, or
out of reach).

Documents are parberry2014, schofield, solvability, parberry1995 and karlemo; all of
them unless some are named. --quick takes about a minute on two cores, a full run a few
minutes and 1 GB of memory.

The exit code is 0 if every figure has its verdict: one that is known to differ, with
what is known of the reason, is no failure. It is 1 if any other figure differs."""

EXAMPLES = """\
  puzzle15 reproduce parberry1995 --quick --json
  puzzle15 reproduce schofield --quick --html report.html"""


def add(parser: Parser) -> None:
    """Add the options."""
    parser.add_argument("documents", nargs="*", metavar="DOCUMENT", help="one or more; all unless given")
    parser.add_argument("--quick", action="store_true", help="smaller samples, no search of billions")
    add_threads(parser)
    add_formats(parser, csv=False)
    parser.add_argument(
        "--html", type=output_file(".html"), metavar="FILE", help="a page with tables, plots and timings"
    )


def run(options: Namespace) -> int:
    """Compute the figures, compare them, and show the report."""
    from puzzle15.reproduce import reproduce
    from puzzle15.reproduce.figures import UnexplainedError

    try:
        with _bar() as progress:
            found = reproduce(
                options.documents or None,
                quick=options.quick,
                threads=options.threads,
                progress=progress,
                html=options.html,
            )
    except UnexplainedError as error:
        report(error)
        return 1
    write(json_line(found.to_json()) if options.json else f"{found}\n")
    return 0


@contextmanager
def _bar() -> Iterator[Callable[[Document, Figure], object]]:
    """Shows whoever is watching the latest figure, and how many there are so far."""
    from puzzle15._support.progress import listening

    counts = count(1)

    def reading(news: tuple[Document, Figure]) -> tuple[int, str]:
        document, figure = news
        return next(counts), f"{document.key}: {figure.name}: {figure.verdict}"

    with listening(None, "figures", reading, total=None) as tell:
        yield lambda document, figure: None if tell is None else tell((document, figure))


COMMAND = Command("compute the figures of the literature again", DESCRIPTION, EXAMPLES, add, run)
