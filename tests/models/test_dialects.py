"""Servers are known by what they answer, and asked in their own dialect."""

import asyncio

import pytest
from tests.models.dresses import DRESSES, answer
from tests.models.scripted import ScriptedServer

from presscheck.core.generation import Sampling
from presscheck.models import (
    DIALECTS,
    Endpoint,
    dialect_named,
    discover,
    endpoint_at,
    generate,
    recognise,
    recognised,
    recognition,
    server_state,
    wait_until_idle,
)


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    monkeypatch.setattr(recognition, "_known", {})


@pytest.mark.parametrize("name", DRESSES)
async def test_a_server_is_recognised(name):
    async with ScriptedServer(DRESSES[name]) as server:
        endpoint = await recognised(endpoint_at(server.base_url))
    assert endpoint.dialect == name


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://api.openai.com", "openai"),
        ("https://openrouter.ai/api/v1", "openrouter"),
        ("https://eu.openrouter.ai/api/v1", "openrouter"),
    ],
)
async def test_hosted_services_are_known_by_name_alone(url, name):
    assert (await recognise(endpoint_at(url))).name == name


async def test_a_name_that_only_ends_alike_is_not_taken_for_the_service():
    assert (await recognise(endpoint_at("http://notopenrouter.invalid"))).name == "generic"


async def test_every_dialect_but_the_generic_can_be_recognised():
    for dialect in DIALECTS.values():
        known = bool(dialect.signatures or dialect.hosts)
        assert known == (dialect.name != "generic"), dialect.name


FULL = Sampling(max_tokens=50, temperature=0.3, top_p=0.9, seed=7)


@pytest.mark.parametrize("name", DRESSES)
async def test_each_is_asked_in_its_dialect(name):
    async with ScriptedServer(DRESSES[name]) as server:
        made = await generate(endpoint_at(server.base_url), "ok", "a counter", FULL)
        body = server.chats[0].body
    dialect = dialect_named(name)
    assert made.finish == "stop"
    assert body[dialect.token_limit_field] == 50
    assert ("stream_options" in body) == dialect.stream_options
    assert not dialect.refused_fields & set(body)
    assert (body["temperature"], body["top_p"], body["seed"]) == (0.3, 0.9, 7)


async def test_transformers_gets_no_field_that_it_refuses_even_from_an_extra_body():
    sampling = Sampling(extra_body={"stream_options": {"include_usage": True}, "n": 1})
    async with ScriptedServer(DRESSES["transformers"]) as server:
        await generate(endpoint_at(server.base_url), "usage-on-finish", "a counter", sampling)
        assert set(server.chats[0].body) == {"model", "messages", "max_tokens", "stream"}


async def test_openai_knows_the_newer_name_of_the_limit():
    async with ScriptedServer() as server:
        endpoint = Endpoint(id="o", name="o", base_url=server.base_url, dialect="openai")
        await generate(endpoint, "ok", "a counter", FULL)
        body = server.chats[0].body
    assert body["max_completion_tokens"] == 50 and "max_tokens" not in body


def test_what_has_no_effect_is_said():
    assert {"temperature", "seed"} <= dialect_named("sglang-diffusion").without_effect
    assert not dialect_named("sglang").without_effect
    assert dialect_named("a server of the future").name == "generic"


@pytest.mark.parametrize(
    ("name", "version", "slots", "busy"),
    [
        ("llama.cpp", "b8681", 2, 1),
        ("sglang", "0.5.9", 4, 3),
        ("sglang-diffusion", "0.5.9", 1, 3),
        ("vllm", "0.15.0", None, None),
        ("ollama", "0.14.2", None, None),
        ("generic", None, None, None),
    ],
)
async def test_a_server_tells_its_state(name, version, slots, busy):
    async with ScriptedServer(DRESSES[name]) as server:
        state = await server_state(await recognised(endpoint_at(server.base_url)))
    assert (state.dialect, state.version, state.slots, state.busy) == (name, version, slots, busy)


async def test_waiting_until_a_cancelled_request_is_gone():
    async with ScriptedServer(DRESSES["llama.cpp"]) as server:
        endpoint = await recognised(endpoint_at(server.base_url))
        assert await wait_until_idle(endpoint, within_s=0.4) is False
        waiting = asyncio.create_task(wait_until_idle(endpoint, within_s=20))
        server.routes["/slots"] = answer([{"id": 0, "is_processing": False}])
        assert await waiting is True
    async with ScriptedServer(DRESSES["vllm"]) as server:
        assert await wait_until_idle(await recognised(endpoint_at(server.base_url))) is None


async def test_local_servers_are_found_at_their_ports(monkeypatch):
    locked = {"/v1/models": (401, {}, b""), "/props": DRESSES["llama.cpp"]["/props"]}
    no_model_server = {"/v1/models": (200, {}, b"<html>hello")}
    async with (
        ScriptedServer(DRESSES["vllm"]) as first,
        ScriptedServer(locked) as second,
        ScriptedServer(no_model_server) as third,
    ):
        ports = [int(one.root.rsplit(":", 1)[1]) for one in (first, second, third)]
        monkeypatch.setattr(recognition, "usual_ports", lambda: ports)
        found = await discover()
    assert [(one.dialect, one.name) for one in found] == [
        ("vllm", f"vLLM :{ports[0]}"),
        ("llama.cpp", f"llama.cpp :{ports[1]}"),
    ]
