"""Board: what it reads, what it refuses, what it does."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from puzzle15 import Board, GoalError, InvalidBoardError, InvalidMoveError, goals
from puzzle15.reference import moves as twin
from puzzle15.reference import solvability


@st.composite
def boards(draw: st.DrawFn, most: int = 6) -> Board:
    rows, cols = draw(st.integers(2, most)), draw(st.integers(2, most))
    labels = draw(
        st.one_of(
            st.just(list(range(1, rows * cols))),
            st.lists(
                st.integers(1, 2**32 - 1),
                min_size=rows * cols - 1,
                max_size=rows * cols - 1,
                unique=True,
            ),
        )
    )
    return Board(draw(st.permutations([0, *labels])), rows, cols)


@given(boards())
def test_every_notation_round_trips(board: Board) -> None:
    assert eval(repr(board)) == board
    assert Board(str(board)) == board
    assert Board(board.to_text()) == board
    assert Board(board.to_list()) == board
    assert Board(board.to_array()) == board
    assert Board(np.array(board)) == board
    assert Board(board.tiles, *board.shape) == board
    assert Board(board.to_text().replace("/", "\n").replace(" ", ", ")) == board
    assert pickle.loads(pickle.dumps(board)) == board
    assert copy.deepcopy(board) == board
    assert hash(Board(board.to_text())) == hash(board)


@given(boards(), st.text("LRUD", max_size=30))
def test_moves_are_those_of_the_twin(board: Board, letters: str) -> None:
    tiles, cols = board.tiles, board.cols
    assert board.legal_moves == twin.legal_moves(tiles, cols)
    legal = "".join(letter for letter in letters if letter in "LRUD" and letter in board.legal_moves)[:1]
    walked, done = board, ""
    for letter in letters:
        if letter in walked.legal_moves:
            slid = walked.tiles_slid(letter)
            assert slid == (tiles[walked.move(letter).blank],)
            walked = walked.move(letter)
            tiles = twin.step(tiles, cols, letter)
            done += letter
    assert walked.tiles == tiles
    assert board.apply(done) == walked
    assert board.apply(done.lower()) == walked
    assert walked.blank == tiles.index(0)
    assert legal == "" or board.move(legal) == board.apply(legal)


@given(boards(), st.data())
def test_distance_and_inversions_are_those_of_the_twin(board: Board, data: st.DataObject) -> None:
    goal = Board(data.draw(st.permutations(board.tiles)), *board.shape)
    assert board.manhattan(goal) == twin.manhattan(board.tiles, goal.tiles, board.cols)
    assert board.manhattan() == board.manhattan(board.natural_goal)
    assert board.inversions() == solvability.inversions(board.tiles)


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3/4 0 6/7 5 8",
        "1 2 3\n4 . 6\n7 5 8\n",
        "1,2,3/4,_,6/7,5,8",
        "1 2 3 4 0 6 7 5 8",
        "[[1, 2, 3], [4, 0, 6], [7, 5, 8]]",
        "[[1 2 3]\n [4 0 6]\n [7 5 8]]",
        "| 1 | 2 | 3 |\n| 4 |   | 6 |\n| 7 | 5 | 8 |",
        "+---+---+---+\n| 1 | 2 | 3 |\n+---+---+---+\n| 4 |   | 6 |\n| 7 | 5 | 8 |\n+---+---+---+",
        "  1\t2  3 \r\n 4 0 6 \r\n 7 5 8 ",
        "1 | 2 | 3\n--+---+--\n4 |   | 6\n--+---+--\n7 | 5 | 8",
        "┏━━━┳━━━┳━━━┓\n┃ 1 ┃ 2 ┃ 3 ┃\n┃ 4 ┃   ┃ 6 ┃\n┃ 7 ┃ 5 ┃ 8 ┃\n┗━━━┻━━━┻━━━┛",
        "1,2,3\n4,,6\n7,5,8",
    ],
)
def test_what_people_write(text: str) -> None:
    assert Board(text) == Board([[1, 2, 3], [4, 0, 6], [7, 5, 8]])


@pytest.mark.parametrize("dtype", ["u1", "i1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4", "O"])
def test_arrays_of_any_integer_type(dtype: str) -> None:
    array = np.array([[1, 2, 3], [4, 0, 5]], dtype)
    assert Board(array) == Board("1 2 3/4 0 5")
    assert Board(array.T) == Board("1 4/2 0/3 5")
    assert Board(array.ravel(), cols=3) == Board("1 2 3/4 0 5")


@pytest.mark.parametrize(
    ("tiles", "reasons"),
    [
        ([[1, 2, 7], [4, 5, 6], [7, 8, 8]],
         ["no blank (write it as 0)", "duplicate 7 (cells 3, 7)", "duplicate 8 (cells 8, 9)",
          "missing 3"]),
        ([[1, 2, 3], [4, 0], [0, 5, 6]],
         ["ragged row 2 (2 tiles, row 1 has 3)", "2 blanks (cells 5, 6)", "missing 7"]),
        ("1 2/x 0", ["'x' in row 2 is not a whole number from 0 up"]),
        ([1, -2, 3, 0], ["-2 in cell 2 is not a whole number from 0 up"]),
        ([[1, 2.5], [3, 0]],
         ["2.5 in row 1, column 2 is not a whole number from 0 up"]),
        ([[1, "a"], [3, 0]],
         ["'a' in row 1, column 2 is not a whole number from 0 up"]),
        ([1, 2, 3, 4, 5, 0],
         ["6 tiles in one row are not a square"]),
        ([["x", -1], [3, 3]],
         ["'x' in row 1, column 1 is not a whole number from 0 up",
          "-1 in row 1, column 2 is not a whole number from 0 up",
          "duplicate 3 (cells 3, 4)"]),
        ([1, True, 3, 0], ["True in cell 2 is not a whole number from 0 up"]),
        ([], ["no tiles"]),
        ("", ["no tiles"]),
        ([0], ["1 row by 1 column, the smallest board is 2 by 2"]),
        ([[1, 2, 3, 0]], ["1 row by 4 columns, the smallest board is 2 by 2"]),
    ],
)  # fmt: skip
def test_every_reason_at_once(tiles: object, reasons: list[str]) -> None:
    with pytest.raises(InvalidBoardError) as caught:
        Board(tiles)  # type: ignore[arg-type]
    assert list(caught.value.reasons) == reasons
    assert all(reason in str(caught.value) for reason in reasons)
    assert pickle.loads(pickle.dumps(caught.value)).reasons == caught.value.reasons


def test_what_people_forget() -> None:
    for text in ("123/456/780", "123456780"):
        with pytest.raises(InvalidBoardError, match="no spaces or commas between the tiles"):
            Board(text)
    with pytest.raises(InvalidBoardError, match="an array of float64 where whole numbers"):
        Board(np.arange(9.0).reshape(3, 3))  # type: ignore[arg-type]
    with pytest.raises(InvalidBoardError, match="1180591620717411303424 in cell 1 is over 4294967295"):
        Board([2**70, 1, 2, 0])


def test_of_many_reasons_the_first_few_are_kept_and_all_are_counted() -> None:
    with pytest.raises(InvalidBoardError) as caught:
        Board([[1] * 10] * 10)
    # No blank, a duplicate, and 98 numbers that are missing.
    assert len(caught.value.reasons) + caught.value.more == 100
    assert len(caught.value.reasons) < 20
    assert len(str(caught.value)) < 600
    assert pickle.loads(pickle.dumps(caught.value)).more == caught.value.more


@pytest.mark.parametrize("thing", [None, 7, 3.5, object()])
def test_what_is_no_sequence_is_a_type_error(thing: object) -> None:
    with pytest.raises(TypeError, match="a board is made from text, a sequence or an array"):
        Board(thing)  # type: ignore[arg-type]


def test_shapes_that_do_not_fit() -> None:
    with pytest.raises(InvalidBoardError, match="do not divide"):
        Board([1, 2, 3, 4, 5, 0], cols=4)
    with pytest.raises(InvalidBoardError, match="are not filled by"):
        Board([1, 2, 3, 4, 5, 0], rows=2, cols=2)
    with pytest.raises(InvalidBoardError, match="were asked for"):
        Board([[1, 2, 3], [4, 5, 0]], cols=2)

    with pytest.raises(InvalidBoardError, match="-2 is not a number of rows"):
        Board([1, 2, 3, 0], rows=-2)
    with pytest.raises(InvalidBoardError, match="smallest board is 2 by 2"):
        Board("| 1 | 2 | 3 |   |")


def test_goals_are_folded_to_the_shape_of_the_board() -> None:
    board = Board([*range(1, 16), 0], 2, 8)
    assert board.manhattan([*range(1, 16), 0]) == 0
    assert board.manhattan(iter(range(16))) > 0  # type: ignore[arg-type]
    assert board.manhattan("snake") == Board.manhattan(board, goals.snake(2, 8))


class Table:
    """Like a data frame: iterating gives column names, not rows."""

    def __iter__(self) -> Iterator[str]:
        return iter("ab")

    def __array__(self, dtype: object = None, copy: object = None) -> NDArray[np.int64]:
        return np.array([[1, 2], [3, 0]])


class Rude:
    """Raises what is nobody's mistake."""

    def __index__(self) -> int:
        raise KeyboardInterrupt


