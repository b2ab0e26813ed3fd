"""`puzzle15 twists`: Schofield's eight-puzzle, look-up and book."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from puzzle15._support.csv_text import csv_text
from puzzle15.cli.arguments import add_goal, output_file, words
from puzzle15.cli.boards import BoardCounter, read
from puzzle15.cli.command import Command
from puzzle15.cli.lines import Batch, Item
from puzzle15.cli.output import add_formats, json_line, report, write
from puzzle15.errors import (
    FileError,
    GoalError,
    InvalidBoardError,
    PuzzleError,
    UnsolvableError,
    UnsupportedError,
)

if TYPE_CHECKING:
    from argparse import Namespace

    from puzzle15.cli.command import Parser
    from puzzle15.twists import Entry

__all__ = ["COMMAND"]

DESCRIPTION = """\
Schofield's complete solution of the eight-puzzle, 1967: a shortest solution of each of
the 20,160 puzzles with the blank in the centre, in corner twists. A, B, C, D turn three
pieces round a corner, clockwise from the top left; W, X, Y, Z turn them back; a letter
is struck through where two moves cancel.

A puzzle is six code numbers, the pieces in squares 0 to 5, which go round the board:

    1 2 3        0 2 5
    0   4        1   3    has the code 102536.
    7 6 5        7 4 6

Or it is a board of 3x3 with the blank in the centre; its goal is then the spiral.
Puzzles come as arguments, from a file or from a pipe, one a line. A letter for twists
that is small in --csv and --json is struck through."""

EXAMPLES = """\
  puzzle15 twists 102536
  puzzle15 twists "8 2 5/1 0 3/7 4 6" --json
  puzzle15 twists 102536 --json | puzzle15 twists --csv
  puzzle15 twists --table
  puzzle15 twists --book book.html"""


# Over the lines of the tables.
_HEADING = "code           first length  twists\n"
_COLUMNS = ("code", "first", "length", "twists", "moves")


def add(parser: Parser) -> None:
    """Add the options."""
    parser.add_argument(
        "boards",
        nargs="*",
        type=words,
        metavar="PUZZLE",
        help="code numbers, or a board; - for standard input, which is also read if there is none",
    )
    parser.add_argument("--file", metavar="FILE", help="read puzzles from a file; - for standard input")
    parser.set_defaults(size=None)
    add_goal(parser, "spiral")
    add_formats(parser, many=True)
    parser.add_argument("--table", action="store_true", help="how many puzzles need how many moves")
    parser.add_argument(
        "--book", type=output_file(), metavar="FILE", help="the whole book: .html, .txt or .csv"
    )


def run(options: Namespace) -> int:
    """Look puzzles up, or write the book."""
    named = bool(options.boards) or options.file is not None
    others = options.table or options.book
    if not named and not others and sys.stdin.isatty():
        raise UnsupportedError("no puzzle: give code numbers such as 102536, a board, --table or --book FILE")
    code = _look_up(options) if named or not others else 0
    if options.table:
        write(_table(options))
    if options.book:
        _save(options.book)
    return code


def _look_up(options: Namespace) -> int:
    """Write the entries of puzzles as they come, and return the exit code."""
    counter, code, head = BoardCounter(), 0, _head(options)
    for part in read(options, _is_puzzle):
        for item in part.items() if isinstance(part, Batch) else [part]:
            try:
                write(head + _shown(_entry(item, options.goal), options))
                head = ""
                counter.count(item)
            except GoalError:
                raise  # The goal is wrong, not the puzzle.
            except PuzzleError as error:
                report(item.name(error))
                code = max(code, 1 if isinstance(error, UnsolvableError) else 2)
                counter.count(None if isinstance(error, InvalidBoardError) else item)
    return code


def _entry(item: Item, goal: str | None) -> Entry:
    from puzzle15.twists import lookup
    from puzzle15.twists.codes import is_code

    return lookup(item.text if is_code(item.text) else item.board(), goal=goal)


def _is_puzzle(text: str) -> bool:
    """Whether a line is a puzzle on its own, not a row of one."""
    from puzzle15.twists.codes import is_code

    return is_code(text) or Item("", text).is_board()


def _save(path: str) -> None:
    from puzzle15.twists import tabulation

    try:
        tabulation().save(path)
    except OSError as error:
        raise FileError(f"cannot write {path!r}: {error.strerror}") from error


def _head(options: Namespace) -> str:
    """The line above the entries."""
    return csv_text([_COLUMNS]) if options.csv else "" if options.json else _HEADING


def _shown(entry: Entry, options: Namespace) -> str:
    """An entry of the tables in the format asked for."""
    path = entry.specimen
    twists = path.notation("small")
    if options.csv:
        return csv_text([[entry.code, "".join(entry.first), entry.length, twists, path.moves]])
    if options.json:
        return json_line(
            {
                "code": entry.code,
                "board": entry.board.to_list(),
                "length": entry.length,
                "first": entry.first,
                "twists": twists,
                "moves": path.moves,
            }
        )
    return f"{entry}\n  moves  {path.moves}\n" if path.moves else f"{entry}\n"


def _table(options: Namespace) -> str:
    """How many puzzles need how many moves."""
    from puzzle15.twists import tabulation

    names = ("moves", "puzzles", "classes", "with_inverses")
    rows = tabulation().rows
    if options.json:
        return "".join(json_line(dict(zip(names, row, strict=True))) for row in rows)
    if options.csv:
        return csv_text([names, *rows])
    return tabulation().table() + "\n"


COMMAND = Command("look up Schofield's eight-puzzles, or write his book", DESCRIPTION, EXAMPLES, add, run)
