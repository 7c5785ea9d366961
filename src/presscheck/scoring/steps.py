"""Carries out checks written as steps and expectations (core/steps.py)."""

from __future__ import annotations

from dataclasses import dataclass, field

from presscheck.core import steps as lang
from presscheck.core.plan import Check
from presscheck.scoring.changes import Change
from presscheck.scoring.context import ProbeContext
from presscheck.scoring.effect import QUIET, Effect
from presscheck.scoring.locate import Found, NotFound, find, find_all
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.snapshot import Element, Snapshot
from presscheck.scoring.words import fold

SURE = 0.6
"""Confidence from which a thing counts as being there."""

ALIKE = 0.15
ANIMATION_MS = 600
SETTING_ROLES = ("slider", "spinbutton", "textbox", "combobox", "listbox", "date", "colour")


@dataclass
class _Story:
    """What happened so far: the snapshots and effects that expectations are held against."""

    start: Snapshot
    effects: list[Effect] = field(default_factory=list)
    before_reload: Snapshot | None = None

    @property
    def changes(self) -> list[Change]:
        return [
            c
            for e in self.effects
            for c in e.changes
            if not (c.kind == "state" and c.what in QUIET)
        ]


class _Stop(Exception):
    """A step could not be done; the outcome of the check is settled."""

    def __init__(self, outcome: ProbeOutcome) -> None:
        super().__init__(outcome.reason)
        self.outcome = outcome


async def run_steps(ctx: ProbeContext, check: Check) -> ProbeOutcome:
    """Do the steps, then hold every expectation against what was seen."""
    story = _Story(await ctx.snapshot())
    draws = [e for e in check.expectations if e.expect == "draws"]
    watch = None
    if draws and draws[0].target is not None:
        found = await ctx.find(draws[0].target)
        watch = found.element if found else None
    try:
        for step in check.steps:
            await _do(ctx, step, story, watch)
        reasons = [await _hold(ctx, expectation, story) for expectation in check.expectations]
    except _Stop as stop:
        return stop.outcome
    return ctx.passed("; ".join(reasons))


async def _do(ctx: ProbeContext, step: lang.Step, story: _Story, watch: Element | None) -> None:
    match step:
        case lang.Wait():
            story.effects.append(await ctx.advance(step.seconds * 1000))
            return
        case lang.Reload():
            story.before_reload = await ctx.snapshot()
            await ctx.reload()
            return
        case lang.Press(target=None):
            story.effects.append(await ctx.press(step.key, times=step.times, watch=watch))
            return
        case lang.Scroll(target=None):
            w, h = (await ctx.snapshot()).viewport
            story.effects.append(await ctx.wheel((w / 2, h / 2), step.dy))
            return
    target = step.target
    assert target is not None
    place = await _resolve(ctx, target, step)
    match step:
        case lang.Click():
            effect = await ctx.click(place, watch=watch)
        case lang.DoubleClick():
            effect = await ctx.double_click(place, watch=watch)
        case lang.Hover():
            effect = await ctx.hover(place, watch=watch)
        case lang.Drag():
            onto = await _resolve(ctx, step.onto, step) if step.onto else None
            by = None if onto else (step.dx, step.dy)
            effect = await ctx.drag(place, by=by, onto=onto, watch=watch)
        case lang.Type():
            effect = await ctx.type(place, step.text)
        case lang.Press():
            effect = await ctx.press(step.key, times=step.times, on=place, watch=watch)
        case lang.Set():
            effect = await ctx.set(place, step.value, relative=step.relative, watch=watch)
        case lang.Choose():
            effect = await ctx.choose(place, step.option)
        case lang.Scroll():
            effect = await ctx.wheel(place, step.dy)
    if effect.blocked:
        raise _Stop(ctx.failed(f"{effect.did} is not possible: {effect.blocked}"))
    story.effects.append(effect)


async def _resolve(ctx: ProbeContext, target: lang.Target, step: lang.Step) -> Found:
    role: tuple[str, ...] | None = None
    if target.role is None and isinstance(step, lang.Type):
        role = ("textbox", "searchbox", "spinbutton", "combobox")
    elif target.role is None and isinstance(step, lang.Set):
        role = SETTING_ROLES
    found: Found | NotFound = NotFound("")
    if role is not None:
        found = await ctx.find(target, role=role)
    if not found:
        found = await ctx.find(target)
    if not found:
        raise _Stop(ctx.not_offered(found.says))
    return found


