"""Random boards that can be solved, the same for the same seed everywhere."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15.errors import GoalError, PuzzleError
from puzzle15.goals import GoalLike, is_name, resolve
from puzzle15.goals import rows as rows_goal
from puzzle15.typing import as_board

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["random_board", "random_boards"]

Method = Literal["shuffle", "walk"]


def random_board(
    rows: int | None = None,
    cols: int | None = None,
    goal: GoalLike | None = None,
    seed: int | None = None,
    method: Method = "shuffle",
    steps: int = 150,
) -> Board:
    """Make a random board from which the goal can be reached: 4×4, or of the goal's shape, or as asked for.

    `method="shuffle"` is fair: every solvable board is equally likely. `method="walk"` takes the blank to a
    random other cell, `steps` times; it is what many games do, and is not quite fair however long.
    The same seed gives the same board on every machine and in every version.

    >>> random_board(3, 3, seed=1)
    Board('2 0 5/1 8 6/7 3 4')
    >>> random_board(2, 3, goal="blank-first", seed=1, method="walk", steps=1)
    Board('3 1 2/0 4 5')
    """
    target = _target(rows, cols, goal)
    data, size = _core.random_boards(1, target, _seed(seed), _steps(method, steps), 1)
    tiles = [int.from_bytes(data[i : i + size], sys.byteorder) for i in range(0, len(data), size)]
    return Board(tiles, *target.shape)


def random_boards(
    n: int,
    rows: int | None = None,
    cols: int | None = None,
    goal: GoalLike | None = None,
    seed: int | None = None,
    method: Method = "shuffle",
    steps: int = 150,
    threads: int | None = None,
) -> NDArray[np.unsignedinteger[Any]]:
    """Make `n` random boards, as an array with a board a row.

    The type is the smallest unsigned one that holds the tiles. Board `i` depends on the seed and on `i` only,
    not on `n` or the number of threads; the first is that of `random_board`, where the options are explained.

    >>> random_boards(2, 2, 2, seed=1)
    array([[2, 0, 1, 3],
           [3, 1, 2, 0]], dtype=uint8)
    """
    import numpy as np

    if not 0 <= n < 1 << 63:
        raise PuzzleError(f"the number of boards is 0 or more, got {n}")
    target = _target(rows, cols, goal)
    data, size = _core.random_boards(n, target, _seed(seed), _steps(method, steps), threads)
    return np.frombuffer(data, f"u{size}").reshape(n, len(target))


def _target(rows: int | None, cols: int | None, goal: GoalLike | None) -> Board:
    """The goal, and with it the shape of the boards."""
    shape = (4 if rows is None else rows, 4 if cols is None else cols)
    if goal is None or is_name(goal):
        return resolve(goal, rows_goal(*shape))
    target = as_board(goal, None if rows is None or cols is None else shape)
    if rows not in (None, target.rows) or cols not in (None, target.cols):
        raise GoalError(f"the goal is {target.rows}×{target.cols}, the boards asked for are {rows}×{cols}")
    return target


def _seed(seed: int | None) -> int:
    if seed is None:
        import secrets

        return secrets.randbits(64)
    if not 0 <= seed < 1 << 64:
        raise PuzzleError(f"a seed is a whole number from 0 to 2**64 - 1, got {seed}")
    return seed


def _steps(method: Method, steps: int) -> int | None:
    if method == "shuffle":
        return None
    if method != "walk":
        raise PuzzleError(f"there is no method {method!r}; choose 'shuffle' or 'walk'")
    if not 0 <= steps < 1 << 32:
        raise PuzzleError(f"steps is a number from 0 to 2**32 - 1, got {steps}")
    return steps
