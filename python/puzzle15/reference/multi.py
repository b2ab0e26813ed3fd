"""Fewest slides.

The problem
    A hand can push several tiles of a row or column at once. If such a slide counts as one move, what is the
    shortest solution?

The idea, for small boards
    Breadth-first search from the goal, a slide of any length at a time, gives the distance of every board.
    From any board, slides to boards that are one nearer lead home.

The idea, for larger ones
    A lower bound. Forget the columns: of each row remember only how many of its tiles are at home in
    which row, and where the blank is. A horizontal slide changes nothing of that. A vertical one takes
    some tile of the next row into the blank's row, and perhaps some tile of the row after into that one,
    and so on. The distance in this small graph, known as *walking distance*, is a number of vertical
    slides that no solution can do without. The same for columns.

    In a shortest solution no slide follows another on the same line: the two would be one, or none. So
    vertical and horizontal slides take turns, and v vertical ones come with at least v - 1 horizontal ones.

    The compiled core does without this bound, since it has better ones; here it is a check on its answers.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from .lower import Lines, lines_of, steps
from .moves import BLANK, MOVES, Board, exits, slide, transpose

__all__ = ["fewest_slides", "slide_distances", "slides", "walking_bound"]


def slides(tiles: Board, cols: int) -> Iterator[tuple[str, Board]]:
    """Give every slide: the moves of the blank, all in one direction, and the board after them.

    >>> [moves for moves, _ in slides((1, 2, 3, 4, 5, 0), 3)]
    ['L', 'LL', 'U']
    """
    for code, letter in enumerate(MOVES):
        after, moves = tiles, ""
        while True:
            blank = after.index(BLANK)
            cells = dict(exits(blank, len(tiles), cols))
            if code not in cells:
                break
            after, moves = slide(after, blank, cells[code]), moves + letter
            yield moves, after


@functools.cache
def slide_distances(goal: Board, cols: int) -> dict[Board, int]:
    """Return the number of slides to the goal for every board that has a solution.

    >>> distances = slide_distances((1, 2, 3, 0), 2)
    >>> len(distances), max(distances.values())
    (12, 6)
    """
    found = {goal: 0}
    level = [goal]
    while level:
        nearby = dict.fromkeys(there for board in level for _, there in slides(board, cols))
        depth = found[level[0]] + 1
        level = [board for board in nearby if board not in found]
        found.update(dict.fromkeys(level, depth))
    return found


def fewest_slides(tiles: Board, goal: Board, cols: int) -> str:
    """Return the moves of a solution with the fewest slides: of two as good, the first in ``slides``.

    >>> fewest_slides((0, 1, 2, 4, 5, 3), (1, 2, 3, 4, 5, 0), 3)
    'RRD'
    """
    distances = slide_distances(goal, cols)
    path = ""
    while tiles != goal:
        nearer = (pair for pair in slides(tiles, cols) if distances[pair[1]] < distances[tiles])
        moves, tiles = next(nearer)
        path += moves
    return path


def walking_bound(tiles: Board, goal: Board, cols: int) -> int:
    """Return a number of slides that every solution has at least.

    >>> walking_bound((0, 1, 2, 4, 5, 3), (1, 2, 3, 4, 5, 0), 3)
    2
    """
    rows = len(tiles) // cols
    down = _vertical_bound(tiles, goal, cols)
    across = _vertical_bound(transpose(tiles, cols), transpose(goal, cols), rows)
    return max(2 * down - 1, 2 * across - 1, down + across)


def _vertical_bound(tiles: Board, goal: Board, cols: int) -> int:
    """At least so many vertical slides."""
    return _walking_distances(lines_of(goal, goal, cols))[lines_of(tiles, goal, cols)]


@functools.cache
def _walking_distances(goal: Lines) -> dict[Lines, int]:
    """By breadth-first search: how many vertical slides each state needs."""
    found = {goal: 0}
    level = [goal]
    while level:
        nearby = dict.fromkeys(there for lines in level for there in _vertical_slides(lines))
        depth = found[level[0]] + 1
        level = [lines for lines in nearby if lines not in found]
        found.update(dict.fromkeys(level, depth))
    return found


def _vertical_slides(lines: Lines) -> Iterator[Lines]:
    """All states that one slide leads to: one tile, then two, up and down."""
    for down in (-1, 1):
        reached = [lines]
        while reached:
            reached = [there for state in reached for there in steps(state, down)]
            yield from reached
