"""The things that a person does to a page, each under the rule of frozen time."""

from __future__ import annotations

from collections.abc import Sequence

from presscheck.core.evidence import Mark
from presscheck.scoring.effect import Effect
from presscheck.scoring.gestures import Button
from presscheck.scoring.session import (
    Place,
    Session,
    Unreachable,
    element_at,
    element_of,
    named,
)

KEY_PAUSE_MS = 40.0
"""Page time between the clicks of one sequence: more than a frame, less than for a double click."""


async def click(
    session: Session,
    place: Place,
    *,
    at: tuple[float, float] = (0.5, 0.5),
    count: int = 1,
    button: Button = "left",
    settle: float | None = None,
    watch: Place | None = None,
    picture: bool = False,
) -> Effect:
    verb = "double click" if count == 2 else "click"
    did = f"{verb} {named(place)}"
    try:
        spot = await session.spot(place, at)
    except Unreachable as stop:
        return await session.nothing(did, stop.reason, place)
    await session.approach(spot)

    async def action() -> list[str]:
        return await session.hands.click(spot.x, spot.y, count=count, button=button)

    return await session.act(
        did,
        action,
        target=element_at(place),
        settle=settle,
        watch=watch,
        picture=picture,
        mark=Mark(x=spot.x, y=spot.y),
    )


async def click_all(
    session: Session,
    places: Sequence[Place],
    *,
    pause: float = KEY_PAUSE_MS,
    settle: float | None = None,
    watch: Place | None = None,
    picture: bool = False,
) -> Effect:
    """Click several places one after the other, as a single action: a sum keyed in."""
    did = "click " + ", ".join(named(p) for p in places)
    spots = []
    for place in places:
        try:
            spots.append(await session.spot(place))
        except Unreachable as stop:
            return await session.nothing(did, stop.reason, place)

    async def action() -> list[str]:
        lines: list[str] = []
        for spot in spots:
            lines += await session.hands.click(spot.x, spot.y)
            await session.advance_quietly(pause)
        return lines

    return await session.act(did, action, settle=settle, watch=watch, picture=picture)


async def tap(
    session: Session,
    place: Place,
    *,
    at: tuple[float, float] = (0.5, 0.5),
    settle: float | None = None,
) -> Effect:
    did = f"tap {named(place)}"
    try:
        spot = await session.spot(place, at)
    except Unreachable as stop:
        return await session.nothing(did, stop.reason, place)
    mark = Mark(x=spot.x, y=spot.y)
    return await session.act(
        did,
        lambda: session.hands.tap(spot.x, spot.y),
        target=element_at(place),
        settle=settle,
        mark=mark,
    )


async def hover(
    session: Session,
    place: Place,
    *,
    at: tuple[float, float] = (0.5, 0.5),
    settle: float | None = None,
    watch: Place | None = None,
    picture: bool = False,
) -> Effect:
    did = f"point at {named(place)}"
    try:
        spot = await session.spot(place, at)
    except Unreachable as stop:
        return await session.nothing(did, stop.reason, place)

    async def action() -> list[str]:
        await session.hands.move(spot.x, spot.y)
        return [f"page.mouse.move({spot.x:.0f}, {spot.y:.0f})"]

    return await session.act(
        did,
        action,
        target=element_at(place),
        settle=settle,
        watch=watch,
        picture=picture,
        mark=Mark(x=spot.x, y=spot.y),
    )


async def drag(
    session: Session,
    place: Place,
    *,
    by: tuple[float, float] | None = None,
    onto: Place | None = None,
    path: Sequence[tuple[float, float]] | None = None,
    at: tuple[float, float] = (0.5, 0.5),
    settle: float | None = None,
    watch: Place | None = None,
    picture: bool = False,
) -> Effect:
    did = f"drag {named(place)}"
    try:
        spot = await session.spot(place, at, exact=at != (0.5, 0.5))
        points = [(spot.x, spot.y)]
        if by is not None:
            points.append((spot.x + by[0], spot.y + by[1]))
            did += f" by {by[0]:.0f}, {by[1]:.0f}"
        if path is not None:
            points.extend(path)
        if onto is not None:
            end = await session.spot(onto, exact=True)
            points.extend([_between(points[-1], (end.x, end.y)), (end.x, end.y)])
            did += f" onto {named(onto)}"
    except Unreachable as stop:
        return await session.nothing(did, stop.reason, place)
    await session.approach(spot)
    to = points[-1]
    return await session.act(
        did,
        lambda: session.hands.drag(points),
        target=element_at(place),
        settle=settle,
        watch=watch,
        picture=picture,
        mark=Mark(x=spot.x, y=spot.y, to_x=to[0], to_y=to[1]),
    )


async def type_text(
    session: Session,
    place: Place | None,
    text: str,
    *,
    clear: bool = False,
    enter: bool = False,
    settle: float | None = None,
    picture: bool = False,
) -> Effect:
    shown = text if len(text) <= 40 else text[:39] + "…"
    did = f"type “{shown}”" + (f" into {named(place)}" if place is not None else "")
    did += " and press Enter" if enter else ""
    mark = None
    if place is not None:
        try:
            spot = await session.spot(place)
        except Unreachable as stop:
            return await session.nothing(did, stop.reason, place)
        mark = Mark(x=spot.x, y=spot.y)
        await session.hands.click(spot.x, spot.y)
        session.touched()
    element = None if place is None else await session.again(element_of(place))

    async def action() -> list[str]:
        lines = [f"page.mouse.click({mark.x:.0f}, {mark.y:.0f})"] if mark else []
        if clear:
            if element is not None:
                await session.inside.call("select", {"id": element.id})
            else:
                await session.hands.press("Control+a")
            lines += [
                "page.keyboard.press('Control+a')",
                *await session.hands.press("Delete"),
            ]
        lines += await session.hands.type(text)
        if enter:
            lines += await session.hands.press("Enter")
        return lines

    return await session.act(did, action, target=element, settle=settle, picture=picture, mark=mark)


async def press(
    session: Session,
    key: str,
    *,
    times: int = 1,
    on: Place | None = None,
    settle: float | None = None,
    watch: Place | None = None,
    picture: bool = False,
) -> Effect:
    did = f"press {key}" + (f" {times} times" if times > 1 else "")
    element = None if on is None else element_at(on)
    if element is not None:
        did += f" on {element}"
        current = await session.again(element)
        if current is not None and "focused" not in current.states:
            focused = await session.inside.call("focus", {"id": current.id})
            if not focused:
                try:
                    spot = await session.spot(current)
                except Unreachable as stop:
                    return await session.nothing(did, stop.reason, element)
                await session.hands.click(spot.x, spot.y)
            session.touched()
    return await session.act(
        did,
        lambda: session.hands.press(key, times),
        target=element,
        settle=settle,
        watch=watch,
        picture=picture,
    )


async def wheel(
    session: Session,
    place: Place,
    *,
    dx: float = 0,
    dy: float = 0,
    settle: float | None = None,
    watch: Place | None = None,
    picture: bool = False,
) -> Effect:
    did = f"turn the wheel {'down' if dy > 0 else 'up'} over {named(place)}"
    try:
        spot = await session.spot(place)
    except Unreachable as stop:
        return await session.nothing(did, stop.reason, place)
    await session.approach(spot)
    return await session.act(
        did,
        lambda: session.hands.wheel(spot.x, spot.y, dx, dy),
        target=element_at(place),
        settle=settle,
        watch=watch,
        picture=picture,
        mark=Mark(x=spot.x, y=spot.y),
    )


def _between(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
