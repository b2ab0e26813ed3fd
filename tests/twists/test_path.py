"""Paths of twists and permutations: beside their plain twins, in every notation, and what is refused."""

from __future__ import annotations

import itertools
import pickle
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzle15 import Board, InvalidMoveError, PuzzleError, UnsupportedError, goals, twists
from puzzle15.reference import twists as plain
from puzzle15.twists import TwistPath, lookup

TARGET = goals.spiral(3, 3)
paths = st.text(twists.TWISTS, max_size=20)


@settings(max_examples=300)
@given(paths)
def test_moves_are_4t_minus_2e(letters: str) -> None:
    path = TwistPath(letters)
    assert path.moves == plain.moves_of(letters)
    assert path.length == len(path.moves) == 4 * path.twists - 2 * path.elisions == plain.length_of(letters)
    end = TARGET.apply(path.moves)
    assert end == path.apply(TARGET)
    # The piece in square s went to square p[s]; so it is seen from the end, where it is to go back.
    assert twists.pieces_of(end, TARGET) == twists.inverse(path.permutation)
    assert path.inverse().apply(end) == TARGET


@settings(max_examples=300)
@given(paths)
def test_from_moves_and_back(letters: str) -> None:
    path = TwistPath(letters)
    again = TwistPath.from_moves(path.moves)
    assert again.permutation == path.permutation
    short = path.reduced()
    assert short.permutation == path.permutation
    assert TwistPath.from_moves(short.moves) == short == plain.path_of(short.moves)
    corners = short.translate(str.maketrans("WXYZ", "ABCD"))
    assert all(one != two for one, two in itertools.pairwise(corners))


@settings(max_examples=300)
@given(st.lists(st.sampled_from("LRUD"), max_size=60))
def test_any_walk_of_the_blank_is_a_path(wishes: list[str]) -> None:
    board, moves = TARGET, ""
    for move in wishes:
        if move in board.legal_moves:
            board, moves = board.move(move), moves + move
    home = "".join({0: "RD", 1: "D", 2: "DL", 3: "R", 4: "", 5: "L", 6: "UR", 7: "U", 8: "UL"}[board.blank])
    path = TwistPath.from_moves(moves + home)
    assert path.apply(TARGET) == board.apply(home)
    assert path.length <= len(moves + home)


@settings(max_examples=100)
@given(paths, st.integers(0, 7))
def test_turning(letters: str, symmetry: int) -> None:
    path, turn = TwistPath(letters), twists.SYMMETRIES[symmetry]
    turned = path.turned(symmetry)
    assert turned.length == path.length
    assert turned.permutation == twists.product([twists.inverse(turn), path.permutation, turn])
    assert turned == "".join(plain.RENAMED[letter][symmetry] for letter in letters)


def test_the_optimum_of_an_edge_is_16() -> None:
    assert TwistPath("AXWB").permutation == twists.permutation("(123)")
    assert lookup(twists.permutation("(123)")).length == TwistPath("AXWB").length == 16


@settings(max_examples=100)
@given(paths)
def test_every_notation_is_read_again(letters: str) -> None:
    path = TwistPath(letters)
    for kind in ("letters", "struck", "small", "inverses"):
        assert TwistPath(path.notation(kind)) == path
    assert TwistPath(path.notation("inverses").replace("⁻¹", "'")) == path
    assert len(re.findall("[a-z]", path.notation("small"))) == path.elisions
    assert path.notation("struck").count("\u0336") == path.elisions


def test_it_is_text_and_a_value() -> None:
    path = TwistPath("WXYZADY")
    assert TwistPath("A^-1B’C' d") == "WXYD"
    assert (path[1:3] + "A").moves == TwistPath("XYA").moves
    assert path[-1].length == 4
    assert path == "WXYZADY"
    assert str(path) == "WXYZADY"
    assert type(str(path)) is str
    assert type(pickle.loads(pickle.dumps(path))) is TwistPath
    assert {path: 1}["WXYZADY"] == 1  # type: ignore[index]
    assert TwistPath().moves == ""
    for joined in (path + "A", "A" + path, path * 2, 2 * path):
        assert type(joined) is TwistPath
    assert "D'" + path == "ZWXYZADY"


@pytest.mark.parametrize("text", ["E", "AB1", "W'", "A''", "A-", "Ä"])
def test_no_such_twist(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="is no twist; write A to D"):
        TwistPath(text)


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("ULD", "ULD ends in square 0"),
        ("UUDD", "leaves the board"),
        ("ULX", "'X' is not a move"),
    ],
)
def test_moves_that_are_no_twists(moves: str, reason: str) -> None:
    with pytest.raises(InvalidMoveError, match=reason):
        TwistPath.from_moves(moves)


def test_what_is_no_path_and_no_board() -> None:
    with pytest.raises(TypeError, match="text such as 'AXWB', got 5"):
        TwistPath(5)  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="blank in the centre, got 1 2/3 0"):
        TwistPath("A").apply("1 2/3 0")
    with pytest.raises(UnsupportedError, match="blank in the centre, got 1 2 3/8 4 0/7 6 5"):
        TwistPath("A").apply("1 2 3/8 4 0/7 6 5")
    with pytest.raises(TypeError, match="letters L, R, U and D, got None"):
        TwistPath.from_moves(None)  # type: ignore[arg-type]
    for symmetry in (8, -1, "1", 1.0):
        with pytest.raises(UnsupportedError, match="numbered 0 to 7, got"):
            TwistPath("A").turned(symmetry)  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="choose 'letters', 'struck', 'small' or 'inverses'"):
        TwistPath("A").notation("loud")


@given(st.permutations(range(8)))
def test_cycles_are_read_again(squares: list[int]) -> None:
    of = tuple(squares)
    assert twists.permutation(twists.cycles(of)) == of == twists.permutation(squares)
    assert twists.product([of, twists.inverse(of)]) == twists.IDENTITY
    odd = sum(a > b for a, b in itertools.combinations(squares, 2)) % 2
    assert twists.is_even(of) == (not odd)


def test_the_paper_s_own() -> None:
    assert twists.permutation("(132) (0) (4) (5) (67)") == twists.permutation("(1 3 2)(6,7)")
    before, after = Board("5 3 4/8 0 2/1 7 6"), Board("3 4 5/8 0 2/7 1 6")
    goes = twists.permutation("(132)(67)")
    cells = (3, 0, 1, 2, 5, 8, 7, 6)
    assert all(after[cells[goes[s]]] == before[cells[s]] for s in range(8))


@pytest.mark.parametrize("what", ["012", "(01", "(011)", "(089)", "", [0, 1, 2], [0] * 8])
def test_no_permutation(what: str) -> None:
    for function in (twists.permutation, twists.inverse, twists.cycles, twists.is_even):
        with pytest.raises(PuzzleError):
            function(what)
    with pytest.raises(PuzzleError):
        twists.product([what])


def test_paths_are_no_permutations_but_have_one() -> None:
    for path in ("AXW", TwistPath("AXW")):
        with pytest.raises(PuzzleError, match=r"AXW is a path of twists; .* TwistPath\('AXW'\)\.permutation"):
            twists.cycles(path)


def test_not_even_squares() -> None:
    with pytest.raises(TypeError, match="eight squares"):
        twists.permutation([0.5] * 8)  # type: ignore[list-item]