async def _hold(ctx: ProbeContext, e: lang.Expectation, story: _Story) -> str:
    """Why the expectation holds, in words. Raises _Stop where it does not."""
    now = await ctx.snapshot()
    name = f"“{e.target.words}”" if e.target else "the page"
    match e.expect:
        case "appears":
            return _need(
                ctx, _appeared(e, story, now), f"{name} appeared", f"{name} did not appear"
            )
        case "disappears":
            gone = _there(story.start, e.target) and not _there(now, e.target)
            return _need(ctx, gone, f"{name} disappeared", f"{name} did not disappear")
        case "changes" | "draws":
            seen = _changes_of(e, story, now)
            drawn = any((x.pixels or 0) > 0.0005 for x in story.effects)
            held = bool(seen) or (e.expect == "draws" and drawn)
            said = seen[0].says if seen else f"the picture of {name} changed"
            return _need(ctx, held, said, f"nothing changed in {name}")
        case "unchanged":
            seen = _changes_of(e, story, now)
            said = seen[0].says if seen else ""
            return _need(ctx, not seen, f"{name} stayed as it was", f"{name} changed: {said}")
        case "moves":
            moved = [c for c in _changes_of(e, story, now) if c.kind == "moved"]
            said = moved[0].says if moved else ""
            return _need(ctx, bool(moved), said, f"{name} did not move")
        case "reads":
            text = _text(now, e.target)
            wanted = fold(e.text or "")
            held = wanted in fold(text)
            return _need(ctx, held, f"{name} reads “{e.text}”", f"{name} reads “{text[:120]}”")
        case "counts":
            count = len(_alike(now, e.target))
            said = f"there are {count} of {name}"
            return _need(ctx, count == e.count, said, f"{said}, not {e.count}")
        case "animates":
            passed = await ctx.advance(ANIMATION_MS)
            place = find(now, e.target) if e.target else None
            seen = passed.within(place.element) if place else list(passed.changes)
            said = seen[0].says if seen else ""
            return _need(ctx, bool(seen), said, f"nothing moves in {name} as time passes")
        case "persists":
            if story.before_reload is None:
                await _do(ctx, lang.Reload(), story, None)
                now = await ctx.snapshot()
            assert story.before_reload is not None
            was, now_text = _text(story.before_reload, e.target), _text(now, e.target)
            held = bool(was) and fold(was) == fold(now_text)
            return _need(
                ctx,
                held,
                f"{name} is the same after a reload",
                f"{name} was “{was[:80]}”, and after a reload “{now_text[:80]}”",
            )


def _need(ctx: ProbeContext, held: bool, said: str, otherwise: str) -> str:
    if not held:
        raise _Stop(ctx.failed(otherwise))
    return said


def _there(snapshot: Snapshot, target: lang.Target | None) -> bool:
    if target is None:
        return False
    found = find(snapshot, target)
    return bool(found) and isinstance(found, Found) and found.confidence >= SURE


def _appeared(e: lang.Expectation, story: _Story, now: Snapshot) -> bool:
    if e.target is None:
        wanted = fold(e.text or "")
        new = " ".join(fold(x.new_text) for x in story.effects)
        return (
            bool(wanted) and wanted in new
            if e.text
            else any(x.of("appeared") for x in story.effects)
        )
    if not _there(now, e.target):
        return False
    if not _there(story.start, e.target):
        return True
    return len(_alike(now, e.target)) > len(_alike(story.start, e.target))


def _changes_of(e: lang.Expectation, story: _Story, now: Snapshot) -> list[Change]:
    if e.target is None:
        return story.changes
    place = find(now, e.target) or find(story.start, e.target)
    if not place:
        return []
    return [c for x in story.effects for c in x.within(place.element) if c.what not in QUIET]


def _alike(snapshot: Snapshot, target: lang.Target | None) -> list[Element]:
    if target is None:
        return []
    ranked = find_all(snapshot, target)
    return [f.element for f in ranked if ranked[0].confidence - f.confidence <= ALIKE]


def _text(snapshot: Snapshot, target: lang.Target | None) -> str:
    if target is None:
        values = [e.value for e in snapshot.shown if e.value]
        return " ".join([snapshot.text, *values])
    place = find(snapshot, target)
    if not place:
        return ""
    text = snapshot.text_of(place.element)
    inner = [e.value for e in snapshot.inside(place.element) if e.value]
    return " ".join([text, *inner]).strip()
