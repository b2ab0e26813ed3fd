"""Keys from the bytes that a terminal sends for them.

>>> decode(b"w\\x1b[A12\\r")
(['w', 'up', '1', '2', 'enter'], b'')
"""

from __future__ import annotations

import re

__all__ = ["decode"]

_NAMES = {
    b"\r": "enter",
    b"\n": "enter",
    b"\x08": "backspace",
    b"\x7f": "backspace",
    b"\x03": "interrupt",
    b"\x04": "q",
    b"\x0c": "redraw",
    b"\x1b": "escape",
}
_ARROWS = {b"A": "up", b"B": "down", b"C": "right", b"D": "left"}

# An escape sequence, whole or cut off at the end: CSI and SS3, which is what arrows come as.
_SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*(?P<csi>[@-~])?|O(?P<ss3>[@-~])?)")


def decode(data: bytes, *, complete: bool = False) -> tuple[list[str], bytes]:
    """Names of keys, and the bytes left over because more have to come.

    A letter is its own name. A key that is not known is called "unknown", since it was pressed all the same.
    `complete` says that nothing more has come for a while; an escape alone is then the key of that name.

    >>> decode(b"\\x1b"), decode(b"\\x1b", complete=True)
    (([], b'\\x1b'), (['escape'], b''))
    >>> decode(b"\\x1b[5~\\x1bOD")
    (['unknown', 'left'], b'')
    """
    keys: list[str] = []
    while data:
        found = _SEQUENCE.match(data)
        last = found and (found["csi"] or found["ss3"])
        if found and last:
            keys.append(_ARROWS.get(last, "unknown"))
            data = data[found.end() :]
        elif not complete and (data == b"\x1b" or (found and found.end() == len(data))):
            return keys, data
        else:
            key, data = _letter(data)
            keys.append(key)
    return keys, b""


def _letter(data: bytes) -> tuple[str, bytes]:
    """The first key, which is not a sequence, and the bytes after it."""
    # The first byte of a letter in UTF-8 says how many there are.
    size = 1 if data[0] < 0xC0 else 2 if data[0] < 0xE0 else 3 if data[0] < 0xF0 else 4
    first, rest = data[:size], data[size:]
    if first in _NAMES:
        return _NAMES[first], rest
    try:
        letter = first.decode()
    except UnicodeDecodeError:
        return "unknown", data[1:]
    return letter if letter.isprintable() else "unknown", rest
