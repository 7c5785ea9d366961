"""The HTTP client that model servers are asked with."""

from __future__ import annotations

import ssl
from functools import cache

import httpx

from presscheck.models.endpoints import Endpoint

CONNECT_S = 10.0


@cache
def _certificates() -> ssl.SSLContext:
    """Read once: it takes longer than many an answer's first token."""
    return httpx.create_ssl_context()


def open_client(endpoint: Endpoint, *, silence_s: float | None = None) -> httpx.AsyncClient:
    """No redirects (a key must not travel), no retries, no proxy to this very machine."""
    return httpx.AsyncClient(
        timeout=httpx.Timeout(silence_s or endpoint.silence_s, connect=CONNECT_S),
        follow_redirects=False,
        verify=_certificates(),
        trust_env=not endpoint.loopback,
    )
