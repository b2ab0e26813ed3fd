"""`solve` for one board, and `stream` for its moves one by one."""

from __future__ import annotations

from puzzle15 import _core
from puzzle15._core import Board, Stream
from puzzle15._support.checks import check_whole, shown
from puzzle15.goals import GoalLike, resolve
from puzzle15.solving.solution import Solution
from puzzle15.solving.solver import Solver
from puzzle15.typing import BoardLike, Method, Metric, OnInterrupt, Prefer, Progress, Routes, Tables, as_board

__all__ = ["is_solvable", "solve", "stream"]

# Serves the calls without options, which are most.
_USUAL = Solver()

# Making a solver takes longer than solving a small board by a table.
_BY_TABLE = {
    ("optimal", "single"): Solver(method="optimal"),
    ("optimal", "multi"): Solver(method="optimal", metric="multi"),
    ("auto", "multi"): Solver(metric="multi"),
}


def solve(
    board: BoardLike,
    *,
    goal: GoalLike | None = None,
    method: Method = "auto",
    metric: Metric = "single",
    timeout: float | None = None,
    max_nodes: int | None = None,
    memory: int | None = None,
    weight: float | None = None,
    threads: int | None = 1,
    width: int | None = None,
    prefer: Prefer | None = None,
    tables: Tables = "small",
    routes: Routes = "1995",
    progress: Progress = None,
    on_interrupt: OnInterrupt = "raise",
) -> Solution:
    """Solve a board of any size: `Solver(...).solve(board)`, where every option is explained.

    `goal` is a board, one of the names in `puzzle15.goals.NAMES`, or by default the one that the numbers
    suggest. `method` is `"auto"`, `"combined"` (4×4), `"quick"` or `"optimal"` (up to 25 cells), `"peel"`
    or `"greedy"` (every size), or `"twists"` (3×3). `timeout`, `max_nodes`, `memory`, `weight`, `threads`,
    `width`, `prefer` and `metric` say how long to search, and for what; `tables` says with which tables, and
    `routes` which choices `"greedy"` makes.
    Ctrl-C raises `KeyboardInterrupt`, which has the best solution so far as `best`; with
    `on_interrupt="best"` that solution is returned.

    >>> solution = solve("5 1 2 4/9 6 3 7/13 10 11 8/14 15 12 0")
    >>> len(solution), solution.method, solution.verify()
    (12, 'combined', True)
    >>> solve([[1, 2, 3], [4, 5, 0], [7, 8, 6]]).moves
    'D'
    >>> solve("1 2 3/4 5 6/7 0 8", goal="1 2 3/4 0 6/7 5 8").moves
    'U'
    >>> from puzzle15 import random_board
    >>> board = random_board(seed=7)
    >>> [len(solve(board, method=method)) for method in ("combined", "quick", "optimal")]
    [70, 52, 52]
    >>> large = random_board(10, 10, seed=1)
    >>> [len(solve(large, method=method)) for method in ("peel", "greedy")]
    [1389, 2309]
    """
    start = board if isinstance(board, Board) else as_board(board)
    # One by one, since most calls have no options and take microseconds.
    if (
        goal is None
        and timeout is None
        and max_nodes is None
        and memory is None
        and weight is None
        and width is None
        and prefer is None
        and threads == 1
        and tables == "small"
        and routes == "1995"
    ):
        if method == "auto" and metric == "single":
            if progress is None and on_interrupt == "raise":
                return _USUAL._best(start, None, ())
            return _USUAL.solve(start, progress=progress, on_interrupt=on_interrupt)
        if len(start) <= _core.MOST_TABLED_CELLS and isinstance(method, str) and isinstance(metric, str):
            kept = _BY_TABLE.get((method, metric))
            if kept is not None:
                return kept.solve(start, progress=progress, on_interrupt=on_interrupt)
    solver = Solver(
        # A flat goal has the shape of the board.
        goal=None if goal is None else resolve(goal, start),
        method=method,
        metric=metric,
        timeout=timeout,
        max_nodes=max_nodes,
        memory=memory,
        weight=weight,
        threads=threads,
        width=width,
        prefer=prefer,
        tables=tables,
        routes=routes,
    )
    return solver.solve(start, progress=progress, on_interrupt=on_interrupt)


def stream(
    board: BoardLike, *, goal: GoalLike | None = None, core: int | None = None, routes: Routes = "1995"
) -> Stream:
    """Yield the moves of the real-time greedy algorithm, one by one as they are made.

    The work between two moves is bounded, whatever the size of the board, and nothing is stored but the board
    itself: a million tiles begin to move at once. The last 3×3 cells are solved optimally, or the last 2×2
    with `core=2`, as in Parberry's report of 2014. `routes="2014"` makes the choices of his own program, as
    its films show them; its core is 2×2 unless you say otherwise. (A board that is nearly solved may still
    take many moves: tiles are brought home in a fixed order, whatever that does to the others.)

    >>> from puzzle15 import random_board
    >>> moves = stream(random_board(300, 300, seed=1))
    >>> next(moves), next(moves), next(moves)
    ('U', 'U', 'U')
    >>> moves.made, moves.tile
    (3, 1)
    >>> len(list(stream("4 9 12 0/8 6 3 13/1 2 10 14/5 15 11 7", routes="2014")))
    95
    """
    start = as_board(board)
    check_stream(core, routes)
    return Stream(start, None if goal is None else resolve(goal, start), core, routes)


def check_stream(core: object, routes: object) -> None:
    """Refuse what is not of the right type among the options of `stream`; the core refuses the rest."""
    check_whole("core", core, 2, 3)
    if not isinstance(routes, str):
        raise TypeError(f"routes is '1995' or '2014', got {shown(routes)}")


def is_solvable(board: BoardLike, goal: GoalLike | None = None) -> bool:
    """Whether the goal can be reached from the board, by the universal rule.

    Board and goal must agree in the parity of their inversions if the number of columns is odd, and of
    inversions plus the blank's row if it is even.

    >>> is_solvable("1 2 3/4 5 6/7 8 0")
    True
    >>> is_solvable("1 2 3/4 5 6/8 7 0")
    False
    >>> is_solvable("1 2 3/4 5 6/8 7 0", goal="snake")
    True
    """
    start = as_board(board)
    return _core.is_solvable(start, resolve(goal, start))
