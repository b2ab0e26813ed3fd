"""Solving a board of any size, two tiles at a time, with an eye on all the others.

The problem
    The greedy algorithm (greedy.py) brings one tile home after another and does not care what happens to the
    rest meanwhile. Here we do care, and solutions are about half as long.

The representation
    A tile is known by its *home*, the cell where it belongs, and a board is the tuple of what is in each
    cell. As in greedy.py it is taken apart into *lines*, each turned so that it lies on top, until a *core*
    is left: 4x4, 3x3, or 2x4. A *place* is (x, y), along the line and away from it.

        # # A B . .      # is done; A and B are the homes of the next *group*, a and b. The last two tiles of
        . . . . . .      a line must come together, so if their number is odd the first one comes alone.
        . a b . _ .      This is their *window*, at most 6x6 cells.

The idea
    1. If tiles are far from home, we first let all of them *drift* there. A window goes over the board, again
       and again, and for each of its cells we keep the best board with the blank there.
    2. The *guide* says how many moves a group still needs. In the window it knows, from a table. A tile
       farther away is *pushed* there: a push takes five moves straight on and three after a turn, so their
       number follows from the two distances alone. The first tile goes into the window, and in from its edge,
       so that the second does not drive it out again; then the second; then both go home.
    3. Many paths are about that long. A *beam search* keeps the few best boards after each move, by

           moves made + moves that the guide expects + what all other tiles are expected to cost

       where a tile costs about the square of its distance from home, and more if it belongs to this line.
    4. All boards that arrive with their group go on with the next. In the end the core of each is solved, and
       the shortest solution wins.

    A line drives the tiles that follow it in the next one back, the way it came. So it begins at the end that
    is nearer to the blank, and lines come in pairs: every other one goes in the opposite direction.

    The guide always knows a move that brings a group nearer, so groups arrive. Should one not arrive after
    all, the fast version turns to the greedy algorithm. That has never been seen, and here it is an error.

The cost
    A few dozen look-ups a move: 10x10 takes some seconds, once the tables are made.
"""

import functools
import math
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

from . import combined
from .drift import BACK, MOVE, Node, Weights, drift, steps_between
from .greedy import Cells, Part, Place, lines, next_to, solve_core
from .moves import BLANK, MOVES, Board, apply, reading
from .solvability import is_line, is_solvable

SLACK = 16  # how many moves more than the guide expects a path may take
GRACE = 4  # how many moves worse than one that arrived a board may rank; twice as many before the core
MOST_ARRIVED = 24  # of the boards that arrived, so many go on to the next group
WIDTHS = ((25, 16), (36, 12), (64, 8))  # up to so many cells of a part, so many boards are kept; else 6
SIDE = 6  # the longest side of a window
NONE = 1 << 20  # stands for a blank that cannot get to the tiles: more than any distance
PATIENCE = 40  # how often a group is led into its window again; two or three times nearly always do

Places = tuple[Place, ...]
Box = tuple[int, int, int]  # first column, last column, last row
Aim = Literal["first", "second", "home"]


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
            walk = steps_between(blank, front)
            behind = blank[1 - axis] == tile[1 - axis] and walk > steps_between(blank, tile)
            turns = 2 * on - 1 if across >= on else 2 * across  # in zigzag, as long as there are both
            found.append(walk + 2 * behind + 1 + 5 * (on - 1 + across) - 2 * turns)
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
        return min(steps_between(blank, (x, y)) + table.get(((x - left, y), tiles), NONE) for x, y in entries)


@dataclass(frozen=True)
class Beam:
    """A search for one aim. ``width`` boards are kept, and no path is longer than ``longest``."""

    line: "Line"
    group: Group
    weights: Weights
    aim: Aim
    width: int
    grace: int
    longest: int

    @functools.cached_property
    def led(self) -> tuple[int, ...]:
        """The homes of the tiles that are led."""
        homes = self.group.homes
        led = {"first": homes[:1], "second": homes[1:], "home": homes}[self.aim]
        return tuple(self.line.cells[y][x] for x, y in led)

    def run(self, nodes: list[Node]) -> list[Node]:
        """Search. Return the boards that arrived, best first."""
        kept = [self._begin(node) for node in nodes]
        arrived: list[Node] = []
        while True:
            arrived += [node for node in kept if node.distance == 0]
            going = [node for node in kept if node.distance > 0]
            if not going:
                return sorted(arrived, key=lambda node: node.rank)[:MOST_ARRIVED]
            limit = min((node.rank + self.grace * MOVE for node in arrived), default=math.inf)
            best: dict[tuple[int, Places], Node] = {}
            for node in going:
                back = BACK.get(node.last)  # taken only where there is no other move
                exits = node.exits(self.line.cols)
                others = [self._consider(node, move, to, limit, best) for move, to in exits if move != back]
                if back and not any(others):
                    for move, to in exits:
                        self._consider(node, move, to, limit, best)
            # Those kept stay in the order in which their places came up; of equals the earlier is kept.
            ranked = sorted(best, key=lambda places: best[places].rank)[: self.width]
            kept = [node for places, node in best.items() if places in ranked]

    def _begin(self, node: Node) -> Node:
        """Return a board as it is at the beginning of this search."""
        distance = self.group.distance(self.aim, self.line.place(node.blank), node.group)
        return replace(node, last="", distance=distance, others=self.weights.costs(node, self.led))

    def _consider(
        self, node: Node, move: str, to: int, limit: float, best: dict[tuple[int, Places], Node]
    ) -> bool:
        """Note the board after a move, if it is the best of its places; return whether there is one."""
        home, here = node.tiles[to], self.line.place(node.blank)
        others, cost = node.others, self.weights.cost
        if home not in self.led:
            others += cost(home, node.blank) - cost(home, to)
        if (len(node.moves) + node.distance) * MOVE + others >= limit:
            return True  # not good enough, even if the guide will expect one move less
        group = tuple(here if tile == self.line.place(to) else tile for tile in node.group)
        if self.aim == "home" and group != node.group and not self.group.has(here):
            return False  # a tile would leave the window
        distance = self.group.distance(self.aim, self.line.place(to), group)
        if len(node.moves) + 1 + distance > self.longest:
            return False
        rank = (len(node.moves) + 1 + distance) * MOVE + others
        known = best.get((to, group))
        if rank < limit and (known is None or rank < known.rank):
            best[to, group] = replace(node.after(move, to), group=group, distance=distance, others=others)
        return True


