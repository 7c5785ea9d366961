"""Checks written as steps and expectations."""

from __future__ import annotations

from typing import Any

import pytest

from presscheck.core.plan import Check
from presscheck.scoring.context import ProbeContext
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.steps import run_steps

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PAGE = """
<input id=f placeholder="New task"><button id=add>Add</button><ul id=l></ul>
<label>Size <input id=s type=range min=0 max=100 value=10></label><p id=o>Size: 10</p>
<style>#ball { position: absolute; left: 0; top: 400px; width: 20px; height: 20px }</style>
<div id=ball style="background: red"></div>
<script>
const kept = () => JSON.parse(localStorage.t || '[]');
const show = () => l.innerHTML = kept().map(x => `<li>${x}</li>`).join('');
add.onclick = () => {
  localStorage.t = JSON.stringify([...kept(), f.value]); f.value = ''; show();
};
s.oninput = () => { o.textContent = 'Size: ' + s.value; ball.style.left = s.value * 3 + 'px'; };
show();
</script>"""


async def run(open_page: Any, steps: list[Any], expectations: list[Any]) -> ProbeOutcome:
    session = await open_page(PAGE)
    check = Check.model_validate(
        {"id": "c", "says": "it works", "steps": steps, "expectations": expectations}
    )
    return await run_steps(ProbeContext(session, check), check)


def target(words: str) -> dict[str, str]:
    return {"words": words}


ADD = [
    {"do": "type", "target": target("new task field"), "text": "Buy milk"},
    {"do": "click", "target": target("add button")},
]
SLIDE = [{"do": "set", "target": target("size slider"), "value": 0.8, "relative": True}]


@pytest.mark.parametrize(
    ("steps", "expectation"),
    [
        (ADD, {"expect": "appears", "target": target("buy milk")}),
        (ADD, {"expect": "reads", "text": "Buy milk"}),
        (ADD, {"expect": "persists", "target": target("buy milk")}),
        (SLIDE, {"expect": "reads", "text": "Size: 80"}),
        (SLIDE, {"expect": "moves", "target": target("ball")}),
        (SLIDE, {"expect": "unchanged", "target": target("add button")}),
    ],
)
async def test_holds(open_page: Any, steps: list[Any], expectation: dict[str, Any]) -> None:
    outcome = await run(open_page, steps, [expectation])
    assert outcome.outcome == "pass", outcome.reason


@pytest.mark.parametrize(
    ("steps", "expectation"),
    [
        (ADD[1:], {"expect": "appears", "target": target("buy milk")}),
        (SLIDE, {"expect": "moves", "target": target("add button")}),
        (SLIDE, {"expect": "reads", "text": "Size: 81"}),
        (ADD, {"expect": "animates", "target": target("ball")}),
    ],
)
async def test_does_not_hold(open_page: Any, steps: list[Any], expectation: dict[str, Any]) -> None:
    outcome = await run(open_page, steps, [expectation])
    assert outcome.outcome == "fail", outcome.reason


async def test_what_is_not_there_is_said(open_page: Any) -> None:
    steps = [{"do": "click", "target": target("the rocket launcher")}]
    outcome = await run(open_page, steps, [{"expect": "changes"}])
    assert outcome.outcome == "fail"
    assert not outcome.offered
    assert "rocket launcher" in outcome.reason
