"""What Karlemo and Östergård print of Theorem 1, by the names of its figures in `puzzle15 reproduce`."""

from __future__ import annotations

__all__ = ["THEOREM_1"]

THEOREM_1 = {
    "24-puzzle, first step: states": 2_422_728_000,
    "24-puzzle, first step: depth": 86,
    "24-puzzle, middle step: states": 3_047_466_240,
    "24-puzzle, middle step: depth": 75,
    "24-puzzle, middle step: maxima, row 1": "· 75 74 73 74",
    "24-puzzle, middle step: maxima, row 2": "75 74 75 74 73",
    "24-puzzle, middle step: maxima, row 3": "74 75 74 73 74",
    "24-puzzle, middle step: maxima, row 4": "75 74 75 74 75",
    "Theorem 1: its three parts": (86, 73, 51),
    "Theorem 1: bound": 210,
}
