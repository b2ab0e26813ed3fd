"""What a lower bound says, and whether it can be so: kinds and contradictions, without a search."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from puzzle15._core import Board
from puzzle15._support import decoding
from puzzle15._support.checks import shown
from puzzle15.errors import RefutedError, UnsupportedError
from puzzle15.reference import multi_count
from puzzle15.solving import is_solvable
from puzzle15.typing import Metric

__all__ = ["READERS", "Claim", "ProvedBy", "counted", "length_of"]

ProvedBy: TypeAlias = Literal[
    "manhattan",
    "linear conflict",
    "walking distance",
    "linear conflict and walking distance",
    "pattern databases",
    "search",
]
"""What proved a lower bound; `puzzle15.bounds.lower` explains each."""

_HEURISTICS = [name for name in get_args(ProvedBy) if name != "search"]


def _heuristic(value: object) -> tuple[str, int]:
    """Reads the name of a heuristic and its value."""
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise decoding.UnexpectedError("a name and a number")
    return decoding.one_of(*_HEURISTICS)(value[0]), decoding.whole()(value[1])


READERS: Mapping[str, decoding.Reader[Any]] = MappingProxyType(
    {
        "metric": decoding.one_of("single", "multi"),
        "bound": decoding.whole(),
        "proved_by": decoding.one_of(*get_args(ProvedBy)),
        "heuristics": decoding.items(_heuristic),
        "moves": decoding.maybe(decoding.text),
        "nodes": decoding.whole(),
        "seconds": decoding.number,
    }
)
"""What each part of a claim may be besides the boards, in a file and in memory."""


class Claim(NamedTuple):
    """What a `LowerBound` says."""

    board: Board
    goal: Board
    metric: Metric
    bound: int
    proved_by: ProvedBy
    heuristics: tuple[tuple[str, int], ...]
    moves: str | None
    nodes: int
    seconds: float

    def check(self) -> None:
        """Refuse what is not of the right kind, or contradicts itself; it takes no search."""
        self._check_kinds()
        if not is_solvable(self.board, self.goal):
            raise RefutedError("its board cannot be solved")
        if self.metric == "single":
            distance = self.board.manhattan(self.goal)
            if self.bound % 2 != distance % 2:
                raise RefutedError(f"its bound is {self.bound}, but every solution is {_parity(distance)}")
        values = dict(self.heuristics)
        if len(values) < len(self.heuristics):
            raise RefutedError("it has a heuristic twice")
        if self.bound < max(values.values(), default=0):
            raise RefutedError(f"its bound, {self.bound}, is less than one of its heuristics")
        if (value := values.get(self.proved_by, self.bound)) != self.bound:
            raise RefutedError(
                f"its bound, {self.bound}, is not proved by {self.proved_by}, which is {value}"
            )
        if self.moves is not None:
            is_solution = self.board.apply(self.moves) == self.goal
            if not is_solution or length_of(self.moves, self.metric) != self.bound:
                raise RefutedError(f"its moves are not a solution of length {self.bound}")

    def _check_kinds(self) -> None:
        """Refuse what a file could not hold."""
        for name in ("board", "goal"):
            if not isinstance(value := getattr(self, name), Board):
                raise UnsupportedError(f"its {name} should be a Board, got {shown(value)}")
        for name, read in READERS.items():
            value = getattr(self, name)
            try:
                expected = read(value)
            except decoding.UnexpectedError as reason:
                raise UnsupportedError(f"its {name} should be {reason}, got {shown(value)}") from None
            if expected != value:
                raise UnsupportedError(f"its {name} should be {shown(expected)}, got {shown(value)}")


def counted(number: int, metric: Metric) -> str:
    """So many moves or slides, in words.

    >>> counted(1, "multi"), counted(31, "single")
    ('1 slide', '31 moves')
    """
    unit = "slide" if metric == "multi" else "move"
    return f"{number} {unit}{'' if number == 1 else 's'}"


def length_of(moves: str, metric: Metric) -> int:
    """How many moves these are, or straight slides.

    >>> length_of("LLU", "single"), length_of("LLU", "multi")
    (3, 2)
    """
    return multi_count(moves) if metric == "multi" else len(moves)


def _parity(number: int) -> str:
    return "of odd length" if number % 2 else "of even length"
