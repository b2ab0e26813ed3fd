"""Draw every picture of the pages into docs/images: `python docs/pictures.py [name ...]`, all or some.

`python docs/pictures.py report` computes all figures of the papers again, which takes some minutes. It writes
the page of that run to docs/reports/full-run.html, which is not kept in git, two of its pictures, and what it
found in a line, docs/full-run.txt, which the README repeats.

Boards are drawn by `puzzle15.render` and put side by side here; plots are those of `puzzle15.plot`. Pictures
of boards are always the same, and a test compares them. Plots of times are not, and matplotlib's differ from
version to version.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from puzzle15 import Board, Solution, goals, random_board, solve, tables, twists
from puzzle15.render.drawing import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DOCS = Path(__file__).parent
IMAGES = DOCS / "images"
FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
MARGIN, ARROW, LINE, LETTER = 10, 104, 22, 7.4

# Colours of puzzle15.render: one for each pattern or step, and grey for what does not count.
FIRST, SECOND, THIRD, GREY = 0, 1, 2, 8

# Text and lines in the colour of the page, in an image of its own.
INK = "<style>svg{color:#334155}@media (prefers-color-scheme:dark){svg{color:#cbd5e1}}</style>"


class Panel(NamedTuple):
    """A board, what stands below it, and what is done before the next."""

    board: str
    caption: str = ""
    arrow: tuple[str, str] = ("", "")


def side_by_side(panels: Sequence[Panel], title: str, *, tile: int = 40, columns: int = 9) -> str:
    """Boards in rows of so many columns, with captions below and arrows between."""
    sizes = [[float(n) for n in re.findall(r"[\d.]+", _viewbox(panel.board))] for panel in panels]
    scale = tile / 52
    wide, high = max(size[2] for size in sizes) * scale, max(size[3] for size in sizes) * scale
    # A caption may be wider than its board.
    letters = max(len(line) for panel in panels for line in panel.caption.split("\n"))
    over = max(0.0, LETTER * letters - wide)
    margin = MARGIN + over / 2
    gap = ARROW if any(panel.arrow[0] for panel in panels) else 28 + over
    below = LINE * max(panel.caption.count("\n") + bool(panel.caption) for panel in panels) + 14
    parts = []
    for number, panel in enumerate(panels):
        x = margin + number % columns * (wide + gap)
        y = MARGIN + number // columns * (high + below)
        board = re.sub(r' style="[^"]*"', "", panel.board.strip(), count=1)
        parts.append(f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:.4f})">{board}</g>')
        parts.append(_lines(panel.caption, x + wide / 2, y + high + 24))
        if panel.arrow[0]:
            parts.append(_arrow(*panel.arrow, x + wide, y + high / 2))
    across = min(columns, len(panels))
    width = 2 * margin + across * wide + (across - 1) * gap
    if len(panels) > across:
        width += gap  # For arrows at the ends of rows.
    height = 2 * MARGIN + -(-len(panels) // columns) * (high + below) - 14
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="{FONT}" font-size="15" text-anchor="middle" fill="currentColor" '
        f'role="img"><title>{title}</title>{INK}{"".join(parts)}</svg>\n'
    )


def _viewbox(board: str) -> str:
    found = re.search(r'viewBox="([^"]*)"', board)
    if not found:
        raise SystemExit("a board without a viewBox")
    return found[1]


def _lines(text: str, x: float, y: float) -> str:
    return "".join(
        f'<text x="{x:.1f}" y="{y + LINE * number:.1f}">{line}</text>'
        for number, line in enumerate(text.split("\n"))
        if line
    )


def _arrow(above: str, under: str, x: float, y: float) -> str:
    middle = x + ARROW / 2
    return (
        f'<path d="M{x + 14:.1f} {y:.1f} h{ARROW - 30} m-8 -6 l8 6 l-8 6" fill="none" stroke="currentColor" '
        f'stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>'
        f'<text x="{middle:.1f}" y="{y - 13:.1f}" font-weight="600">{above}</text>'
        f'<text x="{middle:.1f}" y="{y + 25:.1f}" font-size="13">{under}</text>'
    )


def coloured(board: Board, groups: dict[int, int], *, name: str) -> str:
    """A board whose tiles have the colours given, those not mentioned a pale grey."""
    drawing = Drawing(board, "none", extra=(name, board.to_text()))
    parts = []
    for cell, tile in enumerate(board):
        if tile:
            drawing.groups[drawing.homes[tile]] = groups.get(tile, GREY)
            parts.append(drawing.tile(tile, cell, tile in groups))
    return drawing.page('role="img"', "", "".join(parts))


def after_stages(solution: Solution, count: int | None = None) -> list[Panel]:
    """The board, and how it looks after each stage; the colour of a tile is that of its stage."""
    names = [stage.name for stage in solution.stages]
    board = solution.start
    panels: list[Panel] = []
    last = len(names) if count is None else count - 1
    for number in range(last + 1):
        drawing = Drawing(solution.goal, "stage", solution, extra=board.to_text())
        tiles = [
            drawing.tile(tile, cell, drawing.homes[tile] == cell) for cell, tile in enumerate(board) if tile
        ]
        stage = solution.stages[number] if number < last else None
        arrow = (stage.name.replace("x", "×"), f"{stage.length} moves") if stage else ("", "")
        panels.append(Panel(drawing.page('role="img"', "", "".join(tiles)), "", arrow))
        board = board.apply(stage.moves) if stage else board
    return panels


def stages() -> str:
    """The combined solver, stage by stage."""
    solution = solve(random_board(4, 4, seed=2014))
    panels = after_stages(solution)
    return side_by_side(
        panels, "A 15-puzzle solved in three stages: row, column, and the 8-puzzle that is left"
    )


def solvability() -> str:
    """The goal, and the board that cannot be solved."""
    goal = Board("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0")
    swapped = Board("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0")
    panels = [
        Panel(goal.to_svg(), "no inversion: even"),
        Panel(swapped.to_svg(), "one inversion, 15 before 14: odd"),
    ]
    return side_by_side(panels, "The goal, and the same board with 14 and 15 exchanged")


def greedy() -> str:
    """A tile goes up by two steps, straight on."""
    board = Board("2 3 4/5 6 7/8 0 9/10 1 11")
    ways = [("in", "D, 1 move"), ("round", "RUUL, 4 moves"), ("in", "D, 1 move")]
    panels = []
    for word, text in ways:
        panels.append(Panel(coloured(board, {1: FIRST}, name="greedy"), "", (word, text)))
        board = board.apply(text.split(",")[0])
    panels.append(Panel(coloured(board, {1: FIRST}, name="greedy")))
    return side_by_side(
        panels, "The blank takes a tile one step up, goes round it, and takes it another step up"
    )


def peel() -> str:
    """A large board after each of its first lines."""
    solution = solve(random_board(6, 6, seed=1), method="peel")
    return side_by_side(after_stages(solution, 6), "A 6×6 board after each of its lines", tile=32, columns=3)


def steps(sizes: tuple[int, int], parts: Sequence[tuple[Sequence[int], str]], title: str) -> str:
    """The goal of a puzzle, once for each step, with the tiles of the step in colour."""
    goal = goals.rows(*sizes)
    done: set[int] = set()
    panels = []
    for number, (tiles, caption) in enumerate(parts):
        brought = set(tiles) or {tile for tile in goal if tile} - done
        board = _without(goal, done, dict.fromkeys(brought, number), f"step {number}")
        panels.append(Panel(board, caption))
        done |= brought
    return side_by_side(panels, title)


def _without(goal: Board, gone: set[int], groups: dict[int, int], name: str) -> str:
    """A goal without the tiles whose cells are off the board."""
    drawing = Drawing(goal, "none", extra=name)
    parts = []
    for cell, tile in enumerate(goal):
        if tile and tile not in gone:
            drawing.groups[cell] = groups.get(tile, GREY)
            parts.append(drawing.tile(tile, cell, tile in groups))
    return drawing.page('role="img"', "", "".join(parts))


def steps_15() -> str:
    """The two steps of the bound for the 15-puzzle."""
    row_and_column = (1, 2, 3, 4, 5, 9, 13)
    parts = [
        (row_and_column, "step 1: 7 tiles on 16 cells\n518,918,400 states, at most 62 moves"),
        ((), "step 2: 8 tiles on 9 cells\n181,440 states, at most 29 moves"),
    ]
    return steps((4, 4), parts, "The 15-puzzle in two steps")


def steps_24() -> str:
    """The three steps of the bound for the 24-puzzle."""
    parts = [
        ((1, 2, 3, 4, 5, 6), "step 1: 6 tiles on 25 cells\n2,422,728,000 states\nat most 86 moves"),
        ((7, 8, 9, 10, 11, 16, 21), "step 2: 7 tiles on 19 cells\n3,047,466,240 states\nat most 73 moves"),
        ((), "step 3: 11 tiles on 12 cells\n239,500,800 states\nat most 51 moves"),
    ]
    return steps((5, 5), parts, "The 24-puzzle in three steps")


def patterns() -> str:
    """The two ways to cut the tiles of the 15-puzzle into patterns; the second is seen in a mirror."""
    goal = goals.rows(4, 4)
    panels = []
    for number, lookup in enumerate(tables.patterns(4, 4).lookups):
        groups = {}
        for colour, pattern in enumerate(lookup):
            for home in pattern.homes:
                groups[(home % 4 * 4 + home // 4 if number else home) + 1] = colour
        name = ["first", "second"][number]
        panels.append(Panel(coloured(goal, groups, name=name), f"{name} lookup"))
    return side_by_side(panels, "The fifteen tiles in patterns of six, six and three, in two ways")


def twist() -> str:
    """The blank goes once round the top left corner."""
    board = goals.spiral(3, 3)
    colours = {8: FIRST, 1: FIRST, 2: FIRST}
    panels = []
    for letter in twists.TwistPath("A").moves:
        panels.append(Panel(coloured(board, colours, name="twist"), "", (letter, "")))
        board = board.move(letter)
    panels.append(Panel(coloured(board, colours, name="twist")))
    return side_by_side(
        panels, "Twist A: the blank goes up, left, down and right, and three tiles change places", tile=34
    )


def colours() -> str:
    """One board in three ways."""
    board = random_board(4, 4, seed=2014).apply("RURULDLURULDRDRURDLUURDLULD")
    panels = [Panel(board.to_svg(colours=name), name) for name in ("row", "column", "stage")]
    return side_by_side(panels, "One board with colours by row, by column and by stage")


def animation() -> str:
    """One of the two hardest 8-puzzles, solved."""
    return solve("8 6 7/2 5 4/3 0 1").to_svg(seconds=0.3)


def plotted(draw: Callable[[], Axes]) -> Callable[[], str]:
    """A plot as an image of its own."""

    def picture() -> str:
        from puzzle15 import plot

        return alone(plot.to_svg(draw()))

    return picture


def alone(text: str) -> str:
    """An SVG that was made for a page, as an image of its own."""
    begin = text.index(">") + 1
    lines = [line.rstrip() for line in (text[:begin] + INK + text[begin:]).splitlines()]
    return "\n".join(lines) + "\n"


def write_report() -> None:
    """Make a full run, and write its page, the pictures taken from it, and a line with what it found."""
    from puzzle15.reproduce import reproduce

    page = DOCS / "reports" / "full-run.html"
    page.parent.mkdir(exist_ok=True)
    begin = time.process_time()
    report = reproduce(html=page)
    # On a machine with other work the clock says little.
    busy = time.process_time() - begin
    for name, figure in REPORT.items():
        save(name, taken_from(page.read_text(encoding="utf-8"), figure))
    counts = ", ".join(f"{count} {verdict}" for verdict, count in report.counts.items())
    took = f"{report.seconds:.0f} s, {busy:.0f} s of processor time"
    line = f"{report.kind}: {len(report.figures)} figures in {took}: {counts}\n"
    (DOCS / "full-run.txt").write_text(line, encoding="utf-8")
    print(line, end="")


def taken_from(page: str, figure: str) -> str:
    """The picture of a figure in the page of a report."""
    begin = page.index(f'<svg role="img" aria-label="{escape(figure)}"')
    return alone(page[begin : page.index("</svg>", begin) + 6])


def eight_puzzle() -> Axes:
    """All boards of the 8-puzzle."""
    from puzzle15 import explore

    return explore(3, 3).plot()


def three_by_four() -> Axes:
    """All boards of 3×4."""
    from puzzle15 import explore

    return explore(3, 4).plot()


def row_table() -> Axes:
    """The first stage of the combined solver."""
    return tables.move_table("row").plot()


def lengths() -> Axes:
    """Four methods."""
    from puzzle15 import experiment, plot
    from puzzle15.typing import Method

    boards: dict[Method, int] = {"greedy": 50_000, "combined": 50_000, "quick": 20_000, "optimal": 2_000}
    results = [experiment(count, method, seed=1) for method, count in boards.items()]
    return plot.lengths(results, title="random 15-puzzles")


def length_against_time() -> Axes:
    """Every method and setting; the best time of five, as the machine does other things beside."""
    from puzzle15 import tradeoff

    runs = [tradeoff.measure(boards=300, slow=100) for _ in range(5)]
    return tradeoff.plot(
        [min(points, key=lambda point: point.microseconds) for points in zip(*runs, strict=True)]
    )


def growth_with_n() -> Axes:
    """Boards of 4×4 to 50×50."""
    from puzzle15 import growth

    return growth.plot(growth.measure([4, 6, 8, 10, 15, 20, 30, 50], boards=40, seed=1))


def walks() -> Axes:
    """Boards after walks of the blank, beside all boards."""
    import numpy as np
    from matplotlib import pyplot

    from puzzle15 import explore, plot, random_boards, solve_many

    axes = pyplot.subplots(figsize=(7, 3.6), layout="constrained")[1]
    counts = np.array(explore(3, 3).counts)
    shares = {"all 8-puzzles": counts / counts.sum()}
    for count in (5, 10, 20):
        boards = random_boards(20_000, 3, 3, seed=1, method="walk", steps=count)
        lengths = np.bincount(solve_many(boards).lengths, minlength=len(counts))
        shares[f"walk to {count} cells"] = lengths / lengths.sum()
    for colour, (name, share) in zip(plot.COLOURS, shares.items(), strict=False):
        axes.stairs(100 * share, np.arange(len(share) + 1) - 0.5, color=colour, label=name, linewidth=1.5)
    axes.set(xlabel="moves to the goal", ylabel="boards, %")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    return axes


def sent_by_level() -> Axes:
    """What a search of 3×4 would send on 64 nodes, beside sending every state that is made."""
    from matplotlib import pyplot

    from puzzle15 import plot, traffic

    axes = pyplot.subplots(figsize=(7, 3.6), layout="constrained")[1]
    by_level = traffic.measure(3, 4, nodes=[64], partition="orders").arrays()
    lines = {
        "every move as a number of 8 bytes": 8 * by_level.moves,
        "rows as they are": by_level.raw[:, 0],
        "rows, coded": by_level.coded[:, 0],
        "no code can do with less": by_level.least[:, 0],
    }
    for colour, (name, sent) in zip(plot.COLOURS, lines.items(), strict=False):
        axes.plot(by_level.depths[sent > 0], sent[sent > 0], color=colour, label=name, linewidth=1.5)
    axes.set(xlabel="level", ylabel="bytes from node to node", yscale="log", ylim=(10, None))
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="lower center")
    return axes


def tabulated() -> Axes:
    """Schofield's puzzles."""
    from puzzle15 import plot

    counts = {row.moves: row.puzzles for row in twists.tabulation().rows}
    title = "the 20,160 eight-puzzles with the blank in the centre"
    return plot.histogram(counts, title=title, what="puzzles", along="moves")


