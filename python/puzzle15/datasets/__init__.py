"""Boards with answers, to learn from: the length of a shortest solution and the moves that begin one.

>>> import tempfile
>>> from puzzle15 import datasets
>>> with tempfile.TemporaryDirectory() as folder:
...     made = datasets.write(f"{folder}/some.npz", 1000, (3, 3), seed=1)
...     data = datasets.read(f"{folder}/some.npz")
>>> data
Dataset(1000 boards of 3×3, lengths 6 to 30, optimal)
>>> data.boards[0], int(data.lengths[0]), f"{data.first_moves[0]:04b}"
(array([2, 0, 5, 1, 8, 6, 7, 3, 4], dtype=uint8), 19, '0010')

A `BoardSet` is a set of boards with their distances in a few bytes each, for a game to pick from.
"""

from puzzle15.datasets.board_set import BoardSet, KnownBoard
from puzzle15.datasets.dataset import Dataset, read
from puzzle15.datasets.writing import write

__all__ = ["BoardSet", "Dataset", "KnownBoard", "read", "write"]
