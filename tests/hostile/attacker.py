"""Somebody who listens on loopback, TCP and UDP, and notes who came."""

from __future__ import annotations

import asyncio
import re
from types import TracebackType
from typing import Self


class Attacker(asyncio.DatagramProtocol):
    def __init__(self) -> None:
        self.hits: set[str] = set()
        self.page = b""
        """What is served at /page: for pages that have no seal."""
        self._server: asyncio.Server | None = None
        self._udp: asyncio.DatagramTransport | None = None
        self.port = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._came, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        loop = asyncio.get_running_loop()
        self._udp, _ = await loop.create_datagram_endpoint(
            lambda: self, local_addr=("127.0.0.1", self.port)
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None and self._udp is not None
        self._server.close()
        self._udp.close()

    @property
    def places(self) -> dict[str, str]:
        return self._places("s")

    @property
    def open_places(self) -> dict[str, str]:
        """Without TLS, so that the attacker can tell by which way somebody came."""
        return self._places("")

    def _places(self, s: str) -> dict[str, str]:
        host = f"127.0.0.1:{self.port}"
        return {
            "host": host,
            "http": f"http{s}://{host}",
            "https": f"https://{host}",
            "ws": f"ws{s}://{host}",
        }

    async def _came(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            first = await asyncio.wait_for(reader.read(400), 2.0)
        except (TimeoutError, ConnectionError):
            first = b""
        path = re.match(rb"[A-Z]+ /([\w-]+)", first)
        name = path[1].decode() if path else "tcp"
        body = b""
        if name == "page":
            body = self.page
        else:
            self.hits.add(name)
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nAccess-Control-Allow-Origin: *\r\n"
            b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        )
        writer.close()

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self.hits.add("udp")
