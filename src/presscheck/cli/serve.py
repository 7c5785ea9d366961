"""`presscheck serve`: the web app."""

from __future__ import annotations

import typer
from pydantic import SecretStr

from presscheck.cli.output import Exit
from presscheck.core.settings import Settings
from presscheck.web.serving import serve_app


async def run_serve(
    *,
    host: str | None,
    port: int | None,
    token: str | None,
    allow_host: list[str],
    allow_endpoint: list[str],
    allow_unsealed: bool,
) -> int:
    settings = Settings()
    changes: dict[str, object] = {
        "host": host,
        "port": port,
        "token": SecretStr(token) if token else None,
        "allow_endpoint": allow_endpoint or None,
        "allow_unsealed": allow_unsealed or None,
    }
    settings = settings.model_copy(
        update={name: value for name, value in changes.items() if value is not None}
    )

    def ready(address: str) -> None:
        typer.echo(f"presscheck is at {address}")

    await serve_app(settings, allow_host=allow_host, on_ready=ready)
    return Exit.WORKS
