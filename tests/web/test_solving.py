"""Solving on the page in a real browser: methods, playing a solution, two side by side, copies."""

from __future__ import annotations

import io
import re

import pytest
from playwright.sync_api import Route, expect

from puzzle15 import goals, solve
from tests.support.web_browser import Visit, address, browser, solved, visit

__all__ = ["address", "browser", "visit"]  # Fixtures, found by their names.

pytestmark = pytest.mark.browser


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
    expect(page.locator("#play")).to_have_text("Again")
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
    expect(page.locator("#to-end")).to_be_focused()
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


def test_a_search_that_was_cut_short_says_so(visit: Visit) -> None:
    page = visit.open("#4x4-rows-1")

    def cut(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "cut": 0.4})

    page.route("**/api/solve", cut)
    solved(visit, "optimal")
    visit.says(".summary", "Others were waiting, so the search was cut short.")
    page.unroute_all()
    solved(visit, "optimal")
    assert "waiting" not in visit.text(".summary")


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


def test_tables_are_chosen_where_a_search_has_a_choice(visit: Visit) -> None:
    page = visit.open("#2x7-rows-1")
    visit.tab("Solve")
    field = page.locator("#tables-field")
    expect(field).to_be_hidden()
    page.select_option("#method", "quick")
    expect(field).to_be_visible()
    solved(visit, "quick")
    visit.says("#summaries", ", with small tables ")
    page.select_option("#tables", "large")
    visit.says("#method-about", "Large tables make searches much faster, if the server has them.")
    # The server has none, and no visitor may have them made.
    visit.provoked = {"solve"}
    page.click("#solve")
    visit.says("#note", "the server has no large tables for 2×7")
    # Methods that search nothing are not asked for tables, whatever is chosen.
    page.select_option("#method", "peel")
    expect(field).to_be_hidden()
    solved(visit, "peel")
    expect(page.locator("#summaries")).not_to_contain_text("tables")
