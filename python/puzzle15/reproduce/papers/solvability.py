"""When 15 puzzle goes wild, 2022: which boards can be solved, and how to make random ones.

What is exact is computed exactly: probabilities as fractions, rules on every board of small puzzles, beside
a search that knows no rule. Mean lengths of shortest solutions are sampled, with the large tables. The rules
are in `puzzle15.reproduce.papers.solvability_rules`.

>>> figure = next(inversions())
>>> figure.name, figure.printed, figure.computed
('inversions of the worked board', 52, 52)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import TYPE_CHECKING, NamedTuple

from puzzle15._core import Board
from puzzle15.generate import random_boards
from puzzle15.reference import random as plain
from puzzle15.reproduce._large import large_tables
from puzzle15.reproduce.figures import Document, Figure, Run
from puzzle15.reproduce.papers.solvability_rules import missing, rules
from puzzle15.reproduce.sampling import mean_interval
from puzzle15.solving import is_solvable, make_solvable, solve, solve_many

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["DOCUMENT", "figures", "inversions", "positions", "shuffling", "walking"]

WORKED = Board("8 4 12 3/14 0 9 15/7 2 5 1/10 11 13 6")
EXAMPLE = Board("12 13 11 2/4 5 3 14/1 9 15 6/8 7 0 10")
AVERAGE = 52.59
STEPS = (1, 5, 10, 20, 30, 50, 75, 100, 125, 150, 175, 200, 250, 300)
ALL_BOARDS = 52.5895
"""The mean over all boards, which others have computed; a sample is set beside it."""


def figures(run: Run) -> Iterator[Figure]:
    """All figures of the document, roughly in its order.

    >>> next(figures(Run(quick=True))).computed
    20922789888000
    """
    yield from positions()
    yield from walking()
    yield from shuffling()
    yield from inversions()
    yield from rules(run)
    yield from missing()
    with large_tables(run):
        yield from worked_example(run)
        yield from means(run)


def positions() -> Iterator[Figure]:
    """How many positions there are, and what it would take to store them.

    >>> [figure.verdict for figure in positions()]
    ['same', 'same', 'differs', 'agrees']
    """
    from puzzle15.datasets import BoardSet

    total = factorial(16)
    yield Figure("positions of the 4×4 puzzle", 20_922_789_888_000, total)
    yield Figure("solvable ones, roughly", "10^13", f"10^{len(str(total // 2)) - 1}", note=f"{total // 2:,}")
    size = total // 2 * 16 * 4
    yield Figure(
        "TB to store them all, 64 bytes each",
        608,
        round(size / 10**12),
        why=f"It is {size / 2**40:.1f} times 2^40 bytes: the document counts in units of 1024 and drops the "
        "fraction. What is computed is in units of 10^12 bytes, rounded.",
    )
    packed = BoardSet([EXAMPLE], progress=False).bytes_per_board
    yield Figure(
        "bytes of a position in a smaller set, packed",
        "fewer than 64",
        packed,
        note=f"With its distance. A file of 10^5 positions, as suggested, takes {packed / 10:.1f} MB "
        "(puzzle15.datasets.BoardSet).",
        holds=packed < 64,
    )


def walking() -> Iterator[Figure]:
    """The blank's walk to random cells: how many swaps it takes.

    >>> [figure.computed for figure in walking()]
    [2.67, 400.5]
    """
    cells = range(16)
    step = Fraction(sum(_apart(a, b) for a in cells for b in cells), 16 * 15)
    yield Figure(
        "walk: swaps a step",
        2.67,
        round(float(step), 2),
        note=f"Exactly {step}: the mean over all pairs of different cells.",
        style=".2f",
    )
    yield Figure(
        "walk: swaps in 150 steps",
        398,
        float(_expected_swaps(150)),
        why="What is computed is exact, for a walk from the corner; 150 steps of 2.67 swaps are about 400, "
        "too. The printed number may be 149 steps of 2.67 swaps, or the mean of simulated walks: a walk has "
        "a standard deviation of 16.5.",
    )


def _apart(a: int, b: int) -> int:
    """Moves of the blank from a cell to another."""
    return abs(a // 4 - b // 4) + abs(a % 4 - b % 4)


def _expected_swaps(steps: int) -> Fraction:
    """The mean number of swaps of a walk from the last cell, each step to any other cell."""
    cells = range(16)
    chance = [Fraction(cell == 15) for cell in cells]
    swaps = Fraction(0)
    for _ in range(steps):
        swaps += sum((chance[a] * _apart(a, b) for a in cells for b in cells), Fraction(0)) / 15
        chance = [(1 - chance[cell]) / 15 for cell in cells]
    return swaps


def shuffling() -> Iterator[Figure]:
    """The shuffle and its repair: how many swaps it takes.

    >>> [figure.computed for figure in shuffling()]
    [15, 50, 'odd', 15.5, '360 of 360, each from 2 arrangements']
    """
    draws = _Draws(1, 0)
    plain.shuffled(draws, (*range(1, 16), 0), 4)
    yield Figure("shuffle: swaps", 15, draws.count, note="A cell may be swapped with itself.")
    unsolvable = _unsolvable_share()
    yield Figure("shuffle: unsolvable positions, %", 50, int(100 * unsolvable), note=f"Exactly {unsolvable}.")
    swapped = Board("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0").inversions()
    parity = "odd" if swapped % 2 else "even"
    yield Figure("swap of 14 and 15 in the goal: inversions", "odd", parity, note=f"It has {swapped}.")
    yield Figure(
        "shuffle and repair: swaps on average",
        15.5,
        float(draws.count + unsolvable),
        note=f"Exactly: {draws.count} for the shuffle, and one more with probability {unsolvable}.",
    )
    yield _repaired()


def _repaired() -> Figure:
    """What all arrangements of a small puzzle become if those that cannot be solved are repaired."""
    every = [Board(tiles, 2, 3) for tiles in permutations(range(6))]
    made = Counter(make_solvable(board, swap="largest") for board in every)
    solvable = sum(map(is_solvable, every))
    times = sorted(set(made.values()))
    return Figure(
        "repair by the two largest numbers: solvable boards of 2×3 that come out",
        "all solvable",
        f"{sum(map(is_solvable, made))} of {solvable}, each from {' or '.join(map(str, times))} arrangements",
        note="So shuffling and repairing makes all solvable boards equally likely.",
        holds=all(map(is_solvable, made)) and len(made) == solvable and times == [2],
    )


class _Draws(plain.Stream):
    """Random numbers, counted: the shuffle draws one for each swap."""

    count = 0

    def below(self, n: int) -> int:
        """Count it."""
        self.count += 1
        return super().below(n)


def _unsolvable_share() -> Fraction:
    """Which share of all shuffles cannot be solved, followed swap by swap.

    A shuffle is solvable if its swaps and the blank's distance from home are both even or both odd. So the
    blank's cell and the parity are all that has to be followed.
    """
    chance = {(15, 0): Fraction(1)}
    for last in range(15, 0, -1):
        after: dict[tuple[int, int], Fraction] = {}
        for (blank, parity), share in chance.items():
            for other in range(last + 1):
                cell = {last: other, other: last}.get(blank, blank)
                key = cell, parity ^ (other != last)
                after[key] = after.get(key, Fraction(0)) + share / (last + 1)
        chance = after
    return sum(
        (share for (cell, parity), share in chance.items() if _apart(cell, 15) % 2 != parity), Fraction(0)
    )


def inversions() -> Iterator[Figure]:
    """The worked board: its inversions, and what moves do to them.

    >>> [figure.computed for figure in inversions()][:3]
    [52, (7, 3, 9, 2, 9, 5, 8, 4, 1, 1, 0, 1, 1, 1, 0), 52]
    """
    yield Figure("inversions of the worked board", 52, WORKED.inversions())
    by_tile = (7, 3, 9, 2, 9, 5, 8, 4, 1, 1, 0, 1, 1, 1, 0)
    yield Figure("inversions of the worked board, tile by tile", by_tile, _smaller_after(WORKED))
    yield Figure("after moving 9, to the side", 52, WORKED.slide(9).inversions())
    yield Figure("after moving 4, down", 53, WORKED.slide(4).inversions())
    before, after = (_smaller_by_tile(board) for board in (WORKED, WORKED.slide(4)))
    changes = tuple(after[tile] - before[tile] for tile in (8, 4, 12, 3, 14))
    yield Figure("by moving 4: change for 8, 4, 12, 3, 14", (0, -1, 1, 0, 1), changes)
    yield Figure("vertical move: changes of inversions, width 4", (-3, -1, 1, 3), _changes(4))
    yield Figure(
        "vertical move: changes of inversions, width 3",
        "even",
        " ".join(map(str, _changes(3))),
        holds=all(change % 2 == 0 for change in _changes(3)),
    )


def _smaller_after(board: Board) -> tuple[int, ...]:
    """For every tile in reading order, how many smaller ones come after it."""
    tiles = [tile for tile in board if tile]
    return tuple(sum(later < tile for later in tiles[at + 1 :]) for at, tile in enumerate(tiles))


def _smaller_by_tile(board: Board) -> dict[int, int]:
    """The same, by tile."""
    return dict(zip([tile for tile in board if tile], _smaller_after(board), strict=True))


def _changes(width: int) -> tuple[int, ...]:
    """By how much a move of the blank from the first row to the second can change the inversions."""
    boards = (Board([0, *tiles], 2, width) for tiles in permutations(range(1, 2 * width)))
    return tuple(sorted({board.move("D").inversions() - board.inversions() for board in boards}))


def worked_example(run: Run) -> Iterator[Figure]:
    """The example of the rule, and how many moves it takes."""
    row = 4 - EXAMPLE.find(0) // 4
    yield Figure("example: inversions, row of the blank", (52, 1), (EXAMPLE.inversions(), row))
    yield Figure("example: solvable", "yes", "yes" if is_solvable(EXAMPLE) else "no")
    solution = solve(EXAMPLE, method="optimal", threads=run.threads)
    yield Figure("example: moves", 57, len(solution))


class _Mean(NamedTuple):
    """The mean of the shortest solutions of some boards."""

    steps: int | None
    boards: int
    value: float
    deviation: float

    def interval(self, unit: float = 0.01) -> tuple[float, float]:
        """Where a mean that is printed to such a unit lies, if it is of all such boards."""
        return mean_interval(self.value, self.deviation, self.boards, unit=unit)

    @property
    def error(self) -> float:
        """Half the length of the interval."""
        low, high = self.interval(unit=0.0)
        return (high - low) / 2


def means(run: Run) -> Iterator[Figure]:
    """Shortest solutions after walks of so many steps, and after fair shuffles: sampled."""
    points = [_mean(run, steps) for steps in STEPS]
    fair = _mean(run, None)
    yield _chart(run, points, fair)
    yield _after_150(run, next(point for point in points if point.steps == 150))
    sample = _sample(run, fair)
    yield Figure(
        "shuffles: mean of shortest solutions, in whole moves",
        53,
        round(fair.value, 2),
        interval=fair.interval(unit=1),
        sample=sample,
        style=".2f",
    )
    yield Figure(
        "mean of shortest solutions over all boards",
        AVERAGE,
        round(fair.value, 2),
        interval=fair.interval(),
        sample=sample,
        style=".2f",
    )


def _after_150(run: Run, point: _Mean) -> Figure:
    """How much easier boards are after 150 steps than after a shuffle."""
    less = ALL_BOARDS - point.value
    return Figure(
        "shuffles: harder than 150 steps by",
        "almost one move",
        f"{less:.2f} ± {point.error:.2f}",
        holds=less + point.error >= 0.75,
        criterion="three quarters of a move are within the interval of 99.9 % confidence, or below it",
        sample=_sample(run, point),
        note=f"Ours is the difference to {ALL_BOARDS}, the mean of all boards; the document's may be to 53, "
        "which may be that mean in whole moves.",
        why="It is less than three quarters of a move, by more than chance.",
    )


def _chart(run: Run, points: list[_Mean], fair: _Mean) -> Figure:
    """The chart of means against steps."""

    def draw(axes: Axes) -> None:
        from puzzle15.plot import COLOURS

        axes.errorbar(
            [point.steps or 0 for point in points],
            [point.value for point in points],
            yerr=[point.error for point in points],
            color=COLOURS[0],
            marker="o",
            capsize=3,
            label="walk of the blank",
        )
        axes.axhline(fair.value, color=COLOURS[1], linestyle="--", label=f"fair shuffle: {fair.value:.2f}")
        axes.set_title("Shortest solutions after a walk of the blank", loc="left")
        axes.set(xlabel="steps of the walk", ylabel="mean of shortest solutions")
        axes.legend(frameon=False)

    error = max(point.error for point in points)
    return Figure(
        "chart: mean of shortest solutions by steps of the walk",
        None,
        ", ".join(f"{point.steps}: {point.value:.1f}" for point in points),
        note=f"The chart is a picture whose numbers are not in the text. Each mean here is within "
        f"{error:.1f} of the true one, with 99.9 % confidence.",
        sample=f"{min(point.boards for point in points):,} boards or more each, seed {run.seed}",
        plot=draw,
    )


def _mean(run: Run, steps: int | None) -> _Mean:
    """Sample walks of so many steps, or shuffles; most boards where there is a printed number."""
    number = run.sample(quick=5000, full=60_000) if steps in (None, 150) else run.sample(quick=500, full=5000)
    walk = random_boards(number, seed=run.seed, method="walk", steps=steps) if steps is not None else None
    boards = random_boards(number, seed=run.seed) if walk is None else walk
    lengths = solve_many(boards, method="optimal", threads=run.threads, tables="auto").lengths
    deviation = float(lengths.std(ddof=1)) if number > 1 else 0.0
    return _Mean(steps, number, float(lengths.mean()), deviation)


def _sample(run: Run, point: _Mean) -> str:
    """How it was sampled."""
    return f"{point.boards:,} boards, seed {run.seed}"


DOCUMENT = Document(
    "solvability", "When 15 puzzle goes wild: a tale of solvability, an article of 2022", figures
)
