"""The document on solvability, figure by figure."""

from __future__ import annotations

import os
from fractions import Fraction
from math import factorial
from pathlib import Path

import pytest

from puzzle15 import FileError, goals, is_solvable, random_boards, tables
from puzzle15.plot import to_svg
from puzzle15.reproduce import _large
from puzzle15.reproduce.figures import Figure, Run, UnexplainedError
from puzzle15.reproduce.papers import solvability, solvability_rules
from tests.support.shared_tables import large_tables
from tests.support.vague import without_criterion

STORED = "TB to store them all, 64 bytes each"
SWAPS = "walk: swaps in 150 steps"
CHART = "chart: mean of shortest solutions by steps of the walk"
HARDER = "shuffles: harder than 150 steps by"
WHOLE = "shuffles: mean of shortest solutions, in whole moves"
ALL = "mean of shortest solutions over all boards"
SMALL = "2×2, 2×3, 3×2"
LARGE = "2×7, 3×4, 4×3, 4×4, 5×5, 5×6, 7×3"
STATEMENTS = (
    "bytes of a position in a smaller set, packed",
    "repair by the two largest numbers: solvable boards of 2×3 that come out",
    "vertical move: changes of inversions, width 3",
    *(f"rule along {line} on {SMALL}" for line in ("the snake", "the spiral", "all 40 lines")),
    *(f"{rule} rule on {SMALL}" for rule in ("classic", "universal")),
)
SAMPLED = (
    *(f"4×4: rule along the {line}" for line in ("snake", "spiral", "line drawn with a pen")),
    *(f"{rule} rule on {LARGE}" for rule in ("classic", "universal")),
)


@pytest.fixture(scope="module")
def figures() -> dict[str, Figure]:
    with large_tables():
        found = list(solvability.DOCUMENT.figures(Run(quick=True)))
    named = {figure.name: figure for figure in found}
    assert len(named) == len(found)
    return named


@pytest.mark.slow
def test_verdicts(figures: dict[str, Figure]) -> None:
    others = {figure.name: figure.verdict for figure in figures.values() if figure.verdict != "same"}
    assert others == {
        STORED: "differs",
        SWAPS: "differs",
        CHART: "unreadable",
        HARDER: "differs",
        WHOLE: "consistent",
        ALL: "consistent",
        **dict.fromkeys(STATEMENTS, "agrees"),
        **dict.fromkeys(SAMPLED, "consistent"),
    }
    assert not without_criterion(figures.values())


@pytest.mark.parametrize(
    ("name", "sample"),
    [
        (SAMPLED[0], "500 boards made by sliding, and the same with two tiles swapped, seed 2014"),
        (
            SAMPLED[3],
            "101 boards of each size made by sliding, and the same with two tiles swapped, seed 2014",
        ),
        (
            SAMPLED[4],
            "21 random goals of each size; for each of them, 5 boards made by sliding, and the same with two "
            "tiles swapped, seed 2014",
        ),
    ],
)
def test_rules_on_samples_are_consistent(name: str, sample: str) -> None:
    """They were tried on some boards, where the others were on all."""
    [figure] = [one for one in solvability_rules.rules(Run(quick=True)) if one.name == name]
    assert (figure.verdict, figure.sample) == ("consistent", sample)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "printed", "computed"),
    [
        ("inversions of the worked board", 52, 52),
        ("after moving 4, down", 53, 53),
        ("example: inversions, row of the blank", (52, 1), (52, 1)),
        ("example: solvable", "yes", "yes"),
        ("example: moves", 57, 57),
        ("classic rule on 2×2, 2×3, 3×2", "every board", "1,464 of 1,464"),
        ("rule along the snake on 2×2, 2×3, 3×2", "every board", "1,464 of 1,464"),
        ("rule along the spiral on 2×2, 2×3, 3×2", "every board", "1,464 of 1,464"),
        ("rule along all 40 lines on 2×2, 2×3, 3×2", "every board", "23,232 of 23,232"),
        ("universal rule on 2×2, 2×3, 3×2", "any goal", "1,037,376 of 1,037,376"),
        ("4×4: rule along the line drawn with a pen", "every board", "1,000 of 1,000"),
        ("2 missing: inversions, row of the blank", (50, 3), (50, 3)),
        ("2 missing: solvable in truth", "no", "no"),
        ("missing numbers with which the classic rule is wrong", "1 2 3 4 9 10 11 12", "1 2 3 4 9 10 11 12"),
        ("classic rule on 2×7, 3×4, 4×3, 4×4, 5×5, 5×6, 7×3", "any width and height", "1,414 of 1,414"),
        (
            "universal rule on 2×7, 3×4, 4×3, 4×4, 5×5, 5×6, 7×3",
            "any goal, any width and height",
            "1,470 of 1,470",
        ),
        ("shuffle and repair: swaps on average", 15.5, 15.5),
        ("walk: swaps a step", 2.67, 2.67),
    ],
)
def test_every_row_of_the_list(
    figures: dict[str, Figure], name: str, printed: object, computed: object
) -> None:
    figure = figures[name]
    verdict = "agrees" if name in STATEMENTS else "consistent" if name in SAMPLED else "same"
    assert (figure.printed, figure.computed, figure.verdict) == (printed, computed, verdict)


@pytest.mark.slow
def test_units_of_1024(figures: dict[str, Figure]) -> None:
    """The document's 608 TB are 608.9 times 2^40 bytes, cut off."""
    size = factorial(16) // 2 * 64
    assert size // 2**40 == figures[STORED].printed == 608
    assert round(size / 10**12) == figures[STORED].computed == 670
    assert "608.9 times 2^40 bytes" in figures[STORED].why


