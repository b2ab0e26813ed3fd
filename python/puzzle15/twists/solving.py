"""Solutions of `method="twists"`: where the moves end and the twists begin."""

from __future__ import annotations

from puzzle15._core import Board
from puzzle15.twists.codes import is_centred
from puzzle15.twists.path import TwistPath

__all__ = ["split"]


def split(board: Board, moves: str) -> tuple[str, TwistPath]:
    """Cut moves where the blank first comes to the centre: the moves up to there, and the twists from there.

    >>> split(Board("1 2 3/8 4 0/7 6 5"), "L")
    ('L', TwistPath(''))
    """
    begin = 0
    while begin < len(moves) and not is_centred(board):
        board = board.move(moves[begin])
        begin += 1
    return moves[:begin], TwistPath.from_moves(moves[begin:])
