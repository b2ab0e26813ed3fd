"""The page in a real browser: playing, by mouse, touch and keys; links, goals and pictures."""

from __future__ import annotations

import io
import re

import pytest
from playwright.sync_api import Browser, expect

from puzzle15 import Board, goals, random_board, solve
from tests.support.web_browser import Visit, address, browser, visit, visited

__all__ = ["address", "browser", "visit"]  # Fixtures, found by their names.

pytestmark = pytest.mark.browser

ARROW = {"L": "ArrowRight", "R": "ArrowLeft", "U": "ArrowDown", "D": "ArrowUp"}


def test_a_game_is_played_to_the_end_by_clicks(visit: Visit) -> None:
    page = visit.open("#3x3-rows-1")
    board = random_board(3, 3, seed=1)
    assert visit.board() == board
    solution = solve(board)
    expect(page.locator("#count-left")).to_have_text(str(len(solution)))
    assert visit.text("#left-kind") == "exactly"
    for count, tile in enumerate(solution.tiles, start=1):
        page.mouse.click(*visit.centre(tile))
        expect(page.locator("#count-moves")).to_have_text(str(count))
    assert visit.board() == solution.goal
    visit.says("#note", f"Solved: {len(solution)} moves, {solution.multi} slides")
    assert visit.text("#count-slides") == str(solution.multi)
    assert visit.text("#count-left") == "0"
    expect(page.locator("#board.solved")).to_have_count(1)


def test_a_game_is_played_to_the_end_by_keys_alone(visit: Visit) -> None:
    page = visit.open("#2x3-rows-4")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "board"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    solution = solve(random_board(2, 3, seed=4))
    for move in solution.moves:
        page.keyboard.press(ARROW[move])
    visit.says("#note", f"Solved: {len(solution)} moves")
    # Letters for what the buttons do; a new board, and the keys go on working.
    page.keyboard.press("u")
    assert visit.board() == solution.start.apply(solution.moves[:-1])
    page.keyboard.press("Control+Shift+z")
    assert visit.board() == solution.goal
    page.keyboard.press("Control+z")
    page.keyboard.press("h")
    visit.says("#note", "then it is solved.")
    page.keyboard.press("r")
    page.keyboard.press("n")
    expect(page.locator("#count-moves")).to_have_text("0")
    assert page.evaluate("document.activeElement.id") == "board"


def test_every_control_is_reached_and_named(visit: Visit) -> None:
    page = visit.open()
    for name in ("Play", "Solve", "Position", "Explore", "Twists"):
        visit.tab(name)
        unnamed = page.evaluate(
            """() => [...document.querySelectorAll("button, select, input, textarea, [tabindex='0']")]
              .filter((one) => one.checkVisibility())
              .filter((one) => !(one.labels?.length || one.ariaLabel || one.textContent.trim()))
              .map((one) => one.outerHTML)"""
        )
        assert unnamed == []
    page.get_by_role("tab", name="Twists").press("ArrowRight")
    expect(page.get_by_role("tab", name="Play")).to_be_focused()
    expect(page.get_by_role("tabpanel", name="Play")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Twists")).to_have_attribute("aria-selected", "true")
    # Tab goes through the visible controls once, in the order of the page, each with a ring.
    page.reload()
    page.wait_for_selector("#board .tile")
    for name in (
        "board",
        "hint",
        "shuffle",
        "tab-play",
        "rows",
        "cols",
        "goal",
        "goal-show",
        "seed",
        "deal",
        "copy-link",
        "picture",
    ):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.id") == name
        assert page.evaluate("getComputedStyle(document.activeElement).outlineWidth") == "3px"


def test_a_first_visit(visit: Visit) -> None:
    page = visit.open("")
    expect(page).to_have_url(re.compile("#4x4-rows-"))
    assert visit.text("#note") == ""
    # Arrows push tiles at once, wherever nothing else needs them.
    board = visit.board()
    page.keyboard.press(ARROW[board.legal_moves[0]])
    assert visit.board() == board.move(board.legal_moves[0])
    page.click("#goal-show")
    goal = page.get_by_role("img", name="Goal: 1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0")
    expect(goal).to_be_visible()
    page.focus("#rows")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#board tr")).to_have_count(3)


def test_the_link_is_to_the_board_shown(visit: Visit) -> None:
    page = visit.open("#3x3-rows-@1.2.3.4.0.6.7.5.8")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.press("#board", "ArrowUp")
    page.click("#hint")
    visit.says("#note", "8 goes left, then it is solved.")
    page.click("#copy-link")
    visit.says("#note", "as it is now")
    assert page.evaluate("navigator.clipboard.readText()").endswith("#3x3-rows-@1.2.3.4.5.6.7.0.8")


def test_a_typed_seed_is_kept_and_a_wrong_number_refused(visit: Visit) -> None:
    visit.provoked = {"goal"}
    page = visit.open("#3x3-rows-1")
    page.fill("#seed", "77")
    page.select_option("#goal", "missing")
    expect(page).to_have_url(re.compile("#3x3-missing9-77$"))
    visit.says("#subtitle", "9 missing")
    page.fill("#missing", "10")
    page.press("#missing", "Enter")
    expect(page.locator("#note.bad")).to_contain_text("10")
    assert page.url.endswith("#3x3-missing9-77")


def test_dragging(visit: Visit) -> None:
    page = visit.open("#4x4-rows-@1.2.3.4.5.6.7.8.9.10.11.12.0.13.14.15")
    start, end = visit.centre(15), visit.centre(0)
    size = visit.centre(15)[0] - visit.centre(14)[0]
    # A little way, and back: nothing is moved.
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] - size * 0.2, start[1], steps=4)
    assert page.locator(".dragged").count() == 3
    page.mouse.up()
    assert visit.text("#count-moves") == "0"
    assert page.locator(".dragged").count() == 0
    # Far enough: three tiles slide at once.
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] - size * 0.7, start[1], steps=4)
    page.mouse.up()
    assert (visit.text("#count-moves"), visit.text("#count-slides")) == ("3", "1")
    visit.says("#note", "Solved: 3 moves, 1 slide,")
    # One undo takes the whole slide back. Shift and an arrow make it again.
    page.click("#undo")
    assert visit.board() == Board("1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15")
    page.press("#board", "Shift+ArrowLeft")
    assert visit.board() == goals.rows(4, 4)
    # A swipe from a tile that is not in line pushes one.
    page.click("#undo")
    far = visit.centre(6)
    page.mouse.move(*far)
    page.mouse.down()
    page.mouse.move(far[0], far[1] + size, steps=4)
    page.mouse.up()
    assert visit.board() == Board("1 2 3 4/5 6 7 8/0 10 11 12/9 13 14 15")
    assert end[1] > far[1]


