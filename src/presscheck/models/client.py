"""Streaming chat: one request, every arrival stamped, every ending told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence

import httpx

from presscheck.core.generation import Sampling
from presscheck.models.answer import AnswerReader
from presscheck.models.dialects import dialect_named
from presscheck.models.endpoints import Endpoint
from presscheck.models.events import StreamEnd, StreamEvent
from presscheck.models.prompt import Message
from presscheck.models.request import build_body
from presscheck.models.wire import Bytes, Closed, Head, Wire

_AFTER_THE_END_S = 5.0
"""Figures may follow the finish reason (or an error); a stream without [DONE] is not waited for."""


async def stream_chat(
    endpoint: Endpoint,
    model: str,
    messages: Sequence[Message],
    sampling: Sampling,
    *,
    client: httpx.AsyncClient | None = None,
    cancel: asyncio.Event | None = None,
) -> AsyncGenerator[StreamEvent, None]:
    """Ask, and tell what happens until exactly one StreamEnd or Failed.

    Faults of the server and the network are events, never exceptions. Setting `cancel` closes the
    connection and ends the stream as `cancelled`. Close the iterator (`contextlib.aclosing`) when
    leaving it early. `client` is for many requests on kept connections; else one is opened.
    """
    dialect = dialect_named(endpoint.dialect)
    reader = AnswerReader(endpoint, dialect, model)
    body = build_body(endpoint, dialect, model, messages, sampling)
    async with Wire(endpoint, body, client=client, cancel=cancel) as wire:
        at_ns = 0
        while True:
            try:
                item = await wire.next(_AFTER_THE_END_S if reader.settled else None)
            except TimeoutError:
                ending = reader.end(at_ns)
                break
            if not (isinstance(item, Closed) and item.in_order and at_ns):
                at_ns = item.at_ns  # else the last byte's: a slow good-bye is no slow answer
            if isinstance(item, Head):
                events = reader.head(at_ns, item.status, item.headers)
            elif isinstance(item, Bytes):
                events = reader.feed(at_ns, item.data)
            elif item.cancelled:
                ending = [StreamEnd(at_ns=at_ns, finish="cancelled")]
                break
            else:
                ending = reader.end(at_ns, item.fault)
                break
            for event in events:
                yield event
            if reader.over:
                ending = reader.end(at_ns)
                break
    for event in ending:
        yield event
