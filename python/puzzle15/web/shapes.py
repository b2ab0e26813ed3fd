"""The shapes of requests and answers. Reading, writing and `GET /api` all go by these types.

Each value of a request has a description: `GET /api` shows it, and so does the error for a value that is
something else.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

__all__ = [
    "CheckAnswer",
    "CheckRequest",
    "DistanceAnswer",
    "DistanceRequest",
    "ErrorAnswer",
    "ErrorFacts",
    "ExploreAnswer",
    "ExploreRequest",
    "GoalAnswer",
    "GoalRequest",
    "HintAnswer",
    "HintRequest",
    "Kind",
    "Notation",
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

Kind: TypeAlias = Literal["unsolvable", "board", "goal", "request", "limit", "busy", "timeout", "internal"]
"""What an error is about."""

# Whole numbers beyond this are no sizes that anybody means.
_MOST = 2**63 - 1

Tiles: TypeAlias = Annotated[
    list[list[int]], Meta(description="a board as a list of its rows, 0 for the blank")
]
AnyBoard: TypeAlias = Annotated[
    str | list[list[int] | int],
    Meta(
        description='text such as "1 2/3 0", or rows such as [[1, 2], [3, 0]], '
        "or a square one as [1, 2, 3, 0]",
        examples=["1 2 3/4 0 6/7 5 8", [[1, 2, 3], [4, 0, 6], [7, 5, 8]], [1, 2, 0, 3]],
    ),
]
AnyGoal: TypeAlias = Annotated[
    str | list[list[int]] | None,
    Meta(
        description='"rows", "columns", "snake", "spiral", "blank-first", or a board; '
        "otherwise the numbers in order"
    ),
]
Rows: TypeAlias = Annotated[
    int, Meta(ge=2, le=_MOST, description="the number of rows, a whole number from 2", examples=[2, 3])
]
Cols: TypeAlias = Annotated[
    int, Meta(ge=2, le=_MOST, description="the number of columns, a whole number from 2", examples=[3])
]
Moves: TypeAlias = Annotated[
    str, Meta(description="moves of the blank, text of the letters L, R, U and D", examples=["DR"])
]
Metric: TypeAlias = Annotated[
    Literal["single", "multi"],
    Meta(description='"single" (a move is one tile) or "multi" (a move is a straight slide)'),
]
Method: TypeAlias = Annotated[
    Literal["auto", "combined", "quick", "optimal", "peel", "greedy", "twists"],
    Meta(description='"auto", "combined", "quick", "optimal", "peel", "greedy" or "twists"'),
]

Tables: TypeAlias = Annotated[
    Literal["small", "large", "auto"],
    Meta(
        description='"small", "large" (refused unless the server has them) '
        'or "auto" (the large ones, if the server has them)'
    ),
]


class _Shape(Struct, forbid_unknown_fields=True):
    """An object with the fields of its class and no others."""


class _Question(_Shape):
    """A request about a board and its goal."""

    board: AnyBoard
    goal: AnyGoal = None


class CheckRequest(_Question):
    """Is this a board, and can the goal be reached?"""


class CheckAnswer(_Shape):
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


class RandomRequest(_Shape):
    """A random board from which the goal can be reached; the same for the same seed."""

    rows: Rows
    cols: Cols
    goal: AnyGoal = None
    seed: Annotated[
        Annotated[str, Meta(pattern="^[0-9]{1,20}$")] | Annotated[int, Meta(ge=0)] | None,
        Meta(description="a seed, a whole number from 0 to 18446744073709551615, or its digits as text"),
    ] = None


class RandomAnswer(_Shape):
    """The board. The seed is text, since JavaScript rounds numbers of this size."""

    board: Tiles
    goal: Tiles
    seed: str


class GoalRequest(_Shape):
    """A goal by its name, or the numbers in order with one missing: one of the two."""

    rows: Rows
    cols: Cols
    name: Annotated[
        Literal["rows", "columns", "snake", "spiral", "blank-first"] | None,
        Meta(description='a name: "rows", "columns", "snake", "spiral" or "blank-first"'),
    ] = None
    missing: Annotated[
        int | None, Meta(description="a whole number, that of the cell with the blank, counted from 1")
    ] = None


class GoalAnswer(_Shape):
    """The goal."""

    goal: Tiles


class SolveRequest(_Question):
    """A solution. `timeout` is for the methods auto, optimal and quick, `width` for quick.

    `tables` is for searches. No request makes large ones: whoever runs the server does. `made_by` in the
    answer says which were used.
    """

    method: Method = "auto"
    metric: Metric = "single"
    timeout: Annotated[
        Annotated[float, Meta(ge=0)] | None, Meta(description="a number of seconds, from 0")
    ] = None
    width: Annotated[
        Annotated[int, Meta(ge=1, le=_MOST)] | None,
        Meta(description="the width of the beam, a whole number from 1"),
    ] = None
    tables: Tables = "small"


class StagePart(_Shape):
    """A part of a solution."""

    name: str
    moves: Moves


class Notation(_Shape):
    """The moves in several notations; twists for 3×3 boards whose goal has its blank in the centre."""

    blank: str
    tile: str
    number: str
    short: str
    twists: str | UnsetType = UNSET


class SolveAnswer(_Shape):
    """The solution: `length` counts single tiles, `multi` straight slides, and none is below `lower_bound`.

    If others are waiting, a search may be cut short: then `cut` is after how many seconds, else null.
    """

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
    made_by: Annotated[str, Meta(description="the algorithm, its version and the checksum of its tables")]
    seconds: float
    cut: float | None
    stages: list[StagePart]
    notation: Notation


class HintRequest(_Question):
    """The next move of a short solution."""


class HintAnswer(_Shape):
    """The move and the tile it slides, null if solved; the length of the path, and whether it is shortest."""

    move: str | None
    tile: int | None
    length: int
    optimal: bool


class DistanceRequest(_Question):
    """How far is the goal?"""


class DistanceAnswer(_Shape):
    """The distance if it is known, and a lower bound of it; from a table, a search, or that bound alone."""

    exact: int | None
    lower_bound: int
    how: Literal["table", "search", "bound"]


class ExploreRequest(_Shape):
    """Every state of a small puzzle."""

    rows: Rows
    cols: Cols
    metric: Metric = "single"
    goal: AnyGoal = None


class ExploreAnswer(_Shape):
    """How many boards there are at each depth, the greatest depth by cell of the blank, and the deepest.

    `states` of `total` boards can be reached; if these are all, the answer is `complete`.
    """

    rows: int
    cols: int
    goal: Tiles
    metric: Metric
    states: int
    total: int
    complete: bool
    diameter: int
    mean: float
    counts: list[int]
    maxima: list[list[int | None]]
    antipodes: list[Tiles]
    seconds: float


class TwistsRequest(_Shape):
    """A shortest solution of a 3×3 board in Schofield's corner twists, to the spiral or another goal."""

    board: AnyBoard
    goal: AnyGoal = "spiral"


