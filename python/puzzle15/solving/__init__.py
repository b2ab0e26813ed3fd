"""Solutions: of one board, of many, every shortest one; and solutions made shorter."""

from puzzle15._core import Stream
from puzzle15.solving.all_shortest import count_optimal, solutions
from puzzle15.solving.improving import improve
from puzzle15.solving.many_boards import solve_many
from puzzle15.solving.one_board import is_solvable, solve, stream
from puzzle15.solving.repair import make_solvable
from puzzle15.solving.solution import Solution
from puzzle15.solving.solution_arrays import Solutions
from puzzle15.solving.solver import Solver
from puzzle15.solving.stage import Stage

__all__ = [
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
]
