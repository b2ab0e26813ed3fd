"""All of the 8-puzzle by corner twists, with the blank in the centre.

The problem
    Take only those boards of the 8-puzzle that have the blank in the centre. There are 20,160 that can be
    solved. Find for each the fewest moves to the solved one, every twist that such a path can begin with, and
    one path written out. Schofield (1967) did so on the Atlas computer; this file follows his program.

The representation
    The squares are numbered round the centre, and a *position* lists the pieces in squares 0, 1, ..., 7.
    In ``START``, his Fig. 1, each piece is in the square of its own number:

        1 2 3      A *twist* takes three pieces round a corner: A = (0 1 2) at the top left, then clockwise
        0 _ 4      B = (2 3 4), C = (4 5 6) and D = (6 7 0). W, X, Y, Z are A, B, C, D backwards. A twist is
        7 6 5      four moves of the blank, L, R, U or D: out of the centre, round the corner, and back.

    A *path* is a word of twists. If one ends with R and the next, at another corner, begins with L, both
    moves may be left out. That is an *elision*; ``ELIDED`` says which twist does so after which. So t twists
    with e elisions take 4t - 2e moves. Moves of the blank from centre to centre, never to and fro, are
    exactly one path.

The idea
    Search by the number of moves m, in steps of two. A position of m moves is one of m - 4 and a twist, or
    one of m - 2 and a twist that elides. So keep all the *last twists* that lead to a position in the fewest
    moves. Positions that become one another when the board is turned or mirrored are a *class*, and the
    search goes on from one of each class only: 2572 instead of 20,160. It starts from Fig. 1, but people want
    to go *to* it. Walk backwards, then: the inverse of a last twist is a first twist of the path home.

The cost
    2572 positions times eight twists, and 20,160 positions to mark: about half a second here, and the table
    with all its paths takes as long again.
"""

import functools
import heapq
from collections import Counter
from itertools import pairwise
from math import factorial
from typing import NamedTuple

Position = tuple[int, ...]
Row = tuple[int, str, str]

START: Position = tuple(range(8))
LETTERS = "DCBAWXYZ"  # in the order of the printed tables
INVERSE = dict(zip(LETTERS, reversed(LETTERS), strict=True))
ELIDED = dict(zip("ADCBWXYZ", "DCBAXYZW", strict=True))  # the second after the first elides
MOVES = {"A": "ULDR", "B": "RULD", "C": "DRUL", "D": "LDRU"}
MOVES |= {"W": "LURD", "X": "URDL", "Y": "RDLU", "Z": "DLUR"}
BACK = {"L": "R", "R": "L", "U": "D", "D": "U"}

# The squares go to these ones: four turns, and the same with left and right exchanged after that.
SYMMETRIES: list[Position] = [tuple((s + turn) % 8 for s in range(8)) for turn in (0, 2, 4, 6)]
SYMMETRIES += [tuple((4 - s) % 8 for s in turned) for turned in SYMMETRIES]


def conjugate(permutation: Position, symmetry: Position) -> Position:
    """Return what becomes of a permutation, or a position, if squares and pieces are renamed alike.

    >>> conjugate(TWISTS["A"], SYMMETRIES[1]) == TWISTS["B"]
    True
    """
    renamed = [0] * 8
    for square, other in enumerate(permutation):
        renamed[symmetry[square]] = symmetry[other]
    return tuple(renamed)


def inverse(permutation: Position) -> Position:
    """Return the permutation that takes everything back.

    >>> inverse(TWISTS["A"]) == TWISTS["W"]
    True
    """
    return tuple(permutation.index(square) for square in range(8))


# The piece in square s goes to square TWISTS[letter][s]. B, C and D are A, turned.
TWISTS = {x: conjugate((1, 2, 0, 3, 4, 5, 6, 7), SYMMETRIES[turn]) for turn, x in enumerate("ABCD")}
TWISTS |= {INVERSE[letter]: inverse(TWISTS[letter]) for letter in "ABCD"}
LETTER_OF = {permutation: letter for letter, permutation in TWISTS.items()}
# The twist that a letter becomes under each of the symmetries.
RENAMED = {x: [LETTER_OF[conjugate(p, symmetry)] for symmetry in SYMMETRIES] for x, p in TWISTS.items()}


