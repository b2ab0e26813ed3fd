"""Random boards that can be solved, the same for the same seed everywhere."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15.errors import PuzzleError
from puzzle15.goals import GoalLike, resolve
from puzzle15.goals import rows as rows_goal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["random_board", "random_boards"]

Method = Literal["shuffle", "walk"]


def random_board(
    rows: int = 4,
    cols: int = 4,
    *,
    goal: GoalLike | None = None,
    seed: int | None = None,
    method: Method = "shuffle",
    steps: int = 150,
) -> Board:
    """Make a random board from which the goal can be reached.

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
    rows: int = 4,
    cols: int = 4,
    *,
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

    if n < 0:
        raise PuzzleError(f"the number of boards is 0 or more, got {n}")
    target = _target(rows, cols, goal)
    data, size = _core.random_boards(n, target, _seed(seed), _steps(method, steps), threads)
    return np.frombuffer(bytearray(data), f"u{size}").reshape(n, len(target))


def _target(rows: int, cols: int, goal: GoalLike | None) -> Board:
    return resolve(goal, rows_goal(rows, cols))


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
