"""Desktops: a dock or icons that open windows, and windows that close, come up, shrink and grow."""

from __future__ import annotations

from pydantic import BaseModel, Field

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.reach import entries
from presscheck.scoring.snapshot import Element, Snapshot
from presscheck.scoring.windows import Frame, again, frames, grip, on_top

COMMON_APPS = (
    "notepad", "notes", "calculator", "clock", "weather", "settings", "files", "terminal",
    "记事本", "计算器", "时钟", "天气", "设置",
)  # fmt: skip


class LauncherParams(BaseModel):
    apps: list[str] = Field(default_factory=list)


async def open_app(ctx: ProbeContext, name: str) -> tuple[bool, str]:
    """Open an app as a person would: by its entry, with one click, or two. Whether something of a
    window's size came up (or was up already), and how."""
    snapshot = await ctx.snapshot()
    ways = entries(snapshot, name)
    inside = [f.element for f in frames(snapshot)]
    ways.sort(key=lambda e: any(snapshot.is_inside(e, w) for w in inside))
    if not ways:
        return False, f"nothing named “{name}” is there to click"
    for way in ways[:3]:
        for count in (1, 2):
            current = await ctx.again(way)
            if current is None:
                break
            known = {f.element.id for f in frames(await ctx.snapshot())}
            effect = await (ctx.click(current) if count == 1 else ctx.double_click(current))
            new = [f for f in frames(await ctx.snapshot()) if f.element.id not in known]
            if new:
                return True, f"{way} opens {new[0]}"
            grown = [
                c
                for c in effect.of("appeared", "state")
                if c.element is not None
                and c.element.box.w >= 140
                and c.element.box.h >= 80
                and (c.kind == "appeared" or c.what == "shown")
                and c.now
            ]
            if grown:
                return True, f"{way}: {grown[0].says}"
            if effect.errors and not effect.any:
                return False, f"clicking {way} throws: {effect.errors[0]}"
            if any(name.casefold() in f.title.casefold() for f in frames(ctx.now)):
                return True, f"the window “{name}” is open"
    return False, f"clicking {ways[0]} opens nothing"


@probe("launcher", params=LauncherParams)
async def launcher(ctx: ProbeContext, params: LauncherParams) -> ProbeOutcome:
    """Each entry of the dock (or icon) opens its app."""
    apps = params.apps
    if not apps:
        snapshot = await ctx.snapshot()
        apps = [name for name in COMMON_APPS if entries(snapshot, name)][:5]
    if not apps:
        return ctx.not_offered("no dock entries or icons of apps were found")
    for name in apps:
        opened, how = await open_app(ctx, name)
        if not opened:
            # An open window may lie over the dock: the rest is tried on a fresh page.
            await ctx.fresh()
            opened, how = await open_app(ctx, name)
        if not opened:
            return ctx.failed(f"“{name}” cannot be opened: {how}")
        ctx.note(how)
    return ctx.passed(f"{', '.join(apps)} each open")


async def some_windows(ctx: ProbeContext, count: int) -> list[Frame]:
    """At least so many windows, opened where need be; fewer where that does not work."""
    standing = frames(await ctx.snapshot())
    if len(standing) >= count:
        return standing
    for name in COMMON_APPS:
        if entries(ctx.now, name):
            await open_app(ctx, name)
            standing = frames(await ctx.snapshot())
            if len(standing) >= count:
                break
    return standing


