"""`python -m puzzle15` is the command `puzzle15`."""

from __future__ import annotations

import sys

from puzzle15.cli import main

__all__: list[str] = []

if __name__ == "__main__":
    sys.exit(main())
