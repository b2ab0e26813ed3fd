"""`pytest` runs tests/, `pytest --benchmark-only` runs benches/; paths on the command line win."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Go to the benchmarks where only they were asked for."""
    by_default = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if by_default and config.getoption("benchmark_only"):
        config.args = [str(config.rootpath / "benches")]
