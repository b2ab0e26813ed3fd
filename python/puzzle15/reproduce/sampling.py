"""Samples against samples: what can be said about printed means and extremes of random boards.

A printed mean of N boards has a sampling error, and so has ours; the two may differ by both. A printed
maximum is that of one sample, and other samples have other maxima. Nothing is assumed about the distribution
of lengths: put N printed and n of our own boards in one heap, and the chance that the longest j are all ours
is about (n/(n + N))ʲ. Make j so large that this is 0.1 %, and the printed maximum is at least our j-th
longest, with 99.9 % confidence. How much larger it may be, only a proven bound can tell, not a sample.

>>> low, high = mean_interval(65.08, 7.51, 1_000_000, printed_boards=1_000_000, unit=0.01)
>>> round(low, 3), round(high, 3)
(65.04, 65.12)
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist

__all__ = ["CONFIDENCE", "least_largest", "mean_interval", "most_smallest", "share"]

CONFIDENCE = 0.999


def mean_interval(
    mean: float, deviation: float, boards: int, *, printed_boards: int | None = None, unit: float = 0.0
) -> tuple[float, float]:
    """Where a printed mean lies, with 99.9 % confidence, if it is of the same kind of boards.

    `deviation` is that of one board. With `printed_boards` the printed mean is one of so many boards, else it
    is taken to be exact. It is rounded to `unit`.

    >>> low, high = mean_interval(0.0, 1.0, 100)
    >>> round(low, 3), round(high, 3)
    (-0.329, 0.329)
    """
    error = deviation * sqrt(1 / boards + (1 / printed_boards if printed_boards else 0))
    far = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * error + unit / 2
    return mean - far, mean + far


def least_largest(histogram: Mapping[int, int], printed_boards: int) -> int:
    """The largest of so many printed lengths is at least this, with 99.9 % confidence.

    >>> least_largest({5: 990, 6: 5, 7: 3, 8: 2}, printed_boards=1000)
    6
    """
    return _ranked(histogram, printed_boards, sorted(histogram, reverse=True))


def most_smallest(histogram: Mapping[int, int], printed_boards: int) -> int:
    """The smallest of so many printed lengths is at most this, with 99.9 % confidence.

    >>> most_smallest({5: 2, 6: 3, 7: 5, 8: 990}, printed_boards=1000)
    7
    """
    return _ranked(histogram, printed_boards, sorted(histogram))


def _ranked(histogram: Mapping[int, int], printed_boards: int, lengths: list[int]) -> int:
    """The length at the first rank for which all lengths up to it are ours with a chance of only 0.1 %."""
    ours = left = sum(histogram.values())
    chance = 1.0
    for length in lengths:
        for _ in range(histogram[length]):
            chance *= left / (left + printed_boards)
            left -= 1
            if chance <= 1 - CONFIDENCE:
                return length
    raise ValueError(f"{ours} boards are too few to be compared with {printed_boards}")


def share(histogram: Mapping[int, int], least: int) -> float:
    """The share of the boards that take `least` moves or more.

    >>> share({1: 3, 2: 1}, 2)
    0.25
    """
    return sum(count for length, count in histogram.items() if length >= least) / sum(histogram.values())
