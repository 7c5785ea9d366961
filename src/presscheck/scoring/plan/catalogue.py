"""The catalogue of probes that plans may name: what each verifies, and what it takes.

Kept as data, apart from the probes' code: a plan is made before any page exists and without a
browser, and model planners are told the same list.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, JsonValue

ParamType = Literal["text", "texts", "integer", "number", "truth"]


class CatalogueEntry(BaseModel):
    """One probe: its name, what it verifies in both languages, its parameters and their types."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    en: str
    zh: str
    params: dict[str, ParamType] = Field(default_factory=dict)


@cache
def catalogue() -> dict[str, CatalogueEntry]:
    """All entries by name, in the order of the file."""
    text = (resources.files("presscheck.scoring.plan") / "catalogue.yaml").read_text("utf-8")
    entries = yaml.safe_load(text)
    return {
        name: CatalogueEntry.model_validate({"name": name, **entry})
        for name, entry in entries.items()
    }


def fits(name: str, params: dict[str, JsonValue]) -> list[str]:
    """What is wrong with a probe's name and parameters, in words; empty where nothing is."""
    entry = catalogue().get(name)
    if entry is None:
        return [f"there is no probe named “{name}”"]
    wrong = [f"“{name}” takes no “{key}”" for key in params if key not in entry.params]
    for key, value in params.items():
        wanted = entry.params.get(key)
        if wanted is not None and not _is(value, wanted):
            wrong.append(f"“{key}” of “{name}” must be {_WORDS[wanted]}")
    return wrong


_WORDS: dict[ParamType, str] = {
    "text": "a text",
    "texts": "a list of texts",
    "integer": "a whole number",
    "number": "a number",
    "truth": "true or false",
}


def _is(value: JsonValue, wanted: ParamType) -> bool:
    if wanted == "text":
        return isinstance(value, str)
    if wanted == "texts":
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if wanted == "truth":
        return isinstance(value, bool)
    if isinstance(value, bool):
        return False
    return isinstance(value, int) if wanted == "integer" else isinstance(value, int | float)
