"""Things that sound: pianos, players, sequencers. A started sound is heard by the sandbox."""

from __future__ import annotations

import re

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.snapshot import Element, Snapshot

_PLAY = re.compile(r"^\W*(play|start)|[▶►⏵]|播放|开始", re.I)
_NEXT = re.compile(r"next|skip|forward|⏭|⏩|下一", re.I)
_KEY_WORDS = re.compile(r"\bkeys?\b|white|black|note|piano|pad|琴键|键", re.I)
_NOTE = re.compile(r"^[A-G][#b♯♭]?\d?\b", re.I)


def keys_of(snapshot: Snapshot) -> list[Element]:
    """The keys of an instrument: like things beside each other that name notes or keys."""
    return [
        e
        for e in snapshot.shown
        if (_NOTE.match(e.label) or _KEY_WORDS.search(e.words))
        and e.box.w < 200
        and (e.role == "button" or e.has("pointer") or e.box.h > 40)
        and not snapshot.children.get(e.id, [])[2:]
    ]


@probe("piano", params=NoParams)
async def piano(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Pressing keys with the mouse starts sounds."""
    keys = keys_of(await ctx.snapshot())
    if len(keys) < 3:
        return ctx.not_offered("no keys to play on were found")
    heard = 0
    why = ""
    for key in keys[:3]:
        effect = await ctx.click(key, picture=not heard)
        heard += bool(effect.sounds)
        why = why or (effect.errors[0] if effect.errors else "")
    if heard >= 2:
        return ctx.passed("the keys sound when they are pressed")
    return ctx.failed("pressing the keys starts no sound" + (f" ({why})" if why else ""))


@probe("player", params=NoParams)
async def player(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Play starts a sound, or sets time and bar going; next goes on to another title."""
    buttons = [
        e
        for e in (await ctx.snapshot()).controls()
        if e.enabled and (_PLAY.search(e.label) or re.search(r"\bplay\b", e.words))
    ]
    if not buttons:
        return ctx.not_offered("there is no play button")
    effect = await ctx.click(buttons[0], picture=True)
    later = await ctx.advance(3_000)
    going = later.of("text", "resized", "moved", "value", "restyled", "redrawn")
    if not effect.sounds and not going:
        why = f" ({effect.errors[0]})" if effect.errors else ""
        return ctx.failed(f"{buttons[0]} starts neither a sound nor the time{why}")
    forward = [
        e for e in (await ctx.snapshot()).controls() if _NEXT.search(e.label) or "next" in e.words
    ]
    if forward:
        changed = await ctx.click(forward[0])
        if not changed.of("text", "appeared", "restyled", "redrawn"):
            return ctx.failed("the next button changes nothing")
    return ctx.passed("play starts" + (", next goes on to another" if forward else ""))


@probe("sequencer", params=NoParams)
async def sequencer(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Steps can be set, and playing sounds them."""
    snapshot = await ctx.snapshot()
    steps = [
        e
        for e in snapshot.shown
        if re.search(r"step|cell|pad|beat", e.words, re.I)
        and 12 <= e.box.w <= 120
        and 12 <= e.box.h <= 120
    ]
    if len(steps) < 4:
        return ctx.not_offered("no steps to set were found")
    effect = await ctx.click(steps[0], picture=True)
    if not effect.of("restyled", "state", "text", "redrawn", "appeared"):
        return ctx.failed("a click on a step marks nothing")
    await ctx.click(steps[2])
    players = [e for e in (await ctx.snapshot()).controls() if e.enabled and _PLAY.search(e.label)]
    if not players:
        return ctx.not_offered("there is no button to play the steps")
    started = await ctx.click(players[0], picture=True)
    later = await ctx.advance(4_000)
    if started.sounds or later.sounds:
        return ctx.passed("steps can be set, and playing sounds them")
    if later.of("restyled", "moved", "state"):
        return ctx.failed("the steps run, but no sound is started")
    return ctx.failed(f"{players[0]} starts nothing")
