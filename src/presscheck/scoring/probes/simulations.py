"""Simulations and explainers: controls that drive a drawing, play and pause, named states."""

from __future__ import annotations

import re

from pydantic import BaseModel, Field

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.effect import Effect
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.probes.navigation import NEXT, PREVIOUS
from presscheck.scoring.scrub import Scrubber, scrub, scrubbers
from presscheck.scoring.sliders import is_slider, sliders
from presscheck.scoring.snapshot import Element, Snapshot
from presscheck.scoring.stage import drawing_changed, stages
from presscheck.scoring.words import synonyms

_PLAY = re.compile(
    r"^\W*(play|start|run|go|animate|resume|begin|播放|开始|运行|启动|继续)|[▶►⏵]", re.I
)
_PAUSE = re.compile(r"^\W*(pause|stop|halt|暂停|停止)|[⏸❚‖■]", re.I)
_RESET = re.compile(r"reset|restart|clear|again|initial|重置|复位|重新|清除|还原|[↺⟲]", re.I)
_STEP = re.compile(r"\bstep|单步|步", re.I)
SHARES = (0.0, 0.12, 0.25, 0.38, 0.5, 0.62, 0.75, 0.88, 1.0)


class DrivesParams(BaseModel):
    control: str = ""
    what: str = ""


class NamesParams(BaseModel):
    names: list[str] = Field(default_factory=list)


class ThingParams(BaseModel):
    thing: str = ""


def sliders_in(snapshot: Snapshot) -> list[Element]:
    """Native and drawn sliders that can be moved, the longest first."""
    return sliders(snapshot)


async def _driver(ctx: ProbeContext, words: str) -> Element | None:
    """The control of that name: a slider, number field, choice, or button."""
    snapshot = await ctx.snapshot()
    candidates = [e for e in snapshot.controls() if e.enabled]
    candidates += [e for e in sliders(snapshot) if e not in candidates]
    settable = [
        e
        for e in candidates
        if is_slider(ctx.now, e) or e.role == "spinbutton" or e.options or e.type == "number"
    ]
    for pool in (settable, candidates):
        if words and (found := await ctx.find(words, among=pool)):
            return found.element
    if len(settable) == 1:
        return settable[0]
    return None


async def move(
    ctx: ProbeContext, control: Element, share: float, *, picture: bool = False
) -> Effect:
    """Set a control to a share of its span; a button is pressed."""
    current = await ctx.again(control) or control
    if is_slider(ctx.now, current) or current.span or current.options:
        return await ctx.set(current, share, relative=True, picture=picture)
    if current.takes_text:
        now = float(current.value or 1) if re.fullmatch(r"-?[\d.]+", current.value or "1") else 1.0
        return await ctx.set(current, str(round(now * (0.5 + share), 2)), picture=picture)
    return await ctx.click(current, picture=picture)


@probe("drives", params=DrivesParams)
async def drives(ctx: ProbeContext, params: DrivesParams) -> ProbeOutcome:
    """Changing the control changes what is drawn."""
    control = await _driver(ctx, params.control)
    name = params.control or "a control"
    if control is None:
        return ctx.not_offered(f"no control for “{name}” was found")
    errors: tuple[str, ...] = ()
    for share in (0.85, 0.15, 0.5):
        effect = await move(ctx, control, share, picture=share > 0.8)
        errors = errors or effect.errors
        if seen := drawing_changed(effect):
            return ctx.passed(f"changing {control} changes the drawing: {seen}")
    for runner in _labelled(await ctx.snapshot(), _PLAY)[:1]:
        # Some simulations take their values only when they are started.
        await ctx.click(runner)
        effect = await ctx.advance(1_500)
        if seen := drawing_changed(effect):
            return ctx.passed(f"after {control} was set and {runner} pressed: {seen}")
    why = f" ({errors[0]})" if errors else ""
    return ctx.failed(f"changing {control} leaves the drawing as it is{why}")


def _labelled(snapshot: Snapshot, pattern: re.Pattern[str]) -> list[Element]:
    return [
        e
        for e in snapshot.controls()
        if e.enabled and not e.takes_text and e.role != "slider" and pattern.search(e.label)
    ]


