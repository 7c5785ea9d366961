"""The app, put together: names, guard, routes, errors."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from presscheck import __version__
from presscheck.core.errors import PresscheckError
from presscheck.sandbox.preview_headers import preview_headers
from presscheck.web.guard import Guard
from presscheck.web.hosts import HostRouter
from presscheck.web.press import Press
from presscheck.web.preview import PreviewApp
from presscheck.web.problems import problem, status_of
from presscheck.web.routes import api, fragments, reference, screens
from presscheck.web.templating import asset_stamp


class KeptFiles(StaticFiles):
    """Static files under a stamp of their content: browsers may keep them for good."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        answer.headers["cache-control"] = "public, max-age=31536000, immutable"
        return answer


def create_app(press: Press, *, hosts: frozenset[str], token: str | None = None) -> ASGIApp:
    """The ASGI app to serve. The press is the caller's to close.

    `hosts` are the values of the Host header that the app answers to, port included.
    """
    inner = FastAPI(
        title="presscheck",
        version=__version__,
        summary="Make pages with language models, operate them, and see whether they work.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    inner.state.press = press
    inner.include_router(api.router)
    inner.include_router(fragments.router)
    inner.include_router(reference.router)
    inner.include_router(screens.router)
    static = KeptFiles(directory=Path(__file__).parent / "static")
    inner.mount(f"/static/{asset_stamp()}", static, name="static")
    inner.add_exception_handler(PresscheckError, _presscheck_error)
    inner.add_exception_handler(RequestValidationError, _invalid)
    inner.add_exception_handler(HTTPException, _http_error)
    inner.add_exception_handler(Exception, _own_fault)
    # CSP knows no IPv6 addresses; a preview cannot be framed by an app that is opened at one.
    framers = sorted(f"http://{host}" for host in hosts if not host.startswith("["))
    headers = preview_headers(app_origins=framers)
    guarded = Guard(inner, hosts, press.names.source, token)
    return HostRouter(guarded, PreviewApp(press.shelf, headers), press.names)


async def _presscheck_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, PresscheckError)
    status = status_of(error)
    if screens.is_screen(request):
        return screens.error_screen(request, status, error)
    return problem(status, error.message, error.hint)


async def _invalid(request: Request, error: Exception) -> Response:
    """What is wrong with the request, without echoing it: it may hold a key."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:])
    said = PresscheckError(f"{place}: {first['msg']}" if place else str(first["msg"]))
    if screens.is_screen(request):
        return screens.error_screen(request, 422, said)
    return problem(422, said.message)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if screens.is_screen(request):
        said = PresscheckError(
            "There is nothing at this address." if error.status_code == 404 else str(error.detail)
        )
        return screens.error_screen(request, error.status_code, said)
    return problem(error.status_code, str(error.detail))


async def _own_fault(request: Request, error: Exception) -> Response:
    """Starlette raises the error again after this, so that the log says how it came about."""
    said = PresscheckError(
        "presscheck itself failed on this.", hint="Its log, on the terminal, says how."
    )
    if screens.is_screen(request):
        return screens.error_screen(request, 500, said)
    return problem(500, said.message, said.hint)
