"""`puzzle15 play`: the puzzle in the terminal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from puzzle15.cli.arguments import METHODS, add_goal, add_seed, add_size, amount, shape, words
from puzzle15.cli.command import Command

if TYPE_CHECKING:
    from argparse import Namespace

    from puzzle15.cli.command import Parser

__all__ = ["COMMAND"]

DESCRIPTION = """\
Play the puzzle in the terminal with the arrow keys: shuffle, undo, a hint (the next
move of a best solution), watch it solve itself; moves and time count against the
optimum. The keys are shown on the screen, too.

Keys are
  arrows    slide a tile into the blank; w a s d and h j k l do the same
  1, 2 ...  slide the tile with this number, and all between it and the blank
  u  y      take a move back, make it again
  ?  t      a hint
  v         watch it solved; + and - change the speed, any other key stops
  n  r      another board, the same from the beginning
  g         show the goal, or the board again
  f         flip the arrows, so that they move the blank
  q         quit"""

EXAMPLES = """\
  puzzle15 play
  puzzle15 play 3x3 --seed 7
  puzzle15 play "8 6 7/2 5 4/3 0 1\""""


def add(parser: Parser) -> None:
    """Add the options."""
    parser.add_argument(
        "board",
        nargs="?",
        type=_board_or_size,
        metavar="BOARD",
        help="the board to begin with, or the size of a random one, such as 3x4; 4x4 unless given",
    )
    add_size(parser, "the same as an option, or that of a board written in one row")
    add_goal(parser)
    add_seed(parser, "board")
    parser.add_argument("--method", choices=METHODS, default="auto", help="for watching it solved")
    parser.add_argument(
        "--speed", type=amount(0.25, 64), default=4.0, metavar="N", help="moves a second when watching; 4"
    )
    parser.add_argument("--flip", action="store_true", help="an arrow moves the blank, not a tile")


def _board_or_size(text: str) -> str | tuple[int, int]:
    """A size if it looks like one, which no board does."""
    return shape(text) if re.fullmatch(r"\s*\d+\s*(?:[xX×]\s*\d+\s*)?", text) else words(text)


def run(options: Namespace) -> int:
    """Play."""
    from puzzle15.cli.lines import Item
    from puzzle15.errors import UnsupportedError
    from puzzle15.play import play

    board, size = None, options.size
    if isinstance(options.board, str):
        board, size = Item("", options.board, size).board(), None
    elif options.board is not None:
        if size is not None:
            raise UnsupportedError("give the size once: as an argument, or with --size")
        size = options.board
    rows, cols = size or (None, None)
    return play(
        board,
        rows=rows,
        cols=cols,
        goal=options.goal,
        seed=options.seed,
        method=options.method,
        speed=options.speed,
        flip=options.flip,
    )


COMMAND = Command("play the puzzle in the terminal", DESCRIPTION, EXAMPLES, add, run)
