"""Files of every kind, ways to damage and to forge them, and what reading them may come to."""

from __future__ import annotations

import copy
import json
import random
import shutil
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from puzzle15 import _core, datasets, experiment, explore, random_board, random_boards, tables
from puzzle15._support.sealed import checksum_of
from puzzle15.bounds import Bound, LowerBound, Recipe, lower, prove
from puzzle15.datasets.checksums import KEY, Checksums
from puzzle15.exploring import Layers
from puzzle15.exploring import layers as layers_module

__all__ = ["Kind", "copied", "damage", "kinds"]


@dataclass(frozen=True)
class Kind:
    """A kind of file: a sound one, what reading it gives, and how one with right checksums is forged."""

    name: str
    path: Path
    read: Callable[[Path], Any]
    forge: Callable[[random.Random, Path], None]
    answer: Any = field(repr=False)
    heavy: bool = False
    """Whether it is so large that few cases must do."""


def damage(dice: random.Random, path: Path) -> None:
    """Change some bytes of a file, cut it short, or make it longer."""
    if path.is_dir():
        path = dice.choice(sorted(path.iterdir()))
    size = path.stat().st_size
    way = dice.choice(["flip", "flip", "zero", "noise", "cut", "extend", "swap"])
    with path.open("r+b") as file:
        if way == "cut":
            file.truncate(dice.choice([0, dice.randrange(size), size - 1]))
        elif way == "extend":
            file.seek(size)
            file.write(dice.randbytes(dice.choice([1, 4, 100])))
        else:
            # Heads and ends matter most.
            first = dice.choice([dice.randrange(size), dice.randrange(min(size, 64)), size - 1])
            count = min(1 if way == "flip" else dice.choice([1, 8, 64]), size - first)
            file.seek(first)
            before = file.read(count)
            after = {
                "flip": bytes([before[0] ^ 1 << dice.randrange(8)]),
                "zero": bytes(count),
                "noise": dice.randbytes(count),
                "swap": before[::-1],
            }[way]
            file.seek(first)
            file.write(after)


def forge_bytes(dice: random.Random, path: Path, head: int) -> None:
    """Change the head or the contents of a table, and make the checksum right."""
    data = bytearray(path.read_bytes()[:-4])
    for _ in range(dice.choice([1, 1, 2, 20])):
        first = dice.randrange(8, head) if dice.random() < 0.6 else dice.randrange(8, len(data))
        count = dice.choice([1, 4, 8])
        data[first : first + count] = dice.choice([bytes(count), b"\xff" * count, dice.randbytes(count)])
    if dice.random() < 0.2:
        del data[dice.randrange(8, len(data)) :]
    if dice.random() < 0.1:
        data += dice.randbytes(8)
    path.write_bytes(bytes(data) + zlib.crc32(data).to_bytes(4, "little"))


def hostile_value(dice: random.Random) -> Any:
    """A value that should not be where it is put."""
    nested: Any = []
    for _ in range(dice.choice([2, 20])):
        nested = [nested] if dice.random() < 0.5 else {"a": nested}
    numbers = [-1, 0, 1, 3, 10**9, 2**63, 2**64, -(2**70), 10**400, 0.5, 1e308]
    texts = ["", "x", "é", "\ud800", "1 2/3 0", "AAA", "AAAAA"]
    lists: list[Any] = [[], [1], [[]], [-1, 2], [[1, 2], [3]], {}, {"a": 1}, nested]
    return dice.choice([None, True, *numbers, *texts, *lists])


def forge_json(dice: random.Random, data: Any) -> Any:
    """Change some entries of a document, at any depth."""
    data = copy.deepcopy(data)
    for _ in range(dice.choice([1, 1, 2, 5])):
        at = data
        while True:
            places = list(at) if isinstance(at, dict) else range(len(at))
            if not places:
                break
            place = dice.choice(list(places))
            if isinstance(at[place], (dict, list)) and at[place] and dice.random() < 0.7:
                at = at[place]
                continue
            if dice.random() < 0.2:
                del at[place]
            else:
                at[place] = hostile_value(dice)
            break
    return data


