"""Plots show what they were given."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from puzzle15 import MissingPackageError, UnsupportedError, experiment, explore, growth, plot, tradeoff
from puzzle15.tables import move_table


def test_a_bar_for_each_depth() -> None:
    layers = explore(3, 3)
    axes = layers.plot()
    assert [bar.get_height() for bar in axes.patches] == list(layers.counts)  # type: ignore[attr-defined]
    assert [round(bar.get_x() + bar.get_width() / 2) for bar in axes.patches] == list(range(32))  # type: ignore[attr-defined]
    assert axes.lines[0].get_xdata()[0] == pytest.approx(layers.mean)  # type: ignore[index]


def test_it_draws_on_the_axes_given() -> None:
    from matplotlib import pyplot

    _, (left, right) = pyplot.subplots(1, 2)
    assert move_table("column").plot(left) is left
    assert experiment(100, seed=1).plot(right) is right
    assert len(pyplot.get_fignums()) == 1


def test_shares_add_up_to_the_whole() -> None:
    results = [experiment(2000, method, seed=1) for method in ("combined", "greedy")]
    axes = plot.lengths(results)
    for stairs in axes.patches:
        values, edges, _ = stairs.get_data()  # type: ignore[attr-defined]
        assert sum(values) == pytest.approx(100)
        assert len(edges) == len(values) + 1
    assert axes.get_title(loc="left") == "2,000 random boards of 4×4"


def test_length_against_time() -> None:
    points = [
        tradeoff.Point("combined", 65.0, 90, 1.2, 0.0, 10),
        tradeoff.Point("quick 4", 63.0, 80, 40.0, 0.1, 10),
        tradeoff.Point("quick 20", 57.0, 75, 130.0, 0.2, 10),
    ]
    axes = tradeoff.plot(points)
    assert [line.get_label() for line in axes.lines] == ["combined", "quick"]
    assert list(axes.lines[1].get_xdata()) == [40.0, 130.0]  # type: ignore[arg-type]
    assert [text.get_text() for text in axes.texts] == ["4", "20"]


def test_growth_is_divided_by_the_cube() -> None:
    rows = [growth.Growth(n, 1, 2 * n**3, 0, n**3, 0, n**3 / 2, n**3 / 4) for n in (4, 8)]
    axes = growth.plot(rows)
    assert [list(line.get_ydata()) for line in axes.lines[:4]] == [[2, 2], [1, 1], [0.5, 0.5], [0.25, 0.25]]  # type: ignore[arg-type]


def test_svg_for_a_page_is_the_same_each_time() -> None:
    first, second = (plot.to_svg(explore(2, 3).plot()) for _ in range(2))
    assert first == second
    root = ElementTree.fromstring(first)
    assert root.tag.endswith("svg")
    assert "#000000" not in first
    assert "#ffffff" not in first


def test_nothing_to_draw() -> None:
    for call in (plot.lengths, plot.tradeoff, plot.growth, plot.histogram):
        with pytest.raises(UnsupportedError, match="there is nothing to draw"):
            call([])


def test_without_matplotlib() -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from puzzle15 import explore, MissingPackageError\n"
        "try: explore(2, 2).plot()\n"
        "except MissingPackageError as error: print(error)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == 'plots need matplotlib; pip install "puzzle15[plot]"\n'
    assert issubclass(MissingPackageError, ImportError)
