"""What a command of the command line did, for the tests of it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any, NamedTuple


class Ran(NamedTuple):
    """A command that has been run: its exit code, and what it wrote."""

    code: int
    out: str
    err: str

    def rows(self) -> list[dict[str, str]]:
        """The output, if it is CSV."""
        return list(csv.DictReader(io.StringIO(self.out)))

    def objects(self) -> list[Any]:
        """The output, if it is JSON, an object a line."""
        return [json.loads(line) for line in self.out.splitlines()]


Command = Callable[..., Ran]
