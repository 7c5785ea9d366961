"""Timelines that are scrubbed: something follows, and can be brought back."""

from __future__ import annotations

import re

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.effect import Effect
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.probes.simulations import sliders_in
from presscheck.scoring.snapshot import Element, Snapshot
from presscheck.scoring.stage import drawing_changed

_TIMELINE_WORDS = re.compile(
    r"time ?line|scrub|track|slider|progress|knob|thumb|handle|seek|时间轴|进度|滑块|拖动", re.I
)


def timelines(snapshot: Snapshot) -> list[Element]:
    """Sliders, then long flat things that call themselves a timeline, a track or a handle."""
    proper = sliders_in(snapshot)
    named = [
        e
        for e in snapshot.shown
        if e not in proper
        and _TIMELINE_WORDS.search(f"{e.words} {e.name}")
        and e.tag not in ("label", "text", "p", "h1", "h2")
        and not e.takes_text
        and (e.box.w >= 3 * e.box.h or e.box.w <= 60 or e.has("pointer") or e.has("draggable"))
    ]
    return proper + sorted(named, key=lambda e: (not e.has("pointer"), -e.box.w))


@probe("timeline", params=NoParams)
async def timeline(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """The timeline can be dragged with the mouse, and the drawing or a text follows."""
    found = timelines(await ctx.snapshot())
    if not found:
        canvas = [e for e in (await ctx.snapshot()).shown if e.tag == "canvas"]
        for stage in canvas[:1]:
            # A timeline that is drawn lies along the lower edge.
            for height in (0.95, 0.9, 0.85):
                effect = await ctx.drag(stage, by=(stage.box.w * 0.3, 0), at=(0.3, height))
                if _follows(effect, stage):
                    return ctx.passed("dragging along the lower edge moves the drawing on")
        return ctx.not_offered("there is no timeline to drag")
    unreached = 0
    for element in found[:4]:
        if element.has("below") and not element.enabled:
            unreached += 1
            continue
        seen = await _drag_along(ctx, element)
        if seen:
            return ctx.passed(f"dragging {element}: {seen}")
    return ctx.failed(f"dragging {found[0]} moves nothing on the page")


async def _drag_along(ctx: ProbeContext, element: Element) -> str:
    """Drag a slider's thumb, a handle, or along a track; what followed."""
    if element.role == "slider" or element.span:
        for share in (0.3, 0.7):
            effect = await ctx.set(element, share, relative=True, picture=share < 0.5)
            if seen := _follows(effect, element):
                return seen
        return ""
    if element.box.w <= 60:
        effect = await ctx.drag(element, by=(140, 0), picture=True)
        seen = _follows(effect, element)
        if not seen:
            seen = _follows(await ctx.drag(element, by=(-140, 0)), element)
        return seen
    for start, way in ((0.05, 0.4), (0.5, 0.3), (0.2, 0.5)):
        effect = await ctx.drag(
            element, by=(element.box.w * way, 0), at=(start, 0.5), picture=start < 0.1
        )
        if seen := _follows(effect, element):
            return seen
    return ""


def _follows(effect: Effect, element: Element) -> str:
    """What changed beside the timeline itself."""
    if seen := drawing_changed(effect):
        return seen
    for change in effect.outside(element):
        if change.kind in ("text", "moved", "appeared", "restyled", "redrawn") and not (
            change.element is not None and element.box.encloses(change.element.box, 12)
        ):
            return change.says
    return ""
