"""Sliders of a page: native ranges, ARIA sliders, and those that are only drawn."""

from __future__ import annotations

from presscheck.scoring.snapshot import Element, Snapshot
from presscheck.scoring.words import tokens

MIN_LENGTH = 80.0
MAX_THICKNESS = 60.0
MIN_RATIO = 4.0
_TRACK_WORDS = frozenset(
    ["slider", "timeline", "track", "scrub", "scrubber", "scrubbar", "seek", "seekbar", "range"]
)
_KNOB_WORDS = frozenset(["knob", "thumb", "handle", "grip", "dragger", "marker", "playhead"])
_HANDS = frozenset(["grab", "pointer", "resize"])


def sliders(snapshot: Snapshot) -> list[Element]:
    """All sliders that can be moved, the longest first. `ProbeContext.set` with `relative` moves
    any of them: a drawn one is dragged by its knob along its track."""
    found = [e for e in snapshot.shown if e.enabled and _is_slider(snapshot, e)]
    found.sort(key=lambda e: -max(e.box.w, e.box.h))
    return found


def is_slider(snapshot: Snapshot, e: Element) -> bool:
    return e.enabled and e.shown and _is_slider(snapshot, e)


def _is_slider(snapshot: Snapshot, e: Element) -> bool:
    if e.role == "slider":
        return not _wraps_knob_with_role(snapshot, e)
    return is_drawn_slider(snapshot, e)


def _wraps_knob_with_role(snapshot: Snapshot, e: Element) -> bool:
    return any(k.role == "slider" for k in snapshot.children.get(e.id, []))


def is_drawn_slider(snapshot: Snapshot, e: Element) -> bool:
    """A long thin part with a small knob in it that wants to be taken, or one that calls itself a
    track and shows the hand."""
    if e.role or e.takes_text or e.tag in ("input", "canvas", "label", "text", "svg"):
        return False
    long, thin = max(e.box.w, e.box.h), min(e.box.w, e.box.h)
    if long < MIN_LENGTH or thin > MAX_THICKNESS or long < MIN_RATIO * max(thin, 1):
        return False
    inner = snapshot.inside(e)[1:]
    if len(inner) > 40 or any(i.role or i.takes_text for i in inner):
        return False
    named = bool(_TRACK_WORDS & set(tokens(e.words)))
    knobs = [i for i in inner if 4 <= i.box.w <= 60 and 4 <= i.box.h <= 80 and not i.text]
    if any(k.states & _HANDS or _KNOB_WORDS & set(tokens(k.words)) for k in knobs):
        return named or any("grab" in k.states for k in knobs) or bool(e.states & _HANDS)
    return named and bool(e.states & _HANDS)
