"""The body of a chat request, in the server's dialect."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from presscheck.core.generation import Sampling
from presscheck.models.dialects import Dialect
from presscheck.models.endpoints import Endpoint
from presscheck.models.prompt import Message


def build_body(
    endpoint: Endpoint,
    dialect: Dialect,
    model: str,
    messages: Sequence[Message],
    sampling: Sampling,
) -> dict[str, JsonValue]:
    """Extra bodies win over everything but `stream`; a null in one takes the field out."""
    body: dict[str, JsonValue] = {
        "model": model,
        "messages": [{"role": one["role"], "content": one["content"]} for one in messages],
    }
    if dialect.stream_options:
        body["stream_options"] = {"include_usage": True}
    asked: dict[str, JsonValue] = {
        dialect.token_limit_field: _token_limit(endpoint, sampling),
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "seed": sampling.seed,
    }
    body.update({name: value for name, value in asked.items() if value is not None})
    body.update(dialect.added_body)
    for extra in (endpoint.extra_body, sampling.extra_body):
        for name, value in extra.items():
            if value is None:
                body.pop(name, None)
            else:
                body[name] = value
    for name in dialect.refused_fields:
        body.pop(name, None)
    body["stream"] = True
    return body


def _token_limit(endpoint: Endpoint, sampling: Sampling) -> int | None:
    limits = [one for one in (sampling.max_tokens, endpoint.most_tokens) if one is not None]
    return min(limits, default=None)
