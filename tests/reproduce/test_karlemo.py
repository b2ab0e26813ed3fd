"""Karlemo and Östergård's paper, figure by figure."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import factorial
from typing import Any

import pytest

from puzzle15 import Layers, MemoryBudgetError, bounds, explore
from puzzle15.reproduce.figures import Figure, Run
from puzzle15.reproduce.papers import karlemo
from puzzle15.reproduce.papers.karlemo_table import TABLE_1
from tests.support.shared_tables import large_tables
from tests.support.theorem_1 import THEOREM_1
from tests.support.vague import without_criterion

DELTA = "15-puzzle: δ, the most moves of any board"
LISTS = "3×4 by main table and lists: depths with the counts of Table I"

STATEMENTS = (
    "3×4: main table, one bit an entry",
    "15-puzzle: main table, one bit an entry",
    *(f"index I = 3a + b of {shape}" for shape in ("2×2", "2×3", "2×4")),
    "3×3: vertices searched, without symmetry to with it",
    "15-puzzle, first row and column: memory without symmetry to that with it",
    "3×3 by main table and lists: moves tried",
)


def named(found: Iterator[Figure]) -> dict[str, Figure]:
    figures = list(found)
    names = {figure.name: figure for figure in figures}
    assert len(names) == len(figures)
    return names


@pytest.fixture(scope="module")
def figures() -> dict[str, Figure]:
    with large_tables():
        return named(karlemo.DOCUMENT.figures(Run(quick=True)))


@pytest.mark.slow
def test_verdicts(figures: dict[str, Figure]) -> None:
    others = {figure.name: figure.verdict for figure in figures.values() if figure.verdict != "same"}
    assert others == {
        **dict.fromkeys([DELTA, LISTS, *THEOREM_1], "not computed"),
        **dict.fromkeys(STATEMENTS, "agrees"),
    }
    assert not without_criterion(figures.values())
    for name, printed in THEOREM_1.items():
        assert (figures[name].printed, figures[name].computed) == (printed, None)
        assert figures[name].note.startswith("Left out by --quick")
    assert (figures[DELTA].printed, figures[DELTA].note[:12]) == (80, "Not searched")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("2×2: greatest depth", 6),
        ("2×3: greatest depth", 21),
        ("3×3: greatest depth", 31),
        ("2×4: greatest depth", 36),
        ("3×4: greatest depth", 53),
        ("3×4: entries of the main table", 239_500_800),
        ("3×4: main table, one bit an entry", "about 30 MB"),
        ("3×3 by main table and lists: depths with the counts of Table I", "32 of 32"),
        ("3×3: vertices searched, without symmetry to with it", "approximately 2"),
        ("index I = 3a + b of 2×2", "a bijection"),
        ("index I = 3a + b of 2×3", "a bijection"),
        ("index I = 3a + b of 2×4", "a bijection"),
        ("15-puzzle turned by 180 degrees: moves", 78),
        ("15-puzzle at the maximum, board 1: moves", 80),
        ("15-puzzle at the maximum, board 2: moves", 80),
        ("15-puzzle at the maximum, board 3: moves", 80),
        ("15-puzzle, first step: states", 518_918_400),
        ("15-puzzle, first step: depth", 62),
        ("15-puzzle, both steps: bound", 93),
        ("15-puzzle, with the blank's cell: bound", 91),
        ("3×4: maxima by first cell of the blank", ((53, 52, 51, 52), (52, 51, 52, 51), (53, 52, 51, 52))),
    ],
)
def test_every_row_of_the_list(figures: dict[str, Figure], name: str, printed: object) -> None:
    verdict = "agrees" if name in STATEMENTS else "same"
    assert (figures[name].printed, figures[name].verdict) == (printed, verdict)


@pytest.mark.slow
def test_table_1_is_whole(figures: dict[str, Figure]) -> None:
    for (rows, cols), (depth, printed) in TABLE_1.items():
        parts = [f for name, f in figures.items() if name.startswith(f"{rows}×{cols}: states at depths")]
        assert tuple(count for part in parts for count in part.printed) == printed  # type: ignore[attr-defined]
        assert sum(printed) == factorial(rows * cols) // 2
        assert len(printed) == depth + 1


@pytest.mark.slow
def test_lists_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of Table I; and the layers of 3×4 are those that bits find."""
    found: list[Layers] = []

    def kept(*shape: int, **options: Any) -> Layers:
        found.append(explore(*shape, **options))
        return found[-1]

    monkeypatch.setattr(karlemo, "explore", kept)
    figure = named(karlemo.lists(Run()))[LISTS]
    assert (figure.computed, figure.verdict) == ("54 of 54", "same")
    [largest] = [layers for layers in found if (layers.rows, layers.cols) == (3, 4)]
    assert largest == explore(3, 4)
    assert (largest.threads, largest.bytes_used > explore(3, 4).bytes_used) == (1, True)


@pytest.mark.slow
def test_the_full_index() -> None:
    last = list(karlemo.index(Run()))[-1]
    assert (last.name, last.computed, last.verdict) == (
        "index I = 3a + b of 3×3",
        "181,440 of 181,440",
        "agrees",
    )


@pytest.mark.slow
def test_a_machine_with_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be searched is listed with the reason, and nothing is left out."""
    whole = {*named(karlemo.fifteen(Run())), *THEOREM_1, "3×4: maxima by first cell of the blank"}

    def refuse(*_: object, **__: object) -> None:
        raise MemoryBudgetError("it needs 764 MB, there are 100", needed=764, budget=100)

    monkeypatch.setattr(bounds, "prove", refuse)
    figures = named(iter([*karlemo.fifteen(Run()), *karlemo.twenty_four(Run())]))
    assert set(figures) == whole
    missing = {name for name, figure in figures.items() if figure.computed is None}
    exact = {"15-puzzle, first step: 16!/8!"}
    assert missing == {name for name in whole - exact if name in THEOREM_1 or name.startswith("15-puzzle")}
    assert {figures[name].note for name in missing} == {"it needs 764 MB, there are 100"}
    monkeypatch.setattr(karlemo, "explore", lambda *a, **k: refuse() if a == (3, 4) else explore(*a, **k))
    small = named(karlemo.small(Run()))
    assert small["3×4: states at each depth, and greatest depth"].computed is None
    assert small["2×4: greatest depth"].verdict == "same"
    assert next(karlemo.twenty_four(Run(quick=True))).verdict == "not computed"


def test_without_large_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def none(run: Run) -> Iterator[str]:
        yield "the disk is full"

    monkeypatch.setattr(karlemo, "large_tables", none)
    monkeypatch.setattr(
        karlemo, "solve", lambda board, **_: "x" * 78 if board == karlemo.TURNED else pytest.fail("slow")
    )
    figures = named(karlemo.hardest(Run()))
    hard = [figure for name, figure in figures.items() if "at the maximum" in name]
    assert [(figure.computed, figure.verdict) for figure in hard] == [(None, "not computed")] * 3
    assert all(figure.note.endswith("there are no large ones: the disk is full") for figure in hard)


@pytest.mark.slow
def test_pictures(figures: dict[str, Figure]) -> None:
    import matplotlib.pyplot as plt

    drawn = [name for name, figure in figures.items() if figure.plot is not None]
    assert drawn == [*(f"{r}×{c}: greatest depth" for r, c in TABLE_1), "15-puzzle, first step: depth"]
    _, axes = plt.subplots()
    plot = figures["15-puzzle, first step: depth"].plot
    assert plot is not None
    plot(axes)
    assert axes.get_title(loc="left") == "15-puzzle, first step: 518,918,400 states by depth"
    assert len(axes.patches) == 63
