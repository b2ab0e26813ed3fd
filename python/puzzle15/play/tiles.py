"""A board as lines of text, in three sizes: tiles three lines high, a grid, or numbers alone.

A tile has the colour of its home row. At home it is filled with that colour, and its frame is heavy, so that
this shows without colours as well.

>>> from puzzle15 import Board
>>> board = Board("1 2 3/4 0 5")
>>> print("\\n".join(picture(board, board.natural_goal, "tall", colour=False)))
┏━━━┓┏━━━┓┏━━━┓
┃ 1 ┃┃ 2 ┃┃ 3 ┃
┗━━━┛┗━━━┛┗━━━┛
┏━━━┓     ╭───╮
┃ 4 ┃     │ 5 │
┗━━━┛     ╰───╯
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from puzzle15._core import Board

__all__ = ["STYLES", "Style", "extent", "paint", "picture"]

Style = Literal["tall", "grid", "plain"]

STYLES: tuple[Style, ...] = ("tall", "grid", "plain")
"""From the largest to the smallest."""

# By home row, over and over; those of the 256 colours that are readable on light and on dark.
_COLOURS = (167, 172, 71, 37, 68, 134, 168, 101)
_BLACK = 16


class _Cell(NamedTuple):
    """What stands in a cell, its home row, and whether this is its home."""

    tile: int
    home: int
    at_home: bool


_Rows: TypeAlias = list[list[_Cell]]
_Painter: TypeAlias = Callable[[_Cell, str], str]


def paint(text: str, *codes: int) -> str:
    """Text with ANSI codes around it.

    >>> paint("puzzle", 1)
    '\\x1b[1mpuzzle\\x1b[0m'
    """
    return f"\x1b[{';'.join(map(str, codes))}m{text}\x1b[0m"


def extent(board: Board, style: Style) -> tuple[int, int]:
    """Columns and lines that the picture takes.

    >>> from puzzle15 import goals
    >>> [extent(goals.rows(4, 4), style) for style in STYLES]
    [(24, 12), (21, 9), (11, 4)]
    """
    rows, cols, digits = board.rows, board.cols, _digits(board)
    if style == "tall":
        return cols * (digits + 4), 3 * rows
    if style == "grid":
        return cols * (digits + 3) + 1, 2 * rows + 1
    return cols * (digits + 1) - 1, rows


def picture(board: Board, goal: Board, style: Style, *, colour: bool, arrow: str = "") -> list[str]:
    """The lines; `arrow` stands in the blank, to show where a tile is to go.

    >>> from puzzle15 import Board
    >>> board = Board("1 2 3/4 0 5")
    >>> for line in picture(board, board.natural_goal, "grid", colour=False, arrow="←"):
    ...     print(line)
    ┌───┬───┬───┐
    │ 1 │ 2 │ 3 │
    ├───┼───┼───┤
    │ 4 │ ← │ 5 │
    └───┴───┴───┘
    >>> picture(board, board.natural_goal, "plain", colour=True)[1]
    '\\x1b[1;38;5;16;48;5;172m4\\x1b[0m   \\x1b[38;5;172m5\\x1b[0m'
    """
    homes = {tile: cell for cell, tile in enumerate(goal)}
    cols = board.cols
    cells = [_Cell(tile, homes[tile] // cols, homes[tile] == cell) for cell, tile in enumerate(board)]
    rows = [cells[i : i + cols] for i in range(0, len(cells), cols)]
    draw = {"tall": _tall, "grid": _grid, "plain": _plain}[style]
    return draw(rows, _digits(board), arrow, _painted if colour else _unpainted)


def _tall(rows: _Rows, digits: int, arrow: str, draw: _Painter) -> list[str]:
    width = digits + 2
    return [
        "".join(draw(cell, _part(cell, part, width, arrow)) for cell in row)
        for row in rows
        for part in range(3)
    ]


def _part(cell: _Cell, part: int, width: int, arrow: str) -> str:
    """One of the three lines of a tile."""
    if not cell.tile:
        return f" {arrow if part == 1 else '':^{width}} "
    left, across, right = ("┏━┓", "┃ ┃", "┗━┛")[part] if cell.at_home else ("╭─╮", "│ │", "╰─╯")[part]
    inside = f"{cell.tile:>{width - 1}} " if part == 1 else across * width
    return left + inside + right


def _grid(rows: _Rows, digits: int, arrow: str, draw: _Painter) -> list[str]:
    bars = ["─" * (digits + 2)] * len(rows[0])
    lines = [f"┌{'┬'.join(bars)}┐"]
    for row in rows:
        cells = (draw(cell, f" {cell.tile or arrow:>{digits}} ") for cell in row)
        lines += [f"│{'│'.join(cells)}│", f"├{'┼'.join(bars)}┤"]
    return [*lines[:-1], f"└{'┴'.join(bars)}┘"]


def _plain(rows: _Rows, digits: int, arrow: str, draw: _Painter) -> list[str]:
    return [" ".join(draw(cell, f"{cell.tile or arrow:>{digits}}") for cell in row) for row in rows]


def _painted(cell: _Cell, text: str) -> str:
    if not cell.tile:
        return paint(text, 1) if text.strip() else text
    colour = _COLOURS[cell.home % len(_COLOURS)]
    return paint(text, 1, 38, 5, _BLACK, 48, 5, colour) if cell.at_home else paint(text, 38, 5, colour)


def _unpainted(_cell: _Cell, text: str) -> str:
    return text


def _digits(board: Board) -> int:
    return len(str(max(board)))
