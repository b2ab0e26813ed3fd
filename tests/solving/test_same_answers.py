"""The same call gives the same answer, whatever lies in the cache."""

from __future__ import annotations

import contextlib
import io
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puzzle15 import (
    Solver,
    UnsupportedError,
    count_optimal,
    datasets,
    distance,
    experiment,
    improve,
    random_board,
    random_boards,
    solutions,
    solve,
    solve_many,
    tables,
)
from puzzle15.cli import main
from puzzle15.learning import SlidingPuzzleEnv
from tests.support.shared_tables import NAME, cache_in, large_tables

BOARD = random_board(seed=1)
BOARDS = random_boards(20, seed=1)


def told(solution: Any) -> tuple[Any, ...]:
    """All that a solution says."""
    names = (
        "start",
        "goal",
        "moves",
        "method",
        "optimal",
        "lower_bound",
        "nodes",
        "stages",
        "metric",
        "made_by",
    )
    return tuple(getattr(solution, name) for name in names)


def all_told(many: Any) -> tuple[Any, ...]:
    """All that many solutions say."""
    arrays = (many.lengths, many.moves, many.lower_bounds, many.nodes, many.optimal)
    return (many.method, many.made_by, *(array.tolist() for array in arrays))


def dataset(folder: Path, **options: Any) -> tuple[Any, ...]:
    """A dataset as it is in the file, and as it was written."""
    path = folder / "some.npz"
    made = datasets.write(path, 5, seed=1, progress=False, **options)
    data = datasets.read(path)
    return made, data.boards.tolist(), data.lengths.tolist(), data.first_moves.tolist(), path.read_bytes()


def played(_: Path) -> list[Any]:
    """What an environment says in twenty steps."""
    env = SlidingPuzzleEnv(3, shaping="distance")
    seen: list[Any] = [env.reset(seed=1)]
    rng = np.random.default_rng(1)
    for _step in range(20):
        seen.append(env.step(int(rng.integers(4))))
    return [json.dumps(one, default=lambda value: np.asarray(value).tolist()) for one in seen]


