"""Settings that really change something, themes, languages, and pages at phone width."""

from __future__ import annotations

import re

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.effect import Effect
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.snapshot import Element, Snapshot
from presscheck.scoring.windows import CLOSE, frames

_SETTINGS_WORDS = ("settings", "preferences", "设置", "偏好设置")
_SAYS_SETTINGS = re.compile(r"settings?|preferences|options|config|设置|偏好|选项", re.I)
_THEME = re.compile(
    r"dark|light|theme|night|mode\b|🌙|🌚|🌛|☀|🌞|🌓|🌗|深色|浅色|暗色|夜间|主题|亮色", re.I
)
_LANGUAGE = re.compile(
    r"lang(uage)?|english|中文|español|français|deutsch|^\s*(en|zh|cn|fr|de|es)\b|语言|🌐", re.I
)
_SETTING_ROLES = (
    "checkbox",
    "switch",
    "radio",
    "combobox",
    "listbox",
    "slider",
    "colour",
    "spinbutton",
)
MOST_TRIED = 10
PHONE = (390, 844)


def _visible_change(effect: Effect, panel: Element | None) -> str:
    """What changed outside of the settings themselves; "" where nothing did."""
    elsewhere = effect.outside(panel) if panel is not None else list(effect.changes)
    for change in elsewhere:
        if change.kind in ("restyled", "appeared", "disappeared", "resized", "text", "redrawn"):
            if change.element is not None and change.element.role in _SETTING_ROLES:
                continue
            if panel is None and change.element is not None and _is_mark(change.element):
                continue
            return change.says
    return ""


def _is_mark(e: Element) -> bool:
    """The knob or tick of the control itself is no effect."""
    return e.box.area < 2_500 or bool(re.search(r"toggle|switch|knob|slider|thumb", e.words, re.I))


async def _open_settings(ctx: ProbeContext) -> Element | None:
    """The panel of the settings: the window, dialog or section that holds its controls."""

    def panel(snapshot: Snapshot) -> Element | None:
        for frame in frames(snapshot):
            if _SAYS_SETTINGS.search(frame.title) or _SAYS_SETTINGS.search(frame.element.words):
                return frame.element
        for e in snapshot.shown:
            if not _SAYS_SETTINGS.search(f"{e.name} {e.words} {e.text}") or e.role == "button":
                continue
            holder = e
            for ancestor in snapshot.ancestors(e):
                if ancestor.box.w >= 0.97 * snapshot.viewport[0]:
                    break
                holder = ancestor
                if len(_settable(snapshot, holder)) >= 1:
                    return holder
        return None

    return await ctx.bring(_SETTINGS_WORDS, panel)


def _settable(snapshot: Snapshot, panel: Element) -> list[Element]:
    """What can be set in the panel: proper form controls first, then swatches and buttons."""
    inner = [
        e
        for e in snapshot.controls()
        if snapshot.is_inside(e, panel) and e.id != panel.id and e.enabled
    ]
    inner = [e for e in inner if not CLOSE.search(e.label) and e.box.y > panel.box.y + 4]
    proper = [e for e in inner if e.role in _SETTING_ROLES or e.options]
    others = [e for e in inner if e not in proper and not e.takes_text]
    return proper + others


async def _operate(ctx: ProbeContext, control: Element) -> Effect:
    if control.options:
        index = next((i for i, o in enumerate(control.options) if o != (control.value or "")), 0)
        other = (
            control.options[-1]
            if index == 0 and len(control.options) > 1
            else (control.options[index])
        )
        return await ctx.choose(control, other, picture=True)
    if control.role in ("slider", "spinbutton") and control.span:
        low, high, _ = control.span
        current = float(control.value or low)
        return await ctx.set(control, high if current < (low + high) / 2 else low, picture=True)
    if control.role == "colour":
        return await ctx.set(control, "#cc3366", picture=True)
    return await ctx.click(control, picture=True)


