"""How many moves three stages take, over all boards, without trying all boards.

The problem
    Solve the first row, then the rest of the first column, then what is left (see combined.py).
    How many moves does that take on average, and at worst, over all boards that can be solved?
    A 15-puzzle has 10,461,394,944,000 of them.

The representation
    A board has ``rows`` x ``cols`` cells, the goal 1, 2, 3, ... and the blank last. Each stage
    has its own board: the whole one, the rows below the first, and those without the first
    column. How long the stages are is a tuple of three numbers, and the result says how many
    boards there are of each such tuple.

The idea
    A stage looks at its own tiles and the blank, at nothing else. So take one of its states,
    and all the boards that look like it to the stage: they differ in the order of the other
    tiles. The moves are the same for all of them, and move the other tiles in the same way. If
    all orders of the other tiles were equally frequent before, they still are afterwards.

    So what a stage leaves behind is described by the cell of the blank alone, and the three
    stages can be counted one after another: with the blank in a given cell, each state of the
    next stage is as frequent as any other.

    What about boards that cannot be solved? Half of all orders belong to them. Exchange two
    tiles that a stage does not look at: a board that can be solved becomes one that cannot, and
    the stage sees no difference. So each state of the first two stages stands for as many boards
    of one kind as of the other, and it does not matter whether they are all counted or half of
    them. (That takes two other tiles. The second stage leaves at least three.) The last stage
    looks at all tiles that are left, and its states are only those that can be solved, which is
    where the other half drops out.

    ``by_trying`` walks through single boards instead. All 181,440 of the 8-puzzle give the same
    numbers, so the argument is right there.
"""

import functools
from collections import Counter
from collections.abc import Iterable

from .combined import renamed
from .moves import MOVES, Board, apply, step
from .rank import Space
from .tables import Depths, Goals, Moves, follow, move_table

Lengths = Counter[tuple[int, ...]]
"""How many boards there are for each length of the stages that are left."""


@functools.cache
def stages(rows: int, cols: int) -> list[tuple[Depths, Moves]]:
    """Return the tables of the three stages: row, column, and what is left.

    The tables are those of tables.py for any size: among equally short walks, one is taken
    that ends where the least is to follow.

    >>> [len(depths) for depths, _ in stages(3, 3)]
    [3024, 120, 12]
    """
    inner = Space(rows - 1, cols - 1, told=((rows - 1) * (cols - 1) - 1) // 2, whole=True)
    last = move_table(inner, [((*range(1, inner.cells), 0), 0)])
    column = Space(rows - 1, cols, told=rows - 1, whole=False)
    goals: Goals = []
    for row in range(rows - 1):
        board = [(cell // cols + 1) if cell % cols == 0 else rows for cell in range(column.cells)]
        board[row * cols + 1] = 0
        goals.append((tuple(board), _moves_in_all(_from_blank(last, row * (cols - 1)))))
    second = _with_stops(move_table(column, goals), goals)
    whole = Space(rows, cols, told=cols, whole=False)
    goals = []
    for col in range(cols):
        board = [min(cell + 1, cols + 1) for cell in range(whole.cells)]
        board[cols + col] = 0
        goals.append((tuple(board), _moves_in_all(_after_row([second, last], cols)[col])))
    first = _with_stops(move_table(whole, goals), goals)
    return [first, second, last]


def _with_stops(table: tuple[Depths, Moves], goals: Goals) -> tuple[Depths, Moves]:
    """Return the table for walks that also end at once where the tiles are home already."""
    depths, moves = table
    done = [i for i, tile in enumerate(goals[0][0]) if 0 < tile < max(goals[0][0])]
    for board in [b for b in moves if all(b[i] == goals[0][0][i] for i in done)]:
        depths[board] = 0
        del moves[board]
    return depths, moves


def _moves_in_all(lengths: Lengths) -> int:
    """Return how many moves all boards take together."""
    return sum(sum(each) * boards for each, boards in lengths.items())


def _from_blank(last: tuple[Depths, Moves], blank: int) -> Lengths:
    """Return the lengths of the last stage, over its states with that blank."""
    return Counter((depth,) for board, depth in last[0].items() if board[blank] == 0)


def _after_row(tables: list[tuple[Depths, Moves]], cols: int) -> list[Lengths]:
    """Return the lengths of column and last stage, by the blank on the rows below the first."""
    (depths, moves), last = tables
    cells = len(next(iter(depths)))
    inner = [cell for cell in range(cells) if cell % cols]
    after = {cell: _from_blank(last, place) for place, cell in enumerate(inner)}
    return _joined(depths, moves, cols, after)


def _joined(depths: Depths, moves: Moves, cols: int, after: dict[int, Lengths]) -> list[Lengths]:
    """Return the lengths of a stage and what follows, by the blank with which the stage begins.

    ``after`` says what follows, by the blank with which the stage ends.
    """
    ends: dict[Board, int] = {}
    found: list[Lengths] = [Counter() for _ in next(iter(depths))]
    for board in sorted(depths, key=lambda board: depths[board]):  # goals first
        if board in moves:
            ends[board] = ends[step(board, cols, MOVES[moves[board]])]
        else:
            ends[board] = board.index(0)
        found[board.index(0)][depths[board], ends[board]] += 1
    joined: list[Lengths] = []
    for counts in found:
        lengths: Lengths = Counter()
        for (depth, end), states in counts.items():
            for others, boards in after[end].items():
                lengths[(depth, *others)] += states * boards
        joined.append(lengths)
    return joined


def by_stages(rows: int, cols: int, blank: int | None = None) -> Lengths:
    """Return how many boards there are for each length of the three stages, by the argument above.

    With ``blank`` only the boards with the blank in that cell count.

    >>> lengths = by_stages(3, 3)
    >>> sum(lengths.values()), max(map(sum, lengths)), lengths[0, 0, 0], lengths[5, 4, 3]
    (181440, 45, 1, 7)
    """
    first, second, last = stages(rows, cols)
    after = {cols + cell: lengths for cell, lengths in enumerate(_after_row([second, last], cols))}
    total: Lengths = Counter()
    for cell, lengths in enumerate(_joined(*first, cols, after)):
        if blank in (None, cell):
            total.update(lengths)
    return total


def walks(tiles: Board, rows: int, cols: int) -> list[str]:
    """Return the moves of the three stages for one board.

    >>> walks((1, 2, 3, 0, 5, 6, 4, 7, 8), 3, 3)
    ['', 'DR', 'R']
    """
    goal = (*range(1, rows * cols), 0)
    left = list(range(rows * cols))  # the cells of the stage's own board
    found = []
    for number, (_, moves) in enumerate(stages(rows, cols)):
        homes = [cell for cell in left if number == 2 or (cell % cols == 0 if number else cell < cols)]
        told = tuple(goal[cell] for cell in homes if goal[cell])
        own = renamed(tuple(tiles[cell] for cell in left), told)
        found.append(follow(own, cols - (number == 2), moves))
        tiles = apply(tiles, cols, found[-1])
        left = [cell for cell in left if cell >= cols and (number == 0 or cell % cols)]
    return found


def by_trying(boards: Iterable[Board], rows: int, cols: int) -> Lengths:
    """Return the lengths of the three stages of these boards, by walking through each of them.

    >>> by_trying([(1, 2, 3, 0, 5, 6, 4, 7, 8), (1, 2, 3, 4, 5, 0, 7, 8, 6)], 3, 3)
    Counter({(0, 2, 1): 1, (0, 0, 1): 1})
    """
    return Counter(tuple(map(len, walks(tiles, rows, cols))) for tiles in boards)
