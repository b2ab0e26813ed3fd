"""How many moves a puzzle takes at most, proved in steps that anyone can follow and check.

A puzzle that is too large to search is solved in steps. Each step brings some tiles home, wherever they were,
and takes them off the board with their cells; the last step is a whole puzzle on the cells that are left.
Every step is an exhaustive search, and its maxima by first cell of the blank say how much remains to be done
from there.

>>> from puzzle15 import bounds
>>> bound = bounds.prove(bounds.Recipe("the 8-puzzle in two steps", 3, 3, steps=((1, 4, 7),)))
>>> bound.value
42
>>> print(bound)
the 8-puzzle in two steps: at most 42 moves
  step 1: tiles 1, 4, 7 on 9 cells, 3,024 states
    it may end with the blank in any of 6 cells, each at the depth that step 2 may need from there
    at most 42 moves, with all that follows
  step 2: every tile on 6 cells, 360 states
    its maxima by first cell of the blank:
     · 19 20
     · 20 19
     · 21 20
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import perm
from typing import NamedTuple

from puzzle15._files import read_json, write_json
from puzzle15.errors import FileError, UnsupportedError
from puzzle15.exploring import Level, explore
from puzzle15.layers import Layers

__all__ = ["RECIPES", "Bound", "Recipe", "prove"]

FORMAT = "puzzle15 bound"
VERSION = 1

MAX_CELLS = 49
"""More cells than this cannot be searched."""


@dataclass(frozen=True)
class Recipe:
    """How to prove a bound: which tiles each step brings home; the rest is the last step.

    With `ends`, each step ends with the blank in that one cell, and what follows is added up: at the cell's
    own maximum if `by_cell` is set, else at the worst of all. Without `ends`, a step may end with the blank
    in any cell, and each cell counts what may follow from it. That is never worse.

    With `through`, the last of the `steps` need not bring all its tiles home: one of these sets is enough.
    The others are left where they are, and count what may follow from there. Then there is a rest for each
    set.

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

    def __post_init__(self) -> None:
        """Lists become tuples, so that recipes can be compared and saved."""
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
    "24: 210": Recipe("the 24-puzzle", 5, 5, ((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 16, 21)), ends=(8, 13)),
    "24: 208": Recipe("the 24-puzzle", 5, 5, ((1, 2, 3, 4, 5, 10), (6, 7, 8, 9, 11, 16, 21))),
}
"""Bounds by name: those of Karlemo and Östergård's paper (93, 91, 210), and better ones."""


class _Plan(NamedTuple):
    """One search of a recipe: the tiles told apart (None for all), cells off the board, tiles to keep."""

    tiles: tuple[int, ...] | None
    removed: tuple[int, ...]
    keep: tuple[int, ...] | None


