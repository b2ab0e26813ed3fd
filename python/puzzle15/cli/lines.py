"""Boards of a stream, one after another as they come.

A line is a board, or several lines are, up to an empty one: whatever `Board` reads. What stands after # is a
comment. CSV with a column named board and JSON with a key of that name are read too, as the commands of this
package write them. Nothing is held but what has just come, so that a pipe may go on for ever; only a JSON
document over several lines is read to its end first. Lines and boards have limits, and nothing is made of
what is no board, so that bad input costs a few times its size.

Lines in the plain notation, `1 2 3/4 5 6/7 8 0`, may come by the million: they are read many at a time, into
an array, and called a `Batch`. Everything else is an `Item`.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from math import isqrt
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from puzzle15.cli.csv_column import Column, column_of
from puzzle15.cli.json_values import boards_of, is_json
from puzzle15.cli.wording import said
from puzzle15.errors import InvalidBoardError, PuzzleError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from puzzle15._core import Board

__all__ = ["Batch", "Item", "Shape", "read_stream"]

Shape = tuple[int, int]

# Bytes to read at a time, and fewest lines for which an array is worth its while.
_PIECE = 1 << 18
_MANY = 8
_DIGITS = b"0123456789"

# Lines that one board can take, drawings included, and bytes of a line or a board: what `solve` writes for
# 450×450 is as long, and takes minutes.
_TALLEST = 100_000
_LONGEST_LINE = 1 << 28


class Item(NamedTuple):
    """A board as it was written, and where."""

    place: str
    """Such as "boards.txt, line 3"; empty for the only argument."""
    text: str
    shape: Shape | None = None
    """For boards that are written in one row."""
    problem: str = ""
    """Why there is no point in trying to read it."""

    def board(self) -> Board:
        """Read it, or raise an error that says what is wrong."""
        from puzzle15.typing import as_board

        if self.problem:
            raise InvalidBoardError(self.problem)
        try:
            board = as_board(self.text, self.shape)
        except InvalidBoardError as error:
            raise _shortened(error) from None
        if self.shape is not None and self.shape != board.shape:
            here, asked = (f"{rows}×{cols}" for rows, cols in (board.shape, self.shape))
            raise InvalidBoardError(f"the board is {here}, and --size says {asked}; leave --size out")
        return board

    def is_board(self) -> bool:
        """Whether it can be read."""
        try:
            self.board()
        except PuzzleError:
            return False
        return True

    def line(self) -> str:
        """As it was written, on one line."""
        return self.text.replace("\n", "/")

    def name(self, problem: object) -> str:
        """A problem, and where it is."""
        return f"{self.place}: {said(problem)}" if self.place else said(problem)


def _shortened(error: InvalidBoardError) -> InvalidBoardError:
    """The same error, short enough to be read at a glance: only the first few of many reasons."""
    text, more = error.facts, len(error.reasons) + error.more - _REASONS
    if len(text) <= _LONGEST:
        return error
    if more > 0:
        text = f"not a board: {', '.join(error.reasons[:_REASONS])} and {more} more"
    text = text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ..."
    return InvalidBoardError(text, reasons=error.reasons, more=error.more, remedies=error.remedies)


# Reasons shown if there are many, and the most letters.
_REASONS = 3
_LONGEST = 300


class Batch(NamedTuple):
    """Lines in the plain notation, all of one shape; they may still turn out to be no boards."""

    source: str
    first: int
    """The number of the first line."""
    texts: list[str]
    array: NDArray[np.integer[Any]]
    """One board per row."""
    shape: Shape

    def item(self, number: int) -> Item:
        """One of them on its own."""
        return Item(f"{self.source}, line {self.first + number}", self.texts[number], self.shape)

    def items(self) -> Iterator[Item]:
        """All of them, one by one."""
        return map(self.item, range(len(self.texts)))


def read_stream(
    stream: io.BufferedIOBase | BinaryIO,
    name: str,
    shape: Shape | None = None,
    is_board: Callable[[str], bool] | None = None,
) -> Iterator[Item | Batch]:
    r"""All boards of a stream; `name` is what error messages call it.

    `is_board` says which texts are boards, for commands that take more than `Board` can read.

    >>> import io
    >>> text = b"1 2/3 0  # a comment\n\n1 2 3\n4 5 6\n7 8 0\n"
    >>> [item.board().to_text() for item in read_stream(io.BytesIO(text), "here")]
    ['1 2/3 0', '1 2 3/4 5 6/7 8 0']
    """
    reader = _Reader(name, shape, is_board)
    for number, lines in _lines(stream):
        yield from reader.too_long(number) if lines is None else reader.add(number, lines)
    yield from reader.end()


def _lines(stream: Any) -> Iterator[tuple[int, list[bytes] | None]]:
    """Lines as they come, with the number of the first; None for one that is too long."""
    number = 1
    unfinished = _Unfinished()
    for piece in _pieces(stream):
        *lines, rest = piece.split(b"\n")
        if lines:
            unfinished.add(lines[0])
            first = unfinished.take()
            if first is None:
                yield number, None
                number += 1
            lines[:1] = [] if first is None else [first]
            del first
            lines = [line.strip() for line in lines]
            yield number, lines
        number += len(lines)
        unfinished.add(rest)
    last = unfinished.take()
    if last is None:
        yield number, None
    elif last := last.strip():
        yield number, [last]


def _pieces(stream: Any) -> Iterator[bytes]:
    """What comes, with a new line at the end of every line: a carriage return alone ends one, too."""
    # Carriage returns at the end: what follows them decides what they are. Many are counted, not kept.
    held = 0
    while piece := stream.read1(_PIECE):
        ended = piece.rstrip(b"\r")
        if held and ended:
            first = piece.lstrip(b"\r")
            if first.startswith(b"\n"):
                piece, ended = first, ended[len(piece) - len(first) :]
            else:
                for count in range(held, 0, -_PIECE):
                    yield b"\n" * min(count, _PIECE)
            held = 0
        held += len(piece) - len(ended)
        yield _with_new_lines(ended)


def _with_new_lines(piece: bytes) -> bytes:
    if b"\r" not in piece:
        return piece
    return _RETURNS.sub(
        lambda found: b"\n" if found[0].endswith(b"\n") else b"\n" * len(found[0]),
        piece.replace(b"\r\n", b"\n"),
    )


# Some programs end a line with two of them and a new line.
_RETURNS = re.compile(rb"\r++\n?")


class _Unfinished:
    """A line that has not ended, in the pieces in which it came."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._size = 0

    def add(self, piece: bytes) -> None:
        """Add a piece; of a line that is too long nothing is kept."""
        self._size += len(piece)
        if self._size > _LONGEST_LINE:
            self._pieces.clear()
        else:
            self._pieces.append(piece)

    def take(self) -> bytes | None:
        """The line, which ends here, or None if it is too long."""
        line = b"".join(self._pieces) if self._size <= _LONGEST_LINE else None
        self._pieces.clear()
        self._size = 0
        return line


