"""A person's browser for the tests: Chromium with its own sandbox on, able to reach loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, async_playwright

from presscheck.sandbox import find_chromium
from presscheck.sandbox.seal import working_methods, write_launcher


@asynccontextmanager
async def open_browser(folder: Path) -> AsyncIterator[Browser]:
    """The sealed browser's launcher, less its empty network: the app has to be reached."""
    methods, notes = working_methods()
    method = next((one for one in methods if one.level == "browser"), None)
    assert method is not None, f"no way to start a browser with its sandbox on: {notes}"
    await asyncio.to_thread(folder.chmod, 0o755)
    launcher = write_launcher(folder, find_chromium(), method)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=launcher,
            chromium_sandbox=True,
            args=["--disable-gpu", "--force-color-profile=srgb"],
        )
        yield browser
        await browser.close()
