"""Nothing that a page tries reaches anybody, at any level of the seal."""

from __future__ import annotations

import asyncio
import os

import pytest
from playwright.async_api import async_playwright
from tests.hostile.attacker import Attacker
from tests.hostile.channels import LEAVING, QUIET, page_with

from presscheck.core.settings import Settings
from presscheck.sandbox import PageTrouble, Sandbox, find_chromium
from presscheck.sandbox.seal import SealMethod, working_methods

pytestmark = pytest.mark.browser

LISTEN = 1.0
"""Seconds of real time in which a straggler may still come."""


def _methods() -> list[SealMethod]:
    return list(working_methods()[0])


async def _everything(sandbox: Sandbox, attacker: Attacker) -> set[str]:
    """Tries all ways; gives the URLs that were recorded as blocked."""
    blocked: set[str] = set()
    pages = [page_with(QUIET, attacker.places)]
    pages += [page_with({name: way}, attacker.places) for name, way in LEAVING.items()]
    for html in pages:
        async with sandbox.open(html) as page:
            try:
                await page.load()
                await page.advance(1_000)
                here = await page.evaluate("() => document.getElementById('here')?.textContent")
                assert here == "here" or b"navigation" in html
            except PageTrouble as trouble:
                pytest.fail(f"{trouble} in {html[-200:]!r}")
            blocked |= {entry.url for entry in page.log.blocked}
            blocked |= {library.url for library in page.log.libraries}
    await asyncio.sleep(LISTEN)
    return blocked


@pytest.mark.parametrize("method", _methods(), ids=lambda m: m.name)
async def test_nothing_gets_out(method: SealMethod, attacker: Attacker) -> None:
    async with Sandbox(Settings(), methods=[method]) as sandbox:
        assert sandbox.seal == method.level
        blocked = await _everything(sandbox, attacker)
    assert attacker.hits == set()
    for name in ("fetch", "websocket", "img", "script", "css-link", "location", "form"):
        assert any(url.endswith("/" + name) for url in blocked), f"{name} was not recorded"


async def test_the_attacker_would_have_been_reached(attacker: Attacker) -> None:
    """Without the seal most of these ways get out: the test above can fail."""
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=find_chromium(Settings()), args=arguments
        )
        page = await browser.new_page()
        attacker.page = page_with(QUIET, attacker.open_places)
        await page.goto(f"http://127.0.0.1:{attacker.port}/page")
        await page.wait_for_timeout(LISTEN * 2_000)
        await browser.close()
    assert len(attacker.hits) > 20, sorted(attacker.hits)
    assert {"fetch", "websocket", "udp"} <= attacker.hits
