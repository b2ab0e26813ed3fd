"""The sliding-tile puzzle: short solutions in microseconds, exact tables, fair boards.

>>> from puzzle15 import solve, random_board
>>> solution = solve(random_board(4, 4, seed=2014))
>>> print(solution)
65 moves (combined)
     row  27  RURULDLURULDRDRURDLUURDLULD
  column  19  RRDLULDRDLLURRDLLUR
     3x3  19  DRURDLULDRURDLUURDD

`solve` takes boards of any size, a `Solver` keeps its options for many of them, `improve` shortens a
solution, `stream` yields the moves of the real-time algorithm one by one, `solutions` every shortest
solution. `explore` searches every state of a puzzle, `distance` is the length of a shortest solution, and
`experiment` solves random boards by the million. There is more in the modules `arrays`, `bounds`, `goals`,
`growth`, `indexing`, `korf`, `play`, `plot`, `reference`, `render`, `reproduce`, `tables`, `theory`,
`tradeoff`, `traffic` and `twists`; `learning` has environments for Gymnasium, `datasets` boards with answers.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from puzzle15._core import Board, __version__
from puzzle15.errors import (
    CacheWarning,
    ExecutorError,
    FileError,
    GoalError,
    IncompleteWarning,
    InvalidBoardError,
    InvalidMoveError,
    MemoryBudgetError,
    MissingPackageError,
    MixedResultsError,
    PuzzleError,
    TimeBudgetError,
    UnsolvableError,
    UnsupportedError,
)

if TYPE_CHECKING:
    from puzzle15 import goals
    from puzzle15.experiments import Experiment, experiment
    from puzzle15.exploring import (
        LayerArrays,
        Layers,
        Level,
        Position,
        SearchSize,
        distance,
        explore,
        search_size,
    )
    from puzzle15.generate import random_board, random_boards
    from puzzle15.solving import (
        Solution,
        Solutions,
        Solver,
        Stage,
        Stream,
        count_optimal,
        improve,
        is_solvable,
        make_solvable,
        solutions,
        solve,
        solve_many,
        stream,
    )

__all__ = [
    "Board",
    "CacheWarning",
    "ExecutorError",
    "Experiment",
    "FileError",
    "GoalError",
    "IncompleteWarning",
    "InvalidBoardError",
    "InvalidMoveError",
    "LayerArrays",
    "Layers",
    "Level",
    "MemoryBudgetError",
    "MissingPackageError",
    "MixedResultsError",
    "Position",
    "PuzzleError",
    "SearchSize",
    "Solution",
    "Solutions",
    "Solver",
    "Stage",
    "Stream",
    "TimeBudgetError",
    "UnsolvableError",
    "UnsupportedError",
    "__version__",
    "count_optimal",
    "distance",
    "experiment",
    "explore",
    "goals",
    "improve",
    "is_solvable",
    "make_solvable",
    "random_board",
    "random_boards",
    "search_size",
    "solutions",
    "solve",
    "solve_many",
    "stream",
]


# Everything else is imported when it is first used, so that `import puzzle15` and the command line start at
# once.
_PLACES = {
    "experiments": ("Experiment", "experiment"),
    "exploring": (
        "LayerArrays",
        "Layers",
        "Level",
        "Position",
        "SearchSize",
        "distance",
        "explore",
        "search_size",
    ),
    "generate": ("random_board", "random_boards"),
    "solving": (
        "Solution",
        "Solutions",
        "Solver",
        "Stage",
        "Stream",
        "count_optimal",
        "improve",
        "is_solvable",
        "make_solvable",
        "solutions",
        "solve",
        "solve_many",
        "stream",
    ),
}
_HOMES = {name: module for module, names in _PLACES.items() for name in names}
_MODULES = (
    *_PLACES,
    "arrays",
    "bounds",
    "datasets",
    "goals",
    "growth",
    "indexing",
    "korf",
    "learning",
    "play",
    "plot",
    "reference",
    "render",
    "reproduce",
    "tables",
    "theory",
    "tradeoff",
    "traffic",
    "twists",
    "web",
)


def __getattr__(name: str) -> Any:
    """Import a name when it is first used, and keep it."""
    if name in _MODULES:
        return import_module(f"puzzle15.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'puzzle15' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"puzzle15.{_HOMES[name]}"), name)
    return value


def __dir__() -> list[str]:
    """All names, also those that have not been imported yet."""
    return sorted({*globals(), *__all__, *_MODULES})
