"""Page time: it stands still, moves exactly, and takes everything with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from presscheck.core.settings import Settings
from presscheck.sandbox import PageHung, Sandbox, SealedPage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox(Settings()) as one:
        yield one


async def _value(page: SealedPage, expression: str) -> Any:
    """What the page's own world says."""
    answer = await page.cdp.send(
        "Runtime.evaluate", {"expression": expression, "returnByValue": True}
    )
    return answer["result"].get("value")


def _page(body: str) -> bytes:
    return f"<!doctype html><html lang=en><title>t</title><body>{body}".encode()


TIMED = _page("""<script>
  const start = [Date.now(), performance.now()];
  let frames = 0, ticks = 0, fast = 0, stamps = [];
  (function frame(t) { frames++; stamps.push(t); requestAnimationFrame(frame); })();
  setInterval(() => ticks++, 1000);
  setInterval(() => fast++, 0);
  setTimeout("globalThis.written = 1", 5);
</script>""")


async def test_time_is_the_same_in_every_run_and_moves_exactly(sandbox: Sandbox) -> None:
    seen = []
    for _ in range(2):
        async with sandbox.open(TIMED) as page:
            await page.load()
            await page.advance(2_000)
            look = "JSON.stringify([start, frames, ticks, fast, stamps, Date.now(), written])"
            seen.append(await _value(page, look))
            assert await _value(page, "[performance.now(), frames, ticks]") == [3000, 181, 3]
    assert seen[0] == seen[1]


async def test_time_stands_still_between_steps(sandbox: Sandbox) -> None:
    async with sandbox.open(TIMED) as page:
        await page.load()
        first = await _value(page, "Date.now()")
        await page.screenshot()
        await page.evaluate("() => new Promise((done) => setTimeout(done, 200))")
        assert await _value(page, "Date.now()") == first


async def test_half_an_hour_keeps_every_timer(sandbox: Sandbox) -> None:
    async with sandbox.open(TIMED) as page:
        await page.load()
        await page.advance(30 * 60_000)
        assert await _value(page, "ticks") == 1801
        assert await _value(page, "Date.now() - start[0]") == 1_801_000


async def test_all_ways_of_asking_the_time_agree(sandbox: Sandbox) -> None:
    async with sandbox.open(_page("")) as page:
        await page.load()
        now = page.now
        iso = now.strftime("%Y-%m-%dT%H:%M:%S.000Z")
        assert await _value(page, "new Date().toISOString()") == iso
        assert await _value(page, "Date().slice(0, 15)") == now.strftime("%a %b %d %Y")
        text = await _value(page, "new Intl.DateTimeFormat('en-GB').format()")
        assert text == now.strftime("%d/%m/%Y")
        assert (
            await _value(page, "new Date(0) instanceof Date && new Date(2020, 1).getMonth()") == 1
        )


async def test_a_reload_goes_on_in_time_and_keeps_storage(sandbox: Sandbox) -> None:
    async with sandbox.open(
        _page("<script>localStorage.n = +(localStorage.n ?? 0) + 1</script>")
    ) as p:
        await p.load()
        await p.advance(60_000)
        before = await _value(p, "Date.now()")
        await p.reload()
        assert await _value(p, "Date.now()") == before + 1_000
        assert await _value(p, "[performance.now(), localStorage.n]") == [1000, "2"]


ANIMATED = _page("""<style>
  #fade { transition: opacity 300ms; } #fade.out { opacity: 0; }
  @keyframes go { to { transform: translateX(100px); } }
  #spin { animation: go 1s linear infinite; } #twice { animation: go 200ms 2; }
</style><div id=fade>a</div><div id=spin>b</div><div id=twice>c</div>
<svg><rect id=box width=9 height=9><animate attributeName=x from=0 to=100 dur=10s /></rect></svg>
<script>
  const ends = [];
  for (const kind of ["transitionend", "animationend"])
    document.addEventListener(kind, (e) => ends.push(e.target.id));
  fade.animate([{ left: 0 }, { left: 0 }], 100).finished.then(() =>
    fade.animate([{ left: 0 }, { left: 0 }], 100).finished.then(() => ends.push("chain")));
</script>""")


async def test_animations_move_with_page_time_and_end(sandbox: Sandbox) -> None:
    async with sandbox.open(ANIMATED) as page:
        await page.load()
        assert set(await _value(page, "ends")) == {"twice", "chain"}
        await page.advance(250)
        place = await _value(page, "new DOMMatrix(getComputedStyle(spin).transform).e")
        assert place == pytest.approx(25, abs=0.5)
        assert await _value(page, "box.x.animVal.value") == pytest.approx(12.5, abs=0.2)
        await _value(page, "void fade.classList.add('out')")
        await page.advance(150)
        half = float(await _value(page, "getComputedStyle(fade).opacity"))
        assert 0.05 < half < 0.95
        await page.advance(300)
        assert await _value(page, "getComputedStyle(fade).opacity") == "0"
        assert "fade" in await _value(page, "ends")


async def test_errors_in_timers_reach_the_page_and_the_log(sandbox: Sandbox) -> None:
    html = _page(
        "<script>onerror = (m) => { globalThis.told = m };"
        "clearTimeout(requestAnimationFrame(() => 0)); setTimeout(() => { nothing() }, 10);"
        "</script>"
    )
    async with sandbox.open(html) as page:
        await page.load()
        assert "nothing is not defined" in await _value(page, "told")
        assert ["nothing is not defined" in e.text for e in page.log.errors] == [True]


async def test_promises_of_timers_one_after_the_other(sandbox: Sandbox) -> None:
    html = _page(
        "<script>let n = 0; (async () => { for (;;) { n++; "
        "await new Promise((r) => setTimeout(r, 0)); } })()</script>"
    )
    async with sandbox.open(html) as page:
        await page.load()
        assert await _value(page, "n") > 200


async def test_timers_without_end_are_a_hang(sandbox: Sandbox) -> None:
    html = _page("<script>(function f() { setTimeout(f, 1); setTimeout(f, 1); })()</script>")
    async with sandbox.open(html) as page:
        with pytest.raises(PageHung, match="more and more timers"):
            await page.load()


async def test_random_numbers_follow_the_seed(sandbox: Sandbox) -> None:
    html = _page("<script>var r = [Math.random(), crypto.randomUUID()]</script>")
    seen = []
    for seed in (1, 1, 2):
        async with sandbox.open(html, seed=seed) as page:
            await page.load()
            seen.append(await _value(page, "r"))
    assert seen[0] == seen[1] != seen[2]


async def test_frames_inside_the_page_go_along(sandbox: Sandbox) -> None:
    inner = "<script>let k = 0; setInterval(() => k++, 1000)</script>"
    html = _page(f"<iframe srcdoc='{inner}'></iframe>")
    async with sandbox.open(html) as page:
        await page.load()
        await page.advance(2_000)
        counts = [await frame.evaluate("k") for frame in page.playwright.frames[1:]]
        assert counts == [3]
