"""What Schofield's tables consist of: entries for puzzles, rows of counts, representatives of classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from puzzle15._core import Board
from puzzle15.twists.codes import board_of, read_pieces, sequence_number
from puzzle15.twists.path import TWISTS, TwistPath
from puzzle15.twists.permutations import Permutation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Entry", "Representative", "Row", "TabulationArrays"]


class Entry(NamedTuple):
    """An entry of the tabulation, as the paper prints it.

    `code` are the pieces in squares 0 to 5, `length` is the number of moves of a shortest path to the target,
    `first` are the twists with which one can begin, `specimen` is such a path.

    >>> entry = lookup("102536")
    >>> entry.length, entry.first, entry.specimen
    (20, ('W', 'Z'), TwistPath('WXYZADY'))
    >>> print(entry)
    1 0 2  5 3 6 ) ....W..Z  20  WX̶Y̶Z̶AD̶Y
    """

    code: str
    length: int
    first: tuple[str, ...]
    specimen: TwistPath

    @property
    def pieces(self) -> Permutation:
        """The pieces in all eight squares; also the permutation that brings them home.

        >>> entry = lookup("102536")
        >>> entry.pieces, entry.specimen.permutation == entry.pieces
        ((1, 0, 2, 5, 3, 6, 4, 7), True)
        """
        return read_pieces(self.code)

    @property
    def number(self) -> int:
        """The sequence number S.

        >>> lookup("102536").number
        2545
        """
        return sequence_number(self.code)

    @property
    def board(self) -> Board:
        """The puzzle as a board whose goal is the spiral: piece 0 is tile 8.

        >>> lookup("102536").board
        Board('8 2 5/1 0 3/7 4 6')
        """
        return board_of(self.pieces)

    @property
    def columns(self) -> str:
        """The first twists as the tables print them, each in its column.

        >>> lookup("102536").columns
        '....W..Z'
        """
        return "".join(twist if twist in self.first else "." for twist in TWISTS)

    def __str__(self) -> str:
        """Show it as a line of the tables."""
        head, tail = " ".join(self.code[:3]), " ".join(self.code[3:])
        return (
            f"{head}  {tail} ) {self.columns}  {self.length:2}  {self.specimen.notation('struck')}".rstrip()
        )


class Row(NamedTuple):
    """How many puzzles need a number of moves, and how many classes they fall into.

    A class in `classes` is puzzles that turn or reflect into each other; in `extended`, a puzzle and its
    inverse are in one class, too.

    >>> tabulation().rows[-1]
    Row(moves=30, puzzles=60, classes=12, extended=12)
    """

    moves: int
    puzzles: int
    classes: int
    extended: int


class Representative(NamedTuple):
    """An entry of the short dictionary: one puzzle for a class.

    `last` are the twists that can be the last of a shortest path from the target to it.

    >>> tabulation().short[:2]
    (Representative(code='012345', length=0, last=()), Representative(code='201345', length=4, last=('A',)))
    """

    code: str
    length: int
    last: tuple[str, ...]


class TabulationArrays(NamedTuple):
    """The tabulation as arrays, a row for every sequence number.

    `pieces` in squares 0 to 7; `lengths`, the moves; `first`, the first twists, bit i for letter i of
    DCBAWXYZ; `classes`, the place of the puzzle's class in the short dictionary.

    >>> arrays = tabulation().arrays()
    >>> arrays.pieces.shape, round(float(arrays.lengths.mean()), 4), int(arrays.classes.max())
    ((20160, 8), 21.2292, 2571)
    """

    pieces: NDArray[np.uint8]
    lengths: NDArray[np.uint8]
    first: NDArray[np.uint8]
    classes: NDArray[np.uint16]
