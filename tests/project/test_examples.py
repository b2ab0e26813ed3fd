"""The notebook in examples/ runs from top to bottom and shows what it promises."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import puzzle15

pytestmark = pytest.mark.slow  # A kernel takes long to start.

ROOT = Path(__file__).parents[2]
TOUR = ROOT / "examples" / "tour.ipynb"

# In a separate process, whose kernel is the same interpreter; warnings of Jupyter are not ours.
RUN = """
import sys
import nbformat
from nbclient import NotebookClient

notebook = nbformat.read(sys.argv[1], as_version=4)
nbformat.validate(notebook)
NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
nbformat.write(notebook, sys.argv[2])
"""


@pytest.fixture(scope="module")
def tour(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """The cells with code, each with its output."""
    folder = tmp_path_factory.mktemp("tour")
    path = os.pathsep.join([str(Path(puzzle15.__file__).parent.parent), os.environ.get("PYTHONPATH", "")])
    # A notebook draws plots by itself, unless a variable says otherwise.
    env = {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}
    env |= {"PYTHONPATH": path, "JUPYTER_PREFER_ENV_PATH": "1"}
    command: list[str | Path] = [sys.executable, "-c", RUN, TOUR, folder / "run.ipynb"]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return code(folder / "run.ipynb")


def code(path: Path) -> list[Any]:
    """The cells of a notebook that have code."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def source(cell: Any) -> str:
    return "".join(cell["source"])


def kinds(cells: list[Any], text: str) -> set[str]:
    """In which forms the cell with this text shows its result."""
    (cell,) = [cell for cell in cells if text in source(cell)]
    return {kind for output in cell["outputs"] for kind in output.get("data", ())}


def test_the_notebook_is_kept_without_outputs() -> None:
    data = json.loads(TOUR.read_text(encoding="utf-8"))
    assert data["nbformat"] == 4
    assert len(code(TOUR)) > 10
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code(TOUR))


def test_no_cell_fails_or_complains(tour: list[Any]) -> None:
    assert [cell["execution_count"] for cell in tour] == list(range(1, len(tour) + 1))
    said = [output for cell in tour for output in cell["outputs"]]
    assert [output for output in said if output["output_type"] == "error"] == []
    assert [output["text"] for output in said if output.get("name") == "stderr"] == []


def test_boards_solutions_and_layers_show_themselves(tour: list[Any]) -> None:
    assert "image/svg+xml" in kinds(tour, "random_board(seed=2014)")
    assert "text/html" in kinds(tour, "solution = solve(board)")
    assert "text/html" in kinds(tour, "explore(3, 3)")


@pytest.mark.parametrize("text", ["plot.lengths", "tradeoff.plot", "growth.plot"])
def test_plots_are_shown(tour: list[Any], text: str) -> None:
    assert "image/png" in kinds(tour, text)


def test_the_figures_are_those_of_the_package(tour: list[Any]) -> None:
    outputs = [output for cell in tour for output in cell["outputs"]]
    parts = [output.get("text", output.get("data", {}).get("text/plain", [])) for output in outputs]
    shown = "".join(line for part in parts for line in part)
    assert "Solutions(100000 boards of 4×4, mean length 65.08, longest 94)" in shown
    assert "optimal    53 moves; no solution has fewer than 53" in shown
    assert "together 62 + 29 = 91" in shown
