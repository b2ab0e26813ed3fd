"""Proving a claimed lower bound again: what a board needs at least is computed, not believed.

A claim is checked twice. `Claim.check` takes no time and finds contradictions: a bound of the wrong parity,
or moves that are no solution. `recheck` proves the number itself, as far as the time allows, and lists what
it has verified and what it has left on trust.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15._support.checks import check_memory, check_whole, seconds_of
from puzzle15._support.progress import listening
from puzzle15.errors import UnsupportedError
from puzzle15.reference import multi_count
from puzzle15.solving import is_solvable
from puzzle15.typing import Metric, Progress, Tables

__all__ = ["Claim", "LowerCheck", "counted", "length_of", "recheck", "watching"]

_News: TypeAlias = tuple[float, int | None, int | None]

# Their values depend on the tables, which a claim does not name.
_BY_TABLES = "pattern databases"


@dataclass(frozen=True)
class LowerCheck:
    """What a check of a lower bound has proven again; made by `LowerBound.check`.

    >>> from puzzle15 import bounds
    >>> found = bounds.lower("8 6 7/2 5 4/3 0 1").check()
    >>> found.proven, found.is_complete, found.trusted
    (31, True, ())
    """

    proven: int
    """No solution is shorter: this was proven here, whatever was claimed. It is never more than the claim."""
    verified: tuple[str, ...]
    """What was found to be true, in words."""
    trusted: tuple[str, ...]
    """What was neither proven nor refuted, in words."""
    nodes: int
    """Nodes that searches generated."""
    seconds: float
    """Time spent."""

    @property
    def is_complete(self) -> bool:
        """Whether nothing was left on trust.

        >>> from puzzle15 import bounds
        >>> bounds.lower("1 2 3/4 5 6/0 7 8").check().is_complete
        True
        """
        return not self.trusted

    def __str__(self) -> str:
        """A line for everything that was verified or left on trust."""
        lines = [f"verified: {text}" for text in self.verified]
        return "\n".join([*lines, *(f"on trust: {text}" for text in self.trusted)])


class Claim(NamedTuple):
    """What a `LowerBound` says."""

    board: Board
    goal: Board
    metric: Metric
    bound: int
    heuristics: tuple[tuple[str, int], ...]
    moves: str | None

    def check(self) -> None:
        """Refuse what contradicts itself; it takes no search."""
        if not is_solvable(self.board, self.goal):
            raise UnsupportedError("its board cannot be solved")
        if self.metric == "single":
            distance = self.board.manhattan(self.goal)
            if self.bound % 2 != distance % 2:
                raise UnsupportedError(
                    f"its bound is {self.bound}, but every solution is {_parity(distance)}"
                )
        if self.bound < max((value for _, value in self.heuristics), default=0):
            raise UnsupportedError(f"its bound, {self.bound}, is less than one of its heuristics")
        if self.moves is not None:
            is_solution = self.board.apply(self.moves) == self.goal
            if not is_solution or length_of(self.moves, self.metric) != self.bound:
                raise UnsupportedError(f"its moves are not a solution of length {self.bound}")


def recheck(
    claim: Claim,
    *,
    timeout: float | None,
    memory: int | None,
    threads: int | None,
    tables: Tables,
    progress: Progress,
) -> LowerCheck:
    """Prove a claim again; `LowerBound.check` explains it."""
    seconds = seconds_of(timeout)
    check_memory(memory)
    check_whole("threads", threads, 1, 256)
    claim.check()
    begun = time.perf_counter()
    with watching(progress, "checking") as listener:
        found, interrupt = _core.lower_bound(
            claim.board,
            claim.goal,
            claim.metric,
            tables,
            threads,
            0,
            claim.bound,
            seconds,
            memory,
            listener,
        )
    if interrupt is not None:
        raise interrupt
    if found.moves is not None and (length := length_of(found.moves, claim.metric)) < claim.bound:
        raise UnsupportedError(
            f"its bound is {claim.bound}, but there is a solution of {counted(length, claim.metric)}"
        )
    verified, trusted = _heuristics(claim, dict(found.heuristics))
    if claim.moves is not None:
        verified.insert(0, f"the moves are a solution of {counted(claim.bound, claim.metric)}")
    proven = min(found.bound, claim.bound)
    verified.append(f"no solution has fewer than {counted(proven, claim.metric)}")
    if proven < claim.bound:
        trusted.append(f"no solution has fewer than {counted(claim.bound, claim.metric)}")
    return LowerCheck(proven, tuple(verified), tuple(trusted), found.nodes, time.perf_counter() - begun)


def _heuristics(claim: Claim, found: dict[str, int]) -> tuple[list[str], list[str]]:
    """Which of the claimed values are verified, and which are left on trust."""
    verified, trusted = [], []
    for name, value in claim.heuristics:
        if found.get(name) == value:
            verified.append(f"{name} is {value}")
        elif name not in found:
            trusted.append(f"{name} is {value}: there was no time to compute it")
        elif name == _BY_TABLES:
            trusted.append(f"{name} is {value}: with the tables of this check it is {found[name]}")
        else:
            raise UnsupportedError(f"it says that {name} is {value}, but it is {found[name]}")
    return verified, trusted


def watching(progress: Progress, doing: str) -> AbstractContextManager[Callable[[_News], object] | None]:
    """Where news of the bound goes: to a function, or to a bar that says what is being done."""
    if callable(progress):
        tell = progress
        return nullcontext(lambda news: tell(news[2] or 0))
    return listening(progress, doing, _read_news, unit=None)


def _read_news(news: _News) -> tuple[float, str]:
    """What a bar shows of the news.

    >>> _read_news((0, None, 98))
    (0, 'at least 98')
    """
    done, _, bound = news
    return done, f"at least {bound}" if bound else ""


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
