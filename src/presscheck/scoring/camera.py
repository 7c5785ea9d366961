"""Pictures of the page straight from the browser's debugger.

Four times as quick as the usual way, which waits for fonts and animations: under a frozen clock
nothing is on its way. The text caret, which blinks in real time, is hidden by js/snapshot.js.
"""

from __future__ import annotations

import asyncio
import base64
from typing import Any

from playwright.async_api import Error

from presscheck.sandbox import PageHung, SealedPage
from presscheck.scoring.snapshot import Element, Snapshot

MIN_CANVAS_AREA = 2_500


def unread_canvas(snapshot: Snapshot) -> Element | None:
    """The largest canvas whose pixels the page's own elements do not tell (WebGL)."""
    unread = [
        e
        for e in snapshot.shown
        if e.canvas is not None and not e.canvas.read and e.box.area > MIN_CANVAS_AREA
    ]
    return max(unread, key=lambda e: e.box.area, default=None)


async def shoot(page: SealedPage, clip: dict[str, float] | None = None) -> bytes:
    """A PNG of the viewport or of a part of it (CSS pixels of the viewport)."""
    options: dict[str, Any] = {"format": "png", "optimizeForSpeed": True}
    if clip is not None:
        scroll = await page.evaluate("() => [scrollX, scrollY]")
        options["clip"] = {
            "x": clip["x"] + scroll[0],
            "y": clip["y"] + scroll[1],
            "width": clip["width"],
            "height": clip["height"],
            "scale": 1,
        }
    try:
        async with asyncio.timeout(page.budget.call):
            answer = await page.cdp.send("Page.captureScreenshot", options)
    except TimeoutError:
        raise PageHung("it hangs while its picture is taken") from None
    except Error:
        # A page that is gone says so in its own words when it is asked again.
        return await page.screenshot(clip=clip)
    return base64.b64decode(answer["data"])
