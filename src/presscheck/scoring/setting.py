"""Setting what holds a value: ranges, fields, selects, dates, colours, switches, drawn sliders."""

from __future__ import annotations

from presscheck.core.evidence import Mark
from presscheck.scoring import actions
from presscheck.scoring.effect import Effect
from presscheck.scoring.locate import find
from presscheck.scoring.session import Place, Session, Unreachable, element_at, named
from presscheck.scoring.snapshot import Box, Element

THUMB = 16.0
"""Width of the thumb of Chromium's native range, in CSS pixels."""

MAX_ARROWS = 12


async def set_value(
    session: Session,
    place: Place,
    value: str | float | bool,
    *,
    relative: bool = False,
    settle: float | None = None,
    watch: Place | None = None,
    picture: bool = False,
) -> Effect:
    """Set the element as a person would; see ProbeContext.set."""
    element = element_at(place)
    element = await session.again(element) if element else None
    if element is None:
        return await session.nothing(f"set {named(place)}", "it is no longer there", place)
    text = _plain(element, value, relative)
    did = f"set {element} to {text}"
    if element.role in ("checkbox", "switch", "radio"):
        return await _set_checked(session, element, value, settle, watch, picture)
    if element.tag == "input" and element.type == "range":
        return await _set_range(session, element, float(text), did, settle, watch, picture)
    if element.tag == "select":
        return await _set_native(session, element, text, did, settle, watch, picture)
    if element.role in ("date", "colour"):
        return await _set_native(session, element, text, did, settle, watch, picture)
    if element.takes_text or element.role == "spinbutton":
        return await _set_text(session, element, text, did, settle, watch, picture)
    share = float(value) if relative else _share(element, float(value))
    return await _drag_slider(session, element, share, settle, watch, picture)


def _plain(element: Element, value: str | float | bool, relative: bool) -> str:
    """The value as it is written into the element."""
    if relative and element.options:
        index = round(float(value) * (len(element.options) - 1))
        return element.options[max(0, min(index, len(element.options) - 1))]
    if relative and element.span:
        low, high, step = element.span
        exact = low + float(value) * (high - low)
        if step > 0:
            exact = min(high, low + round((exact - low) / step) * step)
        return f"{round(exact, 6):g}" if abs(exact) < 1e6 else f"{exact:.0f}"
    if isinstance(value, float):
        return f"{value:g}" if abs(value) < 1e6 else f"{value:.0f}"
    return str(value)


def _share(element: Element, value: float) -> float:
    if element.span is None or element.span[1] == element.span[0]:
        return max(0.0, min(1.0, value))
    return (value - element.span[0]) / (element.span[1] - element.span[0])


async def _set_checked(
    session: Session,
    element: Element,
    value: str | float | bool,
    settle: float | None,
    watch: Place | None,
    picture: bool,
) -> Effect:
    wanted = (
        value if isinstance(value, bool) else str(value).lower() not in ("", "0", "false", "off")
    )
    if wanted == element.has("checked"):
        snapshot = await session.snapshot()
        return Effect(f"leave {element} as it is", snapshot, snapshot, target=element)
    return await actions.click(session, element, settle=settle, watch=watch, picture=picture)


async def _set_range(
    session: Session,
    element: Element,
    value: float,
    did: str,
    settle: float | None,
    watch: Place | None,
    picture: bool,
) -> Effect:
    """Drag the thumb of a native range, then arrow keys, so that the value is exact."""
    try:
        spot = await session.spot(element, exact=False)
    except Unreachable as stop:
        return await session.nothing(did, stop.reason, element)
    box = spot.box or element.box
    low, high, step = element.span or (0.0, 100.0, 1.0)
    width = (high - low) or 1.0
    start = _thumb(box, (float(element.value or low) - low) / width)
    end = _thumb(box, (value - low) / width)
    await session.hands.move(*start)
    await session.page.advance(50)
    session.touched()

    async def action() -> list[str]:
        lines = await session.hands.drag([start, end])
        current = (await session.look()).get(element.id)
        got = float(current.value or "nan") if current else value
        off = round((value - got) / step) if step > 0 and got == got else 0
        if 0 < abs(off) <= MAX_ARROWS:
            lines += await session.hands.press("ArrowRight" if off > 0 else "ArrowLeft", abs(off))
        elif abs(off) > MAX_ARROWS:
            await session.inside.call("setNative", {"id": element.id, "value": f"{value:g}"})
        return lines

    mark = Mark(x=start[0], y=start[1], to_x=end[0], to_y=end[1])
    return await session.act(
        did, action, target=element, settle=settle, watch=watch, picture=picture, mark=mark
    )