@probe("settings-act", params=NoParams)
async def settings_act(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Changing a setting visibly changes something beyond the setting itself."""
    panel = await _open_settings(ctx)
    if panel is None:
        return ctx.not_offered("no settings were found")
    controls = _settable(await ctx.snapshot(), panel)
    if not controls:
        return ctx.failed("the settings hold nothing that could be set")
    tried: list[str] = []
    for control in controls[:MOST_TRIED]:
        current = await ctx.again(control)
        if current is None or not current.shown:
            continue
        effect = await _operate(ctx, current)
        tried.append(str(control))
        if seen := _visible_change(effect, panel):
            return ctx.passed(f"{control}: {seen}")
    return ctx.failed(f"{len(tried)} settings were changed, nothing outside of them changed")


@probe("theme-toggle", params=NoParams)
async def theme_toggle(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """The theme can be switched: the background's brightness really changes."""
    snapshot = await ctx.snapshot()
    toggles = [
        e
        for e in snapshot.controls()
        if e.enabled
        and not e.takes_text
        and (_THEME.search(f"{e.name} {e.text} {e.hint}") or _THEME.search(e.words))
    ]
    if not toggles:
        panel = await _open_settings(ctx)
        snapshot = await ctx.snapshot()
        toggles = [
            e
            for e in (_settable(snapshot, panel) if panel else [])
            if _THEME.search(f"{e.label} {e.words} {' '.join(e.options)}")
        ]
    if not toggles:
        return ctx.not_offered("nothing is there to switch the theme")
    for toggle in toggles[:4]:
        current = await ctx.again(toggle)
        if current is None:
            continue
        before = await _brightness(ctx)
        await _operate(ctx, current)
        after = await _brightness(ctx)
        if abs(after - before) > 40:
            way = "darker" if after < before else "lighter"
            return ctx.passed(f"{toggle} makes the page {way}")
    return ctx.failed(f"{toggles[0]} leaves the page as bright as it was")


async def _brightness(ctx: ProbeContext) -> float:
    """The median brightness of the page, 0 to 255."""
    import io

    import numpy as np
    from PIL import Image

    png = await ctx.picture()
    return float(np.median(np.asarray(Image.open(io.BytesIO(png)).convert("L"))))


@probe("language-switch", params=NoParams)
async def language_switch(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Switching the language changes the page's words into the other script or language."""
    snapshot = await ctx.snapshot()
    switches = [
        e
        for e in snapshot.controls()
        if e.enabled
        and (
            _LANGUAGE.search(e.label)
            or _LANGUAGE.search(e.words)
            or any(_LANGUAGE.search(o) for o in e.options)
        )
    ]
    if not switches:
        return ctx.not_offered("nothing is there to switch the language")
    start = await ctx.text()
    for switch in switches[:4]:
        current = await ctx.again(switch)
        if current is None:
            continue
        choices = current.options or ("",)
        for choice in choices[:4]:
            now = await ctx.again(current) or current
            await (
                ctx.choose(now, choice, picture=True) if choice else ctx.click(now, picture=True)
            )
            words = set(re.findall(r"[^\W\d_]{2,}", start.casefold()))
            after = set(re.findall(r"[^\W\d_]{2,}", (await ctx.text()).casefold()))
            if words and len(after - words) >= max(2, len(words) // 4):
                return ctx.passed(f"{switch} turns the page's words into another language")
    return ctx.failed(f"{switches[0]} leaves the page's words as they are")


@probe("responsive", params=NoParams)
async def responsive(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """At phone width nothing is cut off to the right and no text becomes unreachable."""
    wide = len((await ctx.text()).split())
    snapshot = await ctx.resize(*PHONE)
    over = [
        e
        for e in snapshot.shown
        if e.text and e.box.x + min(e.box.w, 40) > PHONE[0] + 8 and not e.has("outside")
    ]
    if snapshot.size[0] > PHONE[0] * 1.06:
        worst = max(over, key=lambda e: e.box.right, default=None)
        what = f", {worst} among it" if worst else ""
        return ctx.failed(
            f"at phone width the page is {snapshot.size[0]:.0f} px wide instead of {PHONE[0]}{what}"
        )
    narrow = len(snapshot.text.split())
    if wide > 10 and narrow < 0.4 * wide:
        return ctx.failed(f"at phone width only {narrow} of {wide} words are left")
    return ctx.passed("at phone width everything fits")
