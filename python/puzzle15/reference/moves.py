"""Boards and moves.

The problem
    A sliding-tile puzzle is a grid of cells. Every cell but one holds a tile; the free cell is
    called the blank. A move slides a tile next to the blank into it, so tile and blank change
    places. We need words for boards and moves that all later files share.

The representation
    *Cells* are numbered row by row, from 0. *Tiles* are numbered from 1, and the blank is
    written 0. A *board* is the tuple of what stands in cell 0, cell 1, and so on; since a tuple
    does not know its own shape, functions also take ``cols``, the number of columns.

        1 2 3
        4 0 5      is the board (1, 2, 3, 4, 0, 5) with cols = 3

The idea
    We watch the blank rather than the tiles: a *move* is the direction in which the **blank**
    goes, one of the letters L, R, U, D (left, right, up, down). The place of a letter in
    "LRUD" is its *code*: L is 0, R is 1, U is 2, D is 3. Two facts make the codes handy:

    * ``code ^ 1`` is the reverse move (L with R, U with D);
    * ``code ^ 2`` is the move in the transposed board (L with U, R with D).
"""

import functools
import itertools

Board = tuple[int, ...]
"""What stands in each cell, row by row: a tile, or 0 for the blank."""

BLANK = 0
MOVES = "LRUD"


@functools.cache
def exits(cell: int, cells: int, cols: int) -> tuple[tuple[int, int], ...]:
    """Return the moves out of a cell: pairs (move code, cell it leads to), in order of code.

    From the top left corner of a 2x3 board the blank can go right (1) or down (3):

    >>> exits(0, 6, 3)
    ((1, 1), (3, 3))
    """
    if cols < 1 or cells % cols != 0:
        raise ValueError(f"{cells} cells do not fill rows of {cols}")
    row, col = divmod(cell, cols)
    found = []
    if col > 0:
        found.append((0, cell - 1))
    if col < cols - 1:
        found.append((1, cell + 1))
    if row > 0:
        found.append((2, cell - cols))
    if row < cells // cols - 1:
        found.append((3, cell + cols))
    return tuple(found)


def legal_moves(tiles: Board, cols: int) -> str:
    """Return the moves the blank can make, in the order L, R, U, D.

    >>> legal_moves((1, 2, 3, 4, 0, 5), 3)
    'LRU'
    """
    return "".join(MOVES[code] for code, _ in exits(tiles.index(BLANK), len(tiles), cols))


def slide(tiles: Board, blank: int, cell: int) -> Board:
    """Return the board after the tile in ``cell`` has gone to the cell ``blank``.

    >>> slide((1, 2, 3, 4, 0, 5), 4, 5)
    (1, 2, 3, 4, 5, 0)
    """
    after = list(tiles)
    after[blank] = after[cell]
    after[cell] = BLANK
    return tuple(after)


def step(tiles: Board, cols: int, move: str) -> Board:
    """Return the board after one move; raise ValueError if the blank cannot go there.

    >>> step((1, 2, 3, 4, 0, 5), 3, "R")
    (1, 2, 3, 4, 5, 0)
    >>> step((1, 2, 3, 4, 0, 5), 3, "D")
    Traceback (most recent call last):
    ...
    ValueError: move 'D' is not possible, only 'LRU'
    """
    blank = tiles.index(BLANK)
    for code, cell in exits(blank, len(tiles), cols):
        if MOVES[code] == move:
            return slide(tiles, blank, cell)
    raise ValueError(f"move {move!r} is not possible, only {legal_moves(tiles, cols)!r}")


def apply(tiles: Board, cols: int, moves: str) -> Board:
    """Return the board after a sequence of moves.

    >>> apply((1, 2, 3, 4, 0, 5), 3, "UR")
    (1, 3, 0, 4, 2, 5)
    """
    for move in moves:
        tiles = step(tiles, cols, move)
    return tiles


def neighbours(tiles: Board, cols: int) -> list[tuple[int, Board]]:
    """Return every pair (move code, board after that move), in order of code.

    >>> neighbours((1, 2, 3, 0), 2)
    [(0, (1, 2, 0, 3)), (2, (1, 0, 3, 2))]
    """
    blank = tiles.index(BLANK)
    return [(code, slide(tiles, blank, cell)) for code, cell in exits(blank, len(tiles), cols)]


def transpose(tiles: Board, cols: int) -> Board:
    """Return the board with rows and columns exchanged; the tiles keep their numbers.

    The result has as many columns as ``tiles`` has rows.

        1 2 3                1 4
        4 0 5     becomes    2 0
                             3 5

    >>> transpose((1, 2, 3, 4, 0, 5), 3)
    (1, 4, 2, 0, 3, 5)
    """
    rows = len(tiles) // cols
    return tuple(tiles[row * cols + col] for col in range(cols) for row in range(rows))


def reading(tiles: Board) -> Board:
    """Return the tiles in the order in which one reads them, the blank left out.

    Moves to the left and to the right do not change the reading.

    >>> reading((1, 2, 3, 4, 0, 5))
    (1, 2, 3, 4, 5)
    """
    return tuple(tile for tile in tiles if tile != BLANK)


def manhattan(tiles: Board, goal: Board, cols: int) -> int:
    """Return the sum, over all tiles, of the rows and columns between a tile and its home.

    A move brings one tile one cell nearer at best, so no solution is shorter than this number.

    >>> manhattan((1, 2, 3, 4, 0, 5), (1, 2, 3, 4, 5, 0), 3)
    1
    >>> manhattan((5, 2, 3, 4, 1, 0), (1, 2, 3, 4, 5, 0), 3)
    4
    """
    total = 0
    for cell, tile in enumerate(tiles):
        if tile != BLANK:
            row, col = divmod(cell, cols)
            home_row, home_col = divmod(goal.index(tile), cols)
            total += abs(row - home_row) + abs(col - home_col)
    return total


def multi_count(moves: str) -> int:
    """Return the number of runs of equal moves.

    A hand can push several tiles of a row or column at once. Counted that way, moves of the
    blank that follow each other in one direction are a single move.

    >>> multi_count("RRRDLL")
    3
    """
    return sum(1 for _ in itertools.groupby(moves))
