"""One chunk of a chat stream, read leniently: servers agree on little beyond the outline."""

from __future__ import annotations

from dataclasses import dataclass, field

from pydantic import JsonValue

from presscheck.core.generation import Usage


@dataclass(slots=True)
class Chunk:
    text: str = ""
    reasoning: str = ""
    finish_reason: str | None = None
    usage: Usage | None = None
    timings: dict[str, JsonValue] = field(default_factory=dict)
    error: dict[str, JsonValue] | None = None


def read_chunk(payload: dict[str, JsonValue], timing_fields: tuple[str, ...]) -> Chunk:
    """What a decoded chunk (or a whole answer that was not streamed) says.

    `timing_fields` are the keys under which the server puts its own figures.
    """
    chunk = Chunk()
    if payload.get("error") or payload.get("object") == "error":
        chunk.error = payload
        return chunk
    choices = payload.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], dict):
        choice = choices[0]
        if choice.get("error"):
            chunk.error = {"error": choice["error"]}
        delta = choice.get("delta") or choice.get("message")
        if isinstance(delta, dict):
            chunk.text, chunk.reasoning = _content(delta)
        reason = choice.get("finish_reason")
        if isinstance(reason, str) and reason:
            chunk.finish_reason = reason
        elif isinstance(reason, dict) and isinstance(reason.get("type"), str):
            chunk.finish_reason = str(reason["type"])
    chunk.usage = read_usage(payload.get("usage"))
    for name in timing_fields:
        figures = payload.get(name)
        if isinstance(figures, dict):
            chunk.timings.update(figures)
    return chunk


def _content(delta: dict[str, JsonValue]) -> tuple[str, str]:
    """(text, reasoning). A server that fills both reasoning fields sends the same words twice."""
    reasoning = ""
    for name in ("reasoning_content", "reasoning"):
        value = delta.get(name)
        if isinstance(value, str) and value:
            reasoning = value
            break
    content = delta.get("content")
    if isinstance(content, str):
        return content, reasoning
    if isinstance(content, list):
        return _parts(content, "text"), reasoning + _parts(content, "thinking")
    return "", reasoning


def _parts(content: list[JsonValue], kind: str) -> str:
    """The text of content that comes as typed parts (Mistral)."""
    words: list[str] = []
    for part in content:
        if not isinstance(part, dict) or part.get("type") != kind:
            continue
        value = part.get(kind)
        if isinstance(value, str):
            words.append(value)
        elif isinstance(value, list):
            words.append(_parts(value, "text"))
    return "".join(words)


def read_usage(value: JsonValue) -> Usage | None:
    """Token counts, None where the server gives none (null, or an empty object)."""
    if not isinstance(value, dict):
        return None
    details = value.get("completion_tokens_details")
    inner = details.get("reasoning_tokens") if isinstance(details, dict) else None
    usage = Usage(
        prompt_tokens=_count(value.get("prompt_tokens")),
        completion_tokens=_count(value.get("completion_tokens")),
        reasoning_tokens=_count(value.get("reasoning_tokens")) or _count(inner),
    )
    return None if usage == Usage() else usage


def _count(value: JsonValue) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        return None
    return int(value)
