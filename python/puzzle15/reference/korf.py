"""Korf's search of 1985: iterative deepening with the Manhattan distance.

The problem
    Find a shortest solution with hardly any memory, and count the nodes as Korf did.

The representation
    Boards as in moves.py. The recursion keeps the path that is being tried: each call knows how
    many moves were made, and which one came last.

The steps
    1. Set the *threshold* to the Manhattan distance of the start.
    2. Try all paths from the start, depth first, without undoing a move at once. Prune a path as
       soon as its moves and the Manhattan distance that remains together exceed the threshold.
    3. If the goal was not found, raise the threshold by 2 and try again. (The length of every
       solution has the parity of the distance, so 1 would be in vain.)

    A node is counted when it is generated, before its distance is looked at: so those that are
    pruned at once count, too. The start counts once, not again for each threshold.

The cost
    Each threshold takes some six times the nodes of the one before, and the last one takes most.
"""

from .moves import BLANK, MOVES, Board, exits, manhattan, slide
from .solvability import is_solvable


def plain_search(tiles: Board, goal: Board, cols: int, order: str = "ULRD") -> tuple[str, int]:
    """Return a shortest solution, and how many nodes it took to find it.

    ``order`` is the order in which the blank's moves are tried.

    >>> plain_search((1, 2, 3, 0, 5, 6, 4, 7, 8), (1, 2, 3, 4, 5, 6, 7, 8, 0), 3)
    ('DRR', 7)
    """
    if not is_solvable(tiles, goal, cols):
        raise ValueError("this board cannot be solved")
    nodes = 1  # the start
    threshold = manhattan(tiles, goal, cols)

    def try_all(board: Board, moves: str) -> str | None:
        """Try all paths on from a board that was reached by ``moves``; return a solution, if any."""
        nonlocal nodes
        if board == goal:
            return moves
        for move, after in children(board, cols, order, moves[-1:]):
            nodes += 1
            if len(moves) + 1 + manhattan(after, goal, cols) <= threshold:
                found = try_all(after, moves + move)
                if found is not None:
                    return found
        return None

    while (solution := try_all(tiles, "")) is None:
        threshold += 2
    return solution, nodes


def children(board: Board, cols: int, order: str, last: str = "") -> list[tuple[str, Board]]:
    """Return the moves that do not undo the last one, in this order, each with the board it makes.

    >>> children((1, 2, 3, 4, 0, 5), 3, "ULRD", last="L")
    [('U', (1, 0, 3, 4, 2, 5)), ('L', (1, 2, 3, 0, 4, 5))]
    """
    blank = board.index(BLANK)
    cells = {MOVES[code]: cell for code, cell in exits(blank, len(board), cols)}
    if last:
        cells.pop(MOVES[MOVES.index(last) ^ 1], None)
    return [(move, slide(board, blank, cells[move])) for move in order if move in cells]
