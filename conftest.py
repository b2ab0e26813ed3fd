"""`pytest` runs tests/, `pytest --benchmark-only` runs benches/; paths on the command line win."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Go to the benchmarks where only they were asked for; no windows, and no tables in the user's cache."""
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