def twist(position: Position, letter: str) -> Position:
    """Return the position after a twist.

    >>> twist(START, "A")
    (2, 0, 1, 3, 4, 5, 6, 7)
    """
    return tuple([position[square] for square in TWISTS[INVERSE[letter]]])  # where each piece came from


def moves_of(path: str) -> str:
    """Return the moves of the blank on a path, without those that are elided.

    >>> moves_of("BA"), moves_of("AB")
    ('RULLDR', 'ULDRRULD')
    """
    moves = last = ""
    for letter in path:
        moves = moves[:-1] + MOVES[letter][1:] if ELIDED.get(last) == letter else moves + MOVES[letter]
        last = letter
    return moves


def length_of(path: str) -> int:
    """Return the number of moves: four for each twist, less two for each elision.

    >>> length_of("AXWB"), length_of("ABAB")
    (16, 14)
    """
    return 4 * len(path) - 2 * sum(ELIDED[first] == second for first, second in pairwise(path))


def path_of(moves: str) -> str:
    """Return the path that the blank takes by these moves, from centre to centre and never to and fro.

    Three moves determine a twist. If the fourth does not complete it, put in moves to the centre and back.

    >>> path_of("RULLDR")
    'BA'
    """
    if any(BACK.get(first) == second for first, second in pairwise(moves)):
        raise ValueError("the blank goes to and fro")
    path = ""
    while moves:
        letter = next((x for x in LETTERS if MOVES[x][:3] == moves[:3]), "")
        if not letter:
            raise ValueError("the blank leaves the board, or does not end in the centre")
        home = MOVES[letter][3]
        moves = moves[4:] if moves[3:4] == home else BACK[home] + moves[3:]
        path += letter
    return path


def number(position: Position) -> int:
    """Return Schofield's number S of an even position, from 0 to 20,159, in the order of the tuples.

    An odd position gets the number of the even one with the last two pieces exchanged.

    >>> number(START), number((7, 6, 5, 4, 3, 2, 1, 0))
    (0, 20159)
    """
    return sum(factorial(7 - i) * sum(position[i] > c for c in position[i + 1 :]) for i in range(6)) // 2


def position(number: int) -> Position:
    """Return the even position with this number: the first six pieces determine the order of the last two.

    >>> position(20159)
    (7, 6, 5, 4, 3, 2, 1, 0)
    """
    if not 0 <= number < 20160:
        raise ValueError("the numbers are 0 to 20159")
    rest, left, found, odd = 2 * number, list(range(8)), [], False
    for i in range(6):
        smaller, rest = divmod(rest, factorial(7 - i))
        found.append(left.pop(smaller))
        odd ^= smaller % 2 == 1
    return (*found, *(reversed(left) if odd else left))


class SolvedPositions(NamedTuple):
    """The two dictionaries: a length for each number, and length and last twists for one of each class."""

    main: list[int | None]
    short: dict[Position, tuple[int, set[str]]]


def solve_all() -> SolvedPositions:
    """Find the fewest moves from ``START`` to every position; the numbers are the steps in the paper.

    >>> solved = solve_all()
    >>> len(solved.short), solved.main[number(twist(START, "A"))], None in solved.main
    (2572, 4, False)
    >>> solved.short[twist(twist(START, "A"), "D")]
    (6, {'D'})
    """
    main, short = solved = SolvedPositions([None] * 20160, {})
    # 1. The solved position, and the twists.
    main[number(START)] = 0
    short[START] = 0, set()
    _reach(solved, twist(START, "A"), "A", 4)
    m = 6
    while any(length >= m - 4 for length, _ in short.values()):  # 4. Go on while the last two m gave some.
        # 2. From positions of m - 4 moves do the twists that do not elide, from those of m - 2 the others.
        for here, (length, lasts) in list(short.items()):
            elided = {ELIDED[last] for last in lasts}
            for letter in LETTERS:
                if length == m - (2 if letter in elided else 4):
                    _reach(solved, twist(here, letter), letter, m)
        m += 2
    return solved


