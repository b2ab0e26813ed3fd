"""`puzzle15 web`: the puzzle as a page in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzle15.cli.arguments import whole
from puzzle15.cli.command import Command

if TYPE_CHECKING:
    from argparse import Namespace

    from puzzle15.cli.command import Parser

__all__ = ["COMMAND"]

DESCRIPTION = """\
Serve the puzzle as a page, and open it in the browser: play, solve, explore, twist. It
needs no network. The server is for this machine only, unless --host names another
address: then everyone who can reach that address can use it, without a password.

Programs can ask the same server for solutions, in JSON; http://127.0.0.1:1515/api
describes how. Ctrl-C ends it, with exit code 0. It needs some more packages:
pip install "puzzle15[web]"."""

EXAMPLES = """\
  puzzle15 web
  puzzle15 web --port 8080 --no-browser
  puzzle15 web --host 0.0.0.0"""


def add(parser: Parser) -> None:
    """Add the options."""
    parser.add_argument(
        "--port", type=whole(0, 65535), default=1515, metavar="PORT", help="1515 unless given; 0 for any"
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="HOST",
        help="the address to listen on; 127.0.0.1 unless given, 0.0.0.0 for all",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")


def run(options: Namespace) -> int:
    """Serve the page."""
    from puzzle15 import web

    return web.serve(options.host, options.port, browser=not options.no_browser)


COMMAND = Command("the puzzle as a page in the browser", DESCRIPTION, EXAMPLES, add, run)
