"""What files of ours begin with: a format, a version, and a checksum of what was written.

A checksum finds what a disk or a transfer has damaged. It proves nothing about who wrote a file: whoever
changes one can compute its checksum again.
"""

from __future__ import annotations

import json
import zlib
from typing import Any, NamedTuple

from puzzle15._support.decoding import field, whole
from puzzle15.errors import FileError

__all__ = ["CHECKSUM", "FileKind", "check_sum", "checksum_of", "checksum_of_bytes"]

CHECKSUM = "checksum"


class FileKind(NamedTuple):
    """A kind of file: its format, its version, and what it is called in errors.

    >>> kind = FileKind("puzzle15 bound", 1, "a bound")
    >>> kind.head()
    {'format': 'puzzle15 bound', 'version': 1}
    """

    format: str
    version: int
    what: str
    key: str = "format"
    """The entry that has the format."""

    def head(self) -> dict[str, Any]:
        """What a file of this kind begins with."""
        return {self.key: self.format, "version": self.version}

    def check(self, data: object) -> dict[str, Any]:
        """Refuse a file of another kind or version.

        >>> FileKind("puzzle15 bound", 1, "a bound").check({"format": "puzzle15 layers", "version": 1})
        Traceback (most recent call last):
        puzzle15.errors.FileError: it does not hold a bound
        """
        if not isinstance(data, dict) or data.get(self.key) != self.format:
            raise FileError(f"it does not hold {self.what}")
        version = data.get("version")
        if isinstance(version, bool) or version != self.version:
            raise FileError(f"its version is {version}, expected {self.version}")
        return data

    def sealed(self, content: dict[str, Any], checksum: object = None) -> dict[str, Any]:
        """A file with this content and its checksum, for `unsealed`.

        Some kinds have a checksum of another sort, which is given, and checked by their own reader.

        >>> FileKind("puzzle15 bound", 1, "a bound").sealed({"value": 80})
        {'format': 'puzzle15 bound', 'version': 1, 'checksum': 1594393213, 'value': 80}
        """
        checksum = checksum_of(content) if checksum is None else checksum
        return {**self.head(), CHECKSUM: checksum, **content}

    def unsealed(self, data: object) -> dict[str, Any]:
        """The content of a file; an error if it is of another kind, or damaged.

        >>> kind = FileKind("puzzle15 bound", 1, "a bound")
        >>> kind.unsealed(kind.sealed({"value": 80}))
        {'value': 80}
        >>> kind.unsealed({**kind.sealed({"value": 80}), "value": 81})
        Traceback (most recent call last):
        puzzle15.errors.FileError: it is damaged: its checksum is wrong
        """
        checked = self.check(data)
        content = {name: value for name, value in checked.items() if name not in {*self.head(), CHECKSUM}}
        check_sum(field(checked, CHECKSUM, whole()), checksum_of(content))
        return content


def checksum_of(content: dict[str, Any]) -> int:
    """The checksum of what is written as JSON, whatever the order of its entries.

    >>> checksum_of({"rows": 3, "cols": 4}) == checksum_of({"cols": 4, "rows": 3})
    True
    """
    return zlib.crc32(json.dumps(content, sort_keys=True).encode())


def checksum_of_bytes(data: bytes) -> bytes:
    """The checksum of bytes, in four bytes: it comes after them.

    >>> checksum_of_bytes(b"123456789").hex()
    'cbf43926'
    """
    return zlib.crc32(data).to_bytes(4, "big")


def check_sum(found: object, expected: object) -> None:
    """Refuse a checksum that is not the expected one.

    >>> check_sum(1, 1)
    """
    if found != expected:
        raise FileError("it is damaged: its checksum is wrong")
