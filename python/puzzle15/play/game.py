"""A game: the board as it stands, how it got there, and how long that took. It knows nothing of terminals.

>>> game = Game("1 2 3/4 5 6/0 7 8")
>>> game.move("R"), game.move("R"), game.status
(True, True, 'solved')
>>> game.single, game.multi
(2, 1)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import groupby
from typing import Literal

from puzzle15._core import Board, check_solvable
from puzzle15.goals import GoalLike, resolve
from puzzle15.typing import BoardLike, as_board

__all__ = ["Game", "Status", "inverse"]

Status = Literal["ready", "playing", "solved"]

_INVERSE = str.maketrans("LRUD", "RLDU")


def inverse(moves: str) -> str:
    """The moves that take these back.

    >>> inverse("LLD")
    'URR'
    """
    return moves[::-1].translate(_INVERSE)


class Game:
    """One board being played, with undo and redo, counters and a clock.

    `clock` gives seconds; it runs from the first move until the board is solved, and not while paused. Moves
    that were undone do not count, but how many there were is remembered.

    >>> seconds = iter([10.0, 12.5])
    >>> game = Game("1 2 3/4 5 6/7 0 8", clock=lambda: next(seconds))
    >>> game.status, game.elapsed
    ('ready', 0.0)
    >>> game.move("R"), game.status, game.elapsed
    (True, 'solved', 2.5)
    """

    def __init__(
        self,
        start: BoardLike,
        goal: GoalLike | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Put the board on the table, if it can be solved."""
        self._start = as_board(start)
        self._goal = resolve(goal, self._start)
        check_solvable(self._start, self._goal)
        self._clock = clock
        self.restart()

    def restart(self) -> None:
        """Begin again, with nothing made, undone or hinted, and the clock at zero.

        >>> game = Game("1 2 3/4 5 6/7 0 8")
        >>> game.move("L"), game.restart(), game.moves
        (True, None, '')
        """
        self._board = self._start
        self._made: list[tuple[str, bool]] = []
        self._undone: list[tuple[str, bool]] = []
        self._spent = 0.0
        self._begun: float | None = None
        self._started = False
        self.hints = 0
        self.undos = 0

    @property
    def start(self) -> Board:
        """The board at the beginning.

        >>> Game("1 2/0 3").start
        Board('1 2/0 3')
        """
        return self._start

    @property
    def goal(self) -> Board:
        """The board to reach.

        >>> Game("1 2/0 3").goal
        Board('1 2/3 0')
        """
        return self._goal

    @property
    def board(self) -> Board:
        """The board as it stands.

        >>> game = Game("1 2 3/4 5 6/7 0 8")
        >>> game.move("U"), game.board
        (True, Board('1 2 3/4 0 6/7 5 8'))
        """
        return self._board

    @property
    def moves(self) -> str:
        """The moves from the start to the board, as directions of the blank.

        >>> game = Game("1 2 3/4 5 6/7 0 8")
        >>> game.slide(2), game.undo(), game.moves
        (2, True, 'U')
        """
        return "".join(letter for letter, _ in self._made)

    @property
    def single(self) -> int:
        """Moves made, each tile slid counting one.

        >>> Game("1 2 3/4 5 6/7 0 8").single
        0
        """
        return len(self._made)

    @property
    def multi(self) -> int:
        """Moves made, a straight slide of several tiles counting one.

        >>> game = Game("1 2 3/4 5 6/0 7 8")
        >>> game.slide(8), game.single, game.multi
        (2, 2, 1)
        """
        return sum(1 for _ in groupby(letter for letter, _ in self._made))

    @property
    def shown(self) -> int:
        """How many of the moves were made by the program.

        >>> game = Game("1 2 3/4 5 6/0 7 8")
        >>> game.move("R"), game.move("R", shown=True), game.shown
        (True, True, 1)
        """
        return sum(shown for _, shown in self._made)

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to make again.

        >>> Game("1 2/0 3").can_redo
        False
        """
        return bool(self._undone)

    @property
    def status(self) -> Status:
        """Whether the first move is still to come, or the game is on, or the board is solved.

        >>> Game("1 2/0 3").status, Game("1 2/3 0").status
        ('ready', 'solved')
        """
        if self._board == self._goal:
            return "solved"
        return "playing" if self._started else "ready"

    @property
    def elapsed(self) -> float:
        """Seconds from the first move until now, or until it was solved.

        >>> Game("1 2/0 3").elapsed
        0.0
        """
        return self._spent + (0.0 if self._begun is None else self._clock() - self._begun)

    def move(self, direction: str, *, shown: bool = False) -> bool:
        """Move the blank; False if it would leave the board. `shown` if it is the program that moves.

        >>> game = Game("1 2 3/4 5 6/7 0 8")
        >>> game.move("D"), game.move("L"), game.board
        (False, True, Board('1 2 3/4 5 6/0 7 8'))
        >>> game.move("X")
        Traceback (most recent call last):
        puzzle15.errors.InvalidMoveError: 'X' is not a move; the blank goes L, R, U or D
        """
        if direction in ("L", "R", "U", "D") and direction not in self._board.legal_moves:
            return False
        self._go(direction)
        self._made.append((direction, shown))
        self._undone.clear()
        return True

    def slide(self, tile: int) -> int:
        """Slide a tile and all between it and the blank; return how many moves that is, 0 if not in line.

        >>> game = Game("1 2 3/4 5 6/7 8 0")
        >>> game.slide(7), game.slide(5), game.board
        (2, 0, Board('1 2 3/4 5 6/0 7 8'))
        """
        cols, (here, there) = self._board.cols, (self._board.blank, self._board.find(tile))
        down, right = there // cols - here // cols, there % cols - here % cols
        if down and right:
            return 0
        for letter in "U" * -down + "D" * down + "L" * -right + "R" * right:
            self.move(letter)
        return abs(down) + abs(right)

    def undo(self) -> bool:
        """Take the last move back; False if there is none.

        >>> game = Game("1 2 3/4 5 6/7 0 8")
        >>> game.move("L"), game.undo(), game.undo(), game.undos
        (True, True, False, 1)
        """
        if not self._made:
            return False
        self._undone.append(self._made.pop())
        self._go(inverse(self._undone[-1][0]))
        self.undos += 1
        return True

    def redo(self) -> bool:
        """Make the move again that was last undone; False if there is none.

        >>> game = Game("1 2 3/4 5 6/7 0 8")
        >>> game.move("L"), game.undo(), game.redo(), game.moves
        (True, True, True, 'L')
        """
        if not self._undone:
            return False
        self._made.append(self._undone.pop())
        self._go(self._made[-1][0])
        return True

    def pause(self) -> None:
        """Stop the clock, until `resume` or the next move.

        >>> game = Game("1 2 3/4 5 6/7 0 8")
        >>> game.move("L"), game.pause(), game.elapsed == game.elapsed
        (True, None, True)
        """
        self._spent, self._begun = self.elapsed, None

    def resume(self) -> None:
        """Let the clock go on after `pause`.

        >>> game = Game("1 2 3/4 5 6/7 0 8")
        >>> game.resume(), game.elapsed  # Nothing was moved yet.
        (None, 0.0)
        """
        if self.status == "playing" and self._begun is None:
            self._begun = self._clock()

    def _go(self, letter: str) -> None:
        """Change the board, and start or stop the clock as needed."""
        self._board = self._board.move(letter)
        self._started = True
        if self._begun is None:
            self._begun = self._clock()
        if self._board == self._goal:
            self.pause()
