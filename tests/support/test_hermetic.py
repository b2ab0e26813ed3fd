"""What tests leave behind is found, and signals that were ignored at the start are heard."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support import hermetic

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="needs /proc")


@pytest.fixture
def watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> hermetic.Watch:
    """Watches folders that are empty, and waits for nothing."""
    for name in ("own/tmp", "source/tests"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.setattr(hermetic, "PATIENCE", 0)
    return hermetic.Watch(tmp_path / "own", tmp_path / "source")


def wait_until_asleep(pid: int) -> None:
    """A process that was just started has no command line yet, or still that of its parent."""
    end = time.monotonic() + 60
    while not hermetic.read(pid, "cmdline").startswith(b"sleep"):
        assert time.monotonic() < end, f"process {pid} never became sleep"
        time.sleep(0.001)


def test_files_are_found_once(watch: hermetic.Watch) -> None:
    assert watch.left() == []
    new = [watch.folder / "tmp" / "one", watch.source / "tests" / "two", watch.source / "three"]
    for path in new:
        path.touch()
    (watch.folder / "tmp" / "pymp-1").touch()
    assert sorted(watch.left()) == sorted(f"file {path}" for path in new)
    assert watch.left() == []


def test_a_child_is_found_and_ended(watch: hermetic.Watch) -> None:
    with subprocess.Popen(["sleep", "600"]) as child:
        wait_until_asleep(child.pid)
        assert watch.left() == [f"process {child.pid}: sleep 600 "]
    assert watch.left() == []


def test_an_orphan_is_found_and_ended(watch: hermetic.Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(watch.folder / "tmp"))
    started = subprocess.run(
        ["sh", "-c", "sleep 600 >&- 2>&- & echo $!"], stdout=subprocess.PIPE, text=True, check=True
    )
    wait_until_asleep(int(started.stdout))
    assert watch.left() == [f"process {int(started.stdout)}: sleep 600 "]


def test_signals_are_heard_again() -> None:
    """In this process, and in one that it starts."""
    tell = "import signal; print(*(signal.getsignal(n).name for n in (1, 3)), signal.getsignal(2).__name__)"
    ignoring = f"""
import signal, subprocess, sys
from tests.support import hermetic
for number in (1, 2, 3):
    signal.signal(number, signal.SIG_IGN)
hermetic.hear_signals()
signal.raise_signal(1)
signal.raise_signal(3)
subprocess.run([sys.executable, "-c", {tell!r}], check=True)
try:
    signal.raise_signal(2)
except KeyboardInterrupt:
    print("heard", flush=True)
"""
    ran = subprocess.run(
        [sys.executable, "-c", ignoring], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == ["SIG_DFL", "SIG_DFL", "default_int_handler", "heard"]
