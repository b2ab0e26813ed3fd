"""The shapes of requests and answers. Reading, checking and `GET /api` all go by these types.

A request is a dataclass, an answer a dictionary. The text of an annotation says what a value is; it is in the
description, and in the error for a value that is something else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from puzzle15.web.failures import Kind

__all__ = [
    "CheckAnswer",
    "CheckRequest",
    "DistanceAnswer",
    "DistanceRequest",
    "ErrorAnswer",
    "ExploreAnswer",
    "ExploreRequest",
    "GoalAnswer",
    "GoalRequest",
    "HintAnswer",
    "HintRequest",
    "PictureRequest",
    "RandomAnswer",
    "RandomRequest",
    "SolveAnswer",
    "SolveRequest",
    "StagePart",
    "TwistPart",
    "TwistsAnswer",
    "TwistsRequest",
]

Tiles: TypeAlias = Annotated[list[list[int]], "a board as a list of its rows, 0 for the blank"]
AnyBoard: TypeAlias = Annotated[
    str | list[list[int]] | list[int],
    'a board: text such as "1 2/3 0", or rows such as [[1, 2], [3, 0]], or a square one as [1, 2, 3, 0]',
]
AnyGoal: TypeAlias = Annotated[
    str | list[list[int]] | None,
    '"rows", "columns", "snake", "spiral", "blank-first", or a board; otherwise the numbers in order',
]
Rows: TypeAlias = Annotated[int, "the number of rows, a whole number from 2"]
Cols: TypeAlias = Annotated[int, "the number of columns, a whole number from 2"]
Moves: TypeAlias = Annotated[str, "moves of the blank, text of the letters L, R, U and D"]
Metric: TypeAlias = Annotated[
    Literal["single", "multi"], 'what counts as a move: "single" tiles, or "multi" for straight slides'
]
Method: TypeAlias = Annotated[
    Literal["auto", "combined", "quick", "optimal", "peel", "greedy", "twists"],
    'a method: "auto", "combined", "quick", "optimal", "peel", "greedy" or "twists"',
]
Seconds: TypeAlias = Annotated[float | None, "a number of seconds, from 0"]


@dataclass(frozen=True)
class CheckRequest:
    """Is this a board, and can the goal be reached?"""

    board: AnyBoard
    goal: AnyGoal = None


class CheckAnswer(TypedDict):
    """What is known of a board. If it cannot be solved: why, which two tiles to swap, and what that gives."""

    board: Tiles
    rows: int
    cols: int
    goal: Tiles
    solvable: bool
    reason: str | None
    swap: list[int] | None
    nearest: Tiles | None
    inversions: int
    manhattan: int


@dataclass(frozen=True)
class RandomRequest:
    """A random board from which the goal can be reached; the same for the same seed."""

    rows: Rows
    cols: Cols
    goal: AnyGoal = None
    seed: Annotated[
        str | int | None, "a seed, a whole number from 0 to 18446744073709551615, or its digits as text"
    ] = None


class RandomAnswer(TypedDict):
    """The board. The seed is text, since JavaScript rounds numbers of this size."""

    board: Tiles
    goal: Tiles
    seed: str


@dataclass(frozen=True)
class GoalRequest:
    """A goal by its name, or the numbers in order with one missing: one of the two."""

    rows: Rows
    cols: Cols
    name: Annotated[
        Literal["rows", "columns", "snake", "spiral", "blank-first"] | None,
        'a name: "rows", "columns", "snake", "spiral" or "blank-first"',
    ] = None
    missing: Annotated[int | None, "a whole number, that of the cell with the blank, counted from 1"] = None


class GoalAnswer(TypedDict):
    """The goal."""

    goal: Tiles


@dataclass(frozen=True)
class SolveRequest:
    """A solution. `timeout` is for the methods auto, optimal and quick, `width` for quick."""

    board: AnyBoard
    goal: AnyGoal = None
    method: Method = "auto"
    metric: Metric = "single"
    timeout: Seconds = None
    width: Annotated[int | None, "the width of the beam, a whole number from 1"] = None


class StagePart(TypedDict):
    """A part of a solution."""

    name: str
    moves: Moves


class Notation(TypedDict):
    """The moves as text in several ways; twists for 3×3 boards whose goal has its blank in the centre."""

    blank: str
    tile: str
    number: str
    short: str
    twists: NotRequired[str]


class SolveAnswer(TypedDict):
    """The solution: `length` counts single tiles, `multi` straight slides."""

    board: Tiles
    goal: Tiles
    moves: Moves
    length: int
    multi: int
    method: str
    metric: Metric
    optimal: bool
    lower_bound: int
    nodes: int
    seconds: float
    stages: list[StagePart]
    notation: Notation


@dataclass(frozen=True)
class HintRequest:
    """The next move of a short solution."""

    board: AnyBoard
    goal: AnyGoal = None


class HintAnswer(TypedDict):
    """The move and the tile it slides, null if the board is solved; the length of the way, and if proven."""

    move: str | None
    tile: int | None
    length: int
    optimal: bool


@dataclass(frozen=True)
class DistanceRequest:
    """How far is the goal?"""

    board: AnyBoard
    goal: AnyGoal = None


class DistanceAnswer(TypedDict):
    """The distance if it is known, and a number that it is not below; from a table, a search, or a bound."""

    exact: int | None
    lower_bound: int
    how: Literal["table", "search", "bound"]


@dataclass(frozen=True)
class ExploreRequest:
    """Every state of a small puzzle."""

    rows: Rows
    cols: Cols
    metric: Metric = "single"
    goal: AnyGoal = None


class ExploreAnswer(TypedDict):
    """How many boards there are at each depth, the greatest depth by cell of the blank, and the deepest."""

    rows: int
    cols: int
    goal: Tiles
    metric: Metric
    states: int
    diameter: int
    mean: float
    counts: list[int]
    maxima: list[list[int | None]]
    antipodes: list[Tiles]
    seconds: float


@dataclass(frozen=True)
class TwistsRequest:
    """A shortest solution of a 3×3 board in Schofield's corner twists; the spiral unless another goal."""

    board: AnyBoard
    goal: AnyGoal = "spiral"


class TwistPart(TypedDict):
    """A twist of a corner (0 to 3, clockwise from the top left), and which of its moves are made.

    `elided` twists begin by taking back the last move of the one before, and both moves are left out. The
    pieces go clockwise or not; the blank goes the other way round.
    """

    letter: str
    corner: int
    clockwise: bool
    elided: bool
    moves: Moves


class TwistsAnswer(TypedDict):
    """The moves up to the centre, then the twists; together they are the moves."""

    board: Tiles
    goal: Tiles
    lead: Moves
    twists: list[TwistPart]
    text: str
    moves: Moves
    length: int


@dataclass(frozen=True)
class PictureRequest:
    """A solution as a file that moves. `stages` are those of the solution, for the colours by stage."""

    board: AnyBoard
    moves: Moves
    format: Annotated[Literal["gif", "svg"], '"gif" or "svg"']
    goal: AnyGoal = None
    colours: Annotated[Literal["row", "column", "stage", "none"], '"row", "column", "stage" or "none"'] = (
        "row"
    )
    stages: Annotated[list[StagePart] | None, "a list of stages, each with a name and its moves"] = None


class ErrorFacts(TypedDict):
    """What is wrong. Boards have `reasons`, unsolvable ones the two tiles to `swap` and what that gives."""

    kind: Kind
    message: str
    reasons: NotRequired[list[str]]
    nearest: NotRequired[Tiles]
    swap: NotRequired[list[int]]


class ErrorAnswer(TypedDict):
    """An error."""

    error: ErrorFacts