def said(*words: str) -> str:
    """What a command prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(list(words)) == 0
    return out.getvalue()


def figures(*words: str) -> dict[str, Any]:
    """What an experiment prints, but for its time."""
    found: dict[str, Any] = json.loads(said("experiment", *words, "--json"))
    del found["seconds"]
    return found


CALLS: dict[str, Callable[[Path], Any]] = {
    "solve": lambda _: told(solve(BOARD)),
    "solve quick": lambda _: told(solve(BOARD, method="quick")),
    "solve wide": lambda _: told(solve(BOARD, width=50)),
    "solve optimal": lambda _: told(solve(BOARD, method="optimal")),
    "solve turns": lambda _: told(solve(BOARDS[2].reshape(4, 4), prefer="turns")),
    "solve within nodes": lambda _: told(solve(BOARD, max_nodes=10_000)),
    "solve quick within nodes": lambda _: told(solve(BOARD, method="quick", max_nodes=10_000)),
    "solve within weight": lambda _: told(solve(BOARD, weight=1.1)),
    "solver": lambda _: (Solver(max_nodes=100).hint(BOARD), Solver(method="quick").hint(BOARD)),
    "solve_many": lambda _: all_told(solve_many(BOARDS)),
    "solve_many quick": lambda _: all_told(solve_many(BOARDS, method="quick")),
    "solve_many optimal": lambda _: all_told(solve_many(BOARDS[:3], method="optimal")),
    "solve_many within nodes": lambda _: all_told(solve_many(BOARDS, max_nodes=2000)),
    "improve": lambda _: told(improve(solve(BOARD))),
    "solutions": lambda _: [told(one) for one in solutions(BOARDS[2].reshape(4, 4))],
    "count_optimal": lambda _: count_optimal(BOARDS[2].reshape(4, 4)),
    "distance": lambda _: distance("8 6 7/2 5 4/3 0 1"),
    "estimate": lambda _: tables.estimate(BOARD),
    "experiment": lambda _: experiment(200, "quick", seed=1),
    "experiment optimal": lambda _: experiment(5, "optimal", seed=1),
    "dataset": dataset,
    "dataset quick": lambda folder: dataset(folder, method="quick"),
    "environment": played,
    "cli solve": lambda _: said("solve", BOARD.to_text(), "--max-nodes", "10000", "--csv"),
    "cli solve quick": lambda _: said("solve", BOARD.to_text(), "--method", "quick", "--csv"),
    "cli experiment": lambda _: figures("-n", "100", "--method", "quick", "--seed", "1"),
}


def answers(folder: Path) -> dict[str, Any]:
    """What every call gives."""
    folder.mkdir()
    found: dict[str, Any] = {}
    for name, call in CALLS.items():
        place = folder / str(len(found))
        place.mkdir()
        found[name] = call(place)
    return found


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The answers with an empty cache."""
    folder = tmp_path_factory.mktemp("empty")
    with cache_in(folder / "cache"):
        return answers(folder / "work")


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Large tables in the cache."""
    with large_tables() as folder:
        yield folder


@pytest.mark.soak
@pytest.mark.parametrize("name", CALLS)
def test_a_full_cache_changes_nothing(name: str, empty: dict[str, Any], large: Path, tmp_path: Path) -> None:
    found = CALLS[name](tmp_path)
    assert found == empty[name]


@pytest.mark.soak
def test_large_tables_are_used_where_they_are_asked_for(large: Path) -> None:
    """And the results say so, with the checksum of the file."""
    checksum = zlib.crc32((large / NAME).read_bytes()[:-4])
    made_by = f"beam 2, large tables {checksum:08x}"
    small = solve_many(BOARDS, method="quick")
    for choice in ("large", "auto"):
        many = solve_many(BOARDS, method="quick", tables=choice)
        assert many.made_by == many[3].made_by == made_by
        assert many.lengths.sum() < small.lengths.sum()
        assert solve(BOARD, method="quick", tables=choice).made_by == made_by
        assert experiment(20, "quick", seed=1, tables=choice).made_by == made_by
        found = json.loads(
            said("experiment", "-n", "20", "--method", "quick", "--seed", "1", "--tables", choice, "--json")
        )
        assert found["made_by"] == made_by
    assert tables.estimate(BOARD, tables="large") != tables.estimate(BOARD)
    few = solve_many(BOARDS[:3], method="optimal", tables="large")
    assert few.lengths.tolist() == solve_many(BOARDS[:3], method="optimal").lengths.tolist()
    assert few.nodes.sum() < solve_many(BOARDS[:3], method="optimal").nodes.sum()


def test_large_tables_are_made_if_they_are_missing(tmp_path: Path) -> None:
    board = random_board(3, 4, seed=1)
    with cache_in(tmp_path / "cache"):
        assert solve(board, method="quick", tables="auto").made_by == "beam 2, small tables 1"
        assert not (tmp_path / "cache").exists()
        assert (solve(board, method="quick", tables="large").made_by or "").startswith(
            "beam 2, large tables "
        )
        assert [file.name for file in tables.files()] == ["3x4-blank11.patterns"]
        assert "large" in (solve(board, method="quick", tables="auto").made_by or "")
        assert solve(board, method="quick").made_by == "beam 2, small tables 1"


def test_damaged_large_tables_are_made_again_where_they_must_be_had(tmp_path: Path) -> None:
    board = random_board(3, 4, seed=1)
    with cache_in(tmp_path):
        file = tables.build(3, 4, progress=False)
        sound = file.path.read_bytes()
        file.path.write_bytes(sound[:-1000])
        tables.forget(3, 4)
        with pytest.warns(UserWarning, match="the small tables are used"):
            assert "small" in (solve(board, method="quick", tables="auto").made_by or "")
        with pytest.warns(UserWarning, match="the table is made again"):
            assert "large" in (solve(board, method="quick", tables="large").made_by or "")
        assert file.path.read_bytes() == sound


NO_SEARCH = "does not search, and only searches use large tables"


@pytest.mark.parametrize(
    ("board", "options", "reason"),
    [
        (BOARD, {}, f"method 'combined' {NO_SEARCH}"),
        (BOARD, {"method": "greedy"}, f"method 'greedy' {NO_SEARCH}"),
        (random_board(6, 6, seed=1), {}, "there are no large tables for method 'peel' on 6×6 boards"),
        (
            random_board(3, 4, seed=1),
            {"method": "optimal"},
            "there are no large tables for method 'optimal' on 3×4 boards",
        ),
        (BOARD, {"metric": "multi"}, "there are no large tables for metric 'multi'"),
    ],
)
def test_where_there_are_no_large_tables_they_cannot_be_had(
    board: Any, options: dict[str, Any], reason: str
) -> None:
    with pytest.raises(UnsupportedError) as caught:
        solve(board, tables="large", **options)
    instead = "use method='optimal', or use tables='small'" if NO_SEARCH in reason else "use tables='small'"
    assert str(caught.value) == f"{reason}; {instead}"
    assert solve(board, tables="auto", **options) == solve(board, **options)


def test_the_choices_have_names() -> None:
    with pytest.raises(UnsupportedError, match="unknown tables 'huge'; choose 'small', 'large' or"):
        solve(BOARD, tables="huge")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="tables is a string"):
        Solver(tables=1)  # type: ignore[arg-type]
    assert repr(Solver(tables="auto")) == "Solver(tables='auto')"
    assert Solver(tables="auto").options.tables == "auto"
