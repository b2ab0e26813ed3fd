"""The scripts that several pages share, and how a page that is one file gets them.

The server's page imports `shared/*.js` as modules. A saved page has nowhere to import from, so the text of
the modules is put into it.
"""

from __future__ import annotations

import re
from importlib.resources import files

__all__ = ["SHARED", "inlined", "read_file"]

SHARED = "shared"
"""The folder of the scripts that several pages share, in this package."""


def read_file(package: str, *names: str) -> str:
    """The text of a file of a package.

    >>> read_file("puzzle15.render", "shared", "words.js").splitlines()[0]
    '/** Words that several pages use. */'
    """
    return files(package).joinpath(*names).read_text(encoding="utf-8")


def inlined(*modules: str) -> str:
    """The text of modules as that of one script: each must come after those that it imports from.

    >>> inlined("export const one = 1;\\n", 'import { one } from "./one.js";\\nconst two = one + one;\\n')
    'const one = 1;\\nconst two = one + one;\\n'
    """
    text = "".join(modules)
    return re.sub(r"^(?:import [^;]*;\n|export )", "", text, flags=re.MULTILINE)
