"""The colours of tiles: which tiles share one, and how they look at home and away, on light and on dark.

A tile at home has its full colour, one that is away a pale one, so progress is visible. Every number has a
contrast of at least 4.5 to 1 with its tile, as the accessibility guidelines (WCAG 2, level AA) demand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from puzzle15._core import Board
from puzzle15.errors import UnsupportedError
from puzzle15.render.solution_like import SolutionLike

__all__ = ["COLOURS", "PALETTE", "TRAY", "Colour", "Shade", "check_colours", "colour_groups", "stage_group"]

COLOURS = ("row", "column", "stage", "none")
"""What the colour of a tile can show: its home row or column, the stage in which it comes home, nothing."""


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
    """The first colour, with a part of the other mixed in."""
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


_BASES = ["#c2410c", "#0f766e", "#3730a3", "#9a6700", "#be185d", "#0369a1", "#4d7c0f", "#7e22ce"]
PALETTE = tuple(_colour(base) for base in [*_BASES, "#334155"])
"""Eight colours, which rows or columns take in turn, and grey, for all tiles alike."""

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
        raise UnsupportedError(f"there are no colours {colours!r}; choose 'row', 'column', 'stage' or 'none'")


def colour_groups(goal: Board, colours: str = "row", solution: SolutionLike | None = None) -> list[int]:
    """For each cell of the goal, the number of its tile's colour in `PALETTE`.

    By stage, there are three colours: for rows, for columns, and for the rest. With a solution these are the
    lines of its stages; without one, the first row and column, from the corner farthest from the blank.

    >>> from puzzle15 import goals, solve
    >>> colour_groups(goals.rows(3, 3))
    [0, 0, 0, 1, 1, 1, 2, 2, 2]
    >>> colour_groups(goals.rows(3, 3), "stage")
    [0, 0, 0, 1, 2, 2, 1, 2, 2]
    >>> colour_groups(goals.rows(3, 3), "stage", solve("1 2 3/4 5 6/7 0 8"))
    [2, 2, 2, 2, 2, 2, 2, 2, 2]
    """
    check_colours(colours)
    rows, cols = goal.shape
    if colours == "stage":
        return _by_stage(goal, ("row", "column")) if solution is None else _by_solution(solution)
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


def _by_solution(solution: SolutionLike) -> list[int]:
    """The line of a stage is an outer one whose tiles do not move any more after it."""
    last = {tile: number for number, tile in enumerate(solution.tiles)}
    tiles, stages = solution.goal.tiles, solution.stages
    ends = list(accumulate(stage.length for stage in stages))

    def settled(stage: int, cells: Sequence[int]) -> bool:
        return all(last.get(tiles[cell], -1) < ends[stage] for cell in cells)

    return _by_stage(solution.goal, [stage.name for stage in stages], settled)


def _by_stage(
    goal: Board,
    names: Sequence[str],
    settled: Callable[[int, Sequence[int]], bool] = lambda _stage, _cells: True,
) -> list[int]:
    """Take lines off the goal, a line for each stage: of the two outer ones, the first that is settled."""
    rest = [list(range(goal.rows)), list(range(goal.cols))]
    home = divmod(goal.blank, goal.cols)
    groups = [_REST] * len(goal)
    for stage, name in enumerate(names):
        axis = stage_group(name)
        if axis == _REST or len(rest[axis]) < 2:
            break
        ends = sorted((rest[axis][0], rest[axis][-1]), key=lambda line: -abs(line - home[axis]))
        lines = {line: _line(axis, line, rest[1 - axis], goal.cols) for line in ends}
        found = next((line for line in ends if settled(stage, lines[line])), None)
        if found is None:
            break
        rest[axis].remove(found)
        for cell in lines[found]:
            groups[cell] = axis
    return groups


def _line(axis: int, line: int, along: Sequence[int], cols: int) -> list[int]:
    """The cells of a row or column that has these places along it."""
    return [line * cols + place if axis == _ROW else place * cols + line for place in along]
