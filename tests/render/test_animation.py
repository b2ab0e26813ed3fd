"""The animated SVG: its keyframes, replayed, are the boards of the solution."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from bisect import bisect_right

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzle15 import Board, Solution, goals, random_board, solve

SVG = "{http://www.w3.org/2000/svg}"
STEP, PAD = 56, 8
BEGIN, END = 1.0, 3.0


class Film:
    """An animated SVG, read as a browser would: which style each tile has at which time."""

    def __init__(self, picture: str) -> None:
        self.root = ET.fromstring(picture)
        style = self.root.findtext(f"{SVG}style") or ""
        self.style = style
        self.prefix = self.root.attrib["class"]
        found = re.search(rf"\.{self.prefix} g{{animation-duration:([\d.]+)s;", style)
        assert found
        self.total = float(found[1])
        self.frames: dict[str, list[tuple[float, str]]] = {}
        for name, body in re.findall(r"@keyframes (\w+){((?:[^{}]+{[^{}]*})*)}", style):
            assert f".{name}{{animation-name:{name}}}" in style
            steps = []
            for when, what in re.findall(r"([^{}]+){([^{}]*)}", body):
                steps += [(float(moment.rstrip("%")), what) for moment in when.split(",")]
            assert steps == sorted(steps, key=lambda step: step[0])
            assert (steps[0][0], steps[-1][0]) == (0, 100)
            self.frames[name] = steps

    def value(self, name: str, seconds: float, pattern: str) -> tuple[float, ...]:
        """The numbers of a style at a time, in between where it changes (as if evenly)."""
        steps, moment = self.frames[name], 100 * seconds / self.total
        at = bisect_right([when for when, _ in steps], moment)
        (begin, before), (end, after) = steps[max(0, at - 1)], steps[min(len(steps) - 1, at)]
        part = 0.0 if end == begin else (moment - begin) / (end - begin)
        pairs = zip(re.findall(pattern, before), re.findall(pattern, after), strict=True)
        return tuple(float(one) + part * (float(two) - float(one)) for one, two in pairs)

    def board(self, seconds: float) -> tuple[dict[int, tuple[float, float]], set[int]]:
        """For each tile its row and column at a time, and the tiles that have their full colour."""
        places, full = {}, set()
        for group in self.root.findall(f"{SVG}g"):
            rect, text = group.find(f".//{SVG}rect"), group.find(f".//{SVG}text")
            if text is None or rect is None:
                continue
            tile = int(text.text or "")
            x, y = (float(rect.attrib[axis]) - 0.75 for axis in "xy")
            name = group.attrib["class"]
            if name in self.frames:
                dx, dy = self.value(name, seconds, r"-?\d+(?=px)")
                face = group.findall(f"{SVG}g")[1].attrib["class"]
                opacity = self.value(face, seconds, r"(?<=opacity:)\d")[0]
                x, y = x + dx, y + dy
            else:
                opacity = float(f"{self.prefix}h" in name)
            places[tile] = (y - PAD) / STEP, (x - PAD) / STEP
            assert -1e-9 <= opacity <= 1
            if opacity > 0.999:
                full.add(tile)
        return places, full


def check(solution: Solution, seconds: float = 0.4) -> Film:
    film = Film(solution.to_svg(seconds=seconds))
    assert film.total == pytest.approx(BEGIN + len(solution) * seconds + END, rel=1e-5)
    for number, board in enumerate(solution.boards()):
        # Between two moves, everything stands still.
        places, full = film.board(BEGIN + (number - 0.1) * seconds)
        for cell, tile in enumerate(board):
            if tile:
                assert places[tile] == pytest.approx(divmod(cell, board.cols), abs=0.02)
        home = {tile for cell, tile in enumerate(board) if tile and solution.goal[cell] == tile}
        assert full == home
    assert film.board(film.total - 0.01) == film.board(BEGIN + len(solution) * seconds)
    return film


@given(st.integers(2, 5), st.integers(2, 5), st.integers(0, 999), st.sampled_from([None, *goals.NAMES]))
@settings(max_examples=30, deadline=None)
def test_the_film_is_the_solution(rows: int, cols: int, seed: int, goal: str | None) -> None:
    start = random_board(rows, cols, goal=goal and goals.NAMES[goal](rows, cols), seed=seed)
    check(solve(start, goal=goal, method="peel"))


@pytest.mark.parametrize("seconds", [0.01, 0.123456, 1 / 3, 60])
def test_any_speed(seconds: float) -> None:
    check(solve(random_board(seed=3)), seconds)


@pytest.mark.slow
def test_a_long_film() -> None:
    solution = solve(random_board(10, 10, seed=1))
    check(solution, 0.05)
    assert len(solution.to_svg()) < 120 * len(solution)


def test_no_moves_and_to_and_fro() -> None:
    film = check(solve("1 2/3 0"))
    assert film.root.findtext(f"{SVG}title") == "A 2 × 2 puzzle solved in 0 moves"
    board = Board("1 2/3 0")
    check(Solution(board, board, "UDLRLR", "mine"))
    check(Solution(board, board, "udlr", "mine"))


def test_half_way() -> None:
    film = Film(solve("1 2 3/4 0 6/7 5 8").to_svg(seconds=1))
    places, full = film.board(BEGIN + 0.4)
    assert places[5] == pytest.approx((1.5, 1), abs=0.001)
    assert full == {1, 2, 3, 4, 6, 7}


def test_it_needs_nothing_and_says_what_it_is() -> None:
    board = Board("1 2/0 3")
    evil = Solution(board, Board("1 2/3 0"), "R", "<m>", [("</desc><script>alert(1)</script>&", 1)])
    picture = evil.to_svg()
    root = ET.fromstring(picture)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} == {
        *("svg", "title", "desc", "style", "rect", "g", "text")
    }
    assert root.findtext(f"{SVG}desc") == "The blank goes </desc><script>alert(1)</script>&: R"
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == root.findtext(f"{SVG}title") == "A 2 × 2 puzzle solved in 1 move"
    assert not re.search(r"\bid=|url\(|href|@import", picture)
    # Those who want less motion get none, and those who prefer dark pages get them.
    prefix = root.attrib["class"]
    still = f"@media (prefers-reduced-motion:reduce){{.{prefix} g{{animation-name:none!important}}}}"
    assert still in picture
    assert "@media (prefers-color-scheme:dark)" in picture


def test_two_films_do_not_meet() -> None:
    one, two = (Film(solve(random_board(seed=seed)).to_svg()) for seed in (1, 2))
    assert not one.frames.keys() & two.frames.keys()
    slow, fast = (Film(solve(random_board(seed=1)).to_svg(seconds=s)) for s in (1, 2))
    assert not slow.frames.keys() & fast.frames.keys()
