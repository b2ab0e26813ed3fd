"""Shorter solutions: a shortest path between two boards, put in wherever it saves moves.

The problem
    Most solvers work in stages, and a stage knows nothing of the next: their solutions are longer
    than need be. A whole solution is too long to search for a better one. A few moves are not.

The representation
    Boards are tuples and moves are letters, as in ``moves``.

The idea
    Between two boards of a solution, any other path will do. So we take a *stretch* of the moves,
    look for a shortest path from the board where it begins to the board where it ends, and put
    that in its place; then we go on to the stretch that begins one move later.

    A shortest path is found by breadth-first search from both ends at once. With about two new boards
    for each board, a search of d levels visits 2^d of them, and two searches that meet halfway visit
    2 * 2^(d/2): two thousand instead of a million for twenty moves.

The cost
    The number of moves times 2^(length of a stretch / 2). The core goes further, with much longer stretches,
    in which it does not try every path; on short ones both find the same number of moves.
"""

from .moves import MOVES, Board, apply, neighbours, step


def shortest(start: Board, end: Board, cols: int) -> str:
    """Return a shortest path from one board to another, which must be reachable.

    Seven moves round a square are five the other way round:

    >>> start = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    >>> shortest(start, apply(start, 3, "LURDLUR"), 3)
    'ULDRU'
    """
    # For every board visited from either end: the path from that end.
    paths: list[dict[Board, str]] = [{start: ""}, {end: ""}]
    levels = [[start], [end]]
    while not (met := paths[0].keys() & paths[1].keys()):
        side = 0 if len(levels[0]) <= len(levels[1]) else 1
        if not levels[side]:
            raise ValueError("the second board cannot be reached from the first")
        levels[side] = _next_level(levels[side], paths[side], cols)
    # Levels are complete, so the first boards visited from both sides are all equally far.
    there = min(met)
    back = paths[1][there][::-1]
    return paths[0][there] + "".join(MOVES[MOVES.index(move) ^ 1] for move in back)


def _next_level(level: list[Board], paths: dict[Board, str], cols: int) -> list[Board]:
    """Return the boards one move further that were not visited before, and note the paths to them."""
    new = []
    for tiles in level:
        for code, after in neighbours(tiles, cols):
            if after not in paths:
                paths[after] = paths[tiles] + MOVES[code]
                new.append(after)
    return new


def improve(tiles: Board, moves: str, cols: int, length: int = 16) -> str:
    """Return moves that lead to the same board, no stretch of this length longer than need be.

    >>> improve((1, 2, 3, 4, 5, 6, 7, 8, 0), "LURDLURUD", 3)
    'ULDRU'
    """
    before = None
    while before != moves:
        before, board, begin = moves, tiles, 0
        while begin < len(moves):
            stretch = moves[begin : begin + length]
            path = shortest(board, apply(board, cols, stretch), cols)
            if len(path) < len(stretch):
                moves = moves[:begin] + path + moves[begin + length :]
            else:
                board = step(board, cols, moves[begin])
                begin += 1
    return moves
