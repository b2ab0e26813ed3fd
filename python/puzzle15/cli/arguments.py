"""Kinds of arguments, and options that several commands share."""

from __future__ import annotations

import os
import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import _ActionsContainer as Options

__all__ = [
    "METHODS",
    "add_blank",
    "add_goal",
    "add_routes",
    "add_seed",
    "add_size",
    "add_threads",
    "amount",
    "cell",
    "cells",
    "memory",
    "numbers",
    "output_file",
    "shape",
    "whole",
    "words",
]

METHODS = ("auto", "combined", "quick", "optimal", "peel", "greedy", "twists")
"""The methods of `solve`."""

# The most cells that a board can have.
_CELLS = 10**8

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def whole(least: int = 0, most: int = 2**63 - 1) -> Callable[[str], int]:
    """Whole numbers within these bounds; 100_000 and 1e6 are read, too.

    >>> whole()("100_000"), whole()("1e6")
    (100000, 1000000)
    """

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            found = re.fullmatch(r"(\d{1,18})[eE]\+?(\d{1,2})", text)
            value = int(found[1]) * 10 ** int(found[2]) if found else least - 1
        if not least <= value <= most:
            raise ArgumentTypeError(f"expected a whole number from {least} to {most}, got {text!r}")
        return value

    return read


def amount(least: float, most: float = float("inf")) -> Callable[[str], float]:
    """Numbers within these bounds.

    >>> amount(1)("1.5")
    1.5
    """

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            bounds = f"from {least:g} up" if most == float("inf") else f"from {least:g} to {most:g}"
            raise ArgumentTypeError(f"expected a number {bounds}, got {text!r}")
        return value

    return read


def output_file(*endings: str) -> Callable[[str], str]:
    """The name of a file to write; an ending of another kind of file is refused.

    >>> output_file(".svg")("board.svg"), output_file(".svg")("board")
    ('board.svg', 'board')
    """

    def read(text: str) -> str:
        if text == "-":
            raise ArgumentTypeError("expected the name of a file, got '-'")
        ending = os.path.splitext(text)[1].lower()
        if endings and ending in _ENDINGS and ending not in endings:
            raise ArgumentTypeError(f"expected a name that ends with {' or '.join(endings)}, got {text!r}")
        return text

    return read


_ENDINGS = (".csv", ".gif", ".html", ".json", ".png", ".svg", ".txt")


def words(text: str) -> str:
    r"""The text as it is; bytes that are not text, which a shell can pass on, become question marks.

    >>> words("1 2/3 0"), words("\udcff 1 2")
    ('1 2/3 0', '? 1 2')
    """
    return text.encode("utf-8", "replace").decode()


def shape(text: str) -> tuple[int, int]:
    """Rows and columns.

    >>> shape("3x4"), shape("5")
    ((3, 4), (5, 5))
    """
    found = re.fullmatch(r"\s*(\d{1,9})(?:\s*[xX×,* ]\s*(\d{1,9}))?\s*", text)
    if not found or min(pair := (int(found[1]), int(found[2] or found[1]))) < 2:
        raise ArgumentTypeError(f"expected rows and columns, each at least 2, such as 3x4; got {text!r}")
    if pair[0] * pair[1] > _CELLS:
        raise ArgumentTypeError(f"a board has at most {_CELLS:,} cells, got {text!r}")
    return pair


def numbers(text: str) -> tuple[int, ...]:
    """A list of numbers, with ranges.

    >>> numbers("1,2,5-8"), numbers("")
    ((1, 2, 5, 6, 7, 8), ())
    """
    found: list[int] = []
    for part in filter(None, re.split(r"[\s,]+", text)):
        ends = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", part)
        run = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else ()
        if not run:
            raise ArgumentTypeError(f"expected numbers such as 1,2,5-8; got {text!r}")
        found.extend(run)
    return tuple(found)


def cells(text: str) -> tuple[int, ...]:
    """A list of cells, which people count from 1, as indices, which count from 0.

    >>> cells("1,4-6")
    (0, 3, 4, 5)
    """
    found = numbers(text)
    if 0 in found:
        raise ArgumentTypeError(f"cells are counted from 1; got {text!r}")
    return tuple(number - 1 for number in found)


def cell(text: str) -> int:
    """A cell, as its index.

    >>> cell("9")
    8
    """
    found = cells(text)
    if len(found) != 1:
        raise ArgumentTypeError(f"expected a cell, counted from 1; got {text!r}")
    return found[0]


def memory(text: str) -> int:
    """Bytes, with or without a unit.

    >>> memory("500M"), memory("1.5 GB"), memory("4096")
    (500000000, 1500000000, 4096)
    """
    found = re.fullmatch(r"(\d{1,18}(?:\.\d{1,9})?)\s*([KMGT]?)B?", text.strip(), re.IGNORECASE)
    if not found:
        raise ArgumentTypeError(f"expected bytes, such as 500M or 2G; got {text!r}")
    return int(float(found[1]) * _UNITS[found[2].upper()])


def add_blank(parser: Options) -> None:
    """Add `--blank`, for random boards."""
    parser.add_argument(
        "--blank",
        type=cells,
        metavar="LIST",
        help="the blank is in one of these cells, such as 4,8,12,16, counted from 1; in any unless given",
    )


def add_goal(parser: Options, default: str = "1, 2, 3, ... in rows") -> None:
    """Add `--goal`; the help says what it is by default."""
    parser.add_argument(
        "--goal",
        type=words,
        metavar="GOAL",
        help=f"rows, columns, snake, spiral, blank-first, or any board; otherwise {default}",
    )


def add_routes(parser: Options) -> None:
    """Add `--routes`."""
    parser.add_argument(
        "--routes",
        choices=("1995", "2014"),
        default="1995",
        help="of method greedy: ours unless given, or 2014: as in the films of Parberry's program",
    )


def add_seed(parser: Options, boards: str = "boards") -> None:
    """Add `--seed`."""
    parser.add_argument(
        "--seed", type=whole(0, 2**64 - 1), metavar="SEED", help=f"for the same {boards} again"
    )


def add_size(parser: Options, text: str, default: tuple[int, int] | None = None) -> None:
    """Add `--size`."""
    parser.add_argument("--size", type=shape, default=default, metavar="ROWSxCOLS", help=text)


def add_tables(parser: Options) -> None:
    """Add `--tables`."""
    parser.add_argument(
        "--tables",
        choices=("small", "large", "auto"),
        default="small",
        help="of searches: small unless given, large as made by 'tables build', or auto: large if they exist",
    )


def add_threads(parser: Options, text: str = "threads; as many as there are cores unless given") -> None:
    """Add `--threads`."""
    parser.add_argument("--threads", type=whole(1, 256), metavar="N", help=text)
