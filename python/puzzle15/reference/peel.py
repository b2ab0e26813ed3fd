"""Solving a board of any size, two tiles at a time, with an eye on all the others.

The problem
    The greedy algorithm (greedy.py) brings one tile home after another and does not care what happens to the
    rest meanwhile. Here we do care, and solutions are little more than half as long.

The representation
    As in greedy.py the board is taken apart into *lines*, each turned so that it lies on top, until a *core*
    is left: 4x4, 3x3, or 2x4. A *place* is (x, y), along the line and away from it. Within a line, a board is
    a dictionary {place: home}, for the blank too. A place that is not in it is a wall, as are those done.

        # # A B . .      # is done; A and B are the homes of the next *group*, a and b. The last two tiles of
        . . . . . .      a line must come together, so if their number is odd the first one comes alone.
        . a b . _ .      This is their *window*, at most 6x6 cells.

The idea
    1. The *guide* says how many moves a group still needs. In the window it knows, from a table. A tile
       farther away is *pushed* there: a push takes five moves straight on and three after a turn, so their
       number follows from the two distances alone. The first tile goes into the window, and in from its edge,
       so that the second does not drive it out again; then the second; then both go home.
    2. Many paths are about that long. A *beam search* keeps the few best boards after each move, by

           moves made + moves that the guide expects + what all other tiles are expected to cost

       where a tile costs about the square of its distance from home, and more if it belongs to this line.
    3. All boards that arrive with their group go on with the next. In the end the core of each is solved, and
       the shortest solution wins. But more than 1024 cells are too many to copy: there the search looks 12
       moves ahead, at what the blank can reach, makes the best moves, and looks again.

    The guide always knows a move that brings a group nearer, so groups arrive. Should one not arrive after
    all, the fast version turns to the greedy algorithm. That has never been seen, and here it is an error.

The cost
    A few dozen look-ups a move, whatever the size: 10x10 takes about a second, once the tables are made.
"""

import functools
import math
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

from . import combined
from .greedy import Cells, Part, Place, lines, next_to, solve_core
from .moves import BLANK, MOVES, Board, apply, reading
from .solvability import is_line, is_solvable

MOVE = 256  # one move, in the unit of ranking
SLACK = 16  # how many moves more than the guide expects a path may take
GRACE = 4  # how many moves worse than one that arrived a board may rank; twice as many before the core
MOST_ARRIVED = 24  # of the boards that arrived, so many go on to the next group
WHOLE = 1024  # the largest number of cells of which whole boards are kept
REACH = 12  # how many moves a search on a larger board looks ahead
WIDTHS = ((36, 12), (64, 7), (WHOLE, 6), (40_000, 3))  # up to so many cells, so many boards are kept; else 2
SIDE = 6  # the longest side of a window
NONE = 1 << 20  # stands for a blank that cannot get to the tiles: more than any distance
PATIENCE = 40  # how often a group is led into its window again; two or three times nearly always do

BACK = {"L": "R", "R": "L", "U": "D", "D": "U"}
Places = tuple[Place, ...]
Box = tuple[int, int, int]  # first column, last column, last row
Aim = Literal["first", "second", "home"]


