"""The event stream: what a reader gets, and gets again after a cut."""

from __future__ import annotations

import asyncio
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from presscheck.core.plan import Plan
from presscheck.web.events import Place, follow, format_places, parse_places, update_of
from presscheck.web.growing import GrowingPage
from presscheck.web.live import Live


def a_live(identity: str = "one") -> Live:
    return Live(identity, "a clock", "here", "some-model", Plan(requirement="a clock", lang="en"))


async def no_stored(identity: str) -> dict[str, Any]:
    return {"id": identity, "settled": True}


@given(st.lists(st.text(max_size=8)), st.data())
def test_a_reader_gets_every_character_once(parts: list[str], data: st.DataObject) -> None:
    live = a_live()
    place = Place()
    read = ""
    for part in parts:
        live.received(part, "", 1)
        if data.draw(st.booleans()):
            read += update_of(live, place)["text_delta"]
    read += update_of(live, place)["text_delta"]
    assert read == "".join(parts)


@given(st.text(max_size=60))
def test_any_last_event_id_is_survived(header: str) -> None:
    for place in parse_places(header).values():
        assert place.text >= 0


def test_places_survive_the_way_to_the_client_and_back() -> None:
    places = {"one": Place(12, 3), "two": Place(0, 0)}
    assert parse_places(format_places(places)) == places


async def test_a_stream_that_was_cut_goes_on_where_it_was() -> None:
    live = a_live()
    live.enter("writing")
    live.received("hello ", "", 1)
    first = follow(["one"], {"one": live}.get, no_stored, {})
    place, update = await anext(first)
    assert update["text_delta"] == "hello "
    await first.aclose()
    live.received("world", "", 2)
    again = follow(["one"], {"one": live}.get, no_stored, parse_places(place))
    _, update = await anext(again)
    assert update["text_delta"] == "world"
    await again.aclose()


async def test_a_stream_ends_when_all_have_settled() -> None:
    lives = {"one": a_live("one"), "two": a_live("two")}
    seen: list[tuple[str, str]] = []

    async def read() -> None:
        async for _, update in follow(["one", "gone", "two"], lives.get, no_stored, {}):
            seen.append((update["id"], update.get("phase", "stored")))

    reader = asyncio.create_task(read())
    await asyncio.sleep(0)
    lives["one"].enter("done")
    lives["two"].enter("failed")
    await asyncio.wait_for(reader, 10)
    assert ("gone", "stored") in seen
    assert {("one", "done"), ("two", "failed")} <= set(seen)


async def test_a_growing_page_reaches_early_and_late_readers() -> None:
    page = GrowingPage()
    page.append(b"<h1>")

    async def read() -> bytes:
        return b"".join([piece async for piece in page.stream()])

    early = asyncio.create_task(read())
    await asyncio.sleep(0)
    page.append("ü".encode())
    page.finish("<h1>ü".encode())
    assert await early == "<h1>ü".encode()
    assert await read() == "<h1>ü".encode()
    assert page.version == 0


async def test_a_page_that_turns_out_another_is_another_version() -> None:
    page = GrowingPage()
    page.append(b"draft")
    page.finish(b"final")
    assert page.version == 1
    assert b"".join([piece async for piece in page.stream()]) == b"final"
