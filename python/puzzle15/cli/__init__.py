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
from contextlib import ExitStack

from puzzle15.errors import PuzzleError, UnsolvableError

__all__ = ["entry", "main"]


def entry() -> int:
    """Run `main` as a program: with standard streams that can be used, and without a complaint at exit.

    >>> from subprocess import run
    >>> run([sys.executable, "-m", "puzzle15", "random", "--seed", "1"], stdout=-3).returncode
    0
    """
    # A closed stream is None, and printing to None goes to standard output.
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
    """Run a command; return 0 if done, 1 if unsolvable or not verified, 2 for wrong input, 130 after Ctrl-C.

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
    """Run the command itself; what a user can get wrong becomes a line on standard error."""
    from puzzle15.cli.parser import parse
    from puzzle15.cli.wording import speaking_of

    with ExitStack() as stack:
        try:
            options = parse(arguments)
            stack.enter_context(speaking_of(options.options))
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
    """Report an error in one line on standard error."""
    from puzzle15.cli.output import report

    problem: object = error
    if isinstance(error, OSError) and not isinstance(error, PuzzleError):
        where = "standard output" if error.filename is None else repr(os.fspath(error.filename))
        problem = f"cannot use {where}: {error.strerror or error}"
    elif isinstance(error, MemoryError) and not str(error):
        problem = "not enough memory; ask for fewer boards, or a smaller search"
    report(problem)


def _show(message: Warning | str, *_: object, **__: object) -> None:
    """Report a warning, in one line as well."""
    from puzzle15.cli.output import report

    report(f"warning: {message}")


def _leave() -> None:
    """Drop what is left in the buffers: nobody reads it any more, and Python would complain at exit."""
    try:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, sys.stdout.fileno())
        os.close(sink)
    except (OSError, ValueError):
        pass
