"""The pages build without a warning, name all that is public, fetch nothing; pictures are up to date."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from html import unescape
from pathlib import Path
from types import ModuleType

import pytest
from sphinx.util.inventory import InventoryFile

import puzzle15

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
IMAGES = sorted((DOCS / "images").glob("*.svg"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages, built as by `dev.py docs`, but without those of the source, which take as long again.

    That takes half a minute, so what needs them is slow.
    """
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html"]
    command += ["-D", "extensions=myst_parser,sphinx.ext.autodoc"]
    done = subprocess.run([*command, DOCS, folder], capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def names(site: Path) -> set[str]:
    """Everything that the reference has an entry for."""
    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="")
    return {name for kind, found in inventory.data.items() if kind.startswith("py:") for name in found}


def modules() -> list[str]:
    """The modules that people import: all but those within others, which their package speaks for."""
    found = [info.name for info in pkgutil.iter_modules(puzzle15.__path__)]
    return ["puzzle15", *(f"puzzle15.{name}" for name in found if not name.startswith("_"))]


def pictures() -> ModuleType:
    """The script that draws the pictures."""
    spec = importlib.util.spec_from_file_location("pictures", DOCS / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PICTURES = pictures()


def thing_of(name: str) -> object:
    """What a dotted name stands for, if it is a module's own."""
    owner, _, last = name.rpartition(".")
    return getattr(sys.modules[owner], last, None) if owner in sys.modules else None


@pytest.mark.parametrize("module", modules())
@pytest.mark.slow
def test_every_public_name_is_in_the_reference(module: str, names: set[str]) -> None:
    owner = importlib.import_module(module)
    for public in set(owner.__all__) - {"__version__"}:
        thing = getattr(owner, public)
        # It may be documented where it comes from, or where it is handed on.
        entries = [thing_of(name) for name in names if name.endswith(f".{public}")]
        assert f"{module}.{public}" in names or any(entry is thing for entry in entries), public


@pytest.mark.slow
def test_members_of_the_compiled_board_are_in_the_reference(names: set[str]) -> None:
    members = {f"puzzle15.Board.{name}" for name in vars(puzzle15.Board) if not name.startswith("_")}
    assert len(members) > 15
    assert members <= names


@pytest.mark.slow
def test_the_compiled_board_has_types(site: Path) -> None:
    page = unescape(re.sub(r"<[^>]+>", "", (site / "reference" / "boards.html").read_text(encoding="utf-8")))
    assert "apply(moves: str, /) → Board" in page
    assert "class Board(tiles: BoardLike, rows: int | None = None, cols: int | None = None)" in page


@pytest.mark.slow
def test_pages_fetch_nothing_from_elsewhere(site: Path) -> None:
    fetched = re.compile(
        r"<(?:script|link|img|iframe)[^>]*(?:src|href)=\"(?:https?:)?//[^\"]*", re.IGNORECASE
    )
    pages = list(site.rglob("*.html"))
    assert len(pages) > 25
    for page in pages:
        assert fetched.findall(page.read_text(encoding="utf-8")) == [], page.name


def test_the_readme_repeats_what_the_report_says() -> None:
    run = (DOCS / "full-run.txt").read_text(encoding="utf-8").rstrip()
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    line = re.fullmatch(
        r"Full run of 2026-11-19 \d\d:\d\d UTC: ((\d+) figures in \d+ s, \d+ s of processor time): (.*)", run
    )
    assert line is not None
    assert line[1] in readme
    verdicts = line[3].split(", ")
    assert sum(int(one.partition(" ")[0]) for one in verdicts) == int(line[2])
    for one in verdicts:
        assert one in readme


def test_pictures_of_a_report_are_found_in_its_page() -> None:
    figures = ["mean, %", "walks"]
    page = "<p>" + "".join(f'<svg role="img" aria-label="{name}"><g/></svg>' for name in figures)
    for name in figures:
        found = PICTURES.taken_from(page, name)
        assert found.startswith(f'<svg role="img" aria-label="{name}"><style>')
        assert found.endswith("<g/></svg>\n")


def test_every_picture_is_shown_and_can_be_drawn_again() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))
    assert {path.stem for path in IMAGES} == {*PICTURES.BOARDS, *PICTURES.PLOTS, *PICTURES.REPORT}
    for path in IMAGES:
        assert f"images/{path.name})" in text, path.name


@pytest.mark.parametrize("path", IMAGES, ids=lambda path: path.stem)
def test_pictures_are_sound(path: Path) -> None:
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "prefers-color-scheme:dark" in path.read_text(encoding="utf-8")
    assert path.stem not in PICTURES.PLOTS or root.get("fill") == "currentColor"


@pytest.mark.parametrize("name", PICTURES.BOARDS)
def test_pictures_of_boards_are_up_to_date(name: str) -> None:
    drawn = PICTURES.BOARDS[name]()
    assert (DOCS / "images" / f"{name}.svg").read_text(encoding="utf-8") == drawn, (
        f"run docs/pictures.py {name}, and look at it"
    )
