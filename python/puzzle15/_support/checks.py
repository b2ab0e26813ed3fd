"""Checks of arguments that several functions take."""

from __future__ import annotations

import operator
from numbers import Integral, Real

from puzzle15.errors import MissingPackageError, Option, UnsupportedError

__all__ = [
    "check_count",
    "check_number",
    "check_package",
    "check_whole",
    "check_width",
    "seconds_of",
    "whole_number",
]


def check_whole(name: str, value: object, least: int, most: int) -> None:
    """Refuse what is neither None nor a whole number in these bounds."""
    if value is not None:
        check_count(name, value, least, most, ", or None")


def check_count(name: str, value: object, least: int, most: int, otherwise: str = "") -> None:
    """Refuse what is not a whole number in these bounds; `otherwise` is what else the caller allows."""
    expected = f" is a whole number from {least} to {most}{otherwise}; got {value!r}"
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(name + expected)
    if not least <= int(value) <= most:
        raise UnsupportedError(Option(name), expected)


def check_width(width: object) -> None:
    """Refuse what is no width of a beam."""
    check_whole("width", width, 1, 2**16)


def whole_number(name: str, value: int, least: int | None = None) -> int:
    """The value as an `int`; an error if it is not a whole number, or less than `least`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, got {value!r}") from None
    if least is not None and number < least:
        raise UnsupportedError(f"{name} is {least} or more, got {number}; choose a larger one")
    return number


def check_number(name: str, value: object, least: float, most: float) -> None:
    """Refuse what is not a number in these bounds."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} is a number from {least:g} to {most:g}, got {value!r}")
    if not least <= _float(value) <= most:
        raise UnsupportedError(Option(name), f" is a number from {least:g} to {most:g}, got {value!r}")


def check_package(name: str, what: str, extra: str) -> None:
    """Refuse before long work, not after it, if an optional package is missing."""
    from importlib.util import find_spec

    if find_spec(name) is None:
        raise MissingPackageError(what, extra)


def seconds_of(value: object, name: str = "timeout", otherwise: str = "None for no limit") -> float | None:
    """A time as the core takes it; an error if it is neither None nor a number of seconds."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} is a number of seconds, or {otherwise}; got {value!r}")
    if not _float(value) >= 0:
        raise UnsupportedError(
            Option(name), f" is a number of seconds from 0 up, or {otherwise}; got {value}"
        )
    # More than the clock can count to is as good as a very long time.
    return min(_float(value), 1e18)


def _float(value: Real) -> float:
    """The number as a float; one that is too large becomes infinite."""
    try:
        return float(value)
    except OverflowError:
        return float("-inf") if value < 0 else float("inf")
