"""The scripts that several pages share, and how a page that is a single file is put together.

The server's page imports `shared/*.js` as modules. A saved page has nowhere to import from, so the text of
the modules is put into it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files

__all__ = ["SHARED", "filled", "inlined", "read_file"]

SHARED = "shared"
"""The folder of the scripts that several pages share, in this package."""


def read_file(package: str, *names: str) -> str:
    """The text of a file of a package.

    >>> read_file("puzzle15.render", "shared", "words.js").splitlines()[0]
    '/** Words that several pages use. */'
    """
    return files(package).joinpath(*names).read_text(encoding="utf-8")


def filled(template: str, parts: Mapping[str, str]) -> str:
    """A template with its parts put in, all at once: a part that looks like a template is left alone.

    >>> filled("<h1>{{title}}</h1>", {"title": "On {{braces}}"})
    '<h1>On {{braces}}</h1>'
    """
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], template)


def inlined(*modules: str) -> str:
    """The text of several modules as one script; each must come after those that it imports from.

    >>> inlined("export const one = 1;\\n", 'import { one } from "./one.js";\\nconst two = one + one;\\n')
    'const one = 1;\\nconst two = one + one;\\n'
    """
    text = "".join(modules)
    return re.sub(r"^(?:import [^;]*;\n|export )", "", text, flags=re.MULTILINE)
