"""Many clients at once: all are answered, and rightly.

50 clients solve hard 5×5 boards, one after another, and visit the page meanwhile. Nobody may be refused. How
long the answers take is printed, and decides nothing.
"""

from __future__ import annotations

import asyncio

import pytest

from tests.support import web_load
from tests.support.soak import TIMES, Note

CLIENTS = 50
SECONDS = 8 * TIMES


@pytest.mark.soak
def test_many_clients_with_hard_boards(note: Note) -> None:
    with web_load.process() as (server, port):
        load = asyncio.run(web_load.run(port, CLIENTS, SECONDS, seed=1))
        assert server.poll() is None
    for line in load.report().splitlines():
        note(f"page, {CLIENTS} clients with hard boards, {SECONDS:g} seconds", line)
    assert load.wrong == []
    assert load.refused.total() == 0
    assert all(len(load.seconds[kind]) >= CLIENTS for kind in ("solve", "page", "file", "api", "hint"))
