"""How Sphinx makes the pages: `python3 dev.py docs`, which takes every warning for an error."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.domains.python import PyXRefRole
from sphinx.util.docutils import SphinxRole

import puzzle15

project = "puzzle15"
author = "the authors of puzzle15"
copyright = "2026, the authors of puzzle15"
release = version = puzzle15.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

highlight_language = "none"
default_role = "name"
nitpicky = True
nitpick_ignore_regex = [
    # A word in backticks need not be a name, see `Linked`.
    ("py:obj", ".*"),
    # Made and read by `Solver`, whose arguments say it all.
    ("py:class", r"puzzle15\._core\.SolverOptions"),
    # Pages are made without a network, so there is nothing to link other people's classes to.
    ("py:.*", r"(?!puzzle15\b)\w+(\..+)?"),
]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_type_aliases = {
    "BoardLike": "puzzle15.typing.BoardLike",
    "BoardsLike": "puzzle15.typing.BoardsLike",
    "ExecutorLike": "puzzle15.typing.ExecutorLike",
    "IntArray": "puzzle15.typing.IntArray",
    "GoalLike": "puzzle15.goals.GoalLike",
}
python_use_unqualified_type_names = True
maximum_signature_line_length = 80
add_module_names = False

html_theme = "furo"
html_title = f"puzzle15 {release}"
html_static_path = ["static"]
html_css_files = ["pages.css"]
html_show_sourcelink = False

NAME = re.compile(r"[A-Za-z_]\w*(\.\w+)*")
ALIAS = re.compile(r"TypeAliasForwardRef\('([\w.]+)'\)")
# What a function needs of a result is a protocol; readers know the class that has it.
CLASSES = {
    "GrowthRow": "puzzle15.growth.Growth",
    "Lengths": "puzzle15.Experiment",
    "ManySolutions": "puzzle15.Solutions",
    "SolutionLike": "puzzle15.Solution",
    "TimedLength": "puzzle15.tradeoff.Point",
}
PROTOCOL = re.compile(rf"(?:puzzle15\.[\w.]+\.)?\b({'|'.join(CLASSES)})\b")
MARK = re.compile(r" *(- |\d+\. )?")
STUB = Path(puzzle15.__file__).parent / "_core.pyi"


class Linked(SphinxRole):
    """Single backticks in docstrings are code, and a link if something has that name."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Make what is shown."""
        if NAME.fullmatch(self.text):
            return PyXRefRole()("py:obj", self.rawtext, self.text, self.lineno, self.inliner)
        return [nodes.literal(self.rawtext, self.text)], []


def stub_signatures() -> dict[str, tuple[str, str]]:
    """Arguments and results of the methods that the compiled core has, with types, from its stub."""
    found = {}
    body = ast.parse(STUB.read_text(encoding="utf-8")).body
    for owner in [thing for thing in body if isinstance(thing, ast.ClassDef)]:
        for method in owner.body:
            if isinstance(method, ast.FunctionDef) and method.returns is not None:
                # Without self.
                arguments = re.sub(r"^\w+(, /$|, )?", "", ast.unparse(method.args))
                name = owner.name if method.name == "__new__" else f"{owner.name}.{method.name}"
                found[f"puzzle15.{name}"] = f"({arguments})", ast.unparse(method.returns)
    return found


STUBS = stub_signatures()


def typed(
    app: Sphinx,
    what: str,
    name: str,
    thing: object,
    options: object,
    arguments: str | None,
    result: str | None,
) -> tuple[str | None, str | None]:
    """Give methods of the core the types of its stub, and aliases and protocols names that readers know."""
    if name in STUBS and what in ("class", "method"):
        arguments, result = STUBS[name] if what == "method" else (STUBS[name][0], None)
    if arguments:
        arguments = PROTOCOL.sub(lambda found: CLASSES[found[1]], ALIAS.sub(r"\1", arguments))
    return arguments, result


def indent(line: str) -> int:
    """Where the text of a line begins, after the mark of a list."""
    return len(MARK.match(line)[0])  # type: ignore[index]


def plain(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Take paragraphs that are set in by four spaces as they are, and leave out what NamedTuple says."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
    found: list[str] = []
    text, drawn = 0, False
    for line in lines:
        if line.strip():
            begins = bool(found) and not found[-1].strip() and indent(line) >= text + 4
            if begins and not drawn:
                found += [" " * text + "::", ""]
            drawn = begins or (drawn and indent(line) >= text + 4)
            text = text if drawn else indent(line)
        found.append(line)
    lines[:] = found


def setup(app: Sphinx) -> None:
    """Tell Sphinx of the above."""
    app.add_role("name", Linked())
    app.connect("autodoc-process-signature", typed)
    app.connect("autodoc-process-docstring", plain)
