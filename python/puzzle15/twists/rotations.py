"""The five-puzzle as a dodecahedron: its 60 permutations are the 60 rotations, class by class.

The problem: show what Schofield's paper of 1967 says in a table, that permutations of the five-puzzle and
rotations of a dodecahedron are the same group, and which axis belongs to which permutations. Five cubes fit
into a dodecahedron, with their corners among its own. A rotation permutes the cubes: that is the permutation.

>>> for row in dodecahedron():
...     print(row)
20 cyclic permutations of 3 pieces: 10 axes through opposite vertices, 2π/3, 4π/3
24 cyclic permutations of 5 pieces: 6 axes through opposite faces, 2π/5, 4π/5, 6π/5, 8π/5
15 pairs of transpositions: 15 axes through opposite edges, π

A rotation is a tuple of 20: `r[v]` is where vertex `v` goes. Products are read from left to right. Both
functions compute all from the vertices' coordinates, in a few milliseconds.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import dist, sqrt
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from puzzle15.twists.permutations import Permutation

__all__ = ["AxisRow", "Rotation", "dodecahedron", "isomorphism"]

Rotation: TypeAlias = tuple[int, ...]
"""Where each of the vertices 0 to 19 goes."""

_Point: TypeAlias = tuple[float, float, float]

_PHI = (1 + sqrt(5)) / 2


def _turns(x: float, y: float, z: float) -> list[_Point]:
    """A point, and those with its coordinates moved round."""
    return [(x, y, z), (z, x, y), (y, z, x)]


def _dot(a: _Point, b: _Point) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


# A cube's corners come first; on each of its faces, the dodecahedron has a roof with one edge as its ridge.
_VERTICES: list[_Point] = list(product((-1.0, 1.0), (-1.0, 1.0), (-1.0, 1.0)))
_VERTICES += [p for s, t in product((-1, 1), repeat=2) for p in _turns(0, s / _PHI, t * _PHI)]
_EDGES = [frozenset((u, v)) for u, v in combinations(range(20), 2) if dist(_VERTICES[u], _VERTICES[v]) < 1.3]
_NORMALS = [p for s, t in product((-1, 1), repeat=2) for p in _turns(0, s * _PHI, t)]
_FACES = [frozenset(v for v in range(20) if _dot(_VERTICES[v], normal) > 2.6) for normal in _NORMALS]


class AxisRow(NamedTuple):
    """A class of permutations, and the axes of the rotations that they are.

    >>> dodecahedron()[0].axes
    10
    """

    name: str
    """The class, by what its permutations do."""

    permutations: int
    """How many they are."""

    kind: str
    """What the axes go through: opposite vertices, faces or edges."""

    axes: int
    """How many axes there are."""

    angles: str
    """The angles of the rotations about each axis."""

    def __str__(self) -> str:
        """The row in words."""
        axes = f"{self.axes} axes through opposite {self.kind}"
        return f"{self.permutations} {self.name}: {axes}, {self.angles}"


def dodecahedron() -> list[AxisRow]:
    """The paper's table of permutations and axes, found by looking at what each rotation leaves in place.

    >>> [(row.permutations, row.axes, row.kind) for row in dodecahedron()]
    [(20, 10, 'vertices'), (24, 6, 'faces'), (15, 15, 'edges')]
    """
    names = {
        3: "cyclic permutations of 3 pieces",
        5: "cyclic permutations of 5 pieces",
        4: "pairs of transpositions",
    }
    rows = []
    for moved, name in names.items():
        rotations = [r for p, r in isomorphism().items() if sum(p[s] != s for s in range(8)) == moved]
        fixed = {_fixed(rotation) for rotation in rotations}
        (kind,) = {kind for kind, _ in fixed}
        # The rotations about an axis and the identity are all multiples of one angle.
        parts = len(rotations) // len(fixed) + 1
        angles = ", ".join(_angle(Fraction(2 * part, parts)) for part in range(1, parts))
        rows.append(AxisRow(name, len(rotations), kind, len(fixed), angles))
    return rows


@cache
def isomorphism() -> MappingProxyType[Permutation, Rotation]:
    """Each permutation of the five-puzzle with its rotation; products of permutations are those of rotations.

    >>> from puzzle15.twists.permutations import permutation
    >>> rotation = isomorphism()[permutation("(012)")]
    >>> [vertex for vertex in range(20) if rotation[vertex] == vertex]
    [10, 19]
    """
    rotations = _rotations()
    cubes = sorted({tuple(sorted(rotation[:8])) for rotation in rotations})
    number = {frozenset(cube): at for at, cube in enumerate(cubes)}
    return MappingProxyType(
        {
            (*(number[frozenset(rotation[v] for v in cube)] for cube in cubes), 5, 6, 7): rotation
            for rotation in rotations
        }
    )


def _rotations() -> list[Rotation]:
    """All rotations: each takes the first edge to one of the 60 directed edges."""
    directed = [ends for u, v in map(sorted, _EDGES) for ends in ((u, v), (v, u))]
    views = [_seen_from(_VERTICES[u], _VERTICES[v]) for u, v in directed]
    return [tuple(view[at] for at in sorted(views[0], key=views[0].__getitem__)) for view in views]


def _seen_from(u: _Point, v: _Point) -> dict[_Point, int]:
    """Each vertex by where it is as seen from an edge, which is the same for all edges."""
    normal = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    return {
        (round(_dot(w, u), 3), round(_dot(w, v), 3), round(_dot(w, normal), 3)): at
        for at, w in enumerate(_VERTICES)
    }


def _fixed(rotation: Rotation) -> tuple[str, frozenset[frozenset[int]]]:
    """The kind of axis, and the two vertices, edges or faces that it goes through: those left in place."""
    kinds = {"vertices": [frozenset([v]) for v in range(20)], "edges": _EDGES, "faces": _FACES}
    found = {
        kind: frozenset(part for part in parts if {rotation[v] for v in part} == part)
        for kind, parts in kinds.items()
    }
    ((kind, ends),) = ((kind, ends) for kind, ends in found.items() if len(ends) == 2)
    return kind, ends


def _angle(of_pi: Fraction) -> str:
    """An angle as text, such as 2π/3."""
    return f"{of_pi.numerator}π/{of_pi.denominator}" if of_pi != 1 else "π"
