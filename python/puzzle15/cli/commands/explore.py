"""`puzzle15 explore`: every state of a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzle15._support.csv_text import csv_text
from puzzle15.cli.arguments import (
    add_goal,
    add_memory,
    add_threads,
    amount,
    cell,
    cells,
    numbers,
    output_file,
    shape_of,
)
from puzzle15.cli.command import Command
from puzzle15.cli.output import add_formats, json_line, note, write

if TYPE_CHECKING:
    from argparse import Namespace

    from puzzle15.cli.command import Parser
    from puzzle15.exploring import Layers

__all__ = ["COMMAND"]

DESCRIPTION = """\
Search every state of a puzzle from its goal: how many there are at each depth, how
far the farthest are, and the maxima by first cell of the blank.

All tiles are told apart on boards of up to 14 cells; on larger ones name some with
--tiles, and the others are alike. Cells are counted from 1, row by row.
A search of 3x4 takes a second. How much memory it takes is said beforehand, by
itself and with all that the process holds, which is what a container must allow.
One that does not fit is refused; one with a --checkpoint goes on where it was
stopped."""

EXAMPLES = """\
  puzzle15 explore 3x3
  puzzle15 explore 2 5 --metric multi --csv
  puzzle15 explore 4x4 --tiles 1-4 --json
  puzzle15 explore 3x3 --blank 5 --antipodes --svg layers.svg"""


def add(parser: Parser) -> None:
    """Add the options."""
    parser.add_argument("shape", nargs="+", metavar="ROWSxCOLS", help="3x4, or rows and columns apart: 3 4")
    what = parser.add_argument_group("what to search")
    what.add_argument("--tiles", type=numbers, metavar="LIST", help="tiles told apart, such as 1,2,5-8")
    what.add_argument("--removed", type=cells, default=(), metavar="LIST", help="cells taken off the board")
    what.add_argument("--blank", type=cell, metavar="CELL", help="home of the blank")
    add_goal(what)
    what.add_argument("--metric", choices=("single", "multi"), default="single", help="what is one move")
    how = parser.add_argument_group("how to search")
    add_threads(how)
    add_memory(how)
    how.add_argument("--lean", action="store_true", default=None, help="one bit a state instead of two")
    how.add_argument(
        "--symmetric", action="store_true", help="store only one of two mirror images; square boards only"
    )
    how.add_argument(
        "--algorithm",
        choices=("bits", "lists"),
        default="bits",
        help="lists: that of Karlemo and Östergård, for comparison",
    )
    how.add_argument("--checkpoint", metavar="FILE", help="file to save progress in and resume from")
    how.add_argument("--every", type=amount(0), metavar="SECONDS", help="least time between two updates")
    out = parser.add_argument_group("output")
    add_formats(out)
    out.add_argument(
        "--antipodes", action="store_true", help="the deepest states too, if they are not too many"
    )
    out.add_argument("--svg", type=output_file(".svg"), metavar="FILE", help="a bar for each depth")
    out.add_argument("--save", type=output_file(), metavar="FILE", help="everything, for Layers.load")


def run(options: Namespace) -> int:
    """Search, and show what was found."""
    from puzzle15._support.files import check_writable, write_bytes
    from puzzle15.errors import UnsupportedError
    from puzzle15.exploring import explore, search_size

    if options.antipodes and options.csv:
        raise UnsupportedError("--antipodes are states, not figures: leave out --csv, or give --json")
    for path in (options.save, options.svg, options.checkpoint):
        check_writable(path)
    rows, cols = shape_of(options.shape)
    puzzle: dict[str, Any] = {
        name: getattr(options, name) for name in ("tiles", "removed", "blank", "goal", "metric")
    }
    size = search_size(rows, cols, **puzzle, symmetric=options.symmetric)
    is_lean = options.lean and size.lean is not None
    needed, peak = (size.lean, size.lean_peak) if is_lean else (size.memory, size.peak)
    taken = f", {needed / 1e6:,.1f} MB" if options.algorithm == "bits" and needed else ""
    if taken and peak:
        taken += f" ({peak / 1e6:,.1f} MB with all that the process holds)"
    note(f"{size.states:,} states{taken}")
    layers = explore(
        rows,
        cols,
        **puzzle,
        threads=options.threads,
        memory=options.memory,
        lean=options.lean,
        symmetric=options.symmetric,
        algorithm=options.algorithm,
        checkpoint=options.checkpoint,
        every=options.every,
    )
    if options.json:
        antipodes = {"antipodes": _listed(layers)} if options.antipodes else {}
        write(json_line({**_record(layers), **antipodes}))
    elif options.csv:
        write(csv_text([("depth", "states"), *enumerate(layers.counts)]))
    else:
        write(f"{layers}\n")
        if options.antipodes:
            write(_antipodes(layers))
    if options.save:
        layers.save(options.save)
    if options.svg:
        write_bytes(options.svg, layers.svg().encode())
    return 0


def _record(layers: Layers) -> dict[str, Any]:
    """What was found, for programs."""
    names = ("states", "total", "complete", "diameter", "mean", "counts", "maxima", "deepest")
    costs = ("seconds", "threads", "bytes_used")
    return {"puzzle": layers.title, **{name: getattr(layers, name) for name in (*names, *costs)}}


def _listed(layers: Layers) -> list[Any] | None:
    """The deepest states, row by row, null for a tile that is not told apart; None if they are too many."""
    from puzzle15._core import Board

    if layers.deepest is None:
        return None
    return [
        state.to_list() if isinstance(state, Board) else list(map(list, state.rows))
        for state in layers.antipodes()
    ]


def _antipodes(layers: Layers) -> str:
    """The deepest states, as text."""
    from puzzle15._core import Board

    found = layers.antipodes()
    lines = [state.to_text() if isinstance(state, Board) else f"{state}\n" for state in found]
    return "\n".join([f"at depth {layers.diameter}:", *lines]).rstrip() + "\n"


COMMAND = Command("search every state of a puzzle", DESCRIPTION, EXAMPLES, add, run)