class _Reader:
    """Goes through the lines of a stream."""

    def __init__(self, name: str, shape: Shape | None, is_board: Callable[[str], bool] | None) -> None:
        self._name = name
        self._shape = shape
        self._reads = is_board or (lambda text: Item("", text, shape).is_board())
        self._is_plain = is_board is None
        self._begun = False
        self._column: Column | None = None
        """The column of boards, if this is CSV."""
        self._document: list[bytes] | None = None
        """Everything so far, if this may be one JSON document."""
        self._document_line = 0
        """The number of its first line."""
        self._rows: list[tuple[int, str]] = []
        """Lines that may be the rows of one board, with their numbers."""
        self._size = 0
        """Their letters."""
        self._first_reads = False
        """Whether the first of them is a board on its own."""
        self._each = False
        """Whether each line up to the next empty one is a board on its own."""
        self._hopeless = False
        """Whether the lines up to the next empty one, or up to a board, are none; that has been reported."""

    def add(self, first: int, lines: list[bytes]) -> Iterator[Item | Batch]:
        """Take the next lines, and give the boards that are complete."""
        if not self._begun:
            lines = self._begin(lines)
        if self._document is not None:
            self._document_line = self._document_line or first
            self._document.append(b"\n".join(lines))
            return
        if self._column is not None:
            first, lines = self._column.cells(first, lines)
        yield from self._parts(first, lines)

    def too_long(self, number: int) -> Iterator[Item | Batch]:
        """Report a line that is too long to be a board."""
        yield from self._flush()
        yield self._item(number, "", f"not a board: the line has more than {_LONGEST_LINE:,} bytes")

    def _parts(self, first: int, lines: list[bytes]) -> Iterator[Item | Batch]:
        at = 0
        for skeleton, run in groupby(line.translate(None, _DIGITS) for line in lines):
            part = lines[at : at + sum(1 for _ in run)]
            yield from self._part(first + at, part, skeleton)
            at += len(part)

    def end(self) -> Iterator[Item | Batch]:
        """Give what is left."""
        if self._document is not None:
            document = b"\n".join(self._document)
            self._document = None
            if is_json(text := _text(document)):
                yield from self._from_json(self._document_line + _empty_lines(text), text.strip())
            else:
                for number, lines in _lines(io.BytesIO(document)):
                    yield from self._parts(self._document_line + number - 1, lines or [])
        if self._column is not None:
            number, cells = self._column.rest()
            if cells and not any(cells):
                yield self._item(number, "", "a quote begins in this line and never ends")
            yield from self._parts(number, cells)
        yield from self._flush()

    def _begin(self, lines: list[bytes]) -> list[bytes]:
        """Find out from the first line that is not empty what is to come; lines dealt with become empty."""
        for number, line in enumerate(lines):
            line = line.removeprefix(codecs.BOM_UTF8)
            text = _text(line).partition("#")[0].strip()
            if not text:
                continue
            self._begun = True
            self._column = column_of(text)
            if self._column is not None:
                return [b""] * (number + 1) + lines[number + 1 :]
            if text[0] in "[{":
                line = text.encode()
                self._document = None if is_json(text) else []
            return [b""] * number + [line] + lines[number + 1 :]
        return [b""] * len(lines)

    def _part(self, first: int, lines: list[bytes], skeleton: bytes) -> Iterator[Item | Batch]:
        """Lines that differ only in their digits."""
        layout = _layout(skeleton, self._shape) if len(lines) >= _MANY else None
        array = _array(lines, layout, b"/" not in skeleton) if layout else None
        if layout is None or array is None:
            for number, line in enumerate(lines, start=first):
                yield from self._line(number, _text(line))
            return
        yield from self._flush()
        yield Batch(self._name, first, b"\n".join(lines).decode("ascii").split("\n"), array, layout)

    def _line(self, number: int, line: str) -> Iterator[Item]:
        """A line that is a board, or a row of one."""
        text = line.partition("#")[0].strip()
        if text and not _is_board(text):
            yield from self._row(number, text)
            return
        yield from self._flush()
        if text and _LISTED.match(text):
            try:
                yield from self._from_json(number, text)
            except ValueError as error:
                yield self._item(number, text, f"not JSON: {error}")
        elif text:
            yield self._item(number, text)

    def _row(self, number: int, text: str) -> Iterator[Item]:
        """A line that may be a row of a board, or a whole board."""
        if self._each:
            yield self._item(number, text)
        elif self._hopeless:
            if self._stands_alone(text):
                # What came before was a title, or the rest of something else.
                self._each, self._hopeless = True, False
                yield self._item(number, text)
        else:
            self._rows.append((number, text))
            self._size += len(text)
            yield from self._judged(text)

    def _stands_alone(self, text: str) -> bool:
        """Whether a line after one that is no board is a board on its own."""
        if _LETTER.search(text) or (self._is_plain and not _may_be_board(text, self._shape)):
            return False
        return self._reads(text)

    def _judged(self, text: str) -> Iterator[Item]:
        """The lines so far, if the last one shows that they will not be one board.

        If two of them are boards on their own, each has a blank, so they are not rows of the same board.
        """
        too_large = len(self._rows) > _TALLEST or self._size > _LONGEST_LINE
        wrong = too_large or _LETTER.search(text) is not None
        if len(self._rows) == 1:
            self._first_reads = self._reads(text)
        elif self._first_reads and (wrong or self._reads(text)):
            self._each = True
            yield from (self._item(*row) for row in self._rows)
            self._rows, self._size = [], 0
        if wrong and not self._each:
            yield from self._flush()
            self._hopeless = True

    def _flush(self) -> Iterator[Item]:
        """The lines since the last empty one: as one board, if they make one."""
        rows, self._rows, self._size = self._rows, [], 0
        self._each = self._hopeless = False
        if not rows:
            return
        whole = "\n".join(text for _, text in rows)
        if len(rows) == 1 or not self._first_reads or self._reads(whole):
            yield self._item(rows[0][0], whole)
        else:
            yield from (self._item(*row) for row in rows)

    def _from_json(self, number: int, text: str) -> Iterator[Item]:
        """One board, or a list of them; each may be the `board` of an object."""
        if text[0] == "[" and not _LISTED.match(text):
            # `Board` reads rows in brackets, but to it a new line begins a row.
            yield self._item(number, text.replace("\n", " "))
            return
        for board in boards_of(text):
            problem = 'no "board" in this JSON' if board is None else ""
            yield self._item(number, board or "", problem)

    def _item(self, number: int, text: str, problem: str = "") -> Item:
        return Item(f"{self._name}, line {number}", text, self._shape, problem)


