"""Printed statements that leave open when they hold: of those, a row has to say what it takes them for."""

from __future__ import annotations

import re
from collections.abc import Iterable

from puzzle15.reproduce.figures import Figure

__all__ = ["without_criterion"]

_VAGUE = re.compile(r"\b(about|approximately|many|most|just over|slightly)\b|[OΩ]\(")
_BOUND = re.compile(r"\bat most\b")


def without_criterion(figures: Iterable[Figure]) -> list[str]:
    """The names of those that decide by a criterion and do not say which."""
    return [
        figure.name
        for figure in figures
        if figure.holds is not None
        and not figure.criterion
        and isinstance(figure.printed, str)
        and _VAGUE.search(_BOUND.sub("", figure.printed))
    ]
