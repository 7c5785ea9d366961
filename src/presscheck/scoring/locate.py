"""From a person's words to elements: ranked, with confidence and reasons.

Each element answers to several texts: its accessible name, its text, its hint (placeholder, title,
alt), the label next to it, and the words of its class, id and data attributes. How well the query,
or a synonym of it, fits the best of them is its confidence; role, place and size decide ties.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rapidfuzz import fuzz

from presscheck.core.steps import Target
from presscheck.scoring.labels import labels_of
from presscheck.scoring.roles import role_fits
from presscheck.scoring.snapshot import Box, Element, Snapshot, is_operable
from presscheck.scoring.words import core_words, fold, likeness, synonyms

MIN_CONFIDENCE = 0.5
"""Below this an element only "came close"."""

CALLED_SO = 0.9
"""From here an element is called by the very words, ordinal and all."""

SYNONYM = 0.93
FUZZY = 0.8
FUZZY_RATIO = 84

_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1}
_HAN_ORDINALS = {"第一个": 1, "第二个": 2, "第三个": 3, "第四个": 4, "最后一个": -1}
_SIDES = {
    "top": (None, 0.0),
    "bottom": (None, 1.0),
    "left": (0.0, None),
    "right": (1.0, None),
    "左上": (0.0, 0.0),
    "右上": (1.0, 0.0),
    "左下": (0.0, 1.0),
    "右下": (1.0, 1.0),
}


@dataclass(frozen=True, slots=True)
class Found:
    """An element that the words mean. True in a condition."""

    element: Element
    confidence: float
    reasons: tuple[str, ...] = ()
    others: tuple[Element, ...] = ()

    def __bool__(self) -> Literal[True]:
        return True

    @property
    def box(self) -> Box:
        return self.element.box

    def __str__(self) -> str:
        return str(self.element)


@dataclass(frozen=True, slots=True)
class NotFound:
    """Nothing fits the words. False in a condition; `says` tells a person why."""

    says: str
    close: tuple[Element, ...] = ()

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True, slots=True)
class _Query:
    words: str
    variants: tuple[tuple[str, float], ...]
    roles: tuple[str, ...]
    strict: bool
    nth: int | None
    ordinal: bool
    side: tuple[float | None, float | None] | None


def find(
    snapshot: Snapshot,
    words: str | Target,
    *,
    role: str | Sequence[str] | None = None,
    within: str | Element | Found | None = None,
    among: Iterable[Element] | None = None,
    hidden: bool = False,
) -> Found | NotFound:
    """The likeliest element, or what came close."""
    ranked = _rank(snapshot, words, role, within, among, hidden)
    good = [f for f in ranked if f.confidence >= MIN_CONFIDENCE]
    query = _query(words, role)
    if good:
        # "second panel" may be the second panel, or a panel that is called so.
        called_so = good[0].confidence >= CALLED_SO and query.ordinal
        best = good[0] if called_so else _nth(good, query.nth)
        if best is not None:
            others = tuple(f.element for f in good[:6] if f.element.id != best.element.id)
            return Found(best.element, best.confidence, best.reasons, others)
    close = tuple(f.element for f in ranked[:3])
    what = words.words if isinstance(words, Target) else words
    kind = f" ({' or '.join(query.roles)})" if query.roles else ""
    near = "; close to it: " + ", ".join(str(e) for e in close) if close else ""
    return NotFound(f"nothing on the page answers to “{what}”{kind}{near}", close)


def find_all(
    snapshot: Snapshot,
    words: str | Target,
    *,
    role: str | Sequence[str] | None = None,
    within: str | Element | Found | None = None,
    among: Iterable[Element] | None = None,
    hidden: bool = False,
) -> list[Found]:
    """All elements that the words could mean, the likeliest first."""
    ranked = _rank(snapshot, words, role, within, among, hidden)
    return [f for f in ranked if f.confidence >= MIN_CONFIDENCE]


def same_thing(snapshot: Snapshot, element: Element) -> Element | None:
    """What stands for an element after the page drew it anew: same tag and role, same name and
    text or at least the same class words, nearest to where it was."""
    best: tuple[float, Element] | None = None
    alike = [e for e in snapshot if e.tag == element.tag and e.role == element.role]
    # One of many (list entries, cards) is told from the others by its text alone.
    of_many = sum(e.words == element.words for e in alike) > 1
    for e in alike:
        likely = 0.0
        if e.name == element.name and e.text == element.text:
            likely += 2 if e.name or e.text else 0.5
        elif of_many and (e.text or e.name):
            continue
        if e.words == element.words:
            likely += 1.5 if e.words else 0.25
        if likely < 1.5 and not (likely and e.box == element.box):
            continue
        likely -= min(math.dist(e.box.centre, element.box.centre) / 800, 1.4)
        if best is None or likely > best[0]:
            best = (likely, e)
    return best[1] if best else None


def _query(words: str | Target, role: str | Sequence[str] | None) -> _Query:
    nth, strict = None, role is not None
    text = words
    if isinstance(words, Target):
        text, nth = words.words, words.nth
        role = role or words.role
    assert isinstance(text, str)
    core, kind = core_words(text)
    core, ordinal = _ordinal(core)
    core, side = _side(core)
    roles: tuple[str, ...] = ()
    if role is not None:
        roles = (role,) if isinstance(role, str) else tuple(role)
    elif kind is not None:
        roles = (kind,)
    variants: dict[str, float] = {fold(core): 1.0}
    whole = fold(text)
    if whole != fold(core):
        variants.setdefault(whole, 1.0)
    for peer in synonyms(core) | synonyms(whole):
        variants.setdefault(peer, SYNONYM)
    parts = fold(core).split(" ")
    if len(parts) > 1:
        for part in parts:
            for peer in synonyms(part):
                variants.setdefault(" ".join(peer if p == part else p for p in parts), SYNONYM)
    ordered = tuple(sorted(variants.items(), key=lambda v: (-v[1], v[0])))
    ordinal_only = nth is None and ordinal is not None
    return _Query(fold(core), ordered, roles, strict, nth or ordinal, ordinal_only, side)


def _ordinal(core: str) -> tuple[str, int | None]:
    words = core.split(" ")
    if len(words) > 1 and words[0] in _ORDINALS:
        return " ".join(words[1:]), _ORDINALS[words[0]]
    for han, nth in _HAN_ORDINALS.items():
        if core.startswith(han) and len(core) > len(han):
            return core[len(han) :], nth
    return core, None


def _side(core: str) -> tuple[str, tuple[float | None, float | None] | None]:
    """Words of place at the beginning ("top left button") narrow by position, if more follows."""
    words = core.split(" ")
    fx: float | None = None
    fy: float | None = None
    taken = 0
    for word in words[:2]:
        side = _SIDES.get(word)
        if side is None or taken + 1 >= len(words):
            break
        fx, fy = side[0] if side[0] is not None else fx, side[1] if side[1] is not None else fy
        taken += 1
    if not taken:
        return core, None
    return " ".join(words[taken:]), (fx, fy)


def _rank(
    snapshot: Snapshot,
    words: str | Target,
    role: str | Sequence[str] | None,
    within: str | Element | Found | None,
    among: Iterable[Element] | None,
    hidden: bool,
) -> list[Found]:
    query = _query(words, role)
    if within is None and isinstance(words, Target):
        within = words.within
    candidates = snapshot if among is None else among
    container = _container(snapshot, within)
    if container is not None and within is not None and not isinstance(within, str):
        inner = {e.id for e in snapshot.inside(container)}
        candidates = [e for e in candidates if e.id in inner]
    ranked: list[tuple[float, float, Found]] = []
    for e in candidates:
        if not (e.shown or hidden):
            continue
        scored = _score(snapshot, e, query)
        if scored is None:
            continue
        confidence, reason = scored
        tie = _tie(snapshot, e, query)
        if container is not None and isinstance(within, str):
            tie += 0.3 * _nearness(snapshot, e, container)
        ranked.append((confidence + tie, -e.box.area, Found(e, round(confidence, 3), (reason,))))
    ranked.sort(key=lambda r: (-r[0], -r[1], r[2].element.id))
    return _deepest(snapshot, [f for _, _, f in ranked])


def _score(snapshot: Snapshot, e: Element, query: _Query) -> tuple[float, str] | None:
    fit = 1.0
    if query.roles:
        fit = max(role_fits(e, r) for r in query.roles)
        if fit == 0 and query.strict:
            return None
        fit = fit or 0.7
    best, reason = 0.0, ""
    for source, text, weight in labels_of(snapshot, e):
        for variant, trust in query.variants:
            if weight * trust * fit <= best:
                continue
            like = likeness(variant, text)
            if like == 0 and trust == 1.0 and len(variant) >= 4 and len(text) <= 40:
                ratio = fuzz.ratio(variant, text)
                like = FUZZY * ratio / 100 if ratio >= FUZZY_RATIO else 0.0
            value = like * weight * trust * fit
            if value > best:
                best, reason = value, f"its {source} “{text[:40]}” fits “{variant}”"
    return (best, reason) if best > 0.25 else None


def _tie(snapshot: Snapshot, e: Element, query: _Query) -> float:
    tie = 0.0
    if is_operable(e):
        tie += 0.04
    if e.has("disabled"):
        tie -= 0.02
    if e.has("behind"):
        tie -= 0.03
    if query.side is not None and snapshot.viewport[0]:
        x, y = e.box.centre
        fx, fy = query.side
        if fx is not None:
            tie -= 0.2 * abs(x / snapshot.viewport[0] - fx)
        if fy is not None:
            tie -= 0.2 * abs(y / snapshot.viewport[1] - fy)
    return tie


def _deepest(snapshot: Snapshot, ranked: list[Found]) -> list[Found]:
    """Of an element and its container with the same text keep the one that a person would mean:
    what can be operated, else the inner one."""
    kept: list[Found] = []
    for f in ranked:
        clash = next(
            (
                k
                for k in kept
                if snapshot.is_inside(f.element, k.element)
                or snapshot.is_inside(k.element, f.element)
            ),
            None,
        )
        if clash is None or abs(clash.confidence - f.confidence) > 0.12:
            kept.append(f)
    return kept


def _nth(found: list[Found], nth: int | None) -> Found | None:
    if nth is None:
        return found[0]
    best = found[0].confidence
    alike = [f for f in found if best - f.confidence <= 0.15]
    alike.sort(key=lambda f: (round(f.box.y / 10), f.box.x))
    if nth == -1:
        return alike[-1]
    return alike[nth - 1] if nth <= len(alike) else None


def _container(snapshot: Snapshot, within: str | Element | Found | None) -> Element | None:
    if within is None or isinstance(within, Element):
        return within
    if isinstance(within, Found):
        return within.element
    place = find(snapshot, within)
    return place.element if place else None


def _nearness(snapshot: Snapshot, e: Element, container: Element) -> float:
    """1 inside the container, less the further up the first common ancestor is."""
    chain = [container, *snapshot.ancestors(container)]
    for steps, a in enumerate(chain):
        if snapshot.is_inside(e, a):
            return 1 / (1 + steps)
    return 0.0
