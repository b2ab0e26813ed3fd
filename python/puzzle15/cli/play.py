"""`puzzle15 play`: the puzzle in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzle15.cli.arguments import METHODS, add_goal, amount, shape, whole
from puzzle15.cli.parser import Command

if TYPE_CHECKING:
    from argparse import Namespace

    from puzzle15.cli.parser import Parser

__all__ = ["COMMAND"]

DESCRIPTION = """\
Play the puzzle in the terminal with the arrow keys: shuffle, undo, a hint (the next
move of a best solution), watch it solve itself; moves and time count against the
optimum. The keys are shown on the screen."""

EXAMPLES = """\
  puzzle15 play
  puzzle15 play --size 3x3 --seed 1
  puzzle15 play "8 6 7/2 5 4/3 0 1\""""


def add(parser: Parser) -> None:
    """Add the options."""
    parser.add_argument(
        "board", nargs="?", metavar="BOARD", help="the board to begin with; random unless given"
    )
    parser.add_argument("--size", type=shape, metavar="ROWSxCOLS", help="of a random board; 4x4 unless given")
    add_goal(parser)
    parser.add_argument("--seed", type=whole(0, 2**64 - 1), metavar="SEED", help="for the same board again")
    parser.add_argument("--method", choices=METHODS, default="auto", help="for watching it solved")
    parser.add_argument(
        "--speed", type=amount(0.25, 64), default=4.0, metavar="N", help="moves a second when watching; 4"
    )
    parser.add_argument("--flip", action="store_true", help="an arrow moves the blank, not a tile")


def run(options: Namespace) -> int:
    """Play."""
    from puzzle15.cli.boards import Item
    from puzzle15.play import play

    board = None if options.board is None else Item("", options.board, options.size).board()
    rows, cols = (None, None) if board is not None else options.size or (None, None)
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
