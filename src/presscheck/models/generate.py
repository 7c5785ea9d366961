"""One line asked of one model, and everything that came of it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from datetime import UTC, datetime
from typing import Any

import httpx

from presscheck.core.generation import Arrival, Generation, Sampling, TokenSource, Usage
from presscheck.core.requirement import Requirement
from presscheck.models.client import stream_chat
from presscheck.models.endpoints import Endpoint
from presscheck.models.events import (
    Delta,
    Failed,
    StreamEnd,
    StreamEvent,
    TimingsUpdate,
    UsageUpdate,
)
from presscheck.models.prompt import build_messages
from presscheck.models.recognition import recognised

OnEvent = Callable[[StreamEvent], Awaitable[None]]


class Collector:
    """Gathers the events of one stream into the fields of a Generation."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._arrivals: list[Arrival] = []
        self._usage: Usage | None = None
        self._timings: dict[str, Any] = {}
        self._ending: StreamEnd | Failed | None = None
        self._last_ns = 0

    def hear(self, event: StreamEvent) -> None:
        self._last_ns = max(self._last_ns, event.at_ns)
        if isinstance(event, Delta):
            self._text.append(event.text)
            self._reasoning.append(event.reasoning)
            self._arrivals.append(
                Arrival(
                    at_ns=event.at_ns,
                    text_chars=len(event.text),
                    reasoning_chars=len(event.reasoning),
                    tokens=event.tokens,
                )
            )
        elif isinstance(event, UsageUpdate):
            self._usage = _merged(self._usage, event.usage)
        elif isinstance(event, TimingsUpdate):
            self._timings.update(event.timings)
        elif isinstance(event, StreamEnd | Failed):
            self._ending = event

    def fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "text": "".join(self._text),
            "reasoning": "".join(self._reasoning),
            "arrivals": self._arrivals,
            "usage": self._usage,
            "token_source": self._token_source(),
            "server_timings": self._timings,
            "seconds": self._last_ns / 1e9,
        }
        ending = self._ending
        if isinstance(ending, Failed):
            fields |= {"finish": "error", "finish_reason": ending.reason}
        elif ending is not None:
            fields |= {"finish": ending.finish, "finish_reason": ending.reason}
        if ending is not None and ending.message:
            fields |= {"error": ending.message, "error_hint": ending.hint or None}
        return fields

    def _token_source(self) -> TokenSource:
        counts = [one.tokens for one in self._arrivals if one.tokens is not None]
        if len(counts) > 1:
            return "continuous_usage"
        if self._usage is not None and self._usage.completion_tokens is not None:
            return "usage"
        return "none"


def _merged(before: Usage | None, now: Usage) -> Usage:
    """The newest figures; what a later report leaves out keeps its earlier value."""
    if before is None:
        return now
    return before.model_copy(update=now.model_dump(exclude_none=True))


async def generate(
    endpoint: Endpoint,
    model: str,
    requirement: Requirement | str,
    sampling: Sampling | None = None,
    *,
    on_event: OnEvent | None = None,
    cancel: asyncio.Event | None = None,
    client: httpx.AsyncClient | None = None,
) -> Generation:
    """Ask one model for one page; whatever arrives is kept, and how it ended is told.

    Never raises for the server's faults: `finish` is then `error`, with `error` and `error_hint`.
    For other ends `error` may hold a remark (cut off at the token limit, no answer at all).
    `on_event` hears every event as it happens. Raises UsageError for an empty requirement.
    """
    line = Requirement.parse(requirement) if isinstance(requirement, str) else requirement
    asked = sampling or Sampling()
    if endpoint.page_body:
        asked = asked.model_copy(update={"extra_body": endpoint.page_body | asked.extra_body})
    endpoint = await recognised(endpoint)
    started_at = datetime.now(UTC)
    collector = Collector()
    events = stream_chat(endpoint, model, build_messages(line), asked, client=client, cancel=cancel)
    async with aclosing(events):
        async for event in events:
            collector.hear(event)
            if on_event is not None:
                await on_event(event)
    return Generation(
        id=secrets.token_hex(8),
        requirement=line.text,
        endpoint=endpoint.name,
        model=model,
        started_at=started_at,
        sampling=asked,
        **collector.fields(),
    )
