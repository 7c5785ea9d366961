"""Whole journeys in a real browser: the built-in model, a restart, and every way to be let down."""

from __future__ import annotations

import re
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect
from tests.web.browser import open_browser
from tests.web.conftest import serving, serving_with_models

from presscheck.core.settings import Settings

pytestmark = pytest.mark.browser

PATIENCE = 120_000


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    with tempfile.TemporaryDirectory(prefix="presscheck-test-") as folder:
        async with open_browser(Path(folder)) as browser:
            yield browser


@pytest.mark.model
async def test_the_built_in_model_s_page_is_scored_and_kept_over_a_restart(
    browser: Browser, settings: Settings
) -> None:
    async with serving(settings) as app:
        screen = await browser.new_page(base_url=app.address)
        await screen.goto("/")
        choice = screen.get_by_label("Model", exact=True).first
        await choice.select_option(label="SmolLM2-135M-Instruct")
        await screen.get_by_label("One line in, one page out").fill("a clock")
        await screen.keyboard.press("Enter")
        await screen.wait_for_url("**/g/*")
        await expect(screen.locator(".verdict-word")).to_be_visible(timeout=PATIENCE)
        path = re.sub(r"^.*(/g/[^?]+).*$", r"\1", screen.url)
        await screen.close()
    async with serving(settings) as again:
        screen = await browser.new_page(base_url=again.address)
        await screen.goto("/history")
        await screen.get_by_role("link", name=re.compile("a clock")).first.click()
        await expect(screen.locator(".verdict-word")).to_be_visible(timeout=PATIENCE)
        assert path in screen.url
        await screen.close()


async def test_each_way_to_be_let_down_is_told_and_loses_nothing(
    browser: Browser, settings: Settings, models_url: str
) -> None:
    told = {
        "not-here": r"404",
        "too-many": r"429",
        "never-ends": r"cut off|stream stopped|incomplete|before the document",
        "prose": r"no HTML|no page",
    }
    async with serving_with_models(settings, models_url) as app:
        screen = await browser.new_page(base_url=app.address)
        for model, words in told.items():
            await screen.goto("/")
            choice = screen.get_by_label("Model", exact=True).first
            await expect(choice.locator("option", has_text=re.compile(f"^{model}$"))).to_have_count(
                1
            )
            await choice.select_option(label=model)
            await screen.get_by_label("One line in, one page out").fill("a calculator")
            await screen.keyboard.press("Enter")
            await screen.wait_for_url("**/g/*")
            place = "main" if model in ("prose", "never-ends") else "[data-error]"
            await expect(screen.locator(place)).to_contain_text(
                re.compile(words, re.IGNORECASE), timeout=PATIENCE
            )
            if model in ("never-ends", "prose"):
                await screen.get_by_role("tab", name="Raw answer").click()
                kept = "Calculator" if model == "never-ends" else "rather talk about pages"
                await expect(screen.get_by_role("tabpanel", name="Raw answer")).to_contain_text(
                    kept, timeout=PATIENCE
                )
        await screen.close()


async def test_a_missing_browser_leaves_the_page_unscored_and_says_what_to_do(
    browser: Browser, settings: Settings, models_url: str, tmp_path: Path
) -> None:
    without = settings.model_copy(update={"chromium": tmp_path / "no-browser"})
    async with serving_with_models(without, models_url) as app:
        screen = await browser.new_page(base_url=app.address)
        await screen.goto("/")
        choice = screen.get_by_label("Model", exact=True).first
        await expect(choice.locator("option", has_text=re.compile("^good$"))).to_have_count(1)
        await choice.select_option(label="good")
        await screen.get_by_label("One line in, one page out").fill("a calculator")
        await screen.keyboard.press("Enter")
        await screen.wait_for_url("**/g/*")
        await expect(screen.locator("main")).to_contain_text("apt-get install", timeout=PATIENCE)
        await screen.close()
