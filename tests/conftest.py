"""Fixtures that several tests use."""

from __future__ import annotations

import io

import pytest
from commands import Command, Ran

from puzzle15.cli import main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs a command in this process, with some text on standard input."""

    def call(*arguments: str, text: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        code = main(arguments)
        return Ran(code, *capsys.readouterr())

    return call
