"""How many moves puzzles take: what Parberry's papers of 1995 and 2014 prove or assume, computed exactly.

The problem: how long can a solution get, at worst, on average and for a random board? The paper [1] answers
with a greedy algorithm that never takes more than about 5n³ moves, a board that needs about n³, and a mean
distance of about 2n³/3. This module has the exact numbers behind those, and the boards themselves. Where the
paper has a slip, the docstring says what is printed and what is right; the tests show both.

>>> from puzzle15 import theory
>>> theory.greedy_bound(10), theory.hard_distance(10), float(theory.mean_manhattan(10))
(4556, 980, 651.0)

All numbers are exact (integers and fractions) unless they are probabilities. The bounds cost nothing at any
size; a board costs one look at each cell.

`row_first` is about the 15-puzzle alone: mean, worst case and distribution of the moves that the three stages
of the report [2] take, over all 16!/2 boards.

[1] Ian Parberry, A real-time algorithm for the (n²−1)-puzzle, Information Processing Letters 56, 1995.

[2] Ian Parberry, A memory-efficient method for fast computation of short 15-puzzle solutions, LARC-2014-02,
2014.
"""

from puzzle15.theory.distances import (
    low_boards,
    manhattan_variance,
    mean_manhattan,
    theorem_4_bound,
    total_manhattan,
)
from puzzle15.theory.greedy import greedy_bound, multi_leading_term, ring_bound, tile_bound
from puzzle15.theory.hard import hard_board, hard_distance
from puzzle15.theory.heuristics import HeuristicMean, heuristic_means
from puzzle15.theory.perimeter import perimeter_board, perimeter_distance, perimeter_moves
from puzzle15.theory.slides import (
    hard_slides,
    mean_slides_by_counting,
    mean_slides_by_manhattan,
    most_slides_by_counting,
    slide_words,
    slides_by_manhattan,
)
from puzzle15.theory.stages import RowFirst, Ties, row_first
from puzzle15.theory.tail import squared_ranges, tail_bound, typical_distance

__all__ = [
    "HeuristicMean",
    "RowFirst",
    "Ties",
    "greedy_bound",
    "hard_board",
    "hard_distance",
    "hard_slides",
    "heuristic_means",
    "low_boards",
    "manhattan_variance",
    "mean_manhattan",
    "mean_slides_by_counting",
    "mean_slides_by_manhattan",
    "most_slides_by_counting",
    "multi_leading_term",
    "perimeter_board",
    "perimeter_distance",
    "perimeter_moves",
    "ring_bound",
    "row_first",
    "slide_words",
    "slides_by_manhattan",
    "squared_ranges",
    "tail_bound",
    "theorem_4_bound",
    "tile_bound",
    "total_manhattan",
    "typical_distance",
]
