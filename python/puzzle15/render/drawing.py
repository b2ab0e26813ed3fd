"""What all pictures of a board have in common: places, sizes, colours, and the parts of an SVG.

Colours for a light page are attributes, those for a dark one are in a style block that asks for the reader's
preference; so a picture is also right where styles are not understood. There are no ids, and class names
begin with a hash of what is drawn, so that many pictures can stand on one page.
"""

from __future__ import annotations

import hashlib

from puzzle15._core import Board
from puzzle15._support.checks import check_kind
from puzzle15.errors import UnsupportedError
from puzzle15.render.colours import PALETTE, TRAY, Modes, colour_groups
from puzzle15.render.solution_like import SolutionLike

__all__ = ["GAP", "MAX_CELLS", "NOTEBOOK_CELLS", "PAD", "SIDE", "Drawing", "check_cells"]

MAX_CELLS = 10_000
"""Larger boards are not drawn."""

NOTEBOOK_CELLS = 2500
"""Larger boards are shown as text in notebooks, which keep every picture."""

SIDE, GAP, PAD = 52, 4, 8
"""Units: the side of a tile, the gap between two, and the margin around all of them."""

_WIDEST = 720
_FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"


def check_cells(board: Board) -> None:
    """Refuse to draw boards that nobody could look at.

    >>> from puzzle15 import goals
    >>> check_cells(goals.rows(200, 200))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    puzzle15.errors.UnsupportedError: a picture has at most 10,000 cells, this board has 200 × 200; ...
    """
    check_kind("board", board, Board, "a Board")
    if len(board) > MAX_CELLS:
        raise UnsupportedError(
            f"a picture has at most {MAX_CELLS:,} cells, this board has {board.rows} × {board.cols}; "
            "print it instead"
        )


class Drawing:
    """How the tiles of a goal are drawn; `extra` tells two drawings of the same goal apart.

    `homes` has the home of each tile, `groups` the number of its colour by home.

    >>> drawing = Drawing(Board("1 2/3 0"), "row")
    >>> drawing.width, drawing.height, drawing.place(3), drawing.homes[3]
    (124, 124, (64, 64), 2)
    >>> drawing.group(3), drawing.font_of(3)
    (1, 22)
    >>> drawing.tile(3, 0, home=False).endswith(">3</text></g>")
    True
    >>> drawing.page('role="img"', "<title>nothing</title>", "").count("<rect")
    1
    """

    def __init__(
        self, goal: Board, colours: str, solution: SolutionLike | None = None, extra: object = None
    ) -> None:
        """Find homes, colours and the size of numbers."""
        check_cells(goal)
        self.rows, self.cols = goal.shape
        self.groups = colour_groups(goal, colours, solution)
        self.homes = {tile: cell for cell, tile in enumerate(goal)}
        what = repr((goal.to_text(), colours, extra))
        self.prefix = "p" + hashlib.sha256(what.encode()).hexdigest()[:8]
        self.font = _font(min(4, len(str(max(goal)))))
        self._used: set[tuple[int, bool]] = set()

    @property
    def width(self) -> int:
        """Units from left to right."""
        return 2 * PAD + self.cols * (SIDE + GAP) - GAP

    @property
    def height(self) -> int:
        """Units from top to bottom."""
        return 2 * PAD + self.rows * (SIDE + GAP) - GAP

    def place(self, cell: int) -> tuple[int, int]:
        """The upper left corner of a cell."""
        row, col = divmod(cell, self.cols)
        return PAD + col * (SIDE + GAP), PAD + row * (SIDE + GAP)

    def group(self, tile: int) -> int:
        """The number of a tile's colour."""
        return self.groups[self.homes[tile]]

    def font_of(self, tile: int) -> int:
        """The font size of a tile's number: the same for all but those of more than four digits."""
        return min(self.font, _font(len(str(tile))))

    def tile(self, tile: int, cell: int, home: bool, label: str = "") -> str:
        """A tile in a cell, in the colours of home or away; a label makes it an image for screen readers."""
        key = self.group(tile), home
        self._used.add(key)
        shade = _modes(*key).light
        x, y = self.place(cell)
        role, title = (' role="img"', f"<title>{label}</title>") if label else ("", "")
        font = self.font_of(tile)
        size = f' font-size="{font}"' if font < self.font else ""
        return (
            f'<g class="{self.prefix}{_name(*key)}" fill="{shade.ink}"{role}>{title}'
            f'<rect x="{x + 0.75}" y="{y + 0.75}" width="{SIDE - 1.5}" height="{SIDE - 1.5}" rx="8" '
            f'fill="{shade.fill}" stroke="{shade.edge}" stroke-width="1.5"/>'
            f'<text x="{x + SIDE // 2}" y="{y + SIDE / 2 + 0.36 * font:.1f}"{size}>{tile}</text></g>'
        )

    def page(self, attributes: str, head: str, body: str, styles: str = "", more: int = 0) -> str:
        """The whole picture: a tray with the body on it, and room for `more` units below.

        The styles of the tiles that were drawn are added to `styles`.
        """
        width, height = self.width, self.height + more
        scale = min(1.0, _WIDEST / max(width, height))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{self.prefix}" viewBox="0 0 {width} {height}" '
            f'width="{width * scale:.0f}" height="{height * scale:.0f}" style="max-width:100%;height:auto" '
            f'font-family="{_FONT}" font-size="{self.font}" font-weight="600" text-anchor="middle" '
            f"{attributes}>{head}<style>{self._dark()}{styles}</style>"
            f'<rect width="{width}" height="{height}" rx="12" fill="{TRAY.light.fill}"/>{body}</svg>\n'
        )

    def _dark(self) -> str:
        """The colours for a dark page."""
        rules = [f".{self.prefix}>rect{{fill:{TRAY.dark.fill}}}"]
        for key in sorted(self._used):
            shade, name = _modes(*key).dark, f".{self.prefix}{_name(*key)}"
            rules.append(f"{name}{{fill:{shade.ink}}}{name} rect{{fill:{shade.fill};stroke:{shade.edge}}}")
        return f"@media (prefers-color-scheme:dark){{{''.join(rules)}}}"


def _font(digits: int) -> int:
    """The size at which so many digits, each 0.56 of it wide, fit a tile."""
    return min(22, int(0.8 * SIDE / (0.56 * digits)))


def _modes(group: int, home: bool) -> Modes:
    return PALETTE[group].home if home else PALETTE[group].away


def _name(group: int, home: bool) -> str:
    return f"{'h' if home else 'a'}{group}"
