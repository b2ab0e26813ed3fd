"""How much the soaks do."""

from __future__ import annotations

import os

TIMES = float(os.environ.get("PUZZLE15_SOAK", "1"))
"""How many times as much as in CI, where it is 1."""
