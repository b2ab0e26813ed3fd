"""What goes wrong, as an answer: a status, a kind, a message, and data to act on."""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from puzzle15.errors import (
    GoalError,
    InvalidBoardError,
    MemoryBudgetError,
    MissingPackageError,
    PuzzleError,
    TimeBudgetError,
    UnsolvableError,
)
from puzzle15.web.shapes import ErrorAnswer, ErrorFacts, Kind
from puzzle15.web.wording import PAGE

__all__ = ["Failure", "as_failure", "shown"]

# A text that is no board may have thousands of reasons for it, of any length.
_REASONS, _LETTERS = 20, 1000
# Most letters that are shown of a value somebody sent.
_SHOWN = 60

_LOG = logging.getLogger("puzzle15.web")


class Failure(Exception):  # noqa: N818, it is an answer
    """An answer that is an error.

    >>> msgspec.json.encode(Failure(400, "request", "rows is missing").answer)
    b'{"error":{"kind":"request","message":"rows is missing"}}'
    """

    def __init__(
        self, status: int, kind: Kind, message: str, *, retry_after: float | None = None, **more: Any
    ) -> None:
        """Keep it all; `more` is data for those who want to act on it, `retry_after` is in seconds."""
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after
        self.facts = ErrorFacts(kind, message, **more)

    @property
    def answer(self) -> ErrorAnswer:
        """What is sent."""
        return ErrorAnswer(self.facts)


def as_failure(error: BaseException) -> Failure:
    """The answer to an exception; one that nobody expected is logged, and its text is not sent.

    >>> as_failure(GoalError("another shape")).facts.kind
    'goal'
    """
    if isinstance(error, Failure):
        return error
    if isinstance(error, PuzzleError):
        return _of_puzzle(error)
    if isinstance(error, MemoryError):
        return Failure(503, "limit", "the server has not enough memory for this")
    _LOG.error("a request failed", exc_info=error)
    return Failure(500, "internal", "the server made a mistake; its log has the details")


def _of_puzzle(error: PuzzleError) -> Failure:
    """The answer to an error of the package, in the words of the page."""
    message = error.said(PAGE)
    if isinstance(error, UnsolvableError):
        nearest = error.nearest.to_list()
        return Failure(422, "unsolvable", message, nearest=nearest, swap=list(error.swap))
    if isinstance(error, InvalidBoardError):
        return Failure(422, "board", _cut(message), reasons=[*map(_cut, error.reasons[:_REASONS])])
    if isinstance(error, GoalError):
        return Failure(422, "goal", _cut(message))
    if isinstance(error, MemoryBudgetError):
        return Failure(422, "limit", message)
    if isinstance(error, TimeBudgetError):
        return Failure(503, "timeout", message)
    if isinstance(error, MissingPackageError):
        return Failure(503, "limit", message)
    return Failure(422, "request", _cut(message))


def _cut(text: str) -> str:
    return text if len(text) <= _LETTERS else text[: _LETTERS - 3] + "..."


def shown(value: object) -> str:
    """A value as JSON on one line, cut if it is long; what is `msgspec.Raw` is JSON already.

    >>> shown(msgspec.Raw(b'[2,\\n2]')), shown("x" * 100)
    ('[2, 2]', '"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...')
    """
    text = msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
