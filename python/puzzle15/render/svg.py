"""A board as SVG: a picture that stands alone, as a file, in a page or in a notebook."""

from __future__ import annotations

import os

from puzzle15._core import Board
from puzzle15._support.files import write_bytes
from puzzle15.goals import GoalLike, resolve
from puzzle15.render.drawing import NOTEBOOK_CELLS, SIDE, Drawing, check_cells

__all__ = ["board_svg", "notebook_svg"]


def board_svg(
    board: Board,
    path: str | os.PathLike[str] | None = None,
    goal: GoalLike | None = None,
    colours: str = "row",
) -> str:
    """A picture of a board, also written to a file if there is a path; `Board.to_svg` calls this.

    >>> board_svg(Board("1 2/0 3")).count('role="img"')
    4
    """
    check_cells(board)
    target = resolve(goal, board)
    board.manhattan(target)  # Raises an error if the goal has other tiles, or another shape.
    picture = _picture(board, Drawing(target, colours, extra=board.to_text()))
    if path is not None:
        write_bytes(path, picture.encode())
    return picture


def notebook_svg(board: Board) -> str | None:
    """The picture that a notebook shows, or None if the board is too large for one.

    >>> notebook_svg(Board("1 2/0 3")) == board_svg(Board("1 2/0 3"))
    True
    """
    return board_svg(board) if len(board) <= NOTEBOOK_CELLS else None


def _picture(board: Board, drawing: Drawing) -> str:
    parts, count = [], 0
    for cell, tile in enumerate(board):
        home = drawing.homes[tile] == cell
        label = _words(tile, cell, board.cols, home)
        if tile:
            parts.append(drawing.tile(tile, cell, home, label))
            count += home
        else:
            parts.append(_blank(drawing, cell, label))
    # A group, not an image: what is inside an image is not read aloud.
    title = f"{board.rows} × {board.cols} board, {count} of {len(board) - 1} tiles at home"
    rows = ("row {}: {}".format(n, " ".join(str(t or "blank") for t in row)) for n, row in _rows(board))
    head = f"<title>{title}</title><desc>{'; '.join(rows)}</desc>"
    return drawing.page(f'role="group" aria-label="{title}"', head, "".join(parts))


def _rows(board: Board) -> enumerate[list[int]]:
    return enumerate(board.to_list(), start=1)


def _blank(drawing: Drawing, cell: int, label: str) -> str:
    """The blank: nothing to see, but something for a screen reader."""
    x, y = drawing.place(cell)
    rect = f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill-opacity="0"/>'
    return f'<g role="img"><title>{label}</title>{rect}</g>'


def _words(tile: int, cell: int, cols: int, home: bool) -> str:
    """What a tile is and where, for people who do not see it; rows and columns count from 1."""
    row, col = divmod(cell, cols)
    name = f"tile {tile}" if tile else "blank"
    return f"{name}, row {row + 1}, column {col + 1}{', home' if home else ''}"
