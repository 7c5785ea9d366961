"""Finds what a line names: kinds of page, demands, and which of them it turns down."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache

from rapidfuzz.distance import DamerauLevenshtein

from presscheck.scoring.plan.lexicon import DemandEntry, KindEntry, Lexicon, load_lexicon
from presscheck.scoring.plan.line import Line
from presscheck.scoring.plan.patterns import compile_pattern, needs
from presscheck.scoring.plan.stems import stem


@dataclass(frozen=True, slots=True)
class Hit:
    """One entry of the lexicon found in the read form of a line."""

    name: str
    start: int
    end: int
    groups: dict[str, str] = field(default_factory=dict)
    spans: dict[str, tuple[int, int]] = field(default_factory=dict)
    negated: bool = False

    def overlaps(self, other: Hit) -> bool:
        return self.start < other.end and other.start < self.end

    def within(self, other: Hit) -> bool:
        return other.start <= self.start and self.end <= other.end


@dataclass(frozen=True)
class Reading:
    """A line, and what was found in it. Hits stand in the order of the line."""

    line: Line
    lexicon: Lexicon
    kinds: list[tuple[Hit, KindEntry]]
    demands: list[tuple[Hit, DemandEntry]]
    topics: list[Hit]
    quiet: list[Hit]
    """Filler, and what is said a second time: nothing to check."""
    style: list[Hit]
    refused_kinds: list[tuple[Hit, KindEntry]]
    refused_demands: list[tuple[Hit, DemandEntry]]

    @property
    def traits(self) -> set[str]:
        return {trait for _, kind in self.kinds for trait in kind.traits}

    def words_of(self, hit: Hit) -> str:
        return self.line.source(hit.start, hit.end)


def read(text: str) -> Reading:
    lexicon = load_lexicon()
    line = Line(text, correct_typo)
    quiet = _claim(_find("filler", line), ())
    kinds, refused_kinds = _kinds(line, lexicon)
    traits = {trait for _, kind in kinds for trait in kind.traits}
    demands, refused = _demands(line, lexicon, [hit for hit, _ in kinds], traits)
    taken = [h for h, _ in (*kinds, *demands)]
    said_again = [
        hit
        for hit in (*_claim(_find("kinds", line), ()), *_claim_apart(_find("demands", line)))
        if hit.name in {h.name for h in taken} and hit not in taken
    ]
    return Reading(
        line=line,
        lexicon=lexicon,
        kinds=kinds,
        demands=demands,
        topics=_claim(_find("topics", line), ()),
        quiet=[*quiet, *said_again],
        style=_claim(_find("style", line), taken),
        refused_kinds=refused_kinds,
        refused_demands=refused,
    )


def _kinds(
    line: Line, lexicon: Lexicon
) -> tuple[list[tuple[Hit, KindEntry]], list[tuple[Hit, KindEntry]]]:
    quiet = _claim(_find("filler", line), ())
    subjects = [t for t in _find("topics", line) if not lexicon.topics[t.name].body]
    hits = [
        h
        for h in _find("kinds", line)
        if not any(h.within(q) for q in quiet)
        and not any(h.overlaps(t) and h.end - h.start < t.end - t.start for t in subjects)
        and not _is_subject(line, h, lexicon)
    ]
    claimed = _claim([h for h in hits if not lexicon.kinds[h.name].fallback], ())
    claimed = claimed or _claim(hits, ())
    found = [(hit, lexicon.kinds[hit.name]) for hit in _first_of_each(claimed)]
    refused = [(hit, kind) for hit, kind in found if hit.negated]
    found = [(hit, kind) for hit, kind in found if not hit.negated]
    special = [(hit, kind) for hit, kind in found if not kind.general]
    kept = []
    for hit, kind in found:
        others = [k for h, k in found if h is not hit]
        if kind.fallback and others:
            continue
        if any(set(kind.unless) & set(other.traits) for other in others):
            continue
        if kind.general and any(
            set(kind.traits) & set(other.traits) for h, other in special if h is not hit
        ):
            continue
        kept.append((hit, kind))
    return kept, refused


_READ_ABOUT = frozenset(["quiz", "page", "slides", "flashcards", "component", "history", "table"])


def _is_subject(line: Line, hit: Hit, lexicon: Lexicon) -> bool:
    """Whether a science is what a quiz or a page is about, rather than what is to be built."""
    if not set(lexicon.kinds[hit.name].traits) & {"sim", "parts", "astro", "moving"}:
        return False
    before = line.norm[: hit.start]
    if not re.search(r"(?<![a-z])(?:about|on|of|for) (?:(?:the|a|an) )?$|关于$", before):
        return False
    return any(
        _READ_ABOUT & set(kind.traits) and pattern.search(before)
        for name, pattern, _ in _patterns("kinds")
        for kind in (lexicon.kinds[name],)
    )


def _demands(
    line: Line, lexicon: Lexicon, kinds: list[Hit], traits: set[str]
) -> tuple[list[tuple[Hit, DemandEntry]], list[tuple[Hit, DemandEntry]]]:
    fitting = [hit for hit in _find("demands", line) if _fits(lexicon.demands[hit.name], traits)]
    quiet = _claim(_find("filler", line), ())
    outside = [
        h
        for h in fitting
        if not any(h.within(q) for q in quiet)
        and (lexicon.demands[h.name].inside or not any(h.within(k) for k in kinds))
    ]
    found = [(hit, lexicon.demands[hit.name]) for hit in _first_of_each(_claim_apart(outside))]
    return (
        [(h, d) for h, d in found if d.stands or not h.negated],
        [(h, d) for h, d in found if h.negated and not d.stands],
    )


def _fits(demand: DemandEntry, traits: set[str]) -> bool:
    return not demand.near or bool(traits & set(demand.near))


def _find(section: str, line: Line) -> list[Hit]:
    hits = []
    for name, pattern, wanted in _patterns(section):
        if wanted and not any(word in line.norm for word in wanted):
            continue
        for match in pattern.finditer(line.norm):
            start = match.start() + (match.group().startswith(" "))
            end = match.end() - (match.group().endswith(" "))
            if end <= start:
                continue
            groups = {k: v.strip() for k, v in match.groupdict().items() if v and v.strip()}
            spans = {k: match.span(k) for k in groups}
            hits.append(Hit(name, start, end, groups, spans, _is_negated(line, start)))
    return hits


def _claim(hits: Iterable[Hit], taken: Iterable[Hit]) -> list[Hit]:
    """The longest hits that do not overlap, in the order of the line."""
    kept: list[Hit] = []
    taken = list(taken)
    for hit in sorted(hits, key=lambda h: (h.start - h.end, h.start)):
        if not any(hit.overlaps(other) for other in (*kept, *taken)):
            kept.append(hit)
    return sorted(kept, key=lambda h: h.start)


def _claim_apart(hits: Iterable[Hit]) -> list[Hit]:
    """As `_claim`, but a hit claims only the words that are its own, not the phrases it captures.

    What one demand captures may name another: "watch the sun move" lies in "drag the timeline and
    watch the sun move".
    """
    kept: list[tuple[Hit, list[tuple[int, int]]]] = []
    sized = [(hit, _own(hit)) for hit in hits]
    for hit, own in sorted(sized, key=lambda h: (-sum(e - s for s, e in h[1]), h[0].start)):
        taken = [stretch for _, other in kept for stretch in other]
        if not any(s < e2 and s2 < e for s, e in own for s2, e2 in taken):
            kept.append((hit, own))
    return sorted((hit for hit, _ in kept), key=lambda h: h.start)


def _own(hit: Hit) -> list[tuple[int, int]]:
    """The stretches of a hit outside the phrases it captures."""
    stretches = []
    at = hit.start
    for start, end in sorted(span for key, span in hit.spans.items() if key in ("x", "y", "xs")):
        stretches.append((at, start))
        at = end
    stretches.append((at, hit.end))
    return [(s, e) for s, e in stretches if e - s > 1]


def _first_of_each(hits: list[Hit]) -> list[Hit]:
    seen: set[tuple[str, str]] = set()
    kept = []
    for hit in hits:
        captured = " ".join(v for k, v in hit.groups.items() if k in ("x", "y", "xs", "n", "zn"))
        if (hit.name, captured) not in seen:
            seen.add((hit.name, captured))
            kept.append(hit)
    return kept


def _is_negated(line: Line, start: int) -> bool:
    return _negation().search(line.norm[:start]) is not None


@cache
def _negation() -> re.Pattern[str]:
    words = load_lexicon().words.negations
    latin = "|".join(re.escape(w) for w in words if w.isascii())
    han = "|".join(re.escape(w.replace(" ", "")) for w in words if not w.isascii())
    return re.compile(
        rf"(?:(?<![a-z])(?:{latin}) "
        r"(?:(?:a|an|the|any|use|have|need|or|and|\w+ (?:or|and)) ){0,4}"
        rf"|(?:{han})[^,;:.!?。]{{0,6}})$"
    )


@cache
def _patterns(section: str) -> list[tuple[str, re.Pattern[str], tuple[str, ...]]]:
    lexicon = load_lexicon()
    if section in ("filler", "style"):
        return [(section, compile_pattern(p), needs(p)) for p in getattr(lexicon.words, section)]
    entries = getattr(lexicon, section)
    return [
        (name, compile_pattern(pattern), needs(pattern))
        for name, entry in entries.items()
        for pattern in (*entry.en, *entry.zh)
    ]


def _swapped(word: str) -> str:
    """A short word whose letters were typed in the wrong order: tood, lsit, wiht."""
    _, by_letter = _vocabulary()
    for candidate in by_letter.get(word[0], []):
        if len(candidate) == len(word) and sorted(candidate) == sorted(word):
            distance = DamerauLevenshtein.distance(word, candidate, score_cutoff=1)
            if distance <= 2 and word[0] == candidate[0]:
                return candidate
    return word


@cache
def _vocabulary() -> tuple[frozenset[str], dict[str, list[str]]]:
    lexicon = load_lexicon()
    words = lexicon.vocabulary()
    known = frozenset(stem(w) for w in words) | {stem(w) for w in lexicon.words.not_typos}
    known |= {stem(w) for w in lexicon.words.stop_en}
    by_letter: dict[str, list[str]] = {}
    for word in sorted({*words, "with", "and", "that", "this", "from"}):
        by_letter.setdefault(word[0], []).append(word)
    return known, by_letter


@lru_cache(maxsize=20_000)
def correct_typo(word: str) -> str:
    """The word of the lexicon that a mistyped word is meant to be, else the word itself.

    One slip in a word of six letters and more, two from nine on, letters swapped from five on; the
    first letter must be right. Words of the lexicon, and common words that look like one, stay.
    """
    known, by_letter = _vocabulary()
    if len(word) < 3 or stem(word) in known:
        return word
    if len(word) < 5:
        return _swapped(word)
    best = word
    best_distance = 3 if len(word) >= 9 else 2
    for candidate in by_letter.get(word[0], []):
        if abs(len(candidate) - len(word)) > 2:
            continue
        distance = DamerauLevenshtein.distance(word, candidate, score_cutoff=2)
        if len(word) == 5 and sorted(word) != sorted(candidate):
            continue
        if distance < best_distance:
            best, best_distance = candidate, distance
    return best
