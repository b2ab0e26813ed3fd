"""The puzzle in the terminal: `play()`.

An arrow slides a tile into the blank, in the direction of the arrow; W A S D and h j k l do the same, and `f`
flips the arrows so that they move the blank. The number of a tile slides it, with all between it and the
blank. `u` takes a move back, `y` makes it again, `?` gives a hint, `v` shows how it is solved, `n` is another
board, `r` the same from the beginning, `g` shows the goal, `q` quits.
"""

from __future__ import annotations

import os
import sys
import warnings
from typing import TextIO

from puzzle15._core import Board
from puzzle15._support.checks import check_flag, check_number, check_whole
from puzzle15.errors import CacheWarning, GoalError
from puzzle15.generate import target_of
from puzzle15.goals import GoalLike, is_name
from puzzle15.play.control import FASTEST, SLOWEST, Control, seeds, shuffled
from puzzle15.play.game import Game
from puzzle15.play.screen import Look, draw, to_ascii
from puzzle15.play.terminal import Terminal
from puzzle15.solving import Solver
from puzzle15.typing import BoardLike, Method, as_board

__all__ = ["Game", "play"]

NOT_A_TERMINAL = (
    "puzzle15: the game needs a terminal, and standard {} is not one: run it in a terminal window, with "
    "nothing piped into or out of it"
)


def play(
    board: BoardLike | None = None,
    *,
    rows: int | None = None,
    cols: int | None = None,
    goal: GoalLike | None = None,
    seed: int | None = None,
    method: Method = "auto",
    speed: float = 4.0,
    flip: bool = False,
) -> int:
    """Play in the terminal, until the player quits; the exit code for the program.

    Without a board it is a random one of so many rows and columns (4×4), the same for the same `seed`; new
    boards then have the seeds after it. `goal` is a board or one of the names in `puzzle15.goals.NAMES`.

    `method` is how the board is solved for a player who watches, one of those of `solve`: "auto" is the best
    that can be found in a moment, "greedy" is nice to look at. `speed` is how many moves a second are shown
    then, from 0.25 to 64. With `flip` an arrow moves the blank and not a tile.

    The code is 0 after `q`, 130 after Ctrl-C (143 if the program was terminated, 129 if the terminal was
    closed), and 2 if there is no terminal, which standard error then says.

    >>> play("1 2 3/4 5 6/8 7 0")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    puzzle15.errors.UnsolvableError: not solvable: the board has 1 inversion (odd), the goal 0 ...
    """
    check_flag("flip", flip)
    check_number("speed", speed, SLOWEST, FASTEST)
    check_whole("seed", seed, 0, 2**64 - 1)
    numbers = seeds(seed)
    first: int | None = None
    if board is None:
        start, first = shuffled(target_of(rows, cols, goal), numbers)
    else:
        start = _board(board, rows, cols)
    game = Game(start, goal)
    Solver(goal=game.goal, method=method)  # Says what is wrong with the method, if anything.
    for name, stream in (("input", sys.stdin), ("output", sys.stdout)):
        if stream is None or not stream.isatty():
            print(NOT_A_TERMINAL.format(name), file=sys.stderr)
            return 2
    title = f"{game.start.rows}×{game.start.cols} puzzle" + (f" · goal {goal}" if is_name(goal) else "")
    control = Control(
        game, title=title, seed=first, numbers=numbers, method=method, speed=float(speed), flip=flip
    )
    try:
        return _run(control, sys.stdin, sys.stdout)
    finally:
        control.close()


def _board(board: BoardLike, rows: int | None, cols: int | None) -> Board:
    """The board that was given to begin with."""
    shape = None if rows is None else (rows, rows if cols is None else cols)
    start = as_board(board, shape)
    if rows not in (None, start.rows) or cols not in (None, start.cols):
        raise GoalError(
            f"the board is {start.rows}×{start.cols}, and rows and cols ask for {rows}×{cols}: leave them out"
        )
    return start


def _run(control: Control, source: TextIO, target: TextIO) -> int:
    """Play in this terminal, and leave a line about it behind."""
    dumb = os.environ.get("TERM", "dumb" if os.name == "posix" else "") == "dumb"
    look = Look(
        colour=not dumb and not os.environ.get("NO_COLOR"), ascii=not _has_boxes(target), clock=not dumb
    )
    with warnings.catch_warnings(), _open_terminal(source, target, plain=dumb) as terminal:
        # A warning would be written across the screen, and tables that cannot be kept do not matter here.
        warnings.simplefilter("ignore", CacheWarning)
        try:
            code = _loop(control, terminal, look)
        except KeyboardInterrupt:
            code = 130
    if code == 0 and control.summary():
        print(to_ascii(control.summary()) if look.ascii else control.summary(), file=target)
    return code


def _open_terminal(source: TextIO, target: TextIO, *, plain: bool) -> Terminal:
    """The terminal of this system."""
    if sys.platform == "win32":
        from puzzle15.play.windows import WindowsTerminal

        return WindowsTerminal(target, plain=plain)
    from puzzle15.play.posix import PosixTerminal

    return PosixTerminal(source, target, plain=plain)


def _loop(control: Control, terminal: Terminal, look: Look) -> int:
    while control.code is None and terminal.ended is None:
        terminal.draw(draw(control.game, control.info(), terminal.size(), look))
        for key in terminal.wait(control.patience()):
            if key == "suspend":
                control.game.pause()
                terminal.suspend()
                control.game.resume()
            elif key == "redraw":
                terminal.redraw()
            else:
                control.press(key)
        control.tick()
    return terminal.ended if control.code is None and terminal.ended is not None else control.code or 0


def _has_boxes(target: TextIO) -> bool:
    """Whether the characters of boxes and arrows can be written there."""
    try:
        "┏╭│·×↑".encode(target.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
