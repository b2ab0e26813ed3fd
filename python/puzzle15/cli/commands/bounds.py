"""`puzzle15 bounds`: how many moves a puzzle takes at most, and a board at least, proved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzle15.cli.arguments import (
    add_goal,
    add_memory,
    add_size,
    add_tables,
    add_threads,
    add_timeout,
    cells,
    numbers,
    output_file,
    shape_of,
    whole,
)
from puzzle15.cli.command import Command, add_command, examples_of
from puzzle15.cli.output import add_formats, json_line, report, table, write

if TYPE_CHECKING:
    from argparse import Namespace

    from puzzle15.bounds import Bound, LowerBound, Recipe
    from puzzle15.cli.command import Parser

__all__ = ["COMMAND"]

DESCRIPTION = """\
Prove how many moves a puzzle takes at most, also one that is too large to search: in
steps, each an exhaustive search of the places of some tiles. Without a command, it
lists the recipes that have names: those of Karlemo and Ostergard's paper of 2000, and
better ones. bounds lower proves how many moves one board takes at least, and bounds
hard searches for boards that take many."""

EXAMPLES = """\
  puzzle15 bounds
  puzzle15 bounds prove "15: 91" --save bound.json
  puzzle15 bounds check bound.json
  puzzle15 bounds prove --size 3x3 --step 1,4,7
  puzzle15 bounds lower 8 6 7 2 5 4 3 0 1 --timeout 5
  puzzle15 bounds hard 3x3 --evaluations 200 --keep 2"""

PROVE = """\
Prove a bound by searching its steps. A recipe is one of those with names, or your own:
--size and a --step for each step, with the tiles that it brings home. The rest is the
last step. With an --end for each step it ends with the blank in that cell."""

LOWER = """\
Prove how many moves one board takes at least: by Manhattan distance, linear conflict,
walking distance, pattern databases, and then a search for as long as --timeout allows.
The more time, the better the bound; --timeout none searches until it is exact, where
there is a search: single-tile moves up to 65,536 cells, slides up to 4x4. Ctrl-C prints
what is proven so far. A bound that was saved with --save goes on from there with
--known."""

HARD = """\
Search for boards that are far from the goal, and print the hardest: a local search,
from the goal turned and mirrored, by moves and exchanges of tiles. Up to twelve cells
distances are looked up, up to 16 cells boards are searched, on larger ones lower
bounds count. Harder boards than those found may exist. It ends after --timeout or
--evaluations; Ctrl-C prints what has been found so far. With --timeout none and
--evaluations, the same --seed gives the same boards."""

CHECK = """\
Read a bound that was saved, and check its proof: that each search is the one the
recipe asks for, found every state, and started from what the next one found. A bound
of bounds lower is proven again, for as long as --timeout allows, and what was verified
and what is left on trust is listed. The exit code is 1 if the bound is refuted or its
proof is incomplete, 2 if anything stopped the check: a file that cannot be read or is
damaged, too little memory."""


def add(parser: Parser) -> None:
    """Add the options and the subcommands."""
    add_formats(parser, csv=False)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="action")
    prove = Command("prove a bound", PROVE, examples_of(EXAMPLES, "bounds prove"), add_prove, run_prove)
    check = Command(
        "check a proof that was saved", CHECK, examples_of(EXAMPLES, "bounds check"), add_check, run_check
    )
    add_command(commands, "prove", prove)
    add_command(commands, "check", check)
    lower = Command(
        "prove how many moves a board takes at least",
        LOWER,
        examples_of(EXAMPLES, "bounds lower"),
        add_lower,
        run_lower,
    )
    add_command(commands, "lower", lower)
    hard = Command(
        "search for boards that take many moves",
        HARD,
        examples_of(EXAMPLES, "bounds hard"),
        add_hard,
        run_hard,
    )
    add_command(commands, "hard", hard)


def run(options: Namespace) -> int:
    """List the recipes."""
    from puzzle15.bounds import RECIPES

    if options.json:
        write(json_line({name: _recipe(recipe) for name, recipe in RECIPES.items()}))
        return 0
    lines: list[tuple[str, str, str]] = [("name", "puzzle", "tiles brought home, step by step")]
    for name, recipe in RECIPES.items():
        steps = "; then ".join(" ".join(map(str, step)) for step in recipe.steps)
        lines.append((name, recipe.title, steps))
    write(table(lines) + "\n")
    return 0


def add_prove(parser: Parser) -> None:
    """Add the options of `bounds prove`."""
    parser.add_argument("name", nargs="*", metavar="NAME", help='a recipe, such as "15: 91"')
    add_size(parser, "the size of a puzzle with a recipe of your own")
    lists: dict[str, Any] = {"type": numbers, "action": "append", "default": [], "metavar": "LIST"}
    parser.add_argument("--step", help="tiles that a step brings home, such as 1,2,5-8", **lists)
    parser.add_argument(
        "--through", help="tiles of the last step of which it is enough to bring these home", **lists
    )
    parser.add_argument(
        "--end", help="cells, counted from 1, in which the blank ends the steps", type=cells, metavar="LIST"
    )
    parser.add_argument("--metric", choices=("single", "multi"), help="what is one move")
    add_threads(parser)
    add_memory(parser)
    parser.add_argument("--save", type=output_file(), metavar="FILE", help="for bounds check, and Bound.load")
    add_formats(parser, csv=False, inner=True)


def run_prove(options: Namespace) -> int:
    """Prove a bound, and show how."""
    from puzzle15._support.files import check_writable
    from puzzle15.bounds import prove

    check_writable(options.save)
    bound = prove(_asked(options), metric=options.metric, threads=options.threads, memory=options.memory)
    _show(bound, options.json)
    if options.save:
        bound.save(options.save)
    return 0


def _asked(options: Namespace) -> Recipe | str:
    """The recipe that is meant."""
    from puzzle15.bounds import Recipe
    from puzzle15.errors import UnsupportedError

    own = options.size is not None or options.step or options.through or options.end
    if options.name and not own:
        # Names have a space in them, which may be missing, and need not be quoted.
        return ": ".join(part.strip() for part in " ".join(options.name).split(":"))
    if options.name or options.size is None or not options.step:
        raise UnsupportedError("give the name of a recipe, or --size and --step for one of your own")
    rows, cols = options.size
    title = f"the puzzle of {rows} by {cols}"
    return Recipe(title, rows, cols, options.step, ends=options.end, through=options.through)


def add_check(parser: Parser) -> None:
    """Add the options of `bounds check`."""
    parser.add_argument("file", metavar="FILE", help="a bound that was saved")
    group = parser.add_argument_group("options for lower bounds of one board")
    add_timeout(group, "prove a lower bound again")
    add_tables(group)
    add_threads(group)
    add_memory(group)
    add_formats(parser, csv=False, inner=True)


def run_check(options: Namespace) -> int:
    """Check a proof, and show it."""
    from puzzle15._support.files import read_json
    from puzzle15.bounds.lower import is_lower_bound, lower_bound_in
    from puzzle15.bounds.proof import bound_in
    from puzzle15.errors import PuzzleError, RefutedError

    data = read_json(options.file)
    try:
        if is_lower_bound(data):
            return _check_lower(lower_bound_in(data, options.file), options)
        _show(bound_in(data, options.file), options.json)
        return 0
    except PuzzleError as error:
        # What a file says of itself may refute it, too.
        if not isinstance(error, RefutedError) and not isinstance(error.__cause__, RefutedError):
            raise
        report(error)
        return 1


def _check_lower(claim: LowerBound, options: Namespace) -> int:
    """Prove a lower bound again, and show what was verified."""
    done = claim.check(
        timeout=options.timeout, memory=options.memory, threads=options.threads, tables=options.tables
    )
    facts = {name: getattr(done, name) for name in ("proven", "is_complete", "verified", "trusted")}
    facts |= {"board": claim.board.to_list(), "bound": claim.bound}
    write(json_line(facts) if options.json else f"{claim}\n{done}\n")
    return 0 if done.is_complete else 1


def add_lower(parser: Parser) -> None:
    """Add the options of `bounds lower`."""
    parser.add_argument("board", nargs="+", metavar="TILE", help="the tiles row by row, 0 or _ for the blank")
    add_size(parser, "rows and columns of a board without /; square unless given")
    add_goal(parser)
    parser.add_argument("--metric", choices=("single", "multi"), default="single", help="what is one move")
    add_timeout(parser)
    add_tables(parser)
    add_threads(parser)
    add_memory(parser)
    parser.add_argument("--known", metavar="FILE", help="a bound of this board, from --save, to go on from")
    parser.add_argument("--save", type=output_file(), metavar="FILE", help="for --known, and LowerBound.load")
    add_formats(parser, csv=False, inner=True)


def run_lower(options: Namespace) -> int:
    """Prove a lower bound; what is proven when Ctrl-C comes is shown, too."""
    from puzzle15._support.files import check_writable
    from puzzle15.bounds import LowerBound, lower
    from puzzle15.typing import as_board

    check_writable(options.save)
    interrupt: KeyboardInterrupt | None = None
    try:
        found = lower(
            as_board(" ".join(options.board), options.size),
            goal=options.goal,
            metric=options.metric,
            timeout=options.timeout,
            memory=options.memory,
            threads=options.threads,
            tables=options.tables,
            known=None if options.known is None else LowerBound.load(options.known),
        )
    except KeyboardInterrupt as error:
        if not isinstance(best := getattr(error, "best", None), LowerBound):
            raise
        interrupt, found = error, best
    names = ("bound", "proved_by", "is_exact", "metric", "moves", "nodes", "seconds")
    facts = {name: getattr(found, name) for name in names}
    facts |= {"board": found.board.to_list(), "heuristics": dict(found.heuristics)}
    lines = [str(found), *(f"  {name}: {value}" for name, value in found.heuristics)]
    write(json_line(facts) if options.json else "\n".join(lines) + "\n")
    if options.save:
        found.save(options.save)
    if interrupt is not None:
        raise interrupt
    return 0


def add_hard(parser: Parser) -> None:
    """Add the options of `bounds hard`."""
    parser.add_argument("shape", nargs="+", metavar="ROWSxCOLS", help="3x4, or rows and columns apart: 3 4")
    add_goal(parser)
    parser.add_argument("--keep", type=whole(1, 10_000), default=10, metavar="N", help="10 unless given")
    add_timeout(parser)
    parser.add_argument("--evaluations", type=whole(1), metavar="N", help="boards to evaluate at most")
    parser.add_argument(
        "--max-nodes",
        type=whole(),
        default=5_000_000,
        metavar="N",
        help="of the search for each board of 13 to 16 cells; 5 million unless given",
    )
    parser.add_argument(
        "--seed", type=whole(0, 2**64 - 1), default=0, help="of what is drawn; 0 unless given"
    )
    add_tables(parser)
    add_threads(parser)
    add_memory(parser)
    add_formats(parser, csv=False, inner=True)


def run_hard(options: Namespace) -> int:
    """Search for hard boards; those found when Ctrl-C comes are shown, too."""
    from puzzle15.bounds import find_hard

    rows, cols = shape_of(options.shape)
    interrupt: KeyboardInterrupt | None = None
    try:
        found = find_hard(
            rows,
            cols,
            goal=options.goal,
            keep=options.keep,
            timeout=options.timeout,
            max_evaluations=options.evaluations,
            max_nodes=options.max_nodes,
            memory=options.memory,
            seed=options.seed,
            tables=options.tables,
            threads=options.threads,
        )
    except KeyboardInterrupt as error:
        interrupt, found = error, getattr(error, "best", [])
    for one in found:
        facts = {name: getattr(one, name) for name in ("bound", "is_exact", "proved_by")}
        facts["board"] = one.board.to_list()
        write(json_line(facts) if options.json else f"{one}\n")
    if interrupt is not None:
        raise interrupt
    return 0


def _show(bound: Bound, as_json: bool) -> None:
    names = ("states", "total", "complete", "diameter", "maxima")
    facts = {
        "puzzle": bound.recipe.title,
        "bound": bound.value,
        "recipe": _recipe(bound.recipe),
        "searches": [
            {"puzzle": layers.title, **{name: getattr(layers, name) for name in names}}
            for layers in bound.layers
        ],
    }
    write(json_line(facts) if as_json else f"{bound}\n")


def _recipe(recipe: Recipe) -> dict[str, Any]:
    names = ("title", "rows", "cols", "steps", "ends", "by_cell", "through", "metric")
    return {name: getattr(recipe, name) for name in names}


COMMAND = Command(
    "prove the most moves of a puzzle, or the fewest of a board", DESCRIPTION, EXAMPLES, add, run
)
