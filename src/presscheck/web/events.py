"""One event stream for all columns of a sheet. Its event ids are places in the texts, so a client
that comes back (Last-Event-ID) gets exactly what it missed, and nothing has to be kept for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from presscheck.web.live import Live

SHORTEST_PAUSE = 0.1
"""Seconds between two updates of a column: quick to the eye, calm for the browser."""


@dataclass
class Place:
    """How far a client has read one generation: characters of text and of reasoning."""

    text: int = 0
    reasoning: int = 0


def parse_places(last_event_id: str | None) -> dict[str, Place]:
    """`id.120.30~id2.0.4`, as sent; anything else is a client's own invention and is ignored."""
    places: dict[str, Place] = {}
    for part in (last_event_id or "").split("~"):
        identity, *numbers = part.split(".")
        if identity and len(numbers) == 2 and all(n.isascii() and n.isdigit() for n in numbers):
            places[identity] = Place(int(numbers[0]), int(numbers[1]))
    return places


def format_places(places: dict[str, Place]) -> str:
    return "~".join(f"{key}.{place.text}.{place.reasoning}" for key, place in places.items())


def _since(parts: list[str], length: int, place: int) -> str:
    """The text of `length` characters from `place` on, without joining what was sent already."""
    tail: list[str] = []
    start = length
    for part in reversed(parts):
        start -= len(part)
        if start + len(part) <= place:
            break
        tail.append(part[max(0, place - start) :])
    return "".join(reversed(tail))


def update_of(live: Live, place: Place) -> dict[str, Any]:
    """What a client at `place` needs; moves the place."""
    update = live.figures()
    if not live.settled:
        update["text_delta"] = _since(live.text, live.text_chars, place.text)
        update["reasoning_delta"] = _since(live.reasoning, live.reasoning_chars, place.reasoning)
    place.text, place.reasoning = live.text_chars, live.reasoning_chars
    return update


async def follow(
    ids: list[str],
    find: Callable[[str], Live | None],
    stored: Callable[[str], Awaitable[dict[str, Any]]],
    places: dict[str, Place],
) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    """Pairs of event id and update, until every generation has settled."""
    places = {identity: places.get(identity, Place()) for identity in ids}
    lives: dict[str, Live] = {}
    for identity in ids:
        live = find(identity)
        if live is None:
            yield format_places(places), await stored(identity)
        else:
            lives[identity] = live
    queue: asyncio.Queue[str] = asyncio.Queue(maxsize=len(ids) + 1)

    async def watch(live: Live) -> None:
        while True:
            bell = live.bell.next()
            await queue.put(live.id)
            if live.settled:
                return
            await asyncio.sleep(SHORTEST_PAUSE)
            await bell.wait()

    watchers = [asyncio.create_task(watch(live)) for live in lives.values()]
    waiting = set(lives)
    try:
        while waiting:
            identity = await queue.get()
            live = lives[identity]
            update = update_of(live, places[identity])
            if update["settled"]:
                waiting.discard(identity)
            yield format_places(places), update
    finally:
        for watcher in watchers:
            watcher.cancel()
