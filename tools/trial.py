"""Tries the wheel as users have it: outside the source, in environments with nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tools.environments import OLDEST, ROOT, make_venv, pip, python, run, scripts
from tools.wheels import DIST, wheels

NEWEST = 15
"""The last Python that is looked for by name, 3.15; the running one counts, whatever it is."""

# What the tests read beside the package. Its own source is left out; that of the crate is there to be read.
READ = [
    ".ci",
    ".github",
    "benches",
    "docs",
    "examples",
    "src",
    "tests",
    "tools",
    "Cargo.toml",
    "CHANGELOG.md",
    "conftest.py",
    "CONTRIBUTING.md",
    "dev.py",
    "LICENSE",
    "pyproject.toml",
    "README.md",
]

# Tests that need NumPy and no other package.
CORE = [
    "board",
    "arrays",
    "solving/test_solve.py",
    "solving/test_many_boards.py",
    "exploring/test_indexing.py",
]

# No warnings, none of the optional packages, and on free-threaded Python no lock.
IMPORT = """
import importlib.util, sys, sysconfig
import puzzle15
extras = ["matplotlib", "PIL", "starlette", "uvicorn", "distributed", "gymnasium", "pyarrow"]
assert not [name for name in extras if importlib.util.find_spec(name)], "this environment is not clean"
puzzle15.solve(puzzle15.random_board(seed=1))
if sysconfig.get_config_var("Py_GIL_DISABLED"):
    assert not sys._is_gil_enabled(), "the module takes the lock"
print(puzzle15.__file__)
"""


def copy_tests(folder: Path) -> None:
    """Copy what the tests read."""
    ignore = shutil.ignore_patterns("__pycache__", "rust")
    for name in READ:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=ignore)
        else:
            shutil.copy2(ROOT / name, folder / name)


def everywhere() -> None:
    """Try the wheel in dist/ on every Python that is found, and say which there were."""
    found = pythons()
    for version, base in found.items():
        print(f"== Python {version}: {base}", flush=True)
        try_on(base)
    named = [f"3.{minor}{kind}" for kind in ("", "t") for minor in range(OLDEST[1], NEWEST + 1)]
    missing = [version for version in named if version not in found and version not in ("3.11t", "3.12t")]
    print(f"The wheel works on Python {', '.join(found)}. Not found: {', '.join(missing) or 'none'}.")


def try_on(base: str) -> None:
    """Install the wheel in dist/ that fits a Python into a clean environment of it, and use it there."""
    with tempfile.TemporaryDirectory(prefix="puzzle15-trial-", ignore_cleanup_errors=True) as name:
        folder, venv = Path(name), Path(name) / "venv"
        make_venv(venv, base)
        # From dist/ alone; what it needs comes in the second step.
        pip("--no-index", "--no-deps", "--find-links", DIST, "puzzle15", venv=venv)
        pip("puzzle15", "pytest>=8", "hypothesis>=6", venv=venv)
        copy_tests(folder)
        run(python(venv), "-W", "error", "-c", IMPORT, where=folder, venv=venv)
        run(python(venv), "-m", "puzzle15.demo", where=folder, venv=venv)
        run(scripts(venv) / "puzzle15", "--help", where=folder, venv=venv)
        tests = [f"tests/{name}" for name in CORE]
        run(python(venv), "-m", "pytest", "-q", "--installed", *tests, where=folder, venv=venv)


def trial() -> None:
    """Check the wheels in dist/, and try the one that fits this Python."""
    wheels()
    try_on(sys.executable)


def pythons() -> dict[str, str]:
    """By version from 3.11 on, a Python that runs; free-threaded versions end in t."""
    found: dict[str, str] = {}
    for path in candidates():
        version = version_of(path)
        if version:
            found.setdefault(version, path)
    return dict(sorted(found.items(), key=lambda item: (item[0].endswith("t"), item[0])))


def candidates() -> Iterator[str]:
    """Where a Python may be: this one, those of pyenv, those on the PATH."""
    yield sys.executable
    root = pyenv("root")
    for version in pyenv("versions", "--bare"):
        yield str(Path(root[0], "versions", version, "python.exe" if os.name == "nt" else "bin/python"))
    for kind in ("", "t"):
        names = (f"python3.{minor}{kind}" for minor in range(OLDEST[1], NEWEST + 1))
        yield from filter(None, map(shutil.which, names))


def pyenv(*words: str) -> list[str]:
    """What pyenv prints, word by word; nothing if it is not there."""
    command = shutil.which("pyenv")
    if not command:
        return []
    return subprocess.run([command, *words], capture_output=True, text=True).stdout.split()


def version_of(path: str) -> str:
    """The version of a Python, such as 3.13 or 3.14t; empty if it is too old or does not run."""
    # Every Python that pyenv has is asked, and even Python 2 understands this.
    say = "import sys, sysconfig; print('%d %d %s' % (sys.version_info[:2] + (FREE,)))"
    say = say.replace("FREE", "'t' if sysconfig.get_config_var('Py_GIL_DISABLED') else ''")
    try:
        done = subprocess.run([path, "-c", say], capture_output=True, text=True)
    except OSError:
        return ""
    if done.returncode:
        return ""
    major, minor, *kind = done.stdout.split()
    return "".join([major, ".", minor, *kind]) if (int(major), int(minor)) >= OLDEST else ""
