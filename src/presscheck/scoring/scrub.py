"""Timelines and sliders of any make: native ranges, ARIA sliders, and knobs drawn on a track."""

from __future__ import annotations

import re
from dataclasses import dataclass

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.effect import Effect
from presscheck.scoring.snapshot import Element, Snapshot

_TRACK_WORDS = re.compile(
    r"time ?line|scrub|track|slider|progress|rail|seek|range|时间轴|进度|滑块|滑轨", re.I
)
_KNOB_WORDS = re.compile(r"knob|thumb|handle|grip|dot|pointer|marker|cursor|滑块|把手", re.I)
LEAST_TRACK = 120
"""CSS pixels: a shorter bar is a switch or an ornament."""


@dataclass(frozen=True)
class Scrubber:
    """Something that is set by sliding. `knob` is what a person would take hold of on a track."""

    element: Element
    knob: Element | None = None

    @property
    def native(self) -> bool:
        return self.element.role == "slider" or self.element.span is not None

    def __str__(self) -> str:
        return str(self.element)


def scrubbers(snapshot: Snapshot) -> list[Scrubber]:
    """What can be slid, native and ARIA sliders first (the widest of them first)."""
    proper = [e for e in snapshot.shown if e.role == "slider" and e.enabled]
    proper.sort(key=lambda e: -max(e.box.w, e.box.h))
    return [Scrubber(e) for e in proper] + _tracks(snapshot, proper)


def _tracks(snapshot: Snapshot, proper: list[Element]) -> list[Scrubber]:
    """Long flat things that call themselves a track, or that have a small knob to drag on them."""
    found: list[tuple[bool, float, Scrubber]] = []
    for e in snapshot.shown:
        long_enough = e.box.w >= LEAST_TRACK and e.box.h <= max(48.0, e.box.w / 8)
        if not long_enough or e.takes_text or e.tag in ("canvas", "svg", "label", "p", "button"):
            continue
        if any(snapshot.is_inside(p, e) for p in proper) or len(snapshot.text_of(e)) > 60:
            continue
        said = bool(_TRACK_WORDS.search(f"{e.words} {e.name}"))
        knob = _knob(snapshot, e)
        if knob is None and not (said and (e.has("pointer") or e.has("draggable"))):
            continue
        if knob is not None and not (said or _KNOB_WORDS.search(knob.words) or _grabbed(knob)):
            continue
        found.append((said, e.box.w, Scrubber(e, knob)))
    found.sort(key=lambda f: (not f[0], -f[1]))
    # Of nested bars the outermost is the track.
    tracks: list[Scrubber] = []
    for _, _, scrubber in found:
        if not any(snapshot.is_inside(scrubber.element, t.element) for t in tracks):
            tracks.append(scrubber)
    return tracks


def _grabbed(e: Element) -> bool:
    return e.has("pointer") or e.has("draggable")


def _knob(snapshot: Snapshot, track: Element) -> Element | None:
    """A small thing on the track that is not text."""
    for e in [*snapshot.inside(track)[1:], *snapshot.children.get(track.parent, [])]:
        if e.id == track.id or not e.shown or e.text or e.box.area <= 0:
            continue
        small = 6 <= e.box.w <= 60 and 6 <= e.box.h <= 60
        cx, cy = e.box.centre
        on_it = (
            track.box.x - 30 <= cx <= track.box.right + 30
            and track.box.y - 20 <= cy <= track.box.bottom + 20
        )
        if small and on_it:
            return e
    return None


async def scrub(
    ctx: ProbeContext, scrubber: Scrubber, share: float, *, picture: bool = False
) -> Effect:
    """Slide to a share (0 to 1) of the span, with the mouse as a person would."""
    element = await ctx.again(scrubber.element) or scrubber.element
    if scrubber.native:
        return await ctx.set(element, share, relative=True, picture=picture)
    goal = element.box.at(min(max(share, 0.01), 0.99), 0.5)
    knob = await ctx.again(scrubber.knob) if scrubber.knob is not None else None
    if knob is not None:
        return await ctx.drag(knob, onto=goal, picture=picture)
    start = element.box.at(min(max(share - 0.04, 0.01), 0.95), 0.5)
    return await ctx.drag(start, onto=goal, picture=picture)
