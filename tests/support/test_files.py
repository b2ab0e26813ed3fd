"""Files that are written as a whole or not at all: links, pipes, threads, Ctrl-C.

No test writes to a device: a mistake would put a file in its place, if the tests may do so.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from puzzle15 import FileError
from puzzle15._support.files import check_writable, write_bytes, write_json


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
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_bytes(pipe, b"some data")
    reader.join(60)
    assert found == [b"some data"]
    assert pipe.is_fifo()


def test_files_have_the_usual_mode(tmp_path: Path) -> None:
    write_bytes(tmp_path / "one", b"")
    (tmp_path / "two").write_bytes(b"")
    assert (tmp_path / "one").stat().st_mode == (tmp_path / "two").stat().st_mode


def test_ctrl_c_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        write_bytes(tmp_path / "file", b"data")
    assert list(tmp_path.iterdir()) == []


def test_threads_do_not_share_what_is_put_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have written before either renames."""
    both = threading.Barrier(2)
    seen: list[Path] = []
    true = Path.replace

    def wait(self: Path, target: Path) -> Path:
        seen.append(self)
        both.wait(60)
        return true(self, target)

    monkeypatch.setattr(Path, "replace", wait)
    threads = [threading.Thread(target=write_bytes, args=(tmp_path / "file", b"x" * 9)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(set(seen)) == 2
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_what_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"cannot write .*directory"):
        write_bytes(tmp_path, b"")
    with pytest.raises(FileError, match=r"cannot write .*No such file"):
        write_bytes(tmp_path / "no" / "file", b"")
    with pytest.raises(FileError, match=r"cannot write .* there is no folder"):
        check_writable(tmp_path / "no" / "file")
    check_writable(tmp_path / "file")
    check_writable("file")
    check_writable(None)
