"""Serves the page at its private origin, and answers every other request without a network."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Error, Route, WebSocketRoute

from presscheck.sandbox.libraries import LibrarySource
from presscheck.sandbox.log import CAP, PageLog

ORIGIN = "https://page.presscheck.invalid"
"""A secure context that no name server knows: `.invalid` never resolves (RFC 6761)."""

CSP = (
    "default-src 'self' https: http: data: blob: 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'; "
    "frame-src 'self' data: blob:; object-src 'none'; base-uri 'self'; "
    "form-action 'self' https: http:"
)
"""Which libraries come through is decided by interception, which also records what is refused; this
only closes what a page of one file never needs."""

_LIBRARY_KINDS = frozenset(
    ["script", "stylesheet", "font", "image", "fetch", "xhr", "media", "other"]
)

_DECORATIVE_KINDS = frozenset(["font", "image", "media"])


class Interception:
    """The only network that a sealed page has."""

    def __init__(self, html: bytes, log: PageLog, libraries: LibrarySource) -> None:
        self._html = html
        self._log = log
        self._libraries = libraries
        self._under_way = 0
        self._count = 0
        self.idle = asyncio.Event()
        self.idle.set()

    async def attach(self, context: BrowserContext) -> None:
        await context.route("**/*", self._answer)
        await context.route_web_socket("**/*", self._refuse_socket)

    async def _answer(self, route: Route) -> None:
        self._under_way += 1
        self.idle.clear()
        try:
            await self._decide(route)
        except Error:
            # The page went away while its request was answered: nobody waits for it.
            return
        finally:
            self._under_way -= 1
            if self._under_way == 0:
                self.idle.set()

    async def _decide(self, route: Route) -> None:
        request = route.request
        url, kind = request.url, request.resource_type
        if kind == "document" and request.is_navigation_request():
            await self._navigation(route, url)
            return
        # A flood is turned away unrecorded; the page itself may still be loaded anew.
        self._count += 1
        if self._count > CAP * 5:
            await route.abort("blockedbyclient")
        elif url.startswith(ORIGIN + "/"):
            if not url.endswith("/favicon.ico"):
                self._log.block(url, kind, "a page of one file has no other files")
            await route.fulfill(status=404, body="")
        elif request.method != "GET" or kind not in _LIBRARY_KINDS or not _is_web(url):
            self._log.block(url, kind, "nothing leaves the sandbox")
            await route.abort("blockedbyclient")
        else:
            await self._library(route, url, kind)

    async def _navigation(self, route: Route, url: str) -> None:
        parts = urlsplit(url)
        if url.startswith(ORIGIN) and parts.path in ("", "/"):
            await route.fulfill(
                status=200,
                body=self._html,
                headers={
                    "Content-Type": "text/html; charset=utf-8",
                    "Content-Security-Policy": CSP,
                    "Cache-Control": "no-store",
                },
            )
            return
        self._log.block(url, "navigation", "the page may not leave its place")
        # "No content" keeps the page that is there; an aborted navigation would replace it.
        await route.fulfill(status=204, body="")

    async def _library(self, route: Route, url: str, kind: str) -> None:
        answer = await self._libraries.fetch(url)
        library = answer.library
        if kind in _DECORATIVE_KINDS:
            library = library.model_copy(update={"decorative": True})
        if (
            all(known.url != url for known in self._log.libraries)
            and len(self._log.libraries) < CAP
        ):
            self._log.libraries.append(library)
        if library.state != "served":
            state = library.state.replace("_", " ")
            why = "could not be fetched, which is not the page's fault"
            self._log.block(url, kind, f"library {why if library.unavailable else state}")
            if library.state != "not_found":
                await route.abort("blockedbyclient")
                return
        headers = {"Access-Control-Allow-Origin": "*", "Content-Type": answer.media_type}
        await route.fulfill(
            status=answer.status, body=answer.body, headers=headers | answer.headers
        )

    async def _refuse_socket(self, socket: WebSocketRoute) -> None:
        self._log.block(socket.url, "websocket", "nothing leaves the sandbox")
        await socket.close()


def _is_web(url: str) -> bool:
    return url.startswith(("https://", "http://"))
