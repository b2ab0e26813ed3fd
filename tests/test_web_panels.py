"""The panels of the page in a real browser: solving, positions, exploring, twists; narrow, dark and calm."""

from __future__ import annotations

import io
import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from web_browser import Visit, address, browser, visit, visited

from puzzle15 import Board, explore, goals, random_board, solve

__all__ = ["address", "browser", "visit"]  # Fixtures, found by their names.

pytestmark = pytest.mark.browser

PANELS = ("Play", "Solve", "Position", "Explore", "Twists")


def solved(visit: Visit, method: str, second: str = "none") -> None:
    """Solve the board in the panel, and pause."""
    visit.tab("Solve")
    visit.page.select_option("#method", method)
    visit.page.select_option("#second", second)
    visit.page.click("#solve")
    expect(visit.page.locator("#result")).to_be_visible()
    expect(visit.page.locator("#solve")).to_be_enabled()
    visit.page.fill("#scrubber", "0")


def moves_shown(visit: Visit, kind: str = "blank") -> str:
    """The solution as the page gives it."""
    if not visit.page.locator("#notation").is_visible():
        visit.page.click("#result summary")
    visit.page.select_option("#notation", kind)
    return visit.page.input_value("#solution-text")


@pytest.mark.parametrize(
    ("link", "methods"),
    [
        ("#4x4-rows-2014", ["auto", "combined", "greedy", "peel", "quick", "optimal"]),
        ("#3x3-spiral-3", ["auto", "greedy", "quick", "optimal", "multi", "twists"]),
        ("#10x10-rows-1", ["auto", "greedy", "peel"]),
        ("#5x5-snake-8", ["auto", "quick", "greedy"]),
    ],
)
def test_every_method_solves(visit: Visit, link: str, methods: list[str]) -> None:
    page = visit.open(link)
    start = visit.board()
    goal = goals.NAMES[link.split("-")[1]](*start.shape)
    lengths = {}
    for method in methods:
        solved(visit, method)
        moves = moves_shown(visit)
        assert start.apply(moves) == goal
        assert visit.board() == start
        page.click("#to-end")
        assert visit.board() == goal
        assert visit.text("#caption strong") == f"{len(moves)} / {len(moves)}"
        assert visit.text(".summary strong") == f"{len(moves):,} moves"
        assert page.locator(".stage:not(.done)").count() == 0
        lengths[method] = len(moves)
    if "optimal" in methods:
        assert lengths["optimal"] == min(lengths.values()) == len(solve(start, goal=goal, method="optimal"))
    offered = page.eval_on_selector_all("#method option:not(:disabled)", "all => all.map((one) => one.value)")
    assert set(methods) <= set(offered)
    assert ("twists" in offered) is (goal.blank == 4 and goal.shape == (3, 3))
    assert ("combined" in offered) is (goal.shape == (4, 4))


