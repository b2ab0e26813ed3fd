"""What a search would send, against a search over dictionaries that looks at every state and move."""

from __future__ import annotations

import itertools
import json
import math
import random
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from puzzle15 import MemoryBudgetError, UnsupportedError, explore, search_size, traffic
from puzzle15.traffic.measuring import Partition

State = tuple[int | None, ...]
"""The contents of each cell: 0 for the blank, None for a tile not told apart, -1 for no cell."""
Row = tuple[int, tuple[int, ...], tuple[int, ...]]
"""The blank's cell, the places of the first tiles in the reading, and their order if that makes rows."""

NODES = (1, 2, 3, 7, 16, 100)
MIDDLE_STEP: dict[str, Any] = {"removed": range(6), "tiles": [7, 8, 9, 10, 11, 16, 21], "blank": 13}


class Plain:
    """A puzzle searched with dictionaries, and its rows dealt out by sorting them."""

    def __init__(self, rows: int, cols: int, tiles: Sequence[int] | None, removed: Sequence[int]) -> None:
        self.rows, self.cols, self.whole = rows, cols, tiles is None
        cells = [cell for cell in range(rows * cols) if cell not in removed]
        self.cells = cells
        self.blank = [cell for cell in cells if cell + 1 not in (tiles or ())][-1]
        homes = [cell for cell in cells if cell != self.blank]
        # All tiles are numbered in reading order; half of them, rounded down, come first.
        told = list(range(1, len(homes) + 1)) if tiles is None else sorted(tiles)
        self.first = set(told[: len(homes) // 2] if self.whole else told)
        names: dict[int, int | None]
        names = dict(zip(homes, told, strict=True)) if self.whole else {tile - 1: tile for tile in told}
        start: list[int | None] = [-1] * (rows * cols)
        for cell in homes:
            start[cell] = names.get(cell)
        start[self.blank] = 0
        self.start = tuple(start)
        others = len(homes) - len(self.first)
        self.row_bits = math.factorial(others) // 2 if self.whole else math.factorial(len(self.first))
        self.row_bits = max(self.row_bits, 1)

    def moves(self, state: State) -> Iterable[tuple[int, State]]:
        """Where each move leads, with 1 if the blank changes its row, else 0."""
        at = state.index(0)
        row, col = divmod(at, self.cols)
        for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            r, c = row + down, col + right
            if 0 <= r < self.rows and 0 <= c < self.cols and state[r * self.cols + c] != -1:
                after = list(state)
                after[at], after[r * self.cols + c] = after[r * self.cols + c], 0
                yield abs(down), tuple(after)

    def row(self, state: State) -> Row:
        reading = [tile for tile in state if tile != 0 and tile != -1]
        places = tuple(place for place, tile in enumerate(reading) if tile in self.first)
        order = tuple(tile for tile in reading if tile is not None and tile in self.first)
        return state.index(0), places, order if self.whole else ()

    def depths(self) -> dict[State, int]:
        depths, level = {self.start: 0}, [self.start]
        while level:
            found = {}
            for state in level:
                for _, after in self.moves(state):
                    if after not in depths:
                        found[after] = depths[state] + 1
            depths |= found
            level = list(found)
        return depths

    def owners(self, partition: Partition, nodes: int) -> Callable[[Row], int]:
        """The node of every row: all rows sorted, and cut into runs."""
        places = range(len(self.cells) - 1)
        # Sets are sorted by their last place first.
        sets = sorted(itertools.combinations(places, len(self.first)), key=lambda places: places[::-1])
        orders = list(itertools.permutations(sorted(self.first))) if self.whole else [()]
        keys: list[tuple[Any, ...]]
        if partition == "index":
            keys = list(itertools.product(self.cells, sets, orders))
        elif partition == "sets":
            keys = list(itertools.product(sets, orders))
        else:
            keys = [(places, order) for order, places in itertools.product(orders, sets)]
        number = {key: i for i, key in enumerate(keys)}

        def owner(row: Row) -> int:
            return number[row if partition == "index" else row[1:]] * nodes // len(keys)

        return owner


def by_hand(plain: Plain, partition: Partition, counts: Sequence[int]) -> list[traffic.TrafficLevel]:
    """Every level, row by row and move by move."""
    depths = plain.depths()
    rows = {state: plain.row(state) for state in depths}
    members, by_level = defaultdict(list), defaultdict(list)
    for state, depth in depths.items():
        members[rows[state]].append(depth)
        by_level[depth].append(state)
    owners = {nodes: plain.owners(partition, nodes) for nodes in counts}
    levels = []
    for depth in range(max(depths.values()) + 1):
        # The search notes that a row is full when it pulls the last state; the first state is not pulled.
        full = {
            row
            for row, found in members.items()
            if len(found) == plain.row_bits and max(found) <= depth and (max(found) > 0 or depth > 1)
        }
        level = by_level[depth]
        sizes = Counter(rows[state] for state in level)
        pulls = {(rows[state], kind, rows[after]) for state in level for kind, after in plain.moves(state)}
        moves = sum(1 for state in level for _ in plain.moves(state))
        wanted = [pull for pull in pulls if pull[2] not in full]
        kinds = Counter(kind for _, kind, _ in wanted)
        crossings = tuple(crossing(plain, owners[nodes], nodes, wanted, sizes) for nodes in counts)
        levels.append(
            traffic.TrafficLevel(depth, len(level), len(sizes), moves, kinds[0], kinds[1], crossings)
        )
    return levels


def crossing(
    plain: Plain,
    owner: Callable[[Row], int],
    nodes: int,
    pulls: list[tuple[Row, int, Row]],
    sizes: Counter[Row],
) -> traffic.Crossing:
    across = [pull for pull in pulls if owner(pull[0]) != owner(pull[2])]
    kinds = Counter(kind for _, kind, _ in across)
    messages = {(row, owner(end)) for row, _, end in across}
    raw = math.ceil(plain.row_bits / 8)
    coded = {message: 2 + min(raw, 2 * sizes[message[0]]) for message in messages}
    sent, received = Counter[int](), Counter[int]()
    for (row, end), cost in coded.items():
        sent[owner(row)] += cost
        received[end] += cost
    return traffic.Crossing(
        nodes,
        kinds[0],
        kinds[1],
        len(messages),
        sum(sizes[row] for row, _ in messages),
        raw * len(messages),
        sum(coded.values()),
        sum(math.log2(math.comb(plain.row_bits, sizes[row])) for row, _ in messages) / 8,
        max([*sent.values(), *received.values()], default=0),
    )


def same(found: traffic.TrafficLevel, expected: traffic.TrafficLevel) -> bool:
    pairs = list(zip(found.crossings, expected.crossings, strict=True))
    return (
        found[:-1] == expected[:-1]
        and all(one._replace(least=0) == two._replace(least=0) for one, two in pairs)
        and all(math.isclose(one.least, two.least, abs_tol=1e-6) for one, two in pairs)
    )


PUZZLES: list[tuple[int, int, list[int] | None, list[int]]] = [
    (2, 2, None, []),
    (2, 3, None, []),
    (3, 2, None, []),
    (2, 4, None, []),
    (3, 3, None, [0]),
    (3, 4, None, [0, 3, 8, 11]),
    (3, 3, [1, 2, 3], []),
    (3, 4, [2, 5, 7], []),
    (4, 3, [1, 5], [3]),
    (4, 4, [1, 2], [5, 10]),
    (3, 3, [1, 2, 3, 4, 5], []),
]


@pytest.mark.parametrize(("rows", "cols", "tiles", "removed"), PUZZLES)
def test_every_state_and_move(rows: int, cols: int, tiles: list[int] | None, removed: list[int]) -> None:
    plain = Plain(rows, cols, tiles, removed)
    partitions: list[Partition] = ["index", "sets"]
    for partition in [*partitions, "orders"] if tiles is None else partitions:
        measured = traffic.measure(rows, cols, tiles=tiles, removed=removed, nodes=NODES, partition=partition)
        expected = by_hand(plain, partition, NODES)
        assert len(measured.levels) == len(expected)
        for found, level in zip(measured.levels, expected, strict=True):
            assert same(found, level), f"{partition}: {found} and not {level}"


@pytest.mark.slow
def test_the_whole_eight_puzzle() -> None:
    plain = Plain(3, 3, None, [])
    for partition in ("sets", "orders"):
        measured = traffic.measure(3, 3, nodes=[5], partition=partition)
        expected = by_hand(plain, partition, [5])
        assert all(map(same, measured.levels, expected))


def test_random_patterns() -> None:
    random.seed(15)
    for _ in range(12):
        rows, cols = random.choice([(2, 4), (3, 3), (4, 2), (2, 5), (3, 4)])
        # The last cell has no tile of its own.
        cells = random.sample(range(rows * cols - 1), rows * cols - 1)
        removed = cells[: random.randint(0, 1)]
        tiles = [cell + 1 for cell in cells[1 : 1 + random.randint(1, 3)]]
        plain, nodes = Plain(rows, cols, tiles, removed), random.sample(range(2, 40), 3)
        for partition in ("index", "sets"):
            measured = traffic.measure(
                rows, cols, tiles=tiles, removed=removed, nodes=nodes, partition=partition
            )
            assert all(map(same, measured.levels, by_hand(plain, partition, nodes)))


@pytest.mark.parametrize("partition", ["index", "sets", "orders"])
def test_lanes_are_rows_that_another_node_may_want(partition: Partition) -> None:
    plain = Plain(2, 4, None, [])
    pulls = {
        (plain.row(state), plain.row(after)) for state in plain.depths() for _, after in plain.moves(state)
    }
    planned = traffic.plan(2, 4, nodes=NODES, partition=partition)
    for nodes, lanes in zip(NODES, planned.lanes, strict=True):
        owner = plain.owners(partition, nodes)
        assert lanes == len({(row, owner(end)) for row, end in pulls if owner(row) != owner(end)})
    assert planned == traffic.measure(2, 4, nodes=NODES, partition=partition).plan


@pytest.mark.parametrize(
    "options",
    [pytest.param({}, marks=pytest.mark.slow), {"tiles": [1, 2, 3, 4, 5], "blank": 11}, {"removed": [0, 11]}],
)
def test_the_search_is_that_of_explore(options: dict[str, Any]) -> None:
    measured = traffic.measure(3, 4, **options, nodes=[1, 64])
    counts = tuple(level.states for level in measured.levels)
    assert counts == explore(3, 4, **options).counts
    assert measured.states == sum(counts) == search_size(3, 4, **options).states == measured.plan.states
    one, many = measured.total(1), measured.total(64)
    assert one.rows == one.busiest == many.pulls_along == 0
    assert many.rows <= many.pulls_between <= sum(level.pulls_between for level in measured.levels)
    assert many.least < many.coded <= many.busiest * 64


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "cols", "cells"), [(3, 5, 15), (4, 4, 16)])
def test_plans_of_what_is_too_large_to_search(rows: int, cols: int, cells: int) -> None:
    """Plans need the tables of a search, but not its bits."""
    planned = traffic.plan(rows, cols, nodes=[1], partition="orders")
    first = (cells - 1) // 2
    assert planned.states == math.factorial(cells) // 2
    assert planned.row_bits == math.factorial(cells - 1 - first) // 2
    assert planned.lanes == (0,)
    with pytest.raises(UnsupportedError, match="at most 14 cells"):
        traffic.measure(rows, cols)


