"""Files that are there as a whole or not at all."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from puzzle15.errors import FileError


def write_json(path: str | os.PathLike[str], data: Any) -> None:
    """Write JSON to a file."""
    write_bytes(path, (json.dumps(data, indent=1) + "\n").encode())


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file aside and rename it."""
    target = Path(path)
    try:
        aside = target.with_name(f"{target.name}.{os.getpid()}.part")
        try:
            aside.write_bytes(data)
            aside.replace(target)
        except OSError:
            with suppress(OSError):
                aside.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FileError(f"cannot write {os.fspath(path)!r}: {reason}") from error


def read_json(path: str | os.PathLike[str]) -> Any:
    """Read a file, or say why that is not possible."""
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise FileError(f"cannot read {os.fspath(path)}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise FileError(f"{os.fspath(path)} cannot be used: it is not JSON ({error})") from error
