"""Bounds: those of the paper, and better ones, each checked from its layers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from puzzle15 import FileError, UnsupportedError, bounds, explore, reference
from puzzle15.bounds import RECIPES, Bound, Recipe, prove
from puzzle15.reproduce.figures import Run
from puzzle15.reproduce.papers import karlemo
from tests.support.theorem_1 import THEOREM_1

SMALL = Recipe("the 8-puzzle", 3, 3, steps=((1, 2, 3), (4, 7)))


# Proofs that take 20 seconds and more.
LONG = {"15: 89", "15 in slides: 53", "24: 208", "24: 210"}


@pytest.fixture(scope="module")
def theorem_1() -> Bound:
    """The proof of Theorem 1, which several tests look at."""
    return prove("24: 210")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in RECIPES]
)
def test_every_recipe_proves_what_its_name_says(
    name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    bound = request.getfixturevalue("theorem_1") if name == "24: 210" else prove(name)
    assert bound.recipe == RECIPES[name]
    assert bound.value == int(name.split(": ")[1])
    unit = "slides" if bound.recipe.metric == "multi" else "moves"
    assert f"at most {bound.value} {unit}" in str(bound)
    bound.save(tmp_path / "bound.json")
    assert Bound.load(tmp_path / "bound.json") == bound


def test_the_proofs_of_the_paper_as_it_prints_them() -> None:
    text = str(prove("15: 91"))
    assert text.endswith("  together 62 + 29 = 91")
    assert "     ·  ·  ·  ·\n     · 30 29 30\n     · 29 30 31\n     · 30 31 30" in text
    assert str(prove("15: 93")).endswith("  together 62 + 31 = 93")


@pytest.mark.slow
def test_the_steps_of_theorem_1(theorem_1: Bound) -> None:
    """The paper prints 75 for cells 16 and 20; they are 73, also on the reflected board."""
    first, middle, _ = theorem_1.layers
    assert (first.states, first.diameter) == (2_422_728_000, 86)
    assert first.bytes_used * 8 <= 2.1 * first.states
    assert (middle.states, middle.diameter) == (3_047_466_240, 75)
    assert middle.maxima == (
        (None,) * 5,
        (None, 75, 74, 73, 74),
        (75, 74, 75, 74, 73),
        (74, 73, 74, 73, 74),
        (73, 74, 75, 74, 75),
    )
    turned = explore(
        5,
        5,
        removed=[over(cell) for cell in range(6)],
        tiles=[over(tile - 1) + 1 for tile in [7, 8, 9, 10, 11, 16, 21]],
        blank=over(13),
        lean=True,
    )
    assert turned.counts == middle.counts
    assert turned.maxima == tuple(zip(*middle.maxima, strict=True))


def over(cell: int) -> int:
    """The cell of a 5×5 board after a reflection in the main diagonal."""
    return cell % 5 * 5 + cell // 5


@pytest.mark.slow
def test_theorem_1_as_it_is_printed(theorem_1: Bound, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cells of the printed table are wrong, 17 and 21 counted from 1, and nothing else."""
    proofs = {"24: 210": theorem_1}
    monkeypatch.setattr(bounds, "prove", lambda name, **_: proofs.pop(name))
    figures = {figure.name: figure for figure in karlemo.twenty_four(Run())}
    assert proofs == {}
    slips = {
        "24-puzzle, middle step: maxima, row 3": (
            "74 73 74 73 74",
            "in cell 17 it takes 73 moves at most, not 75",
        ),
        "24-puzzle, middle step: maxima, row 4": (
            "73 74 75 74 75",
            "in cell 21 it takes 73 moves at most, not 75",
        ),
    }
    assert set(figures) == {"3×4: maxima by first cell of the blank", *THEOREM_1}
    for name, figure in figures.items():
        assert figure.verdict == ("differs" if name in slips else "same")
        assert THEOREM_1.get(name, figure.printed) == figure.printed
    for name, (computed, words) in slips.items():
        assert figures[name].computed == computed
        assert words in figures[name].why
        assert "The proof of Theorem 1 does not use it." in figures[name].why


