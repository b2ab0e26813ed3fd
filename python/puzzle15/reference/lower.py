"""Lower bounds: linear conflict and walking distance.

The problem
    How many moves does a board need at least? The Manhattan distance lets every tile go straight
    home, as if it were alone. Tiles that have to pass each other need more.

The idea
    Vertical and horizontal moves are counted apart, and added up: a move is one or the other.

    *Linear conflict.* Two tiles in their home row, in the wrong order, cannot both stay in it:
    one has to leave, and come back, two vertical moves that the Manhattan distance does not count.
    Of several tiles, as many can stay as stand in the right order already.

        3 . 1 2      at home 1 2 3: 1 and 2 may stay, 3 has to leave the row. Two moves more.

    *Walking distance.* Forget the columns: of each row remember only how many of its tiles are
    at home in which row, and whether the blank is in it. A vertical move exchanges the blank with
    some tile of the row above or below. In this small puzzle that may be any tile of that row,
    wherever the blank is; so its distances are never too large. The same for columns.

The steps
    1. For linear conflict, try all subsets of the tiles that stand in their home line, the largest
       first, until one is in the right order.
    2. For walking distance, breadth-first search from the goal, over all states of the rows.

The cost
    Subsets: 2 to the power of the longer side. States: 105 for 3×3, 24,964 for 4×4, and 65.7
    million for 5×5, where a dictionary no longer does.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from itertools import combinations

from .moves import BLANK, Board, transpose

__all__ = ["linear_conflict", "walking_distance"]

Lines = tuple[tuple[int, ...], ...]


def linear_conflict(tiles: Board, goal: Board, cols: int) -> int:
    """Return the Manhattan distance, and two for every tile that has to leave its line.

    >>> linear_conflict((2, 1, 3, 4, 5, 6, 7, 8, 0), (1, 2, 3, 4, 5, 6, 7, 8, 0), 3)
    4
    """
    rows = len(tiles) // cols
    across = _vertical_conflict(transpose(tiles, cols), transpose(goal, cols), rows)
    return _vertical_conflict(tiles, goal, cols) + across


def walking_distance(tiles: Board, goal: Board, cols: int) -> int:
    """Return the walking distance, vertical and horizontal together.

    >>> walking_distance((2, 1, 3, 4, 5, 6, 7, 8, 0), (1, 2, 3, 4, 5, 6, 7, 8, 0), 3)
    4
    """
    rows = len(tiles) // cols
    across = _vertical_walk(transpose(tiles, cols), transpose(goal, cols), rows)
    return _vertical_walk(tiles, goal, cols) + across


def _vertical_conflict(tiles: Board, goal: Board, cols: int) -> int:
    """Vertical moves: from row to row, and out of a row and back."""
    moves = 0
    for start in range(0, len(tiles), cols):
        row = start // cols
        homes = [goal.index(tile) for tile in tiles[start : start + cols] if tile != BLANK]
        moves += sum(abs(home // cols - row) for home in homes)
        at_home = [home for home in homes if home // cols == row]
        moves += 2 * (len(at_home) - _longest_in_order(at_home))
    return moves


def _longest_in_order(homes: list[int]) -> int:
    """How many of these, at most, stand in increasing order."""
    return next(
        count
        for count in range(len(homes), -1, -1)
        if any(list(some) == sorted(some) for some in combinations(homes, count))
    )


def _vertical_walk(tiles: Board, goal: Board, cols: int) -> int:
    """The vertical walking distance."""
    return _walking_distances(lines_of(goal, goal, cols))[lines_of(tiles, goal, cols)]


def lines_of(tiles: Board, goal: Board, cols: int) -> Lines:
    """For each row, how many of its tiles are at home in each row, and then 1 if it has the blank, else 0."""
    rows = len(tiles) // cols
    lines = []
    for row in range(rows):
        here = tiles[row * cols : (row + 1) * cols]
        homes = [goal.index(tile) // cols for tile in here if tile != BLANK]
        lines.append((*(homes.count(home) for home in range(rows)), int(BLANK in here)))
    return tuple(lines)


@functools.cache
def _walking_distances(goal: Lines) -> dict[Lines, int]:
    """By breadth-first search: how many vertical moves each state needs."""
    found = {goal: 0}
    level = [goal]
    while level:
        nearby = dict.fromkeys(there for lines in level for down in (-1, 1) for there in steps(lines, down))
        depth = found[level[0]] + 1
        level = [lines for lines in nearby if lines not in found]
        found.update(dict.fromkeys(level, depth))
    return found


def steps(lines: Lines, down: int) -> Iterator[Lines]:
    """The states after one tile of the row next to the blank's went into it, for each of its home rows."""
    row = next(row for row, line in enumerate(lines) if line[-1])
    other = row + down
    if not 0 <= other < len(lines):
        return
    for home, count in enumerate(lines[other][:-1]):
        if count:
            after = [list(line) for line in lines]
            after[row][home] += 1
            after[other][home] -= 1
            after[row][-1], after[other][-1] = 0, 1
            yield tuple(tuple(line) for line in after)
