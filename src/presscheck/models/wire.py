"""One streaming request on the wire: every read is stamped the moment its bytes are there.

A task of its own reads and does nothing else, so that parsing, drawing and saving cannot delay a
stamp. Nothing is ever asked twice: a figure that hides a retry would be a lie.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter_ns
from types import TracebackType
from typing import Self

import httpx
from pydantic import JsonValue

from presscheck.models.connection import open_client
from presscheck.models.endpoints import Endpoint
from presscheck.models.faults import Fault, transport_fault

_QUEUED_READS = 4096
"""Reads that may wait to be parsed; beyond them the server is held back."""


@dataclass(frozen=True, slots=True)
class Head:
    at_ns: int
    status: int
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Bytes:
    at_ns: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Closed:
    """No more will come. `fault` is None where the server ended the answer in good order."""

    at_ns: int
    fault: Fault | None = None
    cancelled: bool = False

    @property
    def in_order(self) -> bool:
        return self.fault is None and not self.cancelled


Item = Head | Bytes | Closed


class Wire:
    """Async context of one request. Leaving it closes the connection, which stops the server."""

    def __init__(
        self,
        endpoint: Endpoint,
        body: dict[str, JsonValue],
        *,
        client: httpx.AsyncClient | None = None,
        cancel: asyncio.Event | None = None,
    ) -> None:
        self._endpoint = endpoint
        self._body = body
        self._client = client
        self._cancel = cancel
        self._queue: asyncio.Queue[Item] = asyncio.Queue(_QUEUED_READS)
        self._cancelled: asyncio.Task[None] | None = None
        self._reader: asyncio.Task[None] | None = None
        self._sent_ns = 0
        self._defect: Exception | None = None

    async def __aenter__(self) -> Self:
        self._reader = asyncio.create_task(self._read(), name="model-stream")
        if self._cancel is not None:
            self._cancelled = asyncio.create_task(self._watch(self._cancel), name="model-cancel")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        tasks = [task for task in (self._cancelled, self._reader) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def next(self, within_s: float | None = None) -> Item:
        """What came next. Raises TimeoutError when nothing does within `within_s` seconds."""
        if self._cancel is not None and self._cancel.is_set():
            return Closed(self._now(), cancelled=True)
        async with asyncio.timeout(within_s):
            item = await self._queue.get()
        if self._defect is not None:
            raise self._defect
        return item

    def _now(self) -> int:
        return perf_counter_ns() - self._sent_ns if self._sent_ns else 0

    async def _watch(self, cancel: asyncio.Event) -> None:
        await cancel.wait()
        if self._reader is not None:
            self._reader.cancel()
        with contextlib.suppress(asyncio.QueueFull):
            self._queue.put_nowait(Closed(self._now(), cancelled=True))

    async def _read(self) -> None:
        answering = False
        try:
            async with contextlib.AsyncExitStack() as stack:
                client = self._client
                if client is None:
                    client = await stack.enter_async_context(open_client(self._endpoint))
                request = client.build_request(
                    "POST",
                    self._endpoint.url("/chat/completions"),
                    json=self._body,
                    headers={
                        **self._endpoint.request_headers(),
                        "Accept": "text/event-stream",
                        "Accept-Encoding": "identity",
                        "Cache-Control": "no-store",
                    },
                )
                self._sent_ns = perf_counter_ns()
                async with asyncio.timeout(self._endpoint.longest_s):
                    response = await client.send(request, stream=True)
                    stack.push_async_callback(response.aclose)
                    answering = True
                    await self._queue.put(Head(self._now(), response.status_code, response.headers))
                    async for data in response.aiter_bytes():
                        await self._queue.put(Bytes(self._now(), data))
                await self._queue.put(Closed(self._now()))
        except TimeoutError:
            fault = Fault(
                f"The answer took longer than {self._endpoint.longest_s:g} s.",
                "Ask for fewer tokens, or allow this server more time.",
            )
            await self._queue.put(Closed(self._now(), fault))
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, ValueError) as error:
            fault = transport_fault(error, self._endpoint, answering=answering)
            await self._queue.put(Closed(self._now(), fault))
        except Exception as defect:
            self._defect = defect
            await self._queue.put(Closed(self._now()))