BOARDS: dict[str, Callable[[], str]] = {
    "stages": stages,
    "solvability": solvability,
    "greedy": greedy,
    "peel": peel,
    "steps-15": steps_15,
    "steps-24": steps_24,
    "patterns": patterns,
    "twist": twist,
    "colours": colours,
    "animation": animation,
}
"""Pictures that are the same wherever they are drawn."""

REPORT = {
    "report-lengths": "combined over greedy: mean, %",
    "report-walks": "chart: mean of shortest solutions by steps of the walk",
}
"""Pictures taken from the report of a full run, and the figures to which they belong."""

PLOTS: dict[str, Callable[[], str]] = {
    "8-puzzle": plotted(eight_puzzle),
    "3x4": plotted(three_by_four),
    "row": plotted(row_table),
    "lengths": plotted(lengths),
    "tradeoff": plotted(length_against_time),
    "growth": plotted(growth_with_n),
    "walks": plotted(walks),
    "traffic": plotted(sent_by_level),
    "twists": plotted(tabulated),
}


def main(names: Sequence[str]) -> None:
    """Draw the pictures named, or all but those of the report."""
    for name, draw in (BOARDS | PLOTS).items():
        if not names or name in names:
            save(name, draw())
    if "report" in names:
        write_report()


def save(name: str, picture: str) -> None:
    """Write a picture, and say so."""
    (IMAGES / f"{name}.svg").write_text(picture, encoding="utf-8")
    print(f"images/{name}.svg")


if __name__ == "__main__":
    main(sys.argv[1:])
