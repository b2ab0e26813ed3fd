"""`solve` for one board, and `stream` for its moves one by one."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from puzzle15 import _core
from puzzle15._core import Board, Stream
from puzzle15._support.checks import check_number, check_seconds, check_whole, check_width
from puzzle15._support.progress_bar import Bar
from puzzle15.errors import UnsupportedError
from puzzle15.goals import GoalLike, resolve
from puzzle15.solving.all_shortest import MOST_CELLS
from puzzle15.solving.improving import improve
from puzzle15.solving.solution import Solution
from puzzle15.typing import BoardLike, as_board

__all__ = ["is_solvable", "solve", "stream"]

_Listener = Callable[[float], object] | None

# Boards with fewer cells are solved before anyone could see a bar.
_WATCHED = 10_000


def solve(
    board: BoardLike,
    *,
    goal: GoalLike | None = None,
    method: str = "auto",
    metric: str = "single",
    timeout: float | None = None,
    max_nodes: int | None = None,
    weight: float | None = None,
    threads: int | None = 1,
    width: int | None = None,
    prefer: str | None = None,
    progress: Callable[[float], object] | bool | None = None,
) -> Solution:
    """Solve a board of any size.

    `goal` is a board, one of the names in `puzzle15.goals.NAMES`, or by default the one that the numbers
    suggest: in order, the blank last. `method` is

    - `"combined"`: 4×4, Parberry's three stages in both orientations: about 65 moves in a few microseconds;
    - `"quick"`: up to 25 cells, a beam search: a 15-puzzle in under 60 moves on average, in a tenth of a
      millisecond. `width` is the knob: twice the width takes twice the time and finds shorter solutions (4×4:
      10 by default; 128 gives 53.8 in a millisecond, where the shortest have 52.6);
    - `"optimal"`: up to 25 cells, a shortest solution: up to twelve cells from a table that is made at first
      use (those of twelve cells are kept on disk), beyond by search. 4×4 takes some milliseconds, and less
      than one with the large tables of `puzzle15.tables.build(4, 4)`; 5×5 may take hours: give a `timeout`;
    - `"peel"`: every size, outer rows and columns two tiles at a time, then a core of 4×4. It takes 60 % of
      the moves of `"greedy"` or less from 5×5 to 30×30, more on larger and on narrow boards;
    - `"greedy"`: every size, Parberry's real-time algorithm of 1995, one tile at a time. See also `stream`;
    - `"twists"`: 3×3 with the blank of the goal in the centre, as in `goal="spiral"`: a shortest solution in
      the corner twists of Schofield's tables of 1967 (`puzzle15.twists`), printed in his notation;
    - `"auto"`: the best of what nobody has to wait for: optimal up to twelve cells, combined, or peel. With a
      budget or a weight it is `"optimal"`.

    `timeout` (seconds) and `max_nodes` are a budget for `"optimal"` and `"quick"`: when it runs out, the
    solution is the shortest found so far, and `Solution.lower_bound` is what has been proven. Tables that are
    not there yet are made first, which is not counted. Boards of more than 25 cells take a `timeout` with
    `"auto"`: they are solved line by line, and improved in the time that is left. `weight=1.1` is
    content with a solution that is proven to be at most 1.1 times as long as a shortest. `threads` is the
    number of cores for one hard board, None for all. `prefer="turns"` gives, of all shortest solutions, one
    with the fewest turns, which is also one with the fewest straight slides (`prefer="multi"` is the same).

    `metric="multi"` counts a straight slide of several tiles as one move: with `"optimal"`, a solution of the
    fewest slides, up to twelve cells from tables, and by search for 4×4, which takes seconds.

    Boards of more than 10,000 cells show a bar on a terminal; `progress` True or False says otherwise. It may
    also be a function: what takes long calls it some times a second with the share that is done, as far as
    that is known. An error that it raises ends the search, which is how another thread can stop one.

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
    [70, 54, 52]
    >>> large = random_board(10, 10, seed=1)
    >>> [len(solve(large, method=method)) for method in ("peel", "greedy")]
    [1417, 2309]
    """
    start = board if isinstance(board, Board) else as_board(board)
    target = None if goal is None else resolve(goal, start)
    listener = progress if callable(progress) else None
    if progress is not None and listener is None and not isinstance(progress, bool):
        raise TypeError(f"progress is True, False or None, or a function, got {progress!r}")
    if not isinstance(method, str):
        raise TypeError(f"method is one of the names in the documentation of solve, as text; got {method!r}")
    asked = _asked(timeout, max_nodes, weight, threads, width)
    large = start.rows * start.cols > MOST_CELLS
    if method == "auto" and timeout is not None and large and max_nodes is None:
        return _improved(start, target, timeout, listener)
    if asked is not None or prefer is not None or metric != "single":
        method = _searching(method, metric, prefer, width)
        _check_together(metric, prefer, timeout is not None or max_nodes is not None, weight, threads, width)
    if method == "twists":
        return _in_twists(start, start.natural_goal if target is None else target)
    if metric == "multi":
        target = start.natural_goal if target is None else target
        return _in_slides(start, target, timeout, max_nodes, listener)
    if prefer is not None:
        target = start.natural_goal if target is None else target
        moves = _core.straightest(start, target)
        return Solution(start, target, moves, "optimal", True, [("optimal", len(moves))])
    slow = start.rows * start.cols > _WATCHED
    watched = progress is True or (progress is None and slow and sys.stderr.isatty())
    bar = Bar(sys.stderr, "solving: {:.0%} of the cells") if watched else None
    try:
        found = _core.solve(start, target, method, asked, listener or bar)
    finally:
        if bar is not None:
            bar.close()
    reached, moves, name, optimal, stages, bound, nodes = found
    return Solution(start, reached, moves, name, optimal, stages, lower_bound=bound, nodes=nodes)


def _improved(start: Board, goal: Board | None, timeout: float, progress: _Listener) -> Solution:
    """The best of a large board in the time."""
    begin = time.monotonic()
    solution = solve(start, goal=goal, progress=progress)
    left = max(0.0, timeout - (time.monotonic() - begin))
    return improve(solution, timeout=left, progress=progress)


def _asked(
    timeout: float | None,
    max_nodes: int | None,
    weight: float | None,
    threads: int | None,
    width: int | None,
) -> tuple[float | None, int | None, float, int | None, int | None] | None:
    """What a search may spend and is to look for, checked; None if it is nothing special."""
    if timeout is None and max_nodes is None and weight is None and threads == 1 and width is None:
        return None
    check_seconds(timeout)
    check_whole("max_nodes", max_nodes, 0, 2**64 - 1)
    check_number("weight", 1 if weight is None else weight, 1, 100)
    check_whole("threads", threads, 1, 256)
    check_width(width)
    # More than the clock can count to is as good as a very long time.
    seconds = None if timeout is None else float(min(timeout, 1e18))
    return seconds, max_nodes, 1.0 if weight is None else float(weight), threads, width


def _searching(method: str, metric: str, prefer: str | None, width: int | None) -> str:
    """The method that is meant where a budget, a metric or a preference is given."""
    if metric not in ("single", "multi"):
        raise UnsupportedError(f"metric is 'single' or 'multi', got {metric!r}")
    if prefer not in (None, "turns", "multi"):
        raise UnsupportedError(f"prefer is 'turns' or 'multi', which are the same, or None, got {prefer!r}")
    if method == "auto":
        method = "quick" if width is not None and prefer is None and metric == "single" else "optimal"
    if method != "optimal" and (metric != "single" or prefer is not None):
        raise UnsupportedError(f"metric= and prefer= are for method 'optimal', got {method!r}")
    if method not in ("optimal", "quick"):
        raise UnsupportedError(
            f"timeout=, max_nodes=, weight=, threads= and width= are for the methods 'optimal' and 'quick', "
            f"got {method!r}; improve() makes any solution shorter in a given time"
        )
    return method


def _check_together(
    metric: str,
    prefer: str | None,
    budget: bool,
    weight: float | None,
    threads: int | None,
    width: int | None,
) -> None:
    """Refuse options that would be ignored."""
    more = weight is not None or threads != 1 or width is not None
    if prefer is not None and (budget or more):
        raise UnsupportedError(
            "prefer= looks at all shortest solutions, so it takes no budget, weight, threads or width"
        )
    if metric == "multi" and (more or prefer is not None):
        raise UnsupportedError("with metric='multi' there is no weight=, threads=, width= or prefer=")


def _in_slides(
    start: Board, goal: Board, timeout: float | None, max_nodes: int | None, progress: _Listener
) -> Solution:
    moves, bound, nodes = _core.solve_multi(start, goal, timeout, max_nodes, progress)
    if moves is None:
        # The budget is used up: what a beam finds at once, and what has been proven.
        moves = _core.solve(start, goal, "optimal", (0.0, 0, 1.0, 1, None), None)[1]
    slides = Solution(start, goal, moves, "optimal", False).multi
    return Solution(
        start,
        goal,
        moves,
        "optimal",
        slides == bound,
        [("optimal", len(moves))],
        lower_bound=bound,
        nodes=nodes,
        metric="multi",
    )


def _in_twists(start: Board, goal: Board) -> Solution:
    from puzzle15.twists.solving import in_twists

    moves, stages = in_twists(start, goal)
    solution = Solution(start, goal, moves, "twists", True, stages)
    if not solution.verify():
        raise AssertionError(f"{moves} does not solve {start.to_text()}; please report this as a bug")
    return solution


def stream(board: BoardLike, *, goal: GoalLike | None = None, core: int = 3) -> Stream:
    """Give the moves of the real-time greedy algorithm, one by one as they are made.

    Between two moves there is a fixed amount of work, whatever the size of the board, and nothing is stored
    but the board itself: a million tiles begin to move at once. The last 3×3 cells are solved optimally, or
    the last 2×2 with `core=2`, as in Parberry's report of 2014. (A board that is nearly solved may still take
    many moves: tiles are put in order whether or not they were.)

    >>> from puzzle15 import random_board
    >>> moves = stream(random_board(300, 300, seed=1))
    >>> next(moves), next(moves), next(moves)
    ('U', 'U', 'U')
    >>> moves.made, moves.tile
    (3, 1)
    """
    start = as_board(board)
    return Stream(start, None if goal is None else resolve(goal, start), core)


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
