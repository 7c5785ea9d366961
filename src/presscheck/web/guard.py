"""Who may talk to the app: Host, Origin and Sec-Fetch-Site are looked at on every request.

A page under test runs in the same browser, at another origin. Its requests to the app arrive, so
the app refuses what a browser says comes from elsewhere, names that are not its own (DNS
rebinding), and, when bound beyond this machine, everyone without the token.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from presscheck.web.problems import problem

TOKEN_COOKIE = "presscheck_token"
SAFE_METHODS = frozenset({"GET", "HEAD"})
OUR_OWN = frozenset({"same-origin", "none"})


def _csp(preview_source: str) -> str:
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            f"frame-src {preview_source}",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    )


@dataclass(frozen=True)
class Guard:
    """Wraps the app; nothing reaches a route that has not passed here."""

    app: ASGIApp
    hosts: frozenset[str]
    preview_source: str
    token: str | None = None
    headers: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(
            self,
            "headers",
            {
                "content-security-policy": _csp(self.preview_source),
                "x-content-type-options": "nosniff",
                "referrer-policy": "same-origin",
                "cross-origin-opener-policy": "same-origin",
                "cross-origin-resource-policy": "same-origin",
                "permissions-policy": "camera=(), microphone=(), geolocation=()",
            },
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refusal = self._refuse(scope)
        if refusal is not None:
            await refusal(scope, receive, send)
            return

        async def send_guarded(message: dict[str, object]) -> None:
            if message["type"] == "http.response.start":
                raw = list(message.get("headers", []))  # type: ignore[call-overload]
                present = {name.lower() for name, _ in raw}
                raw += [
                    (name.encode(), value.encode())
                    for name, value in self.headers.items()
                    if name.encode() not in present
                ]
                message = {**message, "headers": raw}
            await send(message)

        await self.app(scope, receive, send_guarded)  # type: ignore[arg-type]

    def _refuse(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if host not in self.hosts:
            return problem(
                421,
                "This name is not served here.",
                f"Open the app at {min(self.hosts, key=len)}, or name the host with --allow-host.",
            )
        site = headers.get("sec-fetch-site")
        opening = (
            scope["method"] in SAFE_METHODS
            and headers.get("sec-fetch-mode") == "navigate"
            and headers.get("sec-fetch-dest") == "document"
        )
        if site is not None and site not in OUR_OWN and not opening:
            return problem(403, "Requests from other sites are refused.")
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in {f"http://{host}", f"https://{host}"}:
            return problem(403, "Requests from other origins are refused.")
        return self._refuse_without_token(scope, headers) if self.token else None

    def _refuse_without_token(self, scope: Scope, headers: Headers) -> Response | None:
        assert self.token is not None
        offered = [_cookie(headers.get("cookie", ""), TOKEN_COOKIE)]
        kind, _, value = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            offered.append(value.strip())
        if any(_same(given, self.token) for given in offered):
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if scope["method"] == "GET" and any(
            key == "token" and _same(given, self.token) for key, given in query
        ):
            return self._remember(scope["path"], query)
        return problem(
            401,
            "This app is shared on a network and needs its token.",
            "Open the address that presscheck serve printed; it carries the token.",
        )

    def _remember(self, path: str, query: Iterable[tuple[str, str]]) -> Response:
        """Move the token from the address into a cookie, so that it is not shared by accident."""
        rest = urlencode([(key, value) for key, value in query if key != "token"])
        target = "/" + path.lstrip("/") + (f"?{rest}" if rest else "")
        answer = RedirectResponse(target, status_code=303)
        assert self.token is not None
        answer.set_cookie(TOKEN_COOKIE, self.token, httponly=True, samesite="strict")
        return answer


def _same(given: str, token: str) -> bool:
    return hmac.compare_digest(given.encode(), token.encode())


def _cookie(header: str, name: str) -> str:
    try:
        morsel = SimpleCookie(header).get(name)
    except CookieError:
        return ""
    return morsel.value if morsel else ""
