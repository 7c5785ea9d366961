"""Charts: drawn, not empty, and following what they are drawn from."""

from __future__ import annotations

import re

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.effect import Effect
from presscheck.scoring.entries import add_entry, samples
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.probes.numbers import inputs_in, press_compute
from presscheck.scoring.probes.simulations import move
from presscheck.scoring.probes.views import colours_in
from presscheck.scoring.snapshot import Element, Snapshot

_CHART_WORDS = re.compile(r"chart|graph|plot|pie|donut|bars?\b|histogram|图表|图|饼", re.I)
MIN_AREA = 4_000


def charts(snapshot: Snapshot) -> list[Element]:
    """Canvases and SVGs of a chart's size, then elements that call themselves a chart."""
    drawn = [e for e in snapshot.shown if e.tag in ("canvas", "svg") and e.box.area >= MIN_AREA]
    named = [
        e
        for e in snapshot.shown
        if e.tag not in ("canvas", "svg", "body", "html")
        and e.box.area >= MIN_AREA
        and _CHART_WORDS.search(e.words)
        and not any(snapshot.is_inside(d, e) for d in drawn)
    ]
    drawn.sort(key=lambda e: (not _CHART_WORDS.search(f"{e.words} {e.name}"), -e.box.area))
    return drawn + sorted(named, key=lambda e: -e.box.area)


@probe("chart-drawn", params=NoParams)
async def chart_drawn(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A chart is drawn, and it is not empty."""
    found = charts(await ctx.snapshot())
    if not found:
        return ctx.not_offered("the page has no chart")
    for chart in found[:3]:
        if await colours_in(ctx, chart) >= 2:
            return ctx.passed(f"{chart} shows a drawing")
    await press_compute(ctx)
    for chart in charts(await ctx.snapshot())[:3]:
        if await colours_in(ctx, chart) >= 2:
            return ctx.passed(f"after computing, {chart} shows a drawing")
    added = await add_entry(ctx, samples(ctx)[0])
    if added.shown:
        for chart in charts(await ctx.snapshot())[:3]:
            if await colours_in(ctx, chart) >= 2:
                return ctx.passed(f"after an entry is added, {chart} shows a drawing")
    why = f": {ctx.errors()[0]}" if ctx.errors() else ""
    return ctx.failed(f"{found[0]} is empty{why}")


@probe("chart-follows", params=NoParams)
async def chart_follows(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """The chart changes when what it is drawn from is changed."""
    found = charts(await ctx.snapshot())
    if not found:
        return ctx.not_offered("the page has no chart")
    tried: list[str] = []
    for control in inputs_in(await ctx.snapshot())[:6]:
        for share in (0.85, 0.2):
            effect = await move(ctx, control, share, picture=not tried)
            if seen := _chart_changed(effect, found):
                return ctx.passed(f"changing {control} changes the chart: {seen}")
        tried.append(str(control))
    await press_compute(ctx)
    added = await add_entry(ctx, samples(ctx)[0])
    for effect in added.effects:
        if seen := _chart_changed(effect, charts(effect.before)):
            return ctx.passed(f"adding an entry changes the chart: {seen}")
    if not tried and added.field is None:
        return ctx.not_offered("there is nothing that a chart could follow")
    return ctx.failed(
        f"{', '.join(tried[:3]) or 'an entry'} was changed; the chart stays as it was"
    )


def _chart_changed(effect: Effect, found: list[Element]) -> str:
    ids = {e.id for e in found}
    for change in effect.changes:
        e = change.element
        if e is None or e.role in ("slider", "spinbutton"):
            continue
        chain = [e, *effect.after.ancestors(e), *effect.before.ancestors(e)]
        if not any(a.id in ids or a.tag == "svg" for a in chain):
            continue
        if change.kind in ("redrawn", "restyled", "resized", "moved", "appeared", "disappeared"):
            return change.says
    return ""
