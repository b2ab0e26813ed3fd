"""How hard a board is: judges guess it quickly, and prove it as far as that is affordable."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from puzzle15 import arrays
from puzzle15._core import Board
from puzzle15.bounds.claim import ProvedBy
from puzzle15.errors import Option, UnsupportedError
from puzzle15.solving import Solver
from puzzle15.typing import Tables

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Check", "HardBy", "Judge", "Verdict", "judge_for"]

HardBy: TypeAlias = ProvedBy | Literal["table"]
"""What proved the bound of a hard board: what proves others, or a table of all boards."""

Check: TypeAlias = Callable[[float], None]
"""Called several times a second; an exception that it raises ends the work."""

# Boards of up to so many cells are looked up in tables of all boards, or searched, or have all bounds.
_LOOKED_UP = 12
_SEARCHED = 16
_WITH_PATTERNS = 25
# Boards that are evaluated before their neighbours are looked at: few where each may take seconds.
_TOGETHER, _SEARCHED_TOGETHER = 16, 4


class Verdict(NamedTuple):
    """What has been proven of a board."""

    bound: int
    is_exact: bool
    proved_by: HardBy


class Judge:
    """Evaluates boards, which are rows of tiles; this one by linear conflict alone."""

    together = _TOGETHER

    def __init__(self, goal: Board) -> None:
        """Evaluate boards with this goal."""
        self.goal = goal

    def prepare(self) -> None:
        """Make the tables, if any are needed."""

    def prove_at_once(self, boards: NDArray[np.int64]) -> list[Verdict]:
        """How hard they are at least, by what needs no table and no search: before any time is spent."""
        found = arrays.linear_conflict(boards, goal=self.goal)
        return [Verdict(int(bound), False, "linear conflict") for bound in found]

    def prove_soon(self, boards: NDArray[np.int64], check: Check) -> list[Verdict]:
        """How hard they are at least, as far as tables say without a search."""
        check(0)
        return self.prove_at_once(boards)

    def guess(self, boards: NDArray[np.int64], check: Check) -> NDArray[np.float64]:
        """How hard the boards seem: quickly, and not proven."""
        check(0)
        return arrays.linear_conflict(boards, goal=self.goal).astype(float)

    def prove(self, boards: NDArray[np.int64], check: Check) -> list[Verdict]:
        """How hard they are at least."""
        check(0)
        return self.prove_at_once(boards)


class _TableJudge(Judge):
    """Looks distances up."""

    def prepare(self) -> None:
        Solver(goal=self.goal, method="optimal").prepare(progress=False)

    def guess(self, boards: NDArray[np.int64], check: Check) -> NDArray[np.float64]:
        check(0)
        return arrays.distance(boards, goal=self.goal).astype(float)

    def prove(self, boards: NDArray[np.int64], check: Check) -> list[Verdict]:
        check(0)
        return [Verdict(int(bound), True, "table") for bound in arrays.distance(boards, goal=self.goal)]


class _BoundJudge(Judge):
    """Takes the best bound that needs no search of boards."""

    def __init__(self, goal: Board, memory: int | None) -> None:
        super().__init__(goal)
        self._memory = memory

    def prepare(self) -> None:
        arrays.pattern_distance([self.goal.tiles], goal=self.goal)

    def guess(self, boards: NDArray[np.int64], check: Check) -> NDArray[np.float64]:
        # Walking distance would be a search for each board.
        check(0)
        conflict = arrays.linear_conflict(boards, goal=self.goal)
        return (conflict + arrays.pattern_distance(boards, goal=self.goal)) / 2

    def prove(self, boards: NDArray[np.int64], check: Check) -> list[Verdict]:
        return [self._one(board, check) for board in boards]

    def _one(self, board: NDArray[np.int64], check: Check) -> Verdict:
        check(0)
        one = board[None]
        bounds: list[tuple[HardBy, int]] = [
            ("linear conflict", int(arrays.linear_conflict(one, goal=self.goal)[0])),
            ("walking distance", int(arrays.walking_distance(one, goal=self.goal, memory=self._memory)[0])),
            ("pattern databases", int(arrays.pattern_distance(one, goal=self.goal)[0])),
        ]
        proved_by, bound = max(bounds, key=lambda pair: pair[1])
        return Verdict(bound, False, proved_by)


class _SearchJudge(Judge):
    """Solves boards optimally, as far as the nodes go."""

    together = _SEARCHED_TOGETHER

    def __init__(
        self, goal: Board, tables: Tables, max_nodes: int | None, threads: int | None, memory: int | None
    ) -> None:
        super().__init__(goal)
        self._threads = threads
        # Walking distance is looked up in a table here.
        self._solver = Solver(goal=goal, method="optimal", tables=tables, max_nodes=max_nodes, memory=memory)
        self._without_search = Solver(goal=goal, method="optimal", tables=tables, max_nodes=0, memory=memory)

    def prepare(self) -> None:
        self._solver.prepare(progress=False)
        arrays.walking_distance([self.goal.tiles], goal=self.goal)

    def prove_soon(self, boards: NDArray[np.int64], check: Check) -> list[Verdict]:
        check(0)
        return self._proven_by(self._without_search, boards, check)

    def guess(self, boards: NDArray[np.int64], check: Check) -> NDArray[np.float64]:
        # The mean of both says more than the larger one: few boards are high in both.
        found = self._without_search.solve_many(boards, threads=self._threads, progress=check)
        return (found.lower_bounds + arrays.walking_distance(boards, goal=self.goal)) / 2

    def prove(self, boards: NDArray[np.int64], check: Check) -> list[Verdict]:
        return self._proven_by(self._solver, boards, check)

    def _proven_by(self, solver: Solver, boards: NDArray[np.int64], check: Check) -> list[Verdict]:
        walking = arrays.walking_distance(boards, goal=self.goal)
        found = solver.solve_many(boards, threads=self._threads, progress=check)
        verdicts = []
        for bound, exact, walked in zip(found.lower_bounds, found.optimal, walking, strict=True):
            by: HardBy = "walking distance" if walked > bound else "search"
            verdicts.append(Verdict(max(int(bound), int(walked)), bool(exact), by))
        return verdicts


def judge_for(
    goal: Board, tables: Tables, max_nodes: int | None, threads: int | None, memory: int | None
) -> Judge:
    """How boards with this goal are evaluated."""
    cells = len(goal)
    if _LOOKED_UP < cells <= _SEARCHED:
        return _SearchJudge(goal, tables, max_nodes, threads, memory)
    if tables == "large":
        raise UnsupportedError(
            Option("tables"),
            f" may be 'large' for boards of {_LOOKED_UP + 1} to {_SEARCHED} cells, where boards are searched;"
            f" {goal.rows}×{goal.cols} needs none",
        )
    if cells <= _LOOKED_UP:
        return _TableJudge(goal)
    return _BoundJudge(goal, memory) if cells <= _WITH_PATTERNS else Judge(goal)
