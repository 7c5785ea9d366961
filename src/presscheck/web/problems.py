"""Errors over HTTP as problem+json (RFC 9457): what happened, and what to do about it."""

from __future__ import annotations

import json
from http import HTTPStatus

from starlette.responses import Response

from presscheck.core.errors import PresscheckError, UsageError


class NotFoundError(PresscheckError):
    """No such thing at this address."""


def status_of(error: PresscheckError) -> int:
    if isinstance(error, NotFoundError):
        return 404
    return 422 if isinstance(error, UsageError) else 503


def problem(status: int, title: str, detail: str = "", **more: object) -> Response:
    body = {"type": "about:blank", "status": status, "title": title or HTTPStatus(status).phrase}
    if detail:
        body["detail"] = detail
    return Response(
        json.dumps({**body, **more}, ensure_ascii=False),
        status_code=status,
        media_type="application/problem+json",
    )
