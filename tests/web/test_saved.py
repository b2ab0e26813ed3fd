"""Pages that are one file, in a browser: a saved solution, the same in a notebook, and the book of twists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from puzzle15 import random_board, solve
from puzzle15.twists import lookup
from puzzle15.twists.book import book_html
from tests.support.web_browser import browser, visited

__all__ = ["browser"]  # A fixture, found by its name.

pytestmark = pytest.mark.browser

BOARD = """
() => {
  const tiles = [...document.querySelectorAll(".cell")].map((tile) => tile.getAttribute("aria-label"));
  const board = [];
  for (const label of tiles) {
    const [, name, row, col] = /^(?:tile )?(\\w+), row (\\d+), column (\\d+)/.exec(label);
    (board[row - 1] ??= [])[col - 1] = name === "blank" ? 0 : Number(name);
  }
  return board;
}
"""


def test_a_saved_solution_plays(browser: Browser, tmp_path: Path) -> None:
    solution = solve(random_board(seed=2014))
    solution.to_html(tmp_path / "solution.html")
    boards = [board.to_list() for board in solution.boards()]
    with visited(browser, (tmp_path / "solution.html").as_uri()) as visit:
        page = visit.page
        page.goto(visit.address)
        assert page.evaluate(BOARD) == boards[0]
        page.click("#step")
        assert page.evaluate(BOARD) == boards[1]
        for key, at in [("End", 65), ("ArrowLeft", 64), ("Home", 0), ("ArrowRight", 1)]:
            page.keyboard.press(key)
            assert page.evaluate(BOARD) == boards[at]
            assert visit.text("#count") == f"{at} of 65"
        expect(page.locator("#step")).to_be_focused()
        page.fill("#scrubber", "30")
        assert page.evaluate(BOARD) == boards[30]
        assert visit.text("#list [aria-current]") == solution.moves[29]
        page.click("#list button >> nth=9")
        assert page.evaluate(BOARD) == boards[10]
        page.fill("#speed", "10")
        assert visit.text("#rate") == "1,024 a second"
        page.click("#play")
        expect(page.locator("#play")).to_have_text("Again")
        assert page.evaluate(BOARD) == boards[65]
        assert visit.text("#words") == "Solved."
        page.fill("#speed", "0")
        page.press("#play", "Enter")
        expect(page.locator("#play")).to_have_text("Pause")
        expect(page.locator("#count")).to_have_text(re.compile(r"^[1-9]\d* of 65$"))


def test_a_notebook_shows_the_same(browser: Browser, tmp_path: Path) -> None:
    solution = solve("1 2 3/4 0 6/7 5 8")
    (tmp_path / "notebook.html").write_text(f"<!doctype html>{solution._repr_html_()}", encoding="utf-8")
    with visited(browser, (tmp_path / "notebook.html").as_uri()) as visit:
        visit.page.goto(visit.address)
        frame = visit.page.frame_locator("iframe")
        frame.locator("#to-end").click()
        expect(frame.locator("#words")).to_have_text("Solved.")


def test_the_book_twists(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "book.html").write_text(book_html([lookup("102536")]), encoding="utf-8")
    with visited(browser, (tmp_path / "book.html").as_uri(), reduced_motion="reduce") as visit:
        page = visit.page
        page.goto(visit.address)
        for made in ("W", "WX", "WXY", "WXYZ", "WXYZA", "WXYZAD", "WXYZADY"):
            page.click("#next")
            visit.says("#made .path", made)
        visit.says("#made", "Solved in 20 moves: nothing is shorter.")
        assert page.locator("#board .home").count() == 8
        page.click("#undo")
        visit.says("#made", "16 moves; the shortest path has 20.")
