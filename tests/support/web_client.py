"""What the tests of the web page share: clients, a server, and a check of JSON Schema."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

import httpx
from starlette.applications import Starlette

from puzzle15.web import Limits, create_app
from puzzle15.web import server as starting
from puzzle15.web.api import Api
from puzzle15.web.connections import Connections

__all__ = ["Client", "Server", "answer", "conforms", "error", "failed", "serving", "until"]


class Client:
    """Asks the application itself, without a network."""

    def __init__(self, app: Starlette | None = None, url: str = "http://127.0.0.1:1515") -> None:
        self.app = create_app() if app is None else app
        self._runner = asyncio.Runner()
        self._url = url

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        api: Api = self.app.state.api
        api.close()
        self._runner.close()

    def ask(self, name: str, /, **values: Any) -> httpx.Response:
        """Ask with JSON."""
        return self.post(name, json.dumps(values).encode())

    def post(
        self,
        name: str,
        body: bytes | AsyncIterator[bytes],
        content: str = "application/json",
        **headers: str,
    ) -> httpx.Response:
        """Ask with anything."""
        named = {key.replace("_", "-"): value for key, value in headers.items()}
        return self.send("POST", f"/api/{name}", content=body, headers={"Content-Type": content, **named})

    def send(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Ask with any method."""
        return self._runner.run(self._send(method, path, **options))

    async def _send(self, method: str, path: str, **options: Any) -> httpx.Response:
        transport = httpx.ASGITransport(app=self.app)
        async with httpx.AsyncClient(transport=transport, base_url=self._url) as client:
            return await client.request(method, path, **options)


class Server:
    """The application behind uvicorn, on a port of its own."""

    def __init__(self, api: Api, port: int, connections: Connections | None = None) -> None:
        self.api = api
        self.connections = connections or Connections(0, 0.0)
        self.port = port
        self.url = f"http://127.0.0.1:{port}"

    def ask(self, name: str, /, **values: Any) -> httpx.Response:
        """Ask with JSON, and wait for the answer."""
        return httpx.post(f"{self.url}/api/{name}", json=values, timeout=60)

    def connect(self, name: str, body: bytes, length: int | None = None) -> socket.socket:
        """Ask without waiting; the client goes away by closing the socket."""
        there = socket.create_connection(("127.0.0.1", self.port))
        size = len(body) if length is None else length
        head = (
            f"POST /api/{name} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {size}\r\n\r\n"
        )
        there.sendall(head.encode() + body)
        return there


@contextmanager
def serving(limits: Limits) -> Iterator[Server]:
    """A server for a while."""
    server = starting.Server(limits, "127.0.0.1")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            until(lambda: server.started)
            yield Server(server.app.state.api, listener.getsockname()[1], server.connections)
        finally:
            server.should_exit = True
            thread.join()


def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for something that must happen; the time is for what hangs."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


_TYPES: dict[str, Any] = {
    "integer": int,
    "number": (int, float),
    "string": str,
    "null": type(None),
    "array": list,
    "object": dict,
}


def conforms(description: Any, schema: dict[str, Any], value: Any) -> bool:
    """Whether a value is what a schema of the description says; it knows only what these schemas use."""
    assert schema.keys() <= _KNOWN, schema
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/components/schemas/")
        return conforms(description, description["components"]["schemas"][name], value)
    if "anyOf" in schema:
        return any(conforms(description, part, value) for part in schema["anyOf"])
    if "enum" in schema:
        return value in schema["enum"]
    kind = schema["type"]
    if kind == "boolean" or isinstance(value, bool):
        return kind == "boolean" and isinstance(value, bool)
    if not isinstance(value, _TYPES[kind]):
        return False
    if kind == "array":
        return all(conforms(description, schema["items"], item) for item in value)
    if kind == "object":
        named = schema["properties"]
        assert schema["additionalProperties"] is False
        known = all(name in named and conforms(description, named[name], value[name]) for name in value)
        return known and all(name in value for name in schema["required"])
    if kind == "string":
        return re.search(schema.get("pattern", ""), value) is not None
    return kind == "null" or bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))


_KNOWN = {
    "$ref",
    "additionalProperties",
    "anyOf",
    "default",
    "description",
    "enum",
    "examples",
    "items",
    "maximum",
    "minimum",
    "pattern",
    "properties",
    "required",
    "title",
    "type",
}


def answer(client: Client, name: str, /, **values: Any) -> Any:
    """What is answered, and that it is what `GET /api` says."""
    response = client.ask(name, **values)
    assert response.status_code == 200, response.text
    description = client.send("GET", "/api").json()
    call = description["paths"][f"/api/{name}"]["post"]
    assert conforms(description, call["requestBody"]["content"]["application/json"]["schema"], values)
    found = call["responses"]["200"]["content"]["application/json"]["schema"]
    assert conforms(description, found, response.json())
    return response.json()


def error(client: Client, status: int, name: str, /, **values: Any) -> Any:
    """What is said of a request that cannot be answered."""
    return failed(client, client.ask(name, **values), status)


def failed(client: Client, response: Any, status: int) -> Any:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    description = client.send("GET", "/api").json()
    assert conforms(description, description["components"]["schemas"]["ErrorAnswer"], response.json())
    assert "Traceback" not in response.text
    return response.json()["error"]
