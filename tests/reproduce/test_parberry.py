"""Every figure of Parberry's two papers: the verdicts, and what is said of those that differ."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from puzzle15 import is_solvable, theory
from puzzle15.reproduce import Figure, Run, document
from puzzle15.reproduce.papers.fewest_slides import fewest_slides
from puzzle15.reproduce.papers.films import FILMS
from puzzle15.reproduce.papers.greedy_steps import steps
from puzzle15.reproduce.text import notes
from tests.support.vague import without_criterion

RUN = Run(quick=True, scale=0.2)


def figures_of(key: str) -> dict[str, Figure]:
    found = list(document(key).figures(RUN))
    names = {figure.name: figure for figure in found}
    assert len(names) == len(found), "each name once"
    return names


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def report_2014() -> dict[str, Figure]:
    return figures_of("parberry2014")


@pytest.fixture(scope="module")
def paper_1995() -> dict[str, Figure]:
    return figures_of("parberry1995")


EXACT_2014 = {
    "8-puzzle: configurations": 362_880,
    "8-puzzle: solvable configurations": 181_440,
    "8-puzzle: worst": 31,
    "8-puzzle: mean, to two places": 21.97,
    "Fig. 3: mean by first cell of the blank": (
        (22.15, 21.90, 22.12),
        (21.90, 21.65, 21.89),
        (22.12, 21.89, 22.14),
    ),
    "Fig. 3: worst by first cell of the blank": ((30, 29, 30), (29, 30, 31), (30, 31, 30)),
    "8-puzzle: start of the search": "0x012345678",
    "8-puzzle table: bits an entry": 2,
    "greedy on the 8-puzzle: worst": 82,
    "stage 1: configurations": 524_160,
    "stage 1: worst": 46,
    "stage 1: mean": 26.87,
    "stage 1: table of 9 bytes an entry, MB": 4.5,
    "stage 2: configurations": 11_880,
    "stage 2: worst": 32,
    "stage 2: mean": 18.83,
    "stage 2: table of 9 bytes an entry, KB": 104,
    "8-puzzle, blank in first row or column: worst": 30,
    "8-puzzle, blank in first row or column: mean": 22.04,
    "Table I: mean of the three stages together": 67.75,
    "Table I: worst of the three stages together": 108,
    "Table II: greedy, mean by formula": 171,
    "Table II: greedy, worst by formula": 320,
    "memory of all tables, MB": 4.7,
}


@pytest.mark.parametrize("name", EXACT_2014)
def test_what_is_the_same_in_2014(report_2014: dict[str, Figure], name: str) -> None:
    figure = report_2014[name]
    assert figure.verdict == "same"
    assert figure.printed == figure.computed == EXACT_2014[name]


def test_statements_of_2014(report_2014: dict[str, Figure]) -> None:
    for name in ("8-puzzle: mean", "8-puzzle table: size"):
        assert report_2014[name].verdict == "agrees"
    assert report_2014["combined, in introduction and conclusion: mean"].verdict == "consistent"
    assert report_2014["8-puzzle table: size"].computed == "90,720 bytes, 88.6 KB"
    chart = report_2014["Fig. 2: 8-puzzles by length"]
    assert chart.verdict == "same"
    assert isinstance(chart.computed, tuple)
    assert sum(chart.computed) == 181_440


@pytest.mark.parametrize(
    ("name", "states", "length"),
    [
        ("Fig. 7: stage 1 by length", 524_160, 47),
        ("Fig. 9: stage 2 by length", 11_880, 33),
        ("Fig. 10: these 8-puzzles by length", 5 * 20_160, 31),
    ],
)
def test_charts_without_numbers(report_2014: dict[str, Figure], name: str, states: int, length: int) -> None:
    figure = report_2014[name]
    assert figure.verdict == "unreadable"
    assert "chart without numbers" in figure.note
    assert figure.plot is not None
    assert isinstance(figure.computed, tuple)
    assert (sum(figure.computed), len(figure.computed)) == (states, length)


@pytest.mark.parametrize(
    ("name", "printed", "computed"),
    [
        ("Fig. 2: unit of the vertical axis", "thousands", "peak of 24.0 thousands at 24"),
        ("Fig. 7: unit of the vertical axis", "tens of thousands", "peak of 3.9 tens of thousands at 27"),
        ("Fig. 9: unit of the vertical axis", "hundreds", "peak of 10.2 hundreds at 20"),
        ("Fig. 10: unit of the vertical axis", "thousands", "peak of 14.6 thousands at 24"),
        ("Fig. 10 against Fig. 2", "only slightly different", "4.5 % of the boards"),
        (
            "shortest 8-puzzle solutions that solve first row and column, then leave them in place",
            "many",
            "500,881 of 500,881",
        ),
        (
            "of these, those that solve one of the two, then the other while it stays in place",
            "most",
            "500,574 of 500,881",
        ),
    ],
)
def test_what_can_be_read_and_what_is_said(
    report_2014: dict[str, Figure], name: str, printed: str, computed: str
) -> None:
    figure = report_2014[name]
    assert figure.verdict == "agrees"
    assert figure.criterion
    assert (figure.printed, figure.computed) == (printed, computed)


def test_the_worst_case_over_all_boards(report_2014: dict[str, Figure]) -> None:
    figure = report_2014["Table I, counted over all boards: worst"]
    assert (figure.verdict, figure.computed) == ("agrees", "106, for 1,818 boards")


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("Table III: combined, least", 20),
        ("Table III: combined, most", 95),
        ("Table III: greedy, least", 40),
        ("Table III: greedy, most", 195),
        ("combined over greedy: worst, %", 49),
        ("combined over greedy: mean, %", 55),
        ("greedy, in the conclusion: most", 190),
        ("greedy: n³ term of the mean, 8/3", 2.6667),
    ],
)
def test_samples_that_agree(report_2014: dict[str, Figure], name: str, printed: float) -> None:
    figure = report_2014[name]
    assert figure.verdict == "consistent"
    assert figure.printed == printed
    assert "seed 2014" in figure.sample or "seeds 2014000+n" in figure.sample
    assert figure.interval is not None
    low, high = figure.interval
    assert low <= float(figure.computed) <= high  # type: ignore[arg-type]


def test_bounds_of_the_extremes(report_2014: dict[str, Figure]) -> None:
    for name, bound in (("Table III: combined, most", 108), ("Table III: greedy, most", 163 + 82)):
        assert report_2014[name].interval is not None
        assert report_2014[name].interval[1] == bound  # type: ignore[index]
        assert f"none takes more than {bound}, which is proven" in report_2014[name].note
    assert report_2014["Table III: combined, least"].interval[0] == 0  # type: ignore[index]


DIFFERENT_2014 = {
    "greedy on the 8-puzzle: mean": (44.76, 40.85, "does not state every choice"),
    "greedy on the 8-puzzle: mean against the optimum": ("just over double", "1.859 times", "2.037 times"),
    "greedy on the 8-puzzle: worst against the optimum": (
        "just over 2.65 times",
        "2.6452 times",
        "82/31 is a little less than 2.65",
    ),
    "15-puzzle: solvable configurations": (
        "15! ≈ 1.3 × 10¹²",
        "10,461,394,944,000",
        "16!/2 is eight times 15!",
    ),
    "15-puzzle: table of 2 bits a configuration, GB": (327, 2615, "15! instead of 16!/2"),
    "stage 1: solved configuration": ("0x0123444444444444F", "0x012344444444444F", "17 digits, one too many"),
    "stage 2: solved configuration": ("0x012345559555D55F", "0x012345558555C55F", "digits 9 and D"),
    "stage 1: start vertices": (
        ("0x0123F44444444444F", "0x01234F4444444444F", "0x012344F444444444F", "0x0123444F44444444F"),
        ("0x0123F44444444444", "0x01234F4444444444", "0x012344F444444444", "0x0123444F44444444"),
        "an F too many at the end of each",
    ),
    "stage 2: start vertices": (
        ("0x01234F558555C555F", "0x012345558F55C555F", "0x012345558555CC55F"),
        ("0x01234F558555C555", "0x012345558F55C555", "0x012345558555CF55"),
        "a second C in place of the blank",
    ),
    "8-puzzle: hexadecimal digits of a configuration": (8, 9, "a digit for each of the nine cells"),
    "Table I, counted over all boards: means of the stages": (
        (26.87, 18.83, 22.04),
        (26.87, 18.77, 21.99),
        "the blank is not in a random cell",
    ),
    "Table I, counted over all boards: mean": (67.75, 67.63, "sum of the three means"),
}


@pytest.mark.parametrize("name", DIFFERENT_2014)
def test_what_differs_in_2014(report_2014: dict[str, Figure], name: str) -> None:
    printed, computed, reason = DIFFERENT_2014[name]
    figure = report_2014[name]
    assert figure.verdict == "differs"
    assert (figure.printed, figure.computed) == (printed, computed)
    assert reason in figure.why


def test_the_mean_of_the_combined_algorithm_is_inferred(report_2014: dict[str, Figure]) -> None:
    """Fair boards do not give it; those with the blank in the last column do, and both figures are there."""
    figure = report_2014["Table III: combined, mean"]
    assert figure.verdict == "inferred"
    assert figure.printed == 65.21
    assert figure.interval is not None
    low, high = figure.interval
    assert 65.1 < low < 65.2115 < high < 65.3
    assert figure.assuming.startswith("the blank of every board was in the last column")
    assert "with the blank in the last column, seed 2014" in figure.sample
    fair = re.search(r"Fair boards, .* take (.*) \(.* within (.*) to (.*)\. Boards with", figure.note)
    assert fair is not None
    mean, least, most = map(float, fair.groups())
    assert least < 65.08 < most < 65.21
    assert least < mean < most
    assert re.search(r"blank at home take 65\.[34]", figure.note)


def test_the_mean_of_the_greedy_algorithm_differs(report_2014: dict[str, Figure]) -> None:
    """It is a little less than printed, and no more than that; see also tests/solving/test_greedy.py."""
    figure = report_2014["Table III: greedy, mean"]
    assert figure.verdict == "differs"
    assert figure.printed == 118.16
    assert figure.interval is not None
    assert figure.interval[0] < 118.00 < figure.interval[1] < 118.16
    assert "does not state every choice" in figure.why


FILMED = {
    "three films: lengths of the combined algorithm": ((65, 67, 75), (65, 73, 75), "in 1 of the three films"),
    "greedy on the 8-puzzle by the routes of the films: mean": (44.76, 43.24, "did not follow these rules"),
    "greedy on the 8-puzzle by the routes of the films: worst": (82, 86, "did not follow these rules"),
}


@pytest.mark.parametrize("name", FILMED)
def test_what_differs_from_the_films(report_2014: dict[str, Figure], name: str) -> None:
    printed, computed, reason = FILMED[name]
    figure = report_2014[name]
    assert figure.verdict == "differs"
    assert (figure.printed, figure.computed) == (printed, computed)
    assert reason in figure.why


def test_the_routes_of_the_films(report_2014: dict[str, Figure]) -> None:
    films = report_2014["four films: moves of the greedy algorithm"]
    assert films.verdict == "same"
    assert films.printed == films.computed == "95 + 115 + 131 + 120"
    for place, printed in (("Table III", 118.16), ("LARC-2014-01", 126.73)):
        figure = report_2014[f"{place}: greedy, mean, by the routes of the films"]
        assert (figure.verdict, figure.printed) == ("differs", printed)
        assert figure.interval is not None
        assert figure.interval[0] < 121.914 < figure.interval[1]
        assert "two versions at least" in figure.why
        assert "Fair boards take 12" in figure.why


def test_the_films_are_those_of_the_data() -> None:
    with (Path(__file__).parents[1] / "data" / "parberry_films.csv").open(encoding="utf-8") as file:
        rows = [tuple(row.values()) for row in csv.DictReader(file)]
    assert rows == list(FILMS)


def test_the_worst_case_in_the_introduction(report_2014: dict[str, Figure]) -> None:
    figure = report_2014["combined, in introduction and conclusion: worst case"]
    assert figure.verdict == "differs"
    assert isinstance(figure.computed, int)
    assert 93 < figure.computed <= 108
    assert "Table III have 95" in figure.why


def test_the_question_mark(report_2014: dict[str, Figure]) -> None:
    figure = report_2014["Table II: mean optimum"]
    assert figure.verdict == "open"
    assert figure.printed == "?"
    assert figure.note == "An open problem of the report."
    assert figure.interval is not None
    assert figure.interval[0] < 52.5895 < figure.interval[1]


def test_times_are_measured(report_2014: dict[str, Figure]) -> None:
    names = ["8-puzzle: time of the search", "stage 1: time of the search", "stage 2: time of the search"]
    names += ["time a solution, combined", "time a solution, greedy"]
    assert {name for name, figure in report_2014.items() if figure.verdict == "measured"} == set(names)


def test_nothing_else_in_2014(report_2014: dict[str, Figure]) -> None:
    """Every difference is among those that are explained above."""
    differ = {name for name, figure in report_2014.items() if figure.verdict == "differs"}
    more = {f"{place}: greedy, mean, by the routes of the films" for place in ("Table III", "LARC-2014-01")}
    more |= {"Table III: greedy, mean", "combined, in introduction and conclusion: worst case"}
    assert differ == {*DIFFERENT_2014, *FILMED, *more}


SAME_1995 = {
    "8-puzzle, blank in the centre: most moves between two boards": 30,
    "Theorem 1: T(3)": 34,
    "Theorem 1: first half of the first row, 15n²/4 − 4n, n = 4, 6, 10, 20": (44, 111, 335, 1420),
    "Theorem 1: first row and column, 15n² − 24n + 19, n = 4, 6, 10, 20": (163, 415, 1279, 5539),
    "Theorem 1: T(n) = 5n³ − 9n²/2 + 19n/2 − 89, n = 4, 5, 6, 10, 20, 100": (
        (197, 471, 886, 4556, 38_301, 4_955_861)
    ),
    "Theorem 1: leading term of T(n)": 5,
    "Fig. 3: moves for one place diagonally": 6,
    "Fig. 4: moves for one place straight": 5,
    "Fig. 5: moves to complete a row": 5,
    "Theorem 2: Manhattan distance of the hard board, n(n² − 2), n = 4, 6, 10, 20": (56, 204, 980, 7960),
    "Theorem 3: distances from every cell to every cell, 2n³(n² − 1)/3, n = 2, 3, 4, 5, 10": (
        (16, 144, 640, 2000, 66_000)
    ),
    "Theorem 4: d(1 − ε) for d = 0.4, ε = 0.34": 0.264,
    "Theorem 4: exp(−1/6600)": 0.9998,
    "Theorem 4: best d, 1/√6": 0.4082,
    "factor on worst-case boards": 5,
    "factor on average boards": 7.5,
}


@pytest.mark.parametrize("name", SAME_1995)
def test_what_is_the_same_in_1995(paper_1995: dict[str, Figure], name: str) -> None:
    figure = paper_1995[name]
    assert figure.verdict == "same"
    assert figure.printed == figure.computed == SAME_1995[name]


@pytest.mark.parametrize(
    ("name", "printed", "computed"),
    [
        ("Theorem 3: leading term of the mean Manhattan distance", "2/3", "2/3"),
        ("Theorem 4: exponent of the proof, n²/6600", "1/6600", "1/6600"),
        ("slides of several tiles: leading term", "11/3", "11/3"),
        ("Theorem 4: p < 0.33 for d = 0.4 and large n", "p < 0.33", "from n = 82 on"),
        ("factor on random boards", "less than 19", "18.94"),
        (
            "factor on random boards with probability 0.999, n = 10, 30, 100, 1000",
            "less than 19",
            "(10.87, 8.25, 7.7, 7.52)",
        ),
    ],
)
def test_fractions_and_statements(
    paper_1995: dict[str, Figure], name: str, printed: str, computed: str
) -> None:
    figure = paper_1995[name]
    assert figure.verdict == ("same" if printed == computed else "agrees")
    assert (str(figure.printed), str(figure.computed)) == (printed, computed)


BOUNDS_1995 = {
    "Theorem 1: at most 8n − 2k − 7 moves for a tile, n = 8, k = 1 to 6": ("agrees", False),
    "Theorem 1: at most T(n) moves, n = 4, 5, 6, 10, 20, 100": ("consistent", True),
    "Theorem 3: mean Manhattan distance of random 10×10 boards": ("consistent", False),
    "Theorem 4: share of random boards with less than 0.264n³, n = 2, 3, 4, 5, 10, 20, 40": (
        "consistent",
        True,
    ),
    "factor on random boards with probability 0.999, n = 10, 30, 100, 1000": ("agrees", False),
    "blank n times round the edge: moves away, O(n²), n = 10, 25, 50, 100, 200": ("agrees", False),
    "blank n times round the edge: moves of the algorithm by n³, n = 10, 25, 50, 100, 200": ("agrees", False),
    "slides of several tiles, by n³": ("consistent", True),
}


@pytest.mark.parametrize("name", BOUNDS_1995)
def test_bounds_hold(paper_1995: dict[str, Figure], name: str) -> None:
    """On samples they are consistent, and none is a figure that is the same."""
    verdict, picture = BOUNDS_1995[name]
    assert paper_1995[name].verdict == verdict
    assert (paper_1995[name].sample != "") == (verdict == "consistent")
    assert (paper_1995[name].plot is not None) == picture


@pytest.mark.parametrize("name", ["before the first move", "between two moves"])
def test_work_does_not_grow(paper_1995: dict[str, Figure], name: str) -> None:
    figure = paper_1995[f"work {name}, n = 4, 10, 30, 100, 300, 1000"]
    assert figure.printed == "O(1)"
    # Three boards of each size are a sample.
    assert figure.verdict == "consistent"
    assert figure.sample == "a random board, a nearly solved one and the hard one of each size, seed 2014"
    assert isinstance(figure.computed, tuple)
    assert 1 <= min(figure.computed) <= max(figure.computed) <= 16


DIFFERENT_1995 = {
    "Theorem 1: first row and column, 15n² − 24n + 19, n = 5, 7, 21": (
        (274, 586, 6130),
        (273, 585, 6129),
        "one move less: the proof halves the row as if n were even",
    ),
    "Theorem 1: where a tile from (n − 1, n) meets its column, n = 8, k = 3": (
        (4, 3),
        (3, 4),
        "(n, n − 1) is meant",
    ),
    "Theorem 2: the same, n³ − n² + n + 1, n = 3, 5, 7, 21": (
        (22, 106, 302, 8842),
        (16, 96, 288, 8800),
        "is n³ − n² − n + 1",
    ),
    "Theorem 2: the hard board is legal": (
        "an even number of exchanges",
        "7, 17, 49, 199 exchanges for n = 4, 6, 10, 20: odd, not solvable",
        "With tiles 1 and 2 swapped it can",
    ),
    "Theorem 3: the blank's share in that, n(n − 1)/2, n = 2, 3, 4, 5, 10": (
        (1, 3, 6, 10, 45),
        (4, 18, 48, 100, 900),
        "it is n²(n − 1)",
    ),
    "most that swapping tiles (1, 1) and (1, 2) changes the distance": (
        1,
        2,
        "one farther from the other's home",
    ),
    "Theorem 4: ε for the best d, arbitrarily close to d": (0.408, 0.333, "2d² = 1/3"),
    "Theorem 4: chance of less than 0.264n³, at most 0.9998ⁿ, n = 50, 100, 200": (
        (0.99, 0.9802, 0.9608),
        (0.6847, 0.2198, 0.0023),
        "its proof ends with exp(−n²/6600)",
    ),
}
TOTAL = "Theorem 3: total, n(2n⁴ − 2n² − 3n + 1)/3, n = 2, 3, 4, 5, 10"


@pytest.mark.parametrize("name", DIFFERENT_1995)
def test_slips_of_1995(paper_1995: dict[str, Figure], name: str) -> None:
    printed, computed, reason = DIFFERENT_1995[name]
    figure = paper_1995[name]
    assert figure.verdict == "differs"
    assert (figure.printed, figure.computed) == (printed, computed)
    assert reason in figure.why


def test_the_total_of_theorem_3(paper_1995: dict[str, Figure]) -> None:
    figure = paper_1995[TOTAL]
    assert figure.verdict == "differs"
    assert figure.computed == tuple(theory.total_manhattan(n) for n in (2, 3, 4, 5, 10))
    assert str(figure.printed[0]) == "38/3"  # type: ignore[index]
    assert "n²(n − 1)(2n² + 2n − 3)/3" in figure.why


def test_what_vague_words_are_taken_for(
    report_2014: dict[str, Figure], paper_1995: dict[str, Figure]
) -> None:
    assert not without_criterion([*report_2014.values(), *paper_1995.values()])
    lead = "It is consistent if no board of any size took more than 11n³/3."
    assert lead in notes(paper_1995["slides of several tiles, by n³"])


def test_the_end_of_a_row_is_no_sample() -> None:
    """The last two tiles of a row come from anywhere: nothing is left to chance, so it may be the same."""
    fig_5 = list(steps())[-1]
    assert (fig_5.printed, fig_5.computed, fig_5.verdict, fig_5.sample) == (5, 5, "same", "")
    assert "wherever the two came from" in fig_5.note


def test_the_mended_board_is_as_hard() -> None:
    """What the note on Theorem 2 says."""
    for n in (4, 6, 10, 20, 3, 5, 7, 21):
        printed, mended = theory.hard_board(n, printed=True), theory.hard_board(n)
        assert not is_solvable(printed)
        assert is_solvable(mended)
        assert printed.manhattan() == mended.manhattan()


def test_nothing_else_in_1995(paper_1995: dict[str, Figure]) -> None:
    differ = {name for name, figure in paper_1995.items() if figure.verdict == "differs"}
    assert differ == {*DIFFERENT_1995, TOTAL}
    others = {name: f.verdict for name, f in paper_1995.items() if f.verdict not in ("same", "differs")}
    # The first is left out of quick runs.
    assert others == {
        "slides of several tiles: mean and most over all boards of 3×4": "not computed",
        **dict.fromkeys([*SLIDES, *CONSTANTS, *MEANS], "open"),
        **dict.fromkeys([*ORDERS, *STATEMENTS], "agrees"),
        **dict.fromkeys(WORK, "consistent"),
        **{name: verdict for name, (verdict, _) in BOUNDS_1995.items()},
    }


STATEMENTS = [
    "Theorem 4: p < 0.33 for d = 0.4 and large n",
    "factor on random boards",
]
WORK = [
    f"work {when}, n = 4, 10, 30, 100, 300, 1000" for when in ("before the first move", "between two moves")
]
ORDERS = [
    f"slides of several tiles: lower bound by {name}, by n², n = 3, 4, 5, 10, 30, 100"
    for name in ("Manhattan distance, hard board", "decision tree, some board")
]


SLIDES = {
    "slides of several tiles: mean and most over all boards of 3×3": "16.55 and 24",
    "slides of several tiles: mean over random 4×4 boards": None,
}
CONSTANTS = [
    "section 4: a larger constant than 0.264 for random boards",
    "section 4: share of random 10×10 boards below c·n³, c = 0.5, 0.55, 0.6",
]
BOUNDS = "manhattan, linear conflict, walking distance, pattern databases"
MEANS = {
    f"section 5: mean lower bounds of 3×3 boards: {BOUNDS}, optimum": 5,
    f"section 5: mean lower bounds of 4×4 boards: {BOUNDS}, optimum": 5,
    f"section 5: mean lower bounds of 5×5 boards: {BOUNDS}": 4,
}


@pytest.mark.parametrize("name", SLIDES)
def test_slides_are_no_fewer_than_the_bounds(paper_1995: dict[str, Figure], name: str) -> None:
    """The bounds are in the note; those of the 4×4 boards themselves come last."""
    figure = paper_1995[name]
    assert (figure.verdict, figure.printed) == ("open", "?")
    assert SLIDES[name] in (None, figure.computed)
    mean, *most = map(float, str(figure.computed).split(" and "))
    by_distance, by_tree, *rest = map(float, re.findall(r"\d+\.\d\d|(?<=at least )\d+", figure.note))
    assert 7 <= by_distance < by_tree < mean
    assert [limit <= value for limit, value in zip(rest, most or [mean], strict=True)] == [True]


def test_larger_constants(paper_1995: dict[str, Figure]) -> None:
    first, shares = (paper_1995[name] for name in CONSTANTS)
    assert first.computed == (
        "0.3 from n = 2 on, 0.4 from n = 3 on, 0.5 from n = 3 on, 0.6 from n = 5 on, 0.65 from n = 11 on"
    )
    assert isinstance(shares.computed, tuple)
    for c, share in zip((0.5, 0.55, 0.6), shares.computed, strict=True):
        assert share <= theory.tail_bound(10, c)


@pytest.mark.parametrize("name", MEANS)
def test_better_bounds_than_the_manhattan_distance(paper_1995: dict[str, Figure], name: str) -> None:
    figure = paper_1995[name]
    assert (figure.verdict, figure.printed) == ("open", "?")
    assert isinstance(figure.computed, tuple)
    assert len(figure.computed) == MEANS[name]
    assert all(mean > figure.computed[0] for mean in figure.computed[1:])
    assert max(figure.computed) == figure.computed[-1]


@pytest.mark.slow
def test_slides_of_3x4_in_full() -> None:
    figure = next(figure for figure in fewest_slides(Run(scale=0.1)) if "3×4" in figure.name)
    assert (figure.printed, figure.computed) == ("?", "23.37 and 33")
    assert figure.note.endswith("19.55 by the decision tree; the most is at least 21 by the decision tree.")
    assert figure.verdict == "open"
