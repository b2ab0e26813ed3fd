"""What the calls do: a checked request in, an answer out. `ENDPOINTS` lists them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from msgspec import UNSET, Struct

from puzzle15._core import MOST_SEARCHED_CELLS, Board, check_solvable
from puzzle15.errors import GoalError, UnsolvableError
from puzzle15.exploring import explore, search_size
from puzzle15.generate import random_board, seed_of
from puzzle15.goals import NAMES, is_name, missing, resolve, rows
from puzzle15.render import animation
from puzzle15.solving import Solution, Solver, solve
from puzzle15.solving.hints import HintMemory, KnownPath
from puzzle15.typing import Method
from puzzle15.typing import Tables as TableChoice
from puzzle15.web import costs, shapes
from puzzle15.web.anytime import Found, search
from puzzle15.web.failures import Failure
from puzzle15.web.limits import Limits
from puzzle15.web.memory import Tables, is_ready
from puzzle15.web.requests import check_size, to_board, to_goal
from puzzle15.web.work import Job, Lane

__all__ = ["ENDPOINTS", "Api", "Endpoint", "File"]

# Larger boards are beyond exhaustive searches, whatever the limit of memory.
_EXPLORED = 14
# So many cells have a table of their own on disk; larger boards are searched with pattern databases.
_ON_DISK = 12
# Paths that hints have begun.
_HINTS = 1024
# Seconds that a search takes at least, however few it may take, on boards of more cells than these.
_SEARCH = 0.02
_SEARCHED_SOON = 16
# How much long jobs yield to whoever answers requests: they get a tenth of a processor that both want.
_NICE = 10


@dataclass(frozen=True)
class File:
    """An answer that is a file."""

    name: str
    kind: str
    data: bytes


class Api:
    """The calls, and what they share: limits, threads, tables and hints.

    >>> from puzzle15.web.shapes import RandomRequest
    >>> Api(Limits()).random(RandomRequest(2, 2, seed="1"))
    RandomAnswer(board=[[2, 0], [1, 3]], goal=[[1, 2], [3, 0]], seed='1')
    """

    def __init__(self, limits: Limits) -> None:
        """Begin with nothing."""
        self.limits = limits
        self.slow = Lane(limits.jobs, limits.queue, limits.seconds, limits.patience, _NICE)
        self.quick = Lane(limits.quick_jobs, limits.quick_queue, limits.seconds, limits.quick_patience)
        self.tables = Tables(limits.tables)
        self.hints = HintMemory(_HINTS)

    def open(self) -> None:
        """Make small tables before anybody waits for them: those of 4×4, and of the method for all sizes."""
        self.quick.later(lambda job: solve(random_board(5, 5, seed=1), method="peel", progress=job))

    def close(self) -> None:
        """End all jobs."""
        self.slow.close()
        self.quick.close()

    def lane(self, seconds: float) -> Lane:
        """Where a job that takes so long is done."""
        return self.quick if seconds <= costs.MOMENT else self.slow

    def check(self, asked: shapes.CheckRequest) -> shapes.CheckAnswer:
        """What is known about a board."""
        board, goal = self._both(asked.board, asked.goal)
        failure = _unsolvable(board, goal)
        return shapes.CheckAnswer(
            board=board.to_list(),
            rows=board.rows,
            cols=board.cols,
            goal=goal.to_list(),
            solvable=failure is None,
            reason=None if failure is None else failure.parities,
            swap=None if failure is None else list(failure.swap),
            nearest=None if failure is None else failure.nearest.to_list(),
            inversions=board.inversions(),
            manhattan=board.manhattan(goal),
        )

    def random(self, asked: shapes.RandomRequest) -> shapes.RandomAnswer:
        """A random board."""
        goal = self._goal_of(asked.rows, asked.cols, asked.goal)
        seed = seed_of(int(asked.seed) if isinstance(asked.seed, str) else asked.seed)
        board = random_board(goal=goal, seed=seed)
        return shapes.RandomAnswer(board=board.to_list(), goal=goal.to_list(), seed=str(seed))

    def goal(self, asked: shapes.GoalRequest) -> shapes.GoalAnswer:
        """A goal by name, or with a number missing."""
        check_size(asked.rows, asked.cols, self.limits)
        if (asked.name is None) is (asked.missing is None):
            raise Failure(422, "request", "give one of name and missing")
        if asked.name is not None:
            return shapes.GoalAnswer(goal=NAMES[asked.name](asked.rows, asked.cols).to_list())
        return shapes.GoalAnswer(goal=missing(asked.missing or 0, asked.rows, asked.cols).to_list())

    def solve(self, asked: shapes.SolveRequest, job: Job) -> shapes.SolveAnswer:
        """A solution."""
        board, goal = self._both(asked.board, asked.goal)
        solver, timeout = self._solver(asked, goal)
        self.tables.admit(solver)
        if asked.tables == "large":
            _require_large(solver, goal, job)
        begin = time.perf_counter()
        if timeout is None:
            solution = solver.solve(board, progress=job)
            found = Found(solution)
        else:
            found = search(partial(_solver, asked, goal), board, timeout, job)
        return _solved(found, time.perf_counter() - begin)

    def solve_cost(self, asked: shapes.SolveRequest) -> float:
        """How many seconds a solution may take; what is wrong with the request is said at once."""
        board, goal = self._both(asked.board, asked.goal)
        return costs.solving(*self._solver(asked, goal), len(board))

    def _solver(self, asked: shapes.SolveRequest, goal: Board) -> tuple[Solver, float | None]:
        """The solver that is asked for; a long search without a timeout gets the longest one allowed."""
        most = self.limits.timeout
        if asked.timeout is not None and asked.timeout > most:
            raise Failure(422, "limit", f"timeout is at most {most:g} seconds; got {asked.timeout:g}")
        if asked.width is not None and asked.width > self.limits.width:
            raise Failure(422, "limit", f"width is at most {self.limits.width}; got {asked.width}")
        solver = _solver(asked, goal, asked.timeout)
        if asked.timeout is None and solver.method == "optimal" and solver.is_slow:
            return _solver(asked, goal, most), most
        return solver, asked.timeout

    def hint(self, asked: shapes.HintRequest, job: Job) -> shapes.HintAnswer:
        """The next move."""
        board, goal = self._both(asked.board, asked.goal)
        seconds = min(self.limits.hint, job.share)
        if self.slow.has_waiting or seconds < _SEARCH:
            # In a crowd, whoever follows hints goes on along the path that was found for the first of them.
            seconds = min(seconds, _SEARCH)
            known = self.hints.rest(board, goal) if _is_searched(goal) else None
            if known is not None:
                return _hinted(board, goal, known)
        return _hinted(board, goal, self.hints.best(board, self._short(board, goal, seconds, job)))

    def distance(self, asked: shapes.DistanceRequest, job: Job) -> shapes.DistanceAnswer:
        """How far the goal is."""
        board, goal = self._both(asked.board, asked.goal)
        failure = _unsolvable(board, goal)
        if failure is not None:
            raise failure
        if len(board) > MOST_SEARCHED_CELLS:
            return shapes.DistanceAnswer(exact=None, lower_bound=board.manhattan(goal), how="bound")
        solution = self._short(board, goal, min(self.limits.distance, job.share), job)
        bound = solution.lower_bound
        if not solution.optimal and len(solution) > bound:
            return shapes.DistanceAnswer(exact=None, lower_bound=bound, how="bound")
        known = not Solver(goal=goal, method="optimal").is_slow
        return shapes.DistanceAnswer(
            exact=len(solution), lower_bound=bound, how="table" if known else "search"
        )

    def _short(self, board: Board, goal: Board, seconds: float, job: Job) -> Solution:
        """A short solution, proven to be shortest if that takes no longer than this."""
        if len(board) > MOST_SEARCHED_CELLS or (seconds < _SEARCH and len(board) > _SEARCHED_SOON):
            return solve(board, goal=goal, method="peel", progress=job)
        solver = Solver(goal=goal, method="optimal", timeout=seconds)
        if not self.tables.admits(solver):
            return solve(board, goal=goal, method="peel", progress=job)
        if is_ready(solver):
            return solver.solve(board, progress=job)
        # Answer without the tables this time. Beyond twelve cells "quick" would need them, too.
        method: Method = "quick" if len(board) == _ON_DISK else "peel"
        solution = solve(board, goal=goal, method=method, progress=job)
        self._make_tables(solver)
        return solution

    def _make_tables(self, solver: Solver) -> None:
        """Make tables in the background, for the hints to come."""

        def make(job: Job) -> None:
            solver.prepare(progress=job)

        if self.slow.busy == 0:
            self.slow.later(make)

    def explore(self, asked: shapes.ExploreRequest, job: Job) -> shapes.ExploreAnswer:
        """Every state of a small puzzle."""
        goal = self._goal_of(asked.rows, asked.cols, asked.goal)
        shape = f"{goal.rows}×{goal.cols}"
        if len(goal) > _EXPLORED:
            raise Failure(422, "limit", f"puzzles of up to twelve cells are searched here; {shape} is larger")
        size = search_size(*goal.shape, goal=goal, metric=asked.metric)
        if size.memory > self.limits.memory:
            raise Failure(
                422,
                "limit",
                f"{shape} has {size.states:,} states and takes {size.memory:,} bytes; "
                f"{self.limits.memory:,} are allowed, which is enough for twelve cells",
            )
        layers = explore(
            *goal.shape, goal=goal, metric=asked.metric, threads=_threads(), lean=False, progress=job
        )
        few = len(layers.deepest or ()) > 0
        return shapes.ExploreAnswer(
            rows=layers.rows,
            cols=layers.cols,
            goal=goal.to_list(),
            metric=asked.metric,
            states=layers.states,
            total=layers.total,
            complete=layers.complete,
            diameter=layers.diameter,
            mean=layers.mean,
            counts=list(layers.counts),
            maxima=[list(row) for row in layers.maxima],
            antipodes=self._deepest(layers.antipodes()) if few else [],
            seconds=layers.seconds,
        )

    def _deepest(self, boards: list[Any]) -> list[list[list[int]]]:
        return [board.to_list() for board in boards[: self.limits.antipodes]]

    def twists(self, asked: shapes.TwistsRequest, job: Job) -> shapes.TwistsAnswer:
        """A solution in corner twists."""
        from puzzle15.twists.solving import split

        board, goal = self._both(asked.board, asked.goal)
        solution = solve(board, goal=goal, method="twists", progress=job)
        lead, path = split(board, solution.moves)
        return shapes.TwistsAnswer(
            board=board.to_list(),
            goal=goal.to_list(),
            lead=lead,
            twists=_turns(str(path)),
            text=solution.notation("twists"),
            moves=solution.moves,
            length=len(solution),
        )

    def picture(self, asked: shapes.PictureRequest, job: Job) -> File:
        """A solution as an animated file."""
        from puzzle15.render.gif import solution_gif

        board, goal = self._both(asked.board, asked.goal)
        self._check_length(asked)
        stages = [(stage.name, len(stage.moves)) for stage in asked.stages or ()]
        if stages and "".join(stage.moves for stage in asked.stages or ()) != asked.moves:
            raise Failure(422, "request", "the moves of the stages, joined, are not the moves")
        if board.apply(asked.moves) != goal:
            raise Failure(422, "request", "the moves do not lead to the goal")
        solution = Solution(board, goal, asked.moves, "given", stages)
        name = f"puzzle15-{board.rows}x{board.cols}-{len(solution)}-moves.{asked.format}"
        if asked.format == "gif":
            return File(name, "image/gif", solution_gif(solution, colours=asked.colours, progress=job))
        return File(name, "image/svg+xml", solution.to_svg(colours=asked.colours).encode())

    def _check_length(self, asked: shapes.PictureRequest) -> None:
        """Refuse to draw what is too long."""
        kind, most, remedy = "a GIF", self.limits.moves, ""
        if asked.format == "svg":
            kind, most, remedy = "an SVG", min(most, animation.MAX_MOVES), "; choose GIF, which takes more"
        if len(asked.moves) > most:
            raise Failure(422, "limit", f"{kind} shows at most {most} moves; got {len(asked.moves)}{remedy}")

    def _both(
        self, board: str | list[list[int] | int], goal: str | list[list[int]] | None
    ) -> tuple[Board, Board]:
        start = to_board(board, self.limits)
        return start, to_goal(goal, start, self.limits)

    def _goal_of(self, n_rows: int, n_cols: int, goal: str | list[list[int]] | None) -> Board:
        """A goal of this shape, whatever its tiles."""
        check_size(n_rows, n_cols, self.limits)
        if goal is None or is_name(goal):
            return resolve(goal, rows(n_rows, n_cols))
        target = to_goal(goal, to_board(goal, self.limits, (n_rows, n_cols)), self.limits)
        if target.shape != (n_rows, n_cols):
            raise GoalError(f"the goal is {target.rows}×{target.cols}, the puzzle {n_rows}×{n_cols}")
        return target


def _unsolvable(board: Board, goal: Board) -> UnsolvableError | None:
    """Why a board cannot be solved, if it cannot."""
    try:
        check_solvable(board, goal)
    except UnsolvableError as error:
        return error
    return None


def _solver(asked: shapes.SolveRequest, goal: Board, timeout: float | None) -> Solver:
    """The solver that is asked for. One with large tables does not make them, see `_require_large`."""

    def solver(tables: TableChoice) -> Solver:
        return Solver(
            goal=goal,
            method=asked.method,
            metric=asked.metric,
            timeout=timeout,
            width=asked.width,
            tables=tables,
        )

    made = solver(asked.tables)
    return solver("auto") if asked.tables == "large" else made


def _require_large(solver: Solver, goal: Board, job: Job) -> None:
    """Refuse a search with large tables where there are none: a visitor may not have them made."""
    solver.prepare(progress=job)
    if "large tables" not in solver.made_by:
        shape = f"{goal.rows}×{goal.cols}"
        raise Failure(
            422,
            "limit",
            f"the server has no large tables for {shape} with this goal; whoever runs it can make them "
            f"(puzzle15 tables build {goal.rows}x{goal.cols}), or ask for small tables",
        )


def _is_searched(goal: Board) -> bool:
    """Whether a shortest path to this goal is searched for; otherwise it is in a table."""
    return len(goal) > MOST_SEARCHED_CELLS or Solver(goal=goal, method="optimal").is_slow


def _hinted(board: Board, goal: Board, path: KnownPath) -> shapes.HintAnswer:
    """The first move of a path."""
    moves = path.moves
    return shapes.HintAnswer(
        move=moves[:1] or None,
        tile=board.tiles_slid(moves[0])[0] if moves else None,
        length=len(moves),
        optimal=path.optimal or len(moves) == board.manhattan(goal),
    )


def _solved(found: Found, seconds: float) -> shapes.SolveAnswer:
    solution = found.solution
    return shapes.SolveAnswer(
        board=solution.start.to_list(),
        goal=solution.goal.to_list(),
        moves=solution.moves,
        length=len(solution),
        multi=solution.multi,
        method=solution.method,
        metric="multi" if solution.metric == "multi" else "single",
        optimal=solution.optimal,
        lower_bound=solution.lower_bound,
        nodes=solution.nodes,
        made_by=solution.made_by or "",
        seconds=seconds,
        cut=found.cut,
        stages=[shapes.StagePart(stage.name, stage.moves) for stage in solution.stages],
        notation=_notations(solution),
    )


def _notations(solution: Solution) -> shapes.Notation:
    twisted = solution.goal.shape == (3, 3) and solution.goal.blank == 4
    return shapes.Notation(
        blank=solution.notation("blank"),
        tile=solution.notation("tile"),
        number=solution.notation("number"),
        short=solution.notation("short"),
        twists=solution.notation("twists") if twisted else UNSET,
    )


def _turns(letters: str) -> list[shapes.TwistPart]:
    """Each twist, with those of its moves that are made."""
    from puzzle15.twists.path import TwistPath

    elided = [
        False,
        *(TwistPath(a + b).elisions == 1 for a, b in pairwise(letters)),
        False,
    ]
    turns: list[shapes.TwistPart] = []
    for number, letter in enumerate(letters):
        moves = TwistPath(letter).moves
        turns.append(
            shapes.TwistPart(
                letter=letter,
                corner="ABCDWXYZ".index(letter) % 4,
                clockwise=letter in "ABCD",
                elided=elided[number],
                moves=moves[elided[number] : len(moves) - elided[number + 1]],
            )
        )
    return turns


def _threads() -> int:
    """All cores but one, which is for the page."""
    return max(1, (os.cpu_count() or 1) - 1)


@dataclass(frozen=True)
class Endpoint:
    """A call: the shapes of request and answer, what it does, and about how many seconds that takes.

    Without a cost it takes microseconds, and is done at once. Other calls get a `Job`, which stops them.
    """

    request: type[Struct]
    answer: type[Struct] | None
    call: Callable[..., Any]
    cost: Callable[[Api, Any], float] | None = None


def _moment(_: Api, __: object) -> float:
    return costs.MOMENT


ENDPOINTS: dict[str, Endpoint] = {
    "check": Endpoint(shapes.CheckRequest, shapes.CheckAnswer, Api.check),
    "random": Endpoint(shapes.RandomRequest, shapes.RandomAnswer, Api.random),
    "goal": Endpoint(shapes.GoalRequest, shapes.GoalAnswer, Api.goal),
    "solve": Endpoint(shapes.SolveRequest, shapes.SolveAnswer, Api.solve, Api.solve_cost),
    "hint": Endpoint(shapes.HintRequest, shapes.HintAnswer, Api.hint, _moment),
    "distance": Endpoint(shapes.DistanceRequest, shapes.DistanceAnswer, Api.distance, _moment),
    "explore": Endpoint(
        shapes.ExploreRequest, shapes.ExploreAnswer, Api.explore, lambda _, asked: costs.exploring(asked)
    ),
    "twists": Endpoint(shapes.TwistsRequest, shapes.TwistsAnswer, Api.twists, _moment),
    "picture": Endpoint(shapes.PictureRequest, None, Api.picture, lambda _, asked: costs.picture(asked)),
}
"""The calls by name: POST /api/NAME."""
