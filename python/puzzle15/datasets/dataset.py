"""A dataset in memory, and `read`, which loads it from a file."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from puzzle15._core import Board

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Dataset", "read"]


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
    """The length of a solution of each board: a shortest one if `metadata["optimal"]` is True."""
    first_moves: NDArray[np.uint8]
    """The moves that begin a shortest solution, as bits: 1, 2, 4, 8 for L, R, U, D; 0 for the goal."""
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
        """The number of boards, and how long their solutions are."""
        text = f"Dataset({len(self)} boards of {self.goal.rows}×{self.goal.cols}"
        if len(self):
            text += f", lengths {self.lengths.min()} to {self.lengths.max()}"
        return text + (", optimal)" if self.metadata["optimal"] else f", method {self.metadata['method']})")


def read(path: str | os.PathLike[str]) -> Dataset:
    """Read what `write` has written, and compare its checksums.

    It is read into memory as a whole, and refused with a `MemoryBudgetError` if it does not fit. Datasets of
    version 0.1.0 have no checksums; they are read without comparing any.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = write(f"{folder}/large", 3, (6, 6), seed=1, method="peel")
    ...     read(f"{folder}/large")
    Dataset(3 boards of 6×6, lengths 217 to 297, method peel)
    """
    from puzzle15.datasets.loading import load

    columns, metadata = load(path)
    return Dataset(**columns, metadata=metadata)
