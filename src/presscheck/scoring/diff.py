"""What differs between two snapshots, and what is left of it without the ambient changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from presscheck.scoring.changes import Change
from presscheck.scoring.snapshot import STYLES, Canvas, Element, Snapshot

Key = tuple[object, ...]

_STATES = frozenset(
    [
        "checked",
        "mixed",
        "selected",
        "expanded",
        "pressed",
        "disabled",
        "current",
        "readonly",
        "invalid",
        "focused",
        "covered",
        "faint",
        "editable",
    ]
)
"""States whose coming and going is worth a line. The others describe how the page is built."""

_INHERITED = frozenset(["color", "font"])
_CELL_THRESHOLD = 6
"""Mean difference per colour channel (0 to 255) from which a grid cell counts as changed."""

ID_STRIDE = 1_000_000
"""Ids of one load start at a multiple of it, so that the same node of the same page has the same
remainder after each reload (js/snapshot.js)."""

_DIGITS = re.compile(r"\d+")
_NUMBERS = re.compile(r"\d+(?:\.\d+)?")


def diff(before: Snapshot, after: Snapshot) -> list[Change]:
    """All differences, uncollapsed, in document order; page-wide ones last."""
    changes: list[Change] = []
    partner = _partners(before, after)
    scroll = (after.scroll[0] - before.scroll[0], after.scroll[1] - before.scroll[1])
    for now in after:
        was = partner.get(now.id)
        if was is now:
            continue
        if was is None or not was.shown:
            if now.shown:
                changes.append(Change("appeared", now, now=after.text_of(now)[:200]))
            elif was is not None:
                changes.extend(_hidden_field(was, now))
        elif not now.shown:
            changes.append(Change("disappeared", was, was=before.text_of(was)[:200]))
        else:
            changes.extend(_compare(was, now, scroll))
    kept = {was.id for was in partner.values()}
    for was in before:
        if was.id not in kept and was.shown:
            changes.append(Change("disappeared", was, was=before.text_of(was)[:200]))
    changes = _without_scrolling(changes, before, after)
    changes.extend(_page(before, after, scroll))
    return changes


def _partners(before: Snapshot, after: Snapshot) -> dict[int, Element]:
    """For each element of `after` its counterpart in `before`.

    The same node where it is still there; else, since many pages draw whole parts anew, an element
    that vanished from the same parent with the same tag: first one of equal text, then in order.
    """
    partner: dict[int, Element] = {}
    fresh: list[Element] = []
    for e in after:
        was = before.elements.get(e.id)
        if was is not None:
            partner[e.id] = was
        else:
            fresh.append(e)
    if not fresh:
        return partner
    gone: dict[tuple[int, str], list[Element]] = {}
    for e in before:
        if e.id not in after.elements:
            gone.setdefault((e.parent, e.tag), []).append(e)
    if not gone:
        return partner
    for group in _families(fresh):
        parent = group[0].parent
        old_parent = partner.get(parent)
        pool = gone.get((old_parent.id if old_parent else parent, group[0].tag))
        if pool:
            _pair(group, pool, before, after, partner)
    return partner


def _families(elements: Iterable[Element]) -> list[list[Element]]:
    """Siblings of the same tag together, in document order (parents before children)."""
    families: dict[tuple[int, str], list[Element]] = {}
    for e in elements:
        families.setdefault((e.parent, e.tag), []).append(e)
    return list(families.values())


def _pair(
    group: list[Element],
    pool: list[Element],
    before: Snapshot,
    after: Snapshot,
    partner: dict[int, Element],
) -> None:
    by_text: dict[tuple[str, str], list[Element]] = {}
    for e in pool:
        by_text.setdefault((before.text_of(e, hidden=True), e.value or ""), []).append(e)
    rest = []
    for e in group:
        same = by_text.get((after.text_of(e, hidden=True), e.value or ""))
        if same:
            partner[e.id] = same.pop(0)
        else:
            rest.append(e)
    left = [e for same in by_text.values() for e in same]
    left.sort(key=lambda e: pool.index(e))
    if len(left) == len(rest):
        for e, was in zip(rest, left, strict=True):
            partner[e.id] = was


def _compare(was: Element, now: Element, scroll: tuple[float, float]) -> list[Change]:
    found: list[Change] = []
    if was.text != now.text:
        found.append(Change("text", now, was=was.text, now=now.text))
    if was.value != now.value:
        found.append(Change("value", now, was=was.value or "", now=now.value or ""))
    found.extend(_states(was, now))
    dx, dy = _shift(was, now)
    if "fixed" not in now.states:
        dx, dy = dx + scroll[0], dy + scroll[1]
    if abs(dx) > 1 or abs(dy) > 1:
        found.append(Change("moved", now, dx=dx, dy=dy))
    dw, dh = now.box.w - was.box.w, now.box.h - was.box.h
    if abs(dw) > 1 or abs(dh) > 1:
        found.append(Change("resized", now, dx=dw, dy=dh))
    if was.style != now.style:
        for name, a, b in zip(STYLES, was.style, now.style, strict=False):
            if a != b:
                found.append(Change("restyled", now, what=name, was=a, now=b))
    if was.geometry != now.geometry:
        found.append(Change("restyled", now, what="shape", was=was.geometry, now=now.geometry))
    if was.canvas != now.canvas and was.canvas and now.canvas:
        share = canvas_share(was.canvas, now.canvas)
        if share > 0:
            found.append(Change("redrawn", now, share=share))
    if was.scroll != now.scroll:
        sx, sy = now.scroll[0] - was.scroll[0], now.scroll[1] - was.scroll[1]
        found.append(Change("scrolled", now, dx=sx, dy=sy))
    return found


def _hidden_field(was: Element, now: Element) -> list[Change]:
    """A real field may hide behind a drawn one (switches, star ratings): its state still counts."""
    if now.tag != "input":
        return []
    return [c for c in _states(was, now) if c.what == "checked"]


def _states(was: Element, now: Element) -> list[Change]:
    if was.states == now.states:
        return []
    return [
        Change(
            "state", now, what=s, was=s if s in was.states else "", now=s if s in now.states else ""
        )
        for s in sorted((was.states ^ now.states) & _STATES)
    ]


def _shift(was: Element, now: Element) -> tuple[float, float]:
    """How far a box moved; growing on one side alone is no move."""
    a, b = was.box, now.box
    return _edge(b.x - a.x, b.right - a.right), _edge(b.y - a.y, b.bottom - a.bottom)


def _edge(low: float, high: float) -> float:
    if low * high <= 0:
        return 0.0
    return low if abs(low) <= abs(high) else high


def canvas_share(was: Canvas, now: Canvas) -> float:
    """The share of a canvas that changed, by its grid; a hair where only the exact hash differs.

    A canvas without a pixel counts as not read (js/snapshot.js): its grid is empty all the same.
    """
    if was.digest == now.digest or not (was.read or now.read):
        return 0.0
    if (was.width, was.height) != (now.width, now.height):
        return 1.0
    a, b = was.cells(), now.cells()
    changed = np.abs(a - b).max(axis=2) > _CELL_THRESHOLD
    return max(float(changed.mean()), 1e-4)


def _without_scrolling(changes: list[Change], before: Snapshot, after: Snapshot) -> list[Change]:
    """Drop the moves that only follow the scrolling of what the element is in."""
    scrolled = {c.element.id: c for c in changes if c.kind == "scrolled" and c.element}
    if not scrolled:
        return changes
    kept = []
    for c in changes:
        if c.kind == "moved" and c.element is not None:
            over = [scrolled[a.id] for a in after.ancestors(c.element) if a.id in scrolled]
            dx, dy = sum(s.dx for s in over), sum(s.dy for s in over)
            if over and abs(c.dx + dx) <= 1.5 and abs(c.dy + dy) <= 1.5:
                continue
        kept.append(c)
    return kept


def _page(before: Snapshot, after: Snapshot, scroll: tuple[float, float]) -> list[Change]:
    found: list[Change] = []
    if before.title != after.title:
        found.append(Change("title", was=before.title, now=after.title))
    if before.url != after.url:
        found.append(Change("url", was=before.url, now=after.url))
    if abs(scroll[0]) > 1 or abs(scroll[1]) > 1:
        found.append(Change("scrolled", dx=scroll[0], dy=scroll[1]))
    for key in sorted({*before.storage, *after.storage}):
        was, now = before.storage.get(key, ""), after.storage.get(key, "")
        if was != now:
            found.append(Change("storage", what=key, was=was, now=now))
    return found


def keys_of(change: Change) -> tuple[Key, ...]:
    """What identifies a change when it comes again: the node, and for things that come and go
    (particles, redrawn lists) the kind of node in that place."""
    e = change.element
    if e is None:
        return ((change.kind, change.what),)
    kind = "comes" if change.kind in ("appeared", "disappeared") else change.kind
    node: Key = (kind, change.what, e.id % ID_STRIDE)
    if kind == "comes":
        return (node, (kind, e.tag, _DIGITS.sub("", e.words), e.parent))
    return (node,)


def subtract(
    changes: Sequence[Change],
    ambient: Sequence[Change],
    known: frozenset[Key] | set[Key] = frozenset(),
) -> list[Change]:
    """The changes that were not going on anyway.

    A thing that moves or is drawn anew all the time still counts where it suddenly does so several
    times as much: a planet that jumps when the slider is dragged.
    """
    going: dict[Key, Change] = {k: c for c in ambient for k in keys_of(c)}
    kept = []
    for c in changes:
        same = next((going[k] for k in keys_of(c) if k in going), None)
        if (same is None and not any(k in known for k in keys_of(c))) or (
            same is not None and _far_more(c, same)
        ):
            kept.append(c)
    return kept


def _far_more(change: Change, ambient: Change) -> bool:
    if change.kind == "moved":
        now, was = abs(change.dx) + abs(change.dy), abs(ambient.dx) + abs(ambient.dy)
        return now > 3 * was + 12
    if change.kind == "redrawn":
        return change.share > 3 * ambient.share + 0.03
    if change.kind == "text":
        return _other_course(change, ambient)
    return False


def _other_course(change: Change, ambient: Change) -> bool:
    """A text that counts by itself, and now says other words, turns back or leaps: a reset."""
    if _words_only(change.now) != _words_only(change.was):
        return _words_only(ambient.now) == _words_only(ambient.was)
    now, going = _count(change.now) - _count(change.was), _count(ambient.now) - _count(ambient.was)
    return now * going < 0 or abs(now) > 3 * abs(going) + 2


def _words_only(text: str) -> str:
    return "".join(c for c in text if c.isalpha())


def _count(text: str) -> float:
    """A reading as one figure; hours, minutes and seconds weigh as such."""
    total = 0.0
    for number in _NUMBERS.findall(text):
        total = total * 60 + float(number)
    return total


def collapse(changes: Sequence[Change], before: Snapshot, after: Snapshot) -> list[Change]:
    """One change for a whole part that came, went or moved, with the count of what is inside."""
    came = {c.element.id for c in changes if c.kind == "appeared" and c.element}
    went = {c.element.id for c in changes if c.kind == "disappeared" and c.element}
    moved = {c.element.id: c for c in changes if c.kind == "moved" and c.element}
    styled = {
        (c.element.id, c.what): c
        for c in changes
        if c.kind == "restyled" and c.what in _INHERITED and c.element
    }
    inside: dict[tuple[str, int], int] = {}
    kept: list[Change] = []
    for c in changes:
        e = c.element
        top = None
        if e is not None:
            if c.kind == "appeared":
                top = _highest(e, after, came)
            elif c.kind == "disappeared":
                top = _highest(e, before, went)
            elif c.kind == "moved":
                top = _carried(c, e, after, moved)
            elif c.kind == "restyled" and c.what in _INHERITED:
                up = styled.get((e.parent, c.what))
                top = e.parent if up and (up.was, up.now) == (c.was, c.now) else None
        if top is None:
            kept.append(c)
        else:
            inside[c.kind, top] = inside.get((c.kind, top), 0) + 1
    return [
        replace(c, inside=inside[c.kind, c.element.id])
        if c.element is not None and (c.kind, c.element.id) in inside
        else c
        for c in kept
    ]


def _highest(e: Element, snapshot: Snapshot, among: set[int]) -> int | None:
    top = None
    for a in snapshot.ancestors(e):
        if a.id in among:
            top = a.id
    return top


def _carried(c: Change, e: Element, after: Snapshot, moved: dict[int, Change]) -> int | None:
    """The ancestor that moved by the same amount and so carried the element along."""
    top = None
    for a in after.ancestors(e):
        up = moved.get(a.id)
        if up is not None and abs(up.dx - c.dx) <= 1.5 and abs(up.dy - c.dy) <= 1.5:
            top = a.id
    return top
