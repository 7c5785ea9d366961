"""A page in the person's own browser, sealed by headers and frame alone, reaches nobody."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Page, async_playwright
from tests.hostile.attacker import Attacker
from tests.hostile.channels import LEAVING, QUIET, page_with

from presscheck.core.settings import Settings
from presscheck.sandbox import find_chromium
from presscheck.sandbox.preview_headers import FRAME_SANDBOX, preview_headers, random_name
from presscheck.web.shim import SCRIPT as STAND_IN

pytestmark = pytest.mark.browser

Answer = Callable[[str], tuple[dict[str, str], bytes]]


@asynccontextmanager
async def _server(answer: Answer) -> AsyncIterator[int]:
    """A server on loopback that answers by the Host header."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
        except asyncio.IncompleteReadError:
            # A connection that the browser opened ahead and did not use.
            writer.close()
            return
        hosts = [line[6:] for line in head.split("\r\n") if line.lower().startswith("host: ")]
        headers, body = answer(hosts[0])
        lines = [f"{k}: {v}" for k, v in headers.items()]
        lines += ["Content-Type: text/html", "Connection: close", f"Content-Length: {len(body)}"]
        writer.write(("HTTP/1.1 200 OK\r\n" + "\r\n".join(lines) + "\r\n\r\n").encode() + body)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield int(server.sockets[0].getsockname()[1])


@asynccontextmanager
async def _framed(pages: dict[str, bytes]) -> AsyncIterator[tuple[Page, int]]:
    """The pages, each in a frame and at a random name of its own, in an unsealed browser."""
    origins: list[str] = []

    def answer(host: str) -> tuple[dict[str, str], bytes]:
        html = pages.get(host.partition(".")[0])
        if html is not None:
            return preview_headers(origins), html
        frames = "".join(
            f"<iframe sandbox='{FRAME_SANDBOX}' allow='' name={name} "
            f"src='http://{name}.localhost:{port}/'></iframe>"
            for name in pages
        )
        return {}, f"<!doctype html><title>app</title><body>{frames}".encode()

    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with _server(answer) as port, async_playwright() as playwright:
        origins.append(f"http://127.0.0.1:{port}")
        browser = await playwright.chromium.launch(
            executable_path=find_chromium(Settings()), args=arguments
        )
        page = await browser.new_page()
        await page.goto(f"http://127.0.0.1:{port}/", wait_until="domcontentloaded")
        await page.wait_for_timeout(3_000)
        yield page, port
        await browser.close()


async def test_nothing_gets_out_of_a_preview(attacker: Attacker) -> None:
    pages = {random_name(): page_with(QUIET, attacker.open_places)}
    for name, way in LEAVING.items():
        pages[random_name()] = page_with({name: way}, attacker.open_places)
    async with _framed(pages) as (page, port):
        assert page.url == f"http://127.0.0.1:{port}/"
        assert len(page.context.pages) == 1
    assert attacker.hits == set()


async def test_a_preview_works_and_stores() -> None:
    # Where the browser denies storage to framed pages, the app's stand-in takes its place.
    html = (
        b"<!doctype html>"
        + STAND_IN
        + b"""<body><script>
      localStorage.a = "kept"; history.pushState({}, "", "#x");
      const worker = new Worker(URL.createObjectURL(new Blob(["postMessage('works')"])));
      worker.onmessage = (e) => { document.title = localStorage.a + " " + e.data };
    </script><iframe srcdoc="<p id=inner>inner</p>"></iframe>"""
    )
    async with _framed({random_name(): html}) as (page, _):
        frame = page.frames[1]
        await frame.wait_for_function("document.title === 'kept works'")
        assert await frame.evaluate("frames[0].document.getElementById('inner').textContent")
        for closed in ("parent.document", "top.localStorage", "top.location.href"):
            reached = await frame.evaluate(
                f"(() => {{ try {{ {closed}; return true }} catch {{ return false }} }})()"
            )
            assert not reached, closed


async def test_a_preview_that_loops_leaves_the_app_alone() -> None:
    pages = {random_name(): b"<script>setTimeout(() => { while (1); }, 500)</script>"}
    async with _framed(pages) as (page, _):
        assert await asyncio.wait_for(page.evaluate("document.title"), 20) == "app"
        await asyncio.wait_for(page.evaluate("document.querySelector('iframe').remove()"), 20)