def _reach(solved: SolvedPositions, there: Position, letter: str, m: int) -> None:
    """Step 3: note that a position is reached in m moves, with this twist as the last."""
    main, short = solved
    if main[number(there)] is None:  # (i) a new class
        short[there] = m, set()
        for symmetry in SYMMETRIES:
            main[number(conjugate(there, symmetry))] = m
    if main[number(there)] == m:  # (ii) a new last twist, or several if the position is symmetric
        for symmetry, renamed in zip(SYMMETRIES, RENAMED[letter], strict=True):
            if (same := conjugate(there, symmetry)) in short:
                short[same][1].add(renamed)
    # (iii) If it was reached in fewer moves, there is nothing to do.


def counts(solved: SolvedPositions) -> list[tuple[int, int, int, int]]:
    """Return rows of moves, positions, classes, and classes if inverse positions count as the same.

    >>> counts(solve_all())[-1]
    (30, 60, 12, 12)
    """

    def smallest(here: Position) -> Position:
        return min(conjugate(p, symmetry) for p in (here, inverse(here)) for symmetry in SYMMETRIES)

    puzzles = Counter(solved.main)
    classes = Counter(length for length, _ in solved.short.values())
    extended = Counter(m for m, _ in {(m, smallest(here)) for here, (m, _) in solved.short.items()})
    return [(m, puzzles[m], classes[m], extended[m]) for m in sorted(classes)]


def tabulate(solved: SolvedPositions) -> dict[str, Row]:
    """Return the printed table, where Fig. 1 is the target: fewest moves, first twists, and a path.

    A position goes by its code, the pieces in squares 0 to 5; they settle the other two. The path is the
    first, in the order of ``LETTERS``, of all shortest ones that never have a letter twice in a row: AA is W.

    >>> tabulate(solve_all())["102536"]
    (20, 'WZ', 'WXYZADY')
    """
    lengths: dict[Position, int] = {}
    firsts: dict[Position, set[str]] = {}
    for here, (length, lasts) in solved.short.items():
        for i, symmetry in enumerate(SYMMETRIES):
            there = conjugate(here, symmetry)
            lengths[there] = length
            firsts[there] = {RENAMED[INVERSE[last]][i] for last in lasts}

    def rest(here: Position, last: str) -> int:
        return lengths[here] - (2 if ELIDED.get(last) in firsts[here] else 0)  # the moves left after a twist

    @functools.cache
    def specimen(here: Position, last: str) -> str | None:
        if here == START:
            return ""
        for letter in LETTERS:  # not in firsts only: an elision can make up for a path two moves longer
            there, cost = twist(here, letter), 2 if ELIDED.get(last) == letter else 4
            if letter != last and cost + rest(there, letter) == rest(here, last):
                tail = specimen(there, letter)
                if tail is not None:
                    return letter + tail
        return None  # only AA and the like go on from here

    table = {}
    for here in sorted(lengths):
        first = "".join(letter for letter in LETTERS if letter in firsts[here])
        table["".join(map(str, here[:6]))] = lengths[here], first, specimen(here, "") or ""
    return table


_table = functools.cache(lambda: tabulate(solve_all()))


def look_up(code: str) -> Row:
    """Return the row of a code in the printed table, which is made once and kept.

    >>> look_up("201345")
    (4, 'W', 'W')
    """
    if code not in _table():
        raise ValueError("a code is six different digits from 0 to 7, the pieces in squares 0 to 5")
    return _table()[code]


def five_puzzle() -> dict[Position, int]:
    """Return the fewest moves for each position of the upper two rows, where only A, B, W, X can be done.

    A position here is the pieces in squares 0 to 4. There are so few that no symmetry is needed, only a
    queue of positions with the twist that was done last.

    >>> table = five_puzzle()
    >>> len(table), max(table.values())
    (60, 20)
    """
    found: dict[Position, int] = {}
    queue, done = [(0, START, "")], set()
    while queue:
        m, here, last = heapq.heappop(queue)  # the one of fewest moves
        if (here, last) not in done:
            done.add((here, last))
            found.setdefault(here[:5], m)
            for letter in "ABWX":
                cost = 2 if ELIDED.get(last) == letter else 4
                heapq.heappush(queue, (m + cost, twist(here, letter), letter))
    return found
