"""Parberry 2014, a memory-efficient method: three tables, and a million random boards.

The tables are searched in full, so their figures are exact. Table III is of random boards; here it is of
other ones, so its means are compared within an interval, and its extremes by rank (`sampling`).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from puzzle15.reproduce.figures import Document, Figure, Run
from puzzle15.reproduce.papers.films import film_figures
from puzzle15.reproduce.papers.first_lines import first_lines
from puzzle15.reproduce.papers.greedy_steps import mean_growth
from puzzle15.reproduce.papers.karlemo_table import TABLE_1
from puzzle15.reproduce.papers.table_iii import eight_puzzles, table_iii
from puzzle15.reproduce.papers.uniform import chart_unit, slightly_different, without_assumption

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from puzzle15.exploring import Layers
    from puzzle15.tables import TableName

__all__ = ["DOCUMENT", "figures"]

# Fig. 2 is a chart. Its counts are printed in another of the documents.
FIG_2 = TABLE_1[3, 3][1]
MEANS = ((22.15, 21.90, 22.12), (21.90, 21.65, 21.89), (22.12, 21.89, 22.14))
MAXIMA = ((30, 29, 30), (29, 30, 31), (30, 31, 30))

STARTS = {
    1: ("0x0123F44444444444F", "0x01234F4444444444F", "0x012344F444444444F", "0x0123444F44444444F"),
    2: ("0x01234F558555C555F", "0x012345558F55C555F", "0x012345558555CC55F"),
}
"""The vertices that the searches of stages 1 and 2 start from, as printed."""

BORDER = (0, 1, 2, 3, 6)
"""The cells of the first row and the first column of the 8-puzzle."""

CHART = "Printed as a chart without numbers; its counts cannot be read. Worst and mean are compared above."
CLOCK = (
    "Printed for one core of an Intel Core i7-3930K at 3.2 GHz; here for one core of this machine, see above."
)


def figures(run: Run) -> Iterator[Figure]:
    """The figures of the report, in its order.

    >>> first = next(figures(Run(quick=True)))
    >>> first.name, first.printed, first.computed
    ('8-puzzle: configurations', 362880, 362880)
    """
    yield from _eight_puzzle()
    yield mean_growth(run)
    yield from _greedy_eight_puzzle()
    yield from _size_of_the_15_puzzle()
    yield from first_lines()
    yield from _stage_1()
    yield from _stage_2()
    yield from _last_stage()
    yield from _tables_i_and_ii()
    yield from without_assumption()
    yield from table_iii(run, _worst())
    yield from film_figures(run)
    yield from _memory()


DOCUMENT = Document(
    "parberry2014",
    "Ian Parberry, A memory-efficient method for fast computation of short 15-puzzle solutions, 2014",
    figures,
)


def _eight_puzzle() -> Iterator[Figure]:
    from puzzle15.exploring import explore
    from puzzle15.indexing import hex_code
    from puzzle15.tables import move_table

    solvable = explore(3, 3)
    others = explore(3, 3, goal="1 2 3/4 5 6/8 7 0")
    yield Figure("8-puzzle: configurations", 362_880, solvable.states + others.states)
    yield Figure("8-puzzle: solvable configurations", 181_440, solvable.states)
    yield Figure("8-puzzle: worst", 31, solvable.diameter)
    yield Figure(
        "8-puzzle: mean",
        "slightly less than 22",
        f"{solvable.mean:.4f}",
        holds=21.9 < solvable.mean < 22,
        criterion="it is between 21.9 and 22",
    )
    yield Figure("8-puzzle: mean, to two places", 21.97, round(solvable.mean, 2), style=".2f")
    yield Figure(
        "Fig. 2: 8-puzzles by length",
        FIG_2,
        solvable.counts,
        "Printed as a chart; the counts beside it are those that Karlemo and Östergård print.",
        plot=lambda ax: _histogram(solvable.counts, ax, "Fig. 2: all 8-puzzles"),
    )
    yield chart_unit("Fig. 2", solvable.counts, "thousands")
    means = tuple(tuple(_mean(solvable, (3 * row + col,)) for col in range(3)) for row in range(3))
    yield Figure("Fig. 3: mean by first cell of the blank", MEANS, means, style=".2f")
    yield Figure("Fig. 3: worst by first cell of the blank", MAXIMA, solvable.maxima)
    code = hex_code("1 2 3/4 5 6/7 8 0")
    yield Figure("8-puzzle: start of the search", "0x012345678", code)
    yield Figure(
        "8-puzzle: hexadecimal digits of a configuration",
        8,
        len(code) - len("0x"),
        why="A slip: there is a digit for each of the nine cells, as in the report's own example.",
    )
    table = move_table("3x3", fresh=True)
    yield Figure("8-puzzle table: bits an entry", 2, round(8 * len(table.data) / table.states))
    whole = (solvable.states + others.states) // 4
    yield Figure(
        "8-puzzle table: size",
        "less than 90 KB",
        f"{whole:,} bytes, {whole / 1024:.1f} KB",
        "With the unsolvable half, as in the report, and 1024 bytes to a KB. Ours has the solvable boards "
        f"alone: {len(table.data):,} bytes.",
        holds=whole < 90 * 1024,
    )
    yield _time("8-puzzle: time of the search", 250, explore(3, 3, threads=1))


def _mean(layers: Layers, cells: tuple[int, ...]) -> float:
    """The mean depth with the blank in one of these cells, to two places."""
    counts = _counts(layers, cells)
    return round(sum(depth * count for depth, count in enumerate(counts)) / sum(counts), 2)


def _counts(layers: Layers, cells: tuple[int, ...]) -> tuple[int, ...]:
    """How many states there are at each depth with the blank in one of these cells."""
    counts = [sum(level[cell] for cell in cells) for level in layers.by_cell]
    while not counts[-1]:
        counts.pop()
    return tuple(counts)


def _histogram(counts: tuple[int, ...], ax: Axes, title: str) -> None:
    from puzzle15.plot import histogram

    histogram(counts, ax, title=title, what="configurations", along="moves")


def _time(name: str, printed: int, layers: Layers) -> Figure:
    """How long a search took, beside what is printed, in milliseconds."""
    return Figure(name, f"{printed:,} ms", f"{1000 * layers.seconds:.1f} ms", CLOCK, timed=True)


def _greedy_eight_puzzle() -> Iterator[Figure]:
    """All boards instead of random ones, so nothing is left to chance."""
    from puzzle15.exploring import explore

    best, lengths = explore(3, 3), eight_puzzles()
    mean, worst = float(lengths.mean()), int(lengths.max())
    # Of 10⁹ random boards: the printed mean has no error that would count.
    off = 44.76 - mean
    yield Figure(
        "greedy on the 8-puzzle: mean",
        44.76,
        round(mean, 2),
        why=f"Printed for 10⁹ random boards, computed over all {len(lengths):,}, so chance has no part in "
        f"the {off:.2f} moves between them. The report does not state every choice: in which order a tile "
        "moves both ways, on which side the blank goes round it, what happens to a tile that is shut in. "
        "Those that the films of his program show do not give it either; see below.",
        style=".2f",
        plot=lambda ax: _histogram(
            tuple(int((lengths == length).sum()) for length in range(worst + 1)),
            ax,
            "all 8-puzzles by the greedy algorithm, down to 2×2",
        ),
    )
    yield Figure("greedy on the 8-puzzle: worst", 82, worst)
    ratio = mean / best.mean
    yield Figure(
        "greedy on the 8-puzzle: mean against the optimum",
        "just over double",
        f"{ratio:.3f} times",
        why=f"With the printed mean it would be {44.76 / best.mean:.3f} times; ours is smaller, see above.",
        holds=2 < ratio < 2.1,
        criterion="it is between 2 and 2.1 times",
    )
    ratio = worst / best.diameter
    yield Figure(
        "greedy on the 8-puzzle: worst against the optimum",
        "just over 2.65 times",
        f"{ratio:.4f} times",
        why=f"A slip of rounding: {worst}/{best.diameter} is a little less than 2.65.",
        holds=2.65 < ratio < 2.7,
        criterion="it is between 2.65 and 2.7 times",
    )


def _size_of_the_15_puzzle() -> Iterator[Figure]:
    from math import factorial

    states = factorial(16) // 2
    yield Figure(
        "15-puzzle: solvable configurations",
        "15! ≈ 1.3 × 10¹²",
        f"{states:,}",
        why="A slip: half of the 16! boards can be solved. 16!/2 is eight times 15!.",
        holds=states == 1_307_674_368_000,
    )
    yield Figure(
        "15-puzzle: table of 2 bits a configuration, GB",
        327,
        round(states / 4 / 1e9),
        why="Follows from 15! instead of 16!/2 configurations, the slip above. (The introduction has the "
        "same number for all 16!.)",
    )


def _stage_1() -> Iterator[Figure]:
    """The first row, done as soon as its tiles are there and the blank is below them."""
    from puzzle15.exploring import explore

    layers = explore(4, 4, tiles=[1, 2, 3, 4], sources=[4, 5, 6, 7], threads=1)
    yield from _stage("row", 1, layers, (524_160, "16!/11!", 46, 26.87, "Fig. 7", 4.5, 1031))


def _stage_2() -> Iterator[Figure]:
    """The first column of what is left, three rows, done as soon as the blank is beside it."""
    from puzzle15.exploring import explore

    layers = explore(3, 4, tiles=[1, 5, 9], sources=[1, 5, 9], threads=1)
    yield from _stage("column", 2, layers, (11_880, "12!/8!", 32, 18.83, "Fig. 9", 104, 93))


def _stage(
    name: TableName, number: int, layers: Layers, printed: tuple[int, str, int, float, str, float, int]
) -> Iterator[Figure]:
    """Stage 1 or 2: what a search of it finds, and the table that solvers use."""
    from puzzle15.tables import move_table

    states, formula, worst, mean, chart, size, milliseconds = printed
    table = move_table(name)
    stage = f"stage {number}"
    yield Figure(f"{stage}: configurations", states, layers.states, f"{formula} in the report.")
    yield Figure(f"{stage}: worst", worst, layers.diameter)
    yield Figure(f"{stage}: mean", mean, round(layers.mean, 2), style=".2f")
    yield Figure(
        f"{chart}: {stage} by length",
        None,
        layers.counts,
        CHART,
        plot=lambda ax: _histogram(layers.counts, ax, f"{chart}: {stage}, the first {name}"),
    )
    yield chart_unit(chart, layers.counts, "tens of thousands" if number == 1 else "hundreds")
    unit, power = ("MB", 20) if number == 1 else ("KB", 10)
    entries = round(9 * layers.states / 2**power, 1 if number == 1 else None)
    ours = f"1024 bytes to a KB, and so on. Ours has 2 bits for each: {len(table.data):,} bytes."
    yield Figure(f"{stage}: table of 9 bytes an entry, {unit}", size, entries, ours, style=_style(size))
    yield from _codes(number)
    yield _time(f"{stage}: time of the search", milliseconds, layers)


def _style(value: float) -> str:
    return ".1f" if isinstance(value, float) else ""


def _codes(number: int) -> Iterator[Figure]:
    """The configurations in hexadecimal: solved, and those that the search starts from."""
    from puzzle15 import goals
    from puzzle15.indexing import hex_code

    solved = goals.rows(4, 4)
    told = (1, 2, 3, 4) if number == 1 else (1, 2, 3, 4, 5, 9, 13)
    # On the solved board the blank goes to each cell that is beside the tiles of the stage.
    paths = ("UULLL", "UULL", "UUL", "UU") if number == 1 else ("UULL", "ULL", "LL")
    starts = tuple(hex_code(solved.apply(path), tiles=told) for path in paths)
    code = hex_code(solved, tiles=told)
    many = "The print has 17 digits, one too many for 16 cells; so have all but two of its other examples."
    if number == 1:
        yield Figure("stage 1: solved configuration", "0x0123444444444444F", code, why=many)
    else:
        why = "The print has the digits 9 and D for tiles 9 and 13; by the rule, and in its start vertices, "
        why += "they are 8 and C."
        yield Figure("stage 2: solved configuration", "0x012345559555D55F", code, why=why)
    more = "" if number == 1 else " The last one has a second C in place of the blank, F."
    yield Figure(
        f"stage {number}: start vertices",
        STARTS[number],
        starts,
        why=f"The print has an F too many at the end of each.{more}",
    )


def _last_stage() -> Iterator[Figure]:
    """The 8-puzzle that is left: the column before it ends with the blank beside what is done."""
    from puzzle15.exploring import explore

    layers = explore(3, 3)
    counts = _counts(layers, BORDER)
    yield Figure("8-puzzle, blank in first row or column: worst", 30, len(counts) - 1)
    yield Figure("8-puzzle, blank in first row or column: mean", 22.04, _mean(layers, BORDER), style=".2f")
    yield Figure(
        "Fig. 10: these 8-puzzles by length",
        None,
        counts,
        CHART,
        plot=lambda ax: _histogram(counts, ax, "Fig. 10: 8-puzzles, blank in the first row or column"),
    )
    yield chart_unit("Fig. 10", counts, "thousands")
    yield slightly_different(counts, layers.counts)


def _tables_i_and_ii() -> Iterator[Figure]:
    from puzzle15.exploring import explore
    from puzzle15.tables import move_table

    stages = [move_table("row"), move_table("column")]
    last = _counts(explore(3, 3), BORDER)
    mean = sum(stage.mean for stage in stages)
    mean += sum(depth * count for depth, count in enumerate(last)) / sum(last)
    yield Figure(
        "Table I: mean of the three stages together",
        67.75,
        round(mean, 2),
        "The three exact means, added up and then rounded; those printed above it add up to 67.74.",
        style=".2f",
    )
    yield Figure("Table I: worst of the three stages together", 108, _worst())
    yield Figure(
        "Table II: greedy, mean by formula",
        171,
        round(Fraction(8, 3) * 4**3),
        "8n³/3 for n = 4. With 2.66n³, as the text has it, it would be 170.",
    )
    yield Figure("Table II: greedy, worst by formula", 320, 5 * 4**3, "5n³ for n = 4.")


def _worst() -> int:
    """The worst cases of the three stages together."""
    from puzzle15.exploring import explore
    from puzzle15.tables import move_table

    last = _counts(explore(3, 3), BORDER)
    return move_table("row").worst + move_table("column").worst + len(last) - 1


def _memory() -> Iterator[Figure]:
    from puzzle15.tables import move_table

    row, column, eight = (move_table(name) for name in ("row", "column", "3x3"))
    size = 9 * (row.states + column.states) + 2 * eight.states // 4
    ours = sum(len(table.data) for table in (row, column, eight))
    yield Figure(
        "memory of all tables, MB",
        4.7,
        round(size / 2**20, 1),
        f"In the report's layout: 9 bytes for an entry of stages 1 and 2, 2 bits for the 8-puzzle, {size:,} "
        f"bytes, 2²⁰ to an MB. Ours have 2 bits for every entry: {ours:,} bytes.",
        style=".1f",
    )
