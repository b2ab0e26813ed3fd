"""Files that are written as a whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from puzzle15.errors import FileError


def write_json(path: str | os.PathLike[str], data: Any) -> None:
    """Write JSON to a file."""
    write_bytes(path, (json.dumps(data, indent=1) + "\n").encode())


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file; if it is a link, the file that it points to."""
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            # A pipe or a device takes what it is given, and must stay what it is.
            target.write_bytes(data)
        else:
            with _renamed(target) as place:
                place.write_bytes(data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FileError(f"cannot write {os.fspath(path)!r}: {reason}") from error


@contextmanager
def _renamed(target: Path) -> Iterator[Path]:
    """A path to write to, which becomes the target in the end, or is removed after an error."""
    place = target.with_name(f"{target.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        yield place
        place.replace(target)
    except BaseException:  # Not even Ctrl-C leaves anything behind.
        if place.is_dir():
            shutil.rmtree(place, ignore_errors=True)
        with suppress(OSError):
            place.unlink(missing_ok=True)
        raise


@contextmanager
def aside(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A path to write a file or folder to, which becomes `path` in the end, or is removed after an error."""
    try:
        with _renamed(Path(os.path.realpath(path))) as place:
            yield place
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"cannot write {os.fspath(path)!r}: {error.strerror or error}") from error


def check_writable(path: str | os.PathLike[str] | None) -> None:
    """Refuse before long work, not after it, a file that cannot be written."""
    if path is None:
        return
    target = Path(path)
    if not target.parent.is_dir():
        raise FileError(f"cannot write {os.fspath(path)!r}: there is no folder {os.fspath(target.parent)!r}")
    new = not target.exists()
    if not new and not target.is_file() and not target.is_dir():
        return  # A pipe can be opened only once.
    try:
        target.open("ab").close()
    except OSError as error:
        raise FileError(f"cannot write {os.fspath(path)!r}: {error.strerror}") from error
    if new:
        target.unlink()


def read_json(path: str | os.PathLike[str]) -> Any:
    """Read a file of JSON; an error says why it cannot be."""
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise FileError(f"cannot read {os.fspath(path)}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise FileError(f"{os.fspath(path)} cannot be used: it is not JSON ({error})") from error
