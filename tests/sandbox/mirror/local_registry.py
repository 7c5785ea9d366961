"""A small npm registry on loopback, with packages made in memory and faults on request."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import io
import json
import socket
import tarfile
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from urllib.parse import unquote

import uvicorn
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send


def packed(files: Mapping[str, str]) -> bytes:
    """An npm tarball."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for name, text in files.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(text.encode())
            tar.addfile(member, io.BytesIO(text.encode()))
    return buffer.getvalue()


def stated(kind: str, body: bytes) -> str:
    """A subresource integrity of one hash."""
    return f"{kind}-{base64.b64encode(hashlib.new(kind, body).digest()).decode()}"


class LocalRegistry:
    """An ASGI app. `asked` counts requests by path."""

    def __init__(self) -> None:
        self.address = ""
        self.asked: Counter[str] = Counter()
        self.archives: dict[tuple[str, str], bytes] = {}
        self.integrity: dict[tuple[str, str], str] = {}
        self.tags: dict[str, dict[str, str]] = {}
        self.truncated = False
        self.tampered = False
        self.release = asyncio.Event()
        """Archives are held back while this is not set."""
        self.release.set()
        self.archive_asked = asyncio.Event()

    def publish(
        self, name: str, version: str, files: Mapping[str, str], *, tag: str = "latest"
    ) -> None:
        manifest = json.dumps({"name": name, "version": version})
        body = packed({"package.json": manifest, **files})
        self.archives[name, version] = body
        self.integrity[name, version] = stated("sha512", body)
        self.tags.setdefault(name, {})[tag] = version

    @property
    def archives_sent(self) -> int:
        return sum(count for path, count in self.asked.items() if path.endswith(".tgz"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = unquote(Request(scope).url.path).removeprefix("/")
        self.asked[path] += 1
        response = await (self._archive(path) if path.endswith(".tgz") else self._document(path))
        await response(scope, receive, send)

    async def _document(self, name: str) -> Response:
        if name not in self.tags:
            return JSONResponse({"error": "Not found"}, status_code=404)
        versions = {
            version: {
                "dist": {
                    "tarball": f"{self.address}/{name}/-/{version}.tgz",
                    "integrity": self.integrity[name, version],
                }
            }
            for package, version in self.archives
            if package == name
        }
        return JSONResponse({"name": name, "dist-tags": self.tags[name], "versions": versions})

    async def _archive(self, path: str) -> Response:
        self.archive_asked.set()
        await self.release.wait()
        name, _, file = path.partition("/-/")
        body = self.archives[name, file.removesuffix(".tgz")]
        if self.tampered:
            body = body[:-1] + bytes([body[-1] ^ 1])
        if self.truncated:
            length = {"Content-Length": str(len(body))}
            return StreamingResponse(_pieces(body[: len(body) // 2]), headers=length)
        return Response(body)


async def _pieces(body: bytes) -> AsyncIterator[bytes]:
    yield body


class _Server(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listens = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listens.set()


@asynccontextmanager
async def served(registry: LocalRegistry) -> AsyncIterator[LocalRegistry]:
    server = _Server(
        uvicorn.Config(registry, host="127.0.0.1", port=0, log_level="critical", lifespan="off")
    )
    task = asyncio.create_task(server.serve())
    await server.listens.wait()
    port = server.servers[0].sockets[0].getsockname()[1]
    registry.address = f"http://127.0.0.1:{port}"
    try:
        yield registry
    finally:
        registry.release.set()
        server.should_exit = True
        await task
