"""What a command is, and the parser that commands add their options to."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

__all__ = ["Command", "Parser", "add_command", "examples_of"]


class Command(NamedTuple):
    """A command: a summary, a description, examples that work, its options, and what it does."""

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


def examples_of(examples: str, command: str) -> str:
    """The examples of this command.

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
    parser.set_defaults(options=frozenset(parser._option_string_actions))
