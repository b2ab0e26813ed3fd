"""The index of Karlemo and Östergård's paper: every solvable board as a number, and back.

The tiles are read row by row, the blank as the largest number. `a` ranks the first n - 3 of them, `b` is the
place of the largest of the last three, and I = 3a + b runs from 0 to n!/2 - 1: the order of the other two
follows from the rest, since only one of the two orders can be solved.

>>> from puzzle15.indexing import paper_board, paper_index
>>> paper_index("1 2 3/4 5 6/7 8 0")
2
>>> paper_board(2, 3, 3)
Board('1 2 3/4 5 6/7 8 0')
"""

from __future__ import annotations

import operator

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15.errors import UnsupportedError
from puzzle15.typing import BoardLike, as_board

__all__ = ["paper_board", "paper_index"]


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
    number = operator.index(index)
    if not (0 <= operator.index(rows) < 100 and 0 <= operator.index(cols) < 100):
        raise UnsupportedError(f"the index is for boards of 2×2 to 20 cells, got {rows}×{cols}")
    if not 0 <= number < 2**64:
        raise UnsupportedError(f"an index is at least 0 and fits into 64 bits, got {index}")
    return _core.paper_unrank(number, rows, cols)
