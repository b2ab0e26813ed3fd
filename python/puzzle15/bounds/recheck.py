"""Proving a claimed lower bound again: what a board needs at least is computed, not believed.

A claim is checked twice. `check_claim` takes no time and finds contradictions: a bound of the wrong parity,
a heuristic that is not the bound it proved, or moves that are no solution. `recheck` proves the number
itself, as far as the time allows, and lists what it has verified and what it has left on trust.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TypeAlias

from puzzle15 import _core
from puzzle15._support.checks import check_memory, check_whole, seconds_of
from puzzle15._support.progress import listening
from puzzle15.bounds.claim import Claim, check_claim, counted, length_of
from puzzle15.errors import RefutedError
from puzzle15.solving import Solver
from puzzle15.typing import Method, Progress, Tables

__all__ = ["LowerCheck", "recheck", "watching"]

_News: TypeAlias = tuple[float, int | None, int | None]

# Their values depend on the tables, which a claim does not name.
_BY_TABLES = "pattern databases"
# A search finds them on larger boards. Old files may have one that was not finished, and so is too small.
_BY_SEARCH = ("walking distance", "linear conflict and walking distance")

# Up to so many cells a beam finds a short solution, and up to so many another method in some milliseconds.
_QUICK, _SOON = 25, 400


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
    check_claim(claim)
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
    proven = min(found.bound, claim.bound)
    moves = found.moves
    if moves is None and proven < claim.bound and len(claim.board) <= _SOON:
        # Bounds that are far off have a short solution below them.
        method: Method = "quick" if len(claim.board) <= _QUICK else "auto"
        moves = Solver(goal=claim.goal, method=method).solve(claim.board).moves
    if moves is not None and (length := length_of(moves, claim.metric)) < claim.bound:
        raise RefutedError(
            f"its bound is {claim.bound}, but there is a solution of {counted(length, claim.metric)}"
        )
    verified, trusted = _heuristics(claim, dict(found.heuristics), proven)
    if claim.moves is not None:
        verified.insert(0, f"the moves are a solution of {counted(claim.bound, claim.metric)}")
    if not _is_proved_as_claimed(claim, found):
        trusted.append(f"{claim.proved_by} is at least {claim.bound}: it was not computed here")
    verified.append(f"no solution has fewer than {counted(proven, claim.metric)}")
    if proven < claim.bound:
        trusted.append(f"no solution has fewer than {counted(claim.bound, claim.metric)}")
    return LowerCheck(proven, tuple(verified), tuple(trusted), found.nodes, time.perf_counter() - begun)


def _heuristics(claim: Claim, found: dict[str, int], proven: int) -> tuple[list[str], list[str]]:
    """Which of the claimed values are verified, and which are left on trust."""
    verified, trusted = [], []
    for name, value in claim.heuristics:
        now = found.get(name)
        if now == value:
            verified.append(f"{name} is {value}")
        elif name == _BY_TABLES and value <= proven:
            verified.append(f"no solution has fewer than {counted(value, claim.metric)}, as {name} say")
        elif now is None:
            trusted.append(f"{name} is {value}: it was not computed here")
        elif name == _BY_TABLES:
            trusted.append(f"{name} is {value}: with the tables of this check it is {now}")
        elif name in _BY_SEARCH and value < now:
            verified.append(f"{name} is at least {value}")
        else:
            raise RefutedError(f"it says that {name} is {value}, but it is {now}")
    return verified, trusted


def _is_proved_as_claimed(claim: Claim, found: _core.LowerFound) -> bool:
    """Whether what is said to have proved the bound did; an error if it cannot have."""
    name, bound = claim.proved_by, claim.bound
    if name == "search" or name in dict(claim.heuristics):
        return True
    now = dict(found.heuristics).get(name)
    if now is None:
        # A walking distance that is not finished is no heuristic, but proves what has been found of it.
        return found.proved_by == name and found.bound >= bound
    if now < bound and name != _BY_TABLES:
        raise RefutedError(f"it says that {name} is at least {bound}, but it is {now}")
    return now >= bound


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
