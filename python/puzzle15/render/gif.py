"""A solution as a GIF: a frame for each board, in the colours for a light page. Needs Pillow.

A move changes two cells, and what they look like depends only on the tile, its new look and the direction. So
these pieces are drawn and compressed once each, and the file is put together from them. It grows by about
600 bytes a move, and making it takes as long as drawing each tile a few times: milliseconds for a small
board, seconds for one with thousands of tiles.
"""

from __future__ import annotations

import io
import os
import struct
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from puzzle15._support.checks import check_number
from puzzle15._support.files import write_bytes
from puzzle15._support.imports import not_imported
from puzzle15.render.animation import check_moves, slides
from puzzle15.render.solution_like import SolutionLike

if TYPE_CHECKING:
    from PIL.Image import Image

    from puzzle15.render.pixels import Pixels

__all__ = ["MAX_MOVES", "solution_gif"]

MAX_MOVES = 10_000
"""Longer solutions are not drawn."""

_BEGIN, _END = 1.0, 3.0  # Seconds for the first frame and for the last.


def solution_gif(
    solution: SolutionLike,
    path: str | os.PathLike[str] | None = None,
    *,
    colours: str = "row",
    seconds: float = 0.3,
    side: int | None = None,
    progress: Callable[[], object] | None = None,
) -> bytes:
    """An animated picture, also written to a file if there is a path; `Solution.to_gif` calls this.

    `progress` is called before every frame, and ends it all if it raises an error.

    >>> from puzzle15 import solve
    >>> solution_gif(solve("1 2 3/4 0 6/7 5 8"))[:6]
    b'GIF89a'
    """
    check_number("seconds", seconds, 0.02, 60)
    check_moves(solution, MAX_MOVES, "a GIF")
    pixels = _pixels(solution, colours, side)
    parts = []
    for part in _parts(solution, pixels, float(seconds)):
        if progress is not None:
            progress()
        parts.append(part)
    data = b"".join(parts)
    if path is not None:
        write_bytes(path, data)
    return data


def _pixels(solution: SolutionLike, colours: str, side: int | None) -> Pixels:
    try:
        from puzzle15.render.pixels import Pixels
    except ImportError as error:
        raise not_imported(error, "a GIF needs Pillow", "gif") from error
    return Pixels(solution.goal, colours, solution, side)


def _parts(solution: SolutionLike, pixels: Pixels, seconds: float) -> Iterator[bytes]:
    """The file: header, palette, the note that it is to be repeated, frames, and the end."""
    first = pixels.board(solution.start)
    width, height = first.size
    palette = bytes(first.getpalette() or ()).ljust(768, b"\0")
    yield b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0) + palette
    yield b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    yield _control(_BEGIN if len(solution) else _END) + _image(0, 0, first.size, _compressed(first))

    @cache
    def piece(tile: int, home: bool, shift: int) -> tuple[tuple[int, int], bytes]:
        image = _piece(pixels, tile, home, shift)
        return image.size, _compressed(image)

    for number, slide in enumerate(slides(solution), start=1):
        size, data = piece(slide.tile, pixels.at_home(slide.tile, slide.new), slide.new - slide.old)
        x, y = pixels.place(min(slide.old, slide.new))
        yield _control(seconds if number < len(solution) else _END) + _image(x, y, size, data)
    yield b";"


def _piece(pixels: Pixels, tile: int, home: bool, shift: int) -> Image:
    """Two cells after a tile has gone from one to the other, which is `shift` cells on."""
    along, across = pixels.side + pixels.step, pixels.side
    image = pixels.empty((along, across) if abs(shift) == 1 else (across, along))
    ahead = pixels.step if shift > 0 else 0
    image.paste(pixels.sprite(tile, home), (ahead, 0) if abs(shift) == 1 else (0, ahead))
    return image


def _control(seconds: float) -> bytes:
    """How long the next image is seen; it stays where nothing is drawn over it."""
    return b"\x21\xf9\x04\x04" + struct.pack("<HBB", round(100 * seconds), 0, 0)


def _image(x: int, y: int, size: tuple[int, int], data: bytes) -> bytes:
    return b"\x2c" + struct.pack("<HHHHB", x, y, *size, 0) + data


def _compressed(image: Image) -> bytes:
    """The data of an image, taken from the file that Pillow makes of it."""
    file = io.BytesIO()
    image.save(file, "GIF", optimize=False, interlace=0)
    data = file.getvalue()
    at = 13 + 3 * 2 ** ((data[10] & 7) + 1)  # After the header and the palette.
    while data[at] == 0x21:  # An extension, in blocks that begin with their length.
        at += 2
        while data[at]:
            at += 1 + data[at]
        at += 1
    return data[at + 10 : -1]
