"""Bounds: those of the paper and better ones, each checked from its layers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from puzzle15 import FileError, UnsupportedError, bounds, explore
from puzzle15.bounds import RECIPES, Bound, Recipe, prove

CORNER = Recipe("the 8-puzzle", 3, 3, steps=((1, 2, 3), (4, 7)))


@pytest.mark.parametrize("name", [name for name in RECIPES if name.startswith("15")])
def test_the_15_puzzle(name: str, tmp_path: Path) -> None:
    bound = prove(name)
    assert bound.value == int(name.split(": ")[1])
    bound.save(tmp_path / "bound.json")
    assert Bound.load(tmp_path / "bound.json") == bound
    assert f"the 15-puzzle: at most {bound.value} moves" in str(bound)


def test_the_paper() -> None:
    text = str(prove("15: 91"))
    assert text.endswith("  together 62 + 29 = 91")
    assert "    · 30 29 30\n    · 29 30 31\n    · 30 31 30" in text.replace("     ·", "    ·")
    assert str(prove("15: 93")).endswith("  together 62 + 31 = 93")
