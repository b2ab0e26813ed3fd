"""Whole arrays of boards at once: figures, moves and ranks, without a loop in Python.

Boards are an array of any integer type with a row for each board, (N, cells) or (N, rows, cols), in any
memory layout; or, for 4×4, 64-bit *words*, an array of shape (N,) and type uint64 in which the tile of cell c
is `word >> 4 * c & 15`, half the memory of bytes. Arrays are read in place, some megabytes at a time: no copy
of the whole is made, however large it is and whatever its strides; a memory-mapped file will do. All cores
work, without the interpreter's lock.

>>> from puzzle15 import arrays, random_boards
>>> boards = random_boards(1000, 3, 3, seed=1)
>>> arrays.distance(boards)[:5], arrays.manhattan(boards)[:5]
(array([19, 26, 23, 27, 17], dtype=uint8), array([11, 16, 13, 15, 11], dtype=int32))
>>> arrays.rank(boards)[:3]
array([ 38934, 174231,  36283], dtype=uint64)
>>> bool((arrays.unrank(arrays.rank(boards), (3, 3)) == boards).all())
True
>>> moved = arrays.apply(boards, "LURD", illegal="stay")
>>> bool(arrays.is_solvable(moved).all())
True
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal

from puzzle15 import _core
from puzzle15._support.array_input import (
    Boards,
    check_words,
    read_boards,
    read_indices,
    read_moves,
    result,
)
from puzzle15._support.checks import check_flag, check_memory, thread_count
from puzzle15._support.shapes import check_goal, pair
from puzzle15.errors import InvalidBoardError, Option, UnsupportedError, options
from puzzle15.generate import target_of
from puzzle15.goals import GoalLike, is_name, resolve
from puzzle15.goals import rows as rows_goal
from puzzle15.typing import as_board

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, DTypeLike, NDArray

    from puzzle15._support.array_input import ManySolutions
    from puzzle15.typing import IntArray

__all__ = [
    "apply",
    "distance",
    "first_moves",
    "is_solvable",
    "legal_moves",
    "linear_conflict",
    "manhattan",
    "pack",
    "pattern_distance",
    "rank",
    "unpack",
    "unrank",
    "walking_distance",
]


def is_solvable(
    boards: ArrayLike,
    *,
    goal: GoalLike | None = None,
    shape: tuple[int, int] | None = None,
    threads: int | None = None,
) -> NDArray[np.bool_]:
    """Whether each board can reach the goal.

    The goal is by default the one that the numbers of the first board suggest, as in `puzzle15.solve`. Flat
    rows have the `shape` given, or that of the goal, or are square. A row that is not a board, or has other
    tiles than the goal, raises an error that names its index.

    >>> is_solvable([[1, 2, 3, 0], [2, 1, 3, 0]])
    array([ True, False])
    >>> import numpy as np
    >>> is_solvable(np.array([0x0FEDCBA987654321, 0x0EFDCBA987654321], np.uint64))     # words
    array([ True, False])
    """
    from puzzle15._support.numeric import np

    return _figures("solvable", np.dtype(np.bool_), boards, goal, shape, threads)


def manhattan(
    boards: ArrayLike,
    *,
    goal: GoalLike | None = None,
    shape: tuple[int, int] | None = None,
    threads: int | None = None,
) -> NDArray[np.signedinteger[Any]]:
    """The Manhattan distance of each board to the goal: no solution is shorter.

    The type is int32, or int64 where that could overflow. The options are those of `is_solvable`.

    >>> manhattan([[1, 2, 3, 4, 5, 6, 0, 7, 8], [8, 6, 7, 2, 5, 4, 3, 0, 1]])
    array([ 2, 21], dtype=int32)
    """
    from puzzle15._support.numeric import np

    return _figures("manhattan", np.dtype(np.int32), boards, goal, shape, threads)


def linear_conflict(
    boards: ArrayLike,
    *,
    goal: GoalLike | None = None,
    shape: tuple[int, int] | None = None,
    threads: int | None = None,
) -> NDArray[np.signedinteger[Any]]:
    """The Manhattan distance of each board, and two for every tile that has to leave its line.

    No solution is shorter (Hansson, Mayer and Yung 1992). The type and the options are those of `manhattan`.

    >>> linear_conflict([[1, 2, 3, 4, 5, 6, 0, 7, 8], [8, 6, 7, 2, 5, 4, 3, 0, 1]])
    array([ 2, 23], dtype=int32)
    """
    from puzzle15._support.numeric import np

    return _figures("linear conflict", np.dtype(np.int32), boards, goal, shape, threads)


def walking_distance(
    boards: ArrayLike,
    *,
    goal: GoalLike | None = None,
    shape: tuple[int, int] | None = None,
    threads: int | None = None,
    memory: int | None = None,
) -> NDArray[np.signedinteger[Any]]:
    """The walking distance of each board: all tiles together, by rows and again by columns.

    No solution is shorter (Takahashi 2002). Up to 4×5 it is looked up in a table made at first use; beyond,
    each board takes a search, and the result is what a search in `memory` bytes proves, 256 MB unless given,
    for each board that is looked at (one a thread): on random 6×6 boards that is often no more than the
    Manhattan distance. Boards with sides of more than six cells are too large, unless
    the other side is short; for those it is the Manhattan distance in that direction. The type and the
    options are those of `manhattan`.

    >>> walking_distance([[1, 2, 3, 4, 5, 6, 0, 7, 8], [8, 6, 7, 2, 5, 4, 3, 0, 1]])
    array([ 2, 25], dtype=int32)
    >>> upside_down = [[0, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, *range(10, 0, -1)]]
    >>> manhattan(upside_down), walking_distance(upside_down)
    (array([112], dtype=int32), array([140], dtype=int32))
    """
    from puzzle15._support.numeric import np

    check_memory(memory)
    kind = np.dtype(np.int32)
    return _figures("walking distance", kind, boards, goal, shape, threads, memory=memory)


def pattern_distance(
    boards: ArrayLike,
    *,
    goal: GoalLike | None = None,
    shape: tuple[int, int] | None = None,
    threads: int | None = None,
) -> NDArray[np.signedinteger[Any]]:
    """What the small pattern databases say of each board, up to 25 cells: no solution is shorter.

    This is what searches for shortest solutions start from. A board that cannot be solved raises an error
    that names its index. The type and the options are those of `manhattan`.

    >>> pattern_distance([[1, 2, 3, 4, 5, 6, 0, 7, 8], [8, 6, 7, 2, 5, 4, 3, 0, 1]])
    array([ 2, 29], dtype=int32)
    """
    from puzzle15._support.numeric import np

    return _figures("patterns", np.dtype(np.int32), boards, goal, shape, threads)


def distance(
    boards: ArrayLike,
    *,
    goal: GoalLike | None = None,
    shape: tuple[int, int] | None = None,
    threads: int | None = None,
) -> NDArray[np.uint8]:
    """The length of a shortest solution of each board, on boards of up to 12 cells.

    Up to ten cells that is a look-up in a table made at first use; for twelve cells the moves are followed in
    a table of 60 MB, kept on disk. A board that cannot be solved raises an error that names its index. The
    options are those of `is_solvable`.

    >>> distance([[1, 2, 3, 4, 5, 6, 0, 7, 8], [8, 6, 7, 2, 5, 4, 3, 0, 1]])
    array([ 2, 31], dtype=uint8)
    """
    from puzzle15._support.numeric import np

    return _figures("distance", np.dtype(np.uint8), boards, goal, shape, threads)


def first_moves(
    boards: ArrayLike,
    *,
    goal: GoalLike | None = None,
    shape: tuple[int, int] | None = None,
    threads: int | None = None,
) -> NDArray[np.uint8]:
    """All moves that begin a shortest solution of each board, on boards of up to 12 cells.

    They are bits, 1, 2, 4, 8 for L, R, U, D; the goal has none. Tables and options are those of `distance`.

    >>> first_moves([[1, 2, 3, 4, 5, 6, 0, 7, 8], [8, 6, 7, 2, 5, 4, 3, 0, 1]])
    array([2, 7], dtype=uint8)
    """
    from puzzle15._support.numeric import np

    return _figures("labels", np.dtype(np.uint8), boards, goal, shape, threads, shift=8)


def legal_moves(boards: ArrayLike, *, shape: tuple[int, int] | None = None) -> NDArray[np.bool_]:
    """Which moves stay on the board: a row of four for each board, in the order L, R, U, D.

    Only the blank is looked for, as in `apply`.

    >>> legal_moves([[1, 2, 3, 0], [0, 1, 2, 3]])
    array([[ True, False,  True, False],
           [False,  True, False,  True]])
    """
    from puzzle15._support.numeric import np

    given = read_boards(boards, None if shape is None else pair(shape))
    rows, cols = given.shape
    cells = np.arange(given.cells)
    row, col = cells // cols, cells % cols
    legal = np.stack([col > 0, col < cols - 1, row > 0, row < rows - 1], axis=1)
    out = np.empty((len(given.array), 4), np.bool_)
    for part, some in given.pieces():
        blank = (unpack(some) if given.packed else some.reshape(len(some), -1)) == 0
        if not blank.any(axis=1).all():
            reason = "no blank (write it as 0)"
            error = InvalidBoardError(f"not a board: {reason}", reasons=[reason])
            error.row = part.start + int(blank.any(axis=1).argmin())
            raise error
        out[part] = legal[blank.argmax(axis=1)]
    return out


def rank(
    boards: ArrayLike,
    *,
    goal: GoalLike | None = None,
    shape: tuple[int, int] | None = None,
    threads: int | None = None,
) -> NDArray[np.uint64]:
    """The rank of each board: 0 to n!/2 - 1 for those of n cells that can reach the goal, up to 20 cells.

    For the goal 1, 2, 3, ... with the blank last it is the index of Karlemo and Östergård
    (`puzzle15.indexing.paper_index`); for other goals, the same with the tiles numbered in their order in the
    goal. A board that cannot be solved raises an error that names its index. The options are those of
    `is_solvable`.

    >>> rank([[1, 2, 3, 4, 5, 6, 7, 8, 0], [8, 6, 7, 2, 5, 4, 3, 0, 1]])
    array([     2, 155623], dtype=uint64)
    """
    from puzzle15._support.numeric import np

    return _figures("rank", np.dtype(np.uint64), boards, goal, shape, threads)


def unrank(
    indices: ArrayLike,
    shape: tuple[int, int] | None = None,
    *,
    goal: GoalLike | None = None,
    dtype: DTypeLike | None = None,
    packed: bool = False,
    threads: int | None = None,
) -> IntArray:
    """Make the boards with these ranks: the inverse of `rank`.

    The boards have this `shape`, or that of the goal, or else are 4×4. They are rows of the smallest unsigned
    type, or of `dtype`; or, for 4×4, words if `packed` is set.

    >>> unrank([2, 155623], (3, 3))
    array([[1, 2, 3, 4, 5, 6, 7, 8, 0],
           [8, 6, 7, 2, 5, 4, 3, 0, 1]], dtype=uint8)
    >>> [f"{word:x}" for word in unrank([2, 10**13], packed=True).tolist()]
    ['fedcba987654321', '3fa6bc418e29d750']
    """
    check_flag("packed", packed)
    from puzzle15._support.numeric import np

    rows, cols = (None, None) if shape is None else pair(shape)
    target = target_of(rows, cols, goal)
    tiles = np.array(target.tiles)
    kind = np.min_scalar_type(int(tiles.max())) if dtype is None else np.dtype(dtype)
    if kind.kind not in "iu" or int(tiles.max()) > np.iinfo(kind).max:
        raise UnsupportedError(Option("dtype"), f" is an integer type that holds {tiles.max()}, got {kind}")
    if packed:
        check_words(target.shape)
        if dtype is not None:
            raise UnsupportedError(
                "words are of type uint64; leave out ", *options("dtype", "packed", last="or")
            )
    numbers = read_indices(indices)
    each = 8 if packed else len(target) * kind.itemsize
    _core.require_memory(min(len(numbers) * each, sys.maxsize))
    out = np.empty(len(numbers) if packed else (len(numbers), len(target)), np.uint64 if packed else kind)
    for part, some in Boards(numbers, target.shape, True).pieces():
        data = _core.unrank_boards(some, target, part.start, thread_count(threads))
        homes = np.frombuffer(data, np.uint8).reshape(-1, len(target))
        made = tiles.astype(kind)[homes]
        out[part] = pack(made, threads=threads) if packed else made
    return out


def apply(
    boards: ArrayLike,
    moves: str | ArrayLike | ManySolutions,
    *,
    shape: tuple[int, int] | None = None,
    illegal: Literal["raise", "stay"] = "raise",
    out: IntArray | None = None,
    threads: int | None = None,
) -> IntArray:
    """Make moves on many boards, and return the boards after them, in an array of the same shape and type.

    `moves` is text that all boards follow, such as `"LURD"`; or an array of codes, L, R, U, D as 0, 1, 2, 3:
    one for each board, (N,), or several, (N, k); or the `Solutions` of `puzzle15.solve_many`. The code -1
    makes no move, so that shorter rows can be padded.

    A move that would take the blank off the board is an error, or with `illegal="stay"` leaves the board as
    it is. With `out=` the result is written there; `out=boards` changes the boards in place, and an error
    leaves some of them changed. Only the blank is looked for; other numbers are not checked.

    >>> boards = unrank([2, 155623], (3, 3))
    >>> apply(boards, "UL")
    array([[1, 2, 3, 4, 0, 5, 7, 8, 6],
           [8, 6, 7, 0, 2, 4, 3, 5, 1]], dtype=uint8)
    >>> apply(boards, [2, 0])
    array([[1, 2, 3, 4, 5, 0, 7, 8, 6],
           [8, 6, 7, 2, 5, 4, 0, 3, 1]], dtype=uint8)
    >>> apply(boards, [[2, 0], [1, -1]], out=boards) is boards
    True
    """
    from puzzle15._support.numeric import np

    if illegal not in ("raise", "stay"):
        raise UnsupportedError(Option("illegal"), f" is 'raise' or 'stay', got {illegal!r}")
    given = read_boards(boards, None if shape is None else pair(shape))
    codes_of = read_moves(moves, len(given.array))
    made, number = result(out, given.array), thread_count(threads)
    for part, rows in given.pieces():
        # A copy that the core may write to.
        work = np.array(rows)
        some = codes_of(part)
        count = some.shape[1]
        _core.apply_moves(work, given.shape, some, count, illegal == "stay", given.packed, part.start, number)
        made[part] = work
    if out is not None and out is not made:
        out[...] = made
        return out
    return made


def pack(boards: ArrayLike, *, threads: int | None = None) -> NDArray[np.uint64]:
    """Turn 4×4 boards with tiles 0 to 15 into words: four bits a tile, the first cell in the lowest.

    Whether they are boards is not checked.

    >>> [f"{word:x}" for word in pack([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]]).tolist()]
    ['fedcba987654321']
    """
    from puzzle15._support.numeric import np

    given = read_boards(boards, None)
    check_words(given.shape)
    if given.packed:
        return given.array.astype(np.uint64)
    out = np.empty(len(given.array), np.uint64)
    for part, rows in given.pieces():
        out[part] = np.frombuffer(_core.pack_boards(rows, part.start, thread_count(threads)), np.uint64)
    return out


def unpack(words: ArrayLike, *, threads: int | None = None) -> NDArray[np.uint8]:
    """Turn words into rows of 16 tiles.

    >>> unpack(pack([[15, 2, 1, 12, 8, 5, 6, 11, 4, 9, 10, 7, 3, 14, 13, 0]]))
    array([[15,  2,  1, 12,  8,  5,  6, 11,  4,  9, 10,  7,  3, 14, 13,  0]],
          dtype=uint8)
    """
    from puzzle15._support.numeric import np

    numbers = read_indices(words)
    out = np.empty((len(numbers), 16), np.uint8)
    for part, some in Boards(numbers, (4, 4), True).pieces():
        out[part] = np.frombuffer(_core.unpack_boards(some, thread_count(threads)), np.uint8).reshape(-1, 16)
    return out


def _figures(
    what: str,
    kind: np.dtype[Any],
    boards: ArrayLike,
    goal: GoalLike | None,
    shape: tuple[int, int] | None,
    threads: int | None,
    shift: int = 0,
    memory: int | None = None,
) -> NDArray[Any]:
    """A figure of every board from the core, shifted right by `shift` bits; searches take so much memory."""
    from puzzle15._support.numeric import np

    number = thread_count(threads)
    asked = None if shape is None else pair(shape)
    target = None if goal is None or is_name(goal) else as_board(goal, asked)
    given = read_boards(boards, asked or (target.shape if target else None))
    if target is None:
        target = resolve(goal, given.first() or rows_goal(*given.shape))
    check_goal(target, given.shape)
    if kind == np.int32 and given.cells * sum(given.shape) > np.iinfo(kind).max:
        kind = np.dtype(np.int64)
    out = np.empty(len(given.array), kind)
    for part, rows in given.pieces():
        data = _core.figures(rows, target, what, given.packed, part.start, number, memory)
        out[part] = np.frombuffer(data, np.uint64) >> shift
    return out
