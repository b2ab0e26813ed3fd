"""`measure` counts what a search would send, `plan` the lanes that messages can take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from puzzle15 import _core
from puzzle15._support.checks import MANY, check_name, thread_count
from puzzle15.errors import UnsupportedError
from puzzle15.exploring.layers import counted
from puzzle15.exploring.question import ask, byte_count, numbers
from puzzle15.exploring.search import Level, telling_levels
from puzzle15.traffic.results import Crossing, Plan, Traffic, TrafficLevel

__all__ = ["measure", "plan"]

Partition = Literal["index", "sets", "orders"]


def measure(
    rows: int,
    cols: int,
    *,
    tiles: Iterable[int] | None = None,
    removed: Iterable[int] = (),
    blank: int | None = None,
    nodes: Iterable[int] = (1, 4, 16, 64, 256),
    partition: Partition = "sets",
    threads: int | None = None,
    memory: int | None = None,
    progress: Callable[[Level], object] | bool | None = None,
) -> Traffic:
    """Search a puzzle as `explore` does, and count what it would send with each number of nodes.

    The options are those of `explore`; `nodes` and `partition` say how the rows are dealt out. It is always
    the search with two bits a state: one with a single bit does not know its levels.

    >>> traffic = measure(4, 4, tiles=[1, 2, 3, 4], nodes=[16])
    >>> traffic.states, traffic.total(16).pulls_along
    (524160, 0)
    """
    check_name("partition", partition, "traffic.measure")
    question = ask(rows, cols, tiles=tiles, removed=removed, blank=blank)
    counts = _counts(nodes)
    start = time.perf_counter()
    with telling_levels(progress, question, "single") as tell:
        found = _core.measure_traffic(
            question.asked,
            nodes=counts,
            partition=partition,
            threads=thread_count(threads),
            memory=byte_count(memory),
            progress=tell,
        )
    known = _plan(found, partition, counts)
    title = f"{rows}×{cols}"
    if question.removed:
        title += f" without {counted('cell', [cell + 1 for cell in question.removed])}"
    if question.tiles is not None:
        title += f", {counted('tile', question.tiles)} told apart"
    return Traffic(title, known, tuple(_levels(found.levels, known)), time.perf_counter() - start)


def plan(
    rows: int,
    cols: int,
    *,
    tiles: Iterable[int] | None = None,
    removed: Iterable[int] = (),
    nodes: Iterable[int] = (1, 4, 16, 64, 256),
    partition: Partition = "sets",
) -> Plan:
    """Count the rows of a puzzle and the lanes of its messages, without a search: for up to 17 cells.

    >>> for partition in ("index", "sets", "orders"):
    ...     print(partition, plan(3, 4, nodes=[16], partition=partition).lanes)
    index (1884960,)
    sets (408525,)
    orders (220442,)
    """
    check_name("partition", partition, "traffic.measure")
    question = ask(rows, cols, tiles=tiles, removed=removed)
    counts = _counts(nodes)
    found = _core.plan_traffic(question.asked, nodes=counts, partition=partition)
    return _plan(found, partition, counts)


def _plan(found: _core.TrafficCounts, partition: Partition, nodes: tuple[int, ...]) -> Plan:
    states = found.rows * found.row_bits
    return Plan(states, found.rows, found.row_bits, partition, nodes, tuple(found.lanes))


def _counts(nodes: Iterable[int]) -> tuple[int, ...]:
    counts = tuple(numbers(nodes, "nodes"))
    if not all(1 <= count <= MANY for count in counts):
        raise UnsupportedError(f"a number of nodes is 1 to 65536, got {list(counts)}")
    return counts


def _levels(levels: Iterable[_core.LevelCounts], known: Plan) -> Iterator[TrafficLevel]:
    raw = -(-known.row_bits // 8)  # Bytes of a row.
    for depth, level in enumerate(levels):
        sent = tuple(
            Crossing(
                nodes=nodes,
                pulls_along=one.pulls_along,
                pulls_between=one.pulls_between,
                rows=one.rows,
                states=one.states,
                raw=raw * one.rows,
                coded=one.coded,
                least=one.least_bits / 8,
                busiest=one.busiest,
            )
            for nodes, one in zip(known.nodes, level.crossings, strict=True)
        )
        pulls = level.pulls_along, level.pulls_between
        yield TrafficLevel(depth, level.states, level.rows, level.moves, *pulls, sent)
