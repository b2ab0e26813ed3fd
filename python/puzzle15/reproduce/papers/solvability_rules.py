"""The rules of "When 15 puzzle goes wild": classic, along a line, universal; each as the document words it.

Each rule is tried on every board of small puzzles, and compared with a search that finds what can be reached
by sliding, and with the package's own rule. Larger boards are made by sliding, so that they can be solved,
and by one more swap of two tiles, so that they cannot.

>>> from puzzle15 import goals
>>> classic(goals.rows(4, 4)), classic(Board("1 2 3/4 5 6/8 7 0"))
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, permutations

from puzzle15 import goals
from puzzle15._core import Board
from puzzle15.generate import random_boards
from puzzle15.reference.solvability import reachable
from puzzle15.reproduce.figures import Figure, Run
from puzzle15.solving import is_solvable

__all__ = ["along", "classic", "missing", "rules", "universal"]

# The line of the document that is drawn with a pen, cell by cell.
STROKE = (3, 7, 11, 15, 14, 13, 12, 8, 4, 0, 1, 5, 9, 10, 6, 2)

SMALL = ((2, 2), (2, 3), (3, 2))
LARGE = ((2, 7), (3, 4), (4, 3), (4, 4), (5, 5), (5, 6), (7, 3))
BOARDS_PER_GOAL = 5


def classic(board: Board) -> bool:
    """Whether a board can be brought in order, the blank last: by inversions and the blank's row from below.

    >>> classic(Board("12 13 11 2/4 5 3 14/1 9 15 6/8 7 0 10"))
    True
    """
    even = board.inversions() % 2 == 0
    row = board.rows - board.find(0) // board.cols
    return even if board.cols % 2 else even == (row % 2 == 1)


def along(board: Board, line: Sequence[int]) -> bool:
    """Whether tiles can be brought in order along a line of cells: by the inversions along it.

    >>> along(goals.path(STROKE, 4, 4), STROKE)
    True
    """
    tiles = [board[cell] for cell in line if board[cell]]
    later = (tiles[at + 1 :] for at in range(len(tiles)))
    return sum(other < tile for tile, rest in zip(tiles, later, strict=True) for other in rest) % 2 == 0


def universal(board: Board, goal: Board) -> bool:
    """Whether a goal can be reached: by the inversions of both, and the rows of both blanks if need be.

    >>> universal(Board("1 2 3/4 5 6/8 7 0"), goals.snake(3, 3))
    True
    """
    return _mark(board) == _mark(goal)


def _mark(board: Board) -> int:
    """The parity that no move changes."""
    row = 0 if board.cols % 2 else board.find(0) // board.cols
    return (board.inversions() + row) % 2


def rules(run: Run) -> Iterator[Figure]:
    """Each rule on every board of small puzzles and on samples of larger ones.

    >>> [figure.verdict for figure in rules(Run(quick=True, scale=0.1))][3:7]
    ['agrees', 'agrees', 'consistent', 'consistent']
    """
    shapes = SMALL if run.quick else (*SMALL, (2, 4), (4, 2))
    sizes = ", ".join(f"{rows}×{cols}" for rows, cols in shapes)
    yield _agrees(f"classic rule on {sizes}", "every board", _classic(shapes))
    for name, make in (("snake", goals.snake), ("spiral", goals.spiral)):
        lines = {shape: [_line(make(*shape))] for shape in shapes}
        yield _agrees(f"rule along the {name} on {sizes}", "every board", _along(lines))
    lines = {shape: list(_strokes(*shape)) for shape in SMALL}
    count = sum(map(len, lines.values()))
    small = ", ".join(f"{rows}×{cols}" for rows, cols in SMALL)
    yield _agrees(f"rule along all {count} lines on {small}", "every board", _along(lines))
    yield _agrees(f"universal rule on {small}", "any goal", _universal(SMALL))
    yield from _larger(run)


def _agrees(name: str, printed: str, found: Iterable[bool], sample: str = "") -> Figure:
    """A rule beside what is true: how often they agree, on all boards or on a sample of them."""
    answers = list(found)
    right = sum(answers)
    whole = right == len(answers)
    return Figure(name, printed, f"{right:,} of {len(answers):,}", holds=whole, sample=sample)


def _boards(rows: int, cols: int) -> list[Board]:
    """Every board of a size, solvable or not."""
    return [Board(tiles, rows, cols) for tiles in permutations(range(rows * cols))]


def _classic(shapes: Sequence[tuple[int, int]]) -> Iterator[bool]:
    """For every board: whether rule, search and package agree."""
    for shape in shapes:
        goal = goals.rows(*shape)
        found = reachable(goal.tiles, goal.cols)
        for board in _boards(*shape):
            yield classic(board) == (board.tiles in found) == is_solvable(board, goal)


def _along(lines: dict[tuple[int, int], list[list[int]]]) -> Iterator[bool]:
    """For every line and board: whether rule, search and package agree."""
    for shape, some in lines.items():
        for line in some:
            goal = goals.path(line, *shape)
            found = reachable(goal.tiles, goal.cols)
            for board in _boards(*shape):
                yield along(board, line) == (board.tiles in found) == is_solvable(board, goal)


def _universal(shapes: Sequence[tuple[int, int]]) -> Iterator[bool]:
    """For every board and every goal: whether rule, search and package agree."""
    for shape in shapes:
        boards = _boards(*shape)
        found = reachable(boards[0].tiles, shape[1])
        # What is reached from one board is one class, and everything else must be the other.
        there = {board: board.tiles in found for board in boards}
        marks = {board: _mark(board) for board in boards}
        for board in boards:
            for goal in boards:
                yield (
                    (marks[board] == marks[goal]) == (there[board] == there[goal]) == is_solvable(board, goal)
                )


def _line(goal: Board) -> list[int]:
    """The cells of a goal in the order of its numbers, the blank last."""
    return [goal.find(number % len(goal)) for number in range(1, len(goal) + 1)]


def _strokes(rows: int, cols: int) -> Iterator[list[int]]:
    """Every line through all cells that a pen can draw."""

    def onward(line: list[int]) -> Iterator[list[int]]:
        if len(line) == rows * cols:
            yield line
        row, col = divmod(line[-1], cols)
        for r, c in ((row, col - 1), (row, col + 1), (row - 1, col), (row + 1, col)):
            if 0 <= r < rows and 0 <= c < cols and r * cols + c not in line:
                yield from onward([*line, r * cols + c])

    for first in range(rows * cols):
        yield from onward([first])


def _larger(run: Run) -> Iterator[Figure]:
    """The rules on samples: the lines of 4×4, and any width and height.

    >>> one = next(_larger(Run(quick=True, scale=0.1)))
    >>> one.computed, one.sample
    ('100 of 100', '50 boards made by sliding, and the same with two tiles swapped, seed 2014')
    """

    def made(boards: int, of: str = "") -> str:
        return f"{boards:,} boards{of} made by sliding, and the same with two tiles swapped, seed {run.seed}"

    number = run.sample(quick=500, full=5000)
    for name, line in (
        ("snake", _line(goals.snake(4, 4))),
        ("spiral", _line(goals.spiral(4, 4))),
        ("line drawn with a pen", list(STROKE)),
    ):
        goal = goals.path(line, 4, 4)
        found = _sampled(run, goal, number, partial(along, line=line))
        yield _agrees(f"4×4: rule along the {name}", "every board", found, made(number))
    each = number // 5 + 1
    found = chain.from_iterable(_sampled(run, goals.rows(*shape), each, classic) for shape in LARGE)
    sizes = ", ".join(f"{rows}×{cols}" for rows, cols in LARGE)
    sample = made(each, " of each size")
    yield _agrees(f"classic rule on {sizes}", "any width and height", found, sample)
    each = number // 25 + 1
    found = chain.from_iterable(_any_goal(run, shape, each) for shape in LARGE)
    sample = f"{each:,} random goals of each size; for each of them, {made(BOARDS_PER_GOAL)}"
    yield _agrees(f"universal rule on {sizes}", "any goal, any width and height", found, sample)


def _any_goal(run: Run, shape: tuple[int, int], number: int) -> Iterator[bool]:
    """For random goals, solvable or not from the usual one, and boards that are and are not solvable."""
    for tiles in random_boards(number, *shape, seed=run.seed + 1).tolist():
        goal = Board(tiles, *shape)
        yield from _sampled(run, goal, BOARDS_PER_GOAL, partial(universal, goal=goal))


def _sampled(run: Run, goal: Board, number: int, rule: Callable[[Board], bool]) -> Iterator[bool]:
    """For boards made by sliding, and the same with the two largest tiles swapped: is the rule right?"""
    tiles = random_boards(number, goal=goal, seed=run.seed, method="walk", steps=50)
    two, one = sorted(goal)[-2:]
    for board in (Board(row, *goal.shape) for row in tiles.tolist()):
        swapped = Board([{one: two, two: one}.get(tile, tile) for tile in board], *goal.shape)
        yield rule(board) and is_solvable(board, goal)
        yield not rule(swapped) and not is_solvable(swapped, goal)


def missing() -> Iterator[Figure]:
    """The example with 2 missing, and where the classic rule goes wrong.

    >>> [figure.computed for figure in missing()]
    [(50, 3), 'yes', 'no', 'yes', '1 2 3 4 9 10 11 12', 50]
    """
    board = Board("12 8 7 15/0 6 4 1/10 9 13 11/3 16 14 5")
    goal = goals.missing(2, 4, 4)
    row = 4 - board.find(0) // 4
    yield Figure("2 missing: inversions, row of the blank", (50, 3), (board.inversions(), row))
    yield Figure("2 missing: solvable by the classic rule", "yes", _yes(classic(board)))
    yield Figure("2 missing: solvable in truth", "no", _yes(is_solvable(board, goal)))
    end = Board("1 0 3 4/5 6 7 8/9 11 10 12/13 14 15 16")
    yield Figure("2 missing: can be brought to 10 and 11 exchanged", "yes", _yes(is_solvable(board, end)))
    wrong = [number for number in range(1, 17) if not classic(goals.missing(number, 4, 4))]
    yield Figure(
        "missing numbers with which the classic rule is wrong",
        "1 2 3 4 9 10 11 12",
        " ".join(map(str, wrong)),
        note="The document describes them as those for which the goal's blank is in an even row, counted "
        "from below. For these the rule calls every solvable board unsolvable, and every other one solvable.",
    )
    yield Figure(
        "boards that the classic rule wrongly calls solvable, %",
        50,
        100 * len(wrong) // 16,
        note="If every number is equally likely to be the missing one.",
    )


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"
