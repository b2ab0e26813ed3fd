"""A browser for the tests of the page: Debian's chromium, driven by Playwright, and a server on loopback.

Whatever the console reports as an error and whatever the content security policy stops fails the test.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from puzzle15 import Board
from puzzle15.web import Limits
from tests.support.web_client import serving

__all__ = ["Visit", "address", "browser", "served", "solved", "started", "visit", "visited"]

expect.set_options(timeout=60_000)


@contextmanager
def served() -> Iterator[str]:
    """The address of a server that runs meanwhile."""
    # Long limits, so that a slow machine finds the same.
    with serving(Limits(timeout=60, seconds=120)) as server:
        yield f"{server.url}/"


@contextmanager
def started() -> Iterator[Browser]:
    """A browser without a window."""
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if program is None:
        pytest.fail(
            "the page is tested in a browser, and there is no chromium: apt-get install chromium, "
            "or set CHROMIUM to the path of a Chromium or Chrome",
            pytrace=False,
        )
    with sync_playwright() as playwright:
        # In a container there is no other user that the sandbox could run as.
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


class Visit:
    """An open page, and what tests do with it again and again."""

    def __init__(self, page: Page, address: str) -> None:
        """Watch the page."""
        self.page = page
        self.address = address
        self.errors: list[str] = []
        # Answers with an error are reported in the console; those that a test provokes are no fault.
        self.provoked: set[str] = set()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _heard(self, message: ConsoleMessage) -> None:
        refused = message.text.startswith("Failed to load resource")
        if message.type in ("error", "warning") and not (
            refused and message.location["url"].rpartition("/")[2] in self.provoked
        ):
            self.errors.append(f"{message.text} ({message.location['url']})")

    def open(self, link: str = "#3x3-rows-1") -> Page:
        """Open the page at a link, and wait for the board."""
        self.page.goto(self.address + link)
        self.page.wait_for_selector("#board .tile")
        return self.page

    def board(self, number: int = 1) -> Board:
        """The board that is shown, as a screen reader reads it."""
        name = "#board" if number == 1 else "#board-2"
        rows = self.page.eval_on_selector_all(
            f"{name} tr", "rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
        )
        return Board([[0 if cell == "blank" else int(cell) for cell in row] for row in rows])

    def centre(self, tile: int) -> tuple[float, float]:
        """The middle of the cell of a tile, 0 for the blank."""
        board = self.board()
        box = self.page.locator("#board .tiles").bounding_box()
        assert box is not None
        row, col = divmod(board.find(tile), board.cols)
        return (
            box["x"] + (col + 0.5) * box["width"] / board.cols,
            box["y"] + (row + 0.5) * box["height"] / board.rows,
        )

    def text(self, selector: str) -> str:
        """What stands there."""
        return self.page.inner_text(selector)

    def says(self, selector: str, text: str) -> None:
        """Wait until a text is there."""
        expect(self.page.locator(selector)).to_contain_text(text)

    def tab(self, name: str) -> None:
        """Open a panel."""
        self.page.get_by_role("tab", name=name).click()


@contextmanager
def visited(browser: Browser, address: str, **how: object) -> Iterator[Visit]:
    """A page in a context of its own; at the end nothing may have gone wrong."""
    context = browser.new_context(**{"viewport": {"width": 1100, "height": 800}, **how})  # type: ignore[arg-type]
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.add_init_script(
        "window.stopped = []; addEventListener('securitypolicyviolation', "
        "(event) => stopped.push(`${event.violatedDirective}: ${event.blockedURI}`))"
    )
    visit = Visit(page, address)
    try:
        yield visit
        stopped = page.evaluate("window.stopped")
    finally:
        context.close()
    assert not visit.errors, f"the console has errors: {visit.errors}"
    assert not stopped, f"the content security policy stopped {stopped}"


def solved(visit: Visit, method: str, second: str = "none") -> None:
    """Solve the board in the panel, and pause."""
    visit.tab("Solve")
    visit.page.select_option("#method", method)
    visit.page.select_option("#second", second)
    visit.page.click("#solve")
    expect(visit.page.locator("#result")).to_be_visible()
    expect(visit.page.locator("#solve")).to_be_enabled()
    visit.page.fill("#scrubber", "0")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the page is served."""
    with served() as found:
        yield found


# For a file and not for the session: while it is there, Playwright keeps a loop running in this thread.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser without a window."""
    with started() as found:
        yield found


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """The page, opened by someone new."""
    with visited(browser, address) as found:
        yield found
