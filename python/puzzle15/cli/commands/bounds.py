"""`puzzle15 bounds`: how many moves a puzzle takes at most, proved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzle15.cli.arguments import add_size, add_threads, cells, memory, numbers, output_file
from puzzle15.cli.command import Command, add_command, examples_of
from puzzle15.cli.output import add_formats, json_line, table, write

if TYPE_CHECKING:
    from argparse import Namespace

    from puzzle15.bounds import Bound, Recipe
    from puzzle15.cli.command import Parser

__all__ = ["COMMAND"]

DESCRIPTION = """\
Prove how many moves a puzzle takes at most, also one that is too large to search: in
steps, each an exhaustive search of the places of some tiles. Without a command, it
lists the recipes that have names: those of Karlemo and Ostergard's paper of 2000, and
better ones."""

EXAMPLES = """\
  puzzle15 bounds
  puzzle15 bounds prove "15: 91" --save bound.json
  puzzle15 bounds check bound.json
  puzzle15 bounds prove --size 3x3 --step 1,4,7"""

PROVE = """\
Prove a bound by searching its steps. A recipe is one of those with names, or your own:
--size and a --step for each step, with the tiles that it brings home. The rest is the
last step. With an --end for each step it ends with the blank in that cell."""

CHECK = """\
Read a bound that was saved, and check its proof: that each search is the one the
recipe asks for, found every state, and started from what the next one found. The exit
code is 1 if it proves nothing, 2 if the file cannot be read."""


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
    add_threads(parser)
    parser.add_argument("--memory", type=memory, metavar="BYTES", help="the most to use, such as 2G")
    parser.add_argument("--save", type=output_file(), metavar="FILE", help="for bounds check, and Bound.load")
    add_formats(parser, csv=False, inner=True)


def run_prove(options: Namespace) -> int:
    """Prove a bound, and show how."""
    from puzzle15._support.files import check_writable
    from puzzle15.bounds import prove

    check_writable(options.save)
    bound = prove(_asked(options), threads=options.threads, memory=options.memory)
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
    add_formats(parser, csv=False, inner=True)


def run_check(options: Namespace) -> int:
    """Check a proof, and show it."""
    from puzzle15.bounds import Bound
    from puzzle15.cli.output import report
    from puzzle15.errors import PuzzleError

    try:
        bound = Bound.load(options.file)
    except PuzzleError as error:
        report(error)
        return 2 if isinstance(error.__cause__, OSError) else 1
    _show(bound, options.json)
    return 0


def _show(bound: Bound, as_json: bool) -> None:
    facts = {
        "puzzle": bound.recipe.title,
        "bound": bound.value,
        "recipe": _recipe(bound.recipe),
        "searches": [
            {
                "puzzle": layers.title,
                "states": layers.states,
                "diameter": layers.diameter,
                "maxima": layers.maxima,
            }
            for layers in bound.layers
        ],
    }
    write(json_line(facts) if as_json else f"{bound}\n")


def _recipe(recipe: Recipe) -> dict[str, Any]:
    names = ("title", "rows", "cols", "steps", "ends", "by_cell", "through")
    return {name: getattr(recipe, name) for name in names}


COMMAND = Command("prove how many moves a puzzle takes at most", DESCRIPTION, EXAMPLES, add, run)
