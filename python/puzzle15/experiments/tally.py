"""What an experiment has counted so far: which boards, and how long their solutions are; and its checkpoint.

Tallies of blocks are added in any order. Of equally extreme boards the one with the smallest number counts,
so the result does not depend on how the boards were cut into blocks, or on which block came first.
"""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections import Counter
from pathlib import Path
from typing import Any

from puzzle15._core import TalliedBoards
from puzzle15._support.checks import path_of
from puzzle15._support.decoding import UnexpectedError, field, items, maybe, pair, record, text, whole
from puzzle15._support.files import check_writable, read_json, write_json
from puzzle15._support.sealed import CHECKSUM, FileKind, check_sum, checksum_of
from puzzle15.errors import FileError, Remedy, check_same

__all__ = ["Checkpoint", "Tally", "kept"]


class Tally:
    """Counts of lengths, and the ranges of boards that have been counted."""

    def __init__(self) -> None:
        """Begin with nothing counted."""
        self.ranges: list[tuple[int, int]] = []
        self.histogram: Counter[int] = Counter()
        # Length and number of the board.
        self.shortest: tuple[int, int] | None = None
        self.longest: tuple[int, int] | None = None
        self.method = ""
        # The algorithm, its version and the checksum of its tables; empty as long as there are no boards.
        self.made_by = ""

    @property
    def done(self) -> int:
        """How many boards have been counted."""
        return sum(end - first for first, end in self.ranges)

    def extremes(self) -> list[tuple[int, int]]:
        """Length and number of the boards with the fewest and with the most moves."""
        return [extreme for extreme in (self.shortest, self.longest) if extreme]

    def missing(self, n: int) -> list[tuple[int, int]]:
        """The ranges of the first `n` boards that have not been counted yet."""
        bounds = [0, *(bound for pair in self.ranges for bound in pair), n]
        return [(a, b) for a, b in zip(bounds[::2], bounds[1::2], strict=True) if a < b]

    def add(self, first: int, block: TalliedBoards) -> None:
        """Add a block that was made by the same as those before; no board counts twice."""
        check_same(block.made_by, self.made_by or block.made_by)
        self.method, self.made_by = block.method, block.made_by
        ranges = self._with(first, first + block.boards)
        # The histogram first and the ranges last: if Ctrl-C comes in between, they disagree (see `sound`).
        for length, boards in block.lengths.items():
            self.histogram[length] += boards
        if block.shortest and block.longest:
            shortest = block.shortest.length, block.shortest.number
            longest = block.longest.length, block.longest.number
            self.shortest = min(self.shortest or shortest, shortest)
            self.longest = max(self.longest or longest, longest, key=lambda one: (one[0], -one[1]))
        self.ranges = ranges

    @property
    def sound(self) -> bool:
        """Whether histogram and ranges have the same number of boards: not so in the middle of `add`."""
        return self.histogram.total() == self.done

    def _with(self, first: int, end: int) -> list[tuple[int, int]]:
        """The ranges with one more, which must not overlap any."""
        place = bisect_left(self.ranges, (first, end))
        before, after = self.ranges[:place], self.ranges[place:]
        if (before and before[-1][1] > first) or (after and after[0][0] < end):
            raise AssertionError(f"boards {first} to {end - 1} were counted before; please report it")
        if before and before[-1][1] == first:
            first = before.pop()[0]
        if after and after[0][0] == end:
            end = after.pop(0)[1]
        return [*before, (first, end), *after]


