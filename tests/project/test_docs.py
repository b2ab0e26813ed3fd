"""Every public name has a docstring with an example, and every example runs."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import GenericAlias

import pytest

import puzzle15

ROOT = Path(__file__).parents[2]


def modules() -> list[str]:
    """Every module that is not private, by its name in the package; the twins of `reference` have a test."""
    found = [module.name for module in pkgutil.walk_packages(puzzle15.__path__, "puzzle15.")]
    names = ["puzzle15", *(name.removeprefix("puzzle15.") for name in found)]
    return [name for name in names if not re.search(r"(^|\.)_|^reference\b", name)]


MODULES = modules()
INSIDE = re.compile(
    r"puzzle15\.((bounds|cli|datasets|experiments|exploring|solving|theory|traffic)\.[a-z]\w*"
    r"|render\.solution_like|web\.(api|connections|guard|requests|shapes)|wording)\."
)
"""Modules that nobody imports: their public names stand in the package, and the others need no example."""


def public_things() -> Iterator[tuple[str, object]]:
    """Modules, their public names, and the public members of classes; each thing once."""
    seen: set[int] = set()
    for name in MODULES:
        module = importlib.import_module("puzzle15" if name == "puzzle15" else f"puzzle15.{name}")
        yield f"{module.__name__}.__doc__", module
        for public in getattr(module, "__all__", ()):
            thing = getattr(module, public)
            if inspect.ismodule(thing) or not callable(thing) or thing.__module__ in ("builtins", "typing"):
                continue
            if id(thing) in seen or isinstance(thing, GenericAlias):
                continue
            seen.add(id(thing))
            yield f"{module.__name__}.{public}", thing
            if inspect.isclass(thing):
                for member, value in list(vars(thing).items()):
                    field = member in getattr(thing, "__annotations__", ())
                    if not field and not member.startswith("_") and getattr(value, "__doc__", None):
                        yield f"{module.__name__}.{public}.{member}", value


THINGS = dict(sorted(public_things()))  # In the same order in every process.


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * ("reproduce.papers" in name)) for name in THINGS],
)
def test_examples_run(name: str) -> None:
    text = inspect.getdoc(THINGS[name]) or ""
    assert text, f"{name} has no docstring"
    run(text, name)


@pytest.mark.parametrize(
    "name", [n for n, thing in THINGS.items() if not inspect.ismodule(thing) and not INSIDE.match(n)]
)
def test_there_is_an_example(name: str) -> None:
    owner = THINGS.get(name.rpartition(".")[0])
    text = inspect.getdoc(THINGS[name]) or ""
    by_owner = (inspect.getdoc(owner) or "") if isinstance(owner, type) else ""
    assert ">>>" in text or f".{name.rpartition('.')[2]}" in by_owner


def test_all_is_complete() -> None:
    assert set(puzzle15.__all__) <= set(dir(puzzle15))
    assert puzzle15.Board.__module__ == "puzzle15"


def test_the_version_is_that_of_the_crate() -> None:
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    assert f'version = "{puzzle15.__version__}"' in manifest


def run(text: str, name: str) -> None:
    names = {public: getattr(puzzle15, public) for public in puzzle15.__all__}
    module = name.rsplit(".", 1)[0]
    for owner in MODULES[1:]:
        if f"puzzle15.{owner}" in (name, module, module.rpartition(".")[0]):
            names.update(vars(importlib.import_module(f"puzzle15.{owner}")))
    example = doctest.DocTestParser().get_doctest(text, names, name, name, 0)
    runner = doctest.DocTestRunner()
    output: list[str] = []
    runner.run(example, out=output.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(output)
