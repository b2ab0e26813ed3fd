"""Ctrl-C in the middle of a search: what there is by then is not lost."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import Any

import pytest

from puzzle15 import Board, Solution, Solver, goals, random_board, solve
from puzzle15.errors import UnsupportedError
from puzzle15.typing import OnInterrupt
from tests.support.interrupts import interrupting

# The shortest solutions have 80 moves, and a search for one takes minutes.
HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
# This takes 43 slides, and a search for them takes seconds.
SLIDES = "0 12 8 4/15 11 7 3/14 10 6 2/13 9 5 1"

BOTH: tuple[OnInterrupt, ...] = ("raise", "best")


class Watcher:
    """Lets a search run for a while, and then stops it."""

    def __init__(self, error: type[BaseException], calls: int) -> None:
        self.error, self.calls = error, calls

    def __call__(self, share: float) -> None:
        assert 0 <= share <= 1
        self.calls -= 1
        if not self.calls:
            raise self.error


def ready(**options: Any) -> Solver:
    """A solver with its tables, so that an interruption comes while it searches."""
    solver = Solver(goal=goals.rows(4, 4), **options)
    solver.prepare()
    return solver


def best_of(interrupt: KeyboardInterrupt) -> Solution:
    """What an interruption left; it is no class of our own, which other programs would not know."""
    assert type(interrupt) is KeyboardInterrupt
    best = interrupt.best  # type: ignore[attr-defined]
    assert isinstance(best, Solution)
    return best


@pytest.mark.parametrize("calls", [1, 5])
@pytest.mark.parametrize(
    "options",
    [
        {"method": "optimal"},
        {"method": "optimal", "threads": 2},
        {"method": "optimal", "timeout": 100},
        {"method": "optimal", "weight": 1.01},
        {"method": "quick", "width": 2**16},
        {"method": "quick", "timeout": 100},
        {"metric": "multi"},
        {"metric": "multi", "timeout": 100},
    ],
    ids=str,
)
def test_the_best_solution_so_far(options: dict[str, Any], calls: int) -> None:
    slides = "metric" in options
    with pytest.raises(KeyboardInterrupt) as raised:
        ready(**options).solve(SLIDES if slides else HARD, progress=Watcher(KeyboardInterrupt, calls))
    best = best_of(raised.value)
    assert best.verify()
    length, least = (best.multi, 43) if slides else (len(best), 80)
    assert 20 < best.lower_bound <= least <= length
    assert best.optimal == (length == best.lower_bound), "nothing is claimed that is not proven"
    assert raised.value.__notes__ == [
        f"(the best solution so far has {len(best)} moves, {best.how}: see .best)"
    ]


def test_an_interruption_changes_no_answer() -> None:
    """The next search finds what it would have found."""
    solver = ready(method="optimal")
    board = random_board(seed=3)
    before = solver.solve(board)
    with pytest.raises(KeyboardInterrupt):
        solver.solve(HARD, progress=Watcher(KeyboardInterrupt, 2))
    after = solver.solve(board)
    assert (after.moves, after.nodes, after.lower_bound) == (before.moves, before.nodes, before.lower_bound)


@pytest.mark.parametrize("on_interrupt", ["raise", "best"])
def test_ctrl_c_itself(on_interrupt: OnInterrupt) -> None:
    solver = ready(method="optimal")
    if on_interrupt == "best":
        with interrupting():
            best = solver.solve(HARD, on_interrupt="best")
        assert best.verify()
    else:
        with pytest.raises(KeyboardInterrupt) as raised, interrupting():
            solver.solve(HARD)
        assert best_of(raised.value).verify()


class Late:
    """A core in which Ctrl-C comes after the search, before its caller goes on."""

    def __init__(self, core: Any) -> None:
        self._core = core

    def solve_at_once(self, board: Board) -> None:
        pass

    def is_slow_for(self, board: Board) -> bool:
        return True

    @property
    def method(self) -> str:
        return "optimal"

    def solve(self, *arguments: Any) -> None:
        try:
            self._core.solve(*arguments)
        finally:
            raise KeyboardInterrupt


@pytest.mark.parametrize("twice", [False, True])
def test_ctrl_c_between_two_instructions(twice: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of a search, or the second of an impatient person: the solution is there already."""
    board = HARD if twice else random_board(seed=3)
    for on_interrupt in BOTH:
        watcher = Watcher(KeyboardInterrupt, 2) if twice else None
        solver = ready(method="optimal")
        monkeypatch.setattr(solver, "_core", Late(solver._core))
        if on_interrupt == "best":
            found = solver.solve(board, progress=watcher, on_interrupt="best")
        else:
            with pytest.raises(KeyboardInterrupt) as raised:
                solver.solve(board, progress=watcher)
            found = best_of(raised.value)
        assert found.verify()
        assert found.optimal != twice


@pytest.mark.skipif(sys.platform == "win32", reason="no program ends by a signal")
def test_a_program_ends_as_ctrl_c_ends_others() -> None:
    """By the signal, not with an exit code: a shell then ends the loop that the program is in."""
    program = f"""
import signal
from puzzle15 import solve
solve({HARD!r}, method="optimal", progress=lambda share: signal.raise_signal(signal.SIGINT))
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert ran.returncode == -signal.SIGINT
    assert "\nKeyboardInterrupt\n(" in ran.stderr


def test_large_boards_keep_what_was_improved() -> None:
    board = random_board(20, 20, seed=1)
    best = solve(board, timeout=100, progress=Watcher(KeyboardInterrupt, 30), on_interrupt="best")
    assert best.verify()
    assert len(best) <= len(solve(board, method="peel"))


def test_nothing_was_found_yet() -> None:
    """Of all shortest solutions none is known before all are: there is nothing to return."""
    for on_interrupt in BOTH:
        with pytest.raises(KeyboardInterrupt) as raised:
            ready(prefer="turns").solve(
                HARD,
                progress=Watcher(KeyboardInterrupt, 1),
                on_interrupt=on_interrupt,
            )
        assert raised.value.best is None  # type: ignore[attr-defined]
        assert raised.value.__notes__ == ["(no solution was found yet)"]


def test_other_errors_pass() -> None:
    """What a listener raises is its own business, unless it is what Ctrl-C raises."""
    for on_interrupt in BOTH:
        with pytest.raises(LookupError):
            ready(method="optimal").solve(
                HARD,
                progress=Watcher(LookupError, 1),
                on_interrupt=on_interrupt,
            )


def test_there_is_no_third_way() -> None:
    with pytest.raises(UnsupportedError, match="on_interrupt is 'raise' or 'best', got 'ignore'"):
        solve("1 2/0 3", on_interrupt="ignore")  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError) as refused:
        solve("1 2/0 3", on_interrupt="x" * 3000)  # type: ignore[arg-type]
    assert len(str(refused.value)) < 200
