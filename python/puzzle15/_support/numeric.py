"""NumPy, imported only where there is room for it: whatever needs arrays takes `np` from here.

OpenBLAS, which comes with NumPy, ends the process if it cannot have its buffers and threads, and there is no
error to catch. It takes them when NumPy is first imported: some 45 MB of address space, and as much again for
every further core. So where the address space is limited, as by `ulimit -v` or `prlimit --as`, this looks
first. If there is room for one thread but not for as many as there are cores, or as `OPENBLAS_NUM_THREADS`
asks for, NumPy gets one: we use it for little but whole numbers. If there is not even room for that, it is a
`MemoryError`.

The first system of equations takes another buffer. So whatever solves one calls
`prepare_linear_algebra` before, and whatever plots `prepare_matplotlib`.

>>> np.arange(3)
array([0, 1, 2])
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from puzzle15._core import address_space_left
from puzzle15.errors import MemoryBudgetError, Remedy

__all__ = ["np", "prepare_linear_algebra", "prepare_matplotlib"]

_THREADS = "OPENBLAS_NUM_THREADS"
_MEGABYTE = 1_000_000
# NumPy with its random numbers and one thread maps 95 MB; a further thread, 42. Some more for other versions.
_NEEDED = 110 * _MEGABYTE
_FOR_EACH_THREAD = 50 * _MEGABYTE
# The buffer has 32 MiB.
_FOR_EQUATIONS = 40 * _MEGABYTE
# Matplotlib maps 49 MB, and solves equations.
_FOR_PLOTS = 110 * _MEGABYTE


def _check_room(needed: int, left: int, what: str) -> None:
    if left < needed:
        raise MemoryBudgetError(
            f"{what} {needed // _MEGABYTE} MB of address space, and {left // _MEGABYTE} MB are left",
            needed=needed,
            budget=left,
            remedies=[Remedy("free_memory")],
        )


@contextmanager
def _within_the_room() -> Iterator[None]:
    """What is in the environment while NumPy is imported; an error if there is no room for it."""
    left = None if "numpy" in sys.modules else address_space_left()
    if left is None:
        yield
        return
    _check_room(_NEEDED, left, "to be imported, NumPy takes")
    asked = os.environ.get(_THREADS)
    threads = int(asked) if asked and asked.isdecimal() else os.cpu_count() or 1
    if left >= _NEEDED + threads * _FOR_EACH_THREAD:
        yield
        return
    os.environ[_THREADS] = "1"
    try:
        yield
    finally:
        if asked is None:
            del os.environ[_THREADS]
        else:
            os.environ[_THREADS] = asked


with _within_the_room():
    import numpy as np


@cache
def prepare_linear_algebra() -> None:
    """Have OpenBLAS take the buffer for equations now, or raise an error if there is no room for it.

    >>> prepare_linear_algebra()
    """
    if (left := address_space_left()) is not None:
        _check_room(_FOR_EQUATIONS, left, "to solve equations, NumPy takes")
        np.linalg.inv(np.eye(2))


def prepare_matplotlib() -> None:
    """Raise an error if there is no room to import matplotlib: in too little, its modules fail in any way.

    >>> prepare_matplotlib()
    """
    left = None if "matplotlib.pyplot" in sys.modules else address_space_left()
    if left is not None:
        _check_room(_FOR_PLOTS, left, "to be imported, matplotlib takes")
    prepare_linear_algebra()
