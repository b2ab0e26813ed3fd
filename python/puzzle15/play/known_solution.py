"""A path to the goal, kept while the player goes elsewhere.

A solution of one board serves every other board of the game: go back to where it was found, then follow it,
and leave out moves that undo each other. So there is always a path that gets shorter by one with each hint
that is followed, and hints never lead round in circles.

>>> from puzzle15 import solve
>>> plan = KnownSolution("", solve("1 2 3/4 5 6/0 7 8"))
>>> plan.rest(""), plan.rest("R"), plan.rest("U"), plan.rest("UR")
('RR', 'R', 'DRR', 'LDRR')
"""

from __future__ import annotations

from typing import NamedTuple

from puzzle15.play.game import inverse
from puzzle15.solving import Solution

__all__ = ["KnownSolution", "reduced"]


def reduced(moves: str) -> str:
    """The same path without moves that undo each other.

    >>> reduced("LUDRR"), reduced("UD")
    ('R', '')
    """
    kept: list[str] = []
    for letter in moves:
        if kept and kept[-1] == inverse(letter):
            kept.pop()
        else:
            kept.append(letter)
    return "".join(kept)


class KnownSolution(NamedTuple):
    """A solution, and the moves that had been made when it was found.

    >>> from puzzle15 import solve
    >>> KnownSolution("L", solve("1 2 3/4 5 6/0 7 8")).rest("")  # One move less than was made then.
    'R'
    """

    made: str
    solution: Solution

    def rest(self, made: str) -> str:
        """The path to the goal, now that these moves have been made.

        >>> from puzzle15 import solve
        >>> KnownSolution("", solve("1 2 3/4 5 6/0 7 8")).rest("RU")
        'DR'
        """
        return reduced(inverse(made) + self.made + self.solution.moves)

    def is_shortest(self, made: str) -> bool:
        """Whether the rest is known to be a shortest path.

        Each move changes the distance from the goal by one at most, so a rest that has lost as many moves as
        were made since is as short as can be.

        >>> from puzzle15 import solve
        >>> plan = KnownSolution("", solve("1 2 3/4 5 6/0 7 8"))
        >>> plan.is_shortest("R"), plan.is_shortest("U")
        (True, False)
        """
        strayed = len(reduced(inverse(self.made) + made))
        return self.solution.optimal and len(self.rest(made)) == len(self.solution) - strayed
