"""Reading the columns of a dataset: a file may hold anything, and gives the columns or a FileError.

Metadata come first. What they say of the columns is compared with the head of each column, with the bytes
that the file has and with the memory that is free, before any is taken. Columns are read, not mapped: a file
that somebody makes shorter, then or later, kills no process. In the end the checksums are compared.
"""

from __future__ import annotations

import math
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from puzzle15._core import Board, require_memory
from puzzle15._support.decoding import field, flag, one_of, record, text, whole
from puzzle15._support.files import kind_name, open_regular, parse_json, read_bytes
from puzzle15._support.numeric import np
from puzzle15.datasets import checksums
from puzzle15.datasets.arrow import require_room, telling_memory
from puzzle15.datasets.columns import FORMAT, NAMES, Kind, kind_of
from puzzle15.errors import FileError, MemoryBudgetError, PuzzleError, Remedy
from puzzle15.goals import MAX_CELLS

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["load"]

Columns = dict[str, "NDArray[Any]"]

OLD_FORMAT = "puzzle15 dataset 1"
"""The format of version 0.1.0, which had no checksums."""

# A zip file unpacks to at most so many times its size.
_MOST_UNPACKED = 1032
_PIECE = 1 << 20


def load(path: str | os.PathLike[str]) -> tuple[Columns, dict[str, Any]]:
    """The columns of a file, and its metadata."""
    loader = _LOADERS[kind_of(path)]
    try:
        columns, metadata = loader(Path(path))
        if checksums.KEY in metadata:
            checksums.check(columns, metadata)
            del metadata[checksums.KEY]
    except FileError as error:
        if error.filename is not None:
            raise  # The system does not let us read it.
        raise FileError(f"{os.fspath(path)!r} cannot be used: {error.facts}") from None
    except MemoryError:
        raise  # The file is not to blame.
    except Exception as error:  # Three libraries, given any file at all, may raise anything.
        reason = str(error) or type(error).__name__
        raise FileError(f"{os.fspath(path)!r} cannot be used: it is not a dataset ({reason})") from error
    return columns, metadata


