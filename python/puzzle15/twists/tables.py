"""Schofield's tabulation: a shortest path home for every eight-puzzle with the blank in the centre.

The core runs the program of 1967 (`src/schofield/tabulation.rs`, two milliseconds; in plain Python
`puzzle15.reference.twists`): a main dictionary of five bits a position, and a short dictionary of one
position for each class under the eight symmetries. This module gives its tables names.

>>> print(lookup("102536"))
1 0 2  5 3 6 ) ....W..Z  20  WX̶Y̶Z̶AD̶Y
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from operator import index
from os import PathLike
from typing import Any, overload

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15._support.checks import check_flag, path_of
from puzzle15._support.files import write_bytes
from puzzle15.errors import PuzzleError, UnsupportedError
from puzzle15.goals import GoalLike
from puzzle15.twists.book import book_csv, book_html, book_text
from puzzle15.twists.codes import code_of, is_code, pieces_of, sequence_number
from puzzle15.twists.entries import Entry, Representative, Row, TabulationArrays
from puzzle15.twists.path import TWISTS, TwistPath
from puzzle15.twists.permutations import SYMMETRIES, conjugate
from puzzle15.typing import BoardLike

__all__ = [
    "Entry",
    "Representative",
    "Row",
    "Tabulation",
    "TabulationArrays",
    "lookup",
    "tabulation",
]


@dataclass(frozen=True, repr=False)
class Tabulation:
    """All entries, and the dictionaries from which they come. Made by `tabulation()`.

    By sequence number there are `lengths`, the moves; `first`, the first twists as bits, bit i for letter i
    of DCBAWXYZ; and `classes`, the place of the puzzle's class in `short`. `short` is the short dictionary, a
    `Representative` for each class in the order in which they were found. `main` is the main dictionary as it
    is in memory: entry s in bits 5s to 5s + 4, lowest first, its number of moves (31 would be unsolved).
    `rows` are the paper's counts. `arrays()` has the first three for NumPy.

    >>> tables = tabulation()
    >>> len(tables), len(tables.short), len(tables.main)
    (20160, 2572, 12600)
    >>> tables["102536"].length, tables[20159].code
    (20, '765432')
    """

    lengths: bytes
    first: bytes
    classes: tuple[int, ...]
    main: bytes
    short: tuple[Representative, ...]
    rows: tuple[Row, ...]

    def __len__(self) -> int:
        """The number of entries."""
        return len(self.lengths)

    @overload
    def __getitem__(self, which: int | str | Sequence[int]) -> Entry: ...

    @overload
    def __getitem__(self, which: slice) -> list[Entry]: ...

    def __getitem__(self, which: Any) -> Entry | list[Entry]:
        """An entry by its sequence number or its code numbers, or several by a slice of numbers."""
        if isinstance(which, slice):
            return [self[number] for number in range(len(self))[which]]
        if isinstance(which, Board):
            raise TypeError("the tables go by codes and numbers; lookup(board, goal=...) takes boards")
        # NumPy's arrays have an __index__, too, but no numbers have a length.
        number = sequence_number(which) if hasattr(which, "__len__") else index(which)
        if not -len(self) <= number < len(self):
            raise IndexError(f"sequence numbers are 0 to {len(self) - 1}, got {number}")
        number %= len(self)
        return self._entry(number, _core.specimens(number, number + 1)[0])

    def __iter__(self) -> Iterator[Entry]:
        """All entries by increasing code numbers."""
        return (self._entry(number, path) for number, path in enumerate(_core.specimens(0, len(self))))

    def _entry(self, number: int, specimen: str) -> Entry:
        first = _letters(self.first[number])
        return Entry(code_of(number), self.lengths[number], first, TwistPath(specimen))

    def __contains__(self, which: object) -> bool:
        """Whether this is the code of a puzzle, or an entry."""
        if isinstance(which, Entry):
            return self[which.code] == which
        try:
            return is_code(which) and sequence_number(which) in range(len(self))
        except PuzzleError:
            return False

    def __repr__(self) -> str:
        """Say what it is."""
        return f"<Tabulation of {len(self):,} puzzles, at most {max(self.lengths)} moves>"

    def members(self, which: int | str | Sequence[int]) -> list[str]:
        """The codes of all puzzles of a class: those that turn or reflect into the given one.

        >>> tabulation().members("201345")   # all the twists
        ['012356', '012364', '013425', '014235', '120345', '201345', '612345', '712345']
        """
        turned = (conjugate(self[which].pieces, turn) for turn in SYMMETRIES)
        return sorted({"".join(map(str, pieces[:6])) for pieces in turned})

    def table(self) -> str:
        """The paper's table of counts, as text.

        >>> print(tabulation().table())   # doctest: +ELLIPSIS
        moves  puzzles  classes  with inverses
            0        1        1              1
            4        8        1              1
            6        8        1              1
        ...
           30       60       12             12
        total   20,160    2,572          1,439
        """
        lines = ["moves  puzzles  classes  with inverses"]
        totals = [sum(row[column] for row in self.rows) for column in (1, 2, 3)]
        for name, *counts in [*self.rows, ("total", *totals)]:
            lines.append(
                f"{name:>5}" + "".join(f"{n:>{w},}" for n, w in zip(counts, (9, 9, 15), strict=True))
            )
        return "\n".join(lines)

    def arrays(self) -> TabulationArrays:
        """Everything as arrays.

        >>> tabulation().arrays().lengths[:4]
        array([ 0, 16, 16, 16], dtype=uint8)
        """
        from puzzle15._support.numeric import np

        # Sequence numbers are in the order of the pieces, and half of all permutations are even.
        all_pieces = np.array([*permutations(range(8))], np.uint8)
        inversions = sum(all_pieces[:, i] > all_pieces[:, j] for i, j in combinations(range(8), 2))
        lengths, first = (np.array(bytearray(data)) for data in (self.lengths, self.first))
        return TabulationArrays(
            all_pieces[inversions % 2 == 0], lengths, first, np.array(self.classes, np.uint16)
        )

    def text(self, *, strokes: bool = True) -> str:
        """The tabulation as a book: a page that explains, then 168 pages; a form feed between them.

        Elided twists are struck through, or with `strokes=False` are small letters.

        >>> page = tabulation().text(strokes=False)
        >>> "5 3 6 ) ....W..Z  20  WxyzAdY" in page
        True
        """
        check_flag("strokes", strokes)
        return book_text(self, strokes, self.rows)

    def csv(self) -> str:
        """The tabulation as comma-separated values.

        >>> tabulation().csv().splitlines()[:2]
        ['code,first,length,specimen,moves', '012345,,0,,']
        """
        return book_csv(self)

    def html(self) -> str:
        """The tabulation as one page to read and to look things up in.

        >>> tabulation().html()[:15]
        '<!DOCTYPE html>'
        """
        return book_html(self, self.rows)

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file: text, values or a page, by the ending .txt, .csv or .html.

        >>> import tempfile
        >>> from pathlib import Path
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     tabulation().save(folder + "/eight.csv")
        ...     Path(folder, "eight.csv").read_text().splitlines()[3]
        '012347,DYZ,16,DCZYZ,LDRRULDLURRDLLUR'
        """
        target = path_of(path)
        makers = {".txt": self.text, ".csv": self.csv, ".html": self.html}
        make = makers.get(target.suffix.lower())
        if make is None:
            raise UnsupportedError(f"the tabulation is written as .txt, .csv or .html, got {target.name!r}")
        write_bytes(target, make().encode())


