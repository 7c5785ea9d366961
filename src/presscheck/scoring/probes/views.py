"""Views that are explored with the pointer: hot spots that explain, turning, zooming."""

from __future__ import annotations

import re

from pydantic import BaseModel

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.effect import Effect
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.rows import SPOILED
from presscheck.scoring.snapshot import Element, Snapshot
from presscheck.scoring.stage import drawing_changed, is_shape, stages

_ROTATE = re.compile(r"rotat|turn|spin|orbit|↻|↺|⟳|⟲|旋转|转动|转", re.I)
_ZOOM_IN = re.compile(r"zoom ?in|^\s*[+＋]\s*$|🔍|放大|zoom", re.I)
_GRID = [(fx / 10, fy / 10) for fy in (5, 3, 7, 4, 6, 2, 8) for fx in (5, 3, 7, 4, 6, 2, 8, 1, 9)]
MOST_PARTS = 10


class ThingParams(BaseModel):
    thing: str = ""


def _explanation(effect: Effect) -> str:
    """The words that a click brought: new or changed text with at least three words in it."""
    text = " ".join(
        c.now for c in effect.of("appeared", "text") if c.now and not c.now.strip().isdigit()
    )
    text = " ".join([text, *effect.dialogs]).strip()
    words = re.findall(r"[^\W\d_]{2,}|[\u4e00-\u9fff]{2,}", text)
    return text if len(words) >= 3 or len(re.findall(r"[\u4e00-\u9fff]", text)) >= 6 else ""


def parts(snapshot: Snapshot) -> list[Element]:
    """What looks like a part that can be clicked: shapes, labelled spots, lists of parts last."""
    clickable = [
        e
        for e in snapshot.controls()
        if e.enabled
        and not e.takes_text
        and not e.options
        and e.role not in ("slider", "tab", "checkbox", "switch", "spinbutton", "link")
    ]
    shapes = [e for e in clickable if is_shape(e) or e.tag == "text"]
    spots = [
        e
        for e in clickable
        if e not in shapes
        and any(s.box.encloses(e.box, 10) for s in stages(snapshot) if s.id != e.id)
    ]
    rest = [e for e in clickable if e not in shapes and e not in spots]
    # Shapes of one group answer alike: one of each place is enough.
    unique: list[Element] = []
    for e in [*shapes, *spots, *rest]:
        if not any(u.box.shared(e.box) > 0.8 * min(u.box.area, e.box.area) for u in unique):
            unique.append(e)
    return unique


