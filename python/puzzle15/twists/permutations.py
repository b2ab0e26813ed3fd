"""Permutations of the eight squares round the centre, as cycles and as tuples.

The squares are numbered round the board, as in Schofield's paper:

    1 2 3
    0   4
    7 6 5

A permutation `p` says where pieces go: the piece in square `s` goes to square `p[s]`. A product is read from
left to right, as a path is: first the one, then the other.

>>> permutation("(132)(67)")
(0, 3, 1, 2, 4, 5, 7, 6)
>>> cycles(permutation("(012)(234)"))
'(0 1 3 4 2)'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from operator import index
from typing import TypeAlias

from puzzle15._support.checks import list_of
from puzzle15.errors import PuzzleError

__all__ = [
    "IDENTITY",
    "SYMMETRIES",
    "Permutation",
    "conjugate",
    "cycles",
    "inverse",
    "is_even",
    "permutation",
    "product",
]

Permutation: TypeAlias = tuple[int, ...]
"""Where the piece in each of the squares 0 to 7 goes."""

IDENTITY: Permutation = tuple(range(8))
"""Every piece stays where it is."""

_TURNS = [tuple((square + 2 * turn) % 8 for square in range(8)) for turn in range(4)]

SYMMETRIES: tuple[Permutation, ...] = (
    *_TURNS,
    *(tuple((4 - square) % 8 for square in turn) for turn in _TURNS),
)
"""The eight ways to turn the board, as permutations of its squares.

Four quarter turns clockwise, 0 to 3 of them; then the same followed by a reflection in the vertical axis.
"""


def permutation(what: str | Sequence[int]) -> Permutation:
    """Read a permutation: cycles as text, or where each of the squares 0 to 7 goes.

    Several cycles with squares in common are multiplied from left to right.

    >>> permutation("(012)") == permutation([1, 2, 0, 3, 4, 5, 6, 7])
    True
    >>> permutation("(01)(20)") == permutation("(012)")
    True
    >>> permutation("(018)")
    Traceback (most recent call last):
    puzzle15.errors.PuzzleError: the squares are 0 to 7, each once in a cycle such as (012), got '(018)'
    """
    if isinstance(what, str):
        return product(_cycle(text) for text in _split(what))
    try:
        squares = tuple(index(square) for square in what)
    except TypeError:
        raise TypeError(f"a permutation is text such as '(012)' or eight squares, got {what!r}") from None
    if sorted(squares) != list(range(8)):
        raise PuzzleError(f"a permutation has each of the squares 0 to 7 once, got {list(squares)}")
    return squares


def product(factors: Iterable[str | Sequence[int]]) -> Permutation:
    """The product: one permutation after the other.

    >>> cycles(product(["(12)", "(23)"])), cycles(product("(12)(23)"))
    ('(1 3 2)', '(1 3 2)')
    """
    if isinstance(factors, str):
        return permutation(factors)
    result = IDENTITY
    for factor in map(permutation, list_of("factors", factors, "permutations")):
        result = tuple(factor[square] for square in result)
    return result


def inverse(of: str | Sequence[int]) -> Permutation:
    """The permutation that undoes another.

    >>> cycles(inverse("(012)"))
    '(0 2 1)'
    """
    result = [0] * 8
    for here, there in enumerate(permutation(of)):
        result[there] = here
    return tuple(result)


def conjugate(of: str | Sequence[int], turn: Sequence[int]) -> Permutation:
    """A permutation as it is seen on the turned board, one of `SYMMETRIES`: turn back, permute, turn.

    >>> cycles(conjugate("(012)", SYMMETRIES[1]))     # A, turned clockwise, is B
    '(2 3 4)'
    """
    return product([inverse(turn), of, turn])


def cycles(of: str | Sequence[int]) -> str:
    """The disjoint cycles of a permutation; squares that stay are left out.

    >>> cycles((0, 3, 1, 2, 4, 5, 7, 6)), cycles(IDENTITY)
    ('(1 3 2)(6 7)', '()')
    """
    return (
        "".join(f"({' '.join(map(str, cycle))})" for cycle in _orbits(permutation(of)) if len(cycle) > 1)
        or "()"
    )


def is_even(of: str | Sequence[int]) -> bool:
    """Whether a permutation is a product of an even number of transpositions.

    >>> is_even("(012)"), is_even("(01)")
    (True, False)
    """
    return sum(len(cycle) - 1 for cycle in _orbits(permutation(of))) % 2 == 0


def _orbits(of: Permutation) -> Iterator[list[int]]:
    seen: set[int] = set()
    for begin in range(len(of)):
        cycle = []
        square = begin
        while square not in seen:
            seen.add(square)
            cycle.append(square)
            square = of[square]
        if cycle:
            yield cycle


def _split(text: str) -> list[str]:
    if not re.fullmatch(r"(\s*\([0-7\s,]*\))+\s*", text):
        if re.fullmatch("[A-DW-Z]+", text):
            raise PuzzleError(
                f"{text} is a path of twists; its permutation is TwistPath('{text}').permutation"
            )
        raise PuzzleError(f"the squares are 0 to 7, each once in a cycle such as (012), got {text!r}")
    return re.findall(r"\(([^)]*)\)", text)


def _cycle(text: str) -> Permutation:
    squares = [int(digit) for digit in text if digit.isdigit()]
    if len(set(squares)) < len(squares):
        raise PuzzleError(f"the squares are 0 to 7, each once in a cycle such as (012), got '({text})'")
    result = list(range(8))
    for here, there in zip(squares, squares[1:] + squares[:1], strict=True):
        result[here] = there
    return tuple(result)
