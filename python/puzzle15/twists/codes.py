"""How a puzzle is named: by its code numbers, and by its sequence number S.

Pieces are numbered 0 to 7 like the squares; in the target each is in the square of its own number.

    1 2 3
    0   4
    7 6 5

The *code numbers* are the pieces in squares 0 to 5; the last two follow, since only one order of them can be
solved. On a `Board`, where 0 is the blank, piece 0 is tile 8, and the target is the goal named spiral.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from math import factorial
from numbers import Integral
from operator import index
from typing import TypeGuard

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15.errors import GoalError, InvalidBoardError, Remedy, UnsolvableError, UnsupportedError
from puzzle15.goals import GoalLike, resolve
from puzzle15.twists.permutations import Permutation, is_even
from puzzle15.typing import BoardLike, as_board

__all__ = ["code_of", "pieces_of", "sequence_number"]

POSITIONS = factorial(8) // 2

# The cells of squares 0 to 7 on a board of 3×3, row by row, and back.
CELLS = (3, 0, 1, 2, 5, 8, 7, 6)
_PIECES = "01234567"
_SQUARES = {cell: square for square, cell in enumerate(CELLS)}


def sequence_number(code: str | Sequence[int]) -> int:
    """The mapping S of the paper: 0 to 20,159 for the puzzles that can be solved.

    It takes the six code numbers, all eight pieces or the picture of a puzzle, and counts for each of the
    first six pieces how many smaller ones follow.

    >>> sequence_number("012345"), sequence_number("765432"), sequence_number([1, 0, 2, 5, 3, 6, 4, 7])
    (0, 20159, 2545)
    """
    pieces = read_pieces(code)
    smaller = (sum(later < pieces[i] for later in pieces[i + 1 :]) for i in range(6))
    return sum(factorial(7 - i) * count for i, count in enumerate(smaller)) // 2


def code_of(number: int) -> str:
    """The six code numbers of a sequence number: the inverse of `sequence_number`.

    >>> code_of(0), code_of(2545), code_of(20159)
    ('012345', '102536', '765432')
    """
    if not isinstance(number, Integral) or not 0 <= number < POSITIONS:
        raise UnsupportedError(f"sequence numbers are 0 to {POSITIONS - 1}, got {number!r}")
    number = int(number)
    left = list("01234567")
    rest = 2 * number
    code = ""
    for i in range(6):
        smaller, rest = divmod(rest, factorial(7 - i))
        code += left.pop(smaller)
    return code


def pieces_of(board: BoardLike, goal: GoalLike = "spiral") -> Permutation:
    """The pieces of a board in squares 0 to 7, each numbered by its square in the goal.

    >>> pieces_of("8 2 5/1 0 3/7 4 6")
    (1, 0, 2, 5, 3, 6, 4, 7)
    """
    start = as_board(board)
    if not is_centred(start):
        raise UnsupportedError(
            f"the tables have 3×3 boards with the blank in the centre, got {start.to_text()}",
            remedies=[Remedy("solve_by_twists")] if start.shape == (3, 3) else [],
        )
    target = resolve(goal, start)
    check_goal(target)
    _core.check_solvable(start, target)
    return tuple(_SQUARES[target.find(start[cell])] for cell in CELLS)


def is_centred(board: Board) -> bool:
    """Whether a board is 3×3 with the blank in the centre."""
    return board.shape == (3, 3) and board[4] == 0


def check_goal(goal: Board) -> None:
    """Refuse a goal that twists cannot reach."""
    if not is_centred(goal):
        raise GoalError(
            "twists are for 3×3 boards whose goal has the blank in the centre, got the goal "
            + goal.to_text(),
            remedies=[Remedy("use_goal", "spiral")],
        )


def is_code(puzzle: object) -> TypeGuard[str | Sequence[int]]:
    """Whether this is meant as code numbers, not as a board: one word, six or eight numbers, or a picture."""
    if isinstance(puzzle, str):
        if _drawn(puzzle):
            return True
        one_word = not re.search(r"[\s,]", puzzle.strip())
        return not {"/", "\n"} & {*puzzle} and (one_word or len(_digits(puzzle)) in (6, 8))
    if isinstance(puzzle, Board) or not hasattr(puzzle, "__len__") or not hasattr(puzzle, "__iter__"):
        return False
    return len(puzzle) in (6, 8) and all(isinstance(piece, Integral) for piece in puzzle)


def read_pieces(code: str | Sequence[int]) -> Permutation:
    """All eight pieces, from six code numbers, from all of them, or from the picture of the puzzle."""
    if isinstance(code, str):
        code = _drawn(code) or code
    try:
        pieces = [*map(_PIECES.index, _digits(code))] if isinstance(code, str) else [*map(index, code)]
    except (TypeError, ValueError):
        pieces = []
    if len(pieces) not in (6, 8) or len(set(pieces)) < len(pieces) or not set(pieces) <= set(range(8)):
        raise InvalidBoardError(f"code numbers are 6 or 8 different pieces from 0 to 7, got {code!r}")
    rest = [piece for piece in range(8) if piece not in pieces]
    whole = (*pieces, *rest)
    if is_even(whole):
        return whole
    swapped = (*whole[:6], whole[7], whole[6])
    if not rest:
        name = "".join(map(str, pieces))
        raise UnsolvableError(
            f"not solvable: {name} is an odd permutation of the pieces; with the last two swapped it is even",
            nearest=board_of(swapped),
            swap=(whole[6] or 8, whole[7] or 8),
        )
    return swapped


def board_of(pieces: Sequence[int]) -> Board:
    """The board with these pieces in squares 0 to 7, the blank in the centre; piece 0 is tile 8."""
    tiles = [0] * 9
    for cell, piece in zip(CELLS, pieces, strict=True):
        tiles[cell] = piece or 8
    return Board(tiles, 3, 3)


def _digits(code: str) -> str:
    return re.sub(r"[\s,]", "", code)


def _drawn(text: str) -> str | None:
    """The code of a puzzle drawn as in the paper, rows of 0 to 7 round a blank centre; None if it is not."""
    rows = [re.split(r"[\s,]+", row.strip()) for row in re.split(r"[/\n]", text.strip())]
    if [len(row) for row in rows] == [3, 3, 3] and rows[1][1] in ("_", "."):
        del rows[1][1]
    if [len(row) for row in rows] != [3, 2, 3] or {*chain(*rows)} != {*_PIECES}:
        return None
    (one, two, three), (zero, four), (seven, six, five) = rows
    return "".join([zero, one, two, three, four, five, six, seven])
