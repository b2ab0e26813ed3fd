"""Move tables, pattern databases, and the files of those that are kept on disk.

>>> from puzzle15.tables import move_table
>>> row = move_table("row")
>>> row.states, len(row.data), row.worst, round(row.mean, 4)
(524160, 131040, 46, 26.8745)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from puzzle15 import _core, reference
from puzzle15._support.checks import check_flag, check_name, check_whole
from puzzle15._support.progress import listening, share
from puzzle15.errors import FileError, GoalError, UnsupportedError
from puzzle15.goals import GoalLike, resolve
from puzzle15.goals import rows as rows_goal
from puzzle15.reference import combined
from puzzle15.typing import BoardLike, Tables, as_board

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "MoveTable",
    "Pattern",
    "Patterns",
    "TableFile",
    "TableName",
    "build",
    "cache_folder",
    "estimate",
    "files",
    "forget",
    "move_table",
    "patterns",
    "verify",
]


TableName: TypeAlias = Literal[
    "row", "column", "3x3", "2x2", "2x3", "2x4", "2x5", "stage 1", "stage 2", "stage 3"
]
"""The names of the move tables; see `move_table`."""

_STAGES = {"stage 1": "row", "stage 2": "column", "stage 3": "3x3"}


def table_name(name: str) -> TableName:
    """The name by which the core knows a table, whether or not there is one."""
    known: TableName = _STAGES.get(name, name)  # type: ignore[assignment]
    return known


@dataclass(frozen=True)
class MoveTable:
    """Two bits for each state: the next move on a shortest path.

    `data` has entry `i` in byte `i // 4` from bit `2 * (i % 4)`: L, R, U, D as 0, 1, 2, 3. How a state is
    numbered is explained, and done, in `puzzle15.reference.rank`. `by_cell[depth][cell]` is the number of
    states at that depth with the blank in that cell.

    >>> table = move_table("2x2")
    >>> table.counts, table.states, table.worst, table.mean
    ((1, 2, 2, 2, 2, 2, 1), 12, 6, 3.0)
    """

    name: str
    data: bytes = field(repr=False)
    by_cell: tuple[tuple[int, ...], ...] = field(repr=False)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many states there are at each depth.

        For a stage, depth is counted from the start vertices of the paper. The table has no move for any
        state in which the stage is done, and some of these have a depth above 0.
        """
        return tuple(map(sum, self.by_cell))

    @property
    def states(self) -> int:
        """How many states there are."""
        return sum(self.counts)

    @property
    def worst(self) -> int:
        """The greatest depth."""
        return len(self.by_cell) - 1

    @property
    def mean(self) -> float:
        """The mean depth."""
        return sum(depth * count for depth, count in enumerate(self.counts)) / self.states

    def next_move(self, board: BoardLike) -> str | None:
        """Look one board up: the next move on a shortest path (L, R, U or D of the blank), None at its end.

        The goal is 1, 2, 3, ... with the blank last. `"row"` takes any 4×4 board, even one that cannot be
        solved, since it looks at four tiles only; `"column"` takes those whose first row is home, and `"3x3"`
        those whose first row and column are. `"3x3"` and the other small ones take boards of their own size.

        >>> board = "5 1 2 4/9 6 3 7/13 10 11 8/14 15 12 0"
        >>> move_table("stage 1").next_move(board)
        'L'
        >>> move_table("3x3").next_move("1 2 3/4 5 6/7 8 0") is None
        True

        Follow the three tables one after another, and the 15-puzzle is solved:

        >>> from puzzle15 import Board
        >>> at, moves = Board(board), ""
        >>> for stage in map(move_table, ("stage 1", "stage 2", "stage 3")):
        ...     while move := stage.next_move(at):
        ...         at, moves = at.move(move), moves + move
        >>> moves, at.to_text()
        ('LLLUUURRDRDD', '1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0')
        """
        space, tiles, is_done = _look_up(self.name, as_board(board))
        if is_done:
            return None
        index = space.index(tiles)
        return "LRUD"[self.data[index // 4] >> 2 * (index % 4) & 3]

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw how many states there are at each depth, with matplotlib; see `puzzle15.plot`.

        >>> move_table("row").plot().get_title(loc="left")
        'row: 524,160 states'
        """
        from puzzle15 import plot

        return plot.histogram(self.counts, ax, title=f"{self.name}: {self.states:,} states", along="moves")


_LookUp: TypeAlias = tuple[reference.Space, tuple[int, ...], bool]
"""The states that a table numbers, a board as one of them, and whether nothing is left to do."""


def _look_up(name: str, board: _core.Board) -> _LookUp:
    """How to look a board up in a table, if the table is for such boards."""
    goal = rows_goal(*board.shape)
    if set(board.tiles) != set(goal.tiles):
        raise GoalError(
            f"a table has tiles 1 to {len(board) - 1} and 0 for the blank, got {board!r}: "
            "give the tiles the numbers of their homes"
        )
    if name in ("row", "column") or (name == "3x3" and board.shape == (4, 4)):
        return _look_up_stage(name, board)
    rows, cols = (int(number) for number in name.split("x"))
    if board.shape != (rows, cols):
        raise UnsupportedError(f"table {name!r} is for {rows}×{cols} boards, this one is {_size(board)}")
    _core.check_solvable(board, goal)
    return reference.Space(rows, cols, told=(len(board) - 1) // 2, whole=True), board.tiles, board == goal


def _look_up_stage(name: str, board: _core.Board) -> _LookUp:
    """The same for a stage of the 15-puzzle."""
    if board.shape != (4, 4):
        raise UnsupportedError(f"table {name!r} is for 4×4 boards, this one is {_size(board)}")
    tiles = board.tiles
    row, column = tiles[:4] == combined.ROW, tiles[4::4] == combined.COLUMN
    if name == "row":
        return reference.Space(4, 4, told=4, whole=False), combined.renamed(tiles, combined.ROW), row
    if not row:
        raise UnsupportedError(
            f"table {name!r} is for boards whose first row is 1 2 3 4; the moves of table 'row' lead there"
        )
    if name == "column":
        lower = combined.renamed(tiles[4:], combined.COLUMN)
        return reference.Space(3, 4, told=3, whole=False), lower, column
    if not column:
        raise UnsupportedError(
            "table '3x3' is for boards whose first column is 1 5 9 13; the moves of table 'column' lead there"
        )
    goal = rows_goal(4, 4)
    _core.check_solvable(board, goal)
    square = combined.renamed(tuple(tiles[cell] for cell in combined.SQUARE_CELLS), combined.SQUARE)
    return reference.Space(3, 3, told=4, whole=True), square, board == goal


def _size(board: _core.Board) -> str:
    return f"{board.rows}×{board.cols}"


def cache_folder() -> Path | None:
    """The folder in which tables are kept: `PUZZLE15_CACHE`, or the system's folder for caches.

    There is a file of 60 MB for each shape of twelve cells, home of the blank and metric that has been used,
    and one for each board that `build` made tables for. They can be deleted at any time; those of twelve
    cells are made again when they are needed. None if there is no such folder.

    >>> from pathlib import Path
    >>> isinstance(cache_folder(), (Path, type(None)))
    True
    """
    return _core.cache_folder()


def move_table(name: TableName, *, fresh: bool = False) -> MoveTable:
    """Return one of the tables that the solvers use, making it first if need be.

    `"row"`, `"column"` and `"3x3"` are the stages of the combined solver, also called `"stage 1"` to
    `"stage 3"`; `"2x2"`, `"2x3"`, `"2x4"` and `"2x5"` are those of the other small puzzles, with the blank at
    home in the last cell.

    With `fresh` the table is made again instead of taken from memory; the two are the same.

    >>> move_table("column").worst
    32
    >>> move_table("2x4", fresh=True) == move_table("2x4")
    True
    """
    check_name("name", name, "move_table")
    check_flag("fresh", fresh)
    known = table_name(name)
    table = _core.move_table(known, fresh)
    return MoveTable(known, table.moves, tuple(map(tuple, table.by_cell)))


@dataclass(frozen=True)
class Pattern:
    """One pattern database: the fewest moves that some tiles need, whatever the others do.

    `homes` are the home cells of its tiles, `counts[v]` is how many states need `v` moves. A state is where
    these tiles are, and which region the blank is in.

    >>> pattern = patterns(3, 3).lookups[0][0]
    >>> pattern.homes, pattern.counts[:4], pattern.states, pattern.worst
    ((0, 1, 2, 3, 4, 5), (1, 3, 7, 16), 120960, 23)
    """

    homes: tuple[int, ...]
    counts: tuple[int, ...]

    @property
    def states(self) -> int:
        """How many states there are."""
        return sum(self.counts)

    @property
    def worst(self) -> int:
        """The most moves that any state needs."""
        return len(self.counts) - 1


@dataclass(frozen=True)
class Patterns:
    """The pattern databases of a board: partitions of its tiles into patterns, and their size in bytes.

    A board needs at least as many moves as the patterns of a lookup add up to. There are two lookups; on a
    square board the second is that of the mirrored board, and most tables serve both. The large databases of
    5×5 have six more, for searches that ask one partition after another.

    >>> small = patterns(4, 4)
    >>> [len(pattern.homes) for pattern in small.lookups[0]], small.size
    ([6, 6, 3], 2961120)
    """

    lookups: tuple[tuple[Pattern, ...], ...]
    size: int


def patterns(
    rows: int = 4,
    cols: int = 4,
    *,
    goal: GoalLike | None = None,
    tier: str = "small",
    threads: int | None = None,
) -> Patterns:
    """Make the pattern databases of a board, and return what is in them.

    Homes are cells of the board as the search sees it: mirrored so that it is not higher than wide and the
    blank's home is in its lower right quarter.

    >>> [pattern.worst for pattern in patterns(4, 4).lookups[0]]
    [29, 28, 16]
    """
    check_whole("threads", threads, 1, 256)
    check_name("tier", tier)
    target = _goal(rows, cols, goal)
    found = _core.pattern_counts(target, tier, threads)
    lookups = tuple(
        tuple(Pattern(tuple(pattern.homes), tuple(pattern.counts)) for pattern in one)
        for one in found.lookups
    )
    return Patterns(lookups, found.bytes)


def _goal(rows: int, cols: int, goal: GoalLike | None) -> _core.Board:
    """The goal of this shape."""
    target = resolve(goal, rows_goal(rows, cols))
    if target.shape != (rows, cols):
        found = f"{target.rows}×{target.cols}"
        raise GoalError(
            f"tables for {rows}×{cols} were asked for, the goal is {found}: give its rows and cols"
        )
    return target


def estimate(
    board: BoardLike, *, goal: GoalLike | None = None, tables: Tables = "small"
) -> tuple[tuple[int, ...], ...]:
    """What the pattern databases say: by lookup and pattern, the fewest moves that its tiles need.

    The numbers of a lookup are additive, and no solution is shorter than the larger sum, the heuristic that
    searches begin with. `tables` are those of `puzzle15.Solver`.

    >>> from puzzle15 import random_board
    >>> numbers = estimate(random_board(seed=1))
    >>> numbers, max(map(sum, numbers))
    (((16, 18, 7), (14, 20, 9)), 43)
    """
    start = as_board(board)
    check_name("tables", tables)
    return tuple(map(tuple, _core.estimate(start, resolve(goal, start), tables)))


@dataclass(frozen=True)
class TableFile:
    """A table on disk.

    >>> file = build(2, 6, progress=False)
    >>> file.name, file.size, file.verify()
    ('2x6-blank11.patterns', 2668536, True)
    >>> with file.path.open("ab") as end:
    ...     _ = end.write(b"and more")
    >>> file.verify(), file.fault().split(": ")[-1]
    (False, 'it is longer than it should be')
    >>> file.remove()
    """

    path: Path
    """Where it is."""
    size: int
    """Its bytes; none if something else lies in its place."""

    @property
    def name(self) -> str:
        """The name of the file: shape, home of the blank, and kind (`moves`, `slides` or `patterns`).

        Shape and home are those of the board as solvers see it: not higher than wide, the blank's home in its
        lower right quarter. Goals that are mirror images share a file.
        """
        return self.path.name

    def fault(self) -> str | None:
        """Read all of it as a solver would, and say what is wrong with it; None if it is sound."""
        try:
            _core.verify_table(self.path)
        except FileError as error:
            return error.facts
        return None

    def verify(self) -> bool:
        """Read all of it as a solver would, and say whether it is sound."""
        return self.fault() is None

    def remove(self) -> None:
        """Delete it, or what lies in its place, but no folder. Processes that use it keep what they have."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            reason = "it is a folder" if self.path.is_dir() else str(error.strerror or error)
            raise FileError(f"{self.path} cannot be removed: {reason}") from error


def forget(rows: int = 4, cols: int = 4, *, goal: GoalLike | None = None) -> None:
    """Drop the pattern databases in memory, so that the next search looks at the disk again.

    >>> forget(4, 4)
    """
    _core.forget_patterns(_goal(rows, cols, goal))


_KINDS = (".moves", ".slides", ".patterns")


def files() -> list[TableFile]:
    """The tables that are kept in `cache_folder()`, and whatever else lies there in place of one.

    That may be a folder, a pipe, or a link to nothing: `TableFile.fault` says so, as a solver would.

    >>> isinstance(files(), list)
    True
    """
    folder = cache_folder()
    if folder is None or not folder.is_dir():
        return []
    found = [path for path in folder.iterdir() if path.suffix in _KINDS]
    return [TableFile(path, path.stat().st_size if path.is_file() else 0) for path in sorted(found)]


def verify() -> dict[str, bool]:
    """Read all of every table, and say whether each is sound.

    >>> all(verify().values())
    True
    """
    return {file.name: file.verify() for file in files()}


def build(
    rows: int = 4,
    cols: int = 4,
    *,
    goal: GoalLike | None = None,
    threads: int | None = None,
    progress: bool | None = None,
) -> TableFile:
    """Make the large pattern databases of a board and keep them on disk, for searches with `tables="large"`.

    For 4×4 they have 196 MB and take some seconds on two cores and 0.6 GB of memory; for 5×5, 226 MB, about
    twice the time, and 0.3 GB. Each process that uses the file reads it into memory. If it exists already it
    is made again. A bar is shown on a terminal; `progress` True or False says otherwise.

    >>> file = build(3, 4, progress=False)
    >>> file.name, file.verify()
    ('3x4-blank11.patterns', True)
    >>> file.remove()
    """
    check_whole("threads", threads, 1, 256)
    target = _goal(rows, cols, goal)
    with listening(progress, "making tables", share) as tell:
        path = _core.build_patterns(target, threads, tell)
    return TableFile(path, path.stat().st_size)
