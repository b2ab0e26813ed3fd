"""Schofield's paper of 1967, figure by figure."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from puzzle15 import twists
from puzzle15.plot import to_svg
from puzzle15.reproduce.figures import Figure, Run
from puzzle15.reproduce.papers import schofield, schofield_page
from tests.support.vague import without_criterion

TWICE = "twists that never follow A in an efficient solution"
KIND = "S of 6 5 4 / 7 _ 3 / 1 0 2: the kind of permutation"
LOST = {
    "Table 1: head of the half-page, three of 0 1 2": "1 0 2",
    "Table 1: the specimens after their first letters": "1 0 2 3 4 5 is DCBWXY, and so on",
    "Table 1, entry 1 0 2 3 6 7": "C 18 C",
    "Table 1, entry 1 0 2 6 3 4": "W 16 W",
    "Table 1, entry 1 0 2 6 5 4": "DB 24 D",
    "Table 1, entry 1 0 2 7 4 6": "XY 24 X",
    "Table 1, entry 1 0 2 5 7 3": "B 18 B",
    "Table 1, entry 1 0 2 5 7 4": "DCY 24 D",
    "Table 1, entry 1 0 2 5 7 6": "BY 22 B",
}

pytestmark = pytest.mark.slow


STATEMENTS = (
    "m = 4t - 2e, counted move by move",
    "lengths of the specimens",
    "S maps even permutations onto 0 to 20,159",
    *(f"tabulation: {what}" for what in ("lengths", "first twists", "specimens")),
)


@pytest.fixture(scope="module")
def figures() -> dict[str, Figure]:
    found = list(schofield.DOCUMENT.figures(Run(quick=True)))
    named = {figure.name: figure for figure in found}
    assert len(named) == len(found)
    return named


def test_verdicts(figures: dict[str, Figure]) -> None:
    others = {figure.name: figure.verdict for figure in figures.values() if figure.verdict != "same"}
    assert others == {
        TWICE: "differs",
        KIND: "differs",
        **dict.fromkeys(LOST, "unreadable"),
        **dict.fromkeys(STATEMENTS, "agrees"),
    }
    assert {name: figures[name].computed for name in LOST} == LOST
    assert not without_criterion(figures.values())


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("solvable puzzles: order of the alternating group of 8", 20_160),
        ("positions that a search reaches with the blank in the centre", 20_160),
        ("classes under the eight symmetries", 2572),
        ("classes with inverses", 1439),
        ("five-puzzle: order of its group", 60),
        ("five-puzzle: most moves", 20),
        ("five-puzzle: twists until every position has come up", 6),
        ("five-puzzle: three-cycles, five-cycles, pairs of transpositions", (20, 24, 15)),
        ("crude bound for the eight-puzzle", 48),
        ("Lemma A: what the twists A B⁻¹ A⁻¹ B do", "(1 2 3)"),
        ("Lemma A: moves of A B⁻¹ A⁻¹ B, and the optimum", (16, 16)),
        ("m = 4t - 2e, counted move by move", "every path"),
        ("lengths of the specimens", "every entry"),
        ("twists after A with an elision", "D"),
        ("S of the target", 0),
        ("S of 6 5 4 / 7 _ 3 / 1 0 2, by formula (1)", 20_159),
        ("S maps even permutations onto 0 to 20,159", "every one"),
        ("tabulation: lengths", "every entry"),
        ("tabulation: first twists", "every entry"),
        ("tabulation: specimens", "every entry"),
        ("tabulation: pages", 168),
        ("look-up 102536: moves, first twists, specimen", (20, "W Z", "WXYZADY")),
    ],
)
def test_every_row_of_the_list(figures: dict[str, Figure], name: str, printed: object) -> None:
    assert figures[name].printed == printed
    assert figures[name].verdict == ("agrees" if name in STATEMENTS else "same")


def test_the_table_of_counts_is_whole(figures: dict[str, Figure]) -> None:
    rows = {
        int(match[1]): figure
        for name, figure in figures.items()
        if (match := re.fullmatch(r"(\d+) moves: puzzles, classes, with inverses", name))
    }
    assert list(rows) == [0, *range(4, 32, 2)]
    assert [sum(column) for column in zip(*schofield.TABLE, strict=True)][1:] == [20_160, 2572, 1439]
    assert rows[22].printed == rows[22].computed == (5048, 638, 340)


def test_twenty_rows_of_table_1(figures: dict[str, Figure]) -> None:
    """Nineteen rows of three are there, four entries of them damaged; the twentieth is lost."""
    rows = [figure for name, figure in figures.items() if name.startswith("Table 1, row ")]
    texts = [text for figure in rows for text in figure.printed]  # type: ignore[attr-defined]
    assert (len(rows), len(texts), Counter(texts)["?"]) == (19, 57, len(schofield_page.DAMAGED))
    table = twists.table_1()
    assert set(schofield_page.DAMAGED) == {scanned.entry.code for scanned in table.garbled}
    assert "54 of 57 entries agree" in figures["Table 1: head of the half-page, three of 0 1 2"].note


def test_an_entry_that_is_not_damaged_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(schofield_page.DAMAGED, "102746")
    with pytest.raises(ValueError, match="row 7 4"):
        list(schofield_page.half_page())


def test_the_same_twist_twice(figures: dict[str, Figure]) -> None:
    """A shortest path can have A after A, whatever the paper says."""
    figure = figures[TWICE]
    assert (figure.printed, figure.computed) == ("A W", "W")
    assert "BAAD has A twice in a row and two elisions, so it takes 12 moves, like BWD" in figure.why
    path = twists.TwistPath("BAAD")
    assert path.permutation == twists.TwistPath("BWD").permutation
    assert path.length == twists.lookup(path.permutation).length == 12
    assert path.elisions == 2


def test_the_second_example_of_s_is_odd(figures: dict[str, Figure]) -> None:
    figure = figures[KIND]
    assert (figure.printed, figure.computed) == ("even", "odd")
    assert "cannot be solved" in figure.why
    assert "765432" in figure.why
    assert not twists.is_even(schofield.LAST)
    swapped = (*schofield.LAST[:6], schofield.LAST[7], schofield.LAST[6])
    assert twists.sequence_number(swapped) == 20_159


def test_the_picture(figures: dict[str, Figure]) -> None:
    import matplotlib.pyplot as plt

    draws = [figure.plot for figure in figures.values() if figure.plot is not None]
    assert len(draws) == 1
    _, axes = plt.subplots()
    draws[0](axes)
    assert len(axes.patches) == len(schofield.TABLE)
    assert to_svg(axes).startswith("<svg")
