"""`puzzle15 experiment`: solve random boards by the million."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from puzzle15.cli.arguments import (
    METHODS,
    add_blank,
    add_goal,
    add_routes,
    add_seed,
    add_size,
    add_tables,
    add_threads,
    output_file,
    whole,
)
from puzzle15.cli.command import Command
from puzzle15.cli.output import add_formats, json_line, report, write

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

    from puzzle15.cli.command import Parser
    from puzzle15.experiments import Experiment

__all__ = ["COMMAND"]

DESCRIPTION = """\
Solve many random boards, and say how long the solutions are: the fewest moves, the
mean with its standard error, the most, and the boards that took them. Memory does not
grow with the number of boards, and the same seed gives the same figures on any number
of threads or processes, and after interruptions. --csv and --json have the histogram;
--svg and --png draw it."""

EXAMPLES = """\
  puzzle15 experiment -n 100000 --seed 1
  puzzle15 experiment -n 1000 --method optimal --size 3x3 --seed 1 --csv
  puzzle15 experiment -n 10000 --seed 1 --svg lengths.svg --png lengths.png
  puzzle15 experiment -n 10000 --seed 1 --blank 4,8,12,16
  puzzle15 experiment -n 50000 --processes 2 --checkpoint run.json"""


def add(parser: Parser) -> None:
    """Add the options."""
    parser.add_argument(
        "-n",
        type=whole(1, 10**15),
        default=100_000,
        metavar="N",
        help="how many boards; 100,000 unless given",
    )
    parser.add_argument(
        "--method", choices=METHODS, default="auto", help="the best for the size unless given"
    )
    add_size(parser, "4x4 unless given", default=(4, 4))
    add_goal(parser)
    add_seed(parser)
    add_blank(parser)
    parser.add_argument("--width", type=whole(1, 2**16), metavar="N", help="of the beam of method quick")
    parser.add_argument(
        "--core", type=whole(2, 3), metavar="N", help="2: method greedy down to 2x2, as in 2014"
    )
    add_tables(parser)
    add_routes(parser)
    add_threads(parser)
    parser.add_argument(
        "--processes", type=whole(1, 1024), metavar="N", help="solve in so many processes, a thread each"
    )
    parser.add_argument(
        "--checkpoint",
        type=output_file(),
        metavar="FILE",
        help="keep what is done in a file, and go on from it if it is there",
    )
    add_formats(parser)
    parser.add_argument(
        "--svg", type=output_file(".svg"), metavar="FILE", help="the histogram (needs matplotlib)"
    )
    parser.add_argument("--png", type=output_file(".png"), metavar="FILE", help="the same as PNG")
    parser.add_argument(
        "--save", type=output_file(), metavar="FILE", help="everything as JSON, or the histogram as .csv"
    )


def run(options: Namespace) -> int:
    """Solve the boards, and show their statistics."""
    from puzzle15._support.checks import check_package
    from puzzle15._support.files import check_writable
    from puzzle15.experiments import experiment

    for path in (options.save, options.svg, options.png):
        check_writable(path)
    if options.svg or options.png:
        check_package("matplotlib", "a picture of the histogram needs matplotlib", "plot")
    with _stoppable(options.checkpoint):
        found = experiment(
            options.n,
            options.method,
            options.size,
            options.seed,
            goal=options.goal,
            width=options.width,
            core=options.core,
            tables=options.tables,
            routes=options.routes,
            blank=options.blank,
            threads=options.threads,
            executor=_pool(options.processes) if options.processes else None,
            checkpoint=options.checkpoint,
        )
    if options.json:
        write(json_line(found.to_json()))
    else:
        write(found.to_csv() if options.csv else f"{found}\n")
    if options.save:
        found.save(options.save)
    if options.svg or options.png:
        _draw(found, options.svg, options.png)
    return 0


def _pool(processes: int) -> Callable[[], Executor]:
    """Makes pools of fresh processes, which end with this one."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return lambda: ProcessPoolExecutor(processes, get_context("spawn"), _follow)


def _follow() -> None:
    """On a worker: Ctrl-C ends it at once, and so does the end of its parent, however that comes."""
    import os
    import signal
    from multiprocessing import parent_process
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


@contextmanager
def _stoppable(checkpoint: str | None) -> Iterator[None]:
    """With a checkpoint, SIGTERM stops the run as Ctrl-C does, and both say how much is kept."""
    import signal
    import sys
    from threading import current_thread, main_thread

    from puzzle15.experiments.tally import kept

    if checkpoint is None or current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        boards = kept(checkpoint)
        if boards:
            report(
                f"stopped; {boards:,} boards are kept in {checkpoint}: the same command goes on from there"
            )
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


def _draw(found: Experiment, svg: str | None, png: str | None) -> None:
    """Write the histogram as a picture."""
    import os

    from puzzle15._support.files import write_bytes

    # Nobody looks at a window here.
    os.environ.setdefault("MPLBACKEND", "agg")
    axes = found.plot()
    if svg:
        from puzzle15.plot import to_svg

        write_bytes(svg, to_svg(axes).encode())
    if png:
        import io

        picture = io.BytesIO()
        axes.figure.savefig(picture, format="png", dpi=150)  # type: ignore[union-attr]
        write_bytes(png, picture.getvalue())


COMMAND = Command("solve random boards by the million", DESCRIPTION, EXAMPLES, add, run)