@probe("window-close", params=NoParams)
async def window_close(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A window can be closed by its button."""
    standing = await some_windows(ctx, 1)
    if not standing:
        return ctx.not_offered("no window could be opened")
    closable = [f for f in standing if f.close is not None]
    if not closable:
        return ctx.not_offered("no window has a button to close it")
    frame = await _topmost(ctx, closable)
    assert frame.close is not None
    effect = await ctx.click(frame.close, picture=True)
    if again(await ctx.snapshot(), frame) is not None:
        why = f" ({effect.errors[0]})" if effect.errors else ""
        return ctx.failed(f"{frame} stays open after a click on its close button{why}")
    return ctx.passed(f"{frame} closes")


async def _topmost(ctx: ProbeContext, standing: list[Frame]) -> Frame:
    for frame in standing:
        if frame.close is not None and await on_top(ctx, frame, *frame.close.box.centre):
            return frame
    return standing[-1]


@probe("window-raise", params=NoParams)
async def window_raise(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A click on a window behind brings it to the front."""
    standing = await some_windows(ctx, 2)
    if len(standing) < 2:
        return ctx.not_offered("two windows could not be opened")
    pair = _overlapping(standing) or await _push_together(ctx, standing)
    if pair is None:
        return ctx.unsure("two windows could not be laid over each other")
    x, y = _shared_point(*pair)
    behind, front = pair
    if await on_top(ctx, behind, x, y):
        behind, front = front, behind
    elif not await on_top(ctx, front, x, y):
        return ctx.unsure("it cannot be told which window lies on top")
    spot = await _free_spot(ctx, behind, front)
    if spot is None:
        return ctx.unsure(f"{behind} is wholly covered")
    await ctx.click(spot, picture=True)
    current = again(await ctx.snapshot(), behind)
    if current is None:
        return ctx.failed(f"{behind} vanished when it was clicked")
    if await on_top(ctx, current, x, y):
        return ctx.passed(f"a click on {behind} brings it before {front}")
    return ctx.failed(f"after a click on {behind}, {front} still lies over it")


def _overlapping(standing: list[Frame]) -> tuple[Frame, Frame] | None:
    for i, a in enumerate(standing):
        for b in standing[i + 1 :]:
            if a.box.shared(b.box) > 900 and a.box.area > 0:
                return a, b
    return None


async def _push_together(ctx: ProbeContext, standing: list[Frame]) -> tuple[Frame, Frame] | None:
    a, b = standing[0], standing[1]
    start = grip(await ctx.snapshot(), b)
    goal = (a.box.x + 50 - b.box.x, a.box.y + 60 - b.box.y)
    await ctx.drag(start, by=goal)
    snapshot = await ctx.snapshot()
    first, second = again(snapshot, a), again(snapshot, b)
    if first is None or second is None:
        return None
    return _overlapping([first, second])


def _shared_point(a: Frame, b: Frame) -> tuple[float, float]:
    x0, x1 = max(a.box.x, b.box.x), min(a.box.right, b.box.right)
    y0, y1 = max(a.box.y, b.box.y), min(a.box.bottom, b.box.bottom)
    return (x0 + x1) / 2, (y0 + y1) / 2


async def _free_spot(ctx: ProbeContext, behind: Frame, front: Frame) -> tuple[float, float] | None:
    """A point where the window behind can be clicked, on its title bar if possible."""
    spots = [behind.bar.at(share, 0.5) for share in (0.3, 0.5, 0.15, 0.7)]
    spots += [behind.box.at(fx, fy) for fy in (0.9, 0.5, 0.97) for fx in (0.03, 0.97, 0.5)]
    for x, y in spots:
        if front.box.holds(x, y) or not await on_top(ctx, behind, x, y):
            continue
        inner = [e for e in ctx.now.inside(behind.element) if e.role == "button"]
        if not any(e.box.holds(x, y) for e in inner):
            return x, y
    return None


@probe("window-minimise", params=NoParams)
async def window_minimise(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A window can be minimised, and comes back from the dock or taskbar."""
    frame = await _with_button(ctx, "minimise")
    if frame is None or frame.minimise is None:
        return ctx.not_offered("no window has a button to minimise it")
    await ctx.click(frame.minimise, picture=True)
    now = again(await ctx.snapshot(), frame)
    if now is not None and now.box.h > 0.6 * frame.box.h:
        return ctx.failed(f"{frame} stays as it is after its minimise button is clicked")
    opened, how = await open_app(ctx, frame.title)
    if again(await ctx.snapshot(), frame) is None and not opened:
        return ctx.failed(f"{frame} is minimised and cannot be brought back: {how}")
    return ctx.passed(f"{frame} is minimised and comes back")


@probe("window-maximise", params=NoParams)
async def window_maximise(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A window can be made to fill the desktop."""
    frame = await _with_button(ctx, "maximise")
    if frame is None or frame.maximise is None:
        return ctx.not_offered("no window has a button to maximise it")
    await ctx.click(frame.maximise, picture=True)
    now = again(await ctx.snapshot(), frame)
    if now is None or now.box.area < 1.3 * frame.box.area:
        return ctx.failed(f"{frame} does not grow after its maximise button is clicked")
    return ctx.passed(f"{frame} grows to {now.box.w:.0f} × {now.box.h:.0f}")


async def _with_button(ctx: ProbeContext, kind: str) -> Frame | None:
    for frame in await some_windows(ctx, 1):
        if getattr(frame, kind) is not None:
            return frame
    return None


@probe("window-resize", params=NoParams)
async def window_resize(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A window can be made larger by dragging its lower right corner."""
    standing = await some_windows(ctx, 1)
    if not standing:
        return ctx.not_offered("no window could be opened")
    frame = standing[-1]
    for inset in (4, 8, 1):
        corner = (frame.box.right - inset, frame.box.bottom - inset)
        await ctx.drag(corner, by=(70, 50), picture=inset == 4)
        now = again(await ctx.snapshot(), frame)
        if now is not None and now.box.w - frame.box.w > 20 and now.box.h - frame.box.h > 15:
            return ctx.passed(f"{frame} grows when its corner is dragged")
    if _handle(ctx.now, frame) is None:
        return ctx.not_offered(f"{frame} has no corner to resize it by")
    return ctx.failed(f"{frame} keeps its size when its corner is dragged")


def _handle(snapshot: Snapshot, frame: Frame) -> Element | None:
    for e in snapshot.inside(frame.element):
        if "resize" in e.words.casefold():
            return e
    return None
