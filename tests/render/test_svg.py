"""Pictures as SVG: what is drawn is the board, and everybody can read it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzle15 import (
    Board,
    FileError,
    GoalError,
    Solution,
    UnsupportedError,
    goals,
    random_board,
    solve,
)
from puzzle15.render.colours import COLOURS, PALETTE, TRAY, Modes, colour_groups
from puzzle15.typing import Method

SVG = "{http://www.w3.org/2000/svg}"
STEP, PAD = 56, 8


def luminance(colour: str) -> float:
    """How bright a colour is, by the definition of WCAG 2."""
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    low, high = sorted([luminance(one), luminance(two)])
    return (high + 0.05) / (low + 0.05)


def test_contrast_itself() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("modes", [modes for colour in PALETTE for modes in colour])
def test_every_number_can_be_read(modes: Modes) -> None:
    for shade in modes:
        assert contrast(shade.ink, shade.fill) >= 4.5


def test_home_is_seen() -> None:
    # A tile at home is told from one of its colour that is away, and from the tray, without seeing hues.
    for colour in PALETTE:
        for mode in (0, 1):
            assert contrast(colour.home[mode].fill, colour.away[mode].fill) >= 3
            assert contrast(colour.home[mode].fill, TRAY[mode].fill) >= 3
    assert contrast(TRAY.light.ink, TRAY.light.fill) >= 4.5
    assert contrast(TRAY.dark.ink, TRAY.dark.fill) >= 4.5


def tiles_of(picture: str) -> list[tuple[str, str, int, int]]:
    """For each tile its label, its number, its row and its column, as they are drawn."""
    found = []
    for group in ET.fromstring(picture).findall(f"{SVG}g"):
        rect, text = group.find(f"{SVG}rect"), group.find(f"{SVG}text")
        assert rect is not None
        assert group.get("role") == "img"
        col, row = ((float(rect.attrib[axis]) - PAD) / STEP for axis in "xy")
        found.append((group.findtext(f"{SVG}title") or "", (text is not None and text.text) or "", row, col))
    return [(label, number, int(row), int(col)) for label, number, row, col in found]


@st.composite
def boards(draw: st.DrawFn) -> tuple[Board, Board]:
    rows, cols = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    count = rows * cols - 1
    labels = draw(
        st.one_of(
            st.just(list(range(1, count + 1))),
            st.lists(st.integers(1, 2**32 - 1), min_size=count, max_size=count, unique=True),
        )
    )
    both = [Board(draw(st.permutations([0, *labels])), rows, cols) for _ in range(2)]
    return both[0], both[1]


@given(boards(), st.sampled_from(COLOURS))
def test_the_picture_is_the_board(both: tuple[Board, Board], colours: str) -> None:
    board, goal = both
    picture = board.to_svg(goal=goal, colours=colours)
    assert picture.isascii() or "×" in picture
    expected = []
    for cell, tile in enumerate(board):
        row, col = divmod(cell, board.cols)
        home = ", home" if goal[cell] == tile else ""
        name = f"tile {tile}" if tile else "blank"
        expected.append((f"{name}, row {row + 1}, column {col + 1}{home}", str(tile or ""), row, col))
    assert tiles_of(picture) == expected
    # Full colour at home, pale elsewhere; the colour itself is that of the home.
    groups = colour_groups(goal, colours)
    for cell, group in enumerate(ET.fromstring(picture).findall(f"{SVG}g")):
        rect = group.find(f"{SVG}rect")
        if board[cell] and rect is not None:
            home_cell = goal.find(board[cell])
            colour = PALETTE[groups[home_cell]]
            shade = (colour.home if home_cell == cell else colour.away).light
            assert (rect.get("fill"), group.get("fill")) == (shade.fill, shade.ink)


@given(boards())
def test_pictures_do_not_meet_in_a_page(both: tuple[Board, Board]) -> None:
    board, goal = both
    pictures = [board.to_svg(), board.to_svg(goal=goal), goal.to_svg(colours="none")]
    names = [set(re.findall(r'class="(\w+)"', picture)) for picture in pictures]
    for one in range(3):
        assert not re.search(r"\bid=|url\(|href", pictures[one])
        prefix = re.findall(r'<svg[^>]* class="(\w+)"', pictures[one])[0]
        # Every rule is for this picture only.
        rules = re.findall(r"[{}]([^{}@]+)\{", pictures[one])
        assert rules
        assert all(rule.startswith(f".{prefix}") for rule in rules)
        for two in range(one):
            assert pictures[one] == pictures[two] or not names[one] & names[two]


def numbers_fit(picture: str) -> bool:
    """Whether every number is narrower than its tile, if a digit is at most 0.6 of the font's size wide."""
    root = ET.fromstring(picture)
    size = float(root.attrib["font-size"])
    texts = root.findall(f".//{SVG}text")
    return all(0.6 * float(text.get("font-size", size)) * len(text.text or "") <= 50 for text in texts)


@pytest.mark.parametrize("shape", [(2, 2), (2, 9), (9, 2), (4, 4), (11, 11), (30, 30), (40, 30)])
def test_sizes(shape: tuple[int, int]) -> None:
    picture = random_board(*shape, seed=1).to_svg()
    root = ET.fromstring(picture)
    rows, cols = shape
    assert len(tiles_of(picture)) == rows * cols
    assert numbers_fit(picture)
    assert max(float(root.attrib["width"]), float(root.attrib["height"])) <= 720
    ratio = float(root.attrib["width"]) / float(root.attrib["height"])
    assert ratio == pytest.approx((cols * STEP + 12) / (rows * STEP + 12), rel=0.01)
    assert len(picture) < 300 * rows * cols + 4000


