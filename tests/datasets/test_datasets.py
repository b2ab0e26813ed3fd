"""Boards with answers: labels against a plain search, files of every kind, nothing left half done."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Any

import numpy as np
import pytest
from numpy.typing import NDArray

from puzzle15 import (
    Board,
    FileError,
    InvalidBoardError,
    MemoryBudgetError,
    UnsolvableError,
    UnsupportedError,
    _core,
    arrays,
    datasets,
    distance,
    goals,
    random_boards,
    reference,
    solve,
    solve_many,
)
from puzzle15.cli import main
from puzzle15.datasets import loading
from puzzle15.reference.moves import exits

KINDS = ["data.npz", "data.parquet", "data"]


def first_moves(board: tuple[int, ...], cols: int, depths: dict[tuple[int, ...], int]) -> int:
    """The bits of all moves that lead one nearer."""
    bits, blank = 0, board.index(0)
    for code, cell in exits(blank, len(board), cols):
        tiles = list(board)
        tiles[blank], tiles[cell] = tiles[cell], 0
        bits |= (depths[tuple(tiles)] < depths[board]) << code
    return bits


def check(data: datasets.Dataset) -> None:
    """Compare all labels with a search over dictionaries."""
    goal = data.goal
    depths = reference.depths({goal.tiles: 0}, *goal.shape)
    for tiles, length, bits in zip(
        data.boards.tolist(), data.lengths.tolist(), data.first_moves.tolist(), strict=True
    ):
        assert length == depths[tuple(tiles)]
        assert bits == first_moves(tuple(tiles), goal.cols, depths)


@pytest.mark.parametrize(
    ("size", "goal"),
    [((2, 2), None), ((2, 3), "snake"), ((3, 2), goals.missing(3, 3, 2)), ((2, 3), "10 20 30/0 40 50")],
)
def test_all_boards_of_a_puzzle(tmp_path: Path, size: tuple[int, int], goal: Any) -> None:
    datasets.write(tmp_path / "all.npz", "all", size, goal=goal)
    data = datasets.read(tmp_path / "all.npz")
    check(data)
    assert len(data) == len({tuple(tiles) for tiles in data.boards.tolist()})
    assert len(data) == {4: 12, 6: 360}[size[0] * size[1]]
    assert (np.diff(data.lengths) >= 0).all(), "nearest first"


def test_the_eight_puzzle(tmp_path: Path) -> None:
    datasets.write(tmp_path / "some.npz", 3000, (3, 3), seed=3)
    data = datasets.read(tmp_path / "some.npz")
    check(data)
    assert (data.boards == random_boards(3000, 3, 3, seed=3)).all()
    datasets.write(tmp_path / "all.npz", "all", (3, 3))
    everything = datasets.read(tmp_path / "all.npz")
    assert np.bincount(everything.lengths).tolist()[:5] == [1, 2, 4, 8, 16]
    assert np.bincount(everything.lengths).tolist()[-2:] == [221, 2]
    assert len(everything) == 181_440


@pytest.mark.parametrize("name", KINDS)
def test_what_is_written_is_read(tmp_path: Path, name: str) -> None:
    made = datasets.write(tmp_path / name, 2500, (2, 4), seed=9, goal="snake", progress=False)
    data = datasets.read(tmp_path / name)
    assert data.metadata == made
    assert made.items() >= {"rows": 2, "cols": 4, "seed": 9, "optimal": True, "boards": 2500}.items()
    assert (data.boards == random_boards(2500, 2, 4, goal="snake", seed=9)).all()
    assert [str(column.dtype) for column in (data.boards, data.lengths, data.first_moves)] == [
        "uint8",
        "int32",
        "uint8",
    ]
    assert data.lengths[7] == distance(Board(data.boards[7], 2, 4), goal="snake")
    datasets.write(tmp_path / f"again-{name}", 2500, (2, 4), seed=9, goal="snake", progress=False)
    again = datasets.read(tmp_path / f"again-{name}")
    assert (again.lengths == data.lengths).all()
    assert (again.first_moves == data.first_moves).all()
    if name.endswith(".npz"):
        assert (tmp_path / name).read_bytes() == (tmp_path / f"again-{name}").read_bytes()
        with np.load(tmp_path / name) as archive:
            assert (archive["boards"] == data.boards).all()
    empty = datasets.write(tmp_path / f"empty-{name}", 0, (2, 2))
    assert empty["boards"] == len(datasets.read(tmp_path / f"empty-{name}")) == 0
    assert repr(datasets.read(tmp_path / f"empty-{name}")) == "Dataset(0 boards of 2×2, optimal)"


def test_a_file_that_shrinks_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    datasets.write(tmp_path / "folder", 20_000, (2, 2), seed=1, progress=False)
    monkeypatch.setattr("puzzle15.datasets.loading._PIECE", 1 << 12)
    boards = tmp_path / "folder" / "boards.npy"
    shape = loading._shape

    def shrinking(path: Path) -> IO[bytes]:
        file = path.open("rb", buffering=0)
        if path == boards:
            monkeypatch.setattr("puzzle15.datasets.loading._shape", shrink)
        return file

    def shrink(name: str, metadata: dict[str, Any]) -> tuple[int, ...]:
        # The head has been read, and agrees with the size that the file had.
        os.truncate(boards, 10_000)
        return shape(name, metadata)

    monkeypatch.setattr("puzzle15.datasets.loading.open_regular", shrinking)
    with pytest.raises(FileError, match="a column ends too early"):
        datasets.read(tmp_path / "folder")


def test_a_dataset_that_does_not_fit_into_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(size: int) -> None:
        raise MemoryBudgetError("too many boards", needed=size, budget=2_000_000)

    monkeypatch.setattr("puzzle15.datasets.loading.require_memory", refuse)
    said = r"the (column boards|table) of this dataset needs \d\.\d MB, and 2\.0 MB are free; close other"
    for name in ("folder", "file.npz", "file.parquet"):
        datasets.write(tmp_path / name, 100, (2, 2), seed=1)
        with pytest.raises(MemoryBudgetError, match=said) as caught:
            datasets.read(tmp_path / name)
        assert caught.value.needed >= 400


@pytest.mark.parametrize("name", ["folder", "file.npz"])
def test_a_file_is_not_to_blame_for_little_memory(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError("no memory")

    datasets.write(tmp_path / name, 100, (2, 2), seed=1)
    monkeypatch.setattr("puzzle15.datasets.loading.np.empty", fail)
    with pytest.raises(MemoryError, match="no memory"):
        datasets.read(tmp_path / name)


def test_parquet_is_plain(tmp_path: Path) -> None:
    import pyarrow.parquet as parquet

    datasets.write(tmp_path / "many.parquet", 100_000, (2, 3), seed=1)
    file = parquet.ParquetFile(tmp_path / "many.parquet")
    assert file.num_row_groups == 2
    assert file.schema_arrow.names == ["boards", "lengths", "first_moves"]
    row = file.read_row_group(1).slice(0, 1).to_pylist()[0]
    data = datasets.read(tmp_path / "many.parquet")
    assert row == {
        "boards": data.boards[1 << 16].tolist(),
        "lengths": data.lengths[1 << 16],
        "first_moves": data.first_moves[1 << 16],
    }


def test_scrambles(tmp_path: Path) -> None:
    datasets.write(tmp_path / "walks.npz", 1500, (3, 3), seed=4, scramble=(1, 12))
    data = datasets.read(tmp_path / "walks.npz")
    goal = data.goal.tiles
    for block, first in enumerate((0, 1024)):
        stream = reference.Stream(4, block)
        made = [reference.walked_start(stream, goal, 3, 1, 12) for _ in range(100)]
        assert data.boards[first : first + 100].tolist() == [list(board) for board in made]
    datasets.write(tmp_path / "deep.npz", 1500, (3, 3), seed=4, depth=(25, 27))
    deep = datasets.read(tmp_path / "deep.npz")
    assert set(deep.lengths.tolist()) == {25, 26, 27}
    datasets.write(tmp_path / "fewer.npz", 100, (3, 3), seed=4, depth=(25, 27))
    assert (datasets.read(tmp_path / "fewer.npz").boards == deep.boards[:100]).all()
    layer = datasets.write(tmp_path / "layer.npz", "all", (3, 3), depth=(30, 31))
    assert layer["boards"] == 223


def neighbours_are_consistent(boards: NDArray[Any], bits: NDArray[np.uint8], lengths: NDArray[Any]) -> None:
    for tiles, marks, length in zip(boards, bits.tolist(), lengths.tolist(), strict=True):
        board = Board(tiles, 4, 4) if len(tiles) == 16 else Board(tiles, 3, 4)
        for code, letter in enumerate("LRUD"):
            nearer = letter in board.legal_moves and len(solve(board.move(letter), method="optimal")) < length
            assert nearer == bool(marks >> code & 1)


@pytest.mark.slow
def test_twelve_cells_and_searches(tmp_path: Path) -> None:
    datasets.write(tmp_path / "twelve.npz", 30, (3, 4), seed=1)
    twelve = datasets.read(tmp_path / "twelve.npz")
    assert (twelve.lengths == solve_many(twelve.boards, shape=(3, 4), method="optimal").lengths).all()
    neighbours_are_consistent(twelve.boards[:6], twelve.first_moves[:6], twelve.lengths[:6])
    datasets.write(tmp_path / "near.npz", 6, (4, 4), seed=1, scramble=30, first_moves="all")
    near = datasets.read(tmp_path / "near.npz")
    neighbours_are_consistent(near.boards, near.first_moves, near.lengths)
    datasets.write(tmp_path / "one.npz", 6, (4, 4), seed=1, scramble=30)
    one = datasets.read(tmp_path / "one.npz")
    assert one.metadata["first_moves"] == "one"
    assert (one.lengths == near.lengths).all()
    assert (one.first_moves & near.first_moves == one.first_moves).all()
    assert np.isin(one.first_moves, [1, 2, 4, 8]).all()


def test_lengths_that_are_not_optimal_say_so(tmp_path: Path) -> None:
    made = datasets.write(tmp_path / "large.npz", 4, (17, 17), seed=1, method="peel")
    data = datasets.read(tmp_path / "large.npz")
    assert made["optimal"] is data.metadata["optimal"] is False
    assert made["method"] == "peel"
    assert data.boards.dtype == np.uint16
    many = solve_many(random_boards(4, 17, 17, seed=1), method="peel")
    assert (data.lengths == many.lengths).all()
    assert data.first_moves.tolist() == [1 << many.moves[begin] for begin in many.offsets[:-1]]
    datasets.write(tmp_path / "one.npz", 200, (2, 3), seed=1, first_moves="one")
    one = datasets.read(tmp_path / "one.npz")
    assert np.isin(one.first_moves[one.lengths > 0], [1, 2, 4, 8]).all()


@pytest.mark.parametrize("name", KINDS)
def test_an_interruption_leaves_nothing_behind(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = 0
    figures = _core.figures

    def interrupted(*arguments: Any) -> bytes:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt
        return figures(*arguments)

    if name != "data":
        datasets.write(tmp_path / name, 5, (2, 2), seed=1)
    before = sorted(tmp_path.iterdir())
    monkeypatch.setattr(_core, "figures", interrupted)
    with pytest.raises(KeyboardInterrupt):
        datasets.write(tmp_path / name, 100_000, (2, 3), seed=1)
    assert sorted(tmp_path.iterdir()) == before
    if name != "data":
        assert len(datasets.read(tmp_path / name)) == 5, "what was there is still there"


def test_progress_is_shown_if_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzle15._support.progress.DELAY", 0)
    datasets.write(tmp_path / "data.npz", 10, (2, 2), seed=1, progress=True)
    assert "boards with answers: 100%|" in capsys.readouterr().err
    datasets.write(tmp_path / "data.npz", 10, (2, 2), seed=1)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"n": 5, "size": (6, 6)}, "method='peel'"),
        ({"n": 5, "size": (6, 6), "method": "peel", "first_moves": "all"}, "goes with method='optimal'"),
        ({"n": 5, "method": "magic"}, "unknown method 'magic'"),
        ({"n": -1}, "n is a whole number from 0"),
        ({"n": "some"}, "or 'all', or an array of boards; got 'some'"),
        ({"n": "all", "size": (3, 3), "first": 5}, "n='all' does not go with"),
        ({"n": "all", "size": (3, 3), "depth": (4, 3)}, "got 4 to 3"),
        ({"n": 5, "first": -1}, "first is a whole number from 0"),
        ({"n": [[1, 2, 0, 3]], "seed": 5}, "an array of boards does not go with seed"),
        ({"n": "all", "size": (4, 4)}, "up to 10 cells"),
        ({"n": "all", "size": (3, 3), "seed": 1}, "n='all' does not go with"),
        ({"n": "all", "size": (3, 3), "depth": 32}, "from 0 to 31"),
        ({"n": 5, "first_moves": "some"}, "'all', 'one' or None"),
        ({"n": 5, "scramble": 3, "depth": 3}, "not both"),
        ({"n": 5, "path": "data.csv"}, r"\.npz or \.parquet"),
    ],
    ids=str,
)
def test_what_cannot_be_is_explained(tmp_path: Path, asked: dict[str, Any], says: str) -> None:
    path = tmp_path / asked.pop("path", "data.npz")
    with pytest.raises(UnsupportedError, match=says):
        datasets.write(path, **asked)
    assert not list(tmp_path.iterdir())


def test_arguments_of_the_wrong_type_are_explained(tmp_path: Path) -> None:
    for size in (3, "3x3", (3, 3, 3)):
        with pytest.raises(InvalidBoardError, match="size is \\(rows, cols\\), got"):
            datasets.write(tmp_path / "data.npz", 5, size)  # type: ignore[arg-type]
    wrongs: list[dict[str, Any]] = [{"scramble": (1, None)}, {"depth": (None, 2)}, {"first": None}]
    for wrong in wrongs:
        with pytest.raises(TypeError, match=r"is a whole number from \d to \d*; got None"):
            datasets.write(tmp_path / "data.npz", 5, (3, 3), **wrong)
    with pytest.raises(TypeError, match="progress is a function, True, False or None, got 'yes'"):
        datasets.write(tmp_path / "data.npz", 5, (3, 3), progress="yes")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="or an array of boards; got None"):
        datasets.write(tmp_path / "data.npz", None)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("options", [{}, {"scramble": (1, 9)}, {"depth": (3, 8)}], ids=str)
def test_parts_of_a_set(tmp_path: Path, options: dict[str, Any]) -> None:
    made = datasets.write(tmp_path / "whole.npz", 3000, (3, 3), seed=2, threads=2, **options)
    whole = datasets.read(tmp_path / "whole.npz")
    assert made == whole.metadata
    for first, n in [(0, 10), (5, 2), (1000, 1500), (1024, 1024), (2999, 1), (7, 0)]:
        part = datasets.write(tmp_path / "part.npz", n, (3, 3), seed=2, first=first, threads=1, **options)
        assert part == made | {"first": first, "boards": n}
        data = datasets.read(tmp_path / "part.npz")
        for name in ("boards", "lengths", "first_moves"):
            assert (getattr(data, name) == getattr(whole, name)[first : first + n]).all()


def test_boards_of_ones_own(tmp_path: Path) -> None:
    boards = random_boards(70, 3, 3, seed=1, goal="snake")
    datasets.write(tmp_path / "data.npz", boards.reshape(70, 3, 3), goal="snake")
    data = datasets.read(tmp_path / "data.npz")
    check(data)
    assert (data.boards == boards).all()
    assert data.goal == goals.snake(3, 3)
    datasets.write(tmp_path / "wide.npz", [[10, 20, 30, 0, 40, 50]], (2, 3), goal="10 20 30/40 50 0")
    assert datasets.read(tmp_path / "wide.npz").lengths.tolist() == [2]
    words = arrays.pack(random_boards(5, seed=3))
    datasets.write(tmp_path / "words.npz", words, method="peel")
    assert (datasets.read(tmp_path / "words.npz").boards == random_boards(5, seed=3)).all()
    datasets.write(tmp_path / "none.npz", np.zeros((0, 6), int), (2, 3))
    assert len(datasets.read(tmp_path / "none.npz")) == 0
    before = sorted(tmp_path.iterdir())
    two = np.flatnonzero(boards[50])[:2]
    boards[50, two] = boards[50, two[::-1]]
    with pytest.raises(UnsolvableError, match=r"boards\[50\]: ") as caught:
        datasets.write(tmp_path / "bad.npz", boards, goal="snake")
    assert caught.value.row == 50
    with pytest.raises(InvalidBoardError, match=r"boards\[1\]: "):
        datasets.write(tmp_path / "bad.npz", [[1, 2, 3, 0], [1, 1, 3, 0]])
    assert sorted(tmp_path.iterdir()) == before


def test_all_boards_from_the_goal_on(tmp_path: Path) -> None:
    made = datasets.write(tmp_path / "near.npz", "all", (3, 3), depth=(0, 3))
    data = datasets.read(tmp_path / "near.npz")
    assert np.bincount(data.lengths).tolist() == [1, 2, 4, 8]
    assert made == data.metadata


MEMORY = """
import resource, sys
from puzzle15 import datasets

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> (20 if sys.platform == "darwin" else 10)

