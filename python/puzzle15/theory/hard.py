"""The board that needs about n³ moves (Theorem 2)."""

from __future__ import annotations

from puzzle15._core import Board
from puzzle15._support.checks import check_flag, whole_number
from puzzle15.goals import rows as rows_goal

__all__ = ["hard_board", "hard_distance"]


def hard_board(n: int, *, printed: bool = False) -> Board:
    """The board of Theorem 2 (Figure 6), whose Manhattan distance is about n³: `hard_distance(n)`.

    For even n opposite quadrants are exchanged; the blank stays, and so does the tile that would go there.
    For odd n this leaves out the first row and column, where tiles (1, i) and (n − i + 2, 1) are exchanged.

    The paper calls this board legal, because it is made by an even number of exchanges. But their number is
    odd for every n: n²/2 − 1, or (n − 1)²/2 + n − 2 if n is odd. So we make one more exchange, of tiles 1 and
    2. It costs nothing, as one of them gets nearer by as much as the other gets farther. With `printed=True`
    you get the board of the paper, which cannot be solved.

    >>> print(hard_board(4))
    ┌────┬────┬────┬────┐
    │ 11 │ 12 │  9 │ 10 │
    ├────┼────┼────┼────┤
    │ 15 │  6 │ 13 │ 14 │
    ├────┼────┼────┼────┤
    │  3 │  4 │  2 │  1 │
    ├────┼────┼────┼────┤
    │  7 │  8 │  5 │    │
    └────┴────┴────┴────┘
    >>> from puzzle15 import is_solvable
    >>> is_solvable(hard_board(4)), is_solvable(hard_board(4, printed=True))
    (True, False)
    """
    check_flag("printed", printed)
    n = whole_number("n, the size of the board,", n, 3)
    tiles = list(rows_goal(n, n))

    def exchange(here: int, there: int) -> None:
        tiles[here], tiles[there] = tiles[there], tiles[here]

    half, odd = n // 2, n % 2
    for row in range(odd, odd + half):
        for cell in range(row * n + odd, row * n + odd + half):
            exchange(cell + half, cell + half * n)
            if tiles[cell + half * n + half]:
                exchange(cell, cell + half * n + half)
    if odd:
        for col in range(1, n):
            exchange(col, (n - col) * n)
    if not printed:
        exchange(tiles.index(1), tiles.index(2))
    return Board(tiles, n, n)


def hard_distance(n: int) -> int:
    """The Manhattan distance of `hard_board(n)`, printed or mended: no solution of it is shorter.

    For even n it is n(n² − 2), as printed. For odd n the paper prints n³ − n² + n + 1; what it adds up, and
    what the board has, is n³ − n² − n + 1, which is (n − 1)²(n + 1).

    >>> hard_distance(4), hard_board(4).manhattan()
    (56, 56)
    >>> hard_distance(5), hard_board(5).manhattan()
    (96, 96)
    """
    n = whole_number("n, the size of the board,", n, 3)
    return (n - 1) ** 2 * (n + 1) if n % 2 else n * (n * n - 2)
