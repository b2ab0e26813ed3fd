"""A first look: `python -m puzzle15.demo` solves a random 15-puzzle, and then many."""

from __future__ import annotations

import time

from puzzle15.generate import random_board, random_boards
from puzzle15.solving import solve, solve_many

__all__ = ["main"]


def main() -> None:
    """Show one board with its solution and the time it took, then the lengths of many.

    >>> main()  # doctest: +ELLIPSIS
    A random board:
    ┌────┬────┬────┬────┐
    ...
    Its solution: ... moves (combined)
    ...
    100,000 random boards: ...
    """
    board = random_board(4, 4)
    begin = time.perf_counter()
    solve(random_board(4, 4))
    prepared = time.perf_counter() - begin
    # The quickest of several calls: the others include whatever else the machine does.
    seconds = []
    for _ in range(20):
        begin = time.perf_counter()
        solution = solve(board)
        seconds.append(time.perf_counter() - begin)

    print("A random board:")
    print(board)
    print(f"Its solution: {solution}")
    print(f"Replayed to the goal: {solution.verify()}")
    print(f"Time: {min(seconds) * 1e6:.1f} µs, after {prepared * 1e3:.0f} ms to make the tables once")

    boards = random_boards(100_000)
    begin = time.perf_counter()
    many = solve_many(boards)
    elapsed = time.perf_counter() - begin
    lengths = many.lengths
    print(
        f"{len(many):,} random boards: {lengths.min()} to {lengths.max()} moves, mean "
        f"{lengths.mean():.2f}, {elapsed / len(many) * 1e6:.2f} µs each on all cores"
    )


if __name__ == "__main__":
    main()
