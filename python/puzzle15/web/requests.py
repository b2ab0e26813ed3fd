"""From bytes to a checked request: size, JSON, types, and boards within the limits."""

from __future__ import annotations

import asyncio
import json
import math
from typing import Any, NoReturn, TypeVar

from starlette.requests import ClientDisconnect, Request

from puzzle15._core import Board
from puzzle15.errors import InvalidBoardError, PuzzleError
from puzzle15.goals import is_name, resolve
from puzzle15.typing import as_board
from puzzle15.web.failures import Failure, as_failure
from puzzle15.web.limits import Limits
from puzzle15.web.types import read, shown

__all__ = ["check_size", "parse", "read_body", "read_request", "to_board", "to_goal"]

T = TypeVar("T")

# Digits of a number: seeds have up to twenty.
_DIGITS = 20


async def read_request(request: Request, kind: type[T], limits: Limits) -> T:
    """The request that somebody sent."""
    content = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content != "application/json":
        raise Failure(415, "request", f"the content type is application/json; got {shown(content or 'none')}")
    return read(kind, parse(await read_body(request, limits)))


async def read_body(request: Request, limits: Limits) -> bytes:
    """The body as it comes, and not a byte more than is allowed, whatever its length was said to be."""
    said = request.headers.get("content-length", "")
    if said.isdecimal() and int(said[:20]) > limits.body:
        raise _too_large(limits)
    parts, size = [], 0
    try:
        async with asyncio.timeout(limits.upload):
            async for part in request.stream():
                size += len(part)
                if size > limits.body:
                    raise _too_large(limits)
                parts.append(part)
    except TimeoutError:
        message = f"a request must arrive within {limits.upload:g} seconds"
        raise Failure(408, "request", message) from None
    except ClientDisconnect:
        raise Failure(400, "request", "the request ended before it was complete") from None
    return b"".join(parts)


def _too_large(limits: Limits) -> Failure:
    return Failure(413, "limit", f"a request has at most {limits.body} bytes")


def parse(body: bytes) -> Any:
    """JSON as everybody means it: UTF-8, no key twice, no NaN, numbers of a reasonable size.

    >>> parse(b'{"rows": 3}')
    {'rows': 3}
    >>> parse(b'{"rows": 3, "rows": 4}')
    Traceback (most recent call last):
    puzzle15.web.failures.Failure: not JSON that can be read: "rows" is there twice
    """
    try:
        value = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_pairs,
            parse_int=_whole,
            parse_float=_real,
            parse_constant=_constant,
        )
        # Half of a pair of surrogates can be written in JSON, but is no text.
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeDecodeError:
        raise _no_json("it is not UTF-8") from None
    except UnicodeEncodeError:
        raise _no_json("it has half of a pair of surrogates") from None
    except RecursionError:
        raise _no_json("it is nested too deeply") from None
    except ValueError as error:
        raise _no_json(str(error)) from None
    return value


def _no_json(reason: str) -> Failure:
    return Failure(400, "request", f"not JSON that can be read: {reason}")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise ValueError(f"{shown(name)} is there twice")
            seen.add(name)
    return values


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > _DIGITS:
        raise ValueError(f"a number has at most {_DIGITS} digits; got {digits[:_DIGITS]}...")
    return int(digits)


def _real(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(f"{digits[:_DIGITS]} is too large a number")
    return value


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number in JSON")


def check_size(rows: int, cols: int, limits: Limits) -> None:
    """Refuse boards that are no boards, or too large for the page."""
    if min(rows, cols) < 2:
        raise Failure(400, "request", f"a board has at least 2 rows and 2 columns; got {rows} and {cols}")
    if max(rows, cols) > limits.side:
        raise Failure(
            422,
            "limit",
            f"the page has boards of up to {limits.side}×{limits.side}, this one is {rows}×{cols}; "
            "the package itself solves boards of any size",
        )


def to_board(
    value: str | list[list[int]] | list[int], limits: Limits, shape: tuple[int, int] | None = None
) -> Board:
    """A board, from text or rows; one in a single row is folded to `shape`."""
    if isinstance(value, list):
        # Only what is too large: that it is no board is better said by the board.
        cols = [len(row) for row in value if isinstance(row, list)]
        if cols:
            check_size(max(len(value), 2), max(2, *cols), limits)
        elif len(value) > limits.side**2:
            most = f"{limits.side}×{limits.side}"
            raise Failure(422, "limit", f"the page has boards of up to {most}; got {len(value)} tiles")
    try:
        board = as_board(value, shape)
    except PuzzleError:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidBoardError(f"not a board: {error}", [str(error)]) from None
    check_size(*board.shape, limits)
    return board


def to_goal(value: str | list[list[int]] | None, board: Board, limits: Limits) -> Board:
    """The goal for a board; what is wrong with it is said to be about the goal."""
    try:
        if value is None or is_name(value):
            return resolve(value, board)
        goal = to_board(value, limits, board.shape)
        board.manhattan(goal)  # Refuses another shape, and other tiles.
    except InvalidBoardError as error:
        failure = as_failure(error)
        raise Failure(400, "goal", f"the goal is {failure.message}", **failure.more) from None
    return goal
