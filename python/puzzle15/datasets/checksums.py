"""Checksums of a dataset: one for each column, and one for the metadata that they are kept in.

A checksum is that of the numbers of a column with their type and shape, not of the bytes of a file. So it is
the same in every format, and whatever happens to a file is noticed, in headers and footers as well, unless
the numbers that are read from it are the right ones all the same.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from puzzle15._support.numeric import np
from puzzle15.errors import FileError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["KEY", "Checksums", "check"]

KEY = "checksums"
"""What the checksums are called in the metadata."""

# Bytes that are summed up between two moments at which Ctrl-C is heard.
_PIECE = 1 << 24


class Checksums:
    """Sums up columns, some rows at a time.

    >>> sums = Checksums()
    >>> sums.add({"lengths": np.arange(3, dtype=np.int32)})
    >>> sums.add({"lengths": np.arange(2, dtype=np.int32)})
    >>> sums.complete({"boards": 5})
    {'boards': 5, 'checksums': {'lengths': 372715767, 'metadata': 1231702307}}
    """

    def __init__(self) -> None:
        """Begin without rows."""
        self._sums: dict[str, int] = {}
        self._kinds: dict[str, str] = {}
        self._rows: dict[str, int] = {}

    def add(self, columns: Mapping[str, NDArray[Any]]) -> None:
        """Take the next rows of all columns."""
        for name, column in columns.items():
            little = np.ascontiguousarray(column, column.dtype.newbyteorder("<"))
            data = little.reshape(-1).view(np.uint8).data
            total = self._sums.get(name, 0)
            for begin in range(0, len(data), _PIECE):
                total = zlib.crc32(data[begin : begin + _PIECE], total)
            self._sums[name] = total
            self._kinds[name] = f"{little.dtype.str} {little.shape[1:]}"
            self._rows[name] = self._rows.get(name, 0) + len(column)

    def complete(self, metadata: dict[str, Any]) -> dict[str, Any]:
        """The metadata with all checksums."""
        sums = {
            name: zlib.crc32(f" {self._kinds[name]} {self._rows[name]}".encode(), total)
            for name, total in self._sums.items()
        }
        text = json.dumps(metadata, sort_keys=True)
        return {**metadata, KEY: {**sums, "metadata": zlib.crc32(text.encode())}}


def check(columns: Mapping[str, NDArray[Any]], metadata: dict[str, Any]) -> None:
    """Refuse columns or metadata whose checksums are not those in the metadata.

    >>> sums = Checksums()
    >>> sums.add({"lengths": np.arange(3)})
    >>> check({"lengths": np.arange(3)}, sums.complete({}))
    >>> check({"lengths": np.arange(4)}, sums.complete({}))
    Traceback (most recent call last):
    puzzle15.errors.FileError: it is damaged: the checksum of lengths is wrong
    """
    sums = Checksums()
    sums.add(columns)
    found = sums.complete({name: value for name, value in metadata.items() if name != KEY})[KEY]
    wrong = [name for name in found if metadata[KEY].get(name) != found[name]]
    if wrong:
        raise FileError(f"it is damaged: the checksum of {' and '.join(wrong)} is wrong")
