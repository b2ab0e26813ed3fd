"""Sets of boards with known distances: what they hold, the files they are kept in, and picks from them."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puzzle15 import Board, FileError, UnsupportedError, arrays, datasets, goals, random_boards, solve_many
from puzzle15.datasets import BoardSet, KnownBoard
from puzzle15.datasets.board_file import board_bytes
from puzzle15.errors import InvalidBoardError, UnsolvableError
from puzzle15.reference import read_board_set

CASES: list[tuple[tuple[int, int], Any]] = [
    ((2, 2), None),
    ((2, 3), "snake"),
    ((3, 3), None),
    ((3, 3), "spiral"),
    ((3, 3), goals.rows(3, 3, blank=4)),
    ((3, 4), None),
    ((4, 4), "blank-first"),
    ((4, 5), None),
    ((5, 5), None),
    ((5, 7), "columns"),
    ((17, 16), None),
]


def known(shape: tuple[int, int], goal: Any, count: int = 40) -> BoardSet:
    """Random boards with the lengths of solutions; on large boards not of shortest ones."""
    boards = random_boards(count, *shape, goal=goal, seed=3)
    method = "optimal" if shape[0] * shape[1] <= 12 else "auto"
    lengths = solve_many(boards, goal=goal, shape=shape, method=method).lengths  # type: ignore[arg-type]
    return BoardSet(boards, lengths, goal=goal, shape=shape)


@pytest.mark.parametrize(("shape", "goal"), CASES)
def test_a_file_gives_back_the_set(tmp_path: Path, shape: tuple[int, int], goal: Any) -> None:
    made, path = known(shape, goal), tmp_path / "some.boards"
    made.save(path)
    assert BoardSet.load(path) == made
    # The slow twin, which knows nothing of NumPy.
    assert read_board_set(path.read_bytes()) == [(one.board.tiles, one.distance) for one in made]
    head = path.read_bytes().partition(b"\n")[0]
    assert path.stat().st_size == len(head) + 1 + len(made) * made.bytes_per_board + 4


def test_bytes_a_board() -> None:
    """As stated in the documentation; far below the 64 bytes of the article."""
    sizes = {(2, 2): 2, (3, 3): 4, (3, 4): 5, (4, 4): 7, (4, 5): 9, (5, 5): 17}
    assert {shape: known(shape, None, 5).bytes_per_board for shape in sizes} == sizes
    assert board_bytes(16) == ((2**47).bit_length() + 7) // 8
    assert known((17, 16), None).bytes_per_board == board_bytes(17 * 16) + 2, "distances above 255"


def test_each_board_once_and_the_nearest_first() -> None:
    boards = random_boards(300, 3, 3, seed=1)
    made = BoardSet(np.concatenate([boards, boards[::-1]]))
    assert len(made) == len({tuple(row) for row in boards.tolist()})
    assert (made.distances == arrays.distance(made.boards)).all()
    assert (np.diff(made.distances.astype(int)) >= 0).all()
    assert made == BoardSet(boards[::-1], arrays.distance(boards[::-1]))
    assert made[0] == next(iter(made)) == KnownBoard(Board(made.boards[0].tolist()), int(made.distances[0]))
    assert made != BoardSet(boards[1:])
    assert made != 7


def test_boards_are_solved_if_nobody_has() -> None:
    boards = random_boards(3, 4, 4, seed=5)
    made = BoardSet(boards)
    best = solve_many(made.boards, method="optimal")
    assert made.distances.tolist() == best.lengths.tolist()


def test_picks_are_fair_and_reproducible(tmp_path: Path) -> None:
    made, path = BoardSet(random_boards(30, 3, 3, seed=2)), tmp_path / "some.boards"
    made.save(path)
    again = BoardSet.load(path)
    count = 6000
    picked = [made.pick(seed) for seed in range(count)]
    assert picked[:50] == [again.pick(seed) for seed in range(50)]
    found = Counter(one.board for one in picked)
    assert len(found) == len(made)
    expected = count / len(made)
    chi_square = sum((n - expected) ** 2 / expected for n in found.values())
    assert chi_square < 70, "29 degrees of freedom: less with a probability of 0.99997"
    numbered = [made.pick(seed=1, number=number) for number in range(20)]
    assert len(set(numbered)) > 10
    assert numbered[0] == made.pick(seed=1)
    assert made.pick().board in found, "a seed is drawn"


def test_a_known_pick() -> None:
    """The same everywhere and in every version: a gate."""
    every = arrays.unrank(np.arange(181_440), (3, 3))
    made = BoardSet(every, arrays.distance(every))
    assert len(made) == 181_440
    assert made.pick(seed=1, distance=31).board == Board("6 4 7/8 5 0/3 2 1")
    assert [made.pick(seed, distance=(20, 22)).board.to_text() for seed in (1, 2)] == [
        "4 8 2/3 7 6/1 0 5",
        "0 4 2/8 1 5/3 6 7",
    ]


def test_picks_by_distance() -> None:
    made = BoardSet(random_boards(400, 3, 3, seed=4))
    for low, high in ((20, 20), (10, 15), (0, 100)):
        limits = low if low == high else (low, high)
        picked = {made.pick(seed, distance=limits) for seed in range(3000)}
        assert picked == {one for one in made if low <= one.distance <= high}
    with pytest.raises(UnsupportedError, match="no board with a distance of 32; there are distances"):
        made.pick(1, distance=32)
    with pytest.raises(UnsupportedError, match=r"from 0 up, or two of them in order, got \(5, 4\)"):
        made.pick(1, distance=(5, 4))
    with pytest.raises(TypeError, match="distance is a whole number, got 'far'"):
        made.pick(1, distance="far")  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="number is 0 or more, got -1"):
        made.pick(1, number=-1)
    with pytest.raises(UnsupportedError, match="seed is a whole number from 0"):
        made.pick(-1)


def test_an_empty_set(tmp_path: Path) -> None:
    empty = BoardSet([])
    empty.save(tmp_path / "none")
    assert BoardSet.load(tmp_path / "none") == empty
    assert list(empty) == []
    with pytest.raises(UnsupportedError, match="the set is empty"):
        empty.pick(1)


# What is refused


def test_boards_and_distances_that_cannot_be() -> None:
    with pytest.raises(UnsupportedError, match="1 2/0 3 has no shortest solution of length 2"):
        BoardSet(["1 2/0 3"], [2])
    with pytest.raises(UnsupportedError, match="8 6 7/2 5 4/3 0 1 has no shortest solution of length 3"):
        BoardSet(["8 6 7/2 5 4/3 0 1"], [3])
    with pytest.raises(UnsupportedError, match="given twice, with two distances"):
        BoardSet(["1 2/0 3", "1 2/0 3"], [1, 3])
    with pytest.raises(UnsupportedError, match=r"for each of the 1 boards, got an array of shape \(2,\)"):
        BoardSet(["1 2/0 3"], [1, 3])
    with pytest.raises(UnsupportedError, match=r"for each of the 1 boards, got an array of .* float64"):
        BoardSet(["1 2/0 3"], np.array([1.0]))
    with pytest.raises(UnsupportedError, match="distances are from 0 to"):
        BoardSet(["1 2/0 3"], [-1])
    with pytest.raises(UnsupportedError, match="mend them with make_solvable"):
        BoardSet(["2 1/3 0"], [4])
    with pytest.raises(UnsolvableError):
        BoardSet(["2 1/3 0"])
    with pytest.raises(InvalidBoardError):
        BoardSet(["1 1/3 0"])


def summed(data: bytes) -> bytes:
    return data + zlib.crc32(data).to_bytes(4, "big")


def with_head(path: Path, change: dict[str, Any]) -> Path:
    """A file of boards with other entries in its head, and the right checksum for them."""
    known((3, 3), None).save(path)
    head, _, records = path.read_bytes()[:-4].partition(b"\n")
    path.write_bytes(summed(json.dumps({**json.loads(head), **change}).encode() + b"\n" + records))
    return path


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "puzzle15 boards of others"}, "it does not hold boards"),
        ({"version": 2}, "its version is 2, expected 1"),
    ],
)
def test_files_of_another_kind(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    path = with_head(tmp_path / "some.boards", change)
    with pytest.raises(FileError) as error:
        BoardSet.load(path)
    assert str(error.value) == f"{path} cannot be used: {reason}"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rows": 4}, "the goal is 3×3, the boards 4×3"),
        ({"cols": "three"}, "'cols' should be a whole number from 2 to"),
        ({"goal": "1 2 3/4 5 6/7 8 8"}, "the goal is not a board"),
        ({"goal": 5}, "'goal' should be text"),
        ({"boards": 10**15}, "boards take 4000000000000000 bytes, it has 160"),
        ({"distance_bytes": 3}, "'distance_bytes' should be one of 1, 2, 4"),
        ({"board_bytes": 4}, "'board_bytes' should be one of 3"),
        ({"boards": 20, "distance_bytes": 5}, "'distance_bytes' should be one of 1, 2, 4"),
    ],
)
def test_forged_heads(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    path = with_head(tmp_path / "some.boards", change)
    with pytest.raises(FileError) as error:
        BoardSet.load(path)
    assert str(error.value).startswith(f"{path} cannot be used: it is damaged: ")
    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("records", "reason"),
    [
        ([(2, 0), (1, 0)], "has no shortest solution"),
        ([(1, 181_440)], "a record is not a board"),
        ([(31, 155_623), (31, 155_623)], "its records are not in order"),
        ([(31, 155_623), (0, 2)], "its records are not in order"),
        ([(31, 155_623), (33, 155_623)], "with two distances"),
        ([(3, 155_623)], "has no shortest solution of length 3"),
        ([(32, 155_623)], "has no shortest solution of length 32"),
    ],
)
def test_forged_records(tmp_path: Path, records: list[tuple[int, int]], reason: str) -> None:
    path = tmp_path / "some.boards"
    BoardSet(["8 6 7/2 5 4/3 0 1"], [31]).save(path)
    head = json.loads(path.read_bytes().partition(b"\n")[0])
    data = b"".join(bytes([distance]) + rank.to_bytes(3, "big") for distance, rank in records)
    path.write_bytes(summed(json.dumps({**head, "boards": len(records)}).encode() + b"\n" + data))
    with pytest.raises(FileError, match=reason):
        BoardSet.load(path)


def test_large_boards_are_checked_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "some.boards"
    known((5, 5), None, 1).save(path)
    head, _, records = path.read_bytes()[:-4].partition(b"\n")
    for first, reason in ((0, "not a board"), (255, "not a board")):
        path.write_bytes(summed(head + b"\n" + records[:1] + bytes([first]) + records[2:]))
        with pytest.raises(FileError, match=reason):
            BoardSet.load(path)
    # The first two cells exchanged: five bits each.
    bits = "".join(f"{byte:08b}" for byte in records[1:])
    swapped = bits[5:10] + bits[:5] + bits[10:]
    code = int(swapped, 2).to_bytes(len(records) - 1, "big")
    path.write_bytes(summed(head + b"\n" + records[:1] + code))
    with pytest.raises(FileError, match="a board that cannot be solved"):
        BoardSet.load(path)


def test_damaged_files(tmp_path: Path) -> None:
    path = tmp_path / "some.boards"
    known((3, 3), None).save(path)
    sound = path.read_bytes()
    damaged = [sound[:end] for end in range(0, len(sound), 7)]
    damaged += [sound[:at] + bytes([sound[at] ^ 4]) + sound[at + 1 :] for at in range(len(sound))]
    damaged += [sound + b"\n", b"", b"no boards"]
    for data in damaged:
        path.write_bytes(data)
        with pytest.raises(FileError, match=r"cannot be used: it is (damaged|not a file of boards)"):
            BoardSet.load(path)
    with pytest.raises(FileError, match="cannot read"):
        BoardSet.load(tmp_path)
    with pytest.raises(FileError, match="cannot write"):
        known((2, 2), None).save(tmp_path / "nowhere" / "some.boards")
    assert datasets.BoardSet is BoardSet


def test_one_board_is_one_board() -> None:
    some = BoardSet(["1 2/0 3"])
    assert repr(some) == f"BoardSet(1 board of 2×2, distance 1, {some.bytes_per_board} bytes a board)"
    for wrong in [(1, 2, 3), (1,), (3, 1)]:
        with pytest.raises(UnsupportedError, match="or two of them in order"):
            some.pick(distance=wrong)  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="number"):
        some.pick(seed=1, number=2**64)
