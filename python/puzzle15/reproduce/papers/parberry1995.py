"""Parberry 1995, a real-time algorithm: formulas against sums and boards, the algorithm against its bounds.

Formulas are compared at several n with the sums, boards or searches behind them, steps and work with what the
algorithm really does. The slips of the paper are among them: each differs, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from puzzle15.reproduce.figures import Document, Figure, Run
from puzzle15.reproduce.papers.fewest_slides import fewest_slides
from puzzle15.reproduce.papers.greedy_steps import bounds, multi, perimeter, steps, work
from puzzle15.reproduce.papers.lower_bounds import better_lower_bounds
from puzzle15.reproduce.papers.random_distances import theorem_4

__all__ = ["DOCUMENT", "figures"]

EVEN, ODD, SIZES = (4, 6, 10, 20), (3, 5, 7, 21), (4, 5, 6, 10, 20, 100)


def figures(run: Run) -> Iterator[Figure]:
    """The figures of the paper, in its order.

    >>> first = next(figures(Run(quick=True)))
    >>> first.name, first.printed, first.computed
    ('8-puzzle, blank in the centre: most moves between two boards', 30, 30)
    """
    yield from _recurrence()
    yield from steps()
    yield from bounds(run)
    yield from work(run)
    yield from _hard_boards()
    yield from _mean_distance(run)
    yield from theorem_4(run)
    yield from _factors()
    yield from perimeter(run)
    yield from multi(run)
    yield from fewest_slides(run)
    yield from better_lower_bounds(run)


DOCUMENT = Document(
    "parberry1995", "Ian Parberry, A real-time algorithm for the (n²−1)-puzzle, 1995", figures
)


def _recurrence() -> Iterator[Figure]:
    """Theorem 1, formula by formula."""
    from puzzle15 import goals, theory
    from puzzle15.exploring import explore

    centre = explore(3, 3, goal=goals.rows(3, 3, blank=4)).maxima[1][1]
    assert centre is not None
    yield Figure("8-puzzle, blank in the centre: most moves between two boards", 30, centre)
    worst = explore(3, 3).diameter
    yield Figure(
        "Theorem 1: T(3)",
        34,
        2 + centre + 2,
        f"As the paper has it: two moves to the centre, {centre}, and two moves home. In truth no 8-puzzle "
        f"takes more than {worst}.",
    )
    tiles = {n: [theory.tile_bound(n, k) for k in range(1, n + 1)] for n in range(4, 101)}
    yield Figure(
        f"Theorem 1: first half of the first row, 15n²/4 − 4n, n = {_list(EVEN)}",
        tuple(15 * n * n // 4 - 4 * n for n in EVEN),
        tuple(sum(tiles[n][: n // 2]) for n in EVEN),
        "Computed as the sum of 8n − 2k − 7.",
    )
    rings = {n: 2 * (sum(tiles[n]) + 5) - tiles[n][0] for n in tiles}
    yield Figure(
        f"Theorem 1: first row and column, 15n² − 24n + 19, n = {_list(EVEN)}",
        tuple(15 * n * n - 24 * n + 19 for n in EVEN),
        tuple(rings[n] for n in EVEN),
        "Computed tile by tile.",
    )
    odd = ODD[1:]
    yield Figure(
        f"Theorem 1: first row and column, 15n² − 24n + 19, n = {_list(odd)}",
        tuple(15 * n * n - 24 * n + 19 for n in odd),
        tuple(rings[n] for n in odd),
        why="For odd n the same tiles add up to one move less: the proof halves the row as if n were even. "
        "The bound holds all the same.",
    )
    yield Figure(
        "Theorem 1: where a tile from (n − 1, n) meets its column, n = 8, k = 3",
        (4, 3),
        (8 - 1 - (8 - 3 - 1), 8 - (8 - 3 - 1)),
        why="The proof has the tile start in (n − 1, n) and go n − k − 1 places diagonally to (k + 1, k). "
        "From there it would come to (k, k + 1); (n, n − 1) is meant. The number of moves is right.",
    )
    totals = {3: 34}
    for n in range(4, 101):
        totals[n] = totals[n - 1] + 15 * n * n - 24 * n + 19
    yield Figure(
        f"Theorem 1: T(n) = 5n³ − 9n²/2 + 19n/2 − 89, n = {_list(SIZES)}",
        tuple((10 * n**3 - 9 * n**2 + 19 * n) // 2 - 89 for n in SIZES),
        tuple(totals[n] for n in SIZES),
        "Computed by the recurrence, T(n) = T(n − 1) + 15n² − 24n + 19.",
    )
    yield Figure("Theorem 1: leading term of T(n)", 5, _leading([totals[n] for n in (4, 5, 6, 7)]))


def _leading(values: list[int] | list[Fraction]) -> Fraction | int:
    """The n³ term of a polynomial of third degree, from four values in a row."""
    a, b, c, d = values
    term = Fraction(d - 3 * c + 3 * b - a) / 6
    return term.numerator if term.denominator == 1 else term


def _list(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


def _hard_boards() -> Iterator[Figure]:
    """Theorem 2 and Figure 6."""
    from puzzle15 import goals, theory
    from puzzle15.solving import is_solvable

    printed = {n: theory.hard_board(n, printed=True) for n in (*EVEN, *ODD)}
    yield Figure(
        f"Theorem 2: Manhattan distance of the hard board, n(n² − 2), n = {_list(EVEN)}",
        tuple(n * (n * n - 2) for n in EVEN),
        tuple(printed[n].manhattan() for n in EVEN),
    )
    yield Figure(
        f"Theorem 2: the same, n³ − n² + n + 1, n = {_list(ODD)}",
        tuple(n**3 - n**2 + n + 1 for n in ODD),
        tuple(printed[n].manhattan() for n in ODD),
        why="A slip of sign: (n − 1)((n − 1)² − 2) + 2n(n − 1), which the paper adds up, is n³ − n² − n + 1, "
        "and that is what the boards have.",
    )
    solvable = [is_solvable(board) for board in printed.values()]
    exchanges = {
        n: sum(a != b for a, b in zip(board, goals.rows(n, n), strict=True)) // 2
        for n, board in printed.items()
    }
    yield Figure(
        "Theorem 2: the hard board is legal",
        "an even number of exchanges",
        f"{_list(tuple(exchanges[n] for n in EVEN))} exchanges for n = {_list(EVEN)}: odd, not solvable",
        why="The number of exchanges is odd for every n, n²/2 − 1 or (n − 1)²/2 + n − 2, so that the board "
        "cannot be solved. With tiles 1 and 2 swapped it can, at the same distance, so that the theorem "
        "holds.",
        holds=all(solvable),
    )


def _mean_distance(run: Run) -> Iterator[Figure]:
    """Theorem 3: sums over all pairs of cells, and a sample."""
    from puzzle15 import theory

    sizes = (2, 3, 4, 5, 10)
    to = {n: _distances(n) for n in (*sizes, 6, 7)}
    yield Figure(
        f"Theorem 3: distances from every cell to every cell, 2n³(n² − 1)/3, n = {_list(sizes)}",
        tuple(2 * n**3 * (n * n - 1) // 3 for n in sizes),
        tuple(sum(to[n]) for n in sizes),
        "Computed by adding them up.",
    )
    yield Figure(
        f"Theorem 3: the blank's share in that, n(n − 1)/2, n = {_list(sizes)}",
        tuple(n * (n - 1) // 2 for n in sizes),
        tuple(to[n][-1] for n in sizes),
        why="From every cell to the corner, the blank's home, it is n²(n − 1).",
    )
    yield Figure(
        f"Theorem 3: total, n(2n⁴ − 2n² − 3n + 1)/3, n = {_list(sizes)}",
        tuple(Fraction(n * (2 * n**4 - 2 * n * n - 3 * n + 1), 3) for n in sizes),
        tuple(sum(to[n]) - to[n][-1] for n in sizes),
        why="The true total is n²(n − 1)(2n² + 2n − 3)/3. What is printed follows neither from that nor from "
        "the share above, and is often not even a whole number.",
    )
    means = [Fraction(sum(to[n]) - to[n][-1], n * n) for n in (4, 5, 6, 7)]
    yield Figure(
        "Theorem 3: leading term of the mean Manhattan distance",
        Fraction(2, 3),
        _leading(means),
        "The theorem itself is right: the mean is (n − 1)(2n² + 2n − 3)/3.",
    )
    yield _sampled_mean(run)
    change = _greatest_change()
    yield Figure(
        "most that swapping tiles (1, 1) and (1, 2) changes the distance",
        1,
        change,
        why="Each of the two can be one farther from the other's home. The means that the paper draws from "
        "it are right: solvable and unsolvable boards have the same mean, "
        f"{theory.mean_manhattan(3)} for n = 3.",
    )


def _distances(n: int) -> list[int]:
    """To each cell, the distances from all cells."""
    cells = [divmod(cell, n) for cell in range(n * n)]
    return [sum(abs(a - c) + abs(b - d) for a, b in cells) for c, d in cells]


def _sampled_mean(run: Run) -> Figure:
    from puzzle15 import theory
    from puzzle15._core import Board
    from puzzle15._support.numeric import np
    from puzzle15.generate import random_boards
    from puzzle15.reproduce.sampling import mean_interval

    count, n = run.sample(quick=20_000, full=200_000), 10
    boards = random_boards(count, n, n, seed=run.seed).tolist()
    away = np.array([Board(tiles, n, n).manhattan() for tiles in boards])
    mean = float(away.mean())
    less = (2 * n**3 / 3 - mean) / n**2
    interval = mean_interval(mean, float(away.std()), count)
    exact = theory.mean_manhattan(n)
    within = "within" if interval[0] <= exact <= interval[1] else "outside"
    return Figure(
        "Theorem 3: mean Manhattan distance of random 10×10 boards",
        "2n³/3 − O(n²)",
        f"{mean:.2f}, 2n³/3 − {less:.2f}n²",
        f"The exact mean, {exact}, lies {within} the interval of the sample.",
        interval=interval,
        sample=f"{count:,} boards, seed {run.seed}",
        holds=within == "within" and 0 < less < 1,
        criterion="the exact mean is within the interval, and the mean between 2n³/3 − n² and 2n³/3",
        style=".2f",
    )


def _greatest_change() -> int:
    """By how much the distance of a 3×3 board changes at most, if tiles 1 and 2 are swapped."""
    from itertools import permutations

    from puzzle15._core import Board

    found = 0
    for first, second in permutations(range(9), 2):
        tiles = [0] * 9
        rest = [0, *range(3, 9)]
        for cell in range(9):
            tiles[cell] = 1 if cell == first else 2 if cell == second else rest.pop()
        swapped = [{1: 2, 2: 1}.get(tile, tile) for tile in tiles]
        found = max(found, abs(Board(tiles, 3, 3).manhattan() - Board(swapped, 3, 3).manhattan()))
    return found


def _factors() -> Iterator[Figure]:
    """How far from optimal: upper by lower bounds."""
    yield Figure("factor on worst-case boards", 5, Fraction(5) / 1)
    yield Figure("factor on average boards", 7.5, float(5 / Fraction(2, 3)), style=".1f")
    from puzzle15 import theory

    factor = 5 / 0.264
    yield Figure("factor on random boards", "less than 19", f"{factor:.2f}", holds=factor < 19)
    chance, sizes = 0.001, (10, 30, 100, 1000)
    factors = tuple(theory.greedy_bound(n) / theory.typical_distance(n, chance) for n in sizes)
    yield Figure(
        f"factor on random boards with probability {1 - chance}, n = {_list(sizes)}",
        "less than 19",
        tuple(round(found, 2) for found in factors),
        "By T(n) and the proof in the documentation (random-boards.md). The limit is 7.5, as for average "
        "boards.",
        holds=max(factors) < 19 and sorted(factors, reverse=True) == list(factors) and factors[-1] > 7.5,
        style=".2f",
    )
