"""`lower` proves how many moves one board takes at least; a `LowerBound` holds the proof's result."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import Any

from puzzle15 import _core
from puzzle15._core import Board
from puzzle15._support import decoding
from puzzle15._support.checks import check_name, check_whole, seconds_of
from puzzle15._support.files import read_json, write_json
from puzzle15._support.interrupts import leave
from puzzle15._support.sealed import FileKind
from puzzle15.bounds.claim import READERS, Claim, check_claim, counted, length_of
from puzzle15.bounds.recheck import LowerCheck, recheck, watching
from puzzle15.errors import FileError, InvalidBoardError, Option, PuzzleError, RefutedError, UnsupportedError
from puzzle15.goals import GoalLike, resolve
from puzzle15.typing import BoardLike, Metric, OnInterrupt, Progress, Tables, as_board

__all__ = ["LowerBound", "is_lower_bound", "lower", "lower_bound_in"]

_KIND = FileKind("puzzle15 lower bound", 1, "a lower bound")


@dataclass(frozen=True)
class LowerBound(Claim):
    """No solution of a board is shorter than `bound`, and why.

    >>> found = lower("8 6 7/2 5 4/3 0 1")
    >>> found.bound, found.proved_by, found.is_exact
    (31, 'search', True)
    >>> print(found)
    8 6 7/2 5 4/3 0 1: exactly 31 moves (search)
    """

    @property
    def is_exact(self) -> bool:
        """Whether the bound is the length of a shortest solution.

        >>> lower("1 2 3/4 5 6/0 7 8").is_exact
        True
        """
        return self.moves is not None

    def __str__(self) -> str:
        """The bound and its proof in one line."""
        board = "/".join(" ".join(map(str, row)) for row in self.board.to_list())
        how = "exactly" if self.is_exact else "at least"
        return f"{board}: {how} {counted(self.bound, self.metric)} ({self.proved_by})"

    def check(
        self,
        *,
        timeout: float | None = 10.0,
        memory: int | None = None,
        threads: int | None = 1,
        tables: Tables = "small",
        progress: Progress = None,
    ) -> LowerCheck:
        """Prove the bound again, as far as `timeout` seconds allow; an error says what is wrong with it.

        Anyone can make such an object or write such a file, so nothing in it is believed: the moves are
        replayed, the heuristics computed, and a search goes as far as the bound and no further. What was not
        reached is left on trust, and the result says so. The options are those of `lower`. With
        `timeout=None` there may still be a walking distance whose search takes more than its 256 MB, what
        `memory` forbids, what pattern databases of other `tables` say, and a bound on a board for which
        there is no search.

        >>> found = lower("8 6 7/2 5 4/3 0 1")
        >>> print(found.check())
        verified: the moves are a solution of 31 moves
        verified: manhattan is 21
        verified: linear conflict is 23
        verified: walking distance is 25
        verified: linear conflict and walking distance is 25
        verified: pattern databases is 29
        verified: no solution has fewer than 31 moves
        >>> from dataclasses import replace
        >>> replace(found, bound=33, moves=None).check()
        Traceback (most recent call last):
        puzzle15.errors.RefutedError: its bound is 33, but there is a solution of 31 moves
        """
        return recheck(
            self, timeout=timeout, memory=memory, threads=threads, tables=tables, progress=progress
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file, for `load`, and to go on from with `lower(..., known=...)`.

        >>> import os, tempfile
        >>> found = lower("8 6 7/2 5 4/3 0 1")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     found.save(os.path.join(folder, "hard.json"))
        ...     LowerBound.load(os.path.join(folder, "hard.json")) == found
        True
        """
        data = {name: getattr(self, name) for name in READERS}
        data |= {"board": self.board.to_list(), "goal": self.goal.to_list()}
        write_json(path, _KIND.sealed(data))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> LowerBound:
        """Read what `save` has written. A file that contradicts itself is refused.

        The number itself is taken on trust: a checksum says only that nothing was damaged. `check` proves
        it again.

        >>> LowerBound.load("no such file.json")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        puzzle15.errors.FileError: cannot read no such file.json: ...
        """
        return lower_bound_in(read_json(path), path)


def is_lower_bound(data: object) -> bool:
    """Whether what was read from a file is said to be a lower bound for one board, not one for all."""
    return isinstance(data, dict) and data.get("format") == _KIND.format


def lower_bound_in(data: object, path: str | os.PathLike[str]) -> LowerBound:
    """The lower bound in what was read from this file."""
    try:
        return _read(_KIND.unsealed(data))
    except PuzzleError as error:
        raise FileError(f"{os.fspath(path)} cannot be used: {error.facts}") from error


