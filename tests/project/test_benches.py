"""`pytest --benchmark-only` needs the package, pytest and pytest-benchmark, and nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Runs pytest as if nothing else were installed: only these packages are found, and only one plugin is loaded.
ALONE = """
import sys
from importlib.machinery import PathFinder

FOUND = {"puzzle15", "numpy", "tqdm", "pytest", "_pytest", "pluggy", "iniconfig", "packaging", "pygments"}
FOUND |= {"pytest_benchmark", "cpuinfo", "py", "colorama", "exceptiongroup", "tomli"}
FOUND |= {"conftest", "tests", "benches"}


class OnlyThese:
    def __init__(self, finders):
        self.finders = finders

    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in FOUND and top not in sys.stdlib_module_names and not top.startswith("bench_"):
            return None
        found = (finder.find_spec(name, path, target) for finder in self.finders)
        return next((spec for spec in found if spec is not None), None)

    def find_distributions(self, *context):  # the versions of packages, which pytest prints
        return PathFinder.find_distributions(*context)


sys.meta_path[:] = [OnlyThese(list(sys.meta_path))]
import pytest

sys.exit(pytest.main(["--benchmark-only", "-p", "pytest_benchmark.plugin", *sys.argv[1:]]))
"""


def alone(*options: str) -> str:
    """What pytest prints there, at the root of the source."""
    # Where pytest-xdist runs this test, its variables would turn benchmarks off.
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    ran = subprocess.run(
        [sys.executable, "-c", ALONE, *options],
        cwd=ROOT,
        env={**inherited, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONUTF8": "1", "COLUMNS": "200"},
        capture_output=True,
        encoding="utf-8",
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_all_benchmarks_are_found_without_extras() -> None:
    """All files but that of gymnasium, which is skipped by its name."""
    text = alone("--collect-only", "-q")
    found = {Path(line.partition("::")[0]).name for line in text.splitlines() if "::" in line}
    written = {path.name for path in (ROOT / "benches").glob("bench_*.py")}
    assert found == written - {"bench_learning.py"}
    assert re.search(
        r"SKIPPED .*bench_learning\.py.*gymnasium is not installed: .*puzzle15\[learning\]", text
    )


def test_benchmarks_run_and_what_needs_an_extra_is_skipped_by_its_name() -> None:
    once = ["--benchmark-max-time=0.01", "--benchmark-min-rounds=1"]
    text = alone(*once, "-k", "parquet or (bench_twists and bench_lookup)")
    assert re.search(r"SKIPPED .*bench_datasets\.py.*pyarrow is not installed: .*puzzle15\[parquet\]", text)
    assert "1 passed, 2 skipped" in text


def test_the_block_blocks() -> None:
    """The gate of these tests: a package that is installed here is not found there."""
    pytest.importorskip("hypothesis")
    probe = ALONE.replace("import pytest\n", "import hypothesis\n")
    ran = subprocess.run([sys.executable, "-c", probe], capture_output=True, encoding="utf-8", cwd=ROOT)
    assert "No module named 'hypothesis'" in ran.stderr
