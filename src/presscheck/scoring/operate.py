"""Operates one control in the way that suits it, and tells an answer from a mere touch."""

from __future__ import annotations

from collections.abc import Sequence

from presscheck.scoring import actions
from presscheck.scoring.changes import Change
from presscheck.scoring.controls import Control, Way
from presscheck.scoring.diff import diff, keys_of
from presscheck.scoring.effect import NOTICEABLE_PIXELS, QUIET, Effect
from presscheck.scoring.session import TICK_MS, Session
from presscheck.scoring.setting import set_value
from presscheck.scoring.snapshot import Element, Snapshot

SETTLE_MS = 300.0
DRAG_BY = (60.0, 40.0)
NUDGE = 8.0
"""A control that only gives way by so many pixels under the mouse was pressed, and did nothing."""

_TOUCH_ONLY = frozenset(["restyled", "moved", "resized"])
_SAMPLES = {
    "email": "ann@example.org",
    "number": "12",
    "tel": "5551234567",
    "url": "https://example.org",
    "password": "Secret-123",
    "date": "2026-03-14",
    "time": "09:30",
    "datetime-local": "2026-03-14T09:30",
    "month": "2026-03",
    "week": "2026-W12",
    "color": "#3366cc",
}


def sample_text(e: Element) -> str:
    """What a person would type into a field to try it."""
    return _SAMPLES.get(e.type, "Sample")


async def operate(
    session: Session, control: Control, way: Way, *, settle: float = SETTLE_MS
) -> Effect:
    """Operate the control once, in this way."""
    e = control.element
    match way:
        case "click":
            return await actions.click(session, e, settle=settle)
        case "double click":
            return await actions.click(session, e, count=2, settle=settle)
        case "type":
            if e.type == "number" or e.role == "spinbutton":
                return await set_value(session, e, _other_number(e), settle=settle)
            return await actions.type_text(session, e, sample_text(e), settle=settle)
        case "set":
            return await _set_other(session, e, settle)
        case "choose":
            other = next(o for o in reversed(e.options) if o != e.value)
            return await set_value(session, e, other, settle=settle)
        case "drag":
            return await _drag(session, e, settle)
        case "wheel":
            return await actions.wheel(session, e, dy=-240, settle=settle)
        case "hover":
            return await actions.hover(session, e, at=(0.4, 0.4), settle=settle)
    raise ValueError(f"no such way: {way}")


def _other_number(e: Element) -> str:
    low, high, step = e.span or (0.0, 100.0, 1.0)
    try:
        now = float(e.value or low)
    except ValueError:
        now = low
    wanted = now + (step or 1.0)
    return f"{wanted if wanted <= high else now - (step or 1.0):g}"


async def _set_other(session: Session, e: Element, settle: float) -> Effect:
    if e.role in ("date", "colour"):
        return await set_value(session, e, sample_text(e), settle=settle)
    low, high, _ = e.span or (0.0, 100.0, 1.0)
    try:
        share = (float(e.value or low) - low) / ((high - low) or 1.0)
    except ValueError:
        share = 0.5
    return await set_value(session, e, 0.8 if share < 0.6 else 0.25, relative=True, settle=settle)


async def _drag(session: Session, e: Element, settle: float) -> Effect:
    goal = _drop_place(session.now, e, anything=settle >= TICK_MS)
    if goal is not None:
        return await actions.drag(session, e, onto=goal, settle=settle)
    x, y = e.box.centre
    w, h = session.now.viewport
    dx, dy = DRAG_BY
    by = (dx if x < w * 0.6 else -dx, dy if y < h * 0.6 else -dy)
    return await actions.drag(session, e, by=by, settle=settle)


def _drop_place(snapshot: Snapshot, e: Element, *, anything: bool) -> Element | None:
    """Where a card goes: a container like the one that it lies in; for what is marked as draggable,
    else another such thing. None for what is no card (a title bar, a knob), unless `anything`:
    then a short drag has been tried in vain."""
    like = [s for s in snapshot.children.get(e.parent, []) if s.tag == e.tag and s.words == e.words]
    if not e.has("draggable") and len(like) < 2 and not anything:
        return None
    for a in snapshot.ancestors(e):
        peers = [
            p
            for p in snapshot.children.get(a.parent, [])
            if p.id != a.id and p.shown and p.tag == a.tag and p.box.area > e.box.area
        ]
        if peers:
            return peers[0]
    if not e.has("draggable"):
        return None
    return next((p for p in snapshot.shown if p.has("draggable") and p.id != e.id), None)


async def answered(session: Session, effect: Effect, before: Snapshot) -> bool:
    """Whether the page answered, beyond what hovering, pressing and focusing look like.

    `before` is the page before the mouse came near. Where only the control itself looks different,
    the mouse goes away and the focus is let go: what stays is an answer.
    """
    if effect.dialogs or effect.downloads or effect.opened or effect.sounds:
        return True
    if effect.pixels is not None and effect.pixels > NOTICEABLE_PIXELS:
        return True
    target = effect.target
    weighty = [
        c for c in effect.changes if not (_is_quiet(c) or _is_raise(c, target, effect.after))
    ]
    if not weighty:
        return _came_to_rest(session, effect)
    # What had the focus before loses its look, too.
    left = {c.element.id for c in effect.changes if c.what == "focused" and c.element}
    weighty = [c for c in weighty if not (c.kind == "restyled" and _on(c, left, target))]
    if not weighty:
        return False
    if target is None or any(not _is_touch(c, target, effect.after) for c in weighty):
        return True
    await session.inside.call("blur")
    await session.hands.move(1, 1)
    await session.advance_quietly(SETTLE_MS)
    after = await session.look()
    rest = [c for c in diff(before, after) if c.element is not None and not _is_quiet(c)]
    return bool(_of(rest, target, after))


def _came_to_rest(session: Session, effect: Effect) -> bool:
    """Whether something that was going on has ended: what a stop button does. Only a stretch of a
    good second tells, since much ticks once a second."""
    stopped = {k for c in effect.stopped if _goes_on(c) for k in keys_of(c)}
    return effect.stretch >= TICK_MS and bool(stopped - session.tickers)


def _goes_on(c: Change) -> bool:
    """What a running thing does; small moves and restyling are hovering that fades."""
    return c.kind in ("text", "value", "redrawn") or (
        c.kind == "moved" and max(abs(c.dx), abs(c.dy)) > NUDGE
    )


def _is_quiet(c: Change) -> bool:
    return c.kind == "state" and (c.what in QUIET or c.what == "covered")


def _on(c: Change, ids: set[int], target: Element | None) -> bool:
    """Whether it happened to one of these elements, other than the target."""
    return c.element is not None and c.element.id in ids and c.element != target


def _is_raise(c: Change, target: Element | None, after: Snapshot) -> bool:
    """The window around the control came to the front, as it does wherever it is touched."""
    if target is None or c.kind != "restyled" or c.what != "z" or c.element is None:
        return False
    return c.element.id != target.id and after.is_inside(target, c.element)


def _is_touch(c: Change, target: Element, after: Snapshot) -> bool:
    if c.kind not in _TOUCH_ONLY or c.element is None:
        return False
    if c.kind != "restyled" and max(abs(c.dx), abs(c.dy)) > NUDGE:
        return False
    return after.is_inside(c.element, target) or c.element.id == target.parent


def _of(changes: Sequence[Change], target: Element, after: Snapshot) -> list[Change]:
    return [
        c
        for c in changes
        if c.element is not None
        and (after.is_inside(c.element, target) or c.element.id == target.parent)
    ]
