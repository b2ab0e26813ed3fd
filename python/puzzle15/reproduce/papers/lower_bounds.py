"""The last question of Parberry 1995: lower bounds that are better than the Manhattan distance."""

from __future__ import annotations

from collections.abc import Iterator

from puzzle15.reproduce.figures import Figure, Run

__all__ = ["better_lower_bounds"]

ASKED = "The paper asks for better lower bounds than the Manhattan distance, the first of these."


def better_lower_bounds(run: Run) -> Iterator[Figure]:
    """The means of better bounds: of all 3×3 boards, and of samples of 4×4 and 5×5.

    >>> first = next(better_lower_bounds(Run(quick=True)))
    >>> first.verdict, first.computed[0], first.computed[-1]
    ('open', 14.0, 21.97)
    """
    from puzzle15 import arrays
    from puzzle15.generate import random_boards
    from puzzle15.solving import solve_many

    every = arrays.unrank(range(181_440), (3, 3))
    yield _row("3×3", every, arrays.distance(every), "all 181,440 boards", is_sample=False)
    count = run.sample(quick=40, full=400) + 1
    boards = random_boards(count, 4, 4, seed=run.seed)
    lengths = solve_many(boards, method="optimal", threads=run.threads, progress=False).lengths
    yield _row("4×4", boards, lengths, f"{count:,} boards, seed {run.seed}")
    count = run.sample(quick=40, full=400) + 1
    boards = random_boards(count, 5, 5, seed=run.seed)
    yield _row("5×5", boards, None, f"{count:,} boards, seed {run.seed}")


def _row(size: str, boards: object, optima: object, sample: str, *, is_sample: bool = True) -> Figure:
    from puzzle15 import theory

    means = theory.heuristic_means(boards, optima=optima, is_sample=is_sample)  # type: ignore[arg-type]
    errors = ", ".join(f"{found.error:.2f}" for found in means)
    return Figure(
        f"section 5: mean lower bounds of {size} boards: {', '.join(found.name for found in means)}",
        "?",
        tuple(round(found.mean, 2) for found in means),
        f"{ASKED} Standard errors: {errors}." if is_sample else ASKED,
        sample=sample,
        style=".2f",
    )
