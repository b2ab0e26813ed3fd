"""Errors in the words of the page."""

from __future__ import annotations

from puzzle15.wording import SAME_EVERYWHERE, Option, Wording

__all__ = ["PAGE"]

# What the page calls its controls; other options are fields of requests, named as in Python.
_CONTROLS = {"goal": "Goal", "method": "Method", "metric": "Count", "tables": "Tables"}


def _control(option: Option) -> str:
    """A control, or a field of a request.

    >>> _control(Option("method", "auto")), _control(Option("width"))
    ('Method auto', 'width')
    """
    name = _CONTROLS.get(option.name, option.name)
    return name if option.value is None else f"{name} {option.value}"


PAGE = Wording(
    _control,
    {
        **SAME_EVERYWHERE,
        "apply_several": None,
        "checkpoint": None,
        "delete_file": None,
        "fewer_cells": None,
        "fewer_sources": None,
        "fewer_tiles": None,
        "free_memory": None,
        "give_shape": "write a row a line, or / between the rows",
        "improve": None,
        "install": 'whoever runs the page can pip install "puzzle15[{}]"',
        "leave_out": "leave out {}",
        "lean": None,
        "lengths_of_optimal": None,
        "less_memory": None,
        "lower_bound": None,
        "make_in_child": None,
        "more_memory": None,
        "more_time": "allow more seconds",
        "name_tiles": None,
        "not_lean": None,
        "not_lean_no_checkpoint": None,
        "not_symmetric": None,
        "other_file": None,
        "random_walks": None,
        "remove_tables": "whoever runs the page can remove the tables (puzzle15 tables remove --all)",
        "rows_of_tiles": None,
        "same_again": None,
        "save_page": None,
        "set_cache_folder": None,
        "shape_of_boards": None,
        "shorter_solution": "another Method gives a shorter one",
        "smaller_side": None,
        "solve_any_size": None,
        "solve_by_twists": "Solve takes it with the spiral as the goal",
        "solve_one": None,
        "stream": None,
        "timeout_alone": None,
        "turn_board": None,
        "use_algorithm": None,
        "use_auto_and_improve": "choose Method Automatic",
        "use_goal": "choose Goal {}",
        "use_method": "choose another Method",
        "use_metric": "count in another way",
        "use_partition": None,
        "use_tables": "ask for {} tables",
    },
)
"""The words of the page. Its visitors cannot touch the server's files, memory or packages."""
