"""What dev.py checks in a wheel, on wheels made up here, and what it says is wrong."""

from __future__ import annotations

import sys
from pathlib import Path
from zipfile import ZipFile

import conftest
import pytest
from tools import trial, wheels

import puzzle15

NAME = "puzzle15-1.0-cp311-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"
ABOUT = "puzzle15-1.0.dist-info/"
GOOD = ["puzzle15/__init__.py", "puzzle15/_core.abi3.so", "puzzle15/web/page.js", ABOUT + "METADATA"]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A package as it stands in the source, compiled and used."""
    for name in ["__init__.py", "_core.abi3.so", "web/page.js", "web/__pycache__/page.cpython-311.pyc"]:
        file = tmp_path / "python" / "puzzle15" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    return tmp_path / "python"


def faults(source: Path, files: list[str], name: str = NAME, size: int = 0) -> list[str]:
    path = source.parent / name
    with ZipFile(path, "w") as archive:
        for file in files:
            archive.writestr(file, b"")
        archive.writestr(ABOUT + "RECORD", bytes(size))
    return list(wheels.faults(path, source))


def test_a_good_wheel(source: Path) -> None:
    assert faults(source, GOOD) == []


@pytest.mark.parametrize(
    "tags",
    ["cp314-cp314t-win_arm64", "cp315-abi3.abi3t-macosx_11_0_arm64", "cp311-abi3-musllinux_1_2_aarch64"],
)
def test_names(source: Path, tags: str) -> None:
    assert faults(source, GOOD, f"puzzle15-1.0-{tags}.whl") == []


@pytest.mark.parametrize("tags", ["cp311-cp311-linux_x86_64", "cp312-abi3-linux_x86_64", "py3-none-any"])
def test_wrong_names(source: Path, tags: str) -> None:
    (said,) = faults(source, GOOD, f"puzzle15-1.0-{tags}.whl")
    assert tags in said
    assert "cp311-abi3" in said


def test_a_heavy_wheel(source: Path) -> None:
    empty = NAME.replace("1.0", "2.0", 1)
    assert faults(source, GOOD, empty) == []
    least = (source.parent / empty).stat().st_size
    assert faults(source, GOOD, size=wheels.BUDGET - least) == []
    (said,) = faults(source, GOOD, size=wheels.BUDGET - least + 1)
    assert said == "it has 5,000,001 bytes, 1 more than the budget of 5,000,000"


@pytest.mark.parametrize(
    "name", ["tests/board/test_board.py", "puzzle15/__pycache__/a.pyc", "puzzle15/new.py"]
)
def test_a_file_too_many(source: Path, name: str) -> None:
    assert faults(source, [*GOOD, name]) == [f"does not belong there: {name}"]


def test_a_file_of_an_unknown_kind_does_not_come_in_by_the_source(source: Path) -> None:
    (source / "puzzle15" / "notes.orig").touch()
    assert faults(source, [*GOOD, "puzzle15/notes.orig"]) == ["does not belong there: puzzle15/notes.orig"]


def test_files_that_are_missing(source: Path) -> None:
    assert faults(source, GOOD[:1] + GOOD[3:]) == [
        "it should have one compiled module, puzzle15/_core, and has 0",
        "missing: puzzle15/web/page.js",
    ]


def test_the_package_has_all_kinds_of_files() -> None:
    # As installed or as source: both are held against the list of kinds.
    files = wheels.package(Path(puzzle15.__file__).parent.parent)
    files = {name for name in files if name.startswith("puzzle15/")}
    assert {"puzzle15/py.typed", "puzzle15/_core.pyi", "puzzle15/web/static/index.html"} <= files
    assert {Path(name).suffix for name in files} == wheels.KINDS


def test_this_python_is_found() -> None:
    version = trial.version_of(sys.executable)
    assert version.startswith("{}.{}".format(*sys.version_info[:2]))
    assert trial.pythons()[version] == sys.executable


def test_what_is_no_python_is_not_found(tmp_path: Path) -> None:
    assert trial.version_of(str(tmp_path / "python3.11")) == ""


def test_the_tests_go_without_the_source(tmp_path: Path) -> None:
    trial.copy_tests(tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == set(trial.READ)
    assert not (tmp_path / "python").exists()
    assert not [file for file in tmp_path.rglob("*") if file.name == "_core.pyi"]


def test_only_an_installed_package_counts_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = str(Path(puzzle15.__file__).parent.parent)
    monkeypatch.setattr("sysconfig.get_path", lambda name: place)
    conftest.check_installed()
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(tmp_path))
    with pytest.raises(pytest.UsageError, match=r"should come from .* but comes from"):
        conftest.check_installed()
