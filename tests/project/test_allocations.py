"""Whatever grows with the input asks for memory in a way that can fail.

Rust ends the process where a vector of a given length cannot be made. So such vectors come from
`runtime/allocate.rs`, or from `puzzle/grow.rs`. Those that do not are listed here, each with the reason why
it is safe: it is small, or room is held for it. In `puzzle/`, where boards may be of any size, that goes for
everything that is collected or copied, too; elsewhere `tests/memory` tries it.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.rust_paths import without_tests

ROOT = Path(__file__).parents[2]

ROW = "a row of bits, 23 KB at most"
CELLS = "a number for each cell of a board for which there is room"
FEW = "no more than some hundred"
ROOM = "room is held while it is made"

KNOWN: dict[str, tuple[int, str]] = {
    "anysize/field.rs": (2, ROOM),
    "anysize/pair_beam.rs": (2, FEW),
    "anysize/peel.rs": (1, ROOM),
    "anysize/trail.rs": (1, ROOM),
    "anysize/window_table.rs": (1, ROOM),
    "arena/mod.rs": (9, ROOM),
    "bfs.rs": (4, FEW),
    "bfs/checkpoint.rs": (1, FEW),
    "bfs/level.rs": (4, ROW),
    "bfs/lists.rs": (2, FEW),
    "bfs/planes.rs": (2, FEW),
    "bfs/reflection.rs": (1, FEW),
    "cluster/crossings.rs": (3, FEW),
    "generate/by_distance.rs": (2, FEW),
    "generate/scramble.rs": (1, CELLS),
    "index/paper_index.rs": (1, FEW),
    "index/rank.rs": (1, ROOM),
    "index/space.rs": (2, FEW),
    "index/steps.rs": (1, FEW),
    "index/windows.rs": (1, FEW),
    "pdb/breadth_first.rs": (2, ROW),
    "pdb/in_turn.rs": (1, FEW),
    "pdb/reading.rs": (1, FEW),
    "pdb/regions.rs": (3, ROOM),
    "pdb/seen.rs": (2, FEW),
    "puzzle/canonical.rs": (1, FEW),
    "python/datasets.rs": (1, FEW),
    "runtime/threads.rs": (1, "of nothing"),
    "schofield/tabulation.rs": (3, ROOM),
    "search/duplicates.rs": (1, FEW),
    "search/korf.rs": (1, FEW),
    "solver/batch.rs": (4, FEW),
    "solver/tally.rs": (1, CELLS),
    "staged/mod.rs": (1, "a group of 64 boards"),
}

SMALL = "of a small board, or the part of one that an error shows"

COLLECTED: dict[str, tuple[int, str]] = {
    "puzzle/board.rs": (3, "small goals, and the first few of many tiles"),
    "puzzle/canonical.rs": (2, SMALL),
    "puzzle/error/mod.rs": (2, FEW),
    "puzzle/error/words.rs": (2, FEW),
    "puzzle/grid.rs": (4, SMALL),
    "puzzle/tile_defects.rs": (2, "the first few of many"),
}

MADE_BY_PYTHON: dict[str, tuple[int, str]] = {
    "python/arena_rules.rs": (1, "a line of text"),
    "python/board.rs": (1, "a few letters"),
    "python/board_input.rs": (1, "a line of text"),
    "python/errors.rs": (2, FEW),
    "python/slices.rs": (3, "few numbers, or nothing"),
    "python/solver.rs": (2, "a line of text"),
    "python/stream.rs": (1, "a line of text"),
    "python/tally.rs": (1, "a line of text"),
}

# Objects that PyO3 makes with a panic, not with an error, where Python has no memory for them; and what it
# turns into such objects.
MAKES_OR_PANICS = re.compile(
    r"\bPy(?:String|Bytes|ByteArray|List|Tuple)::new\(|-> (?:PyResult<)?(?:String|Vec<(?:String|&))"
)

COLLECTS = re.compile(r"\.(?:collect(?:::<[^>]*>+)?|to_vec|repeat|join)\(")

MADE_AT_ONCE = re.compile(
    r"\bvec!\[[^\[\];]*(?:\[[^\]]*\])?[^\[\];]*;|\bwith_capacity\(|\.reserve(?:_exact)?\("
)


def made_at_once(text: str) -> int:
    """How many vectors of a given length a file makes in a way that cannot fail."""
    return len(MADE_AT_ONCE.findall(without_tests(text).replace("try_reserve", "").replace("allocate::", "")))


def sources(folder: str = "") -> dict[str, str]:
    """The text of every file of the core by name, without those that are only tests."""
    root = ROOT / "src"
    files = [path for path in (root / folder).rglob("*.rs") if path.name != "tests.rs"]
    return {path.relative_to(root).as_posix(): path.read_text() for path in files}


def test_whatever_is_collected_of_a_board_is_known() -> None:
    found = {name: len(COLLECTS.findall(without_tests(text))) for name, text in sources("puzzle").items()}
    assert {name: count for name, count in found.items() if count} == {
        name: count for name, (count, _) in COLLECTED.items()
    }


def test_vectors_of_a_given_length_are_known() -> None:
    found = {name: made_at_once(text) for name, text in sources().items()}
    assert {name: count for name, count in found.items() if count} == {
        name: count for name, (count, _) in KNOWN.items()
    }


def test_objects_whose_size_follows_from_the_input_are_made_with_an_error() -> None:
    """`python/slices.rs` has the functions for those; what is listed here is small."""
    texts = sources("python").items()
    found = {name: len(MAKES_OR_PANICS.findall(without_tests(text))) for name, text in texts}
    assert {name: count for name, count in found.items() if count} == {
        name: count for name, (count, _) in MADE_BY_PYTHON.items()
    }


def test_no_text_that_may_be_long_is_an_attribute() -> None:
    """Where a field is text, PyO3 makes a string of it whenever it is read, and panics if that fails."""
    fields = re.compile(r"#\[pyo3\(get\)\]\s+(?:pub\(super\) )?\w+: (?:String|Vec<)")
    assert [name for name, text in sources("python").items() if fields.search(text)] == []


def test_what_cannot_fail_is_found() -> None:
    assert made_at_once("let a = vec![0; n]; let b = vec![[0; 4]; n]; let c = vec![];") == 2
    assert made_at_once("let a = Vec::with_capacity(n); a.reserve(5); a.try_reserve(5)?;") == 2
    assert made_at_once("let a = allocate::reserve(&mut b, 5)?; // vec![0; n]") == 0
