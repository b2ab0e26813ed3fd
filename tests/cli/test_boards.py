"""Boards from lines: every notation, in any order, however the bytes come; and the lines that are wrong."""

from __future__ import annotations

import csv
import io
import json
import re
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle15 import Board, InvalidBoardError, PuzzleError, UnsupportedError, random_board, random_boards
from puzzle15.cli.arguments import amount, memory, numbers, shape, whole
from puzzle15.cli.boards import read
from puzzle15.cli.csv_column import Column
from puzzle15.cli.json_values import boards_of, is_json
from puzzle15.cli.lines import Batch, Item, _pieces, read_stream


class Drip(io.BytesIO):
    """A stream that gives some bytes at a time, as a pipe may."""

    def __init__(self, data: bytes, sizes: list[int]) -> None:
        super().__init__(data)
        self._sizes = sizes

    def read1(self, size: int | None = -1, /) -> bytes:
        self._sizes = [*self._sizes[1:], self._sizes[0]]
        return super().read1(self._sizes[0])


def each(parts: Iterator[Item | Batch]) -> list[Item]:
    return [item for part in parts for item in (part.items() if isinstance(part, Batch) else [part])]


def parts_of(text: str, shape: tuple[int, int] | None = None) -> Iterator[Item | Batch]:
    return read_stream(io.BytesIO(text.encode()), "here", shape)


def from_text(text: str, shape: tuple[int, int] | None = None) -> list[Item]:
    return each(parts_of(text, shape))


def problems(items: list[Item]) -> Iterator[str]:
    for item in items:
        try:
            item.board()
        except PuzzleError as error:
            yield item.name(error)


def texts(items: list[Item]) -> list[str]:
    return [item.board().to_text() for item in items]


def test_lines_that_end_with_a_return() -> None:
    boards = ["1 2 3/4 5 6/7 0 8", "1 2 3/4 5 6/0 7 8"]
    for end in ("\n", "\r", "\r\n"):
        items = from_text("".join(f"{board}{end}" for board in boards))
        assert texts(items) == boards
        assert [item.place for item in items] == ["here, line 1", "here, line 2"]
        assert texts(from_text(f"id,board{end}1,{boards[0]}{end}2,{boards[1]}{end}")) == boards
        assert texts(from_text(f"1 2{end}3 0{end}{end}1 2{end}0 3{end}")) == ["1 2/3 0", "1 2/0 3"]


# Ways to write a board: those that need an empty line before and after them, and those that do not.
DRAWN: dict[str, Callable[[Board], str]] = {
    "rows": lambda board: "\n".join(" ".join(map(str, row)) for row in board.to_list()),
    "commas": lambda board: "\n".join(",".join(map(str, row)) for row in board.to_list()),
    "dots": lambda board: "\n".join(" ".join(str(n or ".") for n in row) for row in board.to_list()),
    "boxes": str,
    "bars": lambda board: "\n".join(f"|{'|'.join(str(n or ' ') for n in row)}|" for row in board.to_list()),
    "array": lambda board: str(board.to_array()),
    "nested": lambda board: json.dumps(board.to_list()).replace("],", "],\n"),
}
LINES: dict[str, Callable[[Board], str]] = {
    "plain": lambda board: board.to_text(),
    "spaced": lambda board: board.to_text().replace("/", " / ").replace(" ", "  "),
    "underscore": lambda board: "/".join(" ".join(str(n or "_") for n in row) for row in board.to_list()),
    "commas and slashes": lambda board: board.to_text().replace(" ", ", "),
    "list": lambda board: json.dumps(board.to_list()),
    "object": lambda board: json.dumps({"moves": None, "board": board.to_list()}),
    "object with text": lambda board: json.dumps({"board": board.to_text()}),
    "with a comment": lambda board: f"  {board.to_text()}  # 1 2/3 0",
}

boards = st.builds(random_board, st.integers(2, 5), st.integers(2, 5), seed=st.integers(0, 2**32))


@st.composite
def writings(draw: st.DrawFn) -> tuple[str, list[tuple[str, Board]]]:
    """A text with boards, and the place of each."""
    lines = list(draw(st.sampled_from([(), ("",), ("# boards", "")])))
    found = []
    for board in draw(st.lists(boards, min_size=1, max_size=12)):
        name = draw(st.sampled_from([*DRAWN, *LINES]))
        around = [draw(st.sampled_from(["", "# next"]))] if name in DRAWN else []
        found.append((f"here, line {len(lines) + len(around) + 1}", board))
        lines += [*around, *(DRAWN | LINES)[name](board).split("\n"), *around]
    return "\n".join(lines), found


