"""How an error is put into words: by Python, by the command line, by the page.

An error says what is wrong in parts: text that is the same everywhere, and options, which have other names on
the command line and on the page. What to do about it is a list of remedies. Each of these fronts has a
`Wording` for both, and never looks into a text.

>>> parts = [Option("width"), " is for ", Option("method", "quick")]
>>> PYTHON.sentence(parts, [Remedy("use_method", "quick"), Remedy("leave_out", Option("width"))])
"width is for method='quick'; use method='quick', or leave out width="
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

__all__ = [
    "PYTHON",
    "SAME_EVERYWHERE",
    "Cell",
    "Option",
    "Part",
    "Remedy",
    "RemedyKind",
    "Wording",
    "options",
    "printable",
]


class Option(NamedTuple):
    """An option by its name in Python, with a value where a certain one is meant.

    >>> from puzzle15.wording import PYTHON
    >>> PYTHON.option(Option("max_nodes")), PYTHON.option(Option("lean", True))
    ('max_nodes', 'lean=True')
    """

    name: str
    value: object = None


class Cell(NamedTuple):
    """A cell that was given by its index; people count it from 1.

    >>> from puzzle15.wording import PYTHON
    >>> PYTHON.facts(["there is no ", Cell(8)])
    'there is no cell 9 (index 8)'
    """

    code: int


def printable(text: str) -> str:
    r"""A text as it may be shown anywhere, with escapes for whatever does not print.

    What comes from a file may hold anything, also what a terminal takes for a command.

    >>> print(printable("the \x1b[31m15-puzzle"))
    the \x1b[31m15-puzzle
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


Part = str | Option | Cell
"""A part of what an error says."""


def options(*names: str, last: str = "and") -> list[Part]:
    """Options as parts of a sentence.

    >>> from puzzle15.wording import PYTHON
    >>> PYTHON.facts(["no ", *options("seed", "depth", "first", last="or")])
    'no seed, depth or first'
    """
    parts: list[Part] = []
    for left, name in zip(range(len(names) - 1, -1, -1), names, strict=True):
        parts += [Option(name), f" {last} " if left == 1 else ", "]
    return parts[:-1]


RemedyKind = Literal[
    "apply_several",
    "checkpoint",
    "delete_file",
    "fewer_boards",
    "fewer_cells",
    "fewer_sources",
    "fewer_tiles",
    "free_memory",
    "give",
    "give_shape",
    "goal_of_shape",
    "improve",
    "install",
    "lean",
    "leave_out",
    "lengths_of_optimal",
    "less_memory",
    "lower_bound",
    "make_in_child",
    "more_memory",
    "more_time",
    "name_tiles",
    "not_lean",
    "not_lean_no_checkpoint",
    "not_symmetric",
    "other_file",
    "other_method",
    "other_suffix",
    "random_boards",
    "random_walks",
    "remove_tables",
    "rows_of_tiles",
    "same_again",
    "same_versions",
    "save_page",
    "set_cache_folder",
    "shape_of_boards",
    "shorter_solution",
    "smaller_side",
    "solve_any_size",
    "solve_by_twists",
    "solve_one",
    "stream",
    "timeout_alone",
    "turn_board",
    "use_algorithm",
    "use_auto_and_improve",
    "use_goal",
    "use_method",
    "use_metric",
    "use_partition",
    "use_tables",
]
"""What can be done about an error."""


class Remedy(NamedTuple):
    """Something to do about an error, with a name or an option that goes with it.

    >>> Remedy("use_method", "greedy").value
    'greedy'
    """

    kind: RemedyKind
    value: str | Option | None = None


class Wording(NamedTuple):
    """How a front names options and puts remedies into words.

    >>> shout = Wording(lambda option: option.name.upper(), {"lean": "be lean", "stream": None})
    >>> shout.sentence(["no ", Option("memory")], [Remedy("stream"), Remedy("lean")])
    'no MEMORY; be lean'
    """

    option: Callable[[Option], str]
    """The name of an option."""
    remedies: Mapping[RemedyKind, str | None]
    """The text of each remedy, with {} for its value; None if the front cannot do it."""
    cell: str = "cell {number}"
    """A cell that was given: its number for people, or its index."""
    can_advise: Callable[[str], bool] = bool
    """Whether the front can do what a remedy says, with its value."""

    def facts(self, parts: Iterable[Part]) -> str:
        """What is wrong."""
        return "".join(map(self._part, parts))

    def _part(self, part: Part) -> str:
        if isinstance(part, Option):
            return self.option(part)
        return self.cell.format(number=part.code + 1, index=part.code) if isinstance(part, Cell) else part

    def advice(self, remedies: Iterable[Remedy]) -> str:
        """What can be done about it, any one of these; empty if nothing can be done in this front."""
        texts = [text for text in map(self._remedy, remedies) if text and self.can_advise(text)]
        *others, last = texts or [""]
        return f"{', '.join(others)}, or {last}" if others else last

    def sentence(self, parts: Iterable[Part], remedies: Iterable[Remedy]) -> str:
        """What is wrong, and what can be done about it."""
        facts, advice = self.facts(parts), self.advice(remedies)
        return f"{facts}; {advice}" if advice else facts

    def _remedy(self, remedy: Remedy) -> str | None:
        text, value = self.remedies[remedy.kind], remedy.value
        return text and text.format(self.option(value) if isinstance(value, Option) else value)


SAME_EVERYWHERE: Mapping[RemedyKind, str] = MappingProxyType(
    {
        "delete_file": "delete it",
        "fewer_boards": "ask for fewer at a time",
        "fewer_cells": "take cells off the board",
        "fewer_sources": "leave out some sources",
        "fewer_tiles": "tell fewer tiles apart",
        "free_memory": "close other programs, or raise the limit on memory",
        "give": "give {}",
        "goal_of_shape": "give a goal of the board's shape",
        "name_tiles": "name the tiles to tell apart",
        "other_file": "name another file",
        "other_method": "name a method that takes them, such as {}, whose lengths are not the shortest",
        "other_suffix": "give the name of the file another ending, such as {}",
        "random_boards": "take random boards",
        "remove_tables": "remove the tables on disk (puzzle15 tables remove --all)",
        "same_versions": "use the same version and the same tables everywhere",
        "turn_board": "turn the board round",
    }
)
"""Remedies that are worded alike in every front."""


def _in_python(option: Option) -> str:
    return option.name if option.value is None else f"{option.name}={option.value!r}"


PYTHON = Wording(
    _in_python,
    {
        **SAME_EVERYWHERE,
        "apply_several": "use apply() for several moves",
        "checkpoint": "an experiment with checkpoint= can go on later",
        "give_shape": "give nested rows, or Board(tiles, cols=...)",
        "improve": "improve() makes any solution shorter in a given time",
        "install": 'pip install "puzzle15[{}]"',
        "lean": "use lean=True",
        "leave_out": "leave out {}=",
        "lengths_of_optimal": "use solve_many(boards, method='optimal').lengths",
        "less_memory": "bound it with memory=",
        "lower_bound": "use manhattan() as a lower bound",
        "make_in_child": "make a new one in the child",
        "more_memory": "give more with memory=",
        "more_time": "give more with timeout=, or leave it out",
        "not_lean": "leave out lean=True",
        "not_lean_no_checkpoint": "give lean=False, and leave out checkpoint=",
        "not_symmetric": "leave out symmetric=True",
        "random_walks": "take random walks with scramble=",
        "rows_of_tiles": "use rows of tiles",
        "same_again": "the same call goes on from the checkpoint",
        "save_page": "to_html() takes it",
        "set_cache_folder": "set PUZZLE15_CACHE to a folder that can be used",
        "shape_of_boards": "give shape=(rows, cols)",
        "shorter_solution": "improve() or another method gives a shorter one",
        "smaller_side": "give side={} or less",
        "solve_any_size": "solve() takes any size",
        "solve_by_twists": "solve(board, goal=..., method='twists') takes it, too",
        "solve_one": "use solve(board)",
        "stream": "stream(board) gives the moves one by one",
        "timeout_alone": "give timeout= and no other option, for the best in that time",
        "use_algorithm": "use algorithm='{}'",
        "use_auto_and_improve": "use method='auto', and improve() to make its solution shorter",
        "use_goal": "use goal='{}'",
        "use_method": "use method='{}'",
        "use_metric": "use metric='{}'",
        "use_partition": "use partition='{}'",
        "use_tables": "use tables='{}'",
    },
    cell="cell {number} (index {index})",
)
"""The words of Python."""
