"""Solving a board of any size, one tile after another.

The problem
    Solve boards far too big for tables, with hardly any thought between two moves. The algorithm is that of
    Parberry (1995), and much like what people find for themselves.

The representation
    The board is taken apart into *lines*, rows and columns at its edge, until only a small *core* is left,
    which holds the home of the blank. The longer side is cut first; of a square, a row. Every line is turned
    so that it lies on top. So there is only one case to think about:

        1 1 1 1 1        2 2 2 2      on the left the lines in order, and the core (#);
        2 3 3 3 3        . . . .      on the right line 2, turned, with all that is left below it
        2 4 # # #        . . . .
        2 4 # # #        . . . .      a *place* is (x, y): along the line, and away from it;
        2 4 # # #        . . . .      U is towards the line, D away from it

The idea
    *Push*: the blank goes round a tile to the cell in front of it, then trades places with it. By pushes a
    tile is *brought* anywhere. If it has to go both ways it goes in zigzag, three moves a push; straight on
    takes five, as the blank is behind the tile then. Here t is pushed up:

        . . .      . . _      . _ .      . t .
        . t _  ->  . t .  ->  . t .  ->  . _ .

    1. All tiles of a line but the last two are brought home, from left to right. If one is home already, the
       blank just goes *below* it, and for the first one not even that.
    2. The last two, A and B, need a trick, as there is no room to push B home past A. A goes to the *corner*,
       B *beside* it, the blank *up* into A's home, and two moves *close* the line:

        . . ? A      . . _ A      . . A B
        . . . B  ->  . . . B  ->  . . . _

       But if B sits in A's home it cannot get out, and if the blank is there, B right below it, B is about
       to get in. Then B goes *away*, two rows below the corner, and A to the corner again.
    3. The core, 3x3 or 2x2, is solved by its table of best moves.

The cost
    For n x n Parberry counts 8/3 n^3 moves on average and 5 n^3 at worst, lower terms aside. Each takes a few
    comparisons, whatever n is; only to stay simple, this file searches the board for every tile it needs.
"""

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .combined import renamed
from .moves import BLANK, MOVES, Board, exits, reading
from .rank import Space
from .solvability import is_line, is_solvable
from .tables import Moves, follow, move_table

Place = tuple[int, int]
Cells = list[tuple[int, ...]]


