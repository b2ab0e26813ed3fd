"""A path of corner twists, and the moves of the blank that make it.

A corner twist takes the blank from the centre round a corner and back, in four moves; the three pieces there
change places in a ring. Clockwise they are A, B, C, D, from the top left corner on; W, X, Y, Z undo them.

    1 2 3      A = (012)   B = (234)      A B
    0   4                                 D C
    7 6 5      D = (670)   C = (456)

If a twist begins by taking back the last move of the one before, at another corner, both moves can be left
out: an *elision*. A path of t twists with e elisions takes m = 4t - 2e moves.

>>> path = TwistPath("ABAB")
>>> path.twists, path.elisions, path.length
(4, 1, 14)
>>> path.moves
'ULDRRULLDRRULD'
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import SupportsIndex

from puzzle15._core import Board
from puzzle15.errors import InvalidMoveError, UnsupportedError
from puzzle15.twists.permutations import SYMMETRIES, Permutation, conjugate, inverse, permutation, product
from puzzle15.typing import BoardLike, as_board

__all__ = ["TWISTS", "TwistPath"]

TWISTS = "DCBAWXYZ"
"""The eight twists, in the order in which the tabulation prints them."""

_CYCLES = {"A": "(012)", "B": "(234)", "C": "(456)", "D": "(670)"}
_INVERSE = str.maketrans("ABCDWXYZ", "WXYZABCD")
_PERMUTATION = {letter: permutation(text) for letter, text in _CYCLES.items()}
_PERMUTATION |= {letter.translate(_INVERSE): inverse(p) for letter, p in _PERMUTATION.items()}
_MOVES = {"A": "ULDR", "B": "RULD", "C": "DRUL", "D": "LDRU"}
_MOVES |= {"W": "LURD", "X": "URDL", "Y": "RDLU", "Z": "DLUR"}
# The one twist that can follow with an elision.
_ELIDED = {"A": "D", "D": "C", "C": "B", "B": "A", "W": "X", "X": "Y", "Y": "Z", "Z": "W"}

# The squares by row and column, the blank's own in the centre; and which letter moves the blank by how much.
_SQUARE = {(1, 0): 0, (0, 0): 1, (0, 1): 2, (0, 2): 3, (1, 2): 4, (2, 2): 5, (2, 1): 6, (2, 0): 7}
_STEP = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}
_BACK = str.maketrans("LRUD", "RLDU")
_STROKE = "\u0336"


class TwistPath(str):
    """A path of corner twists: a string of the letters A to D, and W to Z for their inverses.

    Inverses can also be written A', A^-1 or A⁻¹; small letters and strokes, which mark elisions, are read as
    the letter alone. A part of a path, several in a row, and a path repeated are paths again.

    >>> TwistPath("AB'A'B") == TwistPath("AB⁻¹A⁻¹B") == "AXWB"
    True
    >>> TwistPath("AXWB").length, TwistPath("AXWB")[:2] + "C", TwistPath("AB") * 3
    (16, TwistPath('AXC'), TwistPath('ABABAB'))
    >>> TwistPath("AXE")
    Traceback (most recent call last):
    puzzle15.errors.InvalidMoveError: 'E' is no twist; write A to D, and W to Z or A' to D' for their inverses
    """

    __slots__ = ()

    def __new__(cls, letters: str = "") -> TwistPath:
        """Read the letters."""
        return super().__new__(cls, _read(letters))

    @classmethod
    def from_moves(cls, moves: str) -> TwistPath:
        """The twists that moves of the blank from the centre back to the centre amount to.

        Moves to and fro are left out. What remains is exactly one path of twists.

        >>> TwistPath.from_moves("ULDDRU"), TwistPath.from_moves("ULDRLR")
        (TwistPath('AD'), TwistPath('A'))
        >>> TwistPath.from_moves("ULD")
        Traceback (most recent call last):
        puzzle15.errors.InvalidMoveError: twists begin and end in the centre; ULD ends in square 0
        """
        if not isinstance(moves, str):
            raise TypeError(f"moves are text of the letters L, R, U and D, got {moves!r}")
        _squares(moves)  # Refuse what leaves the board, also where it is left out.
        letters = ""
        trip: list[int] = []
        for square in _squares(_onward(moves)):
            if square is not None:
                trip.append(square)
            else:
                letters += _trip(trip)
                trip.clear()
        if trip:
            raise InvalidMoveError(f"twists begin and end in the centre; {moves} ends in square {trip[-1]}")
        return cls(letters)

    @property
    def twists(self) -> int:
        """The number of twists, t.

        >>> TwistPath("WXYZADY").twists
        7
        """
        return len(self)

    @property
    def elisions(self) -> int:
        """The number of elisions, e: how often a twist of another corner takes back the last move before it.

        >>> TwistPath("WXYZADY").elisions
        4
        """
        return sum(_ELIDED[here] == there for here, there in pairwise(self))

    @property
    def length(self) -> int:
        """The number of moves, m = 4t - 2e.

        >>> TwistPath("WXYZADY").length
        20
        """
        return 4 * self.twists - 2 * self.elisions

    @property
    def moves(self) -> str:
        """The moves of the blank: L, R, U and D.

        >>> TwistPath("BA").moves, TwistPath("AB").moves
        ('RULLDR', 'ULDRRULD')
        """
        parts = [""]
        last = ""
        for letter in self:
            if _ELIDED.get(last) == letter:
                parts[-1] = parts[-1][:-1]
                parts.append(_MOVES[letter][1:])
            else:
                parts.append(_MOVES[letter])
            last = letter
        return "".join(parts)

    @property
    def permutation(self) -> Permutation:
        """Where it takes the piece in each square.

        >>> from puzzle15.twists import cycles
        >>> cycles(TwistPath("AXWB").permutation)
        '(1 2 3)'
        """
        return product(_PERMUTATION[letter] for letter in self)

    def inverse(self) -> TwistPath:
        """The same path backwards.

        >>> TwistPath("AXWB").inverse()
        TwistPath('XABW')
        """
        return TwistPath(self[::-1].translate(_INVERSE))

    def turned(self, symmetry: int) -> TwistPath:
        """The same path on the turned board, by the number of a symmetry in `SYMMETRIES`.

        >>> TwistPath("AX").turned(1), TwistPath("AX").turned(4)
        (TwistPath('BY'), TwistPath('XA'))
        """
        if not isinstance(symmetry, int) or symmetry not in range(len(SYMMETRIES)):
            raise UnsupportedError(
                f"the symmetries are numbered 0 to {len(SYMMETRIES) - 1}, got {symmetry!r}"
            )
        return TwistPath(self.translate(_renamed(symmetry)))

    def reduced(self) -> TwistPath:
        """The same permutation without two twists of one corner in a row: AA is W, and AW is nothing.

        >>> TwistPath("BAAC").reduced(), TwistPath("BAWXC").reduced()
        (TwistPath('BWC'), TwistPath('C'))
        """
        letters: list[str] = []
        for letter in self:
            if letters and letters[-1].translate(_INVERSE) == letter:
                letters.pop()
            elif letters and letters[-1] == letter:
                letters[-1] = letter.translate(_INVERSE)
                # What stood before is another corner still, so nothing more can meet.
            else:
                letters.append(letter)
        return TwistPath("".join(letters))

    def apply(self, board: BoardLike) -> Board:
        """Make the moves on a board of 3×3 with the blank in the centre.

        >>> from puzzle15 import goals
        >>> TwistPath("A").apply(goals.spiral(3, 3))
        Board('8 1 3/2 0 4/7 6 5')
        """
        start = as_board(board)
        if start.shape != (3, 3) or start[4] != 0:
            raise UnsupportedError(
                f"twists are for 3×3 boards with the blank in the centre, got {start.to_text()}"
            )
        return start.apply(self.moves)

    def notation(self, kind: str = "letters") -> str:
        """The path as text.

        `"letters"`: as it is. `"struck"`: as Schofield printed it, elided twists struck through. `"small"`:
        the same in plain letters, elided twists small. `"inverses"`: with A⁻¹ for W and so on.

        >>> path = TwistPath("WXYZADY")
        >>> for kind in ["letters", "struck", "small", "inverses"]:
        ...     print(path.notation(kind))
        WXYZADY
        WX̶Y̶Z̶AD̶Y
        WxyzAdY
        A⁻¹B⁻¹C⁻¹D⁻¹ADC⁻¹
        """
        if kind == "letters":
            return str(self)
        if kind == "inverses":
            return "".join(c if c in "ABCD" else c.translate(_INVERSE) + "⁻¹" for c in self)
        if kind not in ("struck", "small"):
            raise UnsupportedError(
                f"there is no notation {kind!r}; choose 'letters', 'struck', 'small' or 'inverses'"
            )
        marks = [False, *(_ELIDED[here] == there for here, there in pairwise(self))]
        strike = (lambda c: c + _STROKE) if kind == "struck" else str.lower
        return "".join(strike(c) if elided else c for c, elided in zip(self, marks, strict=False))

    def __getitem__(self, which: SupportsIndex | slice) -> TwistPath:
        """Give a part of the path."""
        return TwistPath(super().__getitem__(which))

    def __add__(self, more: str) -> TwistPath:
        """Go on with another path."""
        return TwistPath(super().__add__(more))

    def __radd__(self, before: str) -> TwistPath:
        """Come after another path."""
        return TwistPath(before) + self

    def __mul__(self, times: SupportsIndex) -> TwistPath:
        """Repeat the path."""
        return TwistPath(super().__mul__(times))

    __rmul__ = __mul__

    def __repr__(self) -> str:
        """Show the letters."""
        return f"TwistPath({str(self)!r})"

    def __str__(self) -> str:
        """Give the letters alone."""
        return "".join(self)


def _read(text: str) -> str:
    """The plain letters of a path in any notation."""
    if not isinstance(text, str):
        raise TypeError(f"a path of twists is text such as 'AXWB', got {text!r}")
    letters = ""
    for letter, mark in re.findall(r"(.)((?:'|’|\^-1|⁻¹)?)", re.sub(rf"[\s{_STROKE}]", "", text), re.DOTALL):
        twist = letter.upper()
        if twist not in _PERMUTATION or (mark and twist not in _CYCLES):
            raise InvalidMoveError(
                f"{letter + mark!r} is no twist; write A to D, and W to Z or A' to D' for their inverses"
            )
        letters += twist.translate(_INVERSE) if mark else twist
    return letters


@cache
def _renamed(symmetry: int) -> dict[int, int]:
    """What becomes of each letter on the turned board."""
    name = {p: letter for letter, p in _PERMUTATION.items()}
    return {ord(a): ord(name[conjugate(p, SYMMETRIES[symmetry])]) for a, p in _PERMUTATION.items()}


def _onward(moves: str) -> str:
    """The same moves without going to and fro."""
    kept: list[str] = []
    for move in moves:
        if kept and kept[-1] == move.translate(_BACK):
            kept.pop()
        else:
            kept.append(move)
    return "".join(kept)


def _squares(moves: str) -> list[int | None]:
    """Where the blank is after each move, None in the centre."""
    row, col = 1, 1
    squares = []
    for move in moves:
        if move not in _STEP:
            raise InvalidMoveError(f"{move!r} is not a move; the blank goes L, R, U or D")
        row, col = row + _STEP[move][0], col + _STEP[move][1]
        if not (0 <= row < 3 and 0 <= col < 3):
            raise InvalidMoveError(f"the blank leaves the board in {moves}")
        squares.append(_SQUARE.get((row, col)))
    return squares


def _trip(squares: list[int]) -> str:
    """The twists of one trip of the blank round some of the squares, from the centre to the centre."""
    clockwise = squares[1] == squares[0] + 1  # Trips begin and end on even squares.
    # When the blank goes one way round, the pieces go the other.
    letters = "WXYZ" if clockwise else "DABC"
    return "".join(letters[square // 2] for square in squares[:-1:2])
