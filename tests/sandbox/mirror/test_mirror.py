"""The mirror against a registry of its own, good and bad, and against the real one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.sandbox.mirror.conftest import MakeMirror
from tests.sandbox.mirror.local_registry import LocalRegistry, stated

from presscheck.core.settings import Settings
from presscheck.sandbox.mirror import Mirror

URL = "https://cdn.jsdelivr.net/npm/lib@1.2.0/lib.js"


@pytest.mark.parametrize(
    ("spec", "version"),
    [
        ("@1.2.0", "1.2.0"),
        ("@1.2", "1.2.0"),
        ("@1", "1.10.0"),
        ("@^1.0.0", "1.10.0"),
        ("@~1.2.0", "1.2.0"),
        ("@latest", "2.0.0"),
        ("", "2.0.0"),
        ("@next", "3.0.0-beta.1"),
    ],
)
async def test_ranges_and_tags(make: MakeMirror, spec: str, version: str) -> None:
    answer = await make().fetch(f"https://cdn.jsdelivr.net/npm/lib{spec}/lib.js")
    assert answer.status == 200
    assert answer.library.state == "served"
    assert answer.library.resolved == f"lib@{version}/lib.js"


@pytest.mark.parametrize("what", ["lib@1.2.0/absent.js", "lib@9/lib.js", "absent@1/lib.js"])
async def test_what_does_not_exist_is_the_pages_fault(make: MakeMirror, what: str) -> None:
    answer = await make().fetch(f"https://cdn.jsdelivr.net/npm/{what}")
    assert answer.status == 404
    assert answer.library.state == "not_found"
    assert not answer.library.unavailable


async def test_a_tampered_archive_is_never_served(
    registry: LocalRegistry, make: MakeMirror
) -> None:
    registry.tampered = True
    mirror = make()
    answer = await mirror.fetch(URL)
    assert answer.status == 504
    assert answer.library.unavailable
    assert mirror.store.held() == []


async def test_a_weak_hash_that_matches_excuses_nothing(
    registry: LocalRegistry, make: MakeMirror
) -> None:
    body = registry.archives["lib", "1.2.0"]
    registry.integrity["lib", "1.2.0"] = f"{stated('sha1', body)} {stated('sha512', body + b'x')}"
    assert (await make().fetch(URL)).library.unavailable


async def test_a_download_that_ends_early_is_not_kept(
    registry: LocalRegistry, make: MakeMirror
) -> None:
    registry.truncated = True
    answer = await make().fetch(URL)
    assert answer.status == 504
    assert answer.library.unavailable
    registry.truncated = False
    assert (await make().fetch(URL)).status == 200


async def test_what_is_held_is_served_offline(registry: LocalRegistry, make: MakeMirror) -> None:
    online = await make().fetch(URL)
    before = registry.asked.total()
    offline = make(offline=True)
    assert await offline.fetch(URL) == online
    absent = await offline.fetch(URL.replace("1.2.0", "1.0.0"))
    assert absent.status == 504
    assert absent.library.unavailable
    assert registry.asked.total() == before


async def test_a_slow_registry_is_not_the_pages_fault(
    registry: LocalRegistry, make: MakeMirror
) -> None:
    registry.release.clear()
    answer = await make(wait=0.2).fetch(URL)
    assert answer.status == 504
    assert answer.library.unavailable


async def test_what_was_not_used_for_longest_goes_first(
    registry: LocalRegistry, make: MakeMirror
) -> None:
    cap = int(len(registry.archives["lib", "1.0.0"]) * 2.6)
    mirror = make(cap=cap)
    for version in ("1.0.0", "1.2.0"):
        await mirror.packages.names("lib", version)
    await mirror.packages.read("lib", "1.0.0", "lib.js")
    await mirror.packages.names("lib", "2.0.0")
    assert {held.version for held in mirror.store.held()} == {"1.0.0", "2.0.0"}
    assert mirror.store.size() <= cap


async def test_one_download_for_all_who_ask_at_once(
    registry: LocalRegistry, make: MakeMirror
) -> None:
    registry.release.clear()
    mirror = make()
    asking = [asyncio.create_task(mirror.fetch(URL)) for _ in range(12)]
    await registry.archive_asked.wait()
    registry.release.set()
    answers = await asyncio.gather(*asking)
    assert {answer.status for answer in answers} == {200}
    assert registry.archives_sent == 1


@pytest.mark.parametrize(
    ("folders", "downloads"), [(["files"], 1), (["files", "tarballs"], 2)], ids=["file", "all"]
)
async def test_damage_on_disk_is_mended(
    registry: LocalRegistry,
    make: MakeMirror,
    tmp_path: Path,
    folders: list[str],
    downloads: int,
) -> None:
    first = await make().fetch(URL)
    kept = [p for f in folders for p in (tmp_path / "mirror" / f).rglob("*") if p.is_file()]
    assert len(kept) >= len(folders)
    for path in kept:
        path.write_bytes(b"damaged")
    assert await make().fetch(URL) == first
    assert registry.archives_sent == downloads


async def test_an_unknown_font_is_not_there(make: MakeMirror) -> None:
    answer = await make().fetch("https://fonts.googleapis.com/css2?family=No+Such+Font")
    assert (answer.status, answer.body) == (404, b"")
    assert answer.media_type.startswith("text/css")
    assert answer.library.state == "not_found"
    assert not answer.library.unavailable


async def test_fonts_out_of_reach_are_decoration(make: MakeMirror) -> None:
    answer = await make(offline=True).fetch("https://fonts.googleapis.com/css2?family=Lato")
    assert answer.library.unavailable
    assert answer.library.decorative


async def real(folder: Path, url: str) -> bytes:
    async with Mirror(Settings(cache_dir=folder), wait=60) as mirror:
        answer = await mirror.fetch(url)
    if "cannot be reached" in answer.library.note or "not fetched within" in answer.library.note:
        pytest.skip(f"the registry cannot be reached: {answer.library.note}")
    assert answer.status == 200, answer.library
    return answer.body


@pytest.mark.registry
async def test_a_real_file(tmp_path: Path) -> None:
    body = await real(tmp_path, "https://cdn.jsdelivr.net/npm/is-number@7.0.0/index.js")
    assert b"module.exports" in body


@pytest.mark.registry
async def test_a_real_module_with_its_imports(tmp_path: Path) -> None:
    body = await real(tmp_path, "https://esm.sh/d3-scale@4.0.2/src/linear.js")
    assert b'from "https://esm.sh/d3-array@' in body
