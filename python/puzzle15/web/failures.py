"""What goes wrong, as the answer says it: a status, a kind, a message and what else there is to know."""

from __future__ import annotations

import logging
from typing import Any, Literal

from puzzle15.errors import (
    GoalError,
    InvalidBoardError,
    MemoryBudgetError,
    MissingPackageError,
    PuzzleError,
    UnsolvableError,
)

__all__ = ["Failure", "Kind", "as_failure"]

Kind = Literal["unsolvable", "board", "goal", "request", "limit", "busy", "timeout", "internal"]
"""What an error is about."""

_LOG = logging.getLogger("puzzle15.web")


class Failure(Exception):  # noqa: N818, it is what is told, not what has happened
    """An answer that is an error.

    >>> Failure(400, "request", "rows is missing").body()
    {'error': {'kind': 'request', 'message': 'rows is missing'}}
    """

    def __init__(self, status: int, kind: Kind, message: str, **more: Any) -> None:
        """Keep it all; `more` is for people who want to act on it."""
        super().__init__(message)
        self.status = status
        self.kind = kind
        self.message = message
        self.more = more

    def body(self) -> dict[str, Any]:
        """What is sent."""
        return {"error": {"kind": self.kind, "message": self.message, **self.more}}


def as_failure(error: BaseException) -> Failure:
    """The answer to an exception; one that nobody expected is logged, and its text is not told.

    >>> as_failure(GoalError("another shape")).kind
    'goal'
    """
    if isinstance(error, Failure):
        return error
    if isinstance(error, UnsolvableError):
        nearest = error.nearest.to_list()
        return Failure(422, "unsolvable", str(error), nearest=nearest, swap=list(error.swap))
    if isinstance(error, InvalidBoardError):
        return Failure(400, "board", str(error), reasons=list(error.reasons))
    if isinstance(error, GoalError):
        return Failure(400, "goal", str(error))
    if isinstance(error, MemoryBudgetError):
        return Failure(422, "limit", str(error))
    if isinstance(error, MissingPackageError):
        return Failure(503, "limit", str(error))
    if isinstance(error, PuzzleError):
        return Failure(400, "request", str(error))
    if isinstance(error, MemoryError):
        return Failure(503, "limit", "the server has not enough memory for this")
    _LOG.error("a request failed", exc_info=error)
    return Failure(500, "internal", "the server made a mistake; its log has the details")
