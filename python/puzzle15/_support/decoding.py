"""Values read from files, checked for their types: whatever a file holds, the error is a FileError.

A reader takes what the JSON parser made of something and returns it with its type, or raises
`UnexpectedError` with what it expected. `field` takes one entry of a dictionary that way, and says which
entry is wrong.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import Any, TypeVar

from puzzle15.errors import FileError

__all__ = [
    "Reader",
    "UnexpectedError",
    "bytes_of_base64",
    "field",
    "flag",
    "items",
    "maybe",
    "number",
    "one_of",
    "pair",
    "record",
    "text",
    "whole",
]

T = TypeVar("T")
Reader = Callable[[object], T]

# Whole numbers up to this size fit the core.
_MOST = 2**63 - 1


class UnexpectedError(Exception):
    """A value that is not what was expected; the text says what was."""


def record(value: object) -> dict[str, Any]:
    """A dictionary, whose entries `field` reads.

    >>> record({"rows": 3})
    {'rows': 3}
    """
    if not isinstance(value, dict):
        raise FileError("it is damaged: it does not hold a dictionary")
    return value


def field(data: dict[str, Any], name: str, read: Reader[T]) -> T:
    """An entry of a dictionary.

    >>> field({"rows": 3}, "rows", whole(2))
    3
    >>> field({"rows": "three"}, "rows", whole(2))
    Traceback (most recent call last):
    puzzle15.errors.FileError: it is damaged: 'rows' should be a whole number of at least 2
    """
    if name not in data:
        raise FileError(f"it is damaged: {name!r} is missing")
    try:
        return read(data[name])
    except UnexpectedError as expected:
        raise FileError(f"it is damaged: {name!r} should be {expected}") from None


def whole(least: int = 0, most: int = _MOST) -> Reader[int]:
    """Reads a whole number.

    >>> whole()(7)
    7
    """

    def read(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            # What fits the core is worth saying only of a number that does not.
            is_huge = type(value) is int and value > _MOST
            limits = f"from {least} to {most}" if most < _MOST or is_huge else f"of at least {least}"
            raise UnexpectedError(f"a whole number {limits}")
        return value

    return read


def number(value: object) -> float:
    """Reads a number that is not negative.

    >>> number(2.5), number(3)
    (2.5, 3)
    """
    if type(value) not in (int, float) or not 0 <= value < float("inf"):  # type: ignore[operator]
        raise UnexpectedError("a number of at least 0")
    return value  # type: ignore[return-value]


def flag(value: object) -> bool:
    """Reads true or false.

    >>> flag(True)
    True
    """
    if not isinstance(value, bool):
        raise UnexpectedError("true or false")
    return value


def text(value: object) -> str:
    """Reads text that can be written again.

    >>> text("a title")
    'a title'
    """
    try:
        value.encode()  # type: ignore[attr-defined]
    except (AttributeError, UnicodeEncodeError):
        raise UnexpectedError("text") from None
    return str(value)


def one_of(*choices: T) -> Reader[T]:
    """Reads one of these values.

    >>> one_of("single", "multi")("multi")
    'multi'
    """

    def read(value: object) -> T:
        for choice in choices:
            if type(value) is type(choice) and value == choice:
                return choice
        raise UnexpectedError(f"one of {', '.join(map(repr, choices))}")

    return read


def maybe(read: Reader[T]) -> Reader[T | None]:
    """Reads null, or what another reader reads.

    >>> maybe(text)(None) is None, maybe(text)("a")
    (True, 'a')
    """
    return lambda value: None if value is None else read(value)


def items(read: Reader[T], length: int | None = None) -> Reader[tuple[T, ...]]:
    """Reads a list, of this length if one is given.

    >>> items(whole(), 2)([1, 2])
    (1, 2)
    """

    def read_all(value: object) -> tuple[T, ...]:
        if not isinstance(value, (list, tuple)) or length not in (None, len(value)):
            raise UnexpectedError("a list" if length is None else f"a list of {length}")
        try:
            return tuple(map(read, value))
        except UnexpectedError as expected:
            raise UnexpectedError(f"a list, each {expected}") from None

    return read_all


def pair(read: Reader[T]) -> Reader[tuple[T, T]]:
    """Reads a list of two.

    >>> pair(whole())([1, 2])
    (1, 2)
    """

    def read_both(value: object) -> tuple[T, T]:
        first, second = items(read, 2)(value)
        return first, second

    return read_both


def bytes_of_base64(value: object) -> bytes:
    """Reads bytes that were written in base64.

    >>> bytes_of_base64("AQI=")
    b'\x01\x02'
    """
    try:
        return base64.b64decode(value, validate=True)  # type: ignore[arg-type]
    except (TypeError, ValueError, binascii.Error):
        raise UnexpectedError("bytes in base64") from None
