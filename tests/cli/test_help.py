"""Every example in every help text is run, in order, in a folder of its own."""

from __future__ import annotations

import argparse
import doctest
import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import puzzle15.cli
from puzzle15.cli.parser import COMMANDS, make_parser
from tests.support.pseudo_terminal import Player


def parsers(
    parser: argparse.ArgumentParser, name: str = "puzzle15"
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """The parser and those of the commands, with their names."""
    yield name, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, inner in action.choices.items():
                yield from parsers(inner, f"{name} {word}")


PARSERS = dict(parsers(make_parser()))
# Commands that go on until somebody ends them; the page is tested in tests/web/test_server.py.
ENDLESS = ("puzzle15 play", "puzzle15 web")
SLOW = ("puzzle15 bounds", "puzzle15 bounds check", "puzzle15 dataset", "puzzle15 reproduce")


def examples(name: str) -> list[str]:
    """The command lines under "examples:" in the help of a command."""
    epilog = PARSERS[name].epilog or ""
    text = epilog.partition("examples:\n")[2].partition("\n\n")[0]
    return [line.strip() for line in text.splitlines()]


def in_shell(line: str) -> str:
    """A line as the shell of this test can run it."""
    return re.sub(r"(^|\| )puzzle15 ", lambda found: f'{found[1]}"{sys.executable}" -m puzzle15 ', line)


@pytest.fixture(scope="module")
def fonts(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder with matplotlib's list of fonts, which says on standard error when it has to be made."""
    folder = str(tmp_path_factory.mktemp("matplotlib"))
    subprocess.run(
        [sys.executable, "-c", "import matplotlib.font_manager"],
        env={**os.environ, "MPLCONFIGDIR": folder},
        capture_output=True,
        timeout=600,
        check=True,
    )
    return folder


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW))
        for name in PARSERS
        if name not in ENDLESS
    ],
)
def test_the_examples_work(name: str, tmp_path: Path, fonts: str) -> None:
    lines = examples(name)
    assert lines
    needed = {
        "puzzle15 bounds check": "puzzle15 bounds prove",
        "puzzle15 tables remove": "puzzle15 tables build",
    }
    ours = {"PUZZLE15_CACHE": str(tmp_path / "cache"), "MPLBACKEND": "agg", "MPLCONFIGDIR": fonts}
    environment = {**os.environ, **ours}
    for line in [*examples(needed.get(name, "puzzle15 play"))[:1] * (name in needed), *lines]:
        assert line.startswith("puzzle15 ")
        ran = subprocess.run(
            ["bash", "-o", "pipefail", "-c", in_shell(line)],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert (ran.returncode, ran.stderr) == (0, ""), line
        files = re.findall(r"--(?:svg|png|html|gif|book|save) (\S+)", line)
        assert ran.stdout or files
        assert all((tmp_path / file).stat().st_size for file in files)


@pytest.mark.parametrize("line", examples("puzzle15 play"))
def test_the_examples_of_the_game_work(line: str) -> None:
    player = Player(["bash", "-c", in_shell(line)], (80, 30), {"TERM": "xterm", "PYTHONUTF8": "1"})
    try:
        player.see("q quit")
        player.send("q")
        assert player.end() == 0
    finally:
        player.close()


def test_every_command_has_a_description_and_examples() -> None:
    assert next(iter(PARSERS)) == "puzzle15"
    assert {name.split()[1] for name in PARSERS if " " in name} == set(COMMANDS)
    for name, parser in PARSERS.items():
        assert len((parser.description or "").split()) > 10, name
        assert examples(name), name
        for line in [*(parser.description or "").splitlines(), *examples(name)]:
            assert len(line) <= 88, line
        for action in parser._actions:
            assert action.help or isinstance(action, argparse._SubParsersAction), (name, action)


FOLDER = Path(puzzle15.cli.__file__).parent


@pytest.mark.parametrize(
    "file", sorted([*FOLDER.glob("*.py"), *FOLDER.glob("commands/[!_]*.py")]), ids=lambda file: file.stem
)
def test_the_examples_of_the_modules_run(file: Path) -> None:
    parts = [part for part in file.relative_to(FOLDER).with_suffix("").parts if part != "__init__"]
    name = ".".join(["puzzle15.cli", *parts])
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0
    assert module.__all__