@given(writings(), st.lists(st.integers(1, 200), min_size=1, max_size=5), st.sampled_from(["\n", "\r\n"]))
def test_every_notation_in_any_order(
    written: tuple[str, list[tuple[str, Board]]], sizes: list[int], newline: str
) -> None:
    text, expected = written
    stream = Drip(text.replace("\n", newline).encode(), sizes)
    assert [(item.place, item.board()) for item in each(read_stream(stream, "here"))] == expected


@given(st.integers(2, 4), st.integers(2, 4), st.integers(0, 40), st.integers(0, 99), st.integers(1, 3000))
def test_plain_lines_are_read_together(rows: int, cols: int, n: int, seed: int, size: int) -> None:
    expected = [Board(tiles, rows, cols) for tiles in random_boards(n, rows, cols, seed=seed).tolist()]
    text = "".join(f"{board.to_text()}\n" for board in expected)
    parts = list(read_stream(Drip(text.encode(), [size]), "here"))
    assert [item.board() for item in each(iter(parts))] == expected
    batches = [part for part in parts if isinstance(part, Batch)]
    assert all(batch.shape == (rows, cols) for batch in batches)
    if n >= 8 and size > len(text):
        assert [len(batch.texts) for batch in batches] == [n]
        assert np.array_equal(batches[0].array, random_boards(n, rows, cols, seed=seed))


def test_flat_lines_are_boards_or_rows() -> None:
    flat = [" ".join(map(str, tiles)) for tiles in random_boards(20, 3, 3, seed=1).tolist()]
    assert [type(part) for part in parts_of("\n".join(flat) + "\n")] == [Batch]
    assert from_text("\n".join(flat[:3]))[1].board() == Board(flat[1])
    # Rows of a 4×4 board, of which the first looks like a board of 2×2; and large ones.
    rows = "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"
    assert texts(from_text(rows.replace("/", "\n"))) == [rows]
    large = random_board(16, 16, seed=1)
    assert from_text(DRAWN["rows"](large))[0].board() == large
    assert texts(from_text("1 2 3 4 5 0\n5 4 3 2 1 0", (2, 3))) == ["1 2 3/4 5 0", "5 4 3/2 1 0"]
    (batch,) = parts_of("1 2 3 4 5 0\n" * 9, (2, 3))
    assert isinstance(batch, Batch)
    assert batch.shape == (2, 3)


def test_lines_that_only_look_plain() -> None:
    for wrong in ["1 2/3  ", "1 2//0", "01 2/3 0", "99999999999999999999 2/3 0"]:
        items = from_text("\n".join([wrong] * 10))
        assert len(items) == 10, wrong
    assert from_text("\n".join(["01 2/3 0"] * 10))[9].board() == Board("1 2/3 0")


def test_csv_and_json_documents() -> None:
    table = 'name,Board\na,1 2/3 0\n\nb,"1, 2/0, 3"\nc\n' + "d,3 1/2 0\n" * 10
    items = from_text(table)
    assert texts(items)[:3] == ["1 2/3 0", "1 2/0 3", "3 1/2 0"]
    assert [item.place for item in items][:3] == ["here, line 2", "here, line 4", "here, line 6"]
    for document in (
        [[[1, 2], [3, 0]], [[1, 2], [0, 3]]],
        ["1 2/3 0", "1 2/0 3"],
        [{"board": "1 2/3 0"}, [[1, 2], [0, 3]]],
    ):
        for indent in (None, 2):
            assert texts(from_text(json.dumps(document, indent=indent))) == ["1 2/3 0", "1 2/0 3"]
    assert texts(from_text(json.dumps([[1, 2], [3, 0]], indent=1))) == ["1 2/3 0"]
    assert texts(from_text("\ufeff1 2/3 0")) == ["1 2/3 0"]


@given(st.lists(st.integers(1, 60), min_size=1, max_size=5))
def test_cells_over_several_lines(sizes: list[int]) -> None:
    """Wherever the pipe is cut."""
    square, wide = Board("1 2/3 0"), random_board(3, 4, seed=1)
    rows = ["board,name", '"1 2', '3 0","a', '"', "1 2/3 0,b", f'"{wide}",c', "", "1 2/3 0,d", '"1 2/3 0']
    stream = Drip("\n".join(rows).encode(), sizes)
    items = each(read_stream(stream, "here"))
    assert [item.board() for item in items] == [square, square, wide, square, square]
    height = str(wide).count("\n") + 1
    numbers = [2, 5, 6, 7 + height, 8 + height]
    assert [item.place for item in items] == [f"here, line {number}" for number in numbers]


def test_lists_without_an_end() -> None:
    for text in ("[" * 100_000, "[" * 100_000 + "]" * 100_000, '{"board": ' + "[" * 100_000):
        (problem,) = problems(from_text(text))
        assert "not JSON: lists are nested too deeply" in problem


