"""The move tables: the figures of the paper, and every bit against the twin."""

from __future__ import annotations

import pytest

from puzzle15 import UnsupportedError, reference
from puzzle15.tables import TableName, move_table


@pytest.mark.parametrize(
    ("name", "states", "size", "worst", "mean"),
    [
        ("row", 524_160, 131_040, 46, 26.8745),
        ("column", 11_880, 2_970, 32, 18.8347),
        ("3x3", 181_440, 45_360, 31, 21.9724),
    ],
)
def test_the_figures_of_the_paper(name: TableName, states: int, size: int, worst: int, mean: float) -> None:
    table = move_table(name)
    assert (table.states, len(table.data), table.worst) == (states, size, worst)
    assert round(table.mean, 4) == mean


@pytest.mark.parametrize("name", [pytest.param("row", marks=pytest.mark.slow), "column", "3x3"])
def test_every_bit_is_that_of_the_twin(name: TableName) -> None:
    stage = {"row": reference.row_stage, "column": reference.column_stage}.get(name, reference.square_stage)
    space, _ = stage()
    depths, moves = reference.stage_table(name)
    assert move_table(name).data == reference.packed(space, depths, moves)
    assert list(move_table(name).counts) == reference.histogram(depths)


def test_means_and_maxima_by_cell_of_the_blank() -> None:
    """Figure 3 of Parberry's report."""
    by_cell = list(zip(*move_table("3x3").by_cell, strict=True))
    means = [sum(d * n for d, n in enumerate(cell)) / sum(cell) for cell in by_cell]
    worst = [max(d for d, n in enumerate(cell) if n) for cell in by_cell]
    assert [f"{mean:.2f}" for mean in means] == (
        ["22.15", "21.90", "22.12", "21.90", "21.65", "21.89", "22.12", "21.89", "22.14"]
    )
    assert worst == [30, 29, 30, 29, 30, 31, 30, 31, 30]


@pytest.mark.parametrize(
    ("name", "states", "worst", "last"),
    [("2x2", 12, 6, 1), ("2x3", 360, 21, 1), ("2x4", 20_160, 36, 1), ("2x5", 1_814_400, 55, 2)],
)
def test_the_small_puzzles(name: TableName, states: int, worst: int, last: int) -> None:
    table = move_table(name)
    assert (table.states, table.worst, table.counts[-1]) == (states, worst, last)


@pytest.mark.parametrize("name", ["4x4", "1x9", "3x2", "stage 4", "", "x"])
def test_unknown_tables(name: str) -> None:
    with pytest.raises(UnsupportedError, match="choose 'row', 'column'"):
        move_table(name)  # type: ignore[arg-type]
