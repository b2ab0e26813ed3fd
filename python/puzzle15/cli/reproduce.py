"""`puzzle15 reproduce`: the figures of the documents, printed and computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzle15.cli.arguments import add_threads
from puzzle15.cli.output import add_formats, json_line, note, report, write
from puzzle15.cli.parser import Command
from puzzle15.errors import PuzzleError

if TYPE_CHECKING:
    from argparse import Namespace

    from puzzle15.cli.parser import Parser
    from puzzle15.reproduce.figures import Document, Figure

__all__ = ["COMMAND"]

DESCRIPTION = """\
Compute the figures of the documents again, and print each beside the one in print,
with a verdict: same, consistent (a sample that agrees), differs (with an explanation),
unreadable (in print), measured (it depends on the machine).

Documents are parberry2014, schofield, solvability, parberry1995 and karlemo; all of
them unless some are named. --quick takes less than two minutes on two cores, a full run
some more and 1 GB of memory.

The exit code is 0 if every figure has its verdict: one that differs, and is explained,
is no failure. It is 1 if a figure differs and nothing explains it."""

EXAMPLES = """\
  puzzle15 reproduce parberry1995 --quick
  puzzle15 reproduce schofield --quick --html report.html
  puzzle15 reproduce schofield --quick --json"""


def add(parser: Parser) -> None:
    """Add the options."""
    parser.add_argument("documents", nargs="*", metavar="DOCUMENT", help="one or more; all unless given")
    parser.add_argument("--quick", action="store_true", help="smaller samples, no search of billions")
    add_threads(parser)
    add_formats(parser, csv=False)
    parser.add_argument("--html", metavar="FILE", help="a page with tables, plots and timings")


def run(options: Namespace) -> int:
    """Compute, compare and tell."""
    from puzzle15.reproduce import reproduce

    try:
        found = reproduce(
            options.documents or None,
            quick=options.quick,
            threads=options.threads,
            progress=_tell,
            html=options.html,
        )
    except PuzzleError:
        raise
    except ValueError as error:
        # A figure without a verdict says so itself.
        report(str(error))
        return 1
    write(json_line(found.to_json()) if options.json else f"{found}\n")
    return 0


def _tell(document: Document, figure: Figure) -> None:
    """A figure is there; for those who watch."""
    note(f"{document.key}: {figure.name}: {figure.verdict} ({figure.seconds:.1f} s)")


COMMAND = Command("compute the figures of the literature again", DESCRIPTION, EXAMPLES, add, run)
