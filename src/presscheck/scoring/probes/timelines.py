"""Timelines that are scrubbed: something follows the mouse."""

from __future__ import annotations

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.effect import Effect
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.scrub import Scrubber, scrub, scrubbers
from presscheck.scoring.stage import drawing_changed


@probe("timeline", params=NoParams)
async def timeline(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """The timeline can be dragged with the mouse, and the drawing or a text follows."""
    found = scrubbers(await ctx.snapshot())
    if not found:
        return await _drawn_timeline(ctx)
    for scrubber in found[:4]:
        for share in (0.35, 0.75, 0.1):
            effect = await scrub(ctx, scrubber, share, picture=share < 0.5)
            if seen := _follows(effect, scrubber):
                return ctx.passed(f"dragging {scrubber}: {seen}")
    return ctx.failed(f"dragging {found[0]} moves nothing on the page")


async def _drawn_timeline(ctx: ProbeContext) -> ProbeOutcome:
    """A timeline may be drawn along the lower edge of a canvas."""
    drawn = [e for e in (await ctx.snapshot()).shown if e.tag in ("canvas", "svg")]
    for stage in sorted(drawn, key=lambda e: -e.box.area)[:1]:
        for height in (0.95, 0.9, 0.85):
            effect = await ctx.drag(stage, by=(stage.box.w * 0.3, 0), at=(0.3, height))
            if seen := drawing_changed(effect):
                return ctx.passed(f"dragging along the lower edge moves the drawing on: {seen}")
    return ctx.not_offered("there is no timeline to drag")


def _follows(effect: Effect, scrubber: Scrubber) -> str:
    """What changed beside the timeline itself."""
    if seen := drawing_changed(effect, aside=scrubber.element):
        return seen
    for change in effect.outside(scrubber.element):
        near = change.element is not None and scrubber.element.box.encloses(change.element.box, 14)
        if change.kind in ("text", "moved", "appeared", "restyled", "redrawn") and not near:
            return change.says
    return ""