def test_offsets_are_never_worse_than_one_cell_to_end_in() -> None:
    """And every bound is at least the diameter itself."""
    free = prove(SMALL)
    for ends in [(4, 8), (5, 5), (6, 8), (8, 4)]:
        fixed = prove(replace(SMALL, ends=ends))
        assert free.value <= fixed.value <= prove(replace(SMALL, ends=ends, by_cell=False)).value
    assert free.value >= explore(3, 3).diameter
    whole = prove(Recipe("the 8-puzzle", 3, 3, steps=()))
    assert whole.value == 31
    assert len(whole.layers) == 1


def test_tiles_left_where_they_are() -> None:
    """Against the twin: the greatest depth of all boards that look alike, and a search from all of them."""
    recipe = Recipe("the 8-puzzle", 3, 3, steps=((1, 2, 3, 4, 7),), through=((1, 2, 3), (1, 4, 7)))
    bound = prove(recipe)
    worst: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    starts: dict[tuple[int, ...], int] = {}
    for home in recipe.through:
        removed = [tile - 1 for tile in home]
        goal = tuple(reference.OFF if cell in removed else (cell + 1) % 9 for cell in range(9))
        for board, depth in reference.depths({goal: 0}, 3, 3).items():
            looks = tuple(
                cell + 1
                if tile == reference.OFF
                else tile
                if tile in (0, *recipe.steps[0])
                else reference.ALIKE
                for cell, tile in enumerate(board)
            )
            key = home, looks
            worst[key] = max(worst.get(key, 0), depth)
    for (_, looks), depth in worst.items():
        starts[looks] = min(starts.get(looks, depth), depth)
    depths = reference.depths(starts, 3, 3)
    counts = [0] * (max(depths.values()) + 1)
    for depth in depths.values():
        counts[depth] += 1
    assert bound.layers[0].counts == tuple(counts)
    assert bound.value == max(depths.values()) >= 31


def test_bounds_in_slides(tmp_path: Path) -> None:
    """At least the diameter in slides, never more than the bound in moves, and saved with their metric."""
    through = Recipe("the 8-puzzle", 3, 3, ((1, 2, 3, 4, 7),), through=((1, 2, 3), (1, 4, 7)))
    for recipe in (SMALL, through, replace(SMALL, ends=(5, 8))):
        bound = prove(recipe, metric="multi")
        assert explore(3, 3, metric="multi").diameter <= bound.value <= prove(recipe).value
        assert bound == prove(replace(recipe, metric="multi"))
        bound.save(tmp_path / "bound.json")
        assert Bound.load(tmp_path / "bound.json") == bound
        with pytest.raises(UnsupportedError, match="metric is multi, expected single"):
            Bound(recipe, bound.layers)
    with pytest.raises(UnsupportedError, match="metric is 'single' or 'multi', got 'both'"):
        prove(SMALL, metric="both")  # type: ignore[arg-type]


def test_a_proof_with_a_gap_is_found_out() -> None:
    bound = prove(SMALL)
    first, second, third = bound.layers
    for layers, reason in [
        ((first, second), "the recipe has 3 searches, the bound 2"),
        ((first, second, explore(3, 3, removed=[0, 1, 2, 3, 6], blank=7)), "search 2 .* sources is"),
        ((first, third, third), "search 1 .* sources is"),
        ((explore(3, 3, tiles=[1, 2, 3]), second, third), "search 1 .* sources is"),
        ((replace(first, by_cell=first.by_cell[:-1]), second, third), "search 1 .* it reached"),
        ((replace(first, rows=4), second, third), "search 1 .* rows is 4, expected 3"),
        ((replace(first, metric="multi"), second, third), "search 1 .* metric is multi"),
        ((replace(first, tiles=(1, 2, 4)), second, third), "search 1 .* tiles is"),
        ((replace(first, homes=(0, 1, 5)), second, third), "search 1 .* homes is"),
    ]:
        with pytest.raises(UnsupportedError, match=reason):
            Bound(SMALL, layers)


