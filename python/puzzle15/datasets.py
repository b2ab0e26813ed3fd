"""Boards with answers, to learn from: the length of a shortest solution and the moves that begin one.

>>> import tempfile
>>> from puzzle15 import datasets
>>> with tempfile.TemporaryDirectory() as folder:
...     made = datasets.write(f"{folder}/some.npz", 1000, (3, 3), seed=1)
...     data = datasets.read(f"{folder}/some.npz")
>>> data
Dataset(1000 boards of 3×3, lengths 6 to 30, optimal)
>>> data.boards[0], int(data.lengths[0]), f"{data.first_moves[0]:04b}"
(array([2, 0, 5, 1, 8, 6, 7, 3, 4], dtype=uint8), 19, '0010')
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from puzzle15 import _core
from puzzle15._bar import Bar
from puzzle15._checks import check_whole
from puzzle15._core import Board, __version__
from puzzle15._files import check_writable
from puzzle15._scramble import Reach, scramble_of
from puzzle15.errors import UnsupportedError
from puzzle15.generate import pieces, seed_of, target_of
from puzzle15.goals import GoalLike

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Dataset", "read", "write"]

_BLOCK = 1024  # Boards to a stream of random numbers, as in the core.
_TABLED, _SEARCHED = 1 << 16, 1 << 7  # Boards labelled at a time, by tables and by searches.
_MOST_TABLED, _MOST_SEARCHED = 12, 25  # Cells.


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """Boards with answers, in arrays of the same length.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = write(f"{folder}/all.npz", "all", (2, 2))
    ...     data = read(f"{folder}/all.npz")
    >>> data
    Dataset(12 boards of 2×2, lengths 0 to 6, optimal)
    >>> len(data), data.goal, data.metadata["first_moves"]
    (12, Board('1 2/3 0'), 'all')
    >>> import numpy as np
    >>> np.unpackbits(data.first_moves[:3, None], axis=1, bitorder="little", count=4)
    array([[0, 0, 0, 0],
           [0, 0, 0, 1],
           [0, 1, 0, 0]], dtype=uint8)
    """

    boards: NDArray[np.unsignedinteger[Any]]
    """The boards, one a row."""
    lengths: NDArray[np.int32]
    """How many moves the solution of each has: a shortest one, if `metadata["optimal"]` says so."""
    first_moves: NDArray[np.uint8]
    """The moves that begin a shortest solution, as bits: 1, 2, 4, 8 for L, R, U, D. 0 for the goal."""
    metadata: dict[str, Any] = field(repr=False)
    """How the boards were made and solved."""

    @property
    def goal(self) -> Board:
        """The goal of all boards."""
        return Board(self.metadata["goal"])

    def __len__(self) -> int:
        """Number of boards."""
        return len(self.lengths)

    def __repr__(self) -> str:
        """Summarise."""
        text = f"Dataset({len(self)} boards of {self.goal.rows}×{self.goal.cols}"
        if len(self):
            text += f", lengths {self.lengths.min()} to {self.lengths.max()}"
        return text + (", optimal)" if self.metadata["optimal"] else f", method {self.metadata['method']})")


def write(
    path: str | os.PathLike[str],
    n: int | Literal["all"],
    size: tuple[int, int] | None = None,
    *,
    goal: GoalLike | None = None,
    seed: int | None = None,
    scramble: Reach = None,
    depth: Reach = None,
    method: str = "optimal",
    first_moves: Literal["all", "one"] | None = None,
    threads: int | None = None,
    progress: bool | None = None,
) -> dict[str, Any]:
    """Write boards with their solutions' lengths and first moves to a file, and give its metadata.

    The end of the name says what it is: `.npz` is one file for `numpy.load`, `.parquet` needs pyarrow
    (`pip install "puzzle15[parquet]"`), and a name without an end is a folder with a `.npy` for each column,
    which `read` maps into memory. All have the columns `boards`, `lengths` and `first_moves` of `Dataset`.
    Whatever the number of boards, a few of them are in memory at a time, and a file is there as a whole or
    not at all.

    There are `n` random boards of this size (4×4 unless given): fair ones, those of `random_boards` with
    this seed, or as `scramble` or `depth` say (as in `puzzle15.learning`); board `i` depends on the seed and
    on `i` only. `n="all"` is every board of a puzzle of up to 10 cells, nearest first, or those at the given
    depth.

    Lengths are those of shortest solutions, by tables up to 12 cells and by searches up to 25 (hundredths of
    a second a board for 4×4; minutes or hours for 5×5). For larger boards, or to be quicker, name a `method`
    of `solve_many`: then lengths are only those of its solutions, and `metadata["optimal"]` is False.
    `first_moves="all"` has every move that begins a shortest solution, which for boards that are searched
    means to search the neighbours as well; `"one"` has that of the solution found. Unless given it is `"all"`
    up to 12 cells, `"one"` for others.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = write(f"{folder}/far.npz", "all", (3, 3), depth=31)
    ...     read(f"{folder}/far.npz").boards
    array([[6, 4, 7, 8, 5, 0, 3, 2, 1],
           [8, 6, 7, 2, 5, 4, 3, 0, 1]], dtype=uint8)
    """
    import numpy as np

    from puzzle15._columns import kind_of, open_sink

    if progress is not None and not isinstance(progress, bool):
        raise UnsupportedError(f"progress is True, False or None, got {progress!r}")
    check_whole("threads", threads, 1, 256)
    if kind_of(path) != "folder":
        check_writable(path)
    rows, cols = (None, None) if size is None else size
    target = target_of(rows, cols, goal)
    source = _Source(n, target, seed, scramble, depth, threads)
    labels = _Labels(target, method, first_moves, threads)
    metadata = {
        "format": "puzzle15 dataset 1",
        "version": __version__,
        "boards": source.n,
        "rows": target.rows,
        "cols": target.cols,
        "goal": target.to_text(),
        **source.metadata,
        **labels.metadata,
    }
    watched = sys.stderr.isatty() if progress is None else progress
    bar = Bar(sys.stderr, "boards with answers: {:.0%}") if watched else None
    dtype = np.min_scalar_type(max(target))
    try:
        with open_sink(path, source.n, len(target), dtype, metadata) as sink:
            for done, boards in source.boards(labels.piece):
                sink.add({"boards": boards.astype(dtype), **labels.of(boards)})
                if bar is not None:
                    bar((done + len(boards)) / source.n)
    finally:
        if bar is not None:
            bar.close()
    return metadata


def read(path: str | os.PathLike[str]) -> Dataset:
    """Read what `write` has written. The arrays of a folder are mapped into memory, not read.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = write(f"{folder}/large", 3, (6, 6), seed=1, method="peel")
    ...     read(f"{folder}/large")
    Dataset(3 boards of 6×6, lengths 219 to 299, method peel)
    """
    from puzzle15._columns import load

    columns, metadata = load(path)
    return Dataset(**columns, metadata=metadata)


class _Source:
    """The boards that were asked for, and how they are described."""

    def __init__(
        self,
        n: int | Literal["all"],
        target: Board,
        seed: int | None,
        scramble: Reach,
        depth: Reach,
        threads: int | None,
    ) -> None:
        self._target, self._threads = target, threads
        self._scramble = scramble_of(scramble, depth)
        self._all = isinstance(n, str)
        self._first = 0
        if self._all:
            self.n = self._count(n, seed, scramble)
            self.metadata: dict[str, Any] = {"seed": None, "scramble": self._scramble, "all": True}
            return
        if n is None:
            raise TypeError("n is a number of boards, or 'all'; got None")
        check_whole("n", n, 0, 2**48)
        self.n, self._seed = int(n), seed_of(seed)
        self.metadata = {"seed": self._seed, "scramble": self._scramble, "all": False}

    def _count(self, n: object, seed: int | None, scramble: object) -> int:
        """How many boards there are in all, or at the depth asked for."""
        if n != "all":
            raise UnsupportedError(f"n is a number of boards, or 'all'; got {n!r}")
        if seed is not None or scramble is not None:
            raise UnsupportedError("all boards are all boards: n='all' goes without seed= and scramble=")
        sizes = _core.layer_sizes(self._target)
        _, low, high = self._scramble or ("depth", 0, len(sizes) - 1)
        if not low <= high < len(sizes):
            raise UnsupportedError(f"depths are from 0 to {len(sizes) - 1}, got {low} to {high}")
        self._first = sum(sizes[:low])
        return sum(sizes[low : high + 1])

    def boards(self, piece: int) -> Iterator[tuple[int, NDArray[Any]]]:
        """The boards some at a time, each time with the number of those before."""
        done = 0
        for boards in self._pieces():
            for first in range(0, len(boards), piece):
                part = boards[first : first + piece]
                yield done, part
                done += len(part)

    def _pieces(self) -> Iterator[NDArray[Any]]:
        import numpy as np

        if not self._all and self._scramble is None:
            yield from pieces(self.n, self._target, self._seed, None, self._threads)
            return
        for first in range(0, self.n, 64 * _BLOCK):
            count = min(64 * _BLOCK, self.n - first)
            if self._all:
                data = _core.boards_by_depth(self._target, self._first + first, count)
            else:
                block = first // _BLOCK
                data = _core.scrambled_boards(self._target, self._scramble, self._seed, block, count)
            yield np.frombuffer(data, np.uint32).reshape(count, len(self._target))


class _Labels:
    """The answers that were asked for, and how they are described."""

    def __init__(
        self, target: Board, method: str, first_moves: Literal["all", "one"] | None, threads: int | None
    ) -> None:
        if first_moves not in (None, "all", "one"):
            raise UnsupportedError(f"first_moves is 'all', 'one' or None, got {first_moves!r}")
        optimal, cells = method == "optimal", len(target)
        if optimal and cells > _MOST_SEARCHED:
            raise UnsupportedError(
                f"shortest solutions are for boards of up to {_MOST_SEARCHED} cells, these are "
                f"{target.rows}×{target.cols}: name a method that takes them, such as method='peel'; its "
                "lengths are not the shortest"
            )
        if first_moves == "all" and not optimal:
            raise UnsupportedError(f"first_moves='all' goes with method='optimal', got {method!r}")
        self._target, self._method, self._threads = target, method, threads
        self._tabled = optimal and cells <= _MOST_TABLED
        self._every = first_moves == "all" or (first_moves is None and self._tabled)
        self.piece = _TABLED if self._tabled or not optimal else _SEARCHED
        kind = "all" if self._every else "one"
        self.metadata = {"method": method, "optimal": optimal, "first_moves": kind}

    def of(self, boards: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Lengths and first moves of some boards."""
        import numpy as np

        if self._tabled:
            tiles = np.ascontiguousarray(boards, np.uint32)
            found = np.frombuffer(_core.labelled(self._target, tiles, self._threads), np.uint8).reshape(-1, 2)
            first = found[:, 1] if self._every else found[:, 1] & -found[:, 1]
            return {"lengths": found[:, 0].astype(np.int32), "first_moves": first}
        lengths, first = self._solved(boards)
        if self._every:
            first = self._by_neighbours(boards, lengths)
        return {"lengths": lengths, "first_moves": first}

    def _solved(self, boards: NDArray[Any]) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        """Lengths, and the first move of each solution as a bit."""
        import numpy as np

        from puzzle15.batch import solve_many

        many = solve_many(
            boards, goal=self._target, method=self._method, shape=self._target.shape, threads=self._threads
        )
        first = np.zeros(len(boards), np.uint8)
        some = many.lengths > 0
        first[some] = 1 << many.moves[many.offsets[:-1][some]]
        return many.lengths, first

    def _by_neighbours(self, boards: NDArray[Any], lengths: NDArray[np.int32]) -> NDArray[np.uint8]:
        """All first moves: those to a neighbour that has a shorter solution."""
        import numpy as np

        rows, cols = self._target.shape
        blanks = (boards == 0).argmax(axis=1)
        bits = np.zeros(len(boards), np.uint8)
        for code, (down, right) in enumerate([(0, -1), (0, 1), (-1, 0), (1, 0)]):
            row, col = blanks // cols + down, blanks % cols + right
            legal = ((row >= 0) & (row < rows) & (col >= 0) & (col < cols)).nonzero()[0]
            if len(legal):
                there, to = boards[legal], (row * cols + col)[legal]
                at = np.arange(len(legal))
                there[at, blanks[legal]] = there[at, to]
                there[at, to] = 0
                shorter = self._solved(there)[0] < lengths[legal]
                bits[legal] |= shorter.astype(np.uint8) << code
        return bits