def test_touch(browser: Browser, address: str) -> None:
    with visited(
        browser, address, viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True
    ) as visit:
        page = visit.open("#3x3-rows-@1.2.3.4.5.6.0.7.8")
        page.touchscreen.tap(*visit.centre(8))
        visit.says("#note", "Solved: 2 moves, 1 slide,")
        page.click("#undo")
        touch = page.context.new_cdp_session(page)
        (x, y), (to, _) = visit.centre(7), visit.centre(0)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for part in (0.3, 0.6, 0.9):
            point = {"x": x + (to - x) * part, "y": y}
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.locator("#count-moves")).to_have_text("1")
        assert visit.board() == Board("1 2 3/4 5 6/7 0 8")
        assert page.evaluate("scrollY") == 0


def test_undo_and_redo(visit: Visit) -> None:
    page = visit.open("#4x4-rows-7")
    solution = solve(visit.board())
    for tile in solution.tiles[:4]:
        page.mouse.click(*visit.centre(tile))
    boards = list(solution.boards())[:5]
    assert visit.board() == boards[-1]
    for board in reversed(boards[:-1]):
        page.click("#undo")
        assert visit.board() == board
    expect(page.locator("#undo")).to_be_disabled()
    for board in boards[1:]:
        page.click("#redo")
        assert visit.board() == board
    expect(page.locator("#redo")).to_be_disabled()
    assert visit.text("#count-moves") == "4"


def test_sizes(visit: Visit) -> None:
    page = visit.open("#3x3-rows-1")
    for rows, cols in [(2, 2), (2, 10), (10, 3), (10, 10)]:
        page.select_option("#rows", str(rows))
        expect(page.locator("#board tr")).to_have_count(rows)
        page.select_option("#cols", str(cols))
        expect(page.locator("#board .tile")).to_have_count(rows * cols - 1)
        assert visit.board().shape == (rows, cols)
        expect(page.locator("#count-left.stale")).to_have_count(0)
        # Between, a search may have found it or not.
        if not 10 <= rows * cols <= 25:
            assert visit.text("#left-kind") == ("exactly" if rows * cols < 10 else "at least")
        box = page.locator("#board .tile").first.bounding_box()
        assert box is not None
        assert box["width"] == pytest.approx(box["height"], rel=0.01)


def test_goals_by_name(visit: Visit) -> None:
    page = visit.open("#2x3-rows-4")
    for name, goal in [*goals.NAMES.items()][::-1]:
        page.select_option("#goal", name)
        expect(page).to_have_url(re.compile(f"#2x3-{name}-"))
        moves = solve(visit.board(), goal=name).moves
        for move in moves:
            page.press("#board", ARROW[move])
        if moves:  # One board of 360 is solved when it is dealt.
            visit.says("#note", "Solved")
        assert visit.board() == goal(2, 3)


