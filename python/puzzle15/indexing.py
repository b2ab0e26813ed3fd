"""Boards as numbers: the index of Karlemo and Östergård, and Parberry's hexadecimal code.

**The index.** The tiles are read row by row, the blank as the largest number. `a` ranks the first n - 3 of
them, `b` is the place of the largest of the last three, and I = 3a + b runs from 0 to n!/2 - 1: the order of
the other two follows from the rest, since only one of the two orders can be solved.

>>> from puzzle15.indexing import paper_board, paper_index
>>> paper_index("1 2 3/4 5 6/7 8 0")
2
>>> paper_board(2, 3, 3)
Board('1 2 3/4 5 6/7 8 0')

**The code.** A hexadecimal digit for each cell, row by row: tile i is the digit i - 1, and the blank is the
last one (8 on nine cells, F on sixteen). Where only some tiles are told apart, all others have the smallest
digit that none of these has. `int(code, 16)` fits into 64 bits.

>>> from puzzle15.indexing import hex_board, hex_code
>>> hex_code("1 2 3/4 5 6/7 8 0")
'0x012345678'
>>> hex_board("0x012345678", 3, 3)
Board('1 2 3/4 5 6/7 8 0')
>>> hex_code("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", tiles=[1, 2, 3, 4])
'0x012344444444444F'
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterable

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15._support.checks import list_of, whole_number
from puzzle15.errors import InvalidBoardError, UnsupportedError
from puzzle15.typing import BoardLike, as_board

__all__ = ["hex_board", "hex_code", "hex_tiles", "paper_board", "paper_index"]

MOST_HEX_CELLS = 16
"""A cell for each hexadecimal digit."""


def paper_index(board: BoardLike) -> int:
    """The index of a solvable board of at most 20 cells, with tiles 1, 2, 3, ...

    >>> paper_index("8 6 7/2 5 4/3 0 1")
    155623
    """
    return _core.paper_rank(as_board(board))


def paper_board(index: int, rows: int, cols: int) -> Board:
    """The board with this index.

    >>> paper_board(155623, 3, 3)
    Board('8 6 7/2 5 4/3 0 1')
    """
    number = whole_number("index", index)
    if not (0 <= whole_number("rows", rows) < 100 and 0 <= whole_number("cols", cols) < 100):
        raise UnsupportedError(f"the index is for boards of 2×2 to 20 cells, got {rows}×{cols}")
    if not 0 <= number < 2**64:
        raise UnsupportedError(f"an index is at least 0 and fits into 64 bits, got {index}")
    return _core.paper_unrank(number, rows, cols)


def hex_code(board: BoardLike, *, tiles: Iterable[int] | None = None) -> str:
    """The hexadecimal code of a board of at most 16 cells, with tiles 1, 2, 3, ...; solvable or not.

    With `tiles` only these are told apart, as in the stages of Parberry's report: 1 to 4 in the first, and
    also 5, 9 and 13 in the second.

    >>> hex_code("1 2 3/4 5 0/7 8 6")
    '0x012348675'
    >>> hex_code("1 2 3 4/5 0 6 7/9 10 11 8/13 14 15 12", tiles=[1, 2, 3, 4, 5, 9, 13])
    '0x01234F558555C555'
    """
    start = as_board(board)
    cells = _hex_cells(start.rows, start.cols)
    if set(start.tiles) != set(range(cells)):
        raise UnsupportedError(f"the code is for tiles 1 to {cells - 1} and 0 for the blank, got {start!r}")
    named = range(1, cells) if tiles is None else list_of("tiles", tiles, "tiles")
    told = {whole_number("a tile", tile) for tile in named}
    if wrong := sorted(told - set(range(1, cells))):
        raise UnsupportedError(f"tiles of this board are 1 to {cells - 1}, got {wrong[0]}")
    return code_of(tuple(tile if tile == 0 or tile in told else None for tile in start.tiles))


def code_of(tiles: tuple[int | None, ...]) -> str:
    """The code of what stands in each cell: 0 is the blank, None a tile that is not told apart."""
    return "0x" + "".join(f"{digit:X}" for digit in _digits(tiles))


def _digits(tiles: tuple[int | None, ...]) -> list[int]:
    blank = len(tiles) - 1
    # Where every tile is told apart no digit is left, and none is needed.
    alike = min(set(range(blank)) - {tile - 1 for tile in tiles if tile}, default=blank)
    return [blank if tile == 0 else alike if tile is None else tile - 1 for tile in tiles]


def hex_tiles(code: str | int, rows: int, cols: int) -> tuple[int | None, ...]:
    """The tile in each cell, row by row: 0 is the blank, and None a tile that is not told apart.

    The code is text, with or without `0x`, or a number. Codes that `hex_code` does not write are refused.

    >>> hex_tiles("0x0123F44444444444", 4, 4)[:6]
    (1, 2, 3, 4, 0, None)
    >>> hex_tiles("0x0123456789", 3, 3)
    Traceback (most recent call last):
    puzzle15.errors.InvalidBoardError: a code of 3×3 cells has 9 hexadecimal digits, '0x0123456789' has 10
    """
    cells = _hex_cells(whole_number("rows", rows), whole_number("cols", cols))
    digits = _read(code, cells, f"{rows}×{cols}")
    blank, counts = cells - 1, Counter(digits)
    if max(digits) > blank or counts[blank] != 1:
        raise InvalidBoardError(
            f"a code of {rows}×{cols} cells has the digit {blank:X} once, for the blank, and none above it; "
            f"got {_shown(code)}",
        )
    repeated = {digit for digit, count in counts.items() if count > 1}
    tiles = tuple(0 if digit == blank else None if digit in repeated else digit + 1 for digit in digits)
    if _digits(tiles) != digits:
        raise InvalidBoardError(
            "tiles that are not told apart all have the smallest digit that no other tile has; "
            f"got {_shown(code)}, in which {' and '.join(f'{digit:X}' for digit in sorted(repeated))} "
            f"{'is' if len(repeated) == 1 else 'are'} repeated",
        )
    return tiles


def hex_board(code: str | int, rows: int, cols: int) -> Board:
    """The board with this code; every tile is told apart.

    >>> hex_board("0x012348675", 3, 3)
    Board('1 2 3/4 5 0/7 8 6')
    >>> hex_board(0x012348675, 3, 3) == hex_board("012348675", 3, 3)
    True
    """
    tiles = [tile for tile in hex_tiles(code, rows, cols) if tile is not None]
    if len(tiles) < operator.index(rows) * operator.index(cols):
        raise InvalidBoardError(
            f"{_shown(code)} does not tell all tiles apart, so it is no board; hex_tiles reads it"
        )
    return Board(tiles, rows, cols)


def _hex_cells(rows: int, cols: int) -> int:
    """How many cells there are; an error if they are more than there are digits, or no board."""
    if rows < 2 or cols < 2 or rows * cols > MOST_HEX_CELLS:
        raise UnsupportedError(f"the code is for boards of 2×2 to {MOST_HEX_CELLS} cells, got {rows}×{cols}")
    return rows * cols


def _read(code: str | int, cells: int, shape: str) -> list[int]:
    """The digits of a code."""
    if not isinstance(code, str):
        number = whole_number("a code that is not text", code)
        text = f"{number:0{cells}x}" if number >= 0 else str(number)
    else:
        text = code.removeprefix("0x").removeprefix("0X")
    if not text or set(text) - set("0123456789abcdefABCDEF"):
        raise InvalidBoardError(f"a code has hexadecimal digits, got {_shown(code)}")
    if len(text) != cells:
        raise InvalidBoardError(
            f"a code of {shape} cells has {cells} hexadecimal digits, {_shown(code)} has {len(text)}",
        )
    return [int(digit, 16) for digit in text]


def _shown(code: str | int) -> str:
    """What was given, not more than a line of it."""
    text = code if isinstance(code, str) else f"{operator.index(code):#x}"
    return repr(text if len(text) <= 100 else text[:100] + " ...")