def write_json(path: Path, data: Any) -> None:
    """Write JSON as it is."""
    path.write_text(json.dumps(data), encoding="utf-8", errors="surrogatepass")


def forge_layers(data: Any) -> Any:
    """Layers with a right checksum, as far as that can be."""
    names = [name for name in Layers.__dataclass_fields__ if name in data]
    return {**data, "checksum": layers_module._checksum({name: data[name] for name in names})}


def summed(metadata: dict[str, Any], columns: dict[str, Any]) -> dict[str, Any]:
    """Metadata with right checksums."""
    sums = Checksums()
    sums.add(columns)
    return sums.complete({name: value for name, value in metadata.items() if name != KEY})


def kinds(folder: Path) -> list[Kind]:
    """A sound file of every kind, in a folder."""
    dice = random.Random(5)
    found = [*_tables(folder), *_documents(folder), *_datasets(folder), _board_set(folder)]
    dice.shuffle(found)
    return found


def _tables(folder: Path) -> list[Kind]:
    """Tables, which are read as a solver reads them, and a checkpoint of a search."""

    def verified(path: Path) -> None:
        _core.verify_table(path)

    def estimated(path: Path) -> Any:
        tables.forget(2, 7)
        return tables.estimate(board, tables="auto")

    board = random_board(2, 7, seed=1)
    made = [Kind(name, folder / name, verified, _forger(44), None, heavy=True) for name in _twelve_cells()]
    patterns = tables.build(2, 7, progress=False).path
    made.append(Kind("patterns", patterns, verified, _forger(600), None, heavy=True))
    made.append(
        Kind("lookups", patterns, estimated, _forger(600), tables.estimate(board, tables="auto"), heavy=True)
    )

    def stop(level: Any) -> None:
        if level.depth == 9:
            raise KeyboardInterrupt

    search = folder / "search"
    try:
        explore(2, 3, checkpoint=search, progress=stop)
    except KeyboardInterrupt:
        made.append(
            Kind(
                "search",
                search,
                lambda path: explore(2, 3, checkpoint=path),
                _forger(search.stat().st_size - 4),
                explore(2, 3),
            )
        )
    return made


def _twelve_cells() -> list[str]:
    return ["3x4-blank11.moves", "3x4-blank11.slides"]


def _forger(head: int) -> Callable[[random.Random, Path], None]:
    return lambda dice, path: forge_bytes(dice, path, head)


def _documents(folder: Path) -> list[Kind]:
    """Files of JSON."""
    layers = explore(2, 3, keep=[1, 2])
    layers.save(folder / "layers")
    bound = prove(Recipe("the 5-puzzle", 2, 3, steps=((1, 4),)))
    bound.save(folder / "bound")
    counted = experiment(300, "greedy", (3, 3), 1, checkpoint=folder / "experiment")

    hard = lower("8 6 7/2 5 4/3 0 1")
    hard.save(folder / "lower")

    def forged_layers(dice: random.Random, path: Path) -> None:
        write_json(path, forge_layers(forge_json(dice, json.loads(path.read_text()))))

    def forged_bound(dice: random.Random, path: Path) -> None:
        data = forge_json(dice, json.loads(path.read_text()))
        if isinstance(data.get("layers"), list):
            data["layers"] = [forge_layers(one) if isinstance(one, dict) else one for one in data["layers"]]
        if isinstance(data.get("recipe"), dict):
            data["checksum"] = checksum_of(data["recipe"])
        write_json(path, data)

    def forged_lower(dice: random.Random, path: Path) -> None:
        data = forge_json(dice, json.loads(path.read_text()))
        content = {name: data[name] for name in data.keys() - {"format", "version", "checksum"}}
        write_json(path, {**data, "checksum": checksum_of(content)})

    def forged_experiment(dice: random.Random, path: Path) -> None:
        data = forge_json(dice, json.loads(path.read_text()))
        data.pop("checksum", None)
        write_json(path, {**data, "checksum": checksum_of(data)})

    return [
        Kind("layers", folder / "layers", Layers.load, forged_layers, layers),
        Kind("bound", folder / "bound", Bound.load, forged_bound, bound),
        Kind("lower", folder / "lower", LowerBound.load, forged_lower, hard),
        Kind(
            "experiment",
            folder / "experiment",
            lambda path: experiment(300, "greedy", (3, 3), 1, checkpoint=path),
            forged_experiment,
            counted,
        ),
    ]


