"""The proofs of Schofield's paper of 1967 as programs: every path gives what it is for."""

from __future__ import annotations

import hashlib
from itertools import pairwise, permutations
from statistics import fmean

import pytest

from puzzle15 import PuzzleError, UnsolvableError, goals, is_solvable
from puzzle15.twists.path import TwistPath
from puzzle15.twists.permutations import is_even, permutation, product
from puzzle15.twists.theorems import cycle_path, product_of_twists, transposition_cycles

CORNERS = str.maketrans("WXYZ", "ABCD")
TRANSPOSITIONS = list(permutations(range(8), 2))


def cycle(*squares: int) -> tuple[int, ...]:
    return permutation(f"({' '.join(map(str, squares))})")


@pytest.mark.parametrize("middle", range(8))
@pytest.mark.parametrize("step", [1, -1])
def test_lemma_a(middle: int, step: int) -> None:
    a, b, c = ((middle + step * at) % 8 for at in (-1, 0, 1))
    for squares in ((a, b, c), (b, c, a), (c, a, b)):
        path = cycle_path(*squares)
        assert path.permutation == cycle(a, b, c)
        assert path.twists == (1 if middle % 2 else 4)
        assert path.length == 4 * path.twists


def test_lemma_a_example() -> None:
    assert cycle_path(1, 2, 3) == TwistPath("AB'A'B")


def test_lemma_a_refuses_everything_else() -> None:
    legal = 0
    for squares in permutations(range(8), 3):
        try:
            cycle_path(*squares)
            legal += 1
        except PuzzleError:
            pass
    assert legal == 8 * 2 * 3
    for a, b, c in [(1, 1, 2), (7, 8, 9), (-1, 0, 1), (1.5, 2, 3), ("0", "1", "2")]:
        with pytest.raises(PuzzleError, match=r"no cycle of three neighbours; take such as"):
            cycle_path(a, b, c)  # type: ignore[arg-type]


@pytest.mark.parametrize(("a", "b"), TRANSPOSITIONS)
@pytest.mark.parametrize("before", [False, True])
def test_lemma_b(a: int, b: int, before: bool) -> None:
    found = transposition_cycles(a, b, before=before)
    factors = [cycle_path(*squares).permutation for squares in found.cycles]
    swap = cycle(*found.swap)
    assert product([swap, *factors] if before else [*factors, swap]) == cycle(a, b)
    assert found.swap[0] == a
    assert (found.swap[1] - a) % 8 in (1, 7)
    assert len(found.cycles) == min((a - b) % 8, (b - a) % 8) - 1


@pytest.mark.parametrize(("a", "b"), [(3, 3), (0, 8), (-1, 2)])
def test_lemma_b_refuses(a: int, b: int) -> None:
    with pytest.raises(PuzzleError, match="two different squares of 0 to 7"):
        transposition_cycles(a, b)


def test_theorem_2() -> None:
    even = [p for p in permutations(range(8)) if is_even(p)]
    paths = [product_of_twists(p) for p in even]
    assert len(paths) == 20_160
    for p, path in zip(even, paths, strict=True):
        assert path.permutation == p
        assert all(one != two for one, two in pairwise(path.translate(CORNERS)))
    # As the module says.
    lengths = [path.length for path in paths]
    assert (max(map(len, paths)), round(fmean(map(len, paths)), 1)) == (31, 16.3)
    assert (max(lengths), round(fmean(lengths), 1)) == (118, 62.0)
    # The choices of the recipe, such as the way round at distance four, pinned.
    assert hashlib.sha256("\n".join(paths).encode()).hexdigest()[:16] == "4c8e1448ce2369fa"


@pytest.mark.parametrize("text", ["(15)(47)", "(15)(26)", "(04)(15)(26)(37)", "()"])
def test_theorem_2_from_text(text: str) -> None:
    path = product_of_twists(text)
    assert path.permutation == permutation(text)
    assert path == product_of_twists(permutation(text)) == path.reduced()


def test_odd_ones_are_refused() -> None:
    goal = goals.spiral(3, 3)
    for a, b in TRANSPOSITIONS:
        with pytest.raises(UnsolvableError, match=r"is odd.* with \(1 2\) before it, it is even") as caught:
            product_of_twists(cycle(a, b))
        nearest = caught.value.nearest
        assert is_solvable(nearest, goal=goal)
        path = product_of_twists(product([cycle(1, 2), cycle(a, b)]))
        assert path.apply(nearest) == goal
        assert caught.value.swap == (nearest[1], nearest[0])
    with pytest.raises(UnsolvableError):
        product_of_twists("(01234567)")
