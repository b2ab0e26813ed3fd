"""How much the soaks do, and what they tell at the end."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

__all__ = ["TIMES", "Note", "notes", "times"]

TIMES = float(os.environ.get("PUZZLE15_SOAK", "1"))
"""How many times as much as in CI, where it is 1 and all soaks take about two minutes on two cores."""


def times(cases: int) -> int:
    """How many cases a soak does that does so many in CI."""
    return max(1, round(cases * TIMES))


Note = Callable[[str, str], None]
"""The fixture `note`: takes what was promised and what was seen of it, which the end of the run prints."""

NAME = "puzzle15: what was seen"


def note_of(record_property: Callable[[str, object], None]) -> Note:
    """What the fixture does. Properties of a test reach the end of the run also from other processes."""
    return lambda promise, seen: record_property(NAME, f"{promise}: {seen}")


def notes(reporter: pytest.TerminalReporter) -> list[str]:
    """Everything that the tests of a run have noted."""
    reports = [report for found in reporter.stats.values() for report in found]
    called = [report for report in reports if getattr(report, "when", None) == "call"]
    return [str(value) for report in called for name, value in report.user_properties if name == NAME]