@pytest.mark.slow
def test_swaps_of_a_walk(figures: dict[str, Figure]) -> None:
    """Mean and deviation another way, by moments for each cell that the walk may be in."""
    figure = figures[SWAPS]
    assert (figure.printed, figure.computed) == (398, 400.5)
    moments = [(1.0 if cell == 15 else 0.0, 0.0, 0.0) for cell in range(16)]
    for _ in range(150):
        after = []
        for cell in range(16):
            steps = [(solvability._apart(a, cell), *moments[a]) for a in range(16) if a != cell]
            after.append(
                (
                    sum(p for _, p, _, _ in steps) / 15,
                    sum(m + s * p for s, p, m, _ in steps) / 15,
                    sum(q + 2 * s * m + s * s * p for s, p, m, q in steps) / 15,
                )
            )
        moments = after
    mean, square = (sum(moment[which] for moment in moments) for which in (1, 2))
    assert mean == pytest.approx(400.5)
    assert f"standard deviation of {(square - mean**2) ** 0.5:.1f}." in figure.why


def test_the_shuffle_is_repaired_half_of_the_time() -> None:
    assert solvability._unsolvable_share() == Fraction(1, 2)
    assert solvability._expected_swaps(1) == Fraction(48, 15)
    assert solvability._expected_swaps(2) - solvability._expected_swaps(1) < Fraction(8, 3)


@pytest.mark.slow
def test_150_steps_are_not_quite_enough(figures: dict[str, Figure]) -> None:
    harder = figures[HARDER]
    assert (harder.printed, harder.sample) == ("almost one move", "5,000 boards, seed 2014")
    less, error = map(float, str(harder.computed).split(" ± "))
    assert less == pytest.approx(0.42, abs=error)
    assert less + error < 0.75
    assert "three quarters of a move" in harder.criterion
    assert "53, which may be that mean in whole moves" in harder.note
    assert harder.verdict == "differs"
    assert harder.why == "It is less than three quarters of a move, by more than chance."


@pytest.mark.slow
def test_the_chart_and_its_picture(figures: dict[str, Figure]) -> None:
    import matplotlib.pyplot as plt

    figure = figures[CHART]
    assert figure.printed is None
    means = dict(part.split(": ") for part in str(figure.computed).split(", "))
    assert [int(steps) for steps in means] == list(solvability.STEPS)
    assert float(means["1"]) < float(means["10"]) < float(means["50"]) < float(means["150"])
    assert "The chart is a picture" in figure.note
    assert figure.plot is not None
    _, axes = plt.subplots()
    figure.plot(axes)
    assert axes.get_xlabel() == "steps of the walk"
    assert to_svg(axes).startswith("<svg")


def test_means_are_those_of_the_boards() -> None:
    """Walks of one and two steps, against solutions of the boards themselves."""
    run = Run(quick=True, scale=0.1)
    point = solvability._mean(run, 1)
    boards = random_boards(50, seed=run.seed, method="walk", steps=1)
    apart = [solvability._apart(int(board.argmin()), 15) for board in boards]
    assert (point.boards, point.value) == (50, sum(apart) / 50)
    assert point.interval(0.0)[1] - point.value == pytest.approx(point.error)


def test_rules_can_be_wrong() -> None:
    """Right along the snake; row by row, which no pen can draw, it is found out."""
    assert all(solvability_rules._along({(3, 2): [[0, 1, 3, 2, 4, 5]]}))
    boards = solvability_rules._boards(3, 2)
    found = {board: is_solvable(board, goals.rows(3, 2)) for board in boards}
    assert not all(solvability_rules.along(board, range(6)) == found[board] for board in boards)
    assert all(solvability_rules.classic(board) == found[board] for board in boards)
    assert all(
        solvability_rules.universal(board, boards[0]) == is_solvable(board, boards[0]) for board in boards
    )


def test_a_rule_that_fails_has_no_explanation() -> None:
    with pytest.raises(UnexplainedError, match="unexplained"):
        solvability_rules._agrees("rule", "every board", iter([True, False]))


def test_lines_are_those_that_a_pen_can_draw() -> None:
    assert goals.path(solvability_rules.STROKE, 4, 4).to_text() == "10 11 0 1/9 12 15 2/8 13 14 3/7 6 5 4"
    assert [len(list(solvability_rules._strokes(*shape))) for shape in [(2, 2), (2, 3), (3, 3)]] == [
        8,
        16,
        40,
    ]


def test_tables_are_gone_afterwards(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Made in a temporary folder, or a reason is given; the environment is as before."""
    monkeypatch.setenv("PUZZLE15_CACHE", str(tmp_path))
    folders = []

    def build(*_: object, **__: object) -> None:
        folders.append(Path(os.environ["PUZZLE15_CACHE"]))
        assert folders[-1].is_dir()
        if len(folders) > 1:
            raise FileError("the disk is full")

    monkeypatch.setattr(tables, "build", build)
    for problem in ["", "the disk is full"]:
        with _large.large_tables(Run()) as found:
            assert found == problem
        assert not folders[-1].exists()
    assert len(set(folders)) == 2
    assert os.environ["PUZZLE15_CACHE"] == str(tmp_path)
    monkeypatch.delenv("PUZZLE15_CACHE")
    _large._restore(None)
    assert "PUZZLE15_CACHE" not in os.environ


def test_tables_that_are_there_are_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tables.TableFile(tmp_path / "4x4-blank15.patterns", 1)
    monkeypatch.setattr(tables, "files", lambda: [file])
    monkeypatch.setattr(tables.TableFile, "verify", lambda self: True)
    monkeypatch.setattr(tables, "build", lambda *_, **__: pytest.fail("made again"))
    with _large.large_tables(Run()) as problem:
        assert problem == ""
