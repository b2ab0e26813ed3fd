"""The ideas of this package in plain Python, to be read.

Everything here is written to be understood first and to be fast last. The files build on one
another; read them in this order:

1. ``moves``: boards, moves, and what a move does;
2. ``solvability``: which boards can be solved, by counting;
3. ``random``: random boards that everybody can draw again;
4. ``rank``: numbering boards without gaps;
5. ``tables``: breadth-first search, and the best move for every board of a stage;
6. ``combined``: a solver for the 15-puzzle made of three such tables;
7. ``row_first``: how many moves its stages take over all boards, without trying all boards;
8. ``greedy``: boards of any size, one tile after another, with a little work between two moves;
9. ``greedy_2014``: the same with other choices, those of Parberry's own program;
10. ``drift``: all tiles of a large board nearer to their homes at once;
11. ``peel``: any size with about half the moves, two tiles at a time and with an eye on the others;
12. ``search``: every position of a puzzle, also with tiles alike and cells off the board;
13. ``lists``: the same with a bit for each board and two lists, as in 2000;
14. ``symmetric``: the same on a square, with one of two mirror images for both;
15. ``twists``: all 8-puzzles with the blank in the centre, by corner twists, as in 1967;
16. ``korf``: shortest solutions with hardly any memory, and how many nodes that takes;
17. ``patterns``: better lower bounds from a few tiles at a time, and all shortest solutions;
18. ``lower``: lower bounds from tiles that get in each other's way;
19. ``multi``: fewest moves where a straight slide of several tiles counts as one;
20. ``improve``: shorter solutions out of long ones, a few moves at a time;
21. ``playing``: a board to learn on, with rewards;
22. ``chances``: why hardly any board is near home;
23. ``board_sets``: files of boards with known distances.

The functions use only Python's standard library. They are also the yardstick for the fast
versions, which must give the same answers.
"""

from . import korf, row_first, twists
from .board_sets import read_board_set
from .chances import allowed_range, placing_order, true_ranges
from .combined import solve
from .greedy import greedy
from .greedy_2014 import greedy_2014
from .improve import improve, shortest
from .lists import list_search
from .lower import linear_conflict, walking_distance
from .moves import (
    Board,
    apply,
    legal_moves,
    manhattan,
    multi_count,
    neighbours,
    reading,
    step,
    transpose,
)
from .multi import fewest_slides, slide_distances, slides, walking_bound
from .patterns import (
    additive_estimate,
    all_optimal,
    count_optimal,
    optimal,
    pattern_counts,
    pattern_distances,
    pattern_estimate,
)
from .peel import peel
from .playing import Player, fair_start, walked_start
from .random import Stream, random_boards, shuffled, walked
from .rank import Space, rank_permutation, rank_set, unrank_permutation, unrank_set
from .search import ALIKE, OFF, depths, paper_board, paper_index, search
from .solvability import inversions, is_solvable, reachable
from .symmetric import symmetric_search
from .tables import (
    column_stage,
    distances,
    follow,
    histogram,
    move_table,
    packed,
    row_stage,
    square_stage,
    stage_table,
)

__all__ = [
    "ALIKE",
    "OFF",
    "Board",
    "Player",
    "Space",
    "Stream",
    "additive_estimate",
    "all_optimal",
    "allowed_range",
    "apply",
    "column_stage",
    "count_optimal",
    "depths",
    "distances",
    "fair_start",
    "fewest_slides",
    "follow",
    "greedy",
    "greedy_2014",
    "histogram",
    "improve",
    "inversions",
    "is_solvable",
    "korf",
    "legal_moves",
    "linear_conflict",
    "list_search",
    "manhattan",
    "move_table",
    "multi_count",
    "neighbours",
    "optimal",
    "packed",
    "paper_board",
    "paper_index",
    "pattern_counts",
    "pattern_distances",
    "pattern_estimate",
    "peel",
    "placing_order",
    "random_boards",
    "rank_permutation",
    "rank_set",
    "reachable",
    "read_board_set",
    "reading",
    "row_first",
    "row_stage",
    "search",
    "shortest",
    "shuffled",
    "slide_distances",
    "slides",
    "solve",
    "square_stage",
    "stage_table",
    "step",
    "symmetric_search",
    "transpose",
    "true_ranges",
    "twists",
    "unrank_permutation",
    "unrank_set",
    "walked",
    "walked_start",
    "walking_bound",
    "walking_distance",
]
