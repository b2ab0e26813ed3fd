"""Errors carry data, and each front puts them into its own words."""

from __future__ import annotations

import argparse
import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import puzzle15
from puzzle15 import Board, PuzzleError, UnsolvableError, explore, random_board, solve, solve_many
from puzzle15._core import remedy_kinds
from puzzle15.cli.parser import make_parser
from puzzle15.cli.wording import COMMAND_LINE, wording_for
from puzzle15.errors import (
    FileError,
    InvalidBoardError,
    MemoryBudgetError,
    MissingPackageError,
    Option,
    Remedy,
    RemedyKind,
    TimeBudgetError,
    UnsupportedError,
)
from puzzle15.web.wording import PAGE
from puzzle15.wording import PYTHON, Wording

FRONTS = {"python": PYTHON, "command line": COMMAND_LINE, "page": PAGE}
PACKAGE = Path(puzzle15.__file__).parent


def error_of(call: object, *arguments: object, **options: object) -> PuzzleError:
    assert callable(call)
    with pytest.raises(PuzzleError) as caught:
        call(*arguments, **options)
    return caught.value


@pytest.mark.parametrize("front", FRONTS.values(), ids=FRONTS)
def test_a_front_words_every_remedy_or_leaves_it_out(front: Wording) -> None:
    assert set(front.remedies) == set(get_args(RemedyKind))
    for kind, said in front.remedies.items():
        for value in ("greedy", Option("width")):
            advice = front.advice([Remedy(kind, value)])
            assert bool(advice) == (said is not None)
            assert "{" not in advice


def test_python_leaves_nothing_out() -> None:
    assert None not in PYTHON.remedies.values()


def test_the_core_has_no_remedy_that_is_not_worded() -> None:
    assert set(remedy_kinds()) < set(get_args(RemedyKind))


def test_what_the_command_line_advises_can_be_typed() -> None:
    flags = set(_flags(make_parser()))
    for said in filter(None, COMMAND_LINE.remedies.values()):
        assert set(re.findall(r"--[a-z-]+", said)) <= flags, said


def test_no_command_advises_an_option_that_it_does_not_have() -> None:
    """A remedy may name the option of another command, if it names that command, too."""
    commands = dict(_commands(make_parser()))
    assert "bounds lower" in commands
    flagged = {flag[2:].replace("-", "_") for flag in _flags(make_parser()) if flag.startswith("--")}
    values = [None, "greedy", *map(Option, sorted(flagged)), Option("scramble"), Option("n", "all")]
    for name, parser in commands.items():
        flags = set(parser._option_string_actions)
        wording = wording_for(flags)
        advice = (wording.advice([Remedy(kind, value)]) for kind in get_args(RemedyKind) for value in values)
        for said in filter(None, advice):
            named = next((other for other in commands if f"puzzle15 {other} " in said), name)
            there = set(_flags(commands[named]))
            assert set(re.findall(r"--[a-z-]+", said)) <= there, (name, said)


