"""The other panels in a real browser: positions, exploring, twists; narrow, dark and calm."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from puzzle15 import Board, explore, goals, random_board
from tests.support.web_browser import Visit, address, browser, solved, visit, visited

__all__ = ["address", "browser", "visit"]  # Fixtures, found by their names.

pytestmark = pytest.mark.browser

PANELS = ("Play", "Solve", "Position", "Explore", "Twists")


def test_what_is_not_checked_yet_cannot_be_played(visit: Visit) -> None:
    visit.provoked = {"random"}
    page = visit.open("#3x3-rows-1")
    page.route("**/api/check", lambda route: None)
    visit.tab("Position")
    expect(page.locator("#position-play")).to_be_disabled()
    expect(page.locator("#position-goal")).to_be_disabled()
    page.unroute_all()
    page.fill("#position", "1 2 3/4 5 6/8 7 0")
    expect(page.locator("#position-swap")).to_be_visible()
    page.route("**/api/check", lambda route: None)
    for tile in (1, 2):
        page.mouse.click(*visit.centre(tile))
    expect(page.locator("#position-swap")).to_be_hidden()
    expect(page.locator("#position-goal")).to_be_disabled()
    page.unroute_all()
    # A goal that cannot be had leaves the panel open, with the reason.
    page.fill("#position", "1 2 3/4 5 6/8 7 0")
    expect(page.locator("#position-goal")).to_be_enabled()
    page.route("**/api/random", lambda route: route.abort())
    page.click("#position-goal")
    visit.says("#note", "The server does not answer")
    expect(page.get_by_role("tabpanel", name="Position")).to_be_visible()


def test_positions_are_typed(visit: Visit) -> None:
    visit.provoked = {"check"}
    page = visit.open("#3x3-rows-1")
    visit.tab("Position")
    assert Board(page.input_value("#position").replace("\n", "/")) == visit.board()
    page.fill("#position", "1 2 3\n4 5 5\n7 8 8")
    for reason in ("no blank", "duplicate 5", "duplicate 8", "missing 6"):
        visit.says("#verdict", reason)
    expect(page.locator("#position-play")).to_be_disabled()
    page.fill("#position", "<img src=x onerror=alert(1)>")
    visit.says("#verdict", "<img")
    page.fill("#position", "/".join(" ".join(str(11 * row + col) for col in range(11)) for row in range(11)))
    visit.says("#verdict", "10×10")
    page.fill("#position", "")
    expect(page.locator("#verdict")).not_to_contain_text("10×10")
    expect(page.locator("#position-play")).to_be_disabled()
    # Any size, and any way of writing it.
    page.fill("#position", "2 0 3\n1 4 5")
    visit.says("#verdict", "It can be solved")
    page.click("#position-play")
    expect(page).to_have_url(re.compile("#2x3-rows-@2.0.3.1.4.5$"))
    assert visit.board() == Board("2 0 3/1 4 5")
    page.reload()
    page.wait_for_selector("#board .tile")
    assert visit.board() == Board("2 0 3/1 4 5")


def test_an_unsolvable_position_is_explained_and_mended(visit: Visit) -> None:
    page = visit.open("#4x4-rows-1")
    visit.tab("Position")
    page.fill("#position", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0")
    visit.says(
        "#verdict",
        "It cannot be solved for the goal row by row; with the outlined tiles 15 and 14 swapped it can.",
    )
    visit.says("#verdict", "The board has 1 inversion (odd)")
    marked = page.eval_on_selector_all(".swap", "all => all.map((one) => one.dataset.tile).sort()")
    assert marked == ["14", "15"]
    expect(page.locator("#position-play")).to_be_disabled()
    page.get_by_role("button", name="Swap 15 and 14").click()
    visit.says("#verdict", "It is solved.")
    expect(page.locator("#position-play")).to_be_focused()
    assert visit.board() == goals.rows(4, 4)
    assert page.locator(".swap").count() == 0
    # By hand: with the mouse, then by keys alone.
    for tile in (1, 2):
        page.mouse.click(*visit.centre(tile))
    visit.says("#verdict", "It cannot be solved")
    assert visit.board() == Board("2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 0")
    for key in ("ArrowDown", "ArrowDown", "Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    visit.says("#verdict", "It can be solved")
    assert visit.board() == Board("2 1 3 4/5 6 7 8/9 14 11 12/13 10 15 0")
    # The game is still there.
    visit.tab("Play")
    assert visit.board() == random_board(4, 4, seed=1)


def test_exploring_leads_to_playing(visit: Visit) -> None:
    page = visit.open()
    visit.tab("Explore")
    page.click("#explore-go")
    visit.says("#explore-summary", "181,440 boards; the hardest take 31 moves, the mean is 21.97")
    expect(page.locator("#histogram .bar")).to_have_count(32)
    page.click("#histogram summary")
    layers = explore(3, 3)
    cells = page.eval_on_selector_all(".numbers td", "all => all.map((one) => one.textContent)")
    assert cells == [f"{count:,}" for count in layers.counts]
    page.hover("#histogram g:nth-of-type(32)")
    visit.says("#bar", "31 moves: 2 boards")
    page.get_by_role("button", name="Play 8 6 7/2 5 4/3 0 1, 31 moves").click()
    assert visit.board() == Board("8 6 7/2 5 4/3 0 1")
    expect(page.locator("#count-left")).to_have_text("31")
    expect(page.get_by_role("tabpanel", name="Play")).to_be_visible()
    visit.tab("Explore")
    page.select_option("#explore-size", "2x3")
    page.select_option("#explore-metric", "multi")
    page.select_option("#explore-goal", "snake")
    page.click("#explore-go")
    visit.says(
        "#explore-summary", f"360 boards; the hardest take {explore(2, 3, metric='multi').diameter} slides"
    )
    page.locator("#hardest button").first.click()
    expect(page).to_have_url(re.compile("#2x3-snake-@"))


def test_twists_turn(visit: Visit) -> None:
    page = visit.open("#4x4-rows-1")
    visit.tab("Twists")
    expect(page.locator("#twists-show")).to_be_disabled()
    page.evaluate("location.hash = '#3x3-spiral-@8.2.5.1.0.3.7.4.6'")
    expect(page.locator("#twists-show")).to_be_enabled()
    page.click("#twists-show")
    visit.says("#twists-summary", "7 twists: 20 moves, none is shorter")
    page.click("#to-start")
    letters = page.eval_on_selector_all(
        "#twists-letters button",
        "all => all.map((one) => one.querySelector('s') ? one.textContent.toLowerCase() : one.textContent)",
    )
    assert "".join(letters) == "WxyzAdY"
    assert page.get_attribute(".ring", "data-letter") == "W"
    visit.says("#twists-now", "W: top left, anticlockwise")
    rings = []
    for _ in range(20):
        rings.append(page.get_attribute(".ring", "data-letter") or "")
        page.click("#step")
    assert "".join(rings) == "WWWXXYYZZZAAADDDYYYY"
    assert visit.board() == goals.spiral(3, 3)
    assert page.locator(".ring").count() == 0
    page.get_by_role("button", name="Z, bottom left, anticlockwise, elided: show it").click()
    # It turns, and stays where the next one begins.
    expect(page.locator("#caption strong")).to_have_text("10 / 20")
    expect(page.locator("#play")).to_have_text("Play")
    assert page.get_attribute(".ring", "data-letter") == "A"
    # The letters go when the board does.
    page.click("#twists-deal")
    expect(page.locator("#twists-letters button")).to_have_count(0)
    assert visit.board().shape == (3, 3)


def overflow(page: Page) -> int:
    found: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return found


def test_a_narrow_screen(browser: Browser, address: str) -> None:
    with visited(browser, address, viewport={"width": 320, "height": 568}, has_touch=True) as visit:
        page = visit.open("#10x10-rows-1")
        for name in PANELS:
            visit.tab(name)
            assert overflow(page) <= 0
        visit.tab("Explore")
        page.click("#explore-go")
        visit.says("#explore-summary", "181,440")
        assert overflow(page) <= 0
        solved(visit, "peel", "greedy")
        assert overflow(page) <= 0
        # The boards come into view by themselves.
        expect(page.locator("#caption")).to_be_in_viewport()
        small = page.evaluate(
            """() => [...document.querySelectorAll("button, select, input")]
              .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 24)
              .map((one) => one.outerHTML)"""
        )
        assert small == []


# Every text that is seen, its colour and what lies behind it; WCAG 2, level AA.
CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const colour = rgb(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const poor = [];
  while (walker.nextNode()) {
    const one = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !one.checkVisibility()) continue;
    if (one.closest(".spoken, :disabled, svg, option")) continue;
    const [a, b] = [light(rgb(getComputedStyle(one).color)), light(behind(one))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) poor.push(`${one.outerHTML.slice(0, 90)}: ${ratio.toFixed(2)}`);
  }
  return [poor, getComputedStyle(document.documentElement).backgroundColor];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(browser: Browser, address: str, scheme: str) -> None:
    with visited(browser, address, color_scheme=scheme, reduced_motion="reduce") as visit:
        page = visit.open("#8x4-rows-@" + ".".join(map(str, [*range(1, 29), 0, 29, 30, 31])))
        papers = set()
        for name in PANELS:
            visit.tab(name)
            if name == "Explore":
                page.select_option("#explore-size", "2x3")
                page.click("#explore-go")
                visit.says("#explore-summary", "360")
            if name == "Position":
                visit.says("#verdict", "It can be solved")
            poor, paper = page.evaluate(CONTRAST)
            assert poor == []
            papers.add(paper)
        solved(visit, "greedy")
        for place in ("0", page.get_attribute("#scrubber", "max") or ""):
            page.fill("#scrubber", place)
            assert page.evaluate(CONTRAST)[0] == []
        assert papers == {"rgb(250, 248, 244)" if scheme == "light" else "rgb(21, 23, 28)"}


def test_reduced_motion(browser: Browser, address: str) -> None:
    with visited(browser, address, reduced_motion="reduce") as visit:
        page = visit.open("#3x3-rows-1")
        assert page.eval_on_selector(".tile", "one => getComputedStyle(one).transitionDuration") == "0s"
        visit.tab("Solve")
        page.click("#solve")
        expect(page.locator("#result")).to_be_visible()
        # Nothing moves before it is asked to.
        expect(page.locator("#play")).to_have_text("Play")
        assert visit.text("#caption strong").startswith("0 /")
