"""`puzzle15 solve`: boards in, solutions out."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, islice
from typing import TYPE_CHECKING

from puzzle15.cli.arguments import (
    METHODS,
    add_goal,
    add_routes,
    add_tables,
    add_threads,
    amount,
    memory,
    output_file,
    whole,
)
from puzzle15.cli.boards import BoardCounter, add_boards, goal_of, read
from puzzle15.cli.command import Command
from puzzle15.cli.lines import Batch, Item
from puzzle15.cli.output import add_formats, report
from puzzle15.errors import GoalError, PuzzleError, UnsolvableError, UnsupportedError

if TYPE_CHECKING:
    from argparse import Namespace

    from puzzle15._core import Board
    from puzzle15.cli.command import Parser
    from puzzle15.cli.searches import Searches
    from puzzle15.cli.solutions import Writer
    from puzzle15.solving import Solution, Solver
    from puzzle15.solving.solver import News

__all__ = ["COMMAND"]

DESCRIPTION = """\
Solve boards of any size. A move is the direction in which the blank goes: L, R, U, D.

Methods are
  optimal   up to 25 cells: a shortest solution; give 5x5 a --timeout
  quick     up to 25 cells: a beam search, nearly as short; --width is its knob
  combined  4x4: about 65 moves in microseconds, in three stages
  peel      every size: two tiles at a time, line by line
  greedy    every size: one tile at a time, Parberry's algorithm of 1995
  twists    3x3 with the blank of the goal in the centre: in corner twists
  auto      the best that nobody has to wait for; with a budget, optimal

Boards come as arguments, from a file or from a pipe: one a line, or drawn over
several lines with an empty one between, with comments after #. A board that cannot
be solved is reported, and the others are solved all the same; the exit code is then
1, or 2 if something was no board.

