"""What a search says it takes is what it takes: by itself, and with all that the process holds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.soak import Note

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells the peak of memory like this"
)

# The peak of a process cannot be taken back, so every search has one of its own. A small search before it
# makes everything that is not of the search itself.
SCRIPT = """
import json, sys
from pathlib import Path
from puzzle15 import explore, search_size

def resident(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))

asked, options = map(json.loads, sys.argv[1:3])
size = search_size(**asked)
explore(3, 3, progress=False)
Path("/proc/self/clear_refs").write_text("5")
before = resident("VmRSS")
explore(**asked, **options, progress=False)
print(resident("VmHWM") - before, size.lean if options.get("lean") else size.memory)
"""


# The whole process, which has made nothing before, or some other things. (`ru_maxrss` is the same number, but
# is not reset when a process starts another program: it begins with what pytest had.)
WHOLE = """
import json, sys
from pathlib import Path
asked, options, before = map(json.loads, sys.argv[1:4])
exec(before)
from puzzle15 import explore, search_size
size = search_size(**asked)
explore(**asked, **options, progress=False)
peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print(int(peak.split()[1]) * 1024, size.lean_peak if options.get("lean") else size.peak)
"""
BEFORE = {
    "nothing": "",
    "a search": "from puzzle15 import explore; explore(3, 3)",
    "an array": "import numpy; array = numpy.ones(100_000_000, numpy.uint8)",
}


def peak_and_stated(
    asked: dict[str, Any], options: dict[str, Any], folder: Path, script: str = SCRIPT, before: str = ""
) -> tuple[int, int]:
    """The memory that a search took at its peak, and what it said before."""
    ended = subprocess.run(
        [sys.executable, "-c", script, *map(json.dumps, (asked, options, before))],
        env={**os.environ, "PUZZLE15_CACHE": str(folder)},
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    peak, stated = map(int, ended.stdout.split())
    return peak, stated


# Each core counts pages for itself, and the kernel adds them up later: that much of a peak may be missing.
UNCOUNTED = 1 << 20
FOUR = {"rows": 4, "cols": 4, "tiles": [1, 2, 3, 4, 5, 6]}
FIVE = {"rows": 5, "cols": 5, "tiles": [1, 2, 3, 4, 5]}
MIRRORED = {**FOUR, "tiles": [1, 2, 3, 4, 5, 9, 13], "symmetric": True}


@pytest.mark.parametrize("asked", [FIVE, {**FIVE, "tiles": [1, 2, 6, 7, 13], "symmetric": True}])
@pytest.mark.parametrize("options", [{}, {"lean": True}])
def test_the_peak_of_a_search_is_stated(
    asked: dict[str, Any], options: dict[str, Any], tmp_path: Path
) -> None:
    peak, stated = peak_and_stated(asked, options, tmp_path)
    assert peak == pytest.approx(stated, rel=0.02, abs=UNCOUNTED)


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("options", [{}, {"lean": True, "threads": 1}, {"threads": 8}])
def test_the_peak_of_the_whole_process_is_stated(
    before: str, options: dict[str, Any], tmp_path: Path, note: Note
) -> None:
    asked = {"rows": 3, "cols": 4}
    peak, stated = peak_and_stated(asked, options, tmp_path, WHOLE, BEFORE[before])
    note(f"peak of a process after {before}, {options}", f"{peak / stated:.4f} of {stated:,} bytes stated")
    assert peak == pytest.approx(stated, rel=0.02)


# A search that has ended, and one of 600 MB that was stopped: its memory goes back by another thread.
AFTER = """
import json, resource, sys
from pathlib import Path
from puzzle15 import explore, search_size

class Stop(Exception):
    pass

def stop(*level):
    raise Stop

def search():
    if sys.argv[2] == "ends":
        assert not explore(**asked, progress=False).lean
    else:
        try:
            explore(**asked, lean=False, progress=stop)
        except Stop:
            pass

asked = json.loads(sys.argv[1])
"""
ENDINGS = [({"rows": 3, "cols": 4}, "ends"), ({**FIVE, "tiles": [1, 2, 3, 4, 5, 6]}, "is stopped")]


def run_after(script: str, asked: dict[str, Any], ending: str) -> str:
    ended = subprocess.run(
        [sys.executable, "-c", AFTER + script, json.dumps(asked), ending],
        # The C library takes 64 MB of address space for a thread or does not, as it happens.
        env={**os.environ, "MALLOC_ARENA_MAX": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.parametrize(("asked", "ending"), ENDINGS)
def test_a_search_that_has_just_ended_is_not_counted(asked: dict[str, Any], ending: str) -> None:
    script = """
explore(3, 3, progress=False)
before = search_size(**asked).peak
search()
print(search_size(**asked).peak - before)
"""
    # The code of the search, the stacks of its threads, and what the allocator keeps of small requests.
    assert abs(int(run_after(script, asked, ending))) < 8 << 20


@pytest.mark.parametrize(("asked", "ending"), ENDINGS)
def test_searches_in_a_row_have_the_same_memory(asked: dict[str, Any], ending: str) -> None:
    """Where there is room for one of them."""
    script = """
mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
limit = mapped + search_size(**asked).memory + (30 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
for _ in range(3):
    search()
print("fine")
"""
    assert run_after(script, asked, ending) == "fine\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "options"),
    [
        ({"rows": 3, "cols": 4, "metric": "multi"}, {}),
        ({**FOUR, "tiles": [1, 2, 3, 4, 5, 6, 7]}, {}),
        (FIVE, {"checkpoint": "layers"}),
        (MIRRORED, {}),
        (MIRRORED, {"lean": True}),
    ],
)
def test_the_peak_of_larger_searches_is_stated(
    asked: dict[str, Any], options: dict[str, Any], tmp_path: Path, note: Note
) -> None:
    if "checkpoint" in options:
        options = {**options, "checkpoint": str(tmp_path / options["checkpoint"])}
    peak, stated = peak_and_stated(asked, options, tmp_path)
    note(f"memory of explore({asked})", f"{peak:,} of {stated:,} bytes stated, {peak / stated:.4f}")
    assert peak == pytest.approx(stated, rel=0.02, abs=UNCOUNTED)
    Path(options.get("checkpoint", tmp_path / "none")).unlink(missing_ok=True)
    whole, stated = peak_and_stated(asked, options, tmp_path, WHOLE)
    note(f"peak of a process with explore({asked})", f"{whole / stated:.4f} of {stated:,} bytes stated")
    assert whole == pytest.approx(stated, rel=0.02)
