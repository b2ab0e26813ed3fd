"""What is refused, and how: sizes, JSON that is none, wrong types, other origins; headers of the page."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from puzzle15 import random_board
from puzzle15.web import Limits, create_app
from tests.support.web_client import Client, answer, error, failed

BOARD = "5 1 2 4/9 6 3 7/13 10 11 8/14 15 12 0"
HARD = "8 6 7/2 5 4/3 0 1"


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with Client() as client:
        yield client


def test_boards_are_limited(client: Client) -> None:
    large = random_board(10, 11, seed=1)
    for board in (large.to_list(), large.to_text(), [list(range(5000))], [[1]] * 5000):
        found = error(client, 422, "check", board=board)
        assert found["kind"] == "limit"
        assert "10×10" in found["message"]
    assert error(client, 422, "random", rows=11, cols=2)["kind"] == "limit"
    assert error(client, 422, "goal", rows=2, cols=10**18, name="rows")["kind"] == "limit"
    assert error(client, 400, "random", rows=1, cols=2)["kind"] == "request"
    assert error(client, 400, "random", rows=-3, cols=2)["kind"] == "request"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "truncated"),
        (b"{", "truncated"),
        (b"\xff\xfe", "UTF-8"),
        ('{"rows": 2}'.encode("utf-16"), "UTF-8"),
        (b'{"rows": 2, "rows": 2, "cols": 2}', '"rows" is there twice'),
        (b'{"rows": NaN, "cols": 2}', "invalid character (byte 9)"),
        (b'{"rows": -Infinity, "cols": 2}', "invalid character (byte 10)"),
        (b'{"rows": 1e999, "cols": 2}', "a whole number from 2; got 1e999"),
        (b'{"rows": ' + b"9" * 5000 + b', "cols": 2}', "a whole number from 2; got 999"),
        (b'{"rows": ' + b"9" * 500 + b', "cols": 2}', "a whole number from 2; got 999"),
        (b'{"goal": "\\ud800", "rows": 2, "cols": 2}', "hex escape"),
        (b'{"\\udfff": 2}', "surrogate"),
        (b"[" * 30_000, "nested"),
        (b'{"a":' * 10_000, "nested"),
        (b"[" * 20_000 + b"]" * 20_000, "nested"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_what_is_no_json(client: Client, body: bytes, reason: str) -> None:
    found = failed(client, client.post("random", body), 400)
    assert found["kind"] == "request"
    assert reason in found["message"]
    assert len(found["message"]) < 200


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        (None, "expected an object with rows, cols, goal, seed; got null"),
        ([2, 2], "expected an object with rows, cols, goal, seed; got [2, 2]"),
        ({}, "rows is missing: it is the number of rows, a whole number from 2"),
        ({"rows": "2", "cols": 2}, 'rows must be the number of rows, a whole number from 2; got "2"'),
        ({"rows": 2.5, "cols": 2}, "rows must be the number of rows, a whole number from 2; got 2.5"),
        ({"rows": True, "cols": 2}, "rows must be the number of rows, a whole number from 2; got true"),
        ({"rows": None, "cols": 2}, "rows must be the number of rows, a whole number from 2; got null"),
        ({"rows": 1, "cols": 2}, "rows must be the number of rows, a whole number from 2; got 1"),
        ({"rows": 2, "cols": 2, "x": 1}, 'there is no "x" here; the names are rows, cols, goal, seed'),
    ],
)
def test_wrong_types(client: Client, values: Any, reason: str) -> None:
    found = failed(client, client.post("random", json.dumps(values).encode()), 400)
    assert found == {"kind": "request", "message": reason}


def test_bodies_are_limited(client: Client) -> None:
    body = b'{"board": "' + b" " * 70_000 + b'"}'
    assert failed(client, client.post("check", body), 413)["kind"] == "limit"

    async def parts() -> AsyncIterator[bytes]:
        yield b'{"board": "'
        for _ in range(100_000):  # Would be 100 MB, if anybody read it.
            sent.append(1000)
            yield b" " * 1000

    sent: list[int] = []
    assert failed(client, client.post("check", parts()), 413)["kind"] == "limit"
    assert sum(sent) < 100_000


def test_content_types(client: Client) -> None:
    body = b'{"rows": 2, "cols": 2}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        assert failed(client, client.post("random", body, kind), 415)["kind"] == "request"
    assert client.post("random", body, "Application/JSON; charset=utf-8").status_code == 200


def test_paths_and_methods(client: Client) -> None:
    for method in ("GET", "PUT", "DELETE", "OPTIONS"):
        response = client.send(method, "/api/solve")
        assert failed(client, response, 405)["kind"] == "request"
        assert response.headers["allow"] == "POST"
        assert "access-control-allow-origin" not in response.headers
    for method in ("GET", "POST"):
        assert failed(client, client.send(method, "/api/nothing"), 404)["kind"] == "request"


def test_hosts(client: Client) -> None:
    for host in ("localhost", "LOCALHOST:80", "127.0.0.1:1515", "[::1]:1515"):
        assert client.send("GET", "/api", headers={"Host": host}).status_code == 200
    for host in ("evil.example", "127.0.0.1.evil.example", "localhost:x", "a@localhost", "", "192.168.0.1"):
        response = client.send("GET", "/api", headers={"Host": host})
        assert failed(client, response, 403)["kind"] == "request"
    with Client(create_app(hosts=["puzzle.example"])) as named:
        assert named.send("GET", "/api", headers={"Host": "puzzle.example:99"}).status_code == 200
        assert named.send("GET", "/api", headers={"Host": "192.168.0.1"}).status_code == 403
    with Client(create_app(hosts=["0.0.0.0"])) as everywhere:
        assert everywhere.send("GET", "/api", headers={"Host": "192.168.0.1"}).status_code == 200
        assert everywhere.send("GET", "/api", headers={"Host": "evil.example"}).status_code == 403


def test_origins(client: Client) -> None:
    body = b'{"rows": 2, "cols": 2}'
    assert client.post("random", body, origin="http://127.0.0.1:1515").status_code == 200
    assert client.post("random", body, sec_fetch_site="same-origin").status_code == 200
    for origin in (
        "https://evil.example",
        "http://127.0.0.1:8000",
        "http://localhost:1515",
        "null",
        "",
        "http://[",
        "file://127.0.0.1:1515",
    ):
        assert failed(client, client.post("random", body, origin=origin), 403)["kind"] == "request"
    for site in ("cross-site", "same-site"):
        assert client.post("random", body, sec_fetch_site=site).status_code == 403


def test_the_page(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><title>puzzle</title>")
    (tmp_path / "main.js").write_text("export {};")
    (tmp_path.parent / "secret.txt").write_text("secret")
    with Client(create_app(static=tmp_path)) as client:
        page = client.send("GET", "/")
        assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        policy = page.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in policy
        assert page.headers["x-content-type-options"] == "nosniff"
        assert page.headers["referrer-policy"] == "no-referrer"
        assert page.headers["cache-control"] == "no-cache"
        script = client.send("GET", "/main.js")
        assert script.headers["content-type"].startswith("text/javascript")
        same = client.send("GET", "/main.js", headers={"If-None-Match": script.headers["etag"]})
        assert same.status_code == 304
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/nothing", "/main.js/x"):
            assert failed(client, client.send("GET", path), 404)["kind"] == "request"


def test_the_shared_scripts(client: Client) -> None:
    for name in ("rules.js", "player.js", "words.js"):
        script = client.send("GET", f"/{name}")
        assert script.status_code == 200
        assert script.headers["content-type"].startswith("text/javascript")
        assert script.headers["cache-control"] == "no-cache"
        same = client.send("GET", f"/{name}", headers={"If-None-Match": script.headers["etag"]})
        assert same.status_code == 304
    # Nothing else of their package can be had.
    for path in ("/html.py", "/player.html", "/shared/rules.js", "/%2e%2e/html.py"):
        assert failed(client, client.send("GET", path), 404)["kind"] == "request"


def test_mistakes_of_the_server_are_not_shown(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise LookupError("a secret")

    with Client() as client:
        monkeypatch.setattr("puzzle15.web.api.check_solvable", fail)
        found = failed(client, client.ask("check", board=BOARD), 500)
    assert found["kind"] == "internal"
    assert "a secret" not in found["message"]
    assert "a secret" in caplog.text


def test_a_page_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="not there"):
        create_app(static=tmp_path / "not there")


def test_tables_are_limited() -> None:
    with Client(create_app(Limits(tables=2 * 10**6))) as client:
        assert error(client, 422, "solve", board=BOARD, method="optimal")["kind"] == "limit"
        assert answer(client, "hint", board=BOARD)["length"] == 12
        assert answer(client, "solve", board=BOARD, method="combined")["length"] == 12
        assert answer(client, "solve", board=HARD)["length"] == 31
