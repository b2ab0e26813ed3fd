"""The five-puzzle of Schofield's paper of 1967, its trees, its dodecahedron and the bound that it gives."""

from __future__ import annotations

from itertools import combinations, permutations
from itertools import product as choices
from math import dist

import pytest

from puzzle15 import Board, InvalidMoveError, goals, solve
from puzzle15.twists.five import TwistTree, eight_puzzle_bound, five_puzzle, twist_tree
from puzzle15.twists.path import TWISTS, TwistPath
from puzzle15.twists.permutations import IDENTITY, is_even, product
from puzzle15.twists.rotations import (
    _EDGES,
    _FACES,
    _VERTICES,
    AxisRow,
    Rotation,
    dodecahedron,
    isomorphism,
)

Point = tuple[float, float, float]

FIVE = {(*p, 5, 6, 7) for p in permutations(range(5)) if is_even((*p, 5, 6, 7))}


def all_paths(twists: int) -> list[TwistPath]:
    """Every path of so many twists of the five-puzzle, no corner twice in a row."""
    corners = ["AW", "BX"]
    both = [[corners[(at + begin) % 2] for at in range(twists)] for begin in range(min(twists, 1) + 1)]
    return [TwistPath("".join(letters)) for corner in both for letters in choices(*corner)]


ALL_PATHS = [path for twists in range(8) for path in all_paths(twists)]


def test_paths_are_shortest() -> None:
    best: dict[tuple[int, ...], tuple[int, int, list[int]]] = {}
    for path in ALL_PATHS:
        key = (path.length, path.twists, [TWISTS.index(twist) for twist in path])
        best[path.permutation] = min(best.get(path.permutation, key), key)
    shortest = five_puzzle().ways
    assert set(shortest) == FIVE
    for p, path in shortest.items():
        assert path.permutation == p
        assert (path.length, path.twists, [TWISTS.index(twist) for twist in path]) == best[p]


def test_paths_need_no_help_from_the_bottom_row_nor_beat_the_solver() -> None:
    """Boards of 2×3 are another check: the blank goes from the middle of the lower row back to it."""
    goal = Board("1 2 3/8 0 4")
    names = [8, 1, 2, 3, 4]
    for p, path in five_puzzle().ways.items():
        at = [names[p[square]] for square in range(5)]
        board = Board([[at[1], at[2], at[3]], [at[0], 0, at[4]]])
        assert len(solve(board, goal=goal).moves) == path.length
        assert path.apply(Board([*at[1:4], at[0], 0, at[4], 7, 6, 5])) == goals.spiral(3, 3)


def test_counts() -> None:
    puzzle = five_puzzle()
    assert puzzle is five_puzzle()
    assert (puzzle.order, puzzle.most_moves, puzzle.most_twists) == (60, 20, 6)
    assert puzzle.by_moves == {0: 1, 4: 4, 6: 2, 8: 6, 10: 8, 12: 10, 14: 14, 16: 9, 18: 4, 20: 2}
    assert puzzle.by_class == {
        "identity": 1,
        "three-cycle": 20,
        "five-cycle": 24,
        "pair of transpositions": 15,
    }
    assert len({path.permutation for path in ALL_PATHS if path.twists <= 5}) == 59
    assert len({path.permutation for path in ALL_PATHS if path.twists <= 6}) == 60


def test_two_trees_and_their_reflections_have_everything() -> None:
    trees = [twist_tree("A"), twist_tree("W")]
    paths = [node.path for tree in trees for node in tree]
    paths += [path.turned(4) for path in paths]
    found = {path.permutation: path.length for path in paths} | {IDENTITY: 0}
    assert found == {p: path.length for p, path in five_puzzle().ways.items()}
    assert all(path.length == found[path.permutation] for path in paths)
    assert max(path.twists for path in paths) == 6
    for tree in trees:
        assert len({node.permutation for node in tree}) == sum(1 for _ in tree)
    for here, there in [("A", "X"), ("W", "B")]:
        turned = {node.path.turned(4) for node in twist_tree(here)}
        assert turned == {node.path for node in twist_tree(there)}


