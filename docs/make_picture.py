"""Draw docs/stages.svg, the picture in the README: `python docs/make_picture.py`."""

from __future__ import annotations

from pathlib import Path

from puzzle15 import Board, Stage, random_board, solve
from puzzle15.render.colours import PALETTE, TRAY, stage_group

SIDE, BETWEEN, MARGIN = 236, 90, 26
STEP = SIDE + BETWEEN


def draw(board: Board, left: int, top: int) -> str:
    """One board at a place of the picture."""
    inner = board.to_svg(colours="stage").replace(' style="max-width:100%;height:auto"', "").rstrip()
    return inner.replace("<svg", f'<svg x="{left}" y="{top}"', 1)


def arrow(stage: Stage, left: int, top: int) -> str:
    """The way from one board to the next, with what is done on it."""
    text, name = f'x="{left + BETWEEN // 2}"', stage.name.replace("x", "×")
    return (
        f'<g class="stage{stage_group(stage.name)}">'
        f'<path d="M{left + 18} {top} h54 m-10 -7 l10 7 l-10 7"/>'
        f'<text {text} y="{top - 18}" font-size="17" font-weight="600">{name}</text>'
        f'<text {text} y="{top + 31}" font-size="15">{stage.length} moves</text></g>'
    )


def style() -> str:
    """The colours on a light page, then on a dark one."""
    modes = []
    for dark in (0, 1):
        page = ("#f8fafc", "#0f172a")[dark]
        rules = [f".page{{fill:{page}}}.caption{{fill:{TRAY[dark].ink}}}"]
        for group in range(3):
            ink = PALETTE[group].away[dark].ink
            rules.append(f".stage{group} text{{fill:{ink}}}.stage{group} path{{stroke:{ink}}}")
        modes.append("".join(rules))
    return f"{modes[0]}@media (prefers-color-scheme:dark){{{modes[1]}}}"


def picture(board: Board) -> str:
    """The board, and how it looks after each stage of its solution."""
    solution = solve(board)
    if solution.stages[0].name != "row":
        raise SystemExit("choose a seed whose solution does the row first")
    width, height = 4 * STEP - BETWEEN + 2 * MARGIN, SIDE + 2 * MARGIN + 40
    parts = [draw(board, MARGIN, MARGIN)]
    for number, stage in enumerate(solution.stages):
        board = board.apply(stage.moves)
        parts.append(arrow(stage, MARGIN + number * STEP + SIDE, MARGIN + SIDE // 2))
        parts.append(draw(board, MARGIN + (number + 1) * STEP, MARGIN))
    caption = f"{len(solution)} moves: first the row, then the column, then the 8-puzzle that is left"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width * 3 // 4}" '
        f'height="{height * 3 // 4}" font-family="Helvetica, Arial, sans-serif" text-anchor="middle" '
        f'role="img" aria-label="A 15-puzzle solved in three stages">'
        f"<title>A 15-puzzle solved in three stages</title><style>{style()}</style>"
        f'<rect class="page" width="{width}" height="{height}" rx="18"/>'
        f'<g fill="none" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">{"".join(parts)}</g>'
        f'<text class="caption" x="{width // 2}" y="{height - 24}" font-size="18">{caption}</text></svg>\n'
    )


if __name__ == "__main__":
    target = Path(__file__).parent / "stages.svg"
    target.write_text(picture(random_board(4, 4, seed=2014)), encoding="utf-8")
    print(f"wrote {target.name}")
