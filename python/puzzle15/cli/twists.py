"""`puzzle15 twists`: Schofield's eight-puzzle, look-up and book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzle15.cli.arguments import add_goal
from puzzle15.cli.output import add_formats, csv_line, json_line, write
from puzzle15.cli.parser import Command
from puzzle15.errors import FileError, UnsupportedError

if TYPE_CHECKING:
    from argparse import Namespace

    from puzzle15.cli.parser import Parser
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

Or it is a board of 3x3 with the blank in the centre; its goal is then the spiral."""

EXAMPLES = """\
  puzzle15 twists 102536
  puzzle15 twists "8 2 5/1 0 3/7 4 6" --json
  puzzle15 twists --table
  puzzle15 twists --book book.html"""


def add(parser: Parser) -> None:
    """Add the options."""
    parser.add_argument("puzzles", nargs="*", metavar="PUZZLE", help="code numbers, or a board")
    add_goal(parser)
    add_formats(parser, many=True)
    parser.add_argument("--table", action="store_true", help="how many puzzles need how many moves")
    parser.add_argument("--book", metavar="FILE", help="the whole book: .html, .txt or .csv")


def run(options: Namespace) -> int:
    """Look puzzles up, or write the book."""
    from puzzle15.twists import lookup, tabulation

    if not options.puzzles and not options.table and not options.book:
        raise UnsupportedError("no puzzle: give code numbers such as 102536, a board, --table or --book FILE")
    if options.puzzles and options.csv:
        write("code,first,length,specimen,moves\n")
    for puzzle in options.puzzles:
        write(_shown(lookup(puzzle, goal=options.goal), options))
    if options.table:
        write(_table(options))
    if options.book:
        try:
            tabulation().save(options.book)
        except OSError as error:
            raise FileError(f"cannot write {options.book!r}: {error.strerror}") from error
    return 0


def _shown(entry: Entry, options: Namespace) -> str:
    """An entry of the tables in the format asked for."""
    path = entry.specimen
    if options.csv:
        return csv_line([entry.code, "".join(entry.first), entry.length, path.notation(), path.moves])
    if options.json:
        return json_line(
            {
                "code": entry.code,
                "board": entry.board.to_list(),
                "length": entry.length,
                "first": entry.first,
                "twists": path.notation("small"),
                "moves": path.moves,
            }
        )
    return f"{entry}\n  moves  {path.moves}\n"


def _table(options: Namespace) -> str:
    """How many puzzles need how many moves."""
    from puzzle15.twists import tabulation

    names = ("moves", "puzzles", "classes", "extended")
    rows = tabulation().rows
    if options.json:
        return "".join(json_line(dict(zip(names, row, strict=True))) for row in rows)
    if options.csv:
        return "".join(map(csv_line, [names, *rows]))
    return tabulation().table() + "\n"


COMMAND = Command("look up Schofield's eight-puzzles, or write his book", DESCRIPTION, EXAMPLES, add, run)
