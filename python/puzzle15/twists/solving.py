"""Solutions in twists, for `solve(board, method="twists")`.

The problem: a shortest solution, said in corner twists. From the centre it is the specimen of Schofield's
tables, in some 25 microseconds. From elsewhere a shortest solution by single moves shows the way to the
centre, and the tables go on from there: what is left of a shortest way is a shortest way.
"""

from __future__ import annotations

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15.twists.codes import check_goal, is_centred, pieces_of
from puzzle15.twists.path import TwistPath
from puzzle15.twists.tables import tabulation

__all__ = ["in_twists", "split"]


def in_twists(board: Board, goal: Board) -> tuple[str, list[tuple[str, int]]]:
    """The moves of a shortest solution, and its stages: perhaps some moves to the centre, then twists.

    The twists are the specimen of the tabulation for the board at that moment.

    >>> from puzzle15 import goals
    >>> in_twists(Board("8 2 5/1 0 3/7 4 6"), goals.spiral(3, 3))
    ('LURRDDLLURULDDRURDLU', [('twists', 20)])
    """
    check_goal(goal)
    if is_centred(board):
        moves = tabulation()[pieces_of(board, goal)].specimen.moves
        return moves, [("twists", len(moves))]
    _, moves, *_ = _core.solve(board, goal, "optimal", None, None)
    lead, _ = split(board, moves)
    moves, stages = in_twists(board.apply(lead), goal)
    return lead + moves, [("to the centre", len(lead)), *stages]


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