def test_a_solution_is_played(visit: Visit) -> None:
    page = visit.open("#4x4-rows-2014")
    boards = list(solve(visit.board(), method="combined").boards())
    visit.tab("Solve")
    page.click("#solve")
    # It plays by itself, and pauses.
    expect(page.locator("#play")).to_have_text("Pause")
    expect(page.locator("#caption strong")).to_have_text(re.compile(r"^[1-9]\d* / 65$"))
    page.click("#play")
    at = int(visit.text("#caption strong").split()[0])
    assert visit.board() == boards[at]
    for button, place in [
        ("to-start", 0),
        ("step", 1),
        ("step", 2),
        ("back", 1),
        ("to-end", 65),
        ("back", 64),
    ]:
        page.click(f"#{button}")
        assert visit.board() == boards[place]
    # The scrubber goes anywhere, by key as well.
    page.fill("#scrubber", "27")
    assert visit.board() == boards[27]
    assert page.get_attribute("#scrubber", "aria-valuetext") == "after 27 of 65 moves"
    page.press("#scrubber", "ArrowRight")
    assert visit.board() == boards[28]
    # The first stage is done, the second under way, and their tiles have their colours.
    assert [visit.text(".stage.done"), visit.text(".stage.here")] == ["row 27", "column 19"]
    colours = page.eval_on_selector_all(
        "#board .tile.home", "all => all.map((one) => [one.dataset.tile, one.dataset.colour])"
    )
    assert {("1", "0"), ("2", "0"), ("3", "0"), ("4", "0")} <= {tuple(pair) for pair in colours}
    page.get_by_role("button", name="Stage 3x3").click()
    assert visit.board() == boards[65]
    # At full speed it comes to the end by itself.
    page.fill("#speed", "7")
    page.press("#board", " ")
    expect(page.locator("#caption strong")).to_have_text("65 / 65")
    expect(page.locator("#play")).to_have_text("Play")
    # Whoever moves a tile goes on from there, and one undo goes back to the game.
    page.fill("#scrubber", "40")
    page.mouse.click(*visit.centre(boards[41][boards[40].blank]))
    assert visit.board() == boards[41]
    assert visit.text("#count-moves") == "41"
    page.click("#undo")
    page.click("#undo")
    assert visit.board() == boards[0]
    expect(page.locator("#result")).to_be_hidden()


def test_a_solution_stays_while_the_board_does(visit: Visit) -> None:
    page = visit.open("#3x3-rows-1")
    solved(visit, "multi")
    visit.says(".summary", "none has fewer slides")
    assert visit.text(".stage").startswith("fewest slides")
    page.focus("#step")
    page.press("#to-end", "Enter")
    expect(page.locator("#play")).to_be_focused()
    visit.tab("Play")
    expect(page.locator("#result")).to_be_hidden()
    visit.tab("Solve")
    expect(page.locator("#result")).to_be_visible()
    visit.says(".summary", "none has fewer slides")
    visit.tab("Play")
    board = visit.board()
    page.press("#board", "ArrowRight" if "L" in board.legal_moves else "ArrowLeft")
    visit.tab("Solve")
    expect(page.locator("#result")).to_be_hidden()
    # A search is stopped by Escape.
    page.route("**/api/solve", lambda route: None)
    page.click("#solve")
    page.keyboard.press("Escape")
    expect(page.locator("#note")).to_have_text("Stopped.")


def test_two_methods_side_by_side(visit: Visit) -> None:
    page = visit.open("#4x4-rows-2014")
    start = visit.board()
    solved(visit, "combined", "greedy")
    first, other = (solve(start, method=method) for method in ("combined", "greedy"))
    assert visit.board(1) == visit.board(2) == start
    page.fill("#scrubber", "30")
    assert (visit.board(1), visit.board(2)) == (start.apply(first.moves[:30]), start.apply(other.moves[:30]))
    page.fill("#scrubber", "90")
    assert (visit.board(1), visit.board(2)) == (first.goal, start.apply(other.moves[:90]))
    assert visit.text("#caption strong") == "65 / 65"
    assert visit.text("#caption-2 strong") == f"90 / {len(other)}"
    boxes = [page.locator(name).bounding_box() for name in ("#board", "#board-2")]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    page.click("#result summary")
    page.select_option("#which", "1")
    assert moves_shown(visit) == other.moves
    page.click("#solve-close")
    expect(page.locator("#board-2")).to_be_hidden()
    assert visit.board() == start