def test_long_numbers_are_smaller() -> None:
    picture = Board([4_000_000_000, 123, 7, 0, 12345, 6], 2, 3).to_svg()
    assert numbers_fit(picture)
    sizes = re.findall(r"<text[^>]*?(?: font-size=\"(\d+)\")?>\d+<", picture)
    assert sizes == ["7", "", "", "14", ""]


def test_goals_and_missing_numbers() -> None:
    board = Board("1 3 0 4/5 6 7 8/9 10 11 12/13 14 15 16")
    labels = [label for label, *_ in tiles_of(board.to_svg())]
    assert "tile 3, row 1, column 2" in labels
    assert "tile 16, row 4, column 4, home" in labels
    assert "tile 8, row 2, column 1, home" in [
        label for label, *_ in tiles_of(Board("1 2 3/8 0 4/7 6 5").to_svg(goal="spiral"))
    ]
    with pytest.raises(GoalError, match="same tiles"):
        Board("1 2/3 0").to_svg(goal="1 2/4 0")
    with pytest.raises(GoalError, match="no goal named"):
        Board("1 2/3 0").to_svg(goal="<b>")


def test_colours_of_lines() -> None:
    goal = goals.rows(10, 3)
    assert colour_groups(goal, "row")[::3] == [0, 1, 2, 3, 4, 5, 6, 7, 0, 1]
    assert colour_groups(goal, "column")[:4] == [0, 1, 2, 0]
    assert set(colour_groups(goal, "none")) == {len(PALETTE) - 1}
    assert colour_groups(goals.rows(3, 3, blank=0), "stage") == [2, 2, 1, 2, 2, 1, 0, 0, 0]
    # More lines than there are.
    greedy = Solution(goals.rows(2, 2), goals.rows(2, 2), "", "mine", [("row", 0)] * 9)
    assert colour_groups(greedy.goal, "stage", greedy) == [0, 0, 2, 2]


@pytest.mark.parametrize("method", ["combined", "peel", "greedy"])
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_colours_of_stages_are_those_of_the_solution(method: Method, data: st.DataObject) -> None:
    """Tiles of rows and columns: those of all lines so far are at home after a stage."""
    rows = 4 if method == "combined" else data.draw(st.integers(2, 7))
    cols = 4 if method == "combined" else data.draw(st.integers(2, 7))
    goal = goals.rows(rows, cols, blank=data.draw(st.integers(0, rows * cols - 1)))
    start = random_board(rows, cols, goal=goal, seed=data.draw(st.integers(0, 999)))
    solution = solve(start, goal=goal, method=method)
    groups, board, lines = colour_groups(goal, "stage", solution), start, [rows, cols]
    done = [0, 0]
    for stage in solution.stages:
        board = board.apply(stage.moves)
        if stage.name not in ("row", "column"):
            break
        way = ["row", "column"].index(stage.name)
        lines[way] -= 1
        home = {cell for cell, group in enumerate(groups) if group == way and board[cell] == goal[cell]}
        done[way] += lines[1 - way]
        assert len(home) >= done[way]
    assert [groups.count(group) for group in range(3)] == [*done, lines[0] * lines[1]]


def test_files(tmp_path: Path) -> None:
    board, solution = Board("1 2/0 3"), solve("1 2/0 3")
    assert board.to_svg(tmp_path / "a.svg") == (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert solution.to_svg(str(tmp_path / "b.svg")) == (tmp_path / "b.svg").read_text(encoding="utf-8")
    assert solution.to_html(tmp_path / "c.html") == (tmp_path / "c.html").read_text(encoding="utf-8")
    assert solution.to_gif(tmp_path / "d.gif") == (tmp_path / "d.gif").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.svg", "b.svg", "c.html", "d.gif"]
    with pytest.raises(FileError, match="cannot write"):
        board.to_svg(tmp_path / "none" / "a.svg")
    with pytest.raises(FileError, match="cannot write"):
        solution.to_gif(tmp_path / "none" / "a.gif")


def test_what_is_refused() -> None:
    board, solution = Board("1 2/0 3"), solve("1 2/0 3")
    for call in (board.to_svg, solution.to_svg, solution.to_gif, solution.to_html):
        with pytest.raises(UnsupportedError, match="there are no colours 'red'; choose 'row'"):
            call(colours="red")
        with pytest.raises(TypeError):
            call(colours=3)  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match=r"seconds is a number from 0\.01 to 60, got 0"):
        solution.to_svg(seconds=0)
    with pytest.raises(TypeError, match="seconds is a number"):
        solution.to_svg(seconds="1")  # type: ignore[arg-type]
    large = goals.rows(101, 100)
    with pytest.raises(UnsupportedError, match="at most 10,000 cells, this board has 101 × 100"):
        large.to_svg()
    for call in (solve(large).to_svg, solve(large).to_gif, solve(large).to_html):
        with pytest.raises(UnsupportedError, match="at most 10,000 cells"):
            call()
    long = Solution(board, board, "UD" * 1001, "mine")
    with pytest.raises(UnsupportedError, match=r"at most 2,000 moves, this solution has 2,002; to_html\(\)"):
        long.to_svg()


def test_in_a_notebook() -> None:
    board = random_board(seed=1)
    assert board._repr_svg_() == board.to_svg()
    assert goals.rows(50, 50)._repr_svg_() is not None
    assert goals.rows(51, 50)._repr_svg_() is None
