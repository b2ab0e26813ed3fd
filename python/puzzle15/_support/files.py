"""Files: written as a whole or not at all, by the core; read only if they are regular files."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Literal

from puzzle15._core import Aside, write_file
from puzzle15._support.checks import path_of
from puzzle15.errors import FileError

__all__ = [
    "aside",
    "check_writable",
    "kind_name",
    "open_made",
    "open_regular",
    "parse_json",
    "read_bytes",
    "read_json",
    "scratch",
    "write_bytes",
    "write_json",
]

# Between two pieces of a file, Ctrl-C is heard.
_PIECE = 1 << 20
# Files of ours have brackets in brackets up to a depth of five.
_MAX_NESTING = 32


def write_json(path: str | os.PathLike[str], data: Any) -> None:
    """Write JSON to a file."""
    write_bytes(path, (json.dumps(data, indent=1) + "\n").encode())


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file, or the one that a link points to. A pipe that nobody reads is refused at once."""
    target = path_of(path)
    try:
        if _is_stream(target):
            _write_stream(target, data)
        else:
            write_file(target, data)
    except FileError:
        raise
    except (OSError, ValueError) as error:
        raise _cannot("write", path, error) from error


@contextmanager
def aside(path: str | os.PathLike[str], *, folder: bool = False) -> Iterator[Path]:
    """A new file or folder to write to, which becomes `path` in the end, or is removed after an error."""
    target = path_of(path)
    try:
        made = Aside(target, folder=folder)
        try:
            yield made.path
            made.keep()
        finally:
            made.discard()
    except FileError:
        raise
    except OSError as error:
        raise _cannot("write", path, error) from error


@contextmanager
def scratch(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A new folder beside `path`, which is removed in the end."""
    made = Aside(Path(path), folder=True)
    try:
        yield made.path
    finally:
        made.discard()


def open_made(place: Path) -> BinaryIO:
    """Open a file that `aside` has made, to write; whatever has taken its name meanwhile is refused."""
    return _open(place, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0), "r+b")


def open_regular(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a regular file to read; anything else is refused at once. A pipe would keep us waiting."""
    target = path_of(path)
    try:
        return _open(target, os.O_RDONLY, "rb")
    except (OSError, ValueError) as error:
        raise _cannot("read", path, error) from error


def _open(path: str | os.PathLike[str], flags: int, mode: Literal["rb", "r+b"]) -> BinaryIO:
    flags |= getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags)
    try:
        kind = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(kind):
            raise ValueError(f"it is {kind_name(kind)}, not a regular file")
        return os.fdopen(descriptor, mode)
    except BaseException:
        os.close(descriptor)
        raise


def kind_name(mode: int) -> str:
    """What a file is, by its mode.

    >>> kind_name(os.stat(os.curdir).st_mode)
    'a folder'
    """
    if stat.S_ISREG(mode):
        return "a file"
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device"


def _cannot(do: str, path: str | os.PathLike[str], error: Exception) -> FileError:
    """The error of a file that the system does not let us read or write. Only such errors have a filename."""
    failure = FileError(f"cannot {do} {os.fspath(path)}: {getattr(error, 'strerror', None) or error}")
    failure.filename = os.fspath(path)
    return failure


def _is_stream(target: Path) -> bool:
    """Whether it is a pipe or a device, which takes what it is given, and must stay what it is."""
    return target.exists() and not target.is_file() and not target.is_dir()


def _write_stream(target: Path, data: bytes) -> None:
    # Opened in the usual way, a pipe would wait for somebody to read it.
    try:
        descriptor = os.open(target, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        if error.errno != errno.ENXIO:
            raise
        raise FileError(f"cannot write {target}: nobody reads this pipe") from None
    with open(descriptor, "wb") as file:
        os.set_blocking(descriptor, True)
        file.write(data)


def check_writable(path: str | os.PathLike[str] | None) -> None:
    """Refuse before long work, not after it, a file that cannot be written."""
    if path is None:
        return
    target = path_of(path)
    if not target.parent.is_dir():
        raise FileError(f"cannot write {os.fspath(path)}: there is no folder {os.fspath(target.parent)!r}")
    if _is_stream(target):
        return  # A pipe can be opened only once.
    try:
        if target.exists():
            target.open("ab").close()
        Aside(target, folder=False).discard()
    except FileError:
        raise
    except OSError as error:
        raise _cannot("write", path, error) from error


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Read a regular file."""
    with open_regular(path) as file:
        try:
            return b"".join(iter(lambda: file.read(_PIECE), b""))
        except OSError as error:
            raise _cannot("read", path, error) from error


def read_json(path: str | os.PathLike[str]) -> Any:
    """Read a file of JSON; an error says why it cannot be."""
    data = read_bytes(path)
    try:
        return parse_json(data)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{os.fspath(path)} cannot be used: it is not JSON ({error})") from error


def parse_json(data: bytes) -> Any:
    """Parse JSON; a ValueError or RecursionError if it is not what our files can hold."""
    value = json.loads(data.decode("utf-8"), parse_constant=_refuse_constant)
    _check_nesting(value)
    return value


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"it has {name} for a number")


def _check_nesting(value: Any) -> None:
    """Refuse what would be too deep for whoever compares or prints it."""
    level = [value]
    for _ in range(_MAX_NESTING):
        lists = [one for one in level if isinstance(one, list)]
        dicts = [one.values() for one in level if isinstance(one, dict)]
        level = [one for inner in (*lists, *dicts) for one in inner if isinstance(one, (list, dict))]
        if not level:
            return
    raise ValueError("its brackets are nested too deeply")
