"""A page that hangs, floods, grows or crashes ends in words about it; the next is fine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.hostile.hangs import TRAPS, Trap

from presscheck.core.settings import Settings
from presscheck.sandbox import Budget, PageTrouble, Sandbox

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

SHORT = Budget(load=2.0, call=2.0, advance=2.0, advance_most=3.0, memory_mib=1_200)
AT_MOST = 60.0
"""Seconds, on a machine however busy: a hung scorer fails, a slow one does not."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox(Settings(), workers=2) as one:
        yield one


async def _operate(sandbox: Sandbox, trap: Trap) -> str:
    async with sandbox.open(f"<!doctype html><body>{trap.html}".encode(), budget=SHORT) as page:
        try:
            await page.load()
            if trap.click:
                await page.click(100, 100)
                await page.advance(300)
                await page.reload()
            await page.advance(500)
            await page.screenshot()
            said = "fine"
        except PageTrouble as trouble:
            said = trouble.says
        if trap.log:
            assert getattr(page.log, trap.log), f"nothing in {trap.log}"
            assert len(getattr(page.log, trap.log)) <= 200
        return said


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.name)
async def test_the_page_ends_and_the_next_is_fine(sandbox: Sandbox, trap: Trap) -> None:
    said = await asyncio.wait_for(_operate(sandbox, trap), AT_MOST)
    assert any(word in said for word in trap.ends), said
    async with sandbox.open(b"<!doctype html><p>well", budget=Budget(load=20, call=20)) as page:
        await page.load()
        assert await page.evaluate("() => document.body.innerText") == "well"


async def test_a_neighbour_is_not_lost(sandbox: Sandbox) -> None:
    """While one page is ended, another that is under way goes on."""
    bomb = next(trap for trap in TRAPS if trap.name == "heap-bomb")
    html = b"<!doctype html><script>let n = 0; setInterval(() => n++, 1000)</script>"
    async with sandbox.open(html, budget=Budget(load=20, call=20, advance=20)) as page:
        await page.load()
        assert await _operate(sandbox, bomb) != "fine"
        await page.advance(1_000)
        answer = await page.cdp.send("Runtime.evaluate", {"expression": "n"})
        assert answer["result"]["value"] == 2
