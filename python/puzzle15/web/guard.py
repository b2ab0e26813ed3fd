"""What every request must pass and every answer carries: the host it names, its origin, and safe headers.

A page from elsewhere can send requests to this machine. It cannot read the answers, but it could keep the
server busy; so a request that says it comes from another origin is refused. And somebody else's host name
could be made to resolve to this machine (DNS rebinding), which would make their page one of ours; so requests
must name this machine by a known name, or, if the server listens on all addresses, by an address.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from puzzle15.web.failures import Failure, as_failure, shown

__all__ = ["HEADERS", "LOOPBACK", "Guard"]

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""The names of this machine for itself."""

_ALL = frozenset({"0.0.0.0", "::"})

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        "connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""Headers of every answer."""


class Guard:
    """The application with checks before it and headers after it; nothing that it raises gets out."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] = ()) -> None:
        """Let loopback names pass, and these."""
        self._app = app
        self._names = LOOPBACK | {host.lower().strip("[]") for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        started = False

        async def send_safely(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                # Browsers ask for the page's files each time, but seldom need them sent again.
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        refusal = self._refusal(scope["method"], Headers(scope=scope))
        if refusal is None:
            try:
                await self._app(scope, receive, send_safely)
            except Exception as error:
                refusal = as_failure(error)
        if refusal is not None and not started:
            body = msgspec.json.encode(refusal.answer)
            response = Response(body, refusal.status, media_type="application/json")
            await response(scope, receive, send_safely)

    def _refusal(self, method: str, headers: Headers) -> Failure | None:
        """Why a request is refused, if it is."""
        host = headers.get("host", "").lower()
        if not self._knows(host):
            return Failure(403, "request", f"this server has another name than {shown(host)}")
        if method in ("GET", "HEAD"):
            return None
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
        if (origin is None or _is_of(origin, host)) and site in ("same-origin", "none"):
            return None
        return Failure(
            403, "request", f"requests from other origins are refused; got {shown(origin or site)}"
        )

    def _knows(self, host: str) -> bool:
        found = re.fullmatch(r"(?:\[([0-9a-f:.]+)\]|([^:\[\]/@]+))(?::\d{1,5})?", host)
        if found is None:
            return False
        name = found[1] or found[2]
        return name in self._names or (not self._names.isdisjoint(_ALL) and _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_of(origin: str, host: str) -> bool:
    """Whether an origin is that of this host and port."""
    try:
        parts = urlsplit(origin.lower())
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc == host
