"""Open connections: how many, whose, and how long they may be silent.

The problem: a connection costs nothing to whoever opens it, and a file of the server. Somebody who opens
thousands and sends nothing must not keep others out.

A connection is silent as long as it is the client's turn: before a request is complete, and after its answer.
It has some seconds for each request, even if that comes byte by byte. When there are too many connections,
the longest silent one of the address that has most of them is closed; so a flood closes its own. Those that
wait for an answer stay. A browser opens another connection where one was closed, and nobody notices.

Nor may somebody ask and never read the answers. When so much is unsent that writing pauses, the client has as
many seconds to read some of it, and as many again whenever it has read some.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter

from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["BACKLOG", "Connection", "Connections", "room_for"]

BACKLOG = 512
"""Connections that the system holds until they are accepted; asyncio accepts all of them at once."""

# Files for everything else: tables, the listening socket, threads of the system.
_SPARE = 128


class Connections:
    """All connections of a server, `most` of them.

    >>> Connections(most=100, seconds=10.0).open
    0
    """

    def __init__(self, most: int, seconds: float) -> None:
        """Have none. `seconds` is how long the client may take with a request."""
        self.seconds = seconds
        self._most = most
        self._addresses: dict[Connection, str] = {}
        self._counts: Counter[str] = Counter()
        # Those that have been silent longest come first.
        self._silent: dict[Connection, None] = {}

    @property
    def open(self) -> int:
        """How many there are.

        >>> Connections(most=100, seconds=10.0).open
        0
        """
        return len(self._addresses)

    def add(self, connection: Connection, address: str) -> None:
        """One more, which is silent yet; another one may have to go, or this one."""
        self._addresses[connection] = address
        self._counts[address] += 1
        self._silent[connection] = None
        if self.open > self._most:
            self._longest_silent().end()

    def discard(self, connection: Connection) -> None:
        """One is closed."""
        self._silent.pop(connection, None)
        address = self._addresses.pop(connection, None)
        if address is not None:
            self._counts[address] -= 1
            self._counts += Counter()  # Forget addresses that have none.

    def note(self, connection: Connection, silent: bool) -> None:
        """Whose turn it is has changed, perhaps."""
        if not silent:
            self._silent.pop(connection, None)
        elif connection in self._addresses:
            self._silent.setdefault(connection)

    def end_silent(self) -> None:
        """Close those from which nothing is expected."""
        for connection in list(self._silent):
            connection.end()

    def end_all(self) -> None:
        """Close all of them."""
        for connection in list(self._addresses):
            connection.end()

    def _longest_silent(self) -> Connection:
        """The one to be closed. The latest is silent, so there is one."""
        crowd = self._counts.most_common(1)[0][0]
        own = (one for one in self._silent if self._addresses[one] == crowd)
        return next(own, next(iter(self._silent)))


class Connection(H11Protocol):
    """A connection that is closed if its next request is not there in time.

    uvicorn itself waits for ever for a first request, and for one that has begun.
    """

    connections_of_server: Connections
    _unread_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self.connections_of_server.add(self, self.client[0] if self.client else "")
        self._wait(0)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self.connections_of_server.discard(self)
        super().connection_lost(exc)  # Which resumes writing, so that no task waits for it.
        self._stop_unread_timer()

    def pause_writing(self) -> None:
        """Wait for the client to read what was sent."""
        super().pause_writing()
        self._wait_for_reader()

    def resume_writing(self) -> None:
        """The client has read enough."""
        self._stop_unread_timer()
        super().resume_writing()

    def handle_events(self) -> None:
        """Look at what has come."""
        super().handle_events()
        cycle = self.cycle
        is_whole = cycle is not None and not cycle.more_body and not cycle.response_complete
        self.connections_of_server.note(self, silent=not is_whole)

    def on_response_complete(self) -> None:
        """Wait for the next request, which may have come already."""
        self.connections_of_server.note(self, silent=True)
        self._wait(self.transport.get_write_buffer_size())
        super().on_response_complete()

    def end(self) -> None:
        """Close it at once, whatever has not been sent."""
        self.connections_of_server.discard(self)
        self.transport.abort()

    def _wait(self, unsent: int) -> None:
        self.loop.call_later(self.connections_of_server.seconds, self._late, self.cycle, unsent)

    def _late(self, before: object, unsent: int) -> None:
        """Time is over, unless another request has come, or the answer is still being read."""
        if self.cycle is not before:
            return
        left = self.transport.get_write_buffer_size()
        if 0 < left < unsent:
            self._wait(left)
        else:
            self.end()

    def _wait_for_reader(self) -> None:
        unsent = self.transport.get_write_buffer_size()
        seconds = self.connections_of_server.seconds
        self._unread_timer = self.loop.call_later(seconds, self._unread, unsent)

    def _unread(self, unsent: int) -> None:
        """Time is over, unless the client has read some of it; slow readers are welcome."""
        if self.transport.get_write_buffer_size() < unsent:
            self._wait_for_reader()
        else:
            self.end()

    def _stop_unread_timer(self) -> None:
        if self._unread_timer is not None:
            self._unread_timer.cancel()


def room_for(connections: int) -> int:
    """So many connections, or as many as there can be files; the limit of files is raised if it can be.

    >>> 0 < room_for(100) <= 100
    True
    """
    if sys.platform == "win32":
        return connections
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return connections
    needed = connections + BACKLOG + _SPARE
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(1, min(connections, soft - BACKLOG - _SPARE))
