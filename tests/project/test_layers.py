"""The layers: no folder uses one that comes later, and no files use each other in a circle."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import puzzle15
from tests.support import layers, rust_paths
from tests.support.layers import Files, cycles, looks_back, python_references
from tests.support.rust_paths import rust_references

ROOT = Path(__file__).parents[2]

RUST = [
    "puzzle",
    "runtime",
    "storage",
    "index",
    "bfs",
    "cluster",
    "tables",
    "generate",
    "pdb",
    "search",
    "heuristics",
    "slides",
    "staged",
    "anysize",
    "improve",
    "schofield",
    "solver",
    "arena",
    "python",
    "lib",  # Lists the others.
]

PYTHON = [
    "reference",  # Plain Python, which uses nothing else.
    "_core",  # Compiled: everything that takes time.
    "wording",  # How each front says what is wrong.
    "errors",
    "typing",
    "_support",
    "goals",
    "generate",
    "plot",
    "arrays",
    "indexing",
    "tables",
    "graphs",
    "render",
    "twists",
    "solving",
    "korf",
    "exploring",
    "bounds",
    "traffic",
    "theory",
    "experiments",
    "growth",
    "tradeoff",
    "datasets",
    "learning",
    "reproduce",
    "play",
    "web",
    "cli",
    "demo",
    "__main__",
    "__init__",  # Hands on names of the others, and imports each when it is first asked for.
]


def rust() -> Files:
    """The crate."""
    source = ROOT / "src"
    return {
        file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in source.rglob("*.rs")
    }


def python() -> Files:
    """The package; the compiled module imports nothing, and its stub only describes it."""
    source = Path(puzzle15.__file__).parent
    names = {file: file.relative_to(source.parent).as_posix() for file in source.rglob("*.py")}
    return {name: file.read_text(encoding="utf-8") for file, name in names.items()} | {
        "puzzle15/_core.py": ""
    }


def test_the_crate() -> None:
    references = rust_references(rust())
    assert looks_back(references, RUST) == []
    assert cycles(references) == []
    assert "src/puzzle/board.rs" in references["src/puzzle/parity.rs"]
    assert "src/bfs/level.rs" in references["src/bfs.rs"]


def test_the_package() -> None:
    references = python_references(python())
    assert looks_back(references, PYTHON) == []
    assert cycles(references) == []
    assert "puzzle15/render/__init__.py" in references["puzzle15/solving/solution.py"]


def test_every_layer_is_there() -> None:
    assert {path.split("/")[1].removesuffix(".rs") for path in rust()} == set(RUST)
    assert {path.split("/")[1].removesuffix(".py") for path in python()} == set(PYTHON)


def test_the_examples_of_the_checks_run() -> None:
    for module in (layers, rust_paths):
        ran = doctest.testmod(module)
        assert ran.attempted
        assert not ran.failed


def test_a_new_folder_needs_a_place() -> None:
    found = python_references({"p/one.py": "", "p/new/a.py": "import p.one"})
    assert looks_back(found, ["one"]) == ["new is in no layer"]


@pytest.mark.parametrize(
    "text",
    [
        "from p.later.b import name",
        "from p.later import b",
        "from p import later",
        "import p.later.b",
        "from .later.b import name",
        "def f():\n    from p.later.b import name",
        "class A:\n    def f(self):\n        import p.later.b",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from p.later.b import name",
        "from importlib import import_module\nimport_module('p.later.b')",
        "import importlib\nimportlib.import_module(f'p.later.{name}')",
    ],
)
def test_a_module_that_looks_back_is_found(text: str) -> None:
    files = {"p/one.py": text, "p/later/__init__.py": "", "p/later/b.py": ""}
    (found,) = looks_back(python_references(files), ["one", "later"])
    assert found.startswith("p/one.py uses p/later/")
    assert looks_back(python_references(files), ["later", "one"]) == []


def test_modules_in_a_circle_are_found() -> None:
    files = {
        "p/x/a.py": "from p.x.b import name",
        "p/x/b.py": "def f():\n    from p.x.c import name",
        "p/x/c.py": "from p.x import a",
        "p/x/d.py": "from p.x import a",
    }
    assert cycles(python_references(files)) == [["p/x/a.py", "p/x/b.py", "p/x/c.py"]]


def test_a_package_and_its_module_in_a_circle_are_found() -> None:
    files = {"p/x/__init__.py": "from p.x.a import name", "p/x/a.py": "from p.x import other"}
    assert cycles(python_references(files)) == [["p/x/__init__.py", "p/x/a.py"]]


def test_examples_and_texts_are_no_imports() -> None:
    text = '"""A module.\n\n>>> from p.later import b\n"""\n# import p.later'
    files = {"p/one.py": text, "p/later/b.py": ""}
    assert python_references(files)["p/one.py"] == set()


@pytest.mark.parametrize(
    "text",
    [
        "use crate::later::b::Name;",
        "use crate::{one::Other, later::{b::{Name, Third}, c}};",
        "use crate::{\n    later::b::{self, Name as N},\n};",
        "use super::super::later::b;",
        "pub(crate) use crate::later::b::*;",
        "fn f() -> u8 { crate::later::b::g(1) }",
        "fn f(x: crate::later::b::Name) {}",
        "fn f<'a>(x: &'a u8) -> char { let c = '\"'; crate::later::b::g(c) }",
        "impl From<crate::later::b::Name> for u8 {}",
        'fn f() { use crate::later::b::g; g("crate::one") }',
        "mod inner { use super::super::super::later::b; }",
        "#[cfg(test)]\nmod tests { fn t() { let x = '}'; } }\nuse crate::later::b;",
        "#[inline]\nfn f() { crate::later::b::g() }",
        '#[cfg(feature = "python")]\nuse crate::later::b;',
    ],
)
def test_a_file_that_looks_back_is_found(text: str) -> None:
    files = {"src/one/a.rs": text}
    files |= {"src/one/mod.rs": "pub mod a;", "src/later/mod.rs": "pub mod b;\npub mod c;"}
    files |= {"src/later/b.rs": "", "src/later/c.rs": "", "src/lib.rs": "pub mod later;\npub mod one;"}
    found = looks_back(rust_references(files), ["one", "later", "lib"])
    assert "src/one/a.rs uses src/later/b.rs, and one comes before later" in found
    assert looks_back(rust_references(files), ["later", "one", "lib"]) == []


@pytest.mark.parametrize(
    "text",
    [
        "// use crate::later::b;",
        "/// See [`crate::later::b`].\nfn f() {}",
        "/* crate::later::b */",
        'const TEXT: &str = "crate::later::b \\" crate::later::b";',
        'const TEXT: &str = r#"crate::later::b " crate::later::b"#;',
        "#[cfg(test)]\nmod tests {\n    use crate::later::b;\n    fn f() { if true {} }\n}",
        "#[cfg(test)]\nuse crate::later::b;",
        "pub(in crate::later) fn f() {}",
        "fn f() { other::later::b::g() }",
    ],
)
def test_what_is_no_reference(text: str) -> None:
    files = {"src/one.rs": text, "src/later/mod.rs": "pub mod b;", "src/later/b.rs": ""}
    assert rust_references(files)["src/one.rs"] == set()


def test_files_in_a_circle_are_found() -> None:
    files = {
        "src/x/mod.rs": "pub mod a;\npub mod b;\npub mod c;",
        "src/x/a.rs": "use super::b::Name;",
        "src/x/b.rs": "fn f() { crate::x::c::g() }",
        "src/x/c.rs": "use crate::x::{a::Other};",
    }
    assert cycles(rust_references(files)) == [["src/x/a.rs", "src/x/b.rs", "src/x/c.rs"]]


@pytest.mark.parametrize("name", ["src/x/mod.rs", "src/x.rs"])
@pytest.mark.parametrize("code", ["fn f() { a::g() }", "use self::a::g;\nfn f() { g() }"])
def test_a_file_with_code_and_its_child_in_a_circle_are_found(name: str, code: str) -> None:
    files = {name: f"mod a;\n{code}\npub struct Name;", "src/x/a.rs": "use super::Name;"}
    assert cycles(rust_references(files)) == [sorted([name, "src/x/a.rs"])]


def test_a_list_of_modules_uses_none_of_them() -> None:
    files = {"src/x/mod.rs": "//! A list.\n\npub mod a;\n#[cfg(unix)]\nmod b;\npub use self::a::Name;\n"}
    files |= {"src/x/a.rs": "", "src/x/b.rs": "use super::a::Name;"}
    assert rust_references(files) == {
        "src/x/mod.rs": set(),
        "src/x/a.rs": set(),
        "src/x/b.rs": {"src/x/a.rs"},
    }


def test_names_that_are_handed_on_lead_to_where_they_come_from() -> None:
    files = {"src/x/mod.rs": "mod a;\nmod b;\npub use a::{Name, Other};\npub use b::Third;", "src/x/b.rs": ""}
    files |= {"src/x/a.rs": "use super::Third;", "src/y.rs": "use crate::x::{Name, Third as T};"}
    assert rust_references(files)["src/y.rs"] == {"src/x/a.rs", "src/x/b.rs"}
    assert rust_references(files)["src/x/a.rs"] == {"src/x/b.rs"}
    files["src/x/b.rs"] = "use crate::x::Other;"
    assert cycles(rust_references(files)) == [["src/x/a.rs", "src/x/b.rs"]]
