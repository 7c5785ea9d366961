"""What the scripted server plays, by model name. Shapes are those that real servers send."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain, cycle
from typing import Any

PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Counter</title>
<style>body{font:20px sans-serif;text-align:center;margin-top:4em}button{font-size:1em}</style>
</head>
<body>
<h1>Counter</h1>
<p id="count" aria-live="polite">0</p>
<button id="more">Add one</button>
<button id="reset">Reset</button>
<script>
let n = 0;
const show = () => { document.getElementById("count").textContent = n; };
document.getElementById("more").addEventListener("click", () => { n += 1; show(); });
document.getElementById("reset").addEventListener("click", () => { n = 0; show(); });
</script>
</body>
</html>
"""
ANSWER = f"```html\n{PAGE}```\n"
THOUGHT = "A counter needs a number and a button. "
USAGE = {"prompt_tokens": 120, "completion_tokens": 240, "total_tokens": 360}


@dataclass(frozen=True)
class Pause:
    seconds: float


@dataclass(frozen=True)
class Cut:
    """The connection is dropped without an end."""


Step = bytes | Pause | Cut


@dataclass
class Answer:
    status: int = 200
    headers: dict[str, str] = field(
        default_factory=lambda: {"Content-Type": "text/event-stream; charset=utf-8"}
    )
    steps: Iterable[Step] = ()
    whole: bytes | None = None


Script = Callable[[dict[str, Any]], Answer]
DONE = b"data: [DONE]\n\n"


def pieces(text: str, size: int = 24) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def event(payload: Any) -> bytes:
    return f"data: {json.dumps(payload, ensure_ascii=False)}\n\n".encode()


def chunk(
    delta: dict[str, Any] | None = None, finish: str | None = None, **more: Any
) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta or {}, "finish_reason": finish}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "scripted",
        "choices": [choice],
        **more,
    }


def usage_chunk(**more: Any) -> dict[str, Any]:
    """The final chunk with empty choices."""
    return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [], **more}


ROLE = event(chunk({"role": "assistant", "content": ""}))
STOP = event(chunk(finish="stop"))
FIGURES = event(usage_chunk(usage=USAGE))


def say(text: str, field_name: str = "content") -> list[bytes]:
    return [event(chunk({field_name: piece})) for piece in pieces(text)]


def stream(*steps: Step | list[bytes]) -> Script:
    flat: list[Step] = list(
        chain.from_iterable(step if isinstance(step, list) else [step] for step in steps)
    )
    return lambda body: Answer(steps=flat)


def refuse(status: int, payload: Any) -> Script:
    data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    kind = "text/html" if data.startswith(b"<") else "application/json"
    return lambda body: Answer(status, {"Content-Type": kind}, whole=data)


def whole(payload: Any) -> Script:
    return refuse(200, payload)


def error(message: str, **more: Any) -> dict[str, Any]:
    return {"error": {"message": message, "type": "server_error", **more}}


def in_writes(data: bytes, size: int) -> Script:
    """The same bytes torn into writes of `size`, whatever lies there."""
    return lambda body: Answer(
        steps=[data[start : start + size] for start in range(0, len(data), size)]
    )


def joined(*steps: bytes | list[bytes]) -> bytes:
    return b"".join(b"".join(step) if isinstance(step, list) else step for step in steps)