class Checkpoint:
    """A file with a tally and the question that it answers, as JSON with a checksum."""

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        """Keep it in this file; None for no checkpoint."""
        self._path = None if path is None else path_of(path, "checkpoint")
        self._saved = time.monotonic()
        self._took = 0.0
        self._done = 0

    def load(self, question: dict[str, Any], n: int) -> tuple[Tally, int | None]:
        """The tally in the file and its seed; an empty one if there is no file."""
        if self._path is None:
            return Tally(), None
        if not Path(self._path).exists():
            check_writable(self._path)
            return Tally(), None
        if Path(self._path).is_dir():
            raise FileError(f"{os.fspath(self._path)} is a folder: name a file in it for the checkpoint")
        data = self._read()
        try:
            asked = field(data, "question", record)
            seed = field(asked, "seed", whole(0, 2**64 - 1))
            tally = _tally(data)
        except FileError as error:
            raise self._bad(error.facts) from None
        if question["seed"] is None:
            question = {**question, "seed": seed}
        # What an older version did not ask is as it was then.
        asked = dict.fromkeys(question) | asked
        if asked != question:
            names = sorted(name for name in question if asked.get(name) != question[name])
            differences = ", ".join(f"{name} {asked.get(name)}, not {question[name]}" for name in names)
            raise self._bad(f"it belongs to another experiment: {differences}")
        if tally.ranges and tally.ranges[-1][1] > n:
            last = tally.ranges[-1][1]
            raise FileError(
                f"{os.fspath(self._path)} has boards up to number {last - 1}: ask for {last} boards or more, "
                "or name another file"
            )
        self._done = tally.done
        return tally, seed

    def _read(self) -> dict[str, Any]:
        assert self._path is not None
        try:
            data = read_json(self._path)
        except FileError as error:
            # A file that cannot even be read may be anything, and nobody should delete it.
            is_unread = error.filename is not None
            raise FileError(error.facts, remedies=_REMEDIES[1:] if is_unread else _REMEDIES) from error
        try:
            return _checked(data)
        except FileError as error:
            raise self._bad(error.facts) from None

    def _bad(self, reason: str) -> FileError:
        text = f"{os.fspath(self._path or '')} cannot be used: {reason}"
        return FileError(text, remedies=_REMEDIES)

    def save_now_and_then(self, question: dict[str, Any], tally: Tally) -> None:
        """Write the file every two seconds, or less often if that takes long."""
        if self._path is not None and time.monotonic() - self._saved > max(INTERVAL, 20 * self._took):
            self.save(question, tally)

    def save(self, question: dict[str, Any], tally: Tally) -> None:
        """Write the file if there is anything new. If Ctrl-C has cut `add` short, leave it as it is."""
        if self._path is None or tally.done == self._done or not tally.sound:
            return
        begin = time.monotonic()
        content = {
            "question": question,
            "method": tally.method,
            "made_by": tally.made_by,
            "ranges": tally.ranges,
            "histogram": {str(length): count for length, count in sorted(tally.histogram.items())},
            "shortest": tally.shortest,
            "longest": tally.longest,
        }
        # In these files the checksum is also that of the kind and the version.
        write_json(self._path, _KIND.sealed(content, checksum_of({**_KIND.head(), **content})))
        self._saved = time.monotonic()
        self._took = self._saved - begin
        self._done = tally.done


def kept(path: str | os.PathLike[str]) -> int:
    """How many boards a checkpoint has; 0 if there is no file."""
    return _tally(_checked(read_json(path))).done if Path(path).exists() else 0


def _checked(data: object) -> dict[str, Any]:
    """What a file holds, if it is a checkpoint and whole."""
    checked = dict(_KIND.check(data))
    check_sum(checked.pop(CHECKSUM, None), checksum_of(checked))
    return checked


def _tally(data: dict[str, Any]) -> Tally:
    """The tally in a checkpoint, if its parts agree."""
    tally = Tally()
    tally.ranges = list(field(data, "ranges", items(pair(whole(0, _MOST_BOARDS)))))
    tally.histogram = Counter(field(data, "histogram", _histogram))
    tally.shortest, tally.longest = (
        field(data, name, maybe(pair(whole(0, _MOST_BOARDS)))) for name in ("shortest", "longest")
    )
    tally.method, tally.made_by = field(data, "method", text), field(data, "made_by", text)
    if not tally.sound:
        raise FileError("it is damaged: its histogram has other boards than its ranges")
    bounds = [bound for pair in tally.ranges for bound in pair]
    if bounds != sorted(set(bounds)):
        raise FileError("it is damaged: its ranges overlap")
    extremes = [length for length, _ in tally.extremes()]
    if extremes != ([min(tally.histogram), max(tally.histogram)] if tally.histogram else []):
        raise FileError("it is damaged: its extremes are not those of its histogram")
    return tally


def _histogram(value: object) -> dict[int, int]:
    """Reads how many boards have each length."""
    digits = len(str(_MOST_BOARDS))
    if not isinstance(value, dict) or not all(
        name.isascii() and name.isdecimal() and len(name) <= digits for name in value
    ):
        raise UnexpectedError("a number of boards for each length")
    return {whole(0, _MOST_BOARDS)(int(name)): whole(1)(count) for name, count in value.items()}


_KIND = FileKind("puzzle15 experiment", 2, "a checkpoint of an experiment", key="kind")
_REMEDIES = Remedy("delete_file"), Remedy("other_file")
# No experiment has more boards, and no solution more moves.
_MOST_BOARDS = 10**15
# Seconds between two saves.
INTERVAL = 2.0
