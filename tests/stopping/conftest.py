"""A busy machine, for tests of how soon things end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def busy() -> Iterator[None]:
    """Two processes that do nothing, as fast as they can."""
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    yield
    for process in processes:
        process.kill()
        process.wait()
