"""The framework of reproductions: verdicts, samples, and a report as text, JSON and a page."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import puzzle15.reproduce
from puzzle15 import FileError, MissingPackageError, UnsupportedError, explore
from puzzle15.reproduce import DOCUMENTS, Document, Figure, Report, Run, Section, reproduce
from puzzle15.reproduce.figures import UnexplainedError
from puzzle15.reproduce.machine import Machine, this_machine
from puzzle15.reproduce.sampling import least_largest, mean_interval, most_smallest, share
from puzzle15.reproduce.text import notes, rows, shown

MACHINE = Machine("A <fast> CPU", 2, 7.5, "Linux 6", "3.13.1", "0.1.0", "2.3.0")

LAYERS = explore(2, 3)

FIGURES = (
    Figure("states", 360, LAYERS.states, plot=LAYERS.plot, seconds=0.25),
    Figure("maxima <by cell>", ((19, 20, 21), (20, 19, 20)), LAYERS.maxima),
    Figure("mean", 12.6, 12.62, interval=(12.5, 12.7), sample="100 boards, seed 1", style=".2f"),
    Figure("most", 22, LAYERS.diameter, why="A misprint & nothing else.", plot=LAYERS.plot),
    Figure("an open problem", "?", 42, "Printed as a question."),
    Figure("a lost row", None, (1, 2, 3), "Lost in the scan."),
    Figure("time", "1 ms", "2 µs", timed=True, seconds=1.0),
    Figure("too large", 10**13, None, "Too many states."),
)
REPORT = Report(
    (Section("papers", "A. Author & B. Author, On puzzles", FIGURES), Section("empty", "Nothing", ())),
    MACHINE,
    "2026-11-20T12:34:56+00:00",
    quick=True,
    threads=None,
)
EACH: tuple[str, ...] = (
    *("same", "same", "consistent", "differs"),
    *("open", "unreadable", "measured", "not computed"),
)


# Verdicts


def test_verdicts_follow_from_values() -> None:
    assert tuple(figure.verdict for figure in FIGURES) == EACH
    assert Figure("text", "O(1)", "O(1)").verdict == "same"
    assert Figure("rounded", 26.87, round(26.8745, 2)).verdict == "same"
    assert Figure("fraction", Fraction(2, 3), Fraction(4, 6)).verdict == "same"
    assert Figure("of NumPy", 31, np.int64(31)).verdict == "same"


def test_what_is_inferred() -> None:
    """An assumption makes no difference the same, and needs a note."""
    same = Figure("mean", 2.5, 2.5, "Fair boards: 2.4.", assuming="the dice were loaded")
    sample = Figure(
        "mean", 2.5, 2.6, "Fair boards: 2.4.", interval=(2.4, 2.8), assuming="the dice were loaded"
    )
    assert same.verdict == sample.verdict == "inferred"
    assert notes(same) == ["The same, if the dice were loaded.", "Fair boards: 2.4."]
    assert notes(sample)[0] == "within 2.4 to 2.8, with 99.9 % confidence"
    other = Figure("mean", 2.5, 2.7, assuming="the dice were loaded", why="Nobody knows.")
    assert other.verdict == "differs"
    assert notes(other) == ["Nobody knows."]
    with pytest.raises(UnexplainedError):
        Figure("mean", 2.5, 2.7, "Fair boards: 2.4.", assuming="the dice were loaded")
    with pytest.raises(ValueError, match="'mean' is inferred, and no note says why"):
        Figure("mean", 2.5, 2.5, assuming="the dice were loaded")
    section = Section("one", "One", (same, sample))
    report = Report((section,), MACHINE, "2026", quick=False, threads=2)
    first, second = report.to_json()["documents"][0]["figures"]
    assert (first["verdict"], first["assuming"]) == ("inferred", "the dice were loaded")
    assert second["interval_99.9%"] == [2.4, 2.8]
    assert "inferred" in report.to_html()


@pytest.mark.parametrize(
    ("printed", "verdict"), [(9.99, "differs"), (10, "consistent"), (11, "consistent"), (11.01, "differs")]
)
def test_intervals_include_their_ends(printed: float, verdict: str) -> None:
    assert Figure("mean", printed, 10.5, why="why", interval=(10, 11)).verdict == verdict


def test_statements() -> None:
    assert Figure("size", "under 90 KB", "88 KB", holds=True).verdict == "agrees"
    assert Figure("size", "under 90 KB", "91 KB", why="why", holds=False).verdict == "differs"
    assert Figure("bound", 34, 31, holds=True).verdict == "agrees"
    assert Figure("bound", 34, 31, holds=True, sample="100 boards, seed 1").verdict == "consistent"
    with pytest.raises(UnexplainedError):
        Figure("bound", 34, 35, holds=False, sample="100 boards, seed 1")


def test_statements_in_words() -> None:
    """What we take the words for stands in the row, and is not counted as the same."""
    most = Figure("solved", "most", "6 of 10", "By hand.", holds=True, criterion="more than half are")
    assert most.verdict == "agrees"
    assert notes(most) == ["It agrees if more than half are.", "By hand."]
    few = Figure("solved", "most", "4 of 10", why="A slip.", holds=False, criterion="more than half are")
    assert few.verdict == "differs"
    assert notes(few) == ["It agrees if more than half are.", "A slip."]
    with pytest.raises(UnexplainedError):
        Figure("solved", "most", "4 of 10", holds=False, criterion="more than half are")
    with pytest.raises(ValueError, match="'solved' has a criterion, and `holds` does not say"):
        Figure("solved", "most", "6 of 10", criterion="more than half are")
    some = Figure("solved", "most", "6 of 10", holds=True, criterion="more than half are", sample="10 boards")
    assert some.verdict == "consistent"
    assert notes(some) == ["10 boards", "It is consistent if more than half are."]
    report = Report((Section("one", "One", (most,)),), MACHINE, "2026", quick=False, threads=2)
    assert report.counts == {"agrees": 1}
    assert report.to_json()["documents"][0]["figures"][0]["criterion"] == "more than half are"
    assert "by a criterion that the row states" in report.to_html()


@pytest.mark.parametrize(
    ("figure", "message"),
    [
        ({"printed": 1, "computed": 2}, "'x': 1 printed, 2 computed, unexplained"),
        ({"printed": "small", "computed": "large", "holds": False}, "unexplained"),
        ({"printed": 5, "computed": 2, "interval": (1.0, 3.0)}, "unexplained"),
    ],
)
def test_no_difference_without_a_reason(figure: dict[str, object], message: str) -> None:
    with pytest.raises(UnexplainedError, match=message):
        Figure("x", note="What was done.", **figure)  # type: ignore[arg-type]
    assert Figure("x", why="because", **figure).verdict == "differs"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "figure",
    [{"printed": None, "computed": 2}, {"printed": "?", "computed": 2}, {"printed": 5, "computed": None}],
)
def test_nothing_is_left_out_without_a_word(figure: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="and no note says why"):
        Figure("x", why="because", **figure)  # type: ignore[arg-type]
    verdict = Figure("x", note="Lost.", **figure).verdict  # type: ignore[arg-type]
    assert verdict in ("open", "unreadable", "not computed")


def test_a_reason_is_shown_only_for_a_difference() -> None:
    assert notes(Figure("x", 1, 1, "How.", why="Because.")) == ["How."]
    assert notes(Figure("x", 1, 2, "How.", why="Because.")) == ["Because.", "How."]


def test_an_interval_is_for_numbers() -> None:
    with pytest.raises(TypeError, match="has an interval, so the printed value is a number, got 'about 5'"):
        Figure("x", "about 5", 5, interval=(4, 6))


def test_runs() -> None:
    assert Run(quick=True).pick(quick=1, full=2) == 1
    assert Run().pick(quick=1, full=2) == 2
    assert Run(scale=0.1).sample(quick=10, full=1000) == 100
    assert Run(quick=True, scale=0.01).sample(quick=10, full=1000) == 1
    assert Run(scale=0.1).pick(quick=1, full=2) == 2


# Samples


def test_intervals_cover_what_they_should() -> None:
    """Samples of one distribution against each other: outside about once in a thousand times, not more."""
    draw = np.random.default_rng(1)
    outside = 0
    for _ in range(4000):
        ours, printed = draw.integers(0, 10, 400), draw.integers(0, 10, 100)
        low, high = mean_interval(ours.mean(), ours.std(), 400, printed_boards=100)
        outside += not low <= printed.mean() <= high
    assert outside <= 14
    exact = mean_interval(5.0, 3.0, 100)
    both = mean_interval(5.0, 3.0, 100, printed_boards=100, unit=0.1)
    assert both[1] - 5.05 == pytest.approx((exact[1] - 5) * 2**0.5)


@pytest.mark.parametrize("ours", [50, 200, 2000])
def test_extremes_by_rank(ours: int) -> None:
    """The largest of another sample is as large as the rank says, but for one time in a thousand."""
    draw, printed, wrong = np.random.default_rng(ours), 200, 0
    for _ in range(3000):
        mine = dict(enumerate(np.bincount(draw.binomial(100, 0.5, ours)).tolist()))
        other = draw.binomial(100, 0.5, printed)
        wrong += other.max() < least_largest(mine, printed)
        wrong += other.min() > most_smallest(mine, printed)
    assert wrong <= 16  # 6 are to be expected at most, as ties only help


def test_ranks_exactly() -> None:
    # All ours on top: 1/2 · 9/19 · 8/18 · ... for ten against ten; eight of them are the first below 0.001.
    ranks = dict.fromkeys(range(1, 11), 1)
    chances = np.cumprod([(10 - i) / (20 - i) for i in range(10)])
    first = int(np.argmax(chances <= 0.001))
    assert least_largest(ranks, 10) == 10 - first
    assert most_smallest(ranks, 10) == 1 + first
    with pytest.raises(ValueError, match="2 boards are too few to be compared with 1"):
        least_largest({1: 2}, 1)


def test_shares() -> None:
    assert share({1: 1, 2: 2, 3: 1}, 2) == 0.75
    assert share({1: 1}, 2) == 0


# Text and JSON


def test_values_as_text() -> None:
    assert shown(362880) == "362,880"
    assert shown(np.int64(5000)) == "5,000"
    assert shown(2.5, ".2f") == "2.50"
    assert shown(np.float64(2.5), ".1f") == "2.5"
    assert shown((1, 2000)) == "1 2,000"
    assert shown(((1, 2), (3, None))) == "1 2 / 3 (not readable)"
    assert shown(Fraction(2, 3)) == "2/3"
    assert shown("text", ".2f") == "text"
    assert shown(True) == "True"


def test_notes_say_where_the_interval_is() -> None:
    inside, outside = (Figure("x", value, 2, why="w", interval=(1, 2.5), style=".1f") for value in (2, 5))
    assert notes(inside)[0] == "within 1.0 to 2.5, with 99.9 % confidence"
    assert notes(outside)[0] == "outside 1.0 to 2.5, with 99.9 % confidence"
    lost = Figure("x", None, 2, "n", interval=(1, 3), sample="9 boards")
    assert notes(lost) == ["1 to 3, with 99.9 % confidence; 9 boards", "n"]


def test_the_text() -> None:
    text = str(REPORT)
    lines = text.splitlines()
    assert lines[0] == "Quick run of 2026-11-20 12:34 UTC, 1.2 s"
    assert lines[1] == MACHINE.line
    assert lines[2] == (
        "8 figures: 2 same, 1 consistent, 1 differs, 1 open, 1 unreadable, 1 measured, 1 not computed"
    )
    assert "A. Author & B. Author, On puzzles (1.2 s)" in lines
    words = [" ".join(line.split()) for line in lines]
    assert "most 22 21 differs" in words
    assert "    A misprint & nothing else." in lines
    assert "an open problem ? 42 open" in words
    assert "a lost row (not readable) 1 2 3 unreadable" in words
    assert "too large 10,000,000,000,000 (not computed) not computed" in words
    table = lines[lines.index("A. Author & B. Author, On puzzles (1.2 s)") + 2 :]
    column = table[0].index("verdict")
    verdicts = [line[column:] for line in table if line[:1] not in ("", " ") and len(line) > column]
    assert verdicts == ["verdict", *EACH], "one under another"
    assert max(map(len, lines)) <= 110


def test_wide_cells_are_wrapped() -> None:
    lines = rows([Figure("a name that is long " * 4, tuple(range(60)), tuple(range(60)))])
    assert all(len(line) <= 100 for line in lines)
    words = " ".join(lines).split()
    assert all(words.count(str(number)) == 2 for number in range(60))


def test_json() -> None:
    data = json.loads(json.dumps(REPORT.to_json()))
    assert data["counts"] == dict(Counter(EACH))
    assert data["quick"] is True
    assert data["machine"]["cpu"] == "A <fast> CPU"
    assert [one["key"] for one in data["documents"]] == ["papers", "empty"]
    figures = data["documents"][0]["figures"]
    assert [figure["verdict"] for figure in figures] == list(EACH)
    assert figures[1]["printed"] == [[19, 20, 21], [20, 19, 20]]
    assert figures[2]["interval_99.9%"] == [12.5, 12.7]
    assert figures[2]["sample"] == "100 boards, seed 1"
    assert figures[4]["printed"] == "?"
    assert figures[5]["printed"] is None
    assert figures[7]["computed"] is None
    odd = Figure("odd", Fraction(38, 3), np.float64(12.5), why="why")
    section = Section("one", "One", (odd, Figure("whole", 5, np.int32(5))))
    data = Report((section,), MACHINE, "2026", quick=False, threads=2).to_json()
    first, second = data["documents"][0]["figures"]
    assert (first["printed"], first["computed"]) == ("38/3", 12.5)
    assert type(second["computed"]) is int
    assert json.loads(json.dumps(data)) == data


def test_counts_and_lines() -> None:
    assert repr(REPORT).startswith("<Report of 8 figures: 2 same,")
    assert REPORT.figures == FIGURES
    assert REPORT.seconds == 1.25
    assert Report((), MACHINE, "2026-01-01T00:00", quick=False, threads=1).kind.startswith("Full run of 2026")
    assert repr(Report((), MACHINE, "2026", quick=False, threads=1)) == "<Report of 0 figures>"


def test_this_machine() -> None:
    one = this_machine()
    assert one.cpu
    assert one.cores >= 1
    assert one.gigabytes >= 0
    assert one.python == sys.version.split()[0]
    assert one.puzzle15 == puzzle15.__version__
    assert one.numpy == np.__version__
    assert (
        MACHINE.line == "A <fast> CPU, 2 cores, 7.5 GB, Linux 6; Python 3.13.1, puzzle15 0.1.0, NumPy 2.3.0"
    )


# The page


class Page(HTMLParser):
    """Checks that elements are closed in order; collects ids, links, sources and text."""

    VOID = ("meta", "br", "hr", "img", "link")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.tags: Counter[str] = Counter()
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "xlink:href") and tag in ("a", "use"):
                self.links.append(value or "")
            elif name in ("src", "href", "xlink:href", "srcset", "data", "action"):
                self.loads.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def html() -> str:
    return REPORT.to_html()


def test_the_page_is_well_formed_and_loads_nothing(html: str) -> None:
    page = Page(html)
    assert page.open == []
    assert len(page.ids) == len(set(page.ids)), "also those of the pictures"
    assert page.loads == []
    assert page.links
    for link in page.links:
        assert link.startswith("#")
        assert link[1:] in page.ids
    assert "@import" not in html
    assert "url(http" not in html
    assert page.tags["script"] == 0
    assert page.tags["link"] == 0


def test_the_page_has_everything(html: str) -> None:
    page = Page(html)
    for figure in FIGURES:
        assert figure.name in page.text
        assert figure.note in page.text
    assert page.text.count("≠ differs") == 2, "in the summary and in its row"
    for word in ("99.9 % confidence", "100 boards, seed 1", "A <fast> CPU", "NumPy", "2026-11-20 12:34 UTC"):
        assert word in page.text
    assert "A. Author &amp; B. Author" in html
    assert "<by cell>" not in html
    assert "A <fast> CPU" not in html
    assert "prefers-color-scheme: dark" in html
    assert page.text.count("not readable") == 1
    assert "22 printed" in page.text, "listed among the differences"


def test_pictures(html: str) -> None:
    begin, pictures = 0, []
    while (begin := html.find("<svg", begin)) >= 0:
        end = html.index("</svg>", begin) + 6
        pictures.append(ElementTree.fromstring(html[begin:end]))
        begin = end
    assert len(pictures) == 2
    labels = [picture.get("aria-label") for picture in pictures]
    assert labels == ["states", "most"]
    assert html.count("currentColor") > 10
    assert "#000000" not in html


def test_saving(tmp_path: Path, html: str) -> None:
    REPORT.save_html(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == html
    with pytest.raises(FileError, match=r"cannot write .*nowhere"):
        REPORT.save_html(tmp_path / "nowhere" / "report.html")


# Running


def some_figures(run: Run) -> Iterator[Figure]:
    yield Figure("boards", 10, run.sample(quick=10, full=100), why="a full run has more")
    yield Figure("threads", 2, run.threads or 2, why="asked for")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents that take no time."""
    made = {key: Document(key, f"Title of {key}", some_figures) for key in DOCUMENTS}
    monkeypatch.setattr(puzzle15.reproduce, "document", lambda key: made[key])


