"""Random boards that can be solved; the same seed gives the same boards everywhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias, cast

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15._support.checks import cell_of, list_of, shown, thread_count, whole_number
from puzzle15.errors import GoalError, Option, UnsupportedError
from puzzle15.goals import GoalLike, is_name, resolve
from puzzle15.goals import rows as rows_goal
from puzzle15.typing import as_board

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["random_board", "random_boards"]

Scrambling = Literal["shuffle", "walk"]

BlankIn: TypeAlias = int | Iterable[int]
"""Where the blank of a random board is: a cell, or one of several, by index."""

BLOCK = 1024
"""Boards to a stream of random numbers, as in the core."""

# Goals of so few cells are kept.
_KEPT_CELLS = 400

_SEEDS_AT_A_TIME = 64

BYTES_AT_A_TIME = 1 << 24
"""Boards are made in pieces of about this size, and of one block at least."""

# One thread gains nothing from large pieces, and small ones stay in the cache.
_BYTES_FOR_ONE_THREAD = 1 << 17

# The core makes so many blocks side by side.
_BLOCKS_TOGETHER = 8


def random_board(
    rows: int | None = None,
    cols: int | None = None,
    goal: GoalLike | None = None,
    seed: int | None = None,
    method: Scrambling = "shuffle",
    steps: int | None = None,
    blank: BlankIn | None = None,
) -> Board:
    """Make a random board from which the goal can be reached.

    The shape is the one asked for, or that of the goal, or 4×4; with `rows` alone it is a square.
    `method="shuffle"` is fair: every solvable board is equally likely. `method="walk"` takes the blank to a
    random other cell, `steps` times (150); it is what many games do, and never quite fair, however long.
    `blank` is a cell by its index, or a set of cells: the blank is in one of them, and every solvable board
    of that kind is equally likely. It is for shuffles: where a walk ends cannot be chosen.
    The same seed gives the same board on every machine and in every version.

    >>> random_board(3, 3, seed=1)
    Board('2 0 5/1 8 6/7 3 4')
    >>> random_board(3, 3, seed=1, blank={2, 5, 8})
    Board('2 4 5/1 6 0/7 8 3')
    >>> random_board(2, 3, goal="blank-first", seed=1, method="walk", steps=1)
    Board('3 1 2/0 4 5')
    """
    target = target_of(rows, cols, goal)
    steps, cells = _steps(method, steps, blank), blank_cells(blank, target)
    return _core.random_board(target, seed_of(seed), 0, steps, cells)


def random_boards(
    n: int,
    rows: int | None = None,
    cols: int | None = None,
    goal: GoalLike | None = None,
    seed: int | None = None,
    method: Scrambling = "shuffle",
    steps: int | None = None,
    blank: BlankIn | None = None,
    threads: int | None = None,
) -> NDArray[np.unsignedinteger[Any]]:
    """Make `n` random boards, as an array with a row for each.

    The type is the smallest unsigned one that holds the tiles. Board `i` depends only on the seed and on `i`,
    not on `n` or the number of threads; the first is that of `random_board`, which explains the options.

    >>> random_boards(2, 2, 2, seed=1)
    array([[2, 0, 1, 3],
           [3, 1, 2, 0]], dtype=uint8)
    """
    from puzzle15._support.numeric import np

    n = _whole("the number of boards", n, 1 << 63)
    target = target_of(rows, cols, goal)
    number, steps, cells = seed_of(seed), _steps(method, steps, blank), blank_cells(blank, target)
    size = _size(target)
    _core.require_memory(min(n * size * len(target), sys.maxsize))
    boards = np.empty((n, len(target)), f"u{size}")
    # In pieces, so that memory is used, and Ctrl-C heard, as it goes.
    first = 0
    for piece in pieces(n, target, number, steps, threads, blank=cells):
        boards[first : first + len(piece)] = piece
        first += len(piece)
    return boards


def pieces(
    n: int,
    target: Board,
    seed: int,
    steps: int | None,
    threads: int | None,
    block: int = 0,
    blank: Iterable[int] = (),
) -> Iterator[NDArray[np.unsignedinteger[Any]]]:
    """The boards of `random_boards`, some at a time, starting with a block of them."""
    from puzzle15._support.numeric import np

    size, cells, number = _size(target), list(blank), thread_count(threads)
    most = _BYTES_FOR_ONE_THREAD if threads == 1 else BYTES_AT_A_TIME
    blocks = max(1, most // (BLOCK * size * len(target)))
    piece = (blocks - blocks % _BLOCKS_TOGETHER or blocks) * BLOCK
    for first in range(0, n, piece):
        count = min(piece, n - first)
        begin = block + first // BLOCK
        data = _core.random_boards(target, seed, begin, count, size, steps, cells, number)
        yield np.frombuffer(data, f"u{size}").reshape(count, len(target))


def target_of(rows: int | None, cols: int | None, goal: GoalLike | None) -> Board:
    """The goal, and with it the shape of the boards."""
    if rows is not None and cols is None and (goal is None or is_name(goal)):
        cols = rows
    shape = (4 if rows is None else rows, 4 if cols is None else cols)
    # A number of another type would find the goal of an equal one, even if it makes none.
    if goal is None and type(shape[0]) is type(shape[1]) is int and shape[0] * shape[1] <= _KEPT_CELLS:
        return _usual_goal(*shape)
    if goal is None or is_name(goal):
        return resolve(goal, rows_goal(*shape))
    target = as_board(goal, None if rows is None or cols is None else shape)
    if rows not in (None, target.rows) or cols not in (None, target.cols):
        asked = f"{rows or 'any'}×{cols or 'any'}"
        raise GoalError(f"the goal is {target.rows}×{target.cols}, the boards asked for are {asked}")
    return target


@lru_cache
def _usual_goal(rows: int, cols: int) -> Board:
    """The goal of a small board if none is given: kept, since making it takes longer than shuffling it."""
    return resolve(None, rows_goal(rows, cols))


def blank_cells(blank: BlankIn | None, target: Board) -> list[int]:
    """The cells of which the blank is in one, in order; none if it may be in any.

    >>> [blank_cells(blank, rows_goal(3, 3)) for blank in ({8, 2, 5}, 4, None)]
    [[2, 5, 8], [4], []]
    """
    if blank is None:
        return []
    what = "cells, or the index of one"
    if isinstance(blank, bool | dict | str | bytes):
        raise TypeError(f"blank is a list of {what}; got {shown(blank)}")
    # An array of NumPy has an index only if it has one number.
    is_one = isinstance(blank, SupportsIndex) and not hasattr(blank, "__len__")
    named = list_of("blank", cast("Iterable[int]", [blank] if is_one else blank), what)
    cells = sorted({cell_of(cell, len(target), "a cell of the blank") for cell in named})
    if not cells:
        raise UnsupportedError(Option("blank"), " is empty; name at least one cell, or leave it out")
    return cells


def _size(goal: Board) -> int:
    """Bytes for the largest tile."""
    largest = max(goal)
    return 1 if largest < 1 << 8 else 2 if largest < 1 << 16 else 4


def _whole(what: str | Option, value: int, end: int) -> int:
    """A whole number from 0 to below `end`."""
    number = whole_number(what if isinstance(what, str) else what.name, value)
    if not 0 <= number < end:
        raise UnsupportedError(what, f" is a whole number from 0 to {end - 1}, got {number}")
    return number


def seed_of(seed: int | None) -> int:
    """The seed, or one drawn at random."""
    if seed is None:
        return _drawn()
    return _whole(Option("seed"), seed, 1 << 64)


# Asking the system for random bytes takes as long as making a board, however few they are.
_SEEDS: list[int] = []


def _drawn() -> int:
    """A seed that nobody knows."""
    try:
        return _SEEDS.pop()
    except IndexError:
        seeds = memoryview(os.urandom(8 * _SEEDS_AT_A_TIME)).cast("Q").tolist()
        seed: int = seeds.pop()
        _SEEDS.extend(seeds)
        return seed


# A forked child would draw the same seeds as its parent. (Windows has no forks.)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_SEEDS.clear)


def _steps(method: Scrambling, steps: int | None, blank: BlankIn | None) -> int | None:
    if method not in ("shuffle", "walk"):
        raise UnsupportedError(f"unknown method {method!r}; choose 'shuffle' or 'walk'")
    if method == "walk":
        if blank is not None:
            shuffle = Option("method", "shuffle")
            reason = ": where a walk ends cannot be chosen"
            raise UnsupportedError(Option("blank"), " goes with ", shuffle, reason)
        return 150 if steps is None else _whole(Option("steps"), steps, 1 << 32)
    if steps is not None:
        raise UnsupportedError(
            Option("steps"), " goes with ", Option("method", "walk"), "; a shuffle has none"
        )
    return None
