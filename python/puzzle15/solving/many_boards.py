"""`solve_many`: arrays of boards in, arrays of solutions out."""

from __future__ import annotations

from typing import Literal

from puzzle15._support.shapes import pair
from puzzle15.goals import GoalLike, is_name
from puzzle15.solving.solution_arrays import Solutions
from puzzle15.solving.solver import Solver
from puzzle15.typing import (
    BoardsLike,
    ExecutorLike,
    Method,
    Metric,
    Prefer,
    Progress,
    Routes,
    Tables,
    as_board,
)

__all__ = ["solve_many"]


def solve_many(
    boards: BoardsLike,
    *,
    goal: GoalLike | None = None,
    method: Method = "auto",
    metric: Metric = "single",
    timeout: float | None = None,
    max_nodes: int | None = None,
    memory: int | None = None,
    weight: float | None = None,
    width: int | None = None,
    prefer: Prefer | None = None,
    tables: Tables = "small",
    routes: Routes = "1995",
    shape: tuple[int, int] | None = None,
    threads: int | None = None,
    errors: Literal["raise", "mask"] = "raise",
    executor: ExecutorLike | None = None,
    progress: Progress = None,
) -> Solutions:
    """Solve many boards of one shape: `Solver(...).solve_many(boards)`, where every option is explained.

    `boards` is an array with a row for each board, nested lists, a list of boards, or the 64-bit words of
    `puzzle15.arrays`. `goal`, `method`, `metric`, `timeout`, `max_nodes`, `memory`, `weight`, `width`,
    `prefer`, `tables` and `routes` are those of `solve`, for each board; `threads` is how many are solved at
    a time, all cores by default. With `errors="mask"` boards that cannot be solved do not stop the others.

    >>> from puzzle15 import random_boards
    >>> many = solve_many(random_boards(1000, seed=1))
    >>> many
    Solutions(1000 boards of 4×4, mean length 65.03, longest 88)
    >>> many[7].verify()
    True
    >>> few = solve_many(random_boards(3, seed=1), method="optimal", max_nodes=1000)
    >>> few.lengths.tolist(), few.lower_bounds.tolist(), few.optimal.tolist()
    ([67, 77, 56], [49, 51, 44], [False, False, False])
    """
    if goal is not None and not is_name(goal):
        # A flat goal has the shape of the boards.
        goal = as_board(goal, None if shape is None else pair(shape))
    solver = Solver(
        goal=goal,
        method=method,
        metric=metric,
        timeout=timeout,
        max_nodes=max_nodes,
        memory=memory,
        weight=weight,
        width=width,
        prefer=prefer,
        tables=tables,
        routes=routes,
    )
    return solver.solve_many(
        boards, shape=shape, threads=threads, errors=errors, executor=executor, progress=progress
    )
