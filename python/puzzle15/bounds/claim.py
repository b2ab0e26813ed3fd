"""What a lower bound says, and whether it can be so: kinds and contradictions, without a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from puzzle15._core import Board
from puzzle15._support import decoding
from puzzle15._support.checks import shown
from puzzle15.errors import RefutedError, UnsupportedError
from puzzle15.reference import multi_count
from puzzle15.solving import is_solvable
from puzzle15.typing import Metric

__all__ = ["READERS", "Claim", "ProvedBy", "check_claim", "counted", "length_of"]

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


@dataclass(frozen=True)
class Claim:
    """What a `LowerBound` says: anyone can make one, so it is checked for contradictions."""

    board: Board
    goal: Board
    metric: Metric
    bound: int
    """No solution has fewer moves, or fewer slides if the metric is `"multi"`."""
    proved_by: ProvedBy
    heuristics: tuple[tuple[str, int], ...]
    """The bounds that need no search of boards, each with its value: `dict(found.heuristics)`.

    A walking distance that was not found in time is not among them. What was proven of it counts for `bound`.
    """
    moves: str | None
    """A shortest solution if the search found one: then `bound` is the exact distance."""
    nodes: int
    """Nodes that searches generated, including those of the bound that this one continues."""
    seconds: float = field(compare=False)
    """Time spent, including that of the bound that this one continues."""

    def __post_init__(self) -> None:
        """Refuse what is not of the right kind, or contradicts itself."""
        check_claim(self)


def check_claim(claim: Claim) -> None:
    """Refuse what is not of the right kind, or contradicts itself; it takes no search.

    A claim that was unpickled has not been checked.
    """
    _check_kinds(claim)
    if not is_solvable(claim.board, claim.goal):
        raise RefutedError("its board cannot be solved")
    if claim.metric == "single":
        distance = claim.board.manhattan(claim.goal)
        if claim.bound % 2 != distance % 2:
            raise RefutedError(f"its bound is {claim.bound}, but every solution is {_parity(distance)}")
    values = dict(claim.heuristics)
    if len(values) < len(claim.heuristics):
        raise RefutedError("it has a heuristic twice")
    if claim.bound < max(values.values(), default=0):
        raise RefutedError(f"its bound, {claim.bound}, is less than one of its heuristics")
    if (value := values.get(claim.proved_by, claim.bound)) != claim.bound:
        raise RefutedError(f"its bound, {claim.bound}, is not proved by {claim.proved_by}, which is {value}")
    if claim.moves is not None:
        is_solution = claim.board.apply(claim.moves) == claim.goal
        if not is_solution or length_of(claim.moves, claim.metric) != claim.bound:
            raise RefutedError(f"its moves are not a solution of length {claim.bound}")


def _check_kinds(claim: Claim) -> None:
    """Refuse what a file could not hold."""
    for name in ("board", "goal"):
        if not isinstance(value := getattr(claim, name), Board):
            raise UnsupportedError(f"its {name} should be a Board, got {shown(value)}")
    for name, read in READERS.items():
        value = getattr(claim, name)
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
