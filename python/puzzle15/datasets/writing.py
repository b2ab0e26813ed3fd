"""`write`: boards from a source, labelled piece by piece, into a file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal

from puzzle15 import _core
from puzzle15._core import MOST_SEARCHED_CELLS, MOST_TABLED_CELLS, Board, __version__
from puzzle15._support.checks import check_whole
from puzzle15._support.files import check_writable
from puzzle15._support.progress import listening, share
from puzzle15._support.scramble import Reach
from puzzle15.datasets.sources import source_of
from puzzle15.errors import Option, Remedy, UnsupportedError
from puzzle15.goals import GoalLike
from puzzle15.solving import Solver
from puzzle15.typing import Method, Tables

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["write"]

# Boards labelled at a time, by tables and by searches, and fewer if their moves would take more bytes.
_TABLED, _SEARCHED = 1 << 16, 1 << 7
_MOVES = 1 << 26


def write(
    path: str | os.PathLike[str],
    n: int | Literal["all"] | ArrayLike,
    size: tuple[int, int] | None = None,
    *,
    goal: GoalLike | None = None,
    seed: int | None = None,
    scramble: Reach = None,
    depth: Reach = None,
    first: int = 0,
    method: Method = "optimal",
    first_moves: Literal["all", "one"] | None = None,
    tables: Tables = "small",
    threads: int | None = None,
    progress: bool | None = None,
) -> dict[str, Any]:
    """Write boards with the lengths and first moves of their solutions to a file, and return its metadata.

    The suffix of the name decides the format: `.npz` is one file for `numpy.load`, `.parquet` needs pyarrow
    (`pip install "puzzle15[parquet]"`), and a name without one is a folder with a `.npy` for each column,
    which NumPy can map into memory. All have the columns `boards`, `lengths` and `first_moves` of `Dataset`.
    However many boards there are, only some are in memory at a time (tens of megabytes, or 1024 boards if
    they take more), and a file is there as a whole or not at all.

    There are `n` random boards of this size (4×4 by default): fair ones, those of `random_boards` with this
    seed, or made as `scramble` or `depth` say (as in `puzzle15.learning`). Board `i` depends only on the seed
    and on `i`, and `first=i` begins with it, so that a set can be made in parts. `n="all"` is every board of
    a puzzle of up to 10 cells, nearest first, or those at the given depth. Instead of a number, `n` may be an
    array of your own boards, which get their answers in that order.

    Lengths are those of shortest solutions, by tables up to 12 cells and by searches up to 25 (hundredths of
    a second a board for 4×4; minutes or hours for 5×5). For larger boards, or to be quicker, name a `method`
    of `solve_many`: then lengths are only those of its solutions, and `metadata["optimal"]` is False.
    `first_moves="all"` has every move that begins a shortest solution, which for boards that are searched
    means searching their neighbours as well; `"one"` has that of the solution found. The default is `"all"`
    up to 12 cells, and `"one"` above. Searches use the `tables` of `Solver`, by default the small ones,
    whatever is on disk.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = write(f"{folder}/far.npz", "all", (3, 3), depth=31)
    ...     read(f"{folder}/far.npz").boards
    array([[6, 4, 7, 8, 5, 0, 3, 2, 1],
           [8, 6, 7, 2, 5, 4, 3, 0, 1]], dtype=uint8)
    """
    from puzzle15._support.numeric import np
    from puzzle15.datasets.columns import FORMAT, kind_of, open_sink

    check_whole("threads", threads, 1, 256)
    if kind_of(path) != "folder":
        check_writable(path)
    source = source_of(n, size, goal, seed=seed, scramble=scramble, depth=depth, first=first, threads=threads)
    target = source.target
    labels = _Labels(target, method, first_moves, tables, threads)
    metadata = {
        "format": FORMAT,
        "version": __version__,
        "boards": source.n,
        "rows": target.rows,
        "cols": target.cols,
        "goal": target.to_text(),
        **source.metadata,
        **labels.metadata,
    }
    dtype = np.min_scalar_type(max(target))
    with (
        listening(progress, "boards with answers", share, total=source.n, unit=" boards") as tell,
        open_sink(path, source.n, len(target), dtype, metadata) as sink,
    ):
        done = 0
        for boards in source.pieces():
            for begin in range(0, len(boards), labels.piece):
                part = boards[begin : begin + labels.piece]
                sink.add({"boards": part.astype(dtype), **labels.of(part)})
                done += len(part)
                if tell is not None:
                    tell(done)
    return metadata


class _Labels:
    """Makes the labels that were asked for, and describes them."""

    def __init__(
        self,
        target: Board,
        method: Method,
        first_moves: Literal["all", "one"] | None,
        tables: Tables,
        threads: int | None,
    ) -> None:
        if first_moves not in (None, "all", "one"):
            raise UnsupportedError(Option("first_moves"), f" is 'all', 'one' or None, got {first_moves!r}")
        optimal, cells = method == "optimal", len(target)
        if optimal and cells > MOST_SEARCHED_CELLS:
            raise UnsupportedError(
                f"shortest solutions are for boards of up to {MOST_SEARCHED_CELLS} cells, these are "
                f"{target.rows}×{target.cols}",
                remedies=[Remedy("other_method", Option("method", "peel"))],
            )
        if first_moves == "all" and not optimal:
            raise UnsupportedError(
                Option("first_moves", "all"), " goes with ", Option("method", "optimal"), f", got {method!r}"
            )
        self._target, self._threads = target, threads
        self._solver = Solver(goal=target, method=method, tables=tables)
        self._tabled = optimal and cells <= MOST_TABLED_CELLS
        self._every = first_moves == "all" or (first_moves is None and self._tabled)
        # Roughly the longest solution: every tile crosses the board, at five moves a step.
        length = 5 * cells * max(target.shape)
        self.piece = min(max(1, _MOVES // length), _SEARCHED if optimal and not self._tabled else _TABLED)
        kind = "all" if self._every else "one"
        self.metadata = {
            "method": method,
            "optimal": optimal,
            "first_moves": kind,
            "made_by": self._solver.made_by,
        }

    def of(self, boards: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Lengths and first moves of some boards."""
        from puzzle15._support.numeric import np

        if self._tabled:
            tiles = np.ascontiguousarray(boards)
            data = _core.figures(tiles, self._target, "labels", False, 0, self._threads)
            found = np.frombuffer(data, np.uint64)
            first = (found >> 8).astype(np.uint8)
            lengths = (found & 255).astype(np.int32)
            return {"lengths": lengths, "first_moves": first if self._every else first & -first}
        lengths, first = self._solved(boards)
        if self._every:
            first = self._by_neighbours(boards, lengths)
        return {"lengths": lengths, "first_moves": first}

    def _solved(self, boards: NDArray[Any]) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        """Lengths, and the first move of each solution as a bit."""
        from puzzle15._support.numeric import np

        many = self._solver.solve_many(boards, shape=self._target.shape, threads=self._threads)
        first = np.zeros(len(boards), np.uint8)
        some = many.lengths > 0
        first[some] = 1 << many.moves[many.offsets[:-1][some]]
        return many.lengths, first

    def _by_neighbours(self, boards: NDArray[Any], lengths: NDArray[np.int32]) -> NDArray[np.uint8]:
        """All first moves: those to neighbours with shorter solutions."""
        from puzzle15._support.numeric import np
        from puzzle15.arrays import apply

        bits = np.zeros(len(boards), np.uint8)
        for code in range(4):
            there = apply(
                boards, np.full(len(boards), code), shape=self._target.shape, illegal="stay", threads=1
            )
            legal = (there != boards).any(axis=1).nonzero()[0]
            if len(legal):
                shorter = self._solved(there[legal])[0] < lengths[legal]
                bits[legal] |= shorter.astype(np.uint8) << code
        return bits
