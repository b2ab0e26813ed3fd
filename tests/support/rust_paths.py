"""The references between the files of a crate, read off their paths.

A path that begins with `crate`, `super` or `self`, or in a file with children with the name of a child, is
followed as far as modules go; `use` groups are taken apart, and names that a file hands on with `pub use`
lead to where they come from. Comments, texts, and what is there for unit tests alone are left out. A `mod.rs`
that only lists modules and hands names on uses nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

Names = tuple[str, ...]
"""A path or a module, name by name from the root of the crate."""

_LEFT_OUT = re.compile(
    r"""//[^\n]* | /\*.*?\*/
    | b?r(?P<hashes>\#*)".*?"(?P=hashes) | b?"(?:\\.|[^"\\])*" | b?'(?:\\.[^']*|[^'\\])'
    """,
    re.DOTALL | re.VERBOSE,
)
_ATTRIBUTE = re.compile(r"#!?\[")
_VISIBILITY = re.compile(r"\bpub\s*\([^)]*\)")
_TOKEN = re.compile(r"[A-Za-z_]\w*|::|[{}(),;*]|\S")
_LIST = re.compile(r"(?:pub\s+)?(?:mod\s+\w+\s*;|use\s[^;]*;)\s*")
_HANDED_ON = re.compile(r"\bpub\s+use\s+([^;]*);")


def rust_references(files: Mapping[str, str]) -> dict[str, set[str]]:
    """For each file, those that it names; `src/lib.rs` is the list of the folders and uses none."""
    modules = {_module(path): path for path in files}
    code = {path: without_tests(text) for path, text in files.items()}
    handed_on = {_module(path): dict(_handed_on(code[path], _module(path), modules)) for path in files}
    found: dict[str, set[str]] = {}
    for path in files:
        lists = path == "src/lib.rs" or _only_lists(path, code[path])
        names = [] if lists else _paths(code[path], _module(path), modules)
        homes = {_home(name, modules, handed_on) for name in names}
        found[path] = {modules[home] for home in homes if home} - {path}
    return found


def without_tests(text: str) -> str:
    """The code alone: no comments, texts, attributes, visibility, nor items for unit tests.

    >>> without_tests('use crate::a; // crate::b\\n#[cfg(test)]\\nmod tests { use crate::c; }').split()
    ['use', 'crate::a;']
    """
    text = _VISIBILITY.sub("pub ", _LEFT_OUT.sub(" ", text))
    parts: list[str] = []
    while found := _ATTRIBUTE.search(text):
        end = _closing(text, found.end() - 1)
        for_tests = "".join(text[found.start() : end].split()) == "#[cfg(test)]"
        parts.append(text[: found.start()])
        text = text[_item_end(text, end) :] if for_tests else text[end:]
    return "".join([*parts, text])


def _closing(text: str, start: int) -> int:
    """Where the bracket that opens at `start` has been closed."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0:
            return at + 1
    return len(text)


def _item_end(text: str, start: int) -> int:
    """Where the item that follows ends: at its semicolon, or at the end of its block."""
    at = start
    while at < len(text) and text[at] not in ";{":
        at = _closing(text, at) if text[at] in "([" else at + 1
    return _closing(text, at) if text[at : at + 1] == "{" else at + 1


def _module(path: str) -> Names:
    """`src/a/b.rs` is a::b, `src/a/mod.rs` and `src/a.rs` are a, `src/lib.rs` is the root."""
    parts = PurePosixPath(path).with_suffix("").parts[1:]
    return parts[:-1] if parts[-1] in ("mod", "lib") else parts


def _only_lists(path: str, code: str) -> bool:
    """Whether a file is a `mod.rs` without code of its own."""
    return path.endswith("/mod.rs") and not _LIST.sub("", code).strip()


def _handed_on(code: str, module: Names, modules: Mapping[Names, str]) -> Iterator[tuple[str, Names]]:
    """The names that a file hands on, and where they come from."""
    for found in _HANDED_ON.finditer(code):
        for path in _paths(f"use {found[1]};", module, modules):
            yield path[-1], path


def _home(path: Names, modules: Mapping[Names, str], handed_on: Mapping[Names, Mapping[str, Names]]) -> Names:
    """The module that a path leads to, which may have been handed on; the root if it is none."""
    for _ in range(9):  # No name is handed on more often.
        home = next(path[:end] for end in range(len(path), -1, -1) if path[:end] in modules or not end)
        name = path[len(home)] if len(home) < len(path) else ""
        if name not in handed_on.get(home, {}):
            break
        path = handed_on[home][name]
    return home


def _paths(code: str, module: Names, modules: Mapping[Names, str]) -> Iterator[Names]:
    """All paths into the crate, with `super` and `self` made out."""
    tokens = _TOKEN.findall(code)
    children = {other[-1] for other in modules if other and other[:-1] == module}
    inside: list[str | None] = []  # For each open brace, the name of the module that it opens, if any.
    at = 0
    while at < len(tokens):
        token, before = tokens[at], tokens[at - 1] if at else ""
        if token == "{":
            inside.append(tokens[at - 1] if at > 1 and tokens[at - 2] == "mod" else None)
        elif token == "}":
            inside.pop()
        starts = token in ("crate", "super", "self") or (token in children and not any(inside))
        if starts and tokens[at + 1 : at + 2] == ["::"] and before not in ("::", ".", "$"):
            here = (*module, *filter(None, inside))
            found, at = _tree(tokens, at, here if token in children else ())
            yield from (_made_out(path, here) for path in found)
        else:
            at += 1


def _tree(tokens: list[str], at: int, path: Names) -> tuple[list[Names], int]:
    """The paths of a tree such as `a::{b, c::d}`, and where it ends."""
    if tokens[at] != "{":
        path = (*path, tokens[at])
        if tokens[at + 1 : at + 2] == ["::"] and re.match(r"[\w{*]", tokens[at + 2]):
            return _tree(tokens, at + 2, path)
        return [path], at + 1
    found: list[Names] = []
    at += 1
    while tokens[at] != "}":
        if re.match(r"[\w{*]", tokens[at]) and tokens[at - 1] in ("{", ","):
            some, at = _tree(tokens, at, path)
            found += some
        else:
            at += 1  # A comma, or another name: `as` and what follows it.
    return found, at + 1


def _made_out(path: Names, here: Names) -> Names:
    """A path from the root, without `crate`, `super` and `self`."""
    base: Names = here if path[0] in ("super", "self") else ()
    for name in path:
        if name == "super":
            base = base[:-1]
        elif name not in ("crate", "self", "*"):
            base = (*base, name)
    return base
