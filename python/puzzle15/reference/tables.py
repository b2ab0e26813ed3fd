"""Stages and their move tables.

The problem
    The 15-puzzle has too many boards to store a best move for each. Parberry's method cuts the
    path to the goal into three stages, each of which cares about a few tiles only:

    1. *row*: bring tiles 1 2 3 4 into the first row;
    2. *column*: without touching that row, bring 5 9 13 into the first column;
    3. *3x3*: without touching either, solve what is left, which is an 8-puzzle.

    For each stage the boards are so few that the best move for every one can be stored.

The representation
    A stage is a ``Space`` (see rank.py) and a list of goals. A goal is a board with a *value*, which measures
    how many moves are expected to follow if the stage ends there: smaller is better. Tiles that a stage does
    not care about are all written as the same number. A table is a pair of dictionaries: depth of each board
    (moves to the nearest goal), and the code of the best move for each board that is not a goal.

The idea
    Search *breadth first, backwards* from all goals at once: layer 0 is the goals; layer d is
    all boards next to layer d - 1 that are in no layer yet. Moves can be reversed, so searching
    backwards is as easy as forwards, and a best move is any that leads one layer down.

    Often several moves do. All lead to *some* nearest goal in equally many moves, but not
    always to the same one, and the next stage is easier from some goals than from others. So
    among the best moves we take one that leads to a goal of the smallest value, and if there is
    still a tie, the one with the smallest code.

    The value of a goal is the sum of what follows over all boards that might be there, each
    taken as equally likely. A sum instead of a mean keeps the numbers whole and exact.
"""

import functools

from .moves import MOVES, Board, apply, neighbours, step
from .rank import Space

Goals = list[tuple[Board, int]]
Depths = dict[Board, int]
Moves = dict[Board, int]

EIGHT_PER_BLANK = 20160  # boards of the 8-puzzle with the blank in one given cell


def distances(goals: list[Board], cols: int) -> Depths:
    """Return the depth of every board that can be reached: its moves to the nearest goal.

    >>> distances([(1, 2, 3, 0)], 2)[0, 3, 2, 1]
    6
    """
    depths = dict.fromkeys(goals, 0)
    queue = list(depths)
    for board in queue:  # the list grows while we go through it
        for _, other in neighbours(board, cols):
            if other not in depths:
                depths[other] = depths[board] + 1
                queue.append(other)
    return depths


def move_table(space: Space, goals: Goals) -> tuple[Depths, Moves]:
    """Return depth and best move code of every board; goals have a depth, but no move.

    A board's value is that of the goal its best moves lead to. When a layer is searched, the
    values of all its boards are known, so the boards next to it can pick the smallest.

    >>> depths, moves = move_table(Space(2, 2, told=1, whole=True), [((1, 2, 3, 0), 0)])
    >>> depths[1, 0, 3, 2], MOVES[moves[1, 0, 3, 2]]
    (1, 'D')
    """
    values = dict(goals)
    depths = dict.fromkeys(values, 0)
    moves: Moves = {}
    layer = list(values)
    depth = 0
    while layer:
        depth += 1
        best = _next_layer(layer, space.cols, depths, values)
        for board, (value, code) in best.items():
            depths[board] = depth
            values[board] = value
            moves[board] = code
        layer = list(best)
    return depths, moves


def _next_layer(
    layer: list[Board], cols: int, depths: Depths, values: dict[Board, int]
) -> dict[Board, tuple[int, int]]:
    """Return each new board next to the layer with its best choice: (value, move code)."""
    best: dict[Board, tuple[int, int]] = {}
    for board in layer:
        for code, other in neighbours(board, cols):
            if other not in depths:
                choice = (values[board], code ^ 1)  # the move back from other to board
                if other not in best or choice < best[other]:
                    best[other] = choice
    return best


def follow(board: Board, cols: int, moves: Moves) -> str:
    """Return the moves that a table gives, from a board to the goal where they end.

    A board for which the table has no move, such as a goal, gives no moves at all.

    >>> _, moves = move_table(Space(2, 2, told=1, whole=True), [((1, 2, 3, 0), 0)])
    >>> follow((0, 3, 2, 1), 2, moves)
    'RDLURD'
    """
    path = ""
    while board in moves:
        move = MOVES[moves[board]]
        board = step(board, cols, move)
        path += move
    return path


