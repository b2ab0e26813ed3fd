"""The application: routes, the page's files, and errors as JSON."""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from puzzle15.render.scripts import SHARED
from puzzle15.web.api import ENDPOINTS, Api, Endpoint, File
from puzzle15.web.failures import Failure, as_failure
from puzzle15.web.guard import Guard
from puzzle15.web.limits import Limits
from puzzle15.web.openapi import describe
from puzzle15.web.requests import read_request

__all__ = ["STATIC", "make_app"]

STATIC = Path(__file__).parent / "static"
"""The files of the page."""

# Some systems have other ideas, and then scripts are not run.
mimetypes.add_type("text/javascript", ".js")


def make_app(limits: Limits, hosts: Collection[str], static: str | Path | None) -> Starlette:
    """The application with its own threads and tables; see `puzzle15.web.create_app`.

    >>> make_app(Limits(side=6), (), None).state.api.limits.side
    6
    """
    api = Api(limits)
    description = msgspec.json.encode(describe(limits))

    async def show(_: Request) -> Response:
        return Response(description, media_type="application/json")

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
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
            Mount("/", _files(static or STATIC)),
        ],
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers={HTTPException: _http_error},
        lifespan=lifespan,
    )
    app.state.api = api
    return app


def _files(folder: str | Path) -> StaticFiles:
    """The files of the page, and the scripts that it shares with saved pages."""
    return StaticFiles(directory=folder, packages=[("puzzle15.render", SHARED)], html=True, check_dir=False)


def _handler(api: Api, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    async def handle(request: Request) -> Response:
        try:
            asked = await read_request(request, endpoint.request, api.limits)
            call = partial(endpoint.call, api, asked)
            if endpoint.lane == "now":
                answer = call()
            else:
                lane = api.quick if endpoint.lane == "quick" else api.slow
                answer = await lane.run(call, request.receive)
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
    if failure.facts.kind == "busy":
        response.headers["Retry-After"] = "1"
    return response


def _http_error(_: Request, error: Exception) -> Response:
    """A path that is not there, or another method than POST."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    words = "calls are asked with POST to /api/NAME, the page and its files with GET"
    text = {404: "there is nothing here; GET /api lists the calls", 405: words}
    response = _failed(Failure(status, "request", text.get(status, "this cannot be answered")))
    response.headers.update(getattr(error, "headers", None) or {})
    return response
