"""Hermetic tests: they depend on nothing around them, and leave nothing behind.

A process that runs tests has a folder of its own, for temporary files, for the user's files (`HOME`) and for
tables. Whatever a test starts has that folder in its environment or is a descendant, so that it can be found.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

SHARED = "PUZZLE15_SHARED_BY_TESTS"
"""The environment variable with the folder that all processes of a run share."""

PROCESSES = Path("/proc")
PATIENCE = 10.0
"""Seconds for processes that are about to end."""

# Python's own helpers: once they are needed they stay until the process ends, and end with it.
SERVICES = (b"from multiprocessing.resource_tracker import", b"from multiprocessing.forkserver import")
# Hidden files, the folder of pytest, and those of Python's own helpers.
KEPT = (".", "pytest-of-", "pymp-")
# The folders of the source that tests read.
READ = ("benches", "docs", "examples", "tests", "tools")
IGNORED = {"__pycache__", "build"}


def hear_signals() -> None:
    """Undo what `nohup` and `&` do: they start a process with signals ignored, and its children inherit that.

    Ctrl-C raises KeyboardInterrupt again. The others still do nothing here, but by a handler, which a program
    that is started from here does not inherit.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGQUIT", "SIGHUP"):  # Windows has neither
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def make_folder() -> Path:
    """Make the folder of this process, and point the environment to it."""
    folder = Path(tempfile.mkdtemp(prefix="puzzle15-")).resolve()
    for name in ("tmp", "home", "tables"):
        (folder / name).mkdir()
    tempfile.tempdir = str(folder / "tmp")
    for name in [name for name in os.environ if name.startswith("XDG_")]:
        del os.environ[name]
    os.environ["TMPDIR"] = str(folder / "tmp")
    os.environ["HOME"] = str(folder / "home")
    # Dask leaves an empty folder for later workers.
    os.environ["DASK_TEMPORARY_DIRECTORY"] = str(folder / "home")
    os.environ["PUZZLE15_CACHE"] = str(folder / "tables")
    # The first of several processes sets this for all of them.
    os.environ.setdefault(SHARED, str(folder / "shared"))
    return folder


class Watch:
    """Finds what is left behind in a folder made by `make_folder`, and in the source."""

    def __init__(self, folder: Path, source: Path) -> None:
        self.folder = folder
        self.source = source
        self.met = set(self.files())

    def files(self) -> Iterator[Path]:
        """The entries of the folder for temporary files, and every file of the source that tests read."""
        for path in [*(self.folder / "tmp").iterdir(), *self.source.iterdir()]:
            if not path.name.startswith(KEPT):
                yield path
        for name in READ:
            for place, folders, names in os.walk(self.source / name):
                folders[:] = [name for name in folders if name not in IGNORED]
                yield from (Path(place, name) for name in names)

    def left(self) -> list[str]:
        """What is new since the last call and should be gone, a line each; processes are killed."""
        end = time.monotonic() + PATIENCE
        while (running := self.processes()) and time.monotonic() < end:
            time.sleep(0.01)
        for pid in running:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        new = [path for path in self.files() if path not in self.met and path.name not in IGNORED]
        self.met.update(new)
        return [*running.values(), *(f"file {path}" for path in sorted(new))]

    def processes(self) -> dict[int, str]:
        """Processes that were started here and are still running; none on systems without /proc."""
        if not PROCESSES.exists():
            return {}
        parents = dict(parent_of())
        found = {}
        for pid, parent in parents.items():
            line = read(pid, "cmdline")
            ours = os.getpid() in ancestors(parent, parents) or bytes(self.folder) in read(pid, "environ")
            if ours and pid != os.getpid() and not any(service in line for service in SERVICES):
                found[pid] = f"process {pid}: {line.replace(bytes(1), b' ').decode(errors='replace')[:200]}"
        return found

    def close(self) -> None:
        """Remove the folder; Windows keeps files that are open."""
        shutil.rmtree(self.folder, ignore_errors=True)


def read(pid: int, name: str) -> bytes:
    """A file about a process; empty if it has gone, or is somebody else's."""
    with suppress(OSError):
        return (PROCESSES / str(pid) / name).read_bytes()
    return b""


def parent_of() -> Iterator[tuple[int, int]]:
    """Every process with its parent."""
    for entry in os.listdir(PROCESSES):
        if entry.isdigit() and (stat := read(int(entry), "stat")):
            yield int(entry), int(stat.rpartition(b")")[2].split()[1])


def ancestors(pid: int, parents: dict[int, int]) -> Iterator[int]:
    """A process, its parent, and so on."""
    while pid:
        yield pid
        pid = parents.get(pid, 0)
