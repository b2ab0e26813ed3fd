"""Every example in the README and on the pages of docs/ runs, in Python and in a shell."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"]
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# What follows this on a page takes long, and is run by the slow tests.
LONG = "<!-- slow: what follows takes long -->"
CHECKER = doctest.OutputChecker()


class Command(NamedTuple):
    """A line that is typed into a shell, and what it shows."""

    typed: str
    shown: str


def blocks(page: Path, language: str, *, whole: bool = True) -> list[str]:
    """The parts of a page in one language; if it is not wanted whole, those before what takes long."""
    text = page.read_text(encoding="utf-8")
    found = FENCE.findall(text if whole else text.partition(LONG)[0])
    return [body for name, body in found if name == language]


def commands(block: str) -> list[Command]:
    """What follows each dollar sign; a line that ends with a backslash goes on."""
    found = re.split(r"^\$ ", block, flags=re.MULTILINE)
    assert not found[0], f"a block begins with a command, this one with {found[0]!r}"
    matched = [re.fullmatch(r"((?:[^\n]*\\\n)*[^\n]*)\n(.*)", part, re.DOTALL) for part in found[1:]]
    return [Command(match[1], match[2]) for match in matched if match]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def with_blocks(language: str) -> list[object]:
    """Pages with blocks to run: as far as they are quick, and whole where that is more."""
    found: list[object] = []
    for page in PAGES:
        quick, whole = (blocks(page, language, whole=whole) for whole in (False, True))
        if quick:
            found.append(pytest.param(quick, id=name_of(page)))
        if whole != quick:
            found.append(pytest.param(whole, id=f"{name_of(page)}, whole", marks=pytest.mark.slow))
    return found


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that an example writes are written aside, and tables are kept where they were."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PUZZLE15_CACHE", os.environ["PUZZLE15_CACHE"])


@pytest.mark.parametrize("found", with_blocks("python"))
def test_python(found: list[str]) -> None:
    assert all(block.startswith(">>> ") for block in found), "an example begins with >>>"
    examples = doctest.DocTestParser().get_doctest("\n".join(found), {}, "page", None, 0)
    output: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(examples, out=output.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(output)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command is found, and is that of this interpreter."""
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "puzzle15"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m puzzle15 "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONUTF8", "1")
    monkeypatch.setenv("PUZZLE15_CACHE", str(tmp_path / "tables"))


@pytest.mark.usefixtures("shell")
@pytest.mark.parametrize("found", with_blocks("console"))
def test_console(found: list[str]) -> None:
    for block in found:
        for typed, shown in commands(block):
            done = subprocess.run(
                typed, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
            )
            same = CHECKER.check_output(shown, done.stdout, doctest.ELLIPSIS)
            assert same, f"$ {typed}\nshows\n{done.stdout}\nand not\n{shown}"


@pytest.mark.usefixtures("shell")
def test_commands_are_read_as_written() -> None:
    block = "$ echo one\none\n$ echo two \\\n  three\ntwo three\n$ true\n"
    assert commands(block) == [
        Command("echo one", "one\n"),
        Command("echo two \\\n  three", "two three\n"),
        Command("true", ""),
    ]


def test_nothing_is_shown_that_is_not_run() -> None:
    languages = {name for page in PAGES for name, _ in FENCE.findall(page.read_text(encoding="utf-8"))}
    assert languages <= {"python", "console", "text", "sh", "{eval-rst}", "{toctree}"}
    lines = [line for page in PAGES for block in blocks(page, "sh") for line in block.splitlines()]
    assert all(re.match(r"pip install |python3 dev\.py |puzzle15 web$", line) for line in lines)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_lines_are_not_too_long(page: Path) -> None:
    prose = FENCE.sub("", page.read_text(encoding="utf-8"))
    assert [
        line for line in prose.splitlines() if len(line) > 140 and "|" not in line and "](" not in line
    ] == []
