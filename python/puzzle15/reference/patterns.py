"""Additive pattern databases, and shortest solutions with them.

The problem
    How many moves does a board need at least? The Manhattan distance looks at each tile by
    itself; tiles get in each other's way, and it knows nothing of that. Korf and Felner (2002)
    look at some tiles together, at a *pattern*, and count how often *these* tiles must move. If
    no tile is in two patterns, no move is counted twice. So the numbers of several patterns may
    be added up, and the sum is still never too large.

The representation
    A pattern is the tuple of its tiles' home cells, in increasing order. Where the other tiles
    are does not matter, as their moves cost nothing. Nor does it matter where exactly the
    blank is: it goes for free wherever it can without moving a tile of the pattern. The cells
    that it can reach like this are its *region*. The pattern's tiles may cut the board in two:

        . A .        the blank is on the left or on the right of A B C, and to get to the
        . B .        other side it must move one of them: two regions, named by their
        . C .        smallest cells, 0 and 2

    A state is the pair (cells of the tiles, in the order of their homes; name of the region).
    Boards are as in moves.py, and any board may be the goal. A *partition* is a tuple of
    patterns; each tile is in one of them at most.

The steps
    1. Breadth-first search, backwards from the tiles at home. One step is a move of a tile of
       the pattern into a cell of the blank's region; the blank is in the cell that it left.
       Free moves never leave a state, so every step costs 1. Moves can be undone, so the
       distance from home is the distance to it.
    2. The estimate for a board: look up each pattern's state, and add up.
    3. A*: of all boards generated, expand the one with the smallest sum of moves made and
       estimate. A move changes the estimate by 1 at most, so the path by which a board is first
       expanded is a shortest one.
    4. All shortest solutions: search backwards from the goal, layer by layer, until the board
       is found; a move is on a shortest path if it leads one layer down.

The cost
    k tiles on n cells have n! / (n - k)! arrangements and somewhat more states, each with a
    flood of the board to find its region: seconds for four or five tiles on ten cells.
"""

import functools
import heapq
from collections.abc import Iterator

from .moves import BLANK, MOVES, Board, exits, manhattan, neighbours
from .solvability import is_line, is_solvable
from .tables import Depths

Pattern = tuple[int, ...]
Partition = tuple[Pattern, ...]
State = tuple[tuple[int, ...], int]


@functools.cache
def region(rows: int, cols: int, taken: frozenset[int], blank: int) -> frozenset[int]:
    """Return the cells that the blank can reach from its cell, going round those that are taken.

    >>> sorted(region(3, 3, frozenset({1, 4, 7}), blank=5))
    [2, 5, 8]
    """
    found = [blank]
    for cell in found:  # the list grows while we go through it
        for _, there in exits(cell, rows * cols, cols):
            if there not in taken and there not in found:
                found.append(there)
    return frozenset(found)


def pattern_state(rows: int, cols: int, cells: tuple[int, ...], blank: int) -> State:
    """Return the state with a pattern's tiles in these cells, and the blank in this one.

    >>> pattern_state(3, 3, (7, 1, 4), blank=5)
    ((7, 1, 4), 2)
    """
    return cells, min(region(rows, cols, frozenset(cells), blank))


@functools.cache
def pattern_distances(rows: int, cols: int, homes: Pattern, blank: int) -> dict[State, int]:
    """Return how many moves of a pattern's tiles each state is away from home, made once and kept.

    Home is where each tile is in its own cell and the blank can reach ``blank``, its home. Here
    two tiles of the first column have changed places:

    >>> pattern_distances(2, 3, homes=(0, 3), blank=5)[(3, 0), 1]
    8
    """
    check_pattern(rows, cols, homes, blank)
    found = {pattern_state(rows, cols, homes, blank): 0}
    queue = list(found)
    for state in queue:  # the list grows while we go through it
        for other in pattern_moves(rows, cols, state):
            if other not in found:
                found[other] = found[state] + 1
                queue.append(other)
    return found


def check_pattern(rows: int, cols: int, homes: Pattern, blank: int) -> None:
    """Raise ValueError if these are not home cells of tiles, in increasing order.

    >>> check_pattern(2, 3, homes=(0, 5), blank=5)
    Traceback (most recent call last):
    ...
    ValueError: a pattern has cells from 0 to 5 in increasing order without 5, the blank's; got (0, 5)
    """
    cells = rows * cols
    possible = set(range(cells)) - {blank}
    if is_line(tuple(range(cells)), cols) or blank not in range(cells):
        raise ValueError(f"a board has 2 rows and columns or more and a blank; got {rows}, {cols}, {blank}")
    if list(homes) != sorted(set(homes) & possible):
        raise ValueError(
            f"a pattern has cells from 0 to {cells - 1} in increasing order without {blank}, "
            f"the blank's; got {homes}"
        )


def pattern_moves(rows: int, cols: int, state: State) -> Iterator[State]:
    """Go through the states that one move of a tile of the pattern leads to.

    >>> list(pattern_moves(2, 2, ((0, 3), 1)))
    [((1, 3), 0), ((0, 1), 2)]
    """
    cells, name = state
    reach = region(rows, cols, frozenset(cells), name)
    for tile, cell in enumerate(cells):
        for _, there in exits(cell, rows * cols, cols):
            if there in reach:
                after = (*cells[:tile], there, *cells[tile + 1 :])
                yield pattern_state(rows, cols, after, blank=cell)


def pattern_counts(rows: int, cols: int, homes: Pattern, blank: int) -> list[int]:
    """Return how many states of a pattern are 0 moves away from home, 1 move, and so on.

    >>> pattern_counts(2, 2, homes=(0,), blank=3)
    [1, 2, 1]
    """
    far = list(pattern_distances(rows, cols, homes, blank).values())
    return [far.count(moves) for moves in range(max(far) + 1)]


