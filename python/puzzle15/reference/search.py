"""Exhaustive search, written as plainly as possible: a dictionary of positions and a list for each level."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

__all__ = ["ALIKE", "OFF", "at_home", "depths", "one_move_away", "paper_board", "paper_index", "search"]

Position = tuple[int, ...]

OFF = -2
"""A cell that is not on the board."""
ALIKE = -1
"""A tile that is not told apart."""
BLANK = 0


def search(
    rows: int,
    cols: int,
    *,
    homes: Sequence[int] | None = None,
    removed: Sequence[int] = (),
    sources: Sequence[tuple[int, int]],
    metric: str = "single",
) -> tuple[list[list[int]], list[Position]]:
    """Search a puzzle: return the counts of positions by depth and cell of the blank, and the deepest ones.

    `homes` are the home cells of the tiles told apart, the others being alike; None tells all apart.
    `sources` are cells of the blank, each with its depth. In a position, 0 is the blank, tiles are numbered
    from 1 in the order of `homes` (of the cells, if all are told apart), -1 is a tile that is not told apart,
    -2 a cell off the board.

    >>> counts, deepest = search(2, 2, sources=[(3, 0)])
    >>> [sum(level) for level in counts], deepest
    ([1, 2, 2, 2, 2, 2, 1], [(0, 3, 2, 1)])
    """
    starts: dict[Position, int] = {}
    for cell, offset in sources:
        start = at_home(rows, cols, homes, removed, cell)
        starts[start] = min(offset, starts.get(start, offset))
    found = depths(starts, rows, cols, metric)
    counts = [[0] * (rows * cols) for _ in range(max(found.values()) + 1)]
    for position, depth in found.items():
        counts[depth][position.index(BLANK)] += 1
    deepest = [position for position, depth in found.items() if depth == len(counts) - 1]
    return counts, sorted(deepest)


def depths(
    starts: Mapping[Position, int], rows: int, cols: int, metric: str = "single"
) -> dict[Position, int]:
    """The depth of every position that can be reached from the starts, each with its own depth.

    >>> depths({(1, 2, 3, 0): 0}, 2, 2)[0, 3, 2, 1]
    6
    """
    found: dict[Position, int] = {}
    level: list[Position] = []
    depth = 0
    while level or any(start not in found for start in starts):
        level += [start for start, offset in starts.items() if offset == depth and start not in found]
        found.update(dict.fromkeys(level, depth))
        reached = [there for position in level for there in one_move_away(position, rows, cols, metric)]
        level = list(dict.fromkeys(there for there in reached if there not in found))
        depth += 1
    return found


def at_home(
    rows: int, cols: int, homes: Sequence[int] | None, removed: Sequence[int], blank: int
) -> Position:
    """The position with all tiles at home and the blank in this cell.

    >>> at_home(2, 3, [1, 2], [0], 5)
    (-2, 1, 2, -1, -1, 0)
    """
    position = [ALIKE] * (rows * cols)
    for cell in removed:
        position[cell] = OFF
    if homes is None:
        homes = [cell for cell in range(rows * cols) if cell != blank and cell not in removed]
    for tile, home in enumerate(homes, start=1):
        position[home] = tile
    position[blank] = BLANK
    return tuple(position)


def one_move_away(position: Position, rows: int, cols: int, metric: str) -> Iterator[Position]:
    """All positions that are one move away.

    >>> list(one_move_away((1, 2, 3, 0), 2, 2, "single"))
    [(1, 2, 0, 3), (1, 0, 3, 2)]
    """
    row, col = divmod(position.index(BLANK), cols)
    for down, right in [(0, -1), (0, 1), (-1, 0), (1, 0)]:
        tiles = list(position)
        here, r, c = row * cols + col, row + down, col + right
        while 0 <= r < rows and 0 <= c < cols and tiles[r * cols + c] != OFF:
            there = r * cols + c
            tiles[here], tiles[there] = tiles[there], tiles[here]
            yield tuple(tiles)
            if metric == "single":
                break
            here, r, c = there, r + down, c + right


def paper_index(tiles: Sequence[int]) -> int:
    """Karlemo and Östergård's I = 3a + b for a board given cell by cell, 0 for the blank.

    >>> paper_index([1, 2, 3, 4, 5, 6, 7, 8, 0])
    2
    """
    blocks = [tile or len(tiles) for tile in tiles]
    left = sorted(blocks)
    a = 0
    for block in blocks[:-3]:
        a = a * len(left) + left.index(block)
        left.remove(block)
    return 3 * a + blocks[-3:].index(max(blocks[-3:]))


def paper_board(index: int, rows: int, cols: int) -> tuple[int, ...]:
    """The board with this index: of the two orders of the last tiles, the one that can be solved.

    >>> paper_board(2, 3, 3)
    (1, 2, 3, 4, 5, 6, 7, 8, 0)
    """
    n = rows * cols
    a, b = divmod(index, 3)
    digits = []
    for size in range(4, n + 1):
        a, digit = divmod(a, size)
        digits.append(digit)
    left = list(range(1, n + 1))
    first = [left.pop(digit) for digit in reversed(digits)]
    small, middle, large = left
    for pair in ([small, middle], [middle, small]):
        blocks = first + pair[:b] + [large] + pair[b:]
        inversions = sum(blocks[i] > blocks[j] for i in range(n) for j in range(i + 1, n))
        row, col = divmod(blocks.index(n), cols)
        if (inversions + (rows - 1 - row) + (cols - 1 - col)) % 2 == 0:
            return tuple(block % n for block in blocks)
    raise AssertionError("one of the two orders can be solved")
