"""Boards from arguments, files and pipes."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING

from puzzle15.cli.arguments import shape as to_shape
from puzzle15.cli.lines import Batch, Item, Shape, read_stream
from puzzle15.cli.output import report
from puzzle15.errors import FileError, UnsupportedError

if TYPE_CHECKING:
    from argparse import Namespace

    from puzzle15.cli.parser import Parser

__all__ = ["Batch", "Item", "add_boards", "items", "read"]


def add_boards(parser: Parser) -> None:
    """Add the arguments for boards."""
    parser.add_argument(
        "boards",
        nargs="*",
        metavar="BOARD",
        help='a board such as "1 2 3/4 5 6/7 8 0"; - for standard input, which is also read if there is none',
    )
    parser.add_argument("--file", metavar="FILE", help="read boards from a file; - for standard input")
    parser.add_argument(
        "--size",
        type=to_shape,
        metavar="ROWSxCOLS",
        help="the size of boards that are written in one row and are no squares",
    )


def read(options: Namespace) -> Iterator[Item | Batch]:
    """All boards that were asked for."""
    given: list[str] = options.boards
    if given and options.file is not None:
        raise UnsupportedError("give boards as arguments or with --file, not both")
    if options.file is not None:
        yield from _read_file(options.file, options.size)
    elif given:
        for number, text in enumerate(texts := _joined(given), start=1):
            if text == "-":
                yield from _read_file("-", options.size)
            else:
                yield Item(f"board {number}" if len(texts) > 1 else "", text, options.size)
    elif sys.stdin is None or sys.stdin.isatty():
        raise UnsupportedError(
            'no board: write one as "1 2 3/4 5 6/7 8 0", name a --file, or give - to type boards'
        )
    else:
        yield from _read_file("-", options.size)


def items(options: Namespace) -> Iterator[Item]:
    """All boards that were asked for, one by one."""
    for part in read(options):
        if isinstance(part, Batch):
            yield from part.items()
        else:
            yield part


def _joined(given: list[str]) -> list[str]:
    """The boards among the arguments; numbers that somebody forgot to quote are one board."""
    loose = len(given) > 1 and not any(re.search(r"[\s,;|]|^-$", text) for text in given)
    return [" ".join(given)] if loose else given


def _read_file(name: str, shape: Shape | None) -> Iterator[Item | Batch]:
    """All boards of a file."""
    what = "standard input" if name == "-" else name
    found = False
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
            for part in read_stream(file, what, shape):
                found = True
                yield part
    except OSError as error:
        raise FileError(f"cannot read {what}: {error.strerror}") from error
    if not found:
        report(f"no boards in {what}")
