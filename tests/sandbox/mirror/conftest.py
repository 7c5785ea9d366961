"""A registry on loopback, and mirrors that use it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from tests.sandbox.mirror.local_registry import LocalRegistry, served

from presscheck.core.settings import Settings
from presscheck.sandbox.mirror import Mirror
from presscheck.sandbox.mirror.npm_config import NpmConfig

MakeMirror = Callable[..., Mirror]


@pytest_asyncio.fixture
async def registry(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LocalRegistry]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    local = LocalRegistry()
    for version in ("1.0.0", "1.2.0", "1.10.0", "2.0.0"):
        local.publish("lib", version, {"lib.js": f"lib = {version!r}"})
    local.publish("lib", "3.0.0-beta.1", {"lib.js": "lib = 'beta'"}, tag="next")
    async with served(local):
        yield local


@pytest_asyncio.fixture
async def make(registry: LocalRegistry, tmp_path: Path) -> AsyncIterator[MakeMirror]:
    """Makes mirrors that share one folder."""
    made: list[Mirror] = []

    def one(**options: object) -> Mirror:
        config = NpmConfig({"registry": registry.address})
        settings = Settings(cache_dir=tmp_path)
        made.append(Mirror(settings, config=config, **options))  # type: ignore[arg-type]
        return made[-1]

    yield one
    for mirror in made:
        await mirror.aclose()
