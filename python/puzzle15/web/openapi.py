"""`GET /api`: every call described in OpenAPI 3.1, made from the types that requests are read by."""

from __future__ import annotations

from typing import Any

import msgspec

from puzzle15._core import __version__
from puzzle15.web.api import ENDPOINTS, Endpoint
from puzzle15.web.limits import Limits
from puzzle15.web.shapes import ErrorAnswer

__all__ = ["describe"]

TEXT = """\
The sliding-tile puzzle as a service for one machine.

Every call is a POST of JSON to /api/NAME, content type application/json. A board is text, "1 2/3 0", or a \
list of rows, [[1, 2], [3, 0]], 0 for the blank. Moves are those of the blank: L, R, U, D.

A request that is not of the described shape is answered with 400, and one that is but makes no sense, such \
as a board with a tile twice, with 422. Errors have a kind and a message: "board" (with reasons), "goal" and \
"request" for what cannot be read, "unsolvable" with the two tiles to swap, "limit" for what is too much, \
"timeout" for what took too long, "busy" with Retry-After if the queue is full, "internal" for a mistake of \
the server. A search ends when the client closes the connection. Pages of other origins are refused.

When others wait, a search has less time than it asks for, so that all are served: then "cut" says after \
how many seconds it ended, and "lower_bound" what is proven. Small jobs pass large ones, and one client with \
many requests does not hold up the others.
"""


def describe(limits: Limits) -> dict[str, Any]:
    """The whole description.

    >>> description = describe(Limits())
    >>> description["openapi"], sorted(description["paths"])[:3]
    ('3.1.0', ['/api/check', '/api/distance', '/api/explore'])
    """
    facts = (
        f"Boards have at most {limits.side} rows and columns, requests {limits.body} bytes, "
        f"a timeout is at most {limits.timeout:g} seconds."
    )
    kinds = [kind for end in ENDPOINTS.values() for kind in (end.request, end.answer) if kind is not None]
    refs, schemas = msgspec.json.schema_components(
        [*kinds, ErrorAnswer], ref_template="#/components/schemas/{name}"
    )
    content = {kind: _json(ref) for kind, ref in zip([*kinds, ErrorAnswer], refs, strict=True)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "puzzle15", "version": __version__, "description": f"{TEXT}\n{facts}"},
        "paths": {f"/api/{name}": {"post": _call(name, end, content)} for name, end in ENDPOINTS.items()},
        "components": {"schemas": schemas},
    }


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _call(name: str, endpoint: Endpoint, content: dict[Any, dict[str, Any]]) -> dict[str, Any]:
    error = {"description": "what is wrong", "content": content[ErrorAnswer]}
    if endpoint.answer is None:
        answer = {"description": "a file", "content": {"image/gif": {}, "image/svg+xml": {}}}
    else:
        answer = {"description": _line(endpoint.answer), "content": content[endpoint.answer]}
    return {
        "operationId": name,
        "summary": _line(endpoint.request),
        "requestBody": {"required": True, "content": content[endpoint.request]},
        "responses": {"200": answer, "4XX": error, "5XX": error},
    }


def _line(kind: type) -> str:
    """What a shape is, on one line."""
    return " ".join((kind.__doc__ or "").split())
