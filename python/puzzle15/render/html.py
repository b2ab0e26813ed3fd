"""A solution as one web page that needs nothing else: the board, with play, pause and step, and its moves.

The page has the first board and the letters of the moves, and makes every board from the one before; so a
solution of two million moves is a page of two megabytes, and any moment of it is there at once. The moves are
listed a page at a time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from html import escape
from typing import Any

from puzzle15._support.files import write_bytes
from puzzle15.render.animation import check_moves
from puzzle15.render.colours import PALETTE, TRAY, colour_groups, stage_group
from puzzle15.render.drawing import NOTEBOOK_CELLS
from puzzle15.render.scripts import SHARED, filled, inlined, read_file
from puzzle15.render.solution_like import SolutionLike

__all__ = ["MAX_MOVES", "notebook_html", "solution_html"]

MAX_MOVES = 5_000_000
"""Longer solutions are not put into a page."""

_NOTEBOOK_MOVES = 20_000
_SHARED = ("rules.js", "words.js", "player.js")


def solution_html(
    solution: SolutionLike, path: str | os.PathLike[str] | None = None, *, colours: str = "row"
) -> str:
    """A page to play a solution, also written to a file if there is a path; `Solution.to_html` calls this.

    >>> from puzzle15 import solve
    >>> page = solution_html(solve("1 2 3/4 0 6/7 5 8"))
    >>> '"moves":"DR"' in page, "http://" in page
    (True, False)
    """
    check_moves(solution, MAX_MOVES, "a page", "shorter_solution")
    title = _title(solution)
    parts = {
        "title": escape(title),
        "heading": escape(title),
        "summary": escape(_summary(solution)),
        "text": escape(str(solution)),
        "data": _safe_json(_data(solution, colours)),
        "shared": inlined(*(_file(SHARED, name) for name in _SHARED), _file("listing.js")),
        "script": inlined(_file("player-page.js")),
        "style": filled(_file("player.css"), _styles()),
    }
    page = filled(_file("player.html"), parts)
    if path is not None:
        write_bytes(path, page.encode())
    return page


def notebook_html(solution: SolutionLike) -> str | None:
    """The page in a frame, for a notebook, or None if the solution is too large for that.

    The page in it can run its script and nothing else: it reaches neither the notebook nor the network.

    >>> from puzzle15 import solve
    >>> notebook_html(solve("1 2 3/4 0 6/7 5 8"))[:40]
    '<iframe sandbox="allow-scripts" title="2'
    """
    if len(solution) > _NOTEBOOK_MOVES or len(solution.start) > NOTEBOOK_CELLS:
        return None
    rows, cols = solution.start.shape
    # As wide as the style sheet makes the board, with what is above and below it.
    height = 520 if rows <= cols <= 14 else 780 if cols <= 14 else 900
    return (
        f'<iframe sandbox="allow-scripts" title="{escape(_title(solution))}" '
        f'style="width:100%;max-width:62rem;height:{height}px;border:0" '
        f'srcdoc="{escape(solution_html(solution))}"></iframe>'
    )


def _title(solution: SolutionLike) -> str:
    rows, cols = solution.start.shape
    count = len(solution)
    return f"{count:,} move{'s' * (count != 1)} for a {rows} × {cols} board"


def _summary(solution: SolutionLike) -> str:
    """How it was found, and its stages."""
    stages = [f"{stage.name} {stage.length:,}" for stage in solution.stages]
    if len(stages) < 2:
        return solution.how
    more = f", … {len(stages) - 6} more" if len(stages) > 6 else ""
    return f"{solution.how}: {', '.join(stages[:6])}{more}"


def _data(solution: SolutionLike, colours: str) -> dict[str, Any]:
    """What the script needs."""
    solution.tiles  # noqa: B018, raises an error if the moves do not fit the board
    names = [stage.name for stage in solution.stages] or [solution.method]
    lengths = [stage.length for stage in solution.stages] or [len(solution)]
    return {
        "cols": solution.start.cols,
        "start": list(solution.start),
        "goal": list(solution.goal),
        "moves": solution.moves.upper(),
        "stages": list(zip(names, lengths, strict=True)),
        "parts": [stage_group(name) for name in names],
        "groups": colour_groups(solution.goal, colours, solution),
        "digits": min(4, len(str(max(solution.goal)))),
    }


def _safe_json(data: object) -> str:
    """JSON that cannot end the element it stands in."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _styles() -> dict[str, str]:
    return {
        "tray": TRAY.light.fill,
        "dark_tray": TRAY.dark.fill,
        "tiles": "\n".join(_rules(dark=False)),
        "dark_tiles": "\n".join(_rules(dark=True)),
    }


def _rules(dark: bool) -> Iterator[str]:
    """For each colour, the rules for tiles at home and away, for stages, and for their names."""
    for group, colour in enumerate(PALETTE):
        for name, modes in (("h", colour.home), ("a", colour.away)):
            shade = modes[dark]
            yield f".{name}{group} {{ --fill: {shade.fill}; --number: {shade.ink}; --edge: {shade.edge}; }}"
        yield f".s{group} {{ --part: {colour.home[dark].fill}; --word: {colour.away[dark].ink}; }}"


def _file(*names: str) -> str:
    return read_file("puzzle15.render", *names)