def packed(space: Space, depths: Depths, moves: Moves) -> bytes:
    """Return the moves as an array, two bits a board, four boards a byte, lowest bits first.

    The board with index i is in byte i // 4, at bits 2 * (i % 4). A goal has no move; its bits
    are 0, so whoever walks by the array has to check for goals before looking at the bits.

    >>> space = Space(2, 2, told=1, whole=True)
    >>> packed(space, *move_table(space, [((1, 2, 3, 0), 0)])).hex()
    'dd9c81'
    """
    array = bytearray((space.size + 3) // 4)
    for board in depths:
        if board in moves:
            i = space.index(board)
            array[i // 4] |= moves[board] << (2 * (i % 4))
    return bytes(array)


def histogram(depths: Depths) -> list[int]:
    """Return how many boards there are of depth 0, of depth 1, and so on.

    >>> histogram(distances([(1, 2, 3, 0)], 2))
    [1, 2, 2, 2, 2, 2, 1]
    """
    counts = [0] * (max(depths.values()) + 1)
    for depth in depths.values():
        counts[depth] += 1
    return counts


def square_stage() -> tuple[Space, Goals]:
    """Return the last stage, the 8-puzzle. Nothing follows it, so the value is 0.

    >>> square_stage()[1]
    [((1, 2, 3, 4, 5, 6, 7, 8, 0), 0)]
    """
    return Space(3, 3, told=4, whole=True), [((1, 2, 3, 4, 5, 6, 7, 8, 0), 0)]


def column_stage() -> tuple[Space, Goals]:
    """Return the stage that fills the first column of the lower three rows.

    The three rows are a 3x4 board, and the tiles 5, 9, 13 are called 1, 2, 3 there. The stage
    ends with the blank just right of the column, in row 0, 1 or 2, which is the first cell of
    that row in the 3x3 square. The value is the sum of the 8-puzzle's depths over all its
    boards with the blank in that cell.

    >>> space, goals = column_stage()
    >>> goals[2]
    ((1, 4, 4, 4, 2, 4, 4, 4, 3, 0, 4, 4), 445990)
    """
    square_depths, _ = stage_table("3x3")
    goals = []
    for row in range(3):
        board = [1, 4, 4, 4, 2, 4, 4, 4, 3, 4, 4, 4]
        board[4 * row + 1] = 0
        value = sum(d for square, d in square_depths.items() if square[3 * row] == 0)
        goals.append((tuple(board), value))
    return Space(3, 4, told=3, whole=False), goals


def row_stage() -> tuple[Space, Goals]:
    """Return the stage that fills the first row of the 4x4 board.

    It ends with the blank just below that row, in column 0, 1, 2 or 3, which is the first row
    of the 3x4 board of the next stage. There, each board stands for 20160 ways to place the
    other tiles; they take its depth each, and after that what follows the goal it leads to.
    The value is the sum of all that over the boards of the next stage with the blank there.

    >>> space, goals = row_stage()
    >>> goals[3]
    ((1, 2, 3, 4, 5, 5, 5, 0, 5, 5, 5, 5, 5, 5, 5, 5), 819042310)
    """
    _, column_goals = column_stage()
    goals = []
    for col in range(4):
        board = [1, 2, 3, 4] + 12 * [5]
        board[4 + col] = 0
        goals.append((tuple(board), _column_sum(col, dict(column_goals))))
    return Space(4, 4, told=4, whole=False), goals


def _column_sum(blank: int, end_values: dict[Board, int]) -> int:
    """Return what is to follow, summed over the column stage's boards with that blank."""
    depths, moves = stage_table("column")
    total = 0
    for board, depth in depths.items():
        if board[blank] == 0:
            end = apply(board, 4, follow(board, 4, moves))
            total += depth * EIGHT_PER_BLANK + end_values[end]
    return total


STAGES = {"row": row_stage, "column": column_stage, "3x3": square_stage}


@functools.cache
def stage_table(name: str) -> tuple[Depths, Moves]:
    """Return the move table of the stage "row", "column" or "3x3", made once and kept.

    The row stage has 524,160 boards and takes some seconds, the other two about one.

    >>> depths, moves = stage_table("column")
    >>> len(depths), max(depths.values())
    (11880, 32)
    """
    return move_table(*STAGES[name]())
