"""Random boards that everybody can draw again.

The problem
    Experiments need boards that are random, can be solved, and come out the same on every
    machine and in every language. So the generator is spelled out here down to the last bit.

The representation
    All numbers are 64-bit words: integers from 0 to 2**64 - 1, with whatever overflows thrown
    away. The constants are those of two well-known public-domain generators:

    * *splitmix64* turns a counter into well-mixed words. It only prepares the other one.
    * *xoshiro256++* keeps four words of state and makes the random words.

The idea
    A ``Stream`` is named by a seed and a block number. Boards are drawn in blocks of 1024, each
    from a stream of its own, so that block 7 can be drawn without drawing blocks 0 to 6 first,
    and several workers can share the work without changing the outcome.

    There are two ways to draw a board: ``shuffled`` takes any order of the tiles and mends it
    if it cannot be solved; ``walked`` starts at the goal and sends the blank on a walk.
"""

from collections.abc import Iterable

from .moves import BLANK, Board, apply
from .solvability import is_line, is_solvable

WORD = 0xFFFF_FFFF_FFFF_FFFF
HALF = 0xFFFF_FFFF
BLOCK = 1024


def splitmix64(x: int) -> tuple[int, int]:
    """Make one step of splitmix64: return the new counter and the word it gives.

    >>> splitmix64(1234567)[1]
    6457827717110365317
    """
    x = (x + 0x9E3779B97F4A7C15) & WORD
    z = x
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return x, z ^ (z >> 31)


def rotated(word: int, count: int) -> int:
    """Return a 64-bit word with its bits rotated to the left.

    >>> hex(rotated(0xF000000000000001, 4))
    '0x1f'
    """
    return ((word << count) | (word >> (64 - count))) & WORD


class Stream:
    """A source of random words (xoshiro256++), named by a seed and a block number.

    The seed goes through splitmix64 once before the block number is added. So neighbouring
    seeds and neighbouring blocks do not give the same streams.

    >>> a, b = Stream(1, 0), Stream(1, 0)
    >>> a.next() == b.next()
    True
    >>> Stream(1, 0).next() == Stream(0, 1).next()
    False
    """

    def __init__(self, seed: int, block: int) -> None:
        """Fill the state from the seed and the block number."""
        _, key = splitmix64(seed)
        x = (key + block) & WORD
        self.state: list[int] = []
        for _ in range(4):
            x, word = splitmix64(x)
            self.state.append(word)

    def next(self) -> int:
        """Return the next random word, from 0 to 2**64 - 1.

        >>> stream = Stream(0, 0)
        >>> stream.state = [1, 2, 3, 4]
        >>> stream.next(), stream.next()
        (41943041, 58720359)
        """
        s0, s1, s2, s3 = self.state
        result = (rotated((s0 + s3) & WORD, 23) + s0) & WORD
        t = (s1 << 17) & WORD
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        s3 = rotated(s3, 45)
        self.state = [s0, s1, s2, s3]
        return result

    def below(self, n: int) -> int:
        """Return a random number from 0 to n - 1, each equally likely (1 <= n < 2**32).

        Take u, a random number of 32 bits; then u * n / 2**32, rounded down, is below n. Were
        that all, some results would get one u more than others. Lemire's remedy looks at the
        lower 32 bits of u * n: of the values of u with the same result, exactly
        2**32 // n leave at least (2**32 % n) there, and any other u is drawn again.

        >>> stream = Stream(7, 0)
        >>> all(stream.below(6) in range(6) for _ in range(100))
        True
        """
        if not 1 <= n < 2**32:
            raise ValueError(f"n must be from 1 to 2**32 - 1, not {n}")
        product = (self.next() >> 32) * n
        if product & HALF < n:
            threshold = (2**32 - n) % n  # the same as 2**32 % n
            while product & HALF < threshold:
                product = (self.next() >> 32) * n
        return product >> 32


def shuffled(stream: Stream, goal: Board, cols: int) -> Board:
    """Return a random board that can be solved, each one exactly equally likely.

    First every cell, from the last to the second, changes places with itself or one before it,
    picked at random (the shuffle of Fisher and Yates). There are 2 * 3 * ... * cells ways to
    pick, each gives another order, so all orders are equally likely. If the board cannot be
    solved, its two largest tiles are exchanged, and then it can: one exchange of two tiles
    turns an even number of inversions into an odd one.

    Why is the outcome still uniform? Exchanging the two largest tiles pairs every board that
    cannot be solved with one that can, and no two of them with the same one. So every board
    that can be solved comes out for exactly two orders: itself and its partner.

    >>> board = shuffled(Stream(1, 0), (1, 2, 3, 4, 5, 6, 7, 8, 0), 3)
    >>> is_solvable(board, (1, 2, 3, 4, 5, 6, 7, 8, 0), 3)
    True
    """
    if is_line(goal, cols):
        raise ValueError("a board of one row or one column cannot be shuffled")
    order = list(goal)
    for i in range(len(order) - 1, 0, -1):
        j = stream.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return mended(order, goal, cols)


