"""Parberry's program of 2014, as its films show it.

With the report he published four animations of random boards: three of both algorithms on the same board, and
one of the greedy algorithm alone. Their moves, read frame by frame, say two things that the report does not:
how the greedy algorithm makes its choices (`routes="2014"`), and that the blank begins in the last column, in
all four and in the report's picture of a random board, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from puzzle15.reproduce.figures import Figure, Run
from puzzle15.reproduce.sampling import mean_interval

if TYPE_CHECKING:
    from puzzle15.typing import IntArray

__all__ = ["FILMS", "LAST_COLUMN", "Film", "eight_puzzles_as_filmed", "film_figures"]

LAST_COLUMN = (3, 7, 11, 15)
"""The cells in which the blank begins."""


class Film(NamedTuple):
    """A board, and the moves that are seen.

    >>> FILMS[0].name, len(FILMS[0].greedy), len(FILMS[0].combined)
    ('pair.65.95', 95, 65)
    """

    name: str
    board: str
    greedy: str
    combined: str
    """Empty for the film that has the greedy algorithm alone."""


FILMS = (
    Film(
        "pair.65.95",
        "4 9 12 0/8 6 3 13/1 2 10 14/5 15 11 7",
        "DLLLDRUULDRDLURDRUULDRURDLURDDLLLDRUULDDRURULDRDLULDRURRDLLURULDRURDLLDRRULURDLDRULLDRRULLDRURD",
        "LDRDLULULDDRRDLULDRUUULDDRDRUULURDLDRURULLDRDRULDDRULLURDDLUURDRD",
    ),
    Film(
        "pair.67.115",
        "11 5 3 0/7 2 15 12/4 10 13 6/8 9 14 1",
        "DDLDRULDLURULDLURULDRRULDDRRULURDLLDRRULURDDLLDRULLDRRRULLDRULLDRRRULDLURULDRRDLURDLUURDDLLURDRULURDLLDRRU"
        "LLDRRULDR",
        "DDDLULLURDRRULLURDDLURRULLDLURDDLDRRULLURDLDRURRULLDRRULLDDRRULLDRR",
    ),
    Film(
        "pair.75.131",
        "12 11 8 14/15 10 1 6/13 7 5 0/9 3 2 4",
        "LLURDLLURULDDDRRULDRUULDRUULDDDLURDRULURDRULURDDDLUURDLUURDDLDLURULDLURDDRULLDRURRDLLURULDRDLURDRULURDDLLU"
        "RDRULURDDLLURDRULLDRRULDR",
        "LDRUUULDDDLUUURDDDLULUURRDDRUULDDDRULDLURULDLURDLDRUURDDLURRDLLUURDRDLULDRR",
    ),
    Film(
        "novice",
        "1 6 5 15/13 10 12 2/11 3 4 14/8 9 7 0",
        "ULURDLLURULDDDRRULURDLUURDDLURDLUURDLDLURDLLURDRULDRDLULDRULDRURRDLLURULDRRDLUURDDLUURDLLDRULDRRULLDRULDRR"
        "ULDRULLDRRULDR",
        "",
    ),
)

RULES = (
    "The routes are those of the films, all of whose moves they make, and the boards have the blank in the "
    "last column, as in the films. But in the films a tile is shut in only once; that the program always "
    "does what it does there is a guess."
)


def film_figures(run: Run) -> Iterator[Figure]:
    """What the films show, and the printed figures beside those of their routes.

    >>> [figure.verdict for _, figure in zip(range(2), film_figures(Run(quick=True)))]
    ['same', 'differs']
    """
    yield _greedy_films()
    yield _combined_films()
    yield from _table_iii(run)
    yield from _eight_puzzle()


def _greedy_films() -> Figure:
    from puzzle15.solving import solve

    found = [solve(film.board, method="greedy", routes="2014").moves for film in FILMS]
    same = [
        sum(ours == his for ours, his in zip(moves, film.greedy, strict=False))
        for moves, film in zip(found, FILMS, strict=True)
    ]
    return Figure(
        "four films: moves of the greedy algorithm",
        " + ".join(str(len(film.greedy)) for film in FILMS),
        " + ".join(map(str, same)),
        'Moves that are the same with routes="2014". The rule that the blank goes vertically first, even '
        "where a column is filled, was found with the film of 95 moves; those of 115 and 131 then came out "
        "right without a change. The other rules were read with all four in view.",
    )


def _combined_films() -> Figure:
    from puzzle15.solving import solve

    films = [film for film in FILMS if film.combined]
    found = [solve(film.board, method="combined").moves for film in films]
    same = [moves == film.combined for moves, film in zip(found, films, strict=True)]
    return Figure(
        "three films: lengths of the combined algorithm",
        tuple(len(film.combined) for film in films),
        tuple(map(len, found)),
        why="A stage often has several shortest paths, and they lead to different boards for the next. The "
        f"report does not say which one is taken. All moves are the same in {sum(same)} of the three films.",
    )


def _table_iii(run: Run) -> Iterator[Figure]:
    """The printed figures of the greedy algorithm, in this report and in the other one of that year."""
    from puzzle15.experiments import experiment

    number = run.sample(quick=200_000, full=1_000_000)
    fair = experiment(number, "greedy", seed=run.seed, routes="2014", threads=run.threads, progress=False)
    one = experiment(
        number,
        "greedy",
        seed=run.seed,
        routes="2014",
        blank=LAST_COLUMN,
        threads=run.threads,
        progress=False,
    )
    why = (
        f"{RULES} Fair boards take {fair.mean:.2f}. His other report of 2014, LARC-2014-01, has 126.73 and "
        "217 for 10⁹ boards, where this one has 118.16 and 195 for 10⁶. Chance does not explain that, so his "
        "program had two versions at least, and neither gives what these rules give."
    )
    for place, mean, boards in (("Table III", 118.16, 10**6), ("LARC-2014-01", 126.73, 10**9)):
        yield Figure(
            f"{place}: greedy, mean, by the routes of the films",
            mean,
            round(one.mean, 3),
            why=why,
            interval=mean_interval(one.mean, one.deviation, one.n, printed_boards=boards, unit=0.01),
            sample=f"{one.n:,} boards with the blank in the last column, seed {one.seed}",
            style=".2f",
        )


def _eight_puzzle() -> Iterator[Figure]:
    lengths = eight_puzzles_as_filmed()
    mean, worst = float(lengths.mean()), int(lengths.max())
    why = (
        "Printed for 10⁹ random boards, computed over all 8-puzzles with the blank in the last column, so "
        "chance has no part in it: the program of this figure did not follow these rules."
    )
    yield Figure(
        "greedy on the 8-puzzle by the routes of the films: mean", 44.76, round(mean, 2), why=why, style=".2f"
    )
    yield Figure("greedy on the 8-puzzle by the routes of the films: worst", 82, worst, why=why)


@cache
def eight_puzzles_as_filmed() -> IntArray:
    """The moves by the routes of the films for every 8-puzzle with the blank in the last column.

    >>> len(eight_puzzles_as_filmed())
    60480
    """
    from puzzle15.growth import greedy_lengths
    from puzzle15.indexing import paper_board

    boards = (paper_board(index, 3, 3) for index in range(181_440))
    return greedy_lengths((board for board in boards if board.find(0) % 3 == 2), routes="2014")
