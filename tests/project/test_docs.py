"""Every public name has a docstring with an example, and every example runs."""

from __future__ import annotations

import doctest
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import GenericAlias

import pytest

import puzzle15

ROOT = Path(__file__).parents[2]
MODULES = [
    "puzzle15",
    "errors",
    "goals",
    "solving",
    "arrays",
    "generate",
    "experiments",
    "exploring",
    "bounds",
    "datasets",
    "growth",
    "indexing",
    "korf",
    "learning",
    "learning.env",
    "learning.vector",
    "plot",
    "render",
    "render.animation",
    "render.colours",
    "render.drawing",
    "render.gif",
    "render.html",
    "render.pixels",
    "render.scripts",
    "render.svg",
    "play",
    "play.control",
    "play.game",
    "play.guide",
    "play.keys",
    "play.output",
    "play.known_solution",
    "play.posix",
    "play.screen",
    "play.search",
    "play.terminal",
    "play.tiles",
    "play.windows",
    "reproduce",
    "reproduce.figures",
    "reproduce.papers.greedy_steps",
    "reproduce.papers.growing",
    "reproduce.papers.karlemo",
    "reproduce.papers.karlemo_table",
    "reproduce.machine",
    "reproduce.page",
    "reproduce.papers.parberry1995",
    "reproduce.papers.parberry2014",
    "reproduce.papers.random_distances",
    "reproduce.report",
    "reproduce.sampling",
    "reproduce.papers.schofield",
    "reproduce.papers.schofield_page",
    "reproduce.papers.solvability",
    "reproduce.papers.solvability_rules",
    "reproduce.papers.table_iii",
    "reproduce.text",
    "tables",
    "theory",
    "tradeoff",
    "traffic",
    "cli",
    "twists",
    "twists.book",
    "twists.codes",
    "twists.comparison",
    "twists.five",
    "twists.path",
    "twists.permutations",
    "twists.rotations",
    "twists.scan",
    "twists.solving",
    "twists.tables",
    "twists.theorems",
    "typing",
    "demo",
    "web",
    "web.anytime",
    "web.app",
    "web.costs",
    "web.failures",
    "web.files",
    "web.limits",
    "web.memory",
    "web.openapi",
    "web.queue",
    "web.server",
    "web.work",
]


def public_things() -> Iterator[tuple[str, object]]:
    """Modules, their public names, and the public members of classes; each thing once."""
    seen: set[int] = set()
    for name in MODULES:
        module = importlib.import_module("puzzle15" if name == "puzzle15" else f"puzzle15.{name}")
        yield module.__name__, module
        for public in module.__all__:
            thing = getattr(module, public)
            if inspect.ismodule(thing) or not callable(thing) or thing.__module__ == "typing":
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
    [pytest.param(name, marks=[pytest.mark.soak] * ("reproduce.papers" in name)) for name in THINGS],
)
def test_examples_run(name: str) -> None:
    text = inspect.getdoc(THINGS[name]) or ""
    assert text, f"{name} has no docstring"
    run(text, name)


@pytest.mark.parametrize("name", [n for n, thing in THINGS.items() if not inspect.ismodule(thing)])
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
