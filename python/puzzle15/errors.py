"""What can go wrong. Every error has its reason and remedies in its text, and as data.

All are subclasses of `PuzzleError`, which is a `ValueError`. An argument of the wrong type is a `TypeError`,
and a job for which there is not enough memory is a `MemoryError`, as everywhere in Python.

Texts count cells, rows, columns and moves from 1, as people do; indices in attributes count from 0, as code
does. A board of a batch is named by its index, `boards[3]`.

>>> from puzzle15 import Board, PuzzleError
>>> try:
...     Board("1 2/2 0")
... except PuzzleError as error:
...     print(error)
not a board: duplicate 2 (cells 2, 3), missing 3
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from puzzle15.wording import PYTHON, Option, Part, Remedy, RemedyKind, Wording, options, printable

if TYPE_CHECKING:
    from puzzle15._core import Board

__all__ = [
    "CacheWarning",
    "ExecutorError",
    "FileError",
    "GoalError",
    "IncompleteWarning",
    "InvalidBoardError",
    "InvalidMoveError",
    "MemoryBudgetError",
    "MissingPackageError",
    "MixedResultsError",
    "Option",
    "PuzzleError",
    "RefutedError",
    "Remedy",
    "RemedyKind",
    "TimeBudgetError",
    "UnsolvableError",
    "UnsupportedError",
    "check_same",
    "options",
]


class PuzzleError(ValueError):
    """The base of all errors of this package.

    >>> from puzzle15 import solve
    >>> try:
    ...     solve("1 2 3/4 5 6/7 8 0", method="combined")
    ... except PuzzleError as error:
    ...     print(error.facts)
    ...     print(error.remedies)
    method 'combined' is for 4×4 boards, this one is 3×3
    (Remedy(kind='use_method', value='auto'),)

    In a call for many boards, `row` is the index of the one that is wrong.

    >>> from puzzle15 import solve_many
    >>> try:
    ...     solve_many([[1, 2, 3, 0], [1, 1, 3, 0]])
    ... except PuzzleError as error:
    ...     print(error.row, "|", error)
    1 | boards[1]: not a board: duplicate 1 (cells 1, 2), missing 2
    """

    row: int | None = None
    """The index of the board in a call for many boards, counted from 0, else None."""
    parts: tuple[Part, ...]
    """What is wrong: text, options by their names, and cells by their indices."""
    remedies: tuple[Remedy, ...]
    """What can be done about it: any one of these."""
    _needed: ClassVar[tuple[str, ...]] = ()
    """The keyword arguments that its constructor requires, for `pickle`."""

    def __init__(self, *parts: Part, remedies: Iterable[Remedy] = ()) -> None:
        """Keep what is wrong, and what can be done about it. Text is cut where it is very long."""
        self.parts = parts = tuple(map(_shown, parts))
        self.remedies = tuple(remedies)
        super().__init__(*parts)

    @property
    def facts(self) -> str:
        """What is wrong, without the index of the board and without what can be done about it."""
        return PYTHON.facts(self.parts)

    def said(self, wording: Wording) -> str:
        """What is wrong and what can be done about it, in the words of a front.

        >>> from puzzle15.wording import PYTHON, Option
        >>> UnsupportedError(Option("width"), " is for beams").said(PYTHON)
        'width is for beams'
        """
        return wording.sentence(self.parts, self.remedies)

    def __str__(self) -> str:
        """All of it, in the words of the Python API."""
        place = "" if self.row is None else f"boards[{self.row}]: "
        return place + self.said(PYTHON)

    def __reduce__(self) -> tuple[object, ...]:
        """Keep everything when pickled."""
        needed = {name: getattr(self, name) for name in self._needed}
        return partial(type(self), **needed), self.parts, self.__dict__


# No error repeats a whole input that somebody gave, nor what a terminal would take for a command.
_LETTERS = 5000


def _shown(part: Part) -> Part:
    if not isinstance(part, str):
        return part
    part = "\n".join(map(printable, part[: _LETTERS + 1].split("\n")))
    return part[:_LETTERS] + " ..." if len(part) > _LETTERS else part


class InvalidBoardError(PuzzleError):
    """Not a board; `reasons` says what is wrong with it, or has the first few of many reasons.

    `more` is the number of reasons beyond those: an error never grows with its input.

    >>> from puzzle15 import Board
    >>> try:
    ...     Board("1 2 3/4 5/7 7 0")
    ... except InvalidBoardError as error:
    ...     for reason in error.reasons:
    ...         print(reason)
    ragged row 2 (2 tiles, row 1 has 3)
    duplicate 7 (cells 6, 7)
    missing 6
    >>> try:
    ...     Board("x " * 1_000_000)
    ... except InvalidBoardError as error:
    ...     print(len(error.reasons) + error.more)
    1000000
    """

    def __init__(
        self,
        *parts: Part,
        reasons: Iterable[str] = (),
        more: int = 0,
        remedies: Iterable[Remedy] = (),
    ) -> None:
        """Keep the reasons as a tuple."""
        super().__init__(*parts, remedies=remedies)
        self.reasons = tuple(reasons)
        self.more = more


class InvalidMoveError(PuzzleError):
    """A letter that is not a move, or a move that takes the blank off the board.

    >>> from puzzle15 import Board
    >>> Board("1 2/3 0").apply("RX")
    Traceback (most recent call last):
    puzzle15.errors.InvalidMoveError: 'X' is not a move; the blank goes L, R, U or D
    """


class GoalError(PuzzleError):
    """A goal that does not fit the board: another shape, other tiles, an unknown name.

    >>> from puzzle15 import solve
    >>> solve("1 2/0 3", goal="1 2/4 0")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    puzzle15.errors.GoalError: the board and the goal must have the same tiles; only on the board: 3; ...
    """


class UnsolvableError(PuzzleError):
    """The goal cannot be reached: the parities differ.

    `parities` says which parities differ, and `reason` also how to mend that: `nearest` is a solvable board,
    the given one with two neighbouring tiles swapped, and `swap` has those two.

    >>> from puzzle15 import solve
    >>> try:
    ...     solve("1 2 3/4 5 6/8 7 0")
    ... except UnsolvableError as error:
    ...     print(error.swap, error.nearest)
    (8, 7) ┌───┬───┬───┐
    │ 1 │ 2 │ 3 │
    ├───┼───┼───┤
    │ 4 │ 5 │ 6 │
    ├───┼───┼───┤
    │ 7 │ 8 │   │
    └───┴───┴───┘
    """

    _needed = ("nearest", "swap")

    def __init__(
        self,
        *parts: Part,
        nearest: Board,
        swap: tuple[int, int],
        reason: str = "",
        parities: str = "",
        remedies: Iterable[Remedy] = (),
    ) -> None:
        """Keep the reason, the solvable board and the two tiles."""
        super().__init__(*parts, remedies=remedies)
        self.reason = reason or self.facts
        self.parities = parities or self.reason
        self.nearest = nearest
        self.swap = swap


class UnsupportedError(PuzzleError):
    """A size, method or option that this version does not have.

    >>> from puzzle15 import solve
    >>> solve("1 2/0 3", method="magic")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    puzzle15.errors.UnsupportedError: unknown method 'magic'; choose 'auto', ...
    """


class RefutedError(UnsupportedError):
    """A bound that is wrong or contradicts itself, or a proof that proves nothing.

    >>> from dataclasses import replace
    >>> from puzzle15 import bounds
    >>> try:
    ...     replace(bounds.lower("8 6 7/2 5 4/3 0 1"), bound=33, moves=None).check()
    ... except RefutedError as error:
    ...     print(error)
    its bound is 33, but there is a solution of 31 moves
    """


class MemoryBudgetError(PuzzleError, MemoryError):
    """A job that does not fit into the memory that it may use, or that is free.

    `needed` and `budget`, what it may use, are in bytes.

    >>> from puzzle15 import explore
    >>> try:
    ...     explore(3, 4, memory=1_000_000)
    ... except MemoryBudgetError as error:
    ...     print(error.needed > error.budget, error.budget)
    True 1000000
    """

    _needed = ("needed", "budget")

    def __init__(self, *parts: Part, needed: int, budget: int, remedies: Iterable[Remedy] = ()) -> None:
        """Keep the two numbers."""
        super().__init__(*parts, remedies=remedies)
        self.needed = needed
        self.budget = budget


class TimeBudgetError(PuzzleError, TimeoutError):
    """A `timeout` in which there was not even a first solution, as on boards of many thousand cells.

    `timeout` is in seconds, as it was given.

    >>> from puzzle15 import random_board, solve
    >>> try:
    ...     solve(random_board(400, 400, seed=1), timeout=0.01)
    ... except TimeBudgetError as error:
    ...     print(error.timeout, "|", error)  # doctest: +ELLIPSIS
    0.01 | no solution was found in the time limit of 0.01 s; give more with timeout=, or leave it out, or ...
    """

    _needed = ("timeout",)

    def __init__(self, *parts: str | Option, timeout: float, remedies: Iterable[Remedy] = ()) -> None:
        """Keep the time."""
        super().__init__(*parts, remedies=remedies)
        self.timeout = timeout


class FileError(PuzzleError, OSError):
    """A file that cannot be read, written or used: damaged, or of another search or program.

    >>> import pathlib, tempfile
    >>> from puzzle15 import explore
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "notes.txt")
    ...     _ = path.write_text("something else altogether")
    ...     try:
    ...         explore(2, 3, checkpoint=path)
    ...     except FileError as error:
    ...         print(str(error).split("used: ")[1])
    it is not a file of this package; delete it, or name another file
    """


class ExecutorError(PuzzleError, RuntimeError):
    """An executor that is broken, or a part of the work that was lost again and again.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from puzzle15 import experiment
    >>> pool = ThreadPoolExecutor(2)
    >>> pool.shutdown()
    >>> experiment(1000, seed=1, executor=pool)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    puzzle15.errors.ExecutorError: the executor is broken (cannot schedule new futures after shutdown); ...
    """


class MixedResultsError(PuzzleError):
    """Results that were made by different algorithms, versions or tables, and so do not belong together.

    They come from a checkpoint, or from the workers of an executor. `names` says what has made them.

    >>> from puzzle15.errors import check_same
    >>> check_same("beam 2, large tables 7af14c09", "beam 2, small tables b426eed3")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    puzzle15.errors.MixedResultsError: some boards were solved by 'beam 2, large tables 7af14c09', others ...
    """

    _needed = ("names",)

    def __init__(self, *parts: Part, names: tuple[str, str], remedies: Iterable[Remedy] = ()) -> None:
        """Keep the two names."""
        super().__init__(*parts, remedies=remedies)
        self.names = names


def check_same(name: str, other: str) -> None:
    """Raise an error unless both results were made by the same.

    >>> check_same("stages 2", "stages 2")
    """
    if name != other:
        raise MixedResultsError(
            f"some boards were solved by {name!r}, others by {other!r}: their results do not belong together",
            names=(name, other),
            remedies=[Remedy("same_versions")],
        )


class CacheWarning(UserWarning):
    """A table in the cache folder was damaged, or could not be written. Results are right all the same.

    >>> issubclass(CacheWarning, UserWarning)
    True
    """


class IncompleteWarning(UserWarning):
    """A search has not reached every state of its puzzle, so its diameter is no bound for the others.

    >>> import warnings
    >>> from puzzle15 import explore
    >>> with warnings.catch_warnings(record=True, action="always") as caught:
    ...     explore(2, 3, removed=[0], tiles=[3]).complete
    False
    >>> print(caught[0].message)
    the search has reached 15 of 20 states: its diameter is no bound for the others
    """


class MissingPackageError(PuzzleError, ImportError):
    """A package that only some functions need is not installed.

    >>> raise MissingPackageError("plots need matplotlib", "plot")
    Traceback (most recent call last):
    puzzle15.errors.MissingPackageError: plots need matplotlib; pip install "puzzle15[plot]"
    """

    _needed = ("extra",)

    def __init__(self, what: str, extra: str) -> None:
        """Say what is missing, and which extra brings it."""
        self.extra = extra
        super().__init__(what, remedies=[Remedy("install", extra)])
