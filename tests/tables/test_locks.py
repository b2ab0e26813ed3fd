"""Tables are made once on a machine, however many processes want them at the same time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from puzzle15 import tables

FAR = "0 3 2 1/8 7 6 5/4 11 10 9"
SOLVE = f"from puzzle15 import distance; print('begun', flush=True); print(distance({FAR!r}))"
BUILD = (
    "from puzzle15 import tables; print('begun', flush=True); print(tables.build(3, 4, progress=False).name)"
)
# Holds the lock of a table, as a process does that makes it.
HOLD = """
import fcntl, sys, time
file = open(sys.argv[1], "w")
fcntl.flock(file, fcntl.LOCK_EX)
print("held", flush=True)
time.sleep(600)
"""

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="signals and flock")]


def start(folder: Path, code: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        env={**os.environ, "PUZZLE15_CACHE": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def begun(job: subprocess.Popen[str]) -> None:
    """Wait until it has imported everything."""
    assert job.stdout is not None
    assert job.stdout.readline() == "begun\n"


def wait_for_lock(job: subprocess.Popen[str], lock: Path) -> None:
    """Wait until a process that has begun waits for a lock that another holds."""
    files = Path(f"/proc/{job.pid}/fd")
    if not files.exists():
        time.sleep(0.5)
    while files.exists() and lock not in map(Path.resolve, files.iterdir()):
        assert job.poll() is None
        time.sleep(0.002)
    assert job.poll() is None


def held(lock: Path) -> bool:
    """Whether somebody holds a lock."""
    import fcntl  # There is none on Windows.

    if not lock.exists():
        return False
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def watch(folder: Path, name: str, jobs: list[subprocess.Popen[str]]) -> set[int]:
    """Every file that ever had this name, while the processes run."""
    met: set[int] = set()
    while any(job.poll() is None for job in jobs):
        with suppress(FileNotFoundError):
            met.add((folder / name).stat().st_ino)
        time.sleep(0.002)
    return met | {(folder / name).stat().st_ino}


@pytest.mark.parametrize(
    ("code", "name", "shown"),
    [(SOLVE, "3x4-blank11.moves", "53\n"), (BUILD, "3x4-blank11.patterns", "3x4-blank11.patterns\n")],
)
def test_processes_at_once_make_one_table(tmp_path: Path, code: str, name: str, shown: str) -> None:
    lock = tmp_path / f"{name}.lock"
    holder = start(tmp_path, HOLD, str(lock))
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    jobs = [start(tmp_path, code) for _ in range(3)]
    for job in jobs:
        begun(job)
        wait_for_lock(job, lock)
    assert [path.name for path in tmp_path.iterdir()] == [lock.name]
    holder.kill()  # and the kernel lets go of it
    files = watch(tmp_path, name, jobs)
    assert [job.communicate() for job in jobs] == [(shown, "")] * 3
    assert len(files) == 1, "one of them has written the file, and the others have read it"
    assert sorted(path.name for path in tmp_path.iterdir()) == [name, f"{name}.lock"]
    holder.communicate()


def test_one_that_is_killed_while_it_makes_the_table_blocks_nobody(tmp_path: Path) -> None:
    part, other = tmp_path / "3x4-blank11.moves.77-0.part", tmp_path / "3x4-blank11.slides.77-0.part"
    left_behind = tmp_path / "3x4-blank11.moves.0123456789abcdef.part"
    for file in (part, other, left_behind):
        file.touch()
    for file in (part, other):  # Of version 0.1.0, which locked no files: only their age tells.
        os.utime(file, (0, 0))
    first = start(tmp_path, SOLVE)
    lock = tmp_path / "3x4-blank11.moves.lock"
    while not held(lock):
        assert first.poll() is None
        time.sleep(0.001)
    first.send_signal(signal.SIGSTOP)
    assert not (tmp_path / "3x4-blank11.moves").exists(), "it is in the middle"
    second = start(tmp_path, SOLVE)
    begun(second)
    wait_for_lock(second, lock)
    first.send_signal(signal.SIGKILL)
    assert second.communicate(timeout=60) == ("53\n", "")
    assert first.wait() == -signal.SIGKILL
    first.communicate()
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["3x4-blank11.moves", lock.name, other.name], "what the killed ones left is gone"


def test_ctrl_c_while_waiting(tmp_path: Path) -> None:
    lock = tmp_path / "3x4-blank11.moves.lock"
    holder = start(tmp_path, HOLD, str(lock))
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    waiting = start(tmp_path, SOLVE)
    begun(waiting)
    wait_for_lock(waiting, lock)
    waiting.send_signal(signal.SIGINT)
    output, errors = waiting.communicate(timeout=60)
    holder.kill()
    holder.communicate()
    assert output == ""
    assert errors.endswith("KeyboardInterrupt\n(no solution was found yet)\n")
    assert waiting.returncode == -signal.SIGINT
    assert not (tmp_path / "3x4-blank11.moves").exists()


def test_threads_of_one_process(tmp_path: Path) -> None:
    code = (
        "from concurrent.futures import ThreadPoolExecutor; from puzzle15 import distance\n"
        f"with ThreadPoolExecutor(4) as pool: print(list(pool.map(distance, [{FAR!r}] * 4)))"
    )
    job = start(tmp_path, code)
    files = watch(tmp_path, "3x4-blank11.moves", [job])
    assert job.communicate() == ("[53, 53, 53, 53]\n", "")
    assert len(files) == 1


def test_lock_files_are_no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUZZLE15_CACHE", str(tmp_path))
    (tmp_path / "3x4-blank11.moves.lock").touch()
    assert tables.files() == []
    assert tables.verify() == {}
    tables.build(3, 3, progress=False)
    assert [file.name for file in tables.files()] == ["3x3-blank8.patterns"]
    tables.files()[0].remove()
    assert tables.build(3, 3, progress=False).verify()