def test_threads_make_no_difference() -> None:
    one = traffic.measure(3, 4, tiles=[1, 2, 3, 4, 5, 6], threads=1)
    assert one == traffic.measure(3, 4, tiles=[1, 2, 3, 4, 5, 6], threads=4)


def test_what_is_shown() -> None:
    measured = traffic.measure(3, 3, tiles=[1, 2, 3], removed=[4], nodes=[3, 5])
    assert json.loads(json.dumps(measured.to_json()))["levels"][3]["states"] == measured.levels[3].states
    arrays = measured.arrays()
    assert arrays.coded.sum(axis=0).tolist() == [measured.total(nodes).coded for nodes in (3, 5)]
    assert math.isclose(arrays.least.sum(), measured.total(3).least + measured.total(5).least)
    assert len(measured.table(5).splitlines()) == len(measured.levels) + 1
    assert "without cell 5, tiles 1, 2, 3 told apart" in str(measured)


def test_slips() -> None:
    with pytest.raises(UnsupportedError, match="a number of nodes is 1 to 65536, got"):
        traffic.measure(3, 3, nodes=[4, 0])
    with pytest.raises(UnsupportedError, match="1 to 65536, got 65537"):
        traffic.measure(3, 3, nodes=[65537])
    with pytest.raises(UnsupportedError, match="list of node counts is 1 to 16, got 0"):
        traffic.plan(3, 3, nodes=[])
    with pytest.raises(TypeError, match="nodes is a list of whole numbers, got 4"):
        traffic.measure(3, 3, nodes=4)  # type: ignore[arg-type]
    with pytest.raises(
        UnsupportedError, match="unknown partition 'rows'; choose 'index', 'sets' or 'orders'"
    ):
        traffic.measure(3, 3, partition="rows")  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="use partition='sets'"):
        traffic.plan(3, 3, tiles=[1, 2], partition="orders")
    with pytest.raises(UnsupportedError, match="at most 17 cells, got 20"):
        traffic.plan(4, 5)
    with pytest.raises(UnsupportedError, match=r"measured for \[4\] nodes, got 5"):
        traffic.measure(2, 2, nodes=[4]).total(5)
    with pytest.raises(MemoryBudgetError) as caught:
        traffic.measure(3, 4, memory=50_000_000)
    assert "lean" not in str(caught.value), "there is no lean search to measure"
    with pytest.raises(TypeError, match="progress is a function"):
        traffic.measure(3, 3, progress="yes")  # type: ignore[arg-type]


def test_progress_is_reported_and_can_stop() -> None:
    depths = []
    traffic.measure(3, 3, nodes=[2], progress=lambda level: depths.append(level.depth))
    assert depths == list(range(32))

    def stop(level: Any) -> None:
        if level.depth == 20:
            raise EOFError

    with pytest.raises(EOFError):
        traffic.measure(5, 5, **MIDDLE_STEP, progress=stop)


def test_others_go_on_meanwhile() -> None:
    """The lock of the interpreter is released while it measures."""
    done = threading.Event()

    def work() -> None:
        traffic.measure(3, 4, nodes=[4])
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    steps = 0
    while not done.wait(0.001):
        steps += 1
    worker.join()
    assert steps > 10
