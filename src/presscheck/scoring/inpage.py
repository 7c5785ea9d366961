"""Calls into the in-page library, which lives in an isolated world of the page's main frame."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from presscheck.core.errors import PresscheckError
from presscheck.sandbox import SealedPage

_FILES = ("snapshot.js", "gestures.js", "controls.js")
_ABSENT = "__presscheck_absent__"
_CALL = (
    "(call) => { const p = globalThis.__presscheck;"
    f" return p && p[call.name] ? p[call.name](call.arg) : '{_ABSENT}'; }}"
)


@cache
def library() -> str:
    """The source of the library as one function expression."""
    folder = resources.files("presscheck.scoring") / "js"
    body = "\n".join((folder / name).read_text("utf-8") for name in _FILES)
    return f"(epoch) => {{\n{body}\n}}"


class InPage:
    """The library in one page. Installs itself anew after each load."""

    def __init__(self, page: SealedPage) -> None:
        self._page = page
        self.installs = 0

    async def call(self, name: str, arg: Any = None) -> Any:
        """Call a function of the library. Raises PageHung or PageCrashed as `evaluate` does."""
        request = {"name": name, "arg": arg}
        answer = await self._page.evaluate(_CALL, request)
        if answer == _ABSENT:
            self.installs += 1
            await self._page.evaluate(library(), self.installs)
            answer = await self._page.evaluate(_CALL, request)
            if answer == _ABSENT:
                raise PresscheckError(
                    "The page could not be looked into: the in-page library did not install.",
                    hint="This is a fault of the tool; please report it with the page.",
                )
        return answer
