"""A solution: the moves, how they were found, and notations to read them in."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from puzzle15 import _core
from puzzle15._core import Board, Solved
from puzzle15.errors import GoalError, InvalidMoveError, UnsupportedError
from puzzle15.goals import GoalLike, resolve
from puzzle15.solving.stage import Stage
from puzzle15.typing import BoardLike, Metric, Notation, as_board

if TYPE_CHECKING:
    from puzzle15.twists.path import TwistPath

__all__ = ["IMPROVED", "Solution"]

IMPROVED = "+improve"
"""The end of a method's name if its solution was made shorter afterwards."""

_TILE_DIRECTION = str.maketrans("LRUD", "RLDU")

# Text longer than this is cut where it is shown.
_SHOWN = 200


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 20] + "..."


class Solution:
    """A solution, as `solve` returns it. It has been replayed: its moves lead from `start` to `goal`.

    `Solution.from_moves` makes one from moves of your own.

    >>> from puzzle15 import solve
    >>> solution = solve("1 2 3/4 0 6/7 5 8")
    >>> solution.moves, solution.tiles, len(solution)
    ('DR', (5, 8), 2)
    >>> solution
    Solution('DR', start='1 2 3/4 0 6/7 5 8', method='optimal', optimal=True)
    """

    __slots__ = (
        "_bound",
        "_found",
        "_goal",
        "_made_by",
        "_method",
        "_metric",
        "_moves",
        "_nodes",
        "_optimal",
        "_stages",
        "_start",
    )

    _found: Solved

    def __init__(
        self,
        start: BoardLike,
        goal: BoardLike,
        moves: str,
        method: str = "given",
        stages: Sequence[tuple[str, int]] = (),
    ) -> None:
        """Take moves of your own; those that do not lead from `start` to `goal` are refused.

        `stages` are names and lengths, in order. It counts as optimal only if it is as short as the Manhattan
        distance: of moves that no solver has found, nothing more is known.
        """
        start, goal = as_board(start), as_board(goal)
        moves = _replayed(start, goal, moves)
        staged = sum(length for _, length in stages)
        if stages and staged != len(moves):
            raise UnsupportedError(
                f"the stages of {len(moves)} moves have {len(moves)} together, these have {staged}"
            )
        bound = start.manhattan(goal)
        self._fill(start, goal, moves, method, len(moves) == bound, stages, lower_bound=bound)

    @classmethod
    def from_moves(cls, board: BoardLike, moves: str, goal: GoalLike | None = None) -> Solution:
        """A solution from moves of your own, which are replayed; the error says what is wrong with them.

        `moves` are directions of the blank, a letter each; spaces between them do not matter. The goal is by
        default the one that the numbers of the board suggest.

        >>> mine = Solution.from_moves("1 2 3/4 0 6/7 5 8", "LRDR")
        >>> mine.optimal, mine.lower_bound, mine.stages
        (False, 2, ())
        >>> Solution.from_moves("1 2 3/4 0 6/7 5 8", "DRD")
        Traceback (most recent call last):
        puzzle15.errors.InvalidMoveError: move 3 (D) takes the blank off the 3×3 board from row 3, column 3; \
legal there: LU
        >>> Solution.from_moves("1 2 3/4 0 6/7 5 8", "D")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        puzzle15.errors.GoalError: after the last move, number 1, the board is '1 2 3/4 5 6/7 0 8', not ...
        """
        start = as_board(board)
        return cls(start, resolve(goal, start), moves)

    @classmethod
    def _known(
        cls,
        start: Board,
        goal: Board,
        moves: str,
        method: str,
        optimal: bool,
        stages: Sequence[tuple[str, int]],
        *,
        lower_bound: int | None = None,
        nodes: int = 0,
        metric: Metric = "single",
        made_by: str | None = None,
    ) -> Solution:
        """A solution that a solver found and replayed, with what it knows of it."""
        solution = cls.__new__(cls)
        solution._fill(
            start,
            goal,
            moves,
            method,
            optimal,
            stages,
            lower_bound=lower_bound,
            nodes=nodes,
            metric=metric,
            made_by=made_by,
        )
        return solution

    def _fill(
        self,
        start: Board,
        goal: Board,
        moves: str,
        method: str,
        optimal: bool,
        stages: Sequence[tuple[str, int]],
        *,
        lower_bound: int | None = None,
        nodes: int = 0,
        metric: Metric = "single",
        made_by: str | None = None,
    ) -> None:
        self._start = start
        self._goal = goal
        self._moves = moves
        self._method = method
        self._optimal = optimal
        self._stages: Sequence[tuple[str, int]] | Solved = stages
        self._bound = lower_bound
        self._nodes = nodes
        self._metric = metric
        self._made_by: str | Solved | None = made_by

    @classmethod
    def _of(cls, start: Board, found: Solved) -> Solution:
        """A solution that the core found and replayed; its stages are read when they are first needed."""
        solution = cls.__new__(cls)
        solution._start = start
        solution._read(found)
        return solution

    @classmethod
    def _unread(cls, start: Board, found: Solved) -> Solution:
        """The same, read when something of it is first asked for: that takes as long as finding it may."""
        solution = cls.__new__(cls)
        solution._start = start
        solution._found = found
        return solution

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            """Read what the core found, if that is not done yet."""
            if name == "_found" or name not in Solution.__slots__:
                raise AttributeError(f"a Solution has no attribute {name!r}", name=name, obj=self)
            self._read(self._found)
            return object.__getattribute__(self, name)

    def _read(self, found: Solved) -> None:
        self._goal = found.goal
        self._moves = found.moves
        self._method = found.method + IMPROVED if found.improved else found.method
        self._optimal = found.optimal
        self._stages = found
        self._bound = found.lower_bound
        self._nodes = found.nodes
        self._metric = found.metric
        self._made_by = found

    def _stage_lengths(self) -> Sequence[tuple[str, int]]:
        if isinstance(self._stages, Solved):
            self._stages = [(stage.name, stage.length) for stage in self._stages.stages]
        return self._stages

    @property
    def start(self) -> Board:
        """The board that was solved.

        >>> from puzzle15 import solve
        >>> solve("1 2/0 3").start
        Board('1 2/0 3')
        """
        return self._start

    @property
    def goal(self) -> Board:
        """The board that is reached.

        >>> from puzzle15 import solve
        >>> solve("1 2/0 3").goal
        Board('1 2/3 0')
        """
        return self._goal

    @property
    def moves(self) -> str:
        """The directions in which the blank goes, a letter each: L, R, U, D.

        >>> from puzzle15 import solve
        >>> solve("1 2 3/4 5 6/0 7 8").moves
        'RR'
        """
        return self._moves

    @property
    def method(self) -> str:
        """The method that found it.

        >>> from puzzle15 import solve
        >>> solve("1 2/0 3").method
        'optimal'
        """
        return self._method

    @property
    def optimal(self) -> bool:
        """Whether it is known that no solution is shorter.

        >>> from puzzle15 import solve
        >>> solve("1 2/0 3").optimal
        True
        """
        return self._optimal

    @property
    def metric(self) -> Metric:
        """What counts as one move in `optimal` and `lower_bound`: `"single"` or `"multi"`.

        >>> from puzzle15 import solve
        >>> solve("1 2 3/4 5 6/0 7 8", metric="multi").metric
        'multi'
        """
        return self._metric

    @property
    def lower_bound(self) -> int:
        """It is proven that no solution has fewer moves than this (fewer slides, if `metric` is "multi").

        It is the length of an optimal solution, or what a search had proven when it stopped, or else the
        Manhattan distance.

        >>> from puzzle15 import random_board, solve
        >>> board = random_board(seed=7)
        >>> [solve(board, method=method).lower_bound for method in ("combined", "quick", "optimal")]
        [36, 46, 52]
        """
        if self._bound is not None:
            return self._bound
        if self._optimal:
            return len(self) if self._metric == "single" else self.multi
        return self.start.manhattan(self.goal)

    @property
    def how(self) -> str:
        """What is known of it in a few words: that it is optimal, a bound, or else the method.

        >>> from puzzle15 import random_board, solve
        >>> solve("1 2/0 3").how, solve(random_board(seed=1)).how
        ('optimal', 'combined')
        """
        if self.optimal:
            return "optimal" if self.metric == "single" else f"optimal: {self.multi} slides"
        if self.method == "optimal":
            return f"a shortest has at least {self.lower_bound}{'' if self.metric == 'single' else ' slides'}"
        return self.method

    @property
    def nodes(self) -> int:
        """How many nodes the search generated; 0 for methods that do not search.

        >>> from puzzle15 import random_board, solve
        >>> solve(random_board(seed=1)).nodes
        0
        """
        return self._nodes

    @property
    def made_by(self) -> str | None:
        """The algorithm that found it, its version, the checksum of its tables; None for moves of your own.

        With the same options, whatever has the same `made_by` has the same moves on every machine.

        >>> from puzzle15 import random_board, solve
        >>> board = random_board(seed=1)
        >>> solve(board).made_by, solve(board, method="quick").made_by
        ('stages 2', 'beam 2, small tables b426eed3')
        """
        if isinstance(self._made_by, Solved):
            self._made_by = self._made_by.made_by
        return self._made_by

    @property
    def tiles(self) -> tuple[int, ...]:
        """The numbers of the tiles that are slid, in order.

        >>> from puzzle15 import solve
        >>> solve("1 2 3/4 0 6/7 5 8").tiles
        (5, 8)
        """
        return self.start.tiles_slid(self.moves)

    @property
    def single(self) -> int:
        """Number of moves, counting every tile slid (STM); the same as `len()`.

        >>> from puzzle15 import solve
        >>> solve("1 2 3/4 5 6/0 7 8").single
        2
        """
        return len(self.moves)

    @property
    def multi(self) -> int:
        """Number of moves if a straight slide of several tiles counts as one (MTM).

        >>> from puzzle15 import solve
        >>> solve("1 2 3/4 5 6/0 7 8").multi
        1
        """
        return sum(1 for _ in groupby(self.moves))

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The parts in which it was found; joined, they are the moves.

        >>> from puzzle15 import solve
        >>> solve("1 2 3/4 5 6/0 7 8").stages
        (Stage(name='optimal', moves='RR'),)
        """
        stages, begin = [], 0
        for name, length in self._stage_lengths():
            stages.append(Stage(name, self.moves[begin : begin + length]))
            begin += length
        return tuple(stages)

    @property
    def twists(self) -> TwistPath:
        """The corner twists that it is made of, from the moment the blank first reaches the centre.

        For 3×3 boards whose goal has the blank in the centre; see `puzzle15.twists`. With
        `method="twists"` they are those of Schofield's tables; other methods may twist a corner twice in a
        row.

        >>> from puzzle15 import solve
        >>> solve("8 2 5/1 0 3/7 4 6", goal="spiral", method="twists").twists
        TwistPath('WXYZADY')
        """
        return self._split()[1]

    def _split(self) -> tuple[str, TwistPath]:
        from puzzle15.twists.codes import check_goal
        from puzzle15.twists.solving import split

        check_goal(self.goal)
        return split(self.start, self.moves)

    def notation(self, kind: Notation = "blank") -> str:
        """The moves as text.

        `"blank"`: where the blank goes. `"tile"`: where the tiles go, the opposite. `"number"`: which tiles
        are slid. `"short"`: as `"tile"`, with repeats counted, as speed-solvers write it. `"twists"`:
        as Schofield printed it, for 3×3 with the goal's blank in the centre; elided twists are struck
        through, and the moves before the blank is in the centre stand in brackets.

        >>> from puzzle15 import solve
        >>> solution = solve("1 2 3/0 5 6/4 7 8")
        >>> for kind in ["blank", "tile", "number", "short"]:
        ...     print(solution.notation(kind))
        DRR
        ULL
        4 7 8
        UL2
        >>> solve("1 2 3/8 6 4/0 7 5", goal="spiral").notation("twists")
        '[RU]'
        >>> solve("2 3 4/1 8 0/7 6 5", goal="spiral").notation("twists")
        '[ULLDR]'
        """
        if kind == "blank":
            return self.moves
        if kind == "tile":
            return self.moves.translate(_TILE_DIRECTION)
        if kind == "number":
            return " ".join(map(str, self.tiles))
        if kind == "short":
            runs = [(letter, len(list(run))) for letter, run in groupby(self.notation("tile"))]
            return "".join(letter + (str(n) if n > 1 else "") for letter, n in runs)
        if kind == "twists":
            lead, path = self._split()
            return " ".join(filter(None, [f"[{lead}]" if lead else "", path.notation("struck")]))
        raise UnsupportedError(
            f"there is no notation {kind!r}; choose 'blank', 'tile', 'number', 'short' or 'twists'"
        )

    def boards(self) -> Iterator[Board]:
        """Every board on the path, from the start to the goal.

        >>> from puzzle15 import solve
        >>> [board.to_text() for board in solve("1 2/0 3").boards()]
        ['1 2/0 3', '1 2/3 0']
        """
        board = self.start
        yield board
        for letter in self.moves:
            board = board.move(letter)
            yield board

    def to_svg(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        colours: str = "row",
        seconds: float = 0.4,
    ) -> str:
        """An animated SVG that needs no script, as a file or in a page; with a `path` it is also written.

        It shows every move, waits, and begins again; readers who prefer less motion see the first board.
        Tiles that are at home have their full colour. `colours` is what the colour stands for: a tile's home
        `"row"` or `"column"`, the `"stage"` that brings it home, or `"none"`; `seconds` is the time for a
        move. For solutions of up to 2,000 moves.

        >>> from puzzle15 import solve
        >>> picture = solve("1 2 3/4 0 6/7 5 8").to_svg(seconds=0.25)
        >>> "<title>A 3 × 3 puzzle solved in 2 moves</title>" in picture
        True
        """
        from puzzle15.render import solution_svg

        return solution_svg(self, path, colours=colours, seconds=seconds)

    def to_gif(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        colours: str = "row",
        seconds: float = 0.3,
        side: int | None = None,
    ) -> bytes:
        """An animated GIF, a frame for each board; with a `path` it is also written.

        `colours` and `seconds` are as for `to_svg`, `side` is the side of a tile in pixels. For solutions of
        up to 10,000 moves. Needs Pillow: `pip install "puzzle15[gif]"`.

        >>> from puzzle15 import solve
        >>> solve("1 2 3/4 0 6/7 5 8").to_gif(side=24)[:6]
        b'GIF89a'
        """
        from puzzle15.render import solution_gif

        return solution_gif(self, path, colours=colours, seconds=seconds, side=side)

    def to_html(self, path: str | os.PathLike[str] | None = None, *, colours: str = "row") -> str:
        """A web page that plays it, step by step, forwards and back; with a `path` it is also written.

        The page is one file that needs no server and no network. `colours` is as for `to_svg`. For boards of
        up to 10,000 cells and solutions of up to five million moves. Notebooks show the same by themselves.

        >>> from puzzle15 import solve
        >>> "<title>2 moves for a 3 × 3 board</title>" in solve("1 2 3/4 0 6/7 5 8").to_html()
        True
        """
        from puzzle15.render import solution_html

        return solution_html(self, path, colours=colours)

    def _repr_html_(self) -> str | None:
        """The page of `to_html` for a notebook; None if it is too large, and the notebook shows text."""
        from puzzle15.render import notebook_html

        return notebook_html(self)

    def verify(self) -> bool:
        """Replay the moves, and return whether they lead to the goal.

        `solve` has done so already; this is for you to see for yourself.

        >>> from puzzle15 import random_board, solve
        >>> solve(random_board(4, 4)).verify()
        True
        """
        try:
            return self.start.apply(self.moves) == self.goal
        except InvalidMoveError:
            return False

    def __len__(self) -> int:
        """Number of moves, counting every tile slid."""
        return len(self.moves)

    def __bool__(self) -> bool:
        """A solution is true even if it has no moves."""
        return True

    def __iter__(self) -> Iterator[str]:
        """The moves, letter by letter."""
        return iter(self.moves)

    def __eq__(self, other: object) -> bool:
        """Solutions are equal if start, goal and moves are."""
        if not isinstance(other, Solution):
            return NotImplemented
        return (self.start, self.goal, self.moves) == (other.start, other.goal, other.moves)

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash((self.start, self.goal, self.moves))

    def __repr__(self) -> str:
        """Show the moves and where they come from."""
        moves, start = _cut(repr(self.moves)), _cut(repr(self.start.to_text()))
        return f"Solution({moves}, start={start}, method={self.method!r}, optimal={self.optimal})"

    def __str__(self) -> str:
        """Show the moves, stage by stage."""
        word = "move" if len(self) == 1 else "moves"
        lines = [f"{len(self)} {word} ({self.how})"]
        stages = self.stages
        width = max((len(stage.name) for stage in stages), default=0)
        for stage in stages:
            if stage.moves:
                twisted = stage.name == "twists"
                text = self.twists.notation("struck") if twisted else _cut(stage.moves)
                lines.append(f"{stage.name:>{width + 2}} {stage.length:3}  {text}")
        return "\n".join(lines)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle what is known of it."""
        make = partial(
            Solution._known,
            lower_bound=self._bound,
            nodes=self._nodes,
            metric=self._metric,
            made_by=self.made_by,
        )
        return make, (self.start, self.goal, self.moves, self.method, self.optimal, self._stage_lengths())


def _replayed(start: Board, goal: Board, moves: str) -> str:
    """The moves as capital letters, if they lead from one board to the other; otherwise an error."""
    if not isinstance(moves, str):
        raise TypeError(f"moves is a text of the letters L, R, U and D, got {moves!r:.60}")
    # The text, its parts and both copies; for Python's own error has no words.
    _core.require_memory(4 * len(moves), moves=True)
    letters = "".join(moves.split()).upper()
    for number, letter in enumerate(letters, start=1):
        if letter not in "LRUD":
            raise InvalidMoveError(f"move {number} is {letter!r}; the blank goes L, R, U or D")
    reached = start.apply(letters)
    if reached != goal:
        when = f"after the last move, number {len(letters)}," if letters else "without any moves"
        raise GoalError(f"{when} the board is {_shown(reached)}, not the goal, {_shown(goal)}")
    return letters


def _shown(board: Board) -> str:
    """A board on one line, if that is short."""
    return f"{board.to_text()!r}" if len(board) <= 36 else f"another {board.rows}×{board.cols} board"
