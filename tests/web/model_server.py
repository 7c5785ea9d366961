"""A model server whose models behave as their names say: good ones, and every kind of bad one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

CALCULATOR = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Calculator</title>
<style>button { width: 48px; height: 40px }</style></head><body>
<h1>Calculator</h1><output id="display">0</output><div id="keys"></div>
<script>
  const display = document.getElementById("display");
  let line = "";
  function press(key) {
    if (key === "C") line = "";
    else if (key === "Backspace") line = line.slice(0, -1);
    else if (key === "=") line = String(Math.round(Function("return " + line)() * 1e9) / 1e9);
    else line += key;
    display.textContent = line || "0";
  }
  for (const key of "789/456*123-0.=+C") {
    const button = document.createElement("button");
    button.textContent = key;
    button.onclick = () => press(key);
    document.getElementById("keys").append(button);
  }
  document.addEventListener("keydown", (event) => {
    const key = { Enter: "=", Escape: "C" }[event.key] || event.key;
    if (key === "Backspace" || "789/456*123-0.=+C".includes(key)) press(key);
  });
</script></body></html>
"""
LOOP = "<!doctype html><html><body><h1>Loop</h1><script>while (true) {}</script></body></html>"
SPY = """<!doctype html><html lang="en"><body><h1>Spy</h1><pre id="log"></pre><script>
  const log = (name, value) => (document.getElementById("log").textContent += name + value + "\\n");
  const app = "http://127.0.0.1:" + location.port;
  fetch(app + "/api/generations").then(() => log("read ", "yes"), () => log("read ", "no"));
  fetch(app + "/api/generations", { method: "POST", mode: "no-cors", body: "{}" })
    .then(() => log("post ", "sent"), () => log("post ", "no"));
  try { log("parent ", parent.document.title); } catch { log("parent ", "no"); }
  log("storage ", (localStorage.setItem("a", "1"), localStorage.getItem("a")));
</script></body></html>"""

STATUSES = {"needs-key": 401, "not-here": 404, "too-many": 429, "falls-over": 500}
ANSWERS = {
    "good": f"Here it is:\n```html\n{CALCULATOR}```\nEnjoy.",
    "other": f"```html\n{CALCULATOR.replace('Calculator', 'Reckoner')}```",
    "slow": f"```html\n{CALCULATOR}```",
    "breaks": f"```html\n{CALCULATOR}```",
    "never-ends": f"```html\n{CALCULATOR}```",
    "prose": "I would rather talk about pages than write one.",
    "loops": f"```html\n{LOOP}\n```",
    "spies": f"```html\n{SPY}\n```",
    "thinks": f"<think>What would a person want?</think>```html\n{CALCULATOR}```",
    "long": "```html\n<!doctype html><html><body><h1>Cut",
}


def _chunk(**delta: str) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": None}
    return f"data: {json.dumps({'choices': [choice]})}\n\n"


def _end(reason: str, tokens: int) -> str:
    choice = {"index": 0, "delta": {}, "finish_reason": reason}
    usage = {"prompt_tokens": 9, "completion_tokens": tokens}
    return (
        f"data: {json.dumps({'choices': [choice]})}\n\n"
        f"data: {json.dumps({'choices': [], 'usage': usage})}\n\ndata: [DONE]\n\n"
    )


async def _stream(model: str) -> AsyncIterator[str]:
    answer = ANSWERS[model]
    step = 24
    for start in range(0, len(answer), step):
        yield _chunk(content=answer[start : start + step])
        await asyncio.sleep(0.05 if model == "slow" else 0.001)
        if model == "breaks" and start > 400:
            error = {"error": {"message": "the GPU caught fire", "code": 500}}
            yield f"data: {json.dumps(error)}\n\n"
            return
        if model == "never-ends" and start > 400:
            return
    yield _end("length" if model == "long" else "stop", len(answer) // 4)


async def chat(request: Request) -> Response:
    model = (await request.json())["model"]
    if model in STATUSES:
        status = STATUSES[model]
        return JSONResponse(
            {"error": {"message": f"no luck with {model} ({status})"}}, status_code=status
        )
    return StreamingResponse(_stream(model), media_type="text/event-stream")


async def models(request: Request) -> Response:
    names = [*ANSWERS, *STATUSES]
    return JSONResponse({"object": "list", "data": [{"id": name} for name in names]})


model_server = Starlette(
    routes=[
        Route("/v1/models", models),
        Route("/v1/chat/completions", chat, methods=["POST"]),
    ]
)
