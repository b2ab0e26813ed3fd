"""`pytest` runs tests/, `pytest --benchmark-only` runs benches/; paths on the command line win.

The benchmarks need pytest and pytest-benchmark, and nothing else beside the package; so nothing else is
imported here unless it is installed.
"""

from __future__ import annotations

import os
import random
import sys
import sysconfig
from collections.abc import Callable, Generator, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.support import hermetic, soak

if find_spec("hypothesis") is not None:
    from hypothesis import settings

    # A timing never decides a test, and a busy machine is slow.
    settings.register_profile("puzzle15", deadline=None)
    settings.load_profile("puzzle15")


WATCH = pytest.StashKey[hermetic.Watch]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of this project."""
    text = "stop unless puzzle15 is the installed package, not the source beside the tests"
    parser.addoption("--installed", action="store_true", help=text)
    text = "run the slow tests, too"
    parser.addoption("--slow", action="store_true", help=text)
    text = "run the soaks, too: tests that find more the longer they take"
    parser.addoption("--soak", action="store_true", help=text)
    text = "run the files, and the tests of each, in a random order that this number decides"
    parser.addoption("--shuffle", type=int, metavar="SEED", help=text)


def check_installed() -> None:
    """Refuse a package that is not where pip puts one."""
    import puzzle15
    from puzzle15 import _core

    place = Path(sysconfig.get_path("platlib")).resolve()
    for file in (puzzle15.__file__, _core.__file__):
        if not Path(file).resolve().is_relative_to(place):
            raise pytest.UsageError(f"--installed: puzzle15 should come from {place}, but comes from {file}")


def pytest_configure(config: pytest.Config) -> None:
    """Go to the benchmarks if only they are asked for; open no windows, and use a temporary folder."""
    if config.getoption("installed"):
        check_installed()
    by_default = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if by_default and config.getoption("benchmark_only", default=False):
        config.args = [str(config.rootpath / "benches")]
    os.environ.setdefault("MPLBACKEND", "agg")
    hermetic.hear_signals()
    watch = config.stash[WATCH] = hermetic.Watch(hermetic.make_folder(), config.rootpath)
    config.add_cleanup(watch.close)


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say how to get the same order again."""
    seed = config.getoption("shuffle")
    return None if seed is None else f"order: --shuffle {seed}"


def spread(files: list[Path], waiting: set[Path]) -> list[Path]:
    """Move files whose tests often wait apart, so that others keep the processor busy meanwhile."""
    others = [path for path in files if path not in waiting]
    gap = len(files) // max(1, len(waiting))
    for index, path in enumerate(path for path in files if path in waiting):
        others.insert(index * gap, path)
    return others


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes long, and choose the order: by file, as the tests of one share what they make."""
    unwanted = [mark for mark in ("slow", "soak") if not config.getoption(mark)]
    left_out = [item for item in items if any(map(item.get_closest_marker, unwanted))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    seed = config.getoption("shuffle")
    if seed is not None:
        random.Random(seed).shuffle(items)
    files = list({item.path: None for item in items})
    if seed is None:
        files = spread(files, {item.path for item in items if item.get_closest_marker("browser")})
    place = {path: index for index, path in enumerate(files)}
    items.sort(key=lambda item: place[item.path])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, None, None]:
    """After the last test of a file, fail if its tests have left anything behind."""
    yield
    if nextitem is None or nextitem.path != item.path:
        left = item.config.stash[WATCH].left()
        assert not left, "the tests of this file leave behind:\n" + "\n".join(left)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what soaks and slow tests have measured and counted."""
    wanted = any(map(terminalreporter.config.getoption, ("slow", "soak")))
    lines = sorted(soak.notes(terminalreporter)) if wanted else []
    if lines:
        terminalreporter.section("what was seen")
        for line in lines:
            terminalreporter.write_line(line)


@pytest.fixture
def note(record_property: Callable[[str, object], None]) -> soak.Note:
    """Tells what was promised and what was seen of it, at the end of the run."""
    return soak.note_of(record_property)


@pytest.fixture(autouse=True)
def _close_plots() -> Iterator[None]:
    """Close the figures that a test has drawn; they would stay open."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
