"""Who refers to whom: the files of a language, their references, and what is wrong with them.

Files are given as a mapping of paths to texts, references as a mapping of paths to the paths that a file
names. Two things are wrong: a file that refers to a folder (or single file) which comes later in the list of
layers, and files that refer to each other in a circle. A reference counts wherever it stands, also within a
function or where only type checkers look.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

Files = Mapping[str, str]
References = Mapping[str, set[str]]


def layer_of(path: str) -> str:
    """The folder or single file below the root that a file belongs to.

    >>> layer_of("src/bfs.rs"), layer_of("src/bfs/level.rs"), layer_of("puzzle15/cli/commands/solve.py")
    ('bfs', 'bfs', 'cli')
    """
    below = PurePosixPath(path).parts[1]
    return below if "/" in path.partition("/")[2] else PurePosixPath(below).stem


def looks_back(references: References, layers: Sequence[str]) -> list[str]:
    """What refers to a later layer, or has no place among them."""
    places = {layer: place for place, layer in enumerate(layers)}
    unknown = sorted({layer_of(path) for path in references} - set(places))
    found = [f"{layer} is in no layer" for layer in unknown]
    for user, used in sorted(references.items()):
        for other in sorted(used):
            one, two = layer_of(user), layer_of(other)
            if one in places and two in places and places[one] < places[two]:
                found.append(f"{user} uses {other}, and {one} comes before {two}")
    return found


def cycles(references: References) -> list[list[str]]:
    """The sets of files that refer to each other in a circle."""
    return [sorted(group) for group in _groups(references) if len(group) > 1]


def _groups(references: References) -> Iterator[list[str]]:
    """The files that can be reached from each other (Tarjan 1972)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    open_files: list[str] = []

    def visit(path: str) -> Iterator[list[str]]:
        order[path] = low[path] = len(order)
        open_files.append(path)
        for other in sorted(references.get(path, ())):
            if other not in order:
                yield from visit(other)
                low[path] = min(low[path], low[other])
            elif other in open_files:
                low[path] = min(low[path], order[other])
        if low[path] == order[path]:
            group = open_files[open_files.index(path) :]
            del open_files[open_files.index(path) :]
            yield group

    for path in sorted(references):
        if path not in order:
            yield from visit(path)


def python_references(files: Files) -> dict[str, set[str]]:
    """What the modules of a package import, at their top, within functions and for type checkers.

    A name that is put together, as in `import_module(f"package.{name}")`, stands for all modules that begin
    like this.
    """
    modules = {_module(path): path for path in files}
    found: dict[str, set[str]] = {}
    for path, text in files.items():
        names: set[str] = set()
        for node in ast.walk(ast.parse(text)):
            names.update(_imported(node, modules, path))
        found[path] = {modules[name] for name in names} - {path}
    return found


def _module(path: str) -> str:
    """The dotted name of a file."""
    return ".".join(part for part in PurePosixPath(path).with_suffix("").parts if part != "__init__")


def _imported(node: ast.AST, modules: Mapping[str, str], path: str) -> Iterator[str]:
    """The modules that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in modules)
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            package = PurePosixPath(path).parts[: -node.level]
            base = ".".join([*package, *filter(None, [node.module])])
        for alias in node.names:
            # A module of the package, or else something in the package's own file.
            yield from [name for name in (f"{base}.{alias.name}", base) if name in modules][:1]
    elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
        yield from _named(node.args[0], modules)


def _named(name: ast.expr, modules: Mapping[str, str]) -> Iterator[str]:
    """The modules that a name at run time can stand for."""
    if isinstance(name, ast.Constant):
        yield from (module for module in modules if module == name.value)
    elif isinstance(name, ast.JoinedStr) and isinstance(name.values[0], ast.Constant):
        start = str(name.values[0].value)
        yield from (module for module in modules if module.startswith(start))
