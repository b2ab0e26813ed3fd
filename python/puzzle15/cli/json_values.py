"""The boards of a JSON document, one after another.

Only a board becomes a Python object, and only as text: a program would take up to thirty times as much memory
for everything else in a document as its text has. So the document is scanned, and what is needed is cut out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["boards_of", "is_json"]

# Lists within lists: far more than any board has.
_DEEPEST = 100

_SPACE = re.compile(r"[ \t\n\r]*+")
_STRING = r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"'
_WHOLE = r"-?(?:0|[1-9][0-9]*+)"
_KEY = re.compile(rf"({_STRING})[ \t\n\r]*+:[ \t\n\r]*+")
_WORD = re.compile(rf"{_STRING}|true|false|null")
# Whole numbers one after another, as in the rows of a board; and what may follow the last of them.
_NUMBERS = re.compile(rf"{_WHOLE}(?:[ \t\n\r]*+,[ \t\n\r]*+{_WHOLE})*+")
_NUMBER = re.compile(_WHOLE)
_FRACTION = re.compile(r"(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?")


def boards_of(text: str) -> Iterator[str | None]:
    """The text of each board in a list, or of the only one; None for an object without a `board`.

    Text that is not JSON raises a `ValueError`.

    >>> list(boards_of('[{"id": 1, "board": "1 2/3 0"}, [[1, 2], [0, 3]], {}]'))
    ['1 2/3 0', '[[1, 2], [0, 3]]', None]
    >>> list(boards_of("[1, 2"))
    Traceback (most recent call last):
    ValueError: the list does not end
    """
    at = _after_space(text, 0)
    if text[at : at + 1] != "[":
        board, at = _board(text, at)
        yield board
    else:
        is_over, at = _opened(text, at, "]")
        while not is_over:
            board, at = _board(text, at)
            yield board
            is_over, at = _after_value(text, at, "]")
    if _after_space(text, at) < len(text):
        raise ValueError("there is more after the end")


def is_json(text: str) -> bool:
    """Whether a text is JSON.

    >>> is_json("[[1, 2], [3, 0]]"), is_json("[1, 2"), is_json("[1,]"), is_json("")
    (True, False, False, False)
    """
    try:
        return _after_space(text, _end(text, _after_space(text, 0))) == len(text)
    except ValueError:
        return False


def _board(text: str, at: int) -> tuple[str | None, int]:
    """The text of the board in the value at a place, and the place after that."""
    begin, end = at, at
    if text[at : at + 1] == "{":
        begin = end = 0
        is_over, at = _opened(text, at, "}")
        while not is_over:
            key, at = _key(text, at)
            value, at = at, _end(text, at)
            if key == '"board"':
                begin, end = value, at
            is_over, at = _after_value(text, at, "}")
    else:
        end = at = _end(text, at)
    board = text[begin:end]
    if board in ("", "null"):
        return None, at
    if board[0] == '"':
        import json

        return str(json.loads(board)), at
    # To `Board` a new line begins a row.
    return board.replace("\n", " "), at


def _end(text: str, at: int) -> int:
    """The place after the value at a place."""
    closing: list[str] = []
    while True:
        sign = text[at : at + 1]
        if sign in ("[", "{"):
            close = "]" if sign == "[" else "}"
            is_over, at = _opened(text, at, close)
            if not is_over:
                closing.append(close)
                if len(closing) > _DEEPEST:
                    raise ValueError("lists are nested too deeply")
                if close == "}":
                    at = _key(text, at)[1]
                continue
        else:
            at = _simple(text, at, many=closing[-1:] == ["]"])
        while closing:
            is_over, at = _after_value(text, at, closing[-1])
            if not is_over:
                if closing[-1] == "}":
                    at = _key(text, at)[1]
                break
            closing.pop()
        else:
            return at


def _simple(text: str, at: int, *, many: bool) -> int:
    """The place after a value that has no others in it, or after many numbers."""
    if number := (_NUMBERS if many else _NUMBER).match(text, at):
        fraction = _FRACTION.match(text, number.end())
        return fraction.end() if fraction else number.end()
    word = _WORD.match(text, at)
    if word is None:
        raise ValueError("it ends too early" if at >= len(text) else f"no value at {text[at : at + 9]!r}")
    return word.end()


def _key(text: str, at: int) -> tuple[str, int]:
    """The name in an object at a place, and the place of its value."""
    found = _KEY.match(text, at)
    if found is None:
        raise ValueError("the object does not end" if at >= len(text) else "no name where one is expected")
    return found[1], found.end()


def _opened(text: str, at: int, close: str) -> tuple[bool, int]:
    """Whether the list or object at a place is empty; and the place after it, or of what is first in it."""
    at = _after_space(text, at + 1)
    is_empty = text[at : at + 1] == close
    return is_empty, at + is_empty


def _after_value(text: str, at: int, close: str) -> tuple[bool, int]:
    """Whether a list or object ends after a value; and the place after it, or of what comes next in it."""
    at = _after_space(text, at)
    sign = text[at : at + 1]
    if sign == close:
        return True, at + 1
    if sign != ",":
        what = "list" if close == "]" else "object"
        raise ValueError(f"the {what} does not end" if not sign else "no comma between two values")
    return False, _after_space(text, at + 1)


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
