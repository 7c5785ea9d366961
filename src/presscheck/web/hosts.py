"""One port, two worlds: the app under its own names, every page under a random name of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from presscheck.sandbox.preview_headers import NAME_LENGTH

_LABEL = re.compile(rf"[a-z0-9]{{{NAME_LENGTH}}}")


@dataclass(frozen=True)
class PreviewNames:
    """How preview origins are named: `<random>.localhost:PORT`, or under a wildcard domain."""

    port: int
    domain: str = "localhost"
    scheme: str = "http"

    @property
    def source(self) -> str:
        """The content security policy source that matches every preview and nothing else."""
        return f"{self.scheme}://*.{self.domain}{self._port}"

    @property
    def _port(self) -> str:
        usual = {"http": 80, "https": 443}[self.scheme]
        return "" if self.port == usual or self.domain != "localhost" else f":{self.port}"

    def origin(self, name: str) -> str:
        return f"{self.scheme}://{name}.{self.domain}{self._port}"

    def name_of(self, host: str) -> str | None:
        """The random name in a Host header, or None where the host is no preview's."""
        hostname = host.lower().partition(":")[0]
        label, dot, rest = hostname.partition(".")
        if not dot or rest != self.domain or not _LABEL.fullmatch(label):
            return None
        return label


@dataclass(frozen=True)
class HostRouter:
    """Preview names never reach an app route, and app names never reach a preview."""

    app: ASGIApp
    preview: ASGIApp
    names: PreviewNames

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            name = self.names.name_of(Headers(scope=scope).get("host", ""))
            if name is not None:
                await self.preview({**scope, "presscheck.preview": name}, receive, send)
                return
        await self.app(scope, receive, send)
