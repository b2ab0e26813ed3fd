"""The columns of a dataset in files: a folder of .npy, an .npz, or Parquet; written in constant memory."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

from puzzle15._support.checks import check_package
from puzzle15._support.files import aside
from puzzle15.errors import FileError, UnsupportedError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FORMAT", "NAMES", "Kind", "Sink", "kind_of", "load", "open_sink"]

NAMES = ("boards", "lengths", "first_moves")
"""The columns."""

# Rows of a row group in Parquet; fewer if their boards have more bytes than that.
_GROUP = 1 << 16
_WAITING = 1 << 24

FORMAT = "puzzle15 dataset 1"
"""The format that the metadata name."""

Kind = str
"""What a file is: `"npz"`, `"parquet"`, or `"folder"`."""

Columns = dict[str, "NDArray[Any]"]


class Sink(Protocol):
    """Takes rows, some at a time."""

    def add(self, columns: Columns) -> None:
        """Take the next rows of all columns."""


def kind_of(path: str | os.PathLike[str]) -> Kind:
    """What a file is, by the suffix of its name."""
    suffix = Path(path).suffix.lower()
    kinds = {".npz": "npz", ".parquet": "parquet", "": "folder"}
    if suffix not in kinds:
        raise UnsupportedError(
            f"a dataset is a file .npz or .parquet, or a folder (a name without a suffix); got {suffix!r}"
        )
    if kinds[suffix] == "parquet":
        check_package("pyarrow", "Parquet needs pyarrow", "parquet")
    return kinds[suffix]


@contextmanager
def open_sink(
    path: str | os.PathLike[str], n: int, cells: int, dtype: np.dtype[Any], metadata: dict[str, Any]
) -> Iterator[Sink]:
    """A sink for `n` rows. Its rows become the file in the end; if anything fails, nothing does."""
    kind, target = kind_of(path), Path(path)
    if kind == "folder" and target.exists():
        raise FileError(f"cannot write {os.fspath(path)!r}: it is there already; name another folder")
    if target.exists() and not target.is_file():
        raise FileError(f"cannot write {os.fspath(path)!r}: it is a pipe or a device; name a file")
    openers: dict[Kind, Callable[[Path], Any]] = {
        "npz": lambda place: _zipped(place, n, cells, dtype, metadata),
        "folder": lambda place: _folder(place, n, cells, dtype, metadata),
        "parquet": lambda place: _parquet(place, cells, dtype, metadata),
    }
    with aside(path) as place, openers[kind](place) as sink:
        yield sink


def load(path: str | os.PathLike[str]) -> tuple[Columns, dict[str, Any]]:
    """The columns of a file, and its metadata."""
    loader = _LOADERS[kind_of(path)]
    try:
        columns, metadata = loader(Path(path))
        _check(columns, metadata)
    except FileNotFoundError as error:
        raise FileError(f"cannot read {os.fspath(path)!r}: {error.strerror}") from error
    except Exception as error:  # Three libraries, given any file at all, may raise anything.
        reason = str(error) or type(error).__name__
        raise FileError(f"{os.fspath(path)!r} cannot be used: it is not a dataset ({reason})") from error
    return columns, metadata


def _check(columns: Columns, metadata: dict[str, Any]) -> None:
    """Refuse columns that are not those of a dataset."""
    if metadata.get("format") != FORMAT:
        raise ValueError(f"its format is {metadata.get('format')!r}, and not {FORMAT!r}")
    n, cells = metadata["boards"], metadata["rows"] * metadata["cols"]
    shapes = {name: column.shape for name, column in columns.items()}
    if shapes != {"boards": (n, cells), "lengths": (n,), "first_moves": (n,)}:
        raise ValueError(f"its columns are not those of {n} boards of {cells} cells, but {shapes}")
    missing = {"goal", "optimal", "method"} - metadata.keys()
    if missing:
        raise ValueError(f"its metadata say nothing of {', '.join(sorted(missing))}")


class _ColumnArrays:
    """Columns as .npy files, whose headers need the number of rows in advance."""

    def __init__(self, files: Mapping[str, IO[bytes]], n: int, cells: int, dtype: np.dtype[Any]) -> None:
        self._files = files
        types = {"boards": dtype, "lengths": np.dtype(np.int32), "first_moves": np.dtype(np.uint8)}
        for name, file in files.items():
            header = {
                "descr": np.lib.format.dtype_to_descr(types[name]),
                "fortran_order": False,
                "shape": (n, cells) if name == "boards" else (n,),
            }
            np.lib.format.write_array_header_1_0(file, header)

    def add(self, columns: Columns) -> None:
        """Append rows."""
        for name, file in self._files.items():
            file.write(np.ascontiguousarray(columns[name]).data)


@contextmanager
def _folder(
    place: Path, n: int, cells: int, dtype: np.dtype[Any], metadata: dict[str, Any]
) -> Iterator[Sink]:
    place.mkdir()
    with ExitStack() as files:
        opened = {name: files.enter_context((place / f"{name}.npy").open("wb")) for name in NAMES}
        yield _ColumnArrays(opened, n, cells, dtype)
    (place / "metadata.json").write_text(json.dumps(metadata, indent=1) + "\n", encoding="utf-8")


@contextmanager
def _zipped(
    place: Path, n: int, cells: int, dtype: np.dtype[Any], metadata: dict[str, Any]
) -> Iterator[Sink]:
    """Written to a folder first: a zip file takes one column after another, but all of them come at once."""
    with TemporaryDirectory(dir=place.parent, prefix=f"{place.name}-") as parent:
        folder = Path(parent, "columns")
        with _folder(folder, n, cells, dtype, metadata) as sink:
            yield sink
        # Without dates, so that the same dataset is always the same file.
        with zipfile.ZipFile(place, "w") as archive:
            for name in NAMES:
                with (folder / f"{name}.npy").open("rb") as column, _member(archive, name) as file:
                    shutil.copyfileobj(column, file, 1 << 20)
            with _member(archive, "metadata") as file:
                np.lib.format.write_array(file, np.array(json.dumps(metadata)))


def _member(archive: zipfile.ZipFile, name: str) -> IO[bytes]:
    return archive.open(zipfile.ZipInfo(f"{name}.npy"), "w", force_zip64=True)


class _Tables:
    """Columns as Parquet, in row groups of a reasonable size."""

    def __init__(self, writer: Any, schema: Any) -> None:
        self._writer, self._schema = writer, schema
        self._waiting: list[Columns] = []

    def add(self, columns: Columns) -> None:
        """Keep rows, and write a row group when there are enough."""
        self._waiting.append(columns)
        rows = sum(len(part["lengths"]) for part in self._waiting)
        if rows >= _GROUP or sum(part["boards"].nbytes for part in self._waiting) >= _WAITING:
            self.flush()

    def flush(self) -> None:
        """Write what is waiting."""
        import pyarrow as pa

        if not self._waiting:
            return
        columns = {name: np.concatenate([part[name] for part in self._waiting]) for name in NAMES}
        self._waiting.clear()
        tiles = pa.array(columns["boards"].reshape(-1))
        boards = pa.FixedSizeListArray.from_arrays(tiles, type=self._schema.field("boards").type)
        others = [pa.array(columns[name]) for name in NAMES[1:]]
        self._writer.write_table(pa.Table.from_arrays([boards, *others], schema=self._schema))


@contextmanager
def _parquet(place: Path, cells: int, dtype: np.dtype[Any], metadata: dict[str, Any]) -> Iterator[Sink]:
    import pyarrow as pa
    from pyarrow import parquet

    tile = pa.field("element", pa.from_numpy_dtype(dtype), nullable=False)
    boards = pa.field("boards", pa.list_(tile, cells), nullable=False)
    types = {"lengths": pa.int32(), "first_moves": pa.uint8()}
    others = [pa.field(name, kind, nullable=False) for name, kind in types.items()]
    schema = pa.schema([boards, *others], {"puzzle15": json.dumps(metadata)})
    with parquet.ParquetWriter(place, schema) as writer:
        sink = _Tables(writer, schema)
        yield sink
        sink.flush()


def _load_zipped(path: Path) -> tuple[Columns, dict[str, Any]]:
    with np.load(path, allow_pickle=False) as archive:
        return {name: archive[name] for name in NAMES}, json.loads(str(archive["metadata"]))


def _load_folder(path: Path) -> tuple[Columns, dict[str, Any]]:
    metadata = json.loads((path / "metadata.json").read_text(encoding="utf-8"))
    # An empty file cannot be mapped.
    mode: Literal["r"] | None = "r" if metadata["boards"] else None
    return {name: np.load(path / f"{name}.npy", mmap_mode=mode) for name in NAMES}, metadata


def _load_parquet(path: Path) -> tuple[Columns, dict[str, Any]]:
    from pyarrow import parquet

    table = parquet.read_table(path, memory_map=True)
    boards = table.column("boards").combine_chunks()
    cells = table.schema.field("boards").type.list_size
    columns = {name: table.column(name).to_numpy() for name in NAMES[1:]}
    columns["boards"] = boards.flatten().to_numpy().reshape(-1, cells)
    return columns, json.loads(table.schema.metadata[b"puzzle15"])


_LOADERS: dict[Kind, Callable[[Path], tuple[Columns, dict[str, Any]]]] = {
    "npz": _load_zipped,
    "folder": _load_folder,
    "parquet": _load_parquet,
}
