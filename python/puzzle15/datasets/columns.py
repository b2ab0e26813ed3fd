"""The columns of a dataset in files: a folder of .npy, an .npz, or Parquet; written in constant memory.

The metadata are written last, with the checksums of all columns.
"""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

from puzzle15._support.checks import check_package, path_of
from puzzle15._support.files import aside, open_made, scratch
from puzzle15._support.numeric import np
from puzzle15.datasets.arrow import require_room, telling_memory
from puzzle15.datasets.checksums import Checksums
from puzzle15.errors import FileError, UnsupportedError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FORMAT", "NAMES", "Kind", "Sink", "kind_of", "open_sink"]

NAMES = ("boards", "lengths", "first_moves")
"""The columns."""

# Rows of a row group in Parquet; fewer if their boards have more bytes than that.
_GROUP = 1 << 16
_WAITING = 1 << 24

FORMAT = "puzzle15 dataset 2"
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
    suffix = path_of(path).suffix.lower()
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
    sums = Checksums()
    sums.add({name: np.empty((0, *shape), kind) for name, (kind, shape) in _types(cells, dtype).items()})
    openers: dict[Kind, Callable[[Path], Any]] = {
        "npz": lambda place: _zipped(place, target, n, cells, dtype),
        "folder": lambda place: _folder(place, n, cells, dtype),
        "parquet": lambda place: _parquet(place, cells, dtype, metadata),
    }
    with aside(path, folder=kind == "folder") as place, openers[kind](place) as sink:
        yield _Summing(sink, sums)
        sink.finish(sums.complete(metadata))


def _types(cells: int, dtype: np.dtype[Any]) -> dict[str, tuple[np.dtype[Any], tuple[int, ...]]]:
    """The type of each column, and the shape of its rows."""
    return {
        "boards": (dtype, (cells,)),
        "lengths": (np.dtype(np.int32), ()),
        "first_moves": (np.dtype(np.uint8), ()),
    }


class _Summing:
    """Sums up rows on their way to a sink."""

    def __init__(self, sink: Sink, sums: Checksums) -> None:
        self._sink, self._sums = sink, sums

    def add(self, columns: Columns) -> None:
        """Take the next rows of all columns."""
        self._sums.add(columns)
        self._sink.add(columns)


class _ColumnArrays:
    """Columns as .npy files, whose headers need the number of rows in advance."""

    def __init__(self, files: Mapping[str, IO[bytes]], n: int, cells: int, dtype: np.dtype[Any]) -> None:
        self._files = files
        for name, (kind, shape) in _types(cells, dtype).items():
            header = {
                "descr": np.lib.format.dtype_to_descr(kind),
                "fortran_order": False,
                "shape": (n, *shape),
            }
            np.lib.format.write_array_header_1_0(files[name], header)

    def add(self, columns: Columns) -> None:
        """Append rows."""
        for name, file in self._files.items():
            file.write(np.ascontiguousarray(columns[name]).data)


class _FolderSink(_ColumnArrays):
    """A folder with a file for each column, and one for the metadata."""

    def __init__(self, place: Path, n: int, cells: int, dtype: np.dtype[Any]) -> None:
        with ExitStack() as opened:
            files = {name: opened.enter_context((place / f"{name}.npy").open("xb")) for name in NAMES}
            super().__init__(files, n, cells, dtype)
            self._opened = opened.pop_all()
        self._place = place

    def close(self) -> None:
        """Close the files of the columns."""
        self._opened.close()

    def finish(self, metadata: dict[str, Any]) -> None:
        """Write the metadata."""
        text = json.dumps(metadata, indent=1) + "\n"
        with (self._place / "metadata.json").open("xb") as file:
            file.write(text.encode())


@contextmanager
def _folder(place: Path, n: int, cells: int, dtype: np.dtype[Any]) -> Iterator[_FolderSink]:
    with closing(_FolderSink(place, n, cells, dtype)) as sink:
        yield sink


class _ZippedSink(_FolderSink):
    """Written to a folder first: a zip file takes one column after another, but all of them come at once."""

    def __init__(self, archive: Path, place: Path, n: int, cells: int, dtype: np.dtype[Any]) -> None:
        super().__init__(place, n, cells, dtype)
        self._archive = archive

    def finish(self, metadata: dict[str, Any]) -> None:
        """Pack the columns and the metadata."""
        self.close()
        # Without dates, so that the same dataset is always the same file.
        with open_made(self._archive) as made, zipfile.ZipFile(made, "w") as archive:
            for name in NAMES:
                with (self._place / f"{name}.npy").open("rb") as column, _member(archive, name) as file:
                    shutil.copyfileobj(column, file, 1 << 20)
            with _member(archive, "metadata") as file:
                np.lib.format.write_array(file, np.array(json.dumps(metadata)))


@contextmanager
def _zipped(archive: Path, target: Path, n: int, cells: int, dtype: np.dtype[Any]) -> Iterator[_ZippedSink]:
    with scratch(target) as place, closing(_ZippedSink(archive, place, n, cells, dtype)) as sink:
        yield sink


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
        require_room(sum(column.nbytes for part in self._waiting for column in part.values()))
        columns = {name: np.concatenate([part[name] for part in self._waiting]) for name in NAMES}
        self._waiting.clear()
        tiles = pa.array(columns["boards"].reshape(-1))
        boards = pa.FixedSizeListArray.from_arrays(tiles, type=self._schema.field("boards").type)
        others = [pa.array(columns[name]) for name in NAMES[1:]]
        self._writer.write_table(pa.Table.from_arrays([boards, *others], schema=self._schema))

    def finish(self, metadata: dict[str, Any]) -> None:
        """Write what is waiting, and the metadata with their checksums at the end of the file."""
        self.flush()
        self._writer.add_key_value_metadata({"puzzle15 checked": json.dumps(metadata)})


@contextmanager
def _parquet(place: Path, cells: int, dtype: np.dtype[Any], metadata: dict[str, Any]) -> Iterator[_Tables]:
    require_room()
    import pyarrow as pa
    from pyarrow import parquet

    tile = pa.field("element", pa.from_numpy_dtype(dtype), nullable=False)
    boards = pa.field("boards", pa.list_(tile, cells), nullable=False)
    types = {"lengths": pa.int32(), "first_moves": pa.uint8()}
    others = [pa.field(name, kind, nullable=False) for name, kind in types.items()]
    schema = pa.schema([boards, *others], {"puzzle15": json.dumps(metadata)})
    with (
        telling_memory(),
        open_made(place) as file,
        parquet.ParquetWriter(file, schema, write_page_checksum=True) as writer,
    ):
        yield _Tables(writer, schema)
