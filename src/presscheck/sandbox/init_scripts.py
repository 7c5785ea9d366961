"""The scripts that run before a page's first: its clock, and the guard that keeps its errors."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.resources import files

START = datetime(2026, 1, 14, 10, 8, 36, tzinfo=UTC)
"""When it is in every page at first: a Wednesday morning, all fields of the date told apart."""

_FOLDER = files("presscheck.sandbox")
_CLOCK = _FOLDER.joinpath("clock.js").read_text(encoding="utf-8")
_GUARD = _FOLDER.joinpath("guard.js").read_text(encoding="utf-8")


def _key() -> str:
    return "_" + secrets.token_hex(8)


@dataclass(frozen=True)
class PageKeys:
    """Names, new for every page, under which the two scripts answer in the page's own world."""

    clock: str = field(default_factory=_key)
    guard: str = field(default_factory=_key)


def init_script(keys: PageKeys, seed: int) -> str:
    clock = _CLOCK.replace("__CLOCK__", keys.clock)
    clock = clock.replace("__START__", str(round(START.timestamp() * 1000)))
    guard = _GUARD.replace("__SECRET__", keys.guard).replace("__SEED__", str(seed))
    return clock + "\n" + guard
