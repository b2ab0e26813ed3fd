"""The figures that plots show, as protocols that the results of measurements fulfil."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

__all__ = ["GrowthRow", "Lengths", "TimedLength"]


class Lengths(Protocol):
    """How long the solutions of some boards are, such as an `Experiment`."""

    @property
    def n(self) -> int:
        """How many boards."""
        ...

    @property
    def rows(self) -> int:
        """Rows of a board."""
        ...

    @property
    def cols(self) -> int:
        """Columns of a board."""
        ...

    @property
    def label(self) -> str:
        """How they were solved."""
        ...

    @property
    def histogram(self) -> Mapping[int, int]:
        """How many boards took each number of moves."""
        ...

    @property
    def min(self) -> int:
        """The fewest moves."""
        ...

    @property
    def mean(self) -> float:
        """The mean number of moves."""
        ...

    @property
    def max(self) -> int:
        """The most moves."""
        ...


class TimedLength(Protocol):
    """Mean length and time of a method, such as a `puzzle15.tradeoff.Point`."""

    @property
    def name(self) -> str:
        """The method, and its setting if it has one."""
        ...

    @property
    def microseconds(self) -> float:
        """Time for a board."""
        ...

    @property
    def mean(self) -> float:
        """Moves for a board."""
        ...


class GrowthRow(Protocol):
    """Mean lengths on n×n boards, such as a `puzzle15.growth.Growth`."""

    @property
    def n(self) -> int:
        """The size of the boards."""
        ...

    @property
    def greedy(self) -> float:
        """Moves of the greedy algorithm."""
        ...

    @property
    def multi(self) -> float:
        """The same, with a straight slide of several tiles as one move."""
        ...

    @property
    def peel(self) -> float:
        """Moves of `peel`; NaN if that was not measured."""
        ...

    @property
    def manhattan(self) -> float:
        """The Manhattan distance."""
        ...
