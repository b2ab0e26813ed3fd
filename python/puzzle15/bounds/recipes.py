"""Recipes for bounds: which tiles each step brings home, and the searches that follow from that."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial, perm
from typing import NamedTuple

from puzzle15._support.checks import check_flag, check_kind, whole_number
from puzzle15.errors import Option, UnsupportedError
from puzzle15.typing import Metric

__all__ = ["RECIPES", "Recipe", "SearchPlan", "plans_of"]


@dataclass(frozen=True)
class Recipe:
    """How to prove a bound: which tiles each step brings home; the rest is the last step.

    With `ends`, each step ends with the blank in that one cell, and what follows is added: the maximum of
    that cell if `by_cell` is set, else the maximum of all. Without `ends`, a step may end with the blank in
    any cell, and each cell starts at the depth that may follow from it. That is never worse.

    With `through`, the last of the `steps` need not bring all its tiles home: one of these sets is enough.
    The others are left where they are, and start at the depth that may follow from there. Then there is a
    rest for each set.

    `metric` says what counts as one move: with `"multi"`, the bound is in straight slides of several tiles.

    >>> RECIPES["15: 91"].steps, RECIPES["15: 91"].ends
    (((1, 2, 3, 4, 5, 9, 13),), (6,))
    >>> corner = Recipe("the 8-puzzle", 3, 3, ((1, 2, 3, 4, 7),), through=((1, 2, 3), (1, 4, 7)))
    >>> prove(corner).value
    34
    """

    title: str
    rows: int
    cols: int
    steps: tuple[tuple[int, ...], ...]
    ends: tuple[int, ...] | None = None
    by_cell: bool = True
    through: tuple[tuple[int, ...], ...] = ()
    metric: Metric = "single"

    def __post_init__(self) -> None:
        """Lists become tuples, so that recipes can be compared and saved."""
        check_kind("title", self.title, str, "text")
        for name in ("rows", "cols"):
            object.__setattr__(self, name, whole_number(name, getattr(self, name)))
        check_flag("by_cell", self.by_cell)
        try:
            for name in ("steps", "through"):
                object.__setattr__(self, name, tuple(tuple(tiles) for tiles in getattr(self, name)))
            if self.ends is not None:
                object.__setattr__(self, "ends", tuple(self.ends))
        except TypeError:
            raise TypeError(
                "steps= and through= are lists of lists of tiles, ends= is a list of cells"
            ) from None


ROW_AND_COLUMN = ((1, 2, 3, 4, 5, 9, 13),)

RECIPES: dict[str, Recipe] = {
    "15: 93": Recipe("the 15-puzzle", 4, 4, ROW_AND_COLUMN, ends=(6,), by_cell=False),
    "15: 91": Recipe("the 15-puzzle", 4, 4, ROW_AND_COLUMN, ends=(6,)),
    "15: 90": Recipe("the 15-puzzle", 4, 4, ROW_AND_COLUMN),
    "15: 89": Recipe(
        "the 15-puzzle", 4, 4, ((1, 2, 3, 4, 5, 8, 9, 13),), through=((1, 2, 3, 4), (1, 5, 9, 13))
    ),
    "15 in slides: 57": Recipe("the 15-puzzle in slides", 4, 4, ROW_AND_COLUMN, metric="multi"),
    "15 in slides: 53": Recipe(
        "the 15-puzzle in slides",
        4,
        4,
        ((1, 2, 3, 4, 5, 8, 9, 13),),
        through=((1, 2, 3, 4), (1, 5, 9, 13)),
        metric="multi",
    ),
    "24: 210": Recipe("the 24-puzzle", 5, 5, ((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 16, 21)), ends=(8, 13)),
    "24: 208": Recipe("the 24-puzzle", 5, 5, ((1, 2, 3, 4, 5, 10), (6, 7, 8, 9, 11, 16, 21))),
}
"""Recipes by name: those of Karlemo and Östergård's paper (93, 91, 210), better ones, and two in slides."""


class SearchPlan(NamedTuple):
    """One search of a recipe: the tiles told apart (None for all), cells off the board, tiles to keep."""

    tiles: tuple[int, ...] | None
    removed: tuple[int, ...]
    keep: tuple[int, ...] | None

    def states(self, cells: int) -> int:
        """How many states this search has on a board of so many cells, if every order can be reached."""
        on_board = cells - len(self.removed)
        return factorial(on_board) // 2 if self.tiles is None else perm(on_board, len(self.tiles) + 1)


def plans_of(recipe: Recipe) -> list[SearchPlan]:
    """The searches of a recipe: its steps, then the rests."""
    used = [tile for step in recipe.steps for tile in step]
    last_tile = recipe.rows * recipe.cols - 1
    for tile in used:
        if not isinstance(tile, int) or not 1 <= tile <= last_tile:
            raise UnsupportedError(f"the tiles of this puzzle are 1 to {last_tile}, got {tile!r} in a step")
    if len(set(used)) != len(used):
        raise UnsupportedError("a tile is in two steps")
    if recipe.ends is not None and len(recipe.ends) != len(recipe.steps):
        raise UnsupportedError(f"there are {len(recipe.steps)} steps and {len(recipe.ends)} cells to end in")
    last = set(recipe.steps[-1]) if recipe.steps else set()
    if recipe.through and (recipe.ends is not None or any(not set(home) <= last for home in recipe.through)):
        raise UnsupportedError(
            Option("through"), " has sets of tiles of the last step, and does not go with ", Option("ends")
        )
    if recipe.metric not in ("single", "multi"):
        raise UnsupportedError(Option("metric"), f" is 'single' or 'multi', got {recipe.metric!r}")
    plans = []
    before: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    for step in recipe.steps:
        plans.append(SearchPlan(tuple(sorted(step)), removed, None))
        before, removed = removed, _homes(removed, step)
    if not recipe.through:
        return [*plans, SearchPlan(None, removed, None)]
    rests = [
        SearchPlan(None, _homes(before, home), tuple(sorted(last - set(home)))) for home in recipe.through
    ]
    return [*plans, *rests]


def _homes(removed: tuple[int, ...], tiles: tuple[int, ...]) -> tuple[int, ...]:
    """The cells off the board once these tiles are at home as well."""
    return tuple(sorted((*removed, *(tile - 1 for tile in tiles))))
