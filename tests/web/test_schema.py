"""schemathesis asks whatever `GET /api` describes, and much else, and runs every check that it has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import seed, settings

from puzzle15.web import Limits
from puzzle15.web.openapi import describe
from tests.support.soak import times
from tests.support.web_client import serving

# Little of everything, so that thousands of requests take seconds.
SMALL = Limits(
    timeout=0.02, hint=0.02, distance=0.02, width=64, memory=2 * 10**6, tables=20 * 10**6, seconds=60
)


# No schema says which numbers are a board: what has the right shape and makes no sense is answered with 422,
# and with 400 only what has another shape.
CHECKS = {"positive_data_acceptance": {"expected-statuses": ["200", "422"]}}
INTERFACE = schemathesis.openapi.from_dict(
    describe(SMALL), config=schemathesis.Config.from_dict({"checks": CHECKS})
)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serving(SMALL) as server:
        yield server.url


@pytest.mark.soak
@INTERFACE.parametrize()
@settings(max_examples=times(100))
@seed(1)
def test_the_interface_is_as_it_is_described(case: schemathesis.Case[Any], url: str) -> None:
    case.call_and_validate(base_url=url)