def test_lines_that_are_no_rows_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []
    true = Item.board

    def note(self: Item) -> Board:
        reads.append(self.text)
        return true(self)

    monkeypatch.setattr(Item, "board", note)
    (item,) = from_text("hello\n" * 1000)
    assert (item.place, item.text) == ("here, line 1", "hello")
    assert [item.text for item in from_text("1 2\nhello\n3 0\n\n1 2\n3 0\n")] == ["1 2\nhello", "1 2\n3 0"]
    assert [item.text for item in from_text("1 2 3 0\nhello\n2 1")] == ["1 2 3 0", "hello", "2 1"]
    reads.clear()
    (item,) = from_text("1 2 3\n" * 1000)
    assert len(reads) < 5
    monkeypatch.setattr("puzzle15.cli.lines._TALLEST", 10)
    (item,) = from_text("1 2 3\n" * 1000)
    assert item.text.count("\n") == 10


@pytest.mark.parametrize("count", [1, 7, 8, 100])
@pytest.mark.parametrize("between", [" ", ", ", "\t"])
@pytest.mark.parametrize("size", [1, 60, 1 << 18])
def test_boards_after_a_title(count: int, between: str, size: int) -> None:
    """However many they are and however they come: what is no board hides none of those that follow."""
    expected = [Board(tiles) for tiles in random_boards(count, seed=5).tolist()]
    flat = [between.join(map(str, board)) for board in expected]
    for asked in (None, (4, 4)):
        text = "\n".join(["boards from Korf", "by number", *flat])
        title, *items = each(read_stream(Drip(text.encode(), [size]), "here", asked))
        assert (title.text, title.is_board()) == ("boards from Korf", False)
        assert [item.board() for item in items] == expected
        assert items[0].place == "here, line 3"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1 2/3 0\n1 2/3 3", "here, line 2: not a board: no blank"),
        ("\n1 2 3\n4 5 6\n7 8 8\n", "here, line 2: not a board: no blank"),
        ("1 2/3 0\n{nonsense", "here, line 2: not JSON"),
        ('{"moves": "LR"}', 'here, line 1: no "board" in this JSON'),
        ("1 2 3 4 5 0", "write / between the rows, or give --size ROWSxCOLS"),
        ("\xff\xfe", "here, line 1: not a board"),
        ("0 1 2 3\nx y z", "here, line 2: not a board"),
    ],
)
def test_errors_name_the_line(text: str, reason: str) -> None:
    (problem,) = problems(from_text(text))
    assert reason in problem


def test_arguments_that_somebody_forgot_to_quote() -> None:
    def found(*words: str) -> list[str]:
        return texts(each(read(Namespace(boards=list(words), file=None, size=None))))

    assert found("1", "2", "3/4", "5", "6/7", "8", "0") == ["1 2 3/4 5 6/7 8 0"]
    assert found("1", "2", "3", "0") == ["1 2/3 0"]
    assert found("1 2/3 0", "1,2/0,3") == ["1 2/3 0", "1 2/0 3"]
    assert found("1 2\n3 0") == ["1 2/3 0"]
    with pytest.raises(UnsupportedError, match="not both"):
        list(read(Namespace(boards=["1 2/3 0"], file="x", size=None)))


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (whole(), "1e6", 1_000_000),
        (whole(1, 5), "5", 5),
        (amount(0), "0.5", 0.5),
        (shape, "3 x 4", (3, 4)),
        (shape, "3×4", (3, 4)),
        (numbers, "3 1, 5-7", (3, 1, 5, 6, 7)),
        (memory, "2 GB", 2_000_000_000),
        (memory, "1.5k", 1500),
    ],
)
def test_kinds_of_arguments(kind: Callable[[str], object], text: str, value: object) -> None:
    assert kind(text) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (whole(1, 5), "6"),
        (whole(), "-1"),
        (whole(), "1.5"),
        (amount(1, 2), "nan"),
        (amount(0), "x"),
        (shape, "1x5"),
        (shape, "3x4x5"),
        (numbers, "1,x"),
        (numbers, "1,5-2"),
        (memory, "lots"),
    ],
)
def test_arguments_that_are_refused(kind: Callable[[str], object], text: str) -> None:
    with pytest.raises(ArgumentTypeError, match=r"expected .* got"):
        kind(text)


def test_a_line_that_is_too_long_is_refused_and_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzle15.cli.lines._LONGEST_LINE", 100)
    monkeypatch.setattr("puzzle15.cli.lines._PIECE", 7)
    text = b"1 2/3 0\n" + b"1 " * 200 + b"\n1 2/0 3\n" + b"x" * 101
    items = each(read_stream(io.BytesIO(text), "here"))
    assert [item.place for item in items] == ["here, line 1", "here, line 2", "here, line 3", "here, line 4"]
    assert [item.is_board() for item in items] == [True, False, True, False]
    with pytest.raises(InvalidBoardError, match="the line has more than 100 bytes"):
        items[1].board()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
