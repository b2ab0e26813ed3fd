"""What pyproject.toml asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def requirements(extra: str | None = None) -> list[str]:
    """What a build needs, according to pyproject.toml, or the package with an extra."""
    import tomllib  # from Python 3.11 on; older ones are told so by `check_tools`

    with open(PROJECT, "rb") as file:
        settings = tomllib.load(file)
    if extra is None:
        needed: list[str] = settings["build-system"]["requires"]
        return needed
    project = settings["project"]
    return sorted({*project["dependencies"], *named(extra, project["optional-dependencies"])})


def named(extra: str, extras: dict[str, list[str]]) -> Iterator[str]:
    """The packages of an extra, and of the extras that it names."""
    for package in extras[extra]:
        inner = re.fullmatch(r"puzzle15\[(.*)\]", package)
        if inner:
            for name in inner[1].split(","):
                yield from named(name, extras)
        else:
            yield package
