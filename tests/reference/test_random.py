"""Tests of puzzle15.reference.random: the generator and the boards it draws."""

import itertools
from collections import Counter

import pytest

from puzzle15.reference import combined, moves, random, solvability
from puzzle15.reference.moves import Board

GOAL15: Board = combined.GOAL
GOAL8: Board = (1, 2, 3, 4, 5, 6, 7, 8, 0)
SMALL_SHAPES = [(2, 2), (2, 3), (3, 2)]


def goal_of(cells: int) -> Board:
    return (*range(1, cells), 0)


def test_splitmix64_published_values() -> None:
    x, words = 1234567, []
    for _ in range(5):
        x, word = random.splitmix64(x)
        words.append(word)
    assert words == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_xoshiro_published_values() -> None:
    stream = random.Stream(0, 0)
    stream.state = [1, 2, 3, 4]
    assert [stream.next() for _ in range(6)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
    ]


class Scripted(random.Stream):
    """A stream whose words are given."""

    def __init__(self, words: list[int]) -> None:
        super().__init__(0, 0)
        self.words = words

    def next(self) -> int:
        return self.words.pop(0)


def test_below_draws_again_what_would_be_unfair() -> None:
    stream = Scripted([0 << 32, 5 << 32])  # for n = 3 only the 32-bit number 0 is one too many
    assert stream.below(3) == 0
    assert stream.words == []


def test_below_takes_powers_of_two_at_once() -> None:
    stream = Scripted([0, 0xFFFF_FFFF << 32])
    assert (stream.below(4), stream.below(4)) == (0, 3)


@pytest.mark.parametrize("n", [0, -1, 2**32])
def test_below_refuses(n: int) -> None:
    with pytest.raises(ValueError, match="n must be"):
        random.Stream(0, 0).below(n)


class Picks(random.Stream):
    """A stream for which the results of below are given."""

    def __init__(self, picks: tuple[int, ...]) -> None:
        super().__init__(0, 0)
        self.picks = list(picks)

    def below(self, n: int) -> int:
        pick = self.picks.pop(0)
        assert pick < n
        return pick


@pytest.mark.parametrize(("rows", "cols"), SMALL_SHAPES)
def test_shuffle_is_exactly_uniform(rows: int, cols: int) -> None:
    cells = rows * cols
    goal = goal_of(cells)
    all_picks = itertools.product(*(range(i + 1) for i in range(cells - 1, 0, -1)))
    counts = Counter(random.shuffled(Picks(picks), goal, cols) for picks in all_picks)
    assert set(counts) == solvability.reachable(goal, cols)
    assert set(counts.values()) == {2}


@pytest.mark.parametrize(("rows", "cols"), SMALL_SHAPES)
@pytest.mark.parametrize("cells", [[0], [3], [1, 2], [0, 1, 2, 3]], ids=str)
def test_shuffle_with_blank_is_exactly_uniform(rows: int, cols: int, cells: list[int]) -> None:
    goal = goal_of(rows * cols)
    picks = itertools.product(range(len(cells)), *(range(i + 1) for i in range(rows * cols - 2, 0, -1)))
    counts = Counter(random.shuffled_with_blank(Picks(pick), goal, cols, cells) for pick in picks)
    assert set(counts) == {b for b in solvability.reachable(goal, cols) if b.index(0) in cells}
    assert set(counts.values()) == {2}


def test_a_line_cannot_be_shuffled() -> None:
    with pytest.raises(ValueError, match="cannot be shuffled"):
        random.shuffled(random.Stream(0, 0), (1, 2, 3, 0), 4)
    with pytest.raises(ValueError, match="cannot be shuffled"):
        random.shuffled_with_blank(random.Stream(0, 0), (1, 2, 3, 0), 4, [0])


def test_walk_goes_where_it_is_sent() -> None:
    # from cell 8: pick 0 is cell 0; from cell 0: pick 4 is cell 5, since the own cell is skipped
    board = random.walked(Picks((0, 4)), GOAL8, 3, 2)
    assert board == moves.apply(GOAL8, 3, "UULL" + "DRR")


@pytest.mark.parametrize("method", ["shuffle", "walk"])
def test_random_boards_are_solvable_and_come_in_blocks(method: str) -> None:
    boards = random.random_boards(1027, GOAL8, 3, seed=5, method=method, steps=12)
    assert len(boards) == 1027
    assert all(solvability.is_solvable(board, GOAL8, 3) for board in boards)
    assert boards[:10] == random.random_boards(10, GOAL8, 3, seed=5, method=method, steps=12)
    stream = random.Stream(5, 1)
    for board in boards[1024:]:
        if method == "shuffle":
            assert board == random.shuffled(stream, GOAL8, 3)
        else:
            assert board == random.walked(stream, GOAL8, 3, 12)


def test_unknown_method_is_refused() -> None:
    with pytest.raises(ValueError, match="method"):
        random.random_boards(1, GOAL8, 3, seed=0, method="magic")


@pytest.mark.parametrize(
    ("method", "seed", "boards"),
    [
        (
            "shuffle",
            1,
            [
                (10, 1, 15, 14, 11, 7, 4, 9, 2, 0, 3, 6, 12, 13, 5, 8),
                (9, 0, 14, 13, 8, 11, 3, 4, 7, 6, 12, 10, 1, 15, 5, 2),
            ],
        ),
        (
            "shuffle",
            2**64 - 1,
            [
                (6, 8, 13, 4, 5, 10, 15, 0, 12, 1, 7, 14, 3, 11, 9, 2),
                (10, 6, 12, 8, 7, 1, 3, 0, 9, 5, 13, 2, 4, 11, 15, 14),
            ],
        ),
        (
            "walk",
            1,
            [
                (6, 5, 7, 14, 8, 9, 11, 4, 13, 1, 10, 2, 15, 3, 0, 12),
                (7, 9, 11, 6, 15, 8, 4, 2, 0, 5, 12, 1, 3, 14, 13, 10),
            ],
        ),
    ],
)
def test_pinned_boards(method: str, seed: int, boards: list[Board]) -> None:
    assert random.random_boards(len(boards), GOAL15, 4, seed, method) == boards
