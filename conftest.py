"""`pytest` runs tests/, `pytest --benchmark-only` runs benches/; paths on the command line win."""

from __future__ import annotations

import os
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# A timing never decides a test, and a busy machine is slow.
settings.register_profile("puzzle15", deadline=None)
settings.load_profile("puzzle15")


def pytest_addoption(parser: pytest.Parser) -> None:
    """With --installed nothing but an installed package is tested."""
    told = "stop unless puzzle15 is the installed package, not the source beside the tests"
    parser.addoption("--installed", action="store_true", help=told)


def check_installed() -> None:
    """Refuse a package that is not where pip puts one."""
    import puzzle15
    from puzzle15 import _core

    place = Path(sysconfig.get_path("platlib")).resolve()
    for file in (puzzle15.__file__, _core.__file__):
        if not Path(file).resolve().is_relative_to(place):
            raise pytest.UsageError(f"--installed: puzzle15 should come from {place}, but comes from {file}")


def pytest_configure(config: pytest.Config) -> None:
    """Go to the benchmarks where only they were asked for; no windows, and no tables in the user's cache."""
    if config.getoption("installed"):
        check_installed()
    by_default = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if by_default and config.getoption("benchmark_only"):
        config.args = [str(config.rootpath / "benches")]
    os.environ.setdefault("MPLBACKEND", "agg")
    # Processes that share the tests have a cache each: some tests damage what is there.
    if "PUZZLE15_CACHE" not in os.environ or hasattr(config, "workerinput"):
        folder = tempfile.TemporaryDirectory(prefix="puzzle15-cache-", ignore_cleanup_errors=True)
        os.environ["PUZZLE15_CACHE"] = folder.name
        config.add_cleanup(folder.cleanup)


@pytest.fixture(autouse=True)
def _close_plots() -> Iterator[None]:
    """Close the figures that a test has drawn; they would stay open."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