class TwistPart(_Shape):
    """A twist of a corner (0 to 3, clockwise from the top left), and which of its moves are made.

    `elided` twists begin by taking back the last move of the one before, and both moves are left out. The
    pieces go clockwise or not; the blank goes the other way round.
    """

    letter: str
    corner: int
    clockwise: bool
    elided: bool
    moves: Moves


class TwistsAnswer(_Shape):
    """The moves up to the centre, then the twists; together they are the moves."""

    board: Tiles
    goal: Tiles
    lead: Moves
    twists: list[TwistPart]
    text: str
    moves: Moves
    length: int


class PictureRequest(_Shape):
    """A solution as an animated file. `stages` are those of the solution, for the colours by stage."""

    board: AnyBoard
    moves: Moves
    format: Annotated[Literal["gif", "svg"], Meta(description='"gif" or "svg"')]
    goal: AnyGoal = None
    colours: Annotated[
        Literal["row", "column", "stage", "none"], Meta(description='"row", "column", "stage" or "none"')
    ] = "row"
    stages: Annotated[
        list[StagePart] | None, Meta(description="a list of stages, each with a name and its moves")
    ] = None


class ErrorFacts(_Shape):
    """What is wrong. Boards have `reasons`, unsolvable ones the two tiles to `swap` and what that gives."""

    kind: Kind
    message: str
    reasons: list[str] | UnsetType = UNSET
    nearest: Tiles | UnsetType = UNSET
    swap: list[int] | UnsetType = UNSET


class ErrorAnswer(_Shape):
    """An error."""

    error: ErrorFacts
