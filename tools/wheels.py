"""The wheel: how it is built, and what it may be called, weigh and hold.

A wheel is for every Python from 3.11 on (`abi3`), for one free-threaded Python (`cp314t`), or for every
Python from 3.15 on, free-threaded or not (`abi3t`): the features of Cargo.toml. Its files are those of the
source, which is checked.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

from tools.environments import ROOT, VENV, check_tools, make_venv, pip, run, scripts
from tools.requirements import requirements

DIST = ROOT / "dist"
BUDGET = 5_000_000
"""Bytes that a wheel may have."""

NAME = re.compile(r"puzzle15-[\w.]+-(cp311-abi3|cp3\d\d-cp3\d\dt|cp315-abi3\.abi3t)-[\w.]+\.whl")
TAGS = "cp311-abi3, or cp315-abi3.abi3t or cp314-cp314t for free-threaded Python"
KINDS = {".py", ".pyi", ".typed", ".html", ".css", ".js", ".svg", ".txt"}
CORE = re.compile(r"puzzle15/_core(\.[\w-]+)?\.(so|pyd)")
ABOUT = re.compile(
    r"puzzle15-[\w.]+\.dist-info/"
    r"(METADATA|WHEEL|RECORD|entry_points\.txt|licenses/LICENSE|sboms/[\w.-]+\.json)"
)


def build() -> Path:
    """Build the wheel of the stable ABI into dist/, check it, and give its path."""
    check_tools()
    make_venv(VENV)
    pip(*requirements())
    for old in DIST.glob("puzzle15-*.whl"):
        old.unlink()
    print("Building, optimised: about a minute the first time, seconds after that.", flush=True)
    run(scripts(VENV) / "maturin", "build", "--release", "--locked", "--out", DIST)
    (wheel,) = wheels()
    if "-cp311-abi3-" not in wheel.name:
        sys.exit(f"{wheel.name} is not a wheel for every Python from 3.11 on: its name has no cp311-abi3")
    return wheel


def wheels() -> list[Path]:
    """The wheels in dist/, checked; at least one."""
    found = sorted(DIST.glob("*.whl"))
    if not found:
        sys.exit(f"there is no wheel in {DIST}: build one, python3 dev.py wheel")
    for wheel in found:
        wrong = list(faults(wheel))
        if wrong:
            sys.exit("\n".join([f"{wheel.name} cannot be published:", *wrong]))
        print(f"{wheel.name}: {wheel.stat().st_size:,} bytes of {BUDGET:,}", flush=True)
    return found


def faults(wheel: Path, source: Path = ROOT / "python") -> Iterator[str]:
    """What is wrong with a wheel, a line for each thing."""
    if not NAME.fullmatch(wheel.name):
        yield f"its name has the wrong tags, it should have {TAGS}: {wheel.name}"
    size = wheel.stat().st_size
    if size > BUDGET:
        yield f"it has {size:,} bytes, {size - BUDGET:,} more than the budget of {BUDGET:,}"
    with ZipFile(wheel) as archive:
        yield from misplaced(set(archive.namelist()), package(source))


def package(source: Path) -> set[str]:
    """The files of the package, as a wheel names them; nothing that running it left behind."""
    files = (path.relative_to(source) for path in source.rglob("*") if path.is_file())
    names = {path.as_posix() for path in files if "__pycache__" not in path.parts}
    return {name for name in names if not CORE.fullmatch(name)}


def misplaced(held: set[str], wanted: set[str]) -> Iterator[str]:
    """Files that are missing from a wheel, and those that do not belong in one."""
    core = {name for name in held if CORE.fullmatch(name)}
    about = {name for name in held if ABOUT.fullmatch(name)}
    strange = {name for name in wanted if Path(name).suffix not in KINDS}
    if len(core) != 1:
        yield f"it should have one compiled module, puzzle15/_core, and has {len(core)}"
    yield from (f"missing: {name}" for name in sorted(wanted - held))
    yield from (f"does not belong there: {name}" for name in sorted(held - core - about - (wanted - strange)))
