"""A game as the lines of a screen of any size: as much as there is room for, the board first of all.

>>> from puzzle15.play.game import Game
>>> game = Game("1 2 3/4 0 5")
>>> info = Info("2×3 puzzle", Known(1, 1, False), note="Hint: slide 5 left.", arrow="←")
>>> for line in draw(game, info, (30, 8), Look(colour=False)):
...     print(line)
  ┌───┬───┬───┐
  │ 1 │ 2 │ 3 │
  ├───┼───┼───┤
  │ 4 │ ← │ 5 │
  └───┴───┴───┘
  0 moves (0 slides) · 0:00
  shortest path: 1
  Hint: slide 5 left.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from puzzle15._core import Board
from puzzle15.play.game import Game
from puzzle15.play.search import Known
from puzzle15.play.tiles import STYLES, Style, extent, paint, picture

__all__ = ["HELP", "Info", "Look", "clock_time", "draw", "result", "to_ascii"]

HELP = (
    "arrows slide a tile",
    "digits slide that tile",
    "u undo",
    "y redo",
    "? hint",
    "v watch it solved",
    "n new board",
    "r restart",
    "g show the goal",
    "f flip the arrows",
    "q quit",
)
"""What the keys do, in the order in which they are shown."""

_MARGIN = 2
# Text needs this many columns to be readable, and is not made wider than the second number.
_NARROWEST = 18
_WIDEST = 76
# Lines kept for messages, so that the board does not change its size when one comes.
_NOTE = 2
_BOLD = 1
_FAINT = 2


@dataclass(frozen=True)
class Info:
    """What the screen shows beside the game.

    `arrow` stands in the blank, to show where a tile is to go; with `show_goal` the goal is drawn instead of
    the board.

    >>> Info("4×4 puzzle", Known(40, None, True)).note
    ''
    """

    title: str
    known: Known
    note: str = ""
    arrow: str = ""
    show_goal: bool = False


@dataclass(frozen=True)
class Look:
    """What the terminal can show: colours, characters that are not ASCII, a clock that ticks.

    >>> Look(colour=False)
    Look(colour=False, ascii=False, clock=True)
    """

    colour: bool = True
    ascii: bool = False
    clock: bool = True


def draw(game: Game, info: Info, size: tuple[int, int], look: Look) -> list[str]:
    """The lines for a terminal of this size, in columns and lines.

    >>> game = Game("1 2 3/4 0 5")
    >>> print(*draw(game, Info("2×3 puzzle", Known(1, 1, False)), (17, 4), Look()), sep="\\n")
    The terminal is
    too small: the
    board needs 20
    columns and 6
    """
    cols, lines = size
    columns = max(min(cols - _MARGIN, _WIDEST), _NARROWEST)
    status = _status(game, info.known, look, columns)
    for with_help in (True, False):
        for style in STYLES:
            for airy in (True, False):
                made = _Layout(game, info, columns, status, look, style, airy, with_help)
                if made.width <= cols and made.height <= lines:
                    shown = made.lines(lines)
                    return [to_ascii(line) for line in shown] if look.ascii else shown
    text = (
        f"The terminal is too small: the board needs {made.width} columns and {made.height} lines, "
        f"there are {cols} and {lines}. Make it larger, or press q."
    )
    return textwrap.wrap(text, max(cols, 1))[:lines]


class _Layout:
    """The screen in one of its possible layouts."""

    def __init__(
        self,
        game: Game,
        info: Info,
        columns: int,
        status: list[str],
        look: Look,
        style: Style,
        airy: bool,
        with_help: bool,
    ) -> None:
        self._game, self._info, self._look, self._style = game, info, look, style
        self._airy, self._note = airy, _NOTE if airy else 1
        wide, high = extent(game.board, style)
        self._columns, self._status = columns, status
        self._title = textwrap.wrap(info.title, columns) if with_help else []
        self._help = _flow(list(HELP), columns) if with_help else []
        gaps = airy * (2 + bool(self._title) + bool(self._help))
        texts = len(self._title) + len(self._status) + self._note + len(self._help)
        self.width = max(wide, _NARROWEST) + _MARGIN
        self.height = high + texts + gaps

    def lines(self, most: int) -> list[str]:
        """All of it; a long message takes the place of the help."""
        info, gap = self._info, [""] * self._airy
        board: Board = self._game.goal if info.show_goal else self._game.board
        tiles = picture(board, self._game.goal, self._style, colour=self._look.colour, arrow=info.arrow)
        note = textwrap.wrap(info.note, self._columns)
        note += [""] * (self._note - len(note))
        title = [*self._styled(self._title, _BOLD), *gap] if self._title else []
        above = [*title, *tiles, *gap, *self._status, *gap, *self._styled(note, _BOLD)]
        below = [*gap, *self._styled(self._help, _FAINT)] if self._help else []
        every = above + below if len(above) + len(below) <= most else above
        return [(" " * _MARGIN + line).rstrip() for line in every[:most]]

    def _styled(self, lines: list[str], code: int) -> list[str]:
        return [paint(line, code) if line and self._look.colour else line for line in lines]


def result(game: Game, known: Known) -> str:
    """What to say when the board is solved.

    >>> game = Game("1 2 3/4 5 6/0 7 8", clock=lambda: 0.0)
    >>> game.slide(8), result(game, Known(2, 2, False))
    (2, 'Solved: 2 moves (1 slide) in 0:00. There is no shorter path: efficiency 100 %.')
    """
    if not game.single:
        return "This board is solved."
    if game.shown:
        by = "" if game.shown == game.single else f"{game.shown} of "
        return f"Solved, {by}{_moves(game)} shown by the program."
    made = f"Solved: {_moves(game)} in {clock_time(game.elapsed)}."
    helps = [_count(game.hints, "hint"), _count(game.undos, "undone move")]
    return " ".join([made, _efficiency(game.single, known), *_sentence([text for text in helps if text])])


def clock_time(seconds: float) -> str:
    """Minutes and seconds, and hours if need be.

    >>> clock_time(83.9), clock_time(3723)
    ('1:23', '1:02:03')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _efficiency(made: int, known: Known) -> str:
    """The share of the moves that were needed, or at least what is proven of it."""
    share = 100 * known.bound // max(made, 1)
    if made <= known.bound:
        return "There is no shorter path: efficiency 100 %."
    if known.proven:
        return f"A shortest path has {known.bound}: efficiency {share} %."
    return f"A shortest path has at least {known.bound}: efficiency at least {share} %."


