"""What the lexicon did not know: subjects of the page, and things that are asked to be there.

Nothing of a line is lost: a piece that no entry claims becomes a word of the subject where it
stands at the head of the line, and a check of its own where it stands in the list of demands.
"""

from __future__ import annotations

import re

from presscheck.scoring.plan.hooks import Found, bodies_of, fields_of
from presscheck.scoring.plan.phrases import content_words, trim

_SPLIT = re.compile(
    r"[,;:.!?。、]|(?<![a-z])(?:and|with|plus|including|featuring|where|that|which|including|has|have)"
    r"(?![a-z])|[和与并带有能会可及]"
)
_ABOUT = re.compile(r"(?<![a-z])(?:about|for|of|on|explain|teach)(?![a-z])|关于|介绍|讲解")
_WITH = re.compile(
    r"[;:.!?。]|(?<![a-z])(?:with|that|which|where|including)(?![a-z])|,|[带有能可会]"
)
_ASIDE = re.compile(r"[(（][^)）]*[)）]")
MAX_WORDS = 6
_TELLS = frozenset(
    ["page", "quiz", "flashcards", "slides", "parts", "gallery", "carousel", "history", "component"]
)
"""Pages that are made of what they tell: every unknown word at the head is their subject."""


def bind_leftovers(found: Found) -> None:
    line = found.reading.line
    covered = _covered(found)
    norm = "".join(
        " " if covered[i] and not char.isspace() else char for i, char in enumerate(line.norm)
    )
    head_end = _head_end(line.norm)
    subject: list[str] = []
    tells = not found.reading.kinds or bool(found.facts & _TELLS)
    for start, end in _segments(line.norm):
        if not any(not covered[i] for i in range(start, end) if line.norm[i] != " "):
            continue
        rest = _uncovered_source(found, covered, start, end)
        words = content_words(rest)
        if not words:
            continue
        partly = any(covered[i] for i in range(start, end) if line.norm[i] != " ")
        about = _ABOUT.search(norm, start, end)
        if start < head_end and (tells or not partly):
            subject += words
        elif about is not None and (partly or start < head_end):
            after = max(start, about.end())
            subject += content_words(_uncovered_source(found, covered, after, end))
        elif start < head_end:
            continue
        elif not partly:
            _bind_piece(found, trim(rest))
    _bind_bodies(found)
    _bind_fields(found)
    _bind_subject(found, subject)
    _bind_style(found)


def _covered(found: Found) -> list[bool]:
    reading = found.reading
    covered = [False] * len(reading.line.norm)
    hits = [h for h, _ in (*reading.kinds, *reading.demands)]
    spans = [(h.start, h.end) for h in (*hits, *reading.quiet, *reading.style, *found.refused)]
    spans += found.claimed
    if hits:
        spans += _asides(found)
    lexicon = reading.lexicon
    spans += [(t.start, t.end) for t in reading.topics if lexicon.topics[t.name].body]
    for start, end in spans:
        for i in range(start, min(end, len(covered))):
            covered[i] = True
    return covered


def _asides(found: Found) -> list[tuple[int, int]]:
    """What stands in brackets explains a demand that stands outside them."""
    line = found.reading.line
    spans = []
    for match in _ASIDE.finditer(line.text):
        inside = [t for t in line.tokens if match.start() <= t.start and t.end <= match.end()]
        if inside and match.start() > 0:
            spans.append((inside[0].at, inside[-1].at + len(inside[-1].norm)))
    return spans


def _segments(norm: str) -> list[tuple[int, int]]:
    ends = [m.start() for m in _SPLIT.finditer(norm)] + [len(norm)]
    starts = [0] + [m.end() for m in _SPLIT.finditer(norm)]
    return [(s, e) for s, e in zip(starts, ends, strict=True) if norm[s:e].strip()]


def _head_end(norm: str) -> int:
    match = _WITH.search(norm)
    return match.start() if match else len(norm)


def _uncovered_source(found: Found, covered: list[bool], start: int, end: int) -> str:
    """The words of the line in a stretch that nothing has claimed."""
    line = found.reading.line
    pieces: list[str] = []
    run: int | None = None
    for i in range(start, end + 1):
        free = i < end and not covered[i]
        if free and run is None:
            run = i
        elif not free and run is not None:
            if line.norm[run:i].strip():
                lead = len(line.norm[run:i]) - len(line.norm[run:i].lstrip())
                pieces.append(line.source(run + lead, run + len(line.norm[run:i].rstrip())))
            run = None
    return " ".join(pieces)


def _bind_piece(found: Found, words: str) -> None:
    if not words or len(words) > 80:
        return
    if found.facts & {"table", "data"} and words in fields_of(found):
        return
    found.builder.add({"shows": {"thing": words}}, because=words)


def _bind_bodies(found: Found) -> None:
    bodies = [b[found.builder.lang] for b in bodies_of(found)]
    if bodies and (found.facts & {"astro", "sim"}) and (len(bodies) > 1 or "astro" in found.facts):
        found.builder.add({"bodies-shown": {"names": bodies}}, because=", ".join(bodies))


def _bind_fields(found: Found) -> None:
    if not found.facts & {"table", "data"}:
        return
    fields = fields_of(found)
    if fields:
        found.builder.drop(["table-rows"])
        found.builder.add({"fields-filled": {"fields": fields}}, because=", ".join(fields))


def _bind_subject(found: Found, words: list[str]) -> None:
    lexicon = found.reading.lexicon
    lang = found.builder.lang
    named = [
        w
        for t in found.reading.topics
        if not lexicon.topics[t.name].body
        for w in lexicon.topics[t.name].words.get(lang, [])
    ]
    words = list(dict.fromkeys([*words, *named]))[:MAX_WORDS]
    if words:
        found.builder.add({"subject": {"words": words}}, because=" ".join(words))


def _bind_style(found: Found) -> None:
    said = [found.reading.words_of(hit) for hit in found.reading.style]
    said = [w for w in dict.fromkeys(said) if w]
    if said:
        text = ", ".join(said) if found.builder.lang == "en" else "、".join(said)
        found.builder.add({"looks": {"style": text}}, because=text)
