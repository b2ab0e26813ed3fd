"""The few kinds of types that requests and answers are made of: reading JSON as one, and describing it."""

from __future__ import annotations

import dataclasses
import json
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, TypeVar, Union, get_args, get_origin, get_type_hints
from typing import is_typeddict as is_dictionary

from puzzle15.web.failures import Failure

__all__ = ["fits", "read", "schema", "shown"]

T = TypeVar("T")

_SIMPLE = {int: "integer", float: "number", str: "string", bool: "boolean", NoneType: "null"}


@cache
def fields(kind: Any) -> dict[str, tuple[Any, bool]]:
    """The fields of a dataclass or dictionary: name, type, whether it must be there."""
    hints = get_type_hints(kind, include_extras=True)
    if is_dictionary(kind):
        return {name: _required(hint) for name, hint in hints.items()}
    needed = {field.name for field in dataclasses.fields(kind) if field.default is dataclasses.MISSING}
    return {name: (hint, name in needed) for name, hint in hints.items()}


def _required(hint: Any) -> tuple[Any, bool]:
    return (get_args(hint)[0], False) if get_origin(hint) is NotRequired else (hint, True)


def fits(kind: Any, value: object) -> bool:
    """Whether a value that came as JSON is of a type.

    >>> fits(list[list[int]], [[1, 2], [3, 0]]), fits(int, True), fits(float | None, 3)
    (True, False, True)
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return fits(parts[0], value)
    if origin in (Union, UnionType):
        return any(fits(part, value) for part in parts)
    if origin is Literal:
        return isinstance(value, str) and value in parts
    if origin is list:
        return isinstance(value, list) and all(fits(parts[0], item) for item in value)
    if is_dictionary(kind) or dataclasses.is_dataclass(kind):
        return isinstance(value, dict) and _has(fields(kind), value)
    if kind is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, bool) is (kind is bool) and isinstance(value, kind)


def _has(named: dict[str, tuple[Any, bool]], value: dict[str, object]) -> bool:
    missing = any(needed and name not in value for name, (_, needed) in named.items())
    return not missing and all(name in named and fits(named[name][0], value[name]) for name in value)


def read(kind: type[T], value: object) -> T:
    """A request from what came as JSON, or a failure that says which value is wrong, and what it should be.

    >>> from puzzle15.web.shapes import GoalRequest
    >>> read(GoalRequest, {"rows": 2, "cols": 3, "name": "snake"}).name
    'snake'
    >>> read(GoalRequest, {"rows": "2", "cols": 3})
    Traceback (most recent call last):
    puzzle15.web.failures.Failure: rows is the number of rows, a whole number from 2; got "2"
    """
    named = fields(kind)  # type: ignore[arg-type]  # A class can be hashed.
    if not isinstance(value, dict):
        raise Failure(400, "request", f"expected an object with {_list(named)}; got {shown(value)}")
    for name in value:
        if name not in named:
            raise Failure(400, "request", f"there is no {shown(name)} here; the names are {_list(named)}")
    for name, (hint, needed) in named.items():
        if name in value and not fits(hint, value[name]):
            raise Failure(400, "request", f"{name} is {_words(hint)}; got {shown(value[name])}")
        if needed and name not in value:
            raise Failure(400, "request", f"{name} is missing: it is {_words(hint)}")
    return kind(**value)


def _words(hint: Any) -> str:
    return str(get_args(hint)[1])


def _list(named: dict[str, tuple[Any, bool]]) -> str:
    return ", ".join(named)


def shown(value: object) -> str:
    """A value as JSON, in plain letters and cut if it is long.

    >>> shown("x" * 100)
    '"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'
    """
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


def schema(kind: Any) -> dict[str, Any]:
    """A type as JSON Schema.

    >>> schema(list[int | None])
    {'type': 'array', 'items': {'anyOf': [{'type': 'integer'}, {'type': 'null'}]}}
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return {**schema(parts[0]), "description": parts[1]}
    if origin in (Union, UnionType):
        return {"anyOf": [schema(part) for part in parts]}
    if origin is Literal:
        return {"type": "string", "enum": list(parts)}
    if origin is list:
        return {"type": "array", "items": schema(parts[0])}
    if kind in _SIMPLE:
        return {"type": _SIMPLE[kind]}
    return _object(kind)


def _object(kind: Any) -> dict[str, Any]:
    named = fields(kind)
    return {
        "type": "object",
        "description": " ".join((kind.__doc__ or "").split()),
        "properties": {name: schema(hint) for name, (hint, _) in named.items()},
        "required": [name for name, (_, needed) in named.items() if needed],
        "additionalProperties": False,
    }