@cache
def tabulation() -> Tabulation:
    """Run the program of 1967, once, and keep what it finds.

    >>> tabulation().rows[1]
    Row(moves=4, puzzles=8, classes=1, extended=1)
    """
    made = _core.tabulation(False)
    short = tuple(Representative(code_of(one.number), one.length, _letters(one.last)) for one in made.short)
    rows = tuple(Row(row.moves, row.positions, row.classes, row.extended) for row in made.rows)
    return Tabulation(made.lengths, made.first, tuple(made.classes), made.main, short, rows)


def lookup(puzzle: BoardLike, *, goal: GoalLike | None = None) -> Entry:
    """Look a puzzle up, as one would in the printed tables.

    A puzzle is its six code numbers, the pieces 0 to 7 in squares 0 to 5 (or all eight); or the picture of
    it, with _ for the blank; or a board of 3×3 with the blank in the centre, to be taken to `goal`, the
    spiral unless another is given.

    >>> lookup("102536").specimen
    TwistPath('WXYZADY')
    >>> lookup("0 2 5/1 _ 3/7 4 6").code, lookup("8 2 5/1 0 3/7 4 6").code
    ('102536', '102536')
    >>> lookup("1 2 3/4 0 6/7 8 9", goal="1 2 3/4 0 6/7 8 9").length
    0
    >>> lookup("102530")
    Traceback (most recent call last):
    puzzle15.errors.InvalidBoardError: code numbers are 6 or 8 different pieces from 0 to 7, got '102530'
    """
    if isinstance(puzzle, int):
        raise TypeError(
            f"code numbers are text, such as '102536', got the number {puzzle}; "
            "tabulation()[number] goes by sequence number"
        )
    if not is_code(puzzle):
        return tabulation()[pieces_of(puzzle, "spiral" if goal is None else goal)]
    if goal is not None:
        raise UnsupportedError(f"code numbers have no goal but their own, got {puzzle!r} with {goal!r}")
    return tabulation()[puzzle]


def _letters(bits: int) -> tuple[str, ...]:
    return tuple(letter for bit, letter in enumerate(TWISTS) if bits >> bit & 1)
