"""The puzzle as a page in the browser, and the JSON interface behind it: `puzzle15 web`.

The server listens on this machine only, unless it is told otherwise, and needs no network. `GET /api`
describes every call; `POST /api/solve` with `{"board": "1 2 3/4 0 6/7 5 8"}` is one.

Long searches run on a few threads beside the event loop, so that the page answers whatever they do. The core
asks a function some times a second whether to go on, and that is how a search ends when its time is over or
when whoever asked has gone: see `puzzle15.web.work`. When many ask at once, `puzzle15.web.queue` says who is
next, and each has less time. `Limits` says what a request may take.

Needs Starlette, uvicorn and msgspec: `pip install "puzzle15[web]"`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzle15.errors import MissingPackageError
from puzzle15.web.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from starlette.applications import Starlette

__all__ = ["Limits", "create_app", "serve"]


def create_app(
    limits: Limits | None = None, *, hosts: Collection[str] = (), static: str | Path | None = None
) -> Starlette:
    """The application, for any ASGI server: the page and its JSON interface.

    Requests must name this machine by a loopback name, or by one of `hosts`; others are refused, and so are
    those that a page of another origin sends. `static` is another folder for the page, which is read once.

    >>> app = create_app(Limits(side=6, timeout=2.0))
    >>> app.state.api.limits.side
    6
    """
    try:
        from puzzle15.web.app import make_app
    except ModuleNotFoundError as error:
        raise _missing() from error
    return make_app(limits or Limits(), hosts, static)


def serve(
    host: str = "127.0.0.1", port: int = 1515, *, browser: bool = True, limits: Limits | None = None
) -> int:
    """Serve the page until Ctrl-C, and open it in the browser. Port 0 is any that is free.

    On another host than a loopback one there is a warning: nobody has to give a password.

    >>> serve(port=70000)
    Traceback (most recent call last):
    puzzle15.errors.UnsupportedError: port is a whole number from 0 to 65535; got 70000
    """
    try:
        from puzzle15.web.server import run
    except ModuleNotFoundError as error:
        raise _missing() from error
    return run(host, port, browser, limits or Limits())


def _missing() -> MissingPackageError:
    return MissingPackageError("the page needs Starlette, uvicorn and msgspec", "web")
