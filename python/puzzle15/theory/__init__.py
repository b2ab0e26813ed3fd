"""How many moves n×n puzzles take: the bounds and boards of Parberry's paper of 1995, all checked.

The problem: how long can a solution get, at worst, on average and for a random board? The paper [1] answers
with a greedy algorithm that never takes more than about 5n³ moves, a board that needs about n³, and a mean
distance of about 2n³/3. This module has the exact numbers behind those, and the boards themselves. Where the
paper has a slip, the docstring says what is printed and what is right; the tests show both.

>>> from puzzle15 import theory
>>> theory.greedy_bound(10), theory.hard_distance(10), float(theory.mean_manhattan(10))
(4556, 980, 651.0)

All numbers are exact (integers and fractions) unless they are probabilities. The bounds cost nothing at any
size; a board costs one look at each cell.

[1] Ian Parberry, A real-time algorithm for the (n²−1)-puzzle, Information Processing Letters 56, 1995.
"""

from puzzle15.theory.distances import low_boards, mean_manhattan, tail_bound, theorem_4_bound, total_manhattan
from puzzle15.theory.greedy import greedy_bound, multi_leading_term, ring_bound, tile_bound
from puzzle15.theory.hard import hard_board, hard_distance
from puzzle15.theory.perimeter import perimeter_board, perimeter_distance, perimeter_moves

__all__ = [
    "greedy_bound",
    "hard_board",
    "hard_distance",
    "low_boards",
    "mean_manhattan",
    "multi_leading_term",
    "perimeter_board",
    "perimeter_distance",
    "perimeter_moves",
    "ring_bound",
    "tail_bound",
    "theorem_4_bound",
    "tile_bound",
    "total_manhattan",
]
