"""Arguments that several functions take, checked alike."""

from __future__ import annotations

import operator
from numbers import Integral, Real

from puzzle15.errors import MissingPackageError, Option, UnsupportedError

__all__ = [
    "check_count",
    "check_number",
    "check_package",
    "check_seconds",
    "check_whole",
    "check_width",
    "whole_number",
]


def check_whole(name: str, value: object, least: int, most: int) -> None:
    """Refuse what is neither None nor a whole number in these bounds."""
    if value is not None:
        check_count(name, value, least, most, ", or None")


def check_count(name: str, value: object, least: int, most: int, otherwise: str = "") -> None:
    """Refuse what is not a whole number in these bounds, None included; say what else there is."""
    expected = f" is a whole number from {least} to {most}{otherwise}; got {value!r}"
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(name + expected)
    if not least <= int(value) <= most:
        raise UnsupportedError(Option(name), expected)


def check_width(width: object) -> None:
    """Refuse what is no width of a beam."""
    check_whole("width", width, 1, 2**16)


def whole_number(name: str, value: int, least: int | None = None) -> int:
    """The value as a plain number, or an error if it is not a whole one, or too small."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, got {value!r}") from None
    if least is not None and number < least:
        raise UnsupportedError(Option(name), f" is {least} or more, got {number}; choose a larger one")
    return number


def check_number(name: str, value: object, least: float, most: float) -> None:
    """Refuse what is not a number in these bounds."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} is a number from {least:g} to {most:g}, got {value!r}")
    if not least <= _float(value) <= most:
        raise UnsupportedError(Option(name), f" is a number from {least:g} to {most:g}, got {value!r}")


def check_package(name: str, what: str, extra: str) -> None:
    """Say before long work, and not after it, that an optional package is missing."""
    from importlib.util import find_spec

    if find_spec(name) is None:
        raise MissingPackageError(what, extra)


def check_seconds(timeout: object) -> None:
    """Refuse what is neither None nor a number of seconds."""
    if timeout is None:
        return
    if isinstance(timeout, bool) or not isinstance(timeout, Real):
        raise TypeError(f"timeout is a number of seconds, or None for no limit; got {timeout!r}")
    if not _float(timeout) >= 0:
        raise UnsupportedError(
            Option("timeout"), f" is a number of seconds from 0 up, or None for no limit; got {timeout}"
        )


def _float(value: Real) -> float:
    """A number as the core has it; one that is too large is infinite."""
    try:
        return float(value)
    except OverflowError:
        return float("-inf") if value < 0 else float("inf")
