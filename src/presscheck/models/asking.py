"""Short questions to a model server, beside the chat: what it is, what it has, what it does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass

import httpx
from pydantic import JsonValue

from presscheck.models.endpoints import Endpoint

MAX_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Told:
    """An answer with status 200."""

    headers: Mapping[str, str]
    body: str

    @property
    def json(self) -> JsonValue:
        try:
            value: JsonValue = json.loads(self.body)
        except ValueError:
            return None
        return value


async def ask(
    client: httpx.AsyncClient, endpoint: Endpoint, path: str, *, within_s: float
) -> Told | None:
    """GET a path from the server's root; None where it gives no good answer in time."""
    body = bytearray()
    try:
        async with (
            asyncio.timeout(within_s),
            client.stream(
                "GET", f"{endpoint.root}{path}", headers=endpoint.request_headers()
            ) as response,
        ):
            if response.status_code != 200:
                return None
            async for data in response.aiter_bytes():
                body += data
                if len(body) > MAX_BYTES:
                    return None
    except (TimeoutError, httpx.HTTPError, httpx.InvalidURL, ValueError):
        return None
    return Told(response.headers, body.decode("utf-8", errors="replace"))


def value_at(value: JsonValue, key: str) -> JsonValue:
    """What stands at a key whose dots lead deeper (`data.0.id`); None where nothing does."""
    for step in key.split("."):
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value