A long search shows on a terminal how far it has come. Ctrl-C ends it: the best
solution so far is printed with its lower bound, and the exit code is 130."""

EXAMPLES = """\
  puzzle15 solve "8 6 7/2 5 4/3 0 1"
  puzzle15 solve --goal spiral "2 3 4/1 8 0/7 6 5" --notation short
  puzzle15 solve --method optimal "5 1 2 4/9 6 3 7/13 10 11 8/14 15 12 0" --json
  puzzle15 solve "1 2 3/4 0 6/7 5 8" --svg solution.svg --html solution.html
  puzzle15 random -n 1000 --seed 1 | puzzle15 solve --csv
  puzzle15 random 5x5 --seed 1 | puzzle15 solve --timeout 2"""

NOTATIONS = ("blank", "tile", "number", "short", "twists")
PICTURES = ("svg", "gif", "html")


def add(parser: Parser) -> None:
    """Add the options."""
    add_boards(parser)
    how = parser.add_argument_group("how to solve")
    add_goal(how)
    how.add_argument("--method", choices=METHODS, default="auto", help="as above; auto unless given")
    how.add_argument(
        "--metric",
        choices=("single", "multi"),
        default="single",
        help="multi: straight slides of several tiles count one, and there are as few as can be",
    )
    how.add_argument("--timeout", type=amount(0), metavar="SECONDS", help="the best found in this time")
    how.add_argument(
        "--max-nodes", type=whole(), metavar="N", help="the same with a number of boards searched"
    )
    how.add_argument(
        "--memory",
        type=memory,
        metavar="BYTES",
        help="the most that a search may take beside its tables, such as 50M; for methods that search",
    )
    how.add_argument(
        "--weight", type=amount(1, 100), metavar="W", help="at most W times as long as a shortest solution"
    )
    how.add_argument("--width", type=whole(1, 2**16), metavar="N", help="of the beam of method quick")
    how.add_argument(
        "--prefer", choices=("turns", "multi"), help="of all shortest solutions, one with the fewest turns"
    )
    add_tables(how)
    add_routes(how)
    add_threads(how, "threads: all cores for many boards, 1 for a single one unless given")
    out = parser.add_argument_group("output")
    formats = add_formats(out, many=True)
    formats.add_argument(
        "--moves", action="store_true", help="only the moves, a line for each board; - where there are none"
    )
    formats.add_argument("--drawing", action="store_true", help="with a drawing of each board")
    out.add_argument("--notation", choices=NOTATIONS, default="blank", help="how moves are written")
    for kind in PICTURES:
        out.add_argument(
            f"--{kind}",
            dest=f"{kind}_file",
            type=output_file(f".{kind}"),
            metavar="FILE",
            help=_PICTURE_HELP[kind],
        )


_PICTURE_HELP = {
    "svg": "an animated picture; {} in the name of the file is the number of the board",
    "gif": "the same as GIF (needs Pillow)",
    "html": "a page with play, pause and step",
}


def run(options: Namespace) -> int:
    """Solve boards as they come."""
    from puzzle15.cli.solutions import Writer

    parts = read(options)
    first = list(islice(parts, 2 if Writer.waits(options) else 1))
    writer = Writer(options, single=len(first) < 2 and not any(isinstance(part, Batch) for part in first))
    job = _SolveJob(options, writer)
    for part in chain(first, parts):
        job.solve(part)
    return job.code


class _SolveJob:
    """Solves, writes, and keeps the exit code."""

    def __init__(self, options: Namespace, writer: Writer) -> None:
        self._options = options
        self._writer = writer
        self._solved = False
        self._counter = BoardCounter()
        self.code = 0

    def solve(self, part: Item | Batch) -> None:
        """Solve a board, or many."""
        if isinstance(part, Item):
            self._one(part)
            return
        solver = self._solver_of(part)
        if solver is None:
            for item in part.items():
                self._one(item)
            return
        if solver.is_slow:
            self._side_by_side(part, solver)
        else:
            self._many(part, solver)

    def _one(self, item: Item) -> None:
        self._writer.check_names()
        board = None
        try:
            board = item.board()
            solution = self._solver(goal_of(self._options.goal, board), self._options.threads).solve(board)
        except PuzzleError as error:
            self._fail(item, board, error)
        except KeyboardInterrupt as interrupt:
            best = getattr(interrupt, "best", None)
            if best is not None:
                self._write(item, best)
            raise
        else:
            self._write(item, solution)

    def _write(self, item: Item, solution: Solution) -> None:
        """Write a solution and its pictures."""
        try:
            self._writer.solved(solution)
        except PuzzleError as error:
            self._fail(item, solution.start, error)
            return
        self._counter.count(solution)
        try:
            self._writer.draw(solution)
        except UnsupportedError as error:
            self._report(item, error)
        self._solved = True

    def _side_by_side(self, batch: Batch, solver: Solver) -> None:
        """Solve boards of which each may take long; at Ctrl-C, write what there is."""
        from puzzle15._core import SolverOptions
        from puzzle15.cli.searches import Searches

        def find(board: Board, news: Callable[[News], object]) -> Solution:
            # A board that has other tiles than the rest has a goal of its own.
            goal = goal_of(self._options.goal, board)
            return (solver if goal == solver.goal else self._solver(goal, 1))._best(
                board, None, KeyboardInterrupt, news
            )

        threads = SolverOptions(threads=self._options.threads).threads  # None becomes the number of cores.
        with Searches(find, batch.items(), threads) as searches:
            try:
                self._write_all(searches)
            except KeyboardInterrupt:
                searches.stop()
                self._write_all(searches)
                raise

    def _write_all(self, searches: Searches) -> None:
        """Write what is found, in the order of the boards."""
        for search in searches:
            try:
                solution = search.future.result()
            except PuzzleError as error:
                self._fail(search.item, search.board, error)
            else:
                self._write(search.item, solution)

    def _fail(self, item: Item, board: Board | None, error: PuzzleError) -> None:
        """Say what is wrong with a board, and write that it has no solution."""
        self._report(item, error)
        self._writer.failed(item, board, error)
        self._counter.count(board)

    def _report(self, item: Item, error: PuzzleError) -> None:
        """Say what is wrong with a board, and go on."""
        if isinstance(error, UnsupportedError | GoalError) and not self._solved:
            # The options are wrong, not the board.
            raise error
        self.code = max(self.code, 1 if isinstance(error, UnsolvableError) else 2)
        report(item.name(error))

    def _solver(self, goal: Board, threads: int | None) -> Solver:
        """The solver for what was asked for; only a search can use `threads` for one board."""
        from puzzle15.solving import Solver

        options = self._options

        def solver(threads: int) -> Solver:
            return Solver(
                goal=goal,
                method=options.method,
                metric=options.metric,
                timeout=options.timeout,
                max_nodes=options.max_nodes,
                memory=options.memory,
                weight=options.weight,
                threads=threads,
                width=options.width,
                prefer=options.prefer,
                tables=options.tables,
                routes=options.routes,
            )

        one = solver(1)
        return solver(threads) if threads and one.method == "optimal" and one.is_slow else one

    def _solver_of(self, batch: Batch) -> Solver | None:
        """The solver of boards that can be solved together, if these can."""
        from puzzle15.goals import resolve, rows

        if "twists" in (self._options.method, self._options.notation) or self._writer.pictures:
            # Arrays do not keep where the twists begin; and a board without twists or picture stops no other.
            return None
        try:
            natural = rows(*batch.shape)
            goal = resolve(self._options.goal, natural)
            same = goal.shape == natural.shape and sorted(goal) == sorted(natural)
            return self._solver(goal, 1) if same else None
        except PuzzleError:
            # The first board will raise it again.
            return None

    def _many(self, batch: Batch, solver: Solver) -> None:
        """Solve boards together, and say what is wrong with those that cannot be solved."""
        found = solver.solve_many(
            batch.array, shape=batch.shape, threads=self._options.threads, errors="mask", progress=False
        )
        begin = 0
        for failed in [*found.errors, len(found)]:
            self._writer.many(batch, found, begin, failed)
            if failed > begin:
                self._solved = True
                self._counter.count(found)
            if failed < len(found):
                self._failed(batch.item(failed), found.errors[failed])
            begin = failed + 1

    def _failed(self, item: Item, error: PuzzleError) -> None:
        """Say what is wrong with one of many; the number of its line identifies it."""
        if isinstance(error, GoalError):
            # It has other tiles than the rest, and so a goal of its own.
            self._one(item)
            return
        try:
            board = item.board()
        except PuzzleError as unread:
            self._fail(item, None, unread)
            return
        self._fail(item, board, error)


COMMAND = Command("solve boards", DESCRIPTION, EXAMPLES, add, run)
