"""Errors in the words of the command line."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

from puzzle15.errors import PuzzleError
from puzzle15.wording import SAME_EVERYWHERE, Option, RemedyKind, Wording, printable

__all__ = ["COMMAND_LINE", "said", "speaking_of", "wording_for"]

# Options of functions that the command line calls by other names.
_NAMES = {"scramble": "--walk"}


def _flag(option: Option) -> str:
    """An option as it is typed.

    >>> _flag(Option("max_nodes")), _flag(Option("lean", True)), _flag(Option("method", "quick"))
    ('--max-nodes', '--lean', '--method quick')
    """
    if option == Option("n", "all"):
        return "--all"
    name = _NAMES.get(option.name) or "--" + "-".join(option.name.split("_"))
    return name if option.value is None or option.value is True else f"{name} {option.value}"


COMMAND_LINE = Wording(
    _flag,
    {
        **SAME_EVERYWHERE,
        "apply_several": None,
        "checkpoint": "an experiment with --checkpoint can go on later",
        "fewer_cells": "take cells off the board with --removed",
        "fewer_tiles": "name fewer tiles with --tiles",
        "give_shape": "write / between the rows, or give --size ROWSxCOLS",
        "improve": "leave out --method for the best in that time",
        "install": 'pip install "puzzle15[{}]"',
        "leave_out": "leave out {}",
        "lean": "give --lean",
        "lengths_of_optimal": None,
        "less_memory": "bound it with --memory",
        "lower_bound": None,
        "make_in_child": None,
        "more_memory": "give more with --memory",
        "more_time": "give more with --timeout, or leave it out",
        "name_tiles": "name the tiles to tell apart with --tiles",
        "not_lean": "leave out --lean",
        "not_lean_no_checkpoint": None,
        "not_symmetric": "leave out --symmetric",
        "random_walks": "take random walks with --walk",
        "rows_of_tiles": None,
        "same_again": "the same command goes on from the checkpoint",
        "save_page": "--html takes it",
        "set_cache_folder": "set PUZZLE15_CACHE to a folder that can be used",
        "shape_of_boards": "give --size ROWSxCOLS",
        "shorter_solution": "another method gives a shorter one",
        "smaller_side": None,
        "solve_any_size": "puzzle15 solve takes any size",
        "solve_by_twists": "puzzle15 solve --method twists --goal spiral takes it, too",
        "solve_one": None,
        "stream": None,
        "timeout_alone": "give --timeout and no other option, for the best in that time",
        "use_algorithm": "give --algorithm {}",
        "use_auto_and_improve": "leave out --method, and give a --timeout to make the solution shorter",
        "use_goal": "give --goal {}",
        "use_method": "give --method {}",
        "use_metric": "give --metric {}",
        "use_partition": None,
        "use_tables": "give --tables {}",
    },
)
"""The words of the command line."""


# What is left of a remedy without its option.
_OTHERWISE: Mapping[RemedyKind, str] = MappingProxyType({"give_shape": "write / between the rows"})


def wording_for(options: Collection[str]) -> Wording:
    """The words of a command that has these options: no remedy names another one.

    >>> from puzzle15.wording import Remedy
    >>> wording_for(["--goal"]).advice([Remedy("give_shape"), Remedy("lean"), Remedy("use_goal", "spiral")])
    'write / between the rows, or give --goal spiral'
    >>> wording_for(["--goal"]).advice([Remedy("leave_out", Option("width")), Remedy("give", Option("goal"))])
    'give --goal'
    """

    def can_advise(text: str) -> bool:
        return _named(text) <= set(options)

    remedies = {
        kind: text if text is None or can_advise(text) else _OTHERWISE.get(kind, text)
        for kind, text in COMMAND_LINE.remedies.items()
    }
    return COMMAND_LINE._replace(remedies=remedies, can_advise=can_advise)


def _named(remedy: str) -> set[str]:
    """The options that a remedy names, but not those of another command that it names.

    >>> sorted(_named("leave out --method, and give a --timeout")), _named("puzzle15 solve --method twists")
    (['--method', '--timeout'], set())
    """
    return set(re.findall(r"--[a-z-]+", remedy.partition("puzzle15 ")[0]))


_spoken: ContextVar[Wording] = ContextVar("_spoken", default=COMMAND_LINE)


@contextmanager
def speaking_of(options: Collection[str]) -> Iterator[None]:
    """As long as this lasts, errors are those of a command that has these options."""
    before = _spoken.set(wording_for(options))
    try:
        yield
    finally:
        _spoken.reset(before)


def said(problem: object) -> str:
    """What is wrong, on one line.

    >>> from puzzle15.errors import Remedy, UnsupportedError
    >>> said(UnsupportedError(Option("max_nodes"), " is 5", remedies=[Remedy("more_memory")]))
    '--max-nodes is 5; give more with --memory'
    """
    text = problem.said(_spoken.get()) if isinstance(problem, PuzzleError) else str(problem)
    return printable(" ".join(text.split()))
