"""What the algorithm of Parberry 1995 really does: its steps, its bounds, its work between moves."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby, permutations
from typing import TYPE_CHECKING

from puzzle15._core import Board
from puzzle15.reproduce.figures import Figure, Run
from puzzle15.reproduce.papers.growing import leading_term, sizes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["bounds", "mean_growth", "multi", "perimeter", "placed", "steps", "work"]


def placed(n: int, places: dict[int, tuple[int, int]]) -> Board:
    """A solvable n×n board with some tiles in given places (row, column), the others in order.

    >>> placed(3, {1: (2, 2), 0: (0, 0)})
    Board('0 2 3/4 5 6/8 7 1')
    """
    from puzzle15.solving import is_solvable

    at = {row * n + col: tile for tile, (row, col) in places.items()}
    free = [cell for cell in range(n * n) if cell not in at]
    others = [tile for tile in (*range(1, n * n), 0) if tile not in places]
    for cell, tile in zip(free, others, strict=True):
        at[cell] = tile
    tiles = [at[cell] for cell in range(n * n)]
    if not is_solvable(Board(tiles, n, n)):
        a, b = free[-2:]
        tiles[a], tiles[b] = tiles[b], tiles[a]
    return Board(tiles, n, n)


def steps() -> Iterator[Figure]:
    """Figures 3 to 5, on boards made for them.

    >>> [figure.computed for figure in steps()]
    [6, 5, 5]
    """
    diagonal = {len(moves) for moves in _diagonal()}
    straight = {len(moves) for moves in _straight()}
    note = "A tile led home on a 9×9 board, move by move."
    yield Figure("Fig. 3: moves for one place diagonally", 6, _only(diagonal), note)
    yield Figure("Fig. 4: moves for one place straight", 5, _only(straight), note)
    yield Figure(
        "Fig. 5: moves to complete a row",
        5,
        _only(_row_ends()),
        "On a 6×6 board, from the last two tiles in their places and the blank below them, wherever the two "
        "came from. (If the blank comes to be beside them instead, it usually takes two or three.)",
    )


def steps_home(n: int, start: tuple[int, int]) -> list[str]:
    """The moves for each step of tile 1 on its way home from a place; the blank is in front of it.

    >>> steps_home(5, (4, 0))
    ['D', 'RUULD', 'RUULD', 'RUULD']
    """
    from puzzle15.solving import stream

    row, col = start
    moves = stream(placed(n, {1: start, 0: (row - 1, col) if row else (row, col - 1)}))
    last, found = row * n + col, [""]
    while moves.tile == 1:
        found[-1] += next(moves)
        if (cell := moves.board.find(1)) != last:
            last = cell
            found.append("")
    return found[:-1]


def _diagonal() -> set[str]:
    """The moves for one place diagonally, two steps each; before the first step the blank is anywhere."""
    others = steps_home(9, (6, 6))[1:]
    return {one + two for one, two in zip(others[:-1:2], others[1::2], strict=True)}


def _straight() -> set[str]:
    """The moves for one place straight up, and to the left."""
    return {moves for start in ((8, 0), (0, 8)) for moves in steps_home(9, start)[1:]}


def _only(values: set[int]) -> int | tuple[int, ...]:
    """The value, if it is always the same."""
    return values.pop() if len(values) == 1 else tuple(sorted(values))


def _row_ends(n: int = 6) -> set[int]:
    """How many moves complete the first row, once its last two tiles are in their places and the blank below.

    The other tiles of the row are home, the blank is below the last of these, and the two are in every two of
    the cells that are left. Only those boards count on which the blank comes to be below them.

    >>> _row_ends(4)
    {5}
    """
    from puzzle15.solving import stream

    home = {tile: (0, tile - 1) for tile in range(1, n - 1)}
    blank, end = (1, n - 3), (n - 1, 2 * n - 1, 3 * n - 1)
    cells = [divmod(cell, n) for cell in range(n - 2, n * n)]
    found = set()
    for corner, last in permutations([cell for cell in cells if cell != blank], 2):
        moves = stream(placed(n, {**home, n - 1: corner, n: last, 0: blank}))
        since = None
        while moves.tile is not None and moves.tile <= n:
            if tuple(map(moves.board.find, (n - 1, n, 0))) == end:
                since = moves.made
            next(moves)
        if since is not None:
            found.add(moves.made - since)
    return found


def bounds(run: Run) -> Iterator[Figure]:
    """No tile and no board takes more than it may.

    >>> [figure.verdict for figure in bounds(Run(quick=True, scale=0.01))]
    ['agrees', 'consistent']
    """
    from puzzle15 import theory

    n = 8
    worst = tuple(_worst_tile(n, k) for k in range(1, n - 1))
    printed = tuple(theory.tile_bound(n, k) for k in range(1, n - 1))
    yield Figure(
        f"Theorem 1: at most 8n − 2k − 7 moves for a tile, n = {n}, k = 1 to {n - 2}",
        printed,
        worst,
        "The most that the algorithm makes, wherever the tile is; the second half of the row mirrors the "
        "first. The last two tiles of a row come together.",
        holds=all(most <= bound for most, bound in zip(worst, printed, strict=True)),
    )
    rows = sizes(run)
    hard = {row.n: _moves(theory.hard_board(row.n)) for row in rows}
    most = {row.n: max(row.worst, hard[row.n]) for row in rows}
    shown = (4, 5, 6, 10, 20, 100)
    yield Figure(
        f"Theorem 1: at most T(n) moves, n = {', '.join(map(str, shown))}",
        tuple(theory.greedy_bound(n) for n in shown),
        tuple(most[n] for n in shown),
        "The most that was seen on random boards and the hard board of Theorem 2; of all sizes tried, "
        f"{', '.join(str(row.n) for row in rows)}, none took more than {_highest(most)} of its bound.",
        holds=all(most[row.n] <= theory.greedy_bound(row.n) for row in rows),
        sample=_sample(run),
        plot=lambda ax: _plot_worst(run, ax),
    )


def _worst_tile(n: int, k: int) -> int:
    """The most moves for tile k of the first row, those before it at home.

    The blank is below the last of these; for the first tile it may be anywhere.
    """
    done = {tile: (0, tile - 1) for tile in range(1, k)}
    blanks = [(1, k - 2)] if k > 1 else [divmod(cell, n) for cell in range(n * n)]
    cells = [divmod(cell, n) for cell in range(k - 1, n * n)]
    return max(
        _moves_for(k, placed(n, {**done, k: start, 0: blank}))
        for blank in blanks
        for start in cells
        if start != blank
    )


def _moves_for(k: int, board: Board) -> int:
    """How many moves the algorithm makes for tile k."""
    from puzzle15.solving import stream

    moves = stream(board)
    while moves.tile not in (k, None):
        next(moves)
    before = moves.made
    while moves.tile == k:
        next(moves)
    return moves.made - before


def _highest(most: dict[int, int]) -> str:
    from puzzle15 import theory

    return f"{max(moves / theory.greedy_bound(n) for n, moves in most.items()):.0%}"


def _moves(board: Board) -> int:
    from puzzle15.solving import stream

    return stream(board).skip()


def _sample(run: Run) -> str:
    first, last = sizes(run)[0], sizes(run)[-1]
    return (
        f"{first.boards:,} boards of 4×4 to {last.boards:,} of {last.n}×{last.n}, seeds {1000 * run.seed}+n"
    )


def _plot_worst(run: Run, ax: Axes) -> None:
    """Worst, mean and Manhattan distance against n, with the bound."""
    from puzzle15 import theory
    from puzzle15.plot import COLOURS

    rows = sizes(run)
    ns = [row.n for row in rows]
    curves: dict[str, list[float]] = {
        "T(n), the bound": [theory.greedy_bound(n) for n in ns],
        "most seen": [row.worst for row in rows],
        "mean": [row.greedy for row in rows],
        "Manhattan distance, mean": [row.manhattan for row in rows],
    }
    for colour, (label, values) in zip(COLOURS, curves.items(), strict=False):
        ax.plot(ns, values, "o-", color=colour, label=label, markersize=4)
    ax.set_xscale("log")
    ax.set_yscale("log")
    _dress(ax, "moves of the algorithm against n", "n", "moves")


def _dress(ax: Axes, title: str, along: str, up: str) -> None:
    ax.set_title(title, loc="left", fontsize="medium")
    ax.set_xlabel(along)
    ax.set_ylabel(up)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False)


def work(run: Run) -> Iterator[Figure]:
    """Real time: looks at the board and decisions, counted, as n grows.

    >>> next(work(Run(quick=True, scale=0.01))).computed
    (6, 6, 6, 6, 6, 6)
    """
    from puzzle15 import goals, theory
    from puzzle15.generate import random_board
    from puzzle15.solving import stream

    ns = (4, 10, 30, 100, 300, 1000)
    first, between = {}, {}
    for n in ns:
        near = goals.rows(n, n).apply("U" * (n // 2))
        streams = [stream(board) for board in (random_board(n, n, seed=run.seed), near, theory.hard_board(n))]
        for moves in streams:
            next(moves)
        first[n] = max(moves.most_work for moves in streams)
        for moves in streams:
            moves.skip(run.sample(quick=300_000, full=3_000_000))
        between[n] = max(moves.most_work for moves in streams)
    note = (
        "Looks at the board and decisions, counted by the algorithm itself. Reading the board in is not "
        "counted: that looks at every cell once."
    )
    sample = f"a random board, a nearly solved one and the hard one of each size, seed {run.seed}"
    for name, found in (("before the first move", first), ("between two moves", between)):
        small, large = (max(found[n] for n in part) for part in (ns[:3], ns[3:]))
        yield Figure(
            f"work {name}, n = {', '.join(map(str, ns))}",
            "O(1)",
            tuple(found.values()),
            note,
            holds=large <= small,
            criterion="the most on the three larger boards is no more than on the three smaller ones",
            sample=sample,
            plot=(lambda ax: _plot_work(first, between, ax)) if found is between else None,
        )


def _plot_work(first: dict[int, int], between: dict[int, int], ax: Axes) -> None:
    from puzzle15.plot import COLOURS

    ax.plot(list(between), list(between.values()), "o-", color=COLOURS[0], label="between two moves")
    ax.plot(list(first), list(first.values()), "s--", color=COLOURS[1], label="before the first")
    ax.set_xscale("log")
    ax.set_ylim(0, 16)
    _dress(ax, "work for one move, at most: it does not grow with the board", "n", "looks and decisions")


def perimeter(run: Run) -> Iterator[Figure]:
    """The board of the last section, which shows that the algorithm does not approximate.

    >>> next(perimeter(Run(quick=True))).computed
    (360, 2400, 9800, 39600, 159200)
    """
    from puzzle15 import theory

    ns = (10, 25, 50, 100, 200) if run.quick else (10, 25, 50, 100, 200, 400, 800)
    away = tuple(theory.perimeter_moves(n) for n in ns)
    yield Figure(
        f"blank n times round the edge: moves away, O(n²), n = {', '.join(map(str, ns))}",
        "O(n²)",
        away,
        "4n(n − 1), by going back; the Manhattan distance is only 4 less, so it is nearly the optimum.",
        criterion="each is at most 4n², and at most 4 more than the Manhattan distance",
        holds=all(
            moves - 4 <= theory.perimeter_board(n).manhattan() <= moves <= 4 * n * n
            for n, moves in zip(ns, away, strict=True)
        ),
    )
    made = tuple(_moves(theory.perimeter_board(n)) for n in ns)
    ratios = tuple(round(moves / n**3, 2) for n, moves in zip(ns, made, strict=True))
    yield Figure(
        f"blank n times round the edge: moves of the algorithm by n³, n = {', '.join(map(str, ns))}",
        "Ω(n³)",
        ratios,
        "It falls more and more slowly; where it ends, these sizes do not tell.",
        holds=min(ratios) > 0.5,
        criterion="all of them are above 0.5",
        style=".2f",
    )


def multi(run: Run) -> Iterator[Figure]:
    """Straight slides of several tiles as one move.

    >>> print(next(multi(Run(quick=True, scale=0.01))).computed)
    11/3
    """
    from puzzle15 import plot, theory

    (diagonal,), (straight,) = ({_turns(moves) for moves in found} for found in (_diagonal(), _straight()))
    # Tile k of a line of n goes n − k places diagonally, then k straight on; a ring has four half lines.
    a, b, c = (4 * sum(diagonal * (n - k) + straight * k for k in range(1, n // 2 + 1)) for n in (6, 8, 10))
    # The n² term of a ring, from its second difference, and the rings of all sizes together.
    term = Fraction(a - 2 * b + c, 8) / 3
    yield Figure(
        "slides of several tiles: leading term",
        Fraction(11, 3),
        term,
        f"One place diagonally takes {diagonal} slides and one place straight {straight}, counted on "
        "boards; getting to the tile takes two, whatever n.",
    )
    rows = sizes(run)
    most = max(row.multi_worst / row.n**3 for row in rows)
    yield Figure(
        "slides of several tiles, by n³",
        "at most 11/3 + O(1/n)",
        f"{most:.2f} at most, {rows[-1].multi / rows[-1].n ** 3:.2f} on average for n = {rows[-1].n}",
        holds=all(row.multi_worst <= theory.multi_leading_term(row.n) for row in rows),
        criterion="no board of any size took more than 11n³/3",
        sample=_sample(run),
        plot=lambda ax: plot.growth(rows, ax),
    )


def _turns(moves: str) -> int:
    """Straight slides for one of many repetitions."""
    return sum(1 for _ in groupby(moves * 2)) - sum(1 for _ in groupby(moves))


def mean_growth(run: Run) -> Figure:
    """The n³ term of the mean, which the report of 2014 gives as 8/3 from another one.

    >>> mean_growth(Run(quick=True, scale=0.01)).verdict
    'consistent'
    """
    from puzzle15.reproduce.sampling import mean_interval

    term, error = leading_term(sizes(run))
    return Figure(
        "greedy: n³ term of the mean, 8/3",
        round(8 / 3, 4),
        round(term, 4),
        "From a polynomial of third degree, fitted to the means from 8×8 on by their errors.",
        interval=mean_interval(term, error, 1),
        sample=_sample(run),
        style=".4f",
    )
