"""How long a request may take, in seconds, as far as that is known before it is done.

This is for the queue only: small jobs pass large ones. So a guess within a factor of ten is good enough.
"""

from __future__ import annotations

from puzzle15.solving import Solver
from puzzle15.web.memory import is_ready
from puzzle15.web.shapes import ExploreRequest, PictureRequest

__all__ = ["MOMENT", "exploring", "picture", "solving"]

MOMENT = 0.05
"""What takes no longer is done at once, beside the long jobs."""

# Tables of twelve cells, or a search of as many.
_TABLES = 2.0
# A proven shortest solution on 4×4, nearly always.
_SHORTEST = 0.1
_SMALL_SEARCH = 16
# Larger puzzles are explored for seconds.
_SMALL_PUZZLE = 9
# Moves a second that are drawn.
_DRAWN = 1000


def solving(solver: Solver, timeout: float | None, cells: int) -> float:
    """To solve a board of so many cells.

    >>> eight = Solver(goal="1 2 3/4 5 6/7 8 0")
    >>> solving(eight, None, 9), solving(Solver(goal="1 2 3/4 5 6/7 8 0", method="quick", timeout=9), 9, 9)
    (0.05, 0.05)
    """
    tables = 0.0 if is_ready(solver) else _TABLES
    if not solver.is_slow:
        return tables or MOMENT
    most = _TABLES if timeout is None else timeout
    is_small = cells <= _SMALL_SEARCH and solver.options.metric == "single"
    return tables + (min(most, _SHORTEST) if is_small else most)


def exploring(asked: ExploreRequest) -> float:
    """To search a whole puzzle.

    >>> exploring(ExploreRequest(3, 3)), exploring(ExploreRequest(3, 4))
    (0.05, 2.0)
    """
    return MOMENT if asked.rows * asked.cols <= _SMALL_PUZZLE else _TABLES


def picture(asked: PictureRequest) -> float:
    """To draw a solution.

    >>> picture(PictureRequest("1 2/3 0", "", "gif")), picture(PictureRequest("1 2/3 0", "LR" * 500, "svg"))
    (0.1, 1.1)
    """
    return 2 * MOMENT + len(asked.moves) / _DRAWN
