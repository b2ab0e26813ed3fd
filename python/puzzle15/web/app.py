"""The application: routes, the page's files, and errors as JSON."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from functools import partial
from math import ceil
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from puzzle15 import render
from puzzle15.render.scripts import SHARED
from puzzle15.web.api import ENDPOINTS, Api, Endpoint, File
from puzzle15.web.failures import Failure, as_failure
from puzzle15.web.files import Files
from puzzle15.web.guard import Guard
from puzzle15.web.limits import Limits
from puzzle15.web.openapi import describe
from puzzle15.web.requests import read_request

__all__ = ["STATIC", "make_app"]

STATIC = Path(__file__).parent / "static"
"""The files of the page."""

# Those that it shares with saved pages.
_SCRIPTS = Path(render.__file__).parent / SHARED


def make_app(limits: Limits, hosts: Collection[str], static: str | Path | None) -> Starlette:
    """The application with its own threads and tables; see `puzzle15.web.create_app`.

    >>> make_app(Limits(side=6), (), None).state.api.limits.side
    6
    """
    api = Api(limits)
    description = msgspec.json.encode(describe(limits))
    files = Files(Path(static or STATIC), _SCRIPTS)

    async def show(_: Request) -> Response:
        return Response(description, media_type="application/json")

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        api.open()
        yield
        api.close()

    calls = [
        Route(f"/{name}", _handler(api, endpoint), methods=["POST"]) for name, endpoint in ENDPOINTS.items()
    ]
    app = Starlette(
        routes=[
            Route("/api", show, methods=["GET"]),
            # By itself, so that what is not POST is not looked for among the files.
            Mount("/api", routes=calls),
            Route("/{name:path}", files.answer, methods=["GET"]),
        ],
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers={HTTPException: _http_error},
        lifespan=lifespan,
    )
    app.state.api = api
    return app


def _handler(api: Api, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    async def handle(request: Request) -> Response:
        try:
            asked = await read_request(request, endpoint.request, api.limits)
            call = partial(endpoint.call, api, asked)
            if endpoint.cost is None:
                answer = call()
            else:
                client = request.client.host if request.client else ""
                cost = endpoint.cost(api, asked)
                answer = await api.lane(cost).run(call, request.receive, client, cost)
        except Exception as error:
            return _failed(as_failure(error))
        return _file(answer) if isinstance(answer, File) else _json(answer)

    return handle


def _json(answer: object, status: int = 200) -> Response:
    body = msgspec.json.encode(answer)
    return Response(body, status, {"Cache-Control": "no-store"}, "application/json")


def _file(file: File) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"', "Cache-Control": "no-store"}
    return Response(file.data, 200, headers, file.kind)


def _failed(failure: Failure) -> Response:
    response = _json(failure.answer, failure.status)
    if failure.retry_after is not None:
        response.headers["Retry-After"] = str(ceil(failure.retry_after))
    return response


def _http_error(_: Request, error: Exception) -> Response:
    """A path that is not there, or another method than POST."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    words = "calls are asked with POST to /api/NAME, the page and its files with GET"
    text = {404: "there is nothing here; GET /api lists the calls", 405: words}
    response = _failed(Failure(status, "request", text.get(status, "this cannot be answered")))
    response.headers.update(getattr(error, "headers", None) or {})
    return response
