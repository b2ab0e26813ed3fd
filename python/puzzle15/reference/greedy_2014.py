"""Solving a board of any size, one tile after another, as Parberry's own program of 2014 does.

The problem
    The paper of 1995 leaves some choices open, and so does the report of 2014: in which order a tile goes
    both ways, on which side the blank goes round it, what to do with a tile that is shut in. ``greedy`` makes
    choices of our own. Those here are his, read from four films of his program at work: they give all of its
    461 moves.

The representation
    Lines, places and pushes are those of ``greedy``. But the walk of the blank is chosen as one sees it on
    the board: a column that is being filled is the first *column* then, and not turned into a row.

The idea
    1. If a tile has to go both ways, it goes *along* the line first, then across, and so on; but not into
       the line before it is in its column.
    2. The blank goes to the front of the tile vertically first, then horizontally. If that is blocked, it
       goes round the tile: on the right if the tile is to go up or down, below it if the tile is to go left
       or right; or round the other side; or, if the tile is beside it and the line above both is done, it
       steps away from the line first. This is decided anew before every move.
    3. A tile that is home costs nothing, and neither does a line that is done.
    4. If B is shut in once A is in the corner, B goes two rows straight down. That brings A home; A goes down
       as well, and to the corner again:

        B A      _ A      A ?      A ?      ? ?      ? A
        . _  ->  B .  ->  B _  ->  _ .  ->  A _  ->  . _      fourteen moves in all
        . .      . .      . .      B .      B .      B .

What is known
    Rule 2, that the walk is chosen as one sees it on the board even in a column, was found with the film
    ``pair.65.95``; then ``pair.67.115`` and ``pair.75.131`` came out right without a change. The rest was
    read with all four films in view. A tile is shut in only once, in ``novice``: in a column, and with the
    blank under the corner. What is done in a row, or with the blank elsewhere, is a guess.
"""

from collections.abc import Iterator

from .greedy import Part, Place, line_by_line, next_to
from .moves import Board

BACK = {"L": "R", "R": "L", "U": "D", "D": "U"}
TURNED = {"L": "U", "U": "L", "R": "D", "D": "R"}


def ways(blank: Place, tile: Place, way: str) -> list[list[Place]]:
    """Return the ways of the blank to the front of a tile that is to go ``way``, the best first.

    A way is a list of corners, joined by straight legs.

    >>> ways((0, 2), (2, 1), "U")[0]
    [(0, 0), (2, 0)]
    """
    (x, y), (tile_x, tile_y) = blank, tile
    front_x, front_y = front = next_to(tile, way)
    left, right, above, below = tile_x - 1, tile_x + 1, tile_y - 1, tile_y + 1
    straight = [(x, front_y), front]
    if way in "UD":
        round_it = [[(side, y), (side, front_y), front] for side in (right, left)]
        step_back = [(x, below), (right, below), (right, front_y), front]
    else:
        round_it = [[(x, side), (front_x, side), front] for side in (below, above)]
        step_back = [(right, y), (right, below), (front_x, below), front]
    return [straight, *round_it, step_back]


def legs(blank: Place, corners: list[Place]) -> Iterator[str]:
    """Yield the moves along the legs of a way.

    >>> "".join(legs((0, 2), [(0, 0), (2, 0)]))
    'UURR'
    """
    for x, y in corners:
        yield from ("R" if x > blank[0] else "L") * abs(x - blank[0])
        yield from ("D" if y > blank[1] else "U") * abs(y - blank[1])
        blank = x, y


def first_move(blank: Place, tile: Place, way: str, free: set[Place]) -> str:
    """Return the first move of the blank on its best way over free places to the front of a tile.

    >>> places = {(x, y) for x in range(3) for y in range(3)}
    >>> first_move((1, 2), (1, 1), "U", places), first_move((0, 1), (1, 1), "U", places - {(0, 0)})
    ('R', 'D')
    """
    for corners in ways(blank, tile, way):
        moves = "".join(legs(blank, corners))
        place, is_free = blank, True
        for move in moves:
            place = next_to(place, move)
            is_free = is_free and place in free and place != tile
        if is_free:
            return moves[0]
    raise AssertionError("one of the ways is free")


def bring(part: Part, column: int, wanted: Place, done: set[Place]) -> Iterator[str]:
    """Push the tile for this column to the place ``wanted``; leave those in ``done`` alone.

    >>> part = Part([1, 2, 3, 4, 0, 5], (5, 1, 2, 3, 4, 0), 3, cells=[(0, 1, 2), (3, 4, 5)])
    >>> "".join(bring(part, 0, wanted=(0, 0), done=set())), part.tiles
    ('RULLDRULD', [5, 4, 2, 0, 1, 3])
    """
    is_row = part.cells[0][1] - part.cells[0][0] == 1
    free = {(x, y) for y, row in enumerate(part.cells) for x in range(len(row))} - done
    along_next = True
    while (tile := part.find(column)) != wanted:
        along = "R" if tile[0] < wanted[0] else "L"
        across = "D" if tile[1] < wanted[1] else "U"
        if tile[0] == wanted[0]:
            way = across
        elif tile[1] == wanted[1] or along_next or next_to(tile, across)[1] == 0:
            way, along_next = along, False
        else:
            way, along_next = across, True
        while part.blank != next_to(tile, way):
            if is_row:
                move = first_move(part.blank, tile, way, free)
            else:
                turned = {(y, x) for x, y in free}
                move = TURNED[first_move(part.blank[::-1], tile[::-1], TURNED[way], turned)]
            yield part.go(move)
        yield part.go(BACK[way])


def fill_line(part: Part) -> Iterator[str]:
    """Bring all tiles of the line home.

    >>> part = Part([3, 1, 2, 0, 4, 5], (1, 2, 3, 4, 5, 0), 2, cells=[(0, 1), (2, 3), (4, 5)])
    >>> "".join(fill_line(part)), part.tiles
    ('LURD', [1, 2, 3, 0, 4, 5])
    """
    *others, a, b = range(len(part.cells[0]))
    for column in others:
        yield from bring(part, column, (column, 0), done={(x, 0) for x in range(column)})
    home, corner, done = (a, 0), (b, 0), {(x, 0) for x in others}
    if (part.find(a), part.find(b)) == (home, corner):
        return
    yield from bring(part, a, corner, done)
    if part.find(b) == home or (part.find(b) == (a, 1) and part.blank == home):
        yield from bring(part, b, (a, 2), done)  # away
        yield from bring(part, a, (a, 1), done)  # out
        yield from bring(part, a, corner, done)
    yield from bring(part, b, (b, 1), done | {corner})  # beside
    yield from part.go_to(*home)  # up
    yield from map(part.go, "RD")  # close


def greedy_2014(tiles: Board, goal: Board, cols: int, core: int = 2) -> Iterator[str]:
    """Solve a board: yield the moves one by one, L, R, U or D. ``core`` is 2, as in 2014, or 3.

    >>> board = (4, 9, 12, 0, 8, 6, 3, 13, 1, 2, 10, 14, 5, 15, 11, 7)
    >>> len(list(greedy_2014(board, (*range(1, 16), 0), cols=4)))
    95
    """
    yield from line_by_line(tiles, goal, cols, core, fill_line)