def _commands(
    parser: argparse.ArgumentParser, name: str = ""
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, inner in action.choices.items():
                yield f"{name} {word}".strip(), inner
                yield from _commands(inner, f"{name} {word}".strip())


def _flags(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _flags(inner)


def test_facts_and_remedies_are_worded_by_each_front() -> None:
    error = error_of(solve, "1 2 3/4 5 6/7 8 0", method="combined")
    assert error.facts == "method 'combined' is for 4×4 boards, this one is 3×3"
    assert error.remedies == (Remedy("use_method", "auto"),)
    assert str(error) == f"{error.facts}; use method='auto'"
    assert error.said(COMMAND_LINE) == f"{error.facts}; give --method auto"
    assert error.said(PAGE) == f"{error.facts}; choose another Method"


def test_a_remedy_that_a_front_does_not_have_is_left_out() -> None:
    error = error_of(explore, 3, 4, memory=1_000_000)
    assert [remedy.kind for remedy in error.remedies] == ["fewer_tiles", "fewer_cells", "more_memory"]
    assert str(error).endswith(
        "; tell fewer tiles apart, take cells off the board, or give more with memory="
    )
    assert error.said(COMMAND_LINE).endswith(
        "; name fewer tiles with --tiles, take cells off the board with --removed, or give more with --memory"
    )
    assert error.said(PAGE) == error.facts


def test_options_have_the_names_of_the_front() -> None:
    error = UnsupportedError(
        Option("max_nodes"), " is for ", Option("method", "quick"), ", not ", Option("lean", True)
    )
    assert str(error) == "max_nodes is for method='quick', not lean=True"
    assert error.said(COMMAND_LINE) == "--max-nodes is for --method quick, not --lean"
    assert error.said(PAGE) == "max_nodes is for Method quick, not lean True"


def test_a_board_of_a_batch_is_named_by_its_index() -> None:
    error = error_of(solve_many, [[1, 2, 3, 0], [1, 2, 3, 0], [1, 1, 3, 0]])
    assert error.row == 2
    assert error.facts == "not a board: duplicate 1 (cells 1, 2), missing 2"
    assert str(error) == f"boards[2]: {error.facts}"


def test_errors_survive_pickling_with_their_data() -> None:
    row = error_of(solve_many, [[1, 2, 3, 0], [1, 1, 3, 0]])
    errors = [
        error_of(Board, "1 2 3 4 5 0"),
        error_of(solve, "1 2 3/4 5 6/8 7 0"),
        error_of(explore, 3, 4, memory=1_000_000),
        row,
        error_of(solve, random_board(400, 400, seed=1), timeout=0),
        FileError("a file", remedies=[Remedy("delete_file"), Remedy("other_file")]),
        MissingPackageError("plots need matplotlib", "plot"),
        UnsupportedError(Option("width"), " is for ", Option("method", "quick")),
    ]
    kinds = [InvalidBoardError, UnsolvableError, MemoryBudgetError, InvalidBoardError, TimeBudgetError]
    assert [type(error) for error in errors[:5]] == kinds
    for error in errors:
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert vars(again) == vars(error)
        assert (str(again), repr(again), again.row) == (str(error), repr(error), error.row)


# What looks into a text, or changes it. Splitting at white space, to put a text on one line, is neither.
SEARCHING = {"replace", "removeprefix", "removesuffix", "partition", "rpartition", "startswith", "endswith"}
SEARCHING |= {"find", "index", "sub", "search", "match", "findall", "translate", "split"}


def searches(source: str) -> Iterator[int]:
    """The lines in which the text of an error is searched or changed.

    An error is what an except clause names, and an argument `error` or `problem`; what is made from one by an
    assignment is one, too.
    """
    for scope in ast.walk(ast.parse(source)):
        names: set[str] = set()
        if isinstance(scope, ast.ExceptHandler) and scope.name:
            names = {scope.name}
        elif isinstance(scope, ast.FunctionDef):
            names = {one.arg for one in scope.args.args if one.arg in ("error", "problem")}
        for node in ast.walk(scope) if names else ():
            if isinstance(node, ast.Assign) and _mentions(node.value, names):
                names |= {
                    name.id
                    for target in node.targets
                    for name in ast.walk(target)
                    if isinstance(name, ast.Name)
                }
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in SEARCHING
            ):
                subject = [node.func.value, *node.args]
                plain = node.func.attr == "split" and not node.args
                if not plain and any(_mentions(part, names) for part in subject):
                    yield node.lineno


def _mentions(tree: ast.AST, names: set[str]) -> bool:
    return any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(tree))


@pytest.mark.parametrize(
    "planted",
    [
        "try:\n    f()\nexcept E as error:\n    print(str(error).replace('a', 'b'))",
        "try:\n    f()\nexcept E as error:\n    text = str(error)\n    print(re.sub('a', 'b', text))",
        "def said(problem):\n    return problem.facts.removeprefix('not ')",
        "def said(error):\n    return str(error).split(': ')[1]",
    ],
)
def test_a_search_in_the_text_of_an_error_is_found(planted: str) -> None:
    assert list(searches(planted))


def test_nobody_looks_into_the_text_of_an_error() -> None:
    files = list(PACKAGE.rglob("*.py"))
    assert len(files) > 100
    found = {path.name: list(searches(path.read_text(encoding="utf-8"))) for path in files}
    assert {name: lines for name, lines in found.items() if lines} == {}
