"""What the keys do: a game with its searches, hints and demonstrations. It knows nothing of terminals.

Keys come in by name (`puzzle15.play.keys`), `tick` is called every now and then, and `info` is what the
screen shows beside the game. Searches run in their own threads, so nothing here ever waits.

>>> control = Control(Game("1 2 3/4 5 6/7 0 8"), title="3×3 puzzle")
>>> control.press("left")
>>> control.game.status
'solved'
>>> control.press("q")
>>> control.code
0
>>> control.close()
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Literal

from puzzle15._core import Board
from puzzle15.generate import random_board
from puzzle15.play.game import Game
from puzzle15.play.guide import Advice, Guide
from puzzle15.play.screen import Info, result
from puzzle15.typing import Method

__all__ = ["FASTEST", "SLOWEST", "Control", "seeds", "shuffled"]

SLOWEST, FASTEST = 0.25, 64.0
"""Moves a second when the board is solved for you."""

# By arrow, the move of the blank: opposite to the tile that slides that way, or the arrow itself.
_TILE = {"up": "D", "down": "U", "left": "R", "right": "L"}
_BLANK = {"up": "U", "down": "D", "left": "L", "right": "R"}
_ARROWS = {"D": "↑", "U": "↓", "R": "←", "L": "→"}
_WORDS = {"D": "up", "U": "down", "R": "left", "L": "right"}
_SAME = dict(zip("wsadkjhl", ["up", "down", "left", "right"] * 2, strict=True))

# Seconds between two looks at the searches and the clock, and seconds after which a number is complete.
_TICK = 0.1
_PAUSE = 1.0

_Wanted = Literal["hint", "watch"]


def seeds(first: int | None = None) -> Iterator[int]:
    """Seeds for boards: one after another from the first, or random ones short enough to note down.

    >>> numbers = seeds(7)
    >>> next(numbers), next(numbers)
    (7, 8)
    """
    if first is not None:
        yield from (number % 2**64 for number in count(first))
    while True:
        yield secrets.randbelow(1_000_000)


def shuffled(goal: Board, numbers: Iterator[int]) -> tuple[Board, int]:
    """A random board that is not solved yet, and its seed: the first of these numbers that gives one.

    >>> shuffled(Board("1 2/3 0"), seeds(1))
    (Board('2 0/1 3'), 1)
    """
    for seed in numbers:
        board = random_board(goal=goal, seed=seed)
        if board != goal:  # Small boards come out solved now and then.
            return board, seed
    raise AssertionError("there are always more numbers")


def _moves(number: float) -> str:
    return f"{number:g} move{'s' * (number != 1)}"


class Control:
    """A game, and what the player wants of it.

    `numbers` are the seeds of the boards to come, `method` is how the board is solved for a player who
    watches, at `speed` moves a second. With `flip` an arrow moves the blank and not a tile.

    >>> control = Control(Game("1 2 3/4 5 6/0 7 8"), title="3×3 puzzle", flip=True)
    >>> control.press("right"), control.game.moves
    (None, 'R')
    >>> control.close()
    """

    def __init__(
        self,
        game: Game,
        *,
        title: str,
        seed: int | None = None,
        numbers: Iterator[int] | None = None,
        method: Method = "auto",
        speed: float = 4.0,
        flip: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin to search for a shortest path at once."""
        self.game = game
        self.code: int | None = None
        self._title, self._seed = title, seed
        self._numbers = seeds() if numbers is None else numbers
        self._method, self._speed, self._flip, self._clock = method, speed, flip, clock
        self._actions: dict[str, Callable[[], None]] = {
            "u": self._undo,
            "backspace": self._undo,
            "y": self._redo,
            "?": lambda: self._ask("hint"),
            "t": lambda: self._ask("hint"),
            "v": lambda: self._ask("watch"),
            "n": self._shuffle,
            "r": self._restart,
            "g": self._show_goal,
            "f": self._flip_arrows,
            "q": self._quit,
            "enter": lambda: None,
        }
        self._guide = Guide(game)
        self._wanted: _Wanted | None = None
        self._clear()

    def _clear(self) -> None:
        """Take away what goes with the board as it stood."""
        self._note = self._arrow = self._typed = self._watched = ""
        self._goal_shown = False
        self._due = 0.0

    # What comes in.

    def press(self, key: str) -> None:
        """Do what a key stands for; a key without a meaning still stops what is going on.

        >>> control = Control(Game("1 2 3/4 5 6/7 0 8"), title="3×3 puzzle")
        >>> control.press("7"), control.game.board
        (None, Board('1 2 3/4 5 6/0 7 8'))
        >>> control.press("u"), control.game.moves
        (None, '')
        >>> control.close()
        """
        key = key.lower() if len(key) == 1 else key
        if key in ("+", "=", "-"):
            self._change_speed(0.5 if key == "-" else 2.0)
            return
        if self._interrupted() and key not in ("q", "interrupt"):
            return
        if key.isdecimal() and key.isascii():
            self._type(key)
            return
        if key != "escape":
            self._finish_number()
        key = _SAME.get(key, key)
        if key in _TILE:
            self._move((_BLANK if self._flip else _TILE)[key])
        elif key == "interrupt":
            self.code = 130
        else:
            self._actions.get(key, self._clear)()

    def tick(self) -> None:
        """Carry on with a number being typed, a search, or a demonstration.

        >>> control = Control(Game("1 2 3/4 5 6/0 7 8"), title="3×3 puzzle")
        >>> control.press("?")
        >>> end = time.monotonic() + 60
        >>> while control.waiting and time.monotonic() < end:
        ...     time.sleep(0.01)
        ...     control.tick()
        >>> control.info().note
        'Hint: slide 7 left. This is a shortest path, 2 moves to go.'
        >>> control.close()
        """
        now = self._clock()
        if self._typed and now >= self._due:
            self._finish_number()
        if (advice := self._guide.advice()) is not None:
            self._answer(advice)
        while self._watched and now >= self._due:
            self._watch_one(now)

    @property
    def waiting(self) -> bool:
        """Whether a hint or a solution has been asked for and is being searched for.

        >>> control = Control(Game("1 2/3 0"), title="2×2 puzzle")
        >>> control.waiting, control.close()
        (False, None)
        """
        return self._wanted is not None

    def patience(self) -> float:
        """Seconds until `tick` is to be called again.

        >>> control = Control(Game("1 2/3 0"), title="2×2 puzzle")
        >>> control.patience(), control.close()
        (0.1, None)
        """
        return min(_TICK, max(0.0, self._due - self._clock())) if self._watched else _TICK

    def close(self) -> None:
        """Stop all searches, and wait until they have.

        >>> control = Control(Game("1 2/3 0"), title="2×2 puzzle")
        >>> control.close()
        """
        self._guide.close()

    # What goes out.

    def info(self) -> Info:
        """What the screen shows beside the game.

        >>> control = Control(Game("1 2/0 3"), title="2×2 puzzle", seed=5)
        >>> control.info().title, control.close()
        ('2×2 puzzle · seed 5', None)
        """
        return Info(self._heading(), self._guide.known, self._message(), self._arrow, self._goal_shown)

    def summary(self) -> str:
        """One line to leave behind; nothing if nothing was done.

        >>> control = Control(Game("1 2/0 3"), title="2×2 puzzle")
        >>> control.summary()
        ''
        >>> control.press("left"), control.summary()[:29]
        (None, '2×2 puzzle: Solved: 1 move (1')
        >>> control.close()
        """
        if not self.game.single:
            return ""
        if self.game.status == "solved":
            return f"{self._heading()}: {result(self.game, self._guide.known)}"
        made, board = self.game.single, self.game.board.to_text()
        return f"{self._heading()}: not solved, after {_moves(made)} it is {board}"

    def _heading(self) -> str:
        return self._title + ("" if self._seed is None else f" · seed {self._seed}")

    def _message(self) -> str:
        if self._goal_shown:
            return "This is the goal. Press g to go back."
        if left := len(self._watched):
            pace = f"{self._speed:g} a second"
            return f"Solving: {_moves(left)} to go, {pace}; + and - change that, any key stops."
        if self._typed:
            return f"Slide tile {self._typed}"
        if self._note or self.game.status != "solved":
            return self._note
        return f"{result(self.game, self._guide.known)} Press n for another board, r for the same."

    # Moves.

    def _move(self, letter: str) -> None:
        self._clear()
        if self.game.status != "solved":
            self.game.move(letter)

    def _undo(self) -> None:
        self._clear()
        if not self.game.undo():
            self._note = "There is nothing to undo."

    def _redo(self) -> None:
        self._clear()
        if not self.game.redo():
            self._note = "There is nothing to redo."

    def _type(self, digit: str) -> None:
        """Take a digit; the number is complete when no tile has a longer one that begins like it."""
        typed = (self._typed + digit).lstrip("0")
        self._clear()
        self._typed, self._due = typed, self._clock() + _PAUSE
        longer = (str(tile) for tile in self.game.board if tile)
        if not any(text.startswith(typed) and text != typed for text in longer):
            self._finish_number()

    def _finish_number(self) -> None:
        typed, self._typed = self._typed, ""
        if not typed or self.game.status == "solved":
            return
        if int(typed) not in self.game.board:
            self._note = f"There is no tile {typed}."
        elif not self.game.slide(int(typed)):
            self._note = f"Tile {typed} is in neither the row nor the column of the blank."

    # Boards.

    def _shuffle(self) -> None:
        board, self._seed = shuffled(self.game.goal, self._numbers)
        self._clear()
        self.game = Game(board, self.game.goal, clock=self._clock)
        self._guide.begin(self.game)

    def _restart(self) -> None:
        self.game.restart()
        self._clear()

    def _show_goal(self) -> None:
        shown = self._goal_shown
        self._clear()
        self._goal_shown = not shown

    def _flip_arrows(self) -> None:
        self._flip = not self._flip
        self._clear()
        self._note = f"An arrow now moves {'the blank' if self._flip else 'a tile'}. Press f to change that."

    def _quit(self) -> None:
        self.code = 0

    # Hints and demonstrations.

    def _ask(self, wanted: _Wanted) -> None:
        """Ask for a path; it is used when it comes."""
        self._clear()
        if self.game.status != "solved":
            self._guide.ask("auto" if wanted == "hint" else self._method)
            self._wanted, self._note = wanted, "Thinking ... any key stops."

    def _answer(self, advice: Advice) -> None:
        wanted, self._wanted = self._wanted, None
        if advice.error:
            self._note = f"No solution was found: {advice.error}"
        elif wanted == "watch":
            self._note, self._watched, self._due = "", advice.moves, self._clock()
        else:
            self._hint(advice)

    def _hint(self, advice: Advice) -> None:
        first, left = advice.moves[0], len(advice.moves)
        self.game.hints += 1
        self._arrow = _ARROWS[first]
        (tile,) = self.game.board.tiles_slid(first)
        sort = "a shortest path" if advice.shortest else "a short path, not proven to be shortest"
        self._note = f"Hint: slide {tile} {_WORDS[first]}. This is {sort}, {_moves(left)} to go."

    def _watch_one(self, now: float) -> None:
        self.game.move(self._watched[0], shown=True)
        self._watched = self._watched[1:]
        # What was missed while the program was stopped is not made up for.
        self._due = max(self._due, now - _TICK) + 1 / self._speed

    def _change_speed(self, factor: float) -> None:
        self._speed = min(max(self._speed * factor, SLOWEST), FASTEST)
        if not self._watched and self._wanted is None:
            self._clear()
            self._note = f"Watching shows {_moves(self._speed)} a second. Press v to watch."

    def _interrupted(self) -> bool:
        """Stop the thinking or solving that is going on; return whether there was any."""
        going = self._guide.cancel() or bool(self._watched)
        self._wanted = None
        if going:
            self._clear()
        return going
