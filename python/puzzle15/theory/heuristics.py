"""How much better other lower bounds are than the Manhattan distance: a question of the last section."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from puzzle15 import arrays
from puzzle15._support.checks import check_flag
from puzzle15.errors import UnsupportedError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from puzzle15.goals import GoalLike

__all__ = ["HeuristicMean", "heuristic_means"]


@dataclass(frozen=True)
class HeuristicMean:
    """The mean of a lower bound over some boards.

    >>> HeuristicMean("manhattan", 14.0, 0.01)
    HeuristicMean(name='manhattan', mean=14.0, error=0.01)
    """

    name: str
    mean: float
    error: float
    """The standard error of the mean; 0 if these are all boards."""


def heuristic_means(
    boards: ArrayLike,
    *,
    goal: GoalLike | None = None,
    shape: tuple[int, int] | None = None,
    optima: ArrayLike | None = None,
    is_sample: bool = True,
) -> tuple[HeuristicMean, ...]:
    """The means of Manhattan distance, linear conflict, walking distance and pattern databases.

    With `optima`, the lengths of shortest solutions, their mean is the last. `boards`, `goal` and `shape` are
    those of `puzzle15.arrays.manhattan`, for up to 25 cells. If they are not a sample but all boards there
    are, say so with `is_sample=False`: then the means are exact.

    >>> from puzzle15 import arrays
    >>> boards = arrays.unrank(range(181_440), (3, 3))
    >>> for found in heuristic_means(boards, optima=arrays.distance(boards), is_sample=False):
    ...     print(f"{found.name:17} {found.mean:6.3f}")
    manhattan         14.000
    linear conflict   15.119
    walking distance  15.683
    pattern databases 20.596
    optimum           21.972
    """
    check_flag("is_sample", is_sample)
    columns: dict[str, NDArray[np.integer[Any]]] = {
        "manhattan": arrays.manhattan(boards, goal=goal, shape=shape),
        "linear conflict": arrays.linear_conflict(boards, goal=goal, shape=shape),
        "walking distance": arrays.walking_distance(boards, goal=goal, shape=shape),
        "pattern databases": arrays.pattern_distance(boards, goal=goal, shape=shape),
    }
    count = len(columns["manhattan"])
    if not isinstance(is_sample, bool):
        raise TypeError(f"is_sample is True or False, got {is_sample!r}")
    least = 2 if is_sample else 1
    if count < least:
        raise UnsupportedError(f"a mean takes {least} boards or more, got {count}; give more boards")
    if optima is not None:
        columns["optimum"] = _optima(optima, columns["pattern databases"])
    return tuple(
        HeuristicMean(
            name,
            float(values.mean()),
            float(values.std(ddof=1)) / math.sqrt(count) if is_sample else 0.0,
        )
        for name, values in columns.items()
    )


def _optima(optima: ArrayLike, least: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """Lengths of shortest solutions; an error if one of them cannot be, as it is below a lower bound."""
    from puzzle15._support.numeric import np

    lengths = np.asarray(optima)
    if lengths.shape != least.shape:
        raise UnsupportedError(
            f"there are {len(least)} boards and optima of shape {lengths.shape}; give a number for each board"
        )
    expected = "optima are whole numbers, the lengths of shortest solutions"
    if lengths.dtype.kind not in "iuf":
        raise TypeError(f"{expected}; got an array of type {lengths.dtype}")
    is_length = np.isfinite(lengths) & (lengths == np.floor(lengths))
    if not is_length.all():
        wrong = int((~is_length).argmax())
        raise UnsupportedError(f"{expected}; got {lengths[wrong]} for board {wrong + 1}")
    if (lengths < least).any():
        wrong = int((lengths < least).argmax())
        raise UnsupportedError(
            f"{expected}; got {lengths[wrong]} for board {wrong + 1}, which needs {least[wrong]} at least"
        )
    return lengths.astype(np.int64)
