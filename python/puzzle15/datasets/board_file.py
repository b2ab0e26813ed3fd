"""Boards in as few bytes as they need, and files of them.

The problem: a game wants to ship some thousand boards whose distances it knows. As 32-bit numbers a 4×4 board
takes 64 bytes. But there are only 16!/2 solvable ones, so its rank (`puzzle15.arrays.rank`) fits six.

A file is a line of JSON, the head, then a record for each board, then the CRC-32 of all that, four bytes. A
record is the distance and the rank, both with the most significant byte first, and records are in the order
of their bytes: the nearest boards come first, and no board comes twice. Boards of more than 20
cells, whose ranks do not fit 64 bits, are written as the homes of their tiles, cell by cell, in as few bits
each as they need.
"""

from __future__ import annotations

import json
import os
from math import factorial
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzle15 import arrays
from puzzle15._core import Board
from puzzle15._support.decoding import field, one_of, text, whole
from puzzle15._support.files import parse_json, read_bytes, write_bytes
from puzzle15._support.numeric import np
from puzzle15._support.sealed import FileKind, check_sum, checksum_of_bytes
from puzzle15.errors import FileError, PuzzleError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Contents", "board_bytes", "check_distances", "distance_bytes", "load", "ordered", "save"]

_KIND = FileKind("puzzle15 boards", 1, "boards")
# Boards up to here have ranks of 64 bits.
_RANKED = 20
_MOST_HEAD = 1 << 24
_AT_A_TIME = 1 << 14


class Contents(NamedTuple):
    """Boards with their distances, in the order of a file."""

    boards: NDArray[np.unsignedinteger[Any]]
    distances: NDArray[np.uint32]
    goal: Board


def board_bytes(cells: int) -> int:
    """The bytes of a board, without its distance.

    >>> [board_bytes(cells) for cells in (4, 9, 12, 16, 25, 100)]
    [1, 3, 4, 6, 16, 88]
    """
    most = factorial(cells) // 2 - 1 if cells <= _RANKED else 1 << cells * _bits(cells) - 1
    return (most.bit_length() + 7) // 8


def distance_bytes(most: int) -> int:
    """The bytes of a distance, if none is larger than this.

    >>> distance_bytes(80), distance_bytes(300)
    (1, 2)
    """
    return 1 if most < 1 << 8 else 2 if most < 1 << 16 else 4


def _bits(cells: int) -> int:
    return (cells - 1).bit_length()


def ordered(contents: Contents) -> Contents:
    """The boards in the order of a file, each once; a ValueError if one has two distances."""
    records = np.unique(_whole(_records(contents)))
    boards, distances = _decoded(_split(records), contents.goal, _width(contents))
    codes = _codes(boards, contents.goal)
    if len(np.unique(_whole(codes))) < len(codes):
        raise ValueError("a board is given twice, with two distances; give each board its shortest one")
    return Contents(boards, distances, contents.goal)


