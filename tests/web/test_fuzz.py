"""Whatever is sent, the answer is JSON of the right shape, and never a mistake of the server's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from puzzle15 import random_board
from puzzle15.goals import NAMES
from puzzle15.web import Limits, create_app
from puzzle15.web.api import ENDPOINTS
from tests.support.web_client import Client, conforms

# Little of everything, so that thousands of requests take seconds.
SMALL = Limits(
    timeout=0.02, hint=0.02, distance=0.02, width=64, memory=2 * 10**6, tables=20 * 10**6, seconds=60
)

QUICK = settings(deadline=None)


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with Client(create_app(SMALL)) as client:
        yield client


@pytest.fixture(scope="module")
def description(client: Client) -> Any:
    return client.send("GET", "/api").json()


NUMBERS = st.integers(-(2**70), 2**70) | st.integers(-2, 12) | st.floats()
TEXTS = st.text(max_size=20) | st.text("0123456789 /,|-_x", max_size=40) | st.sampled_from([*NAMES, "auto"])
ANYTHING = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@st.composite
def boards(draw: st.DrawFn) -> Any:
    """Boards, and what looks like one."""
    rows, cols = draw(st.integers(2, 4)), draw(st.integers(2, 3))
    board = random_board(
        rows, cols, goal=draw(st.sampled_from([*NAMES])), seed=draw(st.integers(0, 2**64 - 1))
    )
    tiles: list[list[Any]] = board.to_list()
    if draw(st.integers(0, 3)) == 0:
        tiles[draw(st.integers(0, rows - 1))][draw(st.integers(0, cols - 1))] = draw(
            st.integers(0, 12) | ANYTHING
        )
    return tiles if draw(st.booleans()) else board.to_text()


GOALS = st.sampled_from([*NAMES]) | boards() | st.none()
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "board": boards(),
    "goal": GOALS,
    "rows": st.integers(1, 4),
    "cols": st.integers(1, 4),
    "seed": st.integers(0, 2**64).map(str) | st.integers(0, 2**64),
    "name": st.sampled_from([*NAMES]),
    "missing": st.integers(-1, 12),
    "method": st.sampled_from(["auto", "combined", "quick", "optimal", "peel", "greedy", "twists"]),
    "metric": st.sampled_from(["single", "multi"]),
    "tables": st.sampled_from(["small", "auto", "large"]),
    "timeout": st.floats(-0.01, 0.03),
    "width": st.integers(0, 70),
    "moves": st.text("LRUD", max_size=6) | st.text("LRUDX", max_size=20),
    "format": st.sampled_from(["gif", "svg"]),
    "colours": st.sampled_from(["row", "column", "stage", "none"]),
    "stages": st.lists(
        st.fixed_dictionaries({"name": st.text(max_size=5), "moves": st.text("LRUD")}), max_size=2
    ),
}


@st.composite
def requests(draw: st.DrawFn) -> tuple[str, Any]:
    """A call with values that go with it, some of them left out, and perhaps one of another kind."""
    name = draw(st.sampled_from([*ENDPOINTS]))
    fields = ENDPOINTS[name].request.__struct_fields__
    needed = {"board", "rows", "cols", "moves", "format"}
    values = {
        field: draw(VALUES[field])
        for field in fields
        if draw(st.integers(0, 9)) < (9 if field in needed else 4)
    }
    if draw(st.integers(0, 4)) == 0:
        values[draw(st.sampled_from([*fields, "other"]))] = draw(ANYTHING)
    return name, values


def check(description: Any, name: str, response: Any) -> None:
    """The answer is one of ours."""
    status = response.status_code
    assert status == 200 or 400 <= status < 500 or status == 503, response.text
    if status != 200:
        assert conforms(description, description["components"]["schemas"]["ErrorAnswer"], response.json())
        assert response.json()["error"]["kind"] != "internal"
    elif name == "picture":
        assert response.headers["content-type"].startswith("image/")
    else:
        call = description["paths"][f"/api/{name}"]["post"]
        schema = call["responses"]["200"]["content"]["application/json"]["schema"]
        assert conforms(description, schema, response.json()), response.text


@settings(QUICK, max_examples=300)
@given(asked=requests())
@example(asked=("check", {"board": [[1, 2**64], [3, 0]]}))
@example(asked=("check", {"board": [[0, 0], [0, 0]]}))
@example(asked=("explore", {"rows": 2, "cols": 2, "goal": [[9, 8], [7, 0]]}))
@example(asked=("random", {"rows": 2, "cols": 2, "goal": [[9, 8], [70000, 0]]}))
def test_requests_that_make_sense_or_nearly(client: Client, description: Any, asked: tuple[str, Any]) -> None:
    name, values = asked
    check(description, name, client.post(name, json.dumps(values).encode()))


@settings(QUICK, max_examples=150)
@given(name=st.sampled_from([*ENDPOINTS]), value=ANYTHING)
def test_any_json(client: Client, description: Any, name: str, value: Any) -> None:
    response = client.post(name, json.dumps(value).encode())
    assert 400 <= response.status_code < 500
    check(description, name, response)


@settings(QUICK, max_examples=300)
@given(name=st.sampled_from([*ENDPOINTS]), body=st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes(client: Client, description: Any, name: str, body: bytes) -> None:
    response = client.post(name, body)
    assert 400 <= response.status_code < 500
    check(description, name, response)


@settings(QUICK, max_examples=100)
@given(
    name=st.sampled_from([*ENDPOINTS, "", "nothing"]),
    headers=st.dictionaries(
        st.sampled_from(["Origin", "Host", "Content-Type", "Sec-Fetch-Site", "Content-Length"]),
        st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=30),
    ),
)
def test_any_headers(client: Client, description: Any, name: str, headers: dict[str, str]) -> None:
    response = client.send("POST", f"/api/{name}", content=b"{}", headers=headers)
    assert 400 <= response.status_code < 500
    check(description, name, response)
    assert "content-security-policy" in response.headers
