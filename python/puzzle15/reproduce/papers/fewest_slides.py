"""Slides of several tiles in Parberry 1995: lower bounds of order n², beside the fewest slides of boards."""

from __future__ import annotations

from collections.abc import Iterator

from puzzle15.reproduce.figures import Figure, Run

__all__ = ["fewest_slides"]

SIZES = (3, 4, 5, 10, 30, 100)
ASKED = "The paper has no numbers: its two arguments give a bound of order n² only."


def fewest_slides(run: Run) -> Iterator[Figure]:
    """The bounds by size, and the boards that can be solved.

    >>> next(fewest_slides(Run(quick=True))).computed
    (0.89, 1.25, 0.96, 1.1, 1.03, 1.01)
    """
    from puzzle15 import theory

    sizes = ", ".join(map(str, SIZES))
    worst = {
        "Manhattan distance, hard board": tuple(theory.hard_slides(n) / n**2 for n in SIZES),
        "decision tree, some board": tuple(theory.most_slides_by_counting(n) / n**2 for n in SIZES),
    }
    for name, found in worst.items():
        yield Figure(
            f"slides of several tiles: lower bound by {name}, by n², n = {sizes}",
            "Ω(n²)",
            tuple(round(value, 2) for value in found),
            "The limit is 1."
            if "hard" in name
            else "The limit is 2: there are n²! / 2 boards, and n − 1 ways to go on.",
            holds=all(0.8 < value < 2 for value in found),
            criterion="all of them are between 0.8 and 2",
            style=".2f",
        )
    yield _all_boards(3, 3)
    if run.quick:
        yield Figure(
            _title(3, 4), "?", None, "Left out of quick runs: it takes a search of 239.5 million states."
        )
    else:
        yield _all_boards(3, 4, run.threads)
    yield _sample(run)


def _title(rows: int, cols: int) -> str:
    return f"slides of several tiles: mean and most over all boards of {rows}×{cols}"


def _all_boards(rows: int, cols: int, threads: int | None = None) -> Figure:
    from puzzle15 import theory
    from puzzle15.exploring import explore

    layers = explore(rows, cols, metric="multi", threads=threads, progress=False)
    below, tree = theory.mean_slides_by_manhattan(rows, cols), theory.mean_slides_by_counting(rows, cols)
    most = theory.most_slides_by_counting(rows, cols)
    return Figure(
        _title(rows, cols),
        "?",
        f"{layers.mean:.2f} and {layers.diameter}",
        f"{ASKED} The mean is at least {float(below):.2f} by Manhattan distances and {float(tree):.2f} by "
        f"the decision tree; the most is at least {most} by the decision tree.",
    )


def _sample(run: Run) -> Figure:
    """Random 15-puzzles with the fewest slides."""
    from puzzle15 import theory
    from puzzle15.generate import random_boards
    from puzzle15.solving import solve_many

    count = run.sample(quick=4, full=40)
    boards = random_boards(count, 4, 4, seed=run.seed)
    many = solve_many(boards, method="optimal", metric="multi", threads=run.threads, progress=False)
    slides = [solution.multi for solution in many]
    bounds = [theory.slides_by_manhattan(row) for row in boards]
    means = float(theory.mean_slides_by_manhattan(4)), float(theory.mean_slides_by_counting(4))
    mean = sum(slides) / count
    return Figure(
        "slides of several tiles: mean over random 4×4 boards",
        "?",
        f"{mean:.2f}",
        f"{ASKED} For the mean over all boards, Manhattan distances give at least {means[0]:.2f} and the "
        f"decision tree {means[1]:.2f}. The bounds of these boards by their own distances are "
        f"{sum(bounds) / count:.2f} on average.",
        sample=f"{count} boards, seed {run.seed}",
    )
