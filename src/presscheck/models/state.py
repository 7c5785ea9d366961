"""What a server tells about itself now: version, slots, requests under way."""

from __future__ import annotations

import asyncio

import httpx
from pydantic import BaseModel, JsonValue

from presscheck.models.asking import ask, value_at
from presscheck.models.connection import open_client
from presscheck.models.dialects import Place, dialect_named
from presscheck.models.endpoints import Endpoint

_ASK_S = 5.0
_LOOK_EVERY_S = 0.25


class ServerState(BaseModel):
    """None stands for what the server does not tell."""

    dialect: str
    version: str | None = None
    slots: int | None = None
    busy: int | None = None


async def server_state(endpoint: Endpoint) -> ServerState:
    """Ask the server about itself, in its dialect. What it does not answer stays None."""
    dialect = dialect_named(endpoint.dialect)
    async with open_client(endpoint, silence_s=_ASK_S) as client:
        version, slots, busy = await asyncio.gather(
            _figure(client, endpoint, dialect.version),
            _figure(client, endpoint, dialect.slots),
            _figure(client, endpoint, dialect.busy),
        )
    return ServerState(
        dialect=dialect.name,
        version=str(version) if isinstance(version, str | int | float) else None,
        slots=int(slots) if isinstance(slots, int | float) else None,
        busy=int(busy) if isinstance(busy, int | float) else None,
    )


async def wait_until_idle(endpoint: Endpoint, *, within_s: float = 30.0) -> bool | None:
    """Wait until the server works on nothing: after a cancelled request, before a timed one.

    True when it is idle, False when it is not in time, None where it does not tell.
    """
    try:
        async with asyncio.timeout(within_s):
            while True:
                busy = (await server_state(endpoint)).busy
                if busy is None:
                    return None
                if busy == 0:
                    return True
                await asyncio.sleep(_LOOK_EVERY_S)
    except TimeoutError:
        return False


async def _figure(client: httpx.AsyncClient, endpoint: Endpoint, place: Place | None) -> JsonValue:
    if place is None:
        return None
    told = await ask(client, endpoint, place.path, within_s=_ASK_S)
    if told is None:
        return None
    answer = told.json
    if not isinstance(answer, list):
        return value_at(answer, place.key)
    figures = [value_at(entry, place.key) for entry in answer]
    known = [figure for figure in figures if isinstance(figure, bool | int | float)]
    return sum(known) if known else None
