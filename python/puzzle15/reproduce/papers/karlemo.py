"""F. R. W. Karlemo and P. R. J. Östergård, 2000: searches of every state, and bounds by steps.

Everything is exact. The two searches of billions of states, for the 24-puzzle, are left to a full run; a
search for which there is not enough memory is not computed, and says so. The hardest 15-puzzles are solved
with the large tables.

>>> from puzzle15.reproduce.figures import Run
>>> figure = next(small(Run(quick=True)))
>>> figure.name, figure.computed
('2×2: states at depths 0 to 6', (1, 2, 2, 2, 2, 2, 1))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from math import factorial, perm
from typing import TYPE_CHECKING

from puzzle15 import bounds, reference
from puzzle15._core import Board
from puzzle15.errors import MemoryBudgetError
from puzzle15.exploring import Layers, explore, search_size
from puzzle15.indexing import paper_index
from puzzle15.reproduce._large import large_tables
from puzzle15.reproduce.figures import Document, Figure, Run
from puzzle15.reproduce.papers.karlemo_table import TABLE_1
from puzzle15.solving import Solution, is_solvable, solve

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["DOCUMENT", "fifteen", "figures", "index", "lists", "memory", "small", "symmetry", "twenty_four"]

Maxima = tuple[tuple[int | None, ...], ...]

# Maxima by first cell of the blank, as printed; those of the middle step by row of the whole board.
MAXIMA_3X3: Maxima = ((30, 29, 30), (29, 30, 31), (30, 31, 30))
MAXIMA_3X4: Maxima = ((53, 52, 51, 52), (52, 51, 52, 51), (53, 52, 51, 52))
MIDDLE = {
    1: (None, 75, 74, 73, 74),
    2: (75, 74, 75, 74, 73),
    3: (74, 75, 74, 73, 74),
    4: (75, 74, 75, 74, 75),
}

# The board turned by 180 degrees, and the three that take as many moves as any.
TURNED = "0 15 14 13/12 11 10 9/8 7 6 5/4 3 2 1"
HARDEST = (
    "0 12 9 13/15 11 10 14/3 7 5 6/4 8 2 1",
    "0 12 9 13/15 11 10 14/8 3 6 2/4 7 5 1",
    "0 12 9 13/15 11 10 14/3 7 6 2/4 8 5 1",
)

_PARTS = (86, 73, 51)

# Cells of the middle step's table whose entry is known to be wrong, with the right one.
_SLIPS = {16: 73, 20: 73}
_SLIP = (
    "A slip or misprint: with the blank first in cell {cell} it takes {found} moves at most, not {printed}. "
    "Both numbers fit the parity of the cell, so only a search can tell. The proof of Theorem 1 does not "
    "use it."
)


def figures(run: Run) -> Iterator[Figure]:
    """All figures of the paper, in its order.

    >>> next(figures(Run(quick=True))).name
    'positions of the 2×2 puzzle'
    """
    yield from memory()
    yield from index(run)
    yield from symmetry()
    yield from lists(run)
    yield from small(run)
    yield from hardest(run)
    yield from fifteen(run)
    yield from twenty_four(run)


def memory() -> Iterator[Figure]:
    """How many states there are, and what a bit for each of them takes.

    >>> [figure.computed for figure in memory()]
    [12, 239500800, '29.9 MB', '1308 GB']
    """
    yield Figure("positions of the 2×2 puzzle", 12, factorial(4) // 2)
    entries = factorial(12) // 2
    yield Figure("3×4: entries of the main table", 239_500_800, entries)
    size = entries / 8 / 10**6
    yield Figure(
        "3×4: main table, one bit an entry",
        "about 30 MB",
        f"{size:.1f} MB",
        holds=round(size) == 30,
        criterion="it is that in whole MB",
    )
    size = factorial(16) / 2 / 8 / 10**9
    yield Figure(
        "15-puzzle: main table, one bit an entry",
        "about 1300 GB",
        f"{size:.0f} GB",
        holds=round(size, -2) == 1300,
        criterion="it is that in whole hundreds of GB",
    )


def index(run: Run) -> Iterator[Figure]:
    """The index I = 3a + b, over every solvable board of small puzzles.

    >>> [figure.computed for figure in index(Run(quick=True))]
    ['12 of 12', '360 of 360', '20,160 of 20,160']
    """
    shapes = [(2, 2), (2, 3), (2, 4)] + ([] if run.quick else [(3, 3)])
    for rows, cols in shapes:
        total = factorial(rows * cols) // 2
        boards = (Board(tiles, rows, cols) for tiles in permutations(range(rows * cols)))
        numbers = {
            reference.paper_index(board.tiles): paper_index(board) for board in boards if is_solvable(board)
        }
        onto = set(numbers) == set(range(total))
        yield Figure(
            f"index I = 3a + b of {rows}×{cols}",
            "a bijection",
            f"{len(numbers):,} of {total:,}",
            holds=onto and all(number == core for number, core in numbers.items()),
            note="By the definition of the paper, on every solvable board; the package's own gives the same.",
        )


def symmetry() -> Iterator[Figure]:
    """The factor of about two on a square board: positions in plain Python, and memory of the package.

    >>> [figure.computed for figure in symmetry()]
    ['1.998', '32 of 32', '1.963']
    """
    _, printed = TABLE_1[3, 3]
    counts, remembered = reference.symmetric_search(3, blank=8)
    factor = sum(printed) / remembered
    yield Figure(
        "3×3: vertices searched, without symmetry to with it",
        "approximately 2",
        f"{factor:.3f}",
        holds=round(factor, 1) == 2 and list(map(sum, counts)) == list(printed),
        criterion="it is 2.0 to one place, and every depth has its states of Table I",
        note=f"{sum(printed):,} to {remembered:,}: {2 * remembered - sum(printed)} positions are their own "
        "mirror images.",
    )
    yield _depths_found(
        "3×3: depths with the counts of Table I, with symmetry", explore(3, 3, symmetric=True)
    )
    tiles = (1, 2, 3, 4, 5, 9, 13)
    plain, half = (search_size(4, 4, tiles=tiles, symmetric=half) for half in (False, True))
    factor = plain.memory / half.memory
    yield Figure(
        "15-puzzle, first row and column: memory without symmetry to that with it",
        "approximately 2",
        f"{factor:.3f}",
        holds=round(factor) == 2,
        criterion="it is 2 as a whole number",
        note="With the blank at home in the last cell, and with all tables. It takes about three fifths of "
        "the time.",
    )


def lists(run: Run) -> Iterator[Figure]:
    """Their search as they describe it: a main table, two lists, and no move that undoes the last.

    >>> [figure.computed for figure in lists(Run(quick=True))]
    ['32 of 32', '302,401', None]
    """
    depths, printed = TABLE_1[3, 3]
    counts, tried = reference.list_search(3, 3)
    found = sum(map(int.__eq__, printed, counts))
    yield Figure(
        "3×3 by main table and lists: depths with the counts of Table I",
        f"{depths + 1} of {depths + 1}",
        f"{found} of {len(counts)}",
        note="In plain Python.",
    )
    most = 3 * factorial(9) // 2
    yield Figure(
        "3×3 by main table and lists: moves tried",
        f"at most 3n!/2 = {most:,}",
        f"{tried:,}",
        holds=tried <= most,
        note="Most boards have fewer than four moves.",
    )
    name = "3×4 by main table and lists: depths with the counts of Table I"
    if run.quick:
        depths, _ = TABLE_1[3, 4]
        note = "Left out by --quick: it takes half a minute."
        yield Figure(name, f"{depths + 1} of {depths + 1}", None, note=note)
        return
    try:
        layers = explore(3, 4, algorithm="lists", progress=False)
    except MemoryBudgetError as error:
        yield Figure(name, "54 of 54", None, note=str(error))
    else:
        yield _depths_found(
            name,
            layers,
            note=f"With {layers.bytes_used / 1e6:.0f} MB: 30 for the main table, the rest for lists.",
        )


def _depths_found(name: str, layers: Layers, note: str = "") -> Figure:
    """How many depths have the counts of Table I."""
    depths, printed = TABLE_1[layers.rows, layers.cols]
    found = sum(map(int.__eq__, printed, layers.counts))
    return Figure(name, f"{depths + 1} of {depths + 1}", f"{found} of {len(layers.counts)}", note=note)


def small(run: Run) -> Iterator[Figure]:
    """Table I, ten depths at a time, and the greatest depths.

    >>> [figure.computed for figure in small(Run(quick=True)) if figure.name.endswith("greatest depth")]
    [6, 21, 31, 36, 53]
    """
    for (rows, cols), (depths, printed) in TABLE_1.items():
        name = f"{rows}×{cols}"
        layers = _explored(run, rows, cols)
        if isinstance(layers, str):
            yield Figure(
                f"{name}: states at each depth, and greatest depth", (printed, depths), None, note=layers
            )
            continue
        yield from _by_depth(name, printed, layers)
        if (rows, cols) == (3, 3):
            yield Figure("3×3: states at depth 12, given as 749 elsewhere", 748, layers.counts[12])
        yield Figure(f"{name}: greatest depth", depths, layers.diameter, plot=_plot(name, layers))


def _by_depth(name: str, printed: Sequence[int], layers: Layers) -> Iterator[Figure]:
    """The counts of a puzzle, ten depths at a time."""
    for begin in range(0, len(printed), 10):
        expected = tuple(printed[begin : begin + 10])
        found = layers.counts[begin : begin + len(expected)]
        yield Figure(f"{name}: states at depths {begin} to {begin + len(expected) - 1}", expected, found)


def _shortest(board: str, run: Run) -> Solution:
    """A shortest solution, found with the large tables if there are any."""
    return solve(board, method="optimal", threads=run.threads, tables="auto")


def hardest(run: Run) -> Iterator[Figure]:
    """The board turned by 180 degrees, and three at the maximum."""
    with large_tables(run) as problem:
        yield Figure("15-puzzle turned by 180 degrees: moves", 78, len(_shortest(TURNED, run)))
        for number, board in enumerate(HARDEST, start=1):
            name = f"15-puzzle at the maximum, board {number}: moves"
            if problem:
                note = f"With the small tables it takes minutes, and there are no large ones: {problem}"
                yield Figure(name, 80, None, note=note)
            else:
                note = "The scan has a stray 1 beside it." if number == 2 else ""
                yield Figure(name, 80, len(_shortest(board, run)), note=note)
    yield Figure(
        "15-puzzle: δ, the most moves of any board",
        80,
        None,
        note="Not searched: 10^13 states are too many. The paper cites it from a search by others. That some "
        "boards take 80 moves is shown above.",
    )


def fifteen(run: Run) -> Iterator[Figure]:
    """The bounds for the 15-puzzle in two steps.

    >>> [figure.verdict for figure in fifteen(Run())] == ["same"] * 6
    True
    """
    yield Figure("8-puzzle: maxima by first cell of the blank", MAXIMA_3X3, explore(3, 3).maxima)
    states = 518_918_400
    yield Figure("15-puzzle, first step: 16!/8!", states, perm(16, 8))
    names = ("first step: states", "first step: depth", "both steps: bound", "with the blank's cell: bound")
    printed = (states, 62, 93, 91)
    try:
        proof = bounds.prove("15: 91", threads=run.threads, progress=False)
    except MemoryBudgetError as error:
        yield from _not_computed("15-puzzle, ", names, printed, str(error))
        return
    # The bound of 93 has the same two steps, and does not look at the cell.
    plain = bounds.Bound(bounds.RECIPES["15: 93"], proof.layers)
    first = proof.layers[0]
    found = (first.states, first.diameter, plain.value, proof.value)
    plots = (None, _plot("15-puzzle, first step", first), None, None)
    yield from _figures("15-puzzle, ", names, printed, found, plots)


def twenty_four(run: Run) -> Iterator[Figure]:
    """Theorem 1 and the searches that it stands on; those of billions of states in a full run only.

    >>> [figure.name for figure in twenty_four(Run(quick=True)) if figure.computed is not None]
    ['3×4: maxima by first cell of the blank']
    """
    names = ("first step: states", "first step: depth", "middle step: states", "middle step: depth")
    printed = (2_422_728_000, 86, 3_047_466_240, 75)
    proof = _proof(run)
    if isinstance(proof, str):
        layers = _explored(run, 3, 4)
        maxima, note = (None, layers) if isinstance(layers, str) else (layers.maxima, "")
        yield Figure("3×4: maxima by first cell of the blank", MAXIMA_3X4, maxima, note=note)
        rows = [f"middle step: maxima, row {row}" for row in MIDDLE]
        table = map(_dotted, MIDDLE.values())
        yield from _not_computed("24-puzzle, ", (*names, *rows), (*printed, *table), proof)
        yield from _not_computed("Theorem 1: ", ("its three parts", "bound"), (_PARTS, 210), proof)
        return
    first, middle, last = proof.layers
    yield Figure("3×4: maxima by first cell of the blank", MAXIMA_3X4, _crop(last))
    found = (first.states, first.diameter, middle.states, middle.diameter)
    plots = (None, _plot("24-puzzle, first step", first), None, _plot("24-puzzle, middle step", middle))
    yield from _figures("24-puzzle, ", names, printed, found, plots)
    yield from _middle(middle)
    yield from _theorem(proof)


def _proof(run: Run) -> bounds.Bound | str:
    """The proof of Theorem 1, or why there is none."""
    if run.quick:
        return "Left out by --quick: searches of 2,422,728,000 and 3,047,466,240 states."
    try:
        return bounds.prove("24: 210", threads=run.threads, progress=False)
    except MemoryBudgetError as error:
        return str(error)


def _crop(layers: Layers) -> Maxima:
    """The maxima without the cells off the board."""
    rows = ([depth for depth in row if depth is not None] for row in layers.maxima)
    return tuple(tuple(row) for row in rows if row)


def _middle(layers: Layers) -> Iterator[Figure]:
    """The table of the middle step, row by row, and each cell of it that is not as printed."""
    for row, printed in MIDDLE.items():
        found = layers.maxima[row]
        cells = [(5 * row + col, *both) for col, both in enumerate(zip(printed, found, strict=True))]
        wrong = [cell for cell in cells if cell[1] != cell[2]]
        known = all(_SLIPS.get(cell) == new for cell, _, new in wrong)
        slips = [_SLIP.format(cell=cell + 1, found=new, printed=old) for cell, old, new in wrong]
        yield Figure(
            f"24-puzzle, middle step: maxima, row {row}",
            _dotted(printed),
            _dotted(found),
            why=" ".join(slips) if known else "",
        )


def _dotted(row: Sequence[int | None]) -> str:
    """A row of maxima, with a dot for a cell off the board."""
    return " ".join("·" if depth is None else str(depth) for depth in row)


def _theorem(proof: bounds.Bound) -> Iterator[Figure]:
    """Theorem 1, with its three parts."""
    first, middle, last = proof.layers
    ends = proof.recipe.ends or ()
    later = zip((middle, last), ends, strict=True)
    parts = (first.diameter, *(layers.maxima[end // 5][end % 5] for layers, end in later))
    yield Figure("Theorem 1: its three parts", _PARTS, parts)
    yield Figure("Theorem 1: bound", 210, proof.value, note="For the 24-puzzle.")


def _plot(title: str, layers: Layers) -> Callable[[Axes], object]:
    """A picture of the layers, to stand beside their depth."""

    def draw(axes: Axes) -> None:
        from puzzle15.plot import histogram

        histogram(layers.counts, axes, title=f"{title}: {layers.states:,} states by depth")

    return draw


def _figures(
    where: str,
    names: Sequence[str],
    printed: Sequence[object],
    found: Sequence[object],
    plots: Sequence[Callable[[Axes], object] | None],
) -> Iterator[Figure]:
    """Figures that are computed, some with a picture."""
    for name, expected, value, plot in zip(names, printed, found, plots, strict=True):
        yield Figure(f"{where}{name}", expected, value, plot=plot)


def _explored(run: Run, rows: int, cols: int) -> Layers | str:
    """A search of every state, or why there is none."""
    try:
        return explore(rows, cols, threads=run.threads, progress=False)
    except MemoryBudgetError as error:
        return str(error)


def _not_computed(where: str, names: Sequence[str], printed: Sequence[object], why: str) -> Iterator[Figure]:
    """Figures that are not computed, with the reason."""
    for name, value in zip(names, printed, strict=True):
        yield Figure(f"{where}{name}", value, None, note=why)


DOCUMENT = Document(
    "karlemo", "F. R. W. Karlemo and P. R. J. Östergård, On sliding block puzzles, 2000", figures
)
