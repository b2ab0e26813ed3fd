"""Solving the 15-puzzle with three small tables.

The problem
    Find a short solution of any 15-puzzle at once, without searching. It need not be the
    shortest one.

The representation
    Boards of 16 cells with the goal 1 2 ... 15 and the blank last. For each stage the part of
    the board that is left is cut out, and its tiles are renamed to fit the stage's own board.

The idea
    Go through the three stages of tables.py, one after another: first row, first column, and
    the 3x3 square that is left. Each walk is as short as can be for its stage.

    A stage is *done* as soon as its tiles are in place (the blank is then on the part that is
    left). The goals of the search are those with the blank right beside the tiles just placed,
    and a walk always ends there, since the blank steps off the last tile that falls into place.
    But a stage may be done before its first move, with the blank farther in. Then there is
    nothing to walk, even though the table would have moves.

    Nothing says that rows come before columns. So the board is also *mirrored* - rows and
    columns exchanged, and every tile renamed so that the goal stays the goal - and solved in
    the same way; that fills the first column first. The shorter of both solutions wins.
"""

from .moves import BLANK, MOVES, Board, apply, transpose
from .solvability import is_solvable
from .tables import follow, stage_table

GOAL: Board = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0)

ROW = (1, 2, 3, 4)
COLUMN = (5, 9, 13)
SQUARE = (6, 7, 8, 10, 11, 12, 14, 15)
SQUARE_CELLS = (5, 6, 7, 9, 10, 11, 13, 14, 15)

Stages = tuple[tuple[str, int], ...]


def renamed(tiles: Board, told: tuple[int, ...]) -> Board:
    """Return the board with the tiles in ``told`` called 1, 2, ... and all others alike.

    >>> renamed((7, 5, 0, 9, 6, 13), told=(5, 9, 13))
    (4, 1, 0, 2, 4, 3)
    """
    names = {tile: name for name, tile in enumerate(told, start=1)}
    names[BLANK] = BLANK
    alike = len(told) + 1
    return tuple(names.get(tile, alike) for tile in tiles)


def mirrored(tiles: Board) -> Board:
    """Return the board with rows and columns exchanged and the tiles renamed to suit.

    A tile gets the name of the tile at home in the mirror image of its own home. So 2 becomes
    5, 3 becomes 9, and the goal becomes itself:

    >>> mirrored((2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0))
    (5, 2, 3, 4, 1, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0)
    >>> mirrored(GOAL) == GOAL
    True
    """
    names = transpose(GOAL, 4)
    return tuple(names[GOAL.index(tile)] for tile in transpose(tiles, 4))


def mirrored_moves(moves: str) -> str:
    """Return the moves that do on the mirrored board what ``moves`` do on the board.

    >>> mirrored_moves("LRUD")
    'UDLR'
    """
    return "".join(MOVES[MOVES.index(move) ^ 2] for move in moves)


def walk_row(tiles: Board) -> str:
    """Return the moves that bring 1 2 3 4 into the first row.

    >>> walk_row(GOAL)
    ''
    """
    if tiles[:4] == ROW:
        return ""
    _, moves = stage_table("row")
    return follow(renamed(tiles, ROW), 4, moves)


def walk_column(tiles: Board) -> str:
    """Return the moves that bring 5 9 13 into the first column, when the first row is done.

    >>> walk_column((1, 2, 3, 4, 0, 6, 7, 8, 5, 10, 11, 12, 9, 13, 14, 15))
    'DDR'
    """
    if (tiles[4], tiles[8], tiles[12]) == COLUMN:
        return ""
    _, moves = stage_table("column")
    return follow(renamed(tiles[4:], COLUMN), 4, moves)


def walk_square(tiles: Board) -> str:
    """Return the moves that solve the 3x3 square, when the first row and column are done.

    >>> walk_square((1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 10, 12, 13, 14, 11, 15))
    'RDR'
    """
    _, moves = stage_table("3x3")
    square = tuple(tiles[cell] for cell in SQUARE_CELLS)
    return follow(renamed(square, SQUARE), 3, moves)


def rows_first(tiles: Board) -> list[str]:
    """Return the moves of the three stages: row, column, 3x3 square.

    >>> rows_first((1, 2, 3, 4, 0, 6, 7, 8, 5, 10, 11, 12, 9, 13, 14, 15))
    ['', 'DDR', 'RR']
    """
    walks = []
    for walk in (walk_row, walk_column, walk_square):
        moves = walk(tiles)
        tiles = apply(tiles, 4, moves)
        walks.append(moves)
    return walks


def solve(tiles: Board) -> tuple[str, Stages]:
    """Solve a 15-puzzle: return the moves, and name and length of each stage.

    The stages are named row, column, 3x3, or column, row, 3x3 if the column was filled first.
    Of two solutions of the same length, the one with the row first is taken.

    >>> solve((1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 10, 12, 13, 14, 11, 15))
    ('RDR', (('row', 0), ('column', 0), ('3x3', 3)))
    """
    if sorted(tiles) != sorted(GOAL):
        raise ValueError("a 15-puzzle has the tiles 1 to 15 and a blank, 0")
    if not is_solvable(tiles, GOAL, 4):
        raise ValueError("this board cannot be solved")
    straight = rows_first(tiles)
    sideways = [mirrored_moves(moves) for moves in rows_first(mirrored(tiles))]
    if len("".join(straight)) <= len("".join(sideways)):
        return _result(("row", "column", "3x3"), straight)
    return _result(("column", "row", "3x3"), sideways)


def _result(names: tuple[str, ...], walks: list[str]) -> tuple[str, Stages]:
    """Put the moves of the stages together, and list each stage's name and length."""
    stages = tuple((name, len(moves)) for name, moves in zip(names, walks, strict=True))
    return "".join(walks), stages
