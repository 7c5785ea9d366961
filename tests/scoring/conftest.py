"""A sealed browser for the tests of this room, and pages written for them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest_asyncio

from presscheck.core.settings import Settings
from presscheck.sandbox import Sandbox
from presscheck.scoring.pictures import Pictures
from presscheck.scoring.session import Session

OpenPage = Callable[[str], Awaitable[Session]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def sandbox() -> AsyncIterator[Sandbox]:
    """One sealed browser for all tests."""
    async with Sandbox(Settings(), allow_unsealed=True) as box:
        yield box


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(sandbox: Sandbox) -> AsyncIterator[OpenPage]:
    """Opens a page from the inside of its body, or from a whole document; one at a time."""
    opened = []

    async def open_one(html: str) -> Session:
        if "<html" not in html.lower():
            html = (
                f'<!doctype html><html lang="en"><meta charset="utf-8"><body>{html}</body></html>'
            )
        manager = sandbox.open(html.encode())
        page = await manager.__aenter__()
        opened.append(manager)
        await page.load()
        session = Session(page, Pictures(None))
        await session.look()
        return session

    yield open_one
    for manager in opened:
        await manager.__aexit__(None, None, None)
