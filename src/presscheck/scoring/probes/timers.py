"""Stopwatches, laps, countdowns, pomodoros: started, stopped and run out under moved time."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pydantic import BaseModel

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.effect import Effect
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.snapshot import Element, Snapshot
from presscheck.scoring.times import Display, displays, is_negative, is_zero, moved, readings

START = re.compile(r"^\W*(start|begin|go|run|play|resume|开始|启动|计时)|^\s*[▶►⏵]", re.I)
STOP = re.compile(r"^\W*((stop|pause|halt)\b|停止|暂停)|^\s*[⏸■⏹❚‖]", re.I)
RESET = re.compile(r"^\W*(reset|restart|clear|zero|复位|重置|清零|归零|重新)|^\s*[↺⟲🔄⏮]", re.I)
LAP = re.compile(r"\b(lap|split)\b|计次|分段|计圈|圈", re.I)
_ANNOUNCES = re.compile(
    r"time'?s?\s*(is\s*)?up|done|finish|over|complete|ended|expired|ring|🔔|⏰|"
    r"时间到|时间已?到|结束|完成|到了|休息",
    re.I,
)
_STOPWATCH = ("stopwatch", "秒表")
_COUNTDOWN = ("timer", "countdown", "倒计时", "计时器")
_POMODORO = ("pomodoro", "番茄钟", "番茄", "timer", "focus")
_RUN_MS = 3_000


class CountdownParams(BaseModel):
    minutes: float | None = None


@dataclass
class Running:
    """A timer that was seen to run, and what started it."""

    display: Display
    start: Element
    before: str
    after: str


def named(snapshot: Snapshot, pattern: re.Pattern[str]) -> list[Element]:
    """Enabled controls whose label or picture fits."""
    return [
        e
        for e in snapshot.controls()
        if e.enabled
        and not e.takes_text
        and (pattern.search(e.label) or (len(e.label) < 3 and pattern.search(e.words)))
    ]


async def _run(ctx: ProbeContext, direction: int) -> Running | str:
    """Start what can be started until a display counts in the direction; else why not."""
    starts = named(await ctx.snapshot(), START)
    if not starts:
        return "there is nothing to start it with"
    frozen = ""
    for start in starts[:4]:
        current = await ctx.again(start)
        if current is None or not current.shown:
            continue
        effect = await ctx.click(current, picture=True)
        was = {d.element.id: d for d in displays(await ctx.snapshot())}
        await ctx.advance(_RUN_MS)
        snapshot = await ctx.snapshot()
        for display in was.values():
            now = display.again(snapshot)
            if moved(display.text, now, direction * _RUN_MS / 1000):
                return Running(display, current, display.text, now)
        shown = next(iter(was.values())).text if was else "nothing"
        why = f" ({effect.errors[0]})" if effect.errors else ""
        frozen = f"after {current} and 3 seconds the display still shows “{shown}”{why}"
    return frozen or "what starts it cannot be reached"


async def _bring(ctx: ProbeContext, words: tuple[str, ...]) -> bool:
    """Get to the timer: it may be in another tab or window."""

    def looks(snapshot: Snapshot) -> bool | None:
        return True if named(snapshot, START) and displays(snapshot) else None

    said = [e for e in (await ctx.snapshot()).controls() if _is_way(e, words)]
    if said:
        await ctx.click(said[0])
    return bool(await ctx.bring(words, looks))


def _is_way(e: Element, words: tuple[str, ...]) -> bool:
    return (
        (e.role in ("tab", "button", "link", "menuitem", "label") or e.has("pointer"))
        and any(w in e.label.casefold() for w in words)
        and not START.search(e.label)
    )


@probe("stopwatch", params=NoParams)
async def stopwatch(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """The stopwatch counts up once started, stands still when stopped, and goes back to zero."""
    if not await _bring(ctx, _STOPWATCH):
        return ctx.not_offered("no stopwatch with a start button was found")
    running = await _run(ctx, +1)
    if isinstance(running, str):
        return ctx.failed(running)
    stops = named(await ctx.snapshot(), STOP)
    stop = stops[0] if stops else await ctx.again(running.start)
    if stop is None:
        return ctx.failed("nothing is there to stop it")
    await ctx.click(stop, picture=True)
    halted = running.display.again(await ctx.snapshot())
    await ctx.advance(_RUN_MS)
    later = running.display.again(await ctx.snapshot())
    if later != halted:
        return ctx.failed(f"after {stop} it runs on, from “{halted}” to “{later}”")
    resets = named(await ctx.snapshot(), RESET)
    if not resets:
        return ctx.failed("it starts and stops, but nothing sets it back to zero")
    await ctx.click(resets[0], picture=True)
    await ctx.advance(1_000)
    zero = running.display.again(await ctx.snapshot())
    if zero and not is_zero(zero):
        return ctx.failed(f"after {resets[0]} it shows “{zero}”")
    return ctx.passed(
        f"it runs (“{running.before}” to “{running.after}”), stops at “{halted}” "
        f"and resets to “{zero}”"
    )


@probe("laps", params=NoParams)
async def laps(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Each press of the lap button adds a time to a list that keeps the earlier ones."""
    if not await _bring(ctx, _STOPWATCH):
        return ctx.not_offered("no stopwatch with a start button was found")
    running = await _run(ctx, +1)
    if isinstance(running, str):
        return ctx.failed(f"no lap can be taken: {running}")
    counts = [_times_shown(await ctx.snapshot())]
    for number in range(1, 4):
        buttons = named(await ctx.snapshot(), LAP)
        if not buttons:
            return ctx.not_offered("there is no lap button")
        await ctx.click(buttons[0], picture=number == 3)
        counts.append(_times_shown(await ctx.snapshot()))
        await ctx.advance(1_300)
        if counts[-1] <= counts[-2]:
            if number == 1:
                return ctx.failed("pressing the lap button lists no time")
            return ctx.failed(f"lap {number} replaces an earlier one instead of joining the list")
    return ctx.passed("three laps were taken, and all three are listed")