@pytest.mark.usefixtures("small")
def test_reproduce() -> None:
    seen: list[tuple[str, str]] = []
    report = reproduce(quick=True, progress=lambda one, figure: seen.append((one.key, figure.name)))
    assert [section.key for section in report.sections] == list(DOCUMENTS)
    assert report.counts == {"same": 10}
    assert seen == [(key, name) for key in DOCUMENTS for name in ("boards", "threads")]
    assert all(figure.seconds > 0 for figure in report.figures)
    full = reproduce(["karlemo", "schofield"], threads=3)
    assert [section.key for section in full.sections] == ["karlemo", "schofield"]
    assert [figure.computed for figure in full.figures] == [100, 3, 100, 3]
    assert (full.quick, full.threads, full.machine) == (False, 3, this_machine())
    assert len(reproduce("solvability").figures) == 2


@pytest.mark.usefixtures("small")
def test_a_page_is_promised_before_anything_is_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reproduce("karlemo", html=tmp_path / "report.html", quick=True)
    assert "Title of karlemo" in (tmp_path / "report.html").read_text(encoding="utf-8")
    seen: list[Figure] = []
    with pytest.raises(FileError, match="there is no folder"):
        reproduce("karlemo", html=tmp_path / "nowhere" / "x.html", progress=lambda _, one: seen.append(one))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingPackageError, match=r"need matplotlib; pip install .*puzzle15\[plot\]"):
        reproduce("karlemo", html=tmp_path / "x.html", progress=lambda _, one: seen.append(one))
    assert not seen


def test_slips() -> None:
    with pytest.raises(UnsupportedError, match="there is no document 'fermat'; choose from parberry2014, "):
        reproduce(["parberry1995", "fermat"])
    with pytest.raises(UnsupportedError, match="threads"):
        reproduce([], threads=0)
