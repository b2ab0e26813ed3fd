"""Experiments that are stopped, killed, damaged or asked for more go on to the same result."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from puzzle15 import FileError, MixedResultsError, experiment, random_boards, solve, solve_many, tables
from puzzle15._support.sealed import checksum_of
from puzzle15.experiments import tally as tallies
from puzzle15.experiments.tally import Tally
from puzzle15.typing import Method
from tests.support.commands import Command, run
from tests.support.executors import Late
from tests.support.shared_tables import cache_in

__all__ = ["run"]

# Stops after the first time that it has saved something, says so, and waits for a signal: in short sleeps,
# since one that comes just before a sleep is heard after it.
LONG = (
    "import sys, time; from concurrent.futures import ThreadPoolExecutor\n"
    "from puzzle15 import experiment\n"
    "from puzzle15.experiments import running, tally\n"
    "tally.INTERVAL = running.INTERVAL = 0.05\n"
    "def wait():\n"
    "    while True: time.sleep(0.01)\n"
    "save = tally.Checkpoint.save\n"
    "def save_and_wait(self, *tally):\n"
    "    before = self._done; save(self, *tally)\n"
    "    if before != self._done: print('saved', flush=True); wait()\n"
    "tally.Checkpoint.save = save_and_wait\n"
    "executor = (lambda: ThreadPoolExecutor(2)) if sys.argv[2] == 'executor' else None\n"
    "experiment(30_000, 'greedy', (6, 6), 8, threads=1, checkpoint=sys.argv[1], executor=executor)"
)


def done(path: Path) -> int:
    ranges = json.loads(path.read_text())["ranges"]
    return int(sum(end - first for first, end in ranges))


@pytest.mark.parametrize("how", ["alone", "executor"])
def test_killed_and_interrupted(tmp_path: Path, how: str) -> None:
    path = tmp_path / "run"
    before = 0
    for stop in (signal.SIGKILL, signal.SIGINT, signal.SIGKILL):
        job = subprocess.Popen(
            [sys.executable, "-c", LONG, str(path), how], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert job.stdout is not None
        assert job.stdout.readline() == b"saved\n"
        job.send_signal(stop)
        job.communicate(timeout=60)
        assert job.returncode != 0, "it was in the middle"
        assert before < done(path) < 30_000
        before = done(path)
    again = experiment(30_000, "greedy", (6, 6), checkpoint=path)
    assert again == experiment(30_000, "greedy", (6, 6), 8)
    assert done(path) == 30_000
    assert all(name == "run" or name.endswith(".part") for name in os.listdir(tmp_path))


def test_a_complete_one_answers_at_once_and_more_boards_go_on(tmp_path: Path) -> None:
    path = tmp_path / "run"
    first = experiment(3000, "greedy", seed=5, core=2, checkpoint=path)
    changed = path.stat().st_mtime_ns
    with Late() as executor:
        assert experiment(3000, "greedy", core=2, checkpoint=path, executor=executor) == first
        assert path.stat().st_mtime_ns == changed, "nothing is new"
        more = experiment(5000, "greedy", core=2, checkpoint=path, executor=executor)
    assert more == experiment(5000, "greedy", seed=5, core=2)
    with pytest.raises(FileError, match="boards up to number 4999: ask for 5000 boards or more"):
        experiment(3000, "greedy", core=2, checkpoint=path)


def test_gaps_are_filled(tmp_path: Path) -> None:
    """Blocks that came out of order leave gaps when the run is stopped."""
    path = tmp_path / "run"

    with Late() as pool, pytest.raises(TypeError, match="enough"):
        experiment(40_000, seed=5, checkpoint=path, executor=Stopping(pool))
    assert len(json.loads(path.read_text())["ranges"]) > 1
    assert experiment(40_000, seed=5, checkpoint=path) == experiment(40_000, seed=5)


class Stopping:
    """Never answers the second question, and fails once the first and some others have been answered."""

    def __init__(self, executor: Any) -> None:
        self.executor = executor
        self.futures: list[Future[Any]] = []
        self.enough = False

    def submit(self, fn: Any, /, *args: Any) -> Any:
        if self.enough:
            raise TypeError("enough")
        future = Future[Any]() if len(self.futures) == 1 else self.executor.submit(fn, *args)
        self.futures.append(future)
        # What is done now will have been collected when the next question comes.
        answered = [future.done() for future in self.futures]
        self.enough = answered[0] and sum(answered) > 3
        return future


class Torn(Counter[int]):
    """A histogram in which Ctrl-C comes at the count of some length; 0 is just after the first."""

    def __init__(self, when: int) -> None:
        super().__init__()
        self.left = when

    def __setitem__(self, length: int, boards: int) -> None:
        self.left -= 1
        if self.left == 0:
            signal.raise_signal(signal.SIGINT)
        super().__setitem__(length, boards)
        if self.left == -1:
            signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("when", [1, 40, 41, 90, 130, 0])
def test_ctrl_c_while_a_block_is_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: int) -> None:
    """The file keeps what it has: a board that is marked and not counted would be missing for ever."""
    path = tmp_path / "run"
    experiment(100, seed=1, checkpoint=path)
    load = tallies._tally

    def torn(data: dict[str, Any]) -> Tally:
        tally = load(data)
        histogram = Torn(0)
        dict.update(histogram, tally.histogram)
        histogram.left = when
        tally.histogram = histogram
        return tally

    with monkeypatch.context() as patch, ThreadPoolExecutor(1) as pool:
        patch.setattr(tallies, "_tally", torn)
        patch.setattr(tallies, "INTERVAL", 0.0)
        with pytest.raises(KeyboardInterrupt):
            experiment(20_000, checkpoint=path, executor=pool)
    kept = json.loads(path.read_text())
    assert sum(kept["histogram"].values()) == done(path)
    assert experiment(20_000, checkpoint=path) == experiment(20_000, seed=1)


def test_a_file_with_boards_that_are_not_counted(tmp_path: Path) -> None:
    path = tmp_path / "run"
    experiment(50, seed=1, checkpoint=path)
    data = json.loads(path.read_text())
    del data["checksum"]
    data["ranges"] = [[0, 51]]
    data["checksum"] = checksum_of(data)
    path.write_text(json.dumps(data))
    with pytest.raises(FileError, match="it is damaged: its histogram has other boards than its ranges"):
        experiment(60, seed=1, checkpoint=path)


def test_other_questions(tmp_path: Path) -> None:
    path = tmp_path / "run"
    experiment(100, "quick", (3, 4), 1, width=5, checkpoint=path)
    kept = path.read_bytes()
    others: list[dict[str, Any]] = [
        {"seed": 2},
        {"size": (4, 3)},
        {"goal": "snake"},
        {"method": "peel", "width": None},
        {"width": 6},
    ]
    for other in others:
        asked = {"n": 100, "method": "quick", "size": (3, 4), "seed": 1, "width": 5, **other}
        with pytest.raises(FileError, match=r"belongs to another experiment: .*; delete it, or name another"):
            experiment(**asked, checkpoint=path)
    assert path.read_bytes() == kept


@pytest.mark.parametrize(
    ("size", "method"), [((4, 4), "combined"), ((3, 3), "optimal"), ((5, 5), "peel")], ids=str
)
def test_auto_is_the_method_that_it_stands_for(tmp_path: Path, size: tuple[int, int], method: Method) -> None:
    for first, then in [("auto", method), (method, "auto")]:
        path = tmp_path / first
        experiment(50, first, size, 1, checkpoint=path)
        more = experiment(90, then, size, checkpoint=path)
        assert more == experiment(90, method, size, 1)
    with pytest.raises(FileError, match=f"method {method}, not greedy"):
        experiment(90, "greedy", size, checkpoint=tmp_path / "auto")


def test_damaged_and_foreign_files(tmp_path: Path) -> None:
    path = tmp_path / "run"
    experiment(50, "optimal", (2, 2), 1, checkpoint=path)
    sound = path.read_bytes()
    for place in range(len(sound)):
        path.write_bytes(sound[:place] + bytes([sound[place] ^ 1]) + sound[place + 1 :])
        with pytest.raises(FileError, match=r"cannot be used: .*; delete it, or name another file"):
            experiment(50, "optimal", (2, 2), 1, checkpoint=path)
    newer = json.loads(sound) | {"version": 1}
    for data, reason in [
        (b"", "not JSON"),
        (b"[1, 2]", "does not hold a checkpoint of an experiment"),
        (b'{"kind": "other"}', "does not hold a checkpoint of an experiment"),
        (sound[:-20], "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (json.dumps(newer).encode(), "version is 1, expected 2"),
    ]:
        path.write_bytes(data)
        with pytest.raises(FileError, match=reason):
            experiment(50, "optimal", (2, 2), 1, checkpoint=path)
        assert path.read_bytes() == data, "what is refused is not touched"


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="there is no folder"):
        experiment(10, seed=1, checkpoint=tmp_path / "no such folder" / "run")
    with pytest.raises(FileError, match="is a folder: name a file in it") as caught:
        experiment(10, seed=1, checkpoint=tmp_path)
    assert "delete" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_saved_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    monkeypatch.setattr(tallies, "INTERVAL", 0.0)

    def write(path: object, data: dict[str, Any]) -> None:
        written.append(len(data["ranges"]))

    monkeypatch.setattr(tallies, "write_json", write)
    with Late() as executor:
        experiment(20_000, seed=1, checkpoint=tmp_path / "run", executor=executor)
    assert len(written) > 3
    assert written[-1] == 1


def test_on_the_command_line(run: Command, tmp_path: Path) -> None:
    plain = run("experiment", "-n", "3000", "--seed", "4")
    path = str(tmp_path / "run.json")
    first = run("experiment", "-n", "2000", "--seed", "4", "--processes", "2", "--checkpoint", path)
    assert first.code == 0
    assert "2,000 boards" in first.out
    assert run("experiment", "-n", "3000", "--checkpoint", path) == plain
    other = run("experiment", "-n", "3000", "--seed", "5", "--checkpoint", path)
    assert other.code != 0
    assert "belongs to another experiment: seed 4, not 5" in other.err


# The command, which saves at once and not after two seconds.
COMMAND = """
import sys
from puzzle15.cli import main
from puzzle15.experiments import tally
tally.INTERVAL = 0.05
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def long_command(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A command at work with two processes, which has saved something; nothing is left of it in the end."""
    path = tmp_path / "run"
    asked = ["-n", "10000000", "--seed", "1", "--processes", "2", "--checkpoint", str(path)]
    job = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "experiment", *asked],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not path.exists():
        assert job.poll() is None
        time.sleep(0.01)
    yield job
    with suppress(ProcessLookupError):
        os.killpg(job.pid, signal.SIGKILL)
    job.communicate()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_workers_end_with_a_command_that_is_killed(long_command: subprocess.Popen[str]) -> None:
    long_command.kill()
    long_command.communicate(timeout=60)  # as long as anybody holds the output


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(("stop", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_command_that_is_stopped_tells_what_is_kept(
    long_command: subprocess.Popen[str], tmp_path: Path, stop: int, code: int
) -> None:
    long_command.send_signal(stop)
    output, errors = long_command.communicate(timeout=60)
    assert (long_command.returncode, output) == (code, "")
    path = tmp_path / "run"
    kept = f"stopped; {done(path):,} boards are kept in {path}: the same command goes on from there"
    assert errors.splitlines() == [f"puzzle15: {kept}"]


def test_results_of_other_tables_are_refused(tmp_path: Path) -> None:
    """A checkpoint says what made it, and both are named."""
    path = tmp_path / "run"
    with cache_in(tmp_path / "cache"):
        some = experiment(20, "quick", (3, 4), 1, tables="auto", checkpoint=path)
        assert some.made_by == "beam 2, small tables a6527b87"
        with pytest.raises(FileError, match="another experiment: tables auto, not large; delete it"):
            experiment(40, "quick", (3, 4), 1, tables="large", checkpoint=path)
        before = path.read_bytes()
        tables.build(3, 4, progress=False)
        with pytest.raises(MixedResultsError) as caught:
            experiment(40, "quick", (3, 4), 1, tables="auto", checkpoint=path)
        large, small = caught.value.names
        assert large.startswith("beam 2, large tables ")
        assert small == some.made_by
        assert str(caught.value) == (
            f"some boards were solved by {large!r}, others by {small!r}: their results do not belong "
            "together; use the same version and the same tables everywhere"
        )
        assert pickle.loads(pickle.dumps(caught.value)).names == (large, small)
        assert path.read_bytes() == before
        assert experiment(20, "quick", (3, 4), 1, checkpoint=tmp_path / "other") == some


def test_results_of_other_small_tables_are_refused(tmp_path: Path) -> None:
    """Small tables have a checksum, too: of a checkpoint, a worker, and in `solve_many`."""
    path = tmp_path / "run"
    mine = experiment(20, "quick", (3, 4), 1, checkpoint=path).made_by
    other = "beam 2, small tables 01234567"
    assert mine != other
    data = json.loads(path.read_text())
    data["made_by"] = other
    del data["checksum"]
    path.write_text(json.dumps({**data, "checksum": checksum_of(data)}))
    with pytest.raises(MixedResultsError) as caught:
        experiment(40, "quick", (3, 4), 1, checkpoint=path)
    assert caught.value.names == (mine, other)
    assert mine in str(caught.value)
    assert other in str(caught.value)


def test_other_boards_and_routes_are_refused(tmp_path: Path) -> None:
    """The cells of the blank and the routes are a part of the question, and both are named."""
    path = tmp_path / "run"
    some = experiment(2000, "greedy", seed=1, routes="2014", blank=[15, 3], checkpoint=path)
    assert some.blank == (3, 15)
    assert some.made_by == "greedy of 2014 2, blank in 4 16"
    for other, said in (
        ({"blank": None}, r"blank \[3, 15\], not None"),
        ({"blank": 3}, r"blank \[3, 15\], not \[3\]"),
        ({"routes": "1995"}, "routes 2014, not None"),
    ):
        asked: dict[str, Any] = {"routes": "2014", "blank": {3, 15}, **other}
        with pytest.raises(FileError, match=f"another experiment: {said}; delete it"):
            experiment(3000, "greedy", seed=1, checkpoint=path, **asked)
    more = experiment(3000, "greedy", routes="2014", blank=(3, 15), checkpoint=path)
    assert more == experiment(3000, "greedy", seed=1, routes="2014", blank=(3, 15))
    assert more.shortest.find(0) in (3, 15)
    assert len(solve(more.longest, method="greedy", routes="2014")) == more.max


def test_a_file_of_a_version_without_these_questions(tmp_path: Path) -> None:
    """What was not asked then is as it was then."""
    path = tmp_path / "run"
    experiment(500, "greedy", seed=1, checkpoint=path)
    data = json.loads(path.read_text())
    del data["checksum"], data["question"]["blank"], data["question"]["routes"]
    data["checksum"] = checksum_of(data)
    path.write_text(json.dumps(data))
    with pytest.raises(FileError, match=r"another experiment: blank None, not \[3\]"):
        experiment(600, "greedy", blank=3, checkpoint=path)
    assert experiment(600, "greedy", checkpoint=path) == experiment(600, "greedy", seed=1)


@pytest.mark.parametrize("place", [1, 4])
def test_blocks_of_other_routes_or_boards_are_refused(place: int) -> None:
    """Those of workers that were asked for something else."""
    calls = 0

    class OtherWorkers(ThreadPoolExecutor):
        """Every second block has other routes, or its blanks elsewhere."""

        def submit(self, fn: Any, /, *args: Any) -> Any:  # type: ignore[override]
            return super().submit(self.work, fn, args)

        @staticmethod
        def work(fn: Any, args: tuple[Any, ...]) -> Any:
            nonlocal calls
            calls += 1
            task, given, name = args
            changed = list(given)
            if calls % 2:
                changed[place] = type(given[1])(method="greedy") if place == 1 else []
            return fn(task, tuple(changed), name)

    with OtherWorkers(1) as pool, pytest.raises(MixedResultsError) as caught:
        experiment(50_000, "greedy", seed=1, routes="2014", blank=[3], executor=pool)
    other = "greedy 2, blank in 4" if place == 1 else "greedy of 2014 2"
    assert set(caught.value.names) == {"greedy of 2014 2, blank in 4", other}


def test_results_of_other_workers_are_refused(tmp_path: Path) -> None:
    """Those of workers that have another version, or find other tables."""
    calls = 0

    class OtherWorkers(ThreadPoolExecutor):
        """Every second block comes from a worker with large tables."""

        def submit(self, fn: Any, /, *args: Any) -> Any:  # type: ignore[override]
            return super().submit(self.work, fn, args)

        @staticmethod
        def work(fn: Any, args: tuple[Any, ...]) -> Any:
            nonlocal calls
            calls += 1
            choice = "large" if calls % 2 else "small"
            task, (goal, options, *rest), name = args
            other = type(options)(method=options.method, tables=choice)
            return fn(task, (goal, other, *rest), name)

    with cache_in(tmp_path), OtherWorkers(1) as pool:
        with pytest.raises(MixedResultsError):
            experiment(5000, "quick", (3, 4), 1, executor=pool)
        with pytest.raises(MixedResultsError):
            solve_many(random_boards(5000, 3, 4, seed=1), method="quick", shape=(3, 4), executor=pool)
