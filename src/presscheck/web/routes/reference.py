"""The HTTP API as a page to read, made from its own OpenAPI description."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from presscheck.web.requests import render

router = APIRouter(include_in_schema=False)


@router.get("/api/docs")
async def reference(request: Request) -> Response:
    described = request.app.openapi()
    operations = [
        {
            "method": method.upper(),
            "path": path,
            "summary": operation.get("summary", ""),
            "description": operation.get("description", ""),
        }
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]
    return render(request, "reference.html", operations=operations)
