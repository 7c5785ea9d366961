"""Stocking the mirror, and looking after it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.sandbox.mirror.conftest import MakeMirror
from tests.sandbox.mirror.local_registry import LocalRegistry

from presscheck.core.errors import UsageError
from presscheck.sandbox.mirror import manage
from presscheck.sandbox.mirror.faults import OutOfReach
from presscheck.sandbox.mirror.npm_config import NpmConfig
from presscheck.sandbox.mirror.registry import Registry

PAGE = """<script src="https://cdn.jsdelivr.net/npm/lib@1.2.0/lib.js"></script>
<a href="https://news.example/story">news</a>
<script type="module">import { m } from 'https://unpkg.com/mod@1.0.0/a.js?module';</script>"""


async def test_what_was_added_is_served_offline(make: MakeMirror) -> None:
    assert await manage.add(make(), "lib@^1.0.0") == "lib@1.10.0"
    answer = await make(offline=True).fetch("https://unpkg.com/lib@1.10.0/lib.js")
    assert answer.status == 200


@pytest.mark.parametrize("name", ["absent", "lib@77", "lib@1.0.0/lib.js", "no name"])
async def test_only_packages_can_be_added(make: MakeMirror, name: str) -> None:
    with pytest.raises(UsageError):
        await manage.add(make(), name)


async def test_a_page_is_stocked_with_what_its_modules_import(
    registry: LocalRegistry, make: MakeMirror
) -> None:
    registry.publish("mod", "1.0.0", {"a.js": 'export * from "./b.js"', "b.js": 'import "dep"'})
    registry.publish("dep", "1.0.0", {"index.js": "export default 1"})
    urls = manage.library_urls(PAGE)
    assert len(urls) == 2
    stocked = await manage.prefetch(make(), [*urls, "https://unpkg.com/absent@1.0.0/x.js"])
    assert list(stocked.missing) == ["https://unpkg.com/absent@1.0.0/x.js"]
    assert {held.package for held in make().store.held()} == {"lib", "mod", "dep"}
    offline = await manage.prefetch(make(offline=True), urls)
    assert not offline.missing


async def test_what_is_damaged_is_found_and_dropped(make: MakeMirror, tmp_path: Path) -> None:
    mirror = make()
    for name in ("lib@1.0.0", "lib@2.0.0"):
        await manage.add(mirror, name)
    tarballs = sorted((tmp_path / "mirror" / "tarballs").iterdir())
    tarballs[0].write_bytes(b"damaged")
    whole, damaged = await manage.verify(mirror)
    assert (len(whole), len(damaged)) == (1, 1)
    assert mirror.store.held() == whole


async def test_the_registry_says_whether_it_is_there(registry: LocalRegistry) -> None:
    with_key = registry.address.replace("//", "//me:secret@")
    reaching = Registry(NpmConfig({"registry": with_key}))
    assert await reaching.reach() == registry.address
    await reaching.close()
    gone = Registry(NpmConfig({"registry": "http://127.0.0.1:9"}))
    with pytest.raises(OutOfReach, match="does not answer"):
        await gone.reach()
    await gone.close()


def test_where_the_registry_is_named(tmp_path: Path) -> None:
    (tmp_path / ".npmrc").write_text("registry=http://127.0.0.1:1/\n")
    from_file = NpmConfig.read({"HOME": str(tmp_path)}, folder=tmp_path / "elsewhere")
    assert from_file.registry_for("lib") == "http://127.0.0.1:1"
    assert from_file.origins["registry"] == str(tmp_path / ".npmrc")
    named = {"HOME": str(tmp_path), "NPM_CONFIG_REGISTRY": "http://127.0.0.1:2"}
    from_environment = NpmConfig.read(named, folder=tmp_path)
    assert from_environment.registry_for("lib") == "http://127.0.0.1:2"
    assert from_environment.origins["registry"] == "environment"
