"""The large tables of the 15-puzzle, for as long as a document needs them.

Shortest solutions of the hardest boards take minutes with the small tables and a second or two with the large
ones, which are made in some seconds. If they are on disk already, those are used; otherwise they are made in
a temporary folder, so that a run leaves nothing behind.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from puzzle15 import tables
from puzzle15.errors import PuzzleError
from puzzle15.reproduce.figures import Run

__all__ = ["large_tables"]

_FILE = "4x4-blank15.patterns"
_VARIABLE = "PUZZLE15_CACHE"


@contextmanager
def large_tables(run: Run) -> Iterator[str]:
    """Search with the large tables inside the block; yields why that is not possible, or an empty text.

    Meanwhile the whole process uses that folder for its tables.
    """
    if any(file.name == _FILE and file.verify() for file in tables.files()):
        tables.forget(4, 4)  # Another process may have made them after this one looked.
        yield ""
        return
    before = os.environ.get(_VARIABLE)
    with TemporaryDirectory(prefix="puzzle15-", ignore_cleanup_errors=True) as folder:
        try:
            os.environ[_VARIABLE] = folder
            yield _build(run)
        finally:
            _restore(before)
            tables.forget(4, 4)


def _build(run: Run) -> str:
    """Make the tables where the environment says; return why that is not possible, or an empty text."""
    try:
        tables.build(4, 4, threads=run.threads, progress=False)
    except (PuzzleError, OSError, MemoryError) as error:
        return str(error)
    return ""


def _restore(before: str | None) -> None:
    """Restore the environment."""
    if before is None:
        os.environ.pop(_VARIABLE, None)
    else:
        os.environ[_VARIABLE] = before
