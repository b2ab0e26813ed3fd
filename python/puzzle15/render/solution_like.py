"""What a picture needs to know of a solution; `puzzle15.Solution` has it all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from puzzle15._core import Board

__all__ = ["SolutionLike", "StageLike"]


class StageLike(Protocol):
    """A part of the moves, with its name."""

    @property
    def name(self) -> str:
        """What it brings home."""
        ...

    @property
    def moves(self) -> str:
        """Its letters."""
        ...

    @property
    def length(self) -> int:
        """How many moves it has."""
        ...


class SolutionLike(Protocol):
    """A board, its goal, and moves from the one to the other; as text, what a page without scripts shows."""

    @property
    def start(self) -> Board:
        """The first board."""
        ...

    @property
    def goal(self) -> Board:
        """The last board."""
        ...

    @property
    def moves(self) -> str:
        """The directions in which the blank goes, a letter each."""
        ...

    @property
    def tiles(self) -> tuple[int, ...]:
        """The number on each tile slid, in order."""
        ...

    @property
    def stages(self) -> Sequence[StageLike]:
        """The parts that it was made in."""
        ...

    @property
    def method(self) -> str:
        """The method that found it."""
        ...

    @property
    def how(self) -> str:
        """What is known of it, in a few words."""
        ...

    def __len__(self) -> int:
        """Number of moves."""
        ...
