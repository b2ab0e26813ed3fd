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
    it starts from the blank in each of 6 cells, at the depth that step 2 may still need from there
    at most 42 moves, with all that follows
  step 2: every tile on 6 cells, 360 states
    its maxima by first cell of the blank:
     · 19 20
     · 20 19
     · 21 20
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from math import factorial, perm
from pathlib import Path

from puzzle15.errors import FileError, UnsupportedError
from puzzle15.exploring import Level, explore
from puzzle15.layers import Layers

__all__ = ["RECIPES", "Bound", "Recipe", "prove"]

FORMAT = "puzzle15 bound"
VERSION = 1


@dataclass(frozen=True)
class Recipe:
    """How to prove a bound: which tiles each step brings home; the rest is the last step.

    With `ends`, each step ends with the blank in that one cell, and what follows is added up: at the cell's
    own maximum if `by_cell` is set, else at the worst of all. Without `ends`, a step may end with the blank
    in any cell, and each cell counts what may follow from it. That is never worse.

    >>> bounds_of_the_paper = RECIPES["15: 91"]
    >>> bounds_of_the_paper.steps, bounds_of_the_paper.ends
    (((1, 2, 3, 4, 5, 9, 13),), (6,))
    """

    title: str
    rows: int
    cols: int
    steps: tuple[tuple[int, ...], ...]
    ends: tuple[int, ...] | None = None
    by_cell: bool = True


RECIPES: dict[str, Recipe] = {
    "15: 93": Recipe("the 15-puzzle", 4, 4, ((1, 2, 3, 4, 5, 9, 13),), ends=(6,), by_cell=False),
    "15: 91": Recipe("the 15-puzzle", 4, 4, ((1, 2, 3, 4, 5, 9, 13),), ends=(6,)),
    "15: 90": Recipe("the 15-puzzle", 4, 4, ((1, 2, 3, 4, 5, 9, 13),)),
    "24: 210": Recipe("the 24-puzzle", 5, 5, ((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 16, 21)), ends=(8, 13)),
}
"""Bounds by name: those of Karlemo and Östergård's paper (93, 91, 210), and better ones."""