@pytest.mark.parametrize("piece", [1, 2, 3, 1 << 18])
def test_lines_end_in_every_way(end: str, piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzle15.cli.lines._PIECE", piece)
    text = end.join(["1 2 3", "4 5 6", "7 8 0", "", "1 2", "3 0"])
    assert texts(from_text(text)) == ["1 2 3/4 5 6/7 8 0", "1 2/3 0"]


@given(st.lists(st.sampled_from(["1", "\r", "\n", "\r\n", "\r\r\n", "\r" * 9])), st.integers(1, 9))
def test_carriage_returns_end_lines_wherever_a_pipe_is_cut(parts: list[str], piece: int) -> None:
    text = "".join(parts)
    # Those before a new line belong to it.
    expected = re.sub("\r+\n|\r", "\n", text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("puzzle15.cli.lines._PIECE", piece)
        pieces = list(_pieces(io.BytesIO(text.encode())))
    assert b"".join(pieces).decode().rstrip("\n") == expected.rstrip("\n")
    assert all(len(part) <= piece for part in pieces), "however many there are, none are kept"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda values: st.lists(values) | st.dictionaries(st.sampled_from(["a", "board"]) | st.text(), values),
)


@given(json_values, st.sampled_from([None, 1]), st.booleans())
def test_boards_in_json_are_those_that_json_reads(value: object, indent: int | None, escaped: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=escaped)
    assert is_json(text)
    boards = []
    for entry in value if isinstance(value, list) else [value]:
        board = entry.get("board") if isinstance(entry, dict) else entry
        boards.append(board)
    found = list(boards_of(text))
    assert [
        None if text is None else text if isinstance(board, str) else json.loads(text)
        for text, board in zip(found, boards, strict=True)
    ] == boards


@given(
    st.text('[]{},:1.e-0 \n"\\ab')
    | json_values.map(json.dumps).flatmap(lambda text: st.integers(0, len(text)).map(lambda cut: text[:cut]))
)
def test_what_json_refuses_is_no_json(text: str) -> None:
    try:
        json.loads(text)
    except ValueError:
        assert not is_json(text)
        with pytest.raises(ValueError, match=r"\w"):
            list(boards_of(text))
    else:
        assert is_json(text)


def test_what_solve_writes_of_large_boards_is_read() -> None:
    """Most of it are moves, which may be as long as they like."""
    board = random_board(20, 20, seed=1)
    lines = [
        json.dumps({"board": board.to_list(), "moves": "LR" * 700_000}),
        json.dumps({"board": "1 2/3 0"}),
    ]
    first, second = from_text("\n".join(lines))
    assert (first.board(), second.board()) == (board, Board("1 2/3 0"))
    stream = Drip("\n".join(lines).encode(), [1 << 20])
    assert next(read_stream(stream, "here")) == first, "nothing waits for the end of the stream"
    assert stream.tell() < 2 << 20


@given(
    st.lists(st.lists(st.text('1 /,"a\n'), min_size=1, max_size=5), max_size=6),
    st.integers(0, 3),
    st.integers(1, 3),
)
def test_cells_are_those_that_csv_reads(rows: list[list[str]], number: int, at_a_time: int) -> None:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    lines = written.getvalue().encode().split(b"\n")[:-1]
    column, cells = Column(number), dict[int, bytes]()
    for first in range(0, len(lines), at_a_time):
        place, found = column.cells(first, lines[first : first + at_a_time])
        cells.update(enumerate(found, start=place))
    assert column.rest() == (len(lines), [])
    assert [*cells] == [*range(len(lines))]
    begin = 0
    for row in rows:
        assert cells[begin].decode() == (row[number].strip() if number < len(row) else "")
        begin += 1 + sum(cell.count("\n") for cell in row)


@given(st.text('1,"a'), st.integers(0, 3))
def test_odd_lines_are_cut_as_csv_cuts_them(line: str, number: int) -> None:
    (row,) = csv.reader([line]) if line else [[""]]
    column = Column(number)
    _, cells = column.cells(2, [line.encode()])
    cells += column.rest()[1]
    assert [cell.decode() for cell in cells] == [row[number].strip() if number < len(row) else ""]


def test_a_record_that_never_ends_is_read_as_if_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzle15.cli.csv_column._LONGEST_OPEN", 50)
    text = b'board\n1 2/3 0\n"1 2\n' + b"3 4\n" * 20
    items = each(read_stream(io.BytesIO(text), "here"))
    assert [item.is_board() for item in items][:2] == [True, False]
    assert items[1].place == "here, line 3"


def test_a_quote_that_never_ends_is_a_mistake() -> None:
    [item] = each(parts_of('name,board\n"first,1 2/0 3\nsecond,1 2/3 0\n'))
    assert (item.place, item.problem) == ("here, line 2", "a quote begins in this line and never ends")
