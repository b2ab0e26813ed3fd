"""Output: text, moves, JSON and CSV, and the names of files."""

from __future__ import annotations

import sys
from argparse import SUPPRESS
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from puzzle15.cli.wording import said
from puzzle15.errors import UnsupportedError
from puzzle15.wording import printable

if TYPE_CHECKING:
    from argparse import _ActionsContainer as Options

__all__ = [
    "add_formats",
    "json_line",
    "note",
    "numbered",
    "report",
    "table",
    "write",
]


def add_formats(parser: Options, *, csv: bool = True, many: bool = False, inner: bool = False) -> Any:
    """Add `--json` and `--csv`, of which only one can be given; return the group, for more of the kind.

    `inner` is for a subcommand of a command that has these options, too, and may have been given them.
    """
    group = parser.add_mutually_exclusive_group()
    lines = ", an object a line" if many else ""
    default = SUPPRESS if inner else False
    group.add_argument("--json", action="store_true", default=default, help=f"JSON{lines}")
    if csv:
        group.add_argument("--csv", action="store_true", help="comma-separated values with a header")
    return group


def write(text: str) -> None:
    """Write to standard output at once."""
    sys.stdout.write(text)
    sys.stdout.flush()


def report(problem: object) -> None:
    """Report what is wrong, an error or a text, in one line on standard error."""
    print(f"puzzle15: {said(problem)}", file=sys.stderr)


def note(text: str) -> None:
    """Tell something to a person who is watching, and to nobody else."""
    if sys.stderr.isatty():
        print(text, file=sys.stderr)


def json_line(value: Any) -> str:
    r"""A value as JSON on one line, with escapes for whatever a terminal does not print.

    >>> json_line({"length": 2})
    '{"length": 2}\n'
    >>> print(json_line("a\x9bb"), end="")
    "a\u009bb"
    """
    import json

    text = json.dumps(value, ensure_ascii=False)
    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in text)
    return text + "\n"


def table(rows: Sequence[Sequence[object]], right: Iterable[int] = ()) -> str:
    r"""Rows of text in columns, some of them aligned to the right. Names in them may come from files.

    >>> print(table([["name", "size"], ["a", 10]], right=[1]))
    name  size
    a       10
    """
    texts = [[printable(str(text)) for text in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    flush = set(right)
    lines = (
        "  ".join(
            text.rjust(width) if number in flush else text.ljust(width)
            for number, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in texts
    )
    return "\n".join(line.rstrip() for line in lines)


def numbered(path: str, number: int) -> str:
    """The file for one of several boards: {} in its name is the number.

    >>> numbered("board-{}.svg", 3), numbered("board.svg", 1)
    ('board-3.svg', 'board.svg')
    >>> numbered("board.svg", 2)
    Traceback (most recent call last):
    puzzle15.errors.UnsupportedError: 'board.svg' is for one board; for many, write {} where the number goes
    """
    if number > 1 and "{}" not in path:
        raise UnsupportedError(f"{path!r} is for one board; for many, write {{}} where the number goes")
    return path.replace("{}", str(number))