side, few, many, name = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
options = {"method": "greedy", "scramble": int(sys.argv[5]) or None, "seed": 1}
datasets.write("few" + name, few, (side, side), **options)
before = peak()
datasets.write("many" + name, many, (side, side), **options)
print(peak() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the peak of memory is asked for as on Unix")
@pytest.mark.parametrize(
    ("side", "few", "many", "name", "scramble"),
    [
        (60, 1024, 6 * 1024, "", 3),
        (60, 2 * 1024, 6 * 1024, ".parquet", 3),
        (20, 1700, 7000, "", 0),
    ],
)
def test_memory_does_not_grow_with_the_boards(
    tmp_path: Path, side: int, few: int, many: int, name: str, scramble: int
) -> None:
    arguments = [str(argument) for argument in (side, few, many, name, scramble)]
    code = [sys.executable, "-c", MEMORY, *arguments]
    done = subprocess.run(code, capture_output=True, cwd=tmp_path, encoding="utf-8")
    assert done.stderr == ""
    assert int(done.stdout) < 60, "megabytes"


def test_more_boards_than_any_memory_holds_are_refused() -> None:
    walk = _core.Scramble(kind="walk", least=1, most=5)
    with pytest.raises(MemoryBudgetError, match="ask for fewer at a time"):
        _core.scrambled_boards(goals.rows(3, 3), walk, 1, 0, 2**60, 1)


def damaged(path: Path, **changed: Any) -> None:
    """An .npz with the columns of a dataset, some of them others."""
    columns: dict[str, Any] = {
        "boards": np.array([[1, 2, 0, 3]], np.uint8),
        "lengths": np.array([1], np.int32),
        "first_moves": np.array([2], np.uint8),
    }
    metadata = {"format": "puzzle15 dataset 1", "boards": 1, "rows": 2, "cols": 2, "goal": "1 2/3 0"}
    columns["metadata"] = np.array(json.dumps(metadata | {"optimal": True, "method": "optimal"}))
    np.savez(path, **(columns | changed))


def test_files_of_others(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as parquet

    (tmp_path / "empty.npz").write_bytes(b"")
    with (tmp_path / "array.npz").open("wb") as file:
        np.save(file, np.zeros(3))
    columns = {"boards": [[1, 2, 0, 3]], "lengths": [1], "first_moves": [2]}
    parquet.write_table(pa.table(columns), tmp_path / "lists.parquet")
    fixed = pa.array(columns["boards"], pa.list_(pa.uint8(), 4))
    parquet.write_table(pa.table(columns | {"boards": fixed}), tmp_path / "plain.parquet")
    datasets.write(tmp_path / "folder", 3, (2, 2), seed=1)
    (tmp_path / "folder" / "metadata.json").write_text("[]")
    # As version 0.1.0 wrote it, without checksums.
    damaged(tmp_path / "good.npz")
    assert repr(datasets.read(tmp_path / "good.npz")) == "Dataset(1 boards of 2×2, lengths 1 to 1, optimal)"
    damaged(tmp_path / "bare.npz", metadata=np.array("{}"))
    damaged(tmp_path / "longer.npz", lengths=np.zeros(2, np.int32))
    damaged(tmp_path / "wider.npz", boards=np.zeros((1, 9), np.uint8))
    names = ["empty.npz", "array.npz", "bare.npz", "longer.npz", "wider.npz"]
    for name in [*names, "lists.parquet", "plain.parquet", "folder"]:
        with pytest.raises(FileError, match=f"{name}.* cannot be used: it is (not a dataset|damaged)"):
            datasets.read(tmp_path / name)


@pytest.mark.parametrize("name", KINDS)
def test_a_changed_number_is_noticed(tmp_path: Path, name: str) -> None:
    """Of a column, and of the goal in the metadata."""
    metadata = datasets.write(tmp_path / name, 50, (3, 3), seed=1)
    assert datasets.read(tmp_path / name).metadata == metadata
    path = tmp_path / name
    for file in sorted(path.iterdir()) if path.is_dir() else [path]:
        data = file.read_bytes()
        changed = data.replace(b"/7 8 0", b"/8 7 0")
        if changed == data:
            at = len(data) - 1 if path.is_dir() else len(data) // 2
            changed = data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :]
        file.write_bytes(changed)
        with pytest.raises(FileError, match=r"damaged|not a dataset"):
            datasets.read(path)
        file.write_bytes(data)
    assert len(datasets.read(path)) == 50


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.npz")
    with pytest.raises(FileError, match="pipe or a device"):
        datasets.write(tmp_path / "pipe.npz", 5, (2, 2))
    assert (tmp_path / "pipe.npz").is_fifo()


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("nothing")
    (tmp_path / "text.parquet").write_text("nothing")
    (tmp_path / "folder").mkdir()
    np.savez(tmp_path / "other.npz", boards=np.zeros(3))
    for name in ("text.npz", "text.parquet", "folder", "other.npz", "missing.npz", "missing.parquet"):
        with pytest.raises(FileError, match=name):
            datasets.read(tmp_path / name)
    with pytest.raises(FileError, match="name another folder"):
        datasets.write(tmp_path / "folder", 5, (2, 2))
    with pytest.raises(FileError, match="there is no folder"):
        datasets.write(tmp_path / "nowhere" / "data.npz", 5, (2, 2))
    with pytest.raises(FileError, match="cannot write"):
        datasets.write(tmp_path / "nowhere" / "data", 5, (2, 2))


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "data.npz")
    common = ["dataset", path, "--size", "3x3"]
    assert main([*common, "-n", "50", "--seed", "1", "--walk", "1-4"]) == 0
    assert (
        capsys.readouterr().out
        == f"{path}: 50 boards of 3×3, lengths of shortest solutions, all first moves\n"
    )
    assert datasets.read(path).lengths.max() == 4
    assert main([*common, "--all", "--depth", "31", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == datasets.read(path).metadata
    assert main([*common, "-n", "5", "--method", "peel"]) == 0
    assert "solutions by peel" in capsys.readouterr().out
    assert main(["dataset", path, "--size", "5x5", "-n", "5", "--method", "auto"]) == 0
    assert "solutions by auto" in capsys.readouterr().out
    for wrong, says in [
        (["--walk", "x"], "such as 20, or two such as 1-30; got 'x'"),
        (["--all", "-n", "3"], "not allowed with"),
        (["--depth", "40"], "from 1 to 31"),
    ]:
        assert main([*common, *wrong]) == 2
        error = capsys.readouterr().err
        assert says in error
        assert error.count("\n") == 1


def test_ctrl_c_is_heard_and_leaves_nothing_behind(tmp_path: Path) -> None:
    code = "from puzzle15 import datasets; datasets.write('data.npz', 10**9, (3, 3), seed=1)"
    process = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, stderr=subprocess.PIPE)
    while not list(tmp_path.glob("data.npz.*.part/boards.npy")):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert b"KeyboardInterrupt" in error
    assert not list(tmp_path.iterdir())


STARVED = """
import resource, sys
from pathlib import Path
from puzzle15 import MemoryBudgetError, datasets

path, job, more = sys.argv[1], sys.argv[2], int(sys.argv[3])
datasets.write(path + ".npz", 10, (3, 3), seed=1)
if job == "imported":
    import pyarrow.parquet
mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (mapped + more, mapped + more))
try:
    if job == "read":
        datasets.read(path)
    else:
        datasets.write(path + ".new.parquet", 20_000, (3, 3), seed=1, progress=False)
except MemoryBudgetError as error:
    print("refused", error.needed > error.budget, "address space" in str(error))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the address space like this")
@pytest.mark.parametrize("job", ["write", "read", "imported"])
@pytest.mark.parametrize("more", [60_000_000, 90_000_000, 120_000_000])
def test_parquet_is_refused_where_pyarrow_would_end_the_process(tmp_path: Path, job: str, more: int) -> None:
    path = tmp_path / "data.parquet"
    datasets.write(path, 1000, (3, 3), seed=1)
    command = [sys.executable, "-c", STARVED, str(path), job, str(more)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "refused True True\n"), done.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_not_a_dataset(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="pipe' cannot be used: it is a pipe, not a dataset"):
        datasets.read(tmp_path / "pipe")
    (tmp_path / "file").write_text("something else")
    with pytest.raises(FileError, match="file' cannot be used: it is a file, not a dataset"):
        datasets.read(tmp_path / "file")