def _parsed(data: bytes | str) -> dict[str, Any]:
    """Metadata, with entries of the right types."""
    metadata = record(parse_json(data.encode() if isinstance(data, str) else data))
    kind = field(metadata, "format", one_of(FORMAT, OLD_FORMAT))
    if kind == FORMAT:
        field(metadata, checksums.KEY, record)
    rows = field(metadata, "rows", whole(2, MAX_CELLS))
    cols = field(metadata, "cols", whole(2, MAX_CELLS // rows))
    field(metadata, "boards", whole())
    field(metadata, "optimal", flag)
    field(metadata, "method", text)
    try:
        shape = Board(field(metadata, "goal", text)).shape
    except PuzzleError as error:
        raise FileError(f"it is damaged: its goal is not a board ({error})") from None
    if shape != (rows, cols):
        raise FileError(f"it is damaged: its goal is not {rows}×{cols}")
    return metadata


def _shape(name: str, metadata: dict[str, Any]) -> tuple[int, ...]:
    n = metadata["boards"]
    return (n, metadata["rows"] * metadata["cols"]) if name == "boards" else (n,)


def _header(file: IO[bytes], size: int) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Shape and type of an .npy of so many bytes, of which the file has all."""
    if np.lib.format.read_magic(file) != (1, 0):
        raise ValueError("its columns are not those that write makes")
    shape, by_columns, dtype = np.lib.format.read_array_header_1_0(file)
    if by_columns or dtype.kind not in "iuU":
        raise ValueError("its columns are not those that write makes")
    if math.prod(shape) * dtype.itemsize != size - file.tell():
        raise ValueError("a column is not as long as it says")
    return shape, dtype


def _numbers(file: IO[bytes], size: int, name: str, metadata: dict[str, Any]) -> np.dtype[Any]:
    """The type of a column; its numbers come next."""
    shape, dtype = _header(file, size)
    expected = _shape(name, metadata)
    if dtype.kind not in "iu" or shape != expected:
        raise ValueError(f"its column {name} has the shape {shape}, expected {expected}")
    return dtype


def _require_memory(size: int, what: str) -> None:
    """Refuse columns of so many bytes if they do not fit into free memory."""
    try:
        require_memory(size)
    except MemoryBudgetError as error:
        needed, free = (f"{number / 1e6:.1f} MB" for number in (size, error.budget))
        raise MemoryBudgetError(
            f"{what} of this dataset needs {needed}, and {free} are free",
            needed=size,
            budget=error.budget,
            remedies=[Remedy("free_memory")],
        ) from None


def _column(file: IO[bytes], size: int, name: str, metadata: dict[str, Any]) -> NDArray[Any]:
    """A column from an .npy of so many bytes."""
    dtype = _numbers(file, size, name, metadata)
    shape = _shape(name, metadata)
    _require_memory(math.prod(shape) * dtype.itemsize, f"the column {name}")
    column = np.empty(shape, dtype)
    data = column.reshape(-1).view(np.uint8).data
    for begin in range(0, len(data), _PIECE):
        piece = file.read(min(_PIECE, len(data) - begin))
        data[begin : begin + len(piece)] = piece
        if len(piece) < min(_PIECE, len(data) - begin):
            raise ValueError("a column ends too early")
    # A zip file compares its own checksum when it comes to the end.
    if file.read(1):
        raise ValueError("a column goes on after its end")
    return column


def _load_zipped(path: Path) -> tuple[Columns, dict[str, Any]]:
    with open_regular(path) as file, zipfile.ZipFile(file) as archive:
        size = path.stat().st_size
        for member in archive.infolist():
            if member.file_size > _MOST_UNPACKED * size:
                raise ValueError("it claims to hold more than there can be")
        info = archive.getinfo("metadata.npy")
        with archive.open(info) as column:
            shape, dtype = _header(column, info.file_size)
            if shape != () or dtype.kind != "U":
                raise ValueError("its metadata are not text")
            metadata = _parsed(str(np.frombuffer(column.read(), dtype)[0]))
        columns = {}
        for name in NAMES:
            info = archive.getinfo(f"{name}.npy")
            with archive.open(info) as column:
                columns[name] = _column(column, info.file_size, name, metadata)
        return columns, metadata


def _load_folder(path: Path) -> tuple[Columns, dict[str, Any]]:
    if path.exists() and not path.is_dir():
        raise FileError(f"it is {kind_name(path.stat().st_mode)}, not a dataset")
    metadata = _parsed(read_bytes(path / "metadata.json"))
    columns = {}
    for name in NAMES:
        with open_regular(path / f"{name}.npy") as file:
            columns[name] = _column(file, os.fstat(file.fileno()).st_size, name, metadata)
    return columns, metadata


@telling_memory()
def _load_parquet(path: Path) -> tuple[Columns, dict[str, Any]]:
    require_room()
    from pyarrow import parquet

    with open_regular(path) as source:
        file = parquet.ParquetFile(source, page_checksum_verification=True)
        entries = file.metadata.metadata or {}
        # Checksums are known only when everything has been written, and so are at the end of the file.
        metadata = _parsed(entries.get(b"puzzle15 checked") or entries[b"puzzle15"])
        n, cells = _shape("boards", metadata)
        if file.metadata.num_rows != n:
            raise ValueError(f"it has {file.metadata.num_rows} rows, expected {n}")
        if file.schema_arrow.field("boards").type.list_size != cells:
            raise ValueError(f"its boards do not have {cells} cells")
        types = {name: file.schema_arrow.field(name).type for name in NAMES[1:]}
        bits = cells * file.schema_arrow.field("boards").type.value_type.bit_width
        size = n * (bits + sum(kind.bit_width for kind in types.values())) // 8
        _require_memory(size, "the table")
        require_room(size)
        table = file.read(list(NAMES))
    boards = table.column("boards").combine_chunks()
    columns = {name: table.column(name).to_numpy() for name in NAMES[1:]}
    columns["boards"] = boards.flatten().to_numpy().reshape(-1, cells)
    for name, column in columns.items():
        if column.shape != _shape(name, metadata) or column.dtype.kind not in "iu":
            raise ValueError(
                f"its column {name} has the shape {column.shape}, expected {_shape(name, metadata)}"
            )
    return columns, metadata


_LOADERS: dict[Kind, Callable[[Path], tuple[Columns, dict[str, Any]]]] = {
    "npz": _load_zipped,
    "folder": _load_folder,
    "parquet": _load_parquet,
}
