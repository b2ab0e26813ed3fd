"""Checks of arguments that several functions take."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable
from numbers import Integral, Real
from pathlib import Path
from typing import TypeVar

from puzzle15.errors import MissingPackageError, Option, UnsupportedError
from puzzle15.wording import Cell

__all__ = [
    "MANY",
    "cell_of",
    "check_count",
    "check_flag",
    "check_kind",
    "check_memory",
    "check_name",
    "check_number",
    "check_package",
    "check_whole",
    "check_width",
    "list_of",
    "path_of",
    "seconds_of",
    "shown",
    "thread_count",
    "whole_number",
]

MANY = 2**31
"""More threads or nodes than anyone can mean, and few enough for the core to count."""

T = TypeVar("T")


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


def shown(value: object) -> str:
    """What somebody gave, for an error: no more than its beginning.

    >>> shown("best"), len(shown("x" * 3000))
    ("'best'", 104)
    """
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...{text[0] if text[0] in _QUOTES else ''}"


# As in errors of the core.
_SHOWN = 100
_QUOTES = "'\""


def check_memory(memory: object) -> None:
    """Refuse what is no amount of memory for a search."""
    least = 2**20
    if isinstance(memory, Integral) and int(memory) < least:
        raise UnsupportedError(Option("memory"), f" is at least 1 MiB ({least:,} bytes); got {memory}")
    check_whole("memory", memory, least, 2**63 - 1)


def check_name(name: str, value: object, where: str = "Solver") -> None:
    """Refuse what is not text where the name of a method, a metric or tables is expected.

    `where` says which documentation has the names.
    """
    if not isinstance(value, str):
        raise TypeError(
            f"{name} is a string, one of the names in the documentation of {where}; got {shown(value)}"
        )


def check_flag(name: str, value: object, otherwise: str = "") -> None:
    """Refuse what is neither True nor False, nor None where `otherwise` says what that means."""
    if not isinstance(value, bool) and (value is not None or not otherwise):
        raise TypeError(f"{name} is True or False{otherwise and f', or {otherwise}'}; got {shown(value)}")


def path_of(path: object, name: str = "path") -> Path:
    """A path; an error if something else is given for the name of a file.

    >>> path_of("bound.json").suffix
    '.json'
    """
    plain = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(plain, str):
        raise TypeError(f"{name} is the name of a file, as text or as a pathlib.Path; got {shown(path)}")
    return Path(plain)


def thread_count(threads: int | None) -> int | None:
    """A number of threads that the core can read; it refuses those that make no sense."""
    return None if threads is None else max(min(whole_number("threads", threads), MANY), -MANY)


def list_of(name: str, values: Iterable[T], what: str) -> list[T]:
    """What is given as a list, or as something else that can be gone through.

    >>> list_of("sizes", range(2), "whole numbers")
    [0, 1]
    >>> list_of("sizes", 3, "whole numbers")
    Traceback (most recent call last):
    TypeError: sizes is a list of whole numbers; got 3
    """
    try:
        # NumPy's arrays without dimensions only claim that they can be gone through.
        items = iter(values)
    except TypeError:
        raise TypeError(f"{name} is a list of {what}; got {shown(values)}") from None
    return list(items)


def check_kind(name: str, value: object, kind: type, what: str) -> None:
    """Refuse what is not an object of this class."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} is {what}; got {shown(value)}")


def check_width(width: object) -> None:
    """Refuse what is no width of a beam."""
    check_whole("width", width, 1, 2**16)


def whole_number(name: str, value: int, least: int | None = None) -> int:
    """The value as an `int`; an error if it is not a whole number, or less than `least`."""
    try:
        if isinstance(value, bool):
            # It would count as 1 or 0.
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, got {value!r}") from None
    if least is not None and number < least:
        raise UnsupportedError(f"{name} is {least} or more, got {number}; choose a larger one")
    return number


def cell_of(cell: int, cells: int, what: str) -> int:
    """The index of a cell as an `int`; an error if the board, which has so many cells, does not have it."""
    number = whole_number(what, cell)
    if not 0 <= number < cells:
        there = f", but the board has only cells 1 to {cells}; choose one of them"
        raise UnsupportedError(f"{what} is ", Cell(number), there)
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
