"""The probes: code that carries out a kind of check, one file a family.

    class Params(BaseModel):
        count: int = 3

    @probe("row-count", params=Params)
    async def row_count(ctx: ProbeContext, params: Params) -> ProbeOutcome:
        \"\"\"The table has as many rows as was asked.\"\"\"
        ...

A probe is registered under its name when its module is imported. All modules of this package are
imported on the first lookup; third parties name theirs under the entry-point group
`presscheck.probes` (the value is a module, imported for its registrations).
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from presscheck.core.errors import UsageError

if TYPE_CHECKING:
    from presscheck.scoring.context import ProbeContext
    from presscheck.scoring.outcome import ProbeOutcome

ENTRY_POINT_GROUP = "presscheck.probes"


class NoParams(BaseModel):
    """A probe without parameters."""

    model_config = ConfigDict(extra="forbid")


ParamsT = TypeVar("ParamsT", bound=BaseModel)
ProbeFunction = Callable[["ProbeContext", ParamsT], Awaitable["ProbeOutcome"]]


@dataclass(frozen=True, slots=True)
class Probe:
    """A registered probe."""

    name: str
    params: type[BaseModel]
    run: Callable[[ProbeContext, Any], Awaitable[ProbeOutcome]]
    says: str

    async def __call__(self, ctx: ProbeContext, params: dict[str, JsonValue]) -> ProbeOutcome:
        return await self.run(ctx, self.check_params(params))

    def check_params(self, params: dict[str, JsonValue]) -> BaseModel:
        """The parameters as the probe's model. Raises UsageError where they do not fit."""
        try:
            return self.params.model_validate(params)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(p) for p in first["loc"]) or "params"
            raise UsageError(
                f"The probe “{self.name}” cannot use these parameters: {where}: {first['msg']}.",
                hint=f"It takes: {', '.join(self.params.model_fields) or 'none'}.",
            ) from error


_registry: dict[str, Probe] = {}
_loaded = False


def probe(
    name: str,
    *,
    params: type[ParamsT] = NoParams,  # type: ignore[assignment]
) -> Callable[[ProbeFunction[ParamsT]], ProbeFunction[ParamsT]]:
    """Register a probe under the name that plans use. Its docstring says what it verifies."""

    def register(function: ProbeFunction[ParamsT]) -> ProbeFunction[ParamsT]:
        known = _registry.get(name)
        if known is not None and known.run.__module__ != function.__module__:
            raise UsageError(
                f"Two probes are named “{name}”: in {known.run.__module__} and in "
                f"{function.__module__}.",
                hint="Rename one of them.",
            )
        says = (function.__doc__ or "").strip().split("\n\n")[0]
        _registry[name] = Probe(name=name, params=params, run=function, says=says)
        return function

    return register


def all_probes() -> dict[str, Probe]:
    """Every probe by name, ours and third parties'."""
    global _loaded
    if not _loaded:
        for module in pkgutil.iter_modules(__path__):
            importlib.import_module(f"{__name__}.{module.name}")
        for entry in entry_points(group=ENTRY_POINT_GROUP):
            entry.load()
        _loaded = True
    return dict(sorted(_registry.items()))


def get_probe(name: str) -> Probe | None:
    """The probe of that name, or None."""
    return all_probes().get(name)
