"""The parser of the whole command line, made of all its commands."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module

from puzzle15._core import __version__
from puzzle15.cli.command import Parser, add_command

__all__ = ["COMMANDS", "make_parser", "parse"]

COMMANDS = (
    "solve",
    "random",
    "check",
    "play",
    "web",
    "explore",
    "bounds",
    "twists",
    "experiment",
    "dataset",
    "reproduce",
    "tables",
)
"""The commands, each a module in the folder of that name."""

DESCRIPTION = """\
The sliding-tile puzzle: solve boards of any size, make and check them, search
whole puzzles, prove bounds, repeat the experiments of the literature.

A board is written row by row, 0 for the blank: "1 2 3/4 5 6/7 8 0"."""

EXAMPLES = """\
  puzzle15 solve "8 6 7/2 5 4/3 0 1"
  puzzle15 random -n 1000 --seed 1 | puzzle15 solve --csv
  puzzle15 explore 3x3"""

EXIT_CODES = """\
exit codes:
  0    done
  1    a board cannot be solved, or something could not be verified
  2    wrong usage, or input that is not a board or cannot be read
  130  stopped with Ctrl-C"""

HELP = "'puzzle15 COMMAND --help' explains a command, with examples."


def make_parser() -> Parser:
    """The parser of the whole command line.

    >>> make_parser().parse_args(["random", "-n", "3"]).n
    3
    """
    parser = Parser(
        prog="puzzle15",
        description=DESCRIPTION,
        epilog=f"examples:\n{EXAMPLES}\n\n{EXIT_CODES}\n\n{HELP}",
    )
    parser.add_argument("--version", action="version", version=f"puzzle15 {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for name in COMMANDS:
        add_command(commands, name, import_module(f"puzzle15.cli.commands.{name}").COMMAND)
    return parser


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options of a command; an error about an unknown one points to the help of that command.

    >>> parse(["random", "-n", "3"]).n
    3
    """
    parser = make_parser()
    options, left = parser.parse_known_args(arguments)
    if left:
        names = (parser.prog, options.command, getattr(options, "action", None))
        parser.prog = " ".join(filter(None, names))
        parser.error(f"unrecognized arguments: {' '.join(left)}")
    return options