def _steps(a: Place, b: Place) -> int:
    """Return the number of steps from one place to another, along rows and columns."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


@functools.cache
def near_table(width: int, height: int, homes: Places) -> dict[tuple[Place, Places], int]:
    """Return the moves until tiles in a window are home, by the places of the blank and of these tiles.

    >>> table = near_table(3, 3, homes=((1, 0), (2, 0)))
    >>> table[(1, 0), ((2, 0), (2, 1))], table[(1, 1), ((2, 0), (1, 0))]
    (2, 17)
    """
    places = {(x, y) for y in range(height) for x in range(width) if y > 0 or x >= homes[0][0]}
    distances = dict.fromkeys(((blank, homes) for blank in places if blank not in homes), 0)
    queue = list(distances)
    for blank, tiles in queue:  # the list grows while we go through it
        for to in (next_to(blank, move) for move in MOVES):
            after = (to, tuple(blank if tile == to else tile for tile in tiles))
            if to in places and after not in distances:
                distances[after] = distances[blank, tiles] + 1
                queue.append(after)
    return distances


def pushes(blank: Place, tile: Place, wanted: Place) -> int:
    """Return the moves until a tile on an open board is where it is wanted.

    It goes along the line first or across. The blank has to get in front of it, and not through it.

    >>> pushes((2, 2), (2, 3), wanted=(2, 2)), pushes((2, 2), (2, 3), wanted=(0, 1))
    (1, 10)
    """
    found = []
    for axis in (0, 1):
        on, across = abs(tile[axis] - wanted[axis]), abs(tile[1 - axis] - wanted[1 - axis])
        if on > 0:
            front = next_to(tile, ("RD" if tile[axis] < wanted[axis] else "LU")[axis])
            behind = blank[1 - axis] == tile[1 - axis] and _steps(blank, front) > _steps(blank, tile)
            turns = 2 * on - 1 if across >= on else 2 * across  # in zigzag, as long as there are both
            found.append(_steps(blank, front) + 2 * behind + 1 + 5 * (on - 1 + across) - 2 * turns)
    return min(found, default=0)


def _nearest(at: Place, box: Box) -> Place:
    """Return the place of a box that is nearest to a place."""
    left, right, bottom = box
    return min(max(at[0], left), right), min(at[1], bottom)


@dataclass(frozen=True)
class Group:
    """The one or two tiles that come next, and the guide for them, on a part of the board of this size.

    >>> group = Group(((4, 0), (5, 0)), width=9, height=9)
    >>> group.window, group.inner
    ((2, 7, 5), (3, 6, 4))
    """

    homes: Places
    width: int
    height: int

    @functools.cached_property
    def window(self) -> Box:
        """The window: it begins two columns before the homes, if it can."""
        columns, rows = min(self.width, SIDE), min(self.height, SIDE)
        left = min(max(self.homes[0][0] - 2, 0), self.width - columns)
        return left, left + columns - 1, rows - 1

    @functools.cached_property
    def inner(self) -> Box:
        """The window without those of its edges that have more board behind them."""
        left, right, bottom = self.window
        return left + (left > 0), right - (right + 1 < self.width), bottom - (bottom + 1 < self.height)

    def has(self, at: Place) -> bool:
        """Whether this is a place of the window."""
        return _nearest(at, self.window) == at

    def aim(self, blank: Place, tiles: Places) -> Aim:
        """Return what to do: the first tile must go well into the window, the second into it, or all home."""
        if all(map(self.has, tiles)):
            # Two tiles side by side can shut a narrow window against the blank.
            return "home" if self.near(blank, tiles) < NONE else "first"
        return "second" if _nearest(tiles[0], self.inner) == tiles[0] else "first"

    def distance(self, aim: Aim, blank: Place, tiles: Places) -> int:
        """Return the moves that it will take, as far as the guide knows."""
        if aim == "first":
            return pushes(blank, tiles[0], _nearest(tiles[0], self.inner))
        if aim == "second":
            return pushes(blank, tiles[1], _nearest(tiles[1], self.window))
        return self.near(blank, tiles)

    def near(self, blank: Place, tiles: Places) -> int:
        """Return the moves until the tiles, which are in the window, are home."""
        if tiles == self.homes:
            return 0
        left, right, bottom = self.window
        x, y = _nearest(blank, self.window)
        # From outside the blank enters on a side where it is, not through the part of the line that is done.
        entries = [blank] if (x, y) == blank else []
        if x != blank[0]:
            entries += [(x, row) for row in range(1 if blank[0] < left else 0, bottom + 1)]
        if y != blank[1]:
            entries += [(column, y) for column in range(left, right + 1)]
        homes, tiles = (tuple((x - left, y) for x, y in places) for places in (self.homes, tiles))
        table = near_table(right - left + 1, bottom + 1, homes)
        return min(_steps(blank, (x, y)) + table.get(((x - left, y), tiles), NONE) for x, y in entries)


@functools.lru_cache(1 << 16)
def cost(home: Place, at: Place, side: int) -> int:
    """Return what a tile is expected to cost, in the unit of ranking; ``side`` is the longer one.

    >>> cost(home=(3, 0), at=(1, 0), side=8) / MOVE, cost(home=(3, 1), at=(1, 1), side=8) / MOVE
    (2.0, 0.75)
    """
    steepest = 4 * MOVE if home[1] == 0 else 3 * MOVE // 2  # tiles of the line, and all others
    # Along each axis about the square of what it is off, by steps of 1, 3, 5, ...; never steeper than this.
    steps = [step for i in (0, 1) for step in range(abs(home[i] - at[i]))]
    return sum(min(steepest * (2 * step + 1) // side, steepest) for step in steps)


@dataclass(frozen=True)
class Path:
    """A board between two lines, and the moves made for each line so far."""

    tiles: Board
    walks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Node:
    """A board of the beam, as it is seen from a line."""

    path: Path  # how it came to this line
    tiles: dict[Place, Place]
    blank: Place
    length: int  # the number of moves so far
    moves: str = ""  # those for this line, as they are seen from it
    group: Places = ()  # where the tiles of the group are
    last: str = ""  # the last move of this search
    distance: int = 0  # moves that the guide still expects
    others: int = 0  # what all tiles that are not led are expected to cost

    @property
    def rank(self) -> int:
        """What the beam goes by: the smaller the better."""
        return (self.length + self.distance) * MOVE + self.others


@dataclass(frozen=True)
class Beam:
    """A search for one aim. ``width`` boards are kept, and no path is longer than ``longest``."""

    group: Group
    aim: Aim
    width: int
    grace: int
    longest: int

    @functools.cached_property
    def led(self) -> Places:
        """The homes of the tiles that are led."""
        homes = self.group.homes
        return {"first": homes[:1], "second": homes[1:], "home": homes}[self.aim]

    def run(self, nodes: list[Node], moves: float = math.inf) -> tuple[list[Node], list[Node]]:
        """Search so many moves. Return the boards that arrived, best first, and those still on their way."""
        kept = [self._begin(node) for node in nodes]
        arrived: list[Node] = []
        while True:
            arrived += [node for node in kept if node.distance == 0]
            going = [node for node in kept if node.distance > 0]
            if not going or moves == 0:
                return sorted(arrived, key=lambda node: node.rank)[:MOST_ARRIVED], going
            moves -= 1
            limit = min((node.rank + self.grace * MOVE for node in arrived), default=math.inf)
            kept = []
            for node in going:
                back = BACK.get(node.last)  # taken only where there is no other move
                others = [self._consider(node, move, limit, kept) for move in MOVES if move != back]
                if back and not any(others):
                    self._consider(node, back, limit, kept)

    def _begin(self, node: Node) -> Node:
        """Return a board as it is at the beginning of this search."""
        distance = self.group.distance(self.aim, node.blank, node.group)
        others = {at: home for at, home in node.tiles.items() if at != node.blank and home not in self.led}
        costs = sum(cost(home, at, self.group.height) for at, home in others.items())
        return replace(node, last="", distance=distance, others=costs)

    def _consider(self, node: Node, move: str, limit: float, kept: list[Node]) -> bool:
        """Put the board after a move among those kept, if it is good enough; return whether there is one."""
        to = next_to(node.blank, move)
        home = node.tiles.get(to)
        if home is None:
            return False
        others, side = node.others, self.group.height
        if home not in self.led:
            others += cost(home, node.blank, side) - cost(home, to, side)
        worst = min(limit, kept[-1].rank) if len(kept) == self.width else limit
        if (node.length + node.distance) * MOVE + others >= worst:
            return True  # not good enough, even if the guide will expect one move less
        group = tuple(node.blank if tile == to else tile for tile in node.group)
        if self.aim == "home" and group != node.group and not self.group.has(node.blank):
            return False  # a tile would leave the window
        distance = self.group.distance(self.aim, to, group)
        if node.length + 1 + distance > self.longest:
            return False
        tiles = node.tiles | {to: node.tiles[node.blank], node.blank: home}
        moves = node.moves + move
        after = Node(node.path, tiles, to, node.length + 1, moves, group, move, distance, others)
        same = any((k.rank, k.blank, k.group) == (after.rank, to, group) for k in kept)
        if after.rank < worst and not same:
            kept[:] = sorted([*kept, after], key=lambda k: k.rank)[: self.width]  # equals stay in order
        return True


def lead(group: Group, nodes: list[Node], grace: int) -> list[Node]:
    """Bring a group home on all boards of a beam."""
    cells = group.width * group.height
    width = next((width for most, width in WIDTHS if cells <= most), 2)
    for attempt in range(PATIENCE):
        aim = group.aim(nodes[0].blank, nodes[0].group)
        if aim == "home":
            nodes = [node for node in nodes if group.aim(node.blank, node.group) == aim]
        longest = SLACK + min(node.length + group.distance(aim, node.blank, node.group) for node in nodes)
        # A wider beam decides differently, should two tiles drive each other out of the window for ever.
        beam = Beam(group, aim, width + max(0, attempt - 2), grace, longest)
        nodes = beam.run(nodes)[0] if cells <= WHOLE else _lead_one(beam, nodes[0])
        if not nodes:
            break
        if aim == "home":
            return nodes
    raise RuntimeError("a group did not come home")


def _lead_one(beam: Beam, node: Node) -> list[Node]:
    """Reach an aim on one large board, twelve moves at a time, each on a copy of what the blank can reach."""
    while True:
        x, y = node.blank
        near = [at for at in node.tiles if max(abs(at[0] - x), abs(at[1] - y)) <= REACH]
        arrived, going = beam.run([replace(node, tiles={at: node.tiles[at] for at in near})], REACH)
        best = [replace(found, tiles=node.tiles | found.tiles) for found in (arrived or going)[:1]]
        if arrived or not best:
            return best
        node = best[0]


def _with_group(node: Node, homes: Places) -> Node:
    """Return a board with the places of the next group, and with walls before it, where the line is done."""
    tiles = {at: home for at, home in node.tiles.items() if at[1] > 0 or at >= homes[0]}
    found = sorted((home, at) for at, home in tiles.items() if home in homes)
    return replace(node, tiles=tiles, group=tuple(at for _, at in found))


def fill_line(cells: Cells, paths: list[Path], goal: Board, cols: int, is_last: bool) -> list[Path]:
    """Bring a line home on all boards of a beam: ``cells[y][x]`` is at the place (x, y), the line is row 0.

    >>> start = Path((3, 1, 4, 2, 5, 0))
    >>> fill_line([(0, 1), (2, 3), (4, 5)], [start], (1, 2, 3, 4, 5, 0), 2, is_last=True)[0]
    Path(tiles=(1, 2, 3, 0, 4, 5), walks=('LUURD',))
    """
    places = {cell: (x, y) for y, row in enumerate(cells) for x, cell in enumerate(row)}
    homes = {goal[cell]: at for cell, at in places.items()}
    nodes = []
    for path in paths:
        tiles = {at: homes[path.tiles[cell]] for cell, at in places.items()}
        nodes.append(Node(path, tiles, places[path.tiles.index(BLANK)], sum(map(len, path.walks))))
    width, done = len(cells[0]), 0
    while done < width:
        size = 2 - (width - done) % 2
        group = Group(tuple((x, 0) for x in range(done, done + size)), width, len(cells))
        nodes = [_with_group(node, group.homes) for node in nodes]
        done += size
        nodes = lead(group, nodes, 2 * GRACE if is_last and done == width else GRACE)
    paths = []
    for node in nodes:
        part = Part(list(node.path.tiles), goal, cols, cells)
        walk = "".join(map(part.go, node.moves))
        paths.append(Path(tuple(part.tiles), (*node.path.walks, walk)))
    return paths


def finish(path: Path, goal: Board, cols: int, cells: Cells) -> tuple[str, combined.Stages]:
    """Return the moves that solve the core, and its stages: from a table, or if it is 4x4, by combined.py.

    That wants the blank in a corner. With another home, the core is solved with the blank in the nearest
    corner, the last as we see it, and a *detour* takes it home. What the two would do and undo is left out.

    >>> finish(Path((1, 2, 0, 3)), (1, 0, 3, 2), 2, [(2, 3), (0, 1)])
    ('RU', (('optimal', 2),))
    """
    part = Part(list(path.tiles), goal, cols, cells)
    if len(cells) < 4:
        moves = "".join(solve_core(part))
        return moves, (("optimal", len(moves)),)
    board, target = (tuple(tiles[cell] for row in cells for cell in row) for tiles in (path.tiles, goal))
    if board == target:
        return "", ()
    down, right = (3 - place for place in divmod(target.index(BLANK), 4))
    corner = apply(target, 4, "D" * down + "R" * right)
    moves, walked = combined.solve(combined.renamed(board, told=reading(corner)))
    detour = "L" * right + "U" * down
    while moves and detour and moves[-1] == BACK[detour[0]]:
        moves, detour = moves[:-1], detour[1:]
    left = iter(moves)  # a stage may have lost its last moves
    stages = [(name, len(list(islice(left, length)))) for name, length in walked]
    stages += [("detour", len(detour))] if detour else []
    return "".join(map(part.go, moves + detour)), tuple(stages)


def peel(tiles: Board, goal: Board, cols: int) -> tuple[str, combined.Stages]:
    """Solve a board: return the moves, and name and length of each stage.

    >>> peel((1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 8), (*range(1, 12), 0), cols=4)
    ('D', (('column', 0), ('optimal', 1)))
    """
    if is_line(tiles, cols) or not is_solvable(tiles, goal, cols):
        raise ValueError("this board cannot be solved")
    rows = len(tiles) // cols
    core = 4 if min(rows, cols) == 2 else min(rows, cols, 4)
    parts, rest = lines(rows, cols, goal.index(BLANK), core)
    paths = [Path(tiles)]
    for cells in parts:
        paths = fill_line(cells, paths, goal, cols, is_last=cells is parts[-1])
    names = ["row" if cells[0][1] == cells[0][0] + 1 else "column" for cells in parts]
    solutions = []
    for path in paths:
        moves, stages = finish(path, goal, cols, rest)
        walked = zip(names, map(len, path.walks), strict=True)
        solutions.append(("".join((*path.walks, moves)), (*walked, *stages)))
    return min(solutions, key=lambda solution: len(solution[0]))
