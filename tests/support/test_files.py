"""Files that are written as a whole or not at all: links, pipes, threads, Ctrl-C.

No test writes to a device: a mistake would put a file in its place, if the tests may do so.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest

from puzzle15 import FileError, Layers, bounds, datasets, experiment, explore
from puzzle15._support.files import (
    aside,
    check_writable,
    open_made,
    read_json,
    scratch,
    write_bytes,
    write_json,
)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_bytes(b"before")
    link.symlink_to(file)
    write_bytes(link, b"after")
    assert link.is_symlink()
    assert file.read_bytes() == b"after"
    (tmp_path / "new").symlink_to(tmp_path / "not there yet")
    write_json(tmp_path / "new", [1])
    assert (tmp_path / "not there yet").read_text(encoding="utf-8") == "[\n 1\n]\n"


def test_a_pipe_gets_the_data(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # Opened in the usual way, it would wait for the writer.
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_bytes(pipe, b"some data")
    assert os.read(reader, 100) == b"some data"
    os.close(reader)
    assert pipe.is_fifo()


def test_a_pipe_that_nobody_reads_is_refused_at_once(tmp_path: Path) -> None:
    """It would be waited for, perhaps for ever."""
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    boards = datasets.BoardSet(["1 2 3/4 5 6/7 8 0"])
    bound = bounds.prove(bounds.Recipe("the 5-puzzle", 2, 3, steps=((1, 4),)))
    for path in (pipe, link):
        for write in (partial(write_bytes, data=b"some data"), boards.save, bound.save):
            with pytest.raises(FileError, match=r"cannot write .*: nobody reads this pipe"):
                write(path)
    assert pipe.is_fifo()
    assert sorted(tmp_path.iterdir()) == [link, pipe]


def test_files_have_the_usual_mode(tmp_path: Path) -> None:
    write_bytes(tmp_path / "one", b"")
    (tmp_path / "two").write_bytes(b"")
    assert (tmp_path / "one").stat().st_mode == (tmp_path / "two").stat().st_mode


def stopped(place: Path) -> None:
    """Write something, and be stopped."""
    assert list(place.parent.iterdir()) == [place]
    (place / "inner" if place.is_dir() else place).write_bytes(b"data")
    raise KeyboardInterrupt


@pytest.mark.parametrize("writer", [aside, partial(aside, folder=True), scratch])
def test_ctrl_c_leaves_nothing_behind(
    tmp_path: Path, writer: Callable[[Path], AbstractContextManager[Path]]
) -> None:
    with pytest.raises(KeyboardInterrupt), writer(tmp_path / "new") as place:
        stopped(place)
    assert list(tmp_path.iterdir()) == []


def test_threads_do_not_share_what_is_put_aside(tmp_path: Path) -> None:
    """All have begun before any ends, and none removes what another is writing."""
    together = threading.Barrier(4)
    seen: list[Path] = []

    def write(number: int) -> None:
        with aside(tmp_path / "file") as place:
            seen.append(place)
            together.wait(60)
            with open_made(place) as file:
                file.write(b"x" * number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(set(seen)) == 4
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked")
def test_a_forked_child_leaves_the_file_to_its_parent(tmp_path: Path) -> None:
    code = (
        "import os, sys\n"
        "from puzzle15._support.files import aside\n"
        "with aside('file') as place:\n"
        "    child = os.fork()\n"
        "    if child == 0: sys.exit(3)\n"
        "    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3\n"
        "    place.write_bytes(b'data')\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == b"data"


# Makes something to write, says where, and waits to be killed.
WRITER = """
import sys, time
from puzzle15._support.files import aside
with aside(sys.argv[1], folder=sys.argv[2] == "folder") as place:
    print(place, flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_the_next_writer_removes_what_killed_ones_left_but_not_what_others_write(
    tmp_path: Path, kind: str
) -> None:
    target = tmp_path / "target"
    command = [sys.executable, "-c", WRITER, str(target), kind]
    writers = [subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") for _ in range(2)]
    places = [Path(writer.stdout.readline().strip()) for writer in writers if writer.stdout is not None]
    write_bytes(tmp_path / "target-2", b"another target")
    write_bytes(target, b"one")
    assert all(place.exists() for place in places), "both are alive"
    writers[0].kill()
    writers[0].communicate()
    write_bytes(target, b"two")
    assert [place.exists() for place in places] == [False, True]
    writers[1].kill()
    writers[1].communicate()
    write_bytes(target, b"three")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["target", "target-2"]
    assert target.read_bytes() == b"three"


def test_planted_links_and_pipes_are_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"safe")
    planted = ["target.part", "target.77-1.part", "target.0123456789abcdef.part"]
    for name in planted:
        (tmp_path / name).symlink_to(victim)
    os.mkfifo(tmp_path / "target.0123456789abcde0.part")
    write_bytes(tmp_path / "target", b"data")
    assert victim.read_bytes() == b"safe"
    assert (tmp_path / "target").read_bytes() == b"data"
    assert explore(2, 3, checkpoint=tmp_path / "search").states == 360
    (tmp_path / "search.part").symlink_to(victim)
    (tmp_path / "search").unlink()
    assert explore(2, 3, checkpoint=tmp_path / "search").states == 360
    assert victim.read_bytes() == b"safe"


def link_instead(place: Path, victim: Path) -> Path:
    """Put a link in the place of a file."""
    place.unlink()
    place.symlink_to(victim)
    return place


def test_a_file_that_is_made_and_then_taken_away_is_refused(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"safe")
    with pytest.raises(FileError, match="cannot write"), aside(tmp_path / "target") as place:
        open_made(link_instead(place, victim))
    assert victim.read_bytes() == b"safe"


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, what in ((pipe, "pipe"), (tmp_path, "folder"), (Path(os.devnull), "device")):
        with pytest.raises(FileError, match=f"cannot read .*it is a {what}, not a regular file"):
            read_json(path)
    with pytest.raises(FileError, match="a pipe"):
        experiment(10, checkpoint=pipe)
    with pytest.raises(FileError, match="a pipe"):
        explore(2, 3, checkpoint=pipe)
    for load in (Layers.load, bounds.Bound.load):
        with pytest.raises(FileError, match="a pipe"):
            load(pipe)
    for name in ("data.npz", "data.parquet"):
        os.mkfifo(tmp_path / name)
        with pytest.raises(FileError, match="a pipe"):
            datasets.read(tmp_path / name)


def test_json_that_no_file_of_ours_holds(tmp_path: Path) -> None:
    for text in ("[NaN]", "[" * 40 + "]" * 40, "[" * 100_000, "{", "1" * 5000, "\ud800", '"\x00'):
        (tmp_path / "file").write_bytes(text.encode("utf-8", "surrogatepass"))
        with pytest.raises(FileError, match="cannot be used: it is not JSON"):
            read_json(tmp_path / "file")


def test_what_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"cannot write .*folder"):
        write_bytes(tmp_path, b"")
    with pytest.raises(FileError, match=r"cannot write .*No such file"):
        write_bytes(tmp_path / "no" / "file", b"")
    with pytest.raises(FileError, match=r"cannot write .* there is no folder"):
        check_writable(tmp_path / "no" / "file")
    check_writable(tmp_path / "file")
    check_writable("file")
    check_writable(None)