def _times_shown(snapshot: Snapshot) -> int:
    return len(re.findall(r"\d+[:：.]\d{2}", snapshot.text))


async def _set_short(ctx: ProbeContext) -> float | None:
    """Set the countdown to a few seconds where its fields allow; the seconds that it then lasts.

    None where there is nothing to set.
    """
    snapshot = await ctx.snapshot()
    fields = [
        e
        for e in snapshot.shown
        if e.enabled
        and (e.takes_text or e.span or e.role == "spinbutton")
        and e.type not in ("search", "checkbox")
    ]
    kinds = {e.id: _unit(e) for e in fields}
    timed = [e for e in fields if kinds[e.id]]
    if not timed and len(fields) == 1 and fields[0].type in ("number", "range"):
        timed, kinds = fields, {fields[0].id: "m"}
    if not timed:
        return None
    seconds_too = any(kinds[e.id] == "s" for e in timed)
    total = 0.0
    for e in timed:
        match kinds[e.id]:
            case "s":
                await ctx.set(e, 5)
                total += 5
            case "m":
                await ctx.set(e, 0 if seconds_too else 1)
                total += 0 if seconds_too else 60
            case "mm:ss":
                await ctx.type(e, "00:05", clear=True)
                total += 5
            case _:
                await ctx.set(e, 0)
    confirm = [
        e
        for e in (await ctx.snapshot()).by_role("button")
        if re.search(r"^\s*(set|apply|update|设置|设定|确定)", e.label, re.I) and e.enabled
    ]
    if confirm:
        await ctx.click(confirm[0])
    return total


def _unit(e: Element) -> str:
    said = f"{e.name} {e.hint} {e.words} {e.value or ''}".casefold()
    if re.search(r"\b\d{1,2}:\d{2}\b|mm:ss", said):
        return "mm:ss"
    if re.search(r"\bsec|second|秒|\bss?\b", said):
        return "s"
    if re.search(r"\bmin|minute|分|\bmm?\b", said):
        return "m"
    if re.search(r"\bhour|\bhrs?\b|小时|时", said):
        return "h"
    return ""


