"""Raw input as a person gives it, and the lines of a script that repeat it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from presscheck.sandbox import SealedPage
from presscheck.scoring.inpage import InPage
from presscheck.scoring.snapshot import Box, Element

Button = Literal["left", "middle", "right"]
DRAG_STEPS = 6
_KEY_LINE = re.compile(r"[\r\n]+")


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an action goes: a point of the viewport, and what stands in its way.

    `covered`: something else would receive the event; `other` names it. `outside`: no scrolling
    brings it into view. `gone`: the element is no longer in the page.
    """

    x: float = 0.0
    y: float = 0.0
    scrolled: bool = False
    covered: bool = False
    outside: bool = False
    gone: bool = False
    other: str = ""
    box: Box | None = None

    @property
    def centre(self) -> tuple[float, float]:
        return self.x, self.y

    @property
    def reachable(self) -> bool:
        return not (self.covered or self.outside or self.gone)

    @property
    def trouble(self) -> str:
        """Why a person could not act there, in words; "" where they could."""
        if self.gone:
            return "it is no longer there"
        if self.outside:
            return "it lies outside of what can be scrolled to"
        if self.covered:
            return f"{self.other or 'something else'} lies over it"
        return ""


class Gestures:
    """Mouse, wheel, touch and keyboard on one page."""

    def __init__(self, page: SealedPage, inside: InPage) -> None:
        self.page = page
        self.inside = inside
        self.mouse = (0.0, 0.0)

    async def aim(
        self, element: Element, at: tuple[float, float] = (0.5, 0.5), *, exact: bool = False
    ) -> Spot:
        """The point to act on, scrolled into view. With `exact` the very point is kept even where
        something lies over it; else a free one near it is taken."""
        found: dict[str, Any] = await self.inside.call(
            "aim", {"id": element.id, "fx": at[0], "fy": at[1], "exact": exact}
        )
        if found.get("gone"):
            return Spot(gone=True)
        return Spot(
            x=found["x"],
            y=found["y"],
            scrolled=bool(found.get("scrolled")),
            covered=bool(found.get("covered")),
            outside=bool(found.get("outside")),
            other=found.get("other", ""),
            box=Box(*found["box"]),
        )

    async def move(self, x: float, y: float, *, steps: int = 1) -> None:
        await self.page.move(x, y, steps=steps)
        self.mouse = (x, y)

    async def click(
        self, x: float, y: float, *, count: int = 1, button: Button = "left"
    ) -> list[str]:
        if self.mouse != (x, y):
            await self.move(x, y)
        await self.page.click(x, y, count=count, button=button)
        call = "dblclick" if count == 2 else "click"
        extra = f", button={button!r}" if button != "left" else ""
        return [f"page.mouse.{call}({x:.0f}, {y:.0f}{extra})"]

    async def drag(self, path: Sequence[tuple[float, float]]) -> list[str]:
        """Press at the first point, pass through the others in small moves, let go at the last."""
        x, y = path[0]
        if self.mouse != (x, y):
            await self.move(x, y)
        await self.page.down()
        lines = [f"page.mouse.move({x:.0f}, {y:.0f})", "page.mouse.down()"]
        steps = max(2, DRAG_STEPS // (len(path) - 1)) if len(path) > 1 else 1
        for px, py in path[1:]:
            await self.move(px, py, steps=steps)
            lines.append(f"page.mouse.move({px:.0f}, {py:.0f}, steps={steps})")
        await self.page.up()
        return [*lines, "page.mouse.up()"]

    async def type(self, text: str) -> list[str]:
        lines = []
        for i, part in enumerate(_KEY_LINE.split(text)):
            if i:
                await self.page.press("Enter")
                lines.append("page.keyboard.press('Enter')")
            if part:
                await self.page.type_text(part)
                lines.append(f"page.keyboard.type({part!r})")
        return lines

    async def press(self, key: str, times: int = 1) -> list[str]:
        for _ in range(times):
            await self.page.press(key)
        line = f"page.keyboard.press({key!r})"
        return [line] if times == 1 else [f"for _ in range({times}):", f"    {line}"]

    async def wheel(self, x: float, y: float, dx: float, dy: float) -> list[str]:
        if self.mouse != (x, y):
            await self.move(x, y)
        await self.page.wheel(x, y, dx, dy)
        return [f"page.mouse.move({x:.0f}, {y:.0f})", f"page.mouse.wheel({dx:.0f}, {dy:.0f})"]

    async def tap(self, x: float, y: float) -> list[str]:
        await self.page.touch_tap(x, y)
        return [f"page.touchscreen.tap({x:.0f}, {y:.0f})"]
