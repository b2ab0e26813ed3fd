"""Fixtures that several tests use."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from commands import Command, Ran

from puzzle15.cli import main

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from web_browser import Visit


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs a command in this process, with some text on standard input."""

    def call(*arguments: str, text: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        code = main(arguments)
        return Ran(code, *capsys.readouterr())

    return call


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the page is served."""
    from web_browser import served

    with served() as found:
        yield found


# For a file and not for the session: while it is there, Playwright keeps a loop running in this thread.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser without a window."""
    from web_browser import started

    with started() as found:
        yield found


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """The page, opened by someone new."""
    from web_browser import visited

    with visited(browser, address) as found:
        yield found
