"""Who may talk to the app."""

from __future__ import annotations

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from presscheck.web.guard import TOKEN_COOKIE, Guard
from presscheck.web.hosts import PreviewNames

HOST = "127.0.0.1:8765"
NAMES = PreviewNames(8765)


def guarded(token: str | None = None) -> httpx.AsyncClient:
    async def hello(request: Request) -> PlainTextResponse:
        return PlainTextResponse("hello")

    app = Starlette(routes=[Route("/", hello, methods=["GET", "POST"])])
    guard = Guard(app, frozenset({HOST, "localhost:8765"}), NAMES.source, token)
    return httpx.AsyncClient(transport=httpx.ASGITransport(guard), base_url=f"http://{HOST}")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"host": "localhost:8765"},
        {"sec-fetch-site": "same-origin", "origin": f"http://{HOST}"},
        {"sec-fetch-site": "none", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"},
        {
            "sec-fetch-site": "cross-site",
            "sec-fetch-mode": "navigate",
            "sec-fetch-dest": "document",
        },
    ],
    ids=["program", "other own name", "own page", "typed address", "link from elsewhere"],
)
async def test_lets_in(headers: dict[str, str]) -> None:
    async with guarded() as client:
        assert (await client.get("/", headers=headers)).status_code == 200


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("GET", {"host": "evil.example"}, 421),
        ("GET", {"host": "127.0.0.1:9999"}, 421),
        ("GET", {"host": f"{'a' * 32}.localhost:8765"}, 421),
        ("GET", {"host": ""}, 421),
        ("POST", {"origin": "http://evil.example"}, 403),
        ("POST", {"origin": "null"}, 403),
        ("POST", {"origin": f"http://{'a' * 32}.localhost:8765"}, 403),
        ("GET", {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, 403),
        ("GET", {"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"}, 403),
        (
            "GET",
            {
                "sec-fetch-site": "cross-site",
                "sec-fetch-mode": "navigate",
                "sec-fetch-dest": "iframe",
            },
            403,
        ),
        (
            "POST",
            {
                "sec-fetch-site": "cross-site",
                "sec-fetch-mode": "navigate",
                "sec-fetch-dest": "document",
            },
            403,
        ),
    ],
)
async def test_refuses(method: str, headers: dict[str, str], status: int) -> None:
    async with guarded() as client:
        answer = await client.request(method, "/", headers=headers)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["title"]


async def test_every_answer_carries_the_policy() -> None:
    async with guarded() as client:
        answer = await client.get("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-src http://*.localhost:8765" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_a_token_is_needed_and_leaves_the_address() -> None:
    async with guarded(token="sesame") as client:
        assert (await client.get("/")).status_code == 401
        assert (await client.get("/?token=wrong")).status_code == 401
        bearer = {"authorization": "Bearer sesame"}
        assert (await client.get("/", headers=bearer)).status_code == 200
        first = await client.get("/?token=sesame&view=code")
        assert first.status_code == 303
        assert first.headers["location"] == "/?view=code"
        assert "httponly" in first.headers["set-cookie"].lower()
        assert client.cookies[TOKEN_COOKIE] == "sesame"
        assert (await client.get("/")).status_code == 200


@pytest.mark.parametrize(
    ("host", "name"),
    [
        (f"{'a1' * 16}.localhost:8765", "a1" * 16),
        (f"{'A1' * 16}.LOCALHOST:8765", "a1" * 16),
        ("localhost:8765", None),
        ("127.0.0.1:8765", None),
        (f"{'a' * 31}.localhost:8765", None),
        (f"x.{'a' * 32}.localhost:8765", None),
        (f"{'a' * 32}.localhost.evil.example:8765", None),
        ("", None),
    ],
)
def test_preview_names_are_told_from_all_others(host: str, name: str | None) -> None:
    assert NAMES.name_of(host) == name