def shuffled_with_blank(stream: Stream, goal: Board, cols: int, cells: list[int]) -> Board:
    """Return a random board that can be solved, its blank in one of these cells, all equally likely.

    One of the cells, which are in order, is picked for the blank; the tile there trades places
    with the blank of the goal. Then the tiles in all other cells are shuffled, as above. So
    every cell with every order of the tiles is equally likely. Exchanging the two largest tiles
    leaves the blank where it is, so it pairs every board that cannot be solved with one that can
    and has the blank in the same cell. Again each board comes out for exactly two picks.

    >>> board = shuffled_with_blank(Stream(1, 0), (1, 2, 3, 4, 5, 6, 7, 8, 0), 3, [2, 5])
    >>> is_solvable(board, (1, 2, 3, 4, 5, 6, 7, 8, 0), 3), board.index(0) in (2, 5)
    (True, True)
    """
    if is_line(goal, cols):
        raise ValueError("a board of one row or one column cannot be shuffled")
    blank = cells[stream.below(len(cells))]
    order = list(goal)
    home = order.index(BLANK)
    order[blank], order[home] = order[home], order[blank]
    others = [cell for cell in range(len(order)) if cell != blank]
    for i in range(len(others) - 1, 0, -1):
        here, there = others[i], others[stream.below(i + 1)]
        order[here], order[there] = order[there], order[here]
    return mended(order, goal, cols)


def mended(order: list[int], goal: Board, cols: int) -> Board:
    """Return the board, with its two largest tiles exchanged if it cannot be solved as it is.

    >>> mended([1, 3, 2, 0], (1, 2, 3, 0), 2)
    (1, 2, 3, 0)
    """
    if not is_solvable(tuple(order), goal, cols):
        second, first = sorted(order)[-2:]
        i, j = order.index(second), order.index(first)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def path_to(blank: int, cell: int, cols: int) -> str:
    """Return the moves that take the blank to a cell: first up or down, then left or right.

    >>> path_to(8, 0, 3)
    'UULL'
    >>> path_to(3, 5, 3)
    'RR'
    """
    row, col = divmod(blank, cols)
    end_row, end_col = divmod(cell, cols)
    vertical = "U" * (row - end_row) if end_row < row else "D" * (end_row - row)
    horizontal = "L" * (col - end_col) if end_col < col else "R" * (end_col - col)
    return vertical + horizontal


def walked(stream: Stream, goal: Board, cols: int, steps: int) -> Board:
    """Return the board after the blank has gone to ``steps`` random cells, one after another.

    Every cell but the one where the blank already is can be picked. The board can surely be
    solved, since it was made by sliding; how near to uniform it is depends on ``steps``.

    >>> walked(Stream(1, 0), (1, 2, 3, 0), 2, 0)
    (1, 2, 3, 0)
    >>> is_solvable(walked(Stream(1, 0), (1, 2, 3, 0), 2, 10), (1, 2, 3, 0), 2)
    True
    """
    board = goal
    for _ in range(steps):
        blank = board.index(BLANK)
        cell = stream.below(len(board) - 1)
        if cell >= blank:
            cell += 1
        board = apply(board, cols, path_to(blank, cell, cols))
    return board


def random_boards(
    n: int,
    goal: Board,
    cols: int,
    seed: int,
    method: str = "shuffle",
    steps: int = 150,
    blank: Iterable[int] = (),
) -> list[Board]:
    """Return n random boards that can be solved; the same arguments give the same boards.

    ``method`` is "shuffle" or "walk"; ``steps`` matters only for "walk". If there are cells in
    ``blank``, the blank of a shuffled board is in one of them.

    >>> random_boards(2, (1, 2, 3, 4, 5, 6, 7, 8, 0), 3, seed=1)
    [(2, 0, 5, 1, 8, 6, 7, 3, 4), (0, 6, 1, 8, 7, 3, 5, 4, 2)]
    """
    if method not in ("shuffle", "walk"):
        raise ValueError(f'method must be "shuffle" or "walk", not {method!r}')
    cells = sorted(set(blank))
    boards = []
    for i in range(n):
        if i % BLOCK == 0:
            stream = Stream(seed, i // BLOCK)
        if method == "shuffle" and cells:
            boards.append(shuffled_with_blank(stream, goal, cols, cells))
        elif method == "shuffle":
            boards.append(shuffled(stream, goal, cols))
        else:
            boards.append(walked(stream, goal, cols, steps))
    return boards