def _moves(game: Game) -> str:
    return f"{_count(game.single, 'move')} ({_count(game.multi, 'slide')})"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}" if number or word in ("move", "slide") else ""


def _sentence(parts: list[str]) -> list[str]:
    return [f"{', '.join(parts)}."] if parts else []


def _status(game: Game, known: Known, look: Look, width: int) -> list[str]:
    """Counters and clock, and below what is known of a shortest path."""
    clock = [clock_time(game.elapsed)] if look.clock or game.status == "solved" else []
    return _flow([_moves(game), *clock], width) + textwrap.wrap(_shortest(known), width)


def _shortest(known: Known) -> str:
    if known.proven:
        return f"shortest path: {known.best}"
    best = "" if known.best is None else f", best found {known.best}"
    state = "shortest path, searching" if known.searching else "shortest path not known"
    return f"{state}: at least {known.bound}{best}"


def _flow(parts: list[str], width: int) -> list[str]:
    """Parts with dots between them, as many on a line as there is room for."""
    lines = [""]
    for part in parts:
        longer = f"{lines[-1]} · {part}" if lines[-1] else part
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return [line[:width] for line in lines if line]


_ASCII = str.maketrans("┌┬┐├┼┤└┴┘╭╮╰╯┏┓┗┛│┃─━·×←→↑↓", "+" * 13 + "#" * 4 + "|#-#-x<>^v")


def to_ascii(text: str) -> str:
    """The text in characters that every terminal has.

    >>> to_ascii("4×4 puzzle · seed 5"), to_ascii("┏━┓╭─╮")
    ('4x4 puzzle - seed 5', '###+-+')
    """
    return text.translate(_ASCII)