def _board_set(folder: Path) -> Kind:
    """A set of boards with their distances."""

    def forged(dice: random.Random, path: Path) -> None:
        head, _, rest = path.read_bytes()[:-4].partition(b"\n")
        records = bytearray(rest)
        if dice.random() < 0.5:
            head = json.dumps(forge_json(dice, json.loads(head))).encode()
        else:
            records[dice.randrange(len(records))] = dice.randrange(256)
        data = head + b"\n" + records
        path.write_bytes(data + zlib.crc32(data).to_bytes(4, "big"))

    some = datasets.BoardSet(random_boards(60, 3, 3, seed=1))
    some.save(folder / "some.boards")
    return Kind("board set", folder / "some.boards", datasets.BoardSet.load, forged, some)


def _datasets(folder: Path) -> list[Kind]:
    """Datasets in their three formats."""

    def read(path: Path) -> list[Any]:
        data = datasets.read(path)
        return [data.boards.tolist(), data.lengths.tolist(), data.first_moves.tolist(), data.metadata]

    def forged_folder(dice: random.Random, path: Path) -> None:
        old = json.loads((path / "metadata.json").read_text())
        columns = {name: np.load(path / f"{name}.npy") for name in ("boards", "lengths", "first_moves")}
        write_json(path / "metadata.json", _forged_metadata(dice, old, columns, path / "boards.npy"))

    def forged_zip(dice: random.Random, path: Path) -> None:
        with np.load(path) as archive:
            columns = {name: archive[name] for name in ("boards", "lengths", "first_moves")}
            old = json.loads(str(archive["metadata"]))
        data = json.dumps(_forged_metadata(dice, old, columns, None))
        np.savez(path, metadata=np.array(data), **columns)

    def forged_parquet(dice: random.Random, path: Path) -> None:
        from pyarrow import parquet

        table = parquet.read_table(path)
        old = json.loads(parquet.read_metadata(path).metadata[b"puzzle15 checked"])
        data = datasets.read(path)
        columns = {"boards": data.boards, "lengths": data.lengths, "first_moves": data.first_moves}
        forged = json.dumps(_forged_metadata(dice, old, columns, None))
        parquet.write_table(table.replace_schema_metadata({"puzzle15 checked": forged}), path)

    made = []
    forgers = {"data.npz": forged_zip, "data": forged_folder, "data.parquet": forged_parquet}
    for name, forger in forgers.items():
        datasets.write(folder / name, 60, (3, 3), seed=1)
        made.append(Kind(name, folder / name, read, forger, read(folder / name)))
    return made


def _forged_metadata(
    dice: random.Random, old: dict[str, Any], columns: dict[str, Any], head: Path | None
) -> dict[str, Any]:
    """Hostile metadata with right checksums, or a hostile head of a column."""
    if head is not None and dice.random() < 0.4:
        data = bytearray(head.read_bytes())
        data[dice.randrange(6, 128)] = dice.choice(b"0123456789()' ,<>|iufOU")
        head.write_bytes(data)
        return old
    forged = forge_json(dice, {name: value for name, value in old.items() if name != KEY})
    return summed(forged, columns)


def copied(path: Path, place: Path) -> Path:
    """A copy of a file or folder, under the same name, in a folder."""
    target = place / path.name
    if target.is_dir():
        shutil.rmtree(target)
    if path.is_dir():
        shutil.copytree(path, target)
    else:
        shutil.copyfile(path, target)
    return target
