"""From bytes to a checked request: size, JSON, types, and boards within the limits."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_args

import msgspec
from msgspec.structs import FieldInfo
from starlette.requests import ClientDisconnect, Request

from puzzle15._core import Board
from puzzle15.errors import InvalidBoardError, PuzzleError
from puzzle15.goals import is_name, resolve
from puzzle15.typing import as_board
from puzzle15.web.failures import Failure, as_failure, shown
from puzzle15.web.limits import Limits

if TYPE_CHECKING:
    from puzzle15.typing import BoardLike

__all__ = ["check_size", "read", "read_body", "read_request", "to_board", "to_goal"]

T = TypeVar("T", bound=msgspec.Struct)


async def read_request(request: Request, kind: type[T], limits: Limits) -> T:
    """Read a request as this kind."""
    content = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content != "application/json":
        raise Failure(415, "request", f"the content type is application/json; got {shown(content or 'none')}")
    return read(kind, await read_body(request, limits))


async def read_body(request: Request, limits: Limits) -> bytes:
    """The body as it comes, and not a byte more than is allowed, whatever length was announced."""
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


class _Name:
    """A name in a JSON object. Two of the same spelling are two keys, so that neither is lost."""

    def __init__(self, text: str) -> None:
        self.text = text


_OBJECT = msgspec.json.Decoder(dict[_Name, msgspec.Raw], dec_hook=lambda _, text: _Name(text))


@cache
def _decoder(kind: object) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def read(kind: type[T], body: bytes) -> T:
    """A request from JSON, or a failure that says which value is wrong, and what it should be.

    >>> from puzzle15.web.shapes import GoalRequest
    >>> read(GoalRequest, b'{"rows": 2, "cols": 3, "name": "snake"}').name
    'snake'
    >>> read(GoalRequest, b'{"rows": "2", "cols": 3}')
    Traceback (most recent call last):
    puzzle15.web.failures.Failure: rows must be the number of rows, a whole number from 2; got "2"
    """
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    names = ", ".join(fields)
    values = _members(body, names)
    for name in values:
        if name not in fields:
            raise Failure(400, "request", f"there is no {shown(name)} here; the names are {names}")
    for name, field in fields.items():
        if field.required and name not in values:
            raise Failure(400, "request", f"{name} is missing: it is {_words(field)}")
    return kind(**{name: _value(fields[name], value) for name, value in values.items()})


def _members(body: bytes, names: str) -> dict[str, msgspec.Raw]:
    """The members of a JSON object, their values as they were sent."""
    try:
        whole = _decoder(msgspec.Raw).decode(body.decode())
        members = [(name.text, value) for name, value in _OBJECT.decode(whole).items()]
    except msgspec.ValidationError:
        raise Failure(400, "request", f"expected an object with {names}; got {shown(whole)}") from None
    except msgspec.DecodeError as error:
        raise _no_json(str(error)) from None
    except UnicodeDecodeError:
        raise _no_json("it is not UTF-8") from None
    except RecursionError:
        raise _no_json("it is nested too deeply") from None
    for name, count in Counter(name for name, _ in members).items():
        if count > 1:
            raise _no_json(f"{shown(name)} is there twice")
    return dict(members)


def _value(field: FieldInfo, value: msgspec.Raw) -> Any:
    try:
        return _decoder(field.type).decode(value)
    except msgspec.ValidationError:
        pass
    except msgspec.DecodeError as error:
        raise _no_json(str(error)) from None
    try:
        return msgspec.convert(_whole(msgspec.json.decode(value)), field.type)
    except (msgspec.ValidationError, RecursionError):
        message = f"{field.name} must be {_words(field)}; got {shown(value)}"
        raise Failure(400, "request", message) from None
    except msgspec.DecodeError as error:
        raise _no_json(str(error)) from None


def _whole(value: Any) -> Any:
    """With 2 for 2.0: JSON has one kind of number, and JSON Schema calls both whole."""
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _words(field: FieldInfo) -> str:
    """What a value is; every field of a request has a description."""
    return str(get_args(field.type)[1].description)


def _no_json(reason: str) -> Failure:
    return Failure(400, "request", f"not JSON that can be read: {reason}")


def check_size(rows: int, cols: int, limits: Limits) -> None:
    """Refuse boards that are too large for the page."""
    if max(rows, cols) > limits.side:
        raise Failure(
            422,
            "limit",
            f"the page has boards of up to {limits.side}×{limits.side}, this one is {rows}×{cols}; "
            "the package itself solves boards of any size",
        )


def to_board(
    value: str | Sequence[list[int] | int], limits: Limits, shape: tuple[int, int] | None = None
) -> Board:
    """A board, from text or rows; one in a single row is folded to `shape`."""
    if not isinstance(value, str):
        # Only the size is checked here: `Board` explains better why something is no board.
        cols = [len(row) for row in value if isinstance(row, list)]
        if cols:
            check_size(max(len(value), 2), max(2, *cols), limits)
        elif len(value) > limits.side**2:
            most = f"{limits.side}×{limits.side}"
            raise Failure(422, "limit", f"the page has boards of up to {most}; got {len(value)} tiles")
    try:
        board = as_board(cast("BoardLike", value), shape)  # Refuses rows mixed with tiles.
    except PuzzleError:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidBoardError(f"not a board: {error}", reasons=[str(error)]) from None
    check_size(*board.shape, limits)
    return board


def to_goal(value: str | list[list[int]] | None, board: Board, limits: Limits) -> Board:
    """The goal for a board; an error says that the goal is wrong, not the board."""
    try:
        if value is None or is_name(value):
            return resolve(value, board)
        goal = to_board(value, limits, board.shape)
        board.manhattan(goal)  # Refuses another shape, and other tiles.
    except InvalidBoardError as error:
        facts = as_failure(error).facts
        raise Failure(422, "goal", f"the goal is {facts.message}", reasons=facts.reasons) from None
    return goal