@dataclass(frozen=True)
class Line:
    """A line, with all that is left of the board: ``cells[y][x]`` is at (x, y), and the line is row 0."""

    cells: Cells
    cols: int

    @functools.cached_property
    def _places(self) -> dict[int, Place]:
        return {cell: (x, y) for y, row in enumerate(self.cells) for x, cell in enumerate(row)}

    def place(self, cell: int) -> Place:
        """Return the place of a cell."""
        return self._places[cell]

    def from_nearer_end(self, blank: int) -> "Line":
        """Return the line as it is seen from that of its ends which is nearer to the blank."""
        is_far = 2 * self.place(blank)[0] >= len(self.cells[0])
        return Line([row[::-1] for row in self.cells], self.cols) if is_far else self

    def lead(self, group: Group, nodes: list[Node], grace: int) -> list[Node]:
        """Bring a group home on all boards of a beam."""
        size = group.width * group.height
        width = next((width for most, width in WIDTHS if size <= most), 6)
        weights = Weights(self.cols, min(group.height, 6), frozenset(self.cells[0]))
        for attempt in range(PATIENCE):
            aim = group.aim(self.place(nodes[0].blank), nodes[0].group)
            if aim == "home":
                nodes = [node for node in nodes if group.aim(self.place(node.blank), node.group) == aim]
            longest = SLACK + min(
                len(node.moves) + group.distance(aim, self.place(node.blank), node.group) for node in nodes
            )
            # A wider beam decides differently, should two tiles drive each other out of the window for ever.
            wider = width + max(0, attempt - 2)
            nodes = Beam(self, group, weights, aim, wider, grace, longest).run(nodes)
            if not nodes:
                break
            if aim == "home":
                return nodes
        raise RuntimeError("a group did not come home")

    def fill(self, nodes: list[Node], *, is_last: bool) -> list[Node]:
        """Bring the line home on all boards of a beam.

        >>> line = Line([(0, 1), (2, 3), (4, 5)], cols=2)
        >>> line.fill([Node((2, 0, 3, 1, 4, 5), blank=5)], is_last=True)[0].moves
        'LUURD'
        """
        width, done = len(self.cells[0]), 0
        if all(node.tiles[cell] == cell for node in nodes for cell in self.cells[0]):
            done = width
        while done < width:
            size = 2 - (width - done) % 2
            homes = self.cells[0][done : done + size]
            group = Group(tuple((x, 0) for x in range(done, done + size)), width, len(self.cells))
            places = [tuple(self.place(node.tiles.index(home)) for home in homes) for node in nodes]
            nodes = [replace(node, group=at) for node, at in zip(nodes, places, strict=True)]
            done += size
            nodes = self.lead(group, nodes, 2 * GRACE if is_last and done == width else GRACE)
            nodes = [replace(node, done=node.done | {*homes}) for node in nodes]
        return [replace(node, done=node.done | {*self.cells[0]}) for node in nodes]


def finish(tiles: Board, goal: Board, cols: int, cells: Cells) -> tuple[str, combined.Stages]:
    """Return the moves that solve the core, and its stages: from a table, or if it is 4x4, by combined.py.

    That wants the blank in a corner. With another home, the core is solved with the blank in the nearest
    corner, the last as we see it, and a *detour* takes it home. What the two would do and undo is left out.

    >>> finish((1, 2, 0, 3), (1, 0, 3, 2), 2, [(2, 3), (0, 1)])
    ('RU', (('optimal', 2),))
    """
    part = Part(list(tiles), goal, cols, cells)
    if len(cells) < 4:
        moves = "".join(solve_core(part))
        return moves, (("optimal", len(moves)),)
    board, target = (tuple(tiles[cell] for row in cells for cell in row) for tiles in (tiles, goal))
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
    parts, rest = lines(rows, cols, goal.index(BLANK), core, in_pairs=True)
    homes = {tile: cell for cell, tile in enumerate(goal)}
    nodes = drift(Node(tuple(homes[tile] for tile in tiles), tiles.index(BLANK)), cols)
    for cells in parts:
        line = Line(cells, cols).from_nearer_end(nodes[0].blank)
        name = "row" if cells[0][1] == cells[0][0] + 1 else "column"
        nodes = [node.end_stage(name) for node in line.fill(nodes, is_last=cells is parts[-1])]
    solutions = []
    for node in nodes:
        moves, stages = finish(tuple(goal[home] for home in node.tiles), goal, cols, rest)
        solutions.append((node.moves + moves, (*node.stages, *stages)))
    return min(solutions, key=lambda solution: len(solution[0]))
