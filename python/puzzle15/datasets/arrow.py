"""Memory for pyarrow, which may end the process where it is refused any: so there must be enough beforehand.

It maps much more than it uses: its libraries, the stacks of its threads, the reserves of its allocator. Only
the address space has to be there for that, so what is asked for is room, which is given back untouched.
"""

from __future__ import annotations

import mmap
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from puzzle15._core import require_memory
from puzzle15.errors import MemoryBudgetError, Remedy

__all__ = ["require_room", "telling_memory"]

LIBRARIES = 160_000_000
"""Room asked for before pyarrow is imported. Measured: 6 of 6 failed with 100 MB, none with 120 MB."""

WORKING = 256_000_000
"""Room asked for before it reads or writes, about twice the most that was seen to fail: with 120 MB, 1 of 6
writes ended the process. More than that, and reading, has not been measured."""


def require_room(size: int = 0) -> None:
    """Refuse to go on if pyarrow would be refused memory for columns of so many bytes."""
    needed = WORKING + 4 * size + (0 if "pyarrow.parquet" in sys.modules else LIBRARIES)
    try:
        mmap.mmap(-1, needed).close()
    except (OSError, MemoryError):
        raise _refused(needed) from None


@contextmanager
def telling_memory() -> Iterator[None]:
    """Memory that a library is refused all the same, as an error of this package."""
    try:
        yield
    except MemoryBudgetError:
        raise
    except MemoryError:
        raise _refused(WORKING) from None


def _refused(needed: int) -> MemoryBudgetError:
    try:
        require_memory(sys.maxsize)
        free = 0
    except MemoryBudgetError as error:
        free = error.budget
    return MemoryBudgetError(
        f"Parquet needs {needed / 1e6:.0f} MB of address space, and {free / 1e6:.0f} MB are free",
        needed=needed,
        budget=free,
        remedies=[Remedy("other_suffix", ".npz"), Remedy("free_memory")],
    )
