"""Schofield's complete solution of the eight-puzzle (1967): corner twists, and a book of all 20,160 puzzles.

The blank starts and ends in the centre, and does *corner twists* in between: three pieces change places round
a corner, A, B, C, D clockwise from the top left one, W, X, Y, Z the other way. Squares are numbered round the
board, and each piece has the number of the square where it belongs. The *code numbers* of a puzzle are the
pieces in squares 0 to 5; the last two follow.

    1 2 3      A B      for example      0 2 5
    0   4                                1   3   has the code 102536
    7 6 5      D C                       7 4 6

On a `Board`, where 0 is the blank, piece 0 is tile 8, and the target is the goal named spiral.

>>> from puzzle15 import twists
>>> print(twists.lookup("102536"))     # the puzzle, how a shortest path can begin, its length, one such path
1 0 2  5 3 6 ) ....W..Z  20  WX̶Y̶Z̶AD̶Y
>>> path = twists.lookup("102536").specimen
>>> path.twists, path.elisions, path.length, path.moves
(7, 4, 20, 'LURRDDLLURULDDRURDLU')

- `TwistPath`: paths of twists and of moves; `permutation`, `cycles`, `product`, `inverse`, `conjugate`,
  `is_even`, `SYMMETRIES`: permutations of the squares.
- `lookup`, `tabulation`: the tables, by the program of the paper. `Tabulation.save` writes the book;
  `sequence_number` and `code_of` number the puzzles; `compare_with_search` checks every entry another way;
  `table_1` is the paper's specimen of the book.
- `five_puzzle`, `twist_tree`, `eight_puzzle_bound`, `dodecahedron`, `isomorphism`: the smaller puzzle.
- `cycle_path`, `transposition_cycles`, `product_of_twists`: the lemmas and the theorem.

P. D. A. Schofield, Complete solution of the 'Eight-puzzle', Machine Intelligence 1, 1967. The program and
the tables are also in plain Python, without the core: `puzzle15.reference.twists`.
"""

from puzzle15.twists.codes import code_of, pieces_of, sequence_number
from puzzle15.twists.comparison import Comparison, compare_with_search
from puzzle15.twists.five import (
    CrudeBound,
    FivePuzzle,
    TwistTree,
    eight_puzzle_bound,
    five_puzzle,
    twist_tree,
)
from puzzle15.twists.path import TWISTS, TwistPath
from puzzle15.twists.permutations import (
    IDENTITY,
    SYMMETRIES,
    Permutation,
    conjugate,
    cycles,
    inverse,
    is_even,
    permutation,
    product,
)
from puzzle15.twists.rotations import AxisRow, Rotation, dodecahedron, isomorphism
from puzzle15.twists.scan import ScannedEntry, ScannedTable, table_1
from puzzle15.twists.tables import (
    Entry,
    Representative,
    Row,
    Tabulation,
    TabulationArrays,
    lookup,
    tabulation,
)
from puzzle15.twists.theorems import (
    TranspositionCycles,
    cycle_path,
    product_of_twists,
    transposition_cycles,
)

__all__ = [
    "IDENTITY",
    "SYMMETRIES",
    "TWISTS",
    "AxisRow",
    "Comparison",
    "CrudeBound",
    "Entry",
    "FivePuzzle",
    "Permutation",
    "Representative",
    "Rotation",
    "Row",
    "ScannedEntry",
    "ScannedTable",
    "Tabulation",
    "TabulationArrays",
    "TranspositionCycles",
    "TwistPath",
    "TwistTree",
    "code_of",
    "compare_with_search",
    "conjugate",
    "cycle_path",
    "cycles",
    "dodecahedron",
    "eight_puzzle_bound",
    "five_puzzle",
    "inverse",
    "is_even",
    "isomorphism",
    "lookup",
    "permutation",
    "pieces_of",
    "product",
    "product_of_twists",
    "sequence_number",
    "table_1",
    "tabulation",
    "transposition_cycles",
    "twist_tree",
]
