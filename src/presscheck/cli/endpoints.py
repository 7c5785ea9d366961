"""`presscheck endpoints`: the model servers that can be asked."""

from __future__ import annotations

import typer

from presscheck.cli.output import Exit, print_json
from presscheck.core.settings import Settings
from presscheck.models import BuiltinModel
from presscheck.store import Store
from presscheck.workshop.endpoints import Endpoints
from presscheck.workshop.keys import KeyRing


async def run_endpoints(*, as_json: bool) -> int:
    settings = Settings()
    builtin = BuiltinModel(settings)
    store = await Store.open(settings)
    try:
        endpoints = Endpoints(
            store,
            KeyRing.open(settings.data_dir),
            builtin,
            builtin_model=builtin.name,
            allowed=settings.allow_endpoint,
        )
        known = await endpoints.refresh()
    finally:
        await store.close()
    if as_json:
        print_json(
            [
                {
                    "id": one.id,
                    "name": one.name,
                    "base_url": one.base_url,
                    "origin": one.origin,
                    "has_key": one.has_key,
                    "models": one.models,
                    "error": one.error or None,
                }
                for one in known
            ]
        )
        return Exit.WORKS
    for one in known:
        typer.echo(f"{one.name}  {one.base_url}  ({one.origin})".replace("    ", "  "))
        for model in one.models:
            typer.echo(f"    {model}")
        if one.error:
            typer.echo(f"    {one.error}")
    return Exit.WORKS
