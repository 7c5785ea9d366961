"""What works on this machine, and what to do about what does not."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
from collections.abc import Awaitable, Callable
from typing import Literal

from pydantic import BaseModel

from presscheck.core.errors import PresscheckError
from presscheck.core.settings import Settings
from presscheck.models import BuiltinModel, endpoint_from_environment, list_models
from presscheck.sandbox import Sandbox, SealReport
from presscheck.sandbox.mirror.npm_config import NpmConfig
from presscheck.sandbox.mirror.registry import Registry

State = Literal["ok", "warn", "fail"]

FREE_BYTES_WANTED = 1_000_000_000
"""Evidence pictures, the library mirror and the model's weights take some hundred megabytes."""

REGISTRY_S = 12
"""Seconds that the package registry may take to answer."""


class Finding(BaseModel):
    """One thing that was looked at."""

    id: str
    title: str
    state: State
    says: str
    hint: str = ""


async def examine(settings: Settings) -> list[Finding]:
    """Look at everything, all at the same time."""
    looks: list[tuple[str, str, Callable[[Settings], Awaitable[list[Finding]]]]] = [
        ("browser", "Browser", _browser_and_seal),
        ("data", "Data folder", _data_folder),
        ("registry", "Package registry", _registry),
        ("model", "Built-in model", _builtin_model),
        ("endpoint", "Endpoint from the environment", _environment_endpoint),
    ]

    async def look(
        identity: str, title: str, how: Callable[[Settings], Awaitable[list[Finding]]]
    ) -> list[Finding]:
        try:
            return await how(settings)
        except PresscheckError as error:
            return [
                Finding(id=identity, title=title, state="fail", says=error.message, hint=error.hint)
            ]

    found = await asyncio.gather(*(look(*one) for one in looks))
    return [finding for group in found for finding in group]


async def _browser_and_seal(settings: Settings) -> list[Finding]:
    async with Sandbox(settings, allow_unsealed=True) as sandbox:
        report = sandbox.seal_report
        browser = Finding(
            id="browser",
            title="Browser",
            state="ok",
            says=f"Chromium {sandbox.browser_version} starts.",
        )
        return [browser, _seal(report, settings.allow_unsealed)]


def _seal(report: SealReport, allow_unsealed: bool) -> Finding:
    notes = " ".join(report.notes)
    if report.level == "kernel":
        return Finding(id="seal", title="Seal", state="ok", says=f"kernel: {report.how}.")
    if report.level == "browser":
        return Finding(
            id="seal",
            title="Seal",
            state="warn",
            says=f"browser: {report.how}. The kernel's seal is not reached: {notes}".strip(),
            hint="Allow unprivileged user namespaces, or install bubblewrap.",
        )
    return Finding(
        id="seal",
        title="Seal",
        state="warn" if allow_unsealed else "fail",
        says=f"none: {report.how}. {notes}".strip(),
        hint="Only score pages that you trust here (--allow-unsealed).",
    )


async def _data_folder(settings: Settings) -> list[Finding]:
    folder = settings.data_dir
    existing = next((place for place in (folder, *folder.parents) if place.exists()), folder)
    if not os.access(existing, os.W_OK | os.X_OK):
        raise PresscheckError(
            f"{folder} cannot be written to.", hint="Name another one in PRESSCHECK_DATA_DIR."
        )
    free = shutil.disk_usage(existing).free
    says = f"{folder}, {free / 1e9:.1f} GB free."
    low = free < FREE_BYTES_WANTED
    return [
        Finding(
            id="data",
            title="Data folder",
            state="warn" if low else "ok",
            says=says,
            hint="Free some space: pictures and libraries need about 1 GB." if low else "",
        )
    ]


async def _registry(settings: Settings) -> list[Finding]:
    title = "Package registry"
    config = NpmConfig.read()
    origin = config.origins.get("registry", "npm's default, since no configuration names one")
    registry = Registry(config)
    try:
        async with asyncio.timeout(REGISTRY_S):
            address = await registry.reach()
    except (PresscheckError, TimeoutError) as error:
        why = error.message if isinstance(error, PresscheckError) else f"silent for {REGISTRY_S} s"
        return [
            Finding(
                id="registry",
                title=title,
                state="warn",
                says=f"Cannot be reached ({why}); named by: {origin}. "
                "Pages get only the libraries that the mirror holds.",
                hint="Set npm_config_registry, or registry= in ~/.npmrc, to a registry within "
                "reach; or stock the mirror elsewhere (presscheck mirror prefetch).",
            )
        ]
    finally:
        await registry.close()
    return [Finding(id="registry", title=title, state="ok", says=f"{address} answers ({origin}).")]


async def _builtin_model(settings: Settings) -> list[Finding]:
    title = "Built-in model"
    if not BuiltinModel.is_available():
        return [
            Finding(
                id="model",
                title=title,
                state="warn",
                says=f"There is no built-in model for {platform.system()} {platform.machine()}.",
                hint="Add a model server on the Models screen, or set OPENAI_BASE_URL.",
            )
        ]
    model = BuiltinModel(settings)
    if model.is_fetched():
        says, hint = f"{model.name} is here; it starts when it is first used.", ""
    else:
        says = f"{model.name} will be fetched from the package registry when it is first used."
        hint = ""
    return [Finding(id="model", title=title, state="ok", says=says, hint=hint)]


async def _environment_endpoint(settings: Settings) -> list[Finding]:
    endpoint = endpoint_from_environment(os.environ)
    if endpoint is None:
        return []
    title = "Endpoint from the environment"
    models = await list_models(endpoint)
    shown = ", ".join(models[:5]) + ("…" if len(models) > 5 else "")
    return [
        Finding(
            id="endpoint",
            title=title,
            state="ok",
            says=f"{endpoint.base_url} answers with {len(models)} models: {shown}",
        )
    ]
