"""`puzzle15 dataset`: boards with answers, as NumPy or Parquet."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from puzzle15.cli.arguments import METHODS, add_goal, add_seed, add_size, add_tables, add_threads, whole
from puzzle15.cli.command import Command
from puzzle15.cli.output import json_line, note, write

if TYPE_CHECKING:
    from argparse import Namespace

    from puzzle15.cli.command import Parser

__all__ = ["COMMAND"]

DESCRIPTION = """\
Write boards with the length of a shortest solution, and the moves that begin one, to
a file to learn from: .npz for NumPy, .parquet for Arrow and others, or a folder of
.npy files (a name without an ending). Lengths are exact up to 25 cells; for larger
boards, or to be quicker, name a method: then they are only those of its solutions."""

EXAMPLES = """\
  puzzle15 dataset some.npz -n 10000 --size 3x3 --seed 1
  puzzle15 dataset all.parquet --all --size 2x3
  puzzle15 dataset near.npz -n 100 --walk 1-30 --first-moves all --seed 1
  puzzle15 dataset large -n 100 --size 10x10 --method peel --seed 1"""

_MOST = 2**32 - 1


def reach(text: str) -> tuple[int, int]:
    """A number of moves, or the least and the most.

    >>> reach("20"), reach("1-30")
    ((20, 20), (1, 30))
    """
    low, dash, high = text.partition("-")
    try:
        return whole(1, _MOST)(low), whole(1, _MOST)(high if dash else low)
    except ArgumentTypeError:
        raise ArgumentTypeError(
            f"expected a number of moves from 1 to {_MOST} such as 20, or two such as 1-30; got {text!r}"
        ) from None


def add(parser: Parser) -> None:
    """Add the options."""
    parser.add_argument("path", metavar="FILE", help="a name that ends with .npz or .parquet, or a folder")
    boards = parser.add_mutually_exclusive_group()
    boards.add_argument(
        "-n", type=whole(0, 10**14), default=10_000, metavar="N", help="how many boards; 10,000 unless given"
    )
    boards.add_argument("--all", action="store_true", help="every board of a puzzle of up to 10 cells")
    add_size(parser, "4x4 unless given")
    add_goal(parser)
    add_seed(parser)
    parser.add_argument(
        "--walk", type=reach, metavar="MOVES", help="random walks from the goal, of 20 moves, or 1-30"
    )
    parser.add_argument(
        "--depth", type=reach, metavar="MOVES", help="boards exactly so far away, up to 10 cells"
    )
    parser.add_argument("--method", choices=METHODS, default="optimal", help="optimal unless given")
    parser.add_argument(
        "--first-moves",
        choices=("all", "one"),
        help="all that begin a shortest solution, as up to 12 cells unless given, or that of one, as beyond",
    )
    add_tables(parser)
    add_threads(parser)
    parser.add_argument("--json", action="store_true", help="say what was written, as JSON")


def run(options: Namespace) -> int:
    """Write the file, and say what is in it."""
    from puzzle15 import datasets

    made = datasets.write(
        options.path,
        "all" if options.all else options.n,
        options.size,
        goal=options.goal,
        seed=options.seed,
        scramble=options.walk,
        depth=options.depth,
        method=options.method,
        first_moves=options.first_moves,
        tables=options.tables,
        threads=options.threads,
    )
    if options.seed is None and made["seed"] is not None:
        note(f"seed {made['seed']}")
    kind = "shortest solutions" if made["optimal"] else f"solutions by {made['method']}"
    size = f"{made['rows']}×{made['cols']}"
    moves = "all first moves" if made["first_moves"] == "all" else "one first move each"
    text = f"{options.path}: {made['boards']:,} boards of {size}, lengths of {kind}, {moves}\n"
    write(json_line(made) if options.json else text)
    return 0


COMMAND = Command("write boards with answers, to learn from", DESCRIPTION, EXAMPLES, add, run)
