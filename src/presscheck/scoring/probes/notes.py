"""Texts that a person writes: notepads, editors, a Markdown preview, a word count."""

from __future__ import annotations

import re

from pydantic import BaseModel

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.snapshot import Element, Snapshot

_NOTE_WORDS = ("notepad", "notes", "note", "editor", "记事本", "笔记", "便签", "编辑器")
_SHORT = frozenset(["number", "date", "time", "search", "color", "range", "password"])
TEXTS = {"en": "Three mice ran home", "zh": "今天去公园散步"}


class ThingParams(BaseModel):
    thing: str = ""


def writing_places(snapshot: Snapshot) -> list[Element]:
    """Fields for longer text first, then lines of text; never numbers, dates or search boxes."""
    fields = [
        e for e in snapshot.shown if e.takes_text and not e.has("readonly") and e.type not in _SHORT
    ]
    large = [e for e in fields if e.tag == "textarea" or e.box.h >= 60]
    return sorted(large, key=lambda e: -e.box.area) + [e for e in fields if e not in large]


async def _open_notes(ctx: ProbeContext, thing: str) -> Element | None:
    """The place to write in; the notepad is opened for it where it is behind a name."""
    names = [thing, *_NOTE_WORDS] if thing else list(_NOTE_WORDS)

    def looks(snapshot: Snapshot) -> Element | None:
        places = [e for e in writing_places(snapshot) if e.tag == "textarea" or e.box.h >= 60]
        return places[0] if places else None

    place = await ctx.bring(names, looks)
    if place is not None:
        return place
    lines = writing_places(await ctx.snapshot())
    return lines[0] if lines else None


@probe("text-keeps", params=ThingParams)
async def text_keeps(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """What is typed appears, and is still there after the focus went elsewhere."""
    place = await _open_notes(ctx, params.thing)
    if place is None:
        return ctx.not_offered(f"there is nothing to write into ({params.thing or 'notepad'})")
    text = TEXTS[ctx.lang]
    await ctx.type(place, text, picture=True)
    if not await _holds(ctx, place, text):
        return ctx.failed(f"“{text}” was typed into {place}, but it does not appear there")
    await ctx.press("Tab")
    await ctx.advance(1_500)
    if not await _holds(ctx, place, text):
        return ctx.failed(f"“{text}” is gone from {place} a moment later")
    return ctx.passed(f"“{text}” can be typed into {place} and stays")


async def _holds(ctx: ProbeContext, place: Element, text: str) -> bool:
    current = await ctx.again(place)
    if current is None:
        return text in await ctx.text()
    inside = (await ctx.snapshot()).text_of(current)
    return text in (current.value or "") or text in inside or text in current.raw


@probe("markdown-preview", params=NoParams)
async def markdown_preview(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Markdown is shown formatted while it is typed: a heading, bold text, a list."""
    place = await _open_notes(ctx, "editor")
    if place is None:
        return ctx.not_offered("there is no field to write Markdown in")
    source = "# Grey heron\n\nSome **strong words** here\n\n- first reed\n- second reed\n"
    await ctx.type(place, source, clear=True, picture=True, settle=800)
    snapshot = await ctx.snapshot()
    outside = [e for e in snapshot.shown if not snapshot.is_inside(e, place)]
    heading = [e for e in outside if "Grey heron" in e.text and "#" not in e.text]
    bold = [e for e in outside if "strong words" in e.text and "*" not in e.text]
    if not heading and not bold:
        shown = any("Grey heron" in e.text for e in outside)
        if shown:
            return ctx.failed("the preview shows the Markdown as it was typed, not formatted")
        return ctx.failed("nothing of what was typed appears in a preview")
    if not any(e.role == "heading" or e.tag in ("h1", "h2") for e in heading):
        return ctx.failed("“# Grey heron” does not become a heading")
    if not any(
        e.tag in ("strong", "b", "em") or "700" in e.css("font") or "bold" in e.css("font")
        for e in bold
    ):
        return ctx.failed("“**strong words**” does not become bold")
    return ctx.passed("a heading and bold text are shown formatted")


@probe("word-count", params=NoParams)
async def word_count(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """The number of words (or characters) follows what is typed."""
    place = await _open_notes(ctx, "editor")
    if place is None:
        return ctx.not_offered("there is no field to write in")
    await ctx.type(place, "one two three four five six seven", clear=True, settle=600)
    first = await _numbers_elsewhere(ctx, place)
    current = await ctx.again(place) or place
    await ctx.type(current, "one two three", clear=True, settle=600, picture=True)
    second = await _numbers_elsewhere(ctx, place)
    if 7 in first and 3 in second:
        return ctx.passed("seven words count 7, three words count 3")
    characters = len("one two three four five six seven"), len("one two three")
    bare = len("onetwothreefourfivesixseven"), len("onetwothree")
    for longer, shorter in (characters, bare):
        if longer in first and shorter in second:
            return ctx.passed(f"{longer} characters and then {shorter} are counted")
    if first == second:
        return ctx.failed("no number on the page follows what is typed")
    return ctx.failed("a number changes, but it counts neither 7 and 3 words nor the characters")


async def _numbers_elsewhere(ctx: ProbeContext, place: Element) -> set[float]:
    snapshot = await ctx.snapshot()
    text = " ".join(e.text for e in snapshot.shown if e.text and not snapshot.is_inside(e, place))
    return {float(n) for n in re.findall(r"\d+", text)}
