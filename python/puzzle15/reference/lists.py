"""Every board of a puzzle with a bit for each and two lists, as Karlemo and Östergård did it in 2000.

The problem
    A breadth-first search has to know which boards it has visited. A set of 239,500,800 boards
    does not fit into the memory of a computer of that time, or hardly into one of ours.

The idea
    Boards that can be solved have the numbers I = 3a + b from 0 to n!/2 - 1, without gaps
    (``paper_index``). So one bit for each number says whether the board has been visited: this
    is the *main table*, 30 MB for 3×4. It is the only thing that is read here and there. The
    boards of a level stand in a list that is written once and then read once, from front to
    back; two lists are enough, one for the level that is read and one for the next. They could
    even lie on a disk.

    With each board the list has the move that led to it. The inverse of that move leads to a
    board of the level before, which has been visited, so it is not tried. Of the four moves
    that a board has at most, three are left, and a search makes at most 3n!/2 moves.
"""

from __future__ import annotations

from math import factorial

from .moves import BLANK, Board, legal_moves, step
from .search import paper_index

__all__ = ["list_search"]

INVERSE = {"L": "R", "R": "L", "U": "D", "D": "U"}


def list_search(rows: int, cols: int) -> tuple[list[int], int]:
    """Search every board from the goal: return the number of boards at each depth, and of moves tried.

    >>> list_search(2, 2)
    ([1, 2, 2, 2, 2, 2, 1], 13)
    """
    cells = rows * cols
    main_table = bytearray(factorial(cells) // 2 // 8 + 1)
    goal = (*range(1, cells), BLANK)
    mark(main_table, paper_index(goal))
    level: list[tuple[Board, str]] = [(goal, "")]
    counts, tried = [], 0
    while level:
        counts.append(len(level))
        following = []
        for board, last in level:
            for move in legal_moves(board, cols):
                if last and move == INVERSE[last]:
                    continue
                tried += 1
                reached = step(board, cols, move)
                if mark(main_table, paper_index(reached)):
                    following.append((reached, move))
        level = following
    return counts, tried


def mark(table: bytearray, number: int) -> bool:
    """Set the bit of a number, and say whether it was not set before.

    >>> table = bytearray(1)
    >>> mark(table, 5), mark(table, 5), table[0]
    (True, False, 32)
    """
    byte, bit = divmod(number, 8)
    new = not table[byte] >> bit & 1
    table[byte] |= 1 << bit
    return new