def lines(rows: int, cols: int, home: int, core: int, *, in_pairs: bool = False) -> tuple[list[Cells], Cells]:
    """Return the lines of a board whose blank is at home in the cell ``home``, and its core.

    A line comes with all that is left of the board, turned: it is the first row. The core is turned too, so
    that it is not higher than wide, and the home is neither in its upper half nor in its left one.

    In pairs, a square loses a line of the same kind as the one before: a row, two columns, two rows, ...

    >>> lines(2, 4, home=0, core=3)
    ([[(3, 7), (2, 6), (1, 5), (0, 4)]], [(6, 5, 4), (2, 1, 0)])
    """
    left = [tuple(range(row * cols, row * cols + cols)) for row in range(rows)]
    found = []
    by_rows = True
    while max(len(left), len(left[0])) > core:
        if not in_pairs or len(left) != len(left[0]):
            by_rows = len(left) >= len(left[0])
        part = left if by_rows else _transposed(left)
        near = home not in part[0]  # else the line on the far side is taken
        found.append(part if near else part[::-1])
        part = part[1:] if near else part[:-1]
        left = part if by_rows else _transposed(part)
    for _ in "rows", "columns":
        if any(home in row for row in left[: len(left) // 2]):
            left = left[::-1]
        left = _transposed(left)
    return found, left if len(left) <= len(left[0]) else _transposed(left)


def _transposed(cells: Cells) -> Cells:
    """Return the cells with rows and columns exchanged."""
    return list(zip(*cells, strict=True))


def next_to(place: Place, way: str) -> Place:
    """Return the place next to this one, in the direction ``way``."""
    x, y = place
    return {"L": (x - 1, y), "R": (x + 1, y), "U": (x, y - 1), "D": (x, y + 1)}[way]


@dataclass
class Part:
    """A board on which we work, and the part that we see: ``cells[y][x]`` is at the place (x, y).

    Here we see the first column on top, so what looks like a move down is one to the right on the board:

    >>> part = Part([1, 2, 3, 4, 0, 5], (1, 2, 3, 4, 5, 0), 3, cells=[(0, 3), (1, 4), (2, 5)])
    >>> part.blank, part.find(1)
    ((1, 1), (1, 0))
    >>> part.go("D"), part.tiles
    ('R', [1, 2, 3, 4, 5, 0])
    >>> list(part.go_to(0, 0))
    ['U', 'L', 'L']
    """

    tiles: list[int]
    goal: Board
    cols: int
    cells: Cells

    def find(self, column: int) -> Place:
        """Return where the tile is that belongs in this column of the line."""
        return self._place(self.goal[self.cells[0][column]])

    @property
    def blank(self) -> Place:
        """Where the blank is."""
        return self._place(BLANK)

    def _place(self, tile: int) -> Place:
        cell = self.tiles.index(tile)
        return next((row.index(cell), y) for y, row in enumerate(self.cells) if cell in row)

    def go(self, way: str) -> str:
        """Move the blank, in a direction as we see it; return the move as it is on the board."""
        x, y = next_to(self.blank, way)
        here, there = self.tiles.index(BLANK), self.cells[y][x]
        self.tiles[here], self.tiles[there] = self.tiles[there], BLANK
        return next(MOVES[code] for code, to in exits(here, len(self.tiles), self.cols) if to == there)

    def go_to(self, x: int, y: int) -> Iterator[str]:
        """Move the blank to a place, left or right first, then up or down."""
        while self.blank[0] != x:
            yield self.go("R" if self.blank[0] < x else "L")
        while self.blank[1] != y:
            yield self.go("D" if self.blank[1] < y else "U")


def bring(part: Part, column: int, wanted: Place, done: set[Place]) -> Iterator[str]:
    """Push the tile for this column to the place ``wanted``, in zigzag; leave those in ``done`` alone.

    >>> part = Part([1, 2, 3, 4, 0, 5], (4, 1, 2, 3, 5, 0), 3, cells=[(0, 1, 2), (3, 4, 5)])
    >>> list(bring(part, 0, wanted=(0, 0), done=set())), part.tiles
    (['U', 'L', 'D'], [4, 1, 3, 0, 2, 5])
    """
    zig = True  # up or down comes next, else left or right
    while (tile := part.find(column)) != wanted:
        along = "R" if tile[0] < wanted[0] else "L"
        across = "D" if tile[1] < wanted[1] else "U"
        if tile[0] == wanted[0]:
            way = across
        elif tile[1] == wanted[1] or not zig or next_to(tile, across) in done:
            way, zig = along, True
        else:
            way, zig = across, False
        yield from _go_in_front(part, tile, way, done)
        yield part.go({"L": "R", "R": "L", "U": "D", "D": "U"}[way])


def _go_in_front(part: Part, tile: Place, way: str, done: set[Place]) -> Iterator[str]:
    """Move the blank in front of a tile that is to go ``way``; from right behind it, step aside first."""
    (x, y), front = part.blank, next_to(tile, way)
    beyond = {"L": front[0] - x, "R": x - front[0], "U": front[1] - y, "D": y - front[1]}[way]
    if way in "UD":
        side = "R" if tile[0] + 1 < len(part.cells[0]) else "L"
        if beyond < 0 and x == tile[0]:
            yield part.go(side)
        elif beyond < 0 and front[1] == 0 and (x, 0) in done:
            # The line is done here. Its free end is on the right, maybe past the tile.
            if y == tile[1] and side == "R":
                yield part.go("D")
            while (part.blank[0], 0) in done or part.blank[0] == tile[0]:
                yield part.go("R")
        yield from part.go_to(part.blank[0], front[1])
    elif beyond < 0 and y == tile[1]:
        yield part.go("D" if tile[1] + 1 < len(part.cells) else "U")
    elif beyond > 0 and front[1] > 0:
        yield from part.go_to(x, front[1])
    yield from part.go_to(*front)


def fill_line(part: Part) -> Iterator[str]:
    """Bring all tiles of the line home.

    >>> part = Part([3, 1, 4, 2, 5, 0], (1, 2, 3, 4, 5, 0), 2, cells=[(0, 1), (2, 3), (4, 5)])
    >>> "".join(fill_line(part)), part.tiles
    ('LUURD', [1, 2, 3, 0, 4, 5])
    """
    *others, a, b = range(len(part.cells[0]))
    for column in others:
        if part.find(column) != (column, 0):
            yield from bring(part, column, (column, 0), done={(x, 0) for x in range(column)})
        elif column > 0:
            if part.blank[1] == 0:
                yield part.go("D")
            yield from part.go_to(column, 1)  # below
    home, corner, done = (a, 0), (b, 0), {(x, 0) for x in others}
    yield from bring(part, a, corner, done)
    while part.find(b) == home or (part.find(b) == (a, 1) and part.blank == home):
        yield from bring(part, b, (b, 2), done)  # away
        yield from bring(part, a, corner, done)
    if part.find(b) != (b, 1) and part.blank == home:
        yield part.go("D")  # out of the line
    yield from bring(part, b, (b, 1), done | {corner})  # beside
    yield from part.go_to(*home)  # up
    yield from map(part.go, "RD")  # close


def solve_core(part: Part) -> Iterator[str]:
    """Solve a part that is small enough for a table, in as few moves as can be.

    >>> list(solve_core(Part([1, 0, 3, 2], (1, 2, 3, 0), 2, cells=[(0, 1), (2, 3)])))
    ['D']
    """
    cells, cols = [cell for row in part.cells for cell in row], len(part.cells[0])
    goal = tuple(part.goal[cell] for cell in cells)
    board = renamed(tuple(part.tiles[cell] for cell in cells), told=reading(goal))
    table = _core_table(renamed(goal, told=reading(goal)), cols)
    yield from map(part.go, follow(board, cols, table))


@functools.cache
def _core_table(goal: Board, cols: int) -> Moves:
    """Return the best move for every board of the core."""
    space = Space(len(goal) // cols, cols, told=(len(goal) - 1) // 2, whole=True)
    return move_table(space, [(goal, 0)])[1]


def greedy(tiles: Board, goal: Board, cols: int, core: int = 3) -> Iterator[str]:
    """Solve a board: yield the moves one by one, L, R, U or D. ``core`` is 3 or 2.

    A line that happens to be done is closed again all the same, unless the whole board is solved.

    >>> "".join(greedy((1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 8), (*range(1, 12), 0), cols=4))
    'DLLLUDRRR'
    """
    yield from line_by_line(tiles, goal, cols, core, fill_line)


def line_by_line(
    tiles: Board, goal: Board, cols: int, core: int, fill: Callable[[Part], Iterator[str]]
) -> Iterator[str]:
    """Fill one line after the other, each by ``fill``, then solve the core.

    >>> "".join(line_by_line((1, 0, 3, 2), (1, 2, 3, 0), 2, 2, fill_line))
    'D'
    """
    if core not in (2, 3) or is_line(tiles, cols):
        raise ValueError("the board needs two rows and two columns, and the core is 2 or 3")
    if not is_solvable(tiles, goal, cols):
        raise ValueError("this board cannot be solved")
    if tiles == goal:
        return
    board = list(tiles)
    parts, rest = lines(len(tiles) // cols, cols, goal.index(BLANK), core)
    for cells in parts:
        yield from fill(Part(board, goal, cols, cells))
    yield from solve_core(Part(board, goal, cols, rest))
