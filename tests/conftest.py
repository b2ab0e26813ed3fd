"""A server and a browser for the tests of the page; both end with the file, for Playwright keeps a loop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from web_browser import Visit


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the page is served."""
    from web_browser import served

    with served() as found:
        yield found


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