@probe("play-pause", params=NoParams)
async def play_pause(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Play sets the drawing going, pause makes it stand still."""
    snapshot = await ctx.snapshot()
    players = _labelled(snapshot, _PLAY) + _labelled(snapshot, _PAUSE)
    if not players:
        return ctx.not_offered("there is no button to play or pause")
    going = drawing_changed(await ctx.advance(1_500))
    button = players[0]
    await ctx.click(button, picture=True)
    after = drawing_changed(await ctx.advance(1_500))
    if bool(going) == bool(after):
        state = "goes on" if going else "stands still"
        return ctx.failed(f"the drawing {state} before and after {button}")
    again = await ctx.again(button)
    pauses = _labelled(await ctx.snapshot(), _PAUSE if after else _PLAY)
    second = pauses[0] if pauses else again
    if second is None:
        return ctx.passed(f"{button} {'starts' if after else 'stops'} the drawing")
    await ctx.click(second)
    last = drawing_changed(await ctx.advance(1_500))
    if bool(last) == bool(after):
        return ctx.failed(f"{second} does not {'stop' if after else 'start'} the drawing again")
    return ctx.passed("play sets the drawing going, pause stops it")


@probe("reset", params=NoParams)
async def reset(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Reset brings back what was there at the start."""
    snapshot = await ctx.snapshot()
    buttons = _labelled(snapshot, _RESET)
    if not buttons:
        return ctx.not_offered("there is no button to reset")
    values = {e.id: e.value for e in sliders_in(snapshot)}
    for control in sliders_in(snapshot)[:2]:
        await move(ctx, control, 0.9)
    for runner in _labelled(await ctx.snapshot(), _PLAY)[:1]:
        await ctx.click(runner)
        await ctx.advance(1_500)
    button = await ctx.again(buttons[0])
    if button is None:
        return ctx.failed("the reset button is gone after the controls were moved")
    effect = await ctx.click(button, picture=True)
    after = {e.id: e.value for e in sliders_in(await ctx.snapshot())}
    back = [i for i in values if after.get(i) == values[i]]
    if not effect.any and len(back) < len(values):
        return ctx.failed(f"{button} changes nothing")
    return ctx.passed(f"{button}: {effect.saw[0]}")


@probe("bodies-shown", params=NamesParams)
async def bodies_shown(ctx: ProbeContext, params: NamesParams) -> ProbeOutcome:
    """All bodies that the line names are drawn: as shapes or labels of their own, or in a picture
    with enough colours."""
    from presscheck.scoring.probes.views import colours_in

    snapshot = await ctx.snapshot()
    drawn = stages(snapshot)
    missing: list[str] = []
    for name in params.names:
        forms = [name, *synonyms(name)]
        said = any(
            re.search(
                rf"\b{re.escape(form)}\b" if form.isascii() else re.escape(form),
                f"{e.words} {e.name} {e.text}",
                re.I,
            )
            for e in snapshot.shown
            for form in forms
        )
        if not said:
            missing.append(name)
    if drawn and drawn[0].tag == "canvas":
        colours = await colours_in(ctx, drawn[0])
        if colours < min(3, len(params.names) + 1):
            return ctx.failed(f"{drawn[0]} shows {colours} colours: hardly anything is drawn")
        return ctx.passed(f"{drawn[0]} shows a picture of {colours} colours")
    if not drawn:
        return ctx.not_offered("the page has no drawing")
    shapes = [e for e in snapshot.inside(drawn[0]) if e.shown and e.id != drawn[0].id]
    if len(shapes) < len(params.names):
        return ctx.failed(
            f"only {len(shapes)} things are drawn, {len(params.names)} were asked for"
        )
    if len(missing) == len(params.names) > 0 and len(shapes) < 2 * len(params.names):
        return ctx.failed(f"none of {', '.join(params.names)} is named in the drawing")
    return ctx.passed(f"{len(shapes)} things are drawn")


@probe("bodies-move", params=NamesParams)
async def bodies_move(ctx: ProbeContext, params: NamesParams) -> ProbeOutcome:
    """The bodies change their places: by themselves, or as the timeline or a control is moved."""
    drawn = stages(await ctx.snapshot())
    if not drawn:
        return ctx.not_offered("the page has no drawing")
    controls = scrubbers(await ctx.snapshot())
    for control in controls[:3]:
        moved = 0
        for share in (0.2, 0.45, 0.7, 0.95):
            effect = await scrub(ctx, control, share, picture=share < 0.3)
            moved += bool(drawing_changed(effect, least=0.003, aside=control.element))
        if moved >= 2:
            return ctx.passed(f"things in the drawing move as {control} is moved")
    going = await ctx.advance(2_000)
    if seen := drawing_changed(going):
        if controls:
            return ctx.failed(f"{controls[0]} does not move what is drawn")
        return ctx.passed(f"things move by themselves: {seen}")
    for runner in _labelled(await ctx.snapshot(), _PLAY)[:2]:
        await ctx.click(runner)
        if seen := drawing_changed(await ctx.advance(2_000)):
            return ctx.passed(f"after {runner} things move: {seen}")
    return ctx.failed("nothing in the drawing moves")


@probe("label-follows", params=ThingParams)
async def label_follows(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """A text names the present state, and changes as the control is moved."""
    controls = scrubbers(await ctx.snapshot())
    if not controls:
        names = await _names_while_playing(ctx)
        if len(names) >= 2:
            return ctx.passed(f"the label goes through “{names[0]}” and “{names[1]}”")
        return ctx.not_offered("there is no control that a label could follow")
    for control in controls[:3]:
        names = await _names_along(ctx, control)
        if len(names) >= 2:
            return ctx.passed(f"the label reads “{names[0]}”, “{names[1]}” … along {control}")
    return ctx.failed(f"no name on the page changes as {controls[0]} is moved")


async def _names_along(ctx: ProbeContext, control: Scrubber) -> list[str]:
    """The different words that texts turn into as a control goes along its span."""
    names: list[str] = []
    for share in SHARES:
        effect = await scrub(ctx, control, share, picture=share in (0.25, 0.75))
        names += _new_names(effect)
    return list(dict.fromkeys(names))


async def _names_while_playing(ctx: ProbeContext) -> list[str]:
    names: list[str] = []
    for runner in _labelled(await ctx.snapshot(), _PLAY)[:1]:
        await ctx.click(runner)
    for _ in range(12):
        names += _new_names(await ctx.advance(1_500))
    return list(dict.fromkeys(names))


def _new_names(effect: Effect) -> list[str]:
    """Texts with words in them that differ by more than their numbers."""
    found = []
    for change in effect.of("text", "appeared"):
        was, now = (re.sub(r"[\d\W_]+", " ", t).strip() for t in (change.was, change.now))
        if now and now != was and len(now) > 1 and re.search(r"[^\W\d_]{3,}|[\u4e00-\u9fff]", now):
            found.append(change.now.strip())
    return found


@probe("states-named", params=NamesParams)
async def states_named(ctx: ProbeContext, params: NamesParams) -> ProbeOutcome:
    """Each of the states that the line names can be reached, and is then named on the page."""
    reached: set[str] = set()
    fixed = {name for name in params.names if _says(await ctx.text(), name)}
    for control in scrubbers(await ctx.snapshot())[:2]:
        for step in range(41):
            effect = await scrub(ctx, control, step / 40)
            said = " ".join(c.now for c in effect.of("text", "appeared"))
            reached |= {name for name in params.names if _says(said, name)}
            if len(reached) == len(params.names):
                return ctx.passed(f"{', '.join(sorted(reached))} are each reached and named")
    for name in params.names:
        if name in reached:
            continue
        found = await ctx.find(name, among=(await ctx.snapshot()).controls())
        if found:
            effect = await ctx.click(found, picture=True, settle=1_500)
            said = " ".join(c.now for c in effect.of("text", "appeared"))
            chosen = any(c.what in ("selected", "pressed", "checked") for c in effect.of("state"))
            if _says(said, name) or (chosen and drawing_changed(effect)):
                reached.add(name)
    lacking = [name for name in params.names if name not in reached]
    if not lacking:
        return ctx.passed(f"{', '.join(params.names)} are each reached and named")
    if set(lacking) <= fixed and not reached:
        return ctx.failed(f"{', '.join(lacking)}: written on the page, but no state is named so")
    return ctx.failed(f"{', '.join(lacking)} is never reached and named")


def _says(text: str, name: str) -> bool:
    folded = text.casefold()
    return any(form.casefold() in folded for form in (name, *synonyms(name)))


@probe("steps-through", params=NoParams)
async def steps_through(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Going to the next step changes what is shown, again and again."""
    snapshot = await ctx.snapshot()
    forward = _labelled(snapshot, NEXT) + _labelled(snapshot, _STEP)
    forward = [e for e in forward if not PREVIOUS.search(e.label)] or _labelled(snapshot, _PLAY)
    if not forward:
        return ctx.not_offered("there is no button for the next step")
    for button in forward[:3]:
        seen = 0
        for i in range(4):
            current = await ctx.again(button)
            if current is None or not current.enabled:
                break
            effect = await ctx.click(current, settle=900, picture=i == 0)
            shown = drawing_changed(effect) or bool(effect.of("text", "appeared", "moved"))
            seen += bool(shown)
        later = await ctx.advance(3_000)
        seen += bool(drawing_changed(later) or later.of("text", "moved"))
        if seen >= 2:
            return ctx.passed(f"{button} leads from step to step")
    return ctx.failed(f"{forward[0]} changes nothing, or only once")
