"""Every position of a square puzzle, with one of two mirror images for both.

The problem
    A search of every position is limited by its memory. On a square board it need not remember
    all of them.

The idea
    Reflect a position in the main diagonal, so that rows become columns, and give each tile the
    name of the one whose home is the reflection of its own home. A move to the right becomes a
    move down, and a path to the goal becomes a path to the reflected goal. If the blank is at
    home on the diagonal, the reflected goal *is* the goal; so a position is exactly as many
    moves away as its mirror image. It is enough to remember the smaller of the two.

    To count positions, count a remembered one twice, once for itself and once for its image,
    with the blank in the reflected cell. Those that are their own images count once. There are
    not many of them: the blank and all tiles that are not at home on the diagonal must stand
    just so. Hence a factor of *nearly* two.
"""

from __future__ import annotations

from collections.abc import Sequence

from .search import BLANK, Position, at_home, one_move_away

__all__ = ["image", "symmetric_search"]


def image(position: Position, side: int, homes: Sequence[int]) -> Position:
    """Return the mirror image of a position; tile i + 1 is at home in cell ``homes[i]``.

    >>> image((1, 2, 3, 4, 5, 6, 7, 0, 8), 3, range(8))
    (1, 2, 3, 4, 5, 0, 7, 8, 6)
    """
    names = {tile: tile for tile in position if tile <= BLANK}
    for tile, home in enumerate(homes, start=1):
        names[tile] = 1 + list(homes).index(over(home, side))
    return tuple(names[position[over(cell, side)]] for cell in range(side * side))


def over(cell: int, side: int) -> int:
    """Return the cell on the other side of the main diagonal.

    >>> over(1, 4), over(5, 4)
    (4, 5)
    """
    return cell % side * side + cell // side


def symmetric_search(
    side: int, *, homes: Sequence[int] | None = None, blank: int, metric: str = "single"
) -> tuple[list[list[int]], int]:
    """Search a puzzle: return the counts by depth and cell of the blank, and how many positions it remembers.

    ``homes`` are those of the tiles told apart, the others being alike; None tells all apart.

    >>> counts, remembered = symmetric_search(3, blank=8)
    >>> sum(map(sum, counts)), len(counts) - 1, remembered
    (181440, 31, 90792)
    """
    cells = side * side
    all_homes = [cell for cell in range(cells) if cell != blank] if homes is None else homes
    seen = {at_home(side, side, homes, (), blank)}
    level = list(seen)
    counts = []
    while level:
        count = [0] * cells
        for position in level:
            here = position.index(BLANK)
            count[here] += 1
            if image(position, side, all_homes) != position:
                count[over(here, side)] += 1
        counts.append(count)
        following = []
        for position in level:
            for reached in one_move_away(position, side, side, metric):
                smaller = min(reached, image(reached, side, all_homes))
                if smaller not in seen:
                    seen.add(smaller)
                    following.append(smaller)
        level = following
    return counts, len(seen)
