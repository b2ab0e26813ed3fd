"""Boards from arguments, files and pipes."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING

from puzzle15.cli.arguments import add_size, words
from puzzle15.cli.lines import Batch, Item, Shape, read_stream
from puzzle15.cli.output import report
from puzzle15.errors import FileError, GoalError, InvalidBoardError, UnsupportedError

if TYPE_CHECKING:
    from argparse import Namespace

    from puzzle15._core import Board
    from puzzle15.cli.command import Parser

__all__ = ["BoardCounter", "add_boards", "goal_of", "read"]

# Give up after so many inputs if none of them is a board.
_ENOUGH = 20


def add_boards(parser: Parser) -> None:
    """Add the arguments for boards."""
    parser.add_argument(
        "boards",
        nargs="*",
        type=words,
        metavar="BOARD",
        help='a board such as "1 2 3/4 5 6/7 8 0"; - for standard input, which is also read if there is none',
    )
    parser.add_argument("--file", metavar="FILE", help="read boards from a file; - for standard input")
    add_size(parser, "the size of boards that are written in one row and are not square")


def goal_of(text: str | None, board: Board) -> Board:
    """The goal of a board, by `--goal`; an error says that the goal is wrong, not the board.

    >>> from puzzle15 import Board
    >>> goal_of("1 2/3 3", Board("1 2/0 3"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    puzzle15.errors.GoalError: the goal is not a board: no blank (write it as 0), ...
    """
    from puzzle15.goals import resolve

    try:
        return resolve(text, board)
    except InvalidBoardError as error:
        raise GoalError("the goal is ", *error.parts, remedies=error.remedies) from None


class BoardCounter:
    """Counts inputs that are no boards until the first that is one, and gives up if there are many.

    >>> counter = BoardCounter()
    >>> for _ in range(20):
    ...     counter.count(None)
    Traceback (most recent call last):
    puzzle15.errors.InvalidBoardError: none of the first 20 is a board; are these boards at all?
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._bad = 0
        self._found = False

    def count(self, board: object | None) -> None:
        """Count a board, or None for something that is not one."""
        self._found = self._found or board is not None
        if not self._found:
            self._bad += 1
            if self._bad == _ENOUGH:
                raise InvalidBoardError(f"none of the first {_ENOUGH} is a board; are these boards at all?")


def read(options: Namespace, is_board: Callable[[str], bool] | None = None) -> Iterator[Item | Batch]:
    """All boards that were asked for; `is_board` is as in `read_stream`."""
    given: list[str] = options.boards
    if given and options.file is not None:
        raise UnsupportedError("give boards as arguments or with --file, not both")
    if options.file is not None:
        yield from _read_file(options.file, options.size, is_board)
    elif given:
        texts = given if is_board else _joined(given)
        for number, text in enumerate(texts, start=1):
            if text == "-":
                yield from _read_file("-", options.size, is_board)
            else:
                yield Item(f"board {number}" if len(texts) > 1 else "", text, options.size)
    elif sys.stdin is None or sys.stdin.isatty():
        raise UnsupportedError(
            'no board: write one as "1 2 3/4 5 6/7 8 0", name a --file, or give - to type boards'
        )
    else:
        yield from _read_file("-", options.size, is_board)


def _joined(given: list[str]) -> list[str]:
    """The boards among the arguments; numbers that somebody forgot to quote are one board."""
    loose = len(given) > 1 and not any(re.search(r"[\s,;|]|^-$", text) for text in given)
    return [" ".join(given)] if loose else given


def _read_file(
    name: str, shape: Shape | None, is_board: Callable[[str], bool] | None
) -> Iterator[Item | Batch]:
    """All boards of a file."""
    what = "standard input" if name == "-" else name
    found = False
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
            for part in read_stream(file, what, shape, is_board):
                found = True
                yield part
    except OSError as error:
        raise FileError(f"cannot read {what}: {error.strerror}") from error
    if not found:
        report(f"no boards in {what}")
