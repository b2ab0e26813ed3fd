"""P. D. A. Schofield, 1967: the eight-puzzle with the blank in the centre, by corner twists.

The paper's squares and pieces are numbered round the board; `puzzle15.twists` has all of it, and all that is
left to do here is to set its numbers beside the printed ones. Everything is computed exactly, in some
seconds; a quick run and a full one are the same. The half-page that the paper shows of its tables is in
`puzzle15.reproduce.papers.schofield_page`.

>>> from puzzle15.reproduce.figures import Run
>>> figure = next(counts())
>>> figure.name, figure.printed, figure.verdict
('0 moves: puzzles, classes, with inverses', (1, 1, 1), 'same')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import factorial
from typing import TYPE_CHECKING

from puzzle15 import twists
from puzzle15._core import Board
from puzzle15.exploring import explore
from puzzle15.reproduce.figures import Document, Figure, Run
from puzzle15.reproduce.papers.schofield_page import half_page
from puzzle15.twists import TwistPath, cycles, lookup, permutation
from puzzle15.twists.codes import board_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "DOCUMENT",
    "book",
    "counts",
    "elisions",
    "figures",
    "five",
    "notation",
    "numbers",
    "symmetries",
    "theorems",
]

# The table of counts: moves, puzzles, classes under the symmetries, classes with inverses.
TABLE = (
    (0, 1, 1, 1),
    (4, 8, 1, 1),
    (6, 8, 1, 1),
    (8, 40, 6, 5),
    (10, 88, 11, 6),
    (12, 232, 29, 18),
    (14, 556, 70, 40),
    (16, 1254, 159, 94),
    (18, 2456, 312, 167),
    (20, 4020, 506, 278),
    (22, 5048, 638, 340),
    (24, 4121, 529, 298),
    (26, 1902, 248, 139),
    (28, 366, 49, 39),
    (30, 60, 12, 12),
)

# Its second example of S, by squares 0 to 7.
LAST = (7, 6, 5, 4, 3, 2, 0, 1)

PUZZLES = 20_160


def figures(run: Run) -> Iterator[Figure]:
    """All figures of the paper, in its order.

    >>> {figure.verdict for figure in figures(Run(quick=True))} == {"same", "agrees", "differs", "unreadable"}
    True
    """
    yield from notation()
    yield from theorems()
    yield from five()
    yield from symmetries()
    yield from elisions()
    yield from numbers()
    yield from counts()
    yield from book()
    yield from half_page()


def notation() -> Iterator[Figure]:
    """The example of a permutation, and the twists.

    >>> next(notation()).computed
    '(1 3 2)(6 7)'
    """
    before, after = (0, 5, 3, 4, 2, 6, 7, 1), (0, 3, 4, 5, 2, 6, 1, 7)
    moved = [after.index(piece) for piece in before]
    yield Figure("a change of positions as cycles", "(1 3 2)(6 7)", cycles(moved))
    for letter, printed in zip("ABCD", ("(0 1 2)", "(2 3 4)", "(4 5 6)", "(0 6 7)"), strict=True):
        path = TwistPath(letter)
        yield Figure(
            f"twist {letter}: its cycle, its order, its moves",
            (printed, 3, 4),
            (cycles(path.permutation), _order(path.permutation), path.length),
            note="Printed as (670), the same cycle." if letter == "D" else "",
        )


def theorems() -> Iterator[Figure]:
    """The group, and the examples of Lemmas A and B and of Theorem 2.

    >>> [figure.computed for figure in theorems()][:2]
    [20160, 20160]
    """
    yield Figure("solvable puzzles: order of the alternating group of 8", PUZZLES, factorial(8) // 2)
    layers = explore(3, 3, goal="spiral")
    reached = sum(level[4] for level in layers.by_cell)
    yield Figure("positions that a search reaches with the blank in the centre", PUZZLES, reached)
    edge, path = "(1 2 3)", TwistPath("AB⁻¹A⁻¹B")
    yield Figure("Lemma A: what the twists A B⁻¹ A⁻¹ B do", edge, cycles(path.permutation))
    swaps = "(12)(23)(01)(01)(34)(34)(12)(23)"
    yield Figure("Lemma A: the product of its transpositions", edge, cycles(permutation(swaps)))
    shortest = lookup(permutation(edge)).length
    yield Figure("Lemma A: moves of A B⁻¹ A⁻¹ B, and the optimum", (16, 16), (path.length, shortest))
    swaps = "(12)(23)(34)(45)(34)(23)(12)"
    yield Figure("Lemma B: the product of its transpositions", "(1 5)", cycles(permutation(swaps)))
    pair = twists.product_of_twists("(15)(47)")
    yield Figure(
        "Theorem 2: a path of twists for (15)(47)",
        "(1 5)(4 7)",
        cycles(pair.permutation),
        note=f"By the steps of the proof it comes to {pair}, {pair.length} moves.",
    )


def five() -> Iterator[Figure]:
    """The five-puzzle, the bound that follows from it, and the dodecahedron.

    >>> [figure.name for figure in five() if figure.verdict != "same"]
    []
    """
    puzzle = twists.five_puzzle()
    yield Figure("five-puzzle: order of its group", 60, puzzle.order)
    yield Figure("five-puzzle: most moves", 20, puzzle.most_moves)
    yield Figure("five-puzzle: twists until every position has come up", 6, puzzle.most_twists)
    pieces = " ".join(map(str, _pieces_moved((0, 2, 3, 1, 4, 5, 6, 7), TwistPath("BA").moves)))
    yield Figure("five-puzzle: pieces moved by B and A, six moves", "4 1 3 2 0 4", pieces)
    for letters, moves in (("AB⁻¹A⁻¹B", 16), ("ABAB", 14)):
        yield Figure(f"five-puzzle: moves of {letters}", moves, TwistPath(letters).length)
    bound = twists.eight_puzzle_bound()
    yield Figure(
        "crude bound for the eight-puzzle",
        48,
        bound.moves,
        note="The paper does not say how it was found. This is one way: the bottom row takes at most "
        f"{bound.row_twists} twists, then the five-puzzle {bound.five_twists}, of four moves each.",
    )
    yield from _dodecahedron(puzzle.by_class)


def _dodecahedron(classes: dict[str, int]) -> Iterator[Figure]:
    """The classes of permutations, and the axes that they belong to."""
    found = (classes["three-cycle"], classes["five-cycle"], classes["pair of transpositions"])
    yield Figure(
        "five-puzzle: three-cycles, five-cycles, pairs of transpositions",
        (20, 24, 15),
        found,
    )
    angles = ("2π/3, 4π/3", "2π/5, 4π/5, 6π/5, 8π/5", "π")
    printed = zip((20, 24, 15), (10, 6, 15), ("vertices", "faces", "edges"), angles, strict=True)
    for expected, row in zip(printed, twists.dodecahedron(), strict=True):
        number, axes, kind, about = row.permutations, row.axes, row.kind, row.angles
        yield Figure(
            f"dodecahedron: {row.name}, axes through opposite {expected[2]}",
            expected,
            (number, axes, kind, about),
            note="The angle of π is not printed." if expected[3] == "π" else "",
        )


def symmetries() -> Iterator[Figure]:
    """How many puzzles are essentially different.

    >>> [figure.computed for figure in symmetries()]
    [2572, 1439, 8, 16]
    """
    rows = twists.tabulation().rows
    yield Figure("classes under the eight symmetries", 2572, sum(row.classes for row in rows))
    yield Figure("classes with inverses", 1439, sum(row.extended for row in rows))
    members = [_members(entry.code) for entry in twists.tabulation().short]
    yield Figure("puzzles of a class, at most", 8, max(len(plain) for plain, _ in members))
    yield Figure("puzzles of a class with inverses, at most", 16, max(len(both) for _, both in members))


def _members(code: str) -> tuple[set[twists.Permutation], set[twists.Permutation]]:
    """The class of a puzzle, without and with inverses."""
    pieces = twists.tabulation()[code].pieces
    plain = {twists.conjugate(pieces, turn) for turn in twists.SYMMETRIES}
    return plain, plain | {twists.inverse(member) for member in plain}


def elisions() -> Iterator[Figure]:
    """What may follow a twist, and whether the moves are 4t - 2e in every entry.

    >>> [figure.computed for figure in elisions() if figure.verdict == "differs"]
    ['W']
    """
    others = [twist for twist in "BCDXYZ" if not TwistPath("A" + twist).elisions]
    yield Figure("twists after A without elision", "B C X Y Z", " ".join(others))
    elided = [twist for twist in "BCDXYZ" if TwistPath("A" + twist).elisions == 1]
    yield Figure("twists after A with an elision", "D", " ".join(elided))
    useful = _shortest_with_a()
    twice = useful.get("A", TwistPath())
    yield Figure(
        "twists that never follow A in an efficient solution",
        "A W",
        " ".join(twist for twist in "ABCDWXYZ" if twist not in useful),
        why=f"A slip: {twice} has A twice in a row and two elisions, so it takes {twice.length} moves, like "
        f"{twice.reduced()}, and no path is shorter. That AA is A⁻¹ shows only that A need not follow A.",
    )
    paths = [entry.specimen for entry in twists.tabulation()]
    right = sum(len(path.moves) == 4 * path.twists - 2 * path.elisions for path in paths)
    yield Figure("m = 4t - 2e, counted move by move", "every path", _of(right), holds=right == PUZZLES)
    lengths = twists.tabulation().lengths
    right = sum(path.length == length for path, length in zip(paths, lengths, strict=True))
    yield Figure("lengths of the specimens", "every entry", _of(right), holds=right == PUZZLES)


def _shortest_with_a() -> dict[str, TwistPath]:
    """Twists that follow A in a shortest path of up to four twists, each with such a path."""
    found: dict[str, TwistPath] = {}
    some = ("", *twists.TWISTS)
    for before, twist, after in product(some, twists.TWISTS, some):
        path = TwistPath(before + "A" + twist + after)
        if path.length == lookup(path.permutation).length:
            found.setdefault(twist, path)
    return found


def numbers() -> Iterator[Figure]:
    """The mapping S, with both worked examples.

    >>> [figure.computed for figure in numbers() if figure.verdict == "differs"]
    ['odd']
    """
    yield Figure("S of the target", 0, twists.sequence_number(range(8)))
    yield Figure("S of 6 5 4 / 7 _ 3 / 1 0 2, by formula (1)", PUZZLES - 1, _formula(LAST))
    good = twists.code_of(PUZZLES - 1)
    yield Figure(
        "S of 6 5 4 / 7 _ 3 / 1 0 2: the kind of permutation",
        "even",
        "even" if twists.is_even(LAST) else "odd",
        why="A slip: the position is odd and cannot be solved. The puzzle with this number has its last two "
        f"pieces the other way round, code numbers {good}.",
    )
    seen = {_formula(entry.pieces) for entry in twists.tabulation()}
    whole = seen == set(range(PUZZLES))
    yield Figure("S maps even permutations onto 0 to 20,159", "every one", _of(len(seen)), holds=whole)


def _formula(pieces: Sequence[int]) -> int:
    """Formula (1), for any position, even or odd."""
    smaller = (sum(pieces[i] > later for later in pieces[i + 1 :]) for i in range(6))
    return sum(factorial(7 - i) * count for i, count in enumerate(smaller)) // 2


def counts() -> Iterator[Figure]:
    """The table of counts, row by row.

    >>> [figure.computed for figure in counts()][-2]
    (20160, 2572, 1439)
    """
    found = {row.moves: (row.puzzles, row.classes, row.extended) for row in twists.tabulation().rows}
    for moves, *printed in TABLE:
        yield Figure(
            f"{moves} moves: puzzles, classes, with inverses",
            tuple(printed),
            found.get(moves, (0, 0, 0)),
            plot=_plot if moves == 30 else None,
        )
    totals = tuple(sum(row[column] for row in found.values()) for column in range(3))
    yield Figure("total: puzzles, classes, with inverses", (PUZZLES, 2572, 1439), totals)
    levels = enumerate(level[4] for level in explore(3, 3, goal="spiral").by_cell)
    searched = {depth: states for depth, states in levels if states}
    yield Figure(
        "puzzles by moves, from a search over single moves",
        tuple(puzzles for _, puzzles, *_ in TABLE),
        tuple(searched.get(moves, 0) for moves, *_ in TABLE),
    )


def _plot(axes: Axes) -> None:
    """The number of puzzles by moves."""
    from puzzle15.plot import histogram

    rows = twists.tabulation().rows
    histogram(
        {row.moves: row.puzzles for row in rows},
        axes,
        title="Eight-puzzles with the blank in the centre",
        what="puzzles",
        along="moves",
    )


def book() -> Iterator[Figure]:
    """The tabulation: its size, every entry checked by a search, and the look-up of the paper.

    >>> [figure.verdict for figure in book()].count("same")
    5
    """
    tables = twists.tabulation()
    yield Figure("main dictionary: bits an entry", 5, Fraction(8 * len(tables.main), len(tables)))
    yield Figure("short dictionary: entries", 2572, len(tables.short))
    found = twists.compare_with_search(tables)
    for name, right in (
        ("lengths", found.lengths),
        ("first twists", found.first),
        ("specimens", found.specimens),
    ):
        note = "Each is found again by the search over single moves, which knows nothing of twists."
        whole = right == found.puzzles == PUZZLES
        yield Figure(f"tabulation: {name}", "every entry", _of(right), note=note, holds=whole)
    pages = tables.text().count("\f")
    yield Figure("tabulation: pages", 168, pages, note="After a page that explains the others.")
    entry = lookup("0 2 5/1 _ 3/7 4 6")
    yield Figure("code numbers of 0 2 5 / 1 _ 3 / 7 4 6", "102536", entry.code)
    yield Figure(
        "look-up 102536: moves, first twists, specimen",
        (20, "W Z", "WXYZADY"),
        (entry.length, " ".join(entry.first), str(entry.specimen)),
    )


def _order(of: twists.Permutation) -> int:
    """How often a permutation must be repeated until everything is back in place."""
    power, times = of, 1
    while power != twists.IDENTITY:
        power, times = twists.product([power, of]), times + 1
    return times


def _pieces_moved(pieces: Sequence[int], moves: str) -> list[int]:
    """The pieces that moves of the blank shift, one by one."""
    board: Board = board_of(pieces)
    moved = []
    for move in moves:
        blank, board = board.find(0), board.move(move)
        moved.append(board[blank] % 8)
    return moved


def _of(right: int) -> str:
    """So many of all puzzles."""
    return f"{right:,} of {PUZZLES:,}"


DOCUMENT = Document(
    "schofield",
    "P. D. A. Schofield, Complete solution of the 'Eight-puzzle', Machine Intelligence 1, 1967",
    figures,
)