def test_things_like_arrays_and_things_that_raise() -> None:
    assert Board(Table()) == Board("1 2/3 0")  # type: ignore[arg-type]
    with pytest.raises(KeyboardInterrupt):
        Board([1, 2, 3, Rude()])  # type: ignore[arg-type]


def test_any_labels_and_their_natural_goal() -> None:
    board = Board("12 8 7 15/0 6 4 1/10 9 13 11/3 16 14 5")
    assert board.natural_goal == goals.missing(2, 4, 4)
    assert Board([[30, 0], [10, 20]]).natural_goal == Board([[10, 20], [30, 0]])


def test_it_is_a_value() -> None:
    board = Board("1 2/3 0")
    with pytest.raises(AttributeError):
        board.rows = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        board[0] = 3  # type: ignore[index]
    assert len({board, Board([1, 2, 3, 0]), Board("1 2/0 3")}) == 2
    assert board != "1 2/3 0"


def test_indexing() -> None:
    board = Board("1 2 3/4 0 5")
    assert [board[0], board[-1], board[1, 2], board[-1, 0]] == [1, 5, 5, 4]
    assert list(board) == [1, 2, 3, 4, 0, 5]
    assert 5 in board
    assert 6 not in board
    assert "x" not in board
    assert len(board) == 6
    with pytest.raises(IndexError):
        board[6]
    with pytest.raises(IndexError):
        board[0, 3]
    with pytest.raises(TypeError):
        board["0"]  # type: ignore[index]


