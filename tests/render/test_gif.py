"""The GIF: decoded by Pillow, its frames are the boards of the solution."""

from __future__ import annotations

import io
import sys

import pytest
from PIL import Image, ImageSequence

from puzzle15 import Board, Solution, UnsupportedError, goals, random_board, solve
from puzzle15.render.colours import PALETTE, TRAY
from puzzle15.render.pixels import Pixels


def frames(data: bytes) -> list[Image.Image]:
    with Image.open(io.BytesIO(data)) as image:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(image)]


def durations(data: bytes) -> list[int]:
    with Image.open(io.BytesIO(data)) as image:
        return [frame.info["duration"] for frame in ImageSequence.Iterator(image)]


CASES = [
    (random_board(seed=2014), None, "stage", None),
    (random_board(3, 5, seed=2), None, "row", 20),
    (random_board(2, 2, seed=3), None, "none", 8),
    (Board("2 3 4/1 8 0/7 6 5"), "spiral", "column", 33),
    (random_board(9, 3, seed=4), None, "row", 15),
    (Board([4_000_000_000, 123, 7, 0, 12345, 6], 2, 3), None, "column", None),
]


@pytest.mark.parametrize(("board", "goal", "colours", "side"), CASES)
def test_every_frame_is_a_board(board: Board, goal: str | None, colours: str, side: int | None) -> None:
    solution = solve(board, goal=goal)
    shown = frames(solution.to_gif(colours=colours, side=side))
    assert len(shown) == len(solution) + 1
    pixels = Pixels(solution.goal, colours, solution, side)
    for frame, step in zip(shown, solution.boards(), strict=True):
        assert frame.tobytes() == pixels.board(step).convert("RGB").tobytes()


def test_what_is_drawn() -> None:
    # Looked at without the code that draws: the colour near the edge of each tile, and ink in its middle.
    solution = solve("1 2 3/4 0 6/7 5 8")
    first, *_, last = frames(solution.to_gif(side=40))
    for image, board in ((first, solution.start), (last, solution.goal)):
        for cell, tile in enumerate(board):
            row, col = divmod(cell, 3)
            x, y = 6 + col * 43, 6 + row * 43
            inside = image.crop((x, y, x + 40, y + 40))
            colours = {rgb(colour) for _, colour in inside.getcolors(1600) or []}
            colour = PALETTE[(tile - 1) // 3]
            shade = (colour.home if solution.goal[cell] == tile else colour.away).light
            expected = {TRAY.light.fill} if not tile else {shade.fill, shade.ink}
            assert expected <= colours
            assert tile or colours == expected
            assert not tile or rgb(inside.getpixel((20, 4))) == shade.fill


def rgb(colour: object) -> str:
    assert isinstance(colour, tuple)
    return "#" + bytes(colour).hex()


def test_times() -> None:
    data = solve(random_board(3, 3, seed=1)).to_gif(seconds=0.5)
    assert durations(data) == [1000, *[500] * (len(durations(data)) - 2), 3000]
    assert durations(solve("1 2/3 0").to_gif()) == [3000]
    with Image.open(io.BytesIO(data)) as image:
        assert image.info["loop"] == 0


def test_small_files() -> None:
    solution = solve(random_board(10, 10, seed=1))
    data = solution.to_gif()
    assert len(data) < 1000 * len(solution)
    with Image.open(io.BytesIO(data)) as image:
        assert image.n_frames == len(solution) + 1  # type: ignore[attr-defined]
        assert max(image.size) < 720


@pytest.mark.slow
def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = solve("1 2/0 3")
    with pytest.raises(UnsupportedError, match=r"seconds is a number from 0\.02 to 60"):
        solution.to_gif(seconds=0.001)
    with pytest.raises(UnsupportedError, match="side is a whole number from 8 to 200"):
        solution.to_gif(side=1000)
    with pytest.raises(TypeError, match="side is a whole number"):
        solution.to_gif(side=1.5)  # type: ignore[arg-type]
    goal = goals.rows(2, 5000)
    wide = Solution(goal.move("L"), goal, "R", "mine")
    with pytest.raises(UnsupportedError, match="is too large; give side=12 or less, or"):
        wide.to_gif()
    with Image.open(io.BytesIO(wide.to_gif(side=12))) as image:
        assert 60_000 < image.width < 2**16
    goal = goals.rows(100, 100)
    with pytest.raises(UnsupportedError, match=r"× .* is too large; give side=41 or less, or"):
        Solution(goal.move("L"), goal, "R", "mine").to_gif(side=200)
    board = solution.start
    with pytest.raises(UnsupportedError, match=r"a GIF has at most 10,000 moves, .* has 10,002; to_html\(\)"):
        Solution(board, board, "UD" * 5001, "mine").to_gif()
    # Without Pillow it says what to do.
    monkeypatch.delitem(sys.modules, "puzzle15.render.pixels", raising=False)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ImportError, match=r'pip install "puzzle15\[gif\]"'):
        solution.to_gif()
