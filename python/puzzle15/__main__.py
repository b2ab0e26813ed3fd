"""`python -m puzzle15` is the command `puzzle15`."""

from __future__ import annotations

import sys

from puzzle15.cli import entry

if __name__ == "__main__":
    sys.exit(entry())