def check_distances(contents: Contents) -> None:
    """Refuse distances that cannot be true, with a ValueError: by the blank's colour, and by Manhattan's."""
    boards, distances, goal = contents
    if not len(boards):
        return
    cells = np.arange(len(goal))
    colours = (cells // goal.cols + cells % goal.cols) % 2
    blanks = (boards == 0).argmax(axis=1)
    wrong = (colours[blanks] ^ colours[goal.blank]) != distances % 2
    wrong |= distances < arrays.manhattan(boards, goal=goal, shape=goal.shape)
    if wrong.any():
        row = int(wrong.argmax())
        board = Board(boards[row].tolist(), *goal.shape)
        raise ValueError(f"{board.to_text()} has no shortest solution of length {distances[row]}")


def save(path: str | os.PathLike[str], contents: Contents) -> None:
    """Write boards that are in order."""
    goal = contents.goal
    head = {
        **_KIND.head(),
        "rows": goal.rows,
        "cols": goal.cols,
        "goal": goal.to_text(),
        "boards": len(contents.boards),
        "distance_bytes": _width(contents),
        "board_bytes": board_bytes(len(goal)),
    }
    data = json.dumps(head).encode() + b"\n" + _records(contents).tobytes()
    write_bytes(path, data + checksum_of_bytes(data))


def load(path: str | os.PathLike[str]) -> Contents:
    """Read and check a file; a FileError says what is wrong with it."""
    data = read_bytes(path)
    try:
        return _parsed(data)
    except FileError as error:
        raise FileError(f"{os.fspath(path)} cannot be used: {error}") from None


def _parsed(data: bytes) -> Contents:
    end = data.find(b"\n", 0, _MOST_HEAD)
    if not data.startswith(b'{"format": "' + _KIND.format.encode()) or end < 0:
        raise FileError("it is not a file of boards")
    check_sum(data[-4:], checksum_of_bytes(data[:-4]))
    try:
        parsed = parse_json(data[:end])
    except (ValueError, RecursionError) as error:
        raise FileError(f"it is damaged: its head is not JSON ({error})") from None
    head = _KIND.check(parsed)
    shape = field(head, "rows", whole(2, 1 << 20)), field(head, "cols", whole(2, 1 << 20))
    try:
        goal = Board(field(head, "goal", text))
    except PuzzleError as error:
        raise FileError(f"it is damaged: the goal is not a board ({error})") from None
    if goal.shape != shape:
        raise FileError(
            f"it is damaged: the goal is {goal.rows}×{goal.cols}, the boards {shape[0]}×{shape[1]}"
        )
    count, width = field(head, "boards", whole()), field(head, "distance_bytes", one_of(1, 2, 4))
    size = width + field(head, "board_bytes", one_of(board_bytes(len(goal))))
    records = data[end + 1 : -4]
    if len(records) != count * size:
        raise FileError(f"it is damaged: {count} boards take {count * size} bytes, it has {len(records)}")
    rows = np.frombuffer(records, np.uint8).reshape(count, size)
    try:
        contents = Contents(*_decoded(rows, goal, width), goal)
        check_distances(contents)
        if count and (_width(contents) != width or np.unique(_whole(rows)).tobytes() != records):
            raise ValueError("its records are not in order")
        if ordered(contents).boards.shape != contents.boards.shape:
            raise ValueError("a board comes twice")
    except ValueError as error:
        raise FileError(f"it is damaged: {error}") from None
    return contents


def _width(contents: Contents) -> int:
    return distance_bytes(int(contents.distances.max(initial=0)))


def _records(contents: Contents) -> NDArray[np.uint8]:
    """A row of bytes for each board."""
    width = _width(contents)
    distances = contents.distances.astype(">u4").view(np.uint8).reshape(-1, 4)[:, 4 - width :]
    return np.hstack([distances, _codes(contents.boards, contents.goal)])


def _whole(rows: NDArray[np.uint8]) -> NDArray[np.void]:
    """Rows of bytes as single values, which are compared byte by byte."""
    return np.ascontiguousarray(rows).view(f"V{rows.shape[1]}").reshape(-1)


def _split(values: NDArray[np.void]) -> NDArray[np.uint8]:
    return values.view(np.uint8).reshape(len(values), values.dtype.itemsize)


def _codes(boards: NDArray[np.unsignedinteger[Any]], goal: Board) -> NDArray[np.uint8]:
    """The boards as bytes: their ranks, or the homes of their tiles."""
    cells, size = len(goal), board_bytes(len(goal))
    codes = np.empty((len(boards), size), np.uint8)
    for first in range(0, len(boards), _AT_A_TIME):
        part = boards[first : first + _AT_A_TIME]
        if cells <= _RANKED:
            ranks = arrays.rank(part, goal=goal, shape=goal.shape)
            codes[first : first + _AT_A_TIME] = (
                ranks.astype(">u8").view(np.uint8).reshape(-1, 8)[:, 8 - size :]
            )
        else:
            order = np.argsort(goal.tiles)
            homes = order[np.searchsorted(np.array(goal.tiles)[order], part)]
            bits = homes[:, :, None] >> np.arange(_bits(cells))[::-1] & 1
            codes[first : first + _AT_A_TIME] = np.packbits(
                bits.astype(np.bool_).reshape(len(part), -1), axis=1
            )
    return codes


def _decoded(
    rows: NDArray[np.uint8], goal: Board, width: int
) -> tuple[NDArray[np.unsignedinteger[Any]], NDArray[np.uint32]]:
    """The boards and distances of some records; a ValueError if one is not a board."""
    cells = len(goal)
    distances = np.zeros((len(rows), 4), np.uint8)
    distances[:, 4 - width :] = rows[:, :width]
    kind = np.min_scalar_type(max(goal.tiles))
    boards = np.empty((len(rows), cells), kind)
    for first in range(0, len(rows), _AT_A_TIME):
        codes = rows[first : first + _AT_A_TIME, width:]
        if cells <= _RANKED:
            ranks = np.zeros((len(codes), 8), np.uint8)
            ranks[:, 8 - codes.shape[1] :] = codes
            numbers = ranks.view(">u8").reshape(-1).astype(np.uint64)
            if (numbers >= factorial(cells) // 2).any():
                raise ValueError("a record is not a board")
            boards[first : first + _AT_A_TIME] = arrays.unrank(numbers, goal=goal)
        else:
            bits = np.unpackbits(codes, axis=1, count=cells * _bits(cells)).reshape(len(codes), cells, -1)
            homes = bits.astype(np.int64) @ (1 << np.arange(_bits(cells))[::-1])
            if (np.sort(homes, axis=1) != np.arange(cells)).any():
                raise ValueError("a record is not a board")
            boards[first : first + _AT_A_TIME] = np.array(goal.tiles, kind)[homes]
    if cells > _RANKED and len(boards) and not arrays.is_solvable(boards, goal=goal, shape=goal.shape).all():
        raise ValueError("a record is a board that cannot be solved")
    return boards, distances.view(">u4").reshape(-1).astype(np.uint32)
