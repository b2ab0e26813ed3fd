"""`puzzle15 random`: random boards that can be solved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzle15._support.csv_text import csv_text
from puzzle15.cli.arguments import (
    add_blank,
    add_goal,
    add_seed,
    add_size,
    add_threads,
    output_file,
    shape,
    whole,
)
from puzzle15.cli.command import Command
from puzzle15.cli.output import add_formats, note, numbered, write

if TYPE_CHECKING:
    from argparse import Namespace

    import numpy as np
    from numpy.typing import NDArray

    from puzzle15._core import Board
    from puzzle15.cli.command import Parser

__all__ = ["COMMAND"]

DESCRIPTION = """\
Make random boards from which the goal can be reached, one a line. They are fair:
every solvable board is equally likely. The same seed gives the same boards
everywhere; without one, a seed is drawn, and shown if standard error is a terminal.

--blank names cells for the blank: boards with the blank in one of them are equally
likely, and there are no others.

--walk takes the blank for a walk of so many steps instead, as many games do."""

EXAMPLES = """\
  puzzle15 random
  puzzle15 random -n 5 --size 3x3 --seed 1
  puzzle15 random 4x4 --blank 4,8,12,16 --seed 1
  puzzle15 random 10x10 --seed 1 | puzzle15 solve
  puzzle15 random 3x3 --goal spiral --walk 20 --json"""

# Lines written at a time.
_LINES = 10_000


def add(parser: Parser) -> None:
    """Add the options."""
    parser.add_argument(
        "shape",
        nargs="?",
        type=shape,
        metavar="ROWSxCOLS",
        help="the size, such as 3x4 or 5; 4x4 unless given",
    )
    add_size(parser, "the same as an option")
    parser.add_argument("-n", type=whole(), default=1, metavar="N", help="how many boards; 1 unless given")
    add_goal(parser)
    add_seed(parser)
    add_blank(parser)
    parser.add_argument("--walk", type=whole(0, 2**32 - 1), metavar="STEPS", help="a walk of the blank")
    add_threads(parser)
    add_formats(parser, many=True).add_argument(
        "--drawing", action="store_true", help="draw the boards, as a single one on a terminal is by default"
    )
    parser.add_argument(
        "--svg",
        type=output_file(".svg"),
        metavar="FILE",
        help="a picture; {} in the name of the file is the number of the board",
    )


def run(options: Namespace) -> int:
    """Make boards and write them, some at a time."""
    import sys

    from puzzle15.errors import UnsupportedError
    from puzzle15.generate import blank_cells, pieces, seed_of, target_of

    if options.shape and options.size:
        raise UnsupportedError("give the size once: as an argument, or with --size")
    rows, cols = options.shape or options.size or (None, None)
    target = target_of(rows, cols, options.goal)
    blank = blank_cells(options.blank, target)
    if blank and options.walk is not None:
        raise UnsupportedError("--blank is for fair boards; a --walk ends where it ends")
    if options.n > 1 and options.svg:
        numbered(options.svg, options.n)
    seed = seed_of(options.seed)
    if options.seed is None and options.n:
        note(f"seed {seed}")
    plain = options.json or options.csv
    draws = options.drawing or (options.n == 1 and not plain and sys.stdout.isatty())
    if options.csv:
        write(csv_text([["board"]]))
    done = 0
    for boards in pieces(options.n, target, seed, options.walk, options.threads, blank=blank):
        for first in range(0, len(boards), _LINES):
            part = boards[first : first + _LINES]
            write(_drawings(part, target, done) if draws else _lines(part, target, options.json))
            if options.svg:
                _pictures(part, target, options.svg, done)
            done += len(part)
    return 0


def _lines(boards: NDArray[np.integer[Any]], target: Board, as_json: bool) -> str:
    """Boards as text or JSON, one a line."""
    if as_json:
        row = "[" + ", ".join(["%d"] * target.cols) + "]"
        line = '{"board": [' + ", ".join([row] * target.rows) + "]}\n"
    else:
        line = "/".join([" ".join(["%d"] * target.cols)] * target.rows) + "\n"
    return "".join([line % tuple(tiles) for tiles in boards.tolist()])


def _drawings(boards: NDArray[np.integer[Any]], target: Board, before: int) -> str:
    """Boards as drawings, an empty line between them."""
    from puzzle15._core import Board

    drawn = "\n".join(f"{Board(tiles, *target.shape)}\n" for tiles in boards.tolist())
    return f"\n{drawn}" if before else drawn


def _pictures(boards: NDArray[np.integer[Any]], target: Board, path: str, before: int) -> None:
    """Boards as SVG."""
    from puzzle15._core import Board

    for number, tiles in enumerate(boards.tolist(), start=before + 1):
        Board(tiles, *target.shape).to_svg(numbered(path, number), goal=target)


COMMAND = Command("make random boards", DESCRIPTION, EXAMPLES, add, run)
