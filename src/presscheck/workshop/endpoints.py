"""Every model server that can be asked: built in, from the environment, found, or added."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Literal, Protocol

from presscheck.core.errors import PresscheckError, UsageError
from presscheck.models import (
    Endpoint,
    check_allowed,
    discover,
    endpoint_at,
    endpoint_from_environment,
    list_models,
)
from presscheck.models.builtin import OnStart
from presscheck.models.endpoints import ENVIRONMENT_ID
from presscheck.store import Store, StoredEndpoint
from presscheck.workshop.keys import KeyRing

Origin = Literal["builtin", "environment", "found", "added"]

BUILTIN = "builtin"
LIST_WITHIN = 6.0
"""Seconds a server may take to list its models before it is shown without them."""


def _opened(stored: StoredEndpoint) -> Endpoint:
    return Endpoint.model_validate(
        {**stored.config, "id": stored.id, "name": stored.name, "base_url": stored.base_url}
    )


class StartsModel(Protocol):
    """The built-in model: started when it is first needed."""

    async def ensure(self, on_progress: OnStart | None = None) -> Endpoint: ...


@dataclass
class Known:
    """An endpoint as it is shown; the key itself never leaves this module."""

    id: str
    name: str
    base_url: str
    origin: Origin
    has_key: bool = False
    models: list[str] = field(default_factory=list)
    error: str = ""

    @property
    def builtin(self) -> bool:
        return self.origin == "builtin"


class Endpoints:
    """All known endpoints by id."""

    def __init__(
        self,
        store: Store,
        keys: KeyRing,
        builtin: StartsModel | None,
        *,
        builtin_model: str = "",
        allowed: Sequence[str] = (),
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self._store = store
        self._keys = keys
        self._builtin = builtin
        self._builtin_model = builtin_model
        self._allowed = list(allowed)
        self._environment = endpoint_from_environment(environ)
        self._found: dict[str, Endpoint] = {}
        self._models: dict[str, list[str]] = {}
        self._errors: dict[str, str] = {}

    async def known(self) -> list[Known]:
        """What can be asked, the most deliberate choice first."""
        added = [_opened(stored) for stored in await self._store.list_endpoints()]
        result = [self._show(endpoint, "added") for endpoint in added]
        if self._environment is not None:
            result.insert(0, self._show(self._environment, "environment"))
        taken = {one.base_url for one in result}
        result += [
            self._show(endpoint, "found")
            for endpoint in self._found.values()
            if endpoint.base_url not in taken
        ]
        if self._builtin is not None:
            result.append(Known(BUILTIN, "SmolLM2", "", "builtin", models=[self._builtin_model]))
        return result

    def _show(self, endpoint: Endpoint, origin: Origin) -> Known:
        return Known(
            id=endpoint.id,
            name=endpoint.name,
            base_url=endpoint.base_url,
            origin=origin,
            has_key=endpoint.api_key is not None or self._keys.get(endpoint.id) is not None,
            models=self._models.get(endpoint.id, []),
            error=self._errors.get(endpoint.id, ""),
        )

    async def refresh(self) -> list[Known]:
        """Look for local servers and ask every endpoint for its models, all at the same time."""
        if not self._allowed:
            self._found = {endpoint.id: endpoint for endpoint in await discover()}
        asked = [one for one in await self.known() if not one.builtin]
        await asyncio.gather(*(self._learn(one.id) for one in asked))
        return await self.known()

    async def _learn(self, endpoint_id: str) -> None:
        try:
            async with asyncio.timeout(LIST_WITHIN):
                self._models[endpoint_id] = await list_models(await self.resolve(endpoint_id))
            self._errors.pop(endpoint_id, None)
        except PresscheckError as error:
            self._errors[endpoint_id] = str(error)
        except TimeoutError:
            self._errors[endpoint_id] = f"It did not answer within {LIST_WITHIN:.0f} s."

    async def resolve(self, endpoint_id: str, on_start: OnStart | None = None) -> Endpoint:
        """The endpoint with its key, ready to be asked; starts the built-in model.

        `on_start` hears how fetching and starting the built-in model goes on.
        """
        if endpoint_id == BUILTIN and self._builtin is not None:
            return await self._builtin.ensure(on_start)
        if endpoint_id == ENVIRONMENT_ID and self._environment is not None:
            return self._environment
        if endpoint_id in self._found:
            return self._found[endpoint_id]
        for stored in await self._store.list_endpoints():
            if stored.id == endpoint_id:
                endpoint = _opened(stored)
                check_allowed(endpoint, self._allowed)
                return endpoint.model_copy(update={"api_key": self._keys.get(endpoint_id)})
        raise UsageError(
            "This model server is not known (any more).", hint="Add it on the Models screen."
        )

    async def name_of(self, endpoint_id: str, model: str) -> tuple[str, str, str]:
        """(id, shown name, model) of a choice; an empty model means the only one there is."""
        for one in await self.known():
            if one.id != endpoint_id:
                continue
            if one.builtin:
                return one.id, one.name, self._builtin_model
            if model:
                return one.id, one.name, model
            models = one.models or await list_models(await self.resolve(one.id))
            if len(models) == 1:
                return one.id, one.name, models[0]
            raise UsageError(f"{one.name} has {len(models)} models.", hint="Name one of them.")
        raise UsageError(
            "This model server is not known (any more).", hint="Add it on the Models screen."
        )

    async def add(
        self, base_url: str, *, name: str | None, api_key: str | None, remember_key: bool = False
    ) -> str:
        endpoint = endpoint_at(base_url, id=secrets.token_hex(6), name=(name or "").strip())
        check_allowed(endpoint, self._allowed)
        await self._store.save_endpoint(
            StoredEndpoint(id=endpoint.id, name=endpoint.name, base_url=endpoint.base_url)
        )
        if api_key:
            self._keys.set(endpoint.id, api_key, remember=remember_key)
        return endpoint.id

    async def remove(self, endpoint_id: str) -> None:
        self._keys.forget(endpoint_id)
        await self._store.delete_endpoint(endpoint_id)

    async def test(self, endpoint_id: str) -> dict[str, Any]:
        """Ask for the models; the server's own error where it has one."""
        begun = perf_counter()
        try:
            endpoint = await self.resolve(endpoint_id)
            models = await list_models(endpoint)
        except PresscheckError as error:
            return {
                "ok": False,
                "seconds": perf_counter() - begun,
                "models": [],
                "message": error.message,
                "hint": error.hint,
            }
        if endpoint_id != BUILTIN:
            self._models[endpoint_id] = models
            self._errors.pop(endpoint_id, None)
        return {"ok": True, "seconds": perf_counter() - begun, "models": models}