@probe("hotspots", params=ThingParams)
async def hotspots(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """Clicking different parts explains each of them, in different words."""
    what = params.thing or "parts"
    seen: dict[str, str] = {}
    tried = 0
    spoiled = ""
    for part in parts(await ctx.snapshot())[:MOST_PARTS]:
        current = await ctx.again(part)
        if current is None:
            continue
        tried += 1
        effect = await ctx.click(current, picture=tried <= 2)
        text = _explanation(effect)
        if found := SPOILED.search(" ".join(c.now for c in effect.of("appeared", "text"))):
            spoiled = f"clicking {part} shows “{found[0]}”"
            break
        if text and text not in seen.values():
            seen[str(part)] = text
        if len(seen) >= 3:
            break
    if not spoiled and len(seen) < 2:
        tried += await _try_canvas(ctx, seen)
    if spoiled:
        return ctx.failed(spoiled)
    if len(seen) >= 2:
        names = "; ".join(f"“{t[:40]}”" for t in list(seen.values())[:3])
        return ctx.passed(f"different {what} bring different explanations: {names}")
    if len(seen) == 1:
        return ctx.failed(f"all {what} that were clicked bring the same text")
    if not tried:
        return ctx.not_offered(f"no {what} to click were found")
    return ctx.failed(f"{tried} places were clicked; none explains anything")


async def _try_canvas(ctx: ProbeContext, seen: dict[str, str]) -> int:
    """Try points of the largest drawing until two of them explain something different."""
    drawn = [e for e in stages(await ctx.snapshot()) if e.tag in ("canvas", "svg")]
    if not drawn:
        return 0
    tried = 0
    for point in _GRID:
        current = await ctx.again(drawn[0])
        if current is None:
            break
        tried += 1
        effect = await ctx.click(current, at=point, settle=120, picture=tried == 1)
        text = _explanation(effect)
        if found := SPOILED.search(text):
            seen.clear()
            ctx.note(f"a click shows “{found[0]}”")
            break
        if text and text not in seen.values():
            seen[f"the point {point[0]:.0%}, {point[1]:.0%}"] = text
            if len(seen) >= 2:
                break
    return tried


@probe("rotate", params=ThingParams)
async def rotate(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """The view turns: when it is dragged, or by buttons, keys or a slider for it."""
    drawn = stages(await ctx.snapshot())
    tried: list[str] = []
    for stage in drawn[:2]:
        for way in ((130, 20), (-90, 60)):
            current = await ctx.again(stage)
            if current is None:
                break
            for at in ((0.5, 0.5), (0.85, 0.15)):
                effect = await ctx.drag(current, by=way, at=at, picture=not tried, watch=current)
                if seen := _turned(effect):
                    return ctx.passed(f"dragging {stage} turns it: {seen}")
        tried.append(f"dragging {stage}")
    controls = [
        e
        for e in (await ctx.snapshot()).controls()
        if e.enabled and (_ROTATE.search(e.label) or _ROTATE.search(e.words))
    ]
    for control in controls[:4]:
        current = await ctx.again(control)
        if current is None:
            continue
        watch = await ctx.again(drawn[0]) if drawn else None
        if current.role == "slider" or current.span:
            effect = await ctx.set(current, 0.8, relative=True, watch=watch)
        else:
            effect = await ctx.click(current, watch=watch, settle=700, picture=True)
        if seen := _turned(effect):
            return ctx.passed(f"{control} turns it: {seen}")
        tried.append(str(control))
    for stage in drawn[:1]:
        for key in ("ArrowRight", "ArrowLeft"):
            effect = await ctx.press(key, times=3, on=stage)
            if seen := _turned(effect):
                return ctx.passed(f"the arrow keys turn it: {seen}")
        tried.append("the arrow keys")
    if not tried:
        return ctx.not_offered("there is no view to turn")
    return ctx.failed(f"{', '.join(tried)}: the drawing stays as it is")


def _turned(effect: Effect) -> str:
    if seen := drawing_changed(effect, least=0.01):
        return seen
    still = not any(c.kind == "redrawn" for c in effect.ambient)
    if effect.pixels is not None and effect.pixels > 0.02 and still:
        return f"{effect.pixels:.0%} of the picture changed"
    return ""


@probe("zoom", params=ThingParams)
async def zoom(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """The view grows: by the wheel, or by buttons or a slider for it."""
    drawn = stages(await ctx.snapshot())
    tried: list[str] = []
    for stage in drawn[:2]:
        for dy in (-240, 240):
            current = await ctx.again(stage)
            if current is None:
                break
            effect = await ctx.wheel(current, dy, watch=current, picture=not tried)
            if seen := _turned(effect):
                return ctx.passed(f"the wheel zooms {stage}: {seen}")
        tried.append(f"the wheel over {stage}")
    controls = [
        e
        for e in (await ctx.snapshot()).controls()
        if e.enabled and (_ZOOM_IN.search(e.label) or "zoom" in e.words)
    ]
    for control in controls[:3]:
        current = await ctx.again(control)
        if current is None:
            continue
        if current.span:
            effect = await ctx.set(current, 0.9, relative=True)
        else:
            effect = await ctx.click(current, settle=600)
        if seen := _turned(effect):
            return ctx.passed(f"{control} zooms: {seen}")
        tried.append(str(control))
    if not tried:
        return ctx.not_offered("there is no view to zoom")
    return ctx.failed(f"{', '.join(tried)}: the drawing stays as it is")


@probe("not-blank", params=NoParams)
async def not_blank(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Something is drawn where the page draws."""
    drawn = stages(await ctx.snapshot())
    if not drawn:
        return ctx.not_offered("the page has no drawing")
    colours = await colours_in(ctx, drawn[0])
    if colours < 2:
        return ctx.failed(f"{drawn[0]} is blank: one colour only")
    return ctx.passed(f"{drawn[0]} shows {colours} colours")


async def colours_in(ctx: ProbeContext, element: Element) -> int:
    """How many clearly different colours a region shows, counted up to 64."""
    import io

    from PIL import Image

    png = await ctx.picture(element)
    image = Image.open(io.BytesIO(png)).convert("RGB").quantize(64)
    total = image.width * image.height
    counts = image.getcolors(maxcolors=64) or []
    return sum(1 for count, _ in counts if int(count) > 0.0008 * total)
