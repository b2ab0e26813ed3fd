"""Which boards can be solved?

The problem
    Given a board and a goal with the same tiles, can sliding lead from one to the other? Trying
    all paths is hopeless for big boards. Counting is enough.

The idea
    Read the tiles row by row, leave the blank out, and count the *inversions*: the pairs in
    which the larger number comes first. See what a move does to that number.

    * L or R: the reading stays the same, and so does the number of inversions.
    * U or D: one tile jumps over the ``cols - 1`` tiles that stand between its old and its new
      place in the reading. Each jump over one tile makes or removes one inversion, so the
      number changes from even to odd (or back) exactly if ``cols - 1`` is odd.

    Hence something never changes:

    * ``cols`` odd: inversions, as even or odd;
    * ``cols`` even: inversions + row of the blank, as even or odd, because a move U or D
      changes both and a move L or R changes neither.

    A board on which that mark differs from the goal's cannot be solved. That the mark is all
    there is - equal marks can always be solved, on any board with at least two rows and two
    columns - is a classical theorem; for small boards ``reachable`` confirms it by search.

    Since board and goal are treated alike, the rule is universal: the goal may have its blank
    anywhere and its tiles in any order, and only the order of the labels counts.

    Boards of one row or one column stand apart: there the tiles can never pass one another,
    so the readings themselves have to be equal.
"""

from collections import deque

from .moves import BLANK, Board, neighbours, reading


def inversions(tiles: Board) -> int:
    """Return how many pairs of tiles have the larger number first; the blank does not count.

    >>> inversions((1, 2, 3, 0))
    0
    >>> inversions((3, 1, 0, 2))
    2
    """
    order = reading(tiles)
    count = 0
    for i in range(len(order)):
        for j in range(i + 1, len(order)):
            if order[i] > order[j]:
                count += 1
    return count


def is_line(tiles: Board, cols: int) -> bool:
    """Tell whether the board has only one row or only one column.

    >>> is_line((1, 2, 3, 0), 4), is_line((1, 2, 3, 0), 2), is_line((1, 2, 3, 0), 1)
    (True, False, True)
    """
    return cols == 1 or cols == len(tiles)


def is_solvable(tiles: Board, goal: Board, cols: int) -> bool:
    """Tell whether sliding can turn ``tiles`` into ``goal``.

    The famous impossible task is to exchange 14 and 15:

    >>> goal = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0)
    >>> swapped = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0)
    >>> is_solvable(swapped, goal, 4)
    False
    >>> is_solvable((0, 1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 0), 3)
    True
    """
    if len(set(tiles)) != len(tiles) or sorted(tiles) != sorted(goal):
        raise ValueError("board and goal must have the same tiles, each of them once")
    if is_line(tiles, cols):
        return reading(tiles) == reading(goal)
    total = inversions(tiles) + inversions(goal)
    if cols % 2 == 0:
        total += tiles.index(BLANK) // cols + goal.index(BLANK) // cols
    return total % 2 == 0


def reachable(goal: Board, cols: int) -> set[Board]:
    """Return all boards that can be reached from ``goal``, found by search (small boards only).

    Of the 24 ways to fill a 2x2 board, half can be reached:

    >>> len(reachable((1, 2, 3, 0), 2))
    12
    """
    found = {goal}
    waiting = deque([goal])
    while waiting:
        board = waiting.popleft()
        for _, other in neighbours(board, cols):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found
