"""One generation as a column of the proofs screen shows it, whether under way or long stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from presscheck.core.plan import Plan
from presscheck.core.scorecard import Scorecard
from presscheck.models.speed import measure
from presscheck.web import locale
from presscheck.web.archive import Kept
from presscheck.web.live import STRIP, Live
from presscheck.web.press import Press
from presscheck.web.words import phase_words


@dataclass
class Column:
    id: str
    requirement: str
    endpoint: str
    model: str
    plan: Plan | None
    phase: str
    phase_word: str
    settled: bool
    tokens: int | None
    speed: float | None
    first: float | None
    seconds: float | None
    bytes: int
    reached: list[str]
    error: str | None
    error_hint: str | None
    scorecard: Scorecard | None
    letter: str = ""
    number: int = 1


def stored_figures(kept: Kept) -> dict[str, Any]:
    """A stored generation in the terms of the event stream."""
    generation, page, card = kept.generation, kept.page, kept.scorecard
    speed = measure(generation)
    thought = bool(generation.reasoning)
    reached = [
        phase
        for phase in STRIP
        if phase == "waiting"
        or (phase == "thinking" and thought)
        or (phase == "writing" and generation.text)
        or (phase == "scoring" and card is not None)
    ]
    return {
        "id": kept.id,
        "phase": kept.state,
        "note": "",
        "settled": True,
        "counting": False,
        "thought": thought,
        "reached": reached,
        "tokens": speed.tokens,
        "speed": speed.tokens_per_s,
        "first": speed.ttft_s,
        "seconds": generation.seconds,
        "bytes": len(page.data) if page else 0,
        "page_version": "stored",
        "progress": None,
        "outcomes": {},
        "error": generation.error,
        "error_hint": generation.error_hint,
        "verdict": card.verdict if card else None,
        "score": card.score if card else None,
        "has_scorecard": card is not None,
    }


def explain_end(figures: dict[str, Any], lang: str) -> dict[str, Any]:
    """Say why it ended where nothing else does."""
    if figures["phase"] == "interrupted" and not figures.get("error"):
        _ = locale.translations(lang).gettext
        figures["error"] = _("The app ended while this was being made.")
        figures["error_hint"] = _("What had arrived is kept below.")
    return figures


async def column_of(press: Press, identity: str, lang: str) -> Column:
    live = press.jobs.live(identity)
    if live is not None:
        return _column(live.figures(), live, lang, plan=live.plan, scorecard=None)
    kept = await press.archive.get(identity)
    return _column(stored_figures(kept), kept, lang, plan=kept.plan, scorecard=kept.scorecard)


def _column(
    figures: dict[str, Any],
    source: Live | Kept,
    lang: str,
    *,
    plan: Plan | None,
    scorecard: Scorecard | None,
) -> Column:
    figures = explain_end(figures, lang)
    names = ("phase", "settled", "tokens", "speed", "first", "seconds", "bytes", "reached")
    return Column(
        id=source.id,
        requirement=source.requirement,
        endpoint=source.endpoint,
        model=source.model,
        plan=plan,
        phase_word=phase_words(locale.translations(lang).gettext)[figures["phase"]],
        error=figures["error"],
        error_hint=figures["error_hint"],
        scorecard=scorecard,
        **{name: figures[name] for name in names},
    )


def letters(columns: Sequence[Column]) -> list[Column]:
    """Repeats of one model carry the same letter; every column has its number."""
    known: dict[tuple[str, str], str] = {}
    for number, column in enumerate(columns, start=1):
        column.number = number
        key = (column.endpoint, column.model)
        column.letter = known.setdefault(key, chr(ord("A") + len(known)))
    return list(columns)
