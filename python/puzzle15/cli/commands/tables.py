"""`puzzle15 tables`: the tables that are kept on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzle15.cli.arguments import add_goal, add_threads, shape
from puzzle15.cli.command import Command, add_command, examples_of
from puzzle15.cli.output import add_formats, json_line, report, table, write
from puzzle15.errors import UnsupportedError

if TYPE_CHECKING:
    from argparse import Namespace

    from puzzle15.cli.command import Parser
    from puzzle15.tables import TableFile

__all__ = ["COMMAND"]

DESCRIPTION = """\
List, build, verify and remove the tables that are kept on disk. Without a command, it
lists them.

Shortest solutions of boards of twelve cells use tables that are made at first use and
kept, 60 MB each. Large pattern databases are made by 'build', for any board of up to 25
cells; a shortest solution of a 15-puzzle is then found in less than a millisecond. All
are in the user's cache folder, or where PUZZLE15_CACHE says, and can be removed at any
time."""

EXAMPLES = """\
  puzzle15 tables
  puzzle15 tables build 3x4
  puzzle15 tables verify
  puzzle15 tables remove 3x4-blank11.patterns"""

BUILD = """\
Make the large pattern databases of a board and keep them; solve uses them where they
are. Those of 4x4 have 196 MB and take some seconds; those of 5x5, 226 MB."""

VERIFY = """\
Read tables through, all of them unless some are named, and say of each whether it is
sound. The exit code is 1 if one is damaged; remove it, and it is made again."""

REMOVE = """\
Remove tables by name, or all of them. Programs that use them keep what they have."""


def add(parser: Parser) -> None:
    """Add the subcommands."""
    add_formats(parser, csv=False)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="action")
    inner = {
        "list": Command(
            "list them (also without a command)", DESCRIPTION, "  puzzle15 tables list", add_list, run
        ),
        "build": Command(
            "make large tables", BUILD, examples_of(EXAMPLES, "tables build"), add_build, run_build
        ),
        "verify": Command(
            "read tables through", VERIFY, examples_of(EXAMPLES, "tables verify"), add_verify, run_verify
        ),
        "remove": Command(
            "remove tables", REMOVE, examples_of(EXAMPLES, "tables remove"), add_remove, run_remove
        ),
    }
    for name, command in inner.items():
        add_command(commands, name, command)


def add_list(parser: Parser) -> None:
    """Add the options of `tables list`."""
    add_formats(parser, csv=False, inner=True)


def run(options: Namespace) -> int:
    """List the tables, and say where they are."""
    from puzzle15.tables import cache_folder, files

    folder, found = cache_folder(), files()
    if options.json:
        tables = [{"name": file.name, "bytes": file.size, "path": str(file.path)} for file in found]
        write(json_line({"folder": folder and str(folder), "tables": tables}))
        return 0
    if folder is None:
        write("there is no folder for tables: name one in PUZZLE15_CACHE\n")
        return 0
    rows = [(file.name, _size(file.size)) for file in found]
    total = ("together", _size(sum(file.size for file in found)))
    write(f"in {folder}:\n{table([*rows, total], right=[1]) if rows else 'no tables'}\n")
    return 0


def _size(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"


def add_build(parser: Parser) -> None:
    """Add the options of `tables build`."""
    parser.add_argument("shape", type=shape, metavar="ROWSxCOLS", help="such as 4x4")
    add_goal(parser)
    add_threads(parser)
    add_formats(parser, csv=False, inner=True)


def run_build(options: Namespace) -> int:
    """Make tables, and say what was made."""
    import time

    from puzzle15.tables import build

    begin = time.perf_counter()
    file = build(*options.shape, goal=options.goal, threads=options.threads)
    seconds = time.perf_counter() - begin
    facts = {"name": file.name, "bytes": file.size, "path": str(file.path), "seconds": round(seconds, 3)}
    write(json_line(facts) if options.json else f"{file.path}: {_size(file.size)}, {seconds:.1f} s\n")
    return 0


def add_verify(parser: Parser) -> None:
    """Add the options of `tables verify`."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="tables, as they are listed")
    add_formats(parser, csv=False, inner=True)


def run_verify(options: Namespace) -> int:
    """Read tables through."""
    chosen = _chosen(options.names)
    faults = {file.name: file.fault() for file in chosen}
    if options.json:
        write(json_line({name: fault is None for name, fault in faults.items()}))
    else:
        lines = [(name, "damaged" if fault else "sound") for name, fault in faults.items()]
        write(f"{table(lines) if lines else 'no tables'}\n")
    for file in chosen:
        if fault := faults[file.name]:
            # A folder may hold anything.
            report(fault if file.path.is_dir() else f"{fault}; puzzle15 tables remove {file.name}")
    return 1 if any(faults.values()) else 0


def add_remove(parser: Parser) -> None:
    """Add the options of `tables remove`."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="tables, as they are listed")
    parser.add_argument("--all", action="store_true", help="all of them")
    add_formats(parser, csv=False, inner=True)


def run_remove(options: Namespace) -> int:
    """Remove tables."""
    if bool(options.names) == options.all:
        raise UnsupportedError("give the names of the tables to remove, or --all")
    chosen = _chosen(options.names)
    for file in chosen:
        file.remove()
    if options.json:
        write(json_line([file.name for file in chosen]))
    else:
        write("".join(f"removed {file.name}, {_size(file.size)}\n" for file in chosen) or "no tables\n")
    return 0


def _chosen(names: list[str]) -> list[TableFile]:
    """The tables of these names, or all."""
    from puzzle15.tables import files

    found = {file.name: file for file in files()}
    for name in names:
        if name not in found:
            known = ", ".join(found) or "none"
            raise UnsupportedError(f"there is no table {name!r}; there are: {known}")
    return [found[name] for name in dict.fromkeys(names)] if names else list(found.values())


COMMAND = Command("list, build, verify and remove tables on disk", DESCRIPTION, EXAMPLES, add, run)
