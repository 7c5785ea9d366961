"""Every way an answer can come and end, against a server that sends exactly such bytes."""

import asyncio
import socket
from contextlib import aclosing

import pytest
from pydantic import SecretStr
from tests.models.scripted import ScriptedServer
from tests.models.scripts import ANSWER, HALF, THOUGHT, WIDE

from presscheck.core.errors import UsageError
from presscheck.core.generation import Generation, Sampling
from presscheck.models import (
    Delta,
    Endpoint,
    Failed,
    StreamEnd,
    StreamEvent,
    generate,
    stream_chat,
)
from presscheck.models.answer import MAX_ANSWER_CHARS

KEY = "sk-very-secret-0815"


@pytest.fixture
async def server():
    async with ScriptedServer() as running:
        yield running


def endpoint(server: ScriptedServer, **more) -> Endpoint:
    return Endpoint(id="s", name="scripted", base_url=server.base_url, **more)


async def ask(server: ScriptedServer, model: str, **more) -> Generation:
    return await generate(endpoint(server, **more), model, "a counter")


WHOLE = [
    "ok",
    "keep-alive",
    "one-write",
    "crlf",
    "cr",
    "null-content",
    "usage-on-finish",
    "no-done",
    "left-open",
    "unclosed-event",
    "continuous-usage",
    "timings",
    "plain-type",
    "not-streamed",
    "cut-after-finish",
    "reasoning-content",
    "reasoning",
    "reasoning-both",
]


@pytest.mark.parametrize("model", WHOLE)
async def test_whole_answers_arrive_unchanged(server, model):
    made = await ask(server, model)
    assert made.text == ANSWER
    assert (made.finish, made.finish_reason, made.error) == ("stop", "stop", None)
    assert sum(one.text_chars for one in made.arrivals) == len(ANSWER)
    assert [one.at_ns for one in made.arrivals] == sorted(one.at_ns for one in made.arrivals)
    assert made.seconds is not None and made.seconds * 1e9 >= made.arrivals[-1].at_ns > 0
    assert len(server.chats) == 1


async def test_a_slow_good_bye_is_no_slow_answer(server):
    events = [e async for e in stream_chat(endpoint(server), "slow-good-bye", [], Sampling())]
    assert isinstance(events[-1], StreamEnd)
    assert events[-1].at_ns == events[-2].at_ns


async def test_characters_are_never_torn(server):
    assert (await ask(server, "split-utf8")).text == WIDE
    assert (await ask(server, "split-surrogates")).text == "<p>🌘</p>"


@pytest.mark.parametrize("model", ["reasoning-content", "reasoning", "reasoning-both"])
async def test_reasoning_is_kept_apart_and_counted_once(server, model):
    made = await ask(server, model)
    assert made.reasoning == THOUGHT
    assert sum(one.reasoning_chars for one in made.arrivals) == len(THOUGHT)


@pytest.mark.parametrize(
    ("model", "source", "tokens"),
    [
        ("ok", "usage", 240),
        ("usage-on-finish", "usage", 240),
        ("continuous-usage", "continuous_usage", 240),
        ("not-streamed", "usage", 240),
        ("keep-alive", "none", None),
    ],
)
async def test_token_counts_say_where_they_come_from(server, model, source, tokens):
    made = await ask(server, model)
    assert made.token_source == source
    assert (made.usage.completion_tokens if made.usage else None) == tokens


async def test_continuous_counts_stand_on_the_arrivals(server):
    made = await ask(server, "continuous-usage")
    assert [one.tokens for one in made.arrivals][:3] == [8, 16, 24]


async def test_server_timings_are_kept_in_the_servers_words(server):
    made = await ask(server, "timings")
    assert made.server_timings["predicted_per_second"] == 100.0


@pytest.mark.parametrize(
    ("model", "finish", "text", "words"),
    [
        ("length", "length", HALF, "token limit"),
        ("no-end", "incomplete", HALF, "without saying"),
        ("done-without-reason", "incomplete", ANSWER, "without saying"),
        ("finish-unknown", "incomplete", ANSWER, "cosmic_ray"),
        ("empty-answer", "stop", "", "nothing"),
        ("cut-connection", "error", HALF, "connection broke"),
        ("error-mid-stream", "error", HALF, "CUDA out of memory"),
        ("error-field", "error", HALF, "slot unavailable"),
        ("error-event", "error", HALF, "worker died"),
        ("finish-abort", "error", HALF, "aborted"),
        ("finish-error", "error", HALF, "failed while"),
        ("finish-repetition", "error", HALF, "repeated itself"),
        ("malformed", "error", HALF, "no JSON"),
        ("empty-stream", "error", "", "without answering"),
        ("error-in-200", "error", "", "more system memory"),
        ("html-answer", "error", "", "text/html"),
        ("refuse-401", "error", "", "asks for a key"),
        ("forbidden-403", "error", "", "refuses"),
        ("missing-404", "error", "", "no model named"),
        ("too-long-400", "error", "", "maximum context length"),
        ("refuse-422", "error", "", "stream_options: Unexpected field"),
        ("busy-429", "error", "", "over its limit"),
        ("broken-500", "error", "", "HTTP 500"),
        ("loading-503", "error", "", "not ready"),
    ],
)
async def test_other_ends_are_told_and_keep_what_came(server, model, finish, text, words):
    made = await ask(server, model)
    assert made.finish == finish
    assert made.text == text
    assert made.error is not None and words in made.error
    assert "<" not in made.error
    assert made.error_hint or model == "finish-unknown"
    assert len(server.chats) == 1, "a request is never sent twice"