@dataclass(frozen=True)
class Bound:
    """A proved bound: the recipe and what the search of each step found. One that proves nothing is refused.

    >>> bound = prove(Recipe("the 5-puzzle", 2, 3, steps=((1, 4),)))
    >>> bound.value, [layers.states for layers in bound.layers]
    (24, [120, 12])
    """

    recipe: Recipe
    layers: tuple[Layers, ...]
    """One for each search: the steps, the first one first, then the rests."""

    def __post_init__(self) -> None:
        """Check the proof."""
        self.check()

    @property
    def value(self) -> int:
        """At most so many moves.

        >>> prove(Recipe("the 5-puzzle", 2, 3, steps=((1, 4),))).value
        24
        """
        first, *later = self.layers
        if self.recipe.ends is None:
            return first.diameter
        ends = zip(later, self.recipe.ends, strict=True)
        return first.diameter + sum(self._rest(step, end) for step, end in ends)

    def _rest(self, step: Layers, end: int) -> int:
        """What a step may take from one cell of the blank."""
        most = step.maxima[end // step.cols][end % step.cols] if self.recipe.by_cell else step.diameter
        if most is None:
            raise UnsupportedError(f"the blank never stands in cell {end}, where the step before ends")
        return most

    def check(self) -> None:
        """Check the proof from its layers without searching again, raising what is wrong with it.

        Every step must be the puzzle that the recipe says, have found every state of it, and have started
        from what the next step found.

        >>> prove(Recipe("the 5-puzzle", 2, 3, steps=((1, 4),))).check()
        """
        plans = _plans(self.recipe)
        if len(self.layers) != len(plans):
            raise UnsupportedError(f"the recipe has {len(plans)} searches, the bound {len(self.layers)}")
        for number, (layers, plan) in enumerate(zip(self.layers, plans, strict=True)):
            sources, rests = _starts(self.recipe, number, self.layers[number + 1 :])
            expected: dict[str, object] = {
                "rows": self.recipe.rows,
                "cols": self.recipe.cols,
                "removed": plan.removed,
                "tiles": plan.tiles,
                "metric": "single",
                "sources": sources or (),
                "after": tuple(rest.fingerprint for rest in rests),
                "kept": plan.keep,
            }
            if plan.tiles is not None:
                expected["homes"] = tuple(tile - 1 for tile in plan.tiles)
            cells = layers.rows * layers.cols - len(plan.removed)
            told = cells - 1 if plan.tiles is None else len(plan.tiles)
            if cells <= MAX_CELLS:
                expected["states"] = perm(cells, told + 1) // (2 if plan.tiles is None else 1)
            for name, value in expected.items():
                found = getattr(layers, name)
                if name == "states" and found != value:
                    raise UnsupportedError(
                        f"search {number + 1} proves nothing: it reached {found:,} of {value:,} states; on "
                        "the cells that are left not every order can be reached, choose other tiles"
                    )
                if found != value:
                    raise UnsupportedError(
                        f"search {number + 1} does not prove anything: {name} is {found}, expected {value}"
                    )

    def __str__(self) -> str:
        """The derivation, search by search."""
        lines = [f"{self.recipe.title}: at most {self.value} moves"]
        steps = len(self.recipe.steps)
        for number, layers in enumerate(self.layers, start=1):
            tiles = "every tile" if layers.tiles is None else f"tiles {_list(layers.tiles)}"
            cells = layers.rows * layers.cols - len(layers.removed)
            lines.append(f"  step {number}: {tiles} on {cells} cells, {layers.states:,} states")
            lines += [f"    {line}" for line in self._reason(layers, number, steps)]
        if self.recipe.ends is not None:
            later = zip(self.layers[1:], self.recipe.ends, strict=True)
            parts = [self.layers[0].diameter, *(self._rest(step, end) for step, end in later)]
            lines.append(f"  together {' + '.join(map(str, parts))} = {self.value}")
        return "\n".join(lines)

    def _reason(self, layers: Layers, number: int, steps: int) -> list[str]:
        """What one search says, in some lines."""
        lines = []
        if number == steps and self.recipe.through:
            for rest, home in enumerate(self.recipe.through, start=number + 1):
                kept = _list(self.layers[rest - 1].kept or ())
                lines.append(
                    f"it may stop with tiles {_list(home)} at home, at the depth that step {rest} may need"
                )
                lines.append(f"from there, by the places of the blank and of tiles {kept}")
        elif number <= steps and self.recipe.ends is not None:
            lines.append(f"it ends with the blank in cell {self.recipe.ends[number - 1]}")
        elif number <= steps:
            lines.append(
                f"it may end with the blank in any of {len(layers.sources)} cells, each at the depth that "
                f"step {number + 1} may need from there"
            )
        if number == 1 and self.recipe.ends is None:
            return [*lines, f"at most {layers.diameter} moves, with all that follows"]
        if number == 1 or not self.recipe.by_cell:
            return [*lines, f"at most {layers.diameter} moves"]
        return [*lines, "its maxima by first cell of the blank:", *layers.maxima_text().splitlines()]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the recipe and the layers of all steps to one file.

        >>> import os, tempfile
        >>> bound = prove(Recipe("the 5-puzzle", 2, 3, steps=((1, 4),)))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     bound.save(os.path.join(folder, "five.json"))
        ...     Bound.load(os.path.join(folder, "five.json")) == bound
        True
        """
        data = {
            "format": FORMAT,
            "version": VERSION,
            "recipe": self.recipe.__dict__,
            "layers": [layers.to_json() for layers in self.layers],
        }
        write_json(path, data)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Bound:
        """Read what `save` has written, and check the proof.

        >>> Bound.load("no such file.json")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        puzzle15.errors.FileError: cannot read no such file.json: ...
        """
        data = read_json(path)
        if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (FORMAT, VERSION):
            raise FileError(
                f"{os.fspath(path)} cannot be used: it does not hold a bound of version {VERSION}"
            )
        try:
            recipe = data["recipe"]
            bound = cls(
                Recipe(
                    title=recipe["title"],
                    rows=recipe["rows"],
                    cols=recipe["cols"],
                    steps=tuple(map(tuple, recipe["steps"])),
                    ends=None if recipe["ends"] is None else tuple(recipe["ends"]),
                    by_cell=recipe["by_cell"],
                    through=tuple(map(tuple, recipe["through"])),
                ),
                tuple(map(Layers.from_json, data["layers"])),
            )
        except (KeyError, TypeError, AttributeError, FileError) as error:
            raise FileError(f"{os.fspath(path)} cannot be used: {error}") from None
        return bound


def prove(
    recipe: Recipe | str,
    *,
    threads: int | None = None,
    memory: int | None = None,
    progress: Callable[[Level], object] | bool | None = None,
) -> Bound:
    """Prove a bound by searching its steps, the last one first. Named recipes are in `RECIPES`.

    >>> prove(Recipe("the 8-puzzle", 3, 3, steps=((1, 2, 3),), ends=(5,))).value
    44
    """
    if isinstance(recipe, str):
        if recipe not in RECIPES:
            raise UnsupportedError(f"there is no recipe {recipe!r}; choose one of {', '.join(RECIPES)}")
        recipe = RECIPES[recipe]
    elif not isinstance(recipe, Recipe):
        raise TypeError(f"a recipe, or the name of one, got {recipe!r}")
    plans = _plans(recipe)
    found: list[Layers] = []
    for number in reversed(range(len(plans))):
        tiles, removed, keep = plans[number]
        sources, rests = _starts(recipe, number, found)
        layers = explore(
            recipe.rows,
            recipe.cols,
            tiles=tiles,
            removed=removed,
            sources=sources,
            after=rests,
            keep=keep,
            threads=threads,
            memory=memory,
            progress=progress,
        )
        found.insert(0, layers)
    return Bound(recipe, tuple(found))


def _plans(recipe: Recipe) -> list[_Plan]:
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
        raise UnsupportedError("through= has sets of tiles of the last step, and does not go with ends=")
    plans = []
    removed: tuple[int, ...] = ()
    for step in recipe.steps:
        plans.append(_Plan(tuple(sorted(step)), removed, None))
        before, removed = removed, _homes(removed, step)
    if not recipe.through:
        return [*plans, _Plan(None, removed, None)]
    rests = [_Plan(None, _homes(before, home), tuple(sorted(last - set(home)))) for home in recipe.through]
    return [*plans, *rests]


def _homes(removed: tuple[int, ...], tiles: tuple[int, ...]) -> tuple[int, ...]:
    """The cells off the board once these tiles are at home as well."""
    return tuple(sorted((*removed, *(tile - 1 for tile in tiles))))


def _starts(
    recipe: Recipe, number: int, found: Sequence[Layers]
) -> tuple[tuple[tuple[int, int], ...] | None, tuple[Layers, ...]]:
    """Where a search starts, from what those after it found: cells of the blank with depths, and rests."""
    if number >= len(recipe.steps):
        return ((recipe.rows * recipe.cols - 1, 0),), ()
    if recipe.through and number == len(recipe.steps) - 1:
        return None, tuple(found)
    if recipe.ends is not None:
        return ((recipe.ends[number], 0),), ()
    maxima = [depth for row in found[0].maxima for depth in row]
    return tuple((cell, depth) for cell, depth in enumerate(maxima) if depth is not None), ()


def _list(items: Sequence[object]) -> str:
    return ", ".join(map(str, items))
