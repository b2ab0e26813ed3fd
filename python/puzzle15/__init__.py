"""The sliding-tile puzzle: short solutions in microseconds, exact tables, fair boards.

>>> from puzzle15 import solve, random_board
>>> solution = solve(random_board(4, 4, seed=2014))
>>> print(solution)
65 moves (combined)
     row  27  RURULDLURULDRDRURDLUURDLULD
  column  19  RRDLULDRDLLURRDLLUR
     3x3  19  DRURDLULDRURDLUURDD
"""

from puzzle15 import goals
from puzzle15._core import Board
from puzzle15.errors import (
    GoalError,
    InvalidBoardError,
    InvalidMoveError,
    PuzzleError,
    UnsolvableError,
    UnsupportedError,
)
from puzzle15.generate import random_board, random_boards
from puzzle15.solution import Solution, Stage
from puzzle15.solving import Solutions, is_solvable, solve, solve_many

__version__ = "0.1.0"

__all__ = [
    "Board",
    "GoalError",
    "InvalidBoardError",
    "InvalidMoveError",
    "PuzzleError",
    "Solution",
    "Solutions",
    "Stage",
    "UnsolvableError",
    "UnsupportedError",
    "goals",
    "is_solvable",
    "random_board",
    "random_boards",
    "solve",
    "solve_many",
]
