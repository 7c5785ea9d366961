"""cdnjs: exact versions, under names and layouts of its own (`cdnjs.toml`).

cdnjs minifies what its libraries ship unminified, so `x.min.js` is there wherever `x.js` is. Most
of its files are the package's own; whether it minified a file anew cannot be told from here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from presscheck.sandbox.mirror.address import Address
from presscheck.sandbox.mirror.targets import Missing, PackageFile, Target, Unknown, first_of

HOSTS = ("cdnjs.cloudflare.com", "ajax.cloudflare.com", "cdnjs.com")

_THREE_TAG = re.compile(r"r(\d+)")
_LAST_THREE_TAG = 134
"""cdnjs took three.js from tags until r134, and takes it from npm (0.138.3 and later) since."""

_VERSION = re.compile(r"v?\d[\w.+-]*")


class _Before(BaseModel):
    """Older versions that were another package: before `major`, or before `minor` (two numbers)."""

    model_config = ConfigDict(extra="forbid")

    npm: str
    major: int | None = None
    minor: tuple[int, int] | None = None
    base: list[str] | None = None


class _Layout(BaseModel):
    model_config = ConfigDict(extra="forbid")

    npm: str
    base: list[str] = Field(default_factory=lambda: [""])
    only: list[str] = Field(default_factory=list)
    rename: dict[str, str] = Field(default_factory=dict)
    before: _Before | None = None


@cache
def _layouts() -> dict[str, _Layout]:
    text = Path(__file__).with_name("cdnjs.toml").read_text(encoding="utf-8")
    raw: dict[str, Any] = tomllib.loads(text)
    return {name.lower(): _Layout.model_validate(entry) for name, entry in raw.items()}


def classify(address: Address) -> Target:
    pieces = address.path.split("/")
    if pieces[:2] != ["ajax", "libs"] or len(pieces) < 5 or not pieces[-1]:
        return Missing("cdnjs has nothing there")
    name, version, path = pieces[2], pieces[3], "/".join(pieces[4:])
    layout = _layouts().get(name.lower())
    if layout is None:
        return Unknown(f"{name} of cdnjs has no npm package that the mirror knows")
    if name.lower() == "three.js":
        return _three(layout, version, path)
    if not _VERSION.fullmatch(version):
        return Missing("cdnjs has exact versions only")
    return _files(layout, version.removeprefix("v"), path)


def _three(layout: _Layout, version: str, path: str) -> Target:
    if tag := _THREE_TAG.fullmatch(version):
        number = int(tag[1])
        if number > _LAST_THREE_TAG:
            return Missing(f"cdnjs has no {version} of three.js: its tags end at r134")
        return _files(layout, f"0.{number}", path)
    if not _VERSION.fullmatch(version):
        return Missing("cdnjs has exact versions only")
    return _files(layout, version, path)


def _files(layout: _Layout, version: str, path: str) -> Target:
    package, base = layout.npm, layout.base
    if layout.before is not None and _is_before(version, layout.before):
        package, base = layout.before.npm, layout.before.base or [""]
    elif layout.only and not _allowed(path, layout.only):
        return Missing(f"cdnjs takes no {path} from this library")
    if path in layout.rename:
        own = layout.rename[path].format(version=version)
        return PackageFile(package, version, own, minifies=True)
    return first_of(*(PackageFile(package, version, b + path, minifies=True) for b in base))


def _allowed(path: str, patterns: Sequence[str]) -> bool:
    """A pattern without a folder allows files at the root only."""
    return any(
        fnmatchcase(path, pattern) and ("/" in pattern or "/" not in path) for pattern in patterns
    )


def _is_before(version: str, before: _Before) -> bool:
    numbers = re.findall(r"\d+", version)
    major = int(numbers[0]) if numbers else 0
    minor = int(numbers[1]) if len(numbers) > 1 else 0
    if before.minor is not None:
        return (major, minor) < before.minor
    return before.major is not None and major < before.major
