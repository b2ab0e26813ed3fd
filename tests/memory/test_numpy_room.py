"""NumPy is imported where there is room for it; OpenBLAS, which comes with it, would end the process."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import puzzle15
from puzzle15 import random_boards

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux limits the address space like this"
)

BOARD = [[1, 2, 3, 4, 5, 6, 7, 0, 8]]
# Whatever imports NumPy first: directly, through another package, on another thread, or in the core.
CALLS = {
    "arrays": "from puzzle15 import arrays; print(arrays.manhattan(BOARD).tolist())",
    "random_boards": "from puzzle15 import random_boards; print(random_boards(2, 3, 3, seed=1).tolist())",
    "a module": "from puzzle15 import graphs; print(graphs.solution_graph('2x2').vertices)",
    "learning": "import puzzle15.learning; print(puzzle15.learning.ID)",
    "plot": "from puzzle15 import plot; print(type(plot.histogram([1, 2, 1])).__name__)",
    "equations": (
        "from puzzle15 import growth; "
        "print(round(growth.leading_term([4, 5, 6, 7, 8], [2 * n**3 for n in (4, 5, 6, 7, 8)]), 6))"
    ),
    "a thread": (
        "from puzzle15 import bounds; "
        "print(bounds.find_hard(2, 2, timeout=None, max_evaluations=50)[0].bound)"
    ),
    "the core": "from puzzle15 import Board; print(Board(BOARD[0]).to_array().tolist())",
    "solve_many": "from puzzle15 import solve_many; print(solve_many(BOARD).lengths.tolist())",
}
SCRIPT = """
import resource, sys
from pathlib import Path
import puzzle15
pages = int(Path("/proc/self/statm").read_text().split()[0])
limit = pages * resource.getpagesize() + int(sys.argv[1]) * 1_000_000
BOARD = [[1, 2, 3, 4, 5, 6, 7, 0, 8]]
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
assert "numpy" not in sys.modules
try:
    exec(sys.argv[2])
except MemoryError as error:
    print("refused:", error)
"""


def ran(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, encoding="utf-8", env=environment, timeout=300
    )


@pytest.mark.parametrize("call", list(CALLS))
def test_what_imports_numpy_works_or_is_refused(call: str) -> None:
    expected = ran("-c", SCRIPT, "100000", CALLS[call])
    assert expected.returncode == 0, expected.stderr
    endings = set()
    for megabytes in (5, 40, 60, 80, 100, 112, 120, 140, 160, 200, 400):
        ended = ran("-c", SCRIPT, str(megabytes), CALLS[call])
        assert ended.returncode == 0, (megabytes, ended.stderr)
        is_refused = ended.stdout.startswith("refused:")
        assert is_refused or ended.stdout == expected.stdout, (megabytes, ended.stdout)
        endings.add(is_refused)
        if 40 <= megabytes <= 100:
            assert "to be imported, NumPy takes 110 MB of address space, and " in ended.stdout
    assert endings == {True, False}


RANDOM = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]) * 1_000_000,) * 2)
from puzzle15.cli import main
sys.exit(main(["random", "-n", "2", "--size", "3x3", "--seed", "1"]))
"""


def test_the_command_line_says_what_is_wrong() -> None:
    numbers = [str(tile) for board in random_boards(2, 3, 3, seed=1).tolist() for tile in board]
    for megabytes in range(80, 260, 20):
        ended = ran("-c", RANDOM, str(megabytes))
        if ended.returncode == 0:
            assert ended.stdout.replace("/", " ").split() == numbers
        else:
            assert ended.returncode == 2, ended.stderr
            assert ended.stderr.startswith("puzzle15: to be imported, NumPy takes 110 MB of address space, ")
            assert ended.stderr.endswith("close other programs, or raise the limit on memory\n")
    assert ended.returncode == 0


def test_the_environment_stays_as_it_was() -> None:
    """Also where somebody has asked for more threads than there is room for."""
    code = "import os; from puzzle15._support.numeric import np; print(os.environ.get(NAME))"
    script = SCRIPT.replace("BOARD =", 'NAME = "OPENBLAS_NUM_THREADS"\nBOARD =')
    assert ran("-c", script, "115", code).stdout == "None\n"
    asked = f"import os; os.environ['OPENBLAS_NUM_THREADS'] = '16'\n{script}"
    for megabytes in ("115", "300", "2000"):
        assert ran("-c", asked, megabytes, code).stdout == "16\n"


def test_numpy_is_imported_in_one_place() -> None:
    """Wherever else it comes first, nobody would look whether there is room."""
    package = Path(puzzle15.__file__).parent
    for path in package.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        guarded = {
            node
            for branch in ast.walk(tree)
            if isinstance(branch, ast.If) and ast.unparse(branch.test) == "TYPE_CHECKING"
            for node in ast.walk(branch)
        }
        names = {
            name
            for node in ast.walk(tree)
            if node not in guarded
            for name in (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
        }
        uses_numpy = any(name.partition(".")[0] == "numpy" for name in names)
        assert uses_numpy is (path == package / "_support" / "numeric.py"), path
