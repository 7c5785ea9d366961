"""The HTTP API over the real app: the whole path, every kind of failure, keys kept in."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import RunningApp, serving
from tests.web.model_server import CALCULATOR

from presscheck.core.errors import UsageError
from presscheck.core.settings import Settings
from presscheck.web.serving import bind, make_data_folder

pytestmark = pytest.mark.browser

LINE = "a calculator"


async def test_from_a_line_to_a_scorecard(running: RunningApp) -> None:
    identity = await running.make(LINE, "good")
    row = await running.settled(identity)
    assert row["state"] == "done"
    card = (await running.client.get(f"/api/generations/{identity}/scorecard")).json()
    assert card["verdict"] in ("works", "partly")
    assert card["page"]["completeness"] == "complete"
    page = await running.client.get(f"/api/generations/{identity}/page.html")
    assert page.text == CALCULATOR.rstrip("\n") or page.text == CALCULATOR
    assert page.headers["content-disposition"].startswith("attachment")
    assert "sandbox" in page.headers["content-security-policy"]
    pictures = [
        action[side]["ref"]
        for check in card["checks"]
        for action in check["evidence"]["actions"]
        for side in ("before", "after")
        if action[side]
    ]
    assert pictures
    picture = await running.client.get(f"/api/pictures/{pictures[0]}")
    assert picture.headers["content-type"] == "image/webp"


@pytest.mark.model
async def test_the_built_in_model_goes_the_whole_way(running: RunningApp) -> None:
    body = {
        "requirement": "a clock",
        "models": [{"endpoint": "builtin"}],
        "sampling": {"max_tokens": 48},
    }
    made = (await running.client.post("/api/generations", json=body)).json()
    identity = made["ids"][0]
    assert (await running.settled(identity))["state"] == "done"
    generation = (await running.client.get(f"/api/generations/{identity}")).json()
    assert generation["text"]
    assert generation["usage"]["completion_tokens"] <= 48
    card = (await running.client.get(f"/api/generations/{identity}/scorecard")).json()
    assert card["verdict"] in ("works", "partly", "broken")


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ("needs-key", "key"),
        ("not-here", "not-here"),
        ("too-many", "429"),
        ("falls-over", "500"),
        ("breaks", "the GPU caught fire"),
    ],
)
async def test_a_failing_server_is_told_and_what_came_is_kept(
    running: RunningApp, model: str, words: str
) -> None:
    identity = await running.make(LINE, model)
    assert (await running.settled(identity))["state"] == "failed"
    generation = (await running.client.get(f"/api/generations/{identity}")).json()
    assert words.lower() in f"{generation['error']} {generation['error_hint']}".lower()
    if model == "breaks":
        assert "<h1>Calculator" in generation["text"]


async def test_an_answer_without_a_page_is_scored_as_that(running: RunningApp) -> None:
    identity = await running.make(LINE, "prose")
    assert (await running.settled(identity))["state"] == "done"
    card = (await running.client.get(f"/api/generations/{identity}/scorecard")).json()
    assert card["verdict"] == "broken"
    assert card["page"]["completeness"] == "none"
    assert (await running.client.get(f"/api/generations/{identity}/page.html")).status_code == 404


async def test_a_stream_that_just_stops_gives_a_page_that_is_cut_off(running: RunningApp) -> None:
    identity = await running.make(LINE, "never-ends")
    await running.settled(identity)
    card = (await running.client.get(f"/api/generations/{identity}/scorecard")).json()
    assert card["page"]["completeness"] == "cut_off"


async def test_stopping_keeps_what_came(running: RunningApp) -> None:
    identity = await running.make(LINE, "slow")
    async with asyncio.timeout(30):
        while b"<h1>" not in (await running.client.get(f"/fragments/{identity}/code")).content:
            await asyncio.sleep(0.05)
            if b"Calculator" in (await running.client.get(f"/fragments/{identity}/code")).content:
                break
    assert (await running.client.post(f"/api/generations/{identity}/stop")).status_code == 204
    assert (await running.row(identity))["state"] == "stopped"
    generation = (await running.client.get(f"/api/generations/{identity}")).json()
    assert generation["finish"] == "cancelled"
    assert "Calculator" in generation["text"]


async def test_a_server_that_ends_in_the_middle_says_so_afterwards(
    settings: Settings, models_url: str
) -> None:
    async with serving(settings) as app:
        added = await app.client.post("/api/endpoints", json={"base_url": models_url})
        app.endpoint = added.json()["id"]
        identity = await app.make(LINE, "slow")
        await asyncio.sleep(1)
    async with serving(settings) as app:
        assert (await app.row(identity))["state"] == "interrupted"
        generation = (await app.client.get(f"/api/generations/{identity}")).json()
        assert generation["requirement"] == LINE
        endpoints = (await app.client.get("/api/models")).json()["endpoints"]
        assert any(one["id"] == added.json()["id"] for one in endpoints)


async def test_events_resume_where_they_were_cut(running: RunningApp) -> None:
    identity = await running.make(LINE, "slow")
    text, place = "", ""
    for enough in (200, 600):
        headers = {"last-event-id": place} if place else {}
        async with running.client.stream(
            "GET", "/api/events", params={"g": identity}, headers=headers
        ) as stream:
            async for line in stream.aiter_lines():
                name, _, value = line.partition(": ")
                if name == "id":
                    place = value
                elif name == "data":
                    text += json.loads(value).get("text_delta", "")
                elif not line and len(text) >= enough:
                    break
    await running.client.post(f"/api/generations/{identity}/stop")
    generation = (await running.client.get(f"/api/generations/{identity}")).json()
    assert generation["text"].startswith(text)


async def test_keys_stay_inside(running: RunningApp, settings: Settings) -> None:
    key = b"sk-very-secret"
    identity = await running.make(LINE, "needs-key")
    await running.settled(identity)
    for path in ("/models", "/api/models", "/", f"/g/{identity}", f"/api/generations/{identity}"):
        assert key not in (await running.client.get(path)).content, path
    for file in settings.data_dir.rglob("*"):
        if file.is_file():
            assert key not in file.read_bytes(), file


async def test_a_remembered_key_is_readable_by_its_owner_alone(
    running: RunningApp, settings: Settings, models_url: str
) -> None:
    body = {"base_url": models_url, "api_key": "sk-kept", "remember_key": True}
    added = (await running.client.post("/api/endpoints", json=body)).json()["id"]
    keys = settings.data_dir / "keys.json"
    assert keys.stat().st_mode & 0o777 == 0o600
    assert b"sk-kept" in keys.read_bytes()
    await running.client.delete(f"/api/endpoints/{added}")
    assert b"sk-kept" not in keys.read_bytes()


@pytest.mark.parametrize(
    "body",
    [
        {"requirement": "", "models": [{"endpoint": "builtin"}]},
        {"requirement": " \n ", "models": [{"endpoint": "builtin"}]},
        {"requirement": "x" * 100_000, "models": [{"endpoint": "builtin"}]},
        {"requirement": "a clock", "models": []},
        {"requirement": "a clock", "models": [{"endpoint": "nowhere", "model": "m"}]},
        {"requirement": "a clock", "models": [{"endpoint": "builtin"}], "repeats": 99},
        {"requirement": "a clock"},
        [],
    ],
)
async def test_bad_requests_are_told_as_problems(running: RunningApp, body: object) -> None:
    answer = await running.client.post("/api/generations", json=body)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["title"]


@pytest.mark.parametrize("address", ["", "not an address", "ftp://x/v1", "http://user:pw@x/v1"])
async def test_bad_addresses_are_told(running: RunningApp, address: str) -> None:
    answer = await running.client.post("/api/endpoints", json={"base_url": address})
    assert answer.status_code == 422
    assert "pw" not in answer.text


async def test_the_test_button_gives_the_server_s_own_error(running: RunningApp) -> None:
    gone = await running.client.post("/api/endpoints", json={"base_url": "http://127.0.0.1:9/v1"})
    answer = await running.client.post(f"/api/endpoints/{gone.json()['id']}/test")
    result = answer.json()
    assert result["ok"] is False
    assert "127.0.0.1:9" in result["message"] + result["hint"]
    good = await running.client.post(f"/api/endpoints/{running.endpoint}/test")
    assert "good" in good.json()["models"]


async def test_the_preview_world_serves_one_page_and_nothing_of_the_app(
    running: RunningApp,
) -> None:
    identity = await running.make(LINE, "good")
    await running.settled(identity)
    opened = (await running.client.post(f"/api/generations/{identity}/preview")).json()
    host = httpx.URL(opened["url"]).netloc.decode()
    page = await running.client.get("/", headers={"host": host})
    assert b"<h1>Calculator</h1>" in page.content
    assert page.headers["connection-allowlist"]
    assert "default-src 'none'" in page.headers["content-security-policy"]
    for path in ("/api/generations", "/history", "/api/docs", "/static/app.css"):
        assert (await running.client.get(path, headers={"host": host})).status_code == 404
    other = f"{'z' * 32}.localhost:{httpx.URL(running.address).port}"
    assert (await running.client.get("/", headers={"host": other})).status_code == 404


async def test_the_list_is_searched_and_paged(running: RunningApp) -> None:
    ids = [await running.make(f"a clock number {n}", "prose") for n in range(3)]
    for identity in ids:
        await running.settled(identity)
    found = (await running.client.get("/api/generations", params={"q": "number 1"})).json()
    assert [row["id"] for row in found["rows"]] == [ids[1]]
    first = (await running.client.get("/api/generations", params={"limit": 2})).json()
    assert [row["id"] for row in first["rows"]] == [ids[2], ids[1]]
    params = {"limit": 2, "after": first["after"]}
    second = (await running.client.get("/api/generations", params=params)).json()
    assert [row["id"] for row in second["rows"]] == [ids[0]]
    assert second["after"] is None
    assert (await running.client.delete(f"/api/generations/{ids[0]}")).status_code == 204
    assert (await running.client.get(f"/api/generations/{ids[0]}")).status_code == 404


async def test_the_api_describes_itself(running: RunningApp) -> None:
    described = (await running.client.get("/api/openapi.json")).json()
    assert "/api/generations" in described["paths"]
    assert "/api/generations" in (await running.client.get("/api/docs")).text


def test_a_taken_port_and_a_closed_folder_are_told(tmp_path: Path) -> None:
    taken = bind("127.0.0.1", 0)
    with pytest.raises(UsageError, match="taken"):
        bind("127.0.0.1", taken.getsockname()[1])
    taken.close()
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    with pytest.raises(UsageError, match="cannot be written"):
        make_data_folder(Settings(data_dir=in_the_way / "data"))
