"""The models that a server offers."""

from __future__ import annotations

import json

import httpx

from presscheck.models.connection import open_client
from presscheck.models.endpoints import Endpoint
from presscheck.models.faults import Fault, payload_fault, status_fault, transport_fault

LIST_S = 10.0
MAX_LISTING_BYTES = 16 * 1024 * 1024


async def list_models(endpoint: Endpoint) -> list[str]:
    """Names in the server's order. Raises ModelServerError where it cannot say."""
    quick = endpoint.model_copy(update={"silence_s": LIST_S})
    try:
        async with (
            open_client(quick) as client,
            client.stream(
                "GET", endpoint.url("/models"), headers=endpoint.request_headers()
            ) as response,
        ):
            body = bytearray()
            async for data in response.aiter_bytes():
                body += data
                if len(body) > MAX_LISTING_BYTES:
                    raise _no_listing(endpoint).error()
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        raise transport_fault(error, quick, answering=False).error() from error
    text = body.decode("utf-8", errors="replace")
    if response.status_code != 200:
        raise status_fault(response.status_code, text, endpoint).error()
    try:
        payload = json.loads(text)
    except ValueError as error:
        raise _no_listing(endpoint).error() from error
    if isinstance(payload, dict) and payload.get("error"):
        raise payload_fault(payload, endpoint).error()
    entries = payload.get("data") if isinstance(payload, dict) else payload
    if not isinstance(entries, list):
        raise _no_listing(endpoint).error()
    names = [entry.get("id") for entry in entries if isinstance(entry, dict)]
    return list(dict.fromkeys(name for name in names if isinstance(name, str) and name))


def _no_listing(endpoint: Endpoint) -> Fault:
    return Fault(
        f"{endpoint.base_url} does not list its models.",
        "Type the model's name, or check the address: it usually ends in /v1.",
    )
