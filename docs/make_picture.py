"""Draw docs/stages.svg, the picture in the README: `python docs/make_picture.py`."""

from __future__ import annotations

from pathlib import Path

from puzzle15 import Board, random_board, solve

SIZE, GAP = 42, 4
SIDE = 4 * SIZE + 5 * GAP
STEP = SIDE + 74
MARGIN = 22
COLOURS = {"row": "#c2410c", "column": "#0f766e", "3x3": "#3730a3"}


def colour(tile: int) -> str:
    """The stage that brings a tile home if the row comes first."""
    if tile <= 4:
        return COLOURS["row"]
    return COLOURS["column"] if tile % 4 == 1 else COLOURS["3x3"]


def draw(board: Board, left: int, top: int) -> str:
    """One board as SVG; a tile that is at home is drawn in full colour, the others pale."""
    label = f"board {board.to_text()}"
    parts = [f'<g transform="translate({left} {top})" role="img" aria-label="{label}">']
    parts.append(f'<rect width="{SIDE}" height="{SIDE}" rx="8" fill="#e2e8f0"/>')
    for cell, tile in enumerate(board):
        if tile:
            x = GAP + cell % 4 * (SIZE + GAP)
            y = GAP + cell // 4 * (SIZE + GAP)
            home = tile == cell + 1
            fill, ink = (colour(tile), "#ffffff") if home else ("#ffffff", colour(tile))
            parts.append(
                f'<rect x="{x}" y="{y}" width="{SIZE}" height="{SIZE}" rx="6" fill="{fill}" '
                f'stroke="{colour(tile)}" stroke-width="1.5"/>'
                f'<text x="{x + SIZE / 2}" y="{y + SIZE / 2 + 6}" fill="{ink}" font-size="18" '
                f'font-weight="600" text-anchor="middle">{tile}</text>'
            )
    return "".join([*parts, "</g>"])


def arrow(name: str, length: int, left: int, top: int) -> str:
    """The way from one board to the next, with what is done on it."""
    text = f'text-anchor="middle" x="{left + 37}" fill="{COLOURS[name]}"'
    return (
        f'<path d="M{left + 12} {top} h42 m-8 -6 l8 6 l-8 6" fill="none" stroke="{COLOURS[name]}" '
        f'stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>'
        f'<text {text} y="{top - 14}" font-size="14" font-weight="600">{name.replace("x", "×")}</text>'
        f'<text {text} y="{top + 26}" font-size="13">{length} moves</text>'
    )


def picture(board: Board) -> str:
    """The board, and how it looks after each stage of its solution."""
    solution = solve(board)
    if solution.stages[0].name != "row":
        raise SystemExit("choose a seed whose solution does the row first")
    width, height = 4 * STEP - 74 + 2 * MARGIN, SIDE + 2 * MARGIN + 34
    parts = [draw(board, MARGIN, MARGIN)]
    for number, stage in enumerate(solution.stages):
        board = board.apply(stage.moves)
        parts.append(arrow(stage.name, stage.length, MARGIN + number * STEP + SIDE, MARGIN + SIDE // 2))
        parts.append(draw(board, MARGIN + (number + 1) * STEP, MARGIN))
    caption = f"{len(solution)} moves: first the row, then the column, then the 8-puzzle that is left"
    parts.append(
        f'<text x="{width / 2}" y="{height - 18}" fill="#334155" font-size="15" '
        f'text-anchor="middle">{caption}</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="Helvetica, Arial, sans-serif">'
        f"<title>A 15-puzzle solved in three stages</title>"
        f'<rect width="{width}" height="{height}" rx="14" fill="#f8fafc"/>{"".join(parts)}</svg>\n'
    )


if __name__ == "__main__":
    target = Path(__file__).parent / "stages.svg"
    target.write_text(picture(random_board(4, 4, seed=2014)), encoding="utf-8")
    print(f"wrote {target.name}")