def _text(line: bytes) -> str:
    """A line as text; bytes that are not text become characters that no board can have."""
    return line.decode("utf-8", "replace")


def _empty_lines(text: str) -> int:
    """How many empty lines a text begins with."""
    return len(text) - len(text.lstrip("\n"))


# A letter, as in words and in hexadecimal numbers; what stands between two cells; and a blank.
_LETTER = re.compile(r"[^\W\d_]")
_BETWEEN = re.compile(r"[\s,;|]+")
_BLANK = re.compile(r"\b0+\b|[^\d\s,;]")

# An object, or a list of boards, not of rows.
_LISTED = re.compile(r'\{|\[\s*(\[\s*\[|"|\{)')


def _is_board(text: str) -> bool:
    """Whether a line looks like a whole board; otherwise it may be a row of one."""
    lists = text.count("[")
    nested = lists > 1 and lists == text.count("]")
    return "/" in text.strip("/") or "\n" in text or nested or bool(_LISTED.match(text))


def _may_be_board(text: str, shape: Shape | None) -> bool:
    """Whether a line without marks between its rows may be a board: a glance, since reading takes 20 µs."""
    cells = len(_BETWEEN.findall(text)) + 1
    return (shape is not None or isqrt(cells) ** 2 == cells > 1) and _BLANK.search(text) is not None


