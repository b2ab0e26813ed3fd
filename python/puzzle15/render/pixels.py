"""Boards as Pillow images of few colours, made from tiles that are drawn once each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice

from PIL import Image, ImageDraw, ImageFont

from puzzle15._core import Board
from puzzle15._support.checks import check_whole
from puzzle15.errors import Remedy, UnsupportedError
from puzzle15.render.colours import PALETTE, TRAY, Shade
from puzzle15.render.drawing import GAP, PAD, SIDE, Drawing
from puzzle15.render.solution_like import SolutionLike

__all__ = ["Pixels"]

_FINE = 4  # Tiles are drawn so many times as large, and then made smaller.
_WIDTH, _LEAST, _MOST = 640, 14, 56  # A board is about so wide, with tiles that are not too small or large.
_SMALLEST, _LARGEST = 8, 200  # The bounds of `side`.
_EDGE = 65_535  # The longest edge that the format can have.
_AREA = 2 * 10**7  # As many pixels are still drawn quickly.


class Pixels:
    """How the tiles of a goal are drawn; `side` is that of a tile in pixels.

    >>> pixels = Pixels(Board("1 2/3 0"), side=20)
    >>> pixels.board(Board("1 2/0 3")).size, pixels.empty((10, 20)).size
    ((48, 48), (10, 20))
    >>> pixels.place(3), pixels.at_home(3, 2), pixels.sprite(3, True).size
    ((25, 25), True, (20, 20))
    """

    def __init__(
        self, goal: Board, colours: str = "row", solution: SolutionLike | None = None, side: int | None = None
    ) -> None:
        """Choose sizes and make the palette."""
        check_whole("side", side, _SMALLEST, _LARGEST)
        self._drawing = Drawing(goal, colours, solution)
        rows, cols = goal.shape
        self.side = int(side or max(_LEAST, min(_MOST, _WIDTH // max(rows, cols))))
        self._gap, self._pad = _margins(self.side)
        self.step = self.side + self._gap
        self.size = _size(rows, cols, self.side)
        if not _fits(self.size):
            smaller = (n for n in range(self.side - 1, _SMALLEST - 1, -1) if _fits(_size(rows, cols, n)))
            remedies = [Remedy("smaller_side", str(n)) for n in islice(smaller, 1)] + [Remedy("save_page")]
            text = f"a picture of {self.size[0]:,} × {self.size[1]:,} is too large"
            raise UnsupportedError(text, remedies=remedies)
        self._palette = _palette(sorted({(group, home) for group in self._drawing.groups for home in (0, 1)}))
        self.sprite = cache(self._sprite)

    def place(self, cell: int) -> tuple[int, int]:
        """The upper left corner of a cell."""
        row, col = divmod(cell, self._drawing.cols)
        return self._pad + col * self.step, self._pad + row * self.step

    def at_home(self, tile: int, cell: int) -> bool:
        """Whether this is the tile's home."""
        return self._drawing.homes[tile] == cell

    def board(self, board: Board) -> Image.Image:
        """The whole board."""
        image = self.empty(self.size)
        for cell, tile in enumerate(board):
            if tile:
                image.paste(self.sprite(tile, self.at_home(tile, cell)), self.place(cell))
        return image

    def empty(self, size: tuple[int, ...]) -> Image.Image:
        """A piece of the tray."""
        image = Image.new("P", (size[0], size[1]), 0)
        image.putpalette(self._palette.getpalette() or [])
        return image

    def _sprite(self, tile: int, home: bool) -> Image.Image:
        shade = _shade(self._drawing.group(tile), home)
        large = self.side * _FINE
        image = Image.new("RGB", (large, large), TRAY.light.fill)
        draw = ImageDraw.Draw(image)
        line = max(1, round(1.5 * large / SIDE))
        draw.rounded_rectangle(
            (0, 0, large - 1, large - 1), 8 * large // SIDE, fill=shade.fill, outline=shade.edge, width=line
        )
        font = ImageFont.load_default(self._drawing.font_of(tile) * large / SIDE)
        centre = large / 2
        draw.text((centre, centre), str(tile), shade.ink, font, "mm", stroke_width=large // 100)
        small = image.resize((self.side, self.side), Image.Resampling.BOX)
        return small.quantize(palette=self._palette, dither=Image.Dither.NONE)


def _margins(side: int) -> tuple[int, int]:
    """The gap between tiles of this side, and the margin around them."""
    return max(1, round(side * GAP / SIDE)), max(1, round(side * PAD / SIDE))


def _size(rows: int, cols: int, side: int) -> tuple[int, int]:
    """Width and height of a board."""
    gap, pad = _margins(side)
    return 2 * pad + cols * (side + gap) - gap, 2 * pad + rows * (side + gap) - gap


def _fits(size: tuple[int, int]) -> bool:
    return max(size) <= _EDGE and size[0] * size[1] <= _AREA


def _palette(keys: Sequence[tuple[int, int]]) -> Image.Image:
    """The colour of the tray first, then all that tiles need, with steps between those that meet."""
    tray = TRAY.light.fill
    colours = [_rgb(tray)]
    for group, home in keys:
        shade = _shade(group, bool(home))
        colours += _ramp(tray, shade.edge, 3) + _ramp(shade.edge, shade.fill, 3)
        colours += _ramp(shade.fill, shade.ink, 7)
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in dict.fromkeys(colours) for part in colour])
    return image


def _ramp(one: str, two: str, steps: int) -> list[tuple[int, ...]]:
    """Colours from the first, which is left out, to the second in so many steps."""
    ends = list(zip(_rgb(one), _rgb(two), strict=True))
    return [tuple(round(a + (b - a) * n / steps) for a, b in ends) for n in range(1, steps + 1)]


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def _shade(group: int, home: bool) -> Shade:
    return (PALETTE[group].home if home else PALETTE[group].away).light
