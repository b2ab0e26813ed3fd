"""A figure of a document: as printed, as computed, and what to think of it.

Each document has a module whose `figures(run)` yields its figures one by one, each computed when its turn
comes. The verdict follows from the two values and is never written down:

- *same*: what was computed is what is printed;
- *agrees*: the print makes a statement, such as a bound or "many", and it is true of what was computed. Where
  the words are vague, a `criterion` says what we take them to mean;
- *consistent*: one of the two comes from a `sample`: the statement is true of it, or the value lies within
  the interval;
- *inferred*: one of these three, if something is assumed that the print does not say. `assuming` says what,
  and the note what comes out without it;
- *differs*: none of these. `why` must then explain it, and a difference that nobody expected is an error;
- *open*: the print has a question mark, or leaves a question open; what was computed answers it, or says
  something of it;
- *unreadable*: the printed value is lost or damaged, or there is none; what was computed is shown;
- *measured*: depends on the machine (times), so that it is only shown beside the printed one;
- *not computed*: left out of this run, or out of reach; the note says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["VERDICTS", "Document", "Figure", "Run", "Section", "UnexplainedError", "Verdict"]

Verdict = Literal[
    "same",
    "agrees",
    "consistent",
    "inferred",
    "differs",
    "open",
    "unreadable",
    "measured",
    "not computed",
]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


class UnexplainedError(ValueError):
    """A figure that differs from the print without a reason: a mistake, here or there, to look into.

    >>> Figure("states", 524160, 524161)
    Traceback (most recent call last):
    puzzle15.reproduce.figures.UnexplainedError: 'states': 524160 printed, 524161 computed, unexplained
    """


@dataclass(frozen=True)
class Figure:
    """One row of the report.

    `printed` and `computed` are compared as they are: numbers, tuples of numbers, or text. `printed=None` is
    a value that cannot be read, `printed="?"` an open question, `computed=None` what was not computed.
    With an `interval` the printed value is compared with that, and with `holds` nothing is: the print makes a
    statement, and this says whether it is true.

    >>> Figure("diameter of the 8-puzzle", 31, 31).verdict
    'same'
    >>> Figure("mean", 65.21, 65.07, interval=(65.05, 65.09), why="Fewer moves, for ...").verdict
    'differs'
    >>> Figure("table", "under 90 KB", "88.6 KB", holds=90_720 < 90 * 1024).verdict
    'agrees'
    >>> Figure("longest", "at most 93", 91, holds=91 <= 93, sample="10,000 boards, seed 1").verdict
    'consistent'
    >>> Figure("solved by hand", "most", "9 of 10", holds=9 > 5, criterion="more than half are").verdict
    'agrees'
    """

    name: str
    printed: object
    computed: object
    note: str = ""
    """What was done, or what is lost."""
    interval: tuple[float, float] | None = None
    """Where the printed value lies with 99.9 % confidence, if both are of the same thing."""
    sample: str = ""
    """How it was sampled: boards and seed."""
    timed: bool = False
    """Whether it depends on the machine."""
    style: str = ""
    """How numbers are shown: a format such as `.2f`; otherwise whole numbers with commas."""
    holds: bool | None = None
    """Of a printed statement, such as a bound: whether it is true of what was computed."""
    criterion: str = ""
    """By what `holds` decides, after "if", where the print has words that leave it open."""
    assuming: str = ""
    """What is assumed of the print, after "if": how its boards were made, for instance."""
    why: str = ""
    """The reason for a difference that is known; it is shown only if there is one."""
    plot: Callable[[Axes], object] | None = field(default=None, compare=False, repr=False)
    """Draws a picture of it on matplotlib axes."""
    seconds: float = field(default=0.0, compare=False)
    """How long it took to compute."""

    def __post_init__(self) -> None:
        """Insist on an explanation where one is needed."""
        if self.criterion and self.holds is None:
            raise ValueError(f"{self.name!r} has a criterion, and `holds` does not say whether it is met")
        if self.verdict == "differs" and not self.why:
            raise UnexplainedError(
                f"{self.name!r}: {self.printed} printed, {self.computed} computed, unexplained"
            )
        if self.verdict in ("open", "unreadable", "not computed", "inferred") and not self.note:
            raise ValueError(f"{self.name!r} is {self.verdict}, and no note says why")

    @property
    def verdict(self) -> Verdict:
        """What the comparison says.

        >>> Figure("solution time", "under 0.07 ms", "1.2 µs", timed=True).verdict
        'measured'
        >>> Figure("head of Table 1", None, "1 0 2", note="lost in the scan, found by matching").verdict
        'unreadable'
        >>> Figure("mean optimum", "?", 52.6, note="an open problem").verdict
        'open'
        >>> Figure("largest search", 75, None, note="left out of quick runs").verdict
        'not computed'
        >>> Figure("mean", 2.5, 2.5, note="2.4 for fair boards", assuming="the first was drawn twice").verdict
        'inferred'
        """
        compared = self._compared()
        return "inferred" if self.assuming and compared in ("same", "agrees", "consistent") else compared

    def _compared(self) -> Verdict:
        """The same, whatever is assumed."""
        if self.computed is None:
            return "not computed"
        if self.timed:
            return "measured"
        if self.printed is None:
            return "unreadable"
        if self.printed == "?":
            return "open"
        if self.holds is not None:
            if not self.holds:
                return "differs"
            return "consistent" if self.sample else "agrees"
        if self.interval is None:
            return "same" if self.printed == self.computed else "differs"
        if not isinstance(self.printed, int | float):
            raise TypeError(
                f"{self.name!r} has an interval, so the printed value is a number, got {self.printed!r}"
            )
        low, high = self.interval
        return "consistent" if low <= self.printed <= high else "differs"


@dataclass(frozen=True)
class Run:
    """What is asked of a run: quick or in full, and on how many threads.

    >>> Run(quick=True).pick(quick=10_000, full=1_000_000)
    10000
    >>> Run(scale=0.5).sample(quick=10_000, full=1_000_000)
    500000
    """

    quick: bool = False
    threads: int | None = None
    seed: int = 2014
    scale: float = 1.0
    """Samples are larger or smaller by this factor."""

    def pick(self, *, quick: int, full: int) -> int:
        """One of two values, for sizes of boards and searches."""
        return quick if self.quick else full

    def sample(self, *, quick: int, full: int) -> int:
        """One of two numbers of boards, by the scale."""
        return max(1, round(self.scale * self.pick(quick=quick, full=full)))


@dataclass(frozen=True)
class Document:
    """One of the documents: what it is called, and what computes its figures.

    >>> one = Document("puzzles", "On puzzles, 1900", lambda run: iter([Figure("cells", 9, 3 * 3)]))
    >>> [figure.verdict for figure in one.figures(Run())]
    ['same']
    """

    key: str
    """Short name, for the command line."""
    title: str
    """Author, year and title."""
    figures: Callable[[Run], Iterator[Figure]]


@dataclass(frozen=True)
class Section:
    """The figures of one document.

    >>> Section("puzzles", "A. Author, 1900, On puzzles", (Figure("cells", 9, 9, seconds=0.5),)).seconds
    0.5
    """

    key: str
    title: str
    figures: tuple[Figure, ...]

    @property
    def seconds(self) -> float:
        """How long it took."""
        return sum(figure.seconds for figure in self.figures)
