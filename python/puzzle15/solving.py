"""`solve` for one board, and `stream` for its moves one by one."""

from __future__ import annotations

import sys
from typing import TextIO

from puzzle15 import _core
from puzzle15._core import Board, Stream
from puzzle15.goals import GoalLike, resolve
from puzzle15.solution import Solution
from puzzle15.typing import BoardLike, as_board

__all__ = ["Stream", "is_solvable", "solve", "stream"]

# Boards with fewer cells are solved before anyone could see a bar.
_WATCHED = 10_000


def solve(
    board: BoardLike, *, goal: GoalLike | None = None, method: str = "auto", progress: bool | None = None
) -> Solution:
    """Solve a board of any size.

    `goal` is a board, one of the names in `puzzle15.goals.NAMES`, or by default the one that the numbers
    suggest: in order, the blank last. `method` is

    - `"combined"`: 4×4, Parberry's three stages in both orientations: about 65 moves in a few microseconds;
    - `"optimal"`: up to twelve cells, a shortest solution from a table that is made at first use (those of
      twelve cells are kept on disk);
    - `"peel"`: every size, outer rows and columns two tiles at a time, then a core of 4×4. It takes 60 % of
      the moves of `"greedy"` or less from 5×5 to 30×30, more on larger and on narrow boards;
    - `"greedy"`: every size, Parberry's real-time algorithm of 1995, one tile at a time. See also `stream`;
    - `"twists"`: 3×3 with the blank of the goal in the centre, as in `goal="spiral"`: a shortest solution in
      the corner twists of Schofield's tables of 1967 (`puzzle15.twists`), printed in his notation;
    - `"auto"`: the best of what there is for the size: optimal, combined, or peel.

    Boards of more than 10,000 cells show a bar on a terminal; `progress` True or False says otherwise.

    >>> solution = solve("5 1 2 4/9 6 3 7/13 10 11 8/14 15 12 0")
    >>> len(solution), solution.method, solution.verify()
    (12, 'combined', True)
    >>> solve([[1, 2, 3], [4, 5, 0], [7, 8, 6]]).moves
    'D'
    >>> solve("1 2 3/4 5 6/7 0 8", goal="1 2 3/4 0 6/7 5 8").moves
    'U'
    >>> print(solve("8 2 5/1 0 3/7 4 6", goal="spiral", method="twists"))
    20 moves (optimal)
      twists  20  WX̶Y̶Z̶AD̶Y
    >>> from puzzle15 import random_board
    >>> large = random_board(10, 10, seed=1)
    >>> [len(solve(large, method=method)) for method in ("peel", "greedy")]
    [1417, 2309]
    """
    start = board if isinstance(board, Board) else as_board(board)
    target = None if goal is None else resolve(goal, start)
    if progress is not None and not isinstance(progress, bool):
        raise TypeError(f"progress is True, False or None, got {progress!r}")
    if method == "twists":
        return _in_twists(start, start.natural_goal if target is None else target)
    watched = start.rows * start.cols > _WATCHED and sys.stderr.isatty() if progress is None else progress
    bar = _Bar(sys.stderr) if watched else None
    try:
        reached, moves, name, optimal, stages = _core.solve(start, target, method, bar)
    finally:
        if bar is not None:
            bar.close()
    return Solution(start, reached, moves, name, optimal, stages)


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


class _Bar:
    """How much is done, on one line that is cleared in the end."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._shown = ""

    def __call__(self, share: float) -> None:
        text = f"solving: {share:.0%} of the cells"
        if text != self._shown:
            self._shown = text
            self._out.write(f"\r{text}\x1b[K")
            self._out.flush()

    def close(self) -> None:
        if self._shown:
            self._out.write("\r\x1b[K")
            self._out.flush()
