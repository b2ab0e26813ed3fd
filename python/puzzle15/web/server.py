"""Starting the server: the socket, the announcement, the browser, and the end."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from puzzle15.errors import UnsupportedError, options
from puzzle15.web.app import make_app
from puzzle15.web.connections import BACKLOG, Connection, Connections, room_for
from puzzle15.web.guard import LOOPBACK
from puzzle15.web.limits import Limits

__all__ = ["Server", "is_loopback", "run"]

_EVERYWHERE = ("0.0.0.0", "::")
# Seconds for the answers to those who wait when the server ends.
_LAST_WORDS = 0.08


def run(host: str, port: int, browser: bool, limits: Limits) -> int:
    """Serve the page until Ctrl-C; see `puzzle15.web.serve`.

    >>> run("127.0.0.1", -1, browser=False, limits=Limits())
    Traceback (most recent call last):
    puzzle15.errors.UnsupportedError: port is a whole number from 0 to 65535; got -1
    """
    if isinstance(port, bool) or not isinstance(port, int):
        raise TypeError(f"port is a whole number from 0 to 65535; got {port!r}")
    if not 0 <= port <= 65535:
        raise UnsupportedError(f"port is a whole number from 0 to 65535; got {port}")
    if not isinstance(host, str):
        raise TypeError(f"host is a name or an address, as text; got {host!r}")
    with _listen(host, port) as listener:
        port = listener.getsockname()[1]
        _announce(host, port)
        if browser:
            # The socket listens already, so the browser waits for the answer.
            threading.Thread(target=webbrowser.open, args=(_url(host, port),), daemon=True).start()
        with suppress(KeyboardInterrupt):
            Server(limits, host).run(sockets=[listener])
    return 0


def _announce(host: str, port: int) -> None:
    """Say where the page is, and who can use it."""
    url = _url(host, port)
    if is_loopback(host):
        print(f"puzzle15: {url}, for this machine only; Ctrl-C ends it", flush=True)
        return
    print(f"puzzle15: {url}; Ctrl-C ends it", flush=True)
    if host in _EVERYWHERE:
        there = _url(socket.gethostname(), port)
        print(f"puzzle15: from another device {there}, or this machine's address in its place", flush=True)
    print(
        f"puzzle15: warning: listening on {host}: everyone who can reach this machine can use the "
        "server, without a password and without encryption",
        file=sys.stderr,
        flush=True,
    )


class Server(uvicorn.Server):
    """The application behind uvicorn, which ends at once: `Server.shutdown` waits for nobody.

    uvicorn looks ten times a second whether it is to end; here `Server.handle_exit` wakes `Server.main_loop`.

    >>> Server(Limits(), "127.0.0.1").connections.open
    0
    """

    def __init__(self, limits: Limits, host: str) -> None:
        """Make the server; `run` starts it."""
        hosts = {host, socket.gethostname()} if host in _EVERYWHERE else {host}
        self.app = make_app(limits, hosts, None)
        self.connections = Connections(room_for(limits.connections), limits.upload)
        super().__init__(_configure(self.app, self.connections))
        self._wake: Callable[[], object] = lambda: None

    async def main_loop(self) -> None:
        """Do what is done ten times a second, until the end."""
        loop, ending, ticks = asyncio.get_running_loop(), asyncio.Event(), 0
        self._wake = lambda: loop.call_soon_threadsafe(ending.set)
        while not await self.on_tick(ticks):
            ticks += 1
            with suppress(TimeoutError):
                await asyncio.wait_for(ending.wait(), 0.1)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End because of a signal."""
        super().handle_exit(sig, frame)
        self._wake()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the searches, tell those who wait for them, and close all connections."""
        self.app.state.api.close()
        self.connections.end_silent()
        asyncio.get_running_loop().call_later(_LAST_WORDS, self.connections.end_all)
        await super().shutdown(sockets)


def _configure(app: Starlette, connections: Connections) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=type("Connection", (Connection,), {"connections_of_server": connections}),
        ws="none",
        lifespan="on",
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=BACKLOG,
        h11_max_incomplete_event_size=16_384,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=5,
    )


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() in LOOPBACK


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens, or an error that says what to do."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        # Only if the socket knows its protocol does asyncio send data at once, 40 milliseconds sooner.
        listener = socket.socket(family, kind, protocol)
        try:
            if sys.platform != "win32":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen()
        except OSError:
            listener.close()
            raise
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnsupportedError(
            f"cannot listen on {host} port {port}: {reason}; choose another ",
            *options("host", "port", last="or"),
            ", port 0 for any",
        ) from error
    return listener


def _url(host: str, port: int) -> str:
    name = "127.0.0.1" if host == "0.0.0.0" else "::1" if host == "::" else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