def test_moves_that_are_none() -> None:
    board = Board("1 2/3 0")
    with pytest.raises(InvalidMoveError, match=r"move 2 \(L\) takes the blank off the 2×2 board"):
        board.apply("LL")
    with pytest.raises(InvalidMoveError, match="'X' is not a move"):
        board.apply("LX")
    for several in ("LU", "up", ""):
        with pytest.raises(InvalidMoveError, match="expected one move"):
            board.move(several)
    with pytest.raises(InvalidMoveError, match=r"move 3 \(U\)"):
        board.tiles_slid("LUU")


def test_tiles_slide_when_they_are_clicked() -> None:
    board = Board("1 2 3/4 0 5/6 7 8")
    assert board.slide(5) == board.move("R")
    assert board.move("L").slide(5) == board.move("R")
    assert board.slide(2).blank == board.find(2) == 1
    assert board.slide(0) == board
    with pytest.raises(InvalidMoveError, match="tile 1 cannot slide"):
        board.slide(1)
    for tile in (9, -1, 2**40, "a"):
        with pytest.raises(InvalidMoveError, match=f"there is no tile {tile!r}"):
            board.slide(tile)  # type: ignore[arg-type]


def test_goals_of_another_shape_or_other_tiles() -> None:
    with pytest.raises(GoalError, match="the goal is 3×2, the board is 2×3"):
        Board("1 2 3/4 5 0").manhattan("1 2/3 4/5 0")
    with pytest.raises(GoalError, match="only on the board: 5; only in the goal: 7"):
        Board("1 2 3/4 5 0").manhattan("1 2 3/4 7 0")


def test_a_million_cells() -> None:
    board = goals.rows(1000, 1000)
    assert board.inversions() == 0
    assert board.apply("U" * 999 + "L" * 999).blank == 0
    assert board.move("U").manhattan() == 1
    shuffled = Board(board.tiles[::-1], 1000, 1000)
    assert shuffled.inversions() == 999_999 * 999_998 // 2


@given(
    tiles=st.permutations(range(12)),
    spoilt=st.lists(st.tuples(st.integers(0, 11), st.integers(-2, 127)), max_size=2),
    dtype=st.sampled_from(["u1", "i1", "<i2", ">i2", "<u2", "<i4", ">u4", "<i8", ">i8", "<u8", "O"]),
    step=st.sampled_from([1, 2, -1, -3]),
    layout=st.sampled_from(["flat", "rows", "turned"]),
)
def test_an_array_is_read_like_its_list(
    tiles: list[int], spoilt: list[tuple[int, int]], dtype: str, step: int, layout: str
) -> None:
    for cell, number in spoilt:
        tiles[cell] = number if number >= 0 or np.dtype(dtype).kind != "u" else 0
    array = np.zeros(12 * abs(step), dtype)[::step]
    array[:] = np.array(tiles, object)
    if layout != "flat":
        array = array.reshape(3, 4)
    if layout == "turned":
        array = np.asfortranarray(array).T

    def read(given: object) -> object:
        try:
            return Board(given, cols=4 if layout == "flat" else None)  # type: ignore[arg-type]
        except InvalidBoardError as error:
            return error.reasons, error.more

    assert read(array) == read(array.tolist())
    if array.dtype.isnative and dtype != "O":
        assert read(array.data) == read(array.tolist())


@pytest.mark.parametrize("given", [{1, 2, 3, 0}, frozenset({1, 2, 3, 0}), {1: "a", 2: "b", 3: "c", 0: "d"}])
def test_what_has_no_order_is_no_board(given: object) -> None:
    with pytest.raises(TypeError, match="a board is made from text, a sequence or an array, not"):
        Board(given)  # type: ignore[arg-type]


def test_control_characters_are_shown_and_not_sent_to_the_terminal() -> None:
    with pytest.raises(InvalidBoardError, match=r"'\\u\{1b\}x\\u\{7\}' in row 1") as caught:
        Board("1 \x1bx\x07/3 0")
    assert str(caught.value).isprintable()
