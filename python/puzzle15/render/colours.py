"""The colours of tiles: which tiles are alike, and how they look at home and away, on light and on dark.

A tile at home has its full colour, one that is away a pale one, so progress is seen. Every number has a
contrast of at least 4.5 to 1 with its tile, as the accessibility guidelines (WCAG 2, level AA) ask for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puzzle15._core import Board
from puzzle15.errors import UnsupportedError

__all__ = ["COLOURS", "PALETTE", "TRAY", "Colour", "Shade", "check_colours", "colour_groups", "stage_group"]

COLOURS = ("row", "column", "stage", "none")
"""What the colour of a tile can tell: its home's row, its home's column, the stage it comes home in, nothing."""


class Shade(NamedTuple):
    """A tile's fill, the ink of its number and the edge around it.

    >>> PALETTE[0].home.light
    Shade(fill='#c2410c', ink='#ffffff', edge='#c2410c')
    """

    fill: str
    ink: str
    edge: str


class Modes(NamedTuple):
    """The same thing on a light and on a dark page."""

    light: Shade
    dark: Shade


class Colour(NamedTuple):
    """A colour of tiles, at home and away.

    >>> PALETTE[0].away.light.ink
    '#ab390b'
    """

    home: Modes
    away: Modes


def _mix(colour: str, other: str, part: float) -> str:
    """The first colour with a part of the other."""
    pairs = ((int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(one + (two - one) * part):02x}" for one, two in pairs)


def _colour(base: str) -> Colour:
    bright, ink, soft = _mix(base, "#ffffff", 0.42), _mix(base, "#000000", 0.12), _mix(base, "#ffffff", 0.62)
    return Colour(
        Modes(Shade(base, "#ffffff", base), Shade(bright, "#0b1220", bright)),
        Modes(
            Shade(_mix(base, "#ffffff", 0.84), ink, _mix(base, "#ffffff", 0.45)),
            Shade(_mix(base, "#0f172a", 0.72), soft, _mix(soft, "#0f172a", 0.6)),
        ),
    )


_BASES = "#c2410c #0f766e #3730a3 #9a6700 #be185d #0369a1 #4d7c0f #7e22ce".split()
PALETTE = tuple(_colour(base) for base in [*_BASES, "#334155"])
"""Eight colours, which rows or columns take in turn, and a grey one for all tiles alike."""

TRAY = Modes(Shade("#e2e8f0", "#334155", "#cbd5e1"), Shade("#1e293b", "#cbd5e1", "#334155"))
"""What tiles lie in."""

_GREY = len(_BASES)
_ROW, _COLUMN, _REST = 0, 1, 2


def check_colours(colours: str) -> None:
    """Refuse what is not one of `COLOURS`.

    >>> check_colours("row")
    >>> check_colours("red")
    Traceback (most recent call last):
    puzzle15.errors.UnsupportedError: there are no colours 'red'; choose 'row', 'column', 'stage' or 'none'
    """
    if not isinstance(colours, str):
        raise TypeError(f"colours is one of {', '.join(map(repr, COLOURS))}, got {colours!r}")
    if colours not in COLOURS:
        raise UnsupportedError(
            f"there are no colours {colours!r}; choose 'row', 'column', 'stage' or 'none'"
        )


def colour_groups(goal: Board, colours: str = "row", stages: Sequence[str] = ("row", "column")) -> list[int]:
    """For each cell of the goal, the number of its tile's colour in `PALETTE`.

    By stage, there are three colours: rows, columns, and the rest. `stages` are the names of the stages in
    order, as a solution has them; each row or column is the outer one that is farthest from the blank's home.

    >>> from puzzle15 import goals
    >>> colour_groups(goals.rows(3, 3))
    [0, 0, 0, 1, 1, 1, 2, 2, 2]
    >>> colour_groups(goals.rows(3, 3), "stage")
    [0, 0, 0, 1, 2, 2, 1, 2, 2]
    >>> colour_groups(goals.rows(3, 3), "stage", ["column", "row", "optimal"])
    [1, 0, 0, 1, 2, 2, 1, 2, 2]
    """
    check_colours(colours)
    rows, cols = goal.shape
    if colours == "stage":
        return _by_stage(goal, stages)
    if colours == "none":
        return [_GREY] * len(goal)
    turn = len(_BASES)
    by_row = colours == "row"
    return [(row if by_row else col) % turn for row in range(rows) for col in range(cols)]


def stage_group(name: str) -> int:
    """The number of a stage's colour: one for rows, one for columns, one for all others.

    >>> [stage_group(name) for name in ("row", "column", "3x3", "detour")]
    [0, 1, 2, 2]
    """
    return {"row": _ROW, "column": _COLUMN}.get(name, _REST)


def _by_stage(goal: Board, stages: Sequence[str]) -> list[int]:
    rows, cols = goal.shape
    home = divmod(goal.blank, cols)
    # For both directions, the first line that is left and the one after the last.
    left = [[0, rows], [0, cols]]
    groups = [_REST] * len(goal)
    for name in stages:
        way = stage_group(name)
        if way == _REST or left[way][1] - left[way][0] < 2:
            break
        line = _outer(left[way], home[way])
        for along in range(*left[1 - way]):
            cell = line * cols + along if name == "row" else along * cols + line
            groups[cell] = way
    return groups


def _outer(left: list[int], home: int) -> int:
    """Take the outer line that is farther from the blank's home off what is left."""
    first, after = left
    if home - first >= after - 1 - home:
        left[0] += 1
        return first
    left[1] -= 1
    return after - 1