@lru_cache(maxsize=16)
def _layout(skeleton: bytes, shape: Shape | None) -> Shape | None:
    """Rows and columns of a line in the plain notation, from what is left of it without the digits."""
    if skeleton.translate(None, b" /"):
        return None
    rows = skeleton.split(b"/")
    cols = len(rows[0]) + 1
    if any(len(row) + 1 != cols for row in rows):
        return None
    if len(rows) == 1:
        side = round(cols**0.5)
        found = shape or (side, side)
        return found if found[0] * found[1] == cols and min(found) > 1 else None
    return (len(rows), cols) if cols > 1 and shape in (None, (len(rows), cols)) else None


def _array(lines: Sequence[bytes], shape: Shape, flat: bool) -> NDArray[np.integer[Any]] | None:
    """The numbers of lines of one layout; None if they are not plain after all."""
    from puzzle15._support.numeric import np

    cells = shape[0] * shape[1]
    text = b" ".join(lines).replace(b"/", b" ")
    # Boards are written out as they came in, so 01 is not plain.
    if re.search(rb"\b0[0-9]", text):
        return None
    array = np.fromstring(text.decode("ascii"), np.int64, sep=" ")
    if len(array) != cells * len(lines):
        return None
    array = array.reshape(-1, cells)
    # Without marks between the rows, lines may be rows of one large board, unless each is a board itself.
    if flat and not (np.sort(array, axis=1) == np.arange(cells)).all():
        return None
    return array
