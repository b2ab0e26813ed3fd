"""How many moves a puzzle takes at most, and a board at least, with proofs that can be checked.

**At most**, for every board of a puzzle: `prove`.

A puzzle that is too large to search is solved in steps. Each step brings some tiles home, wherever they were,
and takes them off the board with their cells; the last step is a whole puzzle on the cells that are left.
Every step is an exhaustive search, and its maxima by first cell of the blank say how many moves remain from
there.

>>> from puzzle15 import bounds
>>> bound = bounds.prove(bounds.Recipe("the 8-puzzle in two steps", 3, 3, steps=((1, 4, 7),)))
>>> bound.value
42
>>> print(bound)
the 8-puzzle in two steps: at most 42 moves
  step 1: tiles 1, 4, 7 on 9 cells, 3,024 states
    it may end with the blank in any of 6 cells, each at the depth that step 2 may need from there
    at most 42 moves, with all that follows
  step 2: every tile on 6 cells, 360 states
    its maxima by first cell of the blank:
     · 19 20
     · 20 19
     · 21 20

**At least**, for one board: `lower`, which proves more the more time it has.

>>> print(bounds.lower("8 6 7/2 5 4/3 0 1"))
8 6 7/2 5 4/3 0 1: exactly 31 moves (search)

Which boards are far from the goal: `find_hard` searches for them.

>>> print(bounds.find_hard(3, 3, timeout=None, max_evaluations=200)[0])
6 4 7/8 5 0/3 2 1: exactly 31 moves (table)
"""

from puzzle15.bounds.claim import ProvedBy
from puzzle15.bounds.hard import HardBoard, find_hard
from puzzle15.bounds.judging import HardBy
from puzzle15.bounds.lower import LowerBound, lower
from puzzle15.bounds.proof import Bound, prove
from puzzle15.bounds.recheck import LowerCheck
from puzzle15.bounds.recipes import RECIPES, Recipe

__all__ = [
    "RECIPES",
    "Bound",
    "HardBoard",
    "HardBy",
    "LowerBound",
    "LowerCheck",
    "ProvedBy",
    "Recipe",
    "find_hard",
    "lower",
    "prove",
]