def _thumb(box: Box, share: float) -> tuple[float, float]:
    share = max(0.0, min(1.0, share))
    if box.h > 2 * box.w:
        return box.x + box.w / 2, box.bottom - THUMB / 2 - share * max(box.h - THUMB, 0)
    return box.x + THUMB / 2 + share * max(box.w - THUMB, 0), box.y + box.h / 2


async def _set_native(
    session: Session,
    element: Element,
    text: str,
    did: str,
    settle: float | None,
    watch: Place | None,
    picture: bool,
) -> Effect:
    try:
        spot = await session.spot(element)
    except Unreachable as stop:
        return await session.nothing(did, stop.reason, element)

    async def action() -> list[str]:
        await session.inside.call("setNative", {"id": element.id, "value": text})
        fill = "select_option(label=" if element.tag == "select" else "fill("
        where = f"page.evaluate_handle('document.elementFromPoint({spot.x:.0f}, {spot.y:.0f})')"
        return [f"{where}.as_element().{fill}{text!r})"]

    return await session.act(
        did,
        action,
        target=element,
        settle=settle,
        watch=watch,
        picture=picture,
        mark=Mark(x=spot.x, y=spot.y),
    )


async def _set_text(
    session: Session,
    element: Element,
    text: str,
    did: str,
    settle: float | None,
    watch: Place | None,
    picture: bool,
) -> Effect:
    """Type over what is there and leave the field, so that `change` fires."""
    try:
        spot = await session.spot(element)
    except Unreachable as stop:
        return await session.nothing(did, stop.reason, element)
    await session.hands.click(spot.x, spot.y)
    session.touched()

    async def action() -> list[str]:
        await session.inside.call("select", {"id": element.id})
        lines = [f"page.mouse.click({spot.x:.0f}, {spot.y:.0f}, click_count=3)"]
        lines += await session.hands.type(text) if text else await session.hands.press("Delete")
        return lines + await session.hands.press("Tab")

    return await session.act(
        did,
        action,
        target=element,
        settle=settle,
        watch=watch,
        picture=picture,
        mark=Mark(x=spot.x, y=spot.y),
    )


async def _drag_slider(
    session: Session,
    element: Element,
    share: float,
    settle: float | None,
    watch: Place | None,
    picture: bool,
) -> Effect:
    """Drag the knob of a drawn slider to a share of its track."""
    knob, track = await knob_and_track(session, element)
    share = max(0.02, min(0.98, share))
    upright = track.h > 1.5 * track.w
    start = knob.box.centre
    end = (
        (start[0], track.bottom - share * track.h)
        if upright
        else (track.x + share * track.w, start[1])
    )
    by = (end[0] - start[0], end[1] - start[1])
    return await actions.drag(session, knob, by=by, settle=settle, watch=watch, picture=picture)


async def knob_and_track(session: Session, element: Element) -> tuple[Element, Box]:
    """Which part of a drawn slider is taken, and along which box it moves."""
    snapshot = await session.snapshot()
    box = element.box
    if max(box.w, box.h) < 3 * min(box.w, box.h) or max(box.w, box.h) < 60:
        parent = snapshot.get(element.parent)
        return element, parent.box if parent else box
    small = [
        e
        for e in snapshot.inside(element)
        if e.id != element.id and e.shown and 4 <= e.box.w <= 60 and 4 <= e.box.h <= 80
    ]
    grabbed = [e for e in small if e.states & {"grab", "pointer", "resize"}]
    return (grabbed or small or [element])[-1], box


async def choose_option(
    session: Session,
    place: Place,
    option: str,
    *,
    settle: float | None = None,
    picture: bool = False,
) -> Effect:
    """Choose by its words: of a select, of radio buttons, of a list that opens on a click."""
    element = element_at(place)
    element = await session.again(element) if element else None
    if element is None:
        return await session.nothing(f"choose “{option}”", "it is no longer there", place)
    if element.options:
        words = option.casefold()
        fits = [o for o in element.options if o.casefold() == words] or [
            o for o in element.options if words in o.casefold() or o.casefold() in words
        ]
        if not fits:
            reason = f"it has no option “{option}”"
            return await session.nothing(f"choose “{option}” of {element}", reason, place)
        return await set_value(session, element, fits[0], settle=settle, picture=picture)
    snapshot = await session.snapshot()
    inside = find(snapshot, option, within=element)
    if not inside:
        opened = await actions.click(session, element, settle=settle)
        inside = find(opened.after, option, role=("option", "menuitem", "radio"))
        if not inside:
            inside = find(opened.after, option)
    if not inside:
        return await session.nothing(f"choose “{option}”", inside.says, place)
    return await actions.click(session, inside, settle=settle, picture=picture)
