"""`pytest` runs tests/, `pytest --benchmark-only` runs benches/; a path on the command line wins."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parent


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the folder that was not asked for."""
    if config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return None
    other = "tests" if config.getoption("benchmark_only") else "benches"
    return True if collection_path == ROOT / other else None
