"""Runs commands of the command line, and keeps what they did, for tests."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from puzzle15.cli import main


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


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs a command in this process, with some text on its standard input."""

    def call(*arguments: str, text: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        code = main(arguments)
        return Ran(code, *capsys.readouterr())

    return call