def lower(
    board: BoardLike,
    *,
    goal: GoalLike | None = None,
    metric: Metric = "single",
    timeout: float | None = 10.0,
    memory: int | None = None,
    threads: int | None = 1,
    tables: Tables = "small",
    known: LowerBound | None = None,
    progress: Progress = None,
    on_interrupt: OnInterrupt = "raise",
) -> LowerBound:
    """Prove how many moves a board takes at least, in `timeout` seconds.

    The larger the timeout, the better the bound. None searches until the bound is exact, where there is a
    search: single-tile moves up to 65,536 cells, slides up to 4×4. These are tried in turn, and `proved_by`
    says which won:

    - `"manhattan"`: every tile goes straight home;
    - `"linear conflict"`: and tiles of one line that would have to pass each other leave it;
    - `"walking distance"`: all tiles together, but counted by rows, and again by columns. By search beyond
      4×5, for sides of up to six cells, and for longer ones if the other side is short, as far as a search
      in 256 MB proves it;
    - `"linear conflict and walking distance"`: the better of the two in each direction;
    - `"pattern databases"`, for up to 25 cells; `tables` chooses them as in `Solver`;
    - `"search"`: iterative deepening with the pattern databases, or with the Manhattan distance on larger
      boards, as long as there is time. If it finds a solution, the bound is exact.

    Tables that do not exist yet are made first, outside the timeout. `memory` (bytes) limits what searches
    take beside them. `known` is a bound for the same board that was found earlier, perhaps in another
    process: the search continues from there, and the result rests on it, so `known.check()` may come first.

    With `metric="multi"` slides are counted: by tables up to twelve cells, by search on 4×4, and on larger
    boards by how many tiles a slide can move.

    Ctrl-C raises `KeyboardInterrupt`, which has the best bound so far as `best`; with `on_interrupt="best"`
    that bound is returned. A function as `progress` is called with the bound several times a second.

    >>> found = lower("15 2 1 12/5 8 6 11/4 9 10 7/3 14 13 0", timeout=0)
    >>> found.bound >= 42, dict(found.heuristics)["manhattan"], dict(found.heuristics)["walking distance"]
    (True, 30, 38)
    >>> lower("15 2 1 12/5 8 6 11/4 9 10 7/3 14 13 0", timeout=None, known=found).bound
    54
    """
    start = as_board(board)
    target = resolve(goal, start)
    seconds = seconds_of(timeout)
    check_name("metric", metric)
    check_name("tables", tables)
    check_whole("memory", memory, 2**20, 2**63 - 1)
    check_whole("threads", threads, 1, 256)
    if on_interrupt not in ("raise", "best"):
        raise UnsupportedError(Option("on_interrupt"), f" is 'raise' or 'best', got {on_interrupt!r}")
    if known is not None:
        _check_known(known, start, target, metric)
        if known.is_exact:
            return known
    begun = time.perf_counter()
    with watching(progress, "proving") as listener:
        found, interrupt = _core.lower_bound(
            start,
            target,
            metric,
            tables,
            threads,
            0 if known is None else known.bound,
            None,
            seconds,
            memory,
            listener,
        )
    best = _result(start, target, metric, found, known, time.perf_counter() - begun)
    if interrupt is None or (on_interrupt == "best" and isinstance(interrupt, KeyboardInterrupt)):
        return best
    if isinstance(interrupt, KeyboardInterrupt):
        leave(interrupt, best, f"proven so far: at least {best.bound}, by {best.proved_by}")
    raise interrupt


def _result(
    board: Board,
    goal: Board,
    metric: Metric,
    found: _core.LowerFound,
    known: LowerBound | None,
    seconds: float,
) -> LowerBound:
    """What the core found, together with what was known."""
    heuristics = dict(found.heuristics)
    if known is None:
        nodes, proved_by = 0, found.proved_by
        if proved_by == "known":
            proved_by = "manhattan"  # The board is solved, or the job was stopped before it began.
    else:
        nodes, seconds = known.nodes, known.seconds + seconds
        proved_by = found.proved_by
        if proved_by == "known":
            proved_by = known.proved_by
            # Other tables may have proved it.
            heuristics |= {name: value for name, value in known.heuristics if name == proved_by}
        if found.moves is not None and (length := length_of(found.moves, metric)) < known.bound:
            raise RefutedError(
                f"the known bound is wrong: it says {known.bound}, and there is a solution of "
                f"{counted(length, metric)}"
            )
    return LowerBound(
        board=board,
        goal=goal,
        metric=metric,
        bound=found.bound,
        proved_by=proved_by,  # type: ignore[arg-type]
        heuristics=tuple(heuristics.items()),
        moves=found.moves,
        nodes=nodes + found.nodes,
        seconds=seconds,
    )


def _check_known(known: LowerBound, board: Board, goal: Board, metric: str) -> None:
    if not isinstance(known, LowerBound):
        raise TypeError(f"known is a LowerBound, as `lower` and `LowerBound.load` return, got {known!r}")
    if (known.board, known.goal, known.metric) != (board, goal, metric):
        raise UnsupportedError(
            Option("known"), " is a bound for another board, goal or metric; give one for the same, or none"
        )
    # What was unpickled has not been checked.
    check_claim(known)


def _read(data: dict[str, Any]) -> LowerBound:
    """The bound in a file."""
    readers = {"board": _board, "goal": _board, **READERS}
    return LowerBound(**{name: decoding.field(data, name, read) for name, read in readers.items()})


def _board(value: object) -> Board:
    """A board in a file, row by row."""
    rows = decoding.items(decoding.items(decoding.whole(0, 2**32 - 1)))(value)
    try:
        return Board(rows)
    except (InvalidBoardError, TypeError):
        raise decoding.UnexpectedError("a board, row by row") from None