async def test_usage_that_follows_an_error_is_kept(server):
    made = await ask(server, "error-mid-stream")
    assert made.usage is not None and made.usage.completion_tokens == 240


async def test_an_endless_answer_is_cut_and_kept(server):
    made = await ask(server, "huge")
    assert len(made.text) == MAX_ANSWER_CHARS
    assert made.finish == "incomplete"
    assert "cut after" in (made.error or "")


async def test_silence_in_the_middle_ends_with_what_came(server):
    made = await ask(server, "stuck", silence_s=0.3)
    assert (made.finish, made.text) == ("error", HALF)
    assert "fell silent" in (made.error or "")


async def test_an_answer_may_not_take_for_ever(server):
    made = await ask(server, "forever", longest_s=0.5)
    assert made.finish == "error" and "<p>more</p>" in made.text
    assert "took longer" in (made.error or "")


@pytest.mark.parametrize("model", ["forever", "stuck"])
async def test_cancelling_keeps_what_came_and_hangs_up(server, model):
    cancel = asyncio.Event()

    async def stop_at_the_first_words(event: StreamEvent) -> None:
        if isinstance(event, Delta):
            cancel.set()

    made = await generate(
        endpoint(server), model, "a counter", cancel=cancel, on_event=stop_at_the_first_words
    )
    assert made.finish == "cancelled" and made.text
    async with asyncio.timeout(20):
        await server.chats[0].client_left.wait()


async def test_cancelling_a_server_that_says_nothing(server):
    cancel = asyncio.Event()

    async def stop_at_the_head(event: StreamEvent) -> None:
        cancel.set()

    made = await generate(
        endpoint(server), "mute", "a counter", cancel=cancel, on_event=stop_at_the_head
    )
    assert (made.finish, made.text) == ("cancelled", "")
    async with asyncio.timeout(20):
        await server.chats[0].client_left.wait()


async def test_leaving_the_stream_early_hangs_up(server):
    async with aclosing(stream_chat(endpoint(server), "forever", [], Sampling())) as events:
        async for event in events:
            if isinstance(event, Delta):
                break
    async with asyncio.timeout(20):
        await server.chats[0].client_left.wait()


async def test_the_task_can_be_cancelled(server):
    task = asyncio.create_task(ask(server, "forever"))
    await asyncio.sleep(0.3)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_listener_that_fails_is_not_hidden(server):
    async def listener(event: object) -> None:
        raise RuntimeError("drawing failed")

    with pytest.raises(RuntimeError, match="drawing failed"):
        await generate(endpoint(server), "ok", "a counter", on_event=listener)


async def test_exactly_one_ending_comes_last(server):
    for model in ("ok", "error-mid-stream", "no-end", "refuse-401"):
        seen = [event async for event in stream_chat(endpoint(server), model, [], Sampling())]
        endings = [event for event in seen if isinstance(event, StreamEnd | Failed)]
        assert endings == [seen[-1]]


async def test_nothing_listens():
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        nobody = Endpoint(id="n", name="nobody", base_url=f"http://127.0.0.1:{port}")
        made = await generate(nobody, "m", "a counter")
    assert made.finish == "error"
    assert made.error == f"Nothing answers at 127.0.0.1:{port}."


async def test_a_name_that_does_not_exist():
    made = await generate(
        Endpoint(id="n", name="n", base_url="http://no-such-host.invalid"), "m", "a counter"
    )
    assert made.finish == "error" and "no-such-host.invalid" in (made.error or "")


async def test_https_where_http_is_spoken(server):
    wrong = Endpoint(id="n", name="n", base_url=server.base_url.replace("http:", "https:"))
    made = await generate(wrong, "ok", "a counter")
    assert made.finish == "error" and "secure connection" in (made.error or "")


async def test_a_key_is_sent_but_never_shown(server):
    made = await ask(server, "refuse-401", api_key=SecretStr(KEY))
    assert server.chats[0].headers["authorization"] == f"Bearer {KEY}"
    assert "does not accept the key" in (made.error or "")
    assert KEY not in made.model_dump_json()


async def test_the_body_that_is_sent(server):
    asked = endpoint(server, extra_body={"top_k": 20, "stream_options": None})
    sampling = Sampling(max_tokens=99, temperature=0.5, extra_body={"min_p": 0.1})
    await generate(asked, "ok", "倒计时", sampling)
    body = server.chats[0].body
    assert [one["role"] for one in body.pop("messages")] == ["system", "user"]
    assert body == {
        "model": "ok",
        "max_tokens": 99,
        "temperature": 0.5,
        "top_k": 20,
        "min_p": 0.1,
        "stream": True,
    }


async def test_an_empty_line_is_refused_before_anything_is_sent(server):
    with pytest.raises(UsageError):
        await generate(endpoint(server), "ok", "  ")
    assert not server.requests


def test_the_scripted_server_runs_in_a_thread_too():
    with ScriptedServer() as server:
        made = asyncio.run(ask(server, "ok"))
    assert made.text == ANSWER
