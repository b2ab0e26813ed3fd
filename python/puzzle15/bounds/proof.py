"""`prove` searches the steps of a recipe; a `Bound` holds what they found, and checks the proof."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from puzzle15._support.checks import check_kind, list_of
from puzzle15._support.decoding import field, flag, items, maybe, one_of, record, text, whole
from puzzle15._support.files import read_json, write_json
from puzzle15._support.sealed import CHECKSUM, FileKind, check_sum, checksum_of
from puzzle15.bounds.recipes import RECIPES, Recipe, plans_of
from puzzle15.errors import FileError, RefutedError, UnsupportedError
from puzzle15.exploring import Layers, Level, explore
from puzzle15.goals import MAX_CELLS
from puzzle15.typing import Metric
from puzzle15.wording import printable

__all__ = ["Bound", "bound_in", "prove"]

_KIND = FileKind("puzzle15 bound", 1, "a bound")


@dataclass(frozen=True)
class Bound:
    """A proved bound: the recipe, and what the search of each step found. What proves nothing is refused.

    >>> bound = prove(Recipe("the 5-puzzle", 2, 3, steps=((1, 4),)))
    >>> bound.value, [layers.states for layers in bound.layers]
    (24, [120, 12])
    """

    recipe: Recipe
    layers: tuple[Layers, ...]
    """One for each search: the steps in order, then the rests."""

    def __post_init__(self) -> None:
        """Check the proof."""
        check_kind("recipe", self.recipe, Recipe, "a Recipe")
        for layers in list_of("layers", self.layers, "Layers"):
            check_kind("layers", layers, Layers, "a list of Layers")
        self.check()

    @property
    def value(self) -> int:
        """The most moves that the puzzle takes.

        >>> prove(Recipe("the 5-puzzle", 2, 3, steps=((1, 4),))).value
        24
        """
        first, *later = self.layers
        if self.recipe.ends is None:
            return first.diameter
        ends = zip(later, self.recipe.ends, strict=True)
        return first.diameter + sum(self._rest(step, end) for step, end in ends)

    def _rest(self, step: Layers, end: int) -> int:
        """The most moves that a step takes from this cell of the blank."""
        most = step.maxima[end // step.cols][end % step.cols] if self.recipe.by_cell else step.diameter
        if most is None:
            raise UnsupportedError(f"the blank is never in cell {end + 1}, where the step before ends")
        return most

    def check(self) -> None:
        """Check the proof from its layers, without searching again; an error says what is wrong with it.

        Every step must have searched the puzzle of the recipe, found every state of it, and started from what
        the next step found.

        >>> prove(Recipe("the 5-puzzle", 2, 3, steps=((1, 4),))).check()
        """
        plans = plans_of(self.recipe)
        if len(self.layers) != len(plans):
            raise RefutedError(f"the recipe has {len(plans)} searches, the bound {len(self.layers)}")
        for number, (layers, plan) in enumerate(zip(self.layers, plans, strict=True)):
            sources, rests = _starts(self.recipe, number, self.layers[number + 1 :])
            expected: dict[str, object] = {
                "rows": self.recipe.rows,
                "cols": self.recipe.cols,
                "removed": plan.removed,
                "tiles": plan.tiles,
                "metric": self.recipe.metric,
                "sources": sources or (),
                "after": tuple(rest.fingerprint for rest in rests),
                "kept": plan.keep,
            }
            if plan.tiles is not None:
                expected["homes"] = tuple(tile - 1 for tile in plan.tiles)
            for name, value in expected.items():
                found = getattr(layers, name)
                if found != value:
                    raise RefutedError(
                        f"search {number + 1} does not prove anything: {name} is {found}, expected {value}"
                    )
            states = plan.states(self.recipe.rows * self.recipe.cols)
            if layers.states != states:
                raise RefutedError(
                    f"search {number + 1} does not prove anything: it reached {layers.states:,} of "
                    f"{states:,} states; not every order of the tiles can be reached on the cells that are "
                    "left, choose other tiles"
                )

    def __str__(self) -> str:
        """The derivation, search by search."""
        lines = [f"{printable(self.recipe.title)}: at most {self.value} {self._unit}"]
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

    @property
    def _unit(self) -> str:
        return "slides" if self.recipe.metric == "multi" else "moves"

    def _reason(self, layers: Layers, number: int, steps: int) -> list[str]:
        """What one search contributes, in a few lines."""
        lines = []
        if number == steps and self.recipe.through:
            for rest, home in enumerate(self.recipe.through, start=number + 1):
                kept = _list(self.layers[rest - 1].kept or ())
                lines.append(
                    f"it may stop with tiles {_list(home)} at home, at the depth that step {rest} may need"
                )
                lines.append(f"from there, by the places of the blank and of tiles {kept}")
        elif number <= steps and self.recipe.ends is not None:
            lines.append(f"it ends with the blank in cell {self.recipe.ends[number - 1] + 1}")
        elif number <= steps:
            lines.append(
                f"it may end with the blank in any of {len(layers.sources)} cells, each at the depth that "
                f"step {number + 1} may need from there"
            )
        if number == 1 and self.recipe.ends is None:
            return [*lines, f"at most {layers.diameter} {self._unit}, with all that follows"]
        if number == 1 or not self.recipe.by_cell:
            return [*lines, f"at most {layers.diameter} {self._unit}"]
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
        recipe, layers = _fields(self.recipe), [layers.to_json() for layers in self.layers]
        # The layers have their own checksums.
        write_json(path, _KIND.sealed({"recipe": recipe, "layers": layers}, checksum_of(recipe)))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Bound:
        """Read what `save` has written, and check the proof.

        >>> Bound.load("no such file.json")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        puzzle15.errors.FileError: cannot read no such file.json: ...
        """
        return bound_in(read_json(path), path)


def bound_in(read: object, path: str | os.PathLike[str]) -> Bound:
    """The bound in what was read from this file."""
    try:
        data = _KIND.check(read)
        recipe = _recipe(field(data, "recipe", record))
        # Version 0.1.0 wrote no checksum of the recipe; the layers have their own.
        written = checksum_of(_fields(recipe))
        check_sum(data.get(CHECKSUM, written), written)
        layers = field(data, "layers", items(record))
        return Bound(recipe, tuple(map(Layers.from_json, layers)))
    except (FileError, UnsupportedError) as error:
        raise FileError(f"{os.fspath(path)} cannot be used: {error.facts}") from error


def _fields(recipe: Recipe) -> dict[str, Any]:
    """A recipe as it is written: files of bounds in single-tile moves do not name their metric."""
    return {name: value for name, value in recipe.__dict__.items() if (name, value) != ("metric", "single")}


def _recipe(data: dict[str, Any]) -> Recipe:
    """The recipe in a file."""
    rows = field(data, "rows", whole(2, MAX_CELLS))
    cols = field(data, "cols", whole(2, MAX_CELLS // rows))
    tiles = items(items(whole(1, rows * cols - 1)))
    return Recipe(
        title=field(data, "title", text),
        rows=rows,
        cols=cols,
        steps=field(data, "steps", tiles),
        ends=field(data, "ends", maybe(items(whole(0, rows * cols - 1)))),
        by_cell=field(data, "by_cell", flag),
        through=field(data, "through", tiles),
        metric=field({"metric": "single", **data}, "metric", one_of("single", "multi")),
    )


def prove(
    recipe: Recipe | str,
    *,
    metric: Metric | None = None,
    threads: int | None = None,
    memory: int | None = None,
    progress: Callable[[Level], object] | bool | None = None,
) -> Bound:
    """Prove a bound by searching the steps of a recipe, the last one first; `RECIPES` has recipes by name.

    `metric` counts single-tile moves or straight slides of several tiles (`"multi"`), whatever the recipe
    says; by default it is the recipe's.

    >>> prove(Recipe("the 8-puzzle", 3, 3, steps=((1, 2, 3),), ends=(5,))).value
    44
    >>> prove(Recipe("the 8-puzzle", 3, 3, steps=((1, 2, 3),)), metric="multi").value
    34
    """
    if isinstance(recipe, str):
        if recipe not in RECIPES:
            raise UnsupportedError(f"there is no recipe {recipe!r}; choose one of {', '.join(RECIPES)}")
        recipe = RECIPES[recipe]
    elif not isinstance(recipe, Recipe):
        raise TypeError(f"recipe is a Recipe, or the name of one, got {recipe!r}")
    if metric is not None:
        recipe = replace(recipe, metric=metric)
    plans = plans_of(recipe)
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
            metric=recipe.metric,
            threads=threads,
            memory=memory,
            progress=progress,
        )
        found.insert(0, layers)
    return Bound(recipe, tuple(found))


def _starts(
    recipe: Recipe, number: int, found: Sequence[Layers]
) -> tuple[tuple[tuple[int, int], ...] | None, tuple[Layers, ...]]:
    """Where a search starts, given what the later ones found: cells of the blank with depths, and rests."""
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