def test_an_account_that_was_changed_is_found_out() -> None:
    bound = prove(Recipe("the 8-puzzle", 3, 3, steps=((1, 2, 3, 4),), through=((1, 2, 3),)))
    first, rest = bound.layers
    assert rest.kept_depths is not None
    less = bytes(max(depth, 1) - 1 for depth in rest.kept_depths)
    with pytest.raises(UnsupportedError, match=r"search 1 .* after is"):
        Bound(bound.recipe, (first, replace(rest, kept_depths=less)))


def test_recipes_that_make_no_sense() -> None:
    for recipe, reason in [
        (Recipe("", 3, 3, steps=((1, 2), (2, 3))), "in two steps"),
        (Recipe("", 3, 3, steps=((1, 2),), ends=(4, 5)), "1 steps and 2 cells to end in"),
        (Recipe("", 3, 3, steps=((1, 2),), ends=(0,)), "at home there"),
        (Recipe("", 3, 3, steps=((1, 9),)), "the tiles of this puzzle are 1 to 8, got 9 in a step"),
        (Recipe("", 3, 3, steps=((1, 2),), through=((3,),)), "sets of tiles of the last step"),
        (Recipe("", 3, 3, steps=((1, 2),), ends=(4,), through=((1,),)), "does not go with ends"),
        # The four cells that are left are a path: no tile can pass another.
        (Recipe("", 3, 3, steps=((1, 2, 3, 4, 5),)), "it reached 4 of 12 states"),
    ]:
        with pytest.raises(UnsupportedError, match=reason):
            prove(recipe)
    with pytest.raises(UnsupportedError, match="choose one of 15: 93"):
        prove("15: 1")
    with pytest.raises(TypeError, match="lists of lists of tiles"):
        Recipe("", 3, 3, steps=(1, 2))  # type: ignore[arg-type]
    assert Recipe("", 3, 3, steps=[[1, 2]], ends=[4]) == Recipe("", 3, 3, steps=((1, 2),), ends=(4,))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="recipe is a Recipe, or the name of one, got 5"):
        prove(5)  # type: ignore[arg-type]


def test_damaged_files(tmp_path: Path) -> None:
    path = tmp_path / "bound.json"
    bound = prove(SMALL)
    bound.save(path)
    data = json.loads(path.read_text())
    changed = json.loads(path.read_text())
    changed["layers"][0]["by_cell"][2][3] += 1
    other = json.loads(path.read_text())
    other["recipe"]["steps"][0] = [1, 2]
    for text, reason in [
        (json.dumps(changed), "checksum is wrong"),
        (json.dumps({**data, "version": 2}), "its version is 2, expected 1"),
        (json.dumps({**data, "recipe": {}}), "cannot be used"),
        ("[", "not JSON"),
    ]:
        path.write_text(text)
        with pytest.raises(FileError, match=reason):
            Bound.load(path)
    for field, value in [("rows", "3"), ("rows", 10**6), ("cols", None), ("steps", [["a"]])]:
        path.write_text(json.dumps({**data, "recipe": {**data["recipe"], field: value}}))
        with pytest.raises(FileError):
            Bound.load(path)
    path.write_text(json.dumps(other))
    with pytest.raises(FileError, match="checksum is wrong"):
        Bound.load(path)
    del other["checksum"]  # Files of 0.1.0 have none.
    path.write_text(json.dumps(other))
    with pytest.raises(FileError, match="does not prove anything"):
        Bound.load(path)
    with pytest.raises(FileError, match="cannot write"):
        bound.save(tmp_path / "no such folder" / "bound.json")
