"""Numbering boards without gaps.

The problem
    A table with an entry for each board needs to know which entry belongs to which board. A
    dictionary stores the boards themselves, which takes far more room than the entries. If the
    boards can be numbered 0, 1, 2, ... without gaps, the table is just an array.

The representation
    A board is split into parts that can be chosen freely, each part is numbered from 0, and
    the numbers are put together as the digits of one number:

    * where the blank is;
    * which places of the *reading* (the tiles row by row, the blank left out) hold the tiles
      of a group: a set of places;
    * in which order the tiles of the group stand in those places: a permutation.

    Taking places in the reading instead of cells keeps the parts free of one another: whatever
    the cell of the blank is, the reading always has cells - 1 places.

The idea
    A ``Space`` is a family of boards of one shape, with its numbering. There are two kinds.

    *Pattern*: only the tiles 1..told can be told apart, all others look alike. Such boards
    tell us where a few tiles are and forget the rest.

    *Whole*: all tiles can be told apart, but only boards that can reach one another count.
    They are half of all boards, and the numbering must not leave gaps for the other half. Let
    group A be the tiles 1..told and group B the other ones. Suppose blank, places of A and
    order of A are known, and B's order is known up to one exchange of two tiles. One exchange
    turns an even number of inversions into an odd one, and the rule of solvability says which
    of both the board must have, given the row of the blank; so only one of the two orders is
    possible. Now in the list of all permutations in alphabetical order, numbers 2r and 2r + 1
    differ exactly by the exchange of the last two entries. So half the number of B's order,
    rounded down, says which pair it belongs to, and the pair is all we need. Every value of
    that last digit is used, by one board each: no gaps.
"""

from dataclasses import dataclass
from math import comb, factorial

from .moves import BLANK, Board, reading


def rank_permutation(p: tuple[int, ...]) -> int:
    """Return the number of an order of distinct numbers in the alphabetical list of all orders.

    Each entry is replaced by how many smaller ones come later. For the first entry that is one
    of n values, for the second one of n - 1, and so on: the digits of the rank.

    >>> rank_permutation((0, 1, 2)), rank_permutation((0, 2, 1)), rank_permutation((2, 1, 0))
    (0, 1, 5)
    """
    rank = 0
    for i in range(len(p)):
        smaller = sum(1 for later in p[i + 1 :] if later < p[i])
        rank = rank * (len(p) - i) + smaller
    return rank


def unrank_permutation(r: int, n: int) -> tuple[int, ...]:
    """Return the order of 0..n-1 that has rank r.

    >>> unrank_permutation(1, 3)
    (0, 2, 1)
    """
    left = list(range(n))
    p = []
    for i in range(n):
        digit, r = divmod(r, factorial(n - 1 - i))
        p.append(left.pop(digit))
    return tuple(p)


def rank_set(places: tuple[int, ...]) -> int:
    """Return the rank of a set of places, given as an increasing tuple.

    Sets are compared by their largest place first, then by the next largest, and so on. How
    many sets of 3 come before (p, q, r)? All those with every place below r, C(r, 3); those
    with r and the other two below q, C(q, 2); those with r and q and one below p, C(p, 1).

    >>> [rank_set(places) for places in [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]]
    [0, 1, 2, 3, 4, 5]
    """
    return sum(comb(place, i + 1) for i, place in enumerate(places))


def unrank_set(r: int, k: int) -> tuple[int, ...]:
    """Return the set of k places that has rank r, as an increasing tuple.

    >>> unrank_set(4, 2)
    (1, 3)
    """
    places = []
    for size in range(k, 0, -1):
        place = size - 1
        while comb(place + 1, size) <= r:
            place += 1
        places.append(place)
        r -= comb(place, size)
    return tuple(reversed(places))


@dataclass(frozen=True)
class Space:
    """A family of boards of one shape, numbered 0 .. size - 1.

    ``told`` is how many tiles are told apart (a pattern) or are in group A (a whole space,
    where it must be half the tiles, rounded down).

    >>> Space(3, 4, told=3, whole=False).size
    11880
    >>> Space(3, 3, told=4, whole=True).size
    181440
    """

    rows: int
    cols: int
    told: int
    whole: bool

    def __post_init__(self) -> None:
        """Refuse spaces that cannot be."""
        if self.rows < 2 or self.cols < 2:
            raise ValueError("a space needs at least two rows and two columns")
        if self.whole and self.told != self.places // 2:
            raise ValueError(f"a whole space of this shape needs told = {self.places // 2}")
        if not 0 <= self.told <= self.places:
            raise ValueError(f"told must be from 0 to {self.places}")

    @property
    def cells(self) -> int:
        """The number of cells.

        >>> Space(2, 3, told=2, whole=True).cells
        6
        """
        return self.rows * self.cols

    @property
    def places(self) -> int:
        """The number of places in the reading, one for each tile.

        >>> Space(2, 3, told=2, whole=True).places
        5
        """
        return self.cells - 1

    @property
    def size_per_blank(self) -> int:
        """The number of boards that have the blank in one given cell.

        >>> Space(2, 3, told=2, whole=False).size_per_blank
        20
        >>> Space(2, 3, told=2, whole=True).size_per_blank
        60
        """
        return comb(self.places, self.told) * factorial(self.told) * self.other_orders

    @property
    def other_orders(self) -> int:
        """The number of ways to order the tiles above ``told``, as far as they are counted.

        >>> Space(2, 3, told=2, whole=False).other_orders
        1
        >>> Space(2, 3, told=2, whole=True).other_orders
        3
        """
        return factorial(self.places - self.told) // 2 if self.whole else 1

    @property
    def size(self) -> int:
        """The number of boards in the space.

        >>> Space(4, 4, told=4, whole=False).size
        524160
        """
        return self.cells * self.size_per_blank

    def index(self, board: Board) -> int:
        """Return the number of a board.

        In a pattern the alike tiles may be written as any numbers above ``told``. In a whole
        space two boards that cannot reach one another may get the same number.

        >>> space = Space(2, 2, told=1, whole=False)
        >>> [space.index(board) for board in [(0, 1, 2, 2), (0, 2, 1, 2), (2, 2, 1, 0)]]
        [0, 1, 11]
        >>> Space(3, 3, told=4, whole=True).index((1, 2, 3, 4, 5, 6, 7, 8, 0))
        161280
        """
        order = reading(board)
        places = tuple(place for place, tile in enumerate(order) if tile <= self.told)
        told_tiles = tuple(tile for tile in order if tile <= self.told)
        other_tiles = tuple(tile for tile in order if tile > self.told)

        index = board.index(BLANK)
        index = index * comb(self.places, self.told) + rank_set(places)
        index = index * factorial(self.told) + rank_permutation(told_tiles)
        if self.whole:
            index = index * self.other_orders + rank_permutation(other_tiles) // 2
        return index
