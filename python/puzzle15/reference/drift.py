"""Bringing all tiles of a large board nearer to their homes, before any of them is led home.

The problem
    A tile that is led takes three to five moves a step, since the blank has to go round it. But every move
    takes some tile one step. While most are far from home, there should be paths on which most steps go the
    right way.

The representation
    A tile is known by its *home*, the cell where it belongs, and a board is the tuple of what is in each
    cell. A board also knows its path, and more that peel.py needs.

The idea
    A *window* goes over the board, row by row and the next time column by column, and rests for two moves in
    each place. For every cell of it we keep the best board with the blank in that cell: the one on which
    tiles cost least, where a tile costs about the square of its distance from home. After each move we look
    at all boards that come next. A *sweep* over the board brings tiles a bit more than one step nearer. We
    end when they are four steps from home on average, for then it is cheaper to lead them.

The cost
    Some fifty look-ups a move, and about a move for every step of a tile and half another.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .greedy import Place
from .moves import MOVES, Board, exits

MOVE = 256  # one move, in the unit of ranking
SMALLEST, FAR = 8, 4  # the shorter side of boards that drift, and how far from home tiles are on average
WINDOW, DWELL = range(-3, 3), 2  # the window, from its centre, and how many moves it rests there
SMALL_WINDOW, WIDE_UP_TO = range(-2, 2), 150 * 150  # the window on boards of more cells

BACK = {"L": "R", "R": "L", "U": "D", "D": "U"}


def steps_between(a: Place, b: Place) -> int:
    """Return the number of steps from one place to another, along rows and columns."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


