"""Clocks and dates: the time shown is the page's time, and it goes on."""

from __future__ import annotations

import re

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.snapshot import Element, Snapshot
from presscheck.scoring.times import displays, moved, readings

_CLOCK_WORDS = ("clock", "时钟", "time", "时间")
_SAYS_CLOCK = re.compile(r"clock|\btime\b|时钟|时间", re.I)
_DATE = re.compile(
    r"\b(19|20)\d\d\s*[-/.年]\s*\d{1,2}|\b\d{1,2}\s*[-/.]\s*\d{1,2}\s*[-/.]\s*(19|20)?\d\d\b|"
    r"\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2}\b|"
    r"\b\d{1,2}(st|nd|rd|th)?\s+(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|"
    r"\d{1,2}\s*月\s*\d{1,2}\s*[日号]|\b(mon|tues|wednes|thurs|fri|satur|sun)day\b|星期[一二三四五六日天]",
    re.I,
)
_STEP_MS = 5_000
_MINUTE_MS = 61_000


def _clock_texts(snapshot: Snapshot) -> dict[int, str]:
    return {d.element.id: d.text for d in displays(snapshot) if "bare" not in readings(d.text)}


@probe("clock-ticks", params=NoParams)
async def clock_ticks(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """The clock goes on, second by second or minute by minute, for as long as it is watched."""
    opened = await _open_clock(ctx)
    if not opened and not _clock_texts(await ctx.snapshot()):
        return ctx.not_offered("no clock was found")
    texts = [_clock_texts(await ctx.snapshot())]
    for _ in range(2):
        await ctx.advance(_STEP_MS)
        texts.append(_clock_texts(await ctx.snapshot()))
    for element_id, first in texts[0].items():
        second, third = texts[1].get(element_id, ""), texts[2].get(element_id, "")
        if moved(first, second, _STEP_MS / 1000) and moved(second, third, _STEP_MS / 1000):
            return ctx.passed(f"the clock goes from “{first}” to “{third}” in ten seconds")
    hands = await _hands_turn(ctx)
    if hands:
        return ctx.passed(f"the clock goes on: {hands}")
    await ctx.advance(_MINUTE_MS)
    minute = _clock_texts(await ctx.snapshot())
    await ctx.advance(_MINUTE_MS)
    after = _clock_texts(await ctx.snapshot())
    for element_id, third in texts[2].items():
        one, two = minute.get(element_id, ""), after.get(element_id, "")
        shows_seconds = "h:m:s" in readings(third)
        if not shows_seconds and moved(third, one, 60) and moved(one, two, 60):
            return ctx.passed(f"the clock goes from “{third}” to “{two}” in two minutes")
    if texts[0]:
        shown = next(iter(texts[0].values()))
        return ctx.failed(f"the clock shows “{shown}” and stands still")
    return ctx.failed("a clock is there, but nothing on it moves")


async def _open_clock(ctx: ProbeContext) -> bool:
    """Open the clock where it is behind a name; a taskbar's small clock does not count as it."""

    def looks(snapshot: Snapshot) -> bool | None:
        return True if _named_clock(snapshot) or _clock_texts(snapshot) else None

    entries = [
        e
        for e in (await ctx.snapshot()).controls()
        if re.search(r"clock|时钟", f"{e.label} {e.hint} {e.words}", re.I)
        and not readings(ctx.now.text_of(e))
    ]
    for entry in entries[:2]:
        current = await ctx.again(entry)
        if current is None:
            continue
        before = len(_clock_texts(ctx.now))
        effect = await ctx.click(current)
        if not effect.of("appeared", "state"):
            effect = await ctx.double_click(current)
        if len(_clock_texts(await ctx.snapshot())) > before or effect.of("appeared"):
            return True
    return bool(await ctx.bring(_CLOCK_WORDS, looks))


def _named_clock(snapshot: Snapshot) -> list[Element]:
    return [
        e
        for e in snapshot.shown
        if e.tag in ("canvas", "svg", "div", "section")
        and re.search(r"\b(clock|dial|face|hand)\b|时钟|表盘", f"{e.name} {e.words}", re.I)
    ]


async def _hands_turn(ctx: ProbeContext) -> str:
    """An analogue clock: its drawing or hands change each time, without anybody acting."""
    clocks = _named_clock(await ctx.snapshot())
    seen: list[str] = []
    for _ in range(2):
        effect = await ctx.advance(_STEP_MS)
        turns = [
            c
            for c in effect.of("redrawn", "restyled", "moved", "resized")
            if c.element is not None
            and (c.kind == "redrawn" or any(effect.after.is_inside(c.element, k) for k in clocks))
        ]
        if not turns:
            return ""
        seen.append(turns[0].says)
    return seen[-1]


@probe("date-shown", params=NoParams)
async def date_shown(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A date is shown."""
    if match := _DATE.search(await ctx.text()):
        return ctx.passed(f"the date “{match[0]}” is shown")
    await _open_clock(ctx)
    if match := _DATE.search(await ctx.text()):
        return ctx.passed(f"the date “{match[0]}” is shown")
    return ctx.not_offered("no date is shown")
