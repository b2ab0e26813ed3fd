"""The machine that a report was made on."""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from puzzle15._core import __version__

__all__ = ["Machine", "this_machine"]


@dataclass(frozen=True)
class Machine:
    """What a referee would ask about the machine, and the versions.

    >>> Machine("Some CPU", 2, 8.0, "Linux", "3.13.1", "0.1.0", "2.3.0").line
    'Some CPU, 2 cores, 8.0 GB, Linux; Python 3.13.1, puzzle15 0.1.0, NumPy 2.3.0'
    """

    cpu: str
    cores: int
    gigabytes: float
    """Memory, in units of 2³⁰ bytes; 0 if the system does not say."""
    system: str
    python: str
    puzzle15: str
    numpy: str

    @property
    def line(self) -> str:
        """All of it in a line."""
        memory = f", {self.gigabytes:.1f} GB" if self.gigabytes else ""
        cores = f"{self.cores} core{'s' * (self.cores != 1)}"
        versions = f"Python {self.python}, puzzle15 {self.puzzle15}, NumPy {self.numpy}"
        return f"{self.cpu}, {cores}{memory}, {self.system}; {versions}"


def this_machine() -> Machine:
    """Ask the system.

    >>> this_machine().cores >= 1
    True
    """
    from puzzle15._support.numeric import np

    return Machine(
        _cpu(),
        _cores(),
        _gigabytes(),
        f"{platform.system()} {platform.release()}",
        platform.python_version(),
        __version__,
        np.__version__,
    )


def _cpu() -> str:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _cores() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _gigabytes() -> float:
    # Not every system has these names.
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return 0.0
