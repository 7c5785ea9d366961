"""A model server that plays a script: what it does is chosen by the model's name.

Raw sockets on loopback, so that every byte and every write is exactly as a real server sends it.

    async with ScriptedServer() as server:      # inside an event loop
    with ScriptedServer() as server:            # in a thread of its own, for tests without one
        server.base_url                         # http://127.0.0.1:PORT/v1
        server.requests                         # what was asked, in order
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from tests.models.scripts import SCRIPTS, Answer, Cut, Pause

Route = tuple[int, dict[str, str], bytes]


@dataclass
class Asked:
    """A request as it came. `client_left` is set when the client hangs up."""

    method: str
    path: str
    headers: dict[str, str]
    body: dict[str, Any] = field(default_factory=dict)
    client_left: asyncio.Event = field(default_factory=asyncio.Event)


class ScriptedServer:
    """Plays `SCRIPTS[model]`; `routes` adds answers to GET requests by path."""

    def __init__(self, routes: Mapping[str, Route] | None = None) -> None:
        self.requests: list[Asked] = []
        self.routes = dict(routes or {})
        self._server: asyncio.Server | None = None
        self._port = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def base_url(self) -> str:
        return f"{self.root}/v1"

    @property
    def chats(self) -> list[Asked]:
        return [one for one in self.requests if one.path.endswith("/chat/completions")]

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._server is not None:
            self._server.close()

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self.__aenter__(), self._loop).result(10)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._loop is not None and self._thread is not None
        asyncio.run_coroutine_threadsafe(self._end_all(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def _end_all(self) -> None:
        await self.__aexit__(None, None, None)
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            asked = await _read_request(reader)
            self.requests.append(asked)
            if asked.path.endswith("/chat/completions"):
                await _play(asked, reader, writer)
            else:
                await _send(writer, *self._route(asked.path))
        except (ConnectionError, asyncio.IncompleteReadError):
            return
        finally:
            with contextlib.suppress(ConnectionError):
                writer.close()

    def _route(self, path: str) -> Route:
        if path in self.routes:
            return self.routes[path]
        if path == "/v1/models":
            listing = {"object": "list", "data": [{"id": name} for name in SCRIPTS]}
            return 200, {"Content-Type": "application/json"}, json.dumps(listing).encode()
        return 404, {"Content-Type": "application/json"}, b'{"detail":"Not Found"}'


async def _read_request(reader: asyncio.StreamReader) -> Asked:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, path, _ = head[0].split(" ", 2)
    pairs = (line.split(":", 1) for line in head[1:] if ":" in line)
    headers = {name.strip().lower(): value.strip() for name, value in pairs}
    asked = Asked(method, path, headers)
    length = int(headers.get("content-length", "0"))
    if length:
        asked.body = json.loads(await reader.readexactly(length))
    return asked


async def _play(asked: Asked, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    script = SCRIPTS.get(str(asked.body.get("model")), SCRIPTS["missing-404"])
    answer = script(asked.body)
    if answer.whole is not None:
        await _send(writer, answer.status, answer.headers, answer.whole)
        return
    tasks = [
        asyncio.create_task(_stream(answer, writer)),
        asyncio.create_task(_until_gone(asked, reader)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _until_gone(asked: Asked, reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(ConnectionError):
        await reader.read()
    asked.client_left.set()


async def _stream(answer: Answer, writer: asyncio.StreamWriter) -> None:
    headers = {"Transfer-Encoding": "chunked", "Connection": "close", **answer.headers}
    writer.write(_head(answer.status, headers))
    for step in answer.steps:
        if isinstance(step, Pause):
            await writer.drain()
            await asyncio.sleep(step.seconds)
            continue
        if isinstance(step, Cut):
            await writer.drain()
            return
        writer.write(b"%x\r\n%b\r\n" % (len(step), step))
        await writer.drain()
    writer.write(b"0\r\n\r\n")
    await writer.drain()


async def _send(
    writer: asyncio.StreamWriter, status: int, headers: Mapping[str, str], body: bytes
) -> None:
    sized = {**headers, "Content-Length": str(len(body)), "Connection": "close"}
    writer.write(_head(status, sized) + body)
    await writer.drain()


def _head(status: int, headers: Mapping[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status} Scripted"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
