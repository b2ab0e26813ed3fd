"""The command line: `puzzle15 solve`, `puzzle15 random` and the others; `puzzle15 --help` lists them.

A module for each command says what it is for and which options it has, and imports what it needs only when
it runs, so that `--help` is there at once. `boards` reads boards from arguments, files and pipes; `output`
writes.
"""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Sequence

from puzzle15.errors import PuzzleError, UnsolvableError

__all__ = ["entry", "main"]


def entry() -> int:
    """The program: `main`, with standard streams that can be used, and nothing said at exit.

    >>> from subprocess import run
    >>> run([sys.executable, "-m", "puzzle15", "random", "--seed", "1"], stdout=-3).returncode
    0
    """
    # A stream that was closed is None, and what is printed to None goes to standard output.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115, for as long as it runs
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A drawing that a terminal cannot show is no reason to stop.
        sys.stdout.reconfigure(errors="replace")
    code = main()
    try:
        sys.stdout.flush()
    except OSError:
        _leave()
    return code


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, and give its exit code: 0 done, 1 unsolvable or not verified, 2 wrong input, 130 Ctrl-C.

    >>> main(["solve", "1 2 3/4 5 6/0 7 8", "--moves"])
    RR
    0
    """
    with warnings.catch_warnings():
        warnings.showwarning = _show
        try:
            code = _run(arguments)
            sys.stdout.flush()
            return code
        except KeyboardInterrupt:
            return 130
        except BrokenPipeError:
            return 0
        except OSError as error:
            _complain(error)
            return 2


def _run(arguments: Sequence[str] | None) -> int:
    """The command itself; what a user can get wrong is a line on standard error."""
    from puzzle15.cli.parser import parse

    try:
        options = parse(arguments)
        code: int = options.run(options)
        return code
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 2 if end.code else 0
    except UnsolvableError as error:
        _complain(error)
        return 1
    except (PuzzleError, ImportError, MemoryError) as error:
        _complain(error)
        return 2


def _complain(error: BaseException) -> None:
    """One line on standard error."""
    from puzzle15.cli.output import report

    problem: object = error
    if isinstance(error, OSError) and not isinstance(error, PuzzleError):
        where = "standard output" if error.filename is None else repr(os.fspath(error.filename))
        problem = f"cannot use {where}: {error.strerror or error}"
    elif isinstance(error, MemoryError) and not str(error):
        problem = "not enough memory; ask for fewer boards, or a smaller search"
    report(problem)


def _show(message: Warning | str, *_: object, **__: object) -> None:
    """A warning, in a line as well."""
    from puzzle15.cli.output import report

    report(f"warning: {message}")


def _leave() -> None:
    """Nobody reads any more: what is left in buffers goes nowhere, and Python does not complain at exit."""
    try:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, sys.stdout.fileno())
        os.close(sink)
    except (OSError, ValueError):
        pass