def test_solutions_are_copied_and_kept(visit: Visit) -> None:
    from PIL import Image

    page = visit.open("#3x3-spiral-3")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    start = visit.board()
    solved(visit, "twists")
    solution = solve(start, goal="spiral", method="twists")
    for kind in ("blank", "tile", "number", "short", "twists"):
        assert moves_shown(visit, kind) == solution.notation(kind)
        page.click("#copy-solution")
        visit.says("#note", "clipboard")
        assert page.evaluate("navigator.clipboard.readText()") == solution.notation(kind)
        page.click("#step")
    files = {}
    for kind in ("gif", "svg"):
        with page.expect_download() as waiting:
            page.click(f"#get-{kind}")
        assert waiting.value.suggested_filename == f"puzzle15.{kind}"
        files[kind] = waiting.value.path().read_bytes()
    with Image.open(io.BytesIO(files["gif"])) as image:
        assert image.n_frames > len(solution)  # type: ignore[attr-defined]
    assert files["svg"].startswith(b"<svg")


def test_a_long_search_is_stopped(visit: Visit) -> None:
    page = visit.open("#5x5-rows-1")
    # An answer that never comes.
    page.route("**/api/solve", lambda route: None)
    given_up: list[str] = []
    page.on("requestfailed", lambda request: given_up.append(request.url))
    visit.tab("Solve")
    page.select_option("#method", "optimal")
    page.click("#solve")
    expect(page.locator("#note")).to_have_text("Solving …")
    # The page answers meanwhile.
    page.click("#hint")
    visit.says("#note", "goes")
    page.click("#stop")
    expect(page.locator("#solve")).to_be_enabled()
    # What is found for a board that is no longer there is of no use, so moving a tile gives it up as well.
    page.click("#solve")
    expect(page.locator("#stop")).to_be_visible()
    page.press("#board", "ArrowRight")
    page.press("#board", "ArrowLeft")
    expect(page.locator("#stop")).to_be_hidden()
    expect(page.locator("#solve")).to_be_enabled()
    expect(page.locator("#result")).to_be_hidden()
    while [address.rpartition("/")[2] for address in given_up].count("solve") < 2:
        page.wait_for_timeout(20)


def test_solving_keeps_the_focus(visit: Visit) -> None:
    page = visit.open("#3x3-rows-1")
    visit.tab("Solve")
    page.select_option("#second", "greedy")
    page.route("**/api/solve", lambda route: None)
    page.press("#solve", "Enter")
    expect(page.locator("#solve")).to_be_disabled()
    expect(page.locator("#solve")).to_be_focused()
    # Pressing it again does nothing.
    page.keyboard.press("Enter")
    page.press("#stop", "Enter")
    expect(page.locator("#solve")).to_be_enabled()
    expect(page.locator("#solve")).to_be_focused()
    page.unroute_all()
    page.keyboard.press("Enter")
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#solve")).to_be_focused()
    page.fill("#scrubber", "0")
    # Whoever moves a tile on the second board goes on with the only one that is left.
    start = visit.board(2)
    page.press("#board-2", "ArrowRight" if "L" in start.legal_moves else "ArrowLeft")
    expect(page.locator("#board-2")).to_be_hidden()
    expect(page.locator("#board")).to_be_focused()
    assert visit.board() != start


def test_one_of_two_that_fails_ends_the_other(visit: Visit) -> None:
    page = visit.open("#4x4-rows-1")
    visit.provoked = {"solve"}
    asked: list[str] = []
    given_up: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            body = {"error": {"kind": "busy", "message": "there is much to do"}}
            route.fulfill(status=503, json=body)

    page.route("**/api/solve", answer)
    page.on("requestfailed", lambda request: given_up.append(request.url))
    visit.tab("Solve")
    page.select_option("#second", "greedy")
    page.click("#solve")
    expect(page.locator("#note.bad")).to_have_text("there is much to do")
    while not given_up:
        page.wait_for_timeout(20)
    assert len(asked) == 2


def test_a_long_solution_is_no_svg(visit: Visit) -> None:
    page = visit.open("#10x10-rows-1")
    solved(visit, "greedy", "peel")
    page.click("#result summary")
    expect(page.locator("#get-svg")).to_be_disabled()
    expect(page.locator("#get-gif")).to_be_enabled()
    page.select_option("#which", "1")
    expect(page.locator("#get-svg")).to_be_enabled()


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
