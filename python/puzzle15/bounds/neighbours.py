"""Boards that resemble a board: its mirror images, those a few moves away, and those with tiles exchanged.

Boards are rows of homes here: for each cell, the cell of the goal that has the same tile, or the blank. So
the goal is 0, 1, 2, ..., whatever its tiles are.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from puzzle15._core import Board
from puzzle15._support.numeric import np
from puzzle15.solving import make_solvable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Homes = NDArray[np.int32]

__all__ = ["Neighbours", "hard_starts"]

# With more exchanges than 15 tiles allow, some are drawn at random.
MOST_EXCHANGES = 5005
MOVES = 2


class Neighbours:
    """What resembles the boards with one goal."""

    def __init__(self, goal: Board, dice: np.random.Generator) -> None:
        """`dice` draws the exchanges where there are too many to try all."""
        self.goal = goal
        self._dice = dice
        self._symmetries = [cells for cells in _symmetries(*goal.shape) if cells[goal.blank] == goal.blank]
        self._steps = _steps(*goal.shape)
        self._exchanges: dict[int, Homes] = {}

    def images(self, homes: Homes) -> Homes:
        """The board and its mirror images that are as far from the goal, since that is its own image.

        The symmetries of the grid that leave the home of the blank in place move cells and rename tiles
        alike, so a solution of a board is one of its image, turned like that.
        """
        found = {}
        for cells in self._symmetries:
            image = np.empty_like(homes)
            image[cells] = cells[homes]
            found[image.tobytes()] = image
        return np.array(list(found.values()))

    def near(self, homes: Homes) -> Homes:
        """The boards that are one or two moves away."""
        found = {homes.tobytes(): homes}
        rim = [homes]
        for _ in range(MOVES):
            inner, rim = rim, []
            for board in inner:
                blank = int(np.flatnonzero(board == self.goal.blank)[0])
                for cell in self._steps[blank]:
                    moved = board.copy()
                    moved[blank], moved[cell] = board[cell], board[blank]
                    if found.setdefault(moved.tobytes(), moved) is moved:
                        rim.append(moved)
        return np.array(list(found.values())[1:])

    def exchanged(self, homes: Homes) -> Homes:
        """The boards that two exchanges of tiles make, which may have one tile in common.

        Two exchanges keep a board solvable. Up to 15 tiles all of them are made, beyond that some thousands
        drawn at random.
        """
        blank = int(np.flatnonzero(homes == self.goal.blank)[0])
        cells = np.delete(np.arange(len(homes), dtype=np.int32), blank)
        if _count(len(cells)) > MOST_EXCHANGES:
            return homes[_drawn(cells, len(homes), self._dice)]
        if blank not in self._exchanges:
            self._exchanges[blank] = _all_exchanges(cells.tolist(), len(homes))
        return homes[self._exchanges[blank]]


def hard_starts(goal: Board) -> list[Board]:
    """Boards that are known to be hard: the goal turned and mirrored, and with opposite quarters exchanged.

    Where that cannot be solved, the two largest tiles are exchanged.
    """
    rows, cols = goal.shape
    grid = np.arange(rows * cols).reshape(rows, cols)
    layouts = [np.argsort(cells) for cells in _symmetries(rows, cols)[1:]]
    layouts.append(np.roll(grid, (rows // 2, cols // 2), (0, 1)).ravel())
    tiles = np.array(goal.tiles, np.int64)
    boards = (Board(tiles[layout].tolist(), rows, cols) for layout in layouts)
    return list(dict.fromkeys(make_solvable(board, goal, swap="largest") for board in boards))


def _symmetries(rows: int, cols: int) -> list[Homes]:
    """For each symmetry of the grid, and each cell, where it goes; the first leaves all in place."""
    grid = np.arange(rows * cols, dtype=np.int32).reshape(rows, cols)
    flips = [grid, grid[::-1], grid[:, ::-1], grid[::-1, ::-1]]
    if rows == cols:
        flips += [flip.T for flip in flips]
    return [flip.ravel() for flip in flips]


def _steps(rows: int, cols: int) -> list[list[int]]:
    """The neighbours of each cell."""
    ways = ((-1, 0), (1, 0), (0, -1), (0, 1))
    return [
        [
            (row + down) * cols + col + right
            for down, right in ways
            if 0 <= row + down < rows and 0 <= col + right < cols
        ]
        for row in range(rows)
        for col in range(cols)
    ]


def _count(tiles: int) -> int:
    """How many boards two exchanges of so many tiles make: two pairs, or three tiles in turn.

    >>> _count(15)
    5005
    """
    return 3 * comb(tiles, 4) + 2 * comb(tiles, 3)


def _all_exchanges(cells: list[int], size: int) -> Homes:
    """For each two exchanges, and each cell, the cell that its tile comes from."""
    sources = []
    for a, b, c in combinations(cells, 3):
        sources += [{a: b, b: c, c: a}, {a: c, b: a, c: b}]
    for a, b, c, d in combinations(cells, 4):
        sources += [
            {a: b, b: a, c: d, d: c},
            {a: c, c: a, b: d, d: b},
            {a: d, d: a, b: c, c: b},
        ]
    made = np.tile(np.arange(size, dtype=np.int32), (len(sources), 1))
    for row, source in zip(made, sources, strict=True):
        for cell, other in source.items():
            row[cell] = other
    return made


def _drawn(cells: Homes, size: int, dice: np.random.Generator) -> Homes:
    """The same for some exchanges that are drawn at random."""
    made = np.tile(np.arange(size, dtype=np.int32), (MOST_EXCHANGES, 1))
    every = np.arange(MOST_EXCHANGES)
    for _ in range(2):
        one = dice.integers(len(cells), size=MOST_EXCHANGES)
        # Any cell but the first, each as likely.
        other = (one + dice.integers(1, len(cells), size=MOST_EXCHANGES)) % len(cells)
        here, there = cells[one], cells[other]
        made[every, here], made[every, there] = made[every, there], made[every, here]
    return made
