"""A solution as an animated SVG that needs no script, so that it moves as a plain image, too.

Every tile that moves has its own keyframes, two for each of its moves, and two faces, one pale and one in
full colour, which is seen while the tile is at home. So the file grows by about 80 bytes a move. Readers who
prefer less motion see the first board.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from typing import NamedTuple

from puzzle15._core import Board
from puzzle15._support.checks import check_number, shown
from puzzle15._support.files import write_bytes
from puzzle15.errors import Remedy, RemedyKind, UnsupportedError
from puzzle15.render.colours import TRAY
from puzzle15.render.drawing import PAD, Drawing, check_cells
from puzzle15.render.solution_like import SolutionLike

__all__ = ["MAX_MOVES", "Slide", "check_moves", "slides", "solution_svg"]

MAX_MOVES = 2000
"""Longer solutions are not animated: the file would be large, and nobody would see its end."""

_BEGIN, _END = 1.0, 3.0  # Seconds before the first move and after the last.
_PART = 0.8  # The part of a move's time in which the tile is under way.
_BAR = 12  # Units below the board, for the bar that shows how far it is.


class Slide(NamedTuple):
    """One move: the tile, the cell it leaves and the cell it comes to.

    >>> Slide(5, 7, 4)
    Slide(tile=5, old=7, new=4)
    """

    tile: int
    old: int
    new: int


def slides(solution: SolutionLike) -> Iterator[Slide]:
    """The moves one by one.

    >>> from puzzle15 import solve
    >>> list(slides(solve("1 2 3/4 0 6/7 5 8")))
    [Slide(tile=5, old=7, new=4), Slide(tile=8, old=8, new=7)]
    """
    cells = {tile: cell for cell, tile in enumerate(solution.start)}
    blank = solution.start.blank
    for tile in solution.tiles:
        old, new = cells[tile], blank
        cells[tile], blank = new, old
        yield Slide(tile, old, new)


def check_moves(solution: SolutionLike, most: int, kind: str, remedy: RemedyKind = "save_page") -> None:
    """Refuse a solution that cannot be drawn, or is too long for a kind of picture.

    >>> from puzzle15 import random_board, solve
    >>> check_moves(solve(random_board(seed=1)), 20, "a strip")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    puzzle15.errors.UnsupportedError: a strip has at most 20 moves, this solution has ...; to_html() takes it
    """
    if not isinstance(getattr(solution, "start", None), Board):
        raise TypeError(f"solution is a Solution; got {shown(solution)}")
    check_cells(solution.start)
    solution.start.manhattan(solution.goal)  # Raises an error if the goal has other tiles.
    if len(solution) > most:
        raise UnsupportedError(
            f"{kind} has at most {most:,} moves, this solution has {len(solution):,}",
            remedies=[Remedy(remedy)],
        )


def solution_svg(
    solution: SolutionLike,
    path: str | os.PathLike[str] | None = None,
    *,
    colours: str = "row",
    seconds: float = 0.4,
) -> str:
    """An animated picture, also written to a file if there is a path; `Solution.to_svg` calls this.

    >>> from puzzle15 import solve
    >>> solution_svg(solve("1 2 3/4 0 6/7 5 8")).count("@keyframes")
    5
    """
    check_number("seconds", seconds, 0.01, 60)
    check_moves(solution, MAX_MOVES, "an animated SVG")
    extra = solution.start.to_text(), solution.moves, float(seconds)
    drawing = Drawing(solution.goal, colours, solution, extra)
    picture = _picture(solution, drawing, _Clock(len(solution), float(seconds)))
    if path is not None:
        write_bytes(path, picture.encode())
    return picture


class _Clock(NamedTuple):
    """When the moves begin and end, in percent of the whole time."""

    moves: int
    seconds: float

    @property
    def total(self) -> float:
        return _BEGIN + self.moves * self.seconds + _END

    def percent(self, move: float) -> str:
        part = 100 * (_BEGIN + move * self.seconds) / self.total
        return f"{part:.4f}".rstrip("0").rstrip(".") + "%"


class _Stay(NamedTuple):
    """A tile in a cell, from one time to another."""

    cell: int
    begin: str
    end: str


def _stays(solution: SolutionLike, clock: _Clock) -> dict[int, list[_Stay]]:
    """Where each tile is, and how long."""
    stays = {tile: [_Stay(cell, "0%", "100%")] for cell, tile in enumerate(solution.start) if tile}
    for number, slide in enumerate(slides(solution)):
        here = stays[slide.tile]
        here[-1] = here[-1]._replace(end=clock.percent(number))
        here.append(_Stay(slide.new, clock.percent(number + _PART), "100%"))
    return stays


def _picture(solution: SolutionLike, drawing: Drawing, clock: _Clock) -> str:
    parts, frames = [], []
    for tile, stays in _stays(solution, clock).items():
        home, first = drawing.homes[tile], stays[0].cell
        if len(stays) == 1:
            parts.append(drawing.tile(tile, first, first == home))
            continue
        faces = drawing.tile(tile, first, False) + (
            f'<g class="{drawing.prefix}f{tile}" opacity="{int(first == home)}">'
            f"{drawing.tile(tile, first, True)}</g>"
        )
        parts.append(f'<g class="{drawing.prefix}t{tile}">{faces}</g>')
        frames.append(_frames(f"{drawing.prefix}t{tile}", _shifts(stays, drawing)))
        frames.append(_frames(f"{drawing.prefix}f{tile}", _looks(stays, home)))
    bar, moved = _bar(drawing, clock)
    words = f"A {drawing.rows} × {drawing.cols} puzzle solved in {clock.moves} move{'s' * (clock.moves != 1)}"
    moves = "; ".join(f"{stage.name}: {stage.moves}" for stage in solution.stages)
    head = f"<title>{words}</title><desc>The blank goes {escape(moves or 'nowhere')}</desc>"
    styles = _timing(drawing.prefix, clock) + "".join(frames) + moved
    body = "".join(parts) + bar
    return drawing.page(f'role="img" aria-label="{words}"', head, body, styles, more=_BAR)


def _timing(prefix: str, clock: _Clock) -> str:
    """What all animations have in common."""
    return (
        f".{prefix} g{{animation-duration:{clock.total:g}s;animation-timing-function:ease-in-out;"
        f"animation-iteration-count:infinite}}"
        f"@media (prefers-reduced-motion:reduce){{.{prefix} g{{animation-name:none!important}}}}"
    )


def _frames(name: str, steps: Iterable[tuple[str, str]]) -> str:
    body = "".join(f"{when}{{{what}}}" for when, what in steps)
    return f".{name}{{animation-name:{name}}}@keyframes {name}{{{body}}}"


def _shifts(stays: list[_Stay], drawing: Drawing) -> Iterator[tuple[str, str]]:
    """How far the tile is from its first cell, and when."""
    left, top = drawing.place(stays[0].cell)
    for stay in stays:
        x, y = drawing.place(stay.cell)
        yield f"{stay.begin},{stay.end}", f"transform:translate({x - left}px,{y - top}px)"


def _looks(stays: list[_Stay], home: int) -> Iterator[tuple[str, str]]:
    """When the tile has its full colour."""
    for at_home, run in groupby(stays, key=lambda stay: stay.cell == home):
        both = list(run)
        yield f"{both[0].begin},{both[-1].end}", f"opacity:{int(at_home)}"


def _bar(drawing: Drawing, clock: _Clock) -> tuple[str, str]:
    """A bar under the board that grows with the moves, and its style."""
    prefix, size = drawing.prefix, f'width="{drawing.width - 2 * PAD}" height="4" rx="2"'
    grown = f'<rect {size} fill="{TRAY.light.ink}"/>'
    bar = (
        f'<g class="{prefix}track" transform="translate({PAD} {drawing.height - 1})">'
        f'<rect {size} fill="{TRAY.light.edge}"/>'
        f'<g class="{prefix}bar" transform="scale(0 1)">{grown}</g></g>'
    )
    begin, end = clock.percent(0), clock.percent(clock.moves)
    steps = [(f"0%,{begin}", "transform:scaleX(0)"), (f"{end},100%", "transform:scaleX(1)")]
    return bar, (
        f"{_frames(f'{prefix}bar', steps)}.{prefix} .{prefix}bar{{animation-timing-function:linear}}"
        f"@media (prefers-color-scheme:dark){{.{prefix}track rect{{fill:{TRAY.dark.edge}}}"
        f".{prefix}bar.{prefix}bar rect{{fill:{TRAY.dark.ink}}}}}"
    )