@pytest.mark.parametrize("first", "AWBX")
def test_trees_are_pruned_only_where_another_path_is_shorter(first: str) -> None:
    shortest = five_puzzle().ways

    def check(node: TwistTree) -> None:
        others = "BX" if node.path[-1] in "AW" else "AW"
        onward = [TwistPath(node.path + twist) for twist in others]
        kept = [path for path in onward if path.length == shortest[path.permutation].length]
        assert [branch.path for branch in node.branches] == kept
        assert (node.length, node.permutation) == (node.path.length, node.path.permutation)
        for branch in node.branches:
            check(branch)

    check(twist_tree(first))
    assert twist_tree(first).path == first


def test_drawn_tree() -> None:
    lines = str(twist_tree()).splitlines()
    assert len(lines) == sum(1 for _ in twist_tree())
    assert lines[:6] == [
        "A 4 (0 1 2)",
        "├─ B 8 (0 1 3 4 2)",
        "│  ├─ a 10 (0 2 1 3 4)",
        "│  │  ├─ B 14 (0 3 2 1 4)",
        "│  │  │  └─ a 16 (0 3)(1 4)",
        "│  │  └─ X 14 (0 4)(1 2)",
    ]


@pytest.mark.parametrize("first", ["C", "", "AB", "a"])
def test_trees_of_other_twists_are_refused(first: str) -> None:
    with pytest.raises(InvalidMoveError, match="the five-puzzle has the twists A, B, W and X"):
        twist_tree(first)


def after(first: Rotation, second: Rotation) -> Rotation:
    return tuple(second[vertex] for vertex in first)


def test_isomorphism() -> None:
    rotation = isomorphism()
    assert set(rotation) == FIVE
    assert len(set(rotation.values())) == 60
    assert all(sorted(r) == list(range(20)) for r in rotation.values())
    for p, q in choices(FIVE, repeat=2):
        assert rotation[product([p, q])] == after(rotation[p], rotation[q])


def turn(u: Point, v: Point, w: Point) -> float:
    """The volume that three points span, negative if they are the other way round."""
    return (
        u[0] * (v[1] * w[2] - v[2] * w[1])
        + u[1] * (v[2] * w[0] - v[0] * w[2])
        + u[2] * (v[0] * w[1] - v[1] * w[0])
    )


def test_rotations_are_rotations() -> None:
    """They keep all distances, and do not reflect."""
    apart = [[dist(u, v) for v in _VERTICES] for u in _VERTICES]
    for r in isomorphism().values():
        assert all(abs(apart[u][v] - apart[r[u]][r[v]]) < 1e-9 for u, v in combinations(range(20), 2))
        here, there = (turn(*(_VERTICES[v] for v in corners)) for corners in ((1, 2, 4), (r[1], r[2], r[4])))
        assert here == pytest.approx(there)
        assert here != pytest.approx(0)


def test_parts_of_the_dodecahedron() -> None:
    assert (len(set(_VERTICES)), len(_EDGES), len(set(_FACES))) == (20, 30, 12)
    assert {len(face) for face in _FACES} == {5}
    assert all(sum(edge <= face for face in _FACES) == 2 for edge in _EDGES)
    assert all(sum(vertex in edge for edge in _EDGES) == 3 for vertex in range(20))


def test_dodecahedron() -> None:
    assert dodecahedron() == [
        AxisRow("cyclic permutations of 3 pieces", 20, "vertices", 10, "2π/3, 4π/3"),
        AxisRow("cyclic permutations of 5 pieces", 24, "faces", 6, "2π/5, 4π/5, 6π/5, 8π/5"),
        AxisRow("pairs of transpositions", 15, "edges", 15, "π"),
    ]


def test_bound() -> None:
    bound = eight_puzzle_bound()
    assert bound == (6, 6, 48, 22, 20, 42)
    assert (bound.row_twists, bound.five_twists, bound.moves, bound.better) == (6, 6, 48, 42)
    assert len(str(bound).splitlines()) == 4
    assert "48" in str(bound)
    assert "42" in str(bound)


def test_row_comes_home_in_so_many_twists() -> None:
    """Another way: the places of the row's pieces, one twist after the other."""
    reached: list[set[tuple[int, ...]]] = [{(5, 6, 7)}]
    while len(seen := set().union(*reached)) < 336:
        twists = [TwistPath(twist).permutation for twist in TWISTS]
        reached.append({tuple(p[square] for square in places) for places in seen for p in twists})
    assert len(reached) - 1 == eight_puzzle_bound().row_twists