def pattern_estimate(tiles: Board, goal: Board, cols: int, homes: Pattern) -> int:
    """Return how often the tiles at home in these cells of the goal must move at least.

    >>> pattern_estimate((2, 1, 3, 4, 5, 0), (1, 2, 3, 4, 5, 0), 3, homes=(0, 1))
    6
    """
    rows = len(tiles) // cols
    far = pattern_distances(rows, cols, homes, goal.index(BLANK))
    cells = tuple(tiles.index(goal[home]) for home in homes)
    return far[pattern_state(rows, cols, cells, tiles.index(BLANK))]


def additive_estimate(tiles: Board, goal: Board, cols: int, partition: Partition) -> int:
    """Return the sum over the patterns of a partition: no solution is shorter.

    Patterns of one tile each give the Manhattan distance:

    >>> board, goal = (2, 1, 3, 5, 4, 0), (1, 2, 3, 4, 5, 0)
    >>> additive_estimate(board, goal, 3, ((0,), (1,), (2,), (3,), (4,)))
    4
    >>> additive_estimate(board, goal, 3, ((0, 1, 3), (2, 4)))
    12
    """
    check_partition(partition)
    return sum(pattern_estimate(tiles, goal, cols, homes) for homes in partition)


def check_partition(partition: Partition) -> None:
    """Raise ValueError if a tile is in two patterns: its moves would be counted twice.

    >>> check_partition(((0, 1), (1, 2)))
    Traceback (most recent call last):
    ...
    ValueError: the patterns of a partition have no cell in common; got ((0, 1), (1, 2))
    """
    cells = [cell for homes in partition for cell in homes]
    if len(cells) != len(set(cells)):
        raise ValueError(f"the patterns of a partition have no cell in common; got {partition}")


def optimal(tiles: Board, goal: Board, cols: int, partition: Partition | None = None) -> str:
    """Return a shortest solution, found by A* with a partition, or with the Manhattan distance.

    >>> optimal((2, 1, 3, 5, 4, 0), (1, 2, 3, 4, 5, 0), 3, ((0, 1, 3), (2, 4)))
    'ULDLURRDLLURDR'
    """
    check_solvable(tiles, goal, cols)
    heap = [(0, 0, tiles, "")]  # sum, estimate, board, moves; the sum of the only one does not matter
    done = set()
    while True:  # there is a solution, so the heap is not empty before the goal is found
        _, _, board, moves = heapq.heappop(heap)
        if board == goal:
            return moves
        if board in done:
            continue
        done.add(board)
        for code, other in neighbours(board, cols):
            if other not in done:
                estimate = _estimate(other, goal, cols, partition)
                # Of equal sums, the one with the smaller estimate first: it is nearer to the goal.
                heapq.heappush(heap, (len(moves) + 1 + estimate, estimate, other, moves + MOVES[code]))


def _estimate(tiles: Board, goal: Board, cols: int, partition: Partition | None) -> int:
    """Return the estimate by a partition, or the Manhattan distance if there is none."""
    if partition is None:
        return manhattan(tiles, goal, cols)
    return additive_estimate(tiles, goal, cols, partition)


def check_solvable(tiles: Board, goal: Board, cols: int) -> None:
    """Raise ValueError if the goal cannot be reached.

    >>> check_solvable((2, 1, 3, 0), (1, 2, 3, 0), 2)
    Traceback (most recent call last):
    ...
    ValueError: this board cannot be solved
    """
    if not is_solvable(tiles, goal, cols):
        raise ValueError("this board cannot be solved")


def depths_up_to(tiles: Board, goal: Board, cols: int) -> Depths:
    """Return the moves to the goal for every board that is not farther from it than ``tiles``.

    >>> depths_up_to((1, 2, 0, 3), (1, 2, 3, 0), 2)
    {(1, 2, 3, 0): 0, (1, 2, 0, 3): 1, (1, 0, 3, 2): 1}
    """
    check_solvable(tiles, goal, cols)
    depths = {goal: 0}
    layer = [goal]
    while tiles not in depths:
        depth = depths[layer[0]] + 1
        after = [other for board in layer for _, other in neighbours(board, cols) if other not in depths]
        depths.update(dict.fromkeys(after, depth))
        layer = list(dict.fromkeys(after))  # each once
    return depths


def all_optimal(tiles: Board, goal: Board, cols: int) -> list[str]:
    """Return all shortest solutions (small boards only), in the order of their moves' codes.

    >>> all_optimal((0, 3, 2, 1), (1, 2, 3, 0), 2)
    ['RDLURD', 'DRULDR']
    """
    depths = depths_up_to(tiles, goal, cols)

    def paths(board: Board) -> Iterator[str]:
        """Go through the shortest paths from a board."""
        if board == goal:
            yield ""
        for code, other in neighbours(board, cols):
            if depths.get(other) == depths[board] - 1:
                for rest in paths(other):
                    yield MOVES[code] + rest

    return list(paths(tiles))


def count_optimal(tiles: Board, goal: Board, cols: int) -> int:
    """Return how many shortest solutions there are, without making them (small boards only).

    >>> count_optimal((0, 3, 2, 1), (1, 2, 3, 0), 2)
    2
    """
    depths = depths_up_to(tiles, goal, cols)
    paths = {goal: 1}
    for board, depth in depths.items():  # nearest first, so the boards next to it one layer down are known
        for _, other in neighbours(board, cols):
            if depths.get(other) == depth + 1:
                paths[other] = paths.get(other, 0) + paths[board]
    return paths[tiles]
