"""Which kind of server answers at an address, and which servers run on this machine."""

from __future__ import annotations

import asyncio
from time import monotonic
from urllib.parse import urlsplit

from presscheck.models.asking import Told, ask, value_at
from presscheck.models.connection import open_client
from presscheck.models.dialects import DIALECTS, GENERIC, Dialect, Signature
from presscheck.models.endpoints import Endpoint
from presscheck.models.faults import ModelServerError
from presscheck.models.listing import list_models

_RECOGNISE_S = 3.0
_KNOWN_FOR_S = 600.0
_UNKNOWN_FOR_S = 60.0
_DISCOVER_S = 3.0

_known: dict[str, tuple[float, Dialect]] = {}


async def recognise(endpoint: Endpoint) -> Dialect:
    """The server's dialect, by its host or by what it answers; `generic` where nothing tells.

    Asked before a request, never within one. A finding holds for ten minutes, since another server
    may be started at the same address; that nothing tells, for one, since it may still be loading.
    """
    host = urlsplit(endpoint.base_url).hostname or ""
    for dialect in DIALECTS.values():
        if any(host == known or host.endswith(f".{known}") for known in dialect.hosts):
            return dialect
    found = _known.get(endpoint.base_url)
    if found is not None and monotonic() < found[0]:
        return found[1]
    dialect = await _by_its_answers(endpoint)
    holds_for = _UNKNOWN_FOR_S if dialect is GENERIC else _KNOWN_FOR_S
    _known[endpoint.base_url] = (monotonic() + holds_for, dialect)
    return dialect


async def _by_its_answers(endpoint: Endpoint) -> Dialect:
    paths = sorted({one.path for dialect in DIALECTS.values() for one in dialect.signatures})
    async with open_client(endpoint, silence_s=_RECOGNISE_S) as client:
        answers = await asyncio.gather(
            *(ask(client, endpoint, path, within_s=_RECOGNISE_S) for path in paths)
        )
    told = dict(zip(paths, answers, strict=True))
    for dialect in DIALECTS.values():
        if any(_shows(told[one.path], one) for one in dialect.signatures):
            return dialect
    return GENERIC


def _shows(told: Told | None, signature: Signature) -> bool:
    if told is None:
        return False
    if signature.where == "header":
        return signature.mark in told.headers
    if signature.where == "body":
        return told.body.strip() == signature.mark
    key, _, wanted = signature.mark.partition("=")
    found = value_at(told.json, key)
    return str(found) == wanted if wanted else found is not None


async def recognised(endpoint: Endpoint) -> Endpoint:
    """The endpoint with its dialect filled in, where it is not known yet."""
    if endpoint.dialect != GENERIC.name:
        return endpoint
    dialect = await recognise(endpoint)
    return endpoint.model_copy(update={"dialect": dialect.name})


def usual_ports() -> list[int]:
    return sorted({port for dialect in DIALECTS.values() for port in dialect.ports})


async def discover() -> list[Endpoint]:
    """The model servers that run on this machine at their usual ports, by port."""
    found = await asyncio.gather(*(_at_port(port) for port in usual_ports()))
    return [endpoint for endpoint in found if endpoint is not None]


async def _at_port(port: int) -> Endpoint | None:
    endpoint = Endpoint(
        id=f"local-{port}", name=f"127.0.0.1:{port}", base_url=f"http://127.0.0.1:{port}"
    )
    try:
        async with asyncio.timeout(_DISCOVER_S):
            await list_models(endpoint)
    except ModelServerError as error:
        # One that asks for a key is there all the same.
        if error.status not in (401, 403):
            return None
    except TimeoutError:
        return None
    endpoint = await recognised(endpoint)
    label = DIALECTS[endpoint.dialect].label
    return endpoint.model_copy(update={"name": f"{label} :{port}"})