WIDE = (
    "```html\n<!DOCTYPE html><html lang=zh><title>日食🌘</title>\u2028<p>拖动时间轴</p></html>\n```"
)
HALF = ANSWER[: len(ANSWER) // 2]
ESCAPED = [
    b'data: {"choices":[{"index":0,"delta":{"content":"<p>\\ud83c"}}]}\n\n',
    b'data: {"choices":[{"index":0,"delta":{"content":"\\udf18</p>"}}]}\n\n',
]
COUNTED = [
    event(chunk({"content": piece}, usage={"prompt_tokens": 120, "completion_tokens": 8 * n}))
    for n, piece in enumerate(pieces(ANSWER), start=1)
]
LLAMA_TIMINGS = {
    "prompt_n": 120,
    "prompt_ms": 60.0,
    "predicted_n": 240,
    "predicted_ms": 2400.0,
    "predicted_per_second": 100.0,
}

SCRIPTS: dict[str, Script] = {
    # answers as they should be
    "ok": stream(ROLE, say(ANSWER), STOP, FIGURES, DONE),
    "no-html": stream(ROLE, say("I am sorry, I cannot make web pages."), STOP, FIGURES, DONE),
    "think-tags": stream(ROLE, say(f"<think>{THOUGHT}</think>\n{ANSWER}"), STOP, FIGURES, DONE),
    "reasoning-content": stream(
        ROLE, say(THOUGHT, "reasoning_content"), say(ANSWER), STOP, FIGURES, DONE
    ),
    "reasoning": stream(ROLE, say(THOUGHT, "reasoning"), say(ANSWER), STOP, FIGURES, DONE),
    "reasoning-both": stream(
        ROLE,
        [event(chunk({"reasoning": p, "reasoning_content": p})) for p in pieces(THOUGHT)],
        say(ANSWER),
        STOP,
        DONE,
    ),
    "slow": stream(
        ROLE, list(chain.from_iterable((s, Pause(0.15)) for s in say(ANSWER))), STOP, FIGURES, DONE
    ),
    "forever": lambda body: Answer(steps=cycle([*say("<p>more</p>"), Pause(0.02)])),
    # quirks that are no faults
    "keep-alive": stream(
        b": OPENROUTER PROCESSING\n\n", ROLE, b":\n\n", say(ANSWER), b": ping\n\n", STOP, DONE
    ),
    "one-write": stream(joined(ROLE, say(ANSWER), STOP, FIGURES, DONE)),
    "crlf": in_writes(joined(ROLE, say(ANSWER), STOP, DONE).replace(b"\n", b"\r\n"), 37),
    "cr": in_writes(joined(ROLE, say(ANSWER), STOP, DONE).replace(b"\n", b"\r"), 41),
    "split-utf8": in_writes(joined(ROLE, say(WIDE), STOP, DONE), 7),
    "split-surrogates": stream(ROLE, ESCAPED, STOP, DONE),
    "null-content": stream(
        event(chunk({"role": "assistant", "content": None})), say(ANSWER), STOP, FIGURES, DONE
    ),
    "usage-on-finish": stream(say(ANSWER), event(chunk(finish="stop", usage=USAGE))),
    "no-done": stream(ROLE, say(ANSWER), STOP, FIGURES),
    "slow-good-bye": stream(ROLE, say(ANSWER), STOP, FIGURES, Pause(1.0)),
    "left-open": stream(ROLE, say(ANSWER), STOP, FIGURES, DONE, Pause(30)),
    "unclosed-event": stream(ROLE, say(ANSWER), STOP.rstrip(b"\n")),
    "continuous-usage": stream(ROLE, COUNTED, STOP, FIGURES, DONE),
    "timings": stream(
        ROLE, say(ANSWER), STOP, event(usage_chunk(usage=USAGE, timings=LLAMA_TIMINGS)), DONE
    ),
    "plain-type": lambda body: Answer(
        headers={"Content-Type": "text/plain"}, steps=[ROLE, *say(ANSWER), STOP, DONE]
    ),
    "not-streamed": whole(
        {
            "object": "chat.completion",
            "choices": [
                {"message": {"role": "assistant", "content": ANSWER}, "finish_reason": "stop"}
            ],
            "usage": USAGE,
        }
    ),
    # ends that are not whole
    "length": stream(ROLE, say(HALF), event(chunk(finish="length")), FIGURES, DONE),
    "no-end": stream(ROLE, say(HALF)),
    "done-without-reason": stream(ROLE, say(ANSWER), DONE),
    "cut-connection": stream(ROLE, say(HALF), Cut()),
    "cut-after-finish": stream(ROLE, say(ANSWER), STOP, Cut()),
    "stuck": stream(ROLE, say(HALF), Pause(30)),
    "mute": stream(Pause(30)),
    "huge": lambda body: Answer(
        steps=chain([ROLE], (event(chunk({"content": "x" * 100_000})) for _ in range(200)), [DONE])
    ),
    # faults
    "refuse-401": refuse(401, error("Incorrect API key provided.", code="invalid_api_key")),
    "forbidden-403": refuse(403, error("This key may not use this model.")),
    "missing-404": refuse(
        404,
        {
            "object": "error",
            "message": "The model `missing-404` does not exist.",
            "type": "NotFoundError",
            "code": 404,
        },
    ),
    "too-long-400": refuse(400, error("This model's maximum context length is 2048 tokens.")),
    "refuse-422": refuse(
        422, {"detail": [{"loc": ["body", "stream_options"], "msg": "Unexpected field"}]}
    ),
    "busy-429": refuse(429, error("Rate limit reached.")),
    "broken-500": refuse(500, b"<html><h1>Internal Server Error</h1></html>"),
    "loading-503": refuse(503, error("Loading model", code=503)),
    "error-in-200": whole({"error": "model requires more system memory than is available"}),
    "html-answer": whole(b"<!doctype html><title>Welcome to nginx!</title>"),
    "error-mid-stream": stream(
        ROLE,
        say(HALF),
        event(error("CUDA out of memory", code=500)),
        event(chunk(finish="stop")),
        FIGURES,
        DONE,
    ),
    "error-field": stream(ROLE, say(HALF), b'error: {"code":500,"message":"slot unavailable"}\n\n'),
    "error-event": stream(ROLE, say(HALF), b'event: error\ndata: {"error":"worker died"}\n\n'),
    "finish-abort": stream(ROLE, say(HALF), event(chunk(finish="abort")), DONE),
    "finish-error": stream(ROLE, say(HALF), event(chunk(finish="error")), DONE),
    "finish-repetition": stream(ROLE, say(HALF), event(chunk(finish="repetition")), DONE),
    "finish-unknown": stream(ROLE, say(ANSWER), event(chunk(finish="cosmic_ray")), DONE),
    "empty-stream": stream(),
    "empty-answer": stream(ROLE, STOP, FIGURES, DONE),
    "malformed": stream(ROLE, say(HALF), b'data: {"choices":[{"del\n\n'),
}
