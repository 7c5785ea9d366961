"""What a page opens on its own: dialogs are answered, popups closed, downloads cancelled."""

from __future__ import annotations

import contextlib

from playwright.async_api import Dialog, Download, Error, Page

from presscheck.sandbox.sealed_page import SealedPage
from presscheck.sandbox.trouble import PageCrashed, PageHung


def answer_events(page: SealedPage) -> None:
    """Answer, close, cancel, and keep a record, for as long as the page is open."""
    log = page.log
    during = ""
    row = 0

    async def on_dialog(dialog: Dialog) -> None:
        nonlocal during, row
        log.note(log.dialogs, dialog.message)
        row = row + 1 if log.doing == during else 1
        during = log.doing
        if row > page.budget.dialogs and page.trouble is None:
            page.trouble = PageHung("it keeps opening dialogs")
            # Nothing but closing ends a loop of dialogs.
            with contextlib.suppress(Error):
                await page.context.close()
            return
        with contextlib.suppress(Error):
            if dialog.type == "prompt":
                await dialog.accept(page.prompt_answer or dialog.default_value or "Sample")
            else:
                await dialog.accept()

    async def on_popup(popup: Page) -> None:
        if popup is page.playwright:
            return
        log.note(log.popups, popup.url)
        with contextlib.suppress(Error):
            await popup.close()

    async def on_download(download: Download) -> None:
        log.note(log.downloads, download.suggested_filename)
        with contextlib.suppress(Error):
            await download.cancel()

    def on_crash(_: Page) -> None:
        page.trouble = page.trouble or PageCrashed(f"its process crashed at {log.doing}")

    page.playwright.on("dialog", on_dialog)
    page.playwright.on("download", on_download)
    page.playwright.on("crash", on_crash)
    page.context.on("page", on_popup)