@probe("countdown", params=CountdownParams)
async def countdown(ctx: ProbeContext, params: CountdownParams) -> ProbeOutcome:
    """The countdown can be set and counts down second by second."""
    if not await _bring(ctx, _COUNTDOWN):
        return ctx.not_offered("no countdown with a start button was found")
    await _set_short(ctx)
    running = await _run(ctx, -1)
    if isinstance(running, str):
        return ctx.failed(running)
    return ctx.passed(f"started, it goes from “{running.before}” to “{running.after}” in 3 seconds")


@probe("countdown-ends", params=CountdownParams)
async def countdown_ends(ctx: ProbeContext, params: CountdownParams) -> ProbeOutcome:
    """The countdown stops at zero, and says so."""
    if not await _bring(ctx, _COUNTDOWN):
        return ctx.not_offered("no countdown with a start button was found")
    await _set_short(ctx)
    running = await _run(ctx, -1)
    if isinstance(running, str):
        return ctx.failed(running)
    left = max((v for v in readings(running.after).values() if v < 36_000), default=0.0)
    # Minutes and hours read alike ("25:00"): the shorter reading is tried first.
    shortest = min((v for v in readings(running.after).values()), default=left)
    effect = await ctx.advance((shortest + 3) * 1000)
    end = running.display.again(await ctx.snapshot())
    if is_negative(end):
        return ctx.failed(f"it runs past zero and shows “{end}”")
    later = await ctx.advance(4_000)
    after = running.display.again(await ctx.snapshot())
    if is_negative(after):
        return ctx.failed(f"it runs past zero and shows “{after}”")
    said = _announcement(effect, running.display) or _announcement(later, running.display)
    if end and after and not is_zero(after) and moved(end, after, -4):
        return ctx.failed(f"it does not stop at zero: it shows “{after}”")
    if not said:
        return ctx.failed(f"it stops at “{after or end}” without saying that time is up")
    return ctx.passed(f"it stops at zero, and {said}")


def _announcement(effect: Effect, display: Display) -> str:
    """What tells a person that time is up: a dialog, a sound, a message, a mark on the display."""
    if effect.dialogs:
        return f"a dialog says “{effect.dialogs[0][:60]}”"
    if effect.sounds:
        return "a sound is started"
    for change in effect.of("text", "appeared", "title", "value"):
        if _ANNOUNCES.search(change.now) and not readings(change.now.strip()):
            return f"“{change.now[:60]}” is shown"
    for change in effect.of("appeared", "text"):
        elsewhere = change.element is not None and change.element.id != display.element.id
        if elsewhere and re.search(r"[^\W\d]{2,}", change.now):
            return f"“{change.now[:60]}” is shown"
    for change in effect.of("restyled"):
        if change.element is not None and change.element.id == display.element.id:
            return "the display changes its look"
    return ""


@probe("pomodoro", params=NoParams)
async def pomodoro(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """The pomodoro clock counts down once it is started, and stands still when paused."""
    if not await _bring(ctx, _POMODORO):
        return ctx.not_offered("no pomodoro clock with a start button was found")
    running = await _run(ctx, -1)
    if isinstance(running, str):
        return ctx.failed(running)
    await ctx.advance(60_000)
    later = running.display.again(await ctx.snapshot())
    if not moved(running.after, later, -60):
        return ctx.failed(f"after a minute more it shows “{later}” instead of a minute less")
    stops = named(await ctx.snapshot(), STOP)
    if stops:
        await ctx.click(stops[0], picture=True)
        halted = running.display.again(await ctx.snapshot())
        await ctx.advance(_RUN_MS)
        if running.display.again(await ctx.snapshot()) != halted:
            return ctx.failed(f"after {stops[0]} it runs on")
    return ctx.passed(f"it counts down, from “{running.before}” to “{later}” in 63 seconds")
