"""Which of the page's functions have run: tells when more trying no longer pays."""

from __future__ import annotations

from typing import Any

from presscheck.sandbox import SealedPage


class Coverage:
    """Precise function coverage of the page's scripts, from `start` on."""

    def __init__(self, page: SealedPage) -> None:
        self._page = page
        self._run: set[tuple[str, int]] = set()

    async def start(self) -> None:
        await self._page.cdp.send("Profiler.enable")
        await self._page.cdp.send(
            "Profiler.startPreciseCoverage", {"callCount": False, "detailed": False}
        )

    async def stop(self) -> None:
        await self._page.cdp.send("Profiler.stopPreciseCoverage")
        await self._page.cdp.send("Profiler.disable")

    async def grew(self) -> int:
        """How many functions have run for the first time since the last call."""
        answer: dict[str, Any] = await self._page.cdp.send("Profiler.takePreciseCoverage")
        before = len(self._run)
        for script in answer["result"]:
            if not script["url"].startswith(self._page.url):
                continue
            for function in script["functions"]:
                first = function["ranges"][0]
                if first["count"]:
                    self._run.add((script["url"], first["startOffset"]))
        return len(self._run) - before