@dataclass(frozen=True)
class Bound:
    """A proved bound: the recipe and what the search of each step found.

    >>> bound = prove(Recipe("the 5-puzzle", 2, 3, steps=((1, 4),)))
    >>> bound.value, [layers.states for layers in bound.layers]
    (24, [120, 12])
    """

    recipe: Recipe
    layers: tuple[Layers, ...]
    """One for each step, the first step first."""

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
            raise UnsupportedError(f"the recipe has {len(plans)} steps, the bound {len(self.layers)}")
        after: Layers | None = None
        for number, (layers, (tiles, removed)) in reversed(
            list(enumerate(zip(self.layers, plans, strict=True), 1))
        ):
            cells = self.recipe.rows * self.recipe.cols - len(removed)
            states = factorial(cells) // 2 if tiles is None else perm(cells, len(tiles) + 1)
            expected = {
                "rows": self.recipe.rows,
                "cols": self.recipe.cols,
                "removed": removed,
                "tiles": tiles,
                "metric": "single",
                "states": states,
                "sources": _sources(self.recipe, number - 1, after),
            }
            if tiles is not None:
                expected["homes"] = tuple(tile - 1 for tile in tiles)
            for name, value in expected.items():
                found = getattr(layers, name)
                if found != value:
                    raise UnsupportedError(
                        f"step {number} does not prove anything: {name} is {found}, expected {value}"
                    )
            after = layers

    def __str__(self) -> str:
        """The derivation, step by step."""
        lines = [f"{self.recipe.title}: at most {self.value} moves"]
        for number, layers in enumerate(self.layers, start=1):
            tiles = "every tile" if layers.tiles is None else f"tiles {', '.join(map(str, layers.tiles))}"
            cells = layers.rows * layers.cols - len(layers.removed)
            lines.append(f"  step {number}: {tiles} on {cells} cells, {layers.states:,} states")
            if self.recipe.ends is None:
                if number < len(self.layers):
                    cells_free = len(layers.sources)
                    lines.append(
                        f"    it starts from the blank in each of {cells_free} cells, at the depth that step "
                        f"{number + 1} may still need from there"
                    )
                if number == 1:
                    lines.append(f"    at most {layers.diameter} moves, with all that follows")
            elif number < len(self.layers):
                lines.append(f"    it ends with the blank in cell {self.recipe.ends[number - 1]}")
            if number > 1 or self.recipe.ends is not None:
                lines += self._maxima(layers, number)
        if self.recipe.ends is not None:
            later = zip(self.layers[1:], self.recipe.ends, strict=True)
            parts = [self.layers[0].diameter, *(self._rest(step, end) for step, end in later)]
            lines.append(f"  together {' + '.join(map(str, parts))} = {self.value}")
        return "\n".join(lines)

    def _maxima(self, layers: Layers, number: int) -> list[str]:
        if self.recipe.ends is not None and (number == 1 or not self.recipe.by_cell):
            return [f"    at most {layers.diameter} moves"]
        grid = layers.maxima_text().splitlines()
        return [
            "    its maxima by first cell of the blank:",
            *(f"    {row}" for row in grid if set(row) - set("· ")),
        ]

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
        target = Path(path)
        aside = target.with_name(f"{target.name}.{os.getpid()}.part")
        try:
            aside.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
            aside.replace(target)
        except OSError as error:
            aside.unlink(missing_ok=True)
            raise FileError(f"cannot write {target}: {error}") from error

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Bound:
        """Read what `save` has written, and check the proof.

        >>> Bound.load("no such file.json")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        puzzle15.errors.FileError: cannot read no such file.json: ...
        """
        try:
            data = json.loads(Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise FileError(f"cannot read {os.fspath(path)}: {error}") from error
        except ValueError as error:
            raise FileError(f"{os.fspath(path)} cannot be used: it is not JSON ({error})") from error
        if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (FORMAT, VERSION):
            raise FileError(
                f"{os.fspath(path)} cannot be used: it does not hold a bound of version {VERSION}"
            )
        try:
            recipe = data["recipe"]
            steps = tuple(map(tuple, recipe["steps"]))
            ends = None if recipe["ends"] is None else tuple(recipe["ends"])
            bound = cls(
                Recipe(recipe["title"], recipe["rows"], recipe["cols"], steps, ends, recipe["by_cell"]),
                tuple(map(Layers.from_json, data["layers"])),
            )
        except (KeyError, TypeError, FileError) as error:
            raise FileError(f"{os.fspath(path)} cannot be used: {error}") from None
        bound.check()
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
    found: list[Layers] = []
    for number, (tiles, removed) in reversed(list(enumerate(_plans(recipe)))):
        sources = _sources(recipe, number, found[0] if found else None)
        layers = explore(
            recipe.rows,
            recipe.cols,
            tiles=tiles,
            removed=removed,
            sources=sources,
            threads=threads,
            memory=memory,
            progress=progress,
        )
        found.insert(0, layers)
    bound = Bound(recipe, tuple(found))
    bound.check()
    return bound


def _plans(recipe: Recipe) -> list[tuple[tuple[int, ...] | None, tuple[int, ...]]]:
    """For each step its tiles, and the cells that those of the steps before have taken."""
    used = [tile for step in recipe.steps for tile in step]
    if len(set(used)) != len(used):
        raise UnsupportedError("a tile is in two steps")
    if recipe.ends is not None and len(recipe.ends) != len(recipe.steps):
        raise UnsupportedError(f"there are {len(recipe.steps)} steps and {len(recipe.ends)} cells to end in")
    plans: list[tuple[tuple[int, ...] | None, tuple[int, ...]]] = []
    removed: tuple[int, ...] = ()
    for step in recipe.steps:
        plans.append((tuple(sorted(step)), removed))
        removed = tuple(sorted((*removed, *(tile - 1 for tile in step))))
    return [*plans, (None, removed)]


def _sources(recipe: Recipe, number: int, after: Layers | None) -> tuple[tuple[int, int], ...]:
    """Where a step starts: the goal's blank in the last one, else by what the next step found."""
    if after is None:
        return ((recipe.rows * recipe.cols - 1, 0),)
    if recipe.ends is not None:
        return ((recipe.ends[number], 0),)
    maxima = [depth for row in after.maxima for depth in row]
    return tuple((cell, depth) for cell, depth in enumerate(maxima) if depth is not None)
