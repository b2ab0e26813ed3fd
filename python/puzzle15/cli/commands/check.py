"""`puzzle15 check`: can it be solved, and why or why not?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzle15._support.csv_text import csv_text
from puzzle15.cli.arguments import add_goal
from puzzle15.cli.boards import BoardCounter, add_boards, goal_of, read
from puzzle15.cli.command import Command
from puzzle15.cli.lines import Batch, Item
from puzzle15.cli.output import add_formats, json_line, report, write
from puzzle15.cli.wording import said
from puzzle15.errors import GoalError, PuzzleError, UnsolvableError

if TYPE_CHECKING:
    from argparse import Namespace

    from puzzle15._core import Board
    from puzzle15.cli.command import Parser
    from puzzle15.typing import Swap

__all__ = ["COMMAND"]

DESCRIPTION = """\
Say whether boards can be solved, why or why not, and which two tiles to swap if not.

An inversion is a pair of tiles in the wrong order, the larger one first, as one reads
row by row. On an odd number of columns no move changes whether there is an odd or an
even number of them. On an even number, moves up and down do, left and right do not;
so inversions and rows of the blank count together.

The exit code is 0 if every board can be solved, 1 if one cannot, 2 if something is no
board."""

EXAMPLES = """\
  puzzle15 check "1 2 3/4 5 6/7 8 0"
  puzzle15 check "1 2 3/4 5 6/8 7 0" --goal snake
  puzzle15 random -n 3 --seed 1 | puzzle15 check --csv"""

COLUMNS = ("board", "solvable", "inversions", "goal_inversions", "rows_apart", "swap", "nearest", "error")


def add(parser: Parser) -> None:
    """Add the options."""
    add_boards(parser)
    add_goal(parser)
    parser.add_argument(
        "--swap",
        choices=("nearest", "largest"),
        default="nearest",
        help="which two tiles to suggest: neighbours that come nearest to home (unless told otherwise), "
        "or the two largest",
    )
    add_formats(parser, many=True)


def run(options: Namespace) -> int:
    """Check boards as they come."""
    if options.csv:
        write(csv_text([COLUMNS]))
    job = _CheckJob(options)
    for part in read(options):
        # Boards that came together are written together.
        write("".join(map(job.line, part.items() if isinstance(part, Batch) else [part])))
    return job.code


class _CheckJob:
    """Checks boards, and keeps the exit code."""

    def __init__(self, options: Namespace) -> None:
        self._options = options
        self._begun = False
        self._counter = BoardCounter()
        self.code = 0

    def line(self, item: Item) -> str:
        """The output for a board."""
        facts = self._facts(item)
        if facts["error"]:
            self.code = 2
            report(item.name(facts["error"]))
        elif not facts["solvable"]:
            self.code = max(self.code, 1)
        self._counter.count(None if isinstance(facts["board"], str) else facts["board"])
        if self._options.json:
            return json_line({name: _listed(value) for name, value in facts.items()})
        if self._options.csv:
            return csv_text([[_text(facts[name]) for name in COLUMNS]])
        verdict = "solvable" if facts["solvable"] else "not solvable"
        return "" if facts["error"] else f"{facts['board'].to_text()}: {verdict}: {facts['reason']}\n"

    def _facts(self, item: Item) -> dict[str, Any]:
        """What there is to know about a board."""
        facts: dict[str, Any] = dict.fromkeys(COLUMNS)
        facts.update(board=item.line(), reason=None)
        try:
            board = facts["board"] = item.board()
            facts.update(_verdict(board, goal_of(self._options.goal, board), self._options.swap))
            self._begun = True
        except PuzzleError as error:
            if isinstance(error, GoalError) and not self._begun:
                # The goal is wrong, not the board.
                raise
            facts["error"] = said(error)
        return facts


def _listed(value: Any) -> Any:
    """A board as lists; anything else as it is."""
    from puzzle15._core import Board

    return value.to_list() if isinstance(value, Board) else value


def _text(value: Any) -> object:
    """Boards, pairs and truths as text; anything else as it is."""
    from puzzle15._core import Board

    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return value.to_text() if isinstance(value, Board) else value


def _verdict(board: Board, goal: Board, swap: Swap) -> dict[str, Any]:
    from puzzle15._core import check_solvable
    from puzzle15.solving import make_solvable

    facts: dict[str, Any] = {
        "inversions": board.inversions(),
        "goal_inversions": goal.inversions(),
        "rows_apart": abs(board.blank // board.cols - goal.blank // goal.cols),
    }
    try:
        check_solvable(board, goal)
    except UnsolvableError as error:
        why = {"reason": error.reason, "swap": error.swap, "nearest": error.nearest}
        if swap == "largest":
            one, other = sorted(board)[-2:]
            mended = make_solvable(board, goal, swap="largest")
            reason = f"{error.parities}; with {other} and {one} swapped it is: {mended.to_text()}"
            why = {"reason": reason, "swap": (other, one), "nearest": mended}
        return {"solvable": False, **facts, **why}
    return {"solvable": True, **facts, "reason": _reason(board.cols, **facts)}


def _reason(cols: int, inversions: int, goal_inversions: int, rows_apart: int) -> str:
    """Why a board can be solved, in the words in which errors say why one cannot."""
    kinds = [
        f"{n} inversion{'s' * (n != 1)} ({'odd' if n % 2 else 'even'})" for n in (inversions, goal_inversions)
    ]
    rows = f"as their blanks are {rows_apart} row{'s' * (rows_apart != 1)} apart, "
    need = "different" if cols % 2 == 0 and rows_apart % 2 else "the same"
    return (
        f"the board has {kinds[0]}, the goal {kinds[1]}, and {'' if cols % 2 else rows}"
        f"on {cols} columns these parities must be {need}"
    )


COMMAND = Command("say whether boards can be solved, and why not", DESCRIPTION, EXAMPLES, add, run)
