"""What one request may take, and how many there may be at once."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Limits"]


@dataclass(frozen=True)
class Limits:
    """The limits of the server. Those of memory are in bytes, those of time in seconds.

    What a search takes beside its tables is bounded by the core: at most four million boards or 300 MB for a
    shortest solution, 300 MB to improve one. With two long jobs and two quick ones at once, and all tables,
    that is about 2 GB at the very most.

    >>> Limits().side, Limits(side=6).side
    (10, 6)
    """

    side: int = 10
    """Most rows, and most columns, of a board."""
    body: int = 65_536
    """Most bytes of a request."""
    moves: int = 10_000
    """Most moves of a solution to be drawn."""
    timeout: float = 10.0
    """Most seconds that can be asked for, and what a search may take by default."""
    seconds: float = 30.0
    """When any job ends, also if it is still making tables."""
    hint: float = 0.1
    """For a hint."""
    distance: float = 0.1
    """For a distance."""
    upload: float = 10.0
    """For a request to arrive."""
    width: int = 8192
    """Widest beam."""
    memory: int = 128 * 10**6
    """For an exhaustive search: every puzzle of up to twelve cells fits."""
    tables: int = 10**9
    """For tables that stay in memory. Beyond, no more are made, and methods without tables still answer."""
    antipodes: int = 50
    """Most of the deepest boards that are listed."""
    jobs: int = 2
    """Long jobs at once."""
    queue: int = 256
    """Long jobs that wait. Beyond, the answer is 503 with Retry-After."""
    patience: float = 10.0
    """About how long all the long jobs that are there take. The more there are, the less time each has."""
    quick_jobs: int = 2
    """Hints, distances and the like at once."""
    quick_queue: int = 1024
    """Hints, distances and the like that wait."""
    quick_patience: float = 0.08
    """About how long all of those that are there may take."""
    connections: int = 1024
    """Connections at once. Beyond, the oldest silent one is closed."""
