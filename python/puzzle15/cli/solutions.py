"""How solutions are written: as text, moves, CSV, JSON and pictures."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise, repeat
from typing import TYPE_CHECKING, Any

from puzzle15._support.csv_text import csv_text
from puzzle15.cli.output import json_line, numbered, write
from puzzle15.cli.wording import said
from puzzle15.typing import Notation

if TYPE_CHECKING:
    from argparse import Namespace

    from puzzle15._core import Board
    from puzzle15.cli.lines import Batch, Item
    from puzzle15.errors import PuzzleError
    from puzzle15.solving import Solution, Solutions

__all__ = ["COLUMNS", "KEYS", "Writer", "record", "text"]

COLUMNS = ("board", "length", "multi", "method", "optimal", "moves", "made_by", "error")
"""The columns of CSV."""

KEYS = (
    "board",
    "goal",
    "moves",
    "length",
    "multi",
    "method",
    "optimal",
    "lower_bound",
    "stages",
    "nodes",
    "made_by",
    "error",
)
"""The keys of JSON; where there is an error, all but it and the board are null."""

# False and True as CSV has them.
_TRUTHS = ("false", "true")

# The moves L, R, U, D as letters: where the blank goes, and where the tile goes.
_LETTERS = {"blank": b"LRUD", "tile": b"RLDU"}


class Writer:
    """Writes solutions one by one, in the format asked for."""

    def __init__(self, options: Namespace, single: bool) -> None:
        """Begin; `single` says that there is only one board."""
        self._kind = next((k for k in ("json", "csv", "moves", "drawing") if getattr(options, k)), "text")
        self._notation: Notation = options.notation
        self._draws = single or self._kind == "drawing"
        self._count = 0
        self._space = ""
        files = {kind: getattr(options, f"{kind}_file") for kind in ("svg", "gif", "html")}
        self.pictures: dict[str, str] = {kind: path for kind, path in files.items() if path is not None}
        """Files to write, by kind."""
        if not single:
            self.check_names(2)
        if self._kind == "csv":
            write(csv_text([COLUMNS]))

    @staticmethod
    def waits(options: Namespace) -> bool:
        """Whether it matters if there is a second board, and nobody is typing the boards one by one."""
        lines = options.json or options.csv or options.moves
        pictures = options.svg_file or options.gif_file or options.html_file
        typed = ("-" in options.boards or options.file == "-") and sys.stdin.isatty()
        return not typed and bool(pictures or not lines)

    def check_names(self, number: int | None = None) -> None:
        """Raise an error if the pictures of this board, or the next, have no file of their own."""
        for path in self.pictures.values():
            numbered(path, number or self._count + 1)

    def solved(self, solution: Solution) -> None:
        """Write a solution."""
        shown = self._shown(solution)
        self._count += 1
        write(shown)

    def draw(self, solution: Solution) -> None:
        """Write the pictures of the solution that was written last."""
        for kind, path in self.pictures.items():
            getattr(solution, f"to_{kind}")(numbered(path, self._count))

    def _shown(self, solution: Solution) -> str:
        """A solution in the format asked for."""
        if self._kind == "json":
            return json_line(record(solution, self._notation))
        if self._kind == "csv":
            return csv_text([_cells(solution, self._notation)])
        if self._kind == "moves":
            return solution.notation(self._notation) + "\n"
        board = str(solution.start) if self._draws else solution.start.to_text()
        space, self._space = self._space, "\n"
        return f"{space}{board}\n{text(solution, self._notation)}\n"

    def failed(self, item: Item, board: Board | None, error: PuzzleError) -> None:
        """Write for programs that there is no solution; people read it on standard error."""
        self._count += 1
        reason = said(error)
        if self._kind == "json":
            known = {"board": board.to_list() if board else item.line(), "error": reason}
            write(json_line({**dict.fromkeys(KEYS), **known}))
        elif self._kind == "csv":
            text = board.to_text() if board else item.line()
            write(csv_text([[text, *[None] * (len(COLUMNS) - 2), reason]]))
        elif self._kind == "moves":
            write("-\n")

    def many(self, batch: Batch, found: Solutions, begin: int, end: int) -> None:
        """Write the solutions from `begin` up to `end`, without the latter."""
        self._count += end - begin
        if self._kind in ("csv", "moves") and self._notation in _LETTERS:
            moves = _moves(found, begin, end, self._notation)
            if self._kind == "csv":
                write(csv_text(_rows(batch, found, begin, end, moves)))
            else:
                write("".join([f"{line}\n" for line in moves]))
        else:
            write("".join([self._shown(found[number]) for number in range(begin, end)]))


def text(solution: Solution, notation: Notation = "blank") -> str:
    """A solution for people, with its moves in a notation.

    >>> from puzzle15 import solve
    >>> print(text(solve("1 2 3/0 5 6/4 7 8"), "short"))
    3 moves (optimal)
      UL2
    """
    if notation == "blank":
        return str(solution)
    return f"{str(solution).splitlines()[0]}\n  {solution.notation(notation)}".rstrip()


def record(solution: Solution, notation: Notation = "blank") -> dict[str, Any]:
    """A solution for programs.

    >>> from puzzle15 import solve
    >>> found = record(solve("1 2/0 3"))
    >>> found["board"], found["moves"], found["length"], found["optimal"]
    ([[1, 2], [0, 3]], 'R', 1, True)
    """
    return {
        "board": solution.start.to_list(),
        "goal": solution.goal.to_list(),
        "moves": solution.notation(notation),
        "length": len(solution),
        "multi": solution.multi,
        "method": solution.method,
        "optimal": solution.optimal,
        "lower_bound": solution.lower_bound,
        "stages": [{"name": stage.name, "length": stage.length} for stage in solution.stages],
        "nodes": solution.nodes or None,
        "made_by": solution.made_by,
        "error": None,
    }


def _cells(solution: Solution, notation: Notation) -> list[object]:
    facts = (len(solution), solution.multi, solution.method, _TRUTHS[solution.optimal])
    return [solution.start.to_text(), *facts, solution.notation(notation), solution.made_by, None]


def _moves(found: Solutions, begin: int, end: int, notation: Notation) -> list[str]:
    """The moves of each board, cut from one string without making `Solution`s."""
    offsets = found.offsets[begin : end + 1]
    codes = found.moves[offsets[0] : offsets[-1]].tobytes()
    letters = codes.translate(bytes.maketrans(bytes(range(4)), _LETTERS[notation])).decode("ascii")
    return [letters[one:two] for one, two in pairwise((offsets - offsets[0]).tolist())]


def _rows(
    batch: Batch, found: Solutions, begin: int, end: int, moves: list[str]
) -> Iterator[tuple[object, ...]]:
    """The rows of CSV, put together from columns."""
    return zip(
        batch.texts[begin:end],
        found.lengths[begin:end].tolist(),
        _slides(found, begin, end),
        repeat(found.method),
        [_TRUTHS[best] for best in found.optimal[begin:end].tolist()],
        moves,
        repeat(found.made_by),
        repeat(None),
        strict=False,  # What is the same for all boards has no end.
    )


def _slides(found: Solutions, begin: int, end: int) -> list[int]:
    """How many straight slides each solution has: a new one begins where the direction changes."""
    from puzzle15._support.numeric import np

    offsets = found.offsets[begin : end + 1]
    codes = found.moves[offsets[0] : offsets[-1]]
    starts = np.ones(len(codes) + 1, np.int64)
    starts[1:-1] = codes[1:] != codes[:-1]
    firsts = offsets[:-1] - offsets[0]
    starts[firsts] = 1
    before = np.concatenate([[0], np.cumsum(starts)])
    counts: list[int] = (before[offsets[1:] - offsets[0]] - before[firsts]).tolist()
    return counts