def test_a_missing_number_and_a_goal_by_hand(visit: Visit) -> None:
    page = visit.open()
    page.select_option("#goal", "missing")
    page.fill("#missing", "5")
    page.press("#missing", "Enter")
    expect(page).to_have_url(re.compile("#3x3-missing5-"))
    solution = solve(visit.board(), goal="1 2 3/4 0 6/7 8 9")
    for move in solution.moves:
        page.press("#board", ARROW[move])
    visit.says("#note", "Solved")
    page.select_option("#goal", "rows")
    expect(page).to_have_url(re.compile("#3x3-rows-"))
    page.select_option("#goal", "hand")
    expect(page.get_by_role("tabpanel", name="Position")).to_be_visible()
    page.fill("#position", "8 7 6/5 4 3/2 1 0")
    expect(page.locator("#board td").first).to_have_text("8")
    page.click("#position-goal")
    expect(page).to_have_url(re.compile("#3x3-8.7.6.5.4.3.2.1.0-"))
    goal = Board("8 7 6/5 4 3/2 1 0")
    for move in solve(visit.board(), goal=goal).moves:
        page.press("#board", ARROW[move])
    visit.says("#note", "Solved")
    assert visit.board() == goal
    page.click("#shuffle")
    expect(page.locator("#count-moves")).to_have_text("0")
    assert visit.page.url.partition("#")[2].startswith("3x3-8.7.6.5.4.3.2.1.0-")


def test_links_are_shared(browser: Browser, visit: Visit) -> None:
    page = visit.open("#4x4-snake-12345")
    assert visit.board() == random_board(4, 4, goal=goals.snake(4, 4), seed=12345)
    page.fill("#seed", "18446744073709551615")
    page.click("#deal")
    expect(page).to_have_url(re.compile("#4x4-snake-18446744073709551615$"))
    assert visit.board() == random_board(4, 4, goal=goals.snake(4, 4), seed=2**64 - 1)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("#copy-link")
    visit.says("#note", "clipboard")
    link = page.evaluate("navigator.clipboard.readText()")
    with visited(browser, link) as other:
        other.open("")
        assert other.board() == visit.board()
    # Another link in the same tab.
    page.evaluate("location.hash = '#2x3-rows-4'")
    expect(page.locator("#board tr")).to_have_count(2)
    assert visit.board() == random_board(2, 3, seed=4)


@pytest.mark.parametrize(
    "link", ["#nonsense", "#4x4-rows-99999999999999999999", "#2x2-rows-@1.2.3.4", "#2x2-rows-@2.1.3.0"]
)
def test_a_link_that_is_none_is_explained(visit: Visit, link: str) -> None:
    visit.provoked = {"check", "random"}
    visit.open(link)
    visit.says("#note", "does not lead to a board")
    assert visit.board().shape == (4, 4)


@pytest.mark.parametrize("link", ["#nonsense", "#2x2-rows-@2.1.3.0"])
def test_another_link_that_is_none_leaves_the_game(visit: Visit, link: str) -> None:
    page = visit.open("#3x3-rows-1")
    board = visit.board()
    page.evaluate(f"location.hash = '{link}'")
    expect(page.locator("#note.bad")).to_be_visible()
    assert visit.board() == board
    assert page.url.endswith("#3x3-rows-1")


def test_own_pictures_stay_in_the_browser(visit: Visit) -> None:
    from PIL import Image

    page = visit.open("#2x3-rows-4")
    expect(page.locator("#left-kind")).to_have_text("exactly")
    file = io.BytesIO()
    Image.linear_gradient("L").resize((90, 120)).save(file, "PNG")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    page.set_input_files("#picture", {"name": "own.png", "mimeType": "image/png", "buffer": file.getvalue()})
    expect(page.locator("#board.pictured")).to_have_count(1)
    faces = page.eval_on_selector_all(
        ".face", "all => all.map((one) => [one.style.backgroundImage, one.style.backgroundPosition])"
    )
    assert all(image.startswith('url("blob:') for image, _ in faces)
    assert len({position for _, position in faces}) == 5
    assert [line for line in sent if "blob:" not in line] == []
    page.uncheck("#numbers")
    expect(page.locator(".number").first).to_be_hidden()
    # Another shape: the picture is cut again.
    page.select_option("#rows", "3")
    expect(page.locator("#board .tile")).to_have_count(8)
    assert page.eval_on_selector(".face", "one => one.style.backgroundSize") == "300% 300%"
    page.click("#picture-remove")
    expect(page.locator("#board.pictured")).to_have_count(0)
    page.set_input_files("#picture", {"name": "own.txt", "mimeType": "text/plain", "buffer": b"no picture"})
    visit.says("#note", "own.txt is not a picture")


def test_a_hint_is_one_good_move(visit: Visit) -> None:
    page = visit.open("#3x3-rows-1")
    solution = solve(visit.board())
    page.click("#hint")
    visit.says("#note", f"then it is {len(solution) - 1} moves, a shortest path")
    tile = int(page.get_attribute(".hinted", "data-tile") or 0)
    page.mouse.click(*visit.centre(tile))
    assert len(solve(visit.board())) == len(solution) - 1
    assert page.locator(".hinted").count() == 0


def test_without_a_server_it_says_so(visit: Visit) -> None:
    page = visit.open()
    board = visit.board()
    visit.provoked = {"hint", "distance", "random"}
    page.route("**/api/*", lambda route: route.abort())
    page.click("#hint")
    visit.says("#note", "The server does not answer")
    page.click("#shuffle")
    visit.says("#note", "The server does not answer")
    # One can play on.
    page.press("#board", ARROW[board.legal_moves[0]])
    assert visit.board() == board.move(board.legal_moves[0])
    expect(page.locator("#count-left")).to_have_text("?")
