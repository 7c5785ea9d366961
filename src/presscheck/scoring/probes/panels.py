"""Panels of data: weather, and others that the line names. Plausible and complete."""

from __future__ import annotations

import re

from pydantic import BaseModel

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.rows import SPOILED
from presscheck.scoring.snapshot import Snapshot

_TEMPERATURE = re.compile(
    r"[-−]?\d{1,3}(?:\.\d)?\s*(?:°|º|℃|℉|度|degrees|celsius|fahrenheit)", re.I
)
_CONDITION = re.compile(
    r"sun|cloud|overcast|rain|shower|drizzle|snow|sleet|storm|thunder|fog|mist|haze|clear|wind|breez"
    r"|fair|hail|partly|☀|⛅|☁|🌧|🌦|🌤|⛈|❄|🌥|🌩|🌫|晴|多云|阴|雨|雪|雾|霾|雷|风",
    re.I,
)
_EMPTY = re.compile(
    r"coming soon|under construction|not (?:yet )?available|no data|敬请期待|即将(?:上线|推出)|暂无"
    r"|建设中|开发中|未接入",
    re.I,
)


class PanelParams(BaseModel):
    thing: str = ""


@probe("weather", params=NoParams)
async def weather(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A temperature and a condition are shown."""

    def looks(snapshot: Snapshot) -> str | None:
        match = _TEMPERATURE.search(snapshot.text)
        return match[0] if match and _CONDITION.search(snapshot.text) else None

    seen = await ctx.bring(("weather", "天气"), looks)
    text = await ctx.text()
    if seen is None:
        if not re.search(r"weather|天气", text, re.I):
            return ctx.not_offered("there is no weather on the page")
        if empty := _EMPTY.search(text):
            return ctx.failed(f"instead of the weather it says “{empty[0]}”")
        temperature = _TEMPERATURE.search(text)
        if temperature is None:
            return ctx.failed("no temperature is shown")
        return ctx.failed(f"a temperature ({temperature[0]}) is shown, but no condition")
    if spoiled := SPOILED.search(text):
        return ctx.failed(f"the weather shows “{spoiled[0]}”")
    condition = _CONDITION.search(text)
    return ctx.passed(f"“{seen}” and “{condition[0] if condition else ''}” are shown")


@probe("data-panel", params=PanelParams)
async def data_panel(ctx: ProbeContext, params: PanelParams) -> ProbeOutcome:
    """The panel that the line names is there, with figures or entries in it."""
    name = params.thing or "data"

    def looks(snapshot: Snapshot) -> str | None:
        found = [e for e in snapshot.shown if name.casefold() in f"{e.name} {e.text}".casefold()]
        return found[0].label if found else None

    seen = await ctx.bring((name,), looks) or (await ctx.find(name) and name)
    if not seen:
        return ctx.not_offered(f"nothing on the page is named “{name}”")
    found = await ctx.find(name)
    snapshot = await ctx.snapshot()
    panel = found.element if found else None
    text = snapshot.text
    if panel is not None:
        for ancestor in snapshot.ancestors(panel):
            text = snapshot.text_of(ancestor)
            if len(text) > len(name) + 12:
                break
    if spoiled := SPOILED.search(text):
        return ctx.failed(f"“{name}” shows “{spoiled[0]}”")
    if empty := _EMPTY.search(text):
        return ctx.failed(f"“{name}” says “{empty[0]}”")
    if len(text) <= len(name) + 3:
        return ctx.failed(f"“{name}” is there, but nothing is in it")
    return ctx.passed(f"“{name}” shows “{text[:70]}”")
