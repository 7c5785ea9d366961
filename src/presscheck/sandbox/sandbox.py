"""Sealed browsers, one for each worker: a page that has to be killed takes no neighbour with it."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import shutil
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from playwright.async_api import (
    Browser,
    Error,
    Playwright,
    async_playwright,
)

from presscheck.core.scorecard import Seal
from presscheck.core.settings import Settings
from presscheck.sandbox.answering import answer_events
from presscheck.sandbox.budget import DESKTOP, Budget, Viewport
from presscheck.sandbox.chromium import find_chromium
from presscheck.sandbox.init_scripts import PageKeys, init_script
from presscheck.sandbox.interception import Interception
from presscheck.sandbox.libraries import LibrarySource, NoLibraries
from presscheck.sandbox.log import PageLog
from presscheck.sandbox.processes import BrowserProcesses
from presscheck.sandbox.seal import (
    UNSEALED,
    SealMethod,
    SealReport,
    browser_environment,
    closed_folder,
    working_methods,
    write_launcher,
)
from presscheck.sandbox.sealed_page import SealedPage
from presscheck.sandbox.trouble import PageCrashed, PageTrouble, SandboxError

PAGES_PER_BROWSER = 150
"""A browser is replaced after so many pages: what leaks in it does not add up."""

_ARGUMENTS = [
    "--proxy-server=http://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-domain-reliability",
    "--autoplay-policy=no-user-gesture-required",
    "--disable-smooth-scrolling",
    "--mute-audio",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
]
_NOT_OURS = ["--disable-ipc-flooding-protection"]
"""Taken out of Playwright's arguments: without that protection a page's pushState flood hangs even
the closing of the browser."""


class _Worker:
    """One browser and the count of pages that it has seen."""

    def __init__(self) -> None:
        self.browser: Browser | None = None
        self.processes: BrowserProcesses | None = None
        self.pages = 0


class Sandbox:
    """Opens pages sealed. An async context manager; `open` may be called concurrently, and waits
    while all workers are busy."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        workers: int = 1,
        libraries: LibrarySource | None = None,
        allow_unsealed: bool | None = None,
        methods: Sequence[SealMethod] | None = None,
    ) -> None:
        """`methods` are the ways to seal that may be used, the strongest first; by default all
        that work on this machine."""
        self._settings = settings or Settings()
        self._libraries = libraries or NoLibraries()
        self._allow_unsealed = (
            self._settings.allow_unsealed if allow_unsealed is None else allow_unsealed
        )
        self._count = max(1, workers)
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        self._workers: list[_Worker] = []
        self._playwright: Playwright | None = None
        self._folder: Path | None = None
        self._methods = methods
        self._method: SealMethod | None = None
        self._launching = asyncio.Lock()
        self.seal_report = SealReport("none", "no browser was started yet")
        self.browser_version = ""

    @property
    def seal(self) -> Seal:
        return self.seal_report.level

    async def __aenter__(self) -> Self:
        # Found before anything is started: a missing browser leaves nothing behind.
        self._chromium = await asyncio.to_thread(find_chromium, self._settings)
        self._playwright = await async_playwright().start()
        self._folder = Path(tempfile.mkdtemp(prefix="presscheck-"))
        for _ in range(self._count):
            worker = _Worker()
            self._workers.append(worker)
            self._free.put_nowait(worker)
        try:
            await self._launch(self._workers[0])
        except BaseException:
            await self._stop()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stop()

    async def _stop(self) -> None:
        for worker in self._workers:
            await self._end(worker)
        if self._playwright is not None:
            await self._playwright.stop()
            self._playwright = None
        if self._folder is not None:
            await asyncio.to_thread(shutil.rmtree, self._folder, True)

    @asynccontextmanager
    async def open(
        self,
        html: bytes,
        *,
        viewport: Viewport = DESKTOP,
        seed: int = 1,
        budget: Budget | None = None,
        locale: str = "en-US",
        libraries: LibrarySource | None = None,
    ) -> AsyncIterator[SealedPage]:
        """A page in a fresh context of a sealed browser, not yet loaded. PageTrouble that happens
        inside the block is the caller's to judge; the browser is recycled where it has to be."""
        worker = await self._free.get()
        limits = budget or Budget()
        page: SealedPage | None = None
        try:
            if worker.browser is None or not worker.browser.is_connected():
                await self._launch(worker)
            page = await self._new_page(
                worker, html, viewport, seed, limits, locale, libraries or self._libraries
            )
            watch = asyncio.create_task(self._watch_memory(worker, page, limits))
            try:
                yield page
            finally:
                watch.cancel()
        finally:
            try:
                await self._leave(worker, page, limits)
            finally:
                self._free.put_nowait(worker)

    async def _new_page(
        self,
        worker: _Worker,
        html: bytes,
        viewport: Viewport,
        seed: int,
        budget: Budget,
        locale: str,
        libraries: LibrarySource,
    ) -> SealedPage:
        assert worker.browser is not None
        log = PageLog()
        interception = Interception(html, log, libraries)
        keys = PageKeys()
        try:
            context = await asyncio.wait_for(
                worker.browser.new_context(
                    viewport={"width": viewport.width, "height": viewport.height},
                    device_scale_factor=1,
                    locale=locale,
                    timezone_id="UTC",
                    color_scheme="light",
                    reduced_motion="no-preference",
                    service_workers="block",
                    accept_downloads=False,
                    has_touch=False,
                    permissions=[],
                ),
                budget.load,
            )
            await interception.attach(context)
            await context.add_init_script(init_script(keys, seed))
            playwright = await context.new_page()
        except (TimeoutError, Error) as error:
            raise SandboxError(f"The sealed browser opens no page: {error}") from error
        page = SealedPage(context, playwright, interception, log, budget, keys, viewport)
        answer_events(page)
        await page.prepare()
        worker.pages += 1
        return page

    async def _watch_memory(self, worker: _Worker, page: SealedPage, budget: Budget) -> None:
        while worker.processes is not None:
            await asyncio.sleep(0.4)
            used = await asyncio.to_thread(worker.processes.memory_mib)
            if used > budget.memory_mib:
                page.trouble = page.trouble or PageCrashed(
                    f"it uses more than {budget.memory_mib:,} MiB of memory at {page.log.doing}"
                )
                await self._end(worker)
                return

    async def _leave(self, worker: _Worker, page: SealedPage | None, budget: Budget) -> None:
        """Close the context; where that does not work, or the browser is old, replace it."""
        clean = page is not None
        if page is not None:
            try:
                await asyncio.wait_for(page.context.close(), budget.close)
            except (TimeoutError, Error, PageTrouble):
                clean = False
        if not clean or worker.pages >= PAGES_PER_BROWSER:
            await self._end(worker)

    async def _launch(self, worker: _Worker) -> None:
        async with self._launching:
            await self._end(worker)
            if self._method is not None:
                await self._start(worker, self._method)
                return
            methods, notes = await asyncio.to_thread(working_methods)
            failures = list(notes)
            for method in self._methods or methods:
                try:
                    await self._start(worker, method)
                except SandboxError as error:
                    failures.append(f"{method.name}: {error.message}")
                    continue
                self._settle(method, failures)
                return
            if not self._allow_unsealed:
                raise SandboxError(
                    "No sealed browser could be started: " + "; ".join(failures) + ".",
                    hint="`presscheck doctor` says what is missing. Pages that you trust can be "
                    "scored without a seal by PRESSCHECK_ALLOW_UNSEALED=1.",
                )
            await self._start(worker, UNSEALED)
            self._settle(UNSEALED, failures)

    def _settle(self, method: SealMethod, failures: list[str]) -> None:
        self._method = method
        self.seal_report = SealReport(method.level, method.says, tuple(failures))

    async def _start(self, worker: _Worker, method: SealMethod) -> None:
        assert self._playwright is not None and self._folder is not None
        if method.drops_to is not None and (closed := closed_folder(self._chromium)):
            raise SandboxError(
                f"{self._chromium} cannot be read by the sealed browser's user: {closed} is closed."
            )
        folder = self._folder / f"{method.name}-{secrets.token_hex(4)}"
        folder.mkdir(mode=0o711)
        self._folder.chmod(0o711)
        launcher = write_launcher(folder, self._chromium, method)
        try:
            worker.browser = await self._playwright.chromium.launch(
                executable_path=launcher,
                chromium_sandbox=method is not UNSEALED,
                args=_ARGUMENTS,
                ignore_default_args=_NOT_OURS,
                env=browser_environment(),
                headless=True,
                timeout=30_000,
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
            )
        except Error as error:
            raise SandboxError(_first_cause(str(error))) from error
        worker.processes = await asyncio.to_thread(BrowserProcesses.started_by, launcher)
        worker.pages = 0
        self.browser_version = worker.browser.version

    async def _end(self, worker: _Worker) -> None:
        """Close the worker's browser, and kill its process tree whatever it answers."""
        browser, worker.browser = worker.browser, None
        processes, worker.processes = worker.processes, None
        if browser is not None and browser.is_connected():
            with contextlib.suppress(TimeoutError, Error):
                await asyncio.wait_for(browser.close(), 2.0)
        if processes is not None:
            await asyncio.to_thread(processes.kill)


def _first_cause(text: str) -> str:
    """The line of Playwright's launch error that says why."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for line in lines:
        if any(words in line for words in ("FATAL", "error while loading", "denied", "No usable")):
            return line[:300]
    return lines[0][:300] if lines else "the browser did not start"