@dataclass(frozen=True)
class Weights:
    """What tiles that are not led are expected to cost, in the unit of ranking.

    >>> weights = Weights(cols=8, span=8, line=frozenset({3}))
    >>> weights.cost(home=3, at=1) / MOVE, weights.cost(home=11, at=9) / MOVE
    (2.0, 0.75)
    """

    cols: int
    span: int  # the cost grows with the square of what a tile is off, along each axis, up to half the span
    line: frozenset[int]  # the homes of the tiles of the line
    steepest: tuple[int, int] = (4 * MOVE, 3 * MOVE // 2)  # the same, for them and for all others

    def cost(self, home: int, at: int) -> int:
        """Return what a tile costs."""
        steepest = self.steepest[home not in self.line]
        off = [abs(a - b) for a, b in zip(divmod(home, self.cols), divmod(at, self.cols), strict=True)]
        steps = [step for distance in off for step in range(distance)]
        return sum(min(steepest * (2 * step + 1) // self.span, steepest) for step in steps)

    def costs(self, node: "Node", but: tuple[int, ...]) -> int:
        """Return what all tiles of a board cost but some, and but those that are done."""
        at = [cell for cell in range(len(node.tiles)) if cell != node.blank and cell not in node.done]
        return sum(self.cost(node.tiles[cell], cell) for cell in at if node.tiles[cell] not in but)


@dataclass(frozen=True)
class Node:
    """A board of the beam."""

    tiles: Board  # what is in each cell: the home of a tile, or of the blank
    blank: int
    done: frozenset[int] = frozenset()  # the cells that the blank does not enter any more
    moves: str = ""
    stages: tuple[tuple[str, int], ...] = ()  # name and length of each so far
    group: tuple[Place, ...] = ()  # where the tiles of the group are
    last: str = ""  # the last move of this search
    distance: int = 0  # moves that the guide still expects
    others: int = 0  # what all tiles that are not led are expected to cost

    @property
    def rank(self) -> int:
        """What the beam goes by: the smaller the better."""
        return (len(self.moves) + self.distance) * MOVE + self.others

    def exits(self, cols: int) -> list[tuple[str, int]]:
        """Return the moves, and the cells that the blank gets to."""
        found = exits(self.blank, len(self.tiles), cols)
        return [(MOVES[code], cell) for code, cell in found if cell not in self.done]

    def after(self, move: str, to: int) -> "Node":
        """Return the board after a move."""
        tiles = list(self.tiles)
        tiles[self.blank], tiles[to] = tiles[to], tiles[self.blank]
        return replace(self, tiles=tuple(tiles), blank=to, moves=self.moves + move, last=move)

    def end_stage(self, name: str) -> "Node":
        """Return the board with one more stage, of all moves since the last."""
        length = len(self.moves) - sum(length for _, length in self.stages)
        return replace(self, stages=(*self.stages, (name, length)))


def steps_from_home(node: Node, cols: int) -> int:
    """Return the steps between all tiles and their homes."""
    cells = [cell for cell in range(len(node.tiles)) if cell != node.blank]
    return sum(steps_between(divmod(node.tiles[cell], cols), divmod(cell, cols)) for cell in cells)


def sweep(centre: Place, rows: int, cols: int, *, by_rows: bool) -> Iterator[Place]:
    """Return the places (column, row) of a sweep over a board, row by row or not, from the nearest corner.

    >>> list(sweep((2, 0), rows=2, cols=3, by_rows=True))
    [(2, 0), (1, 0), (0, 0), (0, 1), (1, 1), (2, 1)]
    """
    back = {"x": 2 * centre[0] >= cols, "y": 2 * centre[1] >= rows}
    columns, lines = range(cols)[:: -1 if back["x"] else 1], range(rows)[:: -1 if back["y"] else 1]
    for number, across in enumerate(lines if by_rows else columns):
        for along in (columns if by_rows else lines)[:: -1 if number % 2 else 1]:
            yield (along, across) if by_rows else (across, along)


def drift(node: Node, cols: int) -> list[Node]:
    """Bring all tiles nearer to their homes, if they are far away. Return the boards, best first."""
    cells = len(node.tiles)
    rows = cells // cols
    steps = steps_from_home(node, cols)
    if min(rows, cols) < SMALLEST or steps <= FAR * cells:
        return [node]
    weights = Weights(cols, min(2 * max(rows, cols), 64), frozenset(), (0, MOVE))
    nodes = [replace(node, others=weights.costs(node, ()))]
    window = SMALL_WINDOW if cells > WIDE_UP_TO else WINDOW
    y, x = divmod(node.blank, cols)
    by_rows = True
    while steps > FAR * cells:
        before, made = steps, len(nodes[0].moves)
        for wanted in sweep((x, y), rows, cols, by_rows=by_rows):
            while (x, y) != wanted:
                if x != wanted[0]:
                    x += 1 if x < wanted[0] else -1
                else:
                    y += 1 if y < wanted[1] else -1
                for _ in range(DWELL):
                    nodes = _drift_on(nodes, (x, y), cols, weights, window) or nodes
        by_rows = not by_rows
        steps = steps_from_home(min(nodes, key=lambda node: node.others), cols)
        if 10 * (before - steps) <= 3 * (len(nodes[0].moves) - made):
            break  # at most three moves in ten bring a tile nearer, all in all
    nodes.sort(key=lambda node: node.others)
    return [replace(node, last="").end_stage("approach") for node in nodes]


def _drift_on(nodes: list[Node], centre: Place, cols: int, weights: Weights, window: range) -> list[Node]:
    """Make a move: return, for each cell of the window, the best board with the blank there, if any."""
    best: dict[int, tuple[int, Node, str]] = {}
    for node in nodes:
        for move, to in node.exits(cols):
            y, x = divmod(to, cols)
            if move == BACK.get(node.last) or not {x - centre[0], y - centre[1]} <= {*window}:
                continue
            home = node.tiles[to]
            others = node.others + weights.cost(home, node.blank) - weights.cost(home, to)
            if to not in best or others < best[to][0]:
                best[to] = others, node, move
    return [replace(node.after(move, to), others=others) for to, (others, node, move) in best.items()]
