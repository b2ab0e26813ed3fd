"""Plots with matplotlib: histograms like those of the papers, length against time, growth with the board.

`pip install "puzzle15[plot]"` installs matplotlib. Every function draws on `ax`, or on a new figure, and
returns the axes; so do the `plot` methods of `Layers`, `Experiment` and `MoveTable`.

>>> from puzzle15 import experiment
>>> axes = lengths([experiment(10_000, method, seed=1) for method in ("combined", "greedy")])
>>> [text.get_text() for text in axes.get_legend().get_texts()]
['combined: mean 65.2', 'greedy: mean 98.9']
>>> to_svg(axes).startswith("<svg")
True
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from puzzle15._support.imports import not_imported
from puzzle15.errors import UnsupportedError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from puzzle15._support.plotted import GrowthRow, Lengths, TimedLength

__all__ = ["COLOURS", "growth", "histogram", "lengths", "to_svg", "tradeoff"]

COLOURS = ("#3572b0", "#c2410c", "#0f766e", "#7c3aed", "#a16207", "#be185d")
"""The colours of what is compared, in turn: readable on white and on black.

>>> COLOURS[0]
'#3572b0'
"""


def histogram(
    counts: Mapping[int, int] | Sequence[int],
    ax: Axes | None = None,
    *,
    title: str = "",
    what: str = "states",
    along: str = "depth",
) -> Axes:
    """A bar for each depth, and a line at the mean; `counts` by depth, or a mapping from depths.

    >>> from puzzle15 import explore
    >>> axes = histogram(explore(3, 3).counts, title="all 8-puzzles", along="moves")
    >>> len(axes.patches), axes.get_title(loc="left")
    (32, 'all 8-puzzles')
    """
    pairs = _pairs(counts)
    axes = _axes(ax)
    axes.bar([x for x, _ in pairs], [y for _, y in pairs], width=0.85, color=COLOURS[0])
    mean = sum(x * y for x, y in pairs) / sum(y for _, y in pairs)
    axes.axvline(mean, color=COLOURS[1], linewidth=1.5, label=f"mean {mean:.2f}")
    axes.legend(frameon=False)
    _finish(axes, title, along, what)
    return axes


def lengths(experiments: Sequence[Lengths], ax: Axes | None = None, *, title: str = "") -> Axes:
    """How long the solutions of random boards are, one method beside another.

    >>> from puzzle15 import experiment
    >>> lengths([experiment(1000, seed=1)], title="a thousand boards").get_ylabel()
    'boards, %'
    """
    if not experiments:
        raise UnsupportedError("there is nothing to draw: give one experiment or more")
    axes = _axes(ax)
    for number, one in enumerate(experiments):
        colour = COLOURS[number % len(COLOURS)]
        xs = list(range(one.min, one.max + 1))
        ys = [100 * one.histogram.get(x, 0) / one.n for x in xs]
        axes.stairs(ys, [x - 0.5 for x in [*xs, xs[-1] + 1]], fill=True, color=colour, alpha=0.45)
        axes.stairs(ys, [x - 0.5 for x in [*xs, xs[-1] + 1]], color=colour)
        axes.axvline(one.mean, color=colour, linestyle="--", label=f"{one.label}: mean {one.mean:.1f}")
    axes.legend(frameon=False)
    _finish(axes, title or _about(experiments), "moves", "boards, %")
    return axes


def tradeoff(points: Sequence[TimedLength], ax: Axes | None = None, *, title: str = "") -> Axes:
    """Length against time, a point for each method and setting, as `puzzle15.tradeoff.measure` gives them.

    >>> from puzzle15.tradeoff import measure
    >>> tradeoff(measure(boards=20, methods=["combined", "quick 10", "optimal"])).get_xscale()
    'log'
    """
    if not points:
        raise UnsupportedError("there is nothing to draw: give one point or more")
    axes = _axes(ax)
    families: dict[str, list[TimedLength]] = {}
    for point in points:
        families.setdefault(point.name.split()[0], []).append(point)
    for number, (name, family) in enumerate(families.items()):
        xs, ys = [point.microseconds for point in family], [point.mean for point in family]
        axes.plot(xs, ys, "o-", color=COLOURS[number % len(COLOURS)], label=name, markersize=5)
        for point in (family[0], family[-1]) if len(family) > 1 else ():
            place = (point.microseconds, point.mean)
            axes.annotate(point.name.split()[1], place, (0, 6), textcoords="offset points", fontsize="small")
    axes.set_xscale("log")
    _legend_beside(axes)
    _finish(axes, title or "length against time", "microseconds a board", "mean moves")
    return axes


def growth(rows: Sequence[GrowthRow], ax: Axes | None = None, *, title: str = "") -> Axes:
    """Moves divided by n³ against n, as `puzzle15.growth.measure` gives them, with the limits of the theory.

    >>> from puzzle15.growth import measure
    >>> growth(measure([4, 6, 8], boards=20)).get_ylabel()
    'moves / n³'
    """
    if not rows:
        raise UnsupportedError("there is nothing to draw: give one row or more")
    axes = _axes(ax)
    ns = [row.n for row in rows]
    series = {
        "greedy": [row.greedy for row in rows],
        "greedy, straight slides": [row.multi for row in rows],
        "peel": [row.peel for row in rows],
        "Manhattan distance": [row.manhattan for row in rows],
    }
    for colour, (name, values) in zip(COLOURS, series.items(), strict=False):
        if all(map(math.isnan, values)):
            continue
        axes.plot(ns, [y / n**3 for n, y in zip(ns, values, strict=True)], "o-", color=colour, label=name)
    for limit, colour in ((8 / 3, COLOURS[0]), (2 / 3, COLOURS[3])):
        axes.axhline(limit, color=colour, linestyle=":", linewidth=1)
    axes.set_ylim(bottom=0)
    axes.set_xscale("log")
    axes.set_xticks(ns, [str(n) for n in ns])
    axes.minorticks_off()
    _legend_beside(axes)
    _finish(axes, title or "growth with the board; dotted: 8/3 and 2/3", "n", "moves / n³")
    return axes


def to_svg(ax: Axes) -> str:
    """The figure of these axes as SVG for a page: no background, and black becomes the colour of the text.

    >>> from puzzle15 import explore
    >>> picture = to_svg(explore(2, 2).plot())
    >>> "currentColor" in picture, "<!DOCTYPE" in picture
    (True, False)
    """
    import io

    import matplotlib as mpl

    out = io.StringIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "puzzle15"}):
        ax.figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})  # type: ignore[union-attr]
    text = out.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    # Black text has no fill in this SVG, and takes that of the root.
    text = text[text.index("<svg") :].replace("<svg ", '<svg fill="currentColor" ', 1)
    return text.replace("#000000", "currentColor")


def _pairs(counts: Mapping[int, int] | Sequence[int]) -> list[tuple[int, int]]:
    pairs = list(counts.items() if isinstance(counts, Mapping) else enumerate(counts))
    if not sum(count for _, count in pairs):
        raise UnsupportedError("there is nothing to draw: all counts are 0")
    return pairs


def _axes(ax: Axes | None) -> Axes:
    """The axes given, or those of a new figure."""
    if ax is not None:
        return ax
    from puzzle15._support.numeric import prepare_matplotlib

    prepare_matplotlib()
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise not_imported(error, "plots need matplotlib", "plot") from error
    return pyplot.subplots(figsize=(7, 3.6), layout="constrained")[1]


def _finish(axes: Axes, title: str, along: str, up: str) -> None:
    """What all plots have in common."""
    axes.set_title(title, loc="left", fontsize="medium")
    axes.set_xlabel(along)
    axes.set_ylabel(up)
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.02)
    axes.locator_params(axis="y", nbins=6)
    if axes.get_ylim()[1] >= 10_000:
        axes.yaxis.set_major_formatter("{x:,.0f}")


def _legend_beside(axes: Axes) -> None:
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))


def _about(experiments: Sequence[Lengths]) -> str:
    one = experiments[0]
    sizes = {(other.rows, other.cols) for other in experiments}
    size = f" of {one.rows}×{one.cols}" if len(sizes) == 1 else ""
    counts = {other.n for other in experiments}
    return f"{one.n:,} random boards{size}" if len(counts) == 1 else f"random boards{size}"
