"""How boards are scrambled: fairly, by a walk of the blank, or at an exact depth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from puzzle15._core import Scramble
from puzzle15._support.checks import check_count
from puzzle15.errors import Option, UnsupportedError

__all__ = ["Reach", "Scramble", "scramble_of"]

Reach: TypeAlias = int | Sequence[int] | None
"""A number of moves, or the least and the most."""


def scramble_of(scramble: Reach, depth: Reach, least: int = 1) -> Scramble | None:
    """How boards are scrambled: fairly (None), by a walk, or at an exact depth.

    >>> scramble_of(None, None), scramble_of(20, None)
    (None, Scramble(kind='walk', least=20, most=20))
    >>> scramble_of(None, (1, 10))
    Scramble(kind='depth', least=1, most=10)
    """
    if scramble is not None and depth is not None:
        raise UnsupportedError(
            "give ",
            Option("scramble"),
            " (a random walk) or ",
            Option("depth"),
            " (an exact distance), not both",
        )
    kind, name, reach = ("walk", "scramble", scramble) if depth is None else ("depth", "depth", depth)
    if reach is None:
        return None
    ends = list(reach) if isinstance(reach, Sequence) and not isinstance(reach, str) else [reach, reach]
    if len(ends) != 2:
        raise UnsupportedError(Option(name), f" is a number of moves, or (least, most); got {reach!r}")
    for end in ends:
        check_count(name, end, least, 2**32 - 1)
    return Scramble(kind=kind, least=int(ends[0]), most=int(ends[1]))
