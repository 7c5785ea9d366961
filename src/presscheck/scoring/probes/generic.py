"""What any page can be asked: is it about the subject, in the language, is a thing there."""

from __future__ import annotations

import re

from pydantic import BaseModel, Field

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import probe
from presscheck.scoring.probes.simulations import move
from presscheck.scoring.snapshot import is_operable
from presscheck.scoring.words import synonyms

ENOUGH = 0.4
"""Share of the subject's words that a page about it uses: lines name more than pages repeat."""

_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]{3,}")


class SubjectParams(BaseModel):
    words: list[str] = Field(default_factory=list)


class LanguageParams(BaseModel):
    lang: str = "en"


class ThingParams(BaseModel):
    thing: str


@probe("subject", params=SubjectParams)
async def subject(ctx: ProbeContext, params: SubjectParams) -> ProbeOutcome:
    """The page speaks about what the line names."""
    snapshot = await ctx.snapshot()
    said = " ".join(
        [snapshot.title, snapshot.text, *(f"{e.raw} {e.name} {e.hint} {e.words}" for e in snapshot)]
    ).casefold()
    missing = [w for w in params.words if not _mentioned(said, w)]
    found = [w for w in params.words if w not in missing]
    if not params.words or len(found) >= max(1, ENOUGH * len(params.words)):
        return ctx.passed(f"the page speaks of {', '.join(found[:6]) or 'its subject'}")
    return ctx.failed(f"the page does not speak of {', '.join(missing[:6])}")


def _mentioned(said: str, word: str) -> bool:
    forms = [word, *synonyms(word)]
    return any(_stem(form) in said for form in forms if form)


def _stem(word: str) -> str:
    folded = word.casefold()
    if folded.isascii() and len(folded) > 5:
        return re.sub(r"(ies|es|s|ing|ed|e)$", "", folded)
    return folded


@probe("language", params=LanguageParams)
async def language(ctx: ProbeContext, params: LanguageParams) -> ProbeOutcome:
    """The page's own words are in the language of the line."""
    text = await ctx.text()
    han, latin = len(_HAN.findall(text)), len(_LATIN.findall(text))
    if not han and not latin:
        return ctx.failed("the page shows no words")
    if params.lang == "zh":
        # A Han character is about half a word.
        if han / 2 >= latin:
            return ctx.passed("the page's words are Chinese")
        return ctx.failed(f"the page shows {latin} Latin words and {han} Chinese characters")
    if latin >= han / 2:
        return ctx.passed("the page's words are not Chinese")
    return ctx.failed(f"the page shows {han} Chinese characters and {latin} Latin words")


@probe("shows", params=ThingParams)
async def shows(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """The thing that the line names is visibly there."""
    found = await ctx.find(params.thing)
    if found:
        return ctx.passed(f"{found} is there ({', '.join(found.reasons[:2])})")
    if _mentioned((await ctx.text()).casefold(), params.thing):
        return ctx.passed(f"the page shows “{params.thing}”")
    return ctx.not_offered(found.says)


@probe("has-control", params=ThingParams)
async def has_control(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """A control of that name is there, and it answers when it is operated."""
    return await responds(ctx, params)


@probe("responds", params=ThingParams)
async def responds(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """The control that the line names does something when it is operated."""
    snapshot = await ctx.snapshot()
    found = await ctx.find(params.thing, among=[e for e in snapshot.controls() if e.enabled])
    if not found:
        # A label may stand beside its control.
        near = await ctx.find(params.thing)
        if not near:
            return ctx.not_offered(found.says)
        around = [e for e in snapshot.shown if is_operable(e) and e.enabled]
        if not around:
            return ctx.failed(f"{near} is there, but nothing to operate")
        nearest = min(around, key=lambda e: e.box.gap(near.box))
        if nearest.box.gap(near.box) > 80:
            return ctx.failed(f"{near} is there, but nothing to operate is near it")
        element = nearest
    else:
        element = found.element
    for share in (0.8, 0.2):
        effect = await move(ctx, element, share, picture=share > 0.5)
        if effect.outside(element) or effect.dialogs or effect.sounds or effect.downloads:
            return ctx.passed(f"{element}: {effect.saw[0]}")
        if effect.errors:
            return ctx.failed(f"{element} throws: {effect.errors[0]}")
    if effect.any:
        return ctx.passed(f"{element}: {effect.saw[0]}")
    return ctx.failed(f"{element} does nothing")
