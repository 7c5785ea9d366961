"""The preview world: every name serves one page, its heartbeat, and nothing else.

It is routed by Host outside all routes of the app. A page arrives as slowly as it is written.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from presscheck.sandbox.preview_headers import random_name
from presscheck.web.growing import GrowingPage
from presscheck.web.hosts import PreviewNames
from presscheck.web.shim import with_storage

BEAT_PATH = "/_presscheck/beat"
MOST_OPEN = 128
"""Names kept at once; the one that was opened longest ago goes first."""

# Frames of one origin share one event loop, so this falls silent when the page hangs. It carries
# nothing: the app takes it as a sign of life and as nothing else.
_BEAT = b"""<!doctype html><meta charset="utf-8"><title>heartbeat</title>
<script>setInterval(function () { parent.postMessage("presscheck:beat", "*"); }, 700);</script>
"""


class Shelf:
    """Which page stands at which random name. Names are not kept beyond the app's life."""

    def __init__(self) -> None:
        self._pages: OrderedDict[str, GrowingPage] = OrderedDict()

    def place(self, page: GrowingPage) -> str:
        name = random_name()
        self._pages[name] = page
        while len(self._pages) > MOST_OPEN:
            self._pages.popitem(last=False)
        return name

    def get(self, name: str) -> GrowingPage | None:
        return self._pages.get(name)


class PreviewApp:
    """Serves what stands on the shelf, under the preview's own headers."""

    def __init__(self, shelf: Shelf, headers: Mapping[str, str]) -> None:
        self._shelf = shelf
        self._headers = dict(headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self._answer(Request(scope), str(scope["presscheck.preview"]))
        answer.headers.update(self._headers)
        await answer(scope, receive, send)

    def _answer(self, request: Request, name: str) -> Response:
        page = self._shelf.get(name)
        if request.method not in ("GET", "HEAD"):
            return PlainTextResponse("Not allowed", status_code=405)
        if page is None:
            return PlainTextResponse("This preview is closed.", status_code=404)
        if request.url.path == BEAT_PATH:
            return Response(_BEAT, media_type="text/html")
        if request.url.path != "/":
            return PlainTextResponse("Not found", status_code=404)
        if request.method == "HEAD":
            return Response(media_type="text/html")
        return StreamingResponse(with_storage(page.stream()), media_type="text/html")


def addresses(names: PreviewNames, name: str) -> dict[str, str]:
    origin = names.origin(name)
    return {"url": f"{origin}/", "beat": f"{origin}{BEAT_PATH}"}
