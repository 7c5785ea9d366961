"""One page in a fresh, sealed context, under a clock that stands still.

Every call is bounded in real time. What the page does wrong (hanging, crashing, flooding) raises
PageTrouble; what fails for no fault of the page raises SandboxError.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable
from datetime import datetime, timedelta
from typing import Any, Literal, TypeVar

from playwright.async_api import BrowserContext, CDPSession, Error, Page, ViewportSize

from presscheck.sandbox.budget import DESKTOP, Budget, Viewport
from presscheck.sandbox.init_scripts import START, PageKeys
from presscheck.sandbox.interception import ORIGIN, Interception
from presscheck.sandbox.log import PageLog
from presscheck.sandbox.trouble import PageCrashed, PageHung, PageTrouble, SandboxError

T = TypeVar("T")

SETTLE_MS = 1_000
_LOADED = """(most) => new Promise((done) => {
  if (document.readyState === "complete") return done(true);
  addEventListener("load", () => done(true));
  setTimeout(() => done(false), most);
})"""
_FRAME = "() => new Promise((done) => requestAnimationFrame(() => done(1)))"
MOST_FRAMES = 12
"""Frames inside the page whose time moves with it."""

_LOOKS = 5
Button = Literal["left", "middle", "right"]


class SealedPage:
    """A page that is operated. Made by `Sandbox.open`."""

    def __init__(
        self,
        context: BrowserContext,
        playwright: Page,
        interception: Interception,
        log: PageLog,
        budget: Budget,
        keys: PageKeys,
        viewport: Viewport = DESKTOP,
    ) -> None:
        self.context = context
        self.playwright = playwright
        self.log = log
        self.budget = budget
        self.url = ORIGIN + "/"
        self.viewport = viewport
        self.prompt_answer: str | None = None
        self.elapsed_ms = 0.0
        self._interception = interception
        self._guard, self._clock = keys.guard, keys.clock
        self._cdp: CDPSession | None = None
        self._rescue: CDPSession | None = None
        self._frame_id = ""
        self._world: int | None = None
        self._epoch_script: str | None = None
        self.trouble: PageTrouble | None = None

    @property
    def cdp(self) -> CDPSession:
        if self._cdp is None:
            raise SandboxError("The page has not been prepared.")
        return self._cdp

    @property
    def now(self) -> datetime:
        """What the page's own clock says."""
        return START + timedelta(milliseconds=self.elapsed_ms)

    async def prepare(self) -> None:
        """Open the channels to the browser; no script of the page has run yet."""
        self._cdp = await self._bounded(self.context.new_cdp_session(self.playwright), "opening")
        self._rescue = await self._bounded(self.context.new_cdp_session(self.playwright), "opening")
        # Every session has a rate of its own, and one that moves would set the others going.
        for session in (self._cdp, self._rescue):
            await self._bounded(session.send("Animation.enable"), "opening")
            await self._bounded(
                session.send("Animation.setPlaybackRate", {"playbackRate": 0}), "opening"
            )
        tree = await self._send("Page.getFrameTree")
        self._frame_id = tree["frameTree"]["frame"]["id"]

    async def _set_clock(self) -> None:
        """The next document begins at the present page time."""
        if self._epoch_script is not None:
            await self._send(
                "Page.removeScriptToEvaluateOnNewDocument", {"identifier": self._epoch_script}
            )
        source = f"globalThis[{self._clock!r}]?.begin({self.elapsed_ms:.3f})"
        answer = await self._send("Page.addScriptToEvaluateOnNewDocument", {"source": source})
        self._epoch_script = str(answer["identifier"])

    # Loading

    async def load(self) -> None:
        """Load the page and let a second of page time pass, for what starts by itself."""
        self.log.doing = "load"
        await self._navigate()

    async def reload(self) -> None:
        """Load the page anew; what it stored stays."""
        self.log.doing = "reload"
        await self._navigate()

    async def _navigate(self) -> None:
        self._world = None
        await self._set_clock()
        try:
            await self._bounded(
                self.playwright.goto(
                    self.url, wait_until="commit", timeout=self.budget.load * 1000
                ),
                "loading",
                self.budget.load + 1,
            )
        except Error as error:
            raise self._judge(error, "loading") from error
        await self._loaded()
        await self.advance(SETTLE_MS)

    async def _loaded(self) -> None:
        """Wait until the document has loaded, or until what it waits for has had its time.

        Playwright's own waiting would also wait for a navigation that the seal has refused.
        """
        most = self.budget.load
        await self.evaluate(_LOADED, most * 1000, seconds=most + 1)

    # Time

    async def advance(self, ms: float, *, frame: bool = True) -> None:
        """Let page time pass: Date, timers, animation frames, CSS, Web and SVG animations.

        Every frame is run in stretches of up to 2.5 s; the middle of longer ones gets fewer. With
        `frame`, the browser then draws once, so that observers and scroll events are delivered.
        """
        limit = min(self.budget.advance + ms / 1000 / 15, self.budget.advance_most)
        await self._run_clock(ms, limit)
        await self._wait_for_requests()
        if frame:
            await self._frame()
        await self._drain()

    async def _run_clock(self, ms: float, limit: float) -> None:
        patience = round(limit * 1000)
        call = f"globalThis[{self._clock!r}]?.advance({ms:.3f}, {patience}, {self.elapsed_ms:.3f})"
        try:
            answer = await self._send(
                "Runtime.evaluate",
                {"expression": call, "awaitPromise": True, "returnByValue": True},
                limit,
            )
        except Error as error:
            if _is_gone(str(error)):
                raise self._judge(error, "letting time pass") from error
            await self._settle_navigation()
        else:
            if isinstance(gave_up := answer.get("result", {}).get("value"), str):
                await self._free()
                raise self._troubled(PageHung(f"{gave_up} at {self.log.doing}"))
        for inner in self.playwright.frames[1 : 1 + MOST_FRAMES]:
            with contextlib.suppress(Error):
                await self._bounded(inner.evaluate(call), "letting time pass", limit)
        self.elapsed_ms += ms

    async def _settle_navigation(self) -> None:
        """The page has loaded itself anew: wait until it stands again."""
        self._world = None
        await self._loaded()

    async def _wait_for_requests(self) -> None:
        """Libraries come in real time: wait for those under way, then give their scripts a turn."""
        if self._interception.idle.is_set():
            return
        try:
            await asyncio.wait_for(self._interception.idle.wait(), self.budget.requests)
        except TimeoutError:
            return
        await self._frame()
        await self._run_clock(50, self.budget.advance)

    async def _frame(self) -> None:
        await self.evaluate(_FRAME)

    async def _drain(self) -> None:
        """Fetch what the guard inside the page has kept."""
        expression = f"globalThis[{self._guard!r}]?.() ?? []"
        try:
            answer = await self._send(
                "Runtime.evaluate", {"expression": expression, "returnByValue": True}
            )
        except Error as error:
            if _is_gone(str(error)):
                raise self._judge(error, "reading errors") from error
            return
        kept = answer.get("result", {}).get("value")
        for entry in kept if isinstance(kept, list) else []:
            match entry:
                case [("exception" | "rejection" | "console") as kind, str(text)]:
                    self.log.error(kind, text)
                case ["sound", str(text)]:
                    self.log.note(self.log.sounds, text)
                case ["asked", str(text)]:
                    self.log.note(self.log.asked, text)
                case _:
                    # Nothing that the guard writes: the page has forged it.
                    continue

    # Looking

    async def evaluate(self, script: str, arg: Any = None, *, seconds: float | None = None) -> Any:
        """Call a JavaScript function with a JSON argument, in a world that the page cannot reach.

        It may take `seconds`, by default what the budget allows a call. Raises SandboxError where
        the function itself throws.
        """
        for attempt in range(1, _LOOKS + 1):
            try:
                answer = await self._send(
                    "Runtime.callFunctionOn",
                    {
                        "functionDeclaration": script,
                        "executionContextId": await self._isolated_world(seconds),
                        "arguments": [{"value": arg}],
                        "returnByValue": True,
                        "awaitPromise": True,
                    },
                    seconds,
                )
            except Error as error:
                if _is_gone(str(error)):
                    raise self._judge(error, "looking at it") from error
                # The page has loaded itself anew meanwhile: look at what is there now.
                self._world = None
                if attempt == _LOOKS:
                    raise self._troubled(PageHung("it keeps loading itself anew")) from error
                await asyncio.sleep(0.05 * attempt)
                continue
            if "exceptionDetails" in answer:
                details = answer["exceptionDetails"]
                text = details.get("exception", {}).get("description") or details.get("text", "")
                raise SandboxError(f"Looking at the page failed: {text.splitlines()[0]}")
            return answer["result"].get("value")
        raise AssertionError("unreachable")

    async def _isolated_world(self, seconds: float | None) -> int:
        if self._world is None:
            answer = await self._send(
                "Page.createIsolatedWorld",
                {"frameId": self._frame_id, "worldName": "presscheck"},
                seconds,
            )
            self._world = int(answer["executionContextId"])
        return self._world

    async def screenshot(
        self, *, clip: dict[str, float] | None = None, full: bool = False
    ) -> bytes:
        """A PNG of the viewport, of a part of it, or of the whole page, without a text caret."""
        options: dict[str, Any] = {"type": "png", "caret": "hide", "full_page": full}
        if clip is not None:
            options["clip"] = clip
        return await self._bounded(
            self.playwright.screenshot(timeout=self.budget.call * 1000, **options),
            "taking its picture",
            self.budget.call + 1,
        )

    async def set_viewport(self, viewport: Viewport) -> None:
        self.viewport = viewport
        size = ViewportSize(width=viewport.width, height=viewport.height)
        await self._bounded(self.playwright.set_viewport_size(size), "resizing")

    # Real input

    async def move(self, x: float, y: float, *, steps: int = 1) -> None:
        await self._bounded(self.playwright.mouse.move(x, y, steps=steps), "moving the mouse")

    async def down(self, *, button: Button = "left") -> None:
        await self._bounded(self.playwright.mouse.down(button=button), "pressing the mouse")

    async def up(self, *, button: Button = "left") -> None:
        await self._bounded(self.playwright.mouse.up(button=button), "letting the mouse go")

    async def click(self, x: float, y: float, *, count: int = 1, button: Button = "left") -> None:
        await self._bounded(
            self.playwright.mouse.click(x, y, click_count=count, button=button), "clicking"
        )

    async def wheel(self, x: float, y: float, dx: float, dy: float) -> None:
        await self.move(x, y)
        await self._bounded(self.playwright.mouse.wheel(dx, dy), "turning the wheel")

    async def press(self, key: str) -> None:
        await self._bounded(self.playwright.keyboard.press(key), f"pressing {key}")

    async def type_text(self, text: str) -> None:
        """Type with key events; characters that no key has are inserted."""
        await self._bounded(self.playwright.keyboard.type(text), "typing")

    async def insert_text(self, text: str) -> None:
        await self._bounded(self.playwright.keyboard.insert_text(text), "typing")

    async def touch_tap(self, x: float, y: float) -> None:
        points = [{"x": x, "y": y}]
        await self._send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
        await self._send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    # Bounds

    async def _send(
        self, method: str, params: dict[str, Any] | None = None, seconds: float | None = None
    ) -> dict[str, Any]:
        return await self._bounded(self.cdp.send(method, params or {}), self.log.doing, seconds)

    async def _bounded(self, call: Awaitable[T], doing: str, seconds: float | None = None) -> T:
        """Wait for a call, but no longer than the budget; then free the page and say it hung."""
        if self.trouble is not None:
            if asyncio.iscoroutine(call):
                call.close()
            raise self.trouble
        try:
            return await asyncio.wait_for(call, seconds or self.budget.call)
        except TimeoutError:
            await self._free()
            where = self.log.doing if self.log.doing != doing else doing
            raise self._troubled(PageHung(f"it hangs at {where}")) from None
        except Error as error:
            if _is_gone(str(error)):
                raise self._judge(error, doing) from error
            raise

    async def _free(self) -> None:
        """Break the script that does not end, so that the context can be closed."""
        if self._rescue is None:
            return
        try:
            await asyncio.wait_for(self._rescue.send("Runtime.terminateExecution"), 1.0)
        except (TimeoutError, Error):
            return

    def _judge(self, error: Error, doing: str) -> PageTrouble | SandboxError:
        if self.trouble is not None:
            return self.trouble
        if _is_gone(str(error)):
            return self._troubled(PageCrashed(f"its process ended at {self.log.doing}"))
        return SandboxError(f"The browser failed while {doing}: {str(error).splitlines()[0]}")

    def _troubled(self, trouble: PageTrouble) -> PageTrouble:
        self.trouble = self.trouble or trouble
        return self.trouble


def _is_gone(text: str) -> bool:
    return any(
        words in text
        for words in ("Target crashed", "Target closed", "has been closed", "Page crashed")
    )
