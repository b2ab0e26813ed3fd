"""`Layers`: what an exhaustive search finds, to read, print, draw, save and load."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from html import escape
from math import perm
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzle15._core import Board
from puzzle15._support import decoding
from puzzle15._support.files import read_json, write_json
from puzzle15._support.sealed import CHECKSUM, FileKind, check_sum
from puzzle15.errors import FileError, UnsupportedError
from puzzle15.goals import MAX_CELLS
from puzzle15.typing import Metric

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

__all__ = ["LayerArrays", "Layers", "Position"]

_KIND = FileKind("puzzle15 layers", 1, "layers")


class LayerArrays(NamedTuple):
    """The figures of `Layers` as arrays: by depth; by depth, row and column; the maxima by row and column.

    In `maxima` a cell that is off the board, or that the blank never reaches, is -1.

    >>> from puzzle15 import explore
    >>> arrays = explore(2, 2).arrays()
    >>> arrays.counts, arrays.by_cell.shape, arrays.maxima.tolist()
    (array([1, 2, 2, 2, 2, 2, 1]), (7, 2, 2), [[6, 5], [5, 4]])
    """

    counts: NDArray[np.int64]
    by_cell: NDArray[np.int64]
    maxima: NDArray[np.int64]


@dataclass(frozen=True)
class Position:
    """A state of a puzzle in which some tiles are alike or some cells are off the board.

    `rows` has 0 for the blank, None for a tile that is not told apart, and "#" for a cell off the board.

    >>> from puzzle15 import explore
    >>> position = explore(2, 3, tiles=[1, 2]).antipodes()[0]
    >>> print(position)
    0 1 ·
    2 · ·
    >>> position.rows
    ((0, 1, None), (2, None, None))
    """

    rows: tuple[tuple[int | str | None, ...], ...]

    def __str__(self) -> str:
        """The board in rows, with a dot for every tile that is not told apart."""
        shown = [["·" if tile is None else str(tile) for tile in row] for row in self.rows]
        width = max(len(tile) for row in shown for tile in row)
        return "\n".join(" ".join(tile.rjust(width) for tile in row) for row in shown)


@dataclass(frozen=True)
class Layers:
    """How many states there are at each depth, and the deepest of them.

    Made by `explore`. Two are equal if puzzle and result are the same, however long the search took.

    - What was searched: `rows`, `cols`, `removed`, `tiles`, `homes`, `goal`, `sources`, `after`, `metric`.
    - What was found: `by_cell[depth][cell]`, how many states there are at a depth with the blank in a cell;
      `deepest`, the deepest states cell by cell with -1 for tiles that are alike; `kept`, `kept_homes` and
      `kept_depths`, what `keep=` asked for.
    - What it took: `seconds`, `bytes_used`, `threads`, `lean`.

    >>> from puzzle15 import explore
    >>> layers = explore(2, 3)
    >>> layers
    <Layers of 2×3: 360 states, diameter 21, mean 12.6222>
    >>> layers.counts[:8]
    (1, 2, 3, 5, 6, 7, 10, 12)
    >>> layers.maxima
    ((19, 20, 21), (20, 19, 20))
    """

    rows: int
    cols: int
    removed: tuple[int, ...]
    """Cells off the board."""
    tiles: tuple[int, ...] | None
    """The tiles told apart; None if all are."""
    homes: tuple[int, ...]
    """The home cells of these tiles, or of all in the order of their numbers."""
    goal: str | None
    """The goal, if one was given."""
    sources: tuple[tuple[int, int], ...]
    """The cells of the blank that the search started from, each with its depth."""
    after: tuple[str, ...]
    """The fingerprints of the layers that the search went on from."""
    metric: Metric
    by_cell: tuple[tuple[int, ...], ...] = field(repr=False)
    """By depth and cell of the blank: how many states there are."""
    deepest: tuple[tuple[int, ...], ...] | None = field(repr=False)
    """The deepest states, see `antipodes`; None if there are more than ten thousand."""
    seconds: float = field(compare=False)
    """How long the search took."""
    bytes_used: int = field(compare=False)
    """How much memory it took."""
    threads: int = field(compare=False)
    lean: bool = field(compare=False)
    """Whether it kept one bit a state instead of two."""
    kept: tuple[int, ...] | None = None
    """The tiles that were kept, with their homes, and the greatest depth for each of their places."""
    kept_homes: tuple[int, ...] | None = None
    kept_depths: bytes | None = field(default=None, repr=False)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many states there are at each depth.

        >>> from puzzle15 import explore
        >>> explore(2, 2).counts
        (1, 2, 2, 2, 2, 2, 1)
        """
        return tuple(map(sum, self.by_cell))

    @property
    def states(self) -> int:
        """How many states can be reached.

        >>> from puzzle15 import explore
        >>> explore(3, 3).states
        181440
        """
        return sum(self.counts)

    @property
    def total(self) -> int:
        """How many states the puzzle has, reached or not.

        If all tiles, or all but one, are told apart, the parity rules out half of their orders: those do not
        count.

        >>> from puzzle15 import explore
        >>> explore(3, 3).total, explore(3, 3, tiles=[1, 2]).total
        (181440, 504)
        """
        cells = self.rows * self.cols - len(self.removed)
        tiles = cells - 1 if self.tiles is None else len(self.tiles)
        every = perm(cells, tiles + 1)
        # Several sources may have both parities.
        return every // 2 if tiles >= cells - 2 and self.states <= every // 2 else every

    @property
    def complete(self) -> bool:
        """Whether every state was reached, so that `diameter` is a bound for all of them.

        On a ring of cells, for instance, tiles never pass each other. If some tiles are told apart and not
        every state of theirs is reached, `explore` warns.

        >>> from puzzle15 import explore
        >>> explore(3, 3, tiles=[1, 2]).complete, explore(3, 3, removed=[4]).complete
        (True, False)
        """
        return self.states == self.total

    @property
    def diameter(self) -> int:
        """The greatest depth.

        >>> from puzzle15 import explore
        >>> explore(3, 3).diameter, explore(3, 3, metric="multi").diameter
        (31, 24)
        """
        return len(self.by_cell) - 1

    @property
    def mean(self) -> float:
        """The mean depth.

        >>> from puzzle15 import explore
        >>> round(explore(3, 3).mean, 4)
        21.9724
        """
        return sum(depth * count for depth, count in enumerate(self.counts)) / self.states

    @cached_property
    def maxima(self) -> tuple[tuple[int | None, ...], ...]:
        """The greatest depth by first cell of the blank, row by row; None where the blank never is.

        >>> from puzzle15 import explore
        >>> explore(3, 3).maxima
        ((30, 29, 30), (29, 30, 31), (30, 31, 30))
        """
        cells = [
            max((depth for depth, level in enumerate(self.by_cell) if level[cell]), default=None)
            for cell in range(self.rows * self.cols)
        ]
        return tuple(tuple(cells[row * self.cols :][: self.cols]) for row in range(self.rows))

    def antipodes(self) -> list[Board] | list[Position]:
        """The deepest boards; each a `Position` if tiles are alike or cells are off the board.

        >>> from puzzle15 import explore
        >>> explore(3, 3).antipodes()
        [Board('6 4 7/8 5 0/3 2 1'), Board('8 6 7/2 5 4/3 0 1')]
        """
        if self.deepest is None:
            raise UnsupportedError(
                f"there are {self.counts[-1]:,} states at depth {self.diameter}: too many to have been listed"
            )
        if self.tiles is None and not self.removed:
            return [Board(state, self.rows, self.cols) for state in self.deepest]
        return [Position(self._position(state)) for state in self.deepest]

    def _position(self, state: Sequence[int]) -> tuple[tuple[int | str | None, ...], ...]:
        cells = [
            "#" if cell in self.removed else None if tile < 0 else tile for cell, tile in enumerate(state)
        ]
        return tuple(tuple(cells[row * self.cols :][: self.cols]) for row in range(self.rows))

    def arrays(self) -> LayerArrays:
        """The figures as NumPy arrays.

        >>> from puzzle15 import explore
        >>> explore(2, 3).arrays().counts.sum()
        np.int64(360)
        """
        from puzzle15._support.numeric import np

        by_cell = np.array(self.by_cell, dtype=np.int64).reshape(-1, self.rows, self.cols)
        maxima = [[-1 if depth is None else depth for depth in row] for row in self.maxima]
        return LayerArrays(by_cell.sum(axis=(1, 2)), by_cell, np.array(maxima, dtype=np.int64))

    @property
    def title(self) -> str:
        """What was searched, in a line; cells are counted from 1.

        >>> from puzzle15 import explore
        >>> print(explore(3, 3, tiles=[1, 2, 3], blank=4, metric="multi").title)
        3×3, tiles 1, 2, 3 told apart, blank at home in cell 5, multi-tile moves
        """
        parts = [f"{self.rows}×{self.cols}"]
        if self.removed:
            parts[0] += f" without {counted('cell', [cell + 1 for cell in self.removed])}"
        if self.tiles is not None:
            parts.append(f"{counted('tile', self.tiles)} told apart" if self.tiles else "no tiles told apart")
        if self.goal is not None:
            parts.append(f"goal {self.goal}")
        if self.after:
            parts.append(f"going on from {len(self.after)} other search{'es' * (len(self.after) != 1)}")
        elif len(self.sources) == 1 and self.sources[0][1] == 0:
            parts.append(f"blank at home in cell {self.sources[0][0] + 1}")
        else:
            sources = [f"{cell + 1} (depth {offset})" for cell, offset in self.sources]
            parts.append(f"blank at home in {counted('cell', sources)}")
        return ", ".join([*parts, f"{self.metric}-tile moves"])

    def __repr__(self) -> str:
        """A line with the main figures."""
        return (
            f"<Layers of {self.rows}×{self.cols}: {self.states:,} states, diameter {self.diameter}, "
            f"mean {self.mean:.4f}>"
        )

    def __str__(self) -> str:
        """A table of the counts, with the main figures and the maxima under it."""
        width = max(len("states"), *(len(f"{count:,}") for count in self.counts))
        lines = [self.title, "", f"depth  {'states':>{width}}"]
        lines += [f"{depth:5}  {count:{width},}" for depth, count in enumerate(self.counts)]
        lines += ["", self._summary(), "maxima by first cell of the blank:", self.maxima_text()]
        return "\n".join(lines)

    def maxima_text(self) -> str:
        """The maxima as a grid of numbers, with a dot for cells where the blank never is.

        >>> from puzzle15 import explore
        >>> print(explore(2, 3).maxima_text())
        19 20 21
        20 19 20
        """
        cells = [["·" if depth is None else str(depth) for depth in row] for row in self.maxima]
        width = max(len(cell) for row in cells for cell in row)
        return "\n".join(" ".join(cell.rjust(width) for cell in row) for row in cells)

    def _summary(self) -> str:
        return (
            f"{self.states:,} states, diameter {self.diameter}, mean {self.mean:.4f}; "
            f"{self.seconds:.3g} s on {self.threads} thread{'s' * (self.threads != 1)}, "
            f"{self.bytes_used / 1e6:,.1f} MB"
        )

    def svg(self, width: int = 640, height: int = 240) -> str:
        """A picture with a bar for each depth, as high as its number of states.

        >>> from puzzle15 import explore
        >>> picture = explore(2, 3).svg()
        >>> picture.startswith("<svg") and picture.count("<rect") == 22
        True
        """
        left, bottom, top = 8, 36, 30
        step = (width - 2 * left) / len(self.counts)
        scale = (height - top - bottom) / max(self.counts)
        bars = []
        for depth, count in enumerate(self.counts):
            tall = max(count * scale, 1 if count else 0)
            x, y = left + depth * step, height - bottom - tall
            bars.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(step - 1, 1):.1f}" height="{tall:.1f}">'
                f"<title>depth {depth}: {count:,}</title></rect>"
            )
        every = max(1, round(len(self.counts) / 12))
        place = f'y="{height - 20}" text-anchor="middle"'
        labels = [
            f'<text x="{left + (depth + 0.5) * step:.1f}" {place}>{depth}</text>'
            for depth in range(0, len(self.counts), every)
        ]
        size = min(13.0, 1.8 * width / len(self.title))
        foot = f"{self.states:,} states, diameter {self.diameter}, mean {self.mean:.4f}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" font-family="system-ui, sans-serif" font-size="11" '
            f'fill="currentColor"><title>{escape(self.title)}: states by depth</title>'
            f'<text x="{left}" y="16" font-size="{size:.1f}">{escape(self.title)}</text>'
            f'<g fill="#3572b0">{"".join(bars)}</g>{"".join(labels)}'
            f'<text x="{left}" y="{height - 5}">{escape(foot)}</text></svg>'
        )

    def plot(self, ax: Axes | None = None) -> Axes:
        """The same with matplotlib; see `puzzle15.plot`.

        >>> from puzzle15 import explore
        >>> explore(2, 3).plot().get_xlabel()
        'depth'
        """
        from puzzle15 import plot

        return plot.histogram(self.counts, ax, title=self.title)

    def _repr_html_(self) -> str:
        cells = "".join(
            "<tr>" + "".join(f"<td>{'' if depth is None else depth}</td>" for depth in row) + "</tr>"
            for row in self.maxima
        )
        caption = '<caption style="white-space:nowrap">maxima by first cell of the blank</caption>'
        return f"<div>{self.svg()}<table>{caption}{cells}</table></div>"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything to a file, as JSON with a checksum. `load` reads it again.

        >>> import os, tempfile
        >>> from puzzle15 import explore
        >>> layers = explore(2, 3)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     layers.save(os.path.join(folder, "2x3.json"))
        ...     Layers.load(os.path.join(folder, "2x3.json")) == layers
        True
        """
        write_json(path, self.to_json())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Layers:
        """Read what `save` has written, and check that it is not damaged.

        >>> Layers.load("no such file.json")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        puzzle15.errors.FileError: cannot read no such file.json: ...
        """
        data = read_json(path)
        try:
            return cls.from_json(data)
        except FileError as error:
            raise FileError(f"{os.fspath(path)} cannot be used: {error.facts}") from None

    def to_json(self) -> dict[str, Any]:
        """Everything as a dictionary for JSON, with a checksum.

        >>> from puzzle15 import explore
        >>> Layers.from_json(explore(2, 2).to_json()).diameter
        6
        """
        contents = self._contents(field.name for field in fields(self))
        return _KIND.sealed(contents, _checksum(contents))

    @property
    def fingerprint(self) -> str:
        """A name that is the same only for searches with the same result.

        >>> from puzzle15 import explore
        >>> explore(2, 2).fingerprint == explore(2, 2, threads=1).fingerprint != explore(2, 3).fingerprint
        True
        """
        return _checksum(self._contents(field.name for field in fields(self) if field.compare))

    def _contents(self, names: Iterable[str]) -> dict[str, Any]:
        contents = {name: getattr(self, name) for name in names}
        if "kept_depths" in contents and self.kept_depths is not None:
            contents["kept_depths"] = base64.b64encode(self.kept_depths).decode()
        return contents

    @classmethod
    def from_json(cls, data: Any) -> Layers:
        """Make layers from what `to_json` returned, or from what was read from its file.

        >>> Layers.from_json({"format": "another"})
        Traceback (most recent call last):
        puzzle15.errors.FileError: it does not hold layers
        """
        checked = _KIND.check(data)
        layers = cls(**_decoded(checked))
        contents = layers._contents(field.name for field in fields(cls))
        check_sum(checked.get(CHECKSUM), _checksum(contents))
        return layers


def _decoded(data: dict[str, Any]) -> dict[str, Any]:
    """The fields of layers, each of its type, and in agreement with each other."""
    rows = decoding.field(data, "rows", decoding.whole(2, MAX_CELLS))
    cols = decoding.field(data, "cols", decoding.whole(2, MAX_CELLS // rows))
    cell, tile = decoding.whole(0, rows * cols - 1), decoding.whole()
    cells = decoding.items(cell)
    readers: dict[str, decoding.Reader[Any]] = {
        "removed": cells,
        "tiles": decoding.maybe(decoding.items(tile)),
        "homes": cells,
        "goal": decoding.maybe(decoding.text),
        "sources": decoding.items(_source(cell)),
        "after": decoding.items(decoding.text),
        "metric": decoding.one_of("single", "multi"),
        "by_cell": decoding.items(decoding.items(decoding.whole(), rows * cols)),
        "deepest": decoding.maybe(decoding.items(decoding.items(decoding.whole(-1), rows * cols))),
        "seconds": decoding.number,
        "bytes_used": decoding.whole(),
        "threads": decoding.whole(1),
        "lean": decoding.flag,
        "kept": decoding.maybe(decoding.items(tile)),
        "kept_homes": decoding.maybe(cells),
        "kept_depths": decoding.maybe(decoding.bytes_of_base64),
    }
    contents = {name: decoding.field(data, name, read) for name, read in readers.items()}
    if not contents["by_cell"] or not any(map(any, contents["by_cell"])):
        raise FileError("it is damaged: it has no states")
    return {"rows": rows, "cols": cols, **contents}


def _source(cell: decoding.Reader[int]) -> decoding.Reader[tuple[int, int]]:
    """Reads a cell of the blank and its depth."""

    def read(value: object) -> tuple[int, int]:
        place, depth = decoding.pair(decoding.whole())(value)
        return cell(place), depth

    return read


def _checksum(contents: dict[str, Any]) -> str:
    text = json.dumps(contents, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def counted(noun: str, items: Sequence[object]) -> str:
    """A list with its noun."""
    return f"{noun}{'s' * (len(items) != 1)} {', '.join(map(str, items))}"
