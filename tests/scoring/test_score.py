"""Scoring whole pages, end to end."""

from __future__ import annotations

from pathlib import Path

import pytest

from presscheck.core.page import Page
from presscheck.core.plan import Check, Plan
from presscheck.core.scorecard import Library
from presscheck.core.settings import Settings
from presscheck.sandbox import LibraryAnswer, Sandbox
from presscheck.scoring import FolderSink, Progress, Scorer, replay_script

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TABS = """<!doctype html><html lang="en"><title>Tabs</title><body>
<div role=tablist><button role=tab aria-selected=true id=t1>One</button>
<button role=tab id=t2>Two</button></div>
<div id=p1>First panel</div><div id=p2 hidden>Second panel</div><p id=n></p>
<button id=stop disabled>Stop</button>
<input id=f placeholder="Name"><button id=add>Add</button><ul id=list></ul>
<button id=dead>Nothing</button>
<script>
t1.onclick = () => { p1.hidden = false; p2.hidden = true; };
t2.onclick = () => { p1.hidden = true; p2.hidden = false; };
add.onclick = () => {
  if (!f.value) return;
  list.innerHTML += '<li>' + f.value + '</li>'; f.value = '';
};
</script></body></html>"""

STEPS = Check.model_validate(
    {
        "id": "second-tab",
        "says": "the second tab shows its panel",
        "steps": [{"do": "click", "target": {"words": "the Two tab"}}],
        "expectations": [{"expect": "appears", "target": {"words": "second panel"}}],
    }
)


def plan(*checks: Check) -> Plan:
    return Plan(requirement="two tabs", lang="en", checks=list(checks))


def page(html: str) -> Page:
    return Page(html=html, completeness="complete")


def sizes_in(folder: Path) -> list[int]:
    return [p.stat().st_size for p in folder.iterdir()]


async def test_a_page_that_works(sandbox: Sandbox, tmp_path: Path) -> None:
    told: list[Progress] = []

    async def on_progress(progress: Progress) -> None:
        told.append(progress)

    scorer = Scorer(sandbox, pictures=FolderSink(tmp_path))
    card = await scorer.score(page(TABS), plan(STEPS), on_progress=on_progress)
    assert card.verdict == "works", card.reason
    assert card.checks[0].outcome == "pass"
    states = {i.name: i.state for i in card.controls.items}
    assert states["Two"] == "responds"
    assert states["One"] == "responds"
    assert states["Add"] == "responds"
    assert states["Nothing"] == "dead"
    assert "Stop" not in states
    assert set(card.timings) == {"load", "explore", "plan"}
    assert told[-1].stage == "done"
    sizes = sizes_in(tmp_path)
    assert sizes
    assert sum(sizes) < 1_000_000
    assert card.observation.desktop is not None
    compile(replay_script(card.checks[0].evidence), "replay", "exec")


async def test_the_same_page_gets_the_same_card(sandbox: Sandbox) -> None:
    cards = [await Scorer(sandbox).score(page(TABS), plan(STEPS)) for _ in range(2)]
    one, two = (c.model_copy(update={"timings": {}}).model_dump() for c in cards)
    assert one == two


async def test_null_pages_are_broken(sandbox: Sandbox) -> None:
    asked = plan(STEPS)
    for html in (
        "<html><body></body></html>",
        "<html><body>two tabs</body></html>",
        "<html><body><h1>two tabs</h1><button>One</button><button>Two</button></body></html>",
        '<body><button onclick="document.body.append(Math.random())">Two</button></body>',
    ):
        card = await Scorer(sandbox).score(page(html), asked)
        assert card.verdict == "broken", html
        assert card.score is not None
        assert card.score <= 5


async def test_no_page_needs_no_browser(sandbox: Sandbox) -> None:
    card = await Scorer(sandbox).score(Page(html="", completeness="none"), plan(STEPS))
    assert (card.verdict, card.score) == ("broken", 0)


async def test_a_page_that_hangs_on_a_click_is_evidence(sandbox: Sandbox) -> None:
    html = TABS.replace(
        "t2.onclick = () =>", "t2.onclick = () => { while (true); };\nvar unused = () =>"
    )
    card = await Scorer(sandbox).score(page(html), plan(STEPS))
    assert card.verdict == "broken"
    assert card.checks[0].outcome == "fail"
    assert any(f.kind == "hang" for f in card.errors)


async def test_faults_on_the_way_are_kept(sandbox: Sandbox) -> None:
    html = TABS.replace(
        "<p id=n></p>", "<p id=n></p><button onclick=\"n.textContent = +'x'\">Sum</button>"
    )
    card = await Scorer(sandbox).score(page(html), plan(STEPS))
    assert any(f.kind == "shown" and "NaN" in f.text for f in card.errors)


class OutOfReachLibraries:
    """As the mirror answers where the registry cannot be reached."""

    async def fetch(self, url: str) -> LibraryAnswer:
        library = Library(url=url, state="not_found", note="out of reach", unavailable=True)
        return LibraryAnswer(status=504, library=library)


async def test_a_page_whose_library_cannot_be_fetched_is_not_judged() -> None:
    html = (
        "<!doctype html><title>Tabs</title><button id=t2>Two</button><p id=p hidden>Second panel"
        "</p><script src=https://cdn.example/lib.js></script>"
        "<script>lib.tabs(t2, p)</script>"
    )
    async with Sandbox(Settings(), libraries=OutOfReachLibraries(), allow_unsealed=True) as box:
        card = await Scorer(box).score(page(html), plan(STEPS))
    assert card.verdict == "unscored"
    assert card.score is None
    assert "https://cdn.example/lib.js" in card.reason
    assert [lib.unavailable for lib in card.libraries] == [True]
    assert "not the page's fault" in card.blocked[0].reason
