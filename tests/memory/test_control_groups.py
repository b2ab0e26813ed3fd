"""Control groups, one inside the other: a process may use what the tightest of them leaves.

Where this process may make groups, a child is put into one that has no limit, inside one that has. Elsewhere
the child stays in the groups that it has, and what is free in them is worked out here once more. (The unit
tests of `src/runtime/cgroup.rs` have trees of groups of both versions.)
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.soak import Note

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has control groups")

LIMIT = 240_000_000
# It waits to be moved before it imports anything: a new group does not count what was taken before.
CHILD = """
import json
input()
from puzzle15 import MemoryBudgetError, explore, search_size

def refused(**search):
    try:
        explore(progress=False, **search)
    except MemoryBudgetError as error:
        return error.budget
    return None

fitting = {"rows": 4, "cols": 4, "tiles": [1, 2, 3, 4, 5, 6, 7]}
size = search_size(**fitting)
# No machine has memory for the one; for the other a group of this test is too small, even if it is lean.
budget = refused(rows=6, cols=6, tiles=range(1, 9))
larger = {**fitting, "tiles": [*fitting["tiles"], 8]}
is_refused = budget < search_size(**larger).lean and refused(**larger) is not None
layers = explore(**fitting, progress=False)
print(json.dumps([budget, is_refused, size.peak, layers.states, layers.lean]))
"""


class Version(NamedTuple):
    """The files of a group, in one version of control groups."""

    limit: str
    used: str
    idle: str


VERSIONS = {
    1: Version("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
    2: Version("memory.max", "memory.current", "inactive_file"),
}


def own_groups() -> list[tuple[Path, Version]]:
    """The groups of this process that count memory, innermost first."""
    found = []
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if "memory" in controllers.split(","):
            mounts, version = ["/sys/fs/cgroup/memory"], VERSIONS[1]
        elif not controllers:
            mounts, version = ["/sys/fs/cgroup/unified", "/sys/fs/cgroup"], VERSIONS[2]
        else:
            continue
        for mount in mounts:
            innermost = Path(mount + path)
            for group in [innermost, *innermost.parents]:
                if group.is_relative_to(mount) and (group / version.limit).exists():
                    found.append((group, version))
    return found


def free() -> int:
    """What this process can take before it is killed, as the files of its groups and of the machine say."""
    words = Path("/proc/meminfo").read_text().split()
    least = 1024 * int(words[words.index("MemAvailable:") + 1])
    for group, version in own_groups():
        limit = (group / version.limit).read_text().strip()
        if limit != "max":
            stat = (group / "memory.stat").read_text().split()
            idle = int(stat[stat.index(version.idle) + 1])
            used = int((group / version.used).read_text())
            least = min(least, max(0, int(limit) - max(0, used - idle)))
    return least


@contextmanager
def nested_group() -> Iterator[Path | None]:
    """A group without a limit inside a group with one, or None where this process may not make them."""
    made: list[Path] = []
    with suppress(OSError):
        for parent, version in own_groups()[:1]:
            outer = parent / f"puzzle15-test-{os.getpid()}"
            for group in (outer, outer / "inner"):
                group.mkdir()
                made.append(group)
            (outer / version.limit).write_text(str(LIMIT))
    usable = len(made) == 2 and any((made[0] / one.limit).exists() for one in VERSIONS.values())
    try:
        yield made[1] if usable else None
    finally:
        for group in reversed(made):
            # A process that has ended may be counted for a moment longer. What failed before matters more.
            for _ in range(100):
                try:
                    group.rmdir()
                except OSError:
                    time.sleep(0.01)
                else:
                    break
            else:
                print(f"a control group is left behind: {group}")


def moved(child: int, group: Path | None) -> bool:
    """Move a process into a group; whether that was done."""
    with suppress(OSError):
        if group is not None:
            (group / "cgroup.procs").write_text(str(child))
            return True
    return False


def test_the_tightest_of_nested_groups_is_read(note: Note, tmp_path: Path) -> None:
    with nested_group() as group:
        before = free()
        with subprocess.Popen(
            [sys.executable, "-c", CHILD],
            env={**os.environ, "PUZZLE15_CACHE": str(tmp_path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as child:
            is_moved = moved(child.pid, group)
            said, complained = child.communicate("go on\n", timeout=300)
        assert child.returncode == 0, complained
        after = free()
    found: list[Any] = json.loads(said)
    budget, is_refused, peak, states, lean = found
    assert states == 518_918_400
    if is_moved:
        # What Python itself takes is charged to the group as well.
        assert 0.8 * LIMIT < budget < LIMIT
        assert is_refused
        assert (peak < LIMIT, lean) == (True, False), "it says beforehand that it fits, and it does"
        note("nested control groups", f"{budget:,} bytes free of the outer group's {LIMIT:,}")
    else:
        # Others take memory and give it back meanwhile.
        assert 0.5 * min(before, after) < budget < 2 * max(before, after)
        note("nested control groups", f"none can be made here; {budget:,} bytes free in those that there are")
