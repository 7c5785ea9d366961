"""The screens in a real browser: a person makes a page, looks at it, comes back to it."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Frame, Page, expect
from tests.web.browser import open_browser
from tests.web.conftest import RunningApp, serving_models, serving_with_models

from presscheck.core.settings import Settings

# One app and one browser for all of these: starting them is what takes time.
pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

LINE = "a calculator"
PATIENCE = 60_000
expect.set_options(timeout=20_000)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningApp]:
    settings = Settings(data_dir=tmp_path_factory.mktemp("app") / "data", port=0)
    async with serving_models() as url, serving_with_models(settings, url) as app:
        yield app


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    with tempfile.TemporaryDirectory(prefix="presscheck-test-") as folder:
        async with open_browser(Path(folder)) as browser:
            yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def screen(browser: Browser, app: RunningApp) -> AsyncIterator[Page]:
    """A screen on which nothing may go wrong unnoticed."""
    context = await browser.new_context(base_url=app.address, locale="en-GB")
    page = await context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    assert not faults
    await context.close()


async def make(screen: Page, model: str, line: str = LINE) -> None:
    await screen.goto("/")
    choice = screen.get_by_label("Model", exact=True).first
    await expect(choice.locator("option", has_text=re.compile(f"^{model}$"))).to_have_count(1)
    await choice.select_option(label=model)
    await screen.get_by_label("One line in, one page out").fill(line)
    await screen.keyboard.press("Enter")
    await screen.wait_for_url("**/g/*")


def preview(screen: Page) -> Frame:
    return next(
        frame for frame in screen.frames if re.search(r"//\w{32}\.localhost:\d+/$", frame.url)
    )


async def test_a_line_becomes_a_page_and_a_scorecard(screen: Page) -> None:
    await make(screen, "good")
    await expect(screen.locator(".verdict-word")).to_be_visible(timeout=PATIENCE)
    frame = preview(screen)
    await frame.get_by_role("button", name="7").click()
    await expect(frame.locator("#display")).to_have_text("7")
    await screen.get_by_role("tab", name="Code").click()
    await expect(screen.get_by_role("tabpanel", name="Code")).to_contain_text("<!doctype html>")
    assert "view=code" in screen.url
    await screen.reload()
    await expect(screen.get_by_role("tabpanel", name="Code")).to_contain_text("<!doctype html>")
    await expect(screen.locator(".verdict-word")).to_be_visible()
    await screen.goto("/history")
    await screen.get_by_role("link", name=re.compile(LINE)).first.click()
    await expect(screen.locator(".verdict-word")).to_be_visible()
    await screen.goto("/")
    await screen.get_by_label("One line in, one page out").press("ArrowUp")
    await expect(screen.get_by_label("One line in, one page out")).to_have_value(LINE)


async def test_the_page_grows_while_it_is_written(screen: Page) -> None:
    await make(screen, "slow")
    await expect(screen.locator(".phase")).to_have_text("Writing", timeout=PATIENCE)
    await expect(screen.locator("iframe").first).to_be_attached(timeout=PATIENCE)
    heading = screen.frame_locator("iframe").first.locator("h1")
    await expect(heading).to_have_text("Calculator", timeout=PATIENCE)
    await expect(screen.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    await screen.get_by_role("button", name="Stop", exact=True).click()
    await expect(screen.locator(".phase")).to_have_text("Stopped")
    await expect(screen.get_by_role("button", name="Score this page")).to_be_visible()


async def test_a_generation_can_be_deleted(screen: Page) -> None:
    await make(screen, "prose", "a page that nobody keeps")
    await expect(screen.locator(".verdict-word")).to_be_visible(timeout=PATIENCE)
    screen.once("dialog", lambda dialog: asyncio.ensure_future(dialog.accept()))
    await screen.get_by_role("button", name="Delete").click()
    await screen.wait_for_url("**/history")
    await expect(screen.get_by_text("a page that nobody keeps")).to_have_count(0)


async def test_the_plan_stands_there_before_any_page(screen: Page) -> None:
    await screen.goto("/")
    await screen.get_by_label("One line in, one page out").fill("a calculator with keyboard")
    await expect(screen.locator("#plan li").first).to_be_visible()


async def test_columns_stand_side_by_side(screen: Page) -> None:
    await screen.goto("/")
    option = screen.locator("#slips option", has_text=re.compile("^other$"))
    await expect(option).to_have_count(1)
    await screen.get_by_role("button", name="Add a model").click()
    choices = screen.get_by_label("Model", exact=True)
    await choices.nth(0).select_option(label="good")
    await choices.nth(1).select_option(label="other")
    await screen.get_by_label("One line in, one page out").fill(LINE)
    await screen.get_by_role("button", name="Make page").click()
    await expect(screen.locator(".verdict-word")).to_have_count(2, timeout=PATIENCE)
    await expect(screen.locator("#summary tr")).to_have_count(2)
    widths = await screen.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]
    lefts = await screen.eval_on_selector_all(
        ".proof", "all => all.map((one) => [one.offsetLeft, one.offsetLeft + one.scrollWidth])"
    )
    assert lefts[0][1] <= lefts[1][0]
    await expect(screen.locator('#summary [data-sum="score"]').first).to_have_text(
        re.compile(r"\d")
    )


@pytest.mark.parametrize(
    ("model", "words"),
    [("needs-key", "key"), ("falls-over", "500"), ("breaks", "the GPU caught fire")],
)
async def test_a_failure_is_said_where_it_happened(screen: Page, model: str, words: str) -> None:
    await make(screen, model)
    await expect(screen.locator("[data-error]")).to_contain_text(
        re.compile(words, re.IGNORECASE), timeout=PATIENCE
    )
    await expect(screen.locator(".phase")).to_have_text("Failed")


async def test_an_empty_line_and_an_endless_one_are_told(screen: Page) -> None:
    await screen.goto("/")
    await screen.get_by_role("button", name="Make page").click()
    await expect(screen.get_by_role("alert")).to_contain_text("empty")
    await screen.get_by_label("One line in, one page out").fill("x" * 100_000)
    await screen.get_by_role("button", name="Make page").click()
    await expect(screen.get_by_role("alert")).to_contain_text("100,000")


async def test_a_page_that_hangs_can_be_stopped(screen: Page) -> None:
    await make(screen, "good")
    await expect(screen.locator(".verdict-word")).to_be_visible(timeout=PATIENCE)
    await preview(screen).evaluate("setTimeout(() => { while (true); }, 50)")
    await expect(screen.locator("[data-beat]")).to_contain_text("does not answer", timeout=PATIENCE)
    await screen.get_by_role("button", name="Stop page").focus()
    await screen.keyboard.press("Enter")
    await expect(screen.locator("[data-blank]")).to_have_text("The page was stopped.")
    await screen.get_by_role("tab", name="Raw answer").focus()
    await screen.keyboard.press("Enter")
    await expect(screen.get_by_role("tabpanel", name="Raw answer")).to_contain_text("Enjoy.")


async def test_a_previewed_page_cannot_reach_the_app(screen: Page) -> None:
    await make(screen, "spies", "a spy")
    log = screen.frame_locator("iframe").first.locator("#log")
    await expect(log).to_contain_text("storage 1", timeout=PATIENCE)
    for found in ("read no", "post no", "parent no"):
        await expect(log).to_contain_text(found)


async def test_language_and_theme_are_switched_and_kept(screen: Page) -> None:
    await screen.goto("/")
    await screen.get_by_role("button", name="中文").click()
    await expect(screen.get_by_role("button", name="制作网页")).to_be_visible()
    await screen.get_by_role("button", name="切换浅色和深色").click()
    await expect(screen.locator("html")).to_have_attribute("data-theme", "dark")
    await screen.goto("/history")
    await expect(screen.locator("html")).to_have_attribute("data-theme", "dark")
    await expect(screen.locator("html")).to_have_attribute("lang", "zh")


@pytest.mark.parametrize("path", ["/", "/history", "/models", "/doctor", "/api/docs", "/g/gone"])
async def test_nothing_sticks_out_at_320_pixels(screen: Page, path: str) -> None:
    await screen.set_viewport_size({"width": 320, "height": 640})
    await screen.goto(path)
    assert await screen.evaluate("document.documentElement.scrollWidth") <= 320
