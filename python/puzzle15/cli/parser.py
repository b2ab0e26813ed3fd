"""The parser of the command line: what all commands have in common, and how errors are said."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from puzzle15._core import __version__

__all__ = ["COMMANDS", "Command", "Parser", "add_command", "examples_of", "make_parser", "parse"]

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
"""The commands, each a module beside this one."""

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


class Command(NamedTuple):
    """A command: how it is summed up and described, examples that work, its options, and what it does."""

    summary: str
    description: str
    examples: str
    add: Callable[[Parser], object]
    run: Callable[[argparse.Namespace], int]


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Lines of descriptions stay as they are, and options have room."""

    def __init__(self, prog: str, **options: Any) -> None:
        super().__init__(prog, max_help_position=28, **options)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line with the remedy."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Keep the lines of descriptions as they are, and options in full."""
        options.setdefault("formatter_class", _Formatter)
        options.setdefault("allow_abbrev", False)
        super().__init__(*arguments, **options)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is, and end with code 2."""
        self.exit(2, f"puzzle15: {message}; see '{self.prog} --help'\n")


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
    """The options of a command; where there is one too many, the help of that command is named.

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


def examples_of(examples: str, command: str) -> str:
    """The lines of examples in which this command is.

    >>> examples_of("  puzzle15 tables\\n  puzzle15 tables build 3x4", "tables build")
    '  puzzle15 tables build 3x4'
    """
    return "\n".join(line for line in examples.splitlines() if command in line)


def add_command(commands: Any, name: str, command: Command) -> None:
    """Add a command, or one within a command, with its description, its examples and its options."""
    parser = commands.add_parser(
        name,
        help=command.summary,
        description=command.description,
        epilog=f"examples:\n{command.examples}",
    )
    parser.set_defaults(run=command.run)
    command.add(parser)
